// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the command lines of all tools have in common: the standard streams, `--help` and `--version`, reading an input
// and writing an output. Exit status: 0 all well, 1 the input or the data is at fault, 2 the command line is.

#ifndef KGEN_SUPPORT_COMMANDLINE_H
#define KGEN_SUPPORT_COMMANDLINE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <vector>

namespace kgen {

/// Made first in `main`: notes which standard streams are closed and opens them, sets LLVM up, and lets an output that
/// cannot be written end in one message and status 1. A signal that ends the process is one message, too.
class InitTool {
public:
  /// `name` is what messages begin with; a literal.
  InitTool(int &argc, char **&argv, const char *name);

private:
  /// Runs before anything is opened.
  struct NoteClosedStreams {
    NoteClosedStreams();
  } noteClosedStreams;
  llvm::InitLLVM init;
};

/// While it lives, a signal that ends the process is taken to be the input's fault: the message begins with `what`,
/// which says who was at work, and the exit status is 1. Else it is an error of kgen's own.
class CrashNote {
public:
  /// `what` and `advice` are literals.
  CrashNote(const char *what, const char *advice);
  CrashNote(const CrashNote &) = delete;
  ~CrashNote();
};

/// Parses the command line; false, after a message, where it is at fault. `examples`, one a line, end the help. A tool
/// that was given nothing, and needs something, prints its help as well.
bool parseCommandLine(int argc, char **argv, llvm::StringRef overview, llvm::StringRef examples);

/// Prints the help after `message`, and returns 2: nothing was asked of the tool.
int nothingAsked(const llvm::Twine &message);

/// The values that an option takes, for the message about a wrong one. Strings are literals.
void noteValues(llvm::StringRef option, std::vector<llvm::StringRef> values);

/// Notes the values of options of enumerations.
template <typename... Options> void listValues(Options &...options) {
  auto note = [](auto &option) {
    std::vector<llvm::StringRef> values;
    for (unsigned i = 0, count = option.getParser().getNumOptions(); i < count; ++i)
      values.push_back(option.getParser().getOption(i));
    noteValues(option.ArgStr, std::move(values));
  };
  (note(options), ...);
}

/// Prints `TOOL: error: MESSAGE` and returns 1: the input is at fault.
int inputError(const llvm::Twine &message);
/// Prints `TOOL: error: MESSAGE` and returns 2: the command line is at fault.
int usageError(const llvm::Twine &message);

/// False, after a message, where `path` is `-` and standard input is closed.
bool checkInput(llvm::StringRef path);

/// Reads a file, or standard input where `path` is `-`. Null, after a message, where it cannot be read.
std::unique_ptr<llvm::MemoryBuffer> readInput(llvm::StringRef path);

/// Writes all of `text` to a file, or to standard output where `path` is `-`. False, after a message, where it cannot
/// be written; a file is then not left behind.
bool writeOutput(llvm::StringRef path, llvm::StringRef text);

} // namespace kgen

#endif // KGEN_SUPPORT_COMMANDLINE_H
