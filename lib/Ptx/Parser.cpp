// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From words to functions, variables and instructions. Knows the grammar and no instruction but `call`'s operands. After
// the first error the text is at its end for the parser, so that all loops stop.

#include "Lexer.h"
#include "Syntax.h"
#include <algorithm>
#include <bit>
#include <charconv>
#include <unordered_map>

namespace kgen::ptx {

/// What no compiler's text reaches: bounds of the memory that a hostile one can take.
static constexpr uint64_t maxRegisters = 1 << 20;
static constexpr uint64_t maxVariableBytes = uint64_t(1) << 28;
static constexpr uint64_t maxParameterBytes = 1 << 16;
static constexpr uint64_t maxAlignment = 1 << 20;
static constexpr unsigned maxScopes = 256;

namespace {

/// `.reg .b32 %r<9>`, or one register where `count` is 0.
struct RegisterRange {
  std::string_view prefix;
  uint32_t first, count;
};

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
};

class Parser {
public:
  Parser(Syntax &syntax, Diagnostic &diagnostic) : syntax(syntax), diagnostic(diagnostic), lexer(syntax.source) {}
  bool run();

private:
  // Words.
  bool fail(std::string message, unsigned line = 0);
  bool isAt(std::string_view text) const { return lexer.peek().text == text && lexer.peek().kind != Token::String; }
  bool accept(std::string_view text);
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
  void parseParameters(uint32_t &count);

  // A body.
  void parseBody();
  void parseStatement();
  void parseRegisters();
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
  const RegisterRange *findRange(std::string_view name, uint32_t &reg) const;
  int32_t findVariable(std::string_view name) const;
  uint64_t placeParameter(uint64_t size, uint32_t alignment);

  Syntax &syntax;
  Diagnostic &diagnostic;
  Lexer lexer;
  Function *function = nullptr;
  std::vector<Scope> scopes;
  uint64_t parameterTop = 0, variableBytes = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

bool Parser::fail(std::string message, unsigned line) {
  if (diagnostic.message.empty()) {
    diagnostic.line = line ? line : lexer.peek().line;
    diagnostic.message = !lexer.error().empty() ? lexer.error() : std::move(message);
  }
  lexer.stop();
  return false;
}

bool Parser::accept(std::string_view text) {
  if (!isAt(text))
    return false;
  lexer.take();
  return true;
}

/// As it is shown in a message.
static std::string shown(const Token &token) {
  return token.kind == Token::End ? "the end of the text" : "'" + std::string(token.text.substr(0, 60)) + "'";
}

bool Parser::expect(std::string_view text) {
  return accept(text) || fail("expected '" + std::string(text) + "' but got " + shown(lexer.peek()));
}

std::string_view Parser::takeName(const char *what) {
  if (lexer.peek().kind == Token::Word)
    return lexer.take().text;
  fail(std::string("expected ") + what + " but got " + shown(lexer.peek()));
  return "";
}

/// Decimal, hexadecimal, octal and binary integers, and floats as hexadecimal bits.
static bool readNumber(std::string_view text, Operand &operand) {
  int base = 10;
  size_t digits = 0;
  if (text.size() > 2 && text[0] == '0' && !(text[1] >= '0' && text[1] <= '7')) {
    char kind = text[1] | 0x20;
    if (kind == 'f' && text.size() != 10)
      return false;
    if (kind == 'd' && text.size() != 18)
      return false;
    base = kind == 'b' ? 2 : kind == 'x' || kind == 'f' || kind == 'd' ? 16 : 0;
    operand.kind = kind == 'f' ? Operand::Float32 : kind == 'd' ? Operand::Float64 : Operand::Integer;
    digits = 2;
  } else if (text.size() > 1 && text[0] == '0' && text[1] != 'U') {
    base = 8;
    digits = 1;
  }
  if (!base)
    return false;
  if (operand.kind == Operand::Integer && text.back() == 'U')
    text.remove_suffix(1);
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data() + digits, text.data() + text.size(), value, base);
  operand.value = static_cast<int64_t>(value);
  return error == std::errc() && end == text.data() + text.size();
}

bool Parser::parseNumber(Operand &operand) {
  bool isNegative = accept("-");
  Token token = lexer.peek();
  operand.kind = Operand::Integer;
  if (token.kind != Token::Number || !readNumber(token.text, operand))
    return fail("expected a number but got " + shown(token));
  if (isNegative && operand.kind != Operand::Integer)
    return fail("expected an integer after '-' but got " + shown(token));
  if (isNegative)
    operand.value = static_cast<int64_t>(0 - static_cast<uint64_t>(operand.value));
  lexer.take();
  return true;
}

uint64_t Parser::parseCount(const char *what, uint64_t limit) {
  Operand number;
  unsigned line = lexer.peek().line;
  if (!parseNumber(number))
    return 0;
  uint64_t value = static_cast<uint64_t>(number.value);
  if (number.kind != Operand::Integer || value > limit)
    fail(std::string("expected ") + what + " of at most " + std::to_string(limit) + " but got " + std::to_string(value), line);
  return value;
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

bool Parser::run() {
  for (size_t at = 0; at <= syntax.source.size();) {
    size_t end = std::min(syntax.source.find('\n', at), syntax.source.size());
    syntax.lines.push_back(std::string_view(syntax.source).substr(at, end - at));
    at = end + 1;
  }
  while (!atEnd())
    parseTopLevel();
  if (!lexer.error().empty())
    fail("");
  if (diagnostic.message.empty() && !syntax.version)
    fail("expected a PTX text, which begins with '.version'", 1);
  return diagnostic.message.empty();
}

void Parser::parseTopLevel() {
  Token word = lexer.take();
  std::string_view text = word.text;
  if (!syntax.version && text != ".version") {
    fail("expected a PTX text, which begins with '.version'", word.line);
    return;
  }
  if (text == ".version" || text == ".target" || text == ".address_size")
    return parseHeader(text, word.line);
  if (text == ".file")
    return parseFile(word.line);
  if (text == ".loc")
    return lexer.skipLine(word.line);
  if (text == ".section")
    return skipSection();
  bool isExternal = false;
  while (text == ".visible" || text == ".extern" || text == ".weak" || text == ".common") {
    isExternal |= text == ".extern";
    text = lexer.take().text;
  }
  if (text == ".entry" || text == ".func")
    return parseFunction(text == ".entry");
  if (text == ".global" || text == ".const" || text == ".shared")
    return parseGlobal(parseSpace(text.substr(1)), isExternal);
  if (text == ";")
    return;
  fail("expected a directive but got " + shown(word), word.line);
}

void Parser::parseHeader(std::string_view word, unsigned line) {
  Token value = lexer.peek();
  std::string_view text = value.text;
  if (word == ".version") {
    unsigned major = 0, minor = 0;
    auto point = text.find('.');
    if (point == std::string_view::npos ||
        std::from_chars(text.data(), text.data() + point, major).ec != std::errc() ||
        std::from_chars(text.data() + point + 1, text.data() + text.size(), minor).ec != std::errc() || major > 99 ||
        minor > 9) {
      fail("expected a version, such as 8.0, but got " + shown(value));
      return;
    }
    syntax.version = major * 10 + minor;
  } else if (word == ".target") {
    if (!text.starts_with("sm_") ||
        std::from_chars(text.data() + 3, text.data() + text.size(), syntax.target).ec != std::errc()) {
      fail("expected a target, such as sm_80, but got " + shown(value));
      return;
    }
  } else if (text != "64") {
    fail("expected an address size of 64 but got " + shown(value));
    return;
  }
  lexer.skipLine(line);
}

void Parser::parseFile(unsigned line) {
  unsigned number = parseCount("a file number", 1 << 20);
  if (lexer.peek().kind == Token::String)
    syntax.files.push_back({number, lexer.take().text});
  lexer.skipLine(line);
}

void Parser::parseLoc(unsigned line) {
  Place place;
  place.file = parseCount("a file number", 1 << 20);
  place.line = parseCount("a line", UINT32_MAX);
  syntax.places.push_back(place);
  lexer.skipLine(line);
}

/// Debug information.
void Parser::skipSection() {
  while (!atEnd() && !isAt("{"))
    lexer.take();
  while (!atEnd() && !isAt("}"))
    lexer.take();
  expect("}");
}

/// After the state space: `.align 8 .b8 name[24]`.
Declaration Parser::parseDeclaration(bool isParameter) {
  Declaration result;
  uint64_t alignment = 0, count = 1;
  while (lexer.peek().text.starts_with(".")) {
    Token word = lexer.take();
    if (word.text == ".align") {
      alignment = parseCount("an alignment", maxAlignment);
      if (!std::has_single_bit(alignment))
        fail("expected an alignment that is a power of two but got " + std::to_string(alignment), word.line);
      // What a pointer parameter points to has an alignment of its own: `.param .u64 .ptr .global .align 8 x`.
      if (result.type != Type::None)
        alignment = 0;
    } else if (Type type = parseType(word.text.substr(1)); type != Type::None && result.type == Type::None) {
      result.type = type;
    } else if (!isParameter || (word.text != ".ptr" && parseSpace(word.text.substr(1)) == Space::Generic)) {
      fail("expected a type but got " + shown(word), word.line);
    }
  }
  result.name = takeName("a name");
  if (result.type == Type::None)
    fail("expected a type for '" + std::string(result.name) + "'");
  while (accept("[")) {
    if (isAt("]"))
      result.isUnsized = true;
    else
      count *= parseCount("an extent", maxVariableBytes);
    expect("]");
    count = std::min(count, maxVariableBytes + 1);
  }
  unsigned bytes = std::max((bitsOf(result.type) + 7) / 8, 1u); // after an error there may be no type
  result.size = result.isUnsized ? 0 : count * bytes;
  result.alignment = alignment ? alignment : bytes;
  variableBytes += result.size;
  if (variableBytes > maxVariableBytes)
    fail("expected variables of at most " + std::to_string(maxVariableBytes) + " bytes in all");
  return result;
}

void Parser::parseGlobal(Space space, bool isExternal) {
  Global global;
  global.line = lexer.peek().line;
  if (accept(".attribute")) {
    while (!atEnd() && !isAt(")"))
      lexer.take();
    expect(")");
  }
  Declaration declaration = parseDeclaration(false);
  global.name = declaration.name;
  global.space = space;
  global.size = declaration.size;
  global.alignment = declaration.alignment;
  global.isExternal = isExternal || declaration.isUnsized;
  if (accept("=")) {
    global.isExternal = isExternal;
    parseInitializer(global, declaration.type);
    if (declaration.isUnsized)
      global.size = global.bytes.size();
    if (global.bytes.size() > global.size)
      fail("expected an initializer of at most " + std::to_string(global.size) + " bytes for '" +
           std::string(global.name) + "' but got " + std::to_string(global.bytes.size()));
  }
  expect(";");
  syntax.globals.push_back(std::move(global));
}

void Parser::parseInitializer(Global &global, Type type) {
  unsigned bytes = (bitsOf(type) + 7) / 8, depth = 0;
  uint64_t at = 0;
  do {
    if (accept("{"))
      ++depth;
    else if (isAt("}") && depth)
      lexer.take(), --depth;
    else if (!accept(","))
      parseInitialValue(global, bytes, at);
  } while (depth && !atEnd());
}

void Parser::parseInitialValue(Global &global, unsigned bytes, uint64_t &at) {
  Operand value;
  if (lexer.peek().kind == Token::Word) {
    Global::Fixup fixup{at, takeName("a name"), 0, false};
    if (fixup.symbol == "generic" && accept("(")) {
      fixup.symbol = takeName("a name");
      fixup.isGeneric = true;
      expect(")");
    }
    if (isAt("+") || isAt("-")) {
      accept("+");
      if (parseNumber(value))
        fixup.addend = value.value;
    }
    if (bytes != 8)
      fail("expected a type of 64 bits for the address of '" + std::string(fixup.symbol) + "'");
    global.fixups.push_back(fixup);
    value.value = 0;
  } else if (!parseNumber(value)) {
    return;
  }
  if (value.kind == Operand::Float64 && bytes == 4)
    value.value = std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(value.value)));
  for (unsigned i = 0; i < bytes; ++i)
    global.bytes.push_back(static_cast<uint64_t>(value.value) >> (8 * i));
  at += bytes;
}

uint64_t Parser::placeParameter(uint64_t size, uint32_t alignment) {
  uint64_t offset = (parameterTop + alignment - 1) / alignment * alignment;
  parameterTop = offset + size;
  if (parameterTop > maxParameterBytes)
    fail("expected at most " + std::to_string(maxParameterBytes) + " bytes of parameters in a function");
  function->parameterBytes = std::max(function->parameterBytes, parameterTop);
  return offset;
}

/// `(.param .b32 a, .reg .b64 b)`.
void Parser::parseParameters(uint32_t &count) {
  expect("(");
  while (!atEnd() && !isAt(")")) {
    Token space = lexer.take();
    if (space.text != ".param" && space.text != ".reg") {
      fail("expected '.param' but got " + shown(space), space.line);
      return;
    }
    Declaration declaration = parseDeclaration(true);
    Variable variable{declaration.name, Space::Param, declaration.size, declaration.alignment};
    variable.offset = placeParameter(declaration.size, declaration.alignment);
    if (space.text == ".reg") {
      variable.reg = function->registerBits.size();
      scopes.back().registers.push_back({declaration.name, static_cast<uint32_t>(variable.reg), 0});
      function->registerBits.push_back(bitsOf(declaration.type));
    } else {
      scopes.back().variables.push_back(function->variables.size());
    }
    function->variables.push_back(variable);
    ++count;
    if (!accept(",") && !isAt(")"))
      fail("expected ',' or ')' but got " + shown(lexer.peek()));
  }
  expect(")");
}

void Parser::parseFunction(bool isEntry) {
  Function made;
  function = &made;
  made.isEntry = isEntry;
  made.line = lexer.peek().line;
  parameterTop = 0;
  scopes.clear();
  openScope();
  uint32_t results = 0, parameters = 0;
  if (isAt("("))
    parseParameters(results);
  made.name = takeName("the name of a function");
  if (isAt("("))
    parseParameters(parameters);
  // Results were read first, parameters go first.
  std::rotate(made.variables.begin(), made.variables.begin() + results, made.variables.end());
  for (uint32_t &index : scopes[0].variables)
    index = index < results ? index + parameters : index - results;
  made.numParameters = parameters;
  made.numResults = results;
  while (lexer.peek().text.starts_with(".") && !atEnd()) { // `.maxntid 128, 1, 1` and its like: they change no meaning
    Token directive = lexer.take();
    while (!atEnd() && !isAt("{") && !isAt(";") && !lexer.peek().text.starts_with("."))
      lexer.take();
    if (directive.text == ".pragma")
      accept(";");
  }
  if (!accept(";")) {
    made.hasBody = true;
    parseBody();
  }
  auto same = std::find_if(syntax.functions.begin(), syntax.functions.end(),
                           [&](const Function &other) { return other.name == made.name; });
  if (same == syntax.functions.end())
    syntax.functions.push_back(std::move(made));
  else if (!same->hasBody)
    *same = std::move(made);
  else if (made.hasBody)
    fail("expected one body for '" + std::string(made.name) + "' but there is another at line " +
             std::to_string(same->line), made.line);
  function = nullptr;
}

//===----------------------------------------------------------------------===//
// A body
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
    scopes.back().registers.push_back({name, static_cast<uint32_t>(bits.size()), isRange ? uint32_t(count) : 0});
    if (bits.size() + count > maxRegisters) {
      fail("expected at most " + std::to_string(maxRegisters) + " registers in a function");
      return;
    }
    bits.resize(bits.size() + count, bitsOf(type));
  } while (accept(","));
  expect(";");
}

void Parser::parseLocalVariable(Space space) {
  Declaration declaration = parseDeclaration(false);
  Variable variable{declaration.name, space, declaration.size, declaration.alignment};
  if (space == Space::Param) {
    variable.offset = placeParameter(declaration.size, declaration.alignment);
  } else if (space == Space::Shared) {
    variable.offset = syntax.globals.size();
    Global global;
    global.name = declaration.name;
    global.space = Space::Shared;
    global.size = declaration.size;
    global.alignment = declaration.alignment;
    global.isExternal = declaration.isUnsized;
    syntax.globals.push_back(global);
  }
  expect(";");
  scopes.back().variables.push_back(function->variables.size());
  function->variables.push_back(variable);
}

const RegisterRange *Parser::findRange(std::string_view name, uint32_t &reg) const {
  size_t digits = name.size();
  while (digits > 1 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
    --digits;
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
    for (const RegisterRange &range : scope->registers) {
      if (!range.count ? name != range.prefix : !name.starts_with(range.prefix) || range.prefix.size() >= name.size())
        continue;
      uint32_t index = 0;
      if (range.count) {
        std::string_view rest = name.substr(range.prefix.size());
        if (range.prefix.size() < digits || (rest[0] == '0' && rest.size() > 1) ||
            std::from_chars(rest.data(), rest.data() + rest.size(), index).ec != std::errc() || index >= range.count)
          continue;
      }
      reg = range.first + index;
      return &range;
    }
  return nullptr;
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
  instruction.place = syntax.places.size();
  if (accept("@")) {
    instruction.isGuardNegated = accept("!");
    uint32_t reg = 0;
    Token name = lexer.take();
    if (!findRange(name.text, reg) || function->registerBits[reg] != 1) {
      fail("expected a predicate but got " + shown(name), name.line);
      return;
    }
    instruction.guard = reg;
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
    operand.value += number.value;
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
  uint32_t reg = 0;
  if (operand.name == "_") {
    operand.kind = Operand::Sink;
  } else if (findRange(operand.name, reg)) {
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

bool parseSyntax(Syntax &syntax, Diagnostic &diagnostic) { return Parser(syntax, diagnostic).run(); }

} // namespace kgen::ptx
