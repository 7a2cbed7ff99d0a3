// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which fields warp-ast writes for each kind of node, as a table.

#include "Program.h"
#include "llvm/ADT/STLExtras.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

namespace {
/// The source of a field.
enum class Source : uint8_t {
  Text,
  Texts, // in a list
  Type,  // the kind of a constant, by the kind of its node
  First,
  FirstInList,
  FirstIfAny,
  Second,
  Third,
  All,
  AfterFirst,
  Placed, // the arguments of a call without a name, and
  Named,  // those with one
  Indices,
  Body,
  Orelse,
  Nothing, // an empty list
  Comment,
  Name, // all that is written of a name, and likewise:
  Attribute,
  Function,
};
} // namespace

struct ProgramWriter::Entry {
  Kind kind;
  StringRef name;
  Source source;

  static const Entry all[];
};

/// The fields of each kind of node, in the order in which warp-ast writes them.
const ProgramWriter::Entry ProgramWriter::Entry::all[] = {
    {Kind::Name, "", Source::Name},
    {Kind::Int, "kind", Source::Type},
    {Kind::Int, "value", Source::Text},
    {Kind::Float, "kind", Source::Type},
    {Kind::Float, "value", Source::Text},
    {Kind::Bool, "kind", Source::Type},
    {Kind::Bool, "value", Source::Text},
    {Kind::Str, "kind", Source::Type},
    {Kind::Str, "value", Source::Text},
    {Kind::Attribute, "attr", Source::Text},
    {Kind::Attribute, "value", Source::First},
    {Kind::Attribute, "", Source::Attribute},
    {Kind::Call, "func", Source::First},
    {Kind::Call, "args", Source::Placed},
    {Kind::Call, "keywords", Source::Named},
    {Kind::Keyword, "arg", Source::Text},
    {Kind::Keyword, "value", Source::First},
    {Kind::Subscript, "value", Source::First},
    {Kind::Subscript, "slice", Source::Indices},
    {Kind::Binary, "op", Source::Text},
    {Kind::Binary, "left", Source::First},
    {Kind::Binary, "right", Source::Second},
    {Kind::Unary, "op", Source::Text},
    {Kind::Unary, "operand", Source::First},
    {Kind::Compare, "left", Source::First},
    {Kind::Compare, "ops", Source::Texts},
    {Kind::Compare, "comparators", Source::AfterFirst},
    {Kind::BoolOp, "op", Source::Text},
    {Kind::BoolOp, "values", Source::All},
    {Kind::IfExp, "test", Source::First},
    {Kind::IfExp, "body", Source::Second},
    {Kind::IfExp, "orelse", Source::Third},
    {Kind::Tuple, "elts", Source::All},
    {Kind::Assign, "targets", Source::FirstInList},
    {Kind::Assign, "value", Source::Second},
    {Kind::Assign, "lead", Source::Comment},
    {Kind::AugAssign, "target", Source::First},
    {Kind::AugAssign, "op", Source::Text},
    {Kind::AugAssign, "value", Source::Second},
    {Kind::If, "test", Source::First},
    {Kind::If, "body", Source::Body},
    {Kind::If, "orelse", Source::Orelse},
    {Kind::If, "lead", Source::Comment},
    {Kind::While, "test", Source::First},
    {Kind::While, "body", Source::Body},
    {Kind::While, "orelse", Source::Orelse},
    {Kind::While, "lead", Source::Comment},
    {Kind::For, "target", Source::First},
    {Kind::For, "iter", Source::Second},
    {Kind::For, "body", Source::Body},
    {Kind::For, "orelse", Source::Nothing},
    {Kind::For, "lead", Source::Comment},
    {Kind::Return, "value", Source::FirstIfAny},
    {Kind::Expr, "value", Source::First},
    {Kind::Expr, "lead", Source::Comment},
    {Kind::Argument, "arg", Source::Text},
    {Kind::Argument, "annotation", Source::First},
    {Kind::Function, "", Source::Function},
};

/// How warp-ast calls a kind of node.
static StringRef nameOf(Kind kind) {
  static constexpr StringRef names[] = {"Name",   "Constant", "Constant",  "Constant",   "Constant",  "Attribute",
                                        "Call",   "keyword",  "Subscript", "BinOp",      "UnaryOp",   "Compare",
                                        "BoolOp", "IfExp",    "Tuple",     "Assign",     "AugAssign", "If",
                                        "For",    "While",    "With",      "Return",     "Break",     "Continue",
                                        "Pass",   "Expr",     "arg",       "FunctionDef"};
  return names[static_cast<size_t>(kind)];
}

TreeValue ProgramWriter::write(NodeRef node) {
  Fields to;
  to.push_back({"node", nameOf(node->kind)});
  for (const Entry &entry : Entry::all)
    if (entry.kind == node->kind)
      field(node, entry, to);
  return tree.node(to);
}

void ProgramWriter::field(NodeRef node, const Entry &entry, Fields &to) {
  static constexpr StringRef types[] = {"int", "float", "bool", "str"};
  llvm::ArrayRef<NodeRef> kids = node->kids;
  auto firstNamed = llvm::find_if(kids, [](NodeRef kid) { return kid->is(Kind::Keyword); });
  auto add = [&](TreeValue value) { to.push_back({entry.name, value}); };
  switch (entry.source) {
  case Source::Text:
    return add(tree.text(node->text));
  case Source::Texts:
    return add(tree.list(tree.text(node->text)));
  case Source::Type:
    return add(types[static_cast<size_t>(node->kind) - static_cast<size_t>(Kind::Int)]);
  case Source::First:
    return add(write(kids[0]));
  case Source::FirstInList:
    return add(list(kids[0]));
  case Source::FirstIfAny:
    return kids.empty() ? void() : add(write(kids[0]));
  case Source::Second:
    return add(write(kids[1]));
  case Source::Third:
    return add(write(kids[2]));
  case Source::All:
    return add(list(kids));
  case Source::AfterFirst:
    return add(list(kids.drop_front()));
  case Source::Placed:
    return add(list(llvm::ArrayRef(kids.begin() + 1, firstNamed)));
  case Source::Named:
    return add(list(llvm::ArrayRef(firstNamed, kids.end())));
  case Source::Indices:
    return add(index(kids.drop_front()));
  case Source::Body:
    return add(list(node->body));
  case Source::Orelse:
    return add(list(node->orelse));
  case Source::Nothing:
    return add(tree.list({}));
  case Source::Comment:
    if (!node->text.empty() && hasComment())
      add(tree.list(tree.text("# " + node->text)));
    return;
  case Source::Name:
    return name(node, to);
  case Source::Attribute:
    return attribute(node, to);
  case Source::Function:
    return function(node, to);
  }
}

TreeValue ProgramWriter::structure(llvm::ArrayRef<NodeRef> fields) {
  llvm::SmallVector<TreeValue> made;
  for (NodeRef field : fields)
    made.push_back(tree.node({{"name", tree.text(field->text)}, {"annotation", write(field->kids[0])}}));
  return tree.node(
      {{"name", tree.text(names.structType)}, {"file", TreeValue::ofInteger(0)}, {"fields", tree.list(made)}});
}

TreeValue ProgramWriter::list(llvm::ArrayRef<NodeRef> nodes) {
  llvm::SmallVector<TreeValue, 8> values;
  for (NodeRef node : nodes)
    values.push_back(write(node));
  return tree.list(values);
}

TreeValue ProgramWriter::reference(StringRef kind, const std::string &name) {
  return tree.node({{"kind", kind}, {"name", tree.text(name)}});
}

TreeValue ProgramWriter::functionIds(TreeValue ids) { return tree.node({{"kind", "functions"}, {"ids", ids}}); }

/// One index, or several as a tuple.
TreeValue ProgramWriter::index(llvm::ArrayRef<NodeRef> indices) {
  if (indices.size() == 1)
    return write(indices.front());
  return tree.node({{"node", "Tuple"}, {"elts", list(indices)}});
}

void ProgramWriter::name(NodeRef node, Fields &to) {
  static constexpr StringRef ofPython[] = {"float", "int", "range", "bool", "min", "max", "abs"};
  auto refer = [&](TreeValue target) { to.push_back({"ref", target}); };
  to.push_back({"id", tree.text(node->text)});
  if (auto constant = names.constants.find(node->text); constant != names.constants.end())
    refer(tree.node({{"kind", "constant"}, {"value", write(constant->second)}}));
  else if (auto function = names.functions.find(node->text); function != names.functions.end())
    refer(functionIds(tree.list(TreeValue::ofInteger(function->second))));
  else if (node->text == names.structType && !names.structType.empty())
    refer(tree.node({{"kind", "struct"}, {"id", TreeValue::ofInteger(0)}}));
  else if (llvm::is_contained(ofPython, node->text))
    refer(reference("python", node->text));
}

void ProgramWriter::attribute(NodeRef node, Fields &to) {
  if (!node->kids[0]->isName("wp"))
    return;
  const TreeValue *ids = names.prelude.find(node->text);
  to.push_back({"ref", ids ? functionIds(*ids) : reference("warp", node->text)});
}

void ProgramWriter::function(NodeRef node, Fields &to) {
  to.push_back({"name", tree.text(node->text)});
  to.push_back({"line", TreeValue::ofInteger(1)});
  TreeValue none = tree.list({});
  to.push_back({"args", tree.node({{"node", "arguments"},
                                   {"posonlyargs", none},
                                   {"args", list(node->kids)},
                                   {"kwonlyargs", none},
                                   {"kw_defaults", none},
                                   {"defaults", none}})});
  to.push_back({"decorator_list", list(node->orelse)});
  to.push_back({"body", list(node->body)});
}
