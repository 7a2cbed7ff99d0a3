// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comments, paragraphs and docstrings: attributes of the ops of their statements, as warp-ast found them in the text.

#include "Comments.h"
#include "kgen/IR/Names.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

void Comments::addComments(Operation *op, StringRef name, ArrayRef<StringRef> lines) {
  if (lines.empty())
    return;
  SmallVector<StringRef> all;
  if (auto present = op->getAttrOfType<ArrayAttr>(name))
    append_range(all, present.getAsValueRange<StringAttr>());
  append_range(all, lines);
  op->setDiscardableAttr(name, builder.getStrArrayAttr(all));
}

static void setText(Operation *op, StringRef name, StringRef text) {
  if (!text.empty())
    op->setDiscardableAttr(name, StringAttr::get(op->getContext(), text));
}

/// Whether two expressions are written alike.
static bool isSame(PyNode a, PyNode b) {
  if (!a || !b || a.kind() != b.kind())
    return !a && !b;
  for (StringRef field : {"id", "attr", "kind", "value"})
    if (a.text(field) != b.text(field))
      return false;
  PyNodes left = a.list("elts"), right = b.list("elts");
  return (a.is("Name") || a.is("Constant") || a.is("Subscript") || a.is("Attribute") || a.is("Tuple")) &&
         left.size() == right.size() && isSame(a.child("value"), b.child("value")) &&
         isSame(a.child("slice"), b.child("slice")) &&
         all_of(zip_equal(left, right), [](auto pair) { return isSame(std::get<0>(pair), std::get<1>(pair)); });
}

/// Whether an assignment repeats its target where an augmented one would do: `x = x + y`.
static bool isInFull(PyNode statement) {
  PyNodes targets = statement.list("targets");
  PyNode value = statement.child("value");
  return statement.is("Assign") && targets.size() == 1 && value.is("BinOp") && isSame(targets[0], value.child("left"));
}

/// The op that a comment at the end of the line stands beside: of `a, b = x, y`, which becomes two statements, that of
/// the first.
static Operation *opOfTail(PyNode statement, Operation *first, Operation *last) {
  PyNodes targets = statement.list("targets");
  PyNodes names = targets.empty() ? PyNodes() : targets.front().list("elts");
  if (names.empty() || !statement.child("value").is("Tuple") || !names.front().is("Name"))
    return last;
  for (Operation *op = first; op != last; op = op->getNextNode()) {
    auto set = dyn_cast<SetOp>(op);
    Value named = set ? set.getVar() : op->getNumResults() == 1 ? op->getResult(0) : Value();
    if (named && getName(named) == names.front().text("id"))
      return op;
  }
  return last;
}

/// `before` is the last op of the block from before the statement.
void Comments::attachComments(PyNode statement, Block *block, Operation *before) {
  SmallVector<StringRef> lead = statement.texts("lead");
  StringRef tail = statement.text("tail");
  Operation *first = before ? before->getNextNode() : block->empty() ? nullptr : &block->front();
  append_range(waiting, lead);
  if (!first) { // what was said beside nothing goes above the next statement
    if (!tail.empty())
      waiting.push_back(tail);
    return;
  }
  Operation *last = &block->back();
  while (first != last && isa<ConstantOp, GetOp>(first)) // a literal is no place for a comment
    first = first->getNextNode();
  bool isCompound = statement.is("If") || statement.is("For") || statement.is("While");
  addComments(isCompound ? last : first, "kgen.lead", std::exchange(waiting, {}));
  setText(opOfTail(statement, first, last), "kgen.tail", tail);
  if (isInFull(statement))
    last->setDiscardableAttr("kgen.in_full", builder.getUnitAttr());
  addComments(last, "kgen.else_lead", statement.texts("else_lead"));
  setText(last, "kgen.else_tail", statement.text("else_tail"));
}

void Comments::attachTrail(ArrayRef<PyNode> statements, Block *block) {
  addComments(&block->back(), "kgen.lead", std::exchange(waiting, {}));
  if (!statements.empty())
    addComments(&block->back(), "kgen.trail", statements.back().texts("trail"));
}

void Comments::attachHeadComments(FunctionOpInterface op, ArrayRef<PyNode> parameters) {
  addComments(op, "kgen.lead", function.texts("lead"));
  setText(op, "kgen.tail", function.text("tail"));
  PyNodes body = function.list("body");
  PyNode doc = body.empty() ? PyNode() : body.front().child("value");
  if (!body.empty() && body.front().is("Expr") && doc.is("Constant") && doc.text("kind") == "str")
    setText(op, "kgen.doc", doc.text("value"));
  for (auto [i, parameter] : enumerate(parameters)) {
    if (SmallVector<StringRef> lead = parameter.texts("lead"); !lead.empty())
      op.setArgAttr(i, "kgen.lead", builder.getStrArrayAttr(lead));
    if (StringRef tail = parameter.text("tail"); !tail.empty())
      op.setArgAttr(i, "kgen.tail", builder.getStringAttr(tail));
  }
}

} // namespace kgen::importer
