// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser of a PTX text: words to functions, variables and instructions. Knows the grammar and no instruction but
// `call`'s operands. After the first error the text is at its end for the parser, so that all loops stop.

#ifndef KGEN_LIB_PTX_PARSER_H
#define KGEN_LIB_PTX_PARSER_H

#include "Lexer.h"
#include "Syntax.h"
#include <unordered_map>

namespace kgen::ptx {

struct Scope {
  std::vector<RegisterRange> registers;
  std::vector<uint32_t> variables;
  std::unordered_map<std::string_view, uint32_t> labels;
  /// Operands that name a label that was not met yet: their place, and their line.
  std::vector<std::pair<uint32_t, unsigned>> pending;
  uint64_t parameterTop = 0;
};

struct Declaration {
  Type type = Type::None;
  std::string_view name;
  uint64_t size = 0;
  uint32_t alignment = 1;
  bool isUnsized = false;

  /// As a variable of the module.
  Global global(Space space, unsigned line) const;
};

class Parser {
public:
  Parser(Syntax &syntax, Diagnostic &diagnostic) : syntax(syntax), diagnostic(diagnostic), lexer(syntax.source) {}
  bool run();

private:
  // Words.
  bool fail(const std::string &message, unsigned line = 0);
  bool isAt(std::string_view text) const { return lexer.peek().text == text && lexer.peek().kind != Token::String; }
  bool accept(std::string_view text) {
    bool isHere = isAt(text);
    if (isHere)
      lexer.take();
    return isHere;
  }
  bool expect(std::string_view text);
  bool atEnd() const { return lexer.peek().kind == Token::End; }
  std::string_view takeName(const char *what);
  bool parseNumber(Operand &operand);
  uint64_t parseCount(const char *what, uint64_t limit);

  // The module.
  void parseTopLevel();
  void parseHeader(std::string_view word, unsigned line);
  void parseFile(unsigned line);
  void parseLoc(unsigned line);
  void skipSection();
  Declaration parseDeclaration(bool isParameter);
  void parseGlobal(Space space, bool isExternal);
  void parseInitializer(Global &global, Type type);
  void parseInitialValue(Global &global, unsigned bytes, uint64_t &at);
  void parseFunction(bool isEntry);
  void parseHead();
  void skipPerformanceDirectives();
  void add(Function &&made);
  void parseParameters(uint32_t &count);

  // A body.
  void parseBody();
  void parseStatement();
  void parseRegisters();
  void addRegisters(RegisterRange range);
  void parseLocalVariable(Space space);
  void parseInstruction();
  void parseCallOperands();
  bool parseOperand(Operand &operand);
  bool parseNamed(Operand &operand);
  bool parseAddress(Operand &operand);
  bool parseElements(Operand &operand, Operand::Kind kind, std::string_view end);
  void parseOffset(Operand &operand);
  void openScope();
  void closeScope();
  int32_t findRegister(std::string_view name) const;
  int32_t findVariable(std::string_view name) const;
  uint64_t placeParameter(uint64_t size, uint32_t alignment);

  Syntax &syntax;
  Diagnostic &diagnostic;
  Lexer lexer;
  Function *function = nullptr;
  std::vector<Scope> scopes;
  size_t firstPlace = 0; // of the function
  uint64_t parameterTop = 0, variableBytes = 0;
};

/// As it is shown in a message.
std::string shown(const Token &token);

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_PARSER_H
