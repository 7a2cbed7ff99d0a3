// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that a process's own code takes.

#ifndef KGEN_SUPPORT_CODEPAGES_H
#define KGEN_SUPPORT_CODEPAGES_H

namespace kgen {

/// Lets go of the pages of code and constants that the process has mapped so far. What is still used comes back from
/// the system's file cache, a page fault for each 64 KB (some 700 of a kgen-synth, together a millisecond); what one
/// rare op needed does not stay. Without it a long run comes to hold nearly all of LLVM.
void releaseCodePages();

} // namespace kgen

#endif // KGEN_SUPPORT_CODEPAGES_H
