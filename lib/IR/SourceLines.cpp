// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of the author's file, from locations. Text of the dialect is read back to see on which line each op stands.

#include "kgen/IR/SourceLines.h"
#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace kgen;

std::optional<unsigned> kgen::sourceLine(Location loc, StringRef file) {
  if (auto named = dyn_cast<NameLoc>(loc))
    return sourceLine(named.getChildLoc(), file);
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    std::optional<unsigned> line = sourceLine(call.getCallee(), file);
    return line ? line : sourceLine(call.getCaller(), file);
  }
  if (auto fused = dyn_cast<FusedLoc>(loc)) {
    for (Location part : fused.getLocations())
      if (std::optional<unsigned> line = sourceLine(part, file))
        return line;
    return std::nullopt;
  }
  auto place = dyn_cast<FileLineColLoc>(loc);
  return place && place.getLine() && place.getFilename() == file ? std::optional<unsigned>(place.getLine())
                                                                 : std::nullopt;
}

void kgen::addLine(SmallVectorImpl<unsigned> &lines, unsigned line) {
  if (!llvm::is_contained(lines, line))
    lines.push_back(line);
}

/// The first line of the function that an op is in.
static std::optional<unsigned> headLine(Operation *op, StringRef file) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function ? sourceLine(function->getLoc(), file) : std::nullopt;
}

std::string kgen::printWithLines(ModuleOp module, SourceLines &lines) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printModule(module, os);
  lines.lines.assign(StringRef(text).count('\n'), {});
  static constexpr StringLiteral name = "printed";
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, name), llvm::SMLoc());
  ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> readBack = parseModule(sourceMgr, module.getContext());
  if (!readBack)
    return text;
  SmallVector<Operation *> ops, places;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  readBack->walk<WalkOrder::PreOrder>([&](Operation *op) { places.push_back(op); });
  for (auto [op, place] : llvm::zip(ops, places)) {
    std::optional<unsigned> from = sourceLine(op->getLoc(), lines.file), at = sourceLine(place->getLoc(), name);
    bool isInText = op != module && op->getName() == place->getName() && from && at && *at <= lines.lines.size();
    // The end of a region that the text leaves out has the place of the op around it; ops that were made for a kernel
    // as a whole belong to none of its statements.
    if (isInText && isa<FunctionOpInterface>(op))
      addLine(lines.lines[*at - 1], *from);
    else if (isInText && at != sourceLine(place->getParentOp()->getLoc(), name) && from != headLine(op, lines.file))
      addLine(lines.lines[*at - 1], *from);
  }
  return text;
}

LineMap kgen::alignLines(StringRef text, StringRef longer, const LineMap &linesOfLonger) {
  SmallVector<StringRef> wanted, all;
  text.split(wanted, '\n');
  longer.split(all, '\n');
  LineMap lines(wanted.size() - (wanted.back().empty() ? 1 : 0));
  size_t next = 0;
  for (size_t i = 0; i < all.size() && i < linesOfLonger.size() && next < lines.size(); ++i)
    if (all[i] == wanted[next])
      lines[next++] = linesOfLonger[i];
  return lines;
}
