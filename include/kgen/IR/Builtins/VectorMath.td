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

def Kgen_DotOp : VectorPair<"dot", Kgen_FloatVec, "scalar product"> {
  let resultType = "elementType(t0)";
  let adjoints = [(op<"scale"> $b, $g), (op<"scale"> $a, $g)];
  let lowering = HandLowered;
}

def Kgen_DdotOp : VectorPair<"ddot", Kgen_Aggregate, "sum of the products of corresponding components"> {
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
  let adjoints = [(op<"cross"> $b, $g), (op<"cross"> $g, $a)];
  let lowering = Expansion<
    (construct<"t0"> CrossPart<1, 2>.value, CrossPart<2, 0>.value, CrossPart<0, 1>.value)>;
}

def Kgen_CwMulOp : VectorPair<"cw_mul", Kgen_Aggregate, "product, by component"> {
  let adjoints = [(op<"cw_mul"> $g, $b), (op<"cw_mul"> $g, $a)];
  let lowering = LLVMOp<"FMulOp", "MulOp">;
}

def Kgen_CwDivOp : VectorPair<"cw_div", Kgen_Aggregate, "quotient, by component"> {
  let adjoints = [(op<"cw_div"> $g, $b), (op<"neg"> (op<"cw_div"> (op<"cw_mul"> $g, $result), $b))];
  let lowering = HandLowered;
  let domains = [Any, NonZero];
}

def Kgen_LengthOp : VectorFunction<"length", (ins Kgen_FloatVec:$a), "Euclidean norm; its gradient at zero is zero"> {
  let resultType = "elementType(t0)";
  let adjoints = [(op<"scale"> (op<"normalize"> $a), $g)];
  let lowering = Expansion<(op<"sqrt"> (op<"dot"> $a, $a))>;
  let domains = [Positive];
}

def Kgen_LengthSqOp : VectorFunction<"length_sq", (ins Kgen_FloatVec:$a), "square of the Euclidean norm"> {
  let resultType = "elementType(t0)";
  let lowering = Expansion<(op<"dot"> $a, $a)>;
  let domains = [Any];
}

def Kgen_NormalizeOp : VectorFunction<
    "normalize", (ins Kgen_FloatVec:$a), "`a / length(a)`; zero, with a gradient of zero, where the length is zero"> {
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
  let relation = "elementType(t0) == elementType(t1) && outerType(t0, t1) != nullptr";
  let relationText = "vectors of one element type, and a matrix of at most 4096 components";
  let resultType = "outerType(t0, t1)";
  let adjoints = [(op<"mat_vec_mul"> $g, $b), (op<"vec_mat_mul"> $a, $g)];
  let lowering = HandLowered;
  let domains = [Any, Any];
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

def Kgen_TransposeOp : VectorFunction<"transpose", (ins Kgen_Mat:$a), "rows as columns"> {
  let resultType = "transposedType(t0)";
  let adjoints = [(op<"transpose"> $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

def Kgen_TraceOp : VectorFunction<"trace", (ins Kgen_SquareMat:$a), "sum of the diagonal"> {
  let resultType = "elementType(t0)";
  let adjoints = [(op<"scale"> (identity $a), $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

def Kgen_DeterminantOp : VectorFunction<"determinant", (ins Kgen_SquareMat:$a), "determinant"> {
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
  let adjoints = [
    (op<"neg"> (op<"mat_mul"> (op<"transpose"> $result), (op<"mat_mul"> $g, (op<"transpose"> $result))))];
  let lowering = Expansion<
    (op<"where"> (cmp<"ne"> (op<"determinant"> $a), (num<"0"> (op<"determinant"> $a))),
      (op<"scale_div"> (op<"adjugate"> $a), (op<"determinant"> $a)), (num<"0"> $a))>;
  let domains = [Any];
}

#endif // KGEN_IR_BUILTINS_VECTORMATH_TD
