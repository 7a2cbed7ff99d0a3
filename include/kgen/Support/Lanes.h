// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many threads of a CPU launch run at once, as the tools' `--lanes` says it and as the conversion takes it.

#ifndef KGEN_SUPPORT_LANES_H
#define KGEN_SUPPORT_LANES_H

#include "llvm/Support/CommandLine.h"

namespace kgen {

/// As many lanes as suit the kernel, or none where lanes do not pay.
inline constexpr unsigned autoLanes = 1;

/// The option `--lanes`: its value is the number of lanes.
enum class Lanes : unsigned { Off = 0, Auto = autoLanes, Four = 4, Eight = 8, Sixteen = 16 };

inline unsigned lanesOf(Lanes lanes) { return static_cast<unsigned>(lanes); }

inline llvm::cl::ValuesClass lanesValues() {
  return llvm::cl::values(clEnumValN(Lanes::Off, "off", "one thread after another"),
                          clEnumValN(Lanes::Auto, "auto", "as many as suit the kernel, where that pays"),
                          clEnumValN(Lanes::Four, "4", "4, wherever the bits stay the same"),
                          clEnumValN(Lanes::Eight, "8", "8, likewise"),
                          clEnumValN(Lanes::Sixteen, "16", "16, likewise"));
}

} // namespace kgen

#endif // KGEN_SUPPORT_LANES_H
