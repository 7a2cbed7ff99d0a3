// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One sample of a data set as a person wants to read it.

#ifndef KGEN_STATS_SHOWSAMPLE_H
#define KGEN_STATS_SHOWSAMPLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace kgen {

/// Prints the sample with an index: its Python, its kgen, its target texts, each case as small tables with gradients
/// beside values, and the checks that it passed. As text, or as a page that needs nothing else. An error is located.
llvm::Error showSample(llvm::StringRef directory, uint64_t index, bool asHtml, llvm::raw_ostream &os);

} // namespace kgen

#endif // KGEN_STATS_SHOWSAMPLE_H
