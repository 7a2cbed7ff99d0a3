// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-inline: puts the bodies of functions in the place of their calls. A body is prepared once, its own calls inlined
// and its early exits lowered, so that it can stand anywhere, in a condition region too.

#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kgen;

namespace {

class Inliner {
public:
  Inliner(Operation *module, bool keepAdjoints, unsigned maxOps)
      : symbols(module), keepAdjoints(keepAdjoints), maxOps(maxOps) {}

  LogicalResult run(KernelOp kernel) { return failure(failed(checkSize(kernel)) || failed(inlineCalls(kernel))); }

private:
  /// Inlines all calls in a kernel, or in the copy of a function.
  LogicalResult inlineCalls(FunctionOpInterface function);
  FailureOr<FuncOp> prepare(FuncOp function);
  void inlineCall(CallOp call, FuncOp body);
  LogicalResult checkSize(FunctionOpInterface function);
  LogicalResult checkAdjoint(CallOp call, FuncOp function);
  uint64_t countOps(FunctionOpInterface function);

  SymbolTable symbols;
  bool keepAdjoints;
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

/// The operand that an op on integers comes to where an argument is the literal 0, as offsets of tiles are; else null.
static Value withoutZero(Operation *op) {
  auto isZero = [&](unsigned i) { return getConstant(op->getOperand(i)) == 0; };
  if (op->getNumResults() != 1 || !isInt(op->getResult(0).getType()))
    return {};
  if ((isa<AddOp, SubOp>(op) && isZero(1)) || (isa<NegOp>(op) && isZero(0)) ||
      (isa<MaxOp, MinOp>(op) && isZero(0) && isZero(1)))
    return op->getOperand(0);
  return isa<AddOp>(op) && isZero(0) ? op->getOperand(1) : Value();
}

void Inliner::inlineCall(CallOp call, FuncOp body) {
  IRMapping values;
  Block &block = body.getBody().front();
  values.map(block.getArguments(), call.getArguments());
  OpBuilder builder(call);
  llvm::SetVector<Operation *> own;
  for (Operation &op : block.without_terminator())
    own.insert(builder.clone(op, values));
  SmallVector<Value> results;
  for (auto [returned, result] : llvm::zip_equal(block.getTerminator()->getOperands(), call.getResults())) {
    Value value = results.emplace_back(values.lookup(returned));
    if (own.contains(value.getDefiningOp()))
      takeName(value, result);
  }
  if (keepAdjoints && body.getGrad()) {
    auto custom = CustomAdjointOp::create(builder, call.getLoc(), call.getResultTypes(), body.getGradAttr(), results,
                                          call.getArguments());
    results.assign(custom->result_begin(), custom->result_end());
  }
  call.getResults().replaceAllUsesWith(results);
  call.erase();
  for (Operation *top : own)
    top->walk([](Operation *op) {
      if (Value rest = withoutZero(op)) {
        op->getResult(0).replaceAllUsesWith(rest);
        op->erase();
      }
    });
}

static bool isAdjointOf(FuncOp adjoint, FuncOp function) {
  SmallVector<Type> arguments(function.getArgumentTypes()), results;
  llvm::copy_if(arguments, std::back_inserter(results), [](Type type) { return isFloatArith(type); });
  llvm::append_range(arguments, function.getResultTypes());
  return adjoint && llvm::equal(adjoint.getArgumentTypes(), arguments) &&
         llvm::equal(adjoint.getResultTypes(), results);
}

/// Fails for a function with an adjoint of the author's own that is not about values alone.
LogicalResult Inliner::checkAdjoint(CallOp call, FuncOp function) {
  if (!keepAdjoints || !function.getGrad())
    return success();
  auto isOfStructs = [](Type type) { return isStruct(elementType(type)); };
  StringRef what;
  auto isNoNumber = [](Type type) { return isStruct(type) || isArray(type); };
  if (llvm::none_of(call.getResultTypes(), isFloatArith))
    what = "returns no floats";
  else if (llvm::any_of(call.getResultTypes(), isNoNumber))
    what = "returns a struct or an array";
  else if (llvm::any_of(call.getArguments().getTypes(), isOfStructs))
    what = "takes a struct";
  else if (function
               .walk([](AccessOpInterface access) {
                 return access.writesElement() ? WalkResult::interrupt() : WalkResult::advance();
               })
               .wasInterrupted())
    what = "writes to an array";
  else if (!isAdjointOf(symbols.lookup<FuncOp>(function.getGradAttr().getValue()), function))
    what = "other types there than those of its arguments and result";
  if (what.empty())
    return success();
  InFlightDiagnostic diagnostic = call.emitError("cannot differentiate '")
                                  << function.getPythonName() << "', which has an adjoint of the author's own and "
                                  << what;
  diagnostic.attachNote(function.getLoc()) << "the function is here";
  return diagnostic;
}

LogicalResult Inliner::inlineCalls(FunctionOpInterface function) {
  SmallVector<CallOp> calls;
  function.getFunctionBody().walk([&](CallOp call) { calls.push_back(call); });
  for (CallOp call : calls) {
    FailureOr<FuncOp> body = prepare(symbols.lookup<FuncOp>(call.getCallee()));
    if (failed(body) || failed(checkAdjoint(call, *body)))
      return failure();
    inlineCall(call, *body);
  }
  return success();
}

LogicalResult kgen::inlineCalls(KernelOp kernel, ModuleOp module, bool keepAdjoints, unsigned maxOps) {
  if (!kernel.walk([](CallOp) { return WalkResult::interrupt(); }).wasInterrupted())
    return success();
  Inliner inliner(module, keepAdjoints, maxOps);
  if (failed(inliner.run(kernel)))
    return failure();
  makeNamesUnique(kernel);
  return success();
}
