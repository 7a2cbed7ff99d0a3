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
/// Trees as words, each node before its children: of lists in lists LLVM's reader of JSON makes copy after copy.
class TreeReader {
public:
  TreeReader(StringRef words, Arena &arena) : words(words), arena(arena) {}

  std::optional<Nodes> all() {
    Nodes result;
    while (!words.empty() && !failed)
      result.push_back(node());
    return failed ? std::nullopt : std::optional(std::move(result));
  }

private:
  StringRef word() {
    size_t end = std::min(words.find('\t'), words.size());
    StringRef head = words.take_front(end);
    words = words.drop_front(std::min(end + 1, words.size()));
    return head;
  }

  unsigned number() {
    unsigned value = 0;
    StringRef digits = word();
    failed |= digits.empty();
    for (char digit : digits) {
      failed |= digit < '0' || digit > '9';
      value = 10 * value + (digit - '0');
    }
    return value;
  }

  NodeRef node() {
    const auto *kind = llvm::find(kindNames, word());
    StringRef text = word();
    failed |= kind == std::end(kindNames);
    unsigned numKids = number(), inBody = number(), inElse = number(), line = number();
    if (failed)
      return nullptr;
    Nodes kids = nodes(numKids), body = nodes(inBody), orelse = nodes(inElse);
    return arena.make(static_cast<Kind>(kind - std::begin(kindNames)), text, std::move(kids), std::move(body),
                      std::move(orelse), line);
  }

  Nodes nodes(unsigned count) {
    Nodes result;
    result.reserve(std::min<size_t>(count, words.size()));
    for (unsigned i = 0; i < count && !failed; ++i)
      result.push_back(node());
    return result;
  }

  StringRef words;
  Arena &arena;
  bool failed = false;
};
} // namespace

std::optional<Nodes> kgen::knowledge::readNodes(StringRef words, Arena &arena) {
  return TreeReader(words, arena).all();
}

void kgen::knowledge::walk(NodeRef node, llvm::function_ref<void(NodeRef)> visit) {
  visit(node);
  for (const Nodes *list : {&node->kids, &node->body, &node->orelse})
    for (NodeRef child : *list)
      walk(child, visit);
}

unsigned kgen::knowledge::sizeOf(NodeRef value) {
  unsigned size = 0;
  walk(value, [&](NodeRef node) { size += !node->is(Kind::Attribute) && !node->is(Kind::Keyword); });
  return size;
}

unsigned kgen::knowledge::depthOf(NodeRef value) {
  unsigned depth = 0;
  for (NodeRef kid : value->kids)
    depth = std::max(depth, depthOf(kid));
  bool isOperation = !value->kids.empty() && !value->is(Kind::Attribute) && !value->is(Kind::Keyword);
  return depth + isOperation;
}

bool kgen::knowledge::isSame(NodeRef a, NodeRef b) {
  auto same = [](const Nodes &left, const Nodes &right) {
    return left.size() == right.size() && std::equal(left.begin(), left.end(), right.begin(), isSame);
  };
  return a->kind == b->kind && a->text == b->text && same(a->kids, b->kids) && same(a->body, b->body) &&
         same(a->orelse, b->orelse);
}

bool kgen::knowledge::readsName(const Nodes &list, StringRef name) {
  bool found = false;
  for (NodeRef node : list)
    walk(node, [&](NodeRef each) { found |= each->isName(name); });
  return found;
}

NodeRef kgen::knowledge::replace(NodeRef node, NodeRef old, NodeRef made, Arena &arena) {
  if (isSame(node, old))
    return made;
  auto all = [&](const Nodes &list) {
    Nodes replaced;
    for (NodeRef each : list)
      replaced.push_back(replace(each, old, made, arena));
    return replaced;
  };
  Nodes kids = all(node->kids), body = all(node->body), orelse = all(node->orelse);
  if (kids == node->kids && body == node->body && orelse == node->orelse)
    return node;
  return arena.make(node->kind, node->text, std::move(kids), std::move(body), std::move(orelse), node->line);
}
