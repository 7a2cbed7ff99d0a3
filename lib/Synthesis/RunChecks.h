// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that run what a sample holds, and compare with what its cases expect.

#ifndef KGEN_LIB_SYNTHESIS_RUNCHECKS_H
#define KGEN_LIB_SYNTHESIS_RUNCHECKS_H

#include "kgen/Runtime/Cpu.h"
#include "kgen/Synthesis/Sample.h"

namespace kgen::synthesis {

/// The first difference between a run and its case, or "".
std::string compare(const Outcome &outcome, const CaseResult &result);

/// Runs the PTX of a sample in software, where it has some, forward and backward. The numbers are those of the
/// interpreter, within the tolerance of the case; those of the CPU's code (null for none), bit for bit, where no code
/// of libdevice is in it.
void checkAsPtx(const CheckedKernel &checked, const CompiledKernel *onCpu, Sample &sample);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_RUNCHECKS_H
