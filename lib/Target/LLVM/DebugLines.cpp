// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Line tables for reading, not for debuggers: they are made, followed through LLVM and dropped again; no text that
// leaves this library has them.

#include "DebugLines.h"
#include "kgen/IR/Names.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/AssemblyAnnotationWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/FormattedStream.h"

using namespace mlir;

namespace kgen::codegen {

/// The name that an op's location has, which LLVM IR shows, over a line of the file; line 0 stands for none.
static Location debugLoc(Location loc, StringRef file) {
  auto name = dyn_cast<NameLoc>(loc);
  Location line = FileLineColLoc::get(loc.getContext(), file, sourceLine(loc, file).value_or(0), 0);
  return name ? Location(NameLoc::get(name.getName(), line)) : line;
}

LogicalResult keepDebugLines(ModuleOp module, StringRef file) {
  module->walk([&](Operation *op) { op->setLoc(debugLoc(op->getLoc(), file)); });
  PassManager passes(module.getContext());
  LLVM::DIScopeForLLVMFuncOpPassOptions options;
  options.emissionKind = LLVM::DIEmissionKind::DebugDirectivesOnly;
  passes.addPass(LLVM::createDIScopeForLLVMFuncOpPass(options));
  return passes.run(module);
}

namespace {
/// Notes where in the text each instruction stands.
class Notes : public llvm::AssemblyAnnotationWriter {
public:
  Notes(const InstructionLines &lines, LineMap &found) : lines(lines), found(found) {}
  void emitInstructionAnnot(const llvm::Instruction *instruction, llvm::formatted_raw_ostream &os) final {
    found.resize(std::max<size_t>(found.size(), os.getLine() + 1));
    if (unsigned line = lines.lookup(instruction))
      addLine(found[os.getLine()], line);
  }

private:
  const InstructionLines &lines;
  LineMap &found;
};
} // namespace

InstructionLines takeDebugLines(llvm::Module &module) {
  InstructionLines lines;
  for (const llvm::Function &function : module)
    for (const llvm::BasicBlock &block : function)
      for (const llvm::Instruction &instruction : block)
        if (const llvm::DebugLoc &loc = instruction.getDebugLoc(); loc && loc.getLine())
          lines[&instruction] = loc.getLine();
  llvm::StripDebugInfo(module);
  if (llvm::NamedMDNode *flags = module.getModuleFlagsMetadata())
    flags->eraseFromParent();
  return lines;
}

std::string printIRWithLines(const llvm::Module &module, const InstructionLines &known, LineMap &lines) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Notes notes(known, lines);
  module.print(os, &notes);
  return text;
}

LineMap readDebugLines(StringRef assembly) {
  LineMap lines;
  unsigned current = 0;
  for (StringRef line : llvm::split(assembly, '\n')) {
    StringRef directive = line.trim();
    if (directive.consume_front(".loc")) {
      SmallVector<StringRef> words;
      directive.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
      for (StringRef &word : words)
        word = word.trim();
      if (words.size() < 2 || words[1].getAsInteger(10, current))
        current = 0;
      lines.emplace_back();
      continue;
    }
    if (directive == "}") // the end of a function
      current = 0;
    lines.emplace_back();
    bool isInstruction = directive.ends_with(";") && !directive.starts_with(".");
    if (current && isInstruction)
      lines.back().push_back(current);
  }
  return lines;
}

} // namespace kgen::codegen
