// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The adjoint that an author wrote (@wp.func_grad): a function of the arguments and of the results' adjoints that gives
// the adjoints of the arguments, which its text calls wp.adjoint[x].

#ifndef KGEN_LIB_IMPORT_ADJOINTS_H
#define KGEN_LIB_IMPORT_ADJOINTS_H

#include "Part.h"
#include "Place.h"
#include "llvm/ADT/MapVector.h"

namespace kgen::importer {

class Adjoints : Part {
public:
  using Part::Part;

  /// Says that the function is an adjoint of one with so many parameters.
  void setPrimalCount(unsigned count) { primalCount = count; }
  bool isAdjointFunction() const { return primalCount.has_value(); }
  /// `wp.adjoint[x]`.
  static bool isAdjoint(PyNode node);
  /// Makes a variable for the adjoint of each argument of floats, zero at first; returns their types.
  llvm::SmallVector<mlir::Type> declareAdjoints(llvm::ArrayRef<PyNode> parameters, mlir::ValueRange arguments);
  /// The place of `wp.adjoint[x]`.
  mlir::FailureOr<Place> readAdjoint(PyNode node);
  /// Returns what these variables have.
  void returnAdjoints(PyNode node);

private:
  std::optional<unsigned> primalCount;
  llvm::MapVector<llvm::StringRef, mlir::Value> adjoints;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_ADJOINTS_H
