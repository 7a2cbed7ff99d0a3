// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that a process's own code takes.

#ifndef KGEN_SUPPORT_CODEPAGES_H
#define KGEN_SUPPORT_CODEPAGES_H

namespace kgen {

/// Releases the mapped pages of code and constants of the process. Pages still in use come back from the system's file
/// cache, with a page fault for each 64 KB (some 700 in a kgen-synth, together a millisecond). Pages that one rare op
/// needed stay away. Without it a long run holds nearly all of LLVM in the end.
void releaseCodePages();

} // namespace kgen

#endif // KGEN_SUPPORT_CODEPAGES_H
