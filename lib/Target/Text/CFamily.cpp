// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ spellings. If C++ leaves a case open that kgen defines (a divisor of zero, a float out of range), a function of
// kgen.cuh is called; if a literal shows that the case cannot be, the operator is printed.

#include "CFamily.h"

#include "kgen/IR/Names.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace kgen::text {

const Style &CFamily::style() const {
  static const Style style = {/*emptyBlock=*/"",
                              /*turnsEmptyArms=*/true,
                              /*hasIncrement=*/true,
                              /*augmentsAtomically=*/false,
                              /*takesAllNames=*/false,
                              /*hasOneScope=*/false,
                              /*hasTuples=*/false,
                              /*hasOverloads=*/false,
                              /*printsAdjoints=*/false,
                              /*hasWarpsFunctions=*/false,
                              /*takesAddresses=*/false,
                              /*storesIntoParts=*/true};
  return style;
}

const Words &CFamily::reservedWords() const {
  static const Words words = {
#include "MacroWords.inc"
#include "kgen/Support/CppKeywords.inc"
      // Names that the printed frame uses.
      "kgen",    "size_t",   "int8_t",    "uint8_t",  "int16_t",  "uint16_t", "uint32_t",
      "int64_t", "uint64_t", "threadIdx", "blockIdx", "blockDim", "gridDim",  "warpSize"};
  return words;
}

ArrayRef<std::pair<StringRef, StringRef>> CFamily::frameWords() const {
  static const std::pair<StringRef, StringRef> words[] = {
      {"dim", "launch"}, {"idx", "thread"}, {"args", "arguments"}, {"adj_args", "adj_arguments"}};
  return words;
}

const Words &CFamily::typeWords() const {
  static const Words words = {"vec2",   "vec3",  "vec4",  "vec2d",     "vec3d",     "vec4d",  "vec2i",
                              "vec3i",  "vec4i", "mat22", "mat33",     "mat44",     "mat22d", "mat33d",
                              "mat44d", "quat",  "quatd", "transform", "transformd"};
  return words;
}

const Words &CFamily::functionWords() const {
  // Functions that the C library declares outside of any namespace, with numbers as parameters.
  static const Words words = {
      "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh",
      "div", "drem", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin",
      "fmod", "frexp", "gamma", "hypot", "ilogb", "isfinite", "isinf", "isnan", "j0", "j1", "jn", "labs", "ldexp",
      "lgamma", "llabs", "log", "log10", "log1p", "log2", "logb", "main", "max", "min", "modf", "nearbyint",
      "nextafter", "norm", "pow", "printf", "rand", "remainder", "remquo", "rint", "round", "rsqrt", "scalb",
      "significand", "sin", "sincos", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc", "y0", "y1", "yn", "normcdf",
      // Types, a namespace and variables of it, and CUDA's types.
      "std", "uint", "ulong", "ushort", "FILE", "div_t", "ldiv_t", "lldiv_t", "fpos_t", "va_list", "intptr_t",
      "uintptr_t", "ptrdiff_t", "time_t", "clock_t", "signgam", "timezone", "daylight", "tzname", "dim3", "char1",
      "char2", "char3", "char4", "uchar1", "uchar2", "uchar3", "uchar4", "short1", "short2", "short3", "short4",
      "ushort1", "ushort2", "ushort3", "ushort4", "int1", "int2", "int3", "int4", "uint1", "uint2", "uint3", "uint4",
      "long1", "long2", "long3", "long4", "ulong1", "ulong2", "ulong3", "ulong4", "longlong1", "longlong2", "longlong3",
      "longlong4", "ulonglong1", "ulonglong2", "ulonglong3", "ulonglong4", "float1", "float2", "float3", "float4",
      "double1", "double2", "double3", "double4"};
  return words;
}

void CFamily::nameStructs(ArrayRef<StructType> structs) {
  NameTable names(reservedWords(), /*takesAll=*/false);
  for (StructType type : structs) {
    // In lower case it may be a variable too, a function of C's or a type of CUDA's.
    bool isLower = !type.getName().empty() && llvm::isLower(type.getName().front());
    structNames[type] = names.take(isLower ? (type.getName() + "_struct").str() : type.getName().str());
    NameTable fields(reservedWords(), /*takesAll=*/false);
    for (StringAttr field : type.getFieldNames())
      fieldNames[type].push_back(fields.take(field.getValue()));
  }
}

std::string CFamily::field(Type type, unsigned number) const {
  auto found = fieldNames.find(type);
  return found == fieldNames.end() ? fieldName(type, number).str() : found->second[number];
}

std::string CFamily::comment(StringRef text) const {
  // A comment that ends in a backslash would go on in the next line.
  return "//" + text.drop_front().str() + (text.ends_with("\\") ? "." : "");
}

LogicalResult CFamily::check(FunctionOpInterface function) const {
  if (failed(checkKernelName(function, takesUnicode())))
    return failure();
  llvm::SmallPtrSet<Type, 16> seen; // an op's types are mostly those of others
  auto isMissing = [&](Type type) {
    if (type.isF32() || !seen.insert(type).second)
      return false;
    return type
        .walk([](Type part) { return part.isF16() || part.isBF16() ? WalkResult::interrupt() : WalkResult::advance(); })
        .wasInterrupted();
  };
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isMissing(type))
      return function->emitError() << "expected types that C++ text has, but parameter " << i << " is " << type
                                   << "; use float32";
  auto result = function->walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (isMissing(type)) {
        op->emitError() << "expected a type that C++ text has, but got " << type << "; use float32";
        return WalkResult::interrupt();
      }
    Value updated = isa<AtomicOp, AtomicCasOp>(op) ? mlir::cast<AccessOpInterface>(op).getValueWritten() : Value();
    if (updated && elementType(updated.getType()).getIntOrFloatBitWidth() < 32) {
      op->emitError() << "expected an atomic update of 32-bit or 64-bit numbers, but got " << updated.getType();
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Types and literals
//===----------------------------------------------------------------------===//

std::string scalarType(Type type) {
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (type.isInteger(1))
    return "bool";
  auto integer = mlir::cast<IntegerType>(type);
  if (integer.getWidth() == 32)
    return integer.isUnsigned() ? "uint32_t" : "int";
  return (integer.isUnsigned() ? "uint" : "int") + std::to_string(integer.getWidth()) + "_t";
}

/// The letter of Warp's short type names; nullopt if there is none.
static std::optional<StringRef> suffixOf(Type element) {
  if (element.isF32())
    return "";
  if (element.isF64())
    return "d";
  if (isSI32(element))
    return "i";
  return std::nullopt;
}

std::string CFamily::type(Type type) {
  if (auto array = dyn_cast<ArrayType>(type)) {
    std::string rank = array.getRank() > 1 ? ", " + std::to_string(array.getRank()) : "";
    return "kgen::array<" + this->type(array.getElementType()) + rank + ">";
  }
  if (isStruct(type))
    return structNames.lookup(type);
  std::string name;
  std::optional<StringRef> suffix = isComposite(type) ? suffixOf(elementType(type)) : std::nullopt;
  if (auto vec = dyn_cast<VecType>(type)) {
    if (!suffix || vec.getLength() < 2 || vec.getLength() > 4)
      return "kgen::vec<" + std::to_string(vec.getLength()) + ", " + scalarType(vec.getElementType()) + ">";
    name = "vec" + std::to_string(vec.getLength()) + suffix->str();
  } else if (auto mat = dyn_cast<MatType>(type)) {
    if (!suffix || *suffix == "i" || mat.getRows() != mat.getCols() || mat.getRows() < 2 || mat.getRows() > 4)
      return "kgen::mat<" + std::to_string(mat.getRows()) + ", " + std::to_string(mat.getCols()) + ", " +
             scalarType(mat.getElementType()) + ">";
    name = "mat" + std::to_string(mat.getRows()) + std::to_string(mat.getCols()) + suffix->str();
  } else if (isQuat(type) || isTransform(type)) {
    name = (isQuat(type) ? "quat" : "transform") + suffix->str();
  } else {
    return scalarType(type);
  }
  if (authored.contains(name))
    return "kgen::" + name;
  aliases.insert(name);
  return name;
}

static Expr floatLiteral(const llvm::APFloat &value, Type type) {
  Expr expr;
  std::string of = "<" + scalarType(type) + ">()";
  if (value.isNaN())
    expr.text = "kgen::nan" + of;
  else if (value.isInfinity())
    expr.text = (value.isNegative() ? "-kgen::infinity" : "kgen::infinity") + of;
  else
    expr.text = decimal(value) + (type.isF32() ? "f" : "");
  if (value.isNegative() && !value.isNaN())
    expr.precedence = Unary;
  return expr;
}

Expr CFamily::literal(TypedAttr value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return floatLiteral(number.getValue(), number.getType());
  auto number = mlir::cast<IntegerAttr>(value);
  Expr expr;
  if (number.getType().isInteger(1)) {
    expr.text = number.getValue().isZero() ? "false" : "true";
    return expr;
  }
  auto type = mlir::cast<IntegerType>(number.getType());
  SmallString<24> digits;
  number.getValue().toString(digits, 10, type.isSigned());
  expr.text = digits.str().str();
  if (type.isSigned() && number.getValue().isNegative()) {
    expr.precedence = Unary;
    if (number.getValue().isMinSignedValue() && type.getWidth() >= 32) { // `-2147483648` is no int literal
      SmallString<24> above;
      (number.getValue() + 1).toString(above, 10, true);
      expr.text = above.str().str() + " - 1";
      expr.precedence = infixPrecedence("-");
    }
  }
  if (type.isUnsigned() && type.getWidth() >= 32)
    expr.text += "u";
  if (type.getWidth() == 32)
    return expr;
  expr.text = scalarType(type) + "(" + expr.text + ")";
  expr.precedence = Primary;
  return expr;
}

Expr CFamily::cast(const Expr &value, Type from, Type to) {
  Expr expr;
  if (to.isInteger(1)) { // S-44
    std::string zero = from.isF32() ? "0.0f" : from.isF64() ? "0.0" : "0";
    if (isInt(from) && mlir::cast<IntegerType>(from).isUnsigned())
      zero += "u";
    expr.precedence = infixPrecedence("!=");
    expr.op = "!=";
    expr.text = value.precedence > expr.precedence ? value.text : "(" + value.text + ")";
    expr.leftSize = expr.text.size();
    expr.text += " != ";
    expr.rightBegin = expr.text.size();
    expr.rightSize = zero.size();
    expr.text += zero;
    return expr;
  }
  bool saturates = isFloat(from) && isInt(to); // S-42
  expr.text = (saturates ? "kgen::cast<" + scalarType(to) + ">" : scalarType(to)) + "(" + value.text + ")";
  return expr;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Whether an op has to be printed so that it wraps (S-1).
bool CFamily::wraps(Operation *op) const {
  if (!isa<AddOp, SubOp, MulOp, NegOp>(op) || !isInt(op->getResult(0).getType()))
    return false;
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!wrapping || wrapping->getFunction() != function)
    wrapping = std::make_unique<Wrapping>(function);
  return wrapping->isNeeded(op);
}

const Spelling *CFamily::specialSpelling(Operation *op) const {
  static const Spelling add = {Spelling::Call, "kgen::wrapping_add"}, subtract = {Spelling::Call, "kgen::wrapping_sub"},
                        multiply = {Spelling::Call, "kgen::wrapping_mul"},
                        negate = {Spelling::Call, "kgen::wrapping_neg"};
  if (wraps(op))
    return isa<AddOp>(op) ? &add : isa<SubOp>(op) ? &subtract : isa<MulOp>(op) ? &multiply : &negate;
  static const Spelling divide = {Spelling::Call, "kgen::div"};
  static const Spelling remainder = {Spelling::Infix, "%"};
  if (op->getNumResults() != 1 || !isInt(op->getResult(0).getType()) || !isa<DivOp, ModOp>(op))
    return nullptr;
  // By a literal that is neither 0 nor -1 the operators are safe.
  auto constant = op->getOperand(1).getDefiningOp<ConstantOp>();
  auto divisor = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  bool isSafe = divisor && !divisor.getValue().isZero() && !divisor.getValue().isAllOnes();
  if (isa<DivOp>(op))
    return isSafe ? nullptr : &divide;
  return isSafe ? &remainder : nullptr;
}

int CFamily::infixPrecedence(StringRef op) const {
  return llvm::StringSwitch<int>(op)
      .Case("||", 2)
      .Case("&&", 3)
      .Case("|", 4)
      .Case("^", 5)
      .Case("&", 6)
      .Cases({"==", "!="}, 7)
      .Cases({"<", "<=", ">", ">="}, 8)
      .Cases({"<<", ">>"}, 9)
      .Cases({"+", "-"}, 10)
      .Cases({"*", "/", "%"}, 11)
      .Default(Unary);
}

bool CFamily::wantsBrackets(StringRef outer, StringRef inner) const {
  // Compilers warn where few readers know the order.
  if (outer == "||")
    return inner == "&&";
  auto isBitwise = [](StringRef op) { return op == "&" || op == "|" || op == "^" || op == "<<" || op == ">>"; };
  if (isBitwise(outer) || isBitwise(inner))
    return outer != inner && outer != "&&" && outer != "[";
  auto isComparison = [&](StringRef op) { return infixPrecedence(op) == 7 || infixPrecedence(op) == 8; };
  return isComparison(outer) && (isComparison(inner) || inner == "&&" || inner == "||");
}

Expr CFamily::narrowed(Expr expr, Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() == 1 || integer.getWidth() >= 32)
    return expr;
  // C++ computes in int (S-1).
  Expr cut;
  cut.text = scalarType(type) + "(" + expr.text + ")";
  cut.reads = expr.reads;
  cut.depth = expr.depth + 1;
  return cut;
}

static std::string inBrackets(const Expr &expr, int precedence) {
  return expr.precedence < precedence ? "(" + expr.text + ")" : expr.text;
}

Expr CFamily::ternary(const Expr &condition, const Expr &a, const Expr &b) {
  Expr expr;
  expr.precedence = Ternary;
  expr.text =
      inBrackets(condition, Ternary + 1) + " ? " + inBrackets(a, Ternary + 1) + " : " + inBrackets(b, Ternary + 1);
  return expr;
}

std::string CFamily::element(StringRef array, ArrayRef<std::string> indices) {
  bool isVector = indices.size() == 1;
  return (array + (isVector ? "[" : "(") + llvm::join(indices, ", ") + (isVector ? "]" : ")")).str();
}

std::string CFamily::component(StringRef aggregate, ArrayRef<std::string> indices) {
  return element(aggregate, indices);
}

std::string CFamily::view(StringRef array, ArrayRef<std::string> indices) {
  return array.str() + ".row(" + llvm::join(indices, ", ") + ")";
}

std::string CFamily::gradientPart(StringRef gradient, Type type, StringRef step) {
  std::string part = hasFields(type) ? "&" + this->type(type) + "::" + step.str() : step.str();
  return "kgen::part(" + gradient.str() + ", " + part + ")";
}

std::string CFamily::atomicOnPart(AtomicOp op, StringRef part, StringRef value) {
  return atomicName(op.getKind()) + "(&" + part.str() + ", " + value.str() + ")";
}

std::string CFamily::construct(Type type, ArrayRef<std::string> components) {
  std::string name = this->type(type);
  if (isStruct(type))
    return name + "{" + llvm::join(components, ", ") + "}";
  return components.empty() ? name + "{}" : name + "(" + llvm::join(components, ", ") + ")";
}

std::string CFamily::identity(Type type) { return "kgen::identity<" + this->type(type) + ">()"; }

StringRef CFamily::gradientFunction(Operation *op) const {
  return isa<GradientReadOp>(op) ? "kgen::read" : isa<GradientTakeOp>(op) ? "kgen::take" : "kgen::add";
}

std::string CFamily::tapeCall(Operation *op, ArrayRef<std::string> operands) {
  std::string function = "kgen::" + op->getName().stripDialect().str();
  if (auto recall = dyn_cast<RecallOp>(op))
    function += "<" + type(recall.getType()) + ">";
  std::string text = function + "(" + operands.front() + ", " + idx + ", " + bounds();
  for (StringRef operand : operands.drop_front())
    text += (", " + operand).str();
  return text + ")";
}

std::string CFamily::atomicName(AtomicKind kind) { return "kgen::atomic_" + stringifyAtomicKind(kind).str(); }

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

std::string CFamily::declare(const Variable &variable, StringRef name, StringRef value) {
  std::string text = variable.isRead ? "" : "[[maybe_unused]] ";
  if (!variable.isMutable && !value.empty())
    text += "const ";
  text += type(variable.type) + " " + name.str();
  if (!value.empty())
    return text + " = " + value.str() + ";";
  if (variable.isAssignedFirst)
    return text + ";";
  return text + (isComposite(variable.type) || isArray(variable.type) ? "{};"
                 : variable.type.isInteger(1)                         ? " = false;"
                                                                      : " = 0;");
}

std::string CFamily::declareThread(ArrayRef<std::string> names, bool unused) {
  std::string text = unused ? "[[maybe_unused]] " : "";
  std::string from = "(" + idx + ", " + bounds() + ");";
  if (names.size() == 1)
    return text + "const int " + names[0] + " = kgen::tid" + from;
  return text + "const auto [" + llvm::join(names, ", ") + "] = kgen::tid" + std::to_string(names.size()) + from;
}

std::string CFamily::declareGradient(const Variable &variable, StringRef name, StringRef array, StringRef adjoint) {
  std::string text = variable.isRead ? "const auto " : "[[maybe_unused]] const auto ";
  return (text + name + " = kgen::gradient_of(" + array + ", " + adjoint + ");").str();
}

std::string CFamily::ifHead(StringRef condition) { return "if (" + condition.str() + ") {"; }
std::string CFamily::elifHead(StringRef condition) { return "} else if (" + condition.str() + ") {"; }
std::string CFamily::whileHead(StringRef condition) { return "while (" + condition.str() + ") {"; }

std::string CFamily::forHead(StringRef name, StringRef lower, StringRef upper, const Expr &step,
                             std::optional<int64_t> literalStep) {
  std::string head = "for (int " + name.str() + " = " + lower.str() + "; ";
  if (!literalStep)
    return head + "kgen::in_range(" + name.str() + ", " + upper.str() + ", " + step.text + "); " + name.str() +
           " += " + step.text + ") {";
  if (*literalStep == 0) // S-63
    return head + "false;) {";
  if (*literalStep < 0 && upper == "-1")
    head += name.str() + " >= 0; ";
  else
    head += name.str() + (*literalStep > 0 ? " < " : " > ") + upper.str() + "; ";
  if (*literalStep == 1 || *literalStep == -1)
    return head + (*literalStep > 0 ? "++" : "--") + name.str() + ") {";
  return head + name.str() + (*literalStep > 0 ? " += " : " -= ") + std::to_string(std::abs(*literalStep)) + ") {";
}

std::string CFamily::print(StringRef value) { return "kgen::print(" + value.str() + ");"; }

std::string CFamily::returnValues(ArrayRef<std::string> values) {
  return values.size() == 1 ? "return " + values.front() + ";" : "return {" + llvm::join(values, ", ") + "};";
}

std::string CFamily::declareResults(ArrayRef<std::string> names, StringRef call, bool unused) {
  return (unused ? "[[maybe_unused]] const auto [" : "const auto [") + llvm::join(names, ", ") + "] = " + call.str() +
         ";";
}

std::string CFamily::printFormat(StringRef format, ArrayRef<std::string> values, ArrayRef<Type> types) {
  std::string error, text;
  std::optional<SmallVector<FormatPart>> parts = splitFormat(format, error); // the verifier has seen it
  size_t i = 0;
  for (const FormatPart &part : *parts) {
    for (char c : part.text)
      text += c == '%' ? "%%" : std::string(1, c);
    if (!part.conversion)
      continue;
    bool isLong = part.isInteger() && types[i].getIntOrFloatBitWidth() == 64;
    text += "%" + part.modifiers + (isLong ? "ll" : "") + part.conversion;
    ++i;
  }
  return "kgen::format(" + quoted(text) + (values.empty() ? "" : ", ") + llvm::join(values, ", ") + ");";
}

std::string CFamily::assertion(StringRef condition, std::optional<StringRef> message) {
  return "kgen::expect(" + condition.str() + (message ? ", " + quoted(*message) : "") + ");";
}

bool CFamily::hasAugmented(StringRef op, bool onArray) const {
  return llvm::is_contained({"+", "-", "*", "/", "%", "&", "|", "^"}, op);
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

void CFamily::preamble(raw_ostream &os) {
  for (const std::string &alias : aliases)
    os << "using kgen::" << alias << ";\n";
  if (!aliases.empty())
    os << "\n";
}

void CFamily::finish(StringRef head, StringRef kernels, raw_ostream &os) {
  os << (options.selfContained ? neededOfHeader((head + kernels).str()) : "#include \"kgen/kgen.cuh\"\n\n") << head
     << kernels;
}

std::string CFamily::structure(StructType type, FunctionOpInterface) {
  std::string text = "struct " + this->type(type) + " {\n";
  for (auto [i, field] : llvm::enumerate(type.getFieldTypes()))
    text += "    " + this->type(field) + " " + this->field(type, i) + ";\n";
  return text + "};\n\n";
}

/// A struct for the results of a function that has several.
static std::string resultsStruct(StringRef name, ArrayRef<std::string> types) {
  static const char *const words[] = {"first", "second", "third", "fourth"};
  std::string text = "struct " + name.str() + " {\n";
  for (auto [i, type] : llvm::enumerate(types))
    text += "    " + type + " " + (types.size() > 4 ? "r" + std::to_string(i) : words[i]) + ";\n";
  return text + "};\n\n";
}

void CFamily::function(KernelPrinter &printer, raw_ostream &os) {
  setFrame(printer);
  FunctionOpInterface function = printer.getFunction();
  std::string name = functionName(SymbolTable::getSymbolName(function).getValue());
  SmallVector<std::string> results;
  for (Type type : function.getResultTypes())
    results.push_back(this->type(type));
  if (results.size() > 1)
    os << resultsStruct(name + "_results", results);
  std::string result = results.empty() ? "void" : results.size() == 1 ? results.front() : name + "_results";
  os << description(printer) << functionHead() << " " << result << " " << name << "(" << printer.headMark();
  size_t count = printer.parameters().size(), length = result.size() + name.size();
  SmallVector<std::string> parameters;
  bool hasComments = false;
  for (size_t i = 0; i < count; ++i) {
    parameters.push_back(parameter(printer, i));
    length += parameters.back().size() + 2;
    hasComments |=
        !printer.parameterComments(i, "kgen.lead").empty() || !printer.parameterComments(i, "kgen.tail").empty();
  }
  if (!count || (length < 90 && !hasComments))
    os << llvm::join(parameters, ", ") << ")\n{\n";
  else
    os << "\n" << declarations(printer, count, ",", ")") << "{\n";
  os << printer.threadPart(1, /*asFunction=*/true) << "}\n";
}

std::string CFamily::defineConstant(StringRef name, TypedAttr value) {
  return "static constexpr " + type(value.getType()) + " " + name.str() + " = " + literal(value).text + ";\n";
}

void CFamily::setFrame(const KernelPrinter &printer) {
  dim = printer.frameName("dim");
  idx = printer.frameName("idx");
}

ThreadProgram CFamily::threadProgram(KernelPrinter &printer) {
  setFrame(printer);
  ThreadProgram program;
  program.description = description(printer);
  program.isFunction = inFunction = printer.returnsFromLoop();
  program.launch = printer.launchPart(1);
  program.thread = printer.threadPart(inFunction ? 1 : 2, inFunction);
  return program;
}

std::string CFamily::parameter(const KernelPrinter &printer, unsigned i) {
  bool isUnused = isa<FuncOp>(printer.getFunction().getOperation()) && !printer.usesParameter(i);
  return (isUnused ? "[[maybe_unused]] " : "") + type(printer.getFunction().getArgumentTypes()[i]) + " " +
         printer.parameters()[i];
}

std::string CFamily::declarations(const KernelPrinter &printer, size_t count, StringRef between, StringRef last) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    for (const std::string &line : printer.parameterComments(i, "kgen.lead"))
      text += "    " + comment(line) + "\n";
    text += "    " + parameter(printer, i);
    text += (i + 1 < count ? between : last).str() + printer.parameterMark(i);
    for (const std::string &line : printer.parameterComments(i, "kgen.tail"))
      text += "  " + comment(line);
    text += i + 1 < count || !last.empty() ? "\n" : "";
  }
  return text;
}

std::string CFamily::parameterList(KernelPrinter &printer, StringRef first) {
  size_t count = printer.parameters().size();
  std::string text =
      "(" + printer.headMark() + "\n    " + first.str() + (count ? ",\n" : "") + declarations(printer, count, ",", "");
  // A comment behind the last parameter ends the line.
  bool isOpen = count && !printer.parameterComments(count - 1, "kgen.tail").empty();
  return text + (isOpen ? "\n)" : ")");
}

std::string CFamily::description(KernelPrinter &printer) {
  std::string text;
  for (const std::string &line : textLines(printer.docstring()))
    text += line.empty() ? "///\n" : "/// " + line + (StringRef(line).ends_with("\\") ? "." : "") + "\n";
  for (StringRef kind : {"kgen.lead", "kgen.tail"})
    for (const std::string &line : printer.commentsOf(printer.getFunction(), kind))
      text += comment(line) + "\n";
  return text;
}

static StringRef forwardName(KernelOp kernel) {
  return kernel.isBackward() ? *kernel.getAdjointOf() : kernel.getSymName();
}

std::string CFamily::localName(KernelOp kernel, StringRef forward, StringRef backward) {
  return (forwardName(kernel) + (kernel.isBackward() ? backward : forward)).str();
}

std::string CFamily::entryName(KernelOp kernel, FormLanguage language) {
  return infoOf(language).entryName(forwardName(kernel),
                                    kernel.isBackward() ? Direction::Backward : Direction::Forward);
}

} // namespace kgen::text
