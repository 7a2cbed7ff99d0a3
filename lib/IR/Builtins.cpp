// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The builtins: the parts that all share (text, type rules, look-up), and the tables that kgen-tblgen wrote.

#include "kgen/IR/Kgen.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace kgen;

//===----------------------------------------------------------------------===//
// Functions that the generated methods call
//===----------------------------------------------------------------------===//

/// An error that names the operand that does not fit, or the rule between operands; success if the types fit.
static LogicalResult checkTypes(const BuiltinInfo &info, TypeRange types,
                                function_ref<LogicalResult(const Twine &)> error) {
  if (types.size() != info.numOperands)
    return error("expected " + Twine(info.numOperands) + " operands but got " + Twine(types.size()));
  for (auto [i, operand] : llvm::enumerate(info.operands)) {
    if (operand.accepts(types[i]))
      continue;
    std::string got;
    llvm::raw_string_ostream(got) << "'" << types[i] << "'";
    return error("expected '" + operand.name + "' to be " + operand.typeSummary + " but got " + got);
  }
  if (info.accepts(types))
    return success();
  std::string got;
  llvm::raw_string_ostream os(got);
  llvm::interleaveComma(types, os, [&](Type type) { os << "'" << type << "'"; });
  return error("expected " + info.relationText + " but got " + got);
}

static LogicalResult inferBuiltin(const BuiltinInfo &info, std::optional<Location> loc, TypeRange types,
                                  SmallVectorImpl<Type> &results) {
  auto error = [&](const Twine &message) { return emitOptionalError(loc, "'" + info.opName + "' op " + message); };
  if (failed(checkTypes(info, types, error)))
    return failure();
  results.push_back(info.resultType(types));
  return success();
}

static LogicalResult verifyBuiltin(Operation *op, const BuiltinInfo &info) {
  auto error = [&](const Twine &message) -> LogicalResult { return op->emitOpError(message); };
  if (failed(checkTypes(info, op->getOperandTypes(), error)))
    return failure();
  Type expected = info.resultType(op->getOperandTypes());
  if (op->getResult(0).getType() == expected)
    return success();
  return op->emitOpError("expected a result of type ") << expected << " but got " << op->getResult(0).getType();
}

/// `%a, %b : TYPE`, or one type for each operand if they differ.
static ParseResult parseBuiltin(OpAsmParser &parser, OperationState &state, const BuiltinInfo &info) {
  SmallVector<OpAsmParser::UnresolvedOperand, 3> operands;
  SmallVector<Type, 3> types;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) || parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonTypeList(types))
    return failure();
  if (types.size() == 1)
    types.resize(operands.size(), types.front());
  auto error = [&](const Twine &message) -> LogicalResult { return parser.emitError(loc, message); };
  if (parser.resolveOperands(operands, types, loc, state.operands) || failed(checkTypes(info, types, error)))
    return failure();
  state.addTypes(info.resultType(types));
  return success();
}

static void printBuiltin(OpAsmPrinter &printer, Operation *op) {
  printer << " " << op->getOperands();
  printer.printOptionalAttrDict(op->getAttrs());
  printer << " : ";
  if (llvm::all_equal(op->getOperandTypes()))
    printer << op->getOperand(0).getType();
  else
    llvm::interleaveComma(op->getOperandTypes(), printer);
}

static Value createCmp(OpBuilder &b, Location loc, CmpPredicate predicate, Value lhs, Value rhs) {
  return CmpOp::create(b, loc, b.getI1Type(), predicate, lhs, rhs);
}

static Value createComponent(OpBuilder &b, Location loc, Value aggregate, ArrayRef<int64_t> indices) {
  SmallVector<OpFoldResult, 2> literals;
  for (int64_t index : indices)
    literals.push_back(b.getI64IntegerAttr(index));
  return ExtractOp::create(b, loc, aggregate, literals);
}

/// Operand number `k` of component number `i`: a scalar goes with all of them.
static Value componentOf(OpBuilder &b, Location loc, Value operand, int64_t i) {
  return isAggregate(operand.getType()) ? createComponent(b, loc, operand, {i}) : operand;
}

static Value expandByComponent(OpBuilder &b, Location loc, VecType type, ValueRange operands,
                               const BuiltinInfo &scalar) {
  SmallVector<Value> components;
  for (unsigned i = 0; i < type.getLength(); ++i) {
    SmallVector<Value, 3> own;
    for (Value operand : operands)
      own.push_back(componentOf(b, loc, operand, i));
    components.push_back(createBuiltin(b, loc, scalar, own));
  }
  return ConstructOp::create(b, loc, type, components);
}

static Value expandFold(OpBuilder &b, Location loc, Value vector, const BuiltinInfo &scalar) {
  Value result = createComponent(b, loc, vector, {0});
  for (unsigned i = 1; i < numComponents(vector.getType()); ++i) {
    Value component = createComponent(b, loc, vector, {i});
    result = createBuiltin(b, loc, scalar, {component, result});
  }
  return result;
}

#include "kgen/IR/KgenBuiltins.cpp.inc"

//===----------------------------------------------------------------------===//
// Look-up
//===----------------------------------------------------------------------===//

ArrayRef<const BuiltinInfo *> kgen::allBuiltins() { return builtinTable; }

const BuiltinInfo *kgen::lookupBuiltin(StringRef opName) {
  static const llvm::StringMap<const BuiltinInfo *> byName = [] {
    llvm::StringMap<const BuiltinInfo *> map;
    for (const BuiltinInfo *info : allBuiltins())
      map[info->opName] = info;
    return map;
  }();
  return byName.lookup(opName);
}

ArrayRef<const BuiltinInfo *> kgen::lookupPython(Spelling::Kind kind, StringRef text) {
  using Overloads = SmallVector<const BuiltinInfo *, 4>;
  static const std::map<std::pair<int, std::string>, Overloads> bySpelling = [] {
    std::map<std::pair<int, std::string>, Overloads> map;
    for (const BuiltinInfo *info : allBuiltins())
      map[{info->python.kind, info->python.text.str()}].push_back(info);
    return map;
  }();
  auto found = bySpelling.find({kind, text.str()});
  return found == bySpelling.end() ? ArrayRef<const BuiltinInfo *>() : ArrayRef(found->second);
}

SmallVector<const BuiltinInfo *> kgen::lookupDrawn(StringRef text) {
  SmallVector<const BuiltinInfo *> found;
  for (const BuiltinInfo *info : allBuiltins())
    if (info->drawn.kind == Spelling::Call && info->drawn.text == text)
      found.push_back(info);
  return found;
}

Value kgen::createBuiltin(OpBuilder &b, Location loc, const BuiltinInfo &info, ValueRange operands) {
  OperationState state(loc, info.opName);
  state.addOperands(operands);
  state.addTypes(info.resultType(operands.getTypes()));
  return b.create(state)->getResult(0);
}

/// A function of one number of 16 bits: its definition, rounded at each step, would be that of another function.
static bool isOfNarrowNumber(Operation *op) {
  Type type = op->getResult(0).getType();
  return op->getNumOperands() == 1 && (type.isF16() || type.isBF16()) && op->getOperand(0).getType() == type;
}

/// The same builtin of a float32, rounded once.
static Value widenBuiltin(OpBuilder &b, BuiltinOpInterface op) {
  Location loc = unnamedLoc(op->getLoc());
  Value wide = CastOp::create(b, loc, b.getF32Type(), op->getOperand(0));
  Value result = createBuiltin(b, loc, op.getBuiltinInfo(), wide);
  return CastOp::create(b, loc, op->getResult(0).getType(), result);
}

/// Replaces a builtin by its definition; adds the ops of that to `made`.
static void expandBuiltin(BuiltinOpInterface op, SmallVectorImpl<Operation *> &made) {
  OpBuilder builder(op);
  Operation *before = op->getPrevNode();
  Value result = op->getResult(0);
  Value expanded = isOfNarrowNumber(op) ? widenBuiltin(builder, op)
                                        : op.getBuiltinInfo().expand(builder, unnamedLoc(op->getLoc()),
                                                                     op->getOperandTypes(), op->getOperands());
  if (getName(expanded).empty() && expanded.getDefiningOp())
    setName(expanded, getName(result));
  for (Operation *next = before ? before->getNextNode() : &op->getBlock()->front(); next != op;
       next = next->getNextNode())
    made.push_back(next);
  result.replaceAllUsesWith(expanded);
  op->erase();
}

void kgen::expandBuiltins(Operation *root, function_ref<bool(Operation *)> wanted) {
  SmallVector<Operation *> pending;
  root->walk([&](Operation *op) { pending.push_back(op); });
  while (!pending.empty()) {
    auto op = dyn_cast<BuiltinOpInterface>(pending.pop_back_val());
    if (op && op.getBuiltinInfo().expandable && wanted(op))
      expandBuiltin(op, pending);
  }
}

void kgen::expandDraws(Operation *root) {
  root->walk([](DrawOp draw) {
    OpBuilder b(draw);
    Location loc = unnamedLoc(draw.getLoc());
    const BuiltinInfo &info = draw.getBuiltinInfo();
    Value state = GetOp::create(b, loc, draw.getState());
    SmallVector<Value, 3> operands = {state};
    llvm::append_range(operands, draw.getArgs());
    Value number = createBuiltin(b, draw.getLoc(), info, operands);
    for (unsigned i = 0; i < info.advances; ++i)
      state = RandPcgOp::create(b, loc, state);
    SetOp::create(b, loc, draw.getState(), state);
    draw.getResult().replaceAllUsesWith(number);
    draw.erase();
  });
}

//===----------------------------------------------------------------------===//
// Random numbers that are drawn
//===----------------------------------------------------------------------===//

static const BuiltinInfo *lookupDrawnBuiltin(StringRef mnemonic) {
  const BuiltinInfo *info = lookupBuiltin(("kgen." + mnemonic).str());
  return info && info->drawn.kind != Spelling::None ? info : nullptr;
}

const BuiltinInfo &DrawOp::getBuiltinInfo() { return *lookupDrawnBuiltin(getBuiltin()); }

LogicalResult DrawOp::verify() {
  const BuiltinInfo *info = lookupDrawnBuiltin(getBuiltin());
  if (!info)
    return emitOpError("expected the name of a random number's builtin but got '") << getBuiltin() << "'";
  SmallVector<Type, 3> types = {mlir::cast<VarType>(getState().getType()).getElementType()};
  llvm::append_range(types, getArgs().getTypes());
  if (failed(checkTypes(*info, types, [&](const Twine &message) -> LogicalResult { return emitOpError(message); })))
    return failure();
  Type expected = info->resultType(types);
  if (getType() == expected)
    return success();
  return emitOpError("expected a result of type ") << expected << " but got " << getType();
}

Value kgen::createNumber(OpBuilder &b, Location loc, Type type, double value) {
  if (auto tile = dyn_cast<TileType>(type)) {
    Type whole = tileValueType(tile.getElementType(), tile.getShape());
    return TilePackOp::create(b, loc, type, createNumber(b, loc, whole, value));
  }
  if (isComposite(type)) {
    SmallVector<Value> components;
    if (value != 0.0 && isAggregate(type))
      components.push_back(createNumber(b, loc, elementType(type), value));
    else if (value != 0.0)
      for (Type part : constituentTypes(type))
        components.push_back(createNumber(b, loc, part, value));
    return ConstructOp::create(b, loc, type, components);
  }
  if (auto floatType = dyn_cast<FloatType>(type))
    return ConstantOp::create(b, loc, type, b.getFloatAttr(floatType, value), StringAttr());
  return ConstantOp::create(b, loc, type, b.getIntegerAttr(type, static_cast<int64_t>(value)), StringAttr());
}
