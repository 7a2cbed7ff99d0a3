// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The author's comments, from attributes of the ops of his statements: lines above a statement, at the end of its line,
// and at the end of a block. Comments of an op that is no statement of its own go above the next one. Text that was
// computed has none.

#include "KernelPrinter.h"

#include "kgen/IR/Names.h"

using namespace mlir;

namespace kgen::text {

/// A comment of one line, whatever an attribute holds.
static std::string oneLine(StringRef text) {
  std::string line = text.trim().str();
  for (char &c : line)
    if (static_cast<unsigned char>(c) < ' ' && c != '\t')
      c = ' ';
  return line.empty() || line.front() == '#' ? line : "# " + line;
}

Comments readComments(Attribute attribute) {
  Comments lines;
  if (auto text = dyn_cast_if_present<StringAttr>(attribute))
    lines.push_back(oneLine(text.getValue()));
  if (auto list = dyn_cast_if_present<ArrayAttr>(attribute))
    for (Attribute entry : list)
      if (auto text = dyn_cast<StringAttr>(entry))
        lines.push_back(oneLine(text.getValue()));
  return lines;
}

SmallVector<std::string> textLines(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, '\n');
  // The least indentation of all lines but the first.
  size_t margin = StringRef::npos;
  for (StringRef line : ArrayRef(parts).drop_front())
    if (!line.trim().empty())
      margin = std::min(margin, line.find_first_not_of(" \t"));
  SmallVector<std::string> lines;
  for (auto [i, line] : llvm::enumerate(parts))
    lines.push_back((i ? line.substr(margin) : line.ltrim()).rtrim().str());
  while (!lines.empty() && lines.back().empty())
    lines.pop_back();
  while (!lines.empty() && lines.front().empty())
    lines.erase(lines.begin());
  return lines;
}

Comments KernelPrinter::commentsOf(Operation *op, StringRef kind) const {
  return isComputed ? Comments() : readComments(op->getDiscardableAttr(kind));
}

Comments KernelPrinter::parameterComments(unsigned i, StringRef kind) const {
  return isComputed ? Comments() : readComments(function.getArgAttr(i, kind));
}

bool hasCode(StringRef text, const Language &language) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  std::string sign = language.comment("#");
  return llvm::any_of(lines, [&](StringRef line) { return !line.trim().empty() && !line.ltrim().starts_with(sign); });
}

void KernelPrinter::flushComments() {
  for (const std::string &text : pending) {
    if (text.empty()) // a paragraph ends; never two blank lines, nor one that opens a block
      out += out.empty() || StringRef(out).ends_with("\n\n") ? "" : "\n";
    else
      out += std::string(4 * indent, ' ') + language.comment(text) + "\n";
  }
  pending.clear();
}

void KernelPrinter::endBlock() {
  while (!pending.empty() && pending.back().empty())
    pending.pop_back();
  flushComments();
}

void KernelPrinter::endLine(const Comments &tail, size_t begin) {
  if (tail.empty())
    return;
  if (out.size() == begin) { // nothing was printed that it could stand beside
    llvm::append_range(pending, tail);
    return;
  }
  out.pop_back();
  out += "  " + language.comment(tail.front()) + "\n";
}

} // namespace kgen::text
