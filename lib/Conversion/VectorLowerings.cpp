// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builtins whose components depend on several components of their operands. Sums run from the first component to the
// last, as Warp's do.

#include "KernelLowering.h"
#include "kgen/IR/ValueLayout.h"

using namespace mlir;

namespace kgen::conversion {

namespace {
/// Arithmetic on scalars of one type, to write formulas with.
struct Formula {
  KernelLowering &k;
  Type type;

  Formula(KernelLowering &k, Value aggregate) : k(k), type(elementType(aggregate.getType())) {}
  Value add(Value a, Value b) const { return lowerAdd(k, type, {a, b}); }
  Value sub(Value a, Value b) const { return lowerSub(k, type, {a, b}); }
  Value mul(Value a, Value b) const { return lowerMul(k, type, {a, b}); }
  Value neg(Value a) const { return lowerNeg(k, type, a); }

  /// The sum of the products of `count` pairs, which lie `strideA` and `strideB` apart.
  Value sumOfProducts(const Components &a, unsigned firstA, unsigned strideA, const Components &b, unsigned firstB,
                      unsigned strideB, unsigned count) const {
    Value sum;
    for (unsigned i = 0; i < count; ++i) {
      Value product = mul(a[firstA + i * strideA], b[firstB + i * strideB]);
      sum = sum ? add(sum, product) : product;
    }
    return sum;
  }

  /// The determinant of the `n`-by-`n` matrix of the chosen rows and columns, by its first row.
  Value determinant(const Components &m, unsigned cols, ArrayRef<unsigned> rows, ArrayRef<unsigned> columns) const {
    auto at = [&](unsigned r, unsigned c) { return m[rows[r] * cols + columns[c]]; };
    if (rows.size() == 1)
      return at(0, 0);
    Value sum;
    for (unsigned c = 0; c < columns.size(); ++c) {
      SmallVector<unsigned, 4> others(columns);
      others.erase(others.begin() + c);
      Value minor = determinant(m, cols, rows.drop_front(), others);
      Value term = mul(at(0, c), minor);
      sum = !sum ? term : c % 2 ? sub(sum, term) : add(sum, term);
    }
    return sum;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Products: each component is a sum of products
//===----------------------------------------------------------------------===//

namespace {
/// `c[i, j] = sum over k of a[i * aRow + k * aInner] * b[j * bCol + k * bInner]`.
struct Product {
  unsigned rows, cols, inner;
  unsigned aRow, aInner, bCol, bInner;
};
} // namespace

/// `first * scale + second`, of indices.
static Value indexOf(KernelLowering &k, Value first, unsigned scale, Value second, unsigned secondScale) {
  auto scaled = [&](Value index, unsigned by) -> Value {
    if (by == 1)
      return index;
    Value factor = k.constant(index.getType(), by);
    return LLVM::MulOp::create(k.builder, k.loc, index, factor);
  };
  Value a = scaled(first, scale), b = scaled(second, secondScale);
  return LLVM::AddOp::create(k.builder, k.loc, a, b);
}

static void lowerLargeProduct(Value result, Value left, Value right, const Product &p, KernelLowering &k) {
  Formula f(k, left);
  Value a = k.toMemory(left), b = k.toMemory(right), c = k.allocate(result.getType());
  k.forEach(p.rows, [&](Value i) {
    k.forEach(p.cols, [&](Value j) {
      auto term = [&](Value inner) {
        Value x = k.loadComponent(left.getType(), a, indexOf(k, i, p.aRow, inner, p.aInner));
        Value y = k.loadComponent(right.getType(), b, indexOf(k, j, p.bCol, inner, p.bInner));
        return f.mul(x, y);
      };
      Value first = term(k.constant(i.getType(), 0));
      auto addTerm = [&](Value inner, ValueRange sum) { return Components{f.add(sum.front(), term(inner))}; };
      Components sum = k.repeat(1, p.inner, first, addTerm);
      k.storeComponent(result.getType(), c, indexOf(k, i, p.cols, j, 1), sum.front());
    });
  });
  k.setFromMemory(result, c);
}

static LogicalResult lowerProduct(Operation *op, Value left, Value right, const Product &p, KernelLowering &k) {
  Value result = op->getResult(0);
  if (isInMemory(left.getType()) || isInMemory(right.getType()) || isInMemory(result.getType())) {
    lowerLargeProduct(result, left, right, p, k);
    return success();
  }
  Formula f(k, left);
  Components a = k.get(left), b = k.get(right), c;
  for (unsigned i = 0; i < p.rows; ++i)
    for (unsigned j = 0; j < p.cols; ++j)
      c.push_back(f.sumOfProducts(a, i * p.aRow, p.aInner, b, j * p.bCol, p.bInner, p.inner));
  k.set(result, c);
  return success();
}

static unsigned length(Value vector) { return numComponents(vector.getType()); }
static unsigned columns(Value matrix) { return ValueLayout::of(matrix.getType()).getWidth(); }
static unsigned rows(Value matrix) { return length(matrix) / columns(matrix); }

/// dot, ddot: all components with all.
template <typename OpT> static LogicalResult lowerDot(OpT op, KernelLowering &k) {
  return lowerProduct(op, op.getA(), op.getB(), {1, 1, length(op.getA()), 0, 1, 0, 1}, k);
}

static LogicalResult lowerOuter(OuterOp op, KernelLowering &k) {
  return lowerProduct(op, op.getA(), op.getB(), {length(op.getA()), length(op.getB()), 1, 1, 0, 1, 0}, k);
}

static LogicalResult lowerMatMul(MatMulOp op, KernelLowering &k) {
  unsigned inner = columns(op.getA()), cols = columns(op.getB());
  return lowerProduct(op, op.getA(), op.getB(), {rows(op.getA()), cols, inner, inner, 1, 1, cols}, k);
}

static LogicalResult lowerMatVecMul(MatVecMulOp op, KernelLowering &k) {
  unsigned inner = columns(op.getA());
  return lowerProduct(op, op.getA(), op.getV(), {rows(op.getA()), 1, inner, inner, 1, 0, 1}, k);
}

static LogicalResult lowerVecMatMul(VecMatMulOp op, KernelLowering &k) {
  unsigned cols = columns(op.getA());
  return lowerProduct(op, op.getV(), op.getA(), {1, cols, rows(op.getA()), 0, 1, 1, cols}, k);
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

static LogicalResult lowerTranspose(TransposeOp op, KernelLowering &k) {
  Type type = op.getA().getType();
  unsigned rowCount = rows(op.getA()), cols = columns(op.getA());
  if (isInMemory(type)) {
    Value from = k.getScalar(op.getA()), to = k.allocate(op.getType());
    k.forEach(cols, [&](Value j) {
      k.forEach(rowCount, [&](Value i) {
        Value component = k.loadComponent(type, from, indexOf(k, i, cols, j, 1));
        k.storeComponent(type, to, indexOf(k, j, rowCount, i, 1), component);
      });
    });
    k.set(op.getResult(), to);
    return success();
  }
  Components a = k.get(op.getA()), result;
  for (unsigned j = 0; j < cols; ++j)
    for (unsigned i = 0; i < rowCount; ++i)
      result.push_back(a[i * cols + j]);
  k.set(op.getResult(), result);
  return success();
}

static LogicalResult lowerTrace(TraceOp op, KernelLowering &k) {
  Formula f(k, op.getA());
  unsigned n = columns(op.getA());
  Value sum = componentAt(k, op.getA(), 0);
  for (unsigned i = 1; i < n; ++i)
    sum = f.add(sum, componentAt(k, op.getA(), i * n + i));
  k.set(op.getResult(), sum);
  return success();
}

static SmallVector<unsigned, 4> allBut(unsigned n, std::optional<unsigned> left = std::nullopt) {
  SmallVector<unsigned, 4> indices;
  for (unsigned i = 0; i < n; ++i)
    if (i != left)
      indices.push_back(i);
  return indices;
}

static LogicalResult lowerDeterminant(DeterminantOp op, KernelLowering &k) {
  Formula f(k, op.getA());
  unsigned n = columns(op.getA());
  k.set(op.getResult(), f.determinant(k.get(op.getA()), n, allBut(n), allBut(n)));
  return success();
}

static LogicalResult lowerAdjugate(AdjugateOp op, KernelLowering &k) {
  Formula f(k, op.getA());
  Components a = k.get(op.getA()), result;
  unsigned n = columns(op.getA());
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j) {
      Value minor = f.determinant(a, n, allBut(n, j), allBut(n, i));
      result.push_back((i + j) % 2 ? f.neg(minor) : minor);
    }
  k.set(op.getResult(), result);
  return success();
}

void addVectorLowerings(LoweringTable &table) {
  table.add<DotOp, lowerDot<DotOp>>();
  table.add<DdotOp, lowerDot<DdotOp>>();
  table.add<OuterOp, lowerOuter>();
  table.add<MatMulOp, lowerMatMul>();
  table.add<MatVecMulOp, lowerMatVecMul>();
  table.add<VecMatMulOp, lowerVecMatMul>();
  table.add<TransposeOp, lowerTranspose>();
  table.add<TraceOp, lowerTrace>();
  table.add<DeterminantOp, lowerDeterminant>();
  table.add<AdjugateOp, lowerAdjugate>();
}

} // namespace kgen::conversion
