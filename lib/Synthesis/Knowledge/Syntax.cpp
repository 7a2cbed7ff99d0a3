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

namespace {
/// A tree as a flat list, each node before its children: lists in lists are what LLVM's reader of JSON is slow with.
class TreeReader {
public:
  TreeReader(const llvm::json::Array &list, Arena &arena) : list(list), arena(arena) {}

  NodeRef node() {
    if (at + 6 > list.size())
      return nullptr;
    const auto *kind = llvm::find(kindNames, list[at].getAsString().value_or(""));
    if (kind == std::end(kindNames))
      return nullptr;
    StringRef text = list[at + 1].getAsString().value_or("");
    int64_t numbers[4]; // of children, of statements of the two blocks; and the line
    for (auto [i, number] : llvm::enumerate(numbers))
      number = list[at + 2 + i].getAsInteger().value_or(0);
    at += 6;
    Nodes kids = nodes(numbers[0]), body = nodes(numbers[1]), orelse = nodes(numbers[2]);
    return arena.make(static_cast<Kind>(kind - std::begin(kindNames)), text, std::move(kids), std::move(body),
                      std::move(orelse), static_cast<unsigned>(numbers[3]));
  }

private:
  Nodes nodes(int64_t count) {
    Nodes result;
    for (int64_t i = 0; i < count; ++i)
      if (NodeRef child = node())
        result.push_back(child);
    return result;
  }

  const llvm::json::Array &list;
  Arena &arena;
  size_t at = 0;
};
} // namespace

NodeRef kgen::knowledge::readNode(const llvm::json::Value &json, Arena &arena) {
  const llvm::json::Array *list = json.getAsArray();
  return list ? TreeReader(*list, arena).node() : nullptr;
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
