// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-expand: builtins that a record defines by others are replaced by their definition, until none is left.

#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"

using namespace mlir;
using namespace kgen;

static const BuiltinInfo *getExpandable(Operation *op) {
  auto builtin = dyn_cast<BuiltinOpInterface>(op);
  return builtin && builtin.getBuiltinInfo().expandable ? &builtin.getBuiltinInfo() : nullptr;
}

/// An expansion may contain builtins with expansions, which stand before the op that is replaced: they are next.
static void expandOp(Operation *op, const BuiltinInfo &info) {
  OpBuilder builder(op);
  Operation *before = op->getPrevNode();
  Block *block = op->getBlock();
  Value result = op->getResult(0);
  Value expanded = info.expand(builder, unnamedLoc(op->getLoc()), op->getOperandTypes(), op->getOperands());
  if (getName(expanded).empty() && expanded.getDefiningOp())
    setName(expanded, getName(result));
  result.replaceAllUsesWith(expanded);
  Operation *next = before ? before->getNextNode() : &block->front();
  SmallVector<Operation *> created;
  for (; next != op; next = next->getNextNode())
    created.push_back(next);
  op->erase();
  for (Operation *inner : created)
    if (const BuiltinInfo *innerInfo = getExpandable(inner))
      expandOp(inner, *innerInfo);
}

void kgen::expandBuiltins(KernelOp kernel) {
  SmallVector<Operation *> expandable;
  kernel.walk([&](Operation *op) {
    if (getExpandable(op))
      expandable.push_back(op);
  });
  for (Operation *op : expandable)
    expandOp(op, *getExpandable(op));
  makeNamesUnique(kernel);
}
