// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of the dialect: their text, their rules, and the sets they belong to.

#include "kgen/IR/Kgen.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numeric>

using namespace mlir;

/// Element types print in short, `vec<3xf32>`, and are read in either way.
static ParseResult parseElementType(AsmParser &parser, Type &type);
static void printElementType(AsmPrinter &printer, Type type);

#define GET_TYPEDEF_CLASSES
#include "kgen/IR/KgenTypes.cpp.inc"

using namespace kgen;

static ParseResult parseElementType(AsmParser &parser, Type &type) {
  OptionalParseResult result = parser.parseOptionalType(type);
  if (result.has_value())
    return *result;
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  OptionalParseResult own = generatedTypeParser(parser, &mnemonic, type);
  if (own.has_value())
    return *own;
  return parser.emitError(loc, "expected a scalar or a type of the kgen dialect but got '") << mnemonic << "'";
}

static void printElementType(AsmPrinter &printer, Type type) {
  if (succeeded(printer.printAlias(type)))
    return;
  if (failed(generatedTypePrinter(type, printer)))
    printer.printType(type);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Parses `<3xf32>` or `<3x3xf32>`; `rank` extents.
static ParseResult parseExtents(AsmParser &parser, unsigned rank, SmallVectorImpl<int64_t> &extents, Type &element) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(extents, /*allowDynamic=*/false, /*withTrailingX=*/true) ||
      parser.parseType(element) || parser.parseGreater())
    return failure();
  if (extents.size() != rank)
    return parser.emitError(loc, "expected ") << rank << " extents but got " << extents.size();
  for (int64_t extent : extents)
    if (extent < 1 || extent > int64_t(maxComponents))
      return parser.emitError(loc, "expected extents from 1 to ") << maxComponents << " but got " << extent;
  return success();
}

Type VecType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t, 1> extents;
  Type element;
  if (parseExtents(parser, 1, extents, element))
    return {};
  return parser.getChecked<VecType>(loc, parser.getContext(), extents[0], element);
}

void VecType::print(AsmPrinter &printer) const { printer << "<" << getLength() << "x" << getElementType() << ">"; }

Type MatType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t, 2> extents;
  Type element;
  if (parseExtents(parser, 2, extents, element))
    return {};
  return parser.getChecked<MatType>(loc, parser.getContext(), extents[0], extents[1], element);
}

void MatType::print(AsmPrinter &printer) const {
  printer << "<" << getRows() << "x" << getCols() << "x" << getElementType() << ">";
}

/// `<8x4xf32>`, the element type in short.
Type TileType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t, 4> shape;
  Type element;
  if (parser.parseLess() || parser.parseDimensionList(shape, /*allowDynamic=*/false, /*withTrailingX=*/true) ||
      parseElementType(parser, element) || parser.parseGreater())
    return {};
  return parser.getChecked<TileType>(loc, parser.getContext(), shape, element);
}

void TileType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t extent : getShape())
    printer << extent << "x";
  printElementType(printer, getElementType());
  printer << ">";
}

/// `<"NAME", FIELD: TYPE, ...>`, types in short.
Type StructType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  SmallVector<StringAttr> fieldNames;
  SmallVector<Type> fieldTypes;
  if (parser.parseLess() || parser.parseString(&name))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    StringRef field;
    if (parser.parseKeyword(&field) || parser.parseColon() || parseElementType(parser, fieldTypes.emplace_back()))
      return {};
    fieldNames.push_back(StringAttr::get(parser.getContext(), field));
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<StructType>(loc, parser.getContext(), name, fieldNames, fieldTypes);
}

void StructType::print(AsmPrinter &printer) const {
  printer << "<\"" << getName() << "\"";
  for (auto [name, type] : llvm::zip_equal(getFieldNames(), getFieldTypes())) {
    printer << ", " << name.getValue() << ": ";
    printElementType(printer, type);
  }
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static LogicalResult verifyComponents(function_ref<InFlightDiagnostic()> emitError, uint64_t count, Type element) {
  if (!isNumber(element))
    return emitError() << "expected an integer or float element type but got " << element;
  if (count < 1 || count > maxComponents)
    return emitError() << "expected from 1 to " << maxComponents << " components but got " << count;
  return success();
}

LogicalResult VecType::verify(function_ref<InFlightDiagnostic()> emitError, unsigned length, Type element) {
  return verifyComponents(emitError, length, element);
}

LogicalResult MatType::verify(function_ref<InFlightDiagnostic()> emitError, unsigned rows, unsigned cols,
                              Type element) {
  return verifyComponents(emitError, uint64_t(rows) * cols, element);
}

LogicalResult ArrayType::verify(function_ref<InFlightDiagnostic()> emitError, unsigned rank, Type element) {
  if (rank < 1 || rank > 4)
    return emitError() << "expected a rank from 1 to 4 but got " << rank;
  if (!isValue(element))
    return emitError() << "expected a scalar, vector, matrix, quaternion, transform or struct as element type but got "
                       << element;
  return success();
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape, Type element) {
  if (shape.empty() || shape.size() > 4)
    return emitError() << "expected a tile of 1 to 4 dimensions but got " << shape.size();
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (extent < 1)
      return emitError() << "expected extents of at least 1 for a tile but got " << extent;
    count *= std::min(extent, maxTileElements + 1);
    if (count > maxTileElements)
      return emitError() << "expected a tile of at most " << maxTileElements << " elements but got more";
  }
  if (!isValue(element))
    return emitError() << "expected a scalar, vector, matrix, quaternion, transform or struct as element type but got "
                       << element;
  return success();
}

LogicalResult QuatType::verify(function_ref<InFlightDiagnostic()> emitError, Type element) {
  return kgen::isFloat(element) ? success() : emitError() << "expected a float element type but got " << element;
}

LogicalResult TransformType::verify(function_ref<InFlightDiagnostic()> emitError, Type element) {
  return kgen::isFloat(element) ? success() : emitError() << "expected a float element type but got " << element;
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// The cost of writing a type out: its parts, and those of an array's elements.
static uint64_t countParts(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return 1 + countParts(array.getElementType());
  auto structType = dyn_cast<StructType>(type);
  if (!structType)
    return numComponents(type);
  uint64_t count = 1;
  for (Type field : structType.getFieldTypes())
    count += countParts(field);
  return count;
}

/// The depth of structs within structs and arrays that the libraries, which follow them, can handle.
static constexpr unsigned maxStructDepth = 64;

static unsigned structDepth(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return structDepth(array.getElementType());
  unsigned depth = 0;
  if (auto structType = dyn_cast<StructType>(type))
    for (Type field : structType.getFieldTypes())
      depth = std::max(depth, structDepth(field) + 1);
  return depth;
}

LogicalResult StructType::verify(function_ref<InFlightDiagnostic()> emitError, StringRef name,
                                 ArrayRef<StringAttr> fieldNames, ArrayRef<Type> fieldTypes) {
  if (!isIdentifier(name))
    return emitError() << "expected an identifier as the name of a struct but got '" << name << "'";
  if (fieldNames.size() != fieldTypes.size())
    return emitError() << "expected a type for each of " << fieldNames.size() << " fields but got "
                       << fieldTypes.size();
  uint64_t count = 0;
  llvm::SmallDenseSet<StringAttr> known;
  for (auto [field, type] : llvm::zip_equal(fieldNames, fieldTypes)) {
    if (!isIdentifier(field))
      return emitError() << "expected an identifier as the name of a field but got " << field;
    if (!known.insert(field).second)
      return emitError() << "expected fields of different names but got " << field << " twice";
    if (!isValueOrArray(type))
      return emitError() << "expected the field " << field << " to be a value or an array but got " << type;
    count += countParts(type);
    if (structDepth(type) >= maxStructDepth)
      return emitError() << "expected structs nested at most " << maxStructDepth << " deep but got one more in '"
                         << name << "'";
  }
  if (count > maxComponents)
    return emitError() << "expected at most " << maxComponents << " parts in the struct '" << name << "' but got "
                       << count;
  return success();
}

void KgenDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "kgen/IR/KgenTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//

bool kgen::isBool(Type type) { return type.isSignlessInteger(1); }

bool kgen::isInt(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && !integer.isSignless() && llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth());
}

bool kgen::isFloat(Type type) { return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type); }
bool kgen::isSmallInt(Type type) { return isInt(type) && type.getIntOrFloatBitWidth() < 32; }
bool kgen::isNumber(Type type) { return isInt(type) || isFloat(type); }
bool kgen::isScalar(Type type) { return isNumber(type) || isBool(type); }
bool kgen::isSI32(Type type) { return type.isSignedInteger(32); }
bool kgen::isUI32(Type type) { return type.isUnsignedInteger(32); }
bool kgen::isF32(Type type) { return type.isF32(); }

bool kgen::isVec(Type type) { return isa<VecType>(type); }
bool kgen::isFloatVec(Type type) { return isVec(type) && isFloat(elementType(type)); }
static bool isFloatVecOf(Type type, unsigned length) {
  return isFloatVec(type) && cast<VecType>(type).getLength() == length;
}
bool kgen::isFloatVec3(Type type) { return isFloatVecOf(type, 3); }
bool kgen::isFloatVec6(Type type) { return isFloatVecOf(type, 6); }
bool kgen::isMat(Type type) { return isa<MatType>(type); }
bool kgen::isFloatMat(Type type) { return isMat(type) && isFloat(elementType(type)); }

bool kgen::isSquareFloatMat(Type type) {
  auto matrix = dyn_cast<MatType>(type);
  return matrix && isFloat(matrix.getElementType()) && matrix.getRows() == matrix.getCols() && matrix.getRows() >= 2 &&
         matrix.getRows() <= 4;
}

bool kgen::isSquareMat(Type type) {
  auto matrix = dyn_cast<MatType>(type);
  return matrix && matrix.getRows() == matrix.getCols();
}

static bool isFloatMatOf(Type type, unsigned size) {
  auto matrix = dyn_cast<MatType>(type);
  return matrix && isFloat(matrix.getElementType()) && matrix.getRows() == size && matrix.getCols() == size;
}
bool kgen::isFloatMat33(Type type) { return isFloatMatOf(type, 3); }
bool kgen::isFloatMat44(Type type) { return isFloatMatOf(type, 4); }
bool kgen::isRotationMat(Type type) { return isFloatMat33(type) || isFloatMat44(type); }
bool kgen::hasIdentity(Type type) { return isSquareMat(type) || isQuat(type) || isTransform(type); }

bool kgen::isAggregate(Type type) { return isVec(type) || isMat(type); }
bool kgen::isFloatAggregate(Type type) { return isAggregate(type) && isFloat(elementType(type)); }
bool kgen::isQuat(Type type) { return isa<QuatType>(type); }
bool kgen::isTransform(Type type) { return isa<TransformType>(type); }
bool kgen::isStruct(Type type) { return isa<StructType>(type); }
bool kgen::isComposite(Type type) { return isa<VecType, MatType, QuatType, TransformType, StructType>(type); }
bool kgen::isArith(Type type) { return isNumber(type) || (isComposite(type) && !isStruct(type)); }
bool kgen::isFloatArith(Type type) { return isArith(type) && isFloat(elementType(type)); }
bool kgen::isValue(Type type) { return isScalar(type) || isComposite(type); }
bool kgen::isArray(Type type) { return isa<ArrayType>(type); }
bool kgen::isTape(Type type) {
  auto array = dyn_cast<ArrayType>(type);
  return array && array.getRank() == 1 && array.getElementType().isUnsignedInteger(64);
}
bool kgen::isTile(Type type) { return isa<TileType>(type); }
bool kgen::carriesAdjoint(Type type) {
  auto tile = dyn_cast<TileType>(type);
  return isFloatArith(tile ? tile.getElementType() : type);
}
bool kgen::isValueOrArray(Type type) { return isValue(type) || isArray(type); }

bool kgen::isStateVar(Type type) {
  auto var = dyn_cast<VarType>(type);
  return var && isUI32(var.getElementType());
}

Type kgen::elementType(Type type) {
  return TypeSwitch<Type, Type>(type)
      .Case<VecType, MatType, QuatType, TransformType, ArrayType, GradientType, TileType>(
          [](auto t) { return t.getElementType(); })
      .Default([](Type t) { return t; });
}

unsigned kgen::numComponents(Type type) {
  return TypeSwitch<Type, unsigned>(type)
      .Case([](VecType vector) { return vector.getLength(); })
      .Case([](MatType matrix) { return matrix.getRows() * matrix.getCols(); })
      .Case([](QuatType) { return 4; })
      .Case([](TransformType) { return 7; })
      .Case([](StructType structType) {
        unsigned count = 0;
        for (Type field : structType.getFieldTypes())
          count += numComponents(field);
        return count;
      })
      .Default(1u);
}

SmallVector<Type> kgen::constituentTypes(Type type) {
  if (!hasFields(type))
    return SmallVector<Type>(numComponents(type), elementType(type));
  return llvm::map_to_vector(llvm::seq(numParts(type)), [&](unsigned field) { return partType(type, field); });
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

static constexpr StringLiteral transformFields[] = {"p", "q"};

bool kgen::hasFields(Type type) { return isTransform(type) || isStruct(type); }

unsigned kgen::numParts(Type type) {
  return TypeSwitch<Type, unsigned>(type)
      .Case([](VecType vector) { return vector.getLength(); })
      .Case([](MatType matrix) { return matrix.getRows(); })
      .Case([](QuatType) { return 4; })
      .Case([](TransformType) { return 2; })
      .Case([](StructType structType) { return structType.getFieldTypes().size(); })
      .Default(0u);
}

StringRef kgen::fieldName(Type type, unsigned field) {
  if (isTransform(type))
    return transformFields[field];
  return cast<StructType>(type).getFieldNames()[field].getValue();
}

std::optional<unsigned> kgen::findField(Type type, StringRef name) {
  for (unsigned field = 0, count = hasFields(type) ? numParts(type) : 0; field < count; ++field)
    if (fieldName(type, field) == name)
      return field;
  return std::nullopt;
}

Type kgen::partType(Type type, int64_t step) {
  int64_t count = numParts(type);
  if (step != ShapedType::kDynamic ? step < (hasFields(type) ? 0 : -count) || step >= count : hasFields(type))
    return {};
  return TypeSwitch<Type, Type>(type)
      .Case<VecType, QuatType>([](auto t) { return t.getElementType(); })
      .Case([](MatType m) { return VecType::get(m.getContext(), m.getCols(), m.getElementType()); })
      .Case([&](TransformType t) -> Type {
        if (step == 0)
          return VecType::get(t.getContext(), 3, t.getElementType());
        return QuatType::get(t.getContext(), t.getElementType());
      })
      .Case([&](StructType s) { return s.getFieldTypes()[step]; })
      .Default(Type());
}

Type kgen::typeAt(Type type, ArrayRef<int64_t> path) {
  for (int64_t step : path)
    type = type ? partType(type, step) : Type();
  return type;
}

//===----------------------------------------------------------------------===//
// Types of products
//===----------------------------------------------------------------------===//

/// A matrix type, or null if it would be too large.
static Type boundedMatrix(unsigned rows, unsigned cols, Type element) {
  return uint64_t(rows) * cols <= maxComponents ? MatType::get(element.getContext(), rows, cols, element) : MatType();
}

Type kgen::matMulType(Type a, Type b) {
  auto left = dyn_cast<MatType>(a), right = dyn_cast<MatType>(b);
  if (!left || !right || left.getCols() != right.getRows() || left.getElementType() != right.getElementType())
    return {};
  return boundedMatrix(left.getRows(), right.getCols(), left.getElementType());
}

Type kgen::matVecType(Type matrix, Type vector) {
  auto m = dyn_cast<MatType>(matrix);
  auto v = dyn_cast<VecType>(vector);
  if (!m || !v || m.getCols() != v.getLength() || m.getElementType() != v.getElementType())
    return {};
  return VecType::get(m.getContext(), m.getRows(), m.getElementType());
}

Type kgen::vecMatType(Type vector, Type matrix) {
  auto m = dyn_cast<MatType>(matrix);
  auto v = dyn_cast<VecType>(vector);
  if (!m || !v || m.getRows() != v.getLength() || m.getElementType() != v.getElementType())
    return {};
  return VecType::get(m.getContext(), m.getCols(), m.getElementType());
}

Type kgen::outerType(Type a, Type b) {
  auto left = cast<VecType>(a), right = cast<VecType>(b);
  return boundedMatrix(left.getLength(), right.getLength(), left.getElementType());
}

Type kgen::transposedType(Type matrix) {
  auto m = cast<MatType>(matrix);
  return MatType::get(m.getContext(), m.getCols(), m.getRows(), m.getElementType());
}

Type kgen::diagonalType(Type matrix) {
  auto m = cast<MatType>(matrix);
  return VecType::get(m.getContext(), m.getRows(), m.getElementType());
}

Type kgen::rowsType(unsigned n, Type vector) {
  auto v = cast<VecType>(vector);
  return boundedMatrix(n, v.getLength(), v.getElementType());
}

Type kgen::colsType(unsigned n, Type vector) {
  auto v = cast<VecType>(vector);
  return boundedMatrix(v.getLength(), n, v.getElementType());
}

static Type vecOf(unsigned length, Type type) {
  return VecType::get(type.getContext(), length, kgen::elementType(type));
}
static Type matOf(unsigned size, Type type) {
  return MatType::get(type.getContext(), size, size, kgen::elementType(type));
}
Type kgen::vec3Of(Type type) { return vecOf(3, type); }
Type kgen::vec4Of(Type type) { return vecOf(4, type); }
Type kgen::vec6Of(Type type) { return vecOf(6, type); }
Type kgen::mat33Of(Type type) { return matOf(3, type); }
Type kgen::mat44Of(Type type) { return matOf(4, type); }
Type kgen::mat66Of(Type type) { return matOf(6, type); }
Type kgen::quatOf(Type type) { return QuatType::get(type.getContext(), elementType(type)); }
Type kgen::transformOf(Type type) { return TransformType::get(type.getContext(), elementType(type)); }

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

bool kgen::isFlatTile(Type element, ArrayRef<int64_t> shape) { return shape.size() > (isVec(element) ? 1 : 2); }

int64_t kgen::countElements(ArrayRef<int64_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
}

Type kgen::tileValueType(Type element, ArrayRef<int64_t> shape) {
  if (!element || shape.empty())
    return nullptr;
  auto vector = dyn_cast<VecType>(element);
  Type scalar = vector ? vector.getElementType() : element;
  SmallVector<int64_t> all(shape);
  if (vector)
    all.push_back(vector.getLength());
  int64_t count = 1;
  for (int64_t extent : all) {
    if (extent < 1 || extent > maxComponents || count * extent > maxComponents)
      return nullptr;
    count *= extent;
  }
  if (!isNumber(scalar))
    return nullptr;
  if (isFlatTile(element, shape))
    all = vector ? SmallVector<int64_t>{count / vector.getLength(), vector.getLength()} : SmallVector<int64_t>{count};
  MLIRContext *context = element.getContext();
  return all.size() == 1 ? Type(VecType::get(context, all[0], scalar)) : MatType::get(context, all[0], all[1], scalar);
}
