// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the author wrote a call of one of Warp's functions that a `kgen.func` stands for (`kgen.spelling`).

#ifndef KGEN_IR_CALLSPELLING_H
#define KGEN_IR_CALLSPELLING_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace kgen {

/// `["wp.tile_load({0}, shape={#0}, offset={1})", [8 : si32, "TILE"]]`: a text with a place in braces for each operand
/// (`{1}`), each constant behind the text (`{#0}`, a number or a number and its name) and each function (`{@relu}`). A
/// text that is an operator alone stands between two operands.
struct CallSpelling {
  struct Part {
    enum Kind { Text, Operand, Constant, Function } kind;
    /// The text, or the function's symbol.
    llvm::StringRef text;
    unsigned number = 0;
  };
  struct Constant {
    mlir::TypedAttr value;
    /// Null for a literal.
    mlir::StringAttr name;
  };

  llvm::SmallVector<Part> parts;
  llvm::SmallVector<Constant> constants;
  bool isOperator = false;

  /// Nullopt if the attribute is no spelling of a call with so many operands.
  static std::optional<CallSpelling> read(mlir::Attribute attribute, unsigned numOperands);
};

/// The name of the attribute.
inline constexpr llvm::StringLiteral spellingAttrName = "kgen.spelling";
/// On such a call: it changes the variable that its result is assigned to, and the text has no assignment.
inline constexpr llvm::StringLiteral inPlaceAttrName = "kgen.in_place";
/// On a function: Warp's own name of it; Warp's text does not define it.
inline constexpr llvm::StringLiteral warpsAttrName = "kgen.warps";

/// A unit attribute of a kernel whose author wants no backward: Warp leaves its gradients zero. The option that said so
/// is also kept as text, for the printer alone.
inline constexpr llvm::StringLiteral noBackwardAttrName = "kgen.no_backward";

/// On a function: `[[f32, array<i64: 2, 3>], []]`, for each parameter that is a tile its elements' type and its
/// extents.
inline constexpr llvm::StringLiteral tilesAttrName = "kgen.tiles";

} // namespace kgen

#endif // KGEN_IR_CALLSPELLING_H
