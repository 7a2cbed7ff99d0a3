// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads requests from standard input, one JSON object a line, and writes one answer a line, until the input or the
// process that started it ends.

#include "Serve.h"
#include "kgen/Support/CommandLine.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <iostream>
#include <thread>
#include <unistd.h>

namespace cl = llvm::cl;
namespace json = llvm::json;

static constexpr const char *overview = "kgen-serve: the compiler as a process that answers requests\n";
static constexpr const char *examples =
    "  kgen-serve < requests.jsonl     answers requests, one JSON object a line: {\"do\": \"import\", \"file\": "
    "\"k.py\"}\n\n"
    "This is what the Python package kgen_mlir talks to; its requests may change with each version.\n";

static cl::OptionCategory category("kgen-serve");
static cl::opt<unsigned>
    parent("parent", cl::desc("The process that the server ends with (default: none, it ends with its input)"),
           cl::value_desc("pid"), cl::init(0), cl::cat(category));

/// A context keeps every type and attribute that it has seen.
static constexpr unsigned requestsOfContext = 200;

/// The input does not end with the process that wrote it while a fork of that holds it open.
static void endWithParent() {
  while (static_cast<unsigned>(getppid()) == parent)
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  _exit(0);
}

static std::unique_ptr<mlir::MLIRContext> makeContext() {
  auto context = std::make_unique<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED);
  context->printOpOnDiagnostic(false);
  context->loadDialect<kgen::KgenDialect>();
  return context;
}

static json::Object answerLine(llvm::StringRef line, mlir::MLIRContext *context) {
  llvm::Expected<json::Value> request = json::parse(line);
  const json::Object *object = request ? request->getAsObject() : nullptr;
  if (object)
    return kgen::serve::answer(*object, context);
  std::string reason = request ? "it is no object" : llvm::toString(request.takeError());
  return json::Object{{"errors", json::Array{json::Object{{"severity", "error"},
                                                          {"file", ""},
                                                          {"line", 0},
                                                          {"column", 0},
                                                          {"message", "cannot read the request: " + reason}}}}};
}

int main(int argc, char **argv) {
  kgen::InitTool init(argc, argv, "kgen-serve");
  cl::HideUnrelatedOptions(category);
  if (!kgen::parseCommandLine(argc, argv, overview, examples))
    return 2;
  if (parent)
    std::thread(endWithParent).detach();
  std::unique_ptr<mlir::MLIRContext> context;
  std::string line;
  for (unsigned number = 0; std::getline(std::cin, line); ++number) {
    if (number % requestsOfContext == 0)
      context = makeContext();
    std::string text;
    llvm::raw_string_ostream(text) << json::Value(answerLine(line, context.get())) << "\n";
    if (!kgen::writeOutput("-", text))
      return 1;
  }
  return 0;
}
