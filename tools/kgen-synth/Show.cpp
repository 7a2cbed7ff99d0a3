// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of `show`, and nothing else.

#include "Show.h"
#include "kgen/Stats/ShowSample.h"
#include "kgen/Support/CommandLine.h"
#include "llvm/Support/CommandLine.h"

using namespace kgen;
namespace cl = llvm::cl;

static cl::SubCommand command("show", "Prints one sample to be read: kgen-synth show DIR K [--html] [-o FILE]");
static cl::opt<std::string> directory(cl::Positional, cl::Required, cl::desc("DIR"), cl::sub(command));
static cl::opt<std::string> number(cl::Positional, cl::Required, cl::desc("K"), cl::sub(command));
static cl::opt<std::string> output("o", cl::desc("where to write (default: standard output)"), cl::value_desc("file"),
                                   cl::init("-"), cl::sub(command));
static cl::opt<bool> html("html", cl::desc("Print a self-contained page"), cl::sub(command));

bool kgen::isShow() { return static_cast<bool>(command); }

int kgen::show() {
  uint64_t index;
  if (llvm::StringRef(number).getAsInteger(10, index))
    return usageError("expected the index of a sample but got '" + number + "'");
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::Error error = showSample(directory, index, html, os);
  if (!error)
    return writeOutput(output, text) ? 0 : 1;
  llvm::errs() << llvm::toString(std::move(error)) << "\n";
  return 1;
}
