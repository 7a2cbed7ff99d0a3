// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-inline: puts the bodies of functions in the place of their calls. A body is prepared once, its own calls inlined
// and its early exits lowered, so that it can stand anywhere, in a condition region too.

#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace kgen;

namespace {

class Inliner {
public:
  Inliner(Operation *module, unsigned maxOps) : symbols(module), maxOps(maxOps) {}

  LogicalResult run(KernelOp kernel) { return failure(failed(checkSize(kernel)) || failed(inlineCalls(kernel))); }

private:
  /// Inlines all calls in a kernel, or in the copy of a function.
  LogicalResult inlineCalls(FunctionOpInterface function);
  FailureOr<FuncOp> prepare(FuncOp function);
  void inlineCall(CallOp call, FuncOp body);
  LogicalResult checkSize(FunctionOpInterface function);
  uint64_t countOps(FunctionOpInterface function);

  SymbolTable symbols;
  unsigned maxOps;
  llvm::DenseMap<Operation *, OwningOpRef<FuncOp>> prepared;
  llvm::DenseMap<Operation *, uint64_t> sizes;
};

} // namespace

/// The ops of a function with those of what it calls, a call for a call; no more than 2^32, which is too many.
uint64_t Inliner::countOps(FunctionOpInterface function) {
  if (auto known = sizes.find(function); known != sizes.end())
    return known->second;
  uint64_t count = 0;
  function.getFunctionBody().walk([&](Operation *op) {
    auto call = dyn_cast<CallOp>(op);
    count += call ? countOps(symbols.lookup<FuncOp>(call.getCallee())) : 1;
  });
  return sizes[function] = std::min<uint64_t>(count, uint64_t(1) << 32);
}

LogicalResult Inliner::checkSize(FunctionOpInterface function) {
  if (uint64_t count = countOps(function); count > maxOps)
    return function->emitError("expected at most ")
           << maxOps << " ops, those of the functions that are called included, but got " << count;
  return success();
}

/// A copy of a function without calls and early exits.
FailureOr<FuncOp> Inliner::prepare(FuncOp function) {
  if (auto known = prepared.find(function); known != prepared.end())
    return *known->second;
  OwningOpRef<FuncOp> copy = function.clone();
  if (failed(inlineCalls(*copy)) || failed(lowerEarlyExits(*copy)))
    return failure();
  return *(prepared[function] = std::move(copy));
}

/// Gives what a call returned the name that the caller has for it, where it is the body's own.
static void takeName(Value returned, Value result) {
  StringRef name = getName(result);
  Operation *definition = returned.getDefiningOp();
  if (name.empty() || !definition || isa<ConstantOp>(definition))
    return;
  if (auto get = dyn_cast<GetOp>(definition))
    setName(get.getVar(), name);
  setName(returned, name);
}

void Inliner::inlineCall(CallOp call, FuncOp body) {
  IRMapping values;
  Block &block = body.getBody().front();
  values.map(block.getArguments(), call.getArguments());
  OpBuilder builder(call);
  llvm::DenseSet<Operation *> own;
  for (Operation &op : block.without_terminator())
    own.insert(builder.clone(op, values));
  for (auto [returned, result] : llvm::zip_equal(block.getTerminator()->getOperands(), call.getResults())) {
    Value value = values.lookup(returned);
    if (own.contains(value.getDefiningOp()))
      takeName(value, result);
    result.replaceAllUsesWith(value);
  }
  call.erase();
}

LogicalResult Inliner::inlineCalls(FunctionOpInterface function) {
  SmallVector<CallOp> calls;
  function.getFunctionBody().walk([&](CallOp call) { calls.push_back(call); });
  for (CallOp call : calls) {
    FailureOr<FuncOp> body = prepare(symbols.lookup<FuncOp>(call.getCallee()));
    if (failed(body))
      return failure();
    inlineCall(call, *body);
  }
  return success();
}

LogicalResult kgen::inlineCalls(KernelOp kernel, ModuleOp module, unsigned maxOps) {
  if (!kernel.walk([](CallOp) { return WalkResult::interrupt(); }).wasInterrupted())
    return success();
  Inliner inliner(module, maxOps);
  if (failed(inliner.run(kernel)))
    return failure();
  makeNamesUnique(kernel);
  return success();
}
