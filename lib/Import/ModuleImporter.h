// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module that the kernels of a file are imported into, and the instances of functions in it: a function is imported
// once for each list of argument types that it is called with.

#ifndef KGEN_LIB_IMPORT_MODULEIMPORTER_H
#define KGEN_LIB_IMPORT_MODULEIMPORTER_H

#include "Operand.h"
#include "Program.h"
#include "kgen/IR/Kgen.h"
#include "kgen/Import/Import.h"
#include <map>
#include <set>

namespace kgen::importer {

class ModuleImporter {
public:
  ModuleImporter(const Program &program, const ImportOptions &options);

  /// Imports a kernel, at the end of the module and behind the functions that it calls. Null after an error.
  KernelOp importKernel(const Program::Kernel &kernel);

  /// The function for these arguments, one for each parameter; null where it cannot be imported, which has been
  /// reported.
  FuncOp instantiate(unsigned function, llvm::ArrayRef<Operand> arguments, PyNode call, mlir::StringAttr file);

  /// Notes which results of a function are tiles; the result that is one, else none.
  void noteTileResults(FuncOp function, std::vector<Operand> results) { tileResults[function] = std::move(results); }
  Operand tileResult(FuncOp function, unsigned result) const;

  /// One of Warp's functions (`tile_load`) for parameters of these types, which `write` writes where the module has
  /// none yet; `detail` is what its name says besides; it and `variant`, which the name does not say, tell apart what
  /// the types do not.
  FuncOp warpsFunction(llvm::StringRef name, llvm::StringRef detail, mlir::TypeRange types,
                       llvm::ArrayRef<llvm::StringRef> parameters, mlir::TypeRange results, mlir::Location location,
                       llvm::StringRef variant, llvm::function_ref<void(mlir::Block *)> write);

  /// The module, without the functions that no kernel in it calls.
  mlir::OwningOpRef<mlir::ModuleOp> take();

  /// Notes a function whose last results are what its references hold.
  void noteReferring(FuncOp function) { referring.insert(function); }
  /// Why a kernel has no backward: a function that it calls, by whatever way; "" if there is none.
  std::string whyNoBackward(KernelOp kernel);

  const Program &getProgram() const { return program; }
  mlir::ModuleOp getModule() { return *module; }

private:
  /// An error as it was reported, to be said again where another kernel runs into it.
  struct Problem {
    mlir::Location place;
    std::string message;
    std::vector<std::pair<mlir::Location, std::string>> notes;
  };
  struct Instance {
    bool isOpen = true;
    FuncOp op;
    std::vector<Problem> problems;
  };

  void importInstance(unsigned function, llvm::ArrayRef<Operand> arguments, Instance &instance);
  FuncOp importFunction(unsigned function, llvm::ArrayRef<Operand> arguments, std::optional<unsigned> primalCount);
  std::optional<unsigned> attachedTo(unsigned function, llvm::StringRef field, llvm::ArrayRef<Operand> arguments) const;
  mlir::LogicalResult attach(unsigned function, llvm::ArrayRef<Operand> arguments, FuncOp op);
  void namePublicly(unsigned function, FuncOp op);
  /// `name`, or `name_FIRST` and so on where that is taken.
  std::string uniqueSymbol(llvm::StringRef name, unsigned first);
  KernelOp tryGeneric(const Program::Kernel &kernel, PyNode definition);
  /// The types that a generic kernel may have for the one that is assumed, the likeliest first.
  std::vector<llvm::SmallVector<mlir::Type>> assumedTypes(PyNode definition) const;
  KernelOp refuseGeneric(const Program::Kernel &kernel, PyNode definition) const;

  const Program &program;
  const ImportOptions options;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::map<std::string, Instance> instances;
  std::map<std::string, FuncOp> warpsFunctions;
  llvm::DenseMap<mlir::Operation *, std::vector<Operand>> tileResults;
  /// Functions with references, and those whose author's adjoint is left out.
  llvm::SmallPtrSet<mlir::Operation *, 4> referring, addingToMemory;
  /// Of the functions that are being imported, one for the call of another.
  unsigned depth = 0;
  std::set<std::string> symbols;
  /// Python names with the argument types that they have been given to.
  std::set<std::string> publicNames;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_MODULEIMPORTER_H
