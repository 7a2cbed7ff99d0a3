// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Module.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir;

namespace kgen {

PyModule::PyModule(StringRef file, const json::Object &tree, MLIRContext *context)
    : file(file == "-" ? "<stdin>" : file), context(context) {
  PyNode root(&tree);
  for (PyNode node : root.list("body")) {
    if (node.is("Import") || node.is("ImportFrom"))
      scanImport(node);
    else if (node.is("FunctionDef"))
      scanFunction(node);
    else if (node.is("ClassDef"))
      structs.insert(node.text("name"));
  }
  if (const json::Object *named = tree.getObject("constants"))
    for (const auto &entry : *named)
      constants[StringRef(entry.first)] = PyNode(entry.second.getAsObject());
  for (StringRef name : root.texts("assigned"))
    assigned.insert(name);
}

void PyModule::scanImport(PyNode node) {
  bool whole = node.is("Import");
  for (PyNode alias : node.list("names")) {
    StringRef name = alias.text("name");
    StringRef bound = alias.text("asname").empty() ? name : alias.text("asname");
    if (whole && name == "warp")
      warpNames.insert(bound);
    else
      otherImports[bound] = whole ? name.str() : node.text("module").str();
  }
}

void PyModule::scanFunction(PyNode node) {
  StringRef name = node.text("name");
  for (PyNode decorator : node.list("decorator_list")) {
    PyNode callee = decorator.is("Call") ? decorator.child("func") : decorator;
    if (dotted(callee) == "wp.kernel") {
      kernels.erase(name);
      kernels.insert({name, node});
      return;
    }
  }
  functions.insert(name);
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

PyNode PyModule::selectKernel(StringRef name) const {
  Location start = FileLineColLoc::get(context, file, 1, 1);
  if (kernels.empty()) {
    emitError(start, "expected a function decorated with @wp.kernel but the file has none");
    return PyNode();
  }
  std::string names = llvm::join(map_range(kernels, [](const auto &entry) { return entry.first.str(); }), ", ");
  if (name.empty()) {
    if (kernels.size() == 1)
      return kernels.front().second;
    emitError(start, "expected one kernel but got ") << kernels.size() << ": " << names << "; choose one with --kernel";
    return PyNode();
  }
  auto found = kernels.find(name);
  if (found != kernels.end())
    return found->second;
  emitError(start, "expected a kernel named '") << name << "' but the file has: " << names;
  return PyNode();
}

std::string PyModule::dotted(PyNode node) const {
  if (node.is("Name")) {
    StringRef name = node.text("id");
    return warpNames.contains(name) ? "wp" : name.str();
  }
  if (!node.is("Attribute"))
    return "";
  std::string base = dotted(node.child("value"));
  return base.empty() ? "" : base + "." + node.text("attr").str();
}

PyNode PyModule::constant(StringRef name) const { return constants.lookup(name); }

std::string PyModule::describeGlobal(StringRef name) const {
  std::string quoted = "'" + name.str() + "'";
  if (kernels.contains(name))
    return "the kernel " + quoted;
  if (functions.contains(name))
    return "the user function " + quoted;
  if (structs.contains(name))
    return "the class " + quoted;
  if (auto found = otherImports.find(name); found != otherImports.end())
    return quoted + " of the module '" + found->second + "'";
  if (assigned.contains(name) || constants.contains(name))
    return quoted + ", which is no constant of the module";
  return quoted + ", which is not defined";
}

Location PyModule::location(PyNode node) const {
  return FileLineColLoc::get(context, file, node.line(), node.column());
}

} // namespace kgen
