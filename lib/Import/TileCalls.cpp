// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of tiles that move, make, combine and reduce them: what each does is written beside what it takes.

#include "Calls.h"
#include "Constructors.h"
#include "Expressions.h"
#include "PyTypes.h"
#include "Tiles.h"
#include "UserCalls.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

//===----------------------------------------------------------------------===//
// To and from arrays
//===----------------------------------------------------------------------===//

Operand Tiles::importTileLoad(PyNode node) {
  TileCall call(node, "tile_load");
  FailureOr<Value> array = addArray(call);
  if (failed(array) || failed(checkTileStorage(node)))
    return Operand();
  Type element = elementType(array->getType());
  PyNode shape = argument(node, "shape", 1);
  SmallVector<int64_t> extents = readTileExtents(shape);
  unsigned rank = cast<ArrayType>(array->getType()).getRank();
  if (!extents.empty() && extents.size() != rank) {
    error(shape) << "expected " << rank << (rank == 1 ? " extent" : " extents")
                 << " for a tile of an array with as many dimensions but got " << extents.size();
    return Operand();
  }
  FailureOr<SmallVector<unsigned>> offsets = addOffsets(call, 2, rank);
  FailureOr<bool> isChecked = readTileFlag(node, "bounds_check", true);
  if (failed(offsets) || failed(isChecked))
    return Operand();
  std::string detail = nameTile(extents, element) + (*isChecked ? "" : "_inside");
  return callTiles(call, detail, element, extents, [&](TileBody &body, ValueRange operands) {
    TileShape shape{element, extents};
    Value tile = body.declare("tile", body.number(shape.value(), 0.0));
    body.loopInside(operands[0], extents, operands.drop_front(), *isChecked,
                    [&](TileBody::Path at, TileBody::Path place) {
                      body.setElement(shape, tile, LoadOp::create(body.b, body.location, operands[0], place), at);
                    });
    return body.get(tile);
  });
}

/// Reports a tile that an array of this type cannot take.
LogicalResult Tiles::checkStored(PyNode call, PyNode place, Type array, const Operand &tile) {
  Type element = elementType(array);
  unsigned rank = cast<ArrayType>(array).getRank();
  if (element != tile.type)
    return error(place) << "expected a tile of " << typeName(element) << ", as the array holds, but got a "
                        << describeTile(tile);
  if (!tile.extents.empty() && tile.extents.size() != rank)
    return error(place) << "expected a tile with " << rank << (rank == 1 ? " dimension" : " dimensions")
                        << ", as the array has, but got one with " << tile.extents.size();
  if (tileFunction(call).contains("atomic") && !isArith(element))
    return error(argument(call, "a", 0)) << "expected an array of numbers to add to but got " << typeName(array);
  return success();
}

/// Stores a tile in an array, or adds it there; the result is the element before, if the call is asked for it.
Value Tiles::storeTile(TileBody &body, const TileCall &call, Value array, TileShape shape, Value tile,
                       ValueRange offsets, bool isChecked, PickedAxis picked) {
  bool isUpdate = call.name.contains("atomic"), hasResult = isUpdate && !isStatement(call.node);
  Value old = hasResult ? body.declare("old", body.number(shape.value(), 0.0)) : Value();
  auto store = [&](TileBody::Path at, TileBody::Path place) {
    Value value = body.element(shape, tile, at);
    if (!isUpdate) {
      StoreOp::create(body.b, body.location, array, place, value);
      return;
    }
    Value before =
        AtomicOp::create(body.b, body.location, AtomicKind::add, array, place, value, /*augmented=*/!hasResult);
    if (hasResult)
      body.setElement(shape, old, before, at);
  };
  body.loopInside(array, shape.extents, offsets, isChecked, store, picked);
  return hasResult ? body.get(old) : Value();
}

Operand Tiles::importTileStore(PyNode node) {
  TileCall call(node, tileFunction(node));
  FailureOr<Value> array = addArray(call);
  Operand tile = addTile(call, "t", 1, "tile");
  if (failed(array) || !tile || failed(checkStored(node, argument(node, "t", 1), array->getType(), tile)))
    return Operand();
  FailureOr<SmallVector<unsigned>> offsets = addOffsets(call, 2, cast<ArrayType>(array->getType()).getRank());
  FailureOr<bool> isChecked = readTileFlag(node, "bounds_check", true);
  if (failed(offsets) || failed(isChecked))
    return Operand();
  bool hasResult = call.name == "tile_atomic_add" && !isStatement(node);
  std::string detail = nameTile(tile.extents, tile.type) + (*isChecked ? "" : "_inside") + (hasResult ? "_old" : "");
  return callTiles(call, detail, hasResult ? tile.type : Type(), tile.extents,
                   [&](TileBody &body, ValueRange operands) {
                     return storeTile(body, call, operands[0], tile, operands[1], operands.drop_front(2), *isChecked);
                   });
}

//===----------------------------------------------------------------------===//
// Tiles of numbers
//===----------------------------------------------------------------------===//

/// The dtype of a call, float where it has none; null where it is no type.
Type Tiles::readTileType(PyNode node, std::optional<unsigned> position) {
  PyNode dtype = argument(node, "dtype", position);
  Type type = dtype ? constructors.readType(dtype) : builder.getF32Type();
  if (!type || !writtenName(type).empty())
    return type;
  // Kernels have no way to write it but by a name of their module.
  error(dtype) << "expected a type of tiles that Warp has a name for, such as wp.vec3, but got " << typeName(type);
  return nullptr;
}

Operand Tiles::importTileFill(PyNode node) {
  TileCall call(node, tileFunction(node));
  Type type = readTileType(node, 1);
  if (!type || failed(checkTileStorage(node)))
    return Operand();
  bool isOnes = call.name == "tile_ones";
  if (isStruct(type) && isOnes) {
    error(node) << "expected numbers for 'wp.tile_ones' but got the struct " << typeName(type) << ", which has no one";
    return Operand();
  }
  SmallVector<int64_t> extents = readTileExtents(argument(node, "shape", 0));
  return callTiles(call, nameTile(extents, type), type, extents, [&](TileBody &body, ValueRange) {
    return body.number(tileValueType(type, extents), isOnes ? 1.0 : 0.0);
  });
}

Operand Tiles::importTileFull(PyNode node) {
  TileCall call(node, "tile_full");
  PyNode given = argument(node, "value", 1), dtype = argument(node, "dtype", 2);
  Type type = dtype ? readTileType(node, 2) : Type();
  if (!given || (dtype && !type))
    return Operand();
  std::optional<Literal> literal = type && isScalar(type) ? literalOf(given) : std::nullopt;
  bool isConverted = literal && convertLiteral(*literal, type, /*wrap=*/false);
  Value value = isConverted ? createLiteral(given, *literal, type) : importExpression(given);
  if (!value || failed(checkTileStorage(node)))
    return Operand();
  type = type ? type : value.getType();
  if (value.getType() != type) {
    (void)refuseType(given, type, value);
    return Operand();
  }
  call.add(given, "value", value);
  return fillTile(call, type);
}

/// A tile of the shape that the call's first argument says, each element of which is the call's first operand.
Operand Tiles::fillTile(TileCall &call, Type type) {
  SmallVector<int64_t> extents = readTileExtents(argument(call.node, "shape", 0));
  return callTiles(call, nameTile(extents, type), type, extents, [&](TileBody &body, ValueRange operands) {
    TileShape shape{type, extents};
    Value tile = body.declare("tile", body.number(shape.value(), 0.0));
    body.loopOver(extents, [&](TileBody::Path at) { body.setElement(shape, tile, operands[0], at); });
    return body.get(tile);
  });
}

/// A bound or step as a number of the tile's type.
TypedAttr Tiles::readTileBound(PyNode node, Type type) {
  std::optional<Literal> literal = literalOf(node);
  if (!literal) {
    error(node) << "expected a literal or a constant for 'wp.tile_arange' but got " << describe(node);
    return nullptr;
  }
  bool isReal = literal->kind == Literal::Float;
  if (!isReal && !literal->integer.isSignedIntN(65)) {
    error(node) << "expected an integer of at most 64 bits for 'wp.tile_arange' but got " << describe(node);
    return nullptr;
  }
  if (isReal && isInt(type) && literal->real != std::trunc(literal->real)) {
    error(node) << "expected a number of type " << typeName(type) << " for 'wp.tile_arange' but " << describe(node)
                << " has a fractional part";
    return nullptr;
  }
  TypedAttr value = convertLiteral(*literal, type, /*wrap=*/false);
  auto real = dyn_cast_if_present<FloatAttr>(value);
  if (!value || (real && real.getValue().isInfinity())) {
    error(node) << "expected a number that " << typeName(type) << " holds for 'wp.tile_arange' but got "
                << describe(node);
    return nullptr;
  }
  return value;
}

/// How many numbers there are from the first on, before the second, by a step that is not 0: of integers exactly, of
/// floats as their type counts. Nothing where nobody can count them.
static std::optional<double> countRange(ArrayRef<TypedAttr> range) {
  if (isa<IntegerAttr>(range[0])) {
    auto widen = [](TypedAttr attribute) {
      APInt value = cast<IntegerAttr>(attribute).getValue();
      return attribute.getType().isUnsignedInteger() ? value.zext(128) : value.sext(128);
    };
    APInt step = widen(range[2]);
    return APIntOps::RoundingSDiv(widen(range[1]) - widen(range[0]), step, APInt::Rounding::UP)
        .roundToDouble(/*isSigned=*/true);
  }
  auto real = [](TypedAttr attribute) { return cast<FloatAttr>(attribute).getValueAsDouble(); };
  double span = real(range[1]) - real(range[0]);
  APFloat quotient(span / real(range[2]));
  bool losesInfo = false;
  quotient.convert(cast<FloatType>(range[0].getType()).getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  quotient.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  if (!quotient.isFinite())
    return std::nullopt;
  bool isEmpty = span == 0.0 || (span < 0.0) != (real(range[2]) < 0.0);
  return isEmpty ? 0.0 : std::max(1.0, std::ceil(quotient.convertToDouble()));
}

Operand Tiles::importTileRange(PyNode node) {
  TileCall call(node, "tile_arange");
  PyNodes given = node.list("args");
  if (given.size() > 3) {
    error(node) << "expected at most 3 positional arguments for 'wp.tile_arange' but got " << given.size();
    return Operand();
  }
  Type type = readTileType(node, std::nullopt);
  if (!type)
    return Operand();
  if (!isNumber(type)) {
    error(argument(node, "dtype")) << "expected a numeric scalar dtype for 'wp.tile_arange' but got " << typeName(type);
    return Operand();
  }
  Literal zero, one;
  one.integer = 1;
  TypedAttr range[3];
  for (auto [i, attribute] : enumerate(range))
    attribute = convertLiteral(i < 2 ? zero : one, type, /*wrap=*/false);
  for (auto [i, bound] : enumerate(given)) {
    TypedAttr number = readTileBound(bound, type);
    if (!number)
      return Operand();
    range[given.size() == 1 ? 1 : i] = number;
  }
  auto step = dyn_cast<FloatAttr>(range[2]);
  if (step ? step.getValue().isZero() : cast<IntegerAttr>(range[2]).getValue().isZero()) {
    error(given.back()) << "expected a step other than 0 for 'wp.tile_arange'";
    return Operand();
  }
  std::optional<double> count = countRange(range);
  if (!count) {
    error(node) << "expected a range for 'wp.tile_arange' whose elements can be counted";
    return Operand();
  }
  SmallVector<int64_t> extents;
  if (*count >= 1.0 && *count <= double(maxComponents))
    extents.push_back(int64_t(*count));
  // In the text they stand as they were written.
  auto constant = [&](TypedAttr value) {
    return ConstantOp::create(builder, location(node), type, value, StringAttr());
  };
  call.add(PyNode(), "start", constant(range[0]));
  call.add(PyNode(), "step", constant(range[2]));
  return callTiles(call, nameTile(extents, type), type, extents, [&](TileBody &body, ValueRange operands) {
    Value tile = body.declare("tile", body.number(tileValueType(type, extents), 0.0));
    body.loopOver(extents, [&](TileBody::Path at) {
      Value place = body.cast(body.valueOf(at[0]), type);
      body.set(tile, body.infix("+", {operands[0], body.infix("*", {operands[1], place})}), at);
    });
    return body.get(tile);
  });
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

Value Tiles::ElementOperator::apply(TileBody &body, ValueRange operands) const {
  return builtin ? createBuiltin(body.b, body.location, *builtin, operands) : body.call(function, operands);
}

/// An operator for such elements; false where it takes none, or has been reported.
Tiles::ElementOperator Tiles::elementOperator(PyNode node, const Operand &op, ArrayRef<Type> elements) {
  if (!op.is(Operand::Builtin))
    return userOperator(node, op.functions, elements);
  ElementOperator found;
  found.text = op.text;
  for (const BuiltinInfo *info : builtinOverloads(op.text))
    if (info->numOperands == elements.size() && info->accepts(elements)) {
      found.builtin = info;
      found.type = info->resultType(elements);
      break;
    }
  return found;
}

Tiles::ElementOperator Tiles::userOperator(PyNode node, ArrayRef<unsigned> functions, ArrayRef<Type> elements) {
  ElementOperator found;
  Block aside;
  std::vector<Argument> arguments;
  for (Type element : elements)
    arguments.push_back({Value(aside.addArgument(element, location(node))), node, ""});
  std::string problem;
  FailureOr<std::optional<Choice>> choice = userCalls.chooseOverload(functions, arguments, problem);
  if (failed(choice))
    return found;
  if (!*choice) {
    userCalls.refuseUserCall(node, functions, arguments, problem);
    return found;
  }
  bool isWhole = (*choice)->arguments.size() == elements.size(); // without defaults
  if (!isWhole || program.roleOf((*choice)->function) == "func_native")
    return found;
  FuncOp reducer = module.instantiate((*choice)->function, (*choice)->arguments, node, context.file);
  context.errors += !reducer; // which have been reported
  if (!reducer)
    return found;
  if (reducer.getNumResults() != 1) {
    error(node) << "expected a function with one result but " << describe(node) << " has " << reducer.getNumResults();
    return found;
  }
  found.function = reducer;
  found.type = reducer.getResultTypes().front();
  found.text = "{@" + reducer.getSymName().str() + "}";
  return found;
}

/// A tile of the results of `combine` on elements that stand at one place; an operand that is no tile is the same for
/// all.
static Value mapElements(TileBody &body, ArrayRef<bool> areTiles, ArrayRef<Type> types, ValueRange operands,
                         TileShape result, llvm::function_ref<Value(ValueRange)> combine) {
  Value tile = body.declare("result", body.number(result.value(), 0.0));
  body.loopOver(result.extents, [&](TileBody::Path at) {
    SmallVector<Value> elements;
    for (auto [isTile, type, operand] : zip_equal(areTiles, types, operands))
      elements.push_back(isTile ? body.element({type, result.extents}, operand, at) : operand);
    body.setElement(result, tile, combine(elements), at);
  });
  return body.get(tile);
}

/// The name of an operator within a function's name.
static std::string nameOperator(StringRef text) {
  text.consume_front("{@") && text.consume_back("}");
  return text.rsplit('.').second.empty() ? text.str() : text.rsplit('.').second.str();
}

Operand Tiles::importTileMap(PyNode node) {
  TileCall call(node, "tile_map");
  PyNodes given = node.list("args");
  PyNode opNode = argument(node, "op", 0);
  Operand op = importTileOperand(opNode);
  if (!op)
    return Operand();
  if (!op.is(Operand::Builtin) && !op.is(Operand::Functions)) {
    error(opNode) << "expected a function for 'wp.tile_map' but got " << describe(opNode);
    return Operand();
  }
  if (!node.list("keywords").empty()) {
    error(node.list("keywords").front()) << "expected the arguments of 'wp.tile_map' by position";
    return Operand();
  }
  SmallVector<Type> elements;
  SmallVector<bool> areTiles;
  Operand first;
  for (auto [i, argument] : enumerate(ArrayRef(given).drop_front())) {
    Operand operand = importOperand(argument);
    if (!operand)
      return Operand();
    bool isTile = operand.is(Operand::Tile);
    Value value = isTile ? operand.value : toValue(argument, operand);
    if (!isTile && (!value || !isValue(value.getType()))) {
      if (value)
        error(argument) << "expected a tile or a value for 'wp.tile_map' but got " << typeName(value.getType());
      return Operand();
    }
    if (i == 0 && !isTile) {
      error(argument) << "expected a tile as the first argument of 'wp.tile_map' after its function but got "
                      << typeName(value.getType());
      return Operand();
    }
    if (i == 0)
      first = operand;
    if (isTile && operand.extents != first.extents) {
      error(argument) << "expected tiles of one shape for 'wp.tile_map'";
      return Operand();
    }
    elements.push_back(isTile ? operand.type : value.getType());
    areTiles.push_back(isTile);
    call.add(argument, given.size() == 2 ? "a" : ("a" + Twine(i)).str(), value);
  }
  if (!first) {
    error(node) << "expected a function and tiles for 'wp.tile_map'";
    return Operand();
  }
  ElementOperator element = elementOperator(opNode, op, elements);
  if (!element) {
    if (op.is(Operand::Builtin))
      error(opNode) << "expected an operator with an overload for the tiles' elements but got " << describe(opNode);
    else
      refuseTile(node);
    return Operand();
  }
  call.texts.push_back({opNode, element.text});
  call.variant = element.text;
  std::string detail = nameOperator(element.text) + "_" + nameTile(first.extents, first.type);
  return callTiles(call, detail, element.type, first.extents, [&](TileBody &body, ValueRange operands) {
    return mapElements(body, areTiles, elements, operands, {element.type, first.extents},
                       [&](ValueRange parts) { return element.apply(body, parts); });
  });
}

Operand Tiles::applyTileBinary(PyNode node, const Operand &lhs, const Operand &rhs) {
  auto partOf = [](const Operand &operand) {
    return operand.is(Operand::Tile) ? operand.type : operand.value.getType();
  };
  StringRef symbol = expressions.symbolOf(node.text("op"));
  if (!is_contained({"+", "-", "*", "/", "&", "|", "^"}, symbol)) {
    error(node) << "expected '+', '-', '*', '/', '&', '|' or '^' between tiles but got '" << symbol << "'; write "
                << (symbol == "@" ? "wp.tile_matmul" : "wp.tile_map");
    return Operand();
  }
  bool areTiles[] = {lhs.is(Operand::Tile), rhs.is(Operand::Tile)};
  bool isProduct = symbol == "*" || symbol == "/";
  if (isProduct && !isScalar(partOf(lhs)) && !isScalar(partOf(rhs))) {
    error(node) << "expected a scalar, or a tile of scalars, on one side of '" << symbol << "' but got "
                << describeTile(lhs) << " and " << describeTile(rhs);
    return Operand();
  }
  const Operand &tile = areTiles[0] ? lhs : rhs;
  if (areTiles[0] && areTiles[1] && lhs.extents != rhs.extents) {
    error(node) << "expected tiles of one shape for '" << symbol << "' but got " << describeExtents(lhs.extents)
                << " and " << describeExtents(rhs.extents);
    return Operand();
  }
  if (!isProduct && !(areTiles[0] && areTiles[1])) {
    error(node) << "expected tiles on both sides of '" << symbol << "' but got " << describeTile(lhs) << " and "
                << describeTile(rhs);
    return Operand();
  }
  Type elements[] = {partOf(lhs), partOf(rhs)};
  ElementOperator op;
  for (const BuiltinInfo *info : lookupPython(Spelling::Infix, symbol))
    if (info->accepts(ArrayRef(elements))) {
      op.builtin = info;
      op.type = info->resultType(ArrayRef(elements));
      break;
    }
  if (!op) {
    error(node) << "expected operands that '" << symbol << "' of tiles takes but got " << describeTile(lhs) << " and "
                << describeTile(rhs);
    return Operand();
  }
  // Vectors and matrices have most of these themselves.
  Value operands[] = {lhs.value, rhs.value};
  bool isWhole = lhs.value && rhs.value && tileValueType(op.type, tile.extents);
  if (isWhole && (symbol == "+" || symbol == "-"))
    if (Value result = calls.applyBuiltin(node, lookupPython(Spelling::Infix, symbol), operands))
      return Operand::ofTile(result, op.type, tile.extents);
  bool areScalars = isScalar(elements[0]) && isScalar(elements[1]);
  if (isWhole && isProduct && areScalars && areTiles[0] && areTiles[1])
    if (Value result = calls.applyBuiltin(node, lookupPython(Spelling::Call, symbol == "*" ? "wp.cw_mul" : "wp.cw_div"),
                                          operands)) {
      result.getDefiningOp()->setAttr("kgen.called", builder.getStringAttr(symbol));
      return Operand::ofTile(result, op.type, tile.extents);
    }
  if (isWhole && isProduct && areTiles[0] != areTiles[1] && isScalar(elements[areTiles[0]]))
    if (Value result = calls.applyBuiltin(node, lookupPython(Spelling::Infix, symbol), operands))
      return Operand::ofTile(result, op.type, tile.extents);
  TileCall call(node, "tile_map");
  call.add(node.child("left"), "a", lhs.value);
  call.add(node.child("right"), "b", rhs.value);
  call.texts.push_back({node, symbol.str()});
  call.variant = symbol;
  std::string detail =
      StringRef(op.builtin->opName).drop_front(strlen("kgen.")).str() + "_" + nameTile(tile.extents, tile.type);
  return callTiles(call, detail, op.type, tile.extents, [&](TileBody &body, ValueRange operands) {
    return mapElements(body, areTiles, elements, operands, {op.type, tile.extents},
                       [&](ValueRange parts) { return op.apply(body, parts); });
  });
}

Operand Tiles::negateTile(PyNode node, const Operand &tile) {
  Value result = tile.value ? calls.applyBuiltin(node, lookupPython(Spelling::Prefix, "-"), tile.value) : Value();
  if (!result)
    refuseTile(node);
  return Operand::ofTile(result, tile.type, tile.extents);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Reports what is wrong with the `precision` of a product.
LogicalResult Tiles::checkTilePrecision(PyNode node, Type type) {
  PyNode precision = argument(node, "precision");
  if (!precision)
    return success();
  bool isText = precision.is("Constant") && precision.text("kind") == "str";
  if (!isText || (precision.text("value") != "default" && precision.text("value") != "tf32"))
    return error(precision) << "expected a literal 'default' or 'tf32' as precision but got "
                            << (isText ? "'" + precision.text("value").str() + "'" : describe(precision));
  if (precision.text("value") == "tf32" && !type.isF32())
    return error(precision) << "expected tiles of float32 for precision='tf32' but got tiles of " << typeName(type);
  return success();
}

/// `alpha * a @ b + beta * out`, without what is not given: sums in the type of the result.
static Value multiply(TileBody &body, Value a, Value b, Value out, Value alpha, Value beta, Type type) {
  Value product;
  if (elementType(a.getType()) == elementType(type) && elementType(b.getType()) == elementType(type)) {
    product = body.infix("@", {a, b});
  } else {
    auto left = cast<MatType>(a.getType()), right = cast<MatType>(b.getType());
    Value sums = body.declare("product", body.number(type, 0.0));
    body.loopOver({left.getRows(), right.getCols()}, [&](TileBody::Path at) {
      Value sum = body.declare("sum", body.number(elementType(type), 0.0));
      body.loop("k", body.literal(0), body.literal(left.getCols()), [&](Value k) {
        Value x = body.cast(body.part(a, {at[0], k}), elementType(type));
        Value y = body.cast(body.part(b, {k, at[1]}), elementType(type));
        body.set(sum, body.infix("+", {body.get(sum), body.infix("*", {x, y})}));
      });
      body.set(sums, body.get(sum), at);
    });
    product = body.get(sums);
  }
  if (alpha)
    product = body.infix("*", {body.cast(alpha, elementType(type)), product});
  if (!out)
    return product;
  if (!beta)
    return body.infix("+", {out, product});
  // A factor of zero is not multiplied: the other may be no number.
  Value result = body.declare("result", product), factor = body.cast(beta, elementType(type));
  body.when(body.compare(CmpPredicate::ne, factor, body.number(factor.getType(), 0.0)),
            [&] { body.set(result, body.infix("+", {body.infix("*", {factor, out}), body.get(result)})); });
  return body.get(result);
}

Operand Tiles::importTileProduct(PyNode node) {
  TileCall call(node, "tile_matmul");
  Operand a = addTile(call, "a", 0, "a"), b = addTile(call, "b", 1, "b");
  PyNode given = argument(node, "out", 2);
  Operand out = given ? addTile(call, "out", 2, "out") : a;
  if (!a || !b || !out)
    return Operand();
  for (const Operand *tile : {&a, &b, &out})
    if (!isScalar(tile->type)) {
      error(node) << "expected tiles of real scalars for 'wp.tile_matmul' but got a " << describeTile(*tile);
      return Operand();
    }
  if (failed(checkTilePrecision(node, a.type)))
    return Operand();
  if (out.type.isBF16()) {
    error(node) << "expected an 'out' tile of float16, float32 or float64 for 'wp.tile_matmul' but got bfloat16";
    return Operand();
  }
  if ((a.type.isBF16() || b.type.isBF16()) && context.hasBackward) {
    error(node)
        << "expected 'a' and 'b' of float16, float32 or float64 for 'wp.tile_matmul' where the kernel has a backward "
           "but got bfloat16";
    return Operand();
  }
  bool isKnown = a.extents.size() == 2 && b.extents.size() == 2;
  SmallVector<int64_t> extents;
  if (isKnown)
    extents = {a.extents[0], b.extents[1]};
  bool fits =
      !isKnown || (a.extents[1] == b.extents[0] && (!given || out.extents.empty() || out.extents == ArrayRef(extents)));
  if (!fits) {
    InFlightDiagnostic diagnostic = error(node);
    diagnostic << "expected tiles whose product there is for 'wp.tile_matmul' but got " << describeExtents(a.extents)
               << " and " << describeExtents(b.extents);
    if (given)
      diagnostic << " for " << describeExtents(out.extents);
    return Operand();
  }
  if (!isFloat(out.type) || !isFloat(a.type) || !isFloat(b.type)) {
    error(node) << "expected tiles of floats for 'wp.tile_matmul' but got a "
                << describeTile(!isFloat(a.type)   ? a
                                : !isFloat(b.type) ? b
                                                   : out);
    return Operand();
  }
  std::optional<unsigned> scales[2];
  std::string detail = isKnown ? nameTile({a.extents[0], a.extents[1], b.extents[1]}, out.type) : "";
  static constexpr StringRef names[] = {"alpha", "beta"};
  for (auto [i, name] : enumerate(names)) {
    PyNode scale = argument(node, name,
                            given    ? std::optional<unsigned>(3 + i)
                            : i == 0 ? std::optional<unsigned>(2)
                                     : std::nullopt);
    if (!scale || (i == 0 && !given && scale == argument(node, "out", 2) && !argument(node, "alpha")))
      continue;
    Value value = constructors.importComponent(scale, out.type);
    if (!value || failed(expectType(scale, out.type, value)))
      return Operand();
    scales[i] = call.operands.size();
    call.add(scale, name, value);
    detail += (Twine("_") + name).str();
  }
  auto write = [&](TileBody &body, ValueRange operands) {
    auto scale = [&](unsigned i) { return scales[i] ? operands[*scales[i]] : Value(); };
    return multiply(body, operands[0], operands[1], given ? operands[2] : Value(), scale(0), scale(1),
                    tileValueType(out.type, extents));
  };
  if (!given)
    return callTiles(call, detail, a.type, extents, write);
  return changeTile(call, argument(node, "out", 2), detail + "_added", out, write);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Combines the elements along an axis, or all of them, into a tile.
Operand Tiles::reduceTile(TileCall &call, StringRef detail, const Operand &tile, std::optional<int64_t> axis,
                          const ElementOperator &op) {
  SmallVector<int64_t> kept = {1};
  if (axis) {
    kept = tile.extents;
    kept.erase(kept.begin() + *axis);
  }
  if (kept.empty()) {
    axis = std::nullopt;
    kept = {1};
  }
  return callTiles(call, detail, tile.type, kept, [&](TileBody &body, ValueRange operands) {
    TileShape result{tile.type, kept};
    if (axis) {
      Value results = body.declare("result", body.number(result.value(), 0.0));
      body.loopOver(kept, [&](TileBody::Path at) {
        auto element = [&](OpFoldResult k) {
          SmallVector<OpFoldResult> from(at);
          from.insert(from.begin() + *axis, k);
          return body.element(tile, operands[0], from);
        };
        Value total = body.declare("total", element(body.literal(0)));
        body.loop("k", body.literal(1), body.literal(tile.extents[*axis]),
                  [&](Value k) { body.set(total, op.apply(body, {body.get(total), element(k)})); });
        body.setElement(result, results, body.get(total), at);
      });
      return body.get(results);
    }
    SmallVector<OpFoldResult> first(tile.extents.size(), body.literal(0));
    Value total = body.declare("total", body.element(tile, operands[0], first));
    body.loop("i", body.literal(1), body.literal(countElements(tile.extents)), [&](Value i) {
      body.set(total, op.apply(body, {body.get(total), body.elementAt(tile, operands[0], i)}));
    });
    return body.single(result.value(), body.get(total));
  });
}

/// The `axis` of a reduction: nothing where none is given; failure where it is no dimension of the tile.
static FailureOr<std::optional<int64_t>> readAxis(PyNode node, unsigned position, const Operand &tile,
                                                  const Program &program,
                                                  llvm::function_ref<InFlightDiagnostic(PyNode)> error) {
  PyNode given = argument(node, "axis", position);
  if (!given)
    return std::optional<int64_t>();
  std::optional<int64_t> axis = readConstantInteger(given, program);
  int64_t rank = tile.extents.size();
  if (axis && rank && *axis >= 0 && *axis < rank)
    return axis;
  if (rank)
    error(given) << "expected an axis from 0 to " << rank - 1 << " but got " << describe(given);
  return failure();
}

Operand Tiles::importTileSum(PyNode node) {
  TileCall call(node, "tile_sum");
  Operand tile = addTile(call, "a", 0, "tile");
  if (!tile)
    return Operand();
  auto report = [&](PyNode place) { return error(place); };
  FailureOr<std::optional<int64_t>> axis = readAxis(node, 1, tile, program, report);
  if (failed(axis))
    return tile.extents.empty() ? Operand::ofTile(tile.type, {}) : Operand();
  Type elements[] = {tile.type, tile.type};
  ElementOperator op = elementOperator(node, Operand::ofText(Operand::Builtin, "wp.add"), elements);
  if (!op) {
    error(node) << "expected a tile of numbers for 'wp.tile_sum' but got a " << describeTile(tile);
    return Operand();
  }
  std::string detail = nameTile(tile.extents, tile.type) + (*axis ? "_axis" + std::to_string(**axis) : "");
  return reduceTile(call, detail, tile, *axis, op);
}

Operand Tiles::importTileExtremum(PyNode node) {
  TileCall call(node, tileFunction(node));
  Operand tile = addTile(call, "a", 0, "tile");
  if (!tile)
    return Operand();
  if (!isScalar(tile.type)) {
    error(node) << "expected a tile of scalars for 'wp." << call.name << "' but got a " << describeTile(tile);
    return Operand();
  }
  bool isLeast = call.name.ends_with("min"), isPlace = call.name.contains("arg");
  Type elements[] = {tile.type, tile.type};
  std::string detail = nameTile(tile.extents, tile.type);
  if (!isPlace)
    return reduceTile(
        call, detail, tile, std::nullopt,
        elementOperator(node, Operand::ofText(Operand::Builtin, isLeast ? "wp.min" : "wp.max"), elements));
  Type type = builder.getIntegerType(32, /*isSigned=*/true);
  return callTiles(call, detail, type, {1}, [&](TileBody &body, ValueRange operands) {
    SmallVector<OpFoldResult> first(tile.extents.size(), body.literal(0));
    Value best = body.declare("best", body.element(tile, operands[0], first)),
          place = body.declare("place", body.integer(0));
    body.loop("i", body.literal(1), body.literal(countElements(tile.extents)), [&](Value i) {
      Value element = body.elementAt(tile, operands[0], i);
      body.when(body.compare(isLeast ? CmpPredicate::lt : CmpPredicate::gt, element, body.get(best)), [&] {
        body.set(best, element);
        body.set(place, i);
      });
    });
    return body.single(tileValueType(type, {1}), body.get(place));
  });
}

/// An argument that only has to be right in itself.
Operand Tiles::importTileOperand(PyNode node) { return node ? importOperand(node) : Operand(); }

Operand Tiles::importTileReduction(PyNode node) {
  TileCall call(node, "tile_reduce");
  PyNode opNode = argument(node, "op", 0);
  Operand op = importTileOperand(opNode), tile = addTile(call, "a", 1, "tile");
  bool isOperator = op.is(Operand::Builtin) || op.is(Operand::Functions);
  if (!tile || !isOperator)
    return Operand();
  auto report = [&](PyNode place) { return error(place); };
  FailureOr<std::optional<int64_t>> axis = readAxis(node, 2, tile, program, report);
  if (failed(axis))
    return Operand();
  Type elements[] = {tile.type, tile.type};
  ElementOperator element = elementOperator(node, op, elements);
  if (!element && op.is(Operand::Builtin))
    error(opNode) << "expected an operator with an overload for " << typeName(tile.type) << " but got "
                  << describe(opNode);
  else if (element && element.type != tile.type)
    error(opNode) << "expected an operator that gives " << typeName(tile.type) << ", as the tile has, but "
                  << describe(opNode) << " gives " << typeName(element.type);
  if (!element || element.type != tile.type) {
    refuseTile(node);
    return Operand();
  }
  call.texts.push_back({opNode, element.text});
  call.variant = element.text;
  std::string detail = nameOperator(element.text) + "_" + nameTile(tile.extents, tile.type) +
                       (*axis ? "_axis" + std::to_string(**axis) : "");
  return reduceTile(call, detail, tile, *axis, element);
}

Operand Tiles::importTileScan(PyNode node) {
  TileCall call(node, tileFunction(node));
  Operand tile = addTile(call, "a", 0, "tile");
  if (!tile)
    return Operand();
  if (!isNumber(tile.type)) {
    error(node) << "expected a tile of numbers for 'wp." << call.name << "' but got a " << describeTile(tile);
    return Operand();
  }
  StringRef name = call.name.contains("_min_") ? "wp.min" : call.name.contains("_max_") ? "wp.max" : "wp.add";
  bool isExclusive = call.name.ends_with("exclusive");
  Type elements[] = {tile.type, tile.type};
  ElementOperator op = elementOperator(node, Operand::ofText(Operand::Builtin, name.str()), elements);
  return callTiles(
      call, nameTile(tile.extents, tile.type), tile.type, tile.extents, [&](TileBody &body, ValueRange operands) {
        Value result = body.declare("result", body.number(operands[0].getType(), 0.0));
        SmallVector<OpFoldResult> first(tile.extents.size(), body.literal(0));
        Value start = name == "wp.add" ? body.number(tile.type, 0.0) : body.element(tile, operands[0], first);
        Value total = body.declare("total", start);
        body.loop("i", body.literal(0), body.literal(countElements(tile.extents)), [&](Value i) {
          SmallVector<OpFoldResult> at = body.placeAt(tile, i);
          if (isExclusive)
            body.set(result, body.get(total), at);
          body.set(total, op.apply(body, {body.get(total), body.part(operands[0], at)}));
          if (!isExclusive)
            body.set(result, body.get(total), at);
        });
        return body.get(result);
      });
}

} // namespace kgen::importer
