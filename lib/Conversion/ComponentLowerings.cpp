// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builtins that ask about the components of a value, or put components elsewhere, and compute nothing with them. Values
// with few components are unrolled, and large ones are walked in a loop.

#include "KernelLowering.h"
#include "kgen/IR/ValueLayout.h"
#include <cmath>

using namespace mlir;

namespace kgen::conversion {

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

namespace {
/// Whether a number is finite, NaN, infinite or not zero.
struct Question {
  /// The number that a component is compared with; infinity is compared with its size.
  enum With { Itself, Infinity, Zero };
  LLVM::FCmpPredicate predicate;
  With with;
  bool ofAll; // of all components, or else of any
};
} // namespace

static Value ask(KernelLowering &k, const Question &question, Value x) {
  Value left = x, right = x;
  if (question.with == Question::Infinity)
    left = LLVM::FAbsOp::create(k.builder, k.loc, x);
  if (question.with != Question::Itself)
    right = k.floatConstant(x.getType(), question.with == Question::Zero ? 0.0 : HUGE_VAL);
  return LLVM::FCmpOp::create(k.builder, k.loc, question.predicate, left, right);
}

static LogicalResult lowerQuestion(Operation *op, const Question &question, KernelLowering &k) {
  Value operand = op->getOperand(0);
  auto combine = [&](Value a, Value b) -> Value {
    if (question.ofAll)
      return LLVM::AndOp::create(k.builder, k.loc, a, b);
    return LLVM::OrOp::create(k.builder, k.loc, a, b);
  };
  if (isInMemory(operand.getType())) {
    Value start = k.constant(k.builder.getI1Type(), question.ofAll);
    Components answer = k.repeat(0, numComponents(operand.getType()), start, [&](Value i, ValueRange soFar) {
      Value own = ask(k, question, k.loadComponent(operand.getType(), k.getScalar(operand), i));
      return Components{combine(soFar.front(), own)};
    });
    k.set(op->getResult(0), answer);
    return success();
  }
  Value answer;
  for (Value component : k.get(operand)) {
    Value own = ask(k, question, component);
    answer = answer ? combine(answer, own) : own;
  }
  k.set(op->getResult(0), answer);
  return success();
}

static LogicalResult lowerAllFinite(AllFiniteOp op, KernelLowering &k) {
  return lowerQuestion(op, {LLVM::FCmpPredicate::olt, Question::Infinity, true}, k);
}
static LogicalResult lowerAnyNan(AnyNanOp op, KernelLowering &k) {
  return lowerQuestion(op, {LLVM::FCmpPredicate::uno, Question::Itself, false}, k);
}
static LogicalResult lowerAnyInf(AnyInfOp op, KernelLowering &k) {
  return lowerQuestion(op, {LLVM::FCmpPredicate::oeq, Question::Infinity, false}, k);
}
static LogicalResult lowerAnyNonzero(AnyNonzeroOp op, KernelLowering &k) {
  return lowerQuestion(op, {LLVM::FCmpPredicate::une, Question::Zero, false}, k);
}

static Value lowerBitCount(KernelLowering &k, Type, ValueRange v) {
  Type i32 = likeValue(k.builder.getI32Type(), v[0]);
  Value count = LLVM::CtPopOp::create(k.builder, k.loc, v[0].getType(), v[0]);
  unsigned width = scalarBits(count);
  if (width < 32)
    return LLVM::ZExtOp::create(k.builder, k.loc, i32, count);
  return width == 32 ? count : LLVM::TruncOp::create(k.builder, k.loc, i32, count).getResult();
}

//===----------------------------------------------------------------------===//
// Where the least or greatest component is
//===----------------------------------------------------------------------===//

/// Whether `x` comes before the best so far. A NaN never does, and all others come before one.
static Value isBetter(KernelLowering &k, Type type, bool least, Value x, Value best) {
  if (!isFloat(type)) {
    auto predicate = type.isUnsignedInteger() ? (least ? LLVM::ICmpPredicate::ult : LLVM::ICmpPredicate::ugt)
                                              : (least ? LLVM::ICmpPredicate::slt : LLVM::ICmpPredicate::sgt);
    return LLVM::ICmpOp::create(k.builder, k.loc, predicate, x, best);
  }
  auto predicate = least ? LLVM::FCmpPredicate::ult : LLVM::FCmpPredicate::ugt;
  Value before = LLVM::FCmpOp::create(k.builder, k.loc, predicate, x, best);
  Value isNumber = LLVM::FCmpOp::create(k.builder, k.loc, LLVM::FCmpPredicate::ord, x, x);
  return LLVM::AndOp::create(k.builder, k.loc, before, isNumber);
}

template <typename OpT, bool least> static LogicalResult lowerPosition(OpT op, KernelLowering &k) {
  Value vector = op.getA();
  Type type = vector.getType(), element = elementType(type);
  bool inMemory = isInMemory(type);
  Components all = k.get(vector);
  auto component = [&](unsigned i) {
    return inMemory ? k.loadComponent(type, all.front(), k.constant(k.builder.getI64Type(), i)) : all[i];
  };
  auto next = [&](Value position, Value x, ValueRange soFar) {
    Value better = isBetter(k, element, least, x, soFar[1]);
    Value where = LLVM::SelectOp::create(k.builder, k.loc, better, position, soFar[0]);
    return Components{where, LLVM::SelectOp::create(k.builder, k.loc, better, x, soFar[1])};
  };
  Value first = component(0);
  Type i32 = likeValue(k.builder.getI32Type(), first); // of each lane
  Components best = {k.constant(i32, 0), first};
  if (inMemory) {
    best = k.repeat(1, numComponents(type), best, [&](Value i, ValueRange soFar) {
      Value position = LLVM::TruncOp::create(k.builder, k.loc, k.builder.getI32Type(), i);
      return next(k.widen(position), k.loadComponent(type, all.front(), i), soFar);
    });
  } else {
    for (unsigned i = 1; i < all.size(); ++i)
      best = next(k.constant(i32, i), all[i], best);
  }
  k.set(op.getResult(), best.front());
  return success();
}

//===----------------------------------------------------------------------===//
// Components that go elsewhere
//===----------------------------------------------------------------------===//

/// Says what some components of the result are, by number; the others are zero.
static void setComponents(KernelLowering &k, Value result, ArrayRef<std::pair<unsigned, Value>> components) {
  Type type = result.getType();
  Components zeros = k.zeros(elementType(type));
  if (!isInMemory(type)) {
    Components all(numComponents(type), zeros.front());
    for (auto [i, component] : components)
      all[i] = component;
    k.set(result, all);
    return;
  }
  Value memory = k.allocate(type);
  if (components.size() < numComponents(type))
    k.fill(type, memory, zeros.front());
  for (auto [i, component] : components)
    k.storeComponent(type, memory, k.constant(k.builder.getI64Type(), i), component);
  k.set(result, memory);
}

Value componentAt(KernelLowering &k, Value value, unsigned i) {
  if (isInMemory(value.getType()))
    return k.loadComponent(value.getType(), k.getScalar(value), k.constant(k.builder.getI64Type(), i));
  return k.get(value)[i];
}

static LogicalResult lowerDiag(DiagOp op, KernelLowering &k) {
  SmallVector<std::pair<unsigned, Value>> components;
  unsigned n = numComponents(op.getV().getType());
  for (unsigned i = 0; i < n; ++i)
    components.push_back({i * (n + 1), componentAt(k, op.getV(), i)});
  setComponents(k, op.getResult(), components);
  return success();
}

static LogicalResult lowerGetDiag(GetDiagOp op, KernelLowering &k) {
  SmallVector<std::pair<unsigned, Value>> components;
  unsigned n = numComponents(op.getType());
  for (unsigned i = 0; i < n; ++i)
    components.push_back({i, componentAt(k, op.getM(), i * (n + 1))});
  setComponents(k, op.getResult(), components);
  return success();
}

/// Vectors as rows or columns.
template <typename OpT, bool asRows> static LogicalResult lowerFromVectors(OpT op, KernelLowering &k) {
  SmallVector<std::pair<unsigned, Value>> components;
  unsigned count = op->getNumOperands(), length = numComponents(op.getType()) / count;
  for (unsigned v = 0; v < count; ++v)
    for (unsigned i = 0; i < length; ++i)
      components.push_back({asRows ? v * length + i : i * count + v, componentAt(k, op->getOperand(v), i)});
  setComponents(k, op.getResult(), components);
  return success();
}

void addComponentLowerings(LoweringTable &table) {
  table.add<AllFiniteOp, lowerAllFinite>();
  table.add<AnyNanOp, lowerAnyNan>();
  table.add<AnyInfOp, lowerAnyInf>();
  table.add<AnyNonzeroOp, lowerAnyNonzero>();
  table.addByComponent<BitCountOp, lowerBitCount>();
  table.add<ArgminOp, lowerPosition<ArgminOp, true>>();
  table.add<ArgmaxOp, lowerPosition<ArgmaxOp, false>>();
  table.add<DiagOp, lowerDiag>();
  table.add<GetDiagOp, lowerGetDiag>();
  table.add<MatrixFromRows2Op, lowerFromVectors<MatrixFromRows2Op, true>>();
  table.add<MatrixFromRows3Op, lowerFromVectors<MatrixFromRows3Op, true>>();
  table.add<MatrixFromRows4Op, lowerFromVectors<MatrixFromRows4Op, true>>();
  table.add<MatrixFromCols2Op, lowerFromVectors<MatrixFromCols2Op, false>>();
  table.add<MatrixFromCols3Op, lowerFromVectors<MatrixFromCols3Op, false>>();
  table.add<MatrixFromCols4Op, lowerFromVectors<MatrixFromCols4Op, false>>();
}

} // namespace kgen::conversion
