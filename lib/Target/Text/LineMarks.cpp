// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which lines of the author's a printed line comes from. A text is put together of parts, so a line carries the answer
// with it, as a mark at its end, until the text is done.

#include "KernelPrinter.h"

using namespace mlir;

namespace kgen::text {

/// Around the numbers of a mark; in no text that we print.
static constexpr char opening = '\x01', closing = '\x02';

static std::string markOf(ArrayRef<unsigned> lines) {
  std::string text;
  for (unsigned line : lines)
    text += (text.empty() ? "" : ",") + std::to_string(line);
  return text.empty() ? "" : opening + text + closing;
}

std::string KernelPrinter::headMark() const {
  std::optional<unsigned> line = file ? sourceLine(function->getLoc(), *file) : std::nullopt;
  return line ? markOf(*line) : "";
}

std::string KernelPrinter::parameterMark(unsigned i) const {
  std::optional<unsigned> line =
      file ? sourceLine(function.getFunctionBody().getArgument(i).getLoc(), *file) : std::nullopt;
  return line ? markOf(*line) : "";
}

/// The lines of an op, and of the ops in its expression; a literal has those of the ops that use it.
void KernelPrinter::addLinesOf(Operation *op, SmallVectorImpl<unsigned> &lines) const {
  // An op that was made for the function as a whole belongs to none of its statements.
  std::optional<unsigned> line = sourceLine(op->getLoc(), *file);
  if (line && line != sourceLine(function->getLoc(), *file))
    addLine(lines, *line);
  for (Value operand : op->getOperands())
    if (Operation *part = operand.getDefiningOp(); part && placement.isInline(part) && !Placement::isLeaf(part))
      addLinesOf(part, lines);
  if (isa<IfOp>(op) && placement.isExpression(op))
    for (Region &region : op->getRegions())
      for (Operation &part : region.getOps())
        if (part.hasTrait<OpTrait::IsTerminator>())
          addLinesOf(&part, lines);
}

std::string KernelPrinter::marked(std::string text) const {
  if (!file || !current)
    return text;
  SmallVector<unsigned> lines;
  addLinesOf(current, lines);
  std::string mark = markOf(lines), result;
  for (StringRef line : llvm::split(text, '\n')) {
    bool hasWord = llvm::any_of(line, llvm::isAlnum);
    result += (result.empty() ? "" : "\n") + line.str() + (hasWord ? mark : "");
  }
  return result;
}

std::string takeLineMarks(StringRef text, LineMap &lines) {
  lines.assign(1, {});
  std::string result;
  for (; !text.empty(); text = text.drop_front()) {
    StringRef numbers = text.drop_front().take_while([](char c) { return llvm::isDigit(c) || c == ','; });
    if (text.front() == opening && text.drop_front(1 + numbers.size()).starts_with(StringRef(&closing, 1))) {
      unsigned line;
      for (StringRef number : llvm::split(numbers, ','))
        if (!number.getAsInteger(10, line))
          addLine(lines.back(), line);
      text = text.drop_front(1 + numbers.size());
      continue;
    }
    result += text.front();
    if (text.front() == '\n')
      lines.emplace_back();
  }
  if (lines.back().empty())
    lines.pop_back();
  return result;
}

} // namespace kgen::text
