// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grammar of Python's `ast` as far as the importer reads it, and one walk over a tree. A tree from elsewhere than
// warp-ast is refused here, so that nothing behind has to ask whether a field is there.

#include "CheckTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace kgen::importer {

namespace {

constexpr unsigned maxDepth = 400; // warp-ast has 256, of nodes that have been read

/// The fields of a class: a node is `x`, one that may be absent `x?`, a list of nodes `x*`, of at least one `x+`, a
/// text `x=`, a list of texts `x#`.
const StringMap<StringRef> &grammar() {
  static const StringMap<StringRef> table = {
      {"FunctionDef", "name= args body+ decorator_list* returns?"},
      {"arguments", "args* defaults* posonlyargs* kwonlyargs* vararg? kwarg?"},
      {"arg", "arg= annotation?"},
      {"Return", "value?"},
      {"Assign", "targets+ value"},
      {"AugAssign", "target op= value"},
      {"AnnAssign", "target annotation value?"},
      {"For", "target iter body+ orelse*"},
      {"While", "test body+ orelse*"},
      {"If", "test body+ orelse*"},
      {"Expr", "value"},
      {"Assert", "test msg?"},
      {"BoolOp", "op= values+"},
      {"BinOp", "left op= right"},
      {"UnaryOp", "op= operand"},
      {"IfExp", "test body orelse"},
      {"Compare", "left ops# comparators+"},
      {"Call", "func args* keywords*"},
      {"keyword", "value"},
      {"Constant", "kind= value="},
      {"Attribute", "value attr="},
      {"Subscript", "value slice"},
      {"Starred", "value"},
      {"Name", "id="},
      {"List", "elts*"},
      {"Tuple", "elts*"},
      {"Slice", "lower? upper? step?"},
  };
  return table;
}

class Checker {
public:
  Checker(const json::Object &tree, PythonError &error) : tree(tree), error(error) {}

  bool checkProgram() {
    for (StringRef name : {"files", "functions", "structs", "expressions", "kernels"})
      if (!tree.getArray(name))
        return refuse(tree, "has no list '" + name + "'");
    if (size("files") == 0)
      return refuse(tree, "names no file");
    expressions.resize(size("expressions"));
    return all_of(*tree.getArray("functions"), [&](const json::Value &value) { return checkFunction(value); }) &&
           all_of(*tree.getArray("structs"), [&](const json::Value &value) { return checkStruct(value); }) &&
           all_of(seq<size_t>(size("expressions")), [&](size_t id) { return checkExpression(id); }) &&
           all_of(*tree.getArray("kernels"), [&](const json::Value &value) { return checkKernel(value); });
  }

private:
  bool refuse(const json::Object &at, const Twine &what) {
    error.line = std::max<int64_t>(1, at.getInteger("line").value_or(1));
    error.column = std::max<int64_t>(1, at.getInteger("col").value_or(1));
    error.message = ("expected a tree as warp-ast writes it but one that " + what).str();
    return false;
  }

  size_t size(StringRef table) { return tree.getArray(table)->size(); }

  bool checkNumber(const json::Object &at, StringRef field, StringRef table) {
    std::optional<int64_t> number = at.getInteger(field);
    return number && *number >= 0 && size_t(*number) < size(table)
               ? true
               : refuse(at, "has no entry of '" + table + "' for '" + field + "'");
  }

  /// Entries of a table, by their numbers.
  bool areNumbers(const json::Array *ids, StringRef table) {
    return ids && !ids->empty() && all_of(*ids, [&](const json::Value &id) {
             return id.getAsInteger() && *id.getAsInteger() >= 0 && size_t(*id.getAsInteger()) < size(table);
           });
  }

  //===--- The program's tables ---===//

  bool checkFunction(const json::Value &value) {
    const json::Object *entry = value.getAsObject();
    if (!entry || !entry->getString("name") || !entry->getString("role") || entry->getString("name")->empty())
      return refuse(tree, "has a function without name and role");
    for (StringRef field : {"grad", "replay"})
      if (entry->get(field) && !areNumbers(entry->getArray(field), "functions"))
        return refuse(*entry, "has no entry of 'functions' for '" + field + "'");
    if (entry->getObject("error"))
      return true;
    const json::Object *node = entry->getObject("node");
    return node && node->getString("node") == "FunctionDef" ? checkNode(*node, 0)
                                                            : refuse(*entry, "has a function without a definition");
  }

  bool checkStruct(const json::Value &value) {
    const json::Object *entry = value.getAsObject();
    const json::Array *fields = entry ? entry->getArray("fields") : nullptr;
    if (!fields || !entry->getString("name") || entry->getString("name")->empty())
      return refuse(tree, "has a struct without name and fields");
    return all_of(*fields, [&](const json::Value &item) {
      const json::Object *field = item.getAsObject();
      if (!field || !field->getString("name") || field->getString("name")->empty())
        return refuse(*entry, "has a field without a name");
      return checkField(*field, "annotation", 0) && (!field->get("default") || checkField(*field, "default", 0));
    });
  }

  /// The expression of a constant may stand in another's place, but not in its own.
  bool checkExpression(size_t id) {
    const json::Object *entry = (*tree.getArray("expressions"))[id].getAsObject();
    if (!entry || expressions[id] == State::Open)
      return refuse(entry ? *entry : tree, "has an expression that is none");
    if (expressions[id] == State::Done)
      return true;
    expressions[id] = State::Open;
    bool isRight = checkField(*entry, "node", 0);
    expressions[id] = State::Done;
    return isRight;
  }

  bool checkKernel(const json::Value &value) {
    const json::Object *entry = value.getAsObject();
    if (!entry || !entry->getString("name") || entry->getString("name")->empty())
      return refuse(tree, "has a kernel without a name");
    return checkNumber(*entry, "function", "functions") && checkList(*entry, "overloads", /*required=*/false, 0);
  }

  //===--- Nodes ---===//

  bool checkNode(const json::Object &node, unsigned depth) {
    std::optional<StringRef> kind = node.getString("node");
    if (!kind || kind->empty() || depth > maxDepth)
      return refuse(node, kind ? "nests too deeply" : "has a node of no class");
    if (const json::Object *ref = node.getObject("ref"); ref && !checkReference(node, *ref, depth))
      return false;
    auto found = grammar().find(*kind);
    if (found == grammar().end())
      return true; // refused by its name
    SmallVector<StringRef> fields;
    found->second.split(fields, ' ');
    return all_of(fields, [&](StringRef field) { return checkMember(node, field, depth + 1); }) &&
           checkSizes(node, *kind);
  }

  bool checkMember(const json::Object &node, StringRef field, unsigned depth) {
    char how = field.back();
    StringRef name = isAlpha(how) ? field : field.drop_back();
    switch (how) {
    case '?':
      return !node.get(name) || checkField(node, name, depth);
    case '*':
    case '+':
      return checkList(node, name, how == '+', depth);
    case '=':
      return node.getString(name) ? true : refuse(node, "has no text '" + name + "' where one belongs");
    case '#':
      return node.getArray(name) &&
                     all_of(*node.getArray(name), [](const json::Value &one) { return one.getAsString().has_value(); })
                 ? true
                 : refuse(node, "has no texts '" + name + "' where they belong");
    default:
      return checkField(node, name, depth);
    }
  }

  bool checkField(const json::Object &node, StringRef name, unsigned depth) {
    const json::Object *child = node.getObject(name);
    return child ? checkNode(*child, depth) : refuse(node, "has no node '" + name + "' where one belongs");
  }

  bool checkList(const json::Object &node, StringRef name, bool required, unsigned depth) {
    const json::Array *list = node.getArray(name);
    if (!list ? required || node.get(name) : required && list->empty())
      return refuse(node, "has no nodes '" + name + "' where they belong");
    return !list || all_of(*list, [&](const json::Value &value) {
      const json::Object *child = value.getAsObject();
      return child ? checkNode(*child, depth) : refuse(node, "has something else than a node in '" + name + "'");
    });
  }

  bool checkSizes(const json::Object &node, StringRef kind) {
    auto count = [&](StringRef name) { return node.getArray(name) ? node.getArray(name)->size() : 0; };
    if (kind == "Compare" && count("ops") != count("comparators"))
      return refuse(node, "compares more than it has");
    if (kind == "arguments" && count("defaults") > count("args") + count("posonlyargs"))
      return refuse(node, "has more defaults than parameters");
    if (kind == "BoolOp" && count("values") < 2)
      return refuse(node, "has 'and' or 'or' of fewer than two");
    return kind == "Constant" ? checkConstant(node) : true;
  }

  bool checkConstant(const json::Object &node) {
    StringRef kind = *node.getString("kind"), value = *node.getString("value");
    APInt integer;
    double number;
    bool isRight = kind == "int"     ? value == "huge" || !value.ltrim('-').getAsInteger(10, integer)
                   : kind == "float" ? value == "inf" || value == "-inf" || value == "nan" || to_float(value, number)
                   : kind == "bool"  ? value == "True" || value == "False"
                                     : is_contained({"str", "bytes", "none", "ellipsis", "complex"}, kind);
    return isRight ? true : refuse(node, "has a constant that is none");
  }

  bool checkReference(const json::Object &node, const json::Object &ref, unsigned depth) {
    StringRef kind = ref.getString("kind").value_or("");
    if (kind == "struct")
      return checkNumber(ref, "id", "structs");
    if (kind == "expression")
      return checkNumber(ref, "id", "expressions") && checkExpression(*ref.getInteger("id"));
    if (kind == "constant")
      return ref.getObject("value") && ref.getObject("value")->getString("node") == "Constant"
                 ? checkField(ref, "value", depth + 1)
                 : refuse(node, "has a constant that is none");
    return kind != "functions" || areNumbers(ref.getArray("ids"), "functions")
               ? true
               : refuse(node, "has no functions where they belong");
  }

  enum class State { New, Open, Done };
  const json::Object &tree;
  PythonError &error;
  std::vector<State> expressions;
};

} // namespace

bool checkTree(const json::Object &tree, PythonError &error) { return Checker(tree, error).checkProgram(); }

} // namespace kgen::importer
