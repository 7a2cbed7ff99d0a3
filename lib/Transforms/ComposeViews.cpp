// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-compose-views: an access to a view becomes one to the array itself, with the view's indices before its own.

#include "kgen/IR/Builtins.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kgen;

/// Lets an op whose first operands are an array and its indices have the array of a view, and all indices.
static void composeIndices(Operation *op, ViewOp view, ArrayRef<OpFoldResult> indices) {
  SmallVector<OpFoldResult> all = view.getMixedIndices();
  llvm::append_range(all, indices);
  SmallVector<Value> operands = {view.getArray()}, old(op->getOperands());
  SmallVector<int64_t> literals;
  dispatchIndexOpFoldResults(all, operands, literals);
  size_t taken = 1 + llvm::count_if(indices, [](OpFoldResult index) { return isa<Value>(index); });
  llvm::append_range(operands, ArrayRef(old).drop_front(taken));
  op->setOperands(operands);
  op->setAttr("staticIndices", DenseI64ArrayAttr::get(op->getContext(), literals));
}

/// Lets an access of a tile have the array of a view, and the view's indices before its own offsets.
static void composeOffsets(TileAccessOpInterface op, ViewOp view) {
  OpBuilder b(op);
  SmallVector<Value> operands = {view.getArray()};
  for (OpFoldResult index : view.getMixedIndices()) {
    std::optional<int64_t> literal = getLiteral(index);
    operands.push_back(literal ? createNumber(b, op.getLoc(), b.getIntegerType(32, /*isSigned=*/true), *literal)
                               : cast<Value>(index));
  }
  llvm::append_range(operands, op->getOperands().drop_front());
  op->setOperands(operands);
}

/// True where `op` is an access to a view, or a question about one; it is one to the viewed array afterwards.
static bool compose(Operation *op) {
  auto view = op->getNumOperands() ? op->getOperand(0).getDefiningOp<ViewOp>() : ViewOp();
  if (!view)
    return false;
  if (auto access = dyn_cast<AccessOpInterface>(op))
    composeIndices(op, view, access.getMixedIndices());
  else if (auto access = dyn_cast<TileAccessOpInterface>(op))
    composeOffsets(access, view);
  else if (auto inner = dyn_cast<ViewOp>(op))
    composeIndices(op, view, inner.getMixedIndices());
  else if (auto shape = dyn_cast<ShapeOp>(op)) {
    shape.setDimension(shape.getDimension() + view.getStaticIndices().size());
    shape.getArrayMutable().assign(view.getArray());
  } else {
    return false;
  }
  return true;
}

void kgen::composeViews(KernelOp kernel) {
  SmallVector<ViewOp> views;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    compose(op); // once is enough: the view itself has been composed before
    if (auto view = dyn_cast<ViewOp>(op))
      views.push_back(view);
  });
  for (ViewOp view : llvm::reverse(views))
    if (view.use_empty())
      view.erase();
}
