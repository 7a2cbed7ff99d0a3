// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks that a sample can pass, and their results: the lines of `checks-*.jsonl`. A check that could not
// run, or was not asked for, says so.

#ifndef KGEN_LIB_SYNTHESIS_LADDER_H
#define KGEN_LIB_SYNTHESIS_LADDER_H

#include "kgen/Synthesis/Recompose.h"

namespace kgen::synthesis {

using kgen::getName;
/// `passed`, `not run`, `equal`, `differs`.
llvm::StringRef getName(CheckResult result);

/// The line about the checks of a sample, without its end: `index` first, and the CRC-32 of the sample's line, which
/// finds a line that was damaged or edited since.
std::string checksLine(const Sample &sample);

/// A line, without its end, about a sample that failed a check, with all of the sample.
std::string defectLine(const Sample &sample);

/// The contents of a line of checks.
struct ChecksLine {
  uint64_t index = 0;
  uint64_t crc32 = 0;
  uint64_t rejectedDraws = 0;
  std::string id;
  Category category;
  std::array<CheckResult, numChecks> checks = {};
};

/// Reads a line of checks; nullopt where it is none.
std::optional<ChecksLine> parseChecksLine(llvm::StringRef line);

/// The CRC-32 of zlib.
uint32_t crc32Of(llvm::StringRef text);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_LADDER_H
