// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has an address: Warp's references, and arrays that a thread makes for itself. kgen has neither.

#ifndef KGEN_LIB_IMPORT_REFERENCES_H
#define KGEN_LIB_IMPORT_REFERENCES_H

#include "Part.h"
#include "llvm/ADT/StringSet.h"

namespace kgen::importer {

struct Argument;

class References : Part {
public:
  using Part::Part;

  void noteThreadArray(llvm::StringRef name) { threadArrays.insert(name); }
  /// Whether a parameter of a function is a `wp.ref[T]`.
  bool takesReference(unsigned function) const;
  /// Reports a call of such a function.
  mlir::LogicalResult refuseReferences(PyNode call, unsigned callee, llvm::ArrayRef<Argument> arguments);
  /// Reports `wp.address_of(x)`.
  void importAddress(PyNode node);
  /// `wp.zeros(...)`, an array of the thread's own.
  static bool isThreadArray(PyNode node);
  /// Reports `wp.zeros(...)`.
  void refuseThreadArray(PyNode node);
  /// Reports a result that is an array of the thread's own where the function says it is another.
  mlir::LogicalResult checkThreadArrayResult(PyNode value);

private:
  /// Reports an expression that Warp can make no reference of.
  mlir::LogicalResult expectAddress(PyNode node);

  /// Names of arrays of the thread's own.
  llvm::StringSet<> threadArrays;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_REFERENCES_H
