// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots, and the way from an op to its `compile`.

#include "Compiler.h"
#include "Primitives.h"
#include "kgen/IR/CallSpelling.h"
#include "kgen/IR/IndexFault.h"
#include "kgen/IR/ValueLayout.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

namespace kgen::interpreter {

using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

Kind kindOf(mlir::Type type, Arithmetic arithmetic) {
  mlir::Type element = elementType(elementType(type)); // of an array of vectors, the scalar
  if (isStruct(element))
    return Kind::U8;
  if (isFloat(element)) {
    if (arithmetic == Arithmetic::Both)
      return Kind::BothF32;
    if (arithmetic != Arithmetic::Storage)
      return arithmetic == Arithmetic::Dual ? Kind::DualF64 : Kind::F64;
    return element.isF16() ? Kind::F16 : element.isBF16() ? Kind::BF16 : element.isF32() ? Kind::F32 : Kind::F64;
  }
  if (isBool(element))
    return Kind::Bool;
  unsigned width = element.getIntOrFloatBitWidth();
  Kind ofSigned = width == 8 ? Kind::I8 : width == 16 ? Kind::I16 : width == 32 ? Kind::I32 : Kind::I64;
  return element.isUnsignedInteger() ? static_cast<Kind>(static_cast<unsigned>(ofSigned) + 1) : ofSigned;
}

//===----------------------------------------------------------------------===//
// Forms: ValueLayout's leaves, in the sizes that numbers have here
//===----------------------------------------------------------------------===//

Form formOf(mlir::Type type, Arithmetic arithmetic) {
  if (mlir::isa<ArrayType, GradientType>(type))
    return {Kind::U8, 1, 1, sizeof(ArrayValue), alignof(ArrayValue)};
  Form form;
  if (auto tile = mlir::dyn_cast<TileType>(type)) { // its elements one behind another, row by row
    form = formOf(tile.getElementType(), arithmetic);
    form.rows = form.cols = 1; // they are no components of one value
    form.bytes *= countElements(tile.getShape());
    return form;
  }
  if (auto structType = mlir::dyn_cast<StructType>(type)) {
    for (mlir::Type field : structType.getFieldTypes()) {
      Form part = formOf(field, arithmetic);
      form.bytes = llvm::alignTo(form.bytes, part.alignment) + part.bytes;
      form.alignment = std::max(form.alignment, part.alignment);
    }
    form.bytes = std::max<uint32_t>(llvm::alignTo(form.bytes, form.alignment), 1);
    return form;
  }
  const ValueLayout &layout = ValueLayout::of(type);
  form.kind = kindOf(type, arithmetic);
  form.cols = layout.getWidth();
  form.rows = layout.getLeaves().size() / form.cols;
  form.alignment = numberSize(form.kind);
  form.bytes = layout.getLeaves().size() * form.alignment;
  return form;
}

uint32_t partOffset(mlir::Type type, unsigned part, Arithmetic arithmetic) {
  if (!isStruct(type))
    return ValueLayout::of(type).getParts()[part].leaf * numberSize(kindOf(type, arithmetic));
  uint32_t offset = 0;
  for (unsigned field = 0; field <= part; ++field) {
    Form form = formOf(partType(type, field), arithmetic);
    offset = llvm::alignTo(offset, form.alignment);
    if (field < part)
      offset += form.bytes;
  }
  return offset;
}

llvm::SmallVector<NumberRun, 1> numbersOf(mlir::Type type, Arithmetic arithmetic) {
  if (isArray(type))
    return {};
  if (!isStruct(type))
    return {{kindOf(type, arithmetic), numComponents(type), 0}};
  llvm::SmallVector<NumberRun, 1> runs;
  for (unsigned field = 0; field < numParts(type); ++field)
    for (NumberRun run : numbersOf(partType(type, field), arithmetic)) {
      run.offset += partOffset(type, field, arithmetic);
      runs.push_back(run);
    }
  return runs;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

Slot Compiler::allocate(const Form &form) {
  Slot slot;
  slot.offset = frameBytes;
  slot.rows = form.rows;
  slot.cols = form.cols;
  slot.kind = form.kind;
  slot.bytes = form.bytes;
  frameBytes += (slot.bytes + 15) / 16 * 16;
  return slot;
}

/// Whether some of a type's numbers are floats that are not stored as float32.
static bool hasOtherFloats(mlir::Type type) {
  mlir::Type element = elementType(elementType(type));
  if (auto structType = mlir::dyn_cast<StructType>(element))
    return llvm::any_of(structType.getFieldTypes(), hasOtherFloats);
  return isFloat(element) && !element.isF32();
}

Slot Compiler::allocate(mlir::Type type) {
  if (auto var = mlir::dyn_cast<VarType>(type))
    return allocate(var.getElementType());
  auto [it, isNew] = forms.try_emplace(type);
  if (isNew) {
    it->second = formOf(type, program.arithmetic);
    program.runsApart |= program.arithmetic == Arithmetic::Both && hasOtherFloats(type);
  }
  return allocate(it->second);
}

Slot Compiler::slotOf(mlir::Value value) {
  auto [it, isNew] = slots.try_emplace(value);
  if (isNew)
    it->second = allocate(value.getType());
  return it->second;
}

llvm::SmallVector<Slot, 3> Compiler::slotsOf(mlir::ValueRange values) {
  llvm::SmallVector<Slot, 3> result;
  for (mlir::Value value : values)
    result.push_back(slotOf(value));
  return result;
}

Slot Compiler::definedFlag(mlir::Value var) {
  auto [it, isNew] = flags.try_emplace(var);
  if (isNew)
    it->second = allocateFlag();
  return it->second;
}

unsigned Compiler::allocateArms(mlir::Operation *op) {
  auto function = op->getParentOfType<FuncOp>();
  bool isWarps = function && function->hasAttr(warpsAttrName);
  if (isWarps && program.warpsArms)
    return *program.warpsArms;
  unsigned first = std::exchange(program.numArms, program.numArms + 2);
  if (isWarps)
    program.warpsArms = first;
  return first;
}

IndexList Compiler::indexOperands(llvm::ArrayRef<mlir::OpFoldResult> operands) {
  IndexList result;
  for (mlir::OpFoldResult operand : operands) {
    IndexOperand &index = result.emplace_back();
    if (std::optional<int64_t> literal = getLiteral(operand)) {
      index.literal = *literal;
      continue;
    }
    auto value = mlir::cast<mlir::Value>(operand);
    index.slot = slotOf(value);
    index.name = getName(value);
  }
  return result;
}

PartPath Compiler::partPath(mlir::Type type, llvm::ArrayRef<mlir::OpFoldResult> path) {
  PartPath result;
  bool isRow = false;
  for (const auto &[operand, step] : llvm::zip_equal(indexOperands(path), path)) {
    int64_t extent = numParts(type);
    std::optional<int64_t> literal = getLiteral(step);
    mlir::Type part = partType(type, literal.value_or(0));
    if (literal)
      result.offset += partOffset(type, *literal < 0 ? *literal + extent : *literal, program.arithmetic);
    else
      result.steps.push_back({operand, extent, formOf(part, program.arithmetic).bytes, placeInValue(type, isRow)});
    isRow = isMat(type);
    type = part;
  }
  return result;
}

PartPath Compiler::partPath(AccessOpInterface access) {
  llvm::SmallVector<mlir::OpFoldResult> path = access.getPath();
  program.accessesParts = program.accessesParts || !path.empty();
  return partPath(elementType(access.getArray().getType()), path);
}

Moves Compiler::movesTo(mlir::ValueRange values, llvm::ArrayRef<Slot> targets) {
  Moves direct;
  for (auto [value, target] : llvm::zip_equal(values, targets))
    if (Slot source = slotOf(value); source.offset != target.offset)
      direct.list.push_back({source, target});
  bool overwrites = llvm::any_of(direct.list, [&](const auto &move) {
    return llvm::any_of(direct.list, [&](const auto &other) { return other.second.offset == move.first.offset; });
  });
  if (!overwrites)
    return direct;
  Moves out, back;
  for (auto [source, target] : direct.list) {
    Slot copy = allocate(Form{source.kind, source.rows, source.cols, source.bytes, 1});
    out.list.push_back({source, copy});
    back.list.push_back({copy, target});
  }
  out.list.append(back.list);
  return out;
}

void Moves::run(Machine &machine) const {
  for (const auto &[source, target] : list)
    copyBytes(machine.bytes(target), machine.bytes(source), target.bytes);
}

std::byte *Compiler::image(const Slot &slot) {
  if (program.frameImage.size() < frameBytes)
    program.frameImage.resize(frameBytes);
  return program.frameImage.data() + slot.offset;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

// As in each room: a builtin is a row of the table, any other op a case here; and `where`, whose arms are counted as an
// if's are.
LogicalResult Compiler::compileOp(mlir::Operation *op) {
  if (auto where = mlir::dyn_cast<WhereOp>(op))
    return compile(where);
  if (auto copy = mlir::dyn_cast<CopyOp>(op); copy && isStruct(copy.getType()))
    return compile(copy);
  if (mlir::isa<BuiltinOpInterface>(op))
    return compileBuiltin(op);
  return llvm::TypeSwitch<mlir::Operation *, LogicalResult>(op)
      .Case<IfOp, ForOp, WhileOp, YieldOp, BreakOp, ContinueOp, ReturnOp, UnreachableOp, CallOp, ConstantOp, TidOp,
            BlockDimOp, VarOp, GetOp, SetOp, DrawOp, ConstructOp, IdentityOp, ExtractOp, InsertOp, CastOp, CmpOp,
            PrintOp, PrintfOp, AssertOp, ExpectOp, LoadOp, StoreOp, AtomicOp, AtomicCasOp, ViewOp, ShapeOp, GradientOp,
            GradientReadOp, GradientTakeOp, GradientAddOp, TileLoadOp, TileTakeOp, TileStoreOp, TileAddOp, TilePackOp,
            TileUnpackOp, RecordOp, RecallOp, TapeEndOp, TapeFitsOp, TapeFailsFirstOp, CustomAdjointOp>(
          [&](auto known) { return compile(known); })
      .Default([&](mlir::Operation *unknown) { return refuse(unknown); });
}

LogicalResult Compiler::refuse(mlir::Operation *op) {
  return op->emitError("the interpreter has no rule for '") << op->getName() << "' on these operands";
}

LogicalResult Compiler::compileBuiltin(mlir::Operation *op) {
  llvm::SmallVector<Slot, 3> operands = slotsOf(op->getOperands());
  Slot result = slotOf(op->getResult(0));
  llvm::SmallString<32> name(op->getName().getStringRef());
  if (op->hasAttr(pairedAttrName))
    name += " paired";
  Primitive primitive = lookupPrimitive(name, operands, result);
  if (!primitive)
    return refuse(op);
  current->append(primitive(op, result, std::move(operands)));
  return success();
}

namespace {
/// Counts an op that is about to be executed.
class CountStep : public Step {
public:
  CountStep(mlir::Operation *op, size_t number) : Step(op), number(number) {}
  Exit run(Machine &machine) const override {
    ++machine.opCounts[number];
    return Exit::Next;
  }

private:
  size_t number;
};
} // namespace

void Compiler::count(mlir::Operation *op) {
  if (!program.countsOps || op->hasTrait<mlir::OpTrait::IsTerminator>() || mlir::isa<ConstantOp>(op))
    return;
  llvm::StringRef name = op->getName().getStringRef();
  auto *found = llvm::find(program.countedOps, name);
  append<CountStep>(op, found - program.countedOps.begin());
  if (found == program.countedOps.end())
    program.countedOps.push_back(name);
}

LogicalResult Compiler::compileBlock(mlir::Block &block, Sequence &sequence) {
  Sequence *outer = std::exchange(current, &sequence);
  for (mlir::Operation &op : block) {
    count(&op);
    if (failed(compileOp(&op)))
      return failure();
  }
  current = outer;
  return success();
}

LogicalResult Compiler::run() {
  mlir::Block &body = program.kernel.getBody().front();
  for (mlir::BlockArgument parameter : body.getArguments())
    program.parameters.push_back(slotOf(parameter));
  if (failed(compileBlock(body, program.body)))
    return failure();
  program.frameImage.resize(frameBytes);
  return success();
}

mlir::FailureOr<Program> compile(KernelOp kernel, Arithmetic arithmetic, bool countOps) {
  Program program;
  program.kernel = kernel;
  program.countsOps = countOps;
  program.arithmetic = arithmetic;
  if (failed(Compiler(program).run()))
    return failure();
  return program;
}

} // namespace kgen::interpreter
