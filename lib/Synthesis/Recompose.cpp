// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws the kernel of a row again, without the checks, to know where it is from; runs the row's own kernel on the row's
// inputs; writes both with the writer of samples.

#include "kgen/Synthesis/Recompose.h"
#include "Cases.h"
#include "Known.h"
#include "SampleLine.h"
#include "kgen/IR/Names.h"
#include "kgen/Target/Text.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

/// The provenance of a generated kernel: that of the same draw, which has to be the same kernel whatever its literals.
static Error drawAgain(CheckedKernel &checked, KernelPlan &plan, unsigned attempt, Provenance &from) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  if (plan.profile == Profile::Real)
    plan.category = realCategory(plan);
  GeneratedKernel drawn;
  unsigned next = 0;
  for (unsigned number = 0; number <= attempt; ++number)
    drawn = drawKernel(&context, plan, number, next);
  if (structuralHashWithoutLiterals(drawn.kernel) != structuralHashWithoutLiterals(checked.kernel.kernel))
    return createStringError("expected 'kgen' to be draw " + std::to_string(attempt) +
                             " of its index and seed but got another kernel");
  checked.kernel.origin = drawn.origin;
  checked.kernel.structType = drawn.structType;
  from = provenanceOf(checked, /*source=*/nullptr, /*unchanged=*/false);
  return Error::success();
}

/// The provenance of a kernel that was made of a file: what the manifest says of a kernel of that file.
static Error findSource(const CheckedKernel &checked, const RowContents &row, const SampleOptions &options,
                        Provenance &from) {
  bool isKnown = llvm::any_of(options.from, [&](StringRef source) {
    return source.starts_with(row.sourceFile + " ") && source.contains(" " + row.license + " " + row.family);
  });
  if (!isKnown || row.family.size() != 32)
    return createStringError("expected metadata.source_file, license and family of a kernel that the manifest names");
  from = provenanceOf(checked, /*source=*/nullptr, /*unchanged=*/false);
  from.family = row.family;
  from.license = row.license;
  from.sourceFile = row.sourceFile;
  from.generator = options.unchanged ? "source" : "randomized";
  return Error::success();
}

/// Prints the kernel without its gradient, which steps aside, in kgen and in Python.
static bool printSources(CheckedKernel &checked, std::string &python) {
  Operation *backward = checked.backward, *before = backward ? backward->getPrevNode() : nullptr;
  if (before)
    backward->remove();
  checked.text.clear();
  llvm::raw_string_ostream text(checked.text), os(python);
  printModule(*checked.kernel.module, text);
  LogicalResult printed = exportPython(*checked.kernel.module, os);
  if (before)
    checked.kernel.module->getBody()->getOperations().insertAfter(before->getIterator(), backward);
  return succeeded(printed);
}

Expected<std::string> kgen::recomposeLine(CheckedKernel &checked, const RowContents &row,
                                          llvm::ArrayRef<PrintedForm> forms, const DataSetPlan &set,
                                          double &storageError) {
  KernelPlan plan;
  Provenance from;
  if (set.sample.from.empty()) {
    plan = set.kernelPlan(row.index);
    if (Error error = drawAgain(checked, plan, row.attempt, from))
      return std::move(error);
  } else {
    plan = {row.category, set.seed, row.index};
    if (Error error = findSource(checked, row, set.sample, from))
      return std::move(error);
  }
  // A gradient is asked for even where it is not written: tolerances count its runs.
  if (!checked.backward && set.sample.from.empty())
    if (failed(differentiate(checked.kernel.kernel, {/*tape=*/false})))
      return createStringError("'kgen' has no gradient");
  for (KernelOp other : checked.kernel.module->getOps<KernelOp>())
    if (other.isBackward())
      checked.backward = other;
  std::vector<Case> inputs = row.inputs;
  for (Case &each : inputs) {
    each.kernel = KernelOp(checked.kernel.kernel).getSymName();
    if (set.sample.from.empty())
      each.structType = checked.kernel.structType;
  }
  Cases cases(checked.kernel);
  if (!cases.replay(checked.backward, inputs))
    return createStringError("its cases do not go well again");
  checked.outcomes = cases.takeOutcomes();
  for (const Outcome &outcome : checked.outcomes)
    storageError = std::max(storageError, outcome.storageError);
  std::string python;
  if (!printSources(checked, python))
    return createStringError("'kgen' cannot be printed as Python");
  return sampleLine(checked, plan, forms, python, from, set.sample);
}
