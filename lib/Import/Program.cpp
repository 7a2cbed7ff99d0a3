// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the closed program's tables. Messages call a name what the author calls it.

#include "Program.h"
#include "PyTypes.h"
#include "kgen/IR/Kgen.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

/// Names of kernels that one message lists.
static constexpr size_t maxNames = 20;

Program::Program(StringRef file, const TreeValue &tree, MLIRContext *context) : context(context) {
  readTables(file, PyNode(tree));
}

Program::Program(StringRef file, const json::Object &tree, MLIRContext *context) : context(context) {
  readTables(file, PyNode(own.fromJson(tree)));
}

void Program::readTables(StringRef file, PyNode root) {
  for (StringRef name : root.texts("files"))
    files.push_back(StringAttr::get(context, name));
  files[0] = StringAttr::get(context, file == "-" ? "<stdin>" : file);
  auto table = [&](StringRef name) {
    PyNodes nodes = root.list(name);
    return std::vector<PyNode>(nodes.begin(), nodes.end());
  };
  functions = table("functions");
  expressions = table("expressions");
  structs = table("structs");
  structTypes.resize(structs.size());
  for (PyNode kernel : root.list("kernels"))
    kernels.push_back({kernel.text("name"), kernel.line(), kernel.number("function"), kernel.list("overloads")});
}

StringAttr Program::fileAt(PyNode entry) const {
  size_t number = entry.number("file");
  return files[std::min(number, files.size() - 1)];
}

StringAttr Program::fileOf(unsigned function) const { return fileAt(functions[function]); }

Location Program::placeOf(unsigned function) const {
  PyNode node = functions[function].child("node");
  return FileLineColLoc::get(fileAt(functions[function]), node.line(), node.column());
}

Location Program::placeOf(Type type) const {
  auto known = find(structTypes, std::optional<Type>(type));
  if (!type || known == structTypes.end())
    return UnknownLoc::get(context);
  return placeOfStruct(known - structTypes.begin());
}

Location Program::placeOfStruct(unsigned id) const {
  return FileLineColLoc::get(fileAt(structs[id]), structs[id].line(), structs[id].column());
}

SmallVector<unsigned> Program::attachments(unsigned function, StringRef field) const {
  return functions[function].numbers(field);
}

PyNode Program::definition(unsigned function) const {
  PyNode entry = functions[function];
  if (PyNode problem = entry.child("error")) {
    emitError(FileLineColLoc::get(fileAt(entry), problem.line(), problem.number("column"))) << problem.text("message");
    return PyNode();
  }
  return entry.child("node");
}

const Program::Kernel *Program::selectKernel(StringRef name) const {
  Location start = FileLineColLoc::get(files.front(), 1, 1);
  if (kernels.empty()) {
    emitError(start, "expected a function decorated with @wp.kernel but the file has none");
    return nullptr;
  }
  ArrayRef<Kernel> shown = ArrayRef(kernels).take_front(maxNames);
  std::string names = llvm::join(map_range(shown, [](const Kernel &kernel) { return kernel.name.str(); }), ", ");
  if (shown.size() < kernels.size())
    names += ", and " + std::to_string(kernels.size() - shown.size()) + " more";
  if (name.empty()) {
    if (kernels.size() == 1)
      return &kernels.front();
    emitError(start, "expected one kernel but got ") << kernels.size() << ": " << names << "; choose one with --kernel";
    return nullptr;
  }
  SmallVector<const Kernel *> alike; // whose function has the name
  for (const Kernel &kernel : kernels) {
    StringRef last = kernel.name.split(':').first.rsplit('.').second;
    StringRef plain = last.empty() ? kernel.name.split(':').first : last;
    if (kernel.name == name || (plain + ":" + Twine(kernel.line)).str() == name)
      return &kernel;
    if (plain == name)
      alike.push_back(&kernel);
  }
  if (alike.size() == 1)
    return alike.front();
  emitError(start, "expected a kernel named '") << name << "' but the file has: " << names;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// What names stand for
//===----------------------------------------------------------------------===//

std::string Program::dotted(PyNode node) {
  PyNode ref = node.child("ref");
  if (ref.text("kind") == "python")
    return ref.text("name").str();
  if (ref.text("kind") != "warp")
    return "";
  return ref.text("name").empty() ? "wp" : ("wp." + ref.text("name")).str();
}

PyNode Program::constant(PyNode name) const {
  PyNode ref = name.child("ref");
  if (ref.text("kind") == "constant")
    return ref.child("value");
  return ref.text("kind") == "expression" ? expressions[ref.number("id")].child("node") : PyNode();
}

std::string Program::describeGlobal(PyNode name) {
  PyNode ref = name.child("ref");
  std::string quoted = describe(name);
  if (ref.text("kind") == "functions")
    return "the user function " + quoted;
  if (ref.text("kind") == "struct")
    return "the class " + quoted;
  if (ref.text("kind") == "unresolved")
    return ref.text("reason").str();
  if (ref.flag("implicit"))
    return quoted + ", which is not defined";
  if (auto [module, name] = ref.text("name").rsplit('.'); ref.text("kind") == "python" && !name.empty())
    return ("'" + name + "' of the module '" + module + "'").str();
  return quoted + ", which is no constant of the module";
}

std::string Program::describeType(PyNode annotation) {
  PyNode ref = annotation.child("ref");
  return ref.text("kind") == "unresolved" || ref.flag("implicit") ? describeGlobal(annotation) : describe(annotation);
}

//===----------------------------------------------------------------------===//
// Structs
//===----------------------------------------------------------------------===//

Type Program::structType(unsigned id) const {
  if (structTypes[id]) {
    if (openStructs.contains(id))
      structProblems[id] = "it holds itself";
    return *structTypes[id];
  }
  structTypes[id] = Type(); // one that holds itself is none
  openStructs.insert(id);
  llvm::scope_exit closes([&] { openStructs.erase(id); });
  SmallVector<StringAttr> names;
  SmallVector<Type> types;
  for (PyNode field : structs[id].list("fields")) {
    Type type = readParameterType(field.child("annotation"), *this);
    if (!type) {
      if (structProblems.contains(id))
        structProblems[id] += (" in its field '" + field.text("name") + "'").str();
      return nullptr;
    }
    names.push_back(StringAttr::get(context, field.text("name")));
    types.push_back(type);
  }
  auto isTaken = [&](StringRef name) {
    return any_of(structTypes, [&](std::optional<Type> known) {
      auto other = known ? dyn_cast_if_present<StructType>(*known) : StructType();
      return other && other.getName() == name &&
             (other.getFieldNames() != ArrayRef(names) || other.getFieldTypes() != ArrayRef(types));
    });
  };
  std::string name = structs[id].text("name").str();
  for (unsigned next = 0; isTaken(name); ++next)
    name = (structs[id].text("name") + "_" + Twine(next)).str();
  // A struct that is too large, or has a name that no text can have, is none.
  ScopedDiagnosticHandler keep(context, [&](Diagnostic &diagnostic) {
    structProblems[id] = diagnostic.str();
    return success();
  });
  auto report = [&] { return emitError(UnknownLoc::get(context)); };
  structTypes[id] = StructType::getChecked(report, context, StringRef(name), ArrayRef(names), ArrayRef(types));
  return *structTypes[id];
}

std::pair<PyNode, StringAttr> Program::untypedField(unsigned id) const {
  PyNodes fields = structs[id].list("fields");
  for (PyNode field : fields)
    if (PyNode annotation = field.child("annotation"); !readParameterType(annotation, *this)) {
      PyNode element = arrayElement(annotation);
      PyNode named = isStruct(annotation) || !element ? annotation : element;
      // The fault of a struct of structs is that of the inner one.
      if (isStruct(named) && !structType(structId(named)) && !structProblems.contains(structId(named)))
        return untypedField(structId(named));
      return {field, fileAt(structs[id])};
    }
  return {fields.empty() ? structs[id] : fields.front(), fileAt(structs[id])};
}

} // namespace kgen::importer
