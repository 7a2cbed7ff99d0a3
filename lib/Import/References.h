// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has an address: Warp's references.

#ifndef KGEN_LIB_IMPORT_REFERENCES_H
#define KGEN_LIB_IMPORT_REFERENCES_H

#include "Part.h"

namespace kgen::importer {

class References : Part {
public:
  using Part::Part;

  /// The places that a call's references name, in the order of the parameters that take them.
  mlir::FailureOr<llvm::SmallVector<Place>> readPlaces(PyNode call, unsigned callee);
  /// The values, at a `return`, of the function's own parameters that are references: its last results.
  llvm::SmallVector<mlir::Value> finalValues(PyNode node);
  /// Reports `wp.address_of(x)`.
  void importAddress(PyNode node);
  /// Reports a result that is an array of the thread's own where the function says it is another.
  mlir::LogicalResult checkThreadArrayResult(PyNode value);

  /// Whether the function takes references.
  bool hasParameters() const { return !parameters().empty(); }

private:
  /// The function's own parameters that are references.
  llvm::SmallVector<PyNode> parameters() const;
  /// Reports an expression that Warp can make no reference of.
  mlir::LogicalResult expectAddress(PyNode node);
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_REFERENCES_H
