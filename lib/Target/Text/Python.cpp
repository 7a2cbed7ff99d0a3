// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp Python: source that runs under warp-lang as it stands and imports again as the same kernel.

#include "KernelPrinter.h"

#include "kgen/IR/Names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace kgen::text {

/// A string between the quotes that need no escapes.
static std::string inQuotes(StringRef text) {
  return quoted(text, text.contains('"') && !text.contains('\'') ? '\'' : '"');
}

namespace {

class Python : public Language {
public:
  EvaluationRules rules() const override {
    return {/*leftToRight=*/true, /*boundsOnce=*/true, /*takesVectors=*/true, /*assignsTogether=*/true};
  }
  const Style &style() const override;
  const Words &reservedWords() const override;
  LogicalResult check(FunctionOpInterface function) const override;

  std::string type(Type type) override;
  Expr literal(TypedAttr value) override;
  Expr cast(const Expr &value, Type from, Type to) override;
  const Spelling &spelling(const BuiltinInfo &info) const override { return info.python; }
  /// `wp.ddot` is one of matrices.
  const Spelling *specialSpelling(Operation *op) const override {
    static const Spelling dot = {Spelling::Call, "wp.dot"};
    return isa<DdotOp>(op) && !isMat(op->getOperand(0).getType()) ? &dot : nullptr;
  }
  int infixPrecedence(StringRef op) const override;
  int prefixPrecedence(StringRef op) const override { return op == notWord() ? infixPrecedence("not") : Unary; }
  Association association(StringRef op) const override {
    return op == "**" ? Association::Right : Language::association(op);
  }
  bool isTight(StringRef op, const Expr &a, const Expr &b) const override;
  Expr ternary(const Expr &condition, const Expr &a, const Expr &b) override;
  StringRef andWord() const override { return "and"; }
  StringRef orWord() const override { return "or"; }
  StringRef notWord() const override { return "not "; }
  std::string element(StringRef array, ArrayRef<std::string> indices) override {
    return (array + "[" + llvm::join(indices, ", ") + "]").str();
  }
  std::string component(StringRef aggregate, ArrayRef<std::string> indices) override {
    return element(aggregate, indices);
  }
  std::string view(StringRef array, ArrayRef<std::string> indices) override { return element(array, indices); }
  std::string called(StringRef function) const override;
  StringRef functionOfOperator(StringRef op) const override;
  std::string construct(Type type, ArrayRef<std::string> components) override;
  std::string identity(Type type) override;
  std::string thread() override { return "wp.tid()"; }
  std::string blockDim() override { return "wp.block_dim()"; }
  std::string atomicCasName() override { return "wp.atomic_cas"; }
  std::string atomicName(AtomicKind kind) override { return "wp.atomic_" + stringifyAtomicKind(kind).str(); }

  StringRef end() const override { return ""; }
  std::string wrapped(StringRef text, unsigned margin) const override { return wrapPython(text, margin); }
  std::string declare(const Variable &variable, StringRef name, StringRef value) override {
    return value.empty() ? "" : (name + " = " + value).str();
  }
  std::string declareThread(ArrayRef<std::string> names, bool unused) override {
    return llvm::join(names, ", ") + " = wp.tid()";
  }
  std::string varying(StringRef literal, Type type) override;
  std::string ifHead(StringRef condition) override { return "if " + condition.str() + ":"; }
  std::string elifHead(StringRef condition) override { return "elif " + condition.str() + ":"; }
  StringRef elseHead() const override { return "else:"; }
  StringRef close() const override { return ""; }
  std::string whileHead(StringRef condition) override { return "while " + condition.str() + ":"; }
  std::string forHead(StringRef name, StringRef lower, StringRef upper, const Expr &step,
                      std::optional<int64_t> literalStep) override;
  StringRef trueWord() const override { return "True"; }
  StringRef returnStatement(bool inThreadFunction) const override { return "return"; }
  std::string returnValues(ArrayRef<std::string> values) override { return "return " + llvm::join(values, ", "); }
  std::string declareResults(ArrayRef<std::string> names, StringRef call, bool unused) override {
    return llvm::join(names, ", ") + " = " + call.str();
  }
  std::string print(StringRef value) override { return "print(" + value.str() + ")"; }
  std::string printFormat(StringRef format, ArrayRef<std::string> values, ArrayRef<Type> types) override {
    return "wp.printf(" + inQuotes(format) + (values.empty() ? "" : ", ") + llvm::join(values, ", ") + ")";
  }
  std::string assertion(StringRef condition, std::optional<StringRef> message) override {
    return "assert " + condition.str() + (message ? ", " + inQuotes(*message) : "");
  }
  std::string expectationName(Expectation kind) override { return "wp.expect_" + stringifyExpectation(kind).str(); }
  bool hasAugmented(StringRef op, bool onArray) const override;

  void kernel(KernelPrinter &printer, raw_ostream &os) override;
  void function(KernelPrinter &printer, raw_ostream &os) override;
  std::string structure(StructType type, FunctionOpInterface user) override;
  void nameStructs(ArrayRef<StructType> structs) override {}
  void preamble(raw_ostream &os) override { os << "import warp as wp\n\n"; }
  std::string defineConstant(StringRef name, TypedAttr value) override {
    return (name + " = wp.constant(" + literal(value).text + ")\n").str();
  }

private:
  void definition(KernelPrinter &printer, StringRef decorator, StringRef name, bool onOneLine, raw_ostream &os);
  std::string conversion(Type type) const;

  /// Whether the author of the printed kernel writes Warp's names of scalars.
  bool hasWarpNames = false;
};

} // namespace

const Style &Python::style() const {
  // Arms are the author's: they stay.
  static const Style style = {
      /*emptyBlock=*/"pass",       /*turnsEmptyArms=*/false, /*hasIncrement=*/false,
      /*augmentsAtomically=*/true, /*takesAllNames=*/true,   /*hasOneScope=*/true,
      /*hasTuples=*/true,          /*hasOverloads=*/true,    /*printsAdjoints=*/true,
      /*hasWarpsFunctions=*/true,  /*takesAddresses=*/false,
      /*storesIntoParts=*/false};
  return style;
}

const Words &Python::reservedWords() const {
  static const Words words = {"False", "None", "True", "and", "as", "assert", "async", "await", "break", "class",
                              "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global",
                              "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return",
                              "try", "while", "with", "yield",
                              // Names that the text calls.
                              "wp", "float", "int", "bool", "range", "print", "len"};
  return words;
}

/// A kernel with a tape is called from Python, and its code is in other forms.
static bool isStub(FunctionOpInterface function) {
  auto kernel = dyn_cast<KernelOp>(function.getOperation());
  return kernel && kernel.getTapeOf();
}

LogicalResult Python::check(FunctionOpInterface function) const {
  if (isStub(function))
    return success();
  if (failed(checkKernelName(function, /*takesUnicode=*/true)))
    return failure();
  auto result = function->walk([&](Operation *op) {
    auto atomic = dyn_cast<AtomicOp>(op);
    if (atomic && !mlir::cast<AccessOpInterface>(*atomic).getPath().empty() &&
        (!atomic.getAugmented() || !atomic.getOld().use_empty())) {
      op->emitError("expected an atomic update of an element, but got one of a part, for which Warp has no function");
      return WalkResult::interrupt();
    }
    auto builtin = dyn_cast<BuiltinOpInterface>(op);
    bool isUnspelled = builtin && builtin.getBuiltinInfo().python.kind == Spelling::None;
    bool isOfGradients = isa<GradientOp, GradientReadOp, GradientTakeOp, GradientAddOp, CustomAdjointOp>(op);
    auto access = dyn_cast<TileAccessOpInterface>(op);
    isOfGradients |= access && mlir::isa<GradientType>(access.getArray().getType());
    bool isOfTapes = isa<RecordOp, RecallOp, TapeEndOp, TapeFitsOp, TapeFailsFirstOp>(op);
    if (!isUnspelled && !isOfGradients && !isOfTapes)
      return WalkResult::advance();
    op->emitError() << "expected an op that Warp has a name for, but got " << op->getName();
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Types and literals
//===----------------------------------------------------------------------===//

static std::string scalarType(Type type) {
  if (type.isF32())
    return "float";
  if (type.isInteger(1))
    return "bool";
  if (type.isF64())
    return "wp.float64";
  if (type.isF16())
    return "wp.float16";
  if (type.isBF16())
    return "wp.bfloat16";
  auto integer = mlir::cast<IntegerType>(type);
  if (isSI32(type))
    return "int";
  return (integer.isUnsigned() ? "wp.uint" : "wp.int") + std::to_string(integer.getWidth());
}

/// The letters with which Warp's short type names tell the element type.
static std::optional<std::string> suffixOf(Type element) {
  if (element.isF32())
    return "";
  if (element.isF64())
    return "d";
  if (element.isF16())
    return "h";
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer || integer.getWidth() == 1)
    return std::nullopt;
  std::string letter = llvm::StringSwitch<std::string>(std::to_string(integer.getWidth()))
                           .Case("8", "b")
                           .Case("16", "s")
                           .Case("32", "i")
                           .Default("l");
  return (integer.isUnsigned() ? "u" : "") + letter;
}

/// `wp.vec3d`, `wp.mat22`, or "" for a type that has no such name.
static std::string shortName(Type type) {
  if (auto structure = dyn_cast<StructType>(type))
    return structure.getName().str();
  std::optional<std::string> suffix = suffixOf(elementType(type));
  if (isQuat(type) || isTransform(type))
    return suffix ? (isQuat(type) ? "wp.quat" : "wp.transform") + *suffix : "";
  bool isFloats = suffix && isFloat(elementType(type));
  if (auto vec = dyn_cast<VecType>(type); vec && vec.getLength() == 6 && isFloats)
    return "wp.spatial_vector" + *suffix;
  auto has = [](unsigned n) { return n >= 2 && n <= 4; };
  if (auto vec = dyn_cast<VecType>(type))
    return suffix && has(vec.getLength()) ? "wp.vec" + std::to_string(vec.getLength()) + *suffix : "";
  auto mat = mlir::cast<MatType>(type);
  if (mat.getRows() == 6 && mat.getCols() == 6 && isFloats)
    return "wp.spatial_matrix" + *suffix;
  bool isNamed = isFloats && mat.getRows() == mat.getCols() && has(mat.getRows());
  std::string n = std::to_string(mat.getRows());
  return isNamed ? "wp.mat" + n + n + *suffix : "";
}

/// The arguments that tell the extent of a vector or matrix without a short name.
static std::string extent(Type type) {
  if (auto vec = dyn_cast<VecType>(type))
    return "length=" + std::to_string(vec.getLength());
  auto mat = mlir::cast<MatType>(type);
  return "shape=(" + std::to_string(mat.getRows()) + ", " + std::to_string(mat.getCols()) + ")";
}

std::string Python::type(Type type) {
  if (auto array = dyn_cast<ArrayType>(type)) {
    std::string rank = array.getRank() > 1 ? std::to_string(array.getRank()) + "d" : "";
    return "wp.array" + rank + "(dtype=" + this->type(array.getElementType()) + ")";
  }
  if (!isComposite(type))
    return scalarType(type);
  std::string name = shortName(type);
  if (!name.empty())
    return name;
  if (!isAggregate(type))
    return std::string(isQuat(type) ? "wp.types.quaternion" : "wp.types.transformation") +
           "(dtype=" + scalarType(elementType(type)) + ")";
  return std::string(isVec(type) ? "wp.types.vector(" : "wp.types.matrix(") + extent(type) +
         ", dtype=" + scalarType(elementType(type)) + ")";
}

/// The type of a parameter, in the author's manner: `kgen.annotations` says `float32` where scalars have Warp's names
/// (here and in conversions), `bracket` where arrays are `wp.array[...]`, `ndim` where a keyword tells their rank,
/// `result` where a function says of which type its one result is.
static std::string annotation(Python &python, Type type, ArrayRef<StringRef> manner) {
  auto array = dyn_cast<ArrayType>(type);
  Type element = array ? array.getElementType() : type;
  std::string name = python.type(element);
  if (llvm::is_contained(manner, "float32"))
    name = element.isF32() ? "wp.float32" : isSI32(element) ? "wp.int32" : name;
  if (!array)
    return name;
  std::string rank = array.getRank() > 1 ? std::to_string(array.getRank()) : "";
  std::string head = "wp.array" + (rank.empty() ? rank : rank + "d");
  if (llvm::is_contained(manner, "bracket"))
    return head + "[" + name + "]";
  if (llvm::is_contained(manner, "ndim") && !rank.empty())
    return "wp.array(dtype=" + name + ", ndim=" + rank + ")";
  return head + "(dtype=" + name + ")";
}

/// Warp's name of a number whose amount is the nearest to a constant of mathematics: an author would have written it.
static StringRef nameOf(const llvm::APFloat &value) {
  static constexpr std::pair<StringLiteral, double> constants[] = {
      {"wp.pi", 0x1.921fb54442d18p+1}, {"wp.tau", 0x1.921fb54442d18p+2}, {"wp.half_pi", 0x1.921fb54442d18p+0}};
  for (auto [name, number] : constants) {
    llvm::APFloat constant(number);
    bool lossy = false;
    constant.convert(value.getSemantics(), llvm::APFloat::rmNearestTiesToEven, &lossy);
    if (abs(value).bitwiseIsEqual(constant))
      return name;
  }
  return "";
}

Expr Python::literal(TypedAttr value) {
  Expr expr;
  Type type = value.getType();
  bool isNegative = false;
  if (auto number = dyn_cast<FloatAttr>(value)) {
    const llvm::APFloat &f = number.getValue();
    isNegative = f.isNegative() && !f.isNaN();
    expr.text = f.isNaN() ? "wp.nan" : f.isInfinity() ? (isNegative ? "-wp.inf" : "wp.inf") : decimal(f);
    if (StringRef name = nameOf(f); !name.empty() && (type.isF32() || type.isF64()))
      expr.text = (isNegative ? "-" : "") + name.str();
  } else {
    llvm::APInt integer = mlir::cast<IntegerAttr>(value).getValue();
    if (type.isInteger(1)) {
      expr.text = integer.isZero() ? "False" : "True";
      return expr;
    }
    bool isSigned = mlir::cast<IntegerType>(type).isSigned();
    isNegative = isSigned && integer.isNegative();
    SmallString<24> digits;
    integer.toString(digits, 10, isSigned);
    expr.text = digits.str().str();
  }
  if (type.isF32() || isSI32(type)) {
    expr.precedence = isNegative ? Unary : Primary;
    return expr;
  }
  expr.text = scalarType(type) + "(" + expr.text + ")";
  return expr;
}

std::string Python::conversion(Type type) const {
  return hasWarpNames && type.isF32() ? "wp.float32" : hasWarpNames && isSI32(type) ? "wp.int32" : scalarType(type);
}

Expr Python::cast(const Expr &value, Type from, Type to) {
  Expr expr;
  expr.text = conversion(to) + "(" + value.text + ")";
  return expr;
}

std::string Python::varying(StringRef literal, Type type) {
  bool isTyped = !type.isF32() && !isSI32(type) && !type.isInteger(1);
  return isTyped ? literal.str() : conversion(type) + "(" + literal.str() + ")";
}

//===----------------------------------------------------------------------===//
// Expressions and statements
//===----------------------------------------------------------------------===//

int Python::infixPrecedence(StringRef op) const {
  return llvm::StringSwitch<int>(op)
      .Case("or", 2)
      .Case("and", 3)
      .Case("not", 4)
      .Cases({"==", "!=", "<", "<=", ">", ">="}, 5)
      .Case("|", 6)
      .Case("^", 7)
      .Case("&", 8)
      .Cases({"<<", ">>"}, 9)
      .Cases({"+", "-"}, 10)
      .Cases({"*", "/", "//", "%", "@"}, 11)
      .Default(Unary + 1); // `**`
}

/// `x**2`, but `x[i] ** 2`, as Python's formatters have it.
bool Python::isTight(StringRef op, const Expr &a, const Expr &b) const {
  auto isSimple = [](StringRef text) {
    return llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
  };
  return op == "**" && isSimple(a.text) && isSimple(b.text);
}

Expr Python::ternary(const Expr &condition, const Expr &a, const Expr &b) {
  auto inBrackets = [](const Expr &part, int precedence) {
    return part.precedence < precedence ? "(" + part.text + ")" : part.text;
  };
  Expr expr;
  expr.precedence = Ternary;
  expr.text =
      inBrackets(a, Ternary + 1) + " if " + inBrackets(condition, Ternary + 1) + " else " + inBrackets(b, Ternary);
  return expr;
}

std::string Python::construct(Type type, ArrayRef<std::string> components) {
  std::string arguments = llvm::join(components, ", ");
  std::string name = shortName(type);
  if (!name.empty())
    return name + "(" + arguments + ")";
  if (!isAggregate(type))
    return this->type(type) + "(" + arguments + ")";
  name = isVec(type) ? "wp.vector(" : "wp.matrix(";
  if (components.empty())
    return name + extent(type) + ", dtype=" + scalarType(elementType(type)) + ")";
  bool isFull = isVec(type) && components.size() > 1;
  return name + arguments + (isFull ? "" : ", " + extent(type)) + ")";
}

std::string Python::identity(Type type) {
  return "wp.identity(n=" + std::to_string(mlir::cast<MatType>(type).getRows()) +
         ", dtype=" + scalarType(elementType(type)) + ")";
}

bool Python::hasAugmented(StringRef op, bool onArray) const {
  // On an element of an array these would be atomic.
  if (onArray)
    return llvm::is_contained({"*", "/", "//", "%", "**", "<<", ">>"}, op);
  return llvm::is_contained({"+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"}, op);
}

std::string Python::forHead(StringRef name, StringRef lower, StringRef upper, const Expr &step,
                            std::optional<int64_t> literalStep) {
  std::string range = upper.str();
  if (literalStep != 1)
    range = (lower + ", " + upper + ", " + (literalStep ? std::to_string(*literalStep) : step.text)).str();
  else if (lower != "0")
    range = (lower + ", " + upper).str();
  return "for " + name.str() + " in range(" + range + "):";
}

std::string Python::called(StringRef function) const {
  SmallVector<StringRef> words;
  function.split(words, '.');
  if (function == "*" || function == "/") // of a matrix, where `@` would do too; of tiles
    return function.str();
  return llvm::all_of(words, isIdentifier) ? function.str() : "";
}

StringRef Python::functionOfOperator(StringRef op) const {
  return llvm::StringSwitch<StringRef>(op)
      .Case("+", "add")
      .Case("-", "sub")
      .Cases({"*", "@"}, "mul")
      .Case("/", "div")
      .Case("//", "floordiv")
      .Case("%", "mod")
      .Case("**", "pow")
      .Case("&", "bit_and")
      .Case("|", "bit_or")
      .Case("^", "bit_xor")
      .Case("<<", "lshift")
      .Case(">>", "rshift")
      .Default("");
}

/// How an author writes types: the words of `kgen.annotations`.
static SmallVector<StringRef> mannerOf(FunctionOpInterface function) {
  SmallVector<StringRef> manner;
  if (auto annotations = function ? function->getAttrOfType<StringAttr>("kgen.annotations") : nullptr)
    llvm::SplitString(annotations, manner);
  return manner;
}

std::string Python::structure(StructType type, FunctionOpInterface user) {
  SmallVector<StringRef> manner = mannerOf(user);
  std::string text = "\n@wp.struct\nclass " + type.getName().str() + ":\n";
  for (auto [name, field] : llvm::zip(type.getFieldNames(), type.getFieldTypes()))
    text += "    " + name.str() + ": " + annotation(*this, field, manner) + "\n";
  return text + (type.getFieldNames().empty() ? "    pass\n\n" : "\n");
}

/// A docstring as a statement. Its text is written as it is, except characters that would end it or be an escape.
static std::string docstring(StringRef text) {
  std::string inner;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char c = text[i];
    bool endsText = c == '"' && (i + 1 == text.size() || text.substr(i).starts_with("\"\"\""));
    if (c == '\\' || endsText)
      inner += '\\';
    if (c < ' ' && c != '\n' && c != '\t')
      inner += "\\x" + llvm::utohexstr(c, /*LowerCase=*/true, /*Width=*/2);
    else
      inner += text[i];
  }
  return "    \"\"\"" + inner + "\"\"\"\n";
}

/// `wp.tile[float, 2, 3]` of a parameter that is a tile; "" of any other.
static std::string tileAnnotation(Python &python, FunctionOpInterface function, size_t parameter,
                                  ArrayRef<StringRef> manner) {
  auto tiles = function->getAttrOfType<ArrayAttr>(tilesAttrName);
  bool fits = tiles && tiles.size() == function.getNumArguments();
  auto tile = fits ? dyn_cast<ArrayAttr>(tiles[parameter]) : ArrayAttr();
  auto element = tile && tile.size() == 2 ? dyn_cast<TypeAttr>(tile[0]) : TypeAttr();
  auto extents = element ? dyn_cast<DenseI64ArrayAttr>(tile[1]) : DenseI64ArrayAttr();
  if (!extents || !isValue(element.getValue()))
    return "";
  std::string text = "wp.tile[" + annotation(python, element.getValue(), manner);
  for (int64_t extent : extents.asArrayRef())
    text += ", " + std::to_string(extent);
  return text + "]";
}

/// Decorator, head, docstring and body.
void Python::definition(KernelPrinter &printer, StringRef decorator, StringRef name, bool onOneLine, raw_ostream &os) {
  FunctionOpInterface function = printer.getFunction();
  auto say = [&](const Comments &comments, StringRef before, StringRef after) {
    for (const std::string &comment : comments)
      os << before << comment << after;
  };
  os << "\n";
  say(printer.commentsOf(function, "kgen.lead"), "", "\n");
  os << decorator << "\ndef " << name << "(" << printer.headMark();
  SmallVector<std::string> parameters;
  SmallVector<StringRef> manner = mannerOf(function);
  hasWarpNames = llvm::is_contained(manner, "float32");
  auto defaults = function->getAttrOfType<ArrayAttr>("kgen.defaults");
  if (defaults && defaults.size() != function.getNumArguments()) // a tape has joined them
    defaults = nullptr;
  size_t length = name.size();
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    std::string tile = tileAnnotation(*this, function, i, manner);
    parameters.push_back(printer.parameters()[i] + ": " + (tile.empty() ? annotation(*this, type, manner) : tile));
    if (StringRef value = defaults ? mlir::cast<StringAttr>(defaults[i]).getValue() : ""; !value.empty())
      parameters.back() += " = " + value.str();
    length += parameters.back().size() + 2;
    for (StringRef kind : {"kgen.lead", "kgen.tail"})
      onOneLine &= printer.parameterComments(i, kind).empty();
  }
  std::string end = "):";
  if (llvm::is_contained(manner, "result") && function.getNumResults() == 1)
    end = ") -> " + annotation(*this, function.getResultTypes().front(), manner) + ":";
  if (onOneLine && length + end.size() < 94) {
    os << llvm::join(parameters, ", ") << end;
  } else {
    for (auto [i, parameter] : llvm::enumerate(parameters)) {
      say(printer.parameterComments(i, "kgen.lead"), "\n    ", "");
      os << "\n    " << parameter << "," << printer.parameterMark(i);
      say(printer.parameterComments(i, "kgen.tail"), "  ", "");
    }
    os << (parameters.empty() ? "" : "\n") << end;
  }
  say(printer.commentsOf(function, "kgen.tail"), "  ", "");
  os << "\n";
  if (isStub(function)) {
    os << "    pass  # records for its backward; the code is in kgen's other forms\n";
    return;
  }
  StringRef text = printer.docstring();
  std::string body = printer.threadPart(1, /*asFunction=*/true, text.empty() ? "" : docstring(text));
  os << body << (hasCode(body, *this) ? "" : "    pass\n");
}

/// `@wp.kernel(enable_backward=False)`, with the options that the author gave.
static std::string kernelDecorator(KernelOp kernel) {
  auto options = kernel->getAttrOfType<ArrayAttr>("kgen.options");
  if (!options || options.empty() || isStub(kernel))
    return "@wp.kernel";
  SmallVector<StringRef> texts =
      llvm::map_to_vector(options.getAsValueRange<StringAttr>(), [](StringRef text) { return text; });
  std::string onOneLine = "@wp.kernel(" + llvm::join(texts, ", ") + ")";
  return onOneLine.size() <= 100 ? onOneLine : "@wp.kernel(\n    " + llvm::join(texts, ",\n    ") + ",\n)";
}

void Python::kernel(KernelPrinter &printer, raw_ostream &os) {
  definition(printer, kernelDecorator(printer.getKernel()), printer.getKernel().getSymName(), /*onOneLine=*/false, os);
}

void Python::function(KernelPrinter &printer, raw_ostream &os) {
  StringRef symbol = SymbolTable::getSymbolName(printer.getFunction()).getValue();
  std::string decorator = "@wp.func";
  if (FuncOp primal = printer.getAdjointOf())
    decorator += "_grad(" + functionName(primal.getSymName()) + ")";
  else if (FuncOp primal = printer.getReplayOf())
    decorator += "_replay(" + functionName(primal.getSymName()) + ")";
  definition(printer, decorator, functionName(symbol), /*onOneLine=*/true, os);
}

} // namespace kgen::text

LogicalResult kgen::exportPython(ModuleOp module, raw_ostream &os, SourceLines *lines) {
  text::Python language;
  TextOptions options;
  options.backward = false;
  options.lines = lines;
  return text::printModule(module, language, options, os);
}
