// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the plan that Needs has made, and decides nothing.

#include "Plan.h"
#include "Replay.h"
#include "kgen/IR/Names.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

static void printName(Value value, raw_ostream &os) {
  StringRef name = getName(value);
  if (!name.empty())
    os << "'" << name << "'";
  else if (Operation *op = value.getDefiningOp())
    os << op->getName();
  else
    os << "a carried value";
}

/// How the backward has a value; "" for one that it has at once.
static std::string describe(Value value, const Needs &needs) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<LoopOpInterface>(argument.getOwner()->getParentOp());
    if (!loop)
      return "";
    std::optional<unsigned> number = loop.getCarryNumber(argument);
    return number && !findIncrement(loop, *number) ? "loop state" : "closed form of the trip's number";
  }
  Operation *op = value.getDefiningOp();
  if (isa<ConstantOp, TidOp, ShapeOp>(op))
    return "";
  if (auto record = dyn_cast<RecordOp>(op)) {
    std::optional<int64_t> slot = getConstant(record.getSlot());
    return "recorded" + (slot ? ", in slot " + std::to_string(*slot) : "");
  }
  if (isa<AccessOpInterface>(op))
    return "reloaded";
  if (StoreOp store = needs.reloadedFrom(value))
    return ("reloaded from '" + getName(store.getArray()) + "', where it was stored").str();
  return op->getNumRegions() ? "by a replay" : "recomputed";
}

static void printLoop(LoopOpInterface loop, const Needs &needs, raw_ostream &os) {
  BlockArgument induction = loop.getInductionVar();
  os << "loop";
  if (induction && !getName(induction).empty())
    os << " over '" << getName(induction) << "'";
  os << ": trips "
     << (getRecordedTrips(loop)    ? "recorded"
         : needs.countsTrips(loop) ? "counted by a replay"
                                   : "by formula");
  if (!needs.isRerun(loop)) {
    os << ", no state\n";
    return;
  }
  os << ", state";
  StringRef separator = " ";
  for (unsigned i : stateCarries(needs, loop)) {
    os << separator;
    printName(loop.getCarries()[i], os);
    separator = ", ";
  }
  os << "\n";
}

/// Notes where the line comes from that is printed next.
static void noteLine(Location loc, SourceLines *lines) {
  if (!lines)
    return;
  lines->lines.emplace_back();
  if (std::optional<unsigned> line = sourceLine(loc, lines->file))
    addLine(lines->lines.back(), *line);
}

static void printBlock(Block &block, unsigned indent, const Activity &activity, const Needs &needs, raw_ostream &os,
                       SourceLines *lines) {
  auto printValue = [&](Value value) {
    std::string how = needs.inReverse(value) ? describe(value, needs) : "";
    if (how.empty())
      return;
    noteLine(value.getLoc(), lines);
    os.indent(2 * indent);
    printName(value, os);
    os << ": " << how << "\n";
  };
  llvm::for_each(block.getArguments(), printValue);
  for (Operation &op : block) {
    llvm::for_each(op.getResults(), printValue);
    bool isReversed = activity.isActive(&op);
    if (isa<LoopOpInterface, IfOp>(op) && isReversed)
      noteLine(op.getLoc(), lines);
    if (auto loop = dyn_cast<LoopOpInterface>(op); loop && isReversed)
      printLoop(loop, needs, os.indent(2 * indent));
    else if (isa<IfOp>(op) && isReversed)
      os.indent(2 * indent) << "if\n";
    if (!isReversed)
      continue;
    if (auto loop = dyn_cast<LoopOpInterface>(op))
      printBlock(loop.getBodyBlock(), indent + 1, activity, needs, os, lines);
    else
      for (Region &region : op.getRegions())
        for (Block &nested : region)
          printBlock(nested, indent + 1, activity, needs, os, lines);
  }
}

void kgen::transforms::printPlan(KernelOp primal, const Activity &activity, const Needs &needs, raw_ostream &os,
                                 SourceLines *lines) {
  printBlock(primal.getBody().front(), 1, activity, needs, os, lines);
}
