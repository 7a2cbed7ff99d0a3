// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementary functions: C's library or SLEEF on the CPU, libdevice on a GPU. Half precision goes through float32
// (S-21).

#include "KernelLowering.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace kgen::conversion {

/// Into [-1, 1]; NaN becomes -1.
static Value clampToUnit(KernelLowering &k, Value x) {
  auto number = [&](double value) -> Value { return k.floatConstant(x.getType(), value); };
  Value raised = LLVM::MaxNumOp::create(k.builder, k.loc, x, number(-1.0));
  return LLVM::MinNumOp::create(k.builder, k.loc, raised, number(1.0));
}

/// How exact SLEEF's function is, in tenths of the last place: as the record says, or as what has none is.
static unsigned accuracyOf(StringRef stem) {
  llvm::StringSwitch<unsigned> accuracy(stem);
#define KGEN_LLVM_OP(OP, FLOAT, INT)
#define KGEN_LIBM(OP, STEM, TENTHS_OF_ULP) accuracy.Case(STEM, TENTHS_OF_ULP);
#include "kgen/IR/KgenBuiltinLowerings.inc"
#undef KGEN_LIBM
#undef KGEN_LLVM_OP
  return accuracy.Default(10);
}

/// A function of SLEEF's deterministic set with fused multiply-add, which gives the same bits whatever the vectors'
/// length.
static std::string sleefName(StringRef stem, Type type) {
  auto lanes = dyn_cast<VectorType>(type);
  bool isDouble = getElementTypeOrSelf(type).isF64();
  unsigned count = lanes ? lanes.getNumElements() : 1;
  StringRef unit = count == 1 ? "purecfma" : count * (isDouble ? 64 : 32) == 512 ? "avx512f" : "avx2";
  return ("Sleef_finz_" + stem + (isDouble ? "d" : "f") + Twine(count) + "_u" + Twine(accuracyOf(stem)) + unit).str();
}

/// A call of a function with one result or more, all of the arguments' type.
using MathCall = llvm::function_ref<Components(ValueRange arguments)>;

/// Calls a function on as many lanes at once as it takes.
static Components callInParts(KernelLowering &k, MathCall call, ValueRange arguments) {
  auto vector = dyn_cast<VectorType>(arguments.front().getType());
  unsigned count = vector ? vector.getNumElements() : 1, bits = count * scalarBits(arguments.front());
  if (!vector || bits == 256 || bits == k.vectorBits())
    return call(arguments);
  auto part = [&](unsigned first, unsigned length) {
    Components lanes;
    for (Value argument : arguments)
      lanes.push_back(k.lanesOf(argument, first, length));
    return callInParts(k, call, lanes);
  };
  if (bits < 256) { // the lanes beyond are not looked at
    Components results = part(0, 256 / scalarBits(arguments.front()));
    for (Value &result : results)
      result = k.lanesOf(result, 0, count);
    return results;
  }
  Components low = part(0, count / 2), high = part(count / 2, count / 2);
  for (auto [lower, upper] : llvm::zip_equal(low, high))
    lower = k.concatenate({lower, upper});
  return low;
}

/// x to the power 1, 2 or 3, as products.
static Value wholePower(KernelLowering &k, Value x, unsigned power) {
  Value result = x;
  for (unsigned i = 1; i < power; ++i)
    result = LLVM::FMulOp::create(k.builder, k.loc, result, x);
  return result;
}

/// A power is a product where the exponent is 1, 2 or 3, a literal's as any other's: a tenth of the function's time,
/// the bits of the interpreter.
static Value callPower(KernelLowering &k, Value x, Value y, llvm::function_ref<Value()> call) {
  constexpr unsigned powers[] = {3, 2, 1};
  if (llvm::APFloat literal(0.0); matchPattern(y, m_ConstantFloat(&literal))) {
    const unsigned *power = llvm::find(powers, literal.convertToDouble());
    return power == std::end(powers) ? call() : wholePower(k, x, *power);
  }
  Value result = call();
  for (unsigned power : powers) {
    Value number = k.floatConstant(y.getType(), power);
    Value isPower = LLVM::FCmpOp::create(k.builder, k.loc, LLVM::FCmpPredicate::oeq, y, number);
    result = LLVM::SelectOp::create(k.builder, k.loc, isPower, wholePower(k, x, power), result);
  }
  return result;
}

/// Calls with float32 in the place of half precision, whose results are rounded to it.
static Components inSinglePrecision(KernelLowering &k, ValueRange operands, MathCall call) {
  Type type = operands.front().getType(), f32 = likeValue(k.builder.getF32Type(), operands.front());
  if (scalarBits(operands.front()) != 16)
    return call(operands);
  Components arguments(operands);
  for (Value &argument : arguments)
    argument = LLVM::FPExtOp::create(k.builder, k.loc, f32, argument);
  Components results = call(arguments);
  for (Value &result : results)
    result = LLVM::FPTruncOp::create(k.builder, k.loc, type, result);
  return results;
}

static Value callFunction(KernelLowering &k, StringRef stem, ValueRange arguments) {
  if (k.usesSleef() && stem == "exp")
    return lowerExponential(k, arguments.front());
  if (k.usesSleef()) {
    auto callSleef = [&](ValueRange lanes) -> Components {
      Type type = lanes.front().getType();
      return {k.callPure(sleefName(stem, type), type, lanes)};
    };
    return callInParts(k, callSleef, arguments).front();
  }
  Type type = arguments.front().getType();
  return k.callPure(((k.onGPU() ? "__nv_" : "") + stem + (type.isF32() ? "f" : "")).str(), type, arguments);
}

Value callMath(KernelLowering &k, StringRef stem, ValueRange operands) {
  auto call = [&](ValueRange in) -> Components {
    SmallVector<Value, 2> arguments(in);
    if (stem == "asin" || stem == "acos") // S-34
      arguments[0] = clampToUnit(k, arguments[0]);
    auto function = [&] { return callFunction(k, stem, arguments); };
    return {stem == "pow" ? callPower(k, arguments[0], arguments[1], function) : function()};
  };
  return inSinglePrecision(k, operands, call).front();
}

//===----------------------------------------------------------------------===//
// Sines and cosines that are one function's
//===----------------------------------------------------------------------===//

/// SLEEF's function for both. As C has it, two doubles come back in registers, two floats in one of them, vectors in
/// memory.
static Components callSinCos(KernelLowering &k, Value x) {
  Type type = x.getType();
  std::string name = sleefName("sincos", type);
  if (type.isF32()) {
    Value both = k.callPure(name, VectorType::get(2, type), x);
    auto lane = [&](int64_t i) -> Value {
      return LLVM::ExtractElementOp::create(k.builder, k.loc, both, k.constant(k.builder.getI32Type(), i));
    };
    return {lane(0), lane(1)};
  }
  auto pair = LLVM::LLVMStructType::getLiteral(type.getContext(), {type, type});
  Value both = isa<VectorType>(type) ? k.callInMemory(name, pair, x) : k.callPure(name, pair, x);
  auto part = [&](int64_t i) -> Value { return LLVM::ExtractValueOp::create(k.builder, k.loc, both, i); };
  Value sine = part(0);
  return {sine, part(1)};
}

/// Those of one value in one block that are marked as one function's are one call, where the first of them stands.
template <typename OpT> static LogicalResult lowerSinOrCos(OpT op, KernelLowering &k) {
  Value x = op.getX(), angle = k.getScalar(x);
  if (!op->hasAttr(pairedAttrName) || !k.usesSleef()) {
    k.set(op, callMath(k, std::is_same_v<OpT, SinOp> ? "sin" : "cos", angle));
    return success();
  }
  SmallVector<Operation *, 2> all;
  for (Operation *user : x.getUsers())
    if (isa<SinOp, CosOp>(user) && user->hasAttr(pairedAttrName) && user->getBlock() == op->getBlock())
      all.push_back(user);
  llvm::sort(all, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  if (op != all.front())
    return success(); // has its value since
  Components both = inSinglePrecision(k, angle, [&](ValueRange arguments) {
    return callInParts(k, [&](ValueRange lanes) { return callSinCos(k, lanes.front()); }, arguments);
  });
  for (Operation *each : all)
    k.set(each->getResult(0), both[isa<SinOp>(each) ? 0 : 1]);
  return success();
}

void addMathLowerings(LoweringTable &table) {
  table.add<SinOp, lowerSinOrCos<SinOp>>();
  table.add<CosOp, lowerSinOrCos<CosOp>>();
}

} // namespace kgen::conversion
