// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function's body: scopes, registers, variables, labels, and instructions with their operands.

#include "Parser.h"
#include <algorithm>
#include <charconv>

namespace kgen::ptx {

/// Bounds that no compiler's text reaches, on the memory that a hostile one can take.
static constexpr uint64_t maxRegisters = 1 << 20;
static constexpr unsigned maxScopes = 256;

//===----------------------------------------------------------------------===//
// Scopes and declarations
//===----------------------------------------------------------------------===//

void Parser::openScope() {
  if (scopes.size() > maxScopes) {
    fail("expected at most " + std::to_string(maxScopes) + " blocks within each other");
    return;
  }
  scopes.emplace_back().parameterTop = parameterTop;
}

/// Names that are no label of this block may be one of the block around it, and names of the module in the end.
void Parser::closeScope() {
  Scope scope = std::move(scopes.back());
  scopes.pop_back();
  if (!scopes.empty())
    parameterTop = scope.parameterTop;
  for (auto [place, line] : scope.pending) {
    Operand &operand = function->elements[place];
    auto label = scope.labels.find(operand.name);
    if (label != scope.labels.end()) {
      operand.kind = Operand::Label;
      operand.index = label->second;
    } else if (!scopes.empty()) {
      scopes.back().pending.push_back({place, line});
    }
  }
}

void Parser::parseBody() {
  expect("{");
  size_t depth = scopes.size(); // of the parameters
  openScope();
  while (!atEnd() && scopes.size() > depth)
    parseStatement();
  if (scopes.size() > depth)
    fail("expected '}' but got " + shown(lexer.peek()));
  while (!scopes.empty())
    closeScope();
  // Operands of instructions were kept among the elements while labels were open.
  for (Operand &operand : function->operands)
    if (operand.kind == Operand::Symbol)
      operand = function->elements[operand.index];
}

void Parser::parseStatement() {
  const Token &word = lexer.peek();
  if (accept("{"))
    return openScope();
  if (accept("}"))
    return closeScope();
  if (word.text.starts_with(".")) {
    Token directive = lexer.take();
    if (directive.text == ".reg")
      return parseRegisters();
    if (directive.text == ".local" || directive.text == ".shared" || directive.text == ".param")
      return parseLocalVariable(parseSpace(directive.text.substr(1)));
    if (directive.text == ".loc")
      return parseLoc(directive.line);
    if (directive.text == ".pragma") {
      lexer.take();
      expect(";");
      return;
    }
    fail("expected a statement but got " + shown(directive), directive.line);
    return;
  }
  if (word.kind == Token::Word && lexer.isFollowedBy(':')) {
    Token label = lexer.take();
    lexer.take();
    if (isAt(".callprototype")) { // how a call through a pointer looks: its operands say that, too
      while (!atEnd() && !accept(";"))
        lexer.take();
      return;
    }
    if (isAt(".branchtargets")) {
      fail("expected a statement but got '.branchtargets', which is not supported");
      return;
    }
    if (!scopes.back().labels.emplace(label.text, function->instructions.size()).second)
      fail("expected one label '" + std::string(label.text) + "'", label.line);
    return;
  }
  parseInstruction();
}

void Parser::addRegisters(RegisterRange range) {
  scopes.back().registers.push_back(range);
  function->ranges.push_back(range);
}

std::string Function::nameOfRegister(uint32_t index) const {
  for (const RegisterRange &range : ranges)
    if (index - range.first < std::max(range.count, 1u))
      return std::string(range.prefix) + (range.count ? std::to_string(index - range.first) : "");
  return "";
}

void Parser::parseRegisters() {
  Token word = lexer.take();
  Type type = word.text.starts_with(".") ? parseType(word.text.substr(1)) : Type::None;
  if (type == Type::None || bitsOf(type) == 8) {
    fail("expected a type of registers but got " + shown(word), word.line);
    return;
  }
  do {
    std::string_view name = takeName("a register");
    uint64_t count = 1;
    bool isRange = accept("<");
    if (isRange) {
      count = parseCount("a number of registers", maxRegisters);
      expect(">");
    }
    std::vector<uint8_t> &bits = function->registerBits;
    addRegisters({name, static_cast<uint32_t>(bits.size()), isRange ? uint32_t(count) : 0});
    if (bits.size() + count > maxRegisters) {
      fail("expected at most " + std::to_string(maxRegisters) + " registers in a function");
      return;
    }
    bits.resize(bits.size() + count, bitsOf(type));
  } while (accept(","));
  expect(";");
}

void Parser::parseLocalVariable(Space space) {
  unsigned line = lexer.peek().line;
  Declaration declaration = parseDeclaration(false);
  Variable variable{declaration.name, space, declaration.size, declaration.alignment};
  if (space == Space::Param) {
    variable.offset = placeParameter(declaration.size, declaration.alignment);
  } else if (space == Space::Shared) {
    variable.offset = syntax.globals.size();
    syntax.globals.push_back(declaration.global(space, line));
  }
  expect(";");
  scopes.back().variables.push_back(function->variables.size());
  function->variables.push_back(variable);
}

/// The register of a range that has this name, or -1: `%r7` of `%r<9>`.
static int32_t registerOf(const RegisterRange &range, std::string_view name) {
  if (!range.count)
    return name == range.prefix ? range.first : -1;
  size_t size = range.prefix.size();
  if (!size || name.size() <= size || name[size - 1] != range.prefix[size - 1] || !name.starts_with(range.prefix))
    return -1; // nearly all by one letter
  name.remove_prefix(size);
  bool hasNeedlessZero = name.size() > 1 && name[0] == '0';
  uint32_t index = 0;
  auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  bool isIn = error == std::errc() && end == name.data() + name.size() && index < range.count;
  return isIn && !hasNeedlessZero ? range.first + index : -1;
}

int32_t Parser::findRegister(std::string_view name) const {
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
    for (const RegisterRange &range : scope->registers)
      if (int32_t reg = registerOf(range, name); reg >= 0)
        return reg;
  return -1;
}

int32_t Parser::findVariable(std::string_view name) const {
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
    for (auto variable = scope->variables.rbegin(); variable != scope->variables.rend(); ++variable)
      if (function->variables[*variable].name == name)
        return *variable;
  return -1;
}

void Parser::parseInstruction() {
  Instruction instruction;
  instruction.line = lexer.peek().line;
  instruction.place = syntax.places.size() > firstPlace ? syntax.places.size() : 0;
  if (accept("@")) {
    instruction.isGuardNegated = accept("!");
    Token name = lexer.take();
    instruction.guard = findRegister(name.text);
    if (instruction.guard < 0 || function->registerBits[instruction.guard] != 1) {
      fail("expected a predicate but got " + shown(name), name.line);
      return;
    }
  }
  instruction.opcode = takeName("an instruction");
  instruction.firstOperand = function->operands.size();
  bool isCall = instruction.opcode == "call" || instruction.opcode.starts_with("call.");
  if (isCall)
    parseCallOperands();
  while (!isCall && !atEnd() && !isAt(";")) {
    Operand operand;
    if (!parseOperand(operand))
      return;
    function->operands.push_back(operand);
    if (!accept(",") && !isAt(";")) {
      fail("expected ',' or ';' but got " + shown(lexer.peek()));
      return;
    }
  }
  if (!expect(";"))
    return;
  instruction.numOperands = function->operands.size() - instruction.firstOperand;
  function->instructions.push_back(instruction);
}

/// `(results), callee, (arguments), prototype`, of which all but the callee may be absent: always results, callee,
/// arguments here.
void Parser::parseCallOperands() {
  Operand results, callee, arguments;
  results.kind = arguments.kind = Operand::List;
  if (accept("(")) {
    if (!parseElements(results, Operand::List, ")"))
      return;
    expect(",");
  }
  if (!parseOperand(callee))
    return;
  if (accept(",") && accept("(")) {
    if (!parseElements(arguments, Operand::List, ")"))
      return;
    accept(",");
  }
  if (!isAt(";"))
    takeName("a prototype");
  function->operands.insert(function->operands.end(), {results, callee, arguments});
}

bool Parser::parseElements(Operand &operand, Operand::Kind kind, std::string_view end) {
  std::vector<Operand> items;
  while (!atEnd() && !isAt(end)) {
    Operand item;
    if (!parseOperand(item))
      return false;
    if (item.kind == Operand::Vector || item.kind == Operand::Pair || item.isAddress)
      return fail("expected a register or a number in a list");
    items.push_back(item);
    if (!accept(",") && !isAt(end))
      return fail("expected ',' or '" + std::string(end) + "' but got " + shown(lexer.peek()));
  }
  if (!expect(end))
    return false;
  operand.kind = kind;
  operand.index = function->elements.size();
  operand.count = items.size();
  for (Operand &item : items) // a name stands among the elements already: its label may still come
    if (item.kind == Operand::Symbol)
      item = function->elements[item.index];
  function->elements.insert(function->elements.end(), items.begin(), items.end());
  return true;
}

void Parser::parseOffset(Operand &operand) {
  while (isAt("+") || isAt("-")) {
    Operand number;
    accept("+");
    if (!parseNumber(number))
      return;
    operand.value = static_cast<int64_t>(static_cast<uint64_t>(operand.value) + static_cast<uint64_t>(number.value));
  }
}

bool Parser::parseAddress(Operand &operand) {
  if (lexer.peek().kind == Token::Number || isAt("-")) {
    if (!parseNumber(operand))
      return false;
  } else if (!parseNamed(operand)) {
    return false;
  }
  parseOffset(operand);
  operand.isAddress = true;
  if (operand.kind == Operand::Symbol)
    function->elements[operand.index].isAddress = true, function->elements[operand.index].value = operand.value;
  return expect("]");
}

/// A register, a special register, a variable of the function, or a name that may be a label or the module's.
bool Parser::parseNamed(Operand &operand) {
  Token name = lexer.peek();
  operand.name = takeName("an operand");
  if (operand.name == "_") {
    operand.kind = Operand::Sink;
  } else if (int32_t reg = findRegister(operand.name); reg >= 0) {
    operand.kind = Operand::Register;
    operand.index = reg;
  } else if (int32_t variable = findVariable(operand.name); variable >= 0) {
    operand.kind = Operand::Variable;
    operand.index = variable;
  } else {
    for (unsigned i = 0; i < numSpecialRegisters; ++i)
      if (nameOf(static_cast<SpecialRegister>(i)).name == operand.name) {
        operand.kind = Operand::Special;
        operand.index = i;
        return true;
      }
    if (operand.name.starts_with("%"))
      return fail("expected a register but got '" + std::string(operand.name) + "', which is not declared", name.line);
    operand.kind = Operand::Symbol;
    operand.index = function->elements.size();
    scopes.back().pending.push_back({operand.index, name.line});
    function->elements.push_back(operand);
  }
  return true;
}

bool Parser::parseOperand(Operand &operand) {
  if (accept("{"))
    return parseElements(operand, Operand::Vector, "}");
  if (accept("["))
    return parseAddress(operand);
  if (lexer.peek().kind == Token::Number || isAt("-"))
    return parseNumber(operand);
  bool isNegated = accept("!");
  if (!parseNamed(operand))
    return false;
  operand.isNegated = isNegated;
  if (isAt("+") && operand.kind != Operand::Register) {
    parseOffset(operand);
    if (operand.kind == Operand::Symbol)
      function->elements[operand.index].value = operand.value;
  }
  if (!accept("|"))
    return true;
  Operand second;
  if (!parseNamed(second))
    return false;
  if (operand.kind == Operand::Symbol || second.kind == Operand::Symbol)
    return fail("expected registers around '|'");
  uint32_t first = function->elements.size();
  function->elements.insert(function->elements.end(), {operand, second});
  operand = Operand();
  operand.kind = Operand::Pair;
  operand.index = first;
  operand.count = 2;
  return true;
}

} // namespace kgen::ptx
