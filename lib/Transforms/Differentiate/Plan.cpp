// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the plan that Needs has made, and decides nothing.

#include "Plan.h"
#include "Replay.h"
#include "kgen/IR/Names.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

static std::string nameOf(Value value) {
  if (StringRef name = getName(value); !name.empty())
    return ("'" + name + "'").str();
  Operation *op = value.getDefiningOp();
  return op ? op->getName().getStringRef().str() : "a carried value";
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
  if (isa<AccessOpInterface, TileAccessOpInterface>(op))
    return "reloaded";
  if (StoreOp store = needs.reloadedFrom(value))
    return ("reloaded from '" + getName(store.getArray()) + "', where it was stored").str();
  return op->getNumRegions() ? "by a replay" : "recomputed";
}

static std::string describe(LoopOpInterface loop, const Needs &needs) {
  BlockArgument induction = loop.getInductionVar();
  std::string text = "loop";
  if (induction && !getName(induction).empty())
    text += (" over '" + getName(induction) + "'").str();
  text += ": trips ";
  text += getRecordedTrips(loop) ? "recorded" : needs.countsTrips(loop) ? "counted by a replay" : "by formula";
  if (!needs.isRerun(loop))
    return text + ", no state";
  text += ", state";
  StringRef separator = " ";
  for (unsigned i : stateCarries(needs, loop)) {
    text += separator.str() + nameOf(loop.getCarries()[i]);
    separator = ", ";
  }
  return text;
}

/// Takes one decision of the plan, where it is made, and how deeply it is nested.
using Say = llvm::function_ref<void(Location, unsigned depth, const std::string &text)>;

static void visitBlock(Block &block, unsigned depth, const Activity &activity, const Needs &needs, Say say) {
  auto visitValue = [&](Value value) {
    std::string how = needs.inReverse(value) ? describe(value, needs) : "";
    if (!how.empty())
      say(value.getLoc(), depth, nameOf(value) + ": " + how);
  };
  llvm::for_each(block.getArguments(), visitValue);
  for (Operation &op : block) {
    llvm::for_each(op.getResults(), visitValue);
    if (!activity.isActive(&op))
      continue;
    auto loop = dyn_cast<LoopOpInterface>(op);
    if (loop)
      say(op.getLoc(), depth, describe(loop, needs));
    else if (isa<IfOp>(op))
      say(op.getLoc(), depth, "if");
    if (loop) {
      visitBlock(loop.getBodyBlock(), depth + 1, activity, needs, say);
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        visitBlock(nested, depth + 1, activity, needs, say);
  }
}

/// Notes where the line comes from that is printed next.
static void noteLine(Location loc, SourceLines *lines) {
  if (!lines)
    return;
  lines->lines.emplace_back();
  if (std::optional<unsigned> line = sourceLine(loc, lines->file))
    addLine(lines->lines.back(), *line);
}

void kgen::transforms::printPlan(KernelOp primal, const Activity &activity, const Needs &needs, raw_ostream &os,
                                 SourceLines *lines) {
  auto print = [&](Location loc, unsigned depth, const std::string &text) {
    noteLine(loc, lines);
    os.indent(2 * depth) << text << "\n";
  };
  visitBlock(primal.getBody().front(), 1, activity, needs, print);
}

void kgen::transforms::remarkPlan(KernelOp primal, const Activity &activity, const Needs &needs) {
  if (!primal.getContext()->getRemarkEngine())
    return;
  auto options = remark::RemarkOpts::name("GradientPlan").category("gradient-plan").function(primal.getSymName());
  auto emit = [&](Location loc, unsigned, const std::string &text) {
    if (text != "if") // decides nothing
      remark::analysis(loc, options) << remark::add("{0}", text);
  };
  visitBlock(primal.getBody().front(), 1, activity, needs, emit);
}
