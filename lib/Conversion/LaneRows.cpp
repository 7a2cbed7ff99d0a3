// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of an array that are the lanes' own, where loops in loops go through them again and again: elements that lie
// apart in memory are turned into vectors once, before the body, and back behind it.

#include "LaneElements.h"
#include "kgen/IR/ValueLayout.h"

using namespace mlir;

namespace kgen::conversion {

/// Whether an access is to an element of the row whose number is the lane's coordinate, the same column in all lanes.
static bool isInOwnRow(AccessOpInterface access, const LaneAnalysis &analysis) {
  SmallVector<OpFoldResult> indices = access.getElementIndices();
  auto row = indices.size() == 2 ? dyn_cast<Value>(indices.front()) : Value();
  return row && row.getDefiningOp<TidOp>() && analysis.getStep(row) == 1 && analysis.getStep(indices.back()) == 0;
}

/// Whether the rows of an array or gradient of a kernel are worth it.
static bool hasRows(Value array, bool isWritten, const LaneAnalysis &analysis) {
  Type element = elementType(array.getType());
  SmallVector<AccessOpInterface> accesses = allAccesses(array);
  auto gradient = array.getDefiningOp<GradientOp>();
  bool isAtTop = !gradient || isa<KernelOp>(gradient->getParentOp());
  return !accesses.empty() && isAtTop && isScalar(element) && scalarBytes(element) >= 4 &&
         (!isWritten || areOwnToThreads(array)) &&
         llvm::all_of(accesses, [&](AccessOpInterface access) { return isInOwnRow(access, analysis); }) &&
         llvm::any_of(accesses, [](AccessOpInterface access) { return !loopsAround(access).empty(); });
}

llvm::SetVector<Value> arraysInRows(const LaneAnalysis &analysis) {
  llvm::SetVector<Value> arrays;
  for (auto &[array, isWritten] : analysis.getArrays())
    if (hasRows(array, isWritten, analysis))
      arrays.insert(array);
  return arrays;
}

/// Emits a loop over the columns, `leastColumns` at a time: where the lanes' elements of them are, and the number of
/// the first one. The last ones may be among those before.
static void forEachColumns(KernelLowering &k, Value array,
                           llvm::function_ref<void(AddressOfNumber elements, Value first)> work) {
  Lanes &lanes = *k.getLanes();
  OpBuilder &b = k.builder;
  Type i64 = b.getI64Type(), pointer = k.elementPointerType(), scalar = registerType(elementType(array.getType()));
  auto narrow = k.wideScope(false);
  lanes.contiguous.insert(array);
  auto bytesFrom = [&](Value from, Value bytes) -> Value {
    return LLVM::GEPOp::create(b, k.loc, pointer, b.getI8Type(), from, ValueRange(bytes));
  };
  Value rowBytes = arrayStride(k, array, 0), first = LLVM::SExtOp::create(b, k.loc, i64, lanes.first);
  Value data = arrayElements(k, array), skipped = LLVM::MulOp::create(b, k.loc, first, rowBytes);
  SmallVector<Value, 16> rows = {bytesFrom(data, skipped)};
  while (rows.size() < lanes.count)
    rows.push_back(bytesFrom(rows.back(), rowBytes));
  Value count = LLVM::SExtOp::create(b, k.loc, i64, arrayExtent(k, array, 1));
  Value zero = k.constant(i64, 0), step = k.constant(i64, leastColumns);
  Value last = LLVM::SubOp::create(b, k.loc, count, step);

  Block *head = k.newBlock("columns"), *run = k.newBlock("column"), *end = k.newBlock("columns.end");
  Value column = head->addArgument(i64, k.loc);
  k.branch(head, zero);
  k.enter(head);
  Value more = LLVM::ICmpOp::create(b, k.loc, LLVM::ICmpPredicate::slt, column, count);
  k.branchIf(more, run, {}, end, {});
  k.enter(run);
  Value at = LLVM::SMinOp::create(b, k.loc, column, last);
  auto address = [&](unsigned lane, unsigned number) -> Value {
    Value element = LLVM::GEPOp::create(b, k.loc, pointer, scalar, rows[lane], ValueRange(at));
    return LLVM::GEPOp::create(b, k.loc, pointer, scalar, element, LLVM::GEPArg(number));
  };
  work(address, at);
  Value next = LLVM::AddOp::create(b, k.loc, column, step);
  k.branch(head, next);
  k.enter(end);
}

Value columnOfRows(KernelLowering &k, Value array, Value column) {
  Lanes &lanes = *k.getLanes();
  Type type = lanes.vectorOf(registerType(elementType(array.getType())));
  return LLVM::GEPOp::create(k.builder, k.loc, k.pointerType(), type, lanes.rows.lookup(array), ValueRange(column),
                             LLVM::GEPNoWrapFlags::inbounds);
}

/// The address at which the i-th column from a first one on is kept.
static Value columnBehind(KernelLowering &k, Value array, Value first, unsigned i) {
  return columnOfRows(k, array, LLVM::AddOp::create(k.builder, k.loc, first, k.constant(first.getType(), i)));
}

/// Runs `work` where there is an array: a gradient may be absent.
static void wherePresent(KernelLowering &k, Value array, llvm::function_ref<void()> work) {
  if (Value present = k.getBuffer(array).present)
    k.guarded(present, work);
  else
    work();
}

void loadRows(Value array, KernelLowering &k) {
  Lanes *lanes = k.getLanes();
  if (!lanes || !lanes->inRows.contains(array))
    return;
  Type scalar = registerType(elementType(array.getType()));
  lanes->rows[array] = allocateLanes(k, scalar, mostColumns);
  wherePresent(k, array, [&] {
    forEachColumns(k, array, [&](AddressOfNumber elements, Value first) {
      Components columns = loadPacked(k, elements, scalar, leastColumns);
      for (auto [i, column] : llvm::enumerate(columns))
        LLVM::StoreOp::create(k.builder, k.loc, column, columnBehind(k, array, first, i));
    });
  });
}

void storeRows(KernelLowering &k) {
  Lanes &lanes = *k.getLanes();
  for (Value array : lanes.inRows) {
    if (!lanes.analysis.getArrays().lookup(array))
      continue;
    Type type = lanes.vectorOf(registerType(elementType(array.getType())));
    wherePresent(k, array, [&] {
      forEachColumns(k, array, [&](AddressOfNumber elements, Value first) {
        Components columns;
        for (unsigned i = 0; i < leastColumns; ++i)
          columns.push_back(LLVM::LoadOp::create(k.builder, k.loc, type, columnBehind(k, array, first, i)));
        storePacked(k, elements, columns);
      });
    });
  }
}

} // namespace kgen::conversion
