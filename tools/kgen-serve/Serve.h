// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler as a process that answers requests. A request has all that its answer depends on, so that a new process
// can go on where another has died. Nothing here prints: what is wrong is part of the answer.

#ifndef KGEN_TOOLS_SERVE_SERVE_H
#define KGEN_TOOLS_SERVE_SERVE_H

#include "kgen/IR/Kgen.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace kgen::serve {

/// Collects the diagnostics of a context while it lives, as JSON.
class Messages {
public:
  explicit Messages(mlir::MLIRContext *context);

  /// What files are called, by their paths.
  void setNames(const llvm::StringMap<std::string> *given) { names = given; }
  /// Adds an error without a place.
  void addError(const llvm::Twine &message);
  bool hasErrors() const { return numErrors > 0; }
  /// `[{"severity", "file", "line", "column", "message", "notes": [...]}]`; `line` is 0 where there is no place.
  llvm::json::Array take() { return std::move(messages); }

private:
  llvm::json::Object describe(mlir::Diagnostic &diagnostic) const;

  llvm::json::Array messages;
  unsigned numErrors = 0;
  const llvm::StringMap<std::string> *names = nullptr;
  mlir::ScopedDiagnosticHandler handler;
};

/// What there is to know of a kernel in order to launch it: name, rank of the launch, and each parameter with its place
/// in Warp's struct of arguments.
llvm::json::Object describeKernel(KernelOp kernel);

/// Answers a request. The answer has `errors` where there was one, and `warnings`.
llvm::json::Object answer(const llvm::json::Object &request, mlir::MLIRContext *context);

} // namespace kgen::serve

#endif // KGEN_TOOLS_SERVE_SERVE_H
