// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a kernel is what its category promises: a draw may come out too plain.

#include "Suits.h"
#include "kgen/Synthesis/Variants.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

/// Visits what a kernel does, in functions that it calls too: what an author gave a name is still its work.
template <typename Visit> static void walkWithCalls(KernelOp kernel, Visit visit) {
  SetVector<Operation *> callables;
  callables.insert(kernel);
  for (size_t i = 0; i < callables.size(); ++i) {
    callables[i]->walk([&](CallOp call) {
      if (FuncOp function = call.getFunction())
        callables.insert(function);
    });
    callables[i]->walk(visit);
  }
}

template <typename Op>
static unsigned countOps(KernelOp kernel) {
  unsigned count = 0;
  walkWithCalls(kernel, [&](Op) { ++count; });
  return count;
}

static unsigned countBuiltins(KernelOp kernel, function_ref<bool(Operation *, const BuiltinInfo &)> wanted) {
  unsigned count = 0;
  walkWithCalls(kernel, [&](BuiltinOpInterface op) { count += wanted(op, op.getBuiltinInfo()); });
  return count;
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
static bool readsFloats(KernelOp kernel) {
  unsigned loads = 0, floats = 0;
  walkWithCalls(kernel, [&](LoadOp load) {
    ++loads;
    floats += isFloatArith(load.getType());
  });
  return floats != 0 || loads > 1;
}

static bool isAbout(KernelOp kernel, bool (*set)(Type), unsigned atLeast) {
  return countBuiltins(kernel, [&](Operation *op, const BuiltinInfo &) {
           return set(op->getResult(0).getType()) || llvm::any_of(op->getOperandTypes(), set);
         }) >= atLeast;
}

/// Numbers by value, alone or as fields of a struct.
static unsigned countScalarParameters(KernelOp kernel) {
  unsigned count = 0;
  for (Type type : kernel.getArgumentTypes())
    for (unsigned field = 0, parts = isStruct(type) ? numParts(type) : 1; field < parts; ++field)
      count += !isArray(isStruct(type) ? partType(type, field) : type);
  return count;
}

bool kgen::synthesis::suits(KernelOp kernel, Category category) {
  unsigned builtins = countBuiltins(kernel, [](Operation *, const BuiltinInfo &) { return true; });
  unsigned branches = countOps<IfOp>(kernel);
  unsigned loops = countOps<ForOp>(kernel) + countOps<WhileOp>(kernel);
  if (builtins < 3 || !readsFloats(kernel))
    return false;
  switch (category) {
  case Category::Arithmetic:
    return builtins >= 4;
  case Category::Vector:
    return isAbout(kernel, isVec, 3);
  case Category::Matrix:
    return isAbout(kernel, isMat, 2);
  case Category::ControlFlow:
    return branches + loops >= 2;
  case Category::Math:
    return countBuiltins(kernel, [](Operation *, const BuiltinInfo &info) { return info.group == "Scalar Math"; }) >= 3;
  case Category::Atomic:
    return countOps<AtomicOp>(kernel) >= 1;
  case Category::NestedLoop:
    return loopDepth(kernel.getBody()) >= 2;
  case Category::MultiConditional:
    return branches >= 3;
  case Category::Combined:
    return branches + loops + countOps<AtomicOp>(kernel) >= 2 && isAbout(kernel, isVec, 2);
  case Category::ScalarParam:
    return countScalarParameters(kernel) >= 3;
  }
  return false;
}

Category kgen::categoryOf(KernelOp kernel) {
  unsigned branches = countOps<IfOp>(kernel), loops = countOps<ForOp>(kernel) + countOps<WhileOp>(kernel);
  bool hasVectors = isAbout(kernel, isVec, 2), hasAtomics = countOps<AtomicOp>(kernel) != 0;
  if (hasVectors && (branches != 0) + (loops != 0) + hasAtomics >= 2)
    return Category::Combined;
  if (hasAtomics)
    return Category::Atomic;
  if (loopDepth(kernel.getBody()) >= 2)
    return Category::NestedLoop;
  if (branches >= 3)
    return Category::MultiConditional;
  if (branches + loops >= 2)
    return Category::ControlFlow;
  if (isAbout(kernel, isMat, 1))
    return Category::Matrix;
  if (hasVectors)
    return Category::Vector;
  if (countScalarParameters(kernel) >= 3)
    return Category::ScalarParam;
  bool hasFunctions = countBuiltins(kernel, [](Operation *, const BuiltinInfo &info) {
    return info.group == "Scalar Math";
  }) != 0;
  return hasFunctions ? Category::Math : Category::Arithmetic;
}

bool kgen::synthesis::suits(KernelOp kernel, const KernelPlan &plan) {
  return suits(kernel, plan.category) || (plan.profile == Profile::Real && categoryOf(kernel) == plan.category);
}
