// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scanner for six languages that knows comments, strings, numbers, names with a sigil, and a few words of each.

#include "Highlight.h"
#include "kgen/Page/Html.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace kgen;
using namespace kgen::page;
using llvm::StringRef;

/// `<i class="k">text</i>`
static std::string span(char kind, StringRef text) {
  return std::string("<i class=\"") + kind + "\">" + html(text) + "</i>";
}

static const llvm::StringSet<> &keywordsOf(Syntax syntax) {
  static const llvm::StringSet<> python = {"and",  "as",    "assert", "break", "class",  "continue", "def",   "elif",
                                           "else", "False", "for",    "from",  "if",     "import",   "in",    "is",
                                           "not",  "or",    "pass",   "range", "return", "True",     "while", "None"};
  static const llvm::StringSet<> cpp = {"auto",  "break", "const", "constexpr", "continue",   "else",      "extern",
                                        "false", "for",   "if",    "return",    "sizeof",     "static",    "struct",
                                        "true",  "using", "while", "namespace", "__global__", "__device__"};
  static const llvm::StringSet<> kgen = {"attributes", "carry", "else", "module", "step", "to", "while"};
  static const llvm::StringSet<> llvmir = {"br",  "define", "declare", "eq", "label",      "phi",      "ret",     "to",
                                           "nsw", "nuw",    "target",  "x",  "attributes", "nounwind", "inbounds"};
  static const llvm::StringSet<> none;
  switch (syntax) {
  case Syntax::Python:
    return python;
  case Syntax::Cpp:
    return cpp;
  case Syntax::Kgen:
    return kgen;
  case Syntax::LLVMIR:
    return llvmir;
  case Syntax::Ptx:
  case Syntax::Plain:
    return none;
  }
  return none;
}

static const llvm::StringSet<> &typesOf(Syntax syntax) {
  static const llvm::StringSet<> cpp = {"bool",     "char",     "double",   "float",    "int",
                                        "int8_t",   "int16_t",  "int64_t",  "size_t",   "uint8_t",
                                        "uint16_t", "uint32_t", "uint64_t", "unsigned", "void"};
  static const llvm::StringSet<> mlir = {"f16",  "bf16", "f32",  "f64",   "i1",     "si8",  "si16",  "si32",
                                         "si64", "ui8",  "ui16", "ui32",  "ui64",   "i8",   "i16",   "i32",
                                         "i64",  "ptr",  "void", "float", "double", "half", "bfloat"};
  static const llvm::StringSet<> python = {"bool", "float", "int"};
  static const llvm::StringSet<> none;
  if (syntax == Syntax::Cpp)
    return cpp;
  if (syntax == Syntax::Kgen || syntax == Syntax::LLVMIR)
    return mlir;
  return syntax == Syntax::Python ? python : none;
}

static StringRef commentOf(Syntax syntax) {
  return syntax == Syntax::Python ? "#" : syntax == Syntax::LLVMIR ? ";" : syntax == Syntax::Plain ? "" : "//";
}

static bool isWord(char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; }

std::string Highlighter::word(StringRef word, bool isFirst) const {
  if (syntax == Syntax::Plain)
    return html(word);
  StringRef sigil = StringRef("%@!").contains(word.front()) && syntax != Syntax::Cpp ? word.take_front() : "";
  if (sigil == "%")
    return span('v', word);
  if (sigil == "@")
    return span(syntax == Syntax::Python ? 'k' : 'f', word);
  bool isDirective = syntax == Syntax::Ptx && word.front() == '.';
  if (sigil == "!" || isDirective || typesOf(syntax).contains(word))
    return span('t', word);
  if (llvm::isDigit(word.front()))
    return span('n', word);
  bool isOp = (syntax == Syntax::Kgen && word.starts_with("kgen.")) ||
              (isFirst && (syntax == Syntax::Ptx || syntax == Syntax::LLVMIR));
  return isOp || keywordsOf(syntax).contains(word) ? span('k', word) : html(word);
}

std::string Highlighter::line(StringRef text) {
  std::string result;
  bool isFirst = true;
  for (size_t i = 0; i < text.size();) {
    StringRef rest = text.drop_front(i);
    StringRef comment = commentOf(syntax), quotes = "\"\"\"";
    size_t length = 1;
    if (syntax == Syntax::Python && (inDocstring || rest.starts_with(quotes))) {
      size_t end = rest.find(quotes, inDocstring ? 0 : 3);
      inDocstring = end == StringRef::npos;
      length = inDocstring ? rest.size() : end + 3;
      result += span('s', rest.take_front(length));
    } else if (!comment.empty() && rest.starts_with(comment)) {
      length = rest.size();
      result += span('c', rest);
    } else if (rest.front() == '"' || (rest.front() == '\'' && syntax == Syntax::Python)) {
      size_t end = rest.find(rest.front(), 1);
      length = end == StringRef::npos ? rest.size() : end + 1;
      result += span('s', rest.take_front(length));
    } else if (bool isNamed = rest.size() > 1 && StringRef("%@!#").contains(rest.front()) && isWord(rest[1]);
               isNamed || isWord(rest.front())) {
      while (length < rest.size() && isWord(rest[length]))
        ++length;
      result += word(rest.take_front(length), isFirst);
      isFirst = false;
    } else {
      result += html(rest.take_front());
      isFirst |= rest.front() == '=' && syntax == Syntax::LLVMIR;
    }
    i += length;
  }
  return result;
}
