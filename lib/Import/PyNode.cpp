// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields of a node of the tree, the names below it, and words for it in messages.

#include "PyNode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <tuple>

using namespace llvm;

namespace kgen::importer {

const TreeValue *PyNode::find(StringRef field) const {
  for (const TreeField &each : fields)
    if (each.name == field)
      return &each.value;
  return nullptr;
}

StringRef PyNode::text(StringRef field) const {
  const TreeValue *value = find(field);
  return value ? value->getText() : "";
}

unsigned PyNode::number(StringRef field) const {
  const TreeValue *value = find(field);
  return value ? value->getInteger() : 0;
}

bool PyNode::flag(StringRef field) const {
  const TreeValue *value = find(field);
  return value && value->getBool();
}

PyNode PyNode::child(StringRef field) const {
  const TreeValue *value = find(field);
  return value ? PyNode(*value) : PyNode();
}

/// A list's values; none where it is absent.
static ArrayRef<TreeValue> valuesOf(const TreeValue *list) { return list ? list->getList() : ArrayRef<TreeValue>(); }

PyNodes PyNode::list(StringRef field) const {
  PyNodes nodes;
  for (const TreeValue &value : valuesOf(find(field)))
    nodes.push_back(PyNode(value));
  return nodes;
}

SmallVector<StringRef> PyNode::texts(StringRef field) const {
  SmallVector<StringRef> result;
  for (const TreeValue &value : valuesOf(find(field)))
    result.push_back(value.getText());
  return result;
}

SmallVector<unsigned> PyNode::numbers(StringRef field) const {
  SmallVector<unsigned> result;
  for (const TreeValue &value : valuesOf(find(field)))
    result.push_back(value.getInteger());
  return result;
}

//===----------------------------------------------------------------------===//
// Names below a node
//===----------------------------------------------------------------------===//

using Place = std::tuple<unsigned, unsigned, StringRef>;

static void collectNames(const TreeValue &value, SmallVectorImpl<Place> &places) {
  for (const TreeValue &item : value.getList())
    collectNames(item, places);
  if (!value.isNode())
    return;
  PyNode node(value);
  if (node.is("Name") && !node.has("ref"))
    places.emplace_back(node.line(), node.column(), node.text("id"));
  for (const TreeField &field : value.getFields())
    collectNames(field.value, places);
}

SmallVector<StringRef> PyNode::names() const {
  SmallVector<Place> places;
  collectNames(TreeValue(fields), places);
  // Fields come in any order.
  llvm::sort(places);
  return to_vector(map_range(places, [](const Place &place) { return std::get<2>(place); }));
}

static void collectNodes(const TreeValue &value, PyNodes &nodes) {
  for (const TreeValue &item : value.getList())
    collectNodes(item, nodes);
  if (!value.isNode())
    return;
  nodes.push_back(PyNode(value));
  for (const TreeField &field : value.getFields())
    collectNodes(field.value, nodes);
}

PyNodes PyNode::nodes() const {
  PyNodes result;
  collectNodes(TreeValue(fields), result);
  return result;
}

PyNodes PyNode::calls() const {
  return llvm::filter_to_vector<6>(nodes(), [](PyNode node) { return node.is("Call"); });
}

//===----------------------------------------------------------------------===//
// Words for messages
//===----------------------------------------------------------------------===//

/// `a.b.c` of a chain of attributes, or "".
static std::string dottedText(PyNode node) {
  if (node.is("Name"))
    return node.text("id").str();
  if (!node.is("Attribute"))
    return "";
  std::string base = dottedText(node.child("value"));
  return base.empty() ? "" : base + "." + node.text("attr").str();
}

std::string describe(PyNode node) {
  if (std::string dotted = dottedText(node); !dotted.empty())
    return "'" + dotted + "'";
  if (node.is("Constant"))
    return llvm::StringSwitch<std::string>(node.text("kind"))
        .Case("str", "a string")
        .Case("bytes", "bytes")
        .Case("none", "None")
        .Case("ellipsis", "'...'")
        .Case("complex", "a complex number")
        .Case("int", node.text("value") == "huge" ? "an integer of more than 64 bits" : node.text("value").str())
        .Default(node.text("value").str());
  if (node.is("Call"))
    return "a call of " + describe(node.child("func"));
  return llvm::StringSwitch<std::string>(node.kind())
      .Case("Lambda", "a lambda")
      .Cases({"List", "ListComp"}, "a list")
      .Cases({"Dict", "DictComp"}, "a dictionary")
      .Cases({"Set", "SetComp"}, "a set")
      .Case("GeneratorExp", "a generator")
      .Case("Tuple", "a tuple")
      .Case("JoinedStr", "an f-string")
      .Case("NamedExpr", "an assignment expression")
      .Case("Starred", "a starred expression")
      .Case("Slice", "a slice")
      .Cases({"UnaryOp", "BinOp", "BoolOp", "Compare", "IfExp", "Subscript", "Attribute"}, "an expression")
      .Case("FunctionDef", "a nested function")
      .Case("ClassDef", "a nested class")
      .Case("With", "a with statement")
      .Case("Try", "a try statement")
      .Case("Match", "a match statement")
      .Case("Delete", "a del statement")
      .Case("Assert", "an assert statement")
      .Case("AnnAssign", "an annotated assignment")
      .Cases({"Import", "ImportFrom"}, "an import")
      .Cases({"Global", "Nonlocal"}, "a global statement")
      .Case("Raise", "a raise statement")
      .Default("a Python " + node.kind().str() + " node");
}

} // namespace kgen::importer
