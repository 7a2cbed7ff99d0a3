// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors, matrices and quaternions made of components, transforms and structs made of fields, and the types that
// expressions name.

#ifndef KGEN_LIB_IMPORT_CONSTRUCTORS_H
#define KGEN_LIB_IMPORT_CONSTRUCTORS_H

#include "Part.h"

namespace kgen::importer {

class Constructors : Part {
public:
  using Part::Part;

  /// The type that a call constructs, or null where it is no constructor.
  mlir::Type constructedType(PyNode call, const Operand &callee);
  /// The type that an expression names where values are made: `float`, `type(x)`, `a.dtype`; null where it names none.
  mlir::Type readType(PyNode node);
  /// The integer that an expression is before the program runs: a literal, a constant, `v.length`.
  std::optional<int64_t> readStaticInteger(PyNode node);
  /// The integer that an expression gives, if it is a constant once it is imported.
  std::optional<int64_t> evaluateInteger(PyNode node);
  /// A value of a composite type from the arguments of a call.
  mlir::Value importConstructor(PyNode node, mlir::Type type);
  /// An expression that stands where a value of a scalar type is made: a plain literal takes that type.
  mlir::Value importComponent(PyNode node, mlir::Type scalar);
  /// `wp.identity(n=3, dtype=float)`.
  mlir::Value importIdentity(PyNode node);
  /// `wp.quat_identity()`, `wp.transform_identity(dtype=wp.float64)`.
  mlir::Value importNeutral(PyNode node, bool isTransform);

private:
  /// The type of an argument that says what is constructed; null where it has none.
  mlir::Type typeOfArgument(PyNode argument);
  mlir::Value constructOfComponents(PyNode node, mlir::Type type, mlir::ArrayRef<mlir::Value> components);
  mlir::Value constructOfStarred(PyNode node, mlir::Type type);
  mlir::Value constructTransform(PyNode node, mlir::Type type);
  mlir::Value constructFields(PyNode node, mlir::Type type);
  mlir::Value constructOfVectors(PyNode node, mlir::Type type, llvm::ArrayRef<PyNode> arguments);
  mlir::Value convertComponents(PyNode node, mlir::Type type, mlir::Value value);
  mlir::Value createNoRotation(PyNode node, mlir::Type scalar);
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_CONSTRUCTORS_H
