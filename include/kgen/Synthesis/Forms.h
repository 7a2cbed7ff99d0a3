// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The texts of a kernel that a sample holds beside Python and kgen.

#ifndef KGEN_SYNTHESIS_FORMS_H
#define KGEN_SYNTHESIS_FORMS_H

#include "kgen/IR/Kgen.h"
#include "kgen/Support/Form.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace kgen {

/// The options that the forms of a kernel follow from.
struct FormOptions {
  FormTarget target{FormLanguage::Ptx};
  bool backward = true;
  /// Whether C++ and CUDA C++ contain the parts of `kgen/kgen.cuh` that they need.
  bool selfContained = false;
  std::string chip = "sm_80";
};

/// A form, the column of a sample that it fills, and its text.
struct PrintedForm {
  Form form;
  std::string column;
  std::string text = {};
  /// Of PTX: whether it holds code of libdevice.
  bool usesLibdevice = false;
};

/// The text of a form, or null where a sample has none.
const PrintedForm *findForm(llvm::ArrayRef<PrintedForm> forms, Form form);

/// Prints forms; owns the objects that this needs, so each thread has one of its own.
class FormPrinter {
public:
  /// An error if code for the target cannot be made here.
  static llvm::Expected<std::unique_ptr<FormPrinter>> create(const FormOptions &options);
  ~FormPrinter();

  /// The forms of the one kernel of a module and its backward, in the order of columns. Emits an error if a form cannot
  /// express it.
  mlir::FailureOr<std::vector<PrintedForm>> print(mlir::ModuleOp module);

private:
  struct Impl;
  explicit FormPrinter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace kgen

#endif // KGEN_SYNTHESIS_FORMS_H
