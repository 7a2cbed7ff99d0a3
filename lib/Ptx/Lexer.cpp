// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts a PTX text into words. A word holds its points and double colons: `ld.global.f64`, `%tid.x`, `shared::cta`.

#include "Lexer.h"
#include <array>

namespace kgen::ptx {

namespace {
enum Class : uint8_t { Other, Letter, Digit, Mark };
} // namespace

/// The classes of words in which each byte may stand.
static constexpr std::array<Class, 256> classes = [] {
  std::array<Class, 256> table = {};
  for (unsigned char c : std::string_view("_$%."))
    table[c] = Letter;
  for (unsigned char c : std::string_view("{}()[],;:@!|<>=+-"))
    table[c] = Mark;
  for (unsigned i = 0; i < 26; ++i)
    table['a' + i] = table['A' + i] = Letter;
  for (unsigned i = 0; i < 10; ++i)
    table['0' + i] = Digit;
  return table;
}();

static Class classOf(char c) { return classes[static_cast<unsigned char>(c)]; }
static bool isWordPart(char c) { return classOf(c) == Letter || classOf(c) == Digit; }

void Lexer::skipSpace() {
  while (at < text.size()) {
    char c = text[at];
    if (c == '\n')
      ++line, ++at;
    else if (c == ' ' || c == '\t' || c == '\r')
      ++at;
    else if (c != '/')
      return;
    else if (text.substr(at, 2) == "//")
      at = std::min(text.find('\n', at), text.size());
    else if (text.substr(at, 2) == "/*") {
      size_t end = std::min(text.find("*/", at + 2), text.size());
      for (size_t i = at; i < end; ++i)
        line += text[i] == '\n';
      at = std::min(end + 2, text.size());
    } else
      return;
  }
}

size_t Lexer::wordEnd(size_t from) const {
  size_t end = from + 1;
  while (end < text.size()) {
    if (isWordPart(text[end]))
      ++end;
    else if (text[end] == ':' && end + 2 < text.size() && text[end + 1] == ':' && isWordPart(text[end + 2]))
      end += 2;
    else
      break;
  }
  return end;
}

void Lexer::advance() {
  skipSpace();
  token.line = line;
  token.kind = Token::End;
  token.text = "";
  if (at >= text.size() || !message.empty())
    return;
  char c = text[at];
  size_t end = at + 1;
  if (isWordPart(c)) {
    token.kind = classOf(c) == Digit ? Token::Number : Token::Word;
    end = wordEnd(at);
  } else if (c == '"') {
    end = text.find('"', at + 1);
    if (end == std::string_view::npos) {
      message = "expected the end of a string";
      return;
    }
    token.kind = Token::String;
    token.text = text.substr(at + 1, end - at - 1);
    at = end + 1;
    return;
  } else if (classOf(c) == Mark) {
    token.kind = Token::Mark;
  } else {
    static constexpr char digits[] = "0123456789abcdef";
    message = std::string("expected PTX but got the byte 0x") + digits[c >> 4 & 15] + digits[c & 15];
    return;
  }
  token.text = text.substr(at, end - at);
  at = end;
}

bool Lexer::isFollowedBy(char c) const {
  size_t next = at;
  while (next < text.size() && (text[next] == ' ' || text[next] == '\t'))
    ++next;
  return next < text.size() && text[next] == c;
}

void Lexer::skipLine(unsigned line) {
  while (token.kind != Token::End && token.line == line)
    advance();
}

} // namespace kgen::ptx
