// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of all kernels for training, validation and test. A hash of the family decides, so that data sets of different
// splits have no family and no structure in common, whatever their seeds, sizes and profiles.

#ifndef KGEN_SYNTHESIS_SPLIT_H
#define KGEN_SYNTHESIS_SPLIT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace kgen {

/// `All` is no split: kernels of every family.
enum class Split : uint8_t { All, Train, Validation, Test };

/// `all`, `train`, `validation`, `test`.
llvm::StringRef getName(Split split);

/// The split of a name that `--split` takes; nullopt for any other, `all` among them.
std::optional<Split> parseSplit(llvm::StringRef name);

/// The hash that `metadata.family` and `metadata.structure_id` hold: the first 32 hexadecimal digits of SHA-256.
std::string shortHash(llvm::StringRef text);

/// The split of a family, or of a structure, by its hash: 90 in 100 are in `train`, 5 in `validation` and 5 in `test`.
Split splitOf(llvm::StringRef hash);

/// Whether a kernel of that family and structure belongs to a split. Both have to: of users' kernels, two families may
/// come to one structure.
bool belongsTo(Split split, llvm::StringRef family, llvm::StringRef structure);

} // namespace kgen

#endif // KGEN_SYNTHESIS_SPLIT_H
