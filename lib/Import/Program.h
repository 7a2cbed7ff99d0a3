// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The closed program of a Python file, as warp-ast hands it over: kernels, and what each name in them stands for. Knows
// no scopes and no imports, and builds no ops.

#ifndef KGEN_LIB_IMPORT_PROGRAM_H
#define KGEN_LIB_IMPORT_PROGRAM_H

#include "PyNode.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Types.h"
#include <vector>

namespace kgen::importer {

class Program {
public:
  /// A kernel and the name that its author would call it by: `name`, `outer.inner`, `name:LINE`.
  struct Kernel {
    llvm::StringRef name;
    unsigned line, function;
    /// Its overloads by `wp.overload`.
    PyNodes overloads;
  };

  /// `tree` is what `warp-ast --program` writes; it has to outlive the program.
  Program(llvm::StringRef file, const TreeValue &tree, mlir::MLIRContext *context);
  Program(llvm::StringRef file, const llvm::json::Object &tree, mlir::MLIRContext *context);

  llvm::ArrayRef<Kernel> allKernels() const { return kernels; }
  /// The kernel of this name or `name:LINE`, the only one whose function has the name, or the only one there is;
  /// reports what is in the way and returns null.
  const Kernel *selectKernel(llvm::StringRef name) const;
  /// The definition of a function; reports why it could not be read and returns nothing.
  PyNode definition(unsigned function) const;
  /// The parameters of a function; none of one that could not be read.
  PyNodes parametersOf(unsigned function) const { return functions[function].child("node").child("args").list("args"); }
  /// The name of a function in Python.
  llvm::StringRef functionName(unsigned function) const { return functions[function].text("name"); }
  /// Whether a function is one of Warp's own, which authors call without a definition.
  bool isWarps(unsigned function) const { return functions[function].flag("warps"); }
  /// The role that warp-ast gives a function: `kernel`, `func`, `func_native`.
  llvm::StringRef roleOf(unsigned function) const { return functions[function].text("role"); }
  /// The functions that its author wrote beside a function, or beside one that it is an overload of: `grad` or
  /// `replay`.
  llvm::SmallVector<unsigned> attachments(unsigned function, llvm::StringRef field) const;
  bool isOverloaded(unsigned function) const { return functions[function].flag("overloaded"); }
  llvm::ArrayRef<PyNode> overloads(const Kernel &kernel) const { return kernel.overloads; }
  /// The file that a function stands in.
  mlir::StringAttr fileOf(unsigned function) const;
  /// The place of a function in the author's text, and of a struct of this type; unknown for a type that no struct has.
  mlir::Location placeOf(unsigned function) const;
  mlir::Location placeOf(mlir::Type type) const;

  /// `wp.types.vector` of a name or chain of attributes, however the author calls the module, and `float` of one of
  /// Python's own; "" for anything else.
  static std::string dotted(PyNode node);
  /// The constant that a name stands for: a Constant, or the expression of a type or of several numbers. Nothing for
  /// any other name.
  PyNode constant(PyNode name) const;
  /// Why a name that is not the kernel's own means nothing where it stands: `the user function 'f'`.
  static std::string describeGlobal(PyNode name);
  /// The words of a message for an annotation that is no type: its text, if that is known.
  static std::string describeType(PyNode annotation);
  static bool isStruct(PyNode name) { return name.child("ref").text("kind") == "struct"; }
  static unsigned structId(PyNode name) { return name.child("ref").number("id"); }
  static bool isFunction(PyNode name) { return name.child("ref").text("kind") == "functions"; }
  /// The overload set that a name stands for.
  static llvm::SmallVector<unsigned> functionIds(PyNode name) { return name.child("ref").numbers("ids"); }

  /// The type of a struct; null where it has a field whose type is not known. Structs of one name and different fields
  /// have different names.
  mlir::Type structType(unsigned id) const;
  /// Why a struct is no type though its fields have types; "" where that is not the reason.
  std::string structProblem(unsigned id) const { return structProblems.lookup(id); }
  /// The place of a struct in the author's text.
  mlir::Location placeOfStruct(unsigned id) const;
  /// A field of a struct whose type is not known, and the file that it stands in.
  std::pair<PyNode, mlir::StringAttr> untypedField(unsigned id) const;

  mlir::MLIRContext *getContext() const { return context; }

private:
  mlir::StringAttr fileAt(PyNode entry) const;

  void readTables(llvm::StringRef file, PyNode root);

  mlir::MLIRContext *context;
  /// Of a tree that came as JSON.
  SyntaxTree own;
  std::vector<mlir::StringAttr> files;
  std::vector<Kernel> kernels;
  std::vector<PyNode> functions, expressions, structs;
  /// The types of structs: nullopt while they are not known, null for a struct without one.
  mutable std::vector<std::optional<mlir::Type>> structTypes;
  mutable llvm::DenseMap<unsigned, std::string> structProblems;
  /// Structs whose fields are being read.
  mutable llvm::DenseSet<unsigned> openStructs;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_PROGRAM_H
