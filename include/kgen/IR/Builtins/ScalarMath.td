// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of scalars.

#ifndef KGEN_IR_BUILTINS_SCALARMATH_TD
#define KGEN_IR_BUILTINS_SCALARMATH_TD

include "kgen/IR/Builtins/BuiltinBase.td"

class UnaryMath<string mnemonic, string function, Domain domain> : Builtin<mnemonic, "Scalar Math", (ins Kgen_Float:$x)> {
  let summary = function;
  let domains = [domain];
}

//===----------------------------------------------------------------------===//
// Smooth
//===----------------------------------------------------------------------===//

def Kgen_SinOp : UnaryMath<"sin", "sine of `x` radians", Any> {
  let range = "symmetric(1.0)";
  let dimensions = "Plain";
  let adjoints = [(op<"mul"> $g, (op<"cos"> $x))];
  let lowering = Libm<"sin">;
}

def Kgen_CosOp : UnaryMath<"cos", "cosine of `x` radians", Any> {
  let range = "symmetric(1.0)";
  let dimensions = "Plain";
  let adjoints = [(op<"neg"> (op<"mul"> $g, (op<"sin"> $x)))];
  let lowering = Libm<"cos">;
}

def Kgen_TanOp : UnaryMath<"tan", "tangent of `x` radians", SmallAngle> {
  let range = "symmetric(2.6)";
  let dimensions = "Plain";
  let adjoints = [(op<"mul"> $g, (op<"add"> (num<"1"> $x), (op<"mul"> $result, $result)))];
  let lowering = Libm<"tan">;
}

def Kgen_AsinOp : UnaryMath<"asin", "arc sine, in radians", OpenUnit> {
  let range = "symmetric(1.6)";
  let dimensions = "Plain";
  // Outside of [-1, 1] the operand is clamped: flat there, and at the ends.
  let adjoints = [(op<"where"> (cmp<"lt"> (op<"abs"> $x), (num<"1"> $x)),
    (op<"div"> $g, (op<"sqrt"> (op<"sub"> (num<"1"> $x), (op<"mul"> $x, $x)))), (num<"0"> $g))];
  let lowering = Libm<"asin">;
}

def Kgen_AcosOp : UnaryMath<"acos", "arc cosine, in radians", OpenUnit> {
  let range = "Range{0.0, 3.2}";
  let dimensions = "Plain";
  let adjoints = [(op<"where"> (cmp<"lt"> (op<"abs"> $x), (num<"1"> $x)),
    (op<"neg"> (op<"div"> $g, (op<"sqrt"> (op<"sub"> (num<"1"> $x), (op<"mul"> $x, $x))))), (num<"0"> $g))];
  let lowering = Libm<"acos">;
}

def Kgen_AtanOp : UnaryMath<"atan", "arc tangent, in radians", Any> {
  let range = "symmetric(1.6)";
  let dimensions = "Plain";
  let adjoints = [(op<"div"> $g, (op<"add"> (num<"1"> $x), (op<"mul"> $x, $x)))];
  let lowering = Libm<"atan">;
}

def Kgen_SinhOp : UnaryMath<"sinh", "hyperbolic sine", Any> {
  let range = "symmetric(r[0].magnitude() <= 2.0 ? 3.7 : 300.0)";
  let dimensions = "Plain";
  let adjoints = [(op<"mul"> $g, (op<"cosh"> $x))];
  let lowering = Libm<"sinh">;
}

def Kgen_CoshOp : UnaryMath<"cosh", "hyperbolic cosine", Any> {
  let range = "Range{1.0, r[0].magnitude() <= 2.0 ? 3.8 : 300.0}";
  let dimensions = "Plain";
  let adjoints = [(op<"mul"> $g, (op<"sinh"> $x))];
  let lowering = Libm<"cosh">;
}

def Kgen_TanhOp : UnaryMath<"tanh", "hyperbolic tangent", Any> {
  let range = "symmetric(1.0)";
  let dimensions = "Plain";
  let adjoints = [(op<"mul"> $g, (op<"sub"> (num<"1"> $x), (op<"mul"> $result, $result)))];
  let lowering = Libm<"tanh">;
}

def Kgen_ExpOp : UnaryMath<"exp", "exponential", Any> {
  let range = "Range{0.0, r[0].high <= 0.0 ? 1.0 : r[0].high <= 1.0 ? 2.8 : r[0].high <= 2.0 ? 7.4 : 500.0}";
  let dimensions = "Plain";
  let adjoints = [(op<"mul"> $g, $result)];
  let lowering = Libm<"exp">;
}

def Kgen_LogOp : UnaryMath<"log", "natural logarithm", Positive> {
  let range = "symmetric(8.0)";
  let dimensions = "Plain";
  let adjoints = [(op<"div"> $g, $x)];
  let lowering = Libm<"log">;
}

def Kgen_Log2Op : UnaryMath<"log2", "logarithm to base 2", Positive> {
  let range = "symmetric(8.0)";
  let dimensions = "Plain";
  let adjoints = [(op<"div"> $g, (op<"mul"> $x, (num<"0.693147180559945309417232121458"> $x)))];
  let lowering = Libm<"log2">;
}

def Kgen_Log10Op : UnaryMath<"log10", "logarithm to base 10", Positive> {
  let range = "symmetric(8.0)";
  let dimensions = "Plain";
  let adjoints = [(op<"div"> $g, (op<"mul"> $x, (num<"2.30258509299404568401799145468"> $x)))];
  let lowering = Libm<"log10">;
}

def Kgen_SqrtOp : UnaryMath<"sqrt", "square root", Positive> {
  let range = "root(r[0])";
  let dimensions = "Root";
  let adjoints = [(op<"div"> (op<"mul"> (num<"0.5"> $x), $g), $result)];
  let lowering = ExactLibm<"sqrt", "SqrtOp">;
}

def Kgen_CbrtOp : UnaryMath<"cbrt", "cube root", Positive> {
  let range = "root(r[0])";
  let adjoints = [(op<"div"> $g, (op<"mul"> (num<"3"> $x), (op<"mul"> $result, $result)))];
  let lowering = Libm<"cbrt">;
}

def Kgen_ErfOp : UnaryMath<"erf", "error function", Any> {
  let range = "symmetric(8.0)";
  let dimensions = "Plain";
  let adjoints = [(op<"mul"> $g, (op<"mul"> (num<"1.12837916709551257389615890312"> $x),
    (op<"exp"> (op<"neg"> (op<"mul"> $x, $x)))))];
  let lowering = Libm<"erf">;
}

def Kgen_ErfcOp : UnaryMath<"erfc", "complementary error function, `1 - erf(x)`", Any> {
  let range = "symmetric(8.0)";
  let adjoints = [(op<"neg"> (op<"mul"> $g, (op<"mul"> (num<"1.12837916709551257389615890312"> $x),
    (op<"exp"> (op<"neg"> (op<"mul"> $x, $x))))))];
  let lowering = Libm<"erfc", 15>;
}

// Winitzki's estimate of the size of the number whose erf is x, right to 0.2 %, from log(1 - x * x): S. Winitzki,
// "A handy approximation for the error function and its inverse", 2008, with his a = 0.147.
class ErfInverseEstimate<dag logarithm> {
  dag half = (op<"add"> (num<"4.33074675078703"> $x), (op<"mul"> (num<"0.5"> $x), logarithm)); // 2 / (pi a) + log / 2
  dag value = (op<"sqrt"> (op<"sub">
    (op<"sqrt"> (op<"sub"> (op<"mul"> half, half), (op<"div"> logarithm, (num<"0.147"> $x)))), half));
}

// A step of Halley's method to where erf is larger by `missing` than at y: it triples the number of right digits.
class ErfInverseStep<dag y, dag missing> {
  dag newton = (op<"div"> (op<"mul"> missing, (num<"0.886226925452758013649083741671"> $x)),
    (op<"exp"> (op<"neg"> (op<"mul"> y, y))));
  dag value = (op<"add"> y, (op<"div"> newton, (op<"sub"> (num<"1"> $x), (op<"mul"> y, newton))));
}

class ErfinvStep<dag y> : ErfInverseStep<y, (op<"sub"> $x, (op<"erf"> y))>;
class ErfcinvStep<dag y> : ErfInverseStep<y, (op<"sub"> (op<"erfc"> y), $x)>;

defvar Kgen_ErfinvSize = ErfInverseEstimate<
    (op<"log"> (op<"mul"> (op<"sub"> (num<"1"> $x), $x), (op<"add"> (num<"1"> $x), $x)))>.value;
defvar Kgen_ErfinvStart = (op<"where"> (cmp<"lt"> $x, (num<"0"> $x)), (op<"neg"> Kgen_ErfinvSize), Kgen_ErfinvSize);

def Kgen_ErfinvOp : UnaryMath<"erfinv", "inverse of the error function", OpenUnit> {
  let range = "symmetric(8.0)";
  let adjoints = [(op<"mul"> $g, (op<"mul"> (num<"0.886226925452758013649083741671"> $x),
    (op<"exp"> (op<"mul"> $result, $result))))];
  let lowering = Expansion<(op<"where"> (cmp<"lt"> (op<"abs"> $x), (num<"1"> $x)),
    ErfinvStep<ErfinvStep<Kgen_ErfinvStart>.value>.value, Kgen_ErfinvStart)>;
}

// 1 - (1 - x) * (1 - x), without the loss of digits.
defvar Kgen_ErfcinvProduct = (op<"mul"> $x, (op<"sub"> (num<"2"> $x), $x));
defvar Kgen_ErfcinvSize = ErfInverseEstimate<(op<"log"> Kgen_ErfcinvProduct)>.value;
defvar Kgen_ErfcinvStart = (op<"where">
    (cmp<"gt"> $x, (num<"1"> $x)), (op<"neg"> Kgen_ErfcinvSize), Kgen_ErfcinvSize);

def Kgen_ErfcinvOp : UnaryMath<"erfcinv", "inverse of the complementary error function", Domain<"0.1", "1.9">> {
  let range = "symmetric(8.0)";
  let adjoints = [(op<"neg"> (op<"mul"> $g, (op<"mul"> (num<"0.886226925452758013649083741671"> $x),
    (op<"exp"> (op<"mul"> $result, $result)))))];
  let lowering = Expansion<(op<"where"> (cmp<"gt"> Kgen_ErfcinvProduct, (num<"0"> $x)),
    ErfcinvStep<ErfcinvStep<ErfcinvStep<Kgen_ErfcinvStart>.value>.value>.value, Kgen_ErfcinvStart)>;
}

class AngleSlope<dag numerator> {
  dag square = (op<"add"> (op<"mul"> $x, $x), (op<"mul"> $y, $y));
  dag value = (op<"where"> (cmp<"gt"> square, (num<"0"> $x)), (op<"div"> numerator, square), (num<"0"> $g));
}

def Kgen_Atan2Op : Builtin<"atan2", "Scalar Math", (ins Kgen_Float:$y, Kgen_Float:$x)> {
  let summary = "angle of the point (x, y), in radians";
  let doc = "angle of the point (`x`, `y`), in radians";
  let range = "symmetric(3.2)";
  let dimensions = "Unit";
  let relation = "t0 == t1";
  let relationText = "operands of one type";
  // The origin has no angle: flat there, as the length of a zero vector is.
  let adjoints = [AngleSlope<(op<"mul"> $g, $x)>.value, (op<"neg"> AngleSlope<(op<"mul"> $g, $y)>.value)];
  let lowering = Libm<"atan2">;
  let domains = [Any, Positive];
}

def Kgen_DegreesOp : UnaryMath<"degrees", "radians to degrees", Any> {
  let range = "r[0] * Range{57.3, 57.3}";
  let lowering = Expansion<(op<"mul"> $x, (num<"57.2957795130823208767981548141"> $x))>;
}

def Kgen_RadiansOp : UnaryMath<"radians", "degrees to radians", Any> {
  let range = "r[0] * Range{0.0174, 0.0175}";
  let lowering = Expansion<(op<"mul"> $x, (num<"0.0174532925199432957692369076849"> $x))>;
}

//===----------------------------------------------------------------------===//
// Piecewise
//===----------------------------------------------------------------------===//

class RoundingMath<string mnemonic, string function> : UnaryMath<mnemonic, function, OffIntegers> {
  let range = "r[0] + symmetric(1.0)";
  let differentiable = 0;
}

def Kgen_FloorOp : RoundingMath<"floor", "greatest integer not above `x`"> {
  let dimensions = "Same";
  let lowering = ExactLibm<"floor", "FFloorOp">;
}

def Kgen_CeilOp : RoundingMath<"ceil", "least integer not below `x`"> {
  let dimensions = "Same";
  let lowering = ExactLibm<"ceil", "FCeilOp">;
}

def Kgen_TruncOp : RoundingMath<"trunc", "`x` without its fraction"> {
  let lowering = ExactLibm<"trunc", "FTruncOp">;
}

def Kgen_RoundOp : RoundingMath<"round", "nearest integer, halves away from zero"> {
  let aliases = ["round"];
  let dimensions = "Same";
  let lowering = ExactLibm<"round", "RoundOp">;
}

def Kgen_RintOp : RoundingMath<"rint", "nearest integer, halves to even"> {
  let lowering = ExactLibm<"rint", "RintOp">;
}

def Kgen_FracOp : UnaryMath<"frac", "`x - trunc(x)`", OffIntegers> {
  let range = "symmetric(1.0)";
  let lowering = Expansion<(op<"sub"> $x, (op<"trunc"> $x))>;
}

def Kgen_AbsOp : Builtin<"abs", "Scalar Math", (ins Kgen_Number:$x)> {
  let summary = "absolute value";
  let doc = "absolute value; the slope at 0 is 1";
  let aliases = ["abs"];
  let range = "magnitudeOf(r[0])";
  let dimensions = "Same";
  let adjoints = [(op<"where"> (cmp<"lt"> $x, (num<"0"> $x)), (op<"neg"> $g), $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

def Kgen_SignOp : Builtin<"sign", "Scalar Math", (ins Kgen_Number:$x)> {
  let summary = "-1 below zero, else 1";
  let doc = "-1 where `x` is below zero, else 1";
  let range = "symmetric(1.0)";
  let dimensions = "Unit";
  let differentiable = 0;
  let lowering = Expansion<(op<"where"> (cmp<"lt"> $x, (num<"0"> $x)), (num<"-1"> $x), (num<"1"> $x))>;
  let domains = [Any];
}

def Kgen_StepOp : Builtin<"step", "Scalar Math", (ins Kgen_Number:$x)> {
  let summary = "1 below zero, else 0";
  let doc = "1 where `x` is below zero, else 0";
  let range = "Range{0.0, 1.0}";
  let dimensions = "Unit";
  let differentiable = 0;
  let lowering = Expansion<(op<"where"> (cmp<"lt"> $x, (num<"0"> $x)), (num<"1"> $x), (num<"0"> $x))>;
  let domains = [Any];
}

def Kgen_NonzeroOp : Builtin<"nonzero", "Scalar Math", (ins Kgen_Number:$x)> {
  let summary = "0 at zero, else 1";
  let doc = "0 where `x` is zero, else 1";
  let range = "Range{0.0, 1.0}";
  let differentiable = 0;
  let lowering = Expansion<(op<"where"> (cmp<"eq"> $x, (num<"0"> $x)), (num<"0"> $x), (num<"1"> $x))>;
  let domains = [Any];
}

def Kgen_CopysignOp : Builtin<"copysign", "Scalar Math", (ins Kgen_Float:$x, Kgen_Float:$y)> {
  let summary = "the size of `x` with the sign of `y`";
  let doc = "the size of `x` with the sign of `y`, which a zero has too";
  let range = "symmetric(r[0].magnitude())";
  let relation = "t0 == t1";
  let relationText = "operands of one type";
  let adjoints = [
    (op<"where"> (cmp<"eq"> (op<"copysign"> (num<"1"> $x), $x), (op<"copysign"> (num<"1"> $x), $y)), $g, (op<"neg"> $g)),
    (num<"0"> $y)];
  let lowering = ExactLibm<"copysign", "CopySignOp">;
  let domains = [Any, Any];
}

class Question<string mnemonic, string question, dag answer>
    : Builtin<mnemonic, "Scalar Math", (ins Kgen_Float:$a)> {
  let summary = question;
  let range = "Range{0.0, 1.0}";
  let resultType = "bool";
  let differentiable = 0;
  let lowering = Expansion<answer>;
  let domains = [Any];
}

// Zero, but of infinities and NaN.
defvar Kgen_OwnDifference = (op<"sub"> $a, $a);

def Kgen_IsFiniteOp : Question<"isfinite", "whether `a` is finite", (cmp<"eq"> Kgen_OwnDifference, (num<"0"> $a))>;
def Kgen_IsNanOp : Question<"isnan", "whether `a` is NaN", (cmp<"ne"> $a, $a)>;
def Kgen_IsInfOp : Question<"isinf", "whether `a` is infinite",
    (op<"and"> (cmp<"eq"> $a, $a), (cmp<"ne"> Kgen_OwnDifference, (num<"0"> $a)))>;

def Kgen_BitCountOp : Builtin<"bit_count", "Scalar Math", (ins Kgen_Int:$x)> {
  let summary = "number of bits that are set";
  let range = "Range{0.0, 64.0}";
  let resultType = "si32";
  let differentiable = 0;
  let lowering = HandLowered;
  let domains = [Any];
}

class Selection<string mnemonic, string function> : Builtin<mnemonic, "Scalar Math", (ins Kgen_Number:$a, Kgen_Number:$b)> {
  let summary = function;
  let relation = "t0 == t1";
  let relationText = "operands of one type";
  let lowering = HandLowered;
  let domains = [Any, Any];
}

def Kgen_MinOp : Selection<"min", "the lesser; of equal ones the second takes the gradient"> {
  let aliases = ["min"];
  let range = "Range{std::min(r[0].low, r[1].low), std::min(r[0].high, r[1].high)}";
  let dimensions = "Same";
  let adjoints = [
    (op<"where"> (cmp<"ne"> $result, $b), $g, (num<"0"> $g)), (op<"where"> (cmp<"ne"> $result, $b), (num<"0"> $g), $g)];
}

def Kgen_MaxOp : Selection<"max", "the greater; of equal ones the second takes the gradient"> {
  let aliases = ["max"];
  let range = "Range{std::max(r[0].low, r[1].low), std::max(r[0].high, r[1].high)}";
  let dimensions = "Same";
  let adjoints = [
    (op<"where"> (cmp<"ne"> $result, $b), $g, (num<"0"> $g)), (op<"where"> (cmp<"ne"> $result, $b), (num<"0"> $g), $g)];
}

def Kgen_ClampOp : Builtin<"clamp", "Scalar Math", (ins Kgen_Number:$x, Kgen_Number:$low, Kgen_Number:$high)> {
  let summary = "`x`, kept between `low` and `high`";
  let doc = "`min(max(low, x), high)`";
  let range = "Range{r[1].low, r[2].high}";
  let dimensions = "Same";
  let relation = "t0 == t1 && t0 == t2";
  let relationText = "operands of one type";
  let lowering = Expansion<(op<"min"> (op<"max"> $low, $x), $high)>;
  let domains = [Any, Any, Any];
}

def Kgen_WhereOp : Builtin<"where", "Utility", (ins Kgen_Bool:$condition, Kgen_Value:$a, Kgen_Value:$b)> {
  let summary = "`a` where the condition is true, else `b`; both are computed";
  let doc = "`a` where `condition` is true, else `b`; both are computed";
  let noun = "chosen";
  let range = "hull(r[1], r[2])";
  let dimensions = "Choice";
  let relation = "t1 == t2";
  let relationText = "two values of one type";
  let resultType = "t1";
  let keywords = ["cond", "value_if_true", "value_if_false"];
  let adjoints = [
    (num<"0"> $condition),
    (op<"where"> $condition, $g, (num<"0"> $g)), (op<"where"> $condition, (num<"0"> $g), $g)];
  let lowering = HandLowered;
  let domains = [Any, Any, Any];
}

def Kgen_LerpOp : Builtin<"lerp", "Utility", (ins Kgen_Float:$a, Kgen_Float:$b, Kgen_Float:$t)> {
  let summary = "linear interpolation";
  let doc = "`a * (1 - t) + b * t`";
  let range = "r[0] * (Range{1.0, 1.0} + -r[2]) + r[1] * r[2]";
  let dimensions = "Blend";
  let relation = "t0 == t1 && t0 == t2";
  let relationText = "operands of one type";
  let lowering = Expansion<(op<"add"> (op<"mul"> $a, (op<"sub"> (num<"1"> $t), $t)), (op<"mul"> $b, $t))>;
  let domains = [Any, Any, Any];
}

defvar Kgen_SmoothstepPart = (op<"clamp">
    (op<"div"> (op<"sub"> $x, $low), (op<"sub"> $high, $low)), (num<"0"> $x), (num<"1"> $x));

def Kgen_SmoothstepOp : Builtin<"smoothstep", "Utility", (ins Kgen_Float:$low, Kgen_Float:$high, Kgen_Float:$x)> {
  let summary = "a smooth step from 0 at `low` to 1 at `high`";
  let doc = "`t * t * (3 - 2 * t)` with `t = clamp((x - low) / (high - low), 0, 1)`";
  let range = "symmetric(8.0)";
  let relation = "t0 == t1 && t0 == t2";
  let relationText = "operands of one type";
  let keywords = ["a", "b", "x"];
  let lowering = Expansion<
    (op<"mul"> (op<"mul"> Kgen_SmoothstepPart, Kgen_SmoothstepPart),
      (op<"sub"> (num<"3"> $x), (op<"mul"> (num<"2"> $x), Kgen_SmoothstepPart)))>;
  let domains = [OpenUnit, Domain<"1.5", "2.5">, Domain<"1.0", "1.4">];
}

#endif // KGEN_IR_BUILTINS_SCALARMATH_TD
