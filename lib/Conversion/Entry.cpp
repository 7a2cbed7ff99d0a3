// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry point around a kernel's body: Warp's parameters, and the loop over the threads of the launch.

#include "EntryPoint.h"
#include "kgen/IR/ValueLayout.h"
#include "kgen/Support/Form.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace kgen {

using namespace conversion;

/// The kernel that a backward kernel is the adjoint of; a forward kernel itself.
static KernelOp forwardOf(KernelOp kernel) {
  if (!kernel.isBackward())
    return kernel;
  auto forward = SymbolTable::lookupNearestSymbolFrom<KernelOp>(kernel, kernel.getAdjointOfAttr());
  return forward ? forward : kernel;
}

std::string entryPointName(StringRef kernel, Target target, bool isBackward) {
  FormLanguage language = target == Target::CPU ? FormLanguage::LLVMIR : FormLanguage::Ptx;
  return infoOf(language).entryName(kernel, isBackward ? Direction::Backward : Direction::Forward);
}

std::string entryPointName(KernelOp kernel, Target target) {
  return entryPointName(kernel.isBackward() ? *kernel.getAdjointOf() : kernel.getSymName(), target,
                        kernel.isBackward());
}

unsigned launchRank(KernelOp kernel) {
  unsigned forward = kernel.isBackward() ? countCoordinates(forwardOf(kernel)) : 0;
  return std::max({1u, forward, countCoordinates(kernel)});
}

} // namespace kgen

namespace kgen::conversion {

//===----------------------------------------------------------------------===//
// The function and its parameters
//===----------------------------------------------------------------------===//

/// A parameter that a CUDA kernel takes as memory is a pointer to a copy of it in parameter space.
static void markByValue(LLVM::LLVMFuncOp function, unsigned index, Type type, unsigned alignment) {
  Builder b(function.getContext());
  function.setArgAttr(index, LLVM::LLVMDialect::getByValAttrName(), TypeAttr::get(type));
  function.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(), b.getI64IntegerAttr(alignment));
}

static LLVM::LLVMFuncOp createFunction(KernelOp kernel, const ConversionOptions &options, bool isApart) {
  Target target = options.target;
  OpBuilder builder(kernel);
  Location loc = UnknownLoc::get(kernel.getContext());
  Type pointer = LLVM::LLVMPointerType::get(kernel.getContext());
  SmallVector<Type> types = {pointer};
  if (target == Target::NVPTX) {
    for (Type type : kernel.getArgumentTypes())
      types.push_back(isMemoryParameter(type) ? pointer : parameterType(type));
  } else {
    types.append(kernel.isBackward() ? 2 : 1, pointer);
    if (options.concurrent)
      types.append(2, builder.getI64Type());
  }
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), types);
  std::string name = entryPointName(kernel, target) + (isApart ? "_apart" : "");
  auto function = LLVM::LLVMFuncOp::create(builder, loc, name, type);
  function.setNoUnwind(true);
  if (!options.chip.empty())
    function.setTargetCpu(options.chip);
  if (target == Target::NVPTX)
    function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  Block *entry = function.addEntryBlock(builder);
  setName(entry->getArgument(0), "dim");
  if (options.concurrent && target == Target::CPU) {
    setName(entry->getArgument(types.size() - 2), "first");
    setName(entry->getArgument(types.size() - 1), "last");
  }
  if (target == Target::NVPTX)
    markByValue(function, 0, launchBoundsStruct(builder.getContext(), launchRank(kernel)), 8);
  return function;
}

EntryPoint::EntryPoint(KernelOp kernel, const ConversionOptions &options, ArrayRef<PartNeed> needs)
    : kernel(kernel), rank(launchRank(kernel)), function(createFunction(kernel, options, !needs.empty())),
      body(function, options), builder(body.builder) {
  body.takeAsMet(needs);
}

LogicalResult EntryPoint::lower() {
  openThreadLoop();
  if (failed(body.lower(kernel.getBody(), onReturn))) {
    function.erase();
    return failure();
  }
  closeThreadLoop();
  return success();
}

/// Binds a parameter of the kernel to where it lies in memory; arrays are read field by field, when they are used.
void EntryPoint::bindParameter(BlockArgument parameter, Value pointer, Type structType, unsigned field) {
  Type type = parameter.getType();
  OpBuilder b = body.prologue();
  if (structType) {
    StringRef name = isArray(type) ? getName(parameter) : "";
    Location fieldLoc = name.empty() ? body.loc : body.named(name);
    pointer = LLVM::GEPOp::create(b, fieldLoc, body.pointerType(), structType, pointer,
                                  ArrayRef<LLVM::GEPArg>{0, int32_t(field)}, LLVM::GEPNoWrapFlags::inbounds);
  }
  if (isArray(type)) {
    body.getBuffer(parameter).pointer = pointer;
    return;
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(body.getEntry()->getTerminator());
  // A large one is used where it lies, and so is an array in a struct: nothing writes to parameters.
  if (isInMemory(type))
    return body.set(parameter, pointer);
  Components components;
  for (const ValueLeaf &leaf : ValueLayout::of(type).getLeaves()) {
    Value at = leafAddress(body, leaf, pointer);
    components.push_back(isArray(leaf.type) ? at : loadScalar(body, leaf.type, at));
  }
  body.set(parameter, components);
}

void EntryPoint::bindParameters(KernelOp of) {
  ArrayRef<Type> types = of.getArgumentTypes();
  unsigned numForward = of.isBackward() ? types.size() / 2 : types.size();
  if (!body.onGPU()) {
    setName(function.getArgument(1), "args");
    if (of.isBackward())
      setName(function.getArgument(2), "adj_args");
    Type arguments = argumentStruct(builder.getContext(), types.take_front(numForward));
    for (BlockArgument parameter : of.getBody().getArguments()) {
      unsigned i = parameter.getArgNumber();
      bindParameter(parameter, function.getArgument(1 + i / std::max(numForward, 1u)), arguments, i % numForward);
    }
    return;
  }
  for (BlockArgument parameter : of.getBody().getArguments()) {
    Type type = parameter.getType();
    BlockArgument argument = function.getArgument(1 + parameter.getArgNumber());
    if (!getName(parameter).empty())
      setName(argument, getName(parameter));
    if (isMemoryParameter(type)) {
      markByValue(function, argument.getArgNumber(), parameterType(type), ValueLayout::of(type).getAlignment());
      bindParameter(parameter, argument, nullptr, 0);
    } else if (isBool(type)) {
      OpBuilder b = body.prologue();
      body.set(parameter, LLVM::TruncOp::create(b, body.loc, b.getI1Type(), argument).getResult());
    } else {
      body.set(parameter, argument);
    }
  }
}

//===----------------------------------------------------------------------===//
// The loop over the threads
//===----------------------------------------------------------------------===//

void EntryPoint::openThreadLoop() {
  builder.setInsertionPointToEnd(body.getEntry());
  loopHead = body.newBlock("threads", {builder.getI64Type()});
  onReturn = body.newBlock("thread.end");
  // The prologue grows in front of this branch, whose operand comes with the loop.
  Value start = body.constant(builder.getI64Type(), 0);
  body.branch(loopHead, start);
  bindParameters(kernel);
  if (body.onGPU())
    openGridStrideLoop();
  else
    openCpuLoop();
}

std::pair<Value, Value> EntryPoint::range() {
  if (firstThread)
    return {firstThread, lastThread};
  if (!body.isConcurrent())
    return {};
  unsigned count = function.getNumArguments();
  return {function.getArgument(count - 2), function.getArgument(count - 1)};
}

/// Ascending in the forward. Descending in the backward: the adjoint of a sequence of threads.
void EntryPoint::openCpuLoop() {
  Type i64 = builder.getI64Type();
  Type bounds = launchBoundsStruct(builder.getContext(), rank);
  Value size = body.loadField(function.getArgument(0), bounds, {boundsSize}, i64, "dim.size");
  bool backward = kernel.isBackward();
  Block *run = body.newBlock("thread"), *done = body.newBlock("done");
  auto [first, last] = range();
  if (!last)
    last = size;
  if (backward || first)
    cast<LLVM::BrOp>(body.getEntry()->getTerminator()).getDestOperandsMutable().assign(backward ? last : first);

  body.enter(loopHead);
  Value counter = loopHead->getArgument(0);
  setName(counter, backward ? "remaining" : "index");
  Value limit = !backward ? last : first ? first : body.constant(i64, 0);
  auto predicate = backward ? LLVM::ICmpPredicate::ne : LLVM::ICmpPredicate::ult;
  Value more = LLVM::ICmpOp::create(builder, body.loc, predicate, counter, limit);
  body.branchIf(more, run, {}, done, {});
  body.enter(done);
  body.returnFromFunction();

  body.enter(run);
  Value one = body.constant(i64, 1);
  if (backward) {
    threadStep = LLVM::SubOp::create(builder, body.named("index"), counter, one);
    body.setThread(threadStep, size);
    bindCoordinates(threadStep);
  } else {
    threadStep = LLVM::AddOp::create(builder, body.named("index.next"), counter, one);
    body.setThread(counter, size);
    bindCoordinates(counter);
  }
}

void EntryPoint::openGridStrideLoop() {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Type bounds = launchBoundsStruct(builder.getContext(), rank);
  Value size = body.loadField(function.getArgument(0), bounds, {boundsSize}, i64, "dim.size");
  OpBuilder b = body.prologue();
  auto wide = [&](Value value) -> Value { return LLVM::ZExtOp::create(b, body.loc, i64, value); };
  Value blockDim = wide(NVVM::BlockDimXOp::create(b, body.loc, i32));
  Value blockId = wide(NVVM::BlockIdXOp::create(b, body.loc, i32));
  Value threadId = wide(NVVM::ThreadIdXOp::create(b, body.loc, i32));
  Value gridDim = wide(NVVM::GridDimXOp::create(b, body.loc, i32));
  Value before = LLVM::MulOp::create(b, body.loc, blockDim, blockId);
  Value first = LLVM::AddOp::create(b, body.named("first"), before, threadId);
  Value stride = LLVM::MulOp::create(b, body.named("grid.stride"), blockDim, gridDim);
  Block *run = body.newBlock("thread"), *done = body.newBlock("done");
  cast<LLVM::BrOp>(body.getEntry()->getTerminator()).getDestOperandsMutable().assign(first);

  body.enter(loopHead);
  Value index = loopHead->getArgument(0);
  setName(index, "index");
  Value more = LLVM::ICmpOp::create(builder, body.loc, LLVM::ICmpPredicate::ult, index, size);
  body.branchIf(more, run, {}, done, {});
  body.enter(done);
  body.returnFromFunction();
  body.enter(run);
  threadStep = LLVM::AddOp::create(builder, body.named("index.next"), index, stride);
  body.setThread(index, size);
  bindCoordinates(index);
}

/// The coordinates of a thread: launch dimensions beyond the kernel's own are folded into `coord_mult`, the last
/// fastest.
TidOp EntryPoint::firstTid() {
  TidOp asked;
  kernel.walk([&](TidOp op) { asked = asked ? asked : op; });
  return asked;
}

void EntryPoint::bindCoordinates(Value thread) {
  TidOp asked = firstTid();
  if (!asked)
    return;
  body.loc = unnamedLoc(asked.getLoc());
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Type bounds = launchBoundsStruct(builder.getContext(), rank);
  Value dim = function.getArgument(0);
  Value repeats = body.loadField(dim, bounds, {boundsCoordMult}, i64, "dim.coord_mult");
  Value one = body.constant(i64, 1);
  Value folded = LLVM::ICmpOp::create(builder, body.loc, LLVM::ICmpPredicate::ugt, repeats, one);
  Block *fold = body.newBlock("thread.fold"), *unravel = body.newBlock("thread.body", {i64});
  body.branchIf(folded, fold, {}, unravel, thread);
  body.enter(fold);
  Value quotient = LLVM::UDivOp::create(builder, body.loc, thread, repeats);
  body.branch(unravel, quotient);

  body.enter(unravel);
  Value rest = unravel->getArgument(0);
  Components coordinates(rank);
  for (unsigned d = rank; d-- > 1;) {
    Value extent = body.loadField(dim, bounds, {boundsShape, int32_t(d)}, i32, "dim.shape" + Twine(d));
    OpBuilder b = body.prologue();
    Value wide = LLVM::ZExtOp::create(b, body.loc, i64, extent);
    Value coordinate = LLVM::URemOp::create(builder, body.loc, rest, wide);
    rest = LLVM::UDivOp::create(builder, body.loc, rest, wide);
    coordinates[d] = LLVM::TruncOp::create(builder, body.loc, i32, coordinate);
  }
  coordinates[0] = LLVM::TruncOp::create(builder, body.loc, i32, rest);
  body.loc = UnknownLoc::get(builder.getContext());
  body.setCoordinates(coordinates);
}

void EntryPoint::closeThreadLoop() {
  body.loc = UnknownLoc::get(builder.getContext());
  if (onReturn->hasNoPredecessors()) {
    onReturn->erase();
    return;
  }
  body.resume(onReturn);
  body.branch(loopHead, threadStep);
}

} // namespace kgen::conversion
