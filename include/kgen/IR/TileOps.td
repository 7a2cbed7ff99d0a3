// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles: what the threads of a block own and work on together. A collective op is run once for the block, by all of its
// threads; `kgen-lower-tiles` makes loops of it.

#ifndef KGEN_IR_TILEOPS_TD
#define KGEN_IR_TILEOPS_TD

include "kgen/IR/KgenInterfaces.td"
include "kgen/IR/KgenTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

defvar Kgen_TileReversed = DeclareOpInterfaceMethods<Kgen_SlopeInterface>;
def Kgen_ArrayOrGradient : AnyTypeOf<[Kgen_Array, Kgen_GradientType]>;

//===----------------------------------------------------------------------===//
// Arrays and tiles
//===----------------------------------------------------------------------===//

class Kgen_TileReadOp<string mnemonic, TypeConstraint base, list<OpVariableDecorator> effects, dag attributes>
    : Kgen_Op<mnemonic, [Kgen_TileAccessInterface]> {
  let arguments = !con((ins Arg<base, "", effects>:$array, Variadic<Kgen_SI32>:$offsets, UnitAttr:$unchecked), attributes);
  let results = (outs Kgen_Tile:$tile);
  let assemblyFormat = "$array `[` $offsets `]` attr-dict `:` qualified(type($array)) `->` type($tile)";
  let extraClassDeclaration = [{
    ::mlir::Value getTileRead() { return getTile(); }
  }];
}

def Kgen_TileLoadOp : Kgen_TileReadOp<"tile.load", Kgen_ArrayOrGradient, [MemRead],
                                      (ins OptionalAttr<StrArrayAttr>:$shape_names, OptionalAttr<StrAttr>:$storage, UnitAttr:$aligned)> {
  let summary = "the part of an array that begins at some place, as a tile; zero outside of the array";
  let description = [{
    One offset for each dimension of the tile; of an array with more dimensions, the offsets before those are indices. Of a
    gradient that is absent, zeros.

    `unchecked` says that the author promises that all of the tile lies in the array. `shape_names` has the name of the module
    constant that the author wrote for each extent, or ""; `storage` is the author's, and so is `aligned`.

    Example: eight rows of four from the row `%row` on.
    ```mlir
    %t = kgen.tile.load %a[%row, %zero] {shape_names = ["ROWS", ""], storage = "shared"} : !kgen.array<2, f32> -> !kgen.tile<8x4xf32>
    ```
  }];
}

def Kgen_TileTakeOp : Kgen_TileReadOp<"tile.take", Kgen_GradientType, [MemRead, MemWrite], (ins)> {
  let summary = "reads a part of a gradient and sets it to zero: the adjoint of a store";
  let description = [{
    Elements stay where `kgen.gradient_take` leaves them.

    Example:
    ```mlir
    %adj_t = kgen.tile.take %grad_a[%row, %zero] : !kgen.gradient<2, f32> -> !kgen.tile<8x4xf32>
    ```
  }];
}

def Kgen_TileStoreOp : Kgen_Op<"tile.store", [Kgen_TileAccessInterface]> {
  let summary = "stores a tile in the part of an array that begins at some place; nothing outside of the array";
  let description = [{
    Offsets and `unchecked` are those of `kgen.tile.load`.

    Example:
    ```mlir
    kgen.tile.store %b[%row, %zero], %t : !kgen.array<2, f32>, !kgen.tile<8x4xf32>
    ```
  }];
  let arguments = (ins Arg<Kgen_Array, "", [MemWrite]>:$array, Variadic<Kgen_SI32>:$offsets, Kgen_Tile:$tile, UnitAttr:$unchecked,
                       UnitAttr:$aligned);
  let assemblyFormat = "$array `[` $offsets `]` `,` $tile attr-dict `:` type($array) `,` type($tile)";
  let extraClassDeclaration = [{
    ::mlir::Value getTileWritten() { return getTile(); }
  }];
}

def Kgen_TileAddOp : Kgen_Op<"tile.add", [Kgen_TileAccessInterface]> {
  let summary = "adds a tile to the part of an array that begins at some place, element by element, atomically";
  let description = [{
    Offsets and `unchecked` are those of `kgen.tile.load`. With a result, it is what was there before, zero outside of the
    array. To a gradient that is absent nothing is added.

    Example:
    ```mlir
    kgen.tile.add %b[%start], %t : !kgen.array<1, f32>, !kgen.tile<16xf32>
    %old = kgen.tile.add %b[%start], %t : !kgen.array<1, f32>, !kgen.tile<16xf32> -> !kgen.tile<16xf32>
    ```
  }];
  let arguments = (ins Arg<Kgen_ArrayOrGradient, "", [MemRead, MemWrite]>:$array, Variadic<Kgen_SI32>:$offsets, Kgen_Tile:$tile,
                       UnitAttr:$unchecked);
  let results = (outs Optional<Kgen_Tile>:$old);
  let assemblyFormat =
      "$array `[` $offsets `]` `,` $tile attr-dict `:` type($array) `,` type($tile) (`->` type($old)^)?";
  let extraClassDeclaration = [{
    ::mlir::Value getTileRead() { return getOld(); }
    ::mlir::Value getTileWritten() { return getTile(); }
  }];
}

//===----------------------------------------------------------------------===//
// One thread's value and tiles
//===----------------------------------------------------------------------===//

def Kgen_TilePackOp : Kgen_Op<"tile.pack", [Pure, Kgen_TileReversed]> {
  let summary = "the tile that a vector or matrix is, in a block of one thread";
  let description = [{
    The value is a vector of the tile's elements, a matrix of them if the tile has two dimensions or if its elements are
    vectors, which are rows. Of a tile with more dimensions, the elements stand in a row.

    Example:
    ```mlir
    %t = kgen.tile.pack %m : !kgen.mat<8x4xf32> to !kgen.tile<8x4xf32>
    ```
  }];
  let arguments = (ins Kgen_Aggregate:$value);
  let results = (outs Kgen_Tile:$tile);
  let assemblyFormat = "$value attr-dict `:` type($value) `to` type($tile)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Kgen_TileUnpackOp : Kgen_Op<"tile.unpack", [Pure, Kgen_TileReversed]> {
  let summary = "the vector or matrix that a tile is, in a block of one thread: the reverse of `kgen.tile.pack`";
  let description = [{
    Example:
    ```mlir
    %m = kgen.tile.unpack %t : !kgen.tile<8x4xf32> to !kgen.mat<8x4xf32>
    ```
  }];
  let arguments = (ins Kgen_Tile:$tile);
  let results = (outs Kgen_Aggregate:$value);
  let assemblyFormat = "$tile attr-dict `:` type($tile) `to` type($value)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // KGEN_IR_TILEOPS_TD
