// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an expression can stand for while a function is imported: a value, or one of the things that exist only then.

#ifndef KGEN_LIB_IMPORT_OPERAND_H
#define KGEN_LIB_IMPORT_OPERAND_H

#include "ArrayView.h"
#include "kgen/Transforms/TileBody.h"
#include <string>
#include <vector>

namespace kgen::importer {

struct Operand {
  /// A Gradient is what `wp.grad` makes of a function, which kgen does not have.
  enum Kind { None, Value, Type, Functions, Builtin, Tuple, Shape, Text, Gradient, Tile, View };

  Operand() = default;
  /// None for a null value.
  Operand(mlir::Value value) : kind(value ? Value : None), value(value) {}
  static Operand ofType(mlir::Type type) {
    Operand operand;
    operand.kind = Type;
    operand.type = type;
    return operand;
  }
  static Operand ofFunctions(llvm::SmallVector<unsigned> functions) {
    Operand operand;
    operand.kind = Functions;
    operand.functions = std::move(functions);
    return operand;
  }
  static Operand ofText(Kind kind, std::string text) {
    Operand operand;
    operand.kind = kind;
    operand.text = std::move(text);
    return operand;
  }
  static Operand ofTuple(std::vector<Operand> elements) {
    Operand operand;
    operand.kind = Tuple;
    operand.elements = std::move(elements);
    return operand;
  }
  static Operand ofShape(mlir::Value array) {
    Operand operand(array);
    operand.kind = Shape;
    return operand;
  }
  static Operand ofView(ArrayViewPtr view) {
    Operand operand;
    operand.kind = View;
    operand.view = std::move(view);
    return operand;
  }
  /// Without extents, they are not known. Without a value, kgen has none for it.
  static Operand ofTile(mlir::Type element, llvm::SmallVector<int64_t> extents) {
    Operand operand = ofType(element);
    operand.kind = Tile;
    operand.extents = std::move(extents);
    return operand;
  }
  static Operand ofTile(mlir::Value value, mlir::Type element, llvm::SmallVector<int64_t> extents) {
    Operand operand = ofTile(element, std::move(extents));
    operand.value = value;
    return operand;
  }

  /// The shape of a tile.
  operator TileShape() const { return {type, extents}; }
  /// False after an error.
  explicit operator bool() const { return kind != None; }
  bool is(Kind other) const { return kind == other; }

  Kind kind = None;
  /// Of a Shape, the array that has it.
  mlir::Value value;
  /// Of a Tile, that of its elements.
  mlir::Type type;
  llvm::SmallVector<int64_t> extents;
  bool isContiguous = true;
  /// An overload set of the author's, by number in the program.
  llvm::SmallVector<unsigned> functions;
  /// Warp's name of a Builtin, what a Text says, or the name of the tile that a Tile is or is a view of.
  std::string text;
  std::vector<Operand> elements;
  ArrayViewPtr view;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_OPERAND_H
