// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A body as the tokens that its Python has, names and constants removed: what kgen-stats compares, without text.

#include "Syntax.h"
#include "kgen/Support/Similarity.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

namespace {

class Outliner {
public:
  explicit Outliner(llvm::function_ref<bool(StringRef)> isConstant) : isConstant(isConstant) {}

  void block(const Nodes &lines) {
    for (NodeRef line : lines)
      statement(line);
  }

  std::vector<uint64_t> tokens;

private:
  void token(StringRef text) { tokens.push_back(hashToken({text.data(), text.size()})); }

  void name(StringRef text) {
    static constexpr StringRef known[] = {"wp", "range", "len", "min", "max", "abs", "int", "float", "bool", "round"};
    token(llvm::is_contained(known, text) ? text : isConstant(text) ? "0" : "n");
  }

  void list(llvm::ArrayRef<NodeRef> nodes, StringRef separator) {
    for (auto [i, node] : llvm::enumerate(nodes)) {
      if (i != 0)
        token(separator);
      expression(node);
    }
  }

  static unsigned precedence(NodeRef node) {
    switch (node->kind) {
    case Kind::IfExp:
      return 0;
    case Kind::BoolOp:
      return 1;
    case Kind::Compare:
      return 2;
    case Kind::Unary:
      return 6;
    case Kind::Binary:
      return node->text == "Pow"                                                                    ? 7
             : node->text == "Add" || node->text == "Sub"                                           ? 4
             : StringRef(node->text).starts_with("Bit") || StringRef(node->text).ends_with("Shift") ? 3
                                                                                                    : 5;
    default:
      return 8;
    }
  }

  /// With brackets where it binds less than what is around it.
  void operand(NodeRef node, unsigned least) {
    bool brackets = precedence(node) < least;
    if (brackets)
      token("(");
    expression(node);
    if (brackets)
      token(")");
  }

  void expression(NodeRef node) {
    const Nodes &kids = node->kids;
    switch (node->kind) {
    case Kind::Name:
      return name(node->text);
    case Kind::Attribute:
      operand(kids[0], 8);
      token(".");
      return token(kids[0]->isName("wp") || node->text == "shape" ? StringRef(node->text) : "n"); // a field is a name
    case Kind::Call:
      expression(kids[0]);
      token("(");
      list(llvm::ArrayRef(kids).drop_front(), ",");
      return token(")");
    case Kind::Keyword:
      token("n");
      token("=");
      return expression(kids[0]);
    case Kind::Subscript:
      expression(kids[0]);
      token("[");
      list(llvm::ArrayRef(kids).drop_front(), ",");
      return token("]");
    case Kind::Binary:
    case Kind::Compare:
      operand(kids[0], precedence(node));
      token(node->text);
      return operand(kids[1], precedence(node) + 1);
    case Kind::Unary:
      token(node->text);
      return operand(kids[0], precedence(node));
    case Kind::BoolOp:
      for (auto [i, kid] : llvm::enumerate(kids)) {
        if (i != 0)
          token(node->text);
        operand(kid, precedence(node) + 1);
      }
      return;
    case Kind::IfExp:
      expression(kids[1]);
      token("if");
      expression(kids[0]);
      token("else");
      return expression(kids[2]);
    case Kind::Tuple:
      return list(kids, ",");
    default:
      return token("0");
    }
  }

  void head(StringRef word, NodeRef what) {
    token(word);
    expression(what);
    end(/*opensBlock=*/true);
  }

  void end(bool opensBlock = false) {
    if (opensBlock)
      token(":");
    token("\n");
  }

  void branches(NodeRef node, StringRef word) {
    head(word, node->kids[0]);
    block(node->body);
    if (node->orelse.size() == 1 && node->orelse[0]->is(Kind::If))
      return branches(node->orelse[0], "elif");
    if (node->orelse.empty())
      return;
    token("else");
    end(/*opensBlock=*/true);
    block(node->orelse);
  }

  void statement(NodeRef node) {
    switch (node->kind) {
    case Kind::If:
      return branches(node, "if");
    case Kind::While:
      head("while", node->kids[0]);
      return block(node->body);
    case Kind::For:
      token("for");
      expression(node->kids[0]);
      head("in", node->kids[1]);
      return block(node->body);
    case Kind::Assign:
      expression(node->kids[0]);
      token("=");
      expression(node->kids[1]);
      return end();
    case Kind::AugAssign:
      expression(node->kids[0]);
      token(node->text + "=");
      expression(node->kids[1]);
      return end();
    case Kind::Expr:
      expression(node->kids[0]);
      return end();
    default:
      token(node->is(Kind::Return)     ? "return"
            : node->is(Kind::Break)    ? "break"
            : node->is(Kind::Continue) ? "continue"
                                       : "pass");
      list(node->kids, ",");
      return end();
    }
  }

  llvm::function_ref<bool(StringRef)> isConstant;
};

} // namespace

std::vector<uint64_t> kgen::knowledge::outline(const Nodes &body, llvm::function_ref<bool(StringRef)> isConstant) {
  Outliner outliner(isConstant);
  outliner.block(body);
  return std::move(outliner.tokens);
}
