// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits Python into tokens and logical lines.

#include "PythonText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace kgen;
using namespace kgen::stats;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

class Lexer {
public:
  explicit Lexer(StringRef text) : rest(text) {}

  std::vector<PyLine> run() {
    while (!rest.empty())
      step();
    endLine();
    return std::move(lines);
  }

private:
  void step();
  void endLine();
  void take(PyToken::Kind kind, size_t length);
  size_t stringLength(StringRef text) const;
  StringRef drop(size_t length) {
    StringRef dropped = rest.take_front(length);
    rest = rest.drop_front(dropped.size());
    return dropped;
  }

  StringRef rest;
  std::vector<PyLine> lines;
  PyLine line;
  unsigned depth = 0, column = 0;
  bool hasTokens = false; // on this physical line
};

} // namespace

void Lexer::endLine() {
  line.height += hasTokens;
  hasTokens = false;
  column = 0;
  if (depth || line.tokens.empty())
    return;
  lines.push_back(std::move(line));
  line = PyLine();
}

void Lexer::take(PyToken::Kind kind, size_t length) {
  if (line.tokens.empty())
    line.indent = column;
  StringRef text = drop(length);
  column += text.size();
  hasTokens = true;
  line.height += kind == PyToken::String ? text.count('\n') : 0;
  line.tokens.push_back({kind, text});
  if (kind != PyToken::Operator)
    return;
  if (StringRef("([{").contains(text))
    ++depth;
  else if (StringRef(")]}").contains(text) && depth)
    --depth;
}

/// The length of the string literal that starts here, quotes included; 0 if none does.
size_t Lexer::stringLength(StringRef text) const {
  size_t prefix = text.take_while([](char c) { return StringRef("rRbBfFuU").contains(c); }).size();
  StringRef body = text.drop_front(prefix);
  if (prefix > 2 || body.empty() || (body.front() != '"' && body.front() != '\''))
    return 0;
  StringRef quote = body.take_front(body.starts_with("\"\"\"") || body.starts_with("'''") ? 3 : 1);
  size_t at = quote.size();
  while (at < body.size() && !body.substr(at).starts_with(quote))
    at += body[at] == '\\' ? 2 : 1;
  return std::min(prefix + at + quote.size(), text.size());
}

void Lexer::step() {
  char c = rest.front();
  if (c == '\n') {
    drop(1);
    endLine();
  } else if (c == '#') {
    drop(rest.find('\n') == StringRef::npos ? rest.size() : rest.find('\n'));
  } else if (c == '\\' && rest.drop_front().ltrim('\r').starts_with("\n")) {
    drop(rest.find('\n') + 1);
    line.height += hasTokens;
    hasTokens = false;
  } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
    drop(1);
    column += c != '\r';
  } else if (size_t length = stringLength(rest)) {
    take(PyToken::String, length);
  } else if (llvm::isAlpha(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80) {
    take(PyToken::Name,
         rest.take_while([](char d) { return llvm::isAlnum(d) || d == '_' || static_cast<unsigned char>(d) >= 0x80; })
             .size());
  } else if (llvm::isDigit(c) || (c == '.' && rest.size() > 1 && llvm::isDigit(rest[1]))) {
    size_t end = 1;
    while (end < rest.size() && (llvm::isAlnum(rest[end]) || rest[end] == '.' || rest[end] == '_' ||
                                 ((rest[end] == '-' || rest[end] == '+') && llvm::toLower(rest[end - 1]) == 'e' &&
                                  !rest.starts_with_insensitive("0x"))))
      ++end;
    take(PyToken::Number, end);
  } else {
    for (StringRef longer : {"**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=", ">=", "==",
                             "!=",  "->",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "@=", ":="})
      if (rest.starts_with(longer))
        return take(PyToken::Operator, longer.size());
    take(PyToken::Operator, 1);
  }
}

size_t kgen::stats::afterBracket(ArrayRef<PyToken> tokens, size_t open) {
  unsigned depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].kind != PyToken::Operator)
      continue;
    if (StringRef("([{").contains(tokens[i].text))
      ++depth;
    else if (StringRef(")]}").contains(tokens[i].text) && --depth == 0)
      return i + 1;
  }
  return tokens.size();
}

const PyKernel::Parameter *PyKernel::findParameter(StringRef name) const {
  auto found = llvm::find_if(parameters, [&](const Parameter &parameter) { return parameter.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

/// The dimensions of the array that an annotation asks for; 0 for a value.
static unsigned rankOf(ArrayRef<PyToken> annotation) {
  for (size_t i = 0; i < annotation.size(); ++i) {
    StringRef name = annotation[i].text;
    if (!name.consume_front("array"))
      continue;
    if (name.size() == 2 && name[1] == 'd')
      return name[0] - '0';
    for (size_t k = i; k + 2 < annotation.size(); ++k)
      if (annotation[k].is("ndim") && annotation[k + 2].kind == PyToken::Number)
        return annotation[k + 2].text[0] - '0';
    return 1;
  }
  return 0;
}

/// `(a: float, b: wp.array(dtype=float)) -> None:`
static std::vector<PyKernel::Parameter> readParameters(ArrayRef<PyToken> tokens) {
  std::vector<PyKernel::Parameter> parameters;
  size_t end = afterBracket(tokens, 0);
  unsigned depth = 1;
  bool isNext = true;
  for (size_t i = 1; i + 1 < end; ++i) {
    const PyToken &token = tokens[i];
    if (isNext && token.kind == PyToken::Name) {
      parameters.push_back({token.text, {}, 0});
      isNext = false;
      continue;
    }
    if (token.kind == PyToken::Operator)
      depth += StringRef("([{").contains(token.text) ? 1 : StringRef(")]}").contains(token.text) ? -1 : 0;
    isNext = depth == 1 && token.is(",");
    if (!isNext && !parameters.empty())
      parameters.back().annotation.push_back(token);
  }
  for (PyKernel::Parameter &parameter : parameters)
    parameter.rank = rankOf(parameter.annotation);
  return parameters;
}

PyKernel kgen::stats::readKernelText(StringRef source, StringRef name) {
  PyKernel kernel;
  std::vector<PyLine> lines = Lexer(source).run();
  for (size_t i = 0; i < lines.size(); ++i) {
    ArrayRef<PyToken> tokens = lines[i].tokens;
    bool isFunction = tokens.size() > 3 && tokens[0].is("def");
    if (tokens.size() > 1 && lines[i].indent == 0 && tokens[1].is("="))
      kernel.constants.insert(tokens[0].text);
    if (isFunction)
      kernel.functions.insert(tokens[1].text);
    if (!isFunction || tokens[1].text != name || !kernel.body.empty())
      continue;
    kernel.parameters = readParameters(tokens.drop_front(2));
    kernel.headerHeight = lines[i].height;
    for (size_t k = i + 1; k < lines.size() && lines[k].indent > lines[i].indent; ++k)
      if (k != i + 1 || lines[k].tokens.front().kind != PyToken::String)
        kernel.body.push_back(lines[k]);
  }
  return kernel;
}
