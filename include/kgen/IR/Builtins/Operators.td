// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Python's operators. A family whose operand types differ (vector by scalar, matrix by vector) is a record of its own.

#ifndef KGEN_IR_BUILTINS_OPERATORS_TD
#define KGEN_IR_BUILTINS_OPERATORS_TD

include "kgen/IR/Builtins/BuiltinBase.td"

class BinaryOperator<string mnemonic, string symbol, TypeConstraint set>
    : Builtin<mnemonic, "Operators", (ins set:$a, set:$b)> {
  let relation = "t0 == t1";
  let relationText = "operands of one type";
  let python = Infix<symbol>;
  let cuda = Infix<symbol>;
  let domains = [Any, Any];
  let aliases = ["wp." # mnemonic];
}

def Kgen_AddOp : BinaryOperator<"add", "+", Kgen_Arith> {
  let summary = "sum, by component";
  let doc = "`a + b`, by component; integers wrap";
  let noun = "sum";
  let range = "r[0] + r[1]";
  let dimensions = "Same";
  let adjoints = [(same $g), (same $g)];
  let lowering = LLVMOp<"FAddOp", "AddOp">;
}

def Kgen_SubOp : BinaryOperator<"sub", "-", Kgen_Arith> {
  let summary = "difference, by component";
  let doc = "`a - b`, by component; integers wrap";
  let noun = "difference";
  let range = "r[0] + -r[1]";
  let dimensions = "Same";
  let adjoints = [(same $g), (op<"neg"> $g)];
  let lowering = LLVMOp<"FSubOp", "SubOp">;
}

def Kgen_MulOp : BinaryOperator<"mul", "*", Kgen_Number> {
  let summary = "product of scalars";
  let doc = "`a * b`; integers wrap";
  let noun = "product";
  let range = "r[0] * r[1]";
  let dimensions = "Product";
  let adjoints = [(op<"mul"> $g, $b), (op<"mul"> $g, $a)];
  let lowering = LLVMOp<"FMulOp", "MulOp">;
}

def Kgen_DivOp : BinaryOperator<"div", "/", Kgen_Number> {
  let summary = "quotient of scalars; of integers, rounded toward zero";
  let doc = "`a / b`; of integers, rounded toward zero";
  let noun = "quotient";
  let range = "quotient(r[0], r[1])";
  let dimensions = "Ratio";
  let adjoints = [(op<"div"> $g, $b), (op<"neg"> (op<"mul"> (op<"div"> $g, $b), $result))];
  let lowering = HandLowered;
  let domains = [Any, NonZero];
}

def Kgen_FloorDivOp : BinaryOperator<"floordiv", "//", Kgen_Number> {
  let summary = "quotient rounded down";
  let doc = "`floor(a / b)`";
  let noun = "quotient";
  let range = "quotient(r[0], r[1]) + symmetric(1.0)";
  let cuda = Call<"kgen::floordiv">;
  let differentiable = 0;
  let lowering = HandLowered;
  let domains = [Any, NonZero];
}

def Kgen_ModOp : BinaryOperator<"mod", "%", Kgen_Number> {
  let summary = "C remainder: the sign of the dividend; does not match `//`";
  let doc = "`a - b * trunc(a / b)`";
  let noun = "rest";
  let range = "r[0].low >= 0.0 ? Range{0.0, r[1].magnitude()} : symmetric(r[1].magnitude())";
  let cuda = Call<"kgen::mod">;
  let adjoints = [(same $g), (op<"neg"> (op<"mul"> $g, (op<"trunc"> (op<"div"> $a, $b))))];
  let lowering = HandLowered;
  let domains = [OffIntegers, NonZero];
}

def Kgen_PowOp : BinaryOperator<"pow", "**", Kgen_Float> {
  let summary = "power of floats";
  let doc = "`a` to the power `b`; the powers 1, 2 and 3 are products";
  let noun = "power";
  let aliases = ["wp.pow", "pow"];
  let range = "symmetric(8.0)";
  let dimensions = "Power";
  let cuda = Call<"kgen::pow">;
  let keywords = ["x", "y"];
  // The slope in a is zero at b = 0, where a ** -1 may be infinite; that in b at a = 0, where log has a pole.
  let adjoints = [
    (op<"where"> (cmp<"ne"> $b, (num<"0"> $b)),
      (op<"mul"> $g, (op<"mul"> $b, (op<"pow"> $a, (op<"sub"> $b, (num<"1"> $b))))), (num<"0"> $a)),
    (op<"where"> (cmp<"gt"> $a, (num<"0"> $a)), (op<"mul"> $g, (op<"mul"> $result, (op<"log"> $a))), (num<"0"> $a))];
  let lowering = Libm<"pow">;
  let domains = [Positive, Any];
}

def Kgen_NegOp : Builtin<"neg", "Operators", (ins Kgen_Arith:$a)> {
  let summary = "negation, by component";
  let doc = "`-a`, by component";
  let range = "-r[0]";
  let python = Prefix<"-">;
  let cuda = Prefix<"-">;
  let adjoints = [(op<"neg"> $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

def Kgen_CopyOp : Builtin<"copy", "Operators", (ins Kgen_Value:$a)> {
  let summary = "the value itself, under another name: Python's `b = a`";
  let doc = "`a`";
  let range = "r[0]";
  let python = Prefix<"">;
  let cuda = Prefix<"">;
  let adjoints = [(same $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

//===----------------------------------------------------------------------===//
// Vectors and matrices with scalars and with each other
//===----------------------------------------------------------------------===//

def Kgen_ScaleOp : Builtin<"scale", "Operators", (ins Kgen_Aggregate:$a, Kgen_Number:$s)> {
  let summary = "vector or matrix times scalar";
  let doc = "`a * s`, each component";
  let noun = "product";
  let range = "r[0] * r[1]";
  let relation = "elementType(t0) == t1";
  let relationText = "a scalar of the element type";
  let python = Infix<"*">;
  let cuda = Infix<"*">;
  let adjoints = [(op<"scale"> $g, $s), (op<"ddot"> $g, $a)];
  let lowering = HandLowered;
  let domains = [Any, Any];
}

def Kgen_ScaleLeftOp : Builtin<"scale_left", "Operators", (ins Kgen_Number:$s, Kgen_Aggregate:$a)> {
  let summary = "scalar times vector or matrix";
  let doc = "`s * a`, each component";
  let noun = "product";
  let range = "r[0] * r[1]";
  let relation = "t0 == elementType(t1)";
  let relationText = "a scalar of the element type";
  let resultType = "t1";
  let python = Infix<"*">;
  let cuda = Infix<"*">;
  let adjoints = [(op<"ddot"> $g, $a), (op<"scale"> $g, $s)];
  let lowering = HandLowered;
  let domains = [Any, Any];
}

def Kgen_ScaleDivOp : Builtin<"scale_div", "Operators", (ins Kgen_Aggregate:$a, Kgen_Float:$s)> {
  let summary = "vector or matrix divided by a scalar";
  let doc = "`a / s`, each component";
  let noun = "quotient";
  let range = "quotient(r[0], r[1])";
  let relation = "elementType(t0) == t1";
  let relationText = "a scalar of the element type";
  let python = Infix<"/">;
  let cuda = Infix<"/">;
  let adjoints = [(op<"scale_div"> $g, $s), (op<"neg"> (op<"ddot"> (op<"scale_div"> $g, $s), $result))];
  let lowering = HandLowered;
  let domains = [Any, NonZero];
}

def Kgen_MatMulOp : Builtin<"mat_mul", "Operators", (ins Kgen_FloatMat:$a, Kgen_FloatMat:$b)> {
  let summary = "matrix product";
  let doc = "`a @ b`";
  let noun = "product";
  let range = "times(innerExtent(t[0]), r[0] * r[1])";
  let relation = "matMulType(t0, t1) != nullptr";
  let relationText = "matrices with as many columns as the other has rows";
  let resultType = "matMulType(t0, t1)";
  let python = Infix<"@">;
  let cuda = Infix<"*">;
  let adjoints = [(op<"mat_mul"> $g, (op<"transpose"> $b)), (op<"mat_mul"> (op<"transpose"> $a), $g)];
  let lowering = HandLowered;
  let domains = [Any, Any];
}

def Kgen_MatVecMulOp : Builtin<"mat_vec_mul", "Operators", (ins Kgen_FloatMat:$a, Kgen_FloatVec:$v)> {
  let summary = "matrix times vector";
  let doc = "`a @ v`";
  let noun = "product";
  let range = "times(innerExtent(t[0]), r[0] * r[1])";
  let relation = "matVecType(t0, t1) != nullptr";
  let relationText = "a vector as long as the matrix has columns";
  let resultType = "matVecType(t0, t1)";
  let python = Infix<"@">;
  let cuda = Infix<"*">;
  let adjoints = [(op<"outer"> $g, $v), (op<"vec_mat_mul"> $g, $a)];
  let lowering = HandLowered;
  let domains = [Any, Any];
}

def Kgen_VecMatMulOp : Builtin<"vec_mat_mul", "Operators", (ins Kgen_FloatVec:$v, Kgen_FloatMat:$a)> {
  let summary = "row vector times matrix";
  let doc = "`v @ a`";
  let noun = "product";
  let range = "times(innerExtent(t[0]), r[0] * r[1])";
  let relation = "vecMatType(t0, t1) != nullptr";
  let relationText = "a vector as long as the matrix has rows";
  let resultType = "vecMatType(t0, t1)";
  let python = Infix<"@">;
  let cuda = Infix<"*">;
  let adjoints = [(op<"mat_vec_mul"> $a, $g), (op<"outer"> $v, $g)];
  let lowering = HandLowered;
  let domains = [Any, Any];
}

//===----------------------------------------------------------------------===//
// Bits and logic
//===----------------------------------------------------------------------===//

class BitOperator<string mnemonic, string symbol> : BinaryOperator<mnemonic, symbol, Kgen_Int> {
  let range = "symmetric(8.0)";
  let differentiable = 0;
}

def Kgen_BitAndOp : BitOperator<"bit_and", "&"> {
  let summary = "bitwise and";
  let doc = "`a & b`";
  let noun = "both";
  let lowering = LLVMOp<"", "AndOp">;
}

def Kgen_BitOrOp : BitOperator<"bit_or", "|"> {
  let summary = "bitwise or";
  let doc = "`a | b`";
  let noun = "either";
  let lowering = LLVMOp<"", "OrOp">;
}

def Kgen_BitXorOp : BitOperator<"bit_xor", "^"> {
  let summary = "bitwise exclusive or";
  let doc = "`a ^ b`";
  let lowering = LLVMOp<"", "XOrOp">;
}

def Kgen_LShiftOp : BitOperator<"lshift", "<<"> {
  let summary = "shift to the left; see the semantics page for shifts past the width";
  let doc = "`a << b`";
  let cuda = Call<"kgen::lshift">;
  let domains = [Any, ShiftAmount];
  let lowering = HandLowered;
}

def Kgen_RShiftOp : BitOperator<"rshift", ">>"> {
  let summary = "shift to the right, of a signed integer with its sign";
  let doc = "`a >> b`";
  let cuda = Call<"kgen::rshift">;
  let domains = [Any, ShiftAmount];
  let lowering = HandLowered;
}

def Kgen_InvertOp : Builtin<"invert", "Operators", (ins Kgen_Int:$a)> {
  let summary = "bitwise complement";
  let doc = "`~a`";
  let range = "symmetric(8.0)";
  let python = Prefix<"~">;
  let cuda = Prefix<"~">;
  let differentiable = 0;
  let lowering = HandLowered;
  let domains = [Any];
}

class LogicOperator<string mnemonic, string pySymbol, string cSymbol>
    : Builtin<mnemonic, "Operators", (ins Kgen_Bool:$a, Kgen_Bool:$b)> {
  let range = "symmetric(8.0)";
  let python = Infix<pySymbol>;
  let cuda = Infix<cSymbol>;
  let differentiable = 0;
  let domains = [Any, Any];
}

def Kgen_AndOp : LogicOperator<"and", "and", "&&"> {
  let summary = "both; of operands that are already computed";
  let doc = "`a and b`";
  let noun = "both";
  let lowering = HandLowered;
}

def Kgen_OrOp : LogicOperator<"or", "or", "||"> {
  let summary = "either; of operands that are already computed";
  let doc = "`a or b`";
  let noun = "either";
  let lowering = HandLowered;
}

def Kgen_NotOp : Builtin<"not", "Operators", (ins Kgen_Bool:$a)> {
  let summary = "negation of a bool";
  let doc = "`not a`";
  let range = "symmetric(8.0)";
  let python = Prefix<"not ">;
  let cuda = Prefix<"!">;
  let differentiable = 0;
  let lowering = HandLowered;
  let domains = [Any];
}

#endif // KGEN_IR_BUILTINS_OPERATORS_TD
