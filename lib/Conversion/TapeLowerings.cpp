// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tape: word w of thread t of n is element (1 + w) * n + t, and element t says how many words the thread has used.

#include "KernelLowering.h"
#include "kgen/IR/ValueLayout.h"

using namespace mlir;

namespace kgen::conversion {

namespace {

/// The tape as one thread sees it; all numbers are of 64 bits.
struct Tape {
  KernelLowering &k;
  Value array;
  OpBuilder &b;
  Type i64;

  Tape(KernelLowering &k, Value array) : k(k), array(array), b(k.builder), i64(b.getI64Type()) {}

  Value number(int64_t value) { return k.constant(i64, value); }
  Value compare(LLVM::ICmpPredicate predicate, Value lhs, Value rhs) {
    return LLVM::ICmpOp::create(b, k.loc, predicate, lhs, rhs);
  }
  Value widen(Value index) { return LLVM::SExtOp::create(b, k.loc, i64, index); }

  /// Whether the tape has as many rows.
  Value hasRows(Value rows) {
    Value words = LLVM::MulOp::create(b, k.loc, rows, k.getThreadCount());
    return compare(LLVM::ICmpPredicate::sle, words, widen(arrayExtent(k, array, 0)));
  }

  Value address(Value row, Value thread) {
    Value before = LLVM::MulOp::create(b, k.loc, row, k.getThreadCount());
    Value index = LLVM::AddOp::create(b, k.loc, before, thread);
    Value offset = LLVM::MulOp::create(b, k.loc, index, arrayStride(k, array, 0));
    return LLVM::GEPOp::create(b, k.loc, k.elementPointerType(), b.getI8Type(), arrayElements(k, array),
                               ValueRange(offset), LLVM::GEPNoWrapFlags::inbounds);
  }

  /// Whether what a thread has recorded is all there.
  Value fits(Value thread) {
    Value one = number(1);
    return k
        .guarded(hasRows(one), b.getI1Type(),
                 [&] {
                   Value used = LLVM::LoadOp::create(b, k.loc, i64, address(number(0), thread), 8);
                   Value rows = LLVM::AddOp::create(b, k.loc, used, one);
                   return Components{hasRows(rows)};
                 })
        .front();
  }

  /// The slot of a component, after the op's own row.
  Value row(Value slot, unsigned component) {
    Value after = number(1 + component);
    return LLVM::AddOp::create(b, k.loc, slot, after);
  }
};

} // namespace

/// The bits of a scalar in a word, and back.
static Value toWord(KernelLowering &k, Type scalar, Value value) {
  OpBuilder &b = k.builder;
  if (isFloat(scalar))
    value = LLVM::BitcastOp::create(b, k.loc, b.getIntegerType(scalar.getIntOrFloatBitWidth()), value);
  if (value.getType().getIntOrFloatBitWidth() < 64)
    value = LLVM::ZExtOp::create(b, k.loc, b.getI64Type(), value);
  return value;
}

static Value fromWord(KernelLowering &k, Type scalar, Value word) {
  OpBuilder &b = k.builder;
  unsigned width = scalar.getIntOrFloatBitWidth();
  if (width < 64)
    word = LLVM::TruncOp::create(b, k.loc, b.getIntegerType(width), word);
  return isFloat(scalar) ? LLVM::BitcastOp::create(b, k.loc, scalar, word).getResult() : word;
}

static LogicalResult lowerRecord(RecordOp op, KernelLowering &k) {
  Tape tape(k, op.getTape());
  Type type = op.getType(), scalar = elementType(type);
  Value slot = tape.widen(k.getScalar(op.getSlot()));
  for (unsigned i = 0; i < numComponents(type); ++i) {
    Value row = tape.row(slot, i);
    Value rows = LLVM::AddOp::create(k.builder, k.loc, row, tape.number(1));
    k.guarded(tape.hasRows(rows), [&] {
      Value word = toWord(k, scalar, componentAt(k, op.getValue(), i));
      LLVM::StoreOp::create(k.builder, k.loc, word, tape.address(row, k.getThread()), 8);
    });
  }
  k.set(op.getResult(), k.get(op.getValue()));
  return success();
}

static LogicalResult lowerRecall(RecallOp op, KernelLowering &k) {
  Tape tape(k, op.getTape());
  Type type = op.getType(), scalar = elementType(type);
  Value slot = tape.widen(k.getScalar(op.getSlot()));
  Value memory = isInMemory(type) ? k.allocate(type) : Value();
  Components components;
  for (unsigned i = 0; i < numComponents(type); ++i) {
    Value word = LLVM::LoadOp::create(k.builder, k.loc, tape.i64, tape.address(tape.row(slot, i), k.getThread()), 8);
    Value component = fromWord(k, scalar, word);
    if (memory)
      k.storeComponent(type, memory, tape.number(i), component);
    else
      components.push_back(component);
  }
  k.set(op.getResult(), memory ? Components{memory} : components);
  return success();
}

static LogicalResult lowerEnd(TapeEndOp op, KernelLowering &k) {
  Tape tape(k, op.getTape());
  k.guarded(tape.hasRows(tape.number(1)), [&] {
    Value used = LLVM::ZExtOp::create(k.builder, k.loc, tape.i64, k.getScalar(op.getUsed()));
    LLVM::StoreOp::create(k.builder, k.loc, used, tape.address(tape.number(0), k.getThread()), 8);
  });
  return success();
}

static LogicalResult lowerFits(TapeFitsOp op, KernelLowering &k) {
  k.set(op.getResult(), Tape(k, op.getTape()).fits(k.getThread()));
  return success();
}

/// Looks at the threads from the first on, up to one that fails.
static LogicalResult lowerFailsFirst(TapeFailsFirstOp op, KernelLowering &k) {
  Tape tape(k, op.getTape());
  Block *head = k.newBlock("tape.threads", {});
  BlockArgument thread = head->addArgument(tape.i64, k.loc);
  Block *look = k.newBlock("tape.thread"), *next = k.newBlock("tape.next"), *done = k.newBlock("tape.first");
  BlockArgument answer = done->addArgument(k.builder.getI1Type(), k.loc);
  k.branch(head, tape.number(0));
  k.enter(head);
  Value isOwn = tape.compare(LLVM::ICmpPredicate::eq, thread, k.getThread());
  Value yes = k.constant(k.builder.getI1Type(), 1), no = k.constant(k.builder.getI1Type(), 0);
  k.branchIf(isOwn, done, yes, look, {});
  k.enter(look);
  Value fits = tape.fits(thread);
  k.branchIf(fits, next, {}, done, no);
  k.enter(next);
  Value following = LLVM::AddOp::create(k.builder, k.loc, thread, tape.number(1));
  k.branch(head, following);
  k.enter(done);
  k.set(op.getResult(), answer);
  return success();
}

static LogicalResult lowerCustomAdjoint(CustomAdjointOp op, KernelLowering &k) {
  for (auto [value, result] : llvm::zip_equal(op.getValues(), op.getResults()))
    k.set(result, k.get(value));
  return success();
}

void addTapeLowerings(LoweringTable &table) {
  table.add<RecordOp, lowerRecord>();
  table.add<RecallOp, lowerRecall>();
  table.add<TapeEndOp, lowerEnd>();
  table.add<TapeFitsOp, lowerFits>();
  table.add<TapeFailsFirstOp, lowerFailsFirst>();
  table.add<CustomAdjointOp, lowerCustomAdjoint>();
}

} // namespace kgen::conversion
