// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and walking trees.

#include "Syntax.h"
#include "llvm/ADT/STLExtras.h"

using namespace kgen::knowledge;
using llvm::StringRef;

static constexpr llvm::StringLiteral kindNames[] = {
    "Name",  "Int",     "Float",  "Bool",     "Str",   "Attribute", "Call",      "Keyword", "Subscript", "Binary",
    "Unary", "Compare", "BoolOp", "IfExp",    "Tuple", "Assign",    "AugAssign", "If",      "For",       "While",
    "With",  "Return",  "Break",  "Continue", "Pass",  "Expr",      "Argument",  "Function"};

NodeRef Arena::warp(StringRef function, Nodes arguments) {
  arguments.insert(arguments.begin(), make(Kind::Attribute, function, {name("wp")}));
  return make(Kind::Call, "", std::move(arguments));
}

NodeRef Arena::call(StringRef function, Nodes arguments) {
  arguments.insert(arguments.begin(), name(function));
  return make(Kind::Call, "", std::move(arguments));
}

static Nodes readNodes(const llvm::json::Value &json, Arena &arena) {
  Nodes nodes;
  if (const llvm::json::Array *list = json.getAsArray())
    for (const llvm::json::Value &item : *list)
      if (NodeRef node = readNode(item, arena))
        nodes.push_back(node);
  return nodes;
}

NodeRef kgen::knowledge::readNode(const llvm::json::Value &json, Arena &arena) {
  const llvm::json::Array *fields = json.getAsArray();
  if (!fields || fields->size() != 6)
    return nullptr;
  const auto *kind = llvm::find(kindNames, (*fields)[0].getAsString().value_or(""));
  if (kind == std::end(kindNames))
    return nullptr;
  return arena.make(static_cast<Kind>(kind - std::begin(kindNames)), (*fields)[1].getAsString().value_or(""),
                    readNodes((*fields)[2], arena), readNodes((*fields)[3], arena), readNodes((*fields)[4], arena),
                    static_cast<unsigned>((*fields)[5].getAsInteger().value_or(0)));
}

void kgen::knowledge::walk(NodeRef node, llvm::function_ref<void(NodeRef)> visit) {
  visit(node);
  for (const Nodes *list : {&node->kids, &node->body, &node->orelse})
    for (NodeRef child : *list)
      walk(child, visit);
}

bool kgen::knowledge::isSame(NodeRef a, NodeRef b) {
  auto same = [](const Nodes &left, const Nodes &right) {
    return left.size() == right.size() && std::equal(left.begin(), left.end(), right.begin(), isSame);
  };
  return a->kind == b->kind && a->text == b->text && same(a->kids, b->kids) && same(a->body, b->body) &&
         same(a->orelse, b->orelse);
}
