// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The translations that kgen-translate offers, and what the command line says of them.

#ifndef KGEN_TOOLS_KGENTRANSLATE_TRANSLATIONS_H
#define KGEN_TOOLS_KGENTRANSLATE_TRANSLATIONS_H

#include "kgen/Support/Form.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace kgen {

struct CodeGenOptions;
class CodeGenerator;

enum class Translation { WarpToKgen, KgenToWarp, KgenToForm, KgenToObject, KgenToWarpAot, KgenToHtml };

/// The command line.
struct TranslateRequest {
  Translation translation;
  /// Of `KgenToForm`.
  FormLanguage language = FormLanguage::LLVMIR;
  std::string input;
  std::string kernel;
  /// Every kernel of a Python file that can be imported, and where to write what became of each; "" for warnings.
  bool all = false;
  std::string report;
  /// The scalar type that a generic kernel gets where its file does not say its types; "" to refuse it.
  std::string assumeAny = {};
  bool backward = true;
  bool selfContained = false;
  /// Of CUDA C++.
  FormStyle style = FormStyle::Warp;
  bool contract = false;
  std::string chip;
  std::string libdevice;
  unsigned optLevel = 1;
  /// CPU code: threads that run at once as lanes of vectors, 0 for none, and the CPU, "" for any and "native" for this.
  unsigned lanes = 0;
  std::string cpu = {};
  /// CPU code: whether entry points take a range of threads, `(dim, args, first, last)`, with atomic updates.
  bool concurrent = false;
  /// The case that a page shows; "" for the literal of a Python file, if there is one.
  std::string caseFile;
  /// Whether the text of each direction goes into a JSON object, with what there is to know of the kernel.
  bool withMetadata = false;
  /// Files for Warp: the name by which Python imports the module, "" for that of the file; and whether PTX is one of
  /// them.
  std::string moduleName = {};
  bool ptx = true;

  bool makes(FormLanguage wanted) const { return translation == Translation::KgenToForm && language == wanted; }
};

/// `{"name", "type"}` of a parameter, the type as the dialect writes it.
llvm::json::Object describeParameter(mlir::BlockArgument parameter);

/// Reads the input: Python where the translation or the file's name says so, else a module.
mlir::OwningOpRef<mlir::ModuleOp> load(const TranslateRequest &request, llvm::SourceMgr &sourceMgr,
                                       mlir::MLIRContext *context);

/// Imports every kernel of a Python file that can be imported; the others are warnings, or data where there is a
/// report.
mlir::OwningOpRef<mlir::ModuleOp> importAll(const TranslateRequest &request, mlir::MLIRContext *context);

/// Imports every kernel of the Python files below a directory, the input, through one Python: `a/b.py` becomes the
/// module `a/b.mlir` below the directory `output`. Folders and files whose names begin with a point are left out, and
/// so are files without a kernel.
mlir::LogicalResult importDirectory(const TranslateRequest &request, llvm::StringRef output);

/// Leaves in the module the kernel that the command line names, and adds backwards where they are asked for. Where a
/// kernel cannot be differentiated it stays alone, with a warning that says why.
mlir::LogicalResult prepare(const TranslateRequest &request, mlir::ModuleOp module);

/// Writes the translated module.
mlir::LogicalResult translate(const TranslateRequest &request, mlir::ModuleOp module, llvm::raw_ostream &os);

/// Writes a kernel's code and metadata as JSON; where machine code can be made alone.
mlir::LogicalResult printWithMetadata(const TranslateRequest &request, mlir::ModuleOp module, llvm::raw_ostream &os);

/// Writes what Warp loads in the place of a module's compiled code, into a directory; where machine code can be made
/// alone.
mlir::LogicalResult writeWarpAot(const TranslateRequest &request, mlir::ModuleOp module, llvm::StringRef directory);

/// What the command line says of machine code.
CodeGenOptions chooseCodeGenOptions(const TranslateRequest &request);

/// A generator of LLVM IR or PTX as the command line wants it; a message where there is no such chip.
mlir::FailureOr<std::unique_ptr<CodeGenerator>> makeGenerator(const TranslateRequest &request);

} // namespace kgen

#endif // KGEN_TOOLS_KGENTRANSLATE_TRANSLATIONS_H
