// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words, and the text outside of bodies: directives, variables of the module, the heads of functions.

#include "Parser.h"
#include <algorithm>
#include <bit>
#include <charconv>

namespace kgen::ptx {

/// Bounds that no compiler's text reaches, on the memory that a hostile one can take.
static constexpr uint64_t maxVariableBytes = uint64_t(1) << 28;
static constexpr uint64_t maxParameterBytes = 1 << 16;
static constexpr uint64_t maxAlignment = 1 << 20;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

bool Parser::fail(const std::string &message, unsigned line) {
  if (diagnostic.message.empty()) {
    diagnostic.line = line ? line : lexer.peek().line;
    diagnostic.message = !lexer.error().empty() ? lexer.error() : message;
  }
  lexer.stop();
  return false;
}

std::string shown(const Token &token) {
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
    fail(std::string("expected ") + what + " of at most " + std::to_string(limit) + " but got " + std::to_string(value),
         line);
  return std::min(value, limit);
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
    if (point == std::string_view::npos || std::from_chars(text.data(), text.data() + point, major).ec != std::errc() ||
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
      // The memory behind a pointer parameter has an alignment of its own: `.param .u64 .ptr .global .align 8 x`.
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

Global Declaration::global(Space space, unsigned line) const {
  Global result;
  result.name = name;
  result.space = space;
  result.size = size;
  result.alignment = alignment;
  result.isExternal = isUnsized;
  result.line = line;
  return result;
}

void Parser::parseGlobal(Space space, bool isExternal) {
  unsigned line = lexer.peek().line;
  if (accept(".attribute")) {
    while (!atEnd() && !isAt(")"))
      lexer.take();
    expect(")");
  }
  Declaration declaration = parseDeclaration(false);
  Global global = declaration.global(space, line);
  global.isExternal |= isExternal;
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
    Global::Fixup fixup{at, takeName("a name"), 0};
    if (fixup.symbol == "generic" && accept("(")) {
      fixup.symbol = takeName("a name");
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
      addRegisters({declaration.name, static_cast<uint32_t>(variable.reg), 0});
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
  firstPlace = syntax.places.size();
  openScope();
  parseHead();
  skipPerformanceDirectives();
  if (!accept(";")) {
    made.hasBody = true;
    parseBody();
  }
  add(std::move(made));
  function = nullptr;
}

/// `(results) name (parameters)`. Results are read first, parameters go first.
void Parser::parseHead() {
  uint32_t results = 0, parameters = 0;
  if (isAt("("))
    parseParameters(results);
  function->name = takeName("the name of a function");
  if (isAt("("))
    parseParameters(parameters);
  std::vector<Variable> &variables = function->variables;
  std::rotate(variables.begin(), variables.begin() + results, variables.end());
  for (uint32_t &index : scopes[0].variables)
    index = index < results ? index + parameters : index - results;
  function->numParameters = parameters;
  function->numResults = results;
}

/// `.maxntid 128, 1, 1` and similar directives: they change no meaning.
void Parser::skipPerformanceDirectives() {
  while (lexer.peek().text.starts_with(".") && !atEnd()) {
    Token directive = lexer.take();
    while (!atEnd() && !isAt("{") && !isAt(";") && !lexer.peek().text.starts_with("."))
      lexer.take();
    if (directive.text == ".pragma")
      accept(";");
  }
}

/// A function may be declared often and has one body.
void Parser::add(Function &&made) {
  auto same = std::find_if(syntax.functions.begin(), syntax.functions.end(),
                           [&](const Function &other) { return other.name == made.name; });
  if (same == syntax.functions.end())
    syntax.functions.push_back(std::move(made));
  else if (!same->hasBody)
    *same = std::move(made);
  else if (made.hasBody)
    fail("expected one body for '" + std::string(made.name) + "' but there is another at line " +
             std::to_string(same->line),
         made.line);
}

bool parseSyntax(Syntax &syntax, Diagnostic &diagnostic) { return Parser(syntax, diagnostic).run(); }

} // namespace kgen::ptx
