// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types and small functions that a CUDA text without a header defines itself: vectors that CUDA lacks, matrices,
// operators on all of them, and what C++ leaves open of integers. Each is in the text if the text uses it.

#ifndef KGEN_LIB_TARGET_TEXT_OPERATORS_H
#define KGEN_LIB_TARGET_TEXT_OPERATORS_H

#include "CFamily.h"

#include "kgen/IR/Kgen.h"
#include "llvm/ADT/StringSet.h"

namespace kgen::text {

class Operators {
public:
  /// The author's names, which no type or function goes by.
  void setNames(const llvm::StringSet<> &names) { authored = names; }

  /// The C++ type of a number, vector, matrix, quaternion or transform.
  std::string type(mlir::Type type);
  /// A value of its parts: of components, rows, or the fields of a transform.
  std::string make(mlir::Type type, llvm::ArrayRef<std::string> parts);
  /// A value of its components, or of one for all.
  std::string construct(mlir::Type type, llvm::ArrayRef<std::string> components);
  /// A part of a value: `v.x`, `m.row[1]`. `index` is not negative.
  std::string part(mlir::Type type, llvm::StringRef whole, unsigned index);
  /// Whether CUDA has the vector: `float3`.
  static bool isBuiltin(mlir::Type type);

  /// Takes care that there is `a OP b`, or `-a` if `b` is null.
  void needOperator(llvm::StringRef op, mlir::Type a, mlir::Type b);
  /// The name of a function of the text's own, which is defined if it was asked for.
  std::string function(llvm::StringRef name, mlir::Type type);

  /// A component of a vector of CUDA's or quaternion, at an index that is not negative. `whole` is as expressions spell
  /// it.
  std::string component(mlir::Type type, llvm::StringRef whole, llvm::StringRef index);
  /// The name of the function that updates a number, or each part of a value, atomically.
  std::string atomic(AtomicKind kind, mlir::Type type);

  /// Everything that was asked for, in order. `body` is the text that uses it.
  std::string definitions(llvm::StringRef body) const;

private:
  std::string own(llvm::StringRef name) const;
  std::string defineOperator(llvm::StringRef op, mlir::Type a, mlir::Type b);
  std::string productOf(mlir::Type a, mlir::Type b);
  void addType(mlir::Type type, const std::string &name);

  llvm::StringSet<> authored, known;
  std::string types, definedFunctions;
  /// Operators `op=`, by what they are called.
  std::vector<std::pair<std::string, std::string>> compound;
};

} // namespace kgen::text

#endif // KGEN_LIB_TARGET_TEXT_OPERATORS_H
