// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often each idiom is taken. Policy: what an idiom has is found out in Prober.h.

#ifndef KGEN_TOOLS_KGEN_LIBRARY_SHARES_H
#define KGEN_TOOLS_KGEN_LIBRARY_SHARES_H

#include "Prober.h"

namespace kgen::knowledge {

/// Leaves of each kernel one, and gives each structure to one of the categories that it suits.
void distribute(std::vector<Tried> &all);

/// The numbers that are written beside the library: `shares`, `reserves` and `real` of Knowledge.h.
std::vector<std::pair<unsigned, unsigned>> sharesOf(unsigned category, const std::vector<Tried> &all);
std::vector<unsigned> reservesOf(unsigned category, const std::vector<Tried> &all);
std::vector<RealShare> realShares(const std::vector<Tried> &all);

} // namespace kgen::knowledge

#endif // KGEN_TOOLS_KGEN_LIBRARY_SHARES_H
