// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with cases and what must come out of them, read from a data set or from a folder of cases. Needs no LLVM.

#ifndef KGEN_TOOLS_GPU_CHECK_KERNELS_H
#define KGEN_TOOLS_GPU_CHECK_KERNELS_H

#include "kgen/Support/Case.h"
#include "kgen/Support/Form.h"
#include "kgen/Support/Tolerance.h"
#include <functional>
#include <stdexcept>

namespace kgen::gpu {

/// What is wrong with the data: `FILE:LINE: what`.
struct DataError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A launch, and the numbers that it must end with.
struct ExpectedCase {
  Case launch;
  CaseResult expected;
  /// One for each of these.
  std::vector<Tolerance> outputTolerances, gradTolerances;
};

/// A kernel in a language that a GPU can take: PTX or CUDA C++.
struct KernelTexts {
  FormLanguage language;
  std::string forward, backward; // the same text, where it has both
};

struct Kernel {
  /// Where it stands: `FILE:LINE`.
  std::string place;
  std::string name, category;
  std::vector<KernelTexts> forms;
  std::vector<ExpectedCase> cases;
};

/// Calls `visit` with each kernel of a data set (`manifest.json`, JSON lines), or of a folder of cases (NAME.ptx, where
/// wanted NAME.cu, NAME.case.json and NAME.expected.json, which is what `kgen-run` prints with an `rtol`, relative to
/// the largest number of an argument, NaN and infinities as strings). Throws DataError where there is something wrong.
void forEachKernel(const std::string &directory, const std::function<void(const Kernel &)> &visit);

} // namespace kgen::gpu

#endif // KGEN_TOOLS_GPU_CHECK_KERNELS_H
