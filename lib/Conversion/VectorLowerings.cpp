// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builtins whose components depend on several components of their operands. Sums run from the first component to the
// last, as Warp's do.

#include "KernelLowering.h"

using namespace mlir;

namespace kgen {

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

static MatType matrix(Value value) { return cast<MatType>(value.getType()); }

/// dot, ddot: all components with all.
template <typename OpT> static LogicalResult lowerDot(OpT op, KernelLowering &k) {
  Formula f(k, op.getA());
  Components a = k.get(op.getA()), b = k.get(op.getB());
  k.set(op.getResult(), f.sumOfProducts(a, 0, 1, b, 0, 1, a.size()));
  return success();
}

static LogicalResult lowerCross(CrossOp op, KernelLowering &k) {
  Formula f(k, op.getA());
  Components a = k.get(op.getA()), b = k.get(op.getB()), c;
  for (unsigned i = 0; i < 3; ++i) {
    unsigned y = (i + 1) % 3, z = (i + 2) % 3;
    Value left = f.mul(a[y], b[z]);
    Value right = f.mul(a[z], b[y]);
    c.push_back(f.sub(left, right));
  }
  k.set(op.getResult(), c);
  return success();
}

static LogicalResult lowerOuter(OuterOp op, KernelLowering &k) {
  Formula f(k, op.getA());
  Components products;
  for (Value a : k.get(op.getA()))
    for (Value b : k.get(op.getB()))
      products.push_back(f.mul(a, b));
  k.set(op.getResult(), products);
  return success();
}

static LogicalResult lowerMatMul(MatMulOp op, KernelLowering &k) {
  Formula f(k, op.getA());
  Components a = k.get(op.getA()), b = k.get(op.getB()), c;
  unsigned inner = matrix(op.getA()).getCols(), cols = matrix(op.getB()).getCols();
  for (unsigned i = 0; i < matrix(op.getA()).getRows(); ++i)
    for (unsigned j = 0; j < cols; ++j)
      c.push_back(f.sumOfProducts(a, i * inner, 1, b, j, cols, inner));
  k.set(op.getResult(), c);
  return success();
}

static LogicalResult lowerMatVecMul(MatVecMulOp op, KernelLowering &k) {
  Formula f(k, op.getA());
  Components a = k.get(op.getA()), v = k.get(op.getV()), result;
  unsigned cols = matrix(op.getA()).getCols();
  for (unsigned i = 0; i < matrix(op.getA()).getRows(); ++i)
    result.push_back(f.sumOfProducts(a, i * cols, 1, v, 0, 1, cols));
  k.set(op.getResult(), result);
  return success();
}

static LogicalResult lowerVecMatMul(VecMatMulOp op, KernelLowering &k) {
  Formula f(k, op.getA());
  Components v = k.get(op.getV()), a = k.get(op.getA()), result;
  unsigned rows = matrix(op.getA()).getRows(), cols = matrix(op.getA()).getCols();
  for (unsigned j = 0; j < cols; ++j)
    result.push_back(f.sumOfProducts(v, 0, 1, a, j, cols, rows));
  k.set(op.getResult(), result);
  return success();
}

static LogicalResult lowerTranspose(TransposeOp op, KernelLowering &k) {
  Components a = k.get(op.getA()), result;
  unsigned cols = matrix(op.getA()).getCols();
  for (unsigned j = 0; j < cols; ++j)
    for (unsigned i = 0; i < matrix(op.getA()).getRows(); ++i)
      result.push_back(a[i * cols + j]);
  k.set(op.getResult(), result);
  return success();
}

static LogicalResult lowerTrace(TraceOp op, KernelLowering &k) {
  Formula f(k, op.getA());
  Components a = k.get(op.getA());
  unsigned n = matrix(op.getA()).getCols();
  Value sum = a.front();
  for (unsigned i = 1; i < n; ++i)
    sum = f.add(sum, a[i * n + i]);
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
  unsigned n = matrix(op.getA()).getCols();
  k.set(op.getResult(), f.determinant(k.get(op.getA()), n, allBut(n), allBut(n)));
  return success();
}

static LogicalResult lowerAdjugate(AdjugateOp op, KernelLowering &k) {
  Formula f(k, op.getA());
  Components a = k.get(op.getA()), result;
  unsigned n = matrix(op.getA()).getCols();
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
  table.add<CrossOp, lowerCross>();
  table.add<OuterOp, lowerOuter>();
  table.add<MatMulOp, lowerMatMul>();
  table.add<MatVecMulOp, lowerMatVecMul>();
  table.add<VecMatMulOp, lowerVecMatMul>();
  table.add<TransposeOp, lowerTranspose>();
  table.add<TraceOp, lowerTrace>();
  table.add<DeterminantOp, lowerDeterminant>();
  table.add<AdjugateOp, lowerAdjugate>();
}

} // namespace kgen
