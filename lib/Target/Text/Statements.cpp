// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements that assign: definitions, variables, stores, atomics, and the copies that loops and branches need.

#include "KernelPrinter.h"

#include "kgen/IR/Names.h"

using namespace mlir;

namespace kgen::text {

/// Expressions deeper than this, and in kernels that nobody wrote by hand longer ones, get a name for a part.
static constexpr unsigned maxDepth = 8;
static constexpr size_t maxLength = 72;

void KernelPrinter::line(StringRef text) {
  if (text.empty())
    return;
  flushComments();
  out += marked(language.wrapped(text, 4 * indent));
  out += '\n';
}

void KernelPrinter::block(Block &block) {
  for (Operation &op : block)
    statement(&op);
  endBlock();
}

void KernelPrinter::statement(Operation *op) {
  Printing printing(*this, op);
  if (auto set = dyn_cast<SetOp>(op); set && isTaker(set))
    return;
  SmallVector<SetOp> takers = takersOf(op);
  if (takers.empty() && op->getDiscardableAttrDictionary().empty()) // nothing is said about it
    return printed(op);
  Comments lead = commentsOf(op, "kgen.lead"), tail = commentsOf(op, "kgen.tail"), trail = commentsOf(op, "kgen.trail");
  for (SetOp taker : takers) { // they are part of this statement
    llvm::append_range(lead, commentsOf(taker, "kgen.lead"));
    llvm::append_range(tail, commentsOf(taker, "kgen.tail"));
  }
  llvm::append_range(pending, lead);
  size_t begin = out.size();
  printed(op);
  bool isSaid = !lead.empty() || !tail.empty() || !trail.empty();
  if (isSaid && op->hasTrait<OpTrait::IsTerminator>() && !hasCode(out, language))
    line(language.style().emptyBlock);                        // the statement that they stand beside
  if (op->getNumRegions() == 0 || placement.isExpression(op)) // others have said it at the end of their first line
    endLine(tail, begin);
  llvm::append_range(pending, trail);
}

void KernelPrinter::printed(Operation *op) {
  declareOpen(op);
  if (placement.isInline(op)) {
    auto insert = dyn_cast<InsertOp>(op);
    auto extract = dyn_cast<ExtractOp>(op);
    if (Placement::isLeaf(op) || (insert && !isComposed(insert)) || (extract && placement.takerOf(extract)))
      return;
    Expr expr = expression(op);
    nameLong(op, expr);
    expressions[op->getResult(0)] = std::make_unique<Expr>(std::move(expr));
    return;
  }
  TypeSwitch<Operation *>(op)
      .Case([&](GradientOp) {}) // before the threads, by launchPart
      .Case([&](VarOp var) { varStatement(var); })
      .Case([&](SetOp setOp) { set(setOp); })
      .Case([&](StoreOp storeOp) { store(storeOp); })
      .Case<AtomicOp, AtomicCasOp>([&](Operation *update) { atomic(update); })
      .Case<TileStoreOp, TileAddOp>([&](Operation *access) {
        if (access->getNumResults() && !access->use_empty())
          return define(access);
        line(expression(access).text + language.end().str());
      })
      .Case([&](GradientAddOp add) {
        Expr call =
            gradientCall(language.gradientFunction(add), add, add.getArray(), add.getMixedIndices(), add.getValue());
        line(call.text + language.end().str());
      })
      .Case([&](TapeEndOp end) { line(tapeCall(end).text + language.end().str()); })
      .Case([&](PrintOp print) { line(language.print(useText(print.getValue()))); })
      .Case([&](PrintfOp print) { printFormat(print); })
      .Case(
          [&](AssertOp assertOp) { line(language.assertion(useText(assertOp.getCondition()), assertOp.getMessage())); })
      .Case([&](ExpectOp expect) {
        auto texts =
            llvm::to_vector(llvm::map_range(expect->getOperands(), [&](Value value) { return useText(value); }));
        line(language.expectationName(expect.getExpectation()) + "(" + llvm::join(texts, ", ") + ")" +
             language.end().str());
      })
      .Case([&](TidOp tid) { defineThread(tid); })
      .Case([&](CallOp callOp) { callStatement(callOp); })
      .Case([&](CustomAdjointOp custom) { passOn(custom); })
      .Case([&](InsertOp insert) { defineInsert(insert); })
      .Case([&](IfOp ifOp) { ifStatement(ifOp); })
      .Case([&](ForOp loop) { forLoop(loop); })
      .Case([&](WhileOp loop) { whileLoop(loop); })
      .Case([&](YieldOp yieldOp) { yield(yieldOp); })
      .Case<BreakOp, ContinueOp, ReturnOp, UnreachableOp>([&](Operation *exitOp) { exit(exitOp); })
      .Default([&](Operation *other) { define(other); });
}

void KernelPrinter::nameLong(Operation *op, Expr &expr) {
  bool isLong = expr.depth > maxDepth || (isComputed && expr.text.size() > maxLength);
  // An operand of a statement can stay: a name would only repeat it.
  if (!isLong || inArms || !placement.isInline(*op->getResult(0).user_begin()))
    return;
  Variable part;
  part.type = op->getResult(0).getType();
  part.isRead = true;
  std::string name = derivedName(op->getResult(0));
  line(language.declare(part, name, expr.text));
  expr = Expr();
  expr.text = name;
}

void KernelPrinter::refuse(Operation *op) {
  if (!refused)
    op->emitError("expected an op that text has a form for, but got ") << op->getName();
  refused = true;
}

void KernelPrinter::define(Operation *op) {
  if (op->getNumResults() != 1 || (op->getNumRegions() && !isa<IfOp>(op)))
    return refuse(op);
  Value result = op->getResult(0);
  assignVariable(variables.of(result), expression(op), op);
}

SmallVector<SetOp> KernelPrinter::takersOf(Operation *op) const {
  if (auto set = dyn_cast<SetOp>(op))
    return placement.joinedTo(set);
  SmallVector<SetOp> takers;
  if (!language.style().hasTuples || !isa<TidOp, CallOp>(op) || op->getNumResults() < 2)
    return takers;
  Operation *next = op->getNextNode();
  for (Value result : op->getResults()) {
    auto set = result.hasOneUse() && getName(result).empty() ? dyn_cast<SetOp>(*result.user_begin()) : SetOp();
    if (!set)
      continue;
    if (set != next || set.getValue() != result || !set.getMixedIndices().empty())
      return {};
    takers.push_back(set);
    next = set->getNextNode();
  }
  return takers;
}

bool KernelPrinter::isTaker(SetOp set) const {
  if (placement.isJoined(set))
    return true;
  Operation *op = set.getValue().getDefiningOp();
  return op && llvm::is_contained(takersOf(op), set);
}

/// The names that the results of an op go to.
SmallVector<std::string> KernelPrinter::resultNames(Operation *op, bool &isRead) {
  SmallVector<std::string> texts;
  SmallVector<SetOp> takers = takersOf(op);
  for (Value result : op->getResults()) {
    Variable *variable = variables.of(result);
    auto taker = llvm::find_if(takers, [&](SetOp set) { return set.getValue() == result; });
    if (taker != takers.end())
      variable = variables.of(taker->getVar());
    bool isBlank = language.style().hasTuples && !variable->isRead &&
                   StringRef(variable->name).rtrim("0123456789").trim('_').empty() && !variable->name.empty();
    texts.push_back(isBlank ? "_" : nameOf(variable, taker != takers.end() ? taker->getVar() : result));
    isRead |= variable->isRead;
  }
  return texts;
}

void KernelPrinter::defineThread(TidOp op) {
  bool isRead = false;
  SmallVector<std::string> texts = resultNames(op, isRead);
  std::string text = language.declareThread(texts, !isRead);
  for (StringRef each : llvm::split(text, '\n'))
    line(each);
}

void KernelPrinter::callStatement(CallOp op) {
  bool isUnused = op.getNumResults() == 1 && op.getResult(0).use_empty() && getName(op.getResult(0)).empty();
  if (op.getNumResults() == 1 && !isUnused)
    return define(op);
  std::string text = callFunction(op).text;
  bool isInPlace =
      op->hasAttr(inPlaceAttrName) && spellingOf(op, language) && takersOf(op).size() == op.getNumResults();
  if (op.getNumResults() < 2 || isInPlace) // which changes the variables
    return line(text + language.end().str());
  bool isRead = false;
  SmallVector<std::string> texts = resultNames(op, isRead);
  line(language.declareResults(texts, text, !isRead));
}

/// An author's adjoint leaves the values as they are.
void KernelPrinter::passOn(CustomAdjointOp op) {
  for (auto [value, result] : llvm::zip_equal(op.getValues(), op.getResults())) {
    Variable *variable = variables.of(result);
    Expr expr = use(value);
    std::string name = nameOf(variable, result);
    if (variable->declaredBy == op)
      line(language.declare(*variable, name, expr.text));
    else
      assign(name, expr, op);
  }
}

void KernelPrinter::printFormat(PrintfOp op) {
  SmallVector<std::string> values;
  for (Value value : op.getArguments())
    values.push_back(useText(value));
  line(language.printFormat(op.getFormat(), values, SmallVector<Type>(op.getArguments().getTypes())));
}

void KernelPrinter::defineInsert(InsertOp op) {
  if (placement.isExpression(op))
    return define(op);
  Variable *variable = variables.of(op.getResult());
  Expr value = use(op.getValue());
  assignVariable(variable, use(op.getAggregate()), op);
  Expr whole;
  whole.text = nameOf(variable, op.getResult());
  std::string read = part(whole, op.getType(), op.getMixedIndices()).text;
  assign(target(read, whole.text, op.getType(), op.getMixedIndices()), value, op);
}

void KernelPrinter::assign(StringRef target, const Expr &value, Operation *at, bool onArray, StringRef readAs) {
  bool isInFull = !isComputed && at->hasAttr("kgen.in_full"); // the author wrote `x = x + y`
  if (!isInFull && !value.op.empty() && language.hasAugmented(value.op, onArray)) {
    bool isStep = language.style().hasIncrement && value.right() == "1" && (value.op == "+" || value.op == "-");
    bool isUpdate = value.left() == (readAs.empty() ? target : readAs);
    if (isUpdate && isStep)
      return line((value.op + value.op + target + ";").str());
    if (isUpdate)
      return line((target + " " + value.op + "= " + value.right() + language.end()).str());
    // In a kernel that was computed, order is ours to choose where it makes no difference to the sum.
    if (isComputed && value.op == "+" && value.right() == target)
      return line((target + " += " + value.left() + language.end()).str());
  }
  if (value.text != target)
    line((target + " = " + value.text + language.end()).str());
}

/// `a[i] *= x` reads a[i] after x, as Warp does; `a[i] = a[i] * x` reads it first.
static bool readsElementLast(Value value) {
  Operation *op = value.getDefiningOp();
  Operation *element = op && op->getNumOperands() ? op->getOperand(0).getDefiningOp() : nullptr;
  return element && element->getNextNode() == op;
}

void KernelPrinter::assignElement(StringRef target, Value value, Operation *at, bool onArray, StringRef readAs) {
  Expr expr = use(value);
  // An operator that is a call is none where the element changes in place.
  if (!value.getDefiningOp<CallOp>() && (isComputed || readsElementLast(value)))
    return assign(target, expr, at, onArray, readAs);
  line((target + " = " + expr.text + language.end()).str());
}

void KernelPrinter::assignVariable(Variable *variable, const Expr &value, Operation *at) {
  const std::string &name = nameOf(variable, at->getNumResults() ? at->getResult(0) : variable->values.front());
  if (variable->declaredBy == at)
    return line(language.declare(*variable, name, value.text));
  assign(name, value, at);
}

/// Copies as if all at once: one whose target another still reads comes after it, or the other is kept aside.
void KernelPrinter::copyAll(ArrayRef<std::pair<Variable *, Expr>> wanted, Operation *at) {
  SmallVector<std::pair<Variable *, Expr>> pending;
  for (const auto &[variable, value] : wanted)
    if (value.text != nameOf(variable, variable->values.front()) || variable->declaredBy == at)
      pending.push_back({variable, value});
  auto isReadByOther = [&](size_t i) {
    for (size_t j = 0; j < pending.size(); ++j)
      if (j != i && llvm::is_contained(pending[j].second.reads, pending[i].first))
        return true;
    return false;
  };
  while (!pending.empty()) {
    size_t next = 0;
    while (next < pending.size() && isReadByOther(next))
      ++next;
    if (next == pending.size()) { // a cycle: one that reads what another becomes is kept aside
      auto readsOther = [&](const std::pair<Variable *, Expr> &one) {
        return llvm::any_of(pending, [&](const auto &other) {
          return other.first != one.first && llvm::is_contained(one.second.reads, other.first);
        });
      };
      auto &[variable, value] = *llvm::find_if(llvm::reverse(pending), readsOther);
      Variable kept;
      kept.type = variable->type;
      kept.isRead = true;
      std::string name = names.take("next_" + variableNames.lookup(variable));
      line(language.declare(kept, name, value.text));
      value = Expr();
      value.text = name;
      continue;
    }
    Printing printing(*this, pending[next].second.from ? pending[next].second.from : at);
    assignVariable(pending[next].first, pending[next].second, at);
    pending.erase(pending.begin() + next);
  }
}

//===----------------------------------------------------------------------===//
// The author's variables, and memory
//===----------------------------------------------------------------------===//

void KernelPrinter::declareOpen(Operation *op) {
  for (Variable *variable : variables.declaredBefore(op))
    line(language.declare(*variable, nameOf(variable, variable->values.front()), ""));
}

Expr KernelPrinter::authored(Operation *assignment, VarOp var, Value value) {
  Expr expr = use(value);
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || !getName(value).empty())
    return expr;
  // A literal that a loop changes later.
  for (Operation *user : var.getVar().getUsers())
    for (Operation *at = user->getParentOp(); isa<SetOp>(user) && at != function; at = at->getParentOp())
      if (isa<LoopOpInterface>(at) && !at->isAncestor(assignment)) {
        expr.text = language.varying(expr.text, value.getType());
        return expr;
      }
  return expr;
}

void KernelPrinter::varStatement(VarOp op) {
  Variable *variable = variables.of(op.getVar());
  if (variable->declaredBy != op)
    return;
  const std::string &name = nameOf(variable, op.getVar());
  std::string value = op.getInit() ? authored(op, op, op.getInit()).text : "";
  if (value != name && !adjoints.contains(op)) // a parameter that changes is its own variable where names are free
    line(language.declare(*variable, name, value));
}

/// The place at which the text first assigns a variable.
unsigned KernelPrinter::firstAssignment(Value var) const {
  auto op = var.getDefiningOp<VarOp>();
  if (op.getInit())
    return placement.begin(op);
  unsigned first = ~0u;
  for (Operation *user : var.getUsers())
    if (isa<SetOp>(user))
      first = std::min(first, placement.begin(user));
  return first;
}

/// `a, b = b, a + b`. At the end of a loop's trip Warp gives names their values one after another, the oldest first:
/// there a younger one gets an older one's value by a name that keeps it.
void KernelPrinter::setTogether(ArrayRef<SetOp> sets) {
  SmallVector<std::string> targets, values;
  for (SetOp set : sets)
    targets.push_back(nameOf(variables.of(set.getVar()), set.getVar()));
  bool isInLoop = sets.front()->getParentOfType<LoopOpInterface>();
  for (SetOp set : sets) {
    std::string value = authored(set, set.getVar().getDefiningOp<VarOp>(), set.getValue()).text;
    auto *other = llvm::find(targets, value);
    if (isInLoop && other != targets.end() &&
        firstAssignment(SetOp(sets[other - targets.begin()]).getVar()) < firstAssignment(set.getVar())) {
      std::string kept = names.take(value + "_old");
      line(kept + " = " + value + language.end().str());
      value = kept;
    }
    values.push_back(std::move(value));
  }
  line(llvm::join(targets, ", ") + " = " + llvm::join(values, ", ") + language.end().str());
}

void KernelPrinter::set(SetOp op) {
  if (SmallVector<SetOp> joined = placement.joinedTo(op); !joined.empty()) {
    joined.insert(joined.begin(), op);
    return setTogether(joined);
  }
  auto var = op.getVar().getDefiningOp<VarOp>();
  Variable *variable = variables.of(op.getVar());
  Expr value = op.getMixedIndices().empty() ? authored(op, var, op.getValue()) : use(op.getValue());
  const std::string &name = nameOf(variable, op.getVar());
  if (value.text == name && op.getMixedIndices().empty())
    return; // the number of a loop that counts with the variable
  auto call = op.getValue().getDefiningOp<CallOp>();
  if (call && call->hasAttr(inPlaceAttrName) && spellingOf(call, language))
    return line(value.text); // which changes the variable
  if (variable->declaredBy == op)
    return line(language.declare(*variable, name, value.text));
  if (op.getMixedIndices().empty())
    return assign(name, value, op);
  Expr whole;
  whole.text = name;
  std::string read = part(whole, var.getValueType(), op.getMixedIndices()).text;
  assignElement(target(read, name, var.getValueType(), op.getMixedIndices()), op.getValue(), op, /*onArray=*/false,
                read);
}

void KernelPrinter::store(StoreOp op) {
  Expr target = access(op.getArray(), op.getMixedIndices());
  Value value = op.getValue();
  if (isComponentStore(op)) {
    auto insert = value.getDefiningOp<InsertOp>();
    target = part(target, insert.getType(), insert.getMixedIndices());
    value = insert.getValue();
  }
  // `a[i] += x` would be atomic, but of small integers.
  bool isAtomic = !isArith(value.getType()) || !isSmallInt(elementType(value.getType()));
  assignElement(target.text, value, op, /*onArray=*/isAtomic);
}

void KernelPrinter::atomic(Operation *op) {
  Variable *variable = variables.of(op->getResult(0));
  bool isWanted = variable->isRead || !variable->name.empty();
  if (isWanted)
    return assignVariable(variable, expression(op), op);
  auto update = dyn_cast<AtomicOp>(op);
  if (update && update.getAugmented() && language.style().augmentsAtomically) {
    std::string target = access(update.getArray(), update.getMixedIndices()).text;
    static constexpr StringRef signs[] = {"+", "-", "", "", "", "&", "|", "^"};
    return line(target + " " + signs[unsigned(update.getKind())].str() + "= " + useText(update.getValue()));
  }
  line(expression(op).text + language.end().str());
}

} // namespace kgen::text
