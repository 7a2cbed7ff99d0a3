// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The expansions that the records of WarpFunctions.td name. Each checks the arguments of a call and writes the body of
// the function that stands for it; a tile, a value, an empty tuple, or nothing after an error.

#ifndef KGEN_LIB_IMPORT_TILEEXPANSIONS_H
#define KGEN_LIB_IMPORT_TILEEXPANSIONS_H

#include "TileCall.h"

namespace kgen::importer {

#define KGEN_EXPANSION(NAME, FUNCTION, OP) Operand FUNCTION(TileCall &call);
#include "kgen/IR/KgenExpansions.inc"
#undef KGEN_EXPANSION

/// A tile of the shape that the call gives, each element of which is the call's first operand.
Operand fillTile(TileCall &call, mlir::Type type);

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_TILEEXPANSIONS_H
