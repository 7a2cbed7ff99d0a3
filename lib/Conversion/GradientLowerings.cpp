// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of arrays, by Warp's rule: the adjoint argument's data where it has any, else the array's own gradient,
// else none. Which one it is, is settled before the thread loop, and what else belongs to it where it is asked for.

#include "Lanes.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace kgen::conversion {

namespace {
/// Picks what belongs to the adjoint argument or to the array, before the thread loop.
struct GradientChoice {
  KernelLowering &k;
  GradientOp op;
  OpBuilder b;
  llvm::SaveAndRestore<Location> at; // what belongs to a gradient is of no line that uses it

  GradientChoice(KernelLowering &k, GradientOp op)
      : k(k), op(op), b(k.prologue()), at(k.loc, unnamedLoc(op.getLoc())) {}

  Value field(Value array, ArrayRef<LLVM::GEPArg> path, Type type, const Twine &name) {
    return k.loadField(k.getBuffer(array).pointer, arrayStruct(b.getContext()), path, type, getName(array) + name);
  }
  Value isNotNull(Value pointer) {
    Value null = LLVM::ZeroOp::create(b, k.loc, pointer.getType());
    return LLVM::ICmpOp::create(b, k.loc, LLVM::ICmpPredicate::ne, pointer, null);
  }

  Buffer choosePointer() {
    Buffer buffer;
    Value adjoint = field(op.getAdjoint(), {arrayData}, k.pointerType(), ".data");
    buffer.own = field(op.getArray(), {arrayGrad}, k.pointerType(), ".grad");
    buffer.isExplicit = isNotNull(adjoint);
    Location named = k.named(getName(op.getArray()) + ".gradient");
    buffer.pointer = LLVM::SelectOp::create(b, named, buffer.isExplicit, adjoint, buffer.own);
    buffer.present = isNotNull(buffer.pointer);
    buffer.data = toElementSpace(k, b, buffer.pointer);
    return buffer;
  }

  Value stride(unsigned d) {
    Value adjoint = field(op.getAdjoint(), {arrayStrides, int32_t(d)}, b.getI32Type(), ".stride" + Twine(d));
    Value own = field(op.getArray(), {arrayStrides, int32_t(d)}, b.getI32Type(), ".stride" + Twine(d));
    return LLVM::SelectOp::create(b, k.loc, k.getBuffer(op.getGradient()).isExplicit, adjoint, own);
  }

  /// Taking an element zeroes it where it is the array's own and the array is not marked to retain its gradient.
  Value zeroable() {
    const Buffer &buffer = k.getBuffer(op.getGradient());
    Value flags = field(op.getArray(), {arrayFlags}, b.getI16Type(), ".flags");
    Value retain = LLVM::TruncOp::create(b, k.loc, b.getI1Type(), flags);
    Value isOwn = LLVM::ICmpOp::create(b, k.loc, LLVM::ICmpPredicate::eq, buffer.pointer, buffer.own);
    Value yes = LLVM::ConstantOp::create(b, k.loc, b.getI1Type(), b.getBoolAttr(true));
    Value drop = LLVM::XOrOp::create(b, k.loc, retain, yes);
    return LLVM::AndOp::create(b, k.loc, isOwn, drop);
  }
};
} // namespace

Value gradientStride(KernelLowering &k, GradientOp op, unsigned d) { return GradientChoice(k, op).stride(d); }

Value isZeroable(KernelLowering &k, Value gradient) {
  Buffer &buffer = k.getBuffer(gradient);
  if (!buffer.zeroable)
    buffer.zeroable = GradientChoice(k, gradient.getDefiningOp<GradientOp>()).zeroable();
  return buffer.zeroable;
}

static LogicalResult lowerGradient(GradientOp op, KernelLowering &k) {
  k.getBuffer(op.getGradient()) = GradientChoice(k, op).choosePointer();
  loadRows(op.getGradient(), k);
  return success();
}

/// Reads an element of a gradient, zeros where it is absent; `after` then has its address, and the components if it is
/// in registers.
template <typename OpT>
static void lowerReading(OpT op, KernelLowering &k, llvm::function_ref<void(Value address, ValueRange read)> after) {
  Value present = k.getBuffer(op.getArray()).present;
  Type type = op.getType();
  auto address = [&] { return elementAddress(k, op.getArray(), op.getMixedIndices()); };
  if (isInMemory(type)) {
    Value element = k.allocate(type);
    k.fill(type, element, k.zeros(elementType(type)).front());
    k.guarded(present, [&] {
      Value at = address();
      k.copy(type, at, element);
      after(at, {});
    });
    k.set(op.getResult(), element);
    return;
  }
  Components read = k.guarded(present, type, [&] {
    Value at = address();
    Components components = loadElement(k, type, at);
    after(at, components);
    return components;
  });
  k.set(op.getResult(), read);
}

static LogicalResult lowerRead(GradientReadOp op, KernelLowering &k) {
  lowerReading(op, k, [](Value, ValueRange) {});
  return success();
}

/// Whether a component has a bit set: is not zero, or the negative one.
static Value hasBits(KernelLowering &k, ValueRange components) {
  OpBuilder &b = k.builder;
  Value any;
  for (Value component : components) {
    Type bits = b.getIntegerType(component.getType().getIntOrFloatBitWidth());
    if (component.getType() != bits)
      component = LLVM::BitcastOp::create(b, k.loc, bits, component);
    Value zero = LLVM::ZeroOp::create(b, k.loc, bits);
    Value isSet = LLVM::ICmpOp::create(b, k.loc, LLVM::ICmpPredicate::ne, component, zero);
    any = any ? LLVM::OrOp::create(b, k.loc, any, isSet).getResult() : isSet;
  }
  return any;
}

static LogicalResult lowerTake(GradientTakeOp op, KernelLowering &k) {
  Type type = op.getType();
  lowerReading(op, k, [&](Value address, ValueRange read) {
    auto clear = [&] {
      if (isInMemory(type))
        k.fill(type, address, k.zeros(elementType(type)).front());
      else
        storeElement(k, type, address, k.zeros(type));
    };
    // On a GPU a store on the heels of a load of the same element evicts what the load brings: where there is nothing
    // to clear nothing is stored, and else the question waits for the load.
    bool asks = k.onGPU() && !read.empty();
    k.guarded(isZeroable(k, op.getArray()), [&] { asks ? k.guarded(hasBits(k, read), clear) : clear(); });
  });
  return success();
}

static LogicalResult lowerAdd(GradientAddOp op, KernelLowering &k) {
  Value present = k.getBuffer(op.getArray()).present;
  k.guarded(present, [&] {
    Value address = elementAddress(k, op.getArray(), op.getMixedIndices());
    updateElement(k, op.getArray(), AtomicKind::add, op.getValue().getType(), address, k.get(op.getValue()));
  });
  return success();
}

void addGradientLowerings(LoweringTable &table) {
  table.add<GradientOp, lowerGradient>();
  table.add<GradientReadOp, lowerRead>();
  table.add<GradientTakeOp, lowerTake>();
  table.add<GradientAddOp, lowerAdd>();
}

} // namespace kgen::conversion
