// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The records of Warp's functions: read and checked, and what is written of them.

#ifndef KGEN_TOOLS_TBLGEN_WARPFUNCTIONS_H
#define KGEN_TOOLS_TBLGEN_WARPFUNCTIONS_H

#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Record.h"
#include <vector>

namespace kgen::tblgen {

/// The records of Warp's functions, by name. Prints a located error for each contradiction, and returns nullopt if
/// there was one.
std::optional<std::vector<const llvm::Record *>> readWarpFunctions(const llvm::RecordKeeper &records);

/// C++: the table that lib/IR/WarpFunctions.cpp includes.
void emitWarpFunctions(llvm::ArrayRef<const llvm::Record *> functions, llvm::raw_ostream &os);

/// C++: `KGEN_EXPANSION("tile_min", expandExtremum, "wp.min")` for each function that lib/Import expands.
void emitExpansions(llvm::ArrayRef<const llvm::Record *> functions, llvm::raw_ostream &os);

/// Markdown: the reference page of all functions.
void emitWarpFunctionDocs(llvm::ArrayRef<const llvm::Record *> functions, llvm::raw_ostream &os);

} // namespace kgen::tblgen

#endif // KGEN_TOOLS_TBLGEN_WARPFUNCTIONS_H
