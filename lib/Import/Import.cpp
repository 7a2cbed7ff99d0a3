// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kgen/Import/Import.h"
#include "KernelImporter.h"
#include "Program.h"
#include "ReadPython.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace mlir;

namespace kgen {

static OwningOpRef<ModuleOp> importKernel(const Program &program, StringRef name) {
  const Program::Kernel *chosen = program.selectKernel(name);
  PyNode definition = chosen ? program.definition(chosen->function) : PyNode();
  return definition ? KernelImporter(program, definition, program.fileOf(chosen->function)).run() : nullptr;
}

OwningOpRef<ModuleOp> importWarp(StringRef pyPath, StringRef kernel, MLIRContext *context) {
  context->loadDialect<KgenDialect>();
  PythonError reason;
  std::optional<std::string> text = readPython(pyPath, "", reason);
  Expected<json::Value> tree = json::parse(text ? *text : "{}");
  if (!tree) {
    reason.message = "cannot read what warp-ast wrote: " + toString(tree.takeError());
    text.reset();
  }
  if (!text) {
    StringRef file = pyPath == "-" ? "<stdin>" : pyPath;
    emitError(FileLineColLoc::get(context, file, reason.line, reason.column)) << reason.message;
    return nullptr;
  }
  return importKernel(Program(pyPath, *tree->getAsObject(), context), kernel);
}

OwningOpRef<ModuleOp> importWarpTree(StringRef tree, StringRef name, StringRef kernel, MLIRContext *context) {
  context->loadDialect<KgenDialect>();
  Expected<json::Value> parsed = json::parse(tree);
  const json::Object *object = parsed ? parsed->getAsObject() : nullptr;
  PythonError reason;
  if (!object) {
    reason.message = "cannot read what warp-ast wrote";
    consumeError(parsed.takeError());
  }
  if (!object || readError(*object, reason)) {
    emitError(FileLineColLoc::get(context, name, reason.line, reason.column)) << reason.message;
    return nullptr;
  }
  return importKernel(Program(name, *object, context), kernel);
}

std::optional<std::vector<std::string>> readWarpTrees(ArrayRef<StringRef> texts, std::string &error) {
  PythonError reason;
  std::optional<std::vector<std::string>> trees = readPythonTexts(texts, reason);
  if (!trees)
    error = reason.message;
  return trees;
}

std::optional<std::string> readCaseLiteral(StringRef pyPath, std::string *error) {
  PythonError reason;
  std::optional<std::string> text = readPython(pyPath, "--case", reason);
  if (!text && error)
    *error = formatv("{0}:{1}:{2}: error: {3}", pyPath, reason.line, reason.column, reason.message).str();
  return text;
}

} // namespace kgen
