// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of Warp's functions of tiles. kgen-tblgen writes the table from the records of WarpFunctions.td.

#ifndef KGEN_IR_WARPFUNCTIONS_H
#define KGEN_IR_WARPFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace kgen {

/// A parameter of one of Warp's functions.
struct WarpParameter {
  enum Kind {
    // Operands.
    Array,
    Tile,
    Value,
    Offset,  // an int32 for each dimension, a tuple
    Indices, // the same as arguments of their own
    Values,  // any number of tiles and values, by position
    // Constants.
    Extents,
    Axis,
    DType,
    Flag,
    Word,
    Function,
  } kind;
  /// Warp's name of it; of `Indices` the names of all, with a space between them.
  llvm::StringRef name;
  /// The value that it has if a call leaves it out, as Python writes it; empty if every call gives one.
  llvm::StringRef otherwise;
  /// The words that Warp takes, with a space between them.
  llvm::StringRef words;
  /// Whether Warp takes an integer in place of a tuple with one.
  bool takesInteger;
  /// Whether the function changes this tile in place.
  bool isChanged;
};

/// One of Warp's functions: its record.
struct WarpFunction {
  enum Access { None, Read, Write, Add };
  /// Without `wp.`: `tile_load`.
  llvm::StringRef name;
  llvm::ArrayRef<WarpParameter> parameters;
  /// Those of a call that the first do not fit; most functions have none.
  llvm::ArrayRef<WarpParameter> otherParameters;
  /// What it does with the elements of its array.
  Access access;
  /// The collective op that it is, `kgen.tile.load`; empty for a function that is none.
  llvm::StringRef op;
  /// Why only Warp has it, as the end of a message; empty for a function that kgen has.
  llvm::StringRef missing;

  /// Whether a tile of indices says which places of its array it accesses.
  bool hasIndices() const;
};

/// All of them, by name.
llvm::ArrayRef<WarpFunction> warpFunctions();

/// The function of this name, without `wp.`, or null.
const WarpFunction *lookupWarpFunction(llvm::StringRef name);

/// The function that is a collective op of this name, or null.
const WarpFunction *lookupCollective(llvm::StringRef op);

} // namespace kgen

#endif // KGEN_IR_WARPFUNCTIONS_H
