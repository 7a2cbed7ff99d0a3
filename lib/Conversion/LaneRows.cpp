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
  return !accesses.empty() && isAtTop && isScalar(element) && !isBool(element) &&
         (!isWritten || areOwnToThreads(array)) &&
         llvm::all_of(accesses, [&](AccessOpInterface access) { return isInOwnRow(access, analysis); }) &&
         llvm::any_of(accesses, [](AccessOpInterface access) { return loopsAround(access).size() > 1; });
}

llvm::SetVector<Value> arraysInRows(const LaneAnalysis &analysis) {
  llvm::SetVector<Value> arrays;
  for (auto &[array, isWritten] : analysis.getArrays())
    if (hasRows(array, isWritten, analysis))
      arrays.insert(array);
  return arrays;
}

/// Emits a loop over the columns: the lanes' elements, and what holds the column as a vector.
static void forEachColumn(KernelLowering &k, Value array,
                          llvm::function_ref<void(ArrayRef<Value> elements, Value slot)> work) {
  Lanes &lanes = *k.getLanes();
  OpBuilder &b = k.builder;
  Type i64 = b.getI64Type(), pointer = k.elementPointerType();
  bool wide = k.isWide();
  k.setWide(false);
  auto bytesFrom = [&](Value from, Value bytes) -> Value {
    return LLVM::GEPOp::create(b, k.loc, pointer, b.getI8Type(), from, ValueRange(bytes));
  };
  Value rowBytes = arrayStride(k, array, 0), first = LLVM::SExtOp::create(b, k.loc, i64, lanes.first);
  Value data = arrayElements(k, array), skipped = LLVM::MulOp::create(b, k.loc, first, rowBytes);
  SmallVector<Value, 16> rows = {bytesFrom(data, skipped)};
  while (rows.size() < lanes.count)
    rows.push_back(bytesFrom(rows.back(), rowBytes));
  Value count = LLVM::SExtOp::create(b, k.loc, i64, arrayExtent(k, array, 1));
  Value zero = k.constant(i64, 0), one = k.constant(i64, 1);

  Block *head = k.newBlock("columns"), *run = k.newBlock("column"), *end = k.newBlock("columns.end");
  Value column = head->addArgument(i64, k.loc);
  k.branch(head, zero);
  k.enter(head);
  Value more = LLVM::ICmpOp::create(b, k.loc, LLVM::ICmpPredicate::slt, column, count);
  k.branchIf(more, run, {}, end, {});
  k.enter(run);
  Value bytes = LLVM::MulOp::create(b, k.loc, column, arrayStride(k, array, 1));
  SmallVector<Value, 16> elements = llvm::map_to_vector<16>(rows, [&](Value row) { return bytesFrom(row, bytes); });
  work(elements, columnOfRows(k, array, column));
  Value next = LLVM::AddOp::create(b, k.loc, column, one);
  k.branch(head, next);
  k.enter(end);
  k.setWide(wide);
}

Value columnOfRows(KernelLowering &k, Value array, Value column) {
  Lanes &lanes = *k.getLanes();
  Type type = lanes.vectorOf(registerType(elementType(array.getType())));
  return LLVM::GEPOp::create(k.builder, k.loc, k.pointerType(), type, lanes.rows.lookup(array), ValueRange(column),
                             LLVM::GEPNoWrapFlags::inbounds);
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
    forEachColumn(k, array, [&](ArrayRef<Value> elements, Value slot) {
      Value all = LLVM::PoisonOp::create(k.builder, k.loc, lanes->vectorOf(scalar));
      for (auto [lane, element] : llvm::enumerate(elements)) {
        Value number = LLVM::LoadOp::create(k.builder, k.loc, scalar, element, scalarBytes(scalar));
        all = LLVM::InsertElementOp::create(k.builder, k.loc, all, number, k.constant(k.builder.getI32Type(), lane));
      }
      LLVM::StoreOp::create(k.builder, k.loc, all, slot);
    });
  });
}

void storeRows(KernelLowering &k) {
  Lanes &lanes = *k.getLanes();
  for (Value array : lanes.inRows) {
    if (!lanes.analysis.getArrays().lookup(array))
      continue;
    Type scalar = registerType(elementType(array.getType()));
    wherePresent(k, array, [&] {
      forEachColumn(k, array, [&](ArrayRef<Value> elements, Value slot) {
        Value all = LLVM::LoadOp::create(k.builder, k.loc, lanes.vectorOf(scalar), slot);
        for (auto [lane, element] : llvm::enumerate(elements)) {
          Value index = k.constant(k.builder.getI32Type(), lane);
          Value number = LLVM::ExtractElementOp::create(k.builder, k.loc, all, index);
          LLVM::StoreOp::create(k.builder, k.loc, number, element, scalarBytes(scalar));
        }
      });
    });
  }
}

} // namespace kgen::conversion
