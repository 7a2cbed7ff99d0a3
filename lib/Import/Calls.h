// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls: casts, len, tid, atomics, and builtins by the table that the records make.

#ifndef KGEN_LIB_IMPORT_CALLS_H
#define KGEN_LIB_IMPORT_CALLS_H

#include "Part.h"

namespace kgen::importer {

class Calls : Part {
public:
  using Part::Part;

  Operand importCall(PyNode node);
  /// Reports a wp.tid() that stands where none can.
  mlir::LogicalResult checkThreadIndex(PyNode node);
  /// The result of the first of these builtins that takes the operands; null if none does.
  mlir::Value applyBuiltin(PyNode node, llvm::ArrayRef<const BuiltinInfo *> overloads, mlir::ValueRange operands);
  /// Reports a call of what kgen does not have; always null.
  mlir::Value refuseCall(PyNode node, llvm::StringRef callee);

private:
  /// The callee of a call.
  Operand importCallee(PyNode function);
  /// A call of one of Warp's own functions.
  Operand importNamed(PyNode node, llvm::StringRef callee);
  /// `float(x)`.
  mlir::Value importCast(PyNode node, mlir::Type type);
  mlir::Value importLength(PyNode node);
  Operand importThreadIndex(PyNode node);
  Operand importGradientOf(PyNode node);
  /// Of no kind: compare and swap.
  mlir::Value importAtomic(PyNode node, std::optional<AtomicKind> kind);
  PyNodes atomicArguments(PyNode node, bool swaps);
  mlir::Value importBuiltin(PyNode node, llvm::StringRef callee);
  mlir::Value importDraw(PyNode node, llvm::ArrayRef<const BuiltinInfo *> overloads);
  void refuseTypeMaker(PyNode node, llvm::StringRef callee);
  /// The arguments of a builtin in the order of its parameters.
  mlir::FailureOr<PyNodes> orderArguments(PyNode node, llvm::ArrayRef<const BuiltinInfo *> overloads);
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_CALLS_H
