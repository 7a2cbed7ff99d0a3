// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles that are loaded, stored and added to arrays, and tiles of numbers.

#include "Calls.h"
#include "Constructors.h"
#include "PyTypes.h"
#include "TileExpansions.h"
#include "Tiles.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

//===----------------------------------------------------------------------===//
// To and from arrays
//===----------------------------------------------------------------------===//

Operand importLoad(TileCall &call) {
  FailureOr<Value> array = call.addArray();
  if (failed(array) || failed(call.checkStorage()))
    return Operand();
  Type element = elementType(array->getType());
  PyNode shape = call.given("shape");
  SmallVector<int64_t> extents = call.extentsOf(shape);
  unsigned rank = cast<ArrayType>(array->getType()).getRank();
  if (!extents.empty() && extents.size() != rank) {
    call.error(shape) << "expected " << rank << (rank == 1 ? " extent" : " extents")
                      << " for a tile of an array with as many dimensions but got " << extents.size();
    return Operand();
  }
  FailureOr<SmallVector<unsigned>> offsets = call.addOffsets(rank);
  FailureOr<bool> isChecked = call.flag("bounds_check"), isAligned = call.flag("aligned");
  FailureOr<StringRef> storage = call.word("storage");
  if (failed(offsets) || failed(isChecked) || failed(isAligned) || failed(storage))
    return Operand();
  return call.makeTile(element, extents, [&](TileType type) {
    StringAttr given = call.given("storage") ? call.builder.getStringAttr(*storage) : StringAttr();
    return TileLoadOp::create(call.builder, call.location(call.node), type, *array,
                              ArrayRef(call.operands).drop_front(), !*isChecked, call.shapeNames(shape), given,
                              *isAligned);
  });
}

/// Reports a tile that an array of this type cannot take.
static LogicalResult checkStored(const TileCall &call, Type array, const Operand &tile) {
  PyNode place = call.given("t");
  Type element = elementType(array);
  unsigned rank = cast<ArrayType>(array).getRank();
  if (element != tile.type)
    return call.error(place) << "expected a tile of " << typeName(element) << ", as the array holds, but got a "
                             << describeTile(tile);
  if (!tile.extents.empty() && tile.extents.size() != rank)
    return call.error(place) << "expected a tile with " << rank << (rank == 1 ? " dimension" : " dimensions")
                             << ", as the array has, but got one with " << tile.extents.size();
  if (call.warps.access == WarpFunction::Add && !isArith(element))
    return call.error(call.given("a")) << "expected an array of numbers to add to but got " << typeName(array);
  return success();
}

/// Whether the call is asked for the elements before.
static bool givesOld(const TileCall &call) {
  return call.warps.access == WarpFunction::Add && !call.tiles.isStatement(call.node);
}

/// Stores a tile in an array, or adds it there; the result is the element before, if the call is asked for it.
static Value storeTile(TileBody &body, const TileCall &call, Value array, TileShape shape, Value tile,
                       ValueRange offsets, bool isChecked, PickedAxis picked = {}) {
  bool isUpdate = call.warps.access == WarpFunction::Add, hasResult = givesOld(call);
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

Operand importStore(TileCall &call) {
  FailureOr<Value> array = call.addArray();
  Operand tile = call.addTile("t", "tile");
  if (failed(array) || !tile || failed(checkStored(call, array->getType(), tile)))
    return Operand();
  FailureOr<SmallVector<unsigned>> offsets = call.addOffsets(cast<ArrayType>(array->getType()).getRank());
  FailureOr<bool> isChecked = call.flag("bounds_check"), isAligned = call.flag("aligned");
  if (failed(offsets) || failed(isChecked) || failed(isAligned))
    return Operand();
  if (!tile.value) {
    call.tiles.refuseTile(call.node);
    return Operand::ofTuple({});
  }
  OpBuilder &b = call.builder;
  Location location = call.location(call.node);
  auto type = TileType::get(b.getContext(), tile.extents, tile.type);
  Value packed = TilePackOp::create(b, location, type, tile.value);
  ValueRange at = ArrayRef(call.operands).drop_front(2);
  if (call.warps.access == WarpFunction::Write) {
    TileStoreOp::create(b, location, *array, at, packed, !*isChecked, *isAligned);
    return Operand::ofTuple({});
  }
  auto add = TileAddOp::create(b, location, givesOld(call) ? Type(type) : Type(), *array, at, packed, !*isChecked);
  return add.getOld() ? call.makeTile(tile.type, tile.extents, [&](TileType) { return add.getOld(); })
                      : Operand::ofTuple({});
}

//===----------------------------------------------------------------------===//
// By the indices in another tile
//===----------------------------------------------------------------------===//

/// The axis of a call that picks by a tile of indices, which becomes an operand; failure where one of them is wrong.
static FailureOr<PickedAxis> addPicked(TileCall &call, unsigned rank, unsigned &operand) {
  Operand indices = call.addTile("indices", "indices");
  if (!indices)
    return failure();
  PyNode given = call.given("axis"), place = call.given("indices");
  std::optional<int64_t> axis = given ? readConstantInteger(given, call.program) : 0;
  if (!axis || *axis < 0 || *axis >= rank)
    return call.error(given) << "expected an axis from 0 to " << rank - 1 << " but got " << describe(given);
  if (!indices.type.isSignedInteger(32) || indices.extents.size() > 1)
    return call.error(place) << "expected a tile of int32 with one dimension as indices but got a "
                             << describeTile(indices) << " of the shape " << describeExtents(indices.extents);
  operand = call.operands.size() - 1;
  PickedAxis picked;
  picked.axis = *axis;
  picked.count = indices.extents.empty() ? 0 : indices.extents[0];
  return picked;
}

/// Reports a tile that the indices do not fit.
static LogicalResult checkPicked(const TileCall &call, PyNode node, const PickedAxis &picked, ArrayRef<int64_t> extents,
                                 unsigned rank) {
  if (extents.empty())
    return success();
  if (extents.size() != rank)
    return call.error(node) << "expected " << rank << (rank == 1 ? " extent" : " extents")
                            << " for a tile of an array with as many dimensions but got " << extents.size();
  if (picked.count && extents[picked.axis] != picked.count)
    return call.error(node) << "expected as many indices as the tile has along the axis, " << extents[picked.axis]
                            << ", but got " << picked.count;
  return success();
}

Operand expandLoadIndexed(TileCall &call) {
  FailureOr<Value> array = call.addArray();
  if (failed(array) || failed(call.checkStorage()))
    return Operand();
  unsigned rank = cast<ArrayType>(array->getType()).getRank(), indices = 0;
  Type element = elementType(array->getType());
  FailureOr<PickedAxis> picked = addPicked(call, rank, indices);
  if (failed(picked))
    return Operand();
  PyNode shape = call.given("shape");
  SmallVector<int64_t> extents = call.extentsOf(shape);
  if (failed(checkPicked(call, shape, *picked, extents, rank)))
    return Operand();
  FailureOr<SmallVector<unsigned>> offsets = call.addOffsets(rank);
  if (failed(offsets))
    return Operand();
  std::string detail = nameTile(extents, element) + "_axis" + std::to_string(picked->axis);
  return call.make(detail, element, extents, [&](TileBody &body, ValueRange operands) {
    TileShape tileShape{element, extents};
    Value tile = body.declare("tile", body.number(tileShape.value(), 0.0));
    picked->indices = operands[indices];
    auto load = [&](TileBody::Path at, TileBody::Path place) {
      body.setElement(tileShape, tile, LoadOp::create(body.b, body.location, operands[0], place), at);
    };
    body.loopInside(operands[0], extents, operands.slice(offsets->front(), rank), /*isChecked=*/true, load, *picked);
    return body.get(tile);
  });
}

Operand expandStoreIndexed(TileCall &call) {
  FailureOr<Value> array = call.addArray();
  if (failed(array))
    return Operand();
  unsigned rank = cast<ArrayType>(array->getType()).getRank(), indices = 0;
  FailureOr<PickedAxis> picked = addPicked(call, rank, indices);
  Operand tile = call.addTile("t", "tile");
  if (failed(picked) || !tile || failed(checkStored(call, array->getType(), tile)) ||
      failed(checkPicked(call, call.given("t"), *picked, tile.extents, rank)))
    return Operand();
  FailureOr<SmallVector<unsigned>> offsets = call.addOffsets(rank);
  if (failed(offsets))
    return Operand();
  std::string detail = nameTile(tile.extents, tile.type) + "_axis" + std::to_string(picked->axis);
  auto write = [&](TileBody &body, ValueRange operands) {
    picked->indices = operands[indices];
    return storeTile(body, call, operands[0], tile, operands[indices + 1], operands.slice(offsets->front(), rank),
                     /*isChecked=*/true, *picked);
  };
  bool hasResult = givesOld(call);
  return call.make(detail + (hasResult ? "_old" : ""), hasResult ? tile.type : Type(), tile.extents, write);
}

//===----------------------------------------------------------------------===//
// Tiles of numbers
//===----------------------------------------------------------------------===//

Operand expandFill(TileCall &call) {
  Type type = call.dtype();
  if (!type || failed(call.checkStorage()))
    return Operand();
  bool isOnes = call.op == "1";
  if (isStruct(type) && isOnes) {
    call.error(call.node) << "expected numbers for 'wp.tile_ones' but got the struct " << typeName(type)
                          << ", which has no one";
    return Operand();
  }
  SmallVector<int64_t> extents = call.shape();
  return call.make(nameTile(extents, type), type, extents, [&](TileBody &body, ValueRange) {
    return body.number(tileValueType(type, extents), isOnes ? 1.0 : 0.0);
  });
}

Operand expandFull(TileCall &call) {
  PyNode given = call.given("value"), dtype = call.given("dtype");
  Type type = dtype ? call.dtype() : Type();
  if (dtype && !type)
    return Operand();
  std::optional<Literal> literal = type && isScalar(type) ? call.literalOf(given) : std::nullopt;
  bool isConverted = literal && convertLiteral(*literal, type, /*wrap=*/false);
  Value value = isConverted ? call.createLiteral(given, *literal, type) : call.importExpression(given);
  if (!value || failed(call.checkStorage()))
    return Operand();
  type = type ? type : value.getType();
  if (value.getType() != type) {
    (void)call.refuseType(given, type, value);
    return Operand();
  }
  call.add(given, "value", value);
  return fillTile(call, type);
}

Operand fillTile(TileCall &call, Type type) {
  SmallVector<int64_t> extents = call.shape();
  return call.make(nameTile(extents, type), type, extents, [&](TileBody &body, ValueRange operands) {
    TileShape shape{type, extents};
    Value tile = body.declare("tile", body.number(shape.value(), 0.0));
    body.loopOver(extents, [&](TileBody::Path at) { body.setElement(shape, tile, operands[0], at); });
    return body.get(tile);
  });
}

/// Numbers that the one thread of a block draws, row by row, from a state that follows from the author's.
Operand expandDraws(TileCall &call) {
  const BuiltinInfo *draw = nullptr;
  for (const BuiltinInfo *info : lookupDrawn(call.op))
    if (info->numOperands == (call.given("min") ? 3 : 1))
      draw = info;
  bool isReal = draw->resultScalar.own == ResultScalar::F32;
  Type state = call.builder.getIntegerType(32, /*isSigned=*/false),
       type = isReal ? Type(call.builder.getF32Type()) : call.builder.getIntegerType(32, /*isSigned=*/true);
  static constexpr StringRef names[] = {"rng", "min", "max"};
  for (StringRef name : ArrayRef(names).take_front(draw->numOperands)) {
    PyNode place = call.given(name);
    Value value = call.importExpression(place);
    if (!value || failed(call.expectType(place, name == "rng" ? state : type, value)))
      return Operand();
    call.add(place, name, value);
  }
  if (failed(call.checkStorage()))
    return Operand();
  SmallVector<int64_t> extents = call.shape();
  return call.make(nameTile(extents, type), type, extents, [&](TileBody &body, ValueRange operands) {
    TileShape shape{type, extents};
    Value rng = body.declare("state", operands[0]), tile = body.declare("tile", body.number(shape.value(), 0.0));
    DrawOp::create(body.b, body.location, state, "randu", rng, ValueRange()); // the state of the thread
    body.loopOver(extents, [&](TileBody::Path at) {
      Value drawn =
          DrawOp::create(body.b, body.location, type, draw->opName.substr(strlen("kgen.")), rng, operands.drop_front());
      body.setElement(shape, tile, drawn, at);
    });
    return body.get(tile);
  });
}

/// A bound or step as a number of the tile's type.
static TypedAttr readBound(TileCall &call, PyNode node, Type type) {
  std::optional<Literal> literal = call.literalOf(node);
  if (!literal) {
    call.error(node) << "expected a literal or a constant for 'wp.tile_arange' but got " << describe(node);
    return nullptr;
  }
  bool isReal = literal->kind == Literal::Float;
  if (!isReal && !literal->integer.isSignedIntN(65)) {
    call.error(node) << "expected an integer of at most 64 bits for 'wp.tile_arange' but got " << describe(node);
    return nullptr;
  }
  if (isReal && isInt(type) && literal->real != std::trunc(literal->real)) {
    call.error(node) << "expected a number of type " << typeName(type) << " for 'wp.tile_arange' but " << describe(node)
                     << " has a fractional part";
    return nullptr;
  }
  TypedAttr value = convertLiteral(*literal, type, /*wrap=*/false);
  auto real = dyn_cast_if_present<FloatAttr>(value);
  if (!value || (real && real.getValue().isInfinity())) {
    call.error(node) << "expected a number that " << typeName(type) << " holds for 'wp.tile_arange' but got "
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

Operand expandRange(TileCall &call) {
  PyNodes given = call.givenList();
  if (given.size() > 3) {
    call.error(call.node) << "expected at most 3 positional arguments for 'wp.tile_arange' but got " << given.size();
    return Operand();
  }
  Type type = call.dtype();
  if (!type)
    return Operand();
  if (!isNumber(type)) {
    call.error(call.given("dtype")) << "expected a numeric scalar dtype for 'wp.tile_arange' but got "
                                    << typeName(type);
    return Operand();
  }
  Literal zero, one;
  one.integer = 1;
  TypedAttr range[3];
  for (auto [i, attribute] : enumerate(range))
    attribute = convertLiteral(i < 2 ? zero : one, type, /*wrap=*/false);
  for (auto [i, bound] : enumerate(given)) {
    TypedAttr number = readBound(call, bound, type);
    if (!number)
      return Operand();
    range[given.size() == 1 ? 1 : i] = number;
  }
  auto step = dyn_cast<FloatAttr>(range[2]);
  if (step ? step.getValue().isZero() : cast<IntegerAttr>(range[2]).getValue().isZero()) {
    call.error(given.back()) << "expected a step other than 0 for 'wp.tile_arange'";
    return Operand();
  }
  std::optional<double> count = countRange(range);
  if (!count) {
    call.error(call.node) << "expected a range for 'wp.tile_arange' whose elements can be counted";
    return Operand();
  }
  SmallVector<int64_t> extents;
  if (*count >= 1.0 && *count <= double(maxComponents))
    extents.push_back(int64_t(*count));
  // In the text they stand as they were written.
  auto constant = [&](TypedAttr value) {
    return ConstantOp::create(call.builder, call.location(call.node), type, value, StringAttr());
  };
  call.add(PyNode(), "start", constant(range[0]));
  call.add(PyNode(), "step", constant(range[2]));
  return call.make(nameTile(extents, type), type, extents, [&](TileBody &body, ValueRange operands) {
    Value tile = body.declare("tile", body.number(tileValueType(type, extents), 0.0));
    body.loopOver(extents, [&](TileBody::Path at) {
      Value place = body.cast(body.valueOf(at[0]), type);
      body.set(tile, body.infix("+", {operands[0], body.infix("*", {operands[1], place})}), at);
    });
    return body.get(tile);
  });
}

} // namespace kgen::importer
