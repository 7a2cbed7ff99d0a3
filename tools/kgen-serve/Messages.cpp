// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics as data.

#include "Serve.h"
#include "mlir/IR/Location.h"

using namespace mlir;
namespace json = llvm::json;

namespace kgen::serve {

Messages::Messages(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        json::Object message = describe(diagnostic);
        json::Array notes;
        for (Diagnostic &note : diagnostic.getNotes())
          notes.push_back(describe(note));
        if (!notes.empty())
          message["notes"] = std::move(notes);
        numErrors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
        messages.push_back(std::move(message));
        return success();
      }) {}

static StringRef nameOf(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Note:
  case DiagnosticSeverity::Remark:
    return "note";
  }
  llvm_unreachable("all severities are above");
}

json::Object Messages::describe(Diagnostic &diagnostic) const {
  std::string file;
  unsigned line = 0, column = 0;
  if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>()) {
    file = place.getFilename().str();
    line = place.getLine();
    column = place.getColumn();
  }
  if (names && names->contains(file))
    file = names->lookup(file);
  return json::Object{{"severity", nameOf(diagnostic.getSeverity())},
                      {"file", json::fixUTF8(file)},
                      {"line", line},
                      {"column", column},
                      {"message", json::fixUTF8(diagnostic.str())}};
}

void Messages::addError(const llvm::Twine &message) {
  ++numErrors;
  messages.push_back(json::Object{
      {"severity", "error"}, {"file", ""}, {"line", 0}, {"column", 0}, {"message", json::fixUTF8(message.str())}});
}

} // namespace kgen::serve
