// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel in all its forms on one page, side by side: a line under the pointer highlights the lines that belong to it
// in every other form. Beside them the values and gradients of cases, and the plan of the gradient.

#ifndef KGEN_PAGE_KERNELPAGE_H
#define KGEN_PAGE_KERNELPAGE_H

#include "kgen/IR/SourceLines.h"
#include "kgen/Page/CaseTable.h"
#include "kgen/Support/Case.h"
#include "kgen/Target/LLVM.h"

namespace kgen::page {

/// The syntax of a form: its comments, words and names.
enum class Syntax { Python, Kgen, LLVMIR, Cpp, Ptx, Plain };

/// A text, and the author's lines that its lines come from.
struct FormText {
  std::string text;
  LineMap lines;
};

/// A form of a kernel; `backward` is empty if there is none.
struct KernelForm {
  /// `CUDA C++`, and a word for links and styles: `cuda`.
  std::string title, anchor;
  Syntax syntax = Syntax::Plain;
  FormText forward = {}, backward = {};
  /// Whether the form has no directions: it stands beside both.
  bool isSource = false;
};

/// The contents of a page.
struct KernelPage {
  std::string title, subtitle;
  std::vector<KernelForm> forms;
  FormText plan;
  std::vector<CaseTable> cases;
  /// The checks of a sample when it was made, `{check, result}`.
  std::vector<std::pair<std::string, std::string>> checks;
};

/// The input of a page.
struct KernelPageOptions {
  /// The author's file as locations call it, and its text if it is Python; otherwise Python is printed from the module.
  std::string file, python;
  /// Of the machine code.
  std::string chip = "sm_80", libdevice;
  unsigned optLevel = 1;
  bool contract = false;
};

/// Prints the kernels of a module in all forms, with the backwards that are there. Emits an error if a form cannot
/// express it.
mlir::FailureOr<KernelPage> makeKernelPage(mlir::ModuleOp module, const KernelPageOptions &options);

/// Interprets a case, with gradients if the module has the backward and the case a weight. Emits an error if the case
/// does not fit its kernel or the run has a fault.
mlir::FailureOr<CaseTable> tabulateCase(mlir::ModuleOp module, const Case &c);

/// Writes the page: one file that needs no other and no network.
void writeKernelPage(const KernelPage &page, llvm::raw_ostream &os);

} // namespace kgen::page

#endif // KGEN_PAGE_KERNELPAGE_H
