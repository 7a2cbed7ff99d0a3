// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-check-draws SEED COUNT PROFILE SPLIT: the structure and the family of the first draw of each sample, and the
// hash of its kernel without literals, a line for each. It shows in seconds what large data sets have in common.

#include "../../lib/Synthesis/Known.h"
#include "kgen/Synthesis/Manifest.h"
#include "kgen/Synthesis/Synthesize.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kgen;

/// Draws of one context, which keeps all that it ever saw.
static constexpr uint64_t drawsPerContext = 500;

static std::string describe(mlir::MLIRContext &context, KernelPlan plan) {
  if (plan.profile == Profile::Real)
    plan.category = synthesis::realCategory(plan);
  unsigned next = 0;
  GeneratedKernel drawn = drawKernel(&context, plan, /*attempt=*/0, next);
  std::string shape = structuralHashWithoutLiterals(drawn.kernel);
  if (drawn.origin.structure.empty())
    return shape + " " + shape + " " + shape;
  return shortHash(drawn.origin.structure) + " " + shortHash(drawn.origin.family) + " " + shape;
}

int main(int argc, char **argv) {
  DataSetPlan set;
  if (argc != 5 || llvm::StringRef(argv[1]).getAsInteger(10, set.seed) ||
      llvm::StringRef(argv[2]).getAsInteger(10, set.count)) {
    llvm::errs() << "expected SEED COUNT balanced|real all|train|validation|test\n";
    return 2;
  }
  set.sample.profile = llvm::StringRef(argv[3]) == "real" ? Profile::Real : Profile::Balanced;
  set.sample.split = parseSplit(argv[4]).value_or(Split::All);
  set.categories.append(allCategories().begin(), allCategories().end());
  std::unique_ptr<mlir::MLIRContext> context;
  for (uint64_t index = 0; index < set.count; ++index) {
    if (index % drawsPerContext == 0)
      context = std::make_unique<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED);
    mlir::ScopedDiagnosticHandler quiet(context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
    llvm::outs() << describe(*context, set.kernelPlan(index)) << "\n";
  }
  return 0;
}
