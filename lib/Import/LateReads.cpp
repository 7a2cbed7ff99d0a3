// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When elements among operands are read: those whose array something writes between the operand and its use move to the
// use.

#include "LateReads.h"
#include "kgen/IR/Effects.h"
#include "kgen/IR/Interfaces.h"
#include "kgen/IR/Names.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

namespace {

class LateReads {
public:
  void run(ModuleOp module) {
    module.walk([&](LoadOp load) {
      if (isReadLate(load))
        load->moveBefore(*load->user_begin());
    });
  }

private:
  bool isReadLate(LoadOp load) {
    if (!load->hasOneUse() || !getName(load.getResult()).empty())
      return false;
    Operation *user = *load->user_begin();
    if (user->getBlock() != load->getBlock() || updatesPart(user))
      return false;
    auto between = make_range(std::next(load->getIterator()), user->getIterator());
    return none_of(between, [](Operation &op) { return isa<StoreOp, SetOp>(op); }) &&
           any_of(between, [&](Operation &op) { return writes(&op, arrayOrigin(load.getArray()).first); });
  }

  /// Whether an op is an augmented assignment to a part of an element, whose place is found before what is added.
  static bool updatesPart(Operation *op) {
    auto atomic = dyn_cast<AtomicOp>(op);
    return atomic && atomic.getAugmented() &&
           atomic.getMixedIndices().size() > size_t(cast<ArrayType>(atomic.getArray().getType()).getRank());
  }

  /// Whether an op, or what is nested in it, writes to the arrays of a parameter; null stands for those of any.
  bool writes(Operation *op, Value parameter) {
    return op
        ->walk([&](Operation *inner) {
          bool found = false;
          if (auto call = dyn_cast<CallOp>(inner))
            found = writesArrays(call.getFunction());
          else if (inner->getNumRegions() == 0)
            found = touches(writtenBy(inner), parameter);
          return found ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  static bool touches(const TouchedMemory &memory, Value parameter) {
    return memory.everything || any_of(memory.values, [&](Value value) {
             return isArray(value.getType()) && (!parameter || arrayOrigin(value).first == parameter);
           });
  }

  bool writesArrays(FuncOp function) {
    if (auto known = functions.find(function); known != functions.end())
      return known->second;
    bool found = writes(function, /*parameter=*/nullptr);
    functions[function] = found;
    return found;
  }

  llvm::DenseMap<Operation *, bool> functions;
};

} // namespace

void readElementsLate(ModuleOp module) { LateReads().run(module); }

} // namespace kgen::importer
