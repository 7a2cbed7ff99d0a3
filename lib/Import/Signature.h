// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decorators and the parameters of a kernel or function: what they say, and what is wrong with them.

#ifndef KGEN_LIB_IMPORT_SIGNATURE_H
#define KGEN_LIB_IMPORT_SIGNATURE_H

#include "Part.h"

namespace kgen::importer {

class Signature : Part {
public:
  using Part::Part;

  /// Reports a decorator or an option of @wp.kernel that Warp does not have.
  mlir::LogicalResult checkDecorators();
  /// Reports parameters and results that a kernel or function cannot have.
  mlir::LogicalResult checkSignature(bool isKernel);
  /// Whether Warp makes a backward of the kernel.
  bool readsBackward() const;
  /// Whether the kernel reads its parameters from constant memory, as a part of a pipeline that has no threads to
  /// count.
  bool hasConstantParameters() const;
  /// The type of a kernel's parameter; null after an error.
  mlir::Type parameterType(PyNode parameter);
  /// Reports why a struct is no type, at its field.
  void refuseStruct(PyNode named) const;

private:
  /// The value of an option of @wp.kernel; nothing where it is not given.
  PyNode kernelOption(llvm::StringRef name) const;
  mlir::LogicalResult checkOptions();
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_SIGNATURE_H
