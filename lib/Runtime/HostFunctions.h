// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that compiled kernels call and that the process may not have, or has with another behaviour.

#ifndef KGEN_LIB_RUNTIME_HOSTFUNCTIONS_H
#define KGEN_LIB_RUNTIME_HOSTFUNCTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace kgen::runtime {

struct HostFunction {
  llvm::StringRef name;
  void *address;
};

/// The functions that a kernel finds before the symbols of the process; its output goes to standard error, or is
/// dropped.
llvm::SmallVector<HostFunction> hostFunctions(bool prints);

/// An index that is out of range, found by code that checks: see ConversionOptions::indexChecks.
struct IndexFault {
  int64_t check, index, extent;
};

/// The first one that any thread of the process found since this was last asked.
std::optional<IndexFault> takeIndexFault();

} // namespace kgen::runtime

#endif // KGEN_LIB_RUNTIME_HOSTFUNCTIONS_H
