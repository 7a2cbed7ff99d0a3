// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines that are too long, broken as formatters break them: Python's within brackets, operators first; those of C++
// after an operator or comma, as far out as can be. Knows brackets and operators, nothing else of a language.

#include "Language.h"

#include <climits>

using namespace mlir;

namespace kgen::text {

static constexpr size_t maxColumn = 100;

/// Skips a string literal; `i` is at its quote.
static size_t endOfString(StringRef text, size_t i) {
  size_t end = i + 1;
  while (end < text.size() && text[end] != text[i])
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end, text.size() - 1);
}

/// Calls `visit` with each position that lies in no string, and how deep in brackets it lies.
template <typename Visit> static void scan(StringRef text, Visit visit) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' || text[i] == '\'') {
      i = endOfString(text, i);
      continue;
    }
    bool opens = text[i] == '(' || text[i] == '[' || text[i] == '{';
    bool closes = text[i] == ')' || text[i] == ']' || text[i] == '}';
    depth -= closes;
    visit(i, depth);
    depth += opens;
  }
}

std::string quoted(StringRef text, char quote) {
  std::string literal(1, quote);
  for (unsigned char c : text) {
    if (c == static_cast<unsigned char>(quote) || c == '\\')
      literal += '\\';
    if (c == '\n')
      literal += "\\n";
    else if (c == '\t')
      literal += "\\t";
    else if (c < ' ' || c == 127) // three digits, so that what follows is not taken for one
      literal += {'\\', char('0' + c / 64), char('0' + c / 8 % 8), char('0' + c % 8)};
    else
      literal += c;
  }
  return literal + quote;
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

/// A separator between parts of an expression; the lower its level the looser.
struct Separator {
  StringLiteral token;
  unsigned level;
};
static constexpr Separator separators[] = {
    {", ", 0},   {" if ", 1}, {" else ", 1}, {" or ", 2}, {" and ", 3}, {" == ", 4}, {" != ", 4}, {" < ", 4},
    {" <= ", 4}, {" > ", 4},  {" >= ", 4},   {" | ", 5},  {" ^ ", 6},   {" & ", 7},  {" << ", 8}, {" >> ", 8},
    {" + ", 9},  {" - ", 9},  {" * ", 10},   {" / ", 10}, {" // ", 10}, {" % ", 10}, {" @ ", 10}};

/// The places at which an expression is broken into lines: at its loosest operators, or after its commas.
static SmallVector<size_t> partsOf(StringRef text) {
  SmallVector<size_t> parts;
  unsigned loosest = UINT_MAX;
  scan(text, [&](size_t i, int depth) {
    bool mayBegin = text[i] == ' ' || text[i] == ','; // as all of them do
    if (!mayBegin || depth != 0 || i == 0)
      return;
    StringRef rest = text.substr(i);
    const auto *found = llvm::find_if(separators, [&](const Separator &one) { return rest.starts_with(one.token); });
    if (found == std::end(separators) || found->level > loosest)
      return;
    if (found->level < loosest)
      parts.clear();
    loosest = found->level;
    parts.push_back(loosest == 0 ? i + 2 : i + 1);
  });
  return parts;
}

/// A bracket, where it opens and where it closes.
struct Bracket {
  size_t open, close;
  size_t length() const { return close - open; }
};

/// The brackets of a call or an element at the end of the text, if the text before it is no operand. Of brackets that
/// follow each other, as in `f(...)[0]`, the longest.
static std::optional<Bracket> lastBracket(StringRef text) {
  if (text.empty() || !StringRef(")]").contains(text.back()) || !partsOf(text).empty())
    return std::nullopt;
  std::optional<Bracket> last;
  size_t open = 0;
  scan(text, [&](size_t i, int depth) {
    if (depth != 0)
      return;
    if (text[i] == '(' || text[i] == '[')
      open = i;
    if (text[i] != ')' && text[i] != ']')
      return;
    Bracket next{open, i};
    if (!last || last->close + 1 != open || next.length() >= last->length())
      last = next;
  });
  return last && last->length() > 1 ? last : std::nullopt;
}

static std::string wrapWithin(StringRef text, unsigned margin, StringRef end, bool isCall = false, size_t taken = 0);

/// `before`, an opening bracket included; `inner`, on lines of its own; `after`.
static std::string inBrackets(StringRef before, StringRef inner, StringRef after, unsigned margin) {
  std::string blanks(margin, ' ');
  bool isCall = before.ends_with("(");
  return blanks + before.str() + "\n" + wrapWithin(inner, margin + 4, "", isCall) + "\n" + blanks + after.str();
}

/// Text that stands within brackets: broken at its own operators or commas where it does not fit. A call's arguments on
/// lines of their own all end in a comma. `taken` columns of the first line have an operator.
static std::string wrapWithin(StringRef text, unsigned margin, StringRef end, bool isCall, size_t taken) {
  std::string blanks(margin, ' ');
  if (margin + taken + text.size() + end.size() <= maxColumn)
    return blanks + text.str() + end.str();
  SmallVector<size_t> parts = partsOf(text);
  if (parts.empty()) {
    std::optional<Bracket> bracket = lastBracket(text);
    if (!bracket)
      return blanks + text.str() + end.str();
    return inBrackets(text.take_front(bracket->open + 1), text.slice(bracket->open + 1, bracket->close),
                      text.drop_front(bracket->close).str() + end.str(), margin);
  }
  if (isCall && text.substr(parts.front() - 2, 2) == ", ")
    end = ",";
  std::string lines;
  for (size_t i = 0; i <= parts.size(); ++i) {
    StringRef part = text.slice(i ? parts[i - 1] : 0, i < parts.size() ? parts[i] : text.size()).rtrim();
    StringRef op; // stays in front of the wrapped part
    if (i && !text.substr(parts[i - 1] - 2, 2).starts_with(", ")) {
      op = part.take_front(part.find(' ') + 1);
      part = part.drop_front(op.size());
    }
    StringRef ending = i < parts.size() ? "" : end;
    if (i < parts.size() && part.consume_back(","))
      ending = ",";
    std::string wrapped = wrapWithin(part, margin, ending, /*isCall=*/false, op.size() + (i ? 0 : taken));
    lines += (i ? "\n" : "") + blanks + op.str() + StringRef(wrapped).ltrim().str();
  }
  return lines;
}

std::string wrapPython(StringRef text, unsigned margin) {
  std::string blanks(margin, ' ');
  if (margin + text.size() <= maxColumn)
    return blanks + text.str();
  // A statement is `head EXPRESSION end`.
  StringRef head, end = text.ends_with(":") ? ":" : "";
  StringRef expression = text.drop_back(end.size());
  for (StringRef word : {"if ", "elif ", "while ", "return ", "assert "})
    if (expression.starts_with(word))
      head = word;
  if (expression.starts_with("for "))
    head = expression.take_front(expression.find(" in ") + 4);
  for (StringRef sign :
       {" = ", " += ", " -= ", " *= ", " /= ", " //= ", " %= ", " **= ", " <<= ", " >>= ", " &= ", " |= ", " ^= "}) {
    if (!head.empty())
      break;
    size_t at = StringRef::npos;
    scan(expression, [&](size_t i, int depth) {
      if (at == StringRef::npos && depth == 0 && expression.substr(i).starts_with(sign))
        at = i;
    });
    if (at != StringRef::npos)
      head = expression.take_front(at + sign.size());
  }
  expression = expression.drop_front(head.size());
  if (head == "assert " || head.starts_with("def "))
    return blanks + text.str();
  if (std::optional<Bracket> bracket = lastBracket(expression))
    return inBrackets((head + expression.take_front(bracket->open + 1)).str(),
                      expression.slice(bracket->open + 1, bracket->close),
                      (expression.drop_front(bracket->close) + end).str(), margin);
  if (head.empty() || (head == "return " && partsOf(expression).empty()))
    return blanks + text.str();
  return inBrackets((head + "(").str(), expression, (")" + end).str(), margin);
}

//===----------------------------------------------------------------------===//
// C++
//===----------------------------------------------------------------------===//

/// How much a line suffers from a break at an operator: the looser the less. The operator ends the line, `?` begins
/// one.
struct Break {
  StringRef token;
  int penalty;
  bool isBefore = false;
};
static const Break breaks[] = {{"; ", 0},   {", ", 0},   {" ? ", 1, true}, {" : ", 1, true}, {" || ", 2}, {" && ", 3},
                               {" == ", 4}, {" != ", 4}, {" < ", 4},       {" <= ", 4},      {" > ", 4},  {" >= ", 4},
                               {" + ", 5},  {" - ", 5},  {" * ", 6},       {" / ", 6},       {" % ", 6},  {" = ", 11}};

/// The place to break a line: the outermost and loosest operator or comma, the last that fits; npos for nowhere.
static size_t breakOf(StringRef text, size_t room) {
  size_t best = StringRef::npos;
  int least = INT_MAX;
  scan(text.take_front(room + 1), [&](size_t i, int depth) {
    if (!StringRef(" ,;").contains(text[i]) || i < room / 4) // what all of them begin with
      return;
    for (const Break &candidate : breaks) {
      int penalty = 8 * depth + candidate.penalty;
      size_t at = candidate.isBefore ? i + 1 : i + candidate.token.size();
      if (penalty > least || at > room + 1 || !text.substr(i).starts_with(candidate.token))
        continue;
      least = penalty;
      best = at;
      return;
    }
  });
  return best;
}

std::string wrapCpp(StringRef text, unsigned margin) {
  std::string lines;
  lines.reserve(margin + text.size());
  unsigned first = margin;
  while (margin + text.size() > maxColumn) {
    size_t at = breakOf(text, maxColumn - margin);
    if (at == StringRef::npos)
      break;
    StringRef line = text.substr(0, at).rtrim();
    lines.append(margin, ' ').append(line.data(), line.size()) += '\n';
    text = text.substr(at);
    margin = first + 4;
  }
  return lines.append(margin, ' ').append(text.data(), text.size());
}

} // namespace kgen::text
