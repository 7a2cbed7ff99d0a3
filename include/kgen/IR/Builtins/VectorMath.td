// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of vectors and matrices.

#ifndef KGEN_IR_BUILTINS_VECTORMATH_TD
#define KGEN_IR_BUILTINS_VECTORMATH_TD

include "kgen/IR/Builtins/BuiltinBase.td"

class VectorFunction<string mnemonic, dag operands, string function> : Builtin<mnemonic, "Vector Math", operands> {
  let summary = function;
}

class VectorPair<string mnemonic, TypeConstraint set, string function>
    : VectorFunction<mnemonic, (ins set:$a, set:$b), function> {
  let relation = "t0 == t1";
  let relationText = "operands of one type";
  let domains = [Any, Any];
}

def Kgen_DotOp : VectorPair<"dot", Kgen_Vec, "scalar product"> {
  let range = "times(innerExtent(t[0]), r[0] * r[1])";
  let dimensions = "Product";
  let resultType = "elementType(t0)";
  let adjoints = [(op<"scale"> $b, $g), (op<"scale"> $a, $g)];
  let lowering = HandLowered;
}

def Kgen_DdotOp : VectorPair<"ddot", Kgen_Aggregate, "sum of the products of corresponding components"> {
  let range = "times(numComponents(t[0]), r[0] * r[1])";
  let dimensions = "Product";
  let resultType = "elementType(t0)";
  let adjoints = [(op<"scale"> $b, $g), (op<"scale"> $a, $g)];
  let lowering = HandLowered;
}

// Component i of `a` times component j of `b`, less the same crosswise.
class CrossPart<int i, int j> {
  dag value = (op<"sub">
    (op<"mul"> (component<[i]> $a), (component<[j]> $b)), (op<"mul"> (component<[j]> $a), (component<[i]> $b)));
}

def Kgen_CrossOp : VectorPair<"cross", Kgen_FloatVec3, "vector product"> {
  let range = "symmetric(2.0 * r[0].magnitude() * r[1].magnitude())";
  let dimensions = "Product";
  let adjoints = [(op<"cross"> $b, $g), (op<"cross"> $g, $a)];
  let lowering = Expansion<
    (construct<"t0"> CrossPart<1, 2>.value, CrossPart<2, 0>.value, CrossPart<0, 1>.value)>;
}

def Kgen_CwMulOp : VectorPair<"cw_mul", Kgen_Aggregate, "product, by component"> {
  let noun = "product";
  let range = "r[0] * r[1]";
  let dimensions = "Product";
  let adjoints = [(op<"cw_mul"> $g, $b), (op<"cw_mul"> $g, $a)];
  let lowering = LLVMOp<"FMulOp", "MulOp">;
}

def Kgen_CwDivOp : VectorPair<"cw_div", Kgen_Aggregate, "quotient, by component"> {
  let noun = "quotient";
  let range = "quotient(r[0], r[1])";
  let dimensions = "Ratio";
  let adjoints = [(op<"cw_div"> $g, $b), (op<"neg"> (op<"cw_mul"> (op<"cw_div"> $g, $b), $result))];
  let lowering = HandLowered;
  let domains = [Any, NonZero];
}

def Kgen_LengthOp : VectorFunction<"length", (ins Kgen_FloatVec:$a), "Euclidean norm; its gradient at zero is zero"> {
  let range = "Range{0.0, std::sqrt(double(numComponents(t[0]))) * r[0].magnitude()}";
  let dimensions = "Same";
  let resultType = "elementType(t0)";
  let adjoints = [(op<"scale"> (op<"normalize"> $a), $g)];
  let lowering = Expansion<(op<"sqrt"> (op<"dot"> $a, $a))>;
  let domains = [Positive];
}

def Kgen_LengthSqOp : VectorFunction<"length_sq", (ins Kgen_Vec:$a), "square of the Euclidean norm"> {
  let range = "Range{0.0, numComponents(t[0]) * r[0].magnitude() * r[0].magnitude()}";
  let dimensions = "Square";
  let resultType = "elementType(t0)";
  let lowering = Expansion<(op<"dot"> $a, $a)>;
  let domains = [Any];
}

def Kgen_NormalizeOp : VectorFunction<
    "normalize", (ins Kgen_FloatVec:$a), "`a / length(a)`; zero, with a gradient of zero, where the length is zero"> {
  let range = "symmetric(1.0)";
  let dimensions = "Unit";
  let adjoints = [
    (op<"where"> (cmp<"gt"> (op<"length"> $a), (num<"0"> (op<"length"> $a))),
      (op<"scale_div"> (op<"sub"> $g, (op<"scale"> $result, (op<"dot"> $result, $g))), (op<"length"> $a)),
      (num<"0"> $g))];
  let lowering = Expansion<
    (op<"where"> (cmp<"gt"> (op<"length"> $a), (num<"0"> (op<"length"> $a))),
      (op<"scale_div"> $a, (op<"length"> $a)), (num<"0"> $a))>;
  let domains = [Positive];
}

def Kgen_OuterOp : VectorFunction<"outer", (ins Kgen_FloatVec:$a, Kgen_FloatVec:$b), "matrix of the products `a[i] * b[j]`"> {
  let range = "r[0] * r[1]";
  let dimensions = "Product";
  let relation = "elementType(t0) == elementType(t1) && outerType(t0, t1) != nullptr";
  let relationText = "vectors of one element type, and a matrix of at most 4096 components";
  let resultType = "outerType(t0, t1)";
  let adjoints = [(op<"mat_vec_mul"> $g, $b), (op<"vec_mat_mul"> $a, $g)];
  let lowering = HandLowered;
  let domains = [Any, Any];
}

//===----------------------------------------------------------------------===//
// By component, and over all components. C++ has names of its own for them, so that a text that has all it needs
// (`--self-contained`) has no vectors where it has none.
//===----------------------------------------------------------------------===//

def Kgen_CwAbsOp : VectorFunction<"cw_abs", (ins Kgen_Vec:$a), "absolute value, by component"> {
  let python = Call<"wp.abs">;
  let lowering = ByComponent<"abs">;
  let domains = [Any];
}

def Kgen_CwSignOp : VectorFunction<"cw_sign", (ins Kgen_Vec:$a), "-1 below zero, else 1, by component"> {
  let python = Call<"wp.sign">;
  let differentiable = 0;
  let lowering = ByComponent<"sign">;
  let domains = [Any];
}

def Kgen_CwMinOp : VectorPair<"cw_min", Kgen_Vec, "the lesser, by component"> {
  let python = Call<"wp.min">;
  let lowering = ByComponent<"min">;
}

def Kgen_CwMaxOp : VectorPair<"cw_max", Kgen_Vec, "the greater, by component"> {
  let python = Call<"wp.max">;
  let lowering = ByComponent<"max">;
}

class Reduction<string mnemonic, string name, string function> : VectorFunction<mnemonic, (ins Kgen_Vec:$a), function> {
  let python = Call<"wp." # name>;
  let keywords = ["v"];
  let domains = [Any];
}

def Kgen_ReduceMinOp : Reduction<"reduce_min", "min", "the least component; of equal ones the first takes the gradient"> {
  let resultType = "elementType(t0)";
  let lowering = Fold<"min">;
}

def Kgen_ReduceMaxOp : Reduction<"reduce_max", "max", "the greatest component; of equal ones the first takes the gradient"> {
  let resultType = "elementType(t0)";
  let lowering = Fold<"max">;
}

class Position<string name, string function> : Reduction<name, name, function> {
  let resultType = "ui32";
  let keywords = [];
  let differentiable = 0;
  let lowering = HandLowered;
}

def Kgen_ArgminOp : Position<"argmin", "where the first least component is; NaN is passed over">;
def Kgen_ArgmaxOp : Position<"argmax", "where the first greatest component is; NaN is passed over">;

def Kgen_CwLerpOp : VectorFunction<
    "cw_lerp", (ins Kgen_FloatAggregate:$a, Kgen_FloatAggregate:$b, Kgen_Float:$t), "linear interpolation, by component"> {
  let python = Call<"wp.lerp">;
  let relation = "t0 == t1 && elementType(t0) == t2";
  let relationText = "two operands of one type and a scalar of the element type";
  let lowering = Expansion<
    (op<"add"> (op<"scale"> $a, (op<"sub"> (num<"1"> $t), $t)), (op<"scale"> $b, $t))>;
  let domains = [Any, Any, Any];
}

class ComponentQuestion<string mnemonic, string name, string question>
    : VectorFunction<mnemonic, (ins Kgen_FloatAggregate:$a), question> {
  let python = Call<"wp." # name>;
  let resultType = "bool";
  let differentiable = 0;
  let lowering = HandLowered;
  let domains = [Any];
}

def Kgen_AllFiniteOp : ComponentQuestion<"all_finite", "isfinite", "whether all components are finite">;
def Kgen_AnyNanOp : ComponentQuestion<"any_nan", "isnan", "whether a component is NaN">;
def Kgen_AnyInfOp : ComponentQuestion<"any_inf", "isinf", "whether a component is infinite">;
// What a backward asks of an adjoint before a slope that may be infinite.
def Kgen_AnyNonzeroOp : ComponentQuestion<"any_nonzero", "", "whether a component is anything but zero"> {
  let python = Unspelled;
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

class Norm<string mnemonic, string function> : VectorFunction<mnemonic, (ins Kgen_FloatVec:$v), function> {
  let resultType = "elementType(t0)";
  let domains = [Positive];
}

def Kgen_NormL1Op : Norm<"norm_l1", "sum of the absolute values of the components"> {
  let lowering = Expansion<(op<"dot"> (op<"cw_abs"> $v), (num<"1"> $v))>;
}

def Kgen_NormL2Op : Norm<"norm_l2", "Euclidean norm; its gradient at zero is zero"> {
  let lowering = Expansion<(op<"length"> $v)>;
}

class ScaledNorm<string mnemonic, string function>
    : VectorFunction<mnemonic, (ins Kgen_FloatVec:$v, Kgen_Float:$delta), function> {
  let relation = "elementType(t0) == t1";
  let relationText = "a scalar of the element type";
  let resultType = "t1";
  let domains = [Positive, Positive];
}

def Kgen_NormHuberOp : ScaledNorm<"norm_huber", "Huber's norm: quadratic up to a length of `delta`, then linear"> {
  let lowering = Expansion<(op<"where"> (cmp<"le"> (op<"dot"> $v, $v), (op<"mul"> $delta, $delta)),
    (op<"mul"> (num<"0.5"> $delta), (op<"dot"> $v, $v)),
    (op<"mul"> $delta, (op<"sub"> (op<"sqrt"> (op<"dot"> $v, $v)), (op<"mul"> (num<"0.5"> $delta), $delta))))>;
}

def Kgen_NormPseudoHuberOp : ScaledNorm<"norm_pseudo_huber", "`delta * sqrt(1 + dot(v, v) / delta ** 2)`"> {
  let lowering = Expansion<(op<"mul"> $delta, (op<"sqrt"> (op<"add"> (num<"1"> $delta),
    (op<"div"> (op<"dot"> $v, $v), (op<"mul"> $delta, $delta)))))>;
}

def Kgen_SmoothNormalizeOp : ScaledNorm<"smooth_normalize", "`v / norm_pseudo_huber(v, delta)`"> {
  let resultType = "t0";
  let lowering = Expansion<(op<"scale_div"> $v, (op<"norm_pseudo_huber"> $v, $delta))>;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

def Kgen_DiagOp : VectorFunction<"diag", (ins Kgen_Vec:$v), "matrix with this diagonal, zero elsewhere"> {
  let keywords = ["vec"];
  let relation = "outerType(t0, t0) != nullptr";
  let relationText = "a matrix of at most 4096 components";
  let resultType = "outerType(t0, t0)";
  let adjoints = [(op<"get_diag"> $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

def Kgen_GetDiagOp : VectorFunction<"get_diag", (ins Kgen_AnySquareMat:$m), "diagonal of a matrix"> {
  let keywords = ["mat"];
  let resultType = "diagonalType(t0)";
  let adjoints = [(op<"diag"> $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

defvar Kgen_SkewZero = (num<"0"> (component<[0]> $v));
def Kgen_SkewOp : VectorFunction<"skew", (ins Kgen_FloatVec3:$v), "matrix whose product with a vector is the vector product"> {
  let keywords = ["vec"];
  let resultType = "outerType(t0, t0)";
  let lowering = Expansion<(construct<"outerType(t0, t0)">
    Kgen_SkewZero, (op<"neg"> (component<[2]> $v)), (component<[1]> $v),
    (component<[2]> $v), Kgen_SkewZero, (op<"neg"> (component<[0]> $v)),
    (op<"neg"> (component<[1]> $v)), (component<[0]> $v), Kgen_SkewZero)>;
  let domains = [Any];
}

// Vectors beside each other as the rows or columns of a matrix: from two to four of them.
class FromVectors<string kind, int n> : VectorFunction<"matrix_from_" # kind # "_" # n,
    !cond(!eq(n, 2) : (ins Kgen_Vec:$a, Kgen_Vec:$b), !eq(n, 3) : (ins Kgen_Vec:$a, Kgen_Vec:$b, Kgen_Vec:$c),
          true : (ins Kgen_Vec:$a, Kgen_Vec:$b, Kgen_Vec:$c, Kgen_Vec:$d)), "matrix of these " # kind> {
  let python = Call<"wp.matrix_from_" # kind>;
  let cuda = Call<"kgen::matrix_from_" # kind>;
  let resultType = kind # "Type(" # n # ", t0)";
  let relation = !cond(!eq(n, 2) : "", !eq(n, 3) : "t0 == t2 && ", true : "t0 == t2 && t0 == t3 && ") #
                 "t0 == t1 && " # resultType # " != nullptr";
  let relationText = "vectors of one type, and a matrix of at most 4096 components";
  dag read = !if(!eq(kind, "rows"), (same $g), (op<"transpose"> $g));
  let adjoints = !listconcat([(component<[0]> read), (component<[1]> read)],
    !if(!ge(n, 3), [(component<[2]> read)], []<dag>), !if(!ge(n, 4), [(component<[3]> read)], []<dag>));
  let lowering = HandLowered;
  let domains = !listconcat([Any, Any], !if(!ge(n, 3), [Any], []<Domain>), !if(!ge(n, 4), [Any], []<Domain>));
}

def Kgen_MatrixFromRows2Op : FromVectors<"rows", 2>;
def Kgen_MatrixFromRows3Op : FromVectors<"rows", 3>;
def Kgen_MatrixFromRows4Op : FromVectors<"rows", 4>;
def Kgen_MatrixFromCols2Op : FromVectors<"cols", 2>;
def Kgen_MatrixFromCols3Op : FromVectors<"cols", 3>;
def Kgen_MatrixFromCols4Op : FromVectors<"cols", 4>;

def Kgen_TransposeOp : VectorFunction<"transpose", (ins Kgen_Mat:$a), "rows as columns"> {
  let range = "r[0]";
  let dimensions = "Same";
  let resultType = "transposedType(t0)";
  let adjoints = [(op<"transpose"> $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

def Kgen_TraceOp : VectorFunction<"trace", (ins Kgen_AnySquareMat:$a), "sum of the diagonal"> {
  let range = "times(cast<MatType>(t[0]).getRows(), r[0])";
  let dimensions = "Same";
  let resultType = "elementType(t0)";
  let adjoints = [(op<"scale"> (identity $a), $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

def Kgen_DeterminantOp : VectorFunction<"determinant", (ins Kgen_SquareMat:$a), "determinant"> {
  let range = "symmetric(determinantBound(t[0], r[0].magnitude()))";
  let resultType = "elementType(t0)";
  let adjoints = [(op<"scale"> (op<"transpose"> (op<"adjugate"> $a)), $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

def Kgen_AdjugateOp : VectorFunction<
    "adjugate", (ins Kgen_SquareMat:$a), "transposed matrix of cofactors: `inverse(a) * determinant(a)`, of a singular matrix too"> {
  let python = Unspelled;
  // From adjugate(a) = determinant(a) * inverse(a): of a singular matrix it is NaN rather than a wrong number.
  let adjoints = [
    (op<"scale_div">
      (op<"sub"> (op<"scale"> (op<"transpose"> $result), (op<"ddot"> $g, $result)),
        (op<"mat_mul"> (op<"transpose"> $result), (op<"mat_mul"> $g, (op<"transpose"> $result)))),
      (op<"determinant"> $a))];
  let lowering = HandLowered;
  let domains = [Any];
}

def Kgen_InverseOp : VectorFunction<"inverse", (ins Kgen_SquareMat:$a), "inverse; zero where the determinant is zero"> {
  let range = "symmetric(8.0)";
  let adjoints = [
    (op<"neg"> (op<"mat_mul"> (op<"transpose"> $result), (op<"mat_mul"> $g, (op<"transpose"> $result))))];
  let lowering = Expansion<(op<"where"> (cmp<"ne"> (op<"determinant"> $a), (num<"0"> (op<"determinant"> $a))),
      (op<"scale"> (op<"adjugate"> $a), (op<"div"> (num<"1"> (op<"determinant"> $a)), (op<"determinant"> $a))),
      (num<"0"> $a))>;
  let domains = [Any];
}

#endif // KGEN_IR_BUILTINS_VECTORMATH_TD
