// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels, functions and calls: text and rules, those included that concern all of a module: one struct of a name, no
// recursion, calls that are not too deep.

#include "NamedOps.h"
#include "kgen/IR/Callees.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::ir;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

template <typename OpT>
static void buildFunction(OpBuilder &builder, OperationState &state, StringRef name, FunctionType type) {
  state.addAttribute(OpT::getSymNameAttrName(state.name), builder.getStringAttr(name));
  state.addAttribute(OpT::getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addRegion();
}

/// As MLIR's functions, but with the names of the parameters, which its own parser for functions drops.
template <typename OpT> static ParseResult parseFunction(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::Argument> parameters;
  SmallVector<Type> results;
  SmallVector<DictionaryAttr> resultAttrs;
  bool isVariadic = false;
  StringAttr name, typeName = OpT::getFunctionTypeAttrName(state.name);
  (void)mlir::impl::parseOptionalVisibilityKeyword(parser, state.attributes);
  if (parser.parseSymbolName(name, OpT::getSymNameAttrName(state.name), state.attributes) ||
      function_interface_impl::parseFunctionSignatureWithArguments(parser, /*allowVariadic=*/false, parameters,
                                                                   isVariadic, results, resultAttrs))
    return failure();
  SmallVector<Type> inputs;
  for (OpAsmParser::Argument &parameter : parameters) {
    inputs.push_back(parameter.type);
    nameArgument(parser, parameter);
  }
  Builder &builder = parser.getBuilder();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  if (state.attributes.get(typeName))
    return parser.emitError(loc, "expected no 'function_type', since the parameters say it");
  state.addAttribute(typeName, TypeAttr::get(builder.getFunctionType(inputs, results)));
  call_interface_impl::addArgAndResultAttrs(builder, state, parameters, resultAttrs,
                                            OpT::getArgAttrsAttrName(state.name), OpT::getResAttrsAttrName(state.name));
  return parser.parseRegion(*state.addRegion(), parameters);
}

template <typename OpT> static void printFunction(OpAsmPrinter &printer, OpT op) {
  function_interface_impl::printFunctionOp(printer, op, /*isVariadic=*/false, op.getFunctionTypeAttrName(),
                                           op.getArgAttrsAttrName(), op.getResAttrsAttrName());
}

void KernelOp::build(OpBuilder &builder, OperationState &state, StringRef name, FunctionType type) {
  buildFunction<KernelOp>(builder, state, name, type);
}
ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &state) {
  return parseFunction<KernelOp>(parser, state);
}
void KernelOp::print(OpAsmPrinter &printer) { printFunction(printer, *this); }

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name, FunctionType type) {
  buildFunction<FuncOp>(builder, state, name, type);
}
ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &state) { return parseFunction<FuncOp>(parser, state); }
void FuncOp::print(OpAsmPrinter &printer) { printFunction(printer, *this); }

//===----------------------------------------------------------------------===//
// Signatures and bodies
//===----------------------------------------------------------------------===//

static LogicalResult verifyBackward(KernelOp kernel) {
  auto forward = SymbolTable::lookupNearestSymbolFrom<KernelOp>(kernel, kernel.getAdjointOfAttr());
  if (!forward)
    return kernel.emitOpError("expected the kernel that 'adjoint_of' names, ") << kernel.getAdjointOfAttr();
  SmallVector<Type> expected(forward.getArgumentTypes());
  llvm::append_range(expected, forward.getArgumentTypes());
  if (llvm::equal(expected, kernel.getArgumentTypes()))
    return success();
  InFlightDiagnostic diagnostic = kernel.emitOpError("expected the parameters of ")
                                  << kernel.getAdjointOfAttr() << " twice: values, then adjoints";
  diagnostic.attachNote(forward.getLoc()) << "the forward kernel is here";
  return diagnostic;
}

static LogicalResult verifyTapeOf(KernelOp kernel) {
  auto plain = SymbolTable::lookupNearestSymbolFrom<KernelOp>(kernel, kernel.getTapeOfAttr());
  if (!plain)
    return kernel.emitOpError("expected the kernel that 'tape_of' names, ") << kernel.getTapeOfAttr();
  ArrayRef<Type> types = kernel.getArgumentTypes();
  if (!types.empty() && isTape(types.back()) && llvm::equal(types.drop_back(), plain.getArgumentTypes()))
    return success();
  InFlightDiagnostic diagnostic = kernel.emitOpError("expected the parameters of ")
                                  << kernel.getTapeOfAttr() << " and last a tape, an array of ui64";
  diagnostic.attachNote(plain.getLoc()) << "the kernel without a tape is here";
  return diagnostic;
}

/// The types that an op in a kernel may give its results.
static bool isLocal(Type type) {
  if (auto var = dyn_cast<VarType>(type))
    return isValueOrArray(var.getElementType());
  if (auto gradient = dyn_cast<GradientType>(type))
    return isValue(gradient.getElementType());
  return isValueOrArray(type) || isTile(type);
}

/// Nothing unknown passes: each library takes the ops and types of the dialect and nothing else.
static LogicalResult verifyContents(Operation *op, Dialect *dialect) {
  if (op->getDialect() != dialect || !op->isRegistered() || isa<KernelOp, FuncOp>(op))
    return op->emitOpError("expected an op of the kgen dialect in a kernel");
  for (Type type : op->getResultTypes())
    if (!isLocal(type))
      return op->emitOpError("expected results of the kgen dialect's types but got ") << type;
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      if (!isValueOrArray(argument.getType()))
        return op->emitOpError("expected block arguments that are values or arrays but got ") << argument.getType();
  return success();
}

/// Parameters, results and the body's frame.
static LogicalResult verifyFunction(FunctionOpInterface function) {
  if (function.getName().empty())
    return function->emitOpError("expected a name but got ''");
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (!isValueOrArray(type))
      return function->emitOpError("expected parameter ") << i << " to be a value or an array but got " << type;
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (!isValueOrArray(type))
      return function->emitOpError("expected result ") << i << " to be a value or an array but got " << type;
  Region &body = function.getFunctionBody();
  if (body.empty() || !body.hasOneBlock())
    return function->emitOpError("expected a body of one block");
  if (body.front().empty() || !isa<ReturnOp, UnreachableOp>(body.front().back()))
    return function->emitOpError("expected the body to end in 'kgen.return'");
  return success();
}

static LogicalResult verifyOps(FunctionOpInterface function) {
  WalkResult contents = function.getFunctionBody().walk([&](Operation *op) {
    return failed(verifyContents(op, function->getDialect())) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(contents.wasInterrupted());
}

LogicalResult KernelOp::verify() {
  if (!getResultTypes().empty())
    return emitOpError("expected no results but got ") << getResultTypes().size();
  if (failed(verifyFunction(*this)))
    return failure();
  if (getTapeOf() && failed(verifyTapeOf(*this)))
    return failure();
  return getAdjointOf() ? verifyBackward(*this) : success();
}

LogicalResult KernelOp::verifyRegions() { return verifyOps(*this); }
LogicalResult FuncOp::verify() { return verifyFunction(*this); }
LogicalResult FuncOp::verifyRegions() { return verifyOps(*this); }

//===----------------------------------------------------------------------===//
// Checks of a whole module
//===----------------------------------------------------------------------===//

namespace {

/// Structs by their names.
class StructNames {
public:
  /// Fails if a type contains a struct that has the name of another.
  LogicalResult add(Operation *op, TypeRange types) {
    for (Type type : types)
      if (seen.insert(type).second && failed(add(op, type)))
        return failure();
    return success();
  }

private:
  LogicalResult add(Operation *op, Type type) {
    LogicalResult result = success();
    type.walk([&](StructType found) {
      auto [known, isNew] = byName.try_emplace(found.getName(), found, op);
      if (isNew || known->second.first == found)
        return WalkResult::advance();
      InFlightDiagnostic diagnostic = op->emitError("expected one struct '")
                                      << found.getName() << "' in a module but got " << found << " and "
                                      << known->second.first;
      diagnostic.attachNote(known->second.second->getLoc()) << "the other is used here";
      result = diagnostic;
      return WalkResult::interrupt();
    });
    return result;
  }

  llvm::DenseSet<Type> seen;
  llvm::StringMap<std::pair<StructType, Operation *>> byName;
};

/// The depth of calls within calls that the libraries, which follow them, can handle.
constexpr unsigned maxCallDepth = 256;

/// A walk over the call graph.
class CallGraph {
public:
  explicit CallGraph(SymbolTableCollection &symbols) : symbols(symbols) {}

  /// Fails if calls from `root` come back to a function that has not returned yet. Keeps a stack of its own: calls may
  /// go as deep as there are functions.
  LogicalResult verify(FuncOp root);

private:
  struct Frame {
    FuncOp function;
    SmallVector<CallOp> calls;
    size_t next = 0;
  };
  void enter(FuncOp function);
  LogicalResult leave(Frame &frame);
  LogicalResult reportCycle(CallOp call, FuncOp callee);

  SymbolTableCollection &symbols;
  /// How deep the calls of a function nest; nothing while it is entered.
  llvm::DenseMap<Operation *, std::optional<unsigned>> depths;
  SmallVector<Frame> stack;
};

} // namespace

void CallGraph::enter(FuncOp function) {
  Frame &frame = stack.emplace_back(Frame{function, {}});
  function.walk([&](CallOp call) { frame.calls.push_back(call); });
  depths[function] = std::nullopt;
}

LogicalResult CallGraph::leave(Frame &frame) {
  unsigned depth = 0;
  for (CallOp call : frame.calls) {
    auto callee = symbols.lookupNearestSymbolFrom<FuncOp>(call, call.getCalleeAttr());
    depth = std::max(depth, callee ? *depths[callee] + 1 : 0);
    if (depth > maxCallDepth)
      return call.emitError("expected calls nested at most ") << maxCallDepth << " deep but got one more";
  }
  depths[frame.function] = depth;
  return success();
}

LogicalResult CallGraph::reportCycle(CallOp call, FuncOp callee) {
  InFlightDiagnostic diagnostic = call.emitError("expected no recursion but got '") << callee.getSymName() << "'";
  auto *first = llvm::find_if(stack, [&](const Frame &frame) { return frame.function == callee; });
  for (Frame &frame : llvm::make_range(std::next(first), stack.end()))
    diagnostic << ", which calls '" << frame.function.getSymName() << "'";
  return diagnostic << ", which calls '" << callee.getSymName() << "'";
}

LogicalResult CallGraph::verify(FuncOp root) {
  if (depths.contains(root))
    return success();
  enter(root);
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.next == frame.calls.size()) {
      if (failed(leave(frame)))
        return failure();
      stack.pop_back();
      continue;
    }
    CallOp call = frame.calls[frame.next++];
    auto callee = symbols.lookupNearestSymbolFrom<FuncOp>(call, call.getCalleeAttr());
    if (!callee)
      continue;
    auto known = depths.find(callee);
    if (known == depths.end())
      enter(callee);
    else if (!known->second)
      return reportCycle(call, callee);
  }
  return success();
}

llvm::SmallPtrSet<Operation *, 16> kgen::neededFunctions(ModuleOp module, ArrayRef<KernelOp> kernels) {
  SymbolTable symbols(module);
  llvm::SmallPtrSet<Operation *, 16> needed;
  SmallVector<Operation *> pending(kernels.begin(), kernels.end());
  while (!pending.empty()) {
    std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(pending.pop_back_val());
    if (!uses) // an op of no known dialect
      continue;
    for (SymbolTable::SymbolUse use : *uses)
      if (auto callee = symbols.lookup<FuncOp>(use.getSymbolRef().getLeafReference()))
        if (needed.insert(callee).second)
          pending.push_back(callee);
  }
  return needed;
}

static LogicalResult verifyStructNames(Block &module) {
  StructNames names;
  WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool unique = succeeded(names.add(op, op->getResultTypes()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        unique = unique && succeeded(names.add(op, block.getArgumentTypes()));
    return unique ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// The first kernel or function speaks for its module.
static LogicalResult verifyModule(Operation *function, SymbolTableCollection &symbols) {
  Block *module = function->getBlock();
  auto isFunction = [](Operation &op) { return isa<KernelOp, FuncOp>(op); };
  if (!module || &*llvm::find_if(*module, isFunction) != function)
    return success();
  CallGraph calls(symbols);
  for (FuncOp callee : module->getOps<FuncOp>())
    if (failed(calls.verify(callee)))
      return failure();
  return verifyStructNames(*module);
}

LogicalResult KernelOp::verifySymbolUses(SymbolTableCollection &symbols) { return verifyModule(*this, symbols); }

LogicalResult FuncOp::verifySymbolUses(SymbolTableCollection &symbols) {
  for (FlatSymbolRefAttr name : {getGradAttr(), getReplayAttr()})
    if (name && !symbols.lookupNearestSymbolFrom<FuncOp>(*this, name))
      return emitOpError("expected the function that '")
             << (name == getGradAttr() ? "grad" : "replay") << "' names, " << name;
  return verifyModule(*this, symbols);
}

//===----------------------------------------------------------------------===//
// Calls and returns
//===----------------------------------------------------------------------===//

/// Fails if an op does not pass, or take, the types of the function's type.
static LogicalResult verifyTypes(Operation *op, StringRef what, FunctionOpInterface function, TypeRange expected,
                                 TypeRange got) {
  if (llvm::equal(expected, got))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError("expected ") << what << " of types (";
  llvm::interleaveComma(expected, diagnostic);
  diagnostic << ") but got (";
  llvm::interleaveComma(got, diagnostic);
  diagnostic << ")";
  diagnostic.attachNote(function.getLoc()) << "the " << (isa<KernelOp>(function) ? "kernel" : "function") << " is here";
  return diagnostic;
}

/// Returns the results of the function's type; a kernel returns nothing.
LogicalResult ReturnOp::verify() {
  auto function = (*this)->getParentOfType<FunctionOpInterface>();
  return function ? verifyTypes(*this, "values", function, function.getResultTypes(), getValues().getTypes())
                  : success();
}

void CallOp::build(OpBuilder &builder, OperationState &state, FuncOp callee, ValueRange arguments) {
  state.addAttribute(getCalleeAttrName(state.name), FlatSymbolRefAttr::get(callee.getSymNameAttr()));
  state.addOperands(arguments);
  state.addTypes(callee.getResultTypes());
}

FuncOp CallOp::getFunction() { return SymbolTable::lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr()); }

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!function)
    return emitOpError("expected the function that is called, ") << getCalleeAttr();
  if (failed(verifyTypes(*this, "arguments", function, function.getArgumentTypes(), getArguments().getTypes())))
    return failure();
  return verifyTypes(*this, "results", function, function.getResultTypes(), getResultTypes());
}
