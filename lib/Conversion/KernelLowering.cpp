// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values, constants, blocks and the table: what all lowerings share.

#include "Lanes.h"
#include "kgen/IR/ValueLayout.h"

using namespace mlir;

namespace kgen::conversion {

KernelLowering::KernelLowering(LLVM::LLVMFuncOp function, const ConversionOptions &options)
    : builder(function), loc(UnknownLoc::get(function.getContext())), module(function->getParentOfType<ModuleOp>()),
      options(options), function(function) {
  labels[getEntry()] = builder.getStringAttr("entry");
  builder.setInsertionPointToEnd(getEntry());
}

LLVM::LLVMPointerType KernelLowering::elementPointerType() {
  return LLVM::LLVMPointerType::get(builder.getContext(), onGPU() ? 1 : 0);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Components KernelLowering::get(Value value) {
  Components components = values.lookup(value);
  if (wide)
    for (Value &component : components)
      component = splat(component);
  return components;
}

void KernelLowering::set(Value value, ValueRange components) {
  if (isArray(value.getType()))
    return setArray(value, components.front());
  values[value].assign(components.begin(), components.end());
  StringRef name = options.names ? getName(value) : "";
  if (name.empty())
    return;
  Type type = value.getType();
  if (auto var = dyn_cast<VarType>(type))
    type = var.getElementType();
  if (isInMemory(type) || isKeptInMemory(value)) {
    if (getName(components.front()).empty())
      setName(components.front(), name);
    return;
  }
  for (auto [leaf, component] : llvm::zip_equal(ValueLayout::of(type).getLeaves(), components))
    if (getName(component).empty())
      setName(component, (name + leaf.path).str());
}

Location KernelLowering::named(const Twine &name) const { return options.names ? nameLoc(name.str(), loc) : loc; }

Value KernelLowering::getIndex(OpFoldResult index) {
  if (std::optional<int64_t> literal = kgen::getLiteral(index))
    return widen(constant(builder.getI32Type(), *literal));
  return getScalar(cast<Value>(index));
}

/// A scalar, or as many of it as the type has lanes.
static Value constantOf(KernelLowering &k, Type type, TypedAttr scalar) {
  if (auto lanes = dyn_cast<VectorType>(type))
    scalar = DenseElementsAttr::get(lanes, scalar);
  return LLVM::ConstantOp::create(k.builder, k.loc, type, scalar);
}

Value KernelLowering::constant(Type type, int64_t value) {
  return constantOf(*this, type, builder.getIntegerAttr(getElementTypeOrSelf(type), value));
}

Value KernelLowering::floatConstant(Type type, double value) {
  return constantOf(*this, type, builder.getFloatAttr(getElementTypeOrSelf(type), value));
}

Components KernelLowering::zeros(Type type) {
  if (isStruct(type)) {
    Components zeros;
    for (const ValueLeaf &leaf : ValueLayout::of(type).getLeaves())
      zeros.push_back(isArray(leaf.type) ? copyArray({}) : this->zeros(leaf.type).front());
    return zeros;
  }
  Type scalar = registerType(elementType(type));
  Value zero = widen(isa<FloatType>(scalar) ? floatConstant(scalar, 0.0) : constant(scalar, 0));
  return Components(numComponents(type), zero);
}

LLVM::CallOp KernelLowering::callLibrary(StringRef name, Type result, ValueRange arguments,
                                         LLVM::ModRefInfo onArguments) {
  OpBuilder atStart(module.getBodyRegion());
  SmallVector<Type> types(arguments.getTypes());
  auto callee = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!callee) {
    callee = LLVM::LLVMFuncOp::create(atStart, loc, name, LLVM::LLVMFunctionType::get(result, types));
    auto none = LLVM::ModRefInfo::NoModRef;
    callee.setMemoryEffectsAttr(builder.getAttr<LLVM::MemoryEffectsAttr>(none, onArguments, none, none, none, none));
    callee.setNoUnwind(true);
    callee.setWillReturn(true);
  }
  return LLVM::CallOp::create(builder, loc, callee, arguments);
}

Value KernelLowering::callPure(StringRef name, Type result, ValueRange arguments) {
  return callLibrary(name, result, arguments, LLVM::ModRefInfo::NoModRef).getResult();
}

Value KernelLowering::callInMemory(StringRef name, Type result, ValueRange arguments) {
  OpBuilder atEntry = prologue();
  Value one = LLVM::ConstantOp::create(atEntry, loc, atEntry.getI32Type(), atEntry.getI32IntegerAttr(1));
  Value memory = LLVM::AllocaOp::create(atEntry, loc, pointerType(), result, one);
  SmallVector<Value> operands = {memory};
  llvm::append_range(operands, arguments);
  callLibrary(name, LLVM::LLVMVoidType::get(builder.getContext()), operands, LLVM::ModRefInfo::Mod);
  return LLVM::LoadOp::create(builder, loc, result, memory);
}

void KernelLowering::callHost(StringRef name, ValueRange arguments) {
  auto callee = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!callee) {
    OpBuilder atStart(module.getBodyRegion());
    Type nothing = LLVM::LLVMVoidType::get(builder.getContext());
    SmallVector<Type> types(arguments.getTypes());
    callee = LLVM::LLVMFuncOp::create(atStart, loc, name, LLVM::LLVMFunctionType::get(nothing, types));
    callee.setNoUnwind(true);
  }
  LLVM::CallOp::create(builder, loc, callee, arguments);
}

int64_t KernelLowering::addIndexCheck(IndexCheck check) {
  options.indexChecks->push_back(std::move(check));
  return options.indexChecks->size() - 1;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Block *KernelLowering::newBlock(StringRef label, TypeRange argumentTypes) {
  auto *block = new Block();
  function.getBody().push_back(block);
  for (Type type : argumentTypes) {
    if (isInMemory(type))
      continue;
    SmallVector<Type, 4> types = registerTypes(type);
    SmallVector<Location> locs(types.size(), loc);
    block->addArguments(types, locs);
  }
  labels[block] = builder.getStringAttr(label);
  return block;
}

Block *KernelLowering::newBlockFor(StringRef label, ValueRange receivers) {
  Block *block = newBlock(label);
  for (Value receiver : receivers) {
    if (isInMemory(receiver.getType()))
      continue;
    bool isVector = mode.lanes && mode.lanes->analysis.isVarying(receiver);
    for (Type type : registerTypes(receiver.getType()))
      block->addArgument(isVector ? mode.lanes->vectorOf(type) : type, loc);
  }
  return block;
}

void KernelLowering::enter(Block *block) {
  Region &region = function.getBody();
  block->moveBefore(&region, region.end());
  builder.setInsertionPointToEnd(block);
}

Components KernelLowering::resume(Block *block) {
  Block *before = block->getSinglePredecessor();
  auto branch = before ? dyn_cast<LLVM::BrOp>(before->getTerminator()) : LLVM::BrOp();
  if (!branch) {
    enter(block);
    return Components(block->args_begin(), block->args_end());
  }
  Components operands(branch.getDestOperands());
  branch.erase();
  block->erase();
  builder.setInsertionPointToEnd(before);
  return operands;
}

/// Makes vectors of the operands that are the same in all lanes and go to arguments that may differ.
static Components fitArguments(KernelLowering &k, Block *block, ValueRange operands) {
  Components fitted(operands.begin(), operands.end());
  for (auto [operand, argument] : llvm::zip(fitted, block->getArguments()))
    if (isa<VectorType>(argument.getType()))
      operand = k.splat(operand);
  return fitted;
}

// A terminator has no result to name: its name is the block's.
void KernelLowering::branch(Block *block, ValueRange given) {
  Components operands = fitArguments(*this, block, given);
  Location label = NameLoc::get(labels[builder.getBlock()], loc);
  LLVM::BrOp::create(builder, label, operands, block);
}

void KernelLowering::branchIf(Value condition, Block *then, ValueRange thenGiven, Block *otherwise,
                              ValueRange otherwiseGiven, bool isRare) {
  Components thenOperands = fitArguments(*this, then, thenGiven);
  Components otherwiseOperands = fitArguments(*this, otherwise, otherwiseGiven);
  Location label = NameLoc::get(labels[builder.getBlock()], loc);
  auto branch = LLVM::CondBrOp::create(builder, label, condition, then, thenOperands, otherwise, otherwiseOperands);
  if (isRare)
    branch.setBranchWeights(ArrayRef<int32_t>{1, 2000}); // as LLVM's __builtin_expect
}

void KernelLowering::returnFromFunction() {
  LLVM::ReturnOp::create(builder, NameLoc::get(labels[builder.getBlock()], loc), ValueRange());
}

void KernelLowering::guarded(Value condition, llvm::function_ref<void()> body) {
  Block *then = newBlock("present"), *end = newBlock("present.end");
  branchIf(condition, then, {}, end, {});
  enter(then);
  body();
  branch(end);
  resume(end);
}

Components KernelLowering::guarded(Value condition, Type type, llvm::function_ref<Components()> body) {
  Block *then = newBlock("present"), *end = newBlock("present.end");
  Components absent = zeros(type);
  for (Value zero : absent)
    end->addArgument(zero.getType(), loc);
  branchIf(condition, then, {}, end, absent);
  enter(then);
  branch(end, body());
  return resume(end);
}

Value KernelLowering::loadField(Value pointer, Type structType, ArrayRef<LLVM::GEPArg> path, Type type,
                                const Twine &name) {
  OpBuilder b = prologue();
  SmallVector<LLVM::GEPArg> indices = {0};
  llvm::append_range(indices, path);
  Value address =
      LLVM::GEPOp::create(b, loc, pointer.getType(), structType, pointer, indices, LLVM::GEPNoWrapFlags::inbounds);
  unsigned alignment = isa<LLVM::LLVMPointerType>(type) ? 8 : type.getIntOrFloatBitWidth() / 8;
  return LLVM::LoadOp::create(b, named(name), type, address, alignment);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

LoweringTable::LoweringTable() {
  addScalarLowerings(*this);
  addMathLowerings(*this);
  addVectorLowerings(*this);
  addComponentLowerings(*this);
  addValueLowerings(*this);
  addCastLowerings(*this);
  addArrayLowerings(*this);
  addStructLowerings(*this);
  addGradientLowerings(*this);
  addTapeLowerings(*this);
}

/// The type that an op computes in. Numbers that are not negative divide as unsigned integers do, which takes less and
/// leaves out rounding down.
static Type operandType(Operation *op, KernelLowering &lowering) {
  Type type = elementType(op->getOperands().back().getType());
  auto isNonNegative = [&](Value operand) { return lowering.ranges.isNonNegative(operand); };
  bool isUnsigned =
      isa<DivOp, FloorDivOp, ModOp>(op) && type.isSignedInteger() && llvm::all_of(op->getOperands(), isNonNegative);
  return isUnsigned ? IntegerType::get(op->getContext(), type.getIntOrFloatBitWidth(), IntegerType::Unsigned) : type;
}

void LoweringTable::lowerByComponent(Operation *op, KernelLowering &lowering, ScalarLowering scalar) {
  Value result = op->getResult(0);
  if (isInMemory(result.getType()))
    return lowerLargeByComponent(op, lowering, scalar);
  Type type = operandType(op, lowering);
  SmallVector<Components, 3> operands;
  for (Value operand : op->getOperands())
    operands.push_back(lowering.get(operand));
  Components components;
  for (unsigned i = 0, n = numComponents(result.getType()); i < n; ++i) {
    SmallVector<Value, 3> scalars;
    for (Components &operand : operands)
      scalars.push_back(operand.size() == 1 ? operand.front() : operand[i]);
    components.push_back(scalar(lowering, type, scalars));
  }
  lowering.set(result, components);
}

void LoweringTable::lowerLargeByComponent(Operation *op, KernelLowering &lowering, ScalarLowering scalar) {
  Type type = op->getResult(0).getType(), operandType = elementType(op->getOperands().back().getType());
  Value result = lowering.allocate(type);
  lowering.forEach(numComponents(type), [&](Value index) {
    SmallVector<Value, 3> scalars;
    for (Value operand : op->getOperands()) {
      Value lowered = lowering.getScalar(operand);
      bool isLarge = isInMemory(operand.getType());
      scalars.push_back(isLarge ? lowering.loadComponent(operand.getType(), lowered, index) : lowered);
    }
    lowering.storeComponent(type, result, index, scalar(lowering, operandType, scalars));
  });
  lowering.set(op->getResult(0), result);
}

} // namespace kgen::conversion
