// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields of a node of the JSON tree, the names below it, and words for it in messages.

#include "PyNode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <tuple>

using namespace llvm;

namespace kgen::importer {

StringRef PyNode::text(StringRef field) const { return object ? object->getString(field).value_or("") : ""; }

unsigned PyNode::number(StringRef field) const { return object ? object->getInteger(field).value_or(0) : 0; }

bool PyNode::flag(StringRef field) const { return object && object->getBoolean(field).value_or(false); }

PyNode PyNode::child(StringRef field) const { return object ? PyNode(object->getObject(field)) : PyNode(); }

PyNodes PyNode::list(StringRef field) const {
  PyNodes nodes;
  if (const json::Array *array = object ? object->getArray(field) : nullptr)
    for (const json::Value &value : *array)
      nodes.push_back(PyNode(value.getAsObject()));
  return nodes;
}

SmallVector<StringRef> PyNode::texts(StringRef field) const {
  SmallVector<StringRef> result;
  if (const json::Array *array = object ? object->getArray(field) : nullptr)
    for (const json::Value &value : *array)
      result.push_back(value.getAsString().value_or(""));
  return result;
}

SmallVector<unsigned> PyNode::numbers(StringRef field) const {
  SmallVector<unsigned> result;
  if (const json::Array *array = object ? object->getArray(field) : nullptr)
    for (const json::Value &value : *array)
      result.push_back(value.getAsInteger().value_or(0));
  return result;
}

//===----------------------------------------------------------------------===//
// Names below a node
//===----------------------------------------------------------------------===//

using Place = std::tuple<unsigned, unsigned, StringRef>;

static void collectNames(const json::Value &value, SmallVectorImpl<Place> &places) {
  if (const json::Array *array = value.getAsArray()) {
    for (const json::Value &item : *array)
      collectNames(item, places);
    return;
  }
  const json::Object *object = value.getAsObject();
  if (!object)
    return;
  PyNode node(object);
  if (node.is("Name"))
    places.emplace_back(node.line(), node.column(), node.text("id"));
  for (const auto &field : *object)
    collectNames(field.second, places);
}

SmallVector<StringRef> PyNode::names() const {
  SmallVector<Place> places;
  if (is("Name"))
    places.emplace_back(line(), column(), text("id"));
  if (object)
    for (const auto &field : *object)
      collectNames(field.second, places);
  // An object has no order of its own.
  llvm::sort(places);
  return to_vector(map_range(places, [](const Place &place) { return std::get<2>(place); }));
}

static void collectCalls(const json::Value &value, PyNodes &calls) {
  if (const json::Array *array = value.getAsArray())
    for (const json::Value &item : *array)
      collectCalls(item, calls);
  if (const json::Object *object = value.getAsObject())
    llvm::append_range(calls, PyNode(object).calls());
}

PyNodes PyNode::calls() const {
  PyNodes result;
  if (is("Call"))
    result.push_back(*this);
  if (object)
    for (const auto &field : *object)
      collectCalls(field.second, result);
  return result;
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
