// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements with blocks: branches, chains of `elif`, loops, and the ways out of them.

#include "KernelPrinter.h"

#include "kgen/IR/Names.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace kgen::text {

std::string KernelPrinter::nested(Block &inner, Comments opening) {
  std::string outer = std::move(out);
  out.clear();
  std::swap(pending, opening);
  ++indent;
  block(inner);
  --indent;
  std::swap(pending, opening);
  std::string text = std::move(out);
  out = std::move(outer);
  return text;
}

/// Some languages have a word for an empty block.
static std::string orEmptyBlock(std::string text, const Language &language, unsigned indent) {
  StringRef statement = language.style().emptyBlock;
  if (statement.empty() || hasCode(text, language))
    return text;
  return text + std::string(4 * indent + 4, ' ') + statement.str() + "\n";
}

/// The `if` that is all of an `else` block: together they are an `elif`.
IfOp KernelPrinter::elifOf(Block *block) {
  IfOp found;
  for (Operation &op : block->without_terminator()) {
    if (placement.isInline(&op))
      continue;
    auto ifOp = dyn_cast<IfOp>(op);
    if (!ifOp || found || placement.isExpression(ifOp) || !variables.declaredBefore(ifOp).empty())
      return {};
    found = ifOp;
  }
  auto end = dyn_cast<YieldOp>(block->getTerminator());
  if (!found || !end || &*std::prev(block->end(), 2) != found)
    return {};
  auto outer = cast<IfOp>(block->getParentOp());
  bool isElse = !commentsOf(outer, "kgen.else_lead").empty() || !commentsOf(outer, "kgen.else_tail").empty();
  if (isElse || !commentsOf(end, "kgen.trail").empty())
    return {};
  for (auto [result, value] : llvm::zip(outer.getResults(), end.getValues()))
    if (variables.of(result) != variables.of(value))
      return {};
  return found;
}

void KernelPrinter::ifStatement(IfOp op) {
  if (placement.isExpression(op))
    return define(op);
  elifChain(op, "");
}

/// Prints an `if`, or where `head` is not empty an `elif`, and what belongs to its chain.
void KernelPrinter::elifChain(IfOp op, StringRef head) {
  Printing printing(*this, op);
  Expr condition = use(op.getCondition());
  Comments tail = commentsOf(op, "kgen.tail"), elseLead = commentsOf(op, "kgen.else_lead");
  Comments elseTail = commentsOf(op, "kgen.else_tail"), lead = head.empty() ? Comments() : commentsOf(op, "kgen.lead");
  // Above a line that also closes a block there is no place for a comment: it opens the next block.
  bool opensBlock = !language.close().empty();
  std::string thenText = nested(*op.thenBlock(), opensBlock ? lead : Comments());
  Block *elseBlock = op.elseBlock();
  IfOp elif = elseBlock ? elifOf(elseBlock) : IfOp();
  bool isTurned = language.style().turnsEmptyArms && thenText.empty() && !elif;
  if (isTurned)
    llvm::append_range(elseLead, std::exchange(elseTail, {}));
  std::string elseText = elseBlock && !elif ? nested(*elseBlock, opensBlock ? elseLead : Comments()) : "";
  if (isTurned) {
    if (elseText.empty() && head.empty())
      return endLine(tail, out.size());
    condition = negated(condition);
    std::swap(thenText, elseText);
  }
  if (!opensBlock)
    llvm::append_range(pending, lead);
  line(head.empty() ? language.ifHead(condition.text) : language.elifHead(condition.text));
  endLine(tail, 0);
  out += orEmptyBlock(thenText, language, indent);
  if (elif) {
    ++inArms;
    for (Operation &inner : elseBlock->without_terminator())
      if (&inner != elif)
        statement(&inner);
    --inArms;
    elifChain(elif, "elif");
  } else if (!elseText.empty() || !elseTail.empty()) {
    if (!opensBlock)
      pending = elseLead;
    line(language.elseHead());
    endLine(elseTail, 0);
    out += orEmptyBlock(elseText, language, indent);
  }
  if (head.empty())
    line(language.close());
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

std::string KernelPrinter::boundText(OpFoldResult bound) {
  if (std::optional<int64_t> literal = getLiteral(bound))
    return std::to_string(*literal);
  return useText(cast<Value>(bound));
}

static SmallVector<std::pair<Variable *, Expr>> pairUp(ValueRange targets, ValueRange values,
                                                       llvm::function_ref<Variable *(Value)> variableOf,
                                                       llvm::function_ref<Expr(Value)> use) {
  SmallVector<std::pair<Variable *, Expr>> pairs;
  for (auto [target, value] : llvm::zip(targets, values)) {
    pairs.push_back({variableOf(target), use(value)});
    pairs.back().second.from = value.getDefiningOp();
  }
  return pairs;
}

/// Assigns a loop's variables in front of it. A literal is given as one that the loop may change.
void KernelPrinter::enterLoop(LoopOpInterface loop) {
  auto variableOf = [&](Value value) { return variables.of(value); };
  auto useOf = [&](Value value) {
    Expr expr = use(value);
    if (value.getDefiningOp<ConstantOp>() && getName(value).empty())
      expr.text = language.varying(expr.text, value.getType());
    return expr;
  };
  copyAll(pairUp(loop->getResults(), loop.getInits(), variableOf, useOf), loop);
}

void KernelPrinter::forLoop(ForOp op) {
  enterLoop(op);
  std::string name = nameOf(variables.of(op.getInductionVar()), op.getInductionVar());
  Expr step;
  if (auto value = dyn_cast<Value>(op.getStep()))
    step = use(value);
  line(language.forHead(name, boundText(op.getLower()), boundText(op.getUpper()), step, getLiteral(op.getStep())));
  endLine(commentsOf(op, "kgen.tail"), 0);
  out += orEmptyBlock(nested(op.getBody().front()), language, indent);
  line(language.close());
}

bool KernelPrinter::inlineBlock(Block &block) {
  return llvm::all_of(block.without_terminator(), [&](Operation &op) { return placement.isInline(&op); });
}

void KernelPrinter::whileLoop(WhileOp op) {
  enterLoop(op);
  Block &test = op.getCondition().front();
  Value goOn = cast<YieldOp>(test.getTerminator()).getValues()[0];
  if (inlineBlock(test)) {
    ++inArms;
    for (Operation &inner : test.without_terminator())
      statement(&inner);
    --inArms;
    line(language.whileHead(useText(goOn)));
    endLine(commentsOf(op, "kgen.tail"), 0);
    out += orEmptyBlock(nested(op.getBody().front()), language, indent);
    return line(language.close());
  }
  line(language.whileHead(language.trueWord()));
  endLine(commentsOf(op, "kgen.tail"), 0);
  ++indent;
  for (Operation &inner : test.without_terminator())
    statement(&inner);
  line(language.ifHead(negated(use(goOn)).text));
  line("    break" + language.end().str());
  line(language.close());
  --indent;
  out += nested(op.getBody().front());
  line(language.close());
}

void KernelPrinter::yield(YieldOp op) {
  Operation *parent = op->getParentOp();
  auto variableOf = [&](Value value) { return variables.of(value); };
  auto useOf = [&](Value value) { return use(value); };
  auto copies = pairUp(parent->getResults(), op.getValues(), variableOf, useOf);
  bool goesOn = !op.getMore() || matchPattern(op.getMore(), m_One());
  if (goesOn)
    return copyAll(copies, op);
  Expr stop = negated(use(op.getMore()));
  bool isChanged = llvm::any_of(copies, [&](const auto &copy) {
    return llvm::is_contained(stop.reads, copy.first) && copy.second.text != variableNames.lookup(copy.first);
  });
  if (isChanged) { // the condition is that of this trip
    Variable kept;
    kept.type = op.getMore().getType();
    kept.isRead = true;
    std::string name = names.take("stop");
    line(language.declare(kept, name, stop.text));
    stop = Expr();
    stop.text = name;
  }
  copyAll(copies, op);
  line(language.ifHead(stop.text));
  line("    break" + language.end().str());
  line(language.close());
}

void KernelPrinter::exit(Operation *op) {
  if (isa<BreakOp>(op))
    return line("break" + language.end().str());
  if (isa<ContinueOp>(op))
    return line("continue" + language.end().str());
  auto returnOp = dyn_cast<ReturnOp>(op);
  if (!returnOp)
    return;
  SmallVector<std::string> values;
  for (auto [i, value] : llvm::enumerate(returnOp.getValues())) {
    if (adjointOf && i < adjointParameters.size()) { // nothing is returned: results are added up
      std::string target = "wp.adjoint[" + parameterNames[adjointParameters[i]] + "]", text = useText(value);
      if (text != target)
        line(target + " += " + text);
      continue;
    }
    values.push_back(useText(value));
  }
  if (!values.empty())
    line(language.returnValues(values));
  else if (op->getParentOp() != function)
    line(language.returnStatement(inFunction));
}

} // namespace kgen::text
