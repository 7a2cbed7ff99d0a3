// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that stand in the text, with Python's precision: Warp turns a literal into the type that is asked for without
// going through float32.

#ifndef KGEN_LIB_IMPORT_LITERALS_H
#define KGEN_LIB_IMPORT_LITERALS_H

#include "Program.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "llvm/ADT/APInt.h"

namespace kgen::importer {

struct Literal {
  enum Kind { Bool, Int, Float } kind = Int;
  /// Of a Bool or Int, as a signed number; wide enough for the sum of what any integer type holds.
  llvm::APInt integer = llvm::APInt(128, 0);
  double real = 0.0;
  /// The type that the author gave it (`wp.float64(0.1)`); null for a plain literal.
  mlir::Type type;
  /// The module constant that stands for it, or "".
  llvm::StringRef symbol;

  /// Its type where nothing else is asked for: bool, int32, float32, or the one that the author gave.
  mlir::Type naturalType(mlir::MLIRContext *context) const;
};

/// The literal that a node is: a number with or without a sign, or `wp.float64(...)` of one.
std::optional<Literal> readLiteral(PyNode node, const Program &program);

/// The literal as a constant of a scalar type. Null where it does not fit; with `wrap`, an integer is cut off as by a
/// cast and only what no cast can do does not fit.
mlir::TypedAttr convertLiteral(const Literal &literal, mlir::Type type, bool wrap);

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_LITERALS_H
