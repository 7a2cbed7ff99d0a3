// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of values through text: a pass that gives a freshly parsed module the SSA names of its text.

#ifndef KGEN_TOOLS_OPT_RESTORENAMES_H
#define KGEN_TOOLS_OPT_RESTORENAMES_H

#include "mlir/Pass/PassManager.h"

namespace kgen {

/// MlirOptMain parses for itself and drops SSA names. This pass, the first of all, reads `text` again with names and
/// copies them to the module, which is still what the text says (or, with a split marker, what a part of it says); then
/// it runs `rest`, since a pipeline on the command line takes the place of all passes that were there before.
std::unique_ptr<mlir::Pass> createRestoreNamesPass(std::string text, std::string marker, mlir::OpPassManager rest);

} // namespace kgen

#endif // KGEN_TOOLS_OPT_RESTORENAMES_H
