// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles that are combined element by element, multiplied, reduced and scanned; operators on tiles.

#include "Calls.h"
#include "Constructors.h"
#include "Expressions.h"
#include "ModuleImporter.h"
#include "PyTypes.h"
#include "TileExpansions.h"
#include "Tiles.h"
#include "UserCalls.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

namespace {

/// An operator of Warp's or of the author's on elements.
struct ElementOperator {
  const BuiltinInfo *builtin = nullptr;
  FuncOp function;
  Type type;
  /// Its text: `wp.max`, or `{@relu}`.
  std::string text;
  explicit operator bool() const { return static_cast<bool>(type); }
  Value apply(TileBody &body, ValueRange operands) const {
    return builtin ? createBuiltin(body.b, body.location, *builtin, operands) : body.call(function, operands);
  }
};

} // namespace

/// A function of the author's for such elements.
static ElementOperator userOperator(TileCall &call, PyNode node, ArrayRef<unsigned> functions,
                                    ArrayRef<Type> elements) {
  ElementOperator found;
  Block aside;
  std::vector<Argument> arguments;
  for (Type element : elements)
    arguments.push_back({Value(aside.addArgument(element, call.location(node))), node, ""});
  std::string problem;
  FailureOr<std::optional<Choice>> choice = call.userCalls.chooseOverload(functions, arguments, problem);
  if (failed(choice))
    return found;
  if (!*choice) {
    call.userCalls.refuseUserCall(node, functions, arguments, problem);
    return found;
  }
  bool isWhole = (*choice)->arguments.size() == elements.size(); // without defaults
  if (!isWhole || call.program.roleOf((*choice)->function) == "func_native")
    return found;
  FuncOp reducer = call.module.instantiate((*choice)->function, (*choice)->arguments, node, call.context.file);
  call.context.errors += !reducer; // which have been reported
  if (!reducer)
    return found;
  if (reducer.getNumResults() != 1) {
    call.error(node) << "expected a function with one result but " << describe(node) << " has "
                     << reducer.getNumResults();
    return found;
  }
  found.function = reducer;
  found.type = reducer.getResultTypes().front();
  found.text = "{@" + reducer.getSymName().str() + "}";
  return found;
}

/// An operator for such elements; false where it takes none, or has been reported.
static ElementOperator elementOperator(TileCall &call, PyNode node, const Operand &op, ArrayRef<Type> elements) {
  if (!op.is(Operand::Builtin))
    return userOperator(call, node, op.functions, elements);
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

/// The operator that the function's record names, for two elements of this type.
static ElementOperator ownOperator(TileCall &call, Type element) {
  Type elements[] = {element, element};
  return elementOperator(call, call.node, Operand::ofText(Operand::Builtin, call.op.str()), elements);
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

Operand expandMap(TileCall &call) {
  PyNodes given = call.node.list("args");
  PyNode opNode = call.given("op");
  Operand op = call.importOperand(opNode);
  if (!op)
    return Operand();
  if (!op.is(Operand::Builtin) && !op.is(Operand::Functions)) {
    call.error(opNode) << "expected a function for 'wp.tile_map' but got " << describe(opNode);
    return Operand();
  }
  if (!call.node.list("keywords").empty()) {
    call.error(call.node.list("keywords").front()) << "expected the arguments of 'wp.tile_map' by position";
    return Operand();
  }
  SmallVector<Type> elements;
  SmallVector<bool> areTiles;
  Operand first;
  for (auto [i, argument] : enumerate(ArrayRef(given).drop_front())) {
    Operand operand = call.importOperand(argument);
    if (!operand)
      return Operand();
    bool isTile = operand.is(Operand::Tile);
    Value value = isTile ? operand.value : call.toValue(argument, operand);
    if (!isTile && (!value || !isValue(value.getType()))) {
      if (value)
        call.error(argument) << "expected a tile or a value for 'wp.tile_map' but got " << typeName(value.getType());
      return Operand();
    }
    if (i == 0 && !isTile) {
      call.error(argument) << "expected a tile as the first argument of 'wp.tile_map' after its function but got "
                           << typeName(value.getType());
      return Operand();
    }
    if (i == 0)
      first = operand;
    if (isTile && operand.extents != first.extents) {
      call.error(argument) << "expected tiles of one shape for 'wp.tile_map'";
      return Operand();
    }
    elements.push_back(isTile ? operand.type : value.getType());
    areTiles.push_back(isTile);
    call.add(argument, given.size() == 2 ? "a" : ("a" + Twine(i)).str(), value);
  }
  ElementOperator element = elementOperator(call, opNode, op, elements);
  if (!element) {
    if (op.is(Operand::Builtin))
      call.error(opNode) << "expected an operator with an overload for the tiles' elements but got "
                         << describe(opNode);
    else
      call.tiles.refuseTile(call.node);
    return Operand();
  }
  call.texts.push_back({opNode, element.text});
  call.variant = element.text;
  std::string detail = nameOperator(element.text) + "_" + nameTile(first.extents, first.type);
  return call.make(detail, element.type, first.extents, [&](TileBody &body, ValueRange operands) {
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
  TileCall call(*this, node, "tile_map");
  call.add(node.child("left"), "a", lhs.value);
  call.add(node.child("right"), "b", rhs.value);
  call.texts.push_back({node, symbol.str()});
  call.variant = symbol;
  std::string detail =
      StringRef(op.builtin->opName).drop_front(strlen("kgen.")).str() + "_" + nameTile(tile.extents, tile.type);
  return call.make(detail, op.type, tile.extents, [&](TileBody &body, ValueRange operands) {
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
static LogicalResult checkPrecision(const TileCall &call, Type type) {
  FailureOr<StringRef> precision = call.word("precision");
  if (failed(precision) || *precision != "tf32" || type.isF32())
    return success(succeeded(precision));
  return call.error(call.given("precision"))
         << "expected tiles of float32 for precision='tf32' but got tiles of " << typeName(type);
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

static LogicalResult checkFactorTypes(const TileCall &call, const Operand &a, const Operand &b, const Operand &out) {
  for (const Operand *tile : {&a, &b, &out})
    if (!isScalar(tile->type))
      return call.error(call.node) << "expected tiles of real scalars for 'wp.tile_matmul' but got a "
                                   << describeTile(*tile);
  if (failed(checkPrecision(call, a.type)))
    return failure();
  if (out.type.isBF16())
    return call.error(call.node)
           << "expected an 'out' tile of float16, float32 or float64 for 'wp.tile_matmul' but got bfloat16";
  if ((a.type.isBF16() || b.type.isBF16()) && call.context.hasBackward)
    return call.error(call.node)
           << "expected 'a' and 'b' of float16, float32 or float64 for 'wp.tile_matmul' where the kernel has a "
              "backward but got bfloat16";
  return success();
}

/// Reports factors that have no product, or none of the shape of `out`; without an `out` in the call, that is any.
static LogicalResult checkFactorShapes(const TileCall &call, const Operand &a, const Operand &b, const Operand &out) {
  if (a.extents.size() != 2 || b.extents.size() != 2)
    return success();
  bool hasOut = static_cast<bool>(call.given("out"));
  int64_t extents[] = {a.extents[0], b.extents[1]};
  if (a.extents[1] == b.extents[0] && (!hasOut || out.extents.empty() || ArrayRef(out.extents) == ArrayRef(extents)))
    return success();
  InFlightDiagnostic diagnostic = call.error(call.node);
  diagnostic << "expected tiles whose product there is for 'wp.tile_matmul' but got " << describeExtents(a.extents)
             << " and " << describeExtents(b.extents);
  if (hasOut)
    diagnostic << " for " << describeExtents(out.extents);
  return diagnostic;
}

Operand expandProduct(TileCall &call) {
  Operand a = call.addTile("a", "a"), b = call.addTile("b", "b");
  PyNode given = call.given("out");
  Operand out = given ? call.addTile("out", "out") : a;
  if (!a || !b || !out)
    return Operand();
  if (failed(checkFactorTypes(call, a, b, out)) || failed(checkFactorShapes(call, a, b, out)))
    return Operand();
  bool isKnown = a.extents.size() == 2 && b.extents.size() == 2;
  SmallVector<int64_t> extents;
  if (isKnown)
    extents = {a.extents[0], b.extents[1]};
  for (const Operand *tile : {&a, &b, &out})
    if (!isFloat(tile->type)) {
      call.error(call.node) << "expected tiles of floats for 'wp.tile_matmul' but got a " << describeTile(*tile);
      return Operand();
    }
  std::optional<unsigned> scales[2];
  std::string detail = isKnown ? nameTile({a.extents[0], a.extents[1], b.extents[1]}, out.type) : "";
  static constexpr StringRef names[] = {"alpha", "beta"};
  for (auto [i, name] : enumerate(names)) {
    PyNode scale = call.given(name);
    if (!scale)
      continue;
    Value value = call.constructors.importComponent(scale, out.type);
    if (!value || failed(call.expectType(scale, out.type, value)))
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
    return call.make(detail, a.type, extents, write);
  return call.change(call.given("out"), detail + "_added", out, write);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Combines the elements along an axis, or all of them, into a tile.
static Operand reduceTile(TileCall &call, StringRef detail, const Operand &tile, std::optional<int64_t> axis,
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
  return call.make(detail, tile.type, kept, [&](TileBody &body, ValueRange operands) {
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

Operand expandSum(TileCall &call) {
  Operand tile = call.addTile("a", "tile");
  if (!tile)
    return Operand();
  FailureOr<std::optional<int64_t>> axis = call.axisOf(tile);
  if (failed(axis))
    return tile.extents.empty() ? Operand::ofTile(tile.type, {}) : Operand();
  ElementOperator op = ownOperator(call, tile.type);
  if (!op) {
    call.error(call.node) << "expected a tile of numbers for 'wp.tile_sum' but got a " << describeTile(tile);
    return Operand();
  }
  std::string detail = nameTile(tile.extents, tile.type) + (*axis ? "_axis" + std::to_string(**axis) : "");
  return reduceTile(call, detail, tile, *axis, op);
}

/// A tile of scalars; none if it is something else, which is reported.
static Operand addScalars(TileCall &call) {
  Operand tile = call.addTile("a", "tile");
  if (!tile || isScalar(tile.type))
    return tile;
  call.error(call.node) << "expected a tile of scalars for 'wp." << call.name << "' but got a " << describeTile(tile);
  return Operand();
}

Operand expandExtremum(TileCall &call) {
  Operand tile = addScalars(call);
  if (!tile)
    return Operand();
  return reduceTile(call, nameTile(tile.extents, tile.type), tile, std::nullopt, ownOperator(call, tile.type));
}

Operand expandPlace(TileCall &call) {
  Operand tile = addScalars(call);
  if (!tile)
    return Operand();
  CmpPredicate better = call.op == "<" ? CmpPredicate::lt : CmpPredicate::gt;
  Type type = call.builder.getIntegerType(32, /*isSigned=*/true);
  return call.make(nameTile(tile.extents, tile.type), type, {1}, [&](TileBody &body, ValueRange operands) {
    SmallVector<OpFoldResult> first(tile.extents.size(), body.literal(0));
    Value best = body.declare("best", body.element(tile, operands[0], first)),
          place = body.declare("place", body.integer(0));
    body.loop("i", body.literal(1), body.literal(countElements(tile.extents)), [&](Value i) {
      Value element = body.elementAt(tile, operands[0], i);
      body.when(body.compare(better, element, body.get(best)), [&] {
        body.set(best, element);
        body.set(place, i);
      });
    });
    return body.single(tileValueType(type, {1}), body.get(place));
  });
}

Operand expandReduction(TileCall &call) {
  PyNode opNode = call.given("op");
  Operand op = call.importOperand(opNode), tile = call.addTile("a", "tile");
  bool isOperator = op.is(Operand::Builtin) || op.is(Operand::Functions);
  if (!tile || !isOperator)
    return Operand();
  FailureOr<std::optional<int64_t>> axis = call.axisOf(tile);
  if (failed(axis))
    return Operand();
  Type elements[] = {tile.type, tile.type};
  ElementOperator element = elementOperator(call, call.node, op, elements);
  if (!element && op.is(Operand::Builtin))
    call.error(opNode) << "expected an operator with an overload for " << typeName(tile.type) << " but got "
                       << describe(opNode);
  else if (element && element.type != tile.type)
    call.error(opNode) << "expected an operator that gives " << typeName(tile.type) << ", as the tile has, but "
                       << describe(opNode) << " gives " << typeName(element.type);
  if (!element || element.type != tile.type) {
    call.tiles.refuseTile(call.node);
    return Operand();
  }
  call.texts.push_back({opNode, element.text});
  call.variant = element.text;
  std::string detail = nameOperator(element.text) + "_" + nameTile(tile.extents, tile.type) +
                       (*axis ? "_axis" + std::to_string(**axis) : "");
  return reduceTile(call, detail, tile, *axis, element);
}

static Operand scan(TileCall &call, bool isExclusive) {
  Operand tile = call.addTile("a", "tile");
  if (!tile)
    return Operand();
  if (!isNumber(tile.type)) {
    call.error(call.node) << "expected a tile of numbers for 'wp." << call.name << "' but got a " << describeTile(tile);
    return Operand();
  }
  ElementOperator op = ownOperator(call, tile.type);
  return call.make(
      nameTile(tile.extents, tile.type), tile.type, tile.extents, [&](TileBody &body, ValueRange operands) {
        Value result = body.declare("result", body.number(operands[0].getType(), 0.0));
        SmallVector<OpFoldResult> first(tile.extents.size(), body.literal(0));
        Value start = call.op == "wp.add" ? body.number(tile.type, 0.0) : body.element(tile, operands[0], first);
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

Operand expandScan(TileCall &call) { return scan(call, /*isExclusive=*/false); }
Operand expandExclusiveScan(TileCall &call) { return scan(call, /*isExclusive=*/true); }

} // namespace kgen::importer
