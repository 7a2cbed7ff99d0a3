// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of kgen-opt: that of any driver of MLIR's, with the options that a user of kgen needs first.

#ifndef KGEN_TOOLS_KGENOPT_OPTIONS_H
#define KGEN_TOOLS_KGENOPT_OPTIONS_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/CommandLine.h"
#include <optional>
#include <string>

namespace kgen {

class OptOptions {
public:
  /// Registers the options; passes have to be registered before.
  explicit OptOptions(mlir::DialectRegistry &registry);

  /// Parses the command line, including the options of passes; false, after a message, if it is at fault.
  bool parse(int argc, char **argv);

private:
  /// Puts away LLVM's own options, some of which have the names of ours; MLIR's are registered afterwards.
  struct Reset {
    explicit Reset(mlir::DialectRegistry &registry);
  } reset;
  llvm::cl::OptionCategory category{"kgen-opt"}, others{"all of MLIR's drivers"};

public:
  llvm::cl::opt<std::string> inputFile{llvm::cl::Positional, llvm::cl::desc("FILE.mlir"), llvm::cl::init("-"),
                                       llvm::cl::cat(category)};
  llvm::cl::opt<std::string> outputFile{"o", llvm::cl::desc("where to write (default: standard output)"),
                                        llvm::cl::value_desc("file"), llvm::cl::init("-"), llvm::cl::cat(category)};
};

} // namespace kgen

#endif // KGEN_TOOLS_KGENOPT_OPTIONS_H
