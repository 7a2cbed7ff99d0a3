// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each builtin and types of operands. Its name is that of the builtin in kgen.cuh; if the author has a
// variable of that name, the builtin's with the length of its first operand (`dot3`).

#include "Outline.h"

#include "kgen/IR/Names.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace kgen::text {

//===----------------------------------------------------------------------===//
// Definitions by components
//===----------------------------------------------------------------------===//

namespace {
/// Builds values out of components.
struct Components {
  OpBuilder &b;
  Location loc;

  Value at(Value whole, ArrayRef<int64_t> path) {
    SmallVector<OpFoldResult> steps;
    for (int64_t step : path)
      steps.push_back(b.getI64IntegerAttr(step));
    return ExtractOp::create(b, loc, whole, steps);
  }
  Value add(Value a, Value c) { return a ? AddOp::create(b, loc, a, c).getResult() : c; }
  Value mul(Value a, Value c) { return MulOp::create(b, loc, a, c); }
  Value make(Type type, ArrayRef<Value> parts) { return ConstructOp::create(b, loc, type, ValueRange(parts)); }

  /// The paths of the components of a vector or matrix.
  static SmallVector<SmallVector<int64_t>> pathsOf(Type type) {
    SmallVector<SmallVector<int64_t>> paths;
    if (auto matrix = dyn_cast<MatType>(type)) {
      for (int64_t i = 0; i < int64_t(matrix.getRows()); ++i)
        for (int64_t j = 0; j < int64_t(matrix.getCols()); ++j)
          paths.push_back({i, j});
      return paths;
    }
    for (int64_t i = 0; i < int64_t(numComponents(type)); ++i)
      paths.push_back({i});
    return paths;
  }
};
} // namespace

static Value defineDot(Components &c, Value a, Value b) {
  Value sum;
  for (ArrayRef<int64_t> path : Components::pathsOf(a.getType()))
    sum = c.add(sum, c.mul(c.at(a, path), c.at(b, path)));
  return sum;
}

static Value defineByPairs(Components &c, Operation *op, Value a, Value b) {
  SmallVector<Value> parts;
  for (ArrayRef<int64_t> path : Components::pathsOf(a.getType())) {
    Value x = c.at(a, path), y = c.at(b, path);
    parts.push_back(isa<CwMulOp>(op) ? c.mul(x, y) : DivOp::create(c.b, c.loc, x, y).getResult());
  }
  return c.make(a.getType(), parts);
}

/// A matrix by its elements, each made of the place that it stands at.
static Value defineMatrix(Components &c, Type type, llvm::function_ref<Value(int64_t, int64_t)> element) {
  SmallVector<Value> parts;
  for (ArrayRef<int64_t> path : Components::pathsOf(type))
    parts.push_back(element(path[0], path[1]));
  return c.make(type, parts);
}

static Value defineDiagonal(Components &c, Type type, Value v) {
  Value zero = createNumber(c.b, c.loc, elementType(v.getType()), 0.0);
  return defineMatrix(c, type, [&](int64_t i, int64_t j) { return i == j ? c.at(v, {i}) : zero; });
}

static Value defineTrace(Components &c, Value m) {
  Value sum;
  for (int64_t i = 0; i < int64_t(mlir::cast<MatType>(m.getType()).getRows()); ++i)
    sum = c.add(sum, c.at(m, {i, i}));
  return sum;
}

static Value defineFromVectors(Components &c, Operation *op, bool byRows) {
  return defineMatrix(c, op->getResult(0).getType(), [&](int64_t i, int64_t j) {
    return byRows ? c.at(op->getOperand(i), {j}) : c.at(op->getOperand(j), {i});
  });
}

/// The determinant of the matrix that is left without some rows and columns, by its first row.
static Value defineDeterminant(Components &c, Value m, ArrayRef<int64_t> rows, ArrayRef<int64_t> columns) {
  if (rows.size() == 1)
    return c.at(m, {rows[0], columns[0]});
  Value sum;
  for (size_t j = 0; j < columns.size(); ++j) {
    SmallVector<int64_t> others(columns);
    others.erase(others.begin() + j);
    Value term = c.mul(c.at(m, {rows[0], columns[j]}), defineDeterminant(c, m, rows.drop_front(), others));
    sum = j % 2 ? SubOp::create(c.b, c.loc, sum, term).getResult() : c.add(sum, term);
  }
  return sum;
}

static SmallVector<int64_t> countTo(int64_t size, int64_t without = -1) {
  SmallVector<int64_t> numbers;
  for (int64_t i = 0; i < size; ++i)
    if (i != without)
      numbers.push_back(i);
  return numbers;
}

static Value defineAdjugate(Components &c, Value m) {
  int64_t size = mlir::cast<MatType>(m.getType()).getRows();
  return defineMatrix(c, m.getType(), [&](int64_t i, int64_t j) {
    Value cofactor = defineDeterminant(c, m, countTo(size, j), countTo(size, i));
    return (i + j) % 2 ? NegOp::create(c.b, c.loc, cofactor).getResult() : cofactor;
  });
}

/// Whether a question is answered so by all components, or by any.
static Value defineQuestion(Components &c, Operation *op, Value vector) {
  Value answer;
  for (ArrayRef<int64_t> path : Components::pathsOf(vector.getType())) {
    Value part = c.at(vector, path);
    Value one = TypeSwitch<Operation *, Value>(op)
                    .Case([&](AllFiniteOp) { return IsFiniteOp::create(c.b, c.loc, part); })
                    .Case([&](AnyNanOp) { return IsNanOp::create(c.b, c.loc, part); })
                    .Default([&](Operation *) { return IsInfOp::create(c.b, c.loc, part); });
    if (!answer)
      answer = one;
    else if (isa<AllFiniteOp>(op))
      answer = AndOp::create(c.b, c.loc, answer, one);
    else
      answer = OrOp::create(c.b, c.loc, answer, one);
  }
  return answer;
}

/// Builtins that their records leave to the code generator. Returns null for others.
static Value defineByHand(Components &c, Operation *op) {
  auto operand = [&](unsigned i) { return op->getOperand(i); };
  Type type = op->getResult(0).getType();
  return TypeSwitch<Operation *, Value>(op)
      .Case<DotOp, DdotOp>([&](Operation *) { return defineDot(c, operand(0), operand(1)); })
      .Case<CwMulOp, CwDivOp>([&](Operation *) { return defineByPairs(c, op, operand(0), operand(1)); })
      .Case([&](OuterOp) {
        return defineMatrix(c, type,
                            [&](int64_t i, int64_t j) { return c.mul(c.at(operand(0), {i}), c.at(operand(1), {j})); });
      })
      .Case([&](TransposeOp) {
        return defineMatrix(c, type, [&](int64_t i, int64_t j) { return c.at(operand(0), {j, i}); });
      })
      .Case([&](TraceOp) { return defineTrace(c, operand(0)); })
      .Case([&](DiagOp) { return defineDiagonal(c, type, operand(0)); })
      .Case([&](GetDiagOp) {
        SmallVector<Value> parts;
        for (int64_t i = 0; i < int64_t(numComponents(type)); ++i)
          parts.push_back(c.at(operand(0), {i, i}));
        return c.make(type, parts);
      })
      .Case([&](DeterminantOp) {
        SmallVector<int64_t> all = countTo(mlir::cast<MatType>(operand(0).getType()).getRows());
        return defineDeterminant(c, operand(0), all, all);
      })
      .Case<AllFiniteOp, AnyNanOp, AnyInfOp>([&](Operation *) { return defineQuestion(c, op, operand(0)); })
      .Case([&](AdjugateOp) { return defineAdjugate(c, operand(0)); })
      .Case<MatrixFromRows2Op, MatrixFromRows3Op, MatrixFromRows4Op>(
          [&](Operation *) { return defineFromVectors(c, op, /*byRows=*/true); })
      .Case<MatrixFromCols2Op, MatrixFromCols3Op, MatrixFromCols4Op>(
          [&](Operation *) { return defineFromVectors(c, op, /*byRows=*/false); })
      .Default([](Operation *) { return Value(); });
}

static bool isDefinedByHand(Operation *op) {
  return isa<DotOp, DdotOp, CwMulOp, CwDivOp, OuterOp, TransposeOp, TraceOp, DiagOp, GetDiagOp, DeterminantOp,
             AdjugateOp, MatrixFromRows2Op, MatrixFromRows3Op, MatrixFromRows4Op, MatrixFromCols2Op, MatrixFromCols3Op,
             MatrixFromCols4Op, AllFiniteOp, AnyNanOp, AnyInfOp>(op);
}

bool hasDefinition(Operation *op) {
  auto builtin = dyn_cast<BuiltinOpInterface>(op);
  return builtin && (isDefinedByHand(op) || builtin.getBuiltinInfo().expandable);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
class Outliner {
public:
  explicit Outliner(ModuleOp module) : module(module), builder(module.getContext()) {
    module.walk([&](Operation *op) {
      for (Value result : op->getResults())
        authored.insert(getName(result));
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          authored.insert(getName(argument));
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        symbols.insert(symbol.getName());
    });
  }

  void run(llvm::function_ref<bool(Operation *)> wanted) {
    SmallVector<FunctionOpInterface> left(module.getOps<FunctionOpInterface>());
    while (!left.empty()) {
      SmallVector<Operation *> ops;
      left.pop_back_val()->walk([&](Operation *op) {
        if (isa<BuiltinOpInterface>(op) && hasDefinition(op) && wanted(op))
          ops.push_back(op);
      });
      for (Operation *op : ops)
        if (FuncOp made = replace(op))
          left.push_back(made);
    }
  }

private:
  /// Replaces an op by a call. Returns the function if it is new.
  FuncOp replace(Operation *op) {
    std::string key = op->getName().getStringRef().str();
    llvm::raw_string_ostream os(key);
    for (Type type : op->getOperandTypes())
      os << " " << type;
    FuncOp &function = functions[key];
    FuncOp made;
    if (!function)
      function = made = define(op);
    OpBuilder at(op);
    auto call = CallOp::create(at, op->getLoc(), function, op->getOperands());
    call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    op->getResult(0).replaceAllUsesWith(call.getResult(0));
    op->erase();
    return made;
  }

  FuncOp define(Operation *op) {
    const BuiltinInfo &info = cast<BuiltinOpInterface>(op).getBuiltinInfo();
    Location loc = UnknownLoc::get(module.getContext());
    StringRef word = info.cuda.kind == Spelling::Call ? info.cuda.text : info.opName;
    word = word.rsplit(word.contains("::") ? "::" : ".").second;
    std::string name = freeName(word.rtrim("23456789"), op);
    std::string symbol = name;
    for (unsigned i = 2; !symbols.insert(symbol).second; ++i)
      symbol = name + "_" + std::to_string(i);
    builder.setInsertionPointToEnd(module.getBody());
    auto type = builder.getFunctionType(op->getOperandTypes(), op->getResultTypes());
    auto function = FuncOp::create(builder, loc, symbol, type);
    function.setPyName(name);
    Region &body = function.getBody();
    Block &block = body.empty() ? body.emplaceBlock() : body.front();
    for (auto [i, operand] : llvm::enumerate(info.operands)) {
      Value argument =
          i < block.getNumArguments() ? Value(block.getArgument(i)) : Value(block.addArgument(type.getInput(i), loc));
      setName(argument, operand.name);
    }
    builder.setInsertionPointToEnd(&block);
    Value result;
    if (isDefinedByHand(op)) {
      Operation *copy = builder.clone(*op);
      copy->setOperands(block.getArguments());
      builder.setInsertionPoint(copy);
      Components components{builder, loc};
      result = defineByHand(components, copy);
      copy->erase();
      builder.setInsertionPointToEnd(&block);
    } else {
      result = info.expand(builder, loc, op->getOperandTypes(), block.getArguments());
    }
    ReturnOp::create(builder, loc, ValueRange(result));
    return function;
  }

  std::string freeName(StringRef word, Operation *op) const {
    if (!authored.contains(word))
      return word.str();
    auto vec = dyn_cast<VecType>(op->getOperandTypes().front());
    std::string name = word.str() + (vec ? std::to_string(vec.getLength()) : "_of");
    while (authored.contains(name))
      name += "_";
    return name;
  }

  ModuleOp module;
  OpBuilder builder;
  llvm::StringSet<> authored, symbols;
  std::map<std::string, FuncOp> functions;
};
} // namespace

void outlineBuiltins(ModuleOp module, llvm::function_ref<bool(Operation *)> wanted) { Outliner(module).run(wanted); }

} // namespace kgen::text
