// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a kernel is what its category promises: a draw may come out too plain.

#include "Suits.h"
#include "kgen/Synthesis/Variants.h"
#include "kgen/Transforms/Transforms.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

namespace {
/// How often each kind of op stands in a kernel and the functions that it calls: what an author gave a name is still
/// its work.
struct Counts {
  unsigned builtins = 0, scalarMath = 0, ofVectors = 0, ofMatrices = 0;
  unsigned branches = 0, loops = 0, atomics = 0, loads = 0, floatLoads = 0;

  explicit Counts(KernelOp kernel);

private:
  void addBuiltin(BuiltinOpInterface op);
};
} // namespace

Counts::Counts(KernelOp kernel) {
  SetVector<Operation *> callables;
  callables.insert(kernel);
  for (size_t i = 0; i < callables.size(); ++i)
    callables[i]->walk([&](Operation *op) {
      branches += isa<IfOp>(op);
      loops += isa<ForOp, WhileOp>(op);
      atomics += isa<AtomicOp>(op);
      if (auto load = dyn_cast<LoadOp>(op)) {
        ++loads;
        floatLoads += isFloatArith(load.getType());
      }
      if (auto call = dyn_cast<CallOp>(op)) {
        if (FuncOp function = call.getFunction())
          callables.insert(function);
      } else if (auto builtin = dyn_cast<BuiltinOpInterface>(op)) {
        addBuiltin(builtin);
      }
    });
}

void Counts::addBuiltin(BuiltinOpInterface op) {
  auto isAbout = [&](bool (*set)(Type)) {
    return set(op->getResult(0).getType()) || llvm::any_of(op->getOperandTypes(), set);
  };
  ++builtins;
  scalarMath += op.getBuiltinInfo().group == "Scalar Math";
  ofVectors += isAbout(isVec);
  ofMatrices += isAbout(isMat);
}

/// How many loops stand in one another.
static unsigned loopDepth(Region &region) {
  unsigned depth = 0;
  for (Operation &op : region.getOps())
    for (Region &inner : op.getRegions())
      depth = std::max(depth, loopDepth(inner) + (isa<LoopOpInterface>(op) ? 1 : 0));
  return depth;
}

/// One load of a float, or several of anything: few kernels read only one array of integers.
static bool readsFloats(const Counts &counts) { return counts.floatLoads != 0 || counts.loads > 1; }

/// Numbers by value, alone or as fields of a struct.
static unsigned countScalarParameters(KernelOp kernel) {
  unsigned count = 0;
  for (Type type : kernel.getArgumentTypes())
    for (unsigned field = 0, parts = isStruct(type) ? numParts(type) : 1; field < parts; ++field)
      count += !isArray(isStruct(type) ? partType(type, field) : type);
  return count;
}

static bool suits(KernelOp kernel, const Counts &counts, Category category) {
  if (counts.builtins < 3 || !readsFloats(counts))
    return false;
  switch (category) {
  case Category::Arithmetic:
    return counts.builtins >= 4;
  case Category::Vector:
    return counts.ofVectors >= 3;
  case Category::Matrix:
    return counts.ofMatrices >= 2;
  case Category::ControlFlow:
    return counts.branches + counts.loops >= 2;
  case Category::Math:
    return counts.scalarMath >= 3;
  case Category::Atomic:
    return counts.atomics >= 1;
  case Category::NestedLoop:
    return loopDepth(kernel.getBody()) >= 2;
  case Category::MultiConditional:
    return counts.branches >= 3;
  case Category::Combined:
    return counts.branches + counts.loops + counts.atomics >= 2 && counts.ofVectors >= 2;
  case Category::ScalarParam:
    return countScalarParameters(kernel) >= 3;
  }
  return false;
}

static Category categoryOf(KernelOp kernel, const Counts &counts) {
  bool hasVectors = counts.ofVectors >= 2, hasAtomics = counts.atomics != 0;
  if (hasVectors && (counts.branches != 0) + (counts.loops != 0) + hasAtomics >= 2)
    return Category::Combined;
  if (hasAtomics)
    return Category::Atomic;
  if (loopDepth(kernel.getBody()) >= 2)
    return Category::NestedLoop;
  if (counts.branches >= 3)
    return Category::MultiConditional;
  if (counts.branches + counts.loops >= 2)
    return Category::ControlFlow;
  if (counts.ofMatrices >= 1)
    return Category::Matrix;
  if (hasVectors)
    return Category::Vector;
  if (countScalarParameters(kernel) >= 3)
    return Category::ScalarParam;
  return counts.scalarMath != 0 ? Category::Math : Category::Arithmetic;
}

KernelOfLoops::KernelOfLoops(KernelOp given) : kernel(given) {
  auto whole = given->getParentOfType<ModuleOp>();
  if (!whole || !hasTiles(whole))
    return;
  module = whole.clone();
  kernel = module->lookupSymbol<KernelOp>(given.getSymName());
  lowerTiles(*module, /*inPlace=*/false);
}

Category kgen::categoryOf(KernelOp kernel) {
  KernelOfLoops counted(kernel);
  return ::categoryOf(counted.kernel, Counts(counted.kernel));
}

bool kgen::synthesis::suits(KernelOp kernel, Category category) {
  KernelOfLoops counted(kernel);
  return ::suits(counted.kernel, Counts(counted.kernel), category);
}

bool kgen::synthesis::suits(KernelOp kernel, const KernelPlan &plan) {
  KernelOfLoops counted(kernel);
  Counts counts(counted.kernel);
  return ::suits(counted.kernel, counts, plan.category) ||
         (plan.profile == Profile::Real && ::categoryOf(counted.kernel, counts) == plan.category);
}
