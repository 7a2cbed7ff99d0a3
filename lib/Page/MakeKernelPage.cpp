// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints a kernel's forms, each with its lines, and has all speak of the lines of the Python that is shown.

#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"
#include "kgen/Page/KernelPage.h"
#include "kgen/Target/Text.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

using namespace mlir;
using namespace kgen;
using namespace kgen::page;

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// The kernels of one direction, and the functions that they call.
static FormText printDialect(ModuleOp module, bool isBackward, StringRef file) {
  OwningOpRef<ModuleOp> part = module.clone();
  for (KernelOp kernel : llvm::make_early_inc_range(part->getOps<KernelOp>()))
    if (kernel.isBackward() != isBackward)
      kernel.erase();
  for (FuncOp function : llvm::make_early_inc_range(llvm::reverse(SmallVector<FuncOp>(part->getOps<FuncOp>()))))
    if (isBackward && SymbolTable::symbolKnownUseEmpty(function, *part))
      function.erase();
  SourceLines lines{file.str(), {}};
  FormText form;
  form.text = printWithLines(*part, lines);
  form.lines = std::move(lines.lines);
  return form;
}

static LogicalResult printText(ModuleOp module, FormLanguage language, bool isBackward, StringRef file,
                               FormText &form) {
  SourceLines lines{file.str(), {}};
  TextOptions options;
  options.forward = !isBackward;
  options.backward = isBackward;
  options.lines = &lines;
  llvm::raw_string_ostream os(form.text);
  LogicalResult printed = exportText(language, module, os, options);
  form.lines = std::move(lines.lines);
  return printed;
}

/// A pane for a language, without its texts.
static KernelForm paneOf(const LanguageInfo &info, Syntax syntax) {
  return {std::string(info.title), std::string(info.flag), syntax};
}

static LogicalResult addText(ModuleOp module, const LanguageInfo &info, StringRef file, KernelPage &page) {
  KernelForm form = paneOf(info, Syntax::Cpp);
  if (failed(printText(module, info.language, /*isBackward=*/false, file, form.forward)))
    return failure();
  if (hasBackward(module) && failed(printText(module, info.language, /*isBackward=*/true, file, form.backward)))
    return failure();
  page.forms.push_back(std::move(form));
  return success();
}

/// The line of a kernel's head belongs to that of its entry point alone, not to the code around its statements.
static void markHeads(ModuleOp module, Target target, StringRef head, StringRef file, FormText &form) {
  SmallVector<StringRef> texts;
  StringRef(form.text).split(texts, '\n');
  for (KernelOp kernel : module.getOps<KernelOp>()) {
    std::optional<unsigned> line = sourceLine(kernel.getLoc(), file);
    if (!line)
      continue;
    std::string name = entryPointName(kernel, target) + "(";
    for (auto [text, lines] : llvm::zip(texts, form.lines)) {
      llvm::erase(lines, *line);
      if (text.starts_with(head) && text.contains(name))
        addLine(lines, *line);
    }
  }
}

/// For each line of a forward kernel, the lines that use the values computed there, by way of variables too.
static std::map<unsigned, SmallVector<unsigned, 2>> linesOfReaders(ModuleOp module, StringRef file) {
  std::map<unsigned, SmallVector<unsigned, 2>> readers;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto kernel = dyn_cast<KernelOp>(op); kernel && kernel.isBackward())
      return WalkResult::skip();
    std::optional<unsigned> line = sourceLine(op->getLoc(), file);
    SmallVector<Value> values(op->getResults());
    if (auto set = dyn_cast<SetOp>(op))
      values.push_back(set.getVar());
    for (Value value : values)
      for (Operation *user : value.getUsers()) {
        auto set = dyn_cast<SetOp>(user);
        bool isRead = !set || set.getVar() != value;
        std::optional<unsigned> to = sourceLine(user->getLoc(), file);
        if (line && to && isRead && line != to)
          addLine(readers[*line], *to);
      }
    return WalkResult::advance();
  });
  return readers;
}

/// A statement without instructions of its own, such as one that puts components together, is a part of the nearest
/// statements that use its value and have some.
static void markParts(ModuleOp module, StringRef file, FormText &form) {
  llvm::DenseSet<unsigned> own;
  for (const auto &lines : form.lines)
    own.insert(lines.begin(), lines.end());
  const std::map<unsigned, SmallVector<unsigned, 2>> readers = linesOfReaders(module, file);
  for (const auto &[lost, to] : readers) {
    if (own.contains(lost))
      continue;
    llvm::DenseSet<unsigned> seen, found;
    SmallVector<unsigned> open(to.begin(), to.end());
    while (!open.empty()) {
      unsigned line = open.pop_back_val();
      if (!seen.insert(line).second)
        continue;
      if (own.contains(line))
        found.insert(line);
      else if (auto next = readers.find(line); next != readers.end())
        open.append(next->second.begin(), next->second.end());
    }
    for (auto &lines : form.lines)
      if (!lines.empty() && found.contains(lines.front()))
        addLine(lines, lost);
  }
}

static LogicalResult addCode(ModuleOp module, const LanguageInfo &info, const KernelPageOptions &options,
                             KernelPage &page) {
  bool assembly = info.language == FormLanguage::Ptx;
  CodeGenOptions code;
  code.target = assembly ? Target::NVPTX : Target::CPU;
  code.chip = options.chip;
  code.libdevice = options.libdevice;
  code.optLevel = options.optLevel;
  code.contract = options.contract;
  llvm::Expected<std::unique_ptr<CodeGenerator>> generator = CodeGenerator::create(code);
  if (!generator)
    return module.emitError(llvm::toString(generator.takeError()));
  FailureOr<EntryTexts> texts = (*generator)->printEntries(module, assembly, hasBackward(module));
  if (failed(texts))
    return failure();
  FailureOr<EntryLines> lines = (*generator)->mapEntries(module, *texts, assembly, options.file);
  if (failed(lines))
    return failure();
  KernelForm form = paneOf(info, assembly ? Syntax::Ptx : Syntax::LLVMIR);
  form.forward = {std::move(texts->forward), std::move(lines->forward)};
  form.backward = {std::move(texts->backward), std::move(lines->backward)};
  for (FormText *text : {&form.forward, &form.backward}) {
    markHeads(module, code.target, info.head, options.file, *text);
    markParts(module, options.file, *text);
  }
  page.forms.push_back(std::move(form));
  return success();
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

/// Each line that some form comes from stands for itself.
static void mapToItself(const KernelPage &page, FormText &python) {
  python.lines.assign(StringRef(python.text).count('\n') + 1, {});
  auto note = [&](const LineMap &map) {
    for (const auto &lines : map)
      for (unsigned line : lines)
        if (line <= python.lines.size())
          python.lines[line - 1] = {line};
  };
  for (const KernelForm &form : page.forms) {
    note(form.forward.lines);
    note(form.backward.lines);
  }
}

/// The author's file without the literal of its case, which the page shows as a table.
static FormText authorsText(StringRef python) {
  size_t end = python.find("\nCASE ");
  FormText form;
  form.text = python.take_front(end).rtrim().str() + "\n";
  return form;
}

/// From lines of the file to lines of the Python that is printed from it.
static void renumber(const LineMap &python, KernelPage &page) {
  std::map<unsigned, SmallVector<unsigned, 2>> pythonOf;
  for (auto [i, lines] : llvm::enumerate(python))
    for (unsigned line : lines)
      addLine(pythonOf[line], i + 1);
  auto translate = [&](LineMap &map) {
    for (auto &lines : map) {
      SmallVector<unsigned, 2> translated;
      for (unsigned line : lines)
        if (auto found = pythonOf.find(line); found != pythonOf.end())
          for (unsigned at : found->second)
            addLine(translated, at);
      lines = std::move(translated);
    }
  };
  for (KernelForm &form : page.forms) {
    translate(form.forward.lines);
    translate(form.backward.lines);
  }
  translate(page.plan.lines);
}

static void addPython(ModuleOp module, const KernelPageOptions &options, KernelPage &page) {
  KernelForm form{"Python", "python", Syntax::Python, {}, {}, /*isSource=*/true};
  if (!options.python.empty()) {
    form.forward = authorsText(options.python);
  } else {
    // Not every kernel of the dialect can be said in Python; the lines are those of the file then.
    ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) { return success(); });
    SourceLines lines{options.file, {}};
    llvm::raw_string_ostream os(form.forward.text);
    if (failed(exportPython(module, os, &lines)))
      return;
    renumber(lines.lines, page);
  }
  mapToItself(page, form.forward);
  page.forms.insert(page.forms.begin(), std::move(form));
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

static FormText printPlans(ModuleOp module, StringRef file) {
  SourceLines lines{file.str(), {}};
  FormText plan;
  llvm::raw_string_ostream os(plan.text);
  // Why a kernel has no gradient was said when it was differentiated.
  ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) { return success(); });
  for (KernelOp kernel : module.getOps<KernelOp>())
    if (!kernel.isBackward() && !kernel.getTapeOf())
      (void)printGradientPlan(kernel, os, {}, &lines);
  plan.lines = std::move(lines.lines);
  return plan;
}

FailureOr<KernelPage> kgen::page::makeKernelPage(ModuleOp module, const KernelPageOptions &options) {
  KernelPage page;
  for (KernelOp kernel : module.getOps<KernelOp>())
    if (!kernel.isBackward() && !kernel.getTapeOf())
      page.title += (page.title.empty() ? "" : ", ") + kernel.getSymName().str();
  KernelForm dialect{"kgen", "kgen", Syntax::Kgen, printDialect(module, /*isBackward=*/false, options.file), {}};
  if (hasBackward(module))
    dialect.backward = printDialect(module, /*isBackward=*/true, options.file);
  page.forms.push_back(std::move(dialect));
  for (const LanguageInfo *info : FormTarget().languages())
    if (failed(info->isText ? addText(module, *info, options.file, page) : addCode(module, *info, options, page)))
      return failure();
  if (hasBackward(module))
    page.plan = printPlans(module, options.file);
  addPython(module, options, page);
  return page;
}
