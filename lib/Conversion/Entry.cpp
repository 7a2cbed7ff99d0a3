// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry point around a kernel's body: Warp's parameters, and the loop over the threads of the launch.

#include "KernelLowering.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace kgen {

/// The kernel that a backward kernel is the adjoint of; a forward kernel itself.
static KernelOp forwardOf(KernelOp kernel) {
  if (!kernel.isBackward())
    return kernel;
  auto forward = SymbolTable::lookupNearestSymbolFrom<KernelOp>(kernel, kernel.getAdjointOfAttr());
  return forward ? forward : kernel;
}

std::string entryPointName(KernelOp kernel, Target target) {
  StringRef name = kernel.isBackward() ? *kernel.getAdjointOf() : kernel.getSymName();
  StringRef infix = target == Target::CPU ? "_cpu" : "_cuda_kernel";
  return (name + infix + (kernel.isBackward() ? "_backward" : "_forward")).str();
}

unsigned launchRank(KernelOp kernel) {
  unsigned rank = 1;
  auto visit = [&](TidOp tid) { rank = std::max(rank, tid->getNumResults()); };
  kernel.walk(visit);
  if (kernel.isBackward())
    forwardOf(kernel).walk(visit);
  return rank;
}

LogicalResult KernelLowering::run(StringRef chip) {
  createFunction(chip);
  openThreadLoop();
  LogicalResult result = lowerBlock(kernel.getBody().front(), [](YieldOp) {});
  if (failed(result)) {
    function.erase();
    return failure();
  }
  closeThreadLoop();
  return success();
}

//===----------------------------------------------------------------------===//
// The function and its parameters
//===----------------------------------------------------------------------===//

/// A parameter that a CUDA kernel takes as memory is a pointer to a copy of it in parameter space.
static void markByValue(LLVM::LLVMFuncOp function, unsigned index, Type type, unsigned alignment) {
  Builder b(function.getContext());
  function.setArgAttr(index, LLVM::LLVMDialect::getByValAttrName(), TypeAttr::get(type));
  function.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(), b.getI64IntegerAttr(alignment));
}

void KernelLowering::createFunction(StringRef chip) {
  SmallVector<Type> types = {pointerType()};
  if (onGPU()) {
    for (Type type : kernel.getArgumentTypes())
      types.push_back(isMemoryParameter(type) ? pointerType() : parameterType(type));
  } else {
    types.append(kernel.isBackward() ? 2 : 1, pointerType());
  }
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), types);
  function = LLVM::LLVMFuncOp::create(builder, loc, entryPointName(kernel, target), type);
  function.setNoUnwind(true);
  if (!chip.empty())
    function.setTargetCpu(chip);
  if (onGPU())
    function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  entry = function.addEntryBlock(builder);
  labels[entry] = builder.getStringAttr("entry");
  setName(entry->getArgument(0), "dim");
  if (onGPU())
    markByValue(function, 0, launchBoundsStruct(builder.getContext(), rank), 8);
}

/// Binds a parameter of the kernel to where it lies in memory; arrays are read field by field, when they are used.
void KernelLowering::bindParameter(BlockArgument parameter, Value pointer, Type structType, unsigned field) {
  Type type = parameter.getType();
  OpBuilder b = prologue();
  if (structType) {
    StringRef name = isArray(type) ? getName(parameter) : "";
    Location fieldLoc = name.empty() ? loc : nameLoc(name, loc);
    pointer = LLVM::GEPOp::create(b, fieldLoc, pointerType(), structType, pointer,
                                  ArrayRef<LLVM::GEPArg>{0, int32_t(field)}, LLVM::GEPNoWrapFlags::inbounds);
  }
  if (isArray(type)) {
    buffers[parameter].pointer = pointer;
    return;
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(entry->getTerminator());
  set(parameter, loadElement(*this, type, pointer));
}

void KernelLowering::bindParameters() {
  ArrayRef<Type> types = kernel.getArgumentTypes();
  unsigned numForward = kernel.isBackward() ? types.size() / 2 : types.size();
  if (!onGPU()) {
    setName(entry->getArgument(1), "args");
    if (kernel.isBackward())
      setName(entry->getArgument(2), "adj_args");
    Type arguments = argumentStruct(builder.getContext(), types.take_front(numForward));
    for (BlockArgument parameter : kernel.getBody().getArguments()) {
      unsigned i = parameter.getArgNumber();
      bindParameter(parameter, entry->getArgument(1 + i / std::max(numForward, 1u)), arguments, i % numForward);
    }
    return;
  }
  for (BlockArgument parameter : kernel.getBody().getArguments()) {
    Type type = parameter.getType();
    BlockArgument argument = entry->getArgument(1 + parameter.getArgNumber());
    if (!getName(parameter).empty())
      setName(argument, getName(parameter));
    if (isMemoryParameter(type)) {
      markByValue(function, argument.getArgNumber(), parameterType(type), parameterAlignment(type));
      bindParameter(parameter, argument, nullptr, 0);
    } else if (isBool(type)) {
      OpBuilder b = prologue();
      set(parameter, LLVM::TruncOp::create(b, loc, b.getI1Type(), argument).getResult());
    } else {
      set(parameter, argument);
    }
  }
}

//===----------------------------------------------------------------------===//
// The loop over the threads
//===----------------------------------------------------------------------===//

void KernelLowering::openThreadLoop() {
  builder.setInsertionPointToEnd(entry);
  loopHead = newBlock("threads", {builder.getI64Type()});
  onReturn = newBlock("thread.end");
  // The prologue grows in front of this branch, whose operand comes with the loop.
  Value start = constant(builder.getI64Type(), 0);
  branch(loopHead, start);
  bindParameters();
  if (onGPU())
    openGridStrideLoop();
  else
    openCpuLoop();
}

/// Ascending in the forward. Descending in the backward: the adjoint of a sequence of threads.
void KernelLowering::openCpuLoop() {
  Type i64 = builder.getI64Type();
  Type bounds = launchBoundsStruct(builder.getContext(), rank);
  Value size = loadField(entry->getArgument(0), bounds, {boundsSize}, i64, "dim.size");
  bool backward = kernel.isBackward();
  Block *body = newBlock("thread"), *done = newBlock("done");
  if (backward)
    cast<LLVM::BrOp>(entry->getTerminator()).getDestOperandsMutable().assign(size);

  enter(loopHead);
  Value counter = loopHead->getArgument(0);
  setName(counter, backward ? "remaining" : "index");
  Value limit = backward ? constant(i64, 0) : size;
  auto predicate = backward ? LLVM::ICmpPredicate::ne : LLVM::ICmpPredicate::ult;
  Value more = LLVM::ICmpOp::create(builder, loc, predicate, counter, limit);
  branchIf(more, body, {}, done, {});
  enter(done);
  LLVM::ReturnOp::create(builder, NameLoc::get(labels[done], loc), ValueRange());

  enter(body);
  Value one = constant(i64, 1);
  if (backward) {
    threadStep = LLVM::SubOp::create(builder, nameLoc("index", loc), counter, one);
    bindCoordinates(threadStep);
  } else {
    threadStep = LLVM::AddOp::create(builder, nameLoc("index.next", loc), counter, one);
    bindCoordinates(counter);
  }
}

void KernelLowering::openGridStrideLoop() {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Type bounds = launchBoundsStruct(builder.getContext(), rank);
  Value size = loadField(entry->getArgument(0), bounds, {boundsSize}, i64, "dim.size");
  OpBuilder b = prologue();
  auto wide = [&](Value value) -> Value { return LLVM::ZExtOp::create(b, loc, i64, value); };
  Value blockDim = wide(NVVM::BlockDimXOp::create(b, loc, i32));
  Value blockId = wide(NVVM::BlockIdXOp::create(b, loc, i32));
  Value threadId = wide(NVVM::ThreadIdXOp::create(b, loc, i32));
  Value gridDim = wide(NVVM::GridDimXOp::create(b, loc, i32));
  Value before = LLVM::MulOp::create(b, loc, blockDim, blockId);
  Value first = LLVM::AddOp::create(b, nameLoc("first", loc), before, threadId);
  Value stride = LLVM::MulOp::create(b, nameLoc("grid.stride", loc), blockDim, gridDim);
  Block *body = newBlock("thread"), *done = newBlock("done");
  cast<LLVM::BrOp>(entry->getTerminator()).getDestOperandsMutable().assign(first);

  enter(loopHead);
  Value index = loopHead->getArgument(0);
  setName(index, "index");
  Value more = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult, index, size);
  branchIf(more, body, {}, done, {});
  enter(done);
  LLVM::ReturnOp::create(builder, NameLoc::get(labels[done], loc), ValueRange());
  enter(body);
  threadStep = LLVM::AddOp::create(builder, nameLoc("index.next", loc), index, stride);
  bindCoordinates(index);
}

/// The coordinates of a thread: launch dimensions beyond the kernel's own are folded into `coord_mult`, the last
/// fastest.
void KernelLowering::bindCoordinates(Value thread) {
  bool asked = false;
  kernel.walk([&](TidOp) { asked = true; });
  if (!asked)
    return;
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Type bounds = launchBoundsStruct(builder.getContext(), rank);
  Value dim = entry->getArgument(0);
  Value repeats = loadField(dim, bounds, {boundsCoordMult}, i64, "dim.coord_mult");
  Value one = constant(i64, 1);
  Value folded = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ugt, repeats, one);
  Block *fold = newBlock("thread.fold"), *unravel = newBlock("thread.body", {i64});
  branchIf(folded, fold, {}, unravel, thread);
  enter(fold);
  Value quotient = LLVM::UDivOp::create(builder, loc, thread, repeats);
  branch(unravel, quotient);

  enter(unravel);
  Value rest = unravel->getArgument(0);
  coordinates.resize(rank);
  for (unsigned d = rank; d-- > 1;) {
    Value extent = loadField(dim, bounds, {boundsShape, int32_t(d)}, i32, "dim.shape" + Twine(d));
    OpBuilder b = prologue();
    Value wide = LLVM::ZExtOp::create(b, loc, i64, extent);
    Value coordinate = LLVM::URemOp::create(builder, loc, rest, wide);
    rest = LLVM::UDivOp::create(builder, loc, rest, wide);
    coordinates[d] = LLVM::TruncOp::create(builder, loc, i32, coordinate);
  }
  coordinates[0] = LLVM::TruncOp::create(builder, loc, i32, rest);
}

void KernelLowering::closeThreadLoop() {
  loc = UnknownLoc::get(builder.getContext());
  if (onReturn->hasNoPredecessors()) {
    onReturn->erase();
    return;
  }
  resume(onReturn);
  branch(loopHead, threadStep);
}

LogicalResult lowerTid(TidOp op, KernelLowering &k) {
  for (auto [coordinate, value] : llvm::zip(op.getCoordinates(), k.coordinates))
    k.set(coordinate, value);
  return success();
}

} // namespace kgen
