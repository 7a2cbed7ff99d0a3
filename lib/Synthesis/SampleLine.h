// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The line of a sample. It follows from the plan, the options and the kernel.

#ifndef KGEN_LIB_SYNTHESIS_SAMPLELINE_H
#define KGEN_LIB_SYNTHESIS_SAMPLELINE_H

#include "kgen/Synthesis/Sample.h"

namespace kgen::synthesis {

/// The source of a kernel, as the metadata have it.
struct Provenance {
  std::string structureId, family, idiom, domain, generator, license, sourceFile;
  uint64_t pass = 0;
};

/// That of a kernel that was generated, or made of a source.
Provenance provenanceOf(const CheckedKernel &checked, const SourceKernel *source, bool unchanged);

/// The line, without its end, with the columns of the options.
std::string sampleLine(const CheckedKernel &checked, const KernelPlan &plan, llvm::ArrayRef<PrintedForm> forms,
                       llvm::StringRef python, const Provenance &from, const SampleOptions &options);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_SAMPLELINE_H
