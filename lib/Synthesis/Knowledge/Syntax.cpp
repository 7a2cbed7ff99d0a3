// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and walking trees.

#include "Syntax.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

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

StringRef WordReader::word() {
  size_t end = words.find('\t');
  if (end == StringRef::npos) {
    fail();
    return {};
  }
  StringRef head = words.take_front(end);
  words = words.drop_front(end + 1);
  return head;
}

int64_t WordReader::number() {
  bool isNegative = words.consume_front("-");
  uint64_t value = 0;
  size_t end = 0;
  while (end < words.size() && llvm::isDigit(words[end]))
    value = 10 * value + (words[end++] - '0');
  if (end == 0 || end == words.size() || words[end] != '\t') {
    fail();
    return 0;
  }
  words = words.drop_front(end + 1);
  return static_cast<int64_t>(isNegative ? -value : value);
}

void WordReader::list(llvm::function_ref<void()> read) {
  for (int64_t left = number(); left > 0 && !failed; --left)
    read();
}

namespace {
/// Trees as words, each node before its children.
class TreeReader {
public:
  TreeReader(StringRef words, Arena &arena) : words(words), arena(arena) {
    for (auto [i, name] : llvm::enumerate(kindNames))
      kinds[name] = static_cast<Kind>(i);
  }

  std::optional<Nodes> all() {
    Nodes result;
    while (!words.isAtEnd())
      result.push_back(node());
    return words.hasFailed() ? std::nullopt : std::optional(std::move(result));
  }

private:
  NodeRef node() {
    auto kind = kinds.find(words.word());
    if (kind == kinds.end())
      words.fail();
    StringRef text = words.word();
    int64_t numKids = words.number(), inBody = words.number(), inElse = words.number(), line = words.number();
    Nodes kids = nodes(numKids), body = nodes(inBody), orelse = nodes(inElse);
    if (words.hasFailed())
      return nullptr;
    return arena.make(kind->second, text, std::move(kids), std::move(body), std::move(orelse), line);
  }

  Nodes nodes(int64_t count) {
    Nodes result;
    result.reserve(std::clamp<int64_t>(count, 0, words.size())); // each has a word
    for (int64_t i = 0; i < count && !words.hasFailed(); ++i)
      result.push_back(node());
    return result;
  }

  WordReader words;
  Arena &arena;
  llvm::StringMap<Kind> kinds;
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

const kgen::WarpFunction *kgen::knowledge::tileFunctionOf(NodeRef node) {
  bool isWarps = node->is(Kind::Call) && node->kids[0]->is(Kind::Attribute);
  return isWarps ? lookupWarpFunction(node->kids[0]->text) : nullptr;
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
