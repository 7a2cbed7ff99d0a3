// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `kgen-synth show DIR K [--html]`.

#ifndef KGEN_TOOLS_SYNTH_SHOW_H
#define KGEN_TOOLS_SYNTH_SHOW_H

namespace kgen {

/// Whether the command line asks for it.
bool isShow();
/// Prints the sample; the exit status.
int show();

} // namespace kgen

#endif // KGEN_TOOLS_SYNTH_SHOW_H
