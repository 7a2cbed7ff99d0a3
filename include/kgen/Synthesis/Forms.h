// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The texts of a kernel that a sample holds beside Python and kgen.

#ifndef KGEN_SYNTHESIS_FORMS_H
#define KGEN_SYNTHESIS_FORMS_H

#include "kgen/IR/Kgen.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace kgen {

/// Which forms a sample holds beside Python and kgen.
enum class SampleTarget { CPU, CUDA, NVPTX, All };

/// `cpu`, `cuda`, `nvptx`, `all`.
llvm::StringRef getName(SampleTarget target);
std::optional<SampleTarget> parseSampleTarget(llvm::StringRef name);

/// What the forms of a kernel follow from.
struct FormOptions {
  SampleTarget target = SampleTarget::NVPTX;
  bool backward = true;
  /// Whether C++ and CUDA C++ hold what they need of `kgen/kgen.cuh` themselves.
  bool selfContained = false;
  std::string chip = "sm_80";
};

/// A column of a sample, and its text.
struct Form {
  std::string column;
  std::string text;
  /// Of PTX: whether it holds code of libdevice.
  bool usesLibdevice = false;
};

/// Prints forms; owns what that takes, so each thread has one of its own.
class FormPrinter {
public:
  /// An error where code for the target cannot be made here.
  static llvm::Expected<std::unique_ptr<FormPrinter>> create(const FormOptions &options);
  ~FormPrinter();

  /// The forms of the one kernel of a module and its backward, in the order of columns. Emits an error where a form
  /// cannot say it.
  mlir::FailureOr<std::vector<Form>> print(mlir::ModuleOp module);

private:
  struct Impl;
  explicit FormPrinter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// The columns that `FormPrinter` fills, in order: `ir_forward`, `ir_backward`, or with all targets `cpu_forward`, ….
llvm::SmallVector<std::string> formColumns(const FormOptions &options);

} // namespace kgen

#endif // KGEN_SYNTHESIS_FORMS_H
