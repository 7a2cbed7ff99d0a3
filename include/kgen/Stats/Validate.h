// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Holds a data set against itself: everything that it claims and that can be checked here is done again, from the files
// alone. Writes nothing into the data set.

#ifndef KGEN_STATS_VALIDATE_H
#define KGEN_STATS_VALIDATE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace kgen {

/// Replays every check on every row, on all cores, and prints to `os` what was checked, what could not be checked here
/// and, last, `1000 of 1000 valid, 100 in each category, 0 duplicates`. What is wrong goes to `errors`, each with its
/// file and line, in the order of the files. With `again` each row is made anew from the options of the set, too, and
/// compared byte for byte. True where nothing is wrong.
bool validateDataSet(llvm::StringRef directory, bool again, llvm::raw_ostream &os, llvm::raw_ostream &errors);

} // namespace kgen

#endif // KGEN_STATS_VALIDATE_H
