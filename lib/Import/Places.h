// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places and what is read of them: chains of subscripts and fields from a name or another value to a part of it,
// slices, and what arrays and types say of themselves. One reading serves loads, stores and augmented stores.

#ifndef KGEN_LIB_IMPORT_PLACES_H
#define KGEN_LIB_IMPORT_PLACES_H

#include "Part.h"
#include "Place.h"

namespace kgen::importer {

class Places : Part {
public:
  using Part::Part;

  /// The components that a subscript with slices picks, row by row, and the vector or matrix that they make.
  struct Selection {
    llvm::SmallVector<Path> paths;
    mlir::Type type;
  };

  Operand importAttribute(PyNode node);
  Operand importSubscript(PyNode node);
  /// The place that an expression denotes; any other expression is a value.
  mlir::FailureOr<Place> readPlace(PyNode node);
  /// The place that an assignment goes to.
  mlir::FailureOr<Place> readTarget(PyNode target);
  void store(PyNode target, const Place &place, mlir::Value value);
  mlir::Value load(PyNode node, const Place &place);
  /// An int32 or a literal.
  mlir::OpFoldResult importIndex(PyNode node);
  /// Goes from a place to what its indices denote; reports too many of them, or one out of range.
  mlir::LogicalResult stepInto(PyNode node, Place &place, llvm::ArrayRef<mlir::OpFoldResult> indices);
  /// Reports fewer indices than an array has dimensions.
  mlir::LogicalResult refuseView(PyNode node, const Place &place);
  /// Whether an expression is a subscript with a slice.
  static bool isSliced(PyNode node);
  /// The positions that `lower:upper:step` picks of `length`, as Python counts them.
  mlir::FailureOr<llvm::SmallVector<int64_t>> readSlice(PyNode slice, int64_t length);
  mlir::FailureOr<Selection> readSelection(PyNode node, mlir::Type whole);
  /// The component of a vector or matrix that comes at `position` where they are counted row by row.
  mlir::Value componentAt(PyNode node, mlir::Value value, unsigned position);
  /// The arguments that `*x` stands for.
  mlir::FailureOr<std::vector<Operand>> expandStarred(PyNode starred);

private:
  mlir::FailureOr<Place> readRoot(PyNode node);
  mlir::FailureOr<Place> readField(PyNode node);
  mlir::LogicalResult refuseComponent(PyNode node, mlir::Type whole, llvm::StringRef name);
  mlir::FailureOr<Place> readElement(PyNode node);
  mlir::Value numbersOf(PyNode node, mlir::Value transform);
  mlir::LogicalResult importIndices(PyNode slice, Path &indices);
  mlir::LogicalResult stepIntoArray(PyNode node, Place &place, llvm::ArrayRef<mlir::OpFoldResult> indices);
  /// The value of an attribute of an array or vector that is no component; none if it is one.
  Operand importProperty(PyNode node, const Place &place);
  Operand importTypeProperty(PyNode node, mlir::Type type);
  mlir::Value importShape(PyNode node, mlir::Value array);
  static std::optional<int64_t> componentByName(mlir::Type type, llvm::StringRef name);
  mlir::FailureOr<Path> readSteps(PyNode part, int64_t extent, mlir::Type whole);
  /// The place of a whole whose components are read.
  mlir::FailureOr<Place> asWhole(PyNode node, mlir::FailureOr<Place> place);
  mlir::Value componentOf(PyNode node, Place whole, const Path &path);
  Operand importSlice(PyNode node);
  mlir::FailureOr<std::vector<Operand>> elementsOfArray(PyNode node, const Place &place);
  mlir::FailureOr<std::vector<Operand>> elementsOfSlice(PyNode node, const Place &whole);
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_PLACES_H
