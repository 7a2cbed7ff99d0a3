// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words of a PTX text, one ahead of the parser.

#ifndef KGEN_LIB_PTX_LEXER_H
#define KGEN_LIB_PTX_LEXER_H

#include <string>
#include <string_view>

namespace kgen::ptx {

struct Token {
  enum Kind : uint8_t { End, Word, Number, String, Mark };
  Kind kind = End;
  /// A string without its quotes.
  std::string_view text;
  unsigned line = 1;
};

/// After an error there are no further words.
class Lexer {
public:
  explicit Lexer(std::string_view text) : text(text) { advance(); }

  const Token &peek() const { return token; }
  Token take() {
    Token taken = token;
    advance();
    return taken;
  }
  /// Whether the word after the next begins with this character.
  bool isFollowedBy(char c) const;
  void stop() { token.kind = Token::End, token.text = "", at = text.size(); }
  /// Skips to the next line.
  void skipLine(unsigned line);
  /// "" unless the text has a character that PTX has not.
  const std::string &error() const { return message; }

private:
  void advance();
  void skipSpace();
  size_t wordEnd(size_t from) const;

  std::string_view text;
  size_t at = 0;
  unsigned line = 1;
  Token token;
  std::string message;
};

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_LEXER_H
