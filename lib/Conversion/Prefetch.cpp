// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements whose indices lie in memory, one for each thread, are asked for some threads before they are needed: a
// processor foresees the indices, not what they lead to.

#include "LaneElements.h"

using namespace mlir;

namespace kgen::conversion {

/// How many threads ahead: about as long as memory takes.
static constexpr int64_t distance = 16;

/// The arrays that a thread accesses at the index that is loaded, and whether it writes there; each once.
static llvm::MapVector<Value, bool> arraysBehind(LoadOp op, KernelLowering &k) {
  llvm::MapVector<Value, bool> arrays;
  for (Operation *user : op.getResult().getUsers()) {
    auto access = dyn_cast<AccessOpInterface>(user);
    if (!access || access.getRank() != 1 || access.getElementIndices().front() != OpFoldResult(op.getResult()))
      continue;
    Value array = access.getArray();
    bool isKnown = isa<BlockArgument>(array) || k.getBuffer(array).data; // a gradient may come later
    isKnown &= k.getLanes() || k.isDense(array);
    if (isKnown)
      arrays[array] |= access.writesElement();
  }
  return arrays;
}

/// Whether the arrays are together too long for a cache, in which they would be before they could be asked for; decided
/// before the threads run.
static Value areLong(KernelLowering &k, const llvm::MapVector<Value, bool> &arrays) {
  SmallVector<std::pair<Value, Value>> known;
  for (auto [array, isWritten] : arrays)
    known.emplace_back(arrayExtent(k, array, 0), arrayStride(k, array, 0));
  OpBuilder b = k.prologue();
  Type i64 = b.getI64Type();
  Value bytes = LLVM::ConstantOp::create(b, k.loc, i64, b.getI64IntegerAttr(0));
  for (auto [extent, stride] : known) {
    Value wide = LLVM::SExtOp::create(b, k.loc, i64, extent);
    bytes = LLVM::AddOp::create(b, k.loc, bytes, LLVM::MulOp::create(b, k.loc, wide, stride));
  }
  Value most = LLVM::ConstantOp::create(b, k.loc, i64, b.getI64IntegerAttr(cacheBytes));
  return LLVM::ICmpOp::create(b, k.loc, LLVM::ICmpPredicate::sgt, bytes, most);
}

/// Whether an element may begin in one line of a cache and end in the next: arrays begin at whole 16 bytes.
static bool mayLieInTwoLines(int64_t bytes) { return bytes > 16 || !llvm::isPowerOf2_64(bytes); }

static void prefetch(KernelLowering &k, const llvm::MapVector<Value, bool> &arrays, Value index) {
  OpBuilder &b = k.builder;
  index = LLVM::SExtOp::create(b, k.loc, b.getI64Type(), index);
  // Of any address at all: a prefetch does not fail.
  auto ask = [&](Value from, Value bytes, bool isWritten) {
    Value address = LLVM::GEPOp::create(b, k.loc, k.elementPointerType(), b.getI8Type(), from, ValueRange(bytes));
    LLVM::Prefetch::create(b, k.loc, address, /*rw=*/isWritten, /*hint=*/3, /*cache=*/1);
    return address;
  };
  for (auto [array, isWritten] : arrays) {
    Value offset = LLVM::MulOp::create(b, k.loc, index, arrayStride(k, array, 0));
    Value element = ask(arrayElements(k, array), offset, isWritten);
    int64_t size = ValueLayout::of(elementType(array.getType())).getSize();
    if (mayLieInTwoLines(size))
      ask(element, k.constant(b.getI64Type(), size - 1), isWritten);
  }
}

/// Whether threads that follow one another load indices that do, without a gap.
static bool followOneAnother(LoadOp op, KernelLowering &k) {
  if (Lanes *lanes = k.getLanes())
    return lanes->analysis.followOneAnother(op);
  AccessOpInterface access = op;
  auto index = cast<Value>(access.getElementIndices().back());
  auto tid = index.getDefiningOp<TidOp>();
  return tid && index == tid->getResults().back() && k.isDense(op.getArray());
}

void prefetchBehind(LoadOp op, KernelLowering &k) {
  AccessOpInterface access = op;
  bool isTop = isa<KernelOp>(op->getParentOp()), isIndex = op.getType().isSignedInteger(32);
  bool isWhole = access.getPath().empty(); // the indices ahead lie side by side
  if (!isTop || !isIndex || !isWhole || access.getRank() != 1 || getLiteral(access.getElementIndices().front()) ||
      !followOneAnother(op, k))
    return;
  auto thread = cast<Value>(access.getElementIndices().front());
  if (!k.ranges.isNonNegative(thread))
    return;
  llvm::MapVector<Value, bool> arrays = arraysBehind(op, k);
  if (arrays.empty())
    return;
  OpBuilder &b = k.builder;
  Lanes *lanes = k.getLanes();
  unsigned count = lanes ? lanes->count : 1;
  bool descends = cast<KernelOp>(op->getParentOp()).isBackward();
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  auto narrow = k.wideScope(false);
  auto wideNumber = [&](Value value) -> Value { return LLVM::SExtOp::create(b, k.loc, i64, value); };
  Value first = wideNumber(lanes ? inFirstLane(k, thread) : k.getScalar(thread));
  Value ahead = LLVM::AddOp::create(b, k.loc, first, k.constant(i64, descends ? -distance : distance));
  Value last = LLVM::AddOp::create(b, k.loc, ahead, k.constant(i64, count));
  Value isThere = descends ? LLVM::ICmpOp::create(b, k.loc, LLVM::ICmpPredicate::sge, ahead, k.constant(i64, 0))
                           : LLVM::ICmpOp::create(b, k.loc, LLVM::ICmpPredicate::sle, last,
                                                  wideNumber(arrayExtent(k, op.getArray(), 0)));
  k.guarded(LLVM::AndOp::create(b, k.loc, isThere, areLong(k, arrays)), [&] {
    Value address = LLVM::GEPOp::create(b, k.loc, k.elementPointerType(), i32, arrayElements(k, op.getArray()),
                                        ValueRange(ahead), LLVM::GEPNoWrapFlags::inbounds);
    Value indices = LLVM::LoadOp::create(b, k.loc, lanes ? Type(lanes->vectorOf(i32)) : i32, address, 4);
    for (unsigned lane = 0; lane < count; ++lane)
      prefetch(k, arrays, lanes ? LLVM::ExtractElementOp::create(b, k.loc, indices, k.constant(i32, lane)) : indices);
  });
}

} // namespace kgen::conversion
