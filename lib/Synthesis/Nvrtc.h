// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's run-time compiler for CUDA C++, where its library is found; it needs no GPU and no driver.

#ifndef KGEN_LIB_SYNTHESIS_NVRTC_H
#define KGEN_LIB_SYNTHESIS_NVRTC_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace kgen::synthesis {

class Nvrtc {
public:
  /// An error where the library is missing or is none.
  static llvm::Expected<std::unique_ptr<Nvrtc>> open();

  /// Compiles a text, which may include `kgen/kgen.cuh`, for the virtual architecture compute_80; "" or the first
  /// error.
  std::string compile(llvm::StringRef text) const;

private:
  using Program = void *;
  int (*createProgram)(Program *, const char *, const char *, int, const char *const *, const char *const *) = nullptr;
  int (*compileProgram)(Program, int, const char *const *) = nullptr;
  int (*getLogSize)(Program, size_t *) = nullptr;
  int (*getLog)(Program, char *) = nullptr;
  int (*destroyProgram)(Program *) = nullptr;
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_NVRTC_H
