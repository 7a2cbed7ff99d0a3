// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's functions as LLVM IR. The code generator calls them by name, after all that would inline or drop them;
// they are weak, so that objects with the same ones can be linked.

#include "Roundings.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace kgen::codegen {

/// A double as a float that is odd wherever it is not exact: a rounding after it is as good as one of the double (Boldo
/// and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008).
static constexpr StringLiteral toOdd = R"(
define internal float @kgen_round_to_odd(double %value) {
  %nearest = fptrunc double %value to float
  %back = fpext float %nearest to double
  %is_exact = fcmp ueq double %back, %value
  %bits = bitcast float %nearest to i32
  %wide = bitcast double %value to i64
  %magnitude = and i64 %wide, 9223372036854775807
  %wide_back = bitcast double %back to i64
  %magnitude_back = and i64 %wide_back, 9223372036854775807
  %is_above = icmp ugt i64 %magnitude_back, %magnitude
  %below = sub i32 %bits, 1
  %toward_zero = select i1 %is_above, i32 %below, i32 %bits
  %odd = or i32 %toward_zero, 1
  %chosen = select i1 %is_exact, i32 %bits, i32 %odd
  %result = bitcast i32 %chosen to float
  ret float %result
}
)";

static constexpr StringLiteral toBFloat = R"(
define weak_odr hidden bfloat @__truncsfbf2(float %value) {
  %bits = bitcast float %value to i32
  %upper = lshr i32 %bits, 16
  %is_odd = and i32 %upper, 1
  %almost_half = add i32 %is_odd, 32767
  %sum = add i32 %bits, %almost_half
  %nearest = lshr i32 %sum, 16
  %quiet = or i32 %upper, 64
  %is_nan = fcmp uno float %value, %value
  %chosen = select i1 %is_nan, i32 %quiet, i32 %nearest
  %half = trunc i32 %chosen to i16
  %result = bitcast i16 %half to bfloat
  ret bfloat %result
}
define weak_odr hidden bfloat @__truncdfbf2(double %value) {
  %odd = call float @kgen_round_to_odd(double %value)
  %result = call bfloat @__truncsfbf2(float %odd)
  ret bfloat %result
}
)";

/// A float16 below its normal numbers is a float in units of 2^-24, which a sum with 0.5 rounds to.
static constexpr StringLiteral toHalf = R"(
define weak_odr hidden half @__truncsfhf2(float %value) {
  %bits = bitcast float %value to i32
  %magnitude = and i32 %bits, 2147483647
  %is_normal = icmp uge i32 %magnitude, 947912704
  %number = bitcast i32 %magnitude to float
  %units = fadd float %number, 0.5
  %unit_bits = bitcast float %units to i32
  %small = sub i32 %unit_bits, 1056964608
  %upper = lshr i32 %magnitude, 13
  %is_odd = and i32 %upper, 1
  %rebased = add i32 %magnitude, -939520001
  %sum = add i32 %rebased, %is_odd
  %normal = lshr i32 %sum, 13
  %finite = select i1 %is_normal, i32 %normal, i32 %small
  %payload = and i32 %upper, 511
  %nan = or i32 %payload, 32256
  %is_nan = icmp ugt i32 %magnitude, 2139095040
  %beyond = select i1 %is_nan, i32 %nan, i32 31744
  %is_beyond = icmp uge i32 %magnitude, 1199570944
  %unsigned = select i1 %is_beyond, i32 %beyond, i32 %finite
  %sign = lshr i32 %bits, 16
  %only_sign = and i32 %sign, 32768
  %chosen = or i32 %unsigned, %only_sign
  %half = trunc i32 %chosen to i16
  %result = bitcast i16 %half to half
  ret half %result
}
define weak_odr hidden half @__truncdfhf2(double %value) {
  %odd = call float @kgen_round_to_odd(double %value)
  %result = call half @__truncsfhf2(float %odd)
  ret half %result
}
define weak_odr hidden float @__extendhfsf2(half %value) {
  %half = bitcast half %value to i16
  %bits = zext i16 %half to i32
  %magnitude = and i32 %bits, 32767
  %shifted = shl i32 %magnitude, 13
  %small = bitcast i32 %shifted to float
  %number = fmul float %small, 0x46F0000000000000
  %finite = bitcast float %number to i32
  %beyond = or i32 %shifted, 2139095040
  %is_beyond = icmp uge i32 %magnitude, 31744
  %unsigned = select i1 %is_beyond, i32 %beyond, i32 %finite
  %sign = and i32 %bits, 32768
  %upper_sign = shl i32 %sign, 16
  %chosen = or i32 %unsigned, %upper_sign
  %result = bitcast i32 %chosen to float
  ret float %result
}
)";

static void define(Module &module, StringRef text) {
  LLVMContext &context = module.getContext();
  bool discards = context.shouldDiscardValueNames();
  context.setDiscardValueNames(false); // the parser asks for it
  SMDiagnostic error;
  if (parseAssemblyInto(MemoryBufferRef(text, "roundings"), &module, nullptr, error))
    llvm_unreachable("the texts above are LLVM IR");
  context.setDiscardValueNames(discards);
}

void defineRoundings(Module &module) {
  bool hasBFloats = false, hasHalves = false;
  for (Function &function : module)
    for (Instruction &inst : instructions(function)) {
      hasBFloats |= inst.getType()->getScalarType()->isBFloatTy();
      hasHalves |= inst.getType()->getScalarType()->isHalfTy();
    }
  if (hasBFloats || hasHalves)
    define(module, toOdd);
  if (hasBFloats)
    define(module, toBFloat);
  if (hasHalves)
    define(module, toHalf);
}

} // namespace kgen::codegen
