// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The line of a sample again, from its own kernel and inputs and from its set's options. A fact in a line that does not
// follow from these is found by comparing the two.

#ifndef KGEN_SYNTHESIS_RECOMPOSE_H
#define KGEN_SYNTHESIS_RECOMPOSE_H

#include "kgen/Synthesis/Manifest.h"

namespace kgen {

/// The name of a check in files.
llvm::StringRef getName(Check check);

/// The contents of a row.
struct RowContents {
  uint64_t index = 0;
  /// Draws that did not pass before this one.
  unsigned attempt = 0;
  /// Of a kernel that was made of a file: what the row says of it, which has to be what the manifest says.
  std::string sourceFile, license, family;
  Category category;
  std::vector<Case> inputs;
};

/// Makes the line of a row from `checked`, whose module, kernel, backward and id are those of the row and whose text
/// and outcomes are filled in. An error says what of the row is not its plan's. `storageError` is that of the line of
/// checks.
llvm::Expected<std::string> recomposeLine(CheckedKernel &checked, const RowContents &row,
                                          llvm::ArrayRef<PrintedForm> forms, const DataSetPlan &plan,
                                          double &storageError);

} // namespace kgen

#endif // KGEN_SYNTHESIS_RECOMPOSE_H
