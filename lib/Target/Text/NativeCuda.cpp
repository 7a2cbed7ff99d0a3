// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA C++ as its authors write it: see dialect-docs/native-cuda.md for the contract of an entry point. `check` refuses
// a kernel that this style has no text for, before anything is printed.

#include "Extents.h"
#include "Operators.h"
#include "Outline.h"

#include "kgen/IR/IntegerRanges.h"
#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace kgen::text {
namespace {

class NativeCuda : public CFamily {
public:
  NativeCuda(const TextOptions &options, std::vector<NativeEntry> *entries) : CFamily(options), entries(entries) {}

  const Style &style() const override;
  const Words &reservedWords() const override;
  ArrayRef<std::pair<StringRef, StringRef>> frameWords() const override;
  SmallVector<std::pair<std::string, std::string>> frameNames(FunctionOpInterface function,
                                                              ArrayRef<std::string> parameters) override;
  const Words &typeWords() const override;
  void setNames(const llvm::StringSet<> &names) override;
  bool takesUnicode() const override { return false; }
  LogicalResult check(FunctionOpInterface function) const override;

  std::string type(Type type) override;
  Expr literal(TypedAttr value) override;
  Expr cast(const Expr &value, Type from, Type to) override;
  const Spelling *specialSpelling(Operation *op) const override;
  std::optional<Expr> builtin(Operation *op, ArrayRef<Expr> operands) override;
  std::string elementOf(Value array, StringRef text, ArrayRef<OpFoldResult> indices, ArrayRef<Expr> exprs) override;
  std::string componentOf(Type type, StringRef aggregate, ArrayRef<OpFoldResult> indices,
                          ArrayRef<Expr> exprs) override;
  std::string viewOf(ViewOp op, StringRef array, ArrayRef<Expr> exprs) override;
  std::string extentOf(ShapeOp op, StringRef array) override;
  SmallVector<std::string> extentsOf(CallOp op, unsigned argument) override;
  std::string construct(Type type, ArrayRef<std::string> components) override;
  std::string identity(Type type) override;
  std::string thread() override { return coordinates.front(); }
  std::string blockDim() override { llvm_unreachable("refused by check()"); }
  std::string atomicOnPart(AtomicOp op, StringRef part, StringRef value) override;
  std::string address(StringRef part) override;
  std::string atomicCasName() override { return "atomicCAS"; }
  std::string printFormat(StringRef format, ArrayRef<std::string> values, ArrayRef<Type> types) override;
  std::string forHead(StringRef name, StringRef lower, StringRef upper, const Expr &step,
                      std::optional<int64_t> literalStep) override;

  std::string declare(const Variable &variable, StringRef name, StringRef value) override;
  std::string declareThread(ArrayRef<std::string> names, bool unused) override;
  StringRef returnStatement(bool inThreadFunction) const override { return "return;"; }

  void kernel(KernelPrinter &printer, raw_ostream &os) override;
  void preamble(raw_ostream &os) override {}
  void finish(StringRef head, StringRef kernels, raw_ostream &os) override;
  std::string defineConstant(StringRef name, TypedAttr value) override;

protected:
  StringRef functionHead() const override { return "__device__ __forceinline__"; }
  std::string parameter(const KernelPrinter &printer, unsigned i) override;
  void setFrame(const KernelPrinter &printer) override {
    CFamily::setFrame(printer);
    printing = &printer;
  }

private:
  std::string extentName(const ArrayPart &part, unsigned dimension) const;
  std::string indexText(const ArrayPart &part, unsigned dimension, OpFoldResult index, const Expr &expr);
  std::string placeOf(const ArrayPart &part, ArrayRef<OpFoldResult> indices, ArrayRef<Expr> exprs);
  const Spelling *spell(Spelling::Kind kind, StringRef text) const;
  const Spelling *spellInteger(Operation *op) const;
  std::string coordinateLines(ArrayRef<std::string> names);
  std::string parameterLines(KernelPrinter &printer);
  LogicalResult checkOp(Operation *op) const;
  NativeEntry describe(const KernelPrinter &printer);

  std::vector<NativeEntry> *entries;

  mutable Operators operators;
  mutable Extents extents;
  mutable IntegerRanges ranges = IntegerRanges(IntegerRanges::Code::Any);
  mutable std::map<std::pair<int, std::string>, Spelling> spellings;
  const KernelPrinter *printing = nullptr;
  /// The names of the thread's coordinates in the kernel that is printed, once they are declared.
  SmallVector<std::string> coordinates;
  unsigned rank = 1;
};

} // namespace

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

const Style &NativeCuda::style() const {
  static const Style style = [this] {
    Style own = CFamily::style();
    own.hasOverloads = true;
    own.takesAddresses = true;
    return own;
  }();
  return style;
}

const Words &NativeCuda::reservedWords() const {
  static const Words words = [this] {
    Words own = CFamily::reservedWords();
    for (StringRef word : {"min", "max", "abs", "isnan", "isinf", "isfinite", "printf"})
      own.insert(word);
    return own;
  }();
  return words;
}

ArrayRef<std::pair<StringRef, StringRef>> NativeCuda::frameWords() const {
  static const std::pair<StringRef, StringRef> words[] = {
      {"dim", "launch"},     {"idx", "thread"},      {"n", "num_threads"},
      {"width", "num_cols"}, {"height", "num_rows"}, {"depth", "num_layers"},
      {"x_idx", "x_thread"}, {"y_idx", "y_thread"},  {"z_idx", "z_thread"}};
  return words;
}

/// `x_cols` of a matrix, `x_size` of a vector.
static std::string wantedExtent(StringRef array, unsigned rank, unsigned dimension) {
  if (rank == 1)
    return (array + "_size").str();
  if (rank == 2)
    return (array + (dimension == 0 ? "_rows" : "_cols")).str();
  return (array + "_dim" + Twine(dimension)).str();
}

static std::string extentKey(unsigned parameter, unsigned dimension) {
  return "extent " + std::to_string(parameter) + " " + std::to_string(dimension);
}

SmallVector<std::pair<std::string, std::string>> NativeCuda::frameNames(FunctionOpInterface function,
                                                                        ArrayRef<std::string> parameters) {
  SmallVector<std::pair<std::string, std::string>> names;
  for (auto [parameter, dimension] : extents.of(function).extents) {
    unsigned rank = mlir::cast<ArrayType>(function.getArgumentTypes()[parameter]).getRank();
    names.push_back({extentKey(parameter, dimension), wantedExtent(parameters[parameter], rank, dimension)});
  }
  return names;
}

const Words &NativeCuda::typeWords() const {
  static const Words words = [this] {
    Words own = CFamily::typeWords();
    for (StringRef word :
         {"wrap_index", "wrapping_add", "wrapping_sub", "wrapping_mul", "wrapping_neg", "safe_div", "safe_mod",
          "floor_div", "component", "to_int", "to_uint", "to_int64", "to_uint64", "atomic_min", "atomic_max"})
      own.insert(word);
    return own;
  }();
  return words;
}

void NativeCuda::setNames(const llvm::StringSet<> &names) {
  operators.setNames(names);
  CFamily::setNames(names);
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

/// Whether a value of the type has a text.
static bool isPlain(Type type) {
  if (auto structure = dyn_cast<StructType>(type))
    return llvm::all_of(structure.getFieldTypes(), isPlain);
  return isValue(type) && (!isComposite(type) || !isBool(elementType(type)));
}

static bool isOperator(Operation *op) {
  return isa<AddOp, SubOp, NegOp, ScaleOp, ScaleLeftOp, ScaleDivOp, MatMulOp, MatVecMulOp, VecMatMulOp, QuatScaleOp,
             QuatScaleLeftOp, QuatScaleDivOp, TransformScaleOp, TransformScaleLeftOp>(op);
}

/// The function of CUDA's for floats; "" if it has none.
static StringRef functionOf(Operation *op) {
  return TypeSwitch<Operation *, StringRef>(op)
      .Case<SinOp, CosOp, TanOp, AtanOp, SinhOp, CoshOp, TanhOp, ExpOp, LogOp, Log2Op, Log10Op, SqrtOp, CbrtOp, ErfOp,
            ErfcOp, Atan2Op, FloorOp, CeilOp, TruncOp, RoundOp, RintOp, CopysignOp, PowOp, AsinOp, AcosOp>(
          [](Operation *op) { return op->getName().stripDialect(); })
      .Case([](AbsOp) { return "fabs"; })
      .Case([](MinOp) { return "fmin"; })
      .Case([](MaxOp) { return "fmax"; })
      .Case([](ModOp) { return "fmod"; })
      .Default([](Operation *) { return ""; });
}

/// Whether a builtin is written in place, not as a function of the text's own.
static bool isInPlace(Operation *op) {
  bool isComposed = llvm::any_of(op->getOperandTypes(), isComposite) || isComposite(op->getResult(0).getType());
  if (isComposed)
    return isOperator(op) || isa<CopyOp, WhereOp>(op);
  return !functionOf(op).empty() ||
         isa<AddOp, SubOp, MulOp, DivOp, FloorDivOp, ModOp, NegOp, CopyOp, WhereOp, BitAndOp, BitOrOp, BitXorOp,
             LShiftOp, RShiftOp, InvertOp, AndOp, OrOp, NotOp, IsFiniteOp, IsNanOp, IsInfOp, BitCountOp>(op);
}

static std::string nameOfType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

static LogicalResult refuse(Operation *op, const Twine &what) {
  return op->emitError() << "expected what native CUDA text has, but got " << what;
}

static LogicalResult checkAtomic(Operation *op, Type type, AtomicKind kind) {
  if (isComposite(type)) {
    if (!op->getResult(0).use_empty() || isStruct(type))
      return refuse(op, "the old value of an atomic update of " + nameOfType(type));
    type = elementType(type);
  }
  bool is32 = type.isF32() || isSI32(type) || isUI32(type);
  bool isFine = is32 || (type.isF64() && (kind == AtomicKind::add || kind == AtomicKind::sub));
  if (isFine && type.isF32())
    isFine = kind != AtomicKind::bitAnd && kind != AtomicKind::bitOr && kind != AtomicKind::bitXor;
  return isFine ? success() : refuse(op, "an atomic " + stringifyAtomicKind(kind).str() + " of " + nameOfType(type));
}

LogicalResult NativeCuda::checkOp(Operation *op) const {
  for (Type type : op->getResultTypes())
    if (auto var = dyn_cast<VarType>(type); var ? !isPlain(var.getElementType()) : !isArray(type) && !isPlain(type))
      return refuse(op, "a value of " + nameOfType(type));
  for (Value result : op->getResults())
    if (isArray(result.getType()) && !partOf(result))
      return refuse(op, "an array that is neither a parameter nor a part of one");
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](AtomicOp atomic) { return checkAtomic(op, atomic.getValue().getType(), atomic.getKind()); })
      .Case([&](AtomicCasOp cas) {
        Type type = cas.getValue().getType();
        return isSI32(type) || isUI32(type) ? success() : refuse(op, "an atomic cas of " + nameOfType(type));
      })
      .Case([&](CastOp cast) {
        Type from = cast.getValue().getType(), to = cast.getType();
        bool isFine = !isComposite(from) && (!isFloat(from) || !isInt(to) || to.getIntOrFloatBitWidth() >= 32);
        return isFine ? success() : refuse(op, "a cast of " + nameOfType(from) + " to " + nameOfType(to));
      })
      .Case([&](CmpOp cmp) {
        return isComposite(cmp.getLhs().getType()) ? refuse(op, "a comparison of vectors") : success();
      })
      .Case([&](TidOp tid) { return tid.getNumResults() < 4 ? success() : refuse(op, "a launch of four dimensions"); })
      .Case<PrintOp, AssertOp, ExpectOp, BlockDimOp, GradientOp, RecordOp, RecallOp, CustomAdjointOp>(
          [&](Operation *) { return refuse(op, op->getName().getStringRef()); })
      .Default([&](Operation *) {
        bool isFine = !isa<BuiltinOpInterface>(op) || isInPlace(op);
        return isFine ? success() : refuse(op, op->getName().getStringRef());
      });
}

LogicalResult NativeCuda::check(FunctionOpInterface function) const {
  if (failed(CFamily::check(function)))
    return failure();
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto array = dyn_cast<ArrayType>(type);
    if (!isPlain(array ? array.getElementType() : type))
      return refuse(function, "a parameter of " + nameOfType(type));
  }
  for (Type type : function.getResultTypes())
    if (!isPlain(type))
      return refuse(function, "a result of " + nameOfType(type));
  auto walked = function->walk([&](Operation *op) {
    return op != function && failed(checkOp(op)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Types, literals and values
//===----------------------------------------------------------------------===//

std::string NativeCuda::type(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return this->type(array.getElementType()) + "*";
  return isStruct(type) ? CFamily::type(type) : operators.type(type);
}

Expr NativeCuda::literal(TypedAttr value) {
  auto number = dyn_cast<FloatAttr>(value);
  Expr expr = CFamily::literal(value);
  if (!number)
    return expr;
  if (!number.getValue().isFinite()) {
    bool isMinus = number.getValue().isNegative() && !number.getValue().isNaN();
    expr.text = number.getValue().isNaN() ? "NAN" : isMinus ? "-INFINITY" : "INFINITY";
  }
  if (size_t at = expr.text.find(".0e"); at != std::string::npos)
    expr.text.erase(at, 2);
  return expr;
}

static std::string within(const Expr &expr, int precedence) {
  return expr.precedence < precedence ? "(" + expr.text + ")" : expr.text;
}

Expr NativeCuda::cast(const Expr &value, Type from, Type to) {
  if (to.isInteger(1))
    return CFamily::cast(value, from, to);
  Expr expr;
  bool is64 = to.getIntOrFloatBitWidth() == 64;
  if (isFloat(from) && isInt(to) && (from.isF64() || is64)) { // where the GPU takes NaN elsewhere than to 0
    std::string name =
        (mlir::cast<IntegerType>(to).isUnsigned() ? "to_uint" : "to_int") + std::string(is64 ? "64" : "");
    expr.text = operators.function(name, from) + "(" + value.text + ")";
    return expr;
  }
  expr.text = "(" + scalarType(to) + ")" + within(value, Unary);
  expr.precedence = Unary;
  return expr;
}

std::string NativeCuda::construct(Type type, ArrayRef<std::string> components) {
  return isStruct(type) ? CFamily::construct(type, components) : operators.construct(type, components);
}

std::string NativeCuda::identity(Type type) {
  auto number = [&](bool isOne) {
    bool isDouble = elementType(type).isF64();
    return std::string(isOne ? "1.0" : "0.0") + (isDouble ? "" : "f");
  };
  auto quat = [&](Type of) {
    return operators.construct(of, {number(false), number(false), number(false), number(true)});
  };
  if (isQuat(type))
    return quat(type);
  if (isTransform(type))
    return operators.make(type, {operators.construct(partType(type, 0), {}), quat(partType(type, 1))});
  SmallVector<std::string> elements;
  unsigned size = mlir::cast<MatType>(type).getRows();
  for (unsigned i = 0; i < size * size; ++i)
    elements.push_back(number(i % (size + 1) == 0));
  return operators.construct(type, elements);
}

//===----------------------------------------------------------------------===//
// Builtins
//===----------------------------------------------------------------------===//

const Spelling *NativeCuda::spell(Spelling::Kind kind, StringRef text) const {
  auto entry = spellings.try_emplace({kind, text.str()}).first;
  entry->second = {kind, entry->first.second};
  return &entry->second;
}

/// Spells operations that C++ leaves open for some integers: overflow, a divisor of zero.
const Spelling *NativeCuda::spellInteger(Operation *op) const {
  Type type = op->getResult(0).getType();
  auto helper = [&](StringRef name) { return spell(Spelling::Call, operators.function(name, type)); };
  if (wraps(op))
    return helper(isa<AddOp>(op)   ? "wrapping_add"
                  : isa<SubOp>(op) ? "wrapping_sub"
                  : isa<MulOp>(op) ? "wrapping_mul"
                                   : "wrapping_neg");
  if (!isa<DivOp, ModOp, FloorDivOp>(op))
    return nullptr;
  Range a = ranges.of(op->getOperand(0)), b = ranges.of(op->getOperand(1));
  bool isSafe = b.low > 0 || b.high < -1, isUnsigned = mlir::cast<IntegerType>(type).isUnsigned();
  if (isa<FloorDivOp>(op) && !isUnsigned && !(a.low >= 0 && b.low > 0))
    return helper("floor_div");
  if (isSafe)
    return spell(Spelling::Infix, isa<ModOp>(op) ? "%" : "/");
  return helper(isa<ModOp>(op) ? "safe_mod" : "safe_div");
}

const Spelling *NativeCuda::specialSpelling(Operation *op) const {
  Type type = op->getResult(0).getType();
  bool isComposed = llvm::any_of(op->getOperandTypes(), isComposite);
  if (isComposed && isOperator(op)) {
    StringRef sign = mlir::cast<BuiltinOpInterface>(op).getBuiltinInfo().cuda.text;
    operators.needOperator(sign, op->getOperand(0).getType(),
                           op->getNumOperands() > 1 ? op->getOperand(1).getType() : Type());
    return nullptr;
  }
  if (isInt(type) && isa<BuiltinOpInterface>(op))
    if (const Spelling *spelling = spellInteger(op))
      return spelling;
  StringRef function = functionOf(op);
  if (function.empty())
    return isa<IsFiniteOp, IsNanOp, IsInfOp>(op) ? spell(Spelling::Call, op->getName().stripDialect()) : nullptr;
  if (isInt(type))
    return isa<MinOp, MaxOp, AbsOp>(op) ? spell(Spelling::Call, op->getName().stripDialect()) : nullptr;
  return spell(Spelling::Call, (function + (type.isF32() ? "f" : "")).str());
}

std::optional<Expr> NativeCuda::builtin(Operation *op, ArrayRef<Expr> operands) {
  Type type = op->getResult(0).getType();
  StringRef suffix = type.isF32() ? "f" : "";
  Expr expr;
  auto asCall = [&](const Twine &text) {
    expr.text = text.str();
    return expr;
  };
  auto asInfix = [&](StringRef sign, const std::string &right) {
    expr.text = (within(operands[0], infixPrecedence(sign)) + " " + sign + " " + right).str();
    expr.precedence = infixPrecedence(sign);
    return narrowed(expr, type);
  };
  if (isa<WhereOp>(op))
    return ternary(operands[0], operands[1], operands[2]);
  if (isa<AsinOp, AcosOp>(op)) // which give no NaN outside of [-1, 1]
    return asCall(op->getName().stripDialect() + suffix + "(fmin" + suffix + "(fmax" + suffix + "(" + operands[0].text +
                  ", -1.0" + suffix + "), 1.0" + suffix + "))");
  if (isa<FloorDivOp>(op) && isFloat(type))
    return asCall("floor" + suffix + "(" + within(operands[0], infixPrecedence("/")) + " / " +
                  within(operands[1], Unary) + ")");
  if (isa<LShiftOp, RShiftOp>(op)) {
    unsigned bits = std::max(32u, type.getIntOrFloatBitWidth());
    Range amount = ranges.of(op->getOperand(1));
    bool isNear = amount.low >= 0 && amount.high < bits;
    return asInfix(isa<LShiftOp>(op) ? "<<" : ">>",
                   isNear ? within(operands[1], Unary)
                          : "(" + within(operands[1], Unary) + " & " + std::to_string(bits - 1) + ")");
  }
  if (isa<BitCountOp>(op)) {
    unsigned bits = op->getOperand(0).getType().getIntOrFloatBitWidth();
    return asCall((bits == 64 ? "__popcll(" : "__popc(") +
                  (bits < 32 ? "(uint" + std::to_string(bits) + "_t)" + within(operands[0], Unary) : operands[0].text) +
                  ")");
  }
  if (isa<AbsOp>(op) && isInt(type) && mlir::cast<IntegerType>(type).isUnsigned())
    return operands[0];
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

std::string NativeCuda::extentName(const ArrayPart &part, unsigned dimension) const {
  return printing->frameName(extentKey(part.parameter.getArgNumber(), part.fixed + dimension));
}

std::string NativeCuda::indexText(const ArrayPart &part, unsigned dimension, OpFoldResult index, const Expr &expr) {
  if (!extents.mayBeNegative(index))
    return expr.text;
  std::string extent = extentName(part, dimension);
  if (std::optional<int64_t> literal = getLiteral(index))
    return extent + " - " + std::to_string(-*literal);
  return operators.function("wrap_index", IntegerType::get(index.getContext(), 32, IntegerType::Signed)) + "(" +
         expr.text + ", " + extent + ")";
}

/// `(i * a_dim1 + j) * a_dim2 + k`.
std::string NativeCuda::placeOf(const ArrayPart &part, ArrayRef<OpFoldResult> indices, ArrayRef<Expr> exprs) {
  std::string place;
  bool isSum = false; // whether it needs brackets in a product
  for (auto [i, index] : llvm::enumerate(indices)) {
    std::string text = indexText(part, i, index, exprs[i]);
    bool isWhole =
        isIdentifier(text) || llvm::all_of(text, llvm::isDigit) || StringRef(text).starts_with("wrap_index(");
    bool isLast = i + 1 == indices.size();
    if (!isWhole && (i > 0 || !isLast) && (!isLast || exprs[i].precedence < infixPrecedence("+")))
      text = "(" + text + ")";
    if (i == 0 || place == "0") {
      place = text;
      isSum = false;
      continue;
    }
    place = (isSum ? "(" + place + ")" : place) + " * " + extentName(part, i);
    if (text != "0")
      place += " + " + text;
    isSum = text != "0";
  }
  return place;
}

std::string NativeCuda::elementOf(Value array, StringRef text, ArrayRef<OpFoldResult> indices, ArrayRef<Expr> exprs) {
  return (text + "[" + placeOf(*partOf(array), indices, exprs) + "]").str();
}

std::string NativeCuda::viewOf(ViewOp op, StringRef array, ArrayRef<Expr> exprs) {
  ArrayPart part = *partOf(op.getArray());
  SmallVector<OpFoldResult> indices = op.getMixedIndices();
  std::string place = placeOf(part, indices, exprs);
  if (place == "0")
    return array.str();
  unsigned rank = mlir::cast<ArrayType>(op.getArray().getType()).getRank();
  bool isSum = indices.size() > 1 || !(isIdentifier(place) || llvm::all_of(place, llvm::isDigit));
  std::string offset = isSum ? "(" + place + ")" : place;
  for (unsigned k = indices.size(); k < rank; ++k)
    offset += " * " + extentName(part, k);
  return (array + " + " + offset).str();
}

std::string NativeCuda::extentOf(ShapeOp op, StringRef) {
  return extentName(*partOf(op.getArray()), op.getDimension());
}

SmallVector<std::string> NativeCuda::extentsOf(CallOp op, unsigned argument) {
  SmallVector<std::string> names;
  for (auto [parameter, dimension] : extents.of(op.getFunction()).extents)
    if (parameter == argument)
      names.push_back(extentName(*partOf(op.getArguments()[argument]), dimension));
  return names;
}

std::string NativeCuda::componentOf(Type type, StringRef aggregate, ArrayRef<OpFoldResult> indices,
                                    ArrayRef<Expr> exprs) {
  std::string text = aggregate.str();
  for (auto [index, expr] : llvm::zip_equal(indices, exprs)) {
    unsigned count = numParts(type);
    if (std::optional<int64_t> literal = getLiteral(index)) {
      text = operators.part(type, text, *literal < 0 ? *literal + count : *literal);
    } else {
      std::string place = expr.text;
      if (extents.mayBeNegative(index))
        place = operators.function("wrap_index", mlir::cast<Value>(index).getType()) + "(" + place + ", " +
                std::to_string(count) + ")";
      if (Operators::isBuiltin(type) || isQuat(type))
        text = operators.component(type, text, place);
      else
        text += (isMat(type) ? ".row[" : ".v[") + place + "]";
    }
    type = partType(type, getLiteral(index).value_or(ShapedType::kDynamic));
  }
  return text;
}

/// `x` of `x[0]`.
std::string NativeCuda::address(StringRef part) {
  StringRef array = part;
  return array.consume_back("[0]") && isIdentifier(array) ? array.str() : CFamily::address(part);
}

std::string NativeCuda::atomicOnPart(AtomicOp op, StringRef part, StringRef value) {
  Type type = op.getValue().getType();
  AtomicKind kind = op.getKind();
  bool isExtreme = kind == AtomicKind::min || kind == AtomicKind::max;
  std::string function = operators.atomic(kind, type);
  bool isDifference = kind == AtomicKind::sub && isFloat(type);
  bool isName = isIdentifier(value) || !isDifference || isExtreme;
  return function + "(" + address(part) + ", " + (isDifference ? "-" : "") +
         (isName ? value.str() : "(" + value.str() + ")") + ")";
}

std::string NativeCuda::printFormat(StringRef format, ArrayRef<std::string> values, ArrayRef<Type> types) {
  StringRef text = "kgen::format";
  std::string call = CFamily::printFormat(format, values, types);
  return "printf" + call.substr(text.size());
}

std::string NativeCuda::forHead(StringRef name, StringRef lower, StringRef upper, const Expr &step,
                                std::optional<int64_t> literalStep) {
  if (literalStep)
    return CFamily::forHead(name, lower, upper, step, literalStep);
  std::string by = within(step, infixPrecedence("<") + 1); // a step of zero makes no trip
  return ("for (int " + name + " = " + lower + "; " + by + " > 0 ? " + name + " < " + upper + " : " + by + " < 0 && " +
          name + " > " + upper + "; " + name + " += " + step.text + ") {")
      .str();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

std::string NativeCuda::declare(const Variable &variable, StringRef name, StringRef value) {
  if (!isArray(variable.type))
    return CFamily::declare(variable, name, value);
  ArrayPart part = *partOf(variable.values.front());
  auto function = mlir::cast<FunctionOpInterface>(part.parameter.getOwner()->getParentOp());
  bool isChanged = extents.of(function).changes(part.parameter.getArgNumber());
  return ((variable.isRead ? "" : "[[maybe_unused]] ") + StringRef(isChanged ? "" : "const ") + type(variable.type) +
          " " + name + " = " + value + ";")
      .str();
}

/// The declarations of a thread's coordinates, and the way out for threads that the launch has none for. The last
/// coordinate is that of neighbours in a warp.
std::string NativeCuda::coordinateLines(ArrayRef<std::string> names) {
  static constexpr StringRef axes[] = {"x", "y", "z"};
  static constexpr StringRef extents[] = {"width", "height", "depth"};
  std::string text, condition;
  for (unsigned axis = 0; axis < names.size(); ++axis) {
    const std::string &name = names[names.size() - 1 - axis];
    StringRef at = axes[axis];
    std::string extent = printing->frameName(names.size() == 1 ? "n" : extents[axis]);
    text += ("const int " + name + " = blockIdx." + at + " * blockDim." + at + " + threadIdx." + at + ";\n").str();
    condition += (axis ? " || " : "") + name + " >= " + extent;
  }
  return text + "if (" + condition + ") return;";
}

std::string NativeCuda::declareThread(ArrayRef<std::string> names, bool unused) {
  if (coordinates.empty()) {
    coordinates.assign(names.begin(), names.end());
    return coordinateLines(names);
  }
  std::string text;
  for (auto [name, coordinate] : llvm::zip(names, coordinates))
    text += (text.empty() ? "" : "\n") + std::string(unused ? "[[maybe_unused]] " : "") + "const int " + name + " = " +
            coordinate + ";";
  return text;
}

std::string NativeCuda::parameter(const KernelPrinter &printer, unsigned i) {
  FunctionOpInterface function = printer.getFunction();
  Type type = function.getArgumentTypes()[i];
  const std::string &name = printer.parameters()[i];
  if (!isArray(type))
    return this->type(type) + " " + name;
  const ArrayUses &uses = extents.of(function);
  bool isKernel = isa<KernelOp>(function.getOperation());
  std::string text = (uses.changes(i) ? "" : "const ") + this->type(type) + (isKernel ? " __restrict__ " : " ") + name;
  for (auto [parameter, dimension] : uses.extents)
    if (parameter == i)
      text += (isKernel ? ",\n    int " : ", int ") + printer.frameName(extentKey(parameter, dimension));
  return text;
}

/// The words for the extents of a launch.
static ArrayRef<StringRef> launchWords(unsigned rank) {
  static constexpr StringRef one[] = {"n"}, several[] = {"depth", "height", "width"};
  return rank == 1 ? ArrayRef(one) : ArrayRef(several).take_back(rank);
}

/// The parameters, and the extents of the launch.
std::string NativeCuda::parameterLines(KernelPrinter &printer) {
  size_t count = printer.parameters().size();
  std::string text = "(" + printer.headMark() + "\n" + declarations(printer, count, ",", ",");
  std::string launch;
  for (StringRef word : launchWords(rank))
    launch += (launch.empty() ? "int " : ", int ") + printer.frameName(word);
  return text + "    " + launch + ")";
}

NativeEntry NativeCuda::describe(const KernelPrinter &printer) {
  NativeEntry entry;
  entry.kernel = printer.getKernel().getSymName().str();
  entry.name = entry.kernel + "_kernel";
  entry.rank = rank;
  const ArrayUses &uses = extents.of(printer.getFunction());
  for (auto [i, type] : llvm::enumerate(printer.getFunction().getArgumentTypes())) {
    unsigned number = i;
    std::string constness = isArray(type) && !uses.changes(number) ? "const " : "";
    entry.parameters.push_back({printer.parameters()[i], constness + this->type(type),
                                isArray(type) ? NativeParameter::Array : NativeParameter::Value, number});
    for (auto [parameter, dimension] : uses.extents)
      if (parameter == number)
        entry.parameters.push_back(
            {printer.frameName(extentKey(parameter, dimension)), "int", NativeParameter::Extent, number, dimension});
  }
  for (auto [dimension, word] : llvm::enumerate(launchWords(rank)))
    entry.parameters.push_back({printer.frameName(word), "int", NativeParameter::Launch, 0, unsigned(dimension)});
  return entry;
}

void NativeCuda::kernel(KernelPrinter &printer, raw_ostream &os) {
  setFrame(printer);
  KernelOp kernel = printer.getKernel();
  rank = printer.coordinates();
  coordinates.clear();
  // The author's own line declares the coordinates if nothing comes before it.
  auto first = llvm::find_if(kernel.getBody().front(), [](Operation &op) { return !isa<ConstantOp>(op); });
  auto tid = dyn_cast<TidOp>(*first);
  std::string opening;
  if (!tid || printer.isInline(tid) || tid.getNumResults() != rank) {
    static constexpr StringRef words[] = {"z_idx", "y_idx", "x_idx"};
    for (StringRef word : ArrayRef(words).take_back(rank))
      coordinates.push_back(printer.frameName(rank == 1 ? "idx" : word));
    SmallVector<StringRef> lines;
    std::string text = coordinateLines(coordinates);
    StringRef(text).split(lines, '\n');
    for (StringRef line : lines)
      opening += ("    " + line + "\n").str();
  }
  if (entries)
    entries->push_back(describe(printer));
  os << description(printer) << "extern \"C\" __global__ void " << kernel.getSymName() << "_kernel"
     << parameterLines(printer) << "\n{\n"
     << printer.threadPart(1, /*inFunction=*/true, opening) << "}\n";
}

std::string NativeCuda::defineConstant(StringRef name, TypedAttr value) {
  return "constexpr " + type(value.getType()) + " " + name.str() + " = " + literal(value).text + ";\n";
}

void NativeCuda::finish(StringRef head, StringRef kernels, raw_ostream &os) {
  std::string body = (head + operators.definitions(kernels) + kernels).str();
  auto mentions = [&](StringRef word) { return StringRef(body).contains(word); };
  if (mentions("int8_t") || mentions("int16_t") || mentions("int32_t") || mentions("int64_t"))
    os << "#include <cstdint>\n\n";
  os << body;
}

} // namespace kgen::text

LogicalResult kgen::exportNativeCuda(ModuleOp module, raw_ostream &os, const TextOptions &options,
                                     std::vector<NativeEntry> *entries) {
  OwningOpRef<ModuleOp> own = module.clone();
  lowerTiles(*own, /*inPlace=*/false);
  expandDraws(*own);
  text::outlineBuiltins(*own, [](Operation *op) { return !text::isInPlace(op); });
  text::NativeCuda language(options, entries);
  return text::printModule(*own, language, options, os);
}
