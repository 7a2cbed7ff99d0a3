// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proves races between threads whose coordinates differ by a constant. It warns only of what it proves; that nothing is
// said proves nothing (kgen-run finds the races of a launch by running it).

#include "Races.h"
#include "../LinearForm.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

static bool isCoordinate(Value value) { return isa_and_present<TidOp>(value.getDefiningOp()); }

/// Whether an index is a coordinate of the thread plus a constant.
static bool isShiftedCoordinate(const LinearForm &index) {
  return index.terms.size() == 1 && index.terms.front().second == 1 && isCoordinate(index.terms.front().first);
}

/// Whether all threads between two others enter a branch if those do: a condition on where the thread lies.
static bool isOfNeighbours(Value condition) {
  Operation *op = condition.getDefiningOp();
  if (isa_and_present<AndOp>(op))
    return llvm::all_of(op->getOperands(), isOfNeighbours);
  auto compared = dyn_cast_if_present<CmpOp>(op);
  if (!compared || compared.getPredicate() == CmpPredicate::eq || compared.getPredicate() == CmpPredicate::ne)
    return false;
  return llvm::all_of(op->getOperands(), [](Value side) {
    if (!isInt(side.getType()))
      return false;
    LinearForm form(side);
    return llvm::all_of(form.terms, [](const auto &term) {
      return isCoordinate(term.first) || isa<BlockArgument>(term.first) || isa<ShapeOp>(term.first.getDefiningOp());
    });
  });
}

/// Whether a thread runs an op if its neighbours do.
static bool isRunByNeighbours(Operation *op) {
  for (Operation *parent = op->getParentOp(); !isa<KernelOp>(parent); parent = parent->getParentOp()) {
    auto branch = dyn_cast<IfOp>(parent);
    if (branch ? !isOfNeighbours(branch.getCondition()) : !isa<ForOp>(parent))
      return false;
  }
  return true;
}

/// Whether what one thread reads is what another, a constant away, writes.
static bool areOfNeighbours(AccessOpInterface load, AccessOpInterface store) {
  bool isAway = false;
  for (auto [read, written] : llvm::zip(load.getElementIndices(), store.getElementIndices())) {
    LinearForm from(read), to(written);
    if (from == to)
      continue;
    if (!isShiftedCoordinate(from) || !from.hasTermsOf(to))
      return false;
    isAway = true;
  }
  return isAway && isRunByNeighbours(load) && isRunByNeighbours(store);
}

void kgen::transforms::warnOfRaces(KernelOp primal, const Activity &activity) {
  SmallVector<AccessOpInterface> stores;
  primal.getBody().walk([&](AccessOpInterface op) {
    if (op.writesElement() && !op.getUpdate())
      stores.push_back(op);
  });
  primal.getBody().walk([&](AccessOpInterface load) {
    if (load.writesElement() || !activity.isActive(load))
      return;
    auto *store = llvm::find_if(stores, [&](AccessOpInterface store) {
      return store.getArray() == load.getArray() && areOfNeighbours(load, store);
    });
    if (store == stores.end())
      return;
    InFlightDiagnostic warning =
        load->emitWarning("the gradient depends on the order of the threads: this element of '")
        << getName(load.getArray()) << "' is stored by another thread of the launch";
    warning.attachNote((*store)->getLoc()) << "it is stored here, without an atomic";
  });
}
