// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linear algebra of tiles: factors, triangular solves, sums of products and Fourier transforms. The loops are those of
// Warp on the CPU, so that the numbers are.

#include "Constructors.h"
#include "PyTypes.h"
#include "TileExpansions.h"
#include "Tiles.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

//===----------------------------------------------------------------------===//
// Cholesky
//===----------------------------------------------------------------------===//

/// Whether the triangle that a call works with is the upper one; failure where `fill_mode` says neither.
static FailureOr<bool> readFillMode(const TileCall &call) {
  FailureOr<StringRef> mode = call.word("fill_mode");
  if (failed(mode))
    return failure();
  return *mode == "upper";
}

/// Reports a tile that is no square one of floats.
static LogicalResult expectSquare(const TileCall &call, const Operand &tile) {
  if (!tile.type.isF32() && !tile.type.isF64())
    return call.error(call.node) << "expected a tile of float32 or float64 for 'wp." << call.name << "' but got a "
                                 << describeTile(tile);
  bool isSquare = tile.extents.size() == 2 && tile.extents[0] == tile.extents[1];
  if (tile.extents.empty() || isSquare)
    return success();
  return call.error(call.node) << "expected a square tile for 'wp." << call.name << "' but got one of the shape "
                               << describeExtents(tile.extents);
}

/// An element of a triangle, whose rows are the columns where it is the upper one.
static Value triangleElement(TileBody &body, Value factor, bool isUpper, OpFoldResult row, OpFoldResult column) {
  return isUpper ? body.part(factor, {column, row}) : body.part(factor, {row, column});
}

static Value factorize(TileBody &body, TileShape shape, Value matrix, bool isUpper) {
  Value factor = body.declare("factor", body.number(shape.value(), 0.0));
  auto element = [&](OpFoldResult row, OpFoldResult column) {
    return triangleElement(body, body.get(factor), isUpper, row, column);
  };
  auto store = [&](OpFoldResult row, OpFoldResult column, Value value) {
    body.set(factor, value, isUpper ? SmallVector<OpFoldResult>{column, row} : SmallVector<OpFoldResult>{row, column});
  };
  OpFoldResult end = body.literal(shape.extents[0]);
  body.loop("j", body.literal(0), end, [&](Value j) {
    Value rest = body.declare("rest", body.part(matrix, {j, j}));
    body.loop("k", body.literal(0), j, [&](Value k) {
      Value left = element(j, k);
      body.set(rest, body.infix("-", {body.get(rest), body.infix("*", {left, left})}));
    });
    Value root = body.call("wp.sqrt", body.get(rest));
    Value inverse = body.infix("/", {body.number(shape.element, 1.0), root});
    store(j, j, root);
    body.loop("i", body.infix("+", {j, body.integer(1)}), end, [&](Value i) {
      Value sum = body.declare("sum", triangleElement(body, matrix, isUpper, i, j));
      body.loop("k", body.literal(0), j, [&](Value k) {
        body.set(sum, body.infix("-", {body.get(sum), body.infix("*", {element(i, k), element(j, k)})}));
      });
      store(i, j, body.infix("*", {body.get(sum), inverse}));
    });
  });
  return body.get(factor);
}

Operand expandCholesky(TileCall &call) {
  Operand tile = call.addTile("A", "a");
  if (!tile || failed(expectSquare(call, tile)))
    return Operand();
  FailureOr<bool> isUpper = readFillMode(call);
  if (failed(isUpper))
    return Operand();
  std::string detail = nameTile(tile.extents, tile.type) + (*isUpper ? "_upper" : "");
  auto write = [&](TileBody &body, ValueRange operands) { return factorize(body, tile, operands[0], *isUpper); };
  if (call.changesTiles())
    return call.change(call.given("A"), detail, tile, write);
  return call.make(detail, tile.type, tile.extents, write);
}

//===----------------------------------------------------------------------===//
// Triangular solves
//===----------------------------------------------------------------------===//

/// One column of `factor * x = x`, or of the transposed factor, from the first row down or from the last one up.
static void substitute(TileBody &body, Value factor, bool isTransposed, bool isUp, Value x, int64_t count,
                       std::optional<Value> column) {
  auto place = [&](Value row) {
    return column ? SmallVector<OpFoldResult>{row, *column} : SmallVector<OpFoldResult>{row};
  };
  auto eachRow = [&](Value i) {
    Value sum = body.declare("sum", body.part(body.get(x), place(i)));
    OpFoldResult lower = isUp ? OpFoldResult(body.infix("+", {i, body.integer(1)})) : body.literal(0);
    OpFoldResult upper = isUp ? body.literal(count) : OpFoldResult(i);
    body.loop("j", lower, upper, [&](Value j) {
      Value product =
          body.infix("*", {triangleElement(body, factor, isTransposed, i, j), body.part(body.get(x), place(j))});
      body.set(sum, body.infix("-", {body.get(sum), product}));
    });
    Value pivot = body.part(factor, {i, i});
    body.when(body.compare(CmpPredicate::ne, pivot, body.number(pivot.getType(), 0.0)),
              [&] { body.set(sum, body.infix("/", {body.get(sum), pivot})); });
    body.set(x, body.get(sum), place(i));
  };
  if (isUp)
    body.loop("i", body.literal(count - 1), body.literal(-1), eachRow, /*step=*/-1);
  else
    body.loop("i", body.literal(0), body.literal(count), eachRow);
}

/// A solve with a triangular factor, or one with it and then its transpose.
static Operand expandSolve(TileCall &call, bool isCholesky, bool isUpper) {
  StringRef names[] = {call.warps.parameters[0].name, call.warps.parameters[1].name};
  Operand factor = call.addTile(names[0], "factor"), right = call.addTile(names[1], "right");
  if (!factor || !right || failed(expectSquare(call, factor)))
    return Operand();
  if (isCholesky) {
    FailureOr<bool> mode = readFillMode(call);
    if (failed(mode))
      return Operand();
    isUpper = *mode;
  }
  bool fits = factor.extents.empty() || right.extents.empty() ||
              (right.extents.size() <= 2 && right.extents[0] == factor.extents[0]);
  if (factor.type != right.type || !fits) {
    call.error(call.node) << "expected a right side of as many rows and of one type with the factor for 'wp."
                          << call.name << "' but got a " << describeTile(right) << " of the shape "
                          << describeExtents(right.extents) << " for " << describeExtents(factor.extents);
    return Operand();
  }
  auto write = [&](TileBody &body, ValueRange operands) {
    Value x = body.declare("x", operands[1]);
    int64_t count = factor.extents[0];
    auto solve = [&](std::optional<Value> column) {
      if (isCholesky || !isUpper)
        substitute(body, operands[0], isCholesky && isUpper, /*isUp=*/false, x, count, column);
      if (isCholesky || isUpper)
        substitute(body, operands[0], isCholesky && !isUpper, /*isUp=*/true, x, count, column);
    };
    if (right.extents.size() == 1)
      solve(std::nullopt);
    else
      body.loop("column", body.literal(0), body.literal(right.extents[1]), [&](Value column) { solve(column); });
    return body.get(x);
  };
  std::string detail = nameTile(right.extents, right.type) + (isCholesky && isUpper ? "_upper" : "");
  if (call.changesTiles())
    return call.change(call.given(names[1]), detail, right, write);
  return call.make(detail, right.type, right.extents, write);
}

Operand expandCholeskySolve(TileCall &call) { return expandSolve(call, /*isCholesky=*/true, /*isUpper=*/false); }
Operand expandLowerSolve(TileCall &call) { return expandSolve(call, /*isCholesky=*/false, /*isUpper=*/false); }
Operand expandUpperSolve(TileCall &call) { return expandSolve(call, /*isCholesky=*/false, /*isUpper=*/true); }

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Whether two tiles of a call are of one type and shape, which is reported otherwise.
static LogicalResult expectAlike(const TileCall &call, const Operand &a, const Operand &b) {
  bool haveOneShape = a.extents.empty() || b.extents.empty() || a.extents == b.extents;
  if (haveOneShape && a.type == b.type)
    return success();
  return call.error(call.node) << "expected tiles of one type and shape for 'wp." << call.name << "' but got a "
                               << describeTile(a) << " of the shape " << describeExtents(a.extents) << " and a "
                               << describeTile(b) << " of the shape " << describeExtents(b.extents);
}

Operand expandDiagonal(TileCall &call) {
  Operand a = call.addTile("a", "a"), d = call.addTile("d", "d");
  if (!a || !d)
    return Operand();
  bool isSquare = a.extents.empty() || (a.extents.size() == 2 && a.extents[0] == a.extents[1]);
  bool fits = a.extents.empty() || d.extents.empty() || (d.extents.size() == 1 && d.extents[0] == a.extents[0]);
  if (a.type != d.type || !isSquare || !fits) {
    call.error(call.node)
        << "expected a square tile and one with its diagonal, of one type, for 'wp.tile_diag_add' but got a "
        << describeTile(a) << " of the shape " << describeExtents(a.extents) << " and a " << describeTile(d)
        << " of the shape " << describeExtents(d.extents);
    return Operand();
  }
  return call.make(nameTile(a.extents, a.type), a.type, a.extents, [&](TileBody &body, ValueRange operands) {
    Value result = body.declare("result", operands[0]);
    body.loop("i", body.literal(0), body.literal(a.extents[0]), [&](Value i) {
      SmallVector<OpFoldResult> at = {i, i};
      Value sum = body.infix("+", {body.element(a, operands[0], at), body.element(d, operands[1], OpFoldResult(i))});
      body.setElement(a, result, sum, at);
    });
    return body.get(result);
  });
}

Operand expandDot(TileCall &call) {
  Operand a = call.addTile("a", "a"), b = call.addTile("b", "b");
  if (!a || !b || failed(expectAlike(call, a, b)))
    return Operand();
  Type scalar = isVec(a.type) ? elementType(a.type) : a.type;
  if (!isNumber(scalar)) {
    call.tiles.refuseTile(call.node);
    return Operand::ofTile(scalar, {1});
  }
  return call.make(nameTile(a.extents, a.type), scalar, {1}, [&](TileBody &body, ValueRange operands) {
    Value total = body.declare("total", body.number(scalar, 0.0));
    body.loopOver(a.extents, [&](TileBody::Path at) {
      Value left = body.element(a, operands[0], at), right = body.element(b, operands[1], at);
      Value product = isVec(a.type) ? body.call("wp.dot", {left, right}) : body.infix("*", {left, right});
      body.set(total, body.infix("+", {body.get(total), product}));
    });
    return body.single(tileValueType(scalar, {1}), body.get(total));
  });
}

Operand expandUpdate(TileCall &call) {
  PyNode scale = call.given("alpha");
  Operand source = call.addTile("src", "src"), target = call.addTile("dest", "dest");
  if (!source || !target || failed(expectAlike(call, source, target)))
    return Operand();
  Type scalar = isVec(target.type) ? elementType(target.type) : target.type;
  Value alpha = call.constructors.importComponent(scale, scalar);
  if (!alpha || failed(call.expectType(scale, scalar, alpha, ", as the tiles hold,")))
    return Operand();
  call.add(scale, "alpha", alpha);
  return call.change(
      call.given("dest"), nameTile(target.extents, target.type), target, [&](TileBody &body, ValueRange operands) {
        Value result = body.declare("result", operands[1]);
        body.loopOver(target.extents, [&](TileBody::Path at) {
          Value product = body.infix("*", {body.element(source, operands[0], at), operands[2]});
          body.setElement(target, result, body.infix("+", {body.element(target, operands[1], at), product}), at);
        });
        return body.get(result);
      });
}

//===----------------------------------------------------------------------===//
// Fourier transforms
//===----------------------------------------------------------------------===//

namespace {

/// Writes the transform of one row: the values that a function has once, and the place of the row.
struct FourierRow {
  TileBody &body;
  TileShape shape;
  Value tile;
  double sign;
  llvm::function_ref<SmallVector<OpFoldResult>(Value)> placeOf;

  Type vector = shape.element, scalar = elementType(vector);
  int64_t size = shape.extents.back();

  Value number(double value) { return body.number(scalar, value); }
  Value at(Value position) {
    Value whole = body.get(tile);
    return body.element(shape, whole, placeOf(position));
  }
  void store(Value position, Value value) { body.setElement(shape, tile, value, placeOf(position)); }
  /// Of the real and the imaginary part.
  Value complex(ValueRange parts) { return ConstructOp::create(body.b, body.location, vector, parts); }
  /// `a * b`, of complex numbers.
  Value multiply(Value a, Value b) {
    Value ar = body.part(a, body.literal(0)), ai = body.part(a, body.literal(1));
    Value br = body.part(b, body.literal(0)), bi = body.part(b, body.literal(1));
    return complex({body.infix("-", {body.infix("*", {ar, br}), body.infix("*", {ai, bi})}),
                    body.infix("+", {body.infix("*", {ar, bi}), body.infix("*", {ai, br})})});
  }
  Value turn(Value angle) { return complex({body.call("wp.cos", angle), body.call("wp.sin", angle)}); }

  /// Puts each element where the bits of its place, the other way round, say.
  void reverseBits() {
    unsigned bits = llvm::Log2_64(size);
    body.loop("i", body.literal(0), body.literal(size), [&](Value i) {
      Value other = body.declare("other", body.integer(0)), rest = body.declare("rest", i);
      body.loop("bit", body.literal(0), body.literal(bits), [&](Value) {
        Value low = body.infix("%", {body.get(rest), body.integer(2)});
        body.set(other, body.infix("+", {body.infix("*", {body.get(other), body.integer(2)}), low}));
        body.set(rest, body.infix("//", {body.get(rest), body.integer(2)}));
      });
      body.when(body.compare(CmpPredicate::lt, i, body.get(other)), [&] {
        Value partner = body.get(other), mine = at(i), theirs = at(partner);
        store(i, theirs);
        store(partner, mine);
      });
    });
  }

  void combineHalves(int64_t length) {
    int64_t half = length / 2;
    double angle = sign * 2.0 * M_PI / double(length);
    body.loop("j", body.literal(0), body.literal(half), [&](Value j) {
      Value factor = turn(body.infix("*", {number(angle), body.cast(j, scalar)}));
      body.loop(
          "k", j, body.literal(size),
          [&](Value k) {
            Value behind = body.infix("+", {k, body.integer(half)});
            Value even = at(k), odd = multiply(factor, at(behind));
            store(k, body.infix("+", {even, odd}));
            store(behind, body.infix("-", {even, odd}));
          },
          /*step=*/length);
    });
  }

  void transform() {
    reverseBits();
    for (int64_t length = 2; length <= size; length *= 2)
      combineHalves(length);
  }

  /// For a length that is no power of two: the sums of the definition.
  void sumUp() {
    Value before = body.get(tile);
    body.loop("k", body.literal(0), body.literal(size), [&](Value k) {
      Value sum = body.declare("sum", body.number(vector, 0.0));
      body.loop("j", body.literal(0), body.literal(size), [&](Value j) {
        // Of the whole turns in `k * j`, none is needed.
        Value part = body.infix("%", {body.infix("*", {k, j}), body.integer(size)});
        Value factor = turn(body.infix("*", {number(sign * 2.0 * M_PI / double(size)), body.cast(part, scalar)}));
        Value old = body.element(shape, before, placeOf(j));
        body.set(sum, body.infix("+", {body.get(sum), multiply(factor, old)}));
      });
      store(k, body.get(sum));
    });
  }
};

} // namespace

Operand expandFourier(TileCall &call) {
  Operand tile = call.addTile("inout", "rows");
  if (!tile)
    return Operand();
  auto vector = dyn_cast<VecType>(tile.type);
  bool isComplex =
      vector && vector.getLength() == 2 && (vector.getElementType().isF32() || vector.getElementType().isF64());
  if (!isComplex) {
    call.error(call.node) << "expected a tile of vec2 or vec2d, which are complex numbers, for 'wp." << call.name
                          << "' but got a " << describeTile(tile);
    return Operand();
  }
  if (tile.extents.size() == 1) {
    call.error(call.node) << "expected a tile with at least 2 dimensions for 'wp." << call.name
                          << "' but got one with 1";
    return Operand();
  }
  return call.change(call.given("inout"), nameTile(tile.extents, tile.type), tile,
                     [&](TileBody &body, ValueRange operands) {
                       Value result = body.declare("result", operands[0]);
                       body.loopOver(ArrayRef(tile.extents).drop_back(), [&](TileBody::Path at) {
                         SmallVector<OpFoldResult> row(at);
                         auto placeOf = [&](Value position) {
                           SmallVector<OpFoldResult> place(row);
                           place.push_back(position);
                           return place;
                         };
                         FourierRow transform{body, tile, result, call.op == "-" ? -1.0 : 1.0, placeOf};
                         llvm::isPowerOf2_64(tile.extents.back()) ? transform.transform() : transform.sumUp();
                       });
                       return body.get(result);
                     });
}

} // namespace kgen::importer
