// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Printing and the roundings to bfloat16, with one behaviour on every host.

#include "HostFunctions.h"
#include "kgen/Support/CaseStorage.h"
#include "llvm/ADT/bit.h"
#include <cstdarg>
#include <cstdio>

namespace kgen::runtime {

/// What kernels print goes to standard error: standard output is for results.
static int printToStandardError(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  return count;
}

static int printNowhere(const char *, ...) { return 0; }

/// The compiler's own functions that round to bfloat16 are younger than many a host's runtime library. A bfloat16 is
/// returned in the low half of the register that a float is returned in.
static float roundDouble(double value) { return llvm::bit_cast<float>(uint32_t(toBFloat16(value))); }
static float roundFloat(float value) { return roundDouble(value); }

llvm::SmallVector<HostFunction> hostFunctions(bool prints) {
  auto *print = prints ? &printToStandardError : &printNowhere;
  return {
      {"printf", reinterpret_cast<void *>(print)},
      {"__truncsfbf2", reinterpret_cast<void *>(&roundFloat)},
      {"__truncdfbf2", reinterpret_cast<void *>(&roundDouble)},
  };
}

} // namespace kgen::runtime
