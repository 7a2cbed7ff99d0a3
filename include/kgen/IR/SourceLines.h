// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lines of the author's file that a line of a text comes from. Printers answer on request, from the locations of
// the ops that they print; the texts themselves are the same with and without.

#ifndef KGEN_IR_SOURCELINES_H
#define KGEN_IR_SOURCELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"
#include <optional>
#include <string>
#include <vector>

namespace kgen {

/// For each line of a text, from its first on, the lines of the author's file that it comes from, each once and counted
/// from 1: first that of the statement itself, then those of its parts. Empty for a line that comes from none, such as
/// a brace or a line of a kernel's frame.
using LineMap = std::vector<llvm::SmallVector<unsigned, 2>>;

/// A request to a printer, and its answer.
struct SourceLines {
  /// The file whose lines are meant, as locations call it.
  std::string file;
  LineMap lines;
};

/// The line of `file` that a location lies on, below names and calls; nullopt if it lies elsewhere.
std::optional<unsigned> sourceLine(mlir::Location loc, llvm::StringRef file);

/// Adds a line to those of a text's line, unless it is one of them.
void addLine(llvm::SmallVectorImpl<unsigned> &lines, unsigned line);

/// Prints a module as `printModule` does.
std::string printWithLines(mlir::ModuleOp module, SourceLines &lines);

/// The lines of `text`, found through a longer text that has all of its lines, in order, and others between.
LineMap alignLines(llvm::StringRef text, llvm::StringRef longer, const LineMap &linesOfLonger);

} // namespace kgen

#endif // KGEN_IR_SOURCELINES_H
