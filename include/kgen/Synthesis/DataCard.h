// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `README.md` of a data set, which hubs show and `datasets.load_dataset` reads.

#ifndef KGEN_SYNTHESIS_DATACARD_H
#define KGEN_SYNTHESIS_DATACARD_H

#include "kgen/Synthesis/Manifest.h"

namespace kgen {

/// The text of the card; follows from the manifest.
std::string dataCard(const Manifest &manifest);

/// Whether a text is a card that kgen wrote, and not somebody's own.
bool isDataCard(llvm::StringRef text);

} // namespace kgen

#endif // KGEN_SYNTHESIS_DATACARD_H
