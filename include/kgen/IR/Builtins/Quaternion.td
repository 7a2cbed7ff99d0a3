// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quaternions: x, y, z and, last, the real part w. Sums are taken in Warp's order. No quaternion is
// normalised first.

#ifndef KGEN_IR_BUILTINS_QUATERNION_TD
#define KGEN_IR_BUILTINS_QUATERNION_TD

include "kgen/IR/Builtins/BuiltinBase.td"

class QuatFunction<string mnemonic, dag operands, string function> : Builtin<mnemonic, "Quaternion Math", operands> {
  let summary = function;
}

class QuatScaling<string mnemonic, string symbol, dag operands, string function> : QuatFunction<mnemonic, operands, function> {
  let python = Infix<symbol>;
  let cuda = Infix<symbol>;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

// A component of the product's vector.
class QuatProductPart<int i, int j, int k> {
  dag value = (op<"sub"> (op<"add"> (op<"add">
    (op<"mul"> (component<[3]> $a), (component<[i]> $b)), (op<"mul"> (component<[3]> $b), (component<[i]> $a))),
    (op<"mul"> (component<[j]> $a), (component<[k]> $b))), (op<"mul"> (component<[j]> $b), (component<[k]> $a)));
}

def Kgen_QuatMulOp : QuatScaling<"quat_mul", "*", (ins Kgen_Quat:$a, Kgen_Quat:$b), "product of quaternions"> {
  let relation = "t0 == t1";
  let relationText = "operands of one type";
  let adjoints = [(op<"quat_mul"> $g, (op<"quat_inverse"> $b)), (op<"quat_mul"> (op<"quat_inverse"> $a), $g)];
  let lowering = Expansion<(construct<"t0">
    QuatProductPart<0, 1, 2>.value, QuatProductPart<1, 2, 0>.value, QuatProductPart<2, 0, 1>.value,
    (op<"sub"> (op<"sub"> (op<"sub"> (op<"mul"> (component<[3]> $a), (component<[3]> $b)),
      (op<"mul"> (component<[0]> $a), (component<[0]> $b))), (op<"mul"> (component<[1]> $a), (component<[1]> $b))),
      (op<"mul"> (component<[2]> $a), (component<[2]> $b))))>;
  let domains = [Any, Any];
}

def Kgen_QuatScaleOp : QuatScaling<"quat_scale", "*", (ins Kgen_Quat:$a, Kgen_Float:$s), "quaternion times scalar"> {
  let relation = "elementType(t0) == t1";
  let relationText = "a scalar of the element type";
  let adjoints = [(op<"quat_scale"> $g, $s), (op<"quat_dot"> $g, $a)];
  let lowering = HandLowered;
  let domains = [Any, Any];
}

def Kgen_QuatScaleLeftOp : QuatScaling<"quat_scale_left", "*", (ins Kgen_Float:$s, Kgen_Quat:$a), "scalar times quaternion"> {
  let relation = "t0 == elementType(t1)";
  let relationText = "a scalar of the element type";
  let resultType = "t1";
  let adjoints = [(op<"quat_dot"> $g, $a), (op<"quat_scale"> $g, $s)];
  let lowering = HandLowered;
  let domains = [Any, Any];
}

def Kgen_QuatScaleDivOp : QuatScaling<"quat_scale_div", "/", (ins Kgen_Quat:$a, Kgen_Float:$s), "quaternion divided by a scalar"> {
  let relation = "elementType(t0) == t1";
  let relationText = "a scalar of the element type";
  let adjoints = [(op<"quat_scale_div"> $g, $s), (op<"neg"> (op<"quat_dot"> (op<"quat_scale_div"> $g, $s), $result))];
  let lowering = HandLowered;
  let domains = [Any, NonZero];
}

//===----------------------------------------------------------------------===//
// Lengths
//===----------------------------------------------------------------------===//

def Kgen_QuatDotOp : QuatFunction<"quat_dot", (ins Kgen_Quat:$a, Kgen_Quat:$b), "scalar product of quaternions"> {
  let python = Call<"wp.dot">;
  let relation = "t0 == t1";
  let relationText = "operands of one type";
  let resultType = "elementType(t0)";
  let adjoints = [(op<"quat_scale"> $b, $g), (op<"quat_scale"> $a, $g)];
  let lowering = Expansion<(op<"add"> (op<"add"> (op<"add">
    (op<"mul"> (component<[0]> $a), (component<[0]> $b)), (op<"mul"> (component<[1]> $a), (component<[1]> $b))),
    (op<"mul"> (component<[2]> $a), (component<[2]> $b))), (op<"mul"> (component<[3]> $a), (component<[3]> $b)))>;
  let domains = [Any, Any];
}

class QuatMeasure<string mnemonic, string name, string function> : QuatFunction<mnemonic, (ins Kgen_Quat:$q), function> {
  let python = Call<"wp." # name>;
  let keywords = ["a"];
  let domains = [Positive];
}

def Kgen_QuatLengthOp : QuatMeasure<"quat_length", "length", "Euclidean norm of a quaternion; its gradient at zero is zero"> {
  let resultType = "elementType(t0)";
  let adjoints = [(op<"where"> (cmp<"gt"> $result, (num<"0"> $result)),
    (op<"quat_scale"> (op<"quat_scale_div"> $q, $result), $g), (num<"0"> $q))];
  let lowering = Expansion<(op<"sqrt"> (op<"quat_dot"> $q, $q))>;
}

def Kgen_QuatLengthSqOp : QuatMeasure<"quat_length_sq", "length_sq", "square of the Euclidean norm of a quaternion"> {
  let resultType = "elementType(t0)";
  let lowering = Expansion<(op<"quat_dot"> $q, $q)>;
}

def Kgen_QuatNormalizeOp : QuatMeasure<"quat_normalize", "normalize",
    "`q / length(q)`; the identity, with a gradient of zero, where the length is zero"> {
  let adjoints = [(op<"where"> (cmp<"gt"> (op<"quat_length"> $q), (num<"0"> (op<"quat_length"> $q))),
    (op<"quat_scale_div"> (op<"sub"> $g, (op<"quat_scale"> $result, (op<"quat_dot"> $result, $g))), (op<"quat_length"> $q)),
    (num<"0"> $g))];
  let lowering = Expansion<(op<"where"> (cmp<"gt"> (op<"quat_length"> $q), (num<"0"> (op<"quat_length"> $q))),
    (op<"quat_scale"> $q, (op<"div"> (num<"1"> (op<"quat_length"> $q)), (op<"quat_length"> $q))), (identity $q))>;
}

def Kgen_QuatInverseOp : QuatFunction<"quat_inverse", (ins Kgen_Quat:$q), "conjugate: the inverse of a unit quaternion"> {
  let keywords = ["quat"];
  let adjoints = [(op<"quat_inverse"> $g)];
  let lowering = Expansion<(construct<"t0"> (op<"neg"> (component<[0]> $q)), (op<"neg"> (component<[1]> $q)),
                                            (op<"neg"> (component<[2]> $q)), (component<[3]> $q))>;
  let domains = [Any];
}

//===----------------------------------------------------------------------===//
// Rotations
//===----------------------------------------------------------------------===//

// A component of the rotated vector; `turn` adds what is across the axis or takes it away.
class RotatedPart<int i, int j, int k, string turn> {
  dag w = (component<[3]> $q);
  dag c = (op<"sub"> (op<"mul"> (op<"mul"> (num<"2"> w), w), w), (num<"1"> w));
  dag d = (op<"mul"> (num<"2"> w), (op<"add"> (op<"add">
    (op<"mul"> (component<[0]> $q), (component<[0]> $v)), (op<"mul"> (component<[1]> $q), (component<[1]> $v))),
    (op<"mul"> (component<[2]> $q), (component<[2]> $v))));
  dag along = (op<"add"> (op<"mul"> (component<[i]> $v), c), (op<"mul"> (component<[i]> $q), d));
  dag across = (op<"mul"> (op<"mul"> (op<"sub">
    (op<"mul"> (component<[j]> $q), (component<[k]> $v)), (op<"mul"> (component<[k]> $q), (component<[j]> $v))), w), (num<"2"> w));
  dag value = (op<turn> along, across);
}

// The adjoint of the quaternion (u, w) from g, of v (2 w w - 1) + 2 u (u . v), with 2 w (u x v) added or taken away.
class RotationAdjoint<string turn> {
  dag w = (component<[3]> $q);
  dag u = (construct<"t1"> (component<[0]> $q), (component<[1]> $q), (component<[2]> $q));
  dag half = (op<turn> (op<"add"> (op<"scale"> $g, (op<"dot"> u, $v)), (op<"scale"> $v, (op<"dot"> u, $g))),
    (op<"scale"> (op<"cross"> $v, $g), w));
  dag vector = (op<"add"> half, half);
  dag across = (op<"dot"> (op<"cross"> u, $v), $g);
  dag real = (op<turn> (op<"mul"> (num<"4"> w), (op<"mul"> w, (op<"dot"> $v, $g))), (op<"add"> across, across));
  dag value = (construct<"t0"> (component<[0]> vector), (component<[1]> vector), (component<[2]> vector), real);
}

class QuatRotation<string mnemonic, string turn, string inverse, string function>
    : QuatFunction<mnemonic, (ins Kgen_Quat:$q, Kgen_FloatVec3:$v), function> {
  let keywords = ["quat", "vec"];
  let relation = "elementType(t0) == elementType(t1)";
  let relationText = "one element type";
  let resultType = "t1";
  let adjoints = [RotationAdjoint<turn>.value, (op<inverse> $q, $g)];
  let lowering = Expansion<(construct<"t1">
    RotatedPart<0, 1, 2, turn>.value, RotatedPart<1, 2, 0, turn>.value, RotatedPart<2, 0, 1, turn>.value)>;
  let domains = [Any, Any];
}

def Kgen_QuatRotateOp : QuatRotation<"quat_rotate", "add", "quat_rotate_inv", "vector, rotated by a unit quaternion">;
def Kgen_QuatRotateInvOp : QuatRotation<"quat_rotate_inv", "sub", "quat_rotate", "vector, rotated by the inverse of a unit quaternion">;

// A column of the matrix of a rotation: the image of unit vector i.
class RotationEntry<int i, int j> {
  dag w = (component<[3]> $q);
  dag turned = (op<"mul"> (component<[j]> $q), (op<"mul"> (num<"2"> w), (component<[i]> $q)));
  dag c = (op<"sub"> (op<"mul"> (op<"mul"> (num<"2"> w), w), w), (num<"1"> w));
  // The axis that is neither, and whether i, j, axis are in cyclic order.
  int axis = !sub(!sub(3, i), j);
  bit forward = !or(!and(!eq(i, 0), !eq(j, 1)), !and(!eq(i, 1), !eq(j, 2)), !and(!eq(i, 2), !eq(j, 0)));
  dag across = (op<"mul"> (op<"mul"> (component<[!if(!eq(i, j), 0, axis)]> $q), w), (num<"2"> w));
  dag value = !cond(!eq(i, j) : (op<"add"> c, turned), forward : (op<"add"> turned, across), true : (op<"sub"> turned, across));
}

def Kgen_QuatToMatrixOp : QuatFunction<"quat_to_matrix", (ins Kgen_Quat:$q), "rotation matrix of a unit quaternion"> {
  let keywords = ["quat"];
  let resultType = "mat33Of(t0)";
  // Of (2 w w - 1) 1 + 2 u u^T + 2 w [u], where [u] v is u x v.
  defvar w = (component<[3]> $q);
  defvar u = (construct<"vec3Of(t0)"> (component<[0]> $q), (component<[1]> $q), (component<[2]> $q));
  defvar turned = (construct<"vec3Of(t0)"> (op<"sub"> (component<[2, 1]> $g), (component<[1, 2]> $g)),
    (op<"sub"> (component<[0, 2]> $g), (component<[2, 0]> $g)), (op<"sub"> (component<[1, 0]> $g), (component<[0, 1]> $g)));
  defvar half = (op<"add"> (op<"add"> (op<"mat_vec_mul"> $g, u), (op<"vec_mat_mul"> u, $g)), (op<"scale"> turned, w));
  defvar vector = (op<"add"> half, half);
  defvar across = (op<"dot"> u, turned);
  let adjoints = [(construct<"t0"> (component<[0]> vector), (component<[1]> vector), (component<[2]> vector),
    (op<"add"> (op<"mul"> (num<"4"> w), (op<"mul"> w, (op<"trace"> $g))), (op<"add"> across, across)))];
  let lowering = Expansion<(construct<"mat33Of(t0)">
    RotationEntry<0, 0>.value, RotationEntry<1, 0>.value, RotationEntry<2, 0>.value,
    RotationEntry<0, 1>.value, RotationEntry<1, 1>.value, RotationEntry<2, 1>.value,
    RotationEntry<0, 2>.value, RotationEntry<1, 2>.value, RotationEntry<2, 2>.value)>;
  let domains = [Any];
}

//===----------------------------------------------------------------------===//
// From and to other forms of a rotation
//===----------------------------------------------------------------------===//

defvar Kgen_HalfAngle = (op<"mul"> $angle, (num<"0.5"> $angle));
def Kgen_QuatFromAxisAngleOp : QuatFunction<
    "quat_from_axis_angle", (ins Kgen_FloatVec3:$axis, Kgen_Float:$angle), "rotation by `angle` radians around a unit vector"> {
  let relation = "elementType(t0) == t1";
  let relationText = "a scalar of the element type";
  let resultType = "quatOf(t0)";
  defvar slope = (construct<"t0"> (component<[0]> $g), (component<[1]> $g), (component<[2]> $g));
  let adjoints = [(op<"scale"> slope, (op<"sin"> Kgen_HalfAngle)),
    (op<"mul"> (num<"0.5"> $angle), (op<"sub"> (op<"mul"> (op<"dot"> slope, $axis), (op<"cos"> Kgen_HalfAngle)),
                                               (op<"mul"> (component<[3]> $g), (op<"sin"> Kgen_HalfAngle))))];
  let lowering = Expansion<(construct<"quatOf(t0)">
    (op<"mul"> (component<[0]> $axis), (op<"sin"> Kgen_HalfAngle)),
    (op<"mul"> (component<[1]> $axis), (op<"sin"> Kgen_HalfAngle)),
    (op<"mul"> (component<[2]> $axis), (op<"sin"> Kgen_HalfAngle)), (op<"cos"> Kgen_HalfAngle))>;
  let domains = [Any, Any];
}

defvar Kgen_QuatVector = (construct<"vec3Of(t0)"> (component<[0]> $q), (component<[1]> $q), (component<[2]> $q));
def Kgen_QuatAxisOp : QuatFunction<"quat_axis", (ins Kgen_Quat:$q), "axis of a rotation by an angle of at most pi"> {
  let python = Unspelled;
  let resultType = "vec3Of(t0)";
  let lowering = Expansion<(op<"where"> (cmp<"lt"> (component<[3]> $q), (num<"0"> (component<[3]> $q))),
    (op<"neg"> (op<"normalize"> Kgen_QuatVector)), (op<"normalize"> Kgen_QuatVector))>;
  let domains = [Positive];
}

def Kgen_QuatAngleOp : QuatFunction<"quat_angle", (ins Kgen_Quat:$q), "angle of a rotation, from 0 to pi"> {
  let python = Unspelled;
  let resultType = "elementType(t0)";
  let lowering = Expansion<(op<"mul"> (num<"2"> (component<[3]> $q)),
    (op<"atan2"> (op<"length"> Kgen_QuatVector), (op<"abs"> (component<[3]> $q))))>;
  let domains = [Positive];
}

// The vector's length cancels: the vector is multiplied by a factor, which is `t` if the length is zero, as is its gradient.
def Kgen_QuatPowerOp : QuatFunction<
    "quat_power", (ins Kgen_Quat:$q, Kgen_Float:$t), "rotation by `t` times the angle of a rotation, around the same axis"> {
  let python = Unspelled;
  let relation = "elementType(t0) == t1";
  let relationText = "a scalar of the element type";
  defvar length = (op<"length"> Kgen_QuatVector);
  defvar isTurned = (cmp<"gt"> length, (num<"0"> $t));
  defvar half = (op<"mul"> (num<"0.5"> $t), (op<"mul"> $t, (op<"quat_angle"> $q)));
  defvar size = (op<"where"> isTurned,
    (op<"div"> (op<"sin"> half), (op<"where"> isTurned, length, (num<"1"> $t))), $t);
  defvar factor = (op<"where"> (cmp<"lt"> (component<[3]> $q), (num<"0"> $t)), (op<"neg"> size), size);
  let lowering = Expansion<(construct<"t0"> (op<"mul"> (component<[0]> $q), factor), (op<"mul"> (component<[1]> $q), factor),
    (op<"mul"> (component<[2]> $q), factor), (op<"cos"> half))>;
  let domains = [Positive, Any];
}

def Kgen_QuatSlerpOp : QuatFunction<
    "quat_slerp", (ins Kgen_Quat:$a, Kgen_Quat:$b, Kgen_Float:$t), "rotation at `t` on the way from `a` to `b`"> {
  let relation = "t0 == t1 && elementType(t0) == t2";
  let relationText = "two operands of one type and a scalar of the element type";
  let lowering = Expansion<(op<"quat_mul"> $a, (op<"quat_power"> (op<"quat_mul"> (op<"quat_inverse"> $a), $b), $t))>;
  let domains = [Positive, NonZero, Any];
}

class HalfTurn<dag angle> {
  dag half = (op<"mul"> angle, (num<"0.5"> angle));
  dag c = (op<"cos"> half);
  dag s = (op<"sin"> half);
}
class RpyTerm<dag a, dag b, dag c> { dag value = (op<"mul"> (op<"mul"> a, b), c); }

def Kgen_QuatRpyOp : QuatFunction<
    "quat_rpy", (ins Kgen_Float:$roll, Kgen_Float:$pitch, Kgen_Float:$yaw), "rotation by roll, pitch and yaw around x, y and z"> {
  let relation = "t0 == t1 && t0 == t2";
  let relationText = "operands of one type";
  let resultType = "quatOf(t0)";
  defvar cr = HalfTurn<(same $roll)>.c;
  defvar sr = HalfTurn<(same $roll)>.s;
  defvar cp = HalfTurn<(same $pitch)>.c;
  defvar sp = HalfTurn<(same $pitch)>.s;
  defvar cy = HalfTurn<(same $yaw)>.c;
  defvar sy = HalfTurn<(same $yaw)>.s;
  let lowering = Expansion<(construct<"quatOf(t0)">
    (op<"sub"> RpyTerm<cy, sr, cp>.value, RpyTerm<sy, cr, sp>.value),
    (op<"add"> RpyTerm<cy, cr, sp>.value, RpyTerm<sy, sr, cp>.value),
    (op<"sub"> RpyTerm<sy, cr, cp>.value, RpyTerm<cy, sr, sp>.value),
    (op<"add"> RpyTerm<cy, cr, cp>.value, RpyTerm<sy, sr, sp>.value))>;
  let domains = [Any, Any, Any];
}

// The rotation of a matrix, by the largest of its trace and its diagonal: S. Shepperd, "Quaternion from rotation matrix",
// 1978.
class Entry<int i, int j> { dag value = (component<[i, j]> $m); }
class EntrySum<int i, int j> { dag value = (op<"add"> Entry<i, j>.value, Entry<j, i>.value); }
class EntryDifference<int i, int j> { dag value = (op<"sub"> Entry<i, j>.value, Entry<j, i>.value); }
// One of four values, by which is the largest.
class ByLargest<dag ofTrace, dag of0, dag of1, dag of2> {
  dag trace = (op<"add"> (op<"add"> Entry<0, 0>.value, Entry<1, 1>.value), Entry<2, 2>.value);
  dag is1 = (cmp<"gt"> Entry<1, 1>.value, Entry<0, 0>.value);
  dag is2 = (cmp<"gt"> Entry<2, 2>.value, (op<"where"> is1, Entry<1, 1>.value, Entry<0, 0>.value));
  dag value = (op<"where"> (cmp<"ge"> trace, (num<"0"> trace)), ofTrace,
    (op<"where"> is2, of2, (op<"where"> is1, of1, of0)));
}
class DiagonalExcess<int i, int j, int k> {
  dag value = (op<"add"> (op<"sub"> Entry<i, i>.value, (op<"add"> Entry<j, j>.value, Entry<k, k>.value)),
                         (num<"1"> Entry<i, i>.value));
}
class ScaledBy<dag a, dag s> { dag value = (op<"mul"> a, s); }

def Kgen_QuatFromMatrixOp : QuatFunction<"quat_from_matrix", (ins Kgen_RotationMat:$m), "unit quaternion of a rotation matrix"> {
  let keywords = ["mat"];
  let resultType = "quatOf(t0)";
  defvar trace = (op<"add"> (op<"add"> Entry<0, 0>.value, Entry<1, 1>.value), Entry<2, 2>.value);
  defvar h = (op<"sqrt"> ByLargest<(op<"add"> trace, (num<"1"> trace)), DiagonalExcess<0, 1, 2>.value,
                                   DiagonalExcess<1, 2, 0>.value, DiagonalExcess<2, 0, 1>.value>.value);
  defvar own = (op<"mul"> (num<"0.5"> h), h);
  defvar by = (op<"div"> (num<"0.5"> h), h);
  let lowering = Expansion<(op<"quat_normalize"> (construct<"quatOf(t0)">
    ByLargest<ScaledBy<EntryDifference<2, 1>.value, by>.value, own,
              ScaledBy<EntrySum<0, 1>.value, by>.value, ScaledBy<EntrySum<2, 0>.value, by>.value>.value,
    ByLargest<ScaledBy<EntryDifference<0, 2>.value, by>.value, ScaledBy<EntrySum<0, 1>.value, by>.value, own,
              ScaledBy<EntrySum<1, 2>.value, by>.value>.value,
    ByLargest<ScaledBy<EntryDifference<1, 0>.value, by>.value, ScaledBy<EntrySum<2, 0>.value, by>.value,
              ScaledBy<EntrySum<1, 2>.value, by>.value, own>.value,
    ByLargest<own, ScaledBy<EntryDifference<2, 1>.value, by>.value, ScaledBy<EntryDifference<0, 2>.value, by>.value,
              ScaledBy<EntryDifference<1, 0>.value, by>.value>.value))>;
  let domains = [Positive];
}

//===----------------------------------------------------------------------===//
// Twists
//===----------------------------------------------------------------------===//

class QuatTwist<string mnemonic, string function>
    : QuatFunction<mnemonic, (ins Kgen_FloatVec3:$axis, Kgen_Quat:$q), function> {
  let relation = "elementType(t0) == elementType(t1)";
  let relationText = "one element type";
  let domains = [Positive, Positive];
  dag vector = (construct<"t0"> (component<[0]> $q), (component<[1]> $q), (component<[2]> $q));
}

def Kgen_QuatTwistOp : QuatTwist<"quat_twist", "part of a rotation that is around a unit vector"> {
  let resultType = "t1";
  defvar along = (op<"scale_left"> (op<"dot"> vector, $axis), $axis);
  let lowering = Expansion<(op<"quat_normalize"> (construct<"t1">
    (component<[0]> along), (component<[1]> along), (component<[2]> along), (component<[3]> $q)))>;
}

def Kgen_QuatTwistAngleOp : QuatTwist<"quat_twist_angle", "size of the angle of a rotation around a unit vector"> {
  let resultType = "elementType(t0)";
  let lowering = Expansion<(op<"mul"> (num<"2"> (component<[3]> $q)),
    (op<"atan2"> (op<"abs"> (op<"dot"> $axis, vector)), (component<[3]> $q)))>;
}

def Kgen_QuatTwistAngleSignedOp : QuatTwist<"quat_twist_angle_signed", "angle of a rotation around a unit vector"> {
  let resultType = "elementType(t0)";
  let lowering = Expansion<(op<"mul"> (num<"2"> (component<[3]> $q)),
    (op<"atan2"> (op<"dot"> $axis, vector), (component<[3]> $q)))>;
}

//===----------------------------------------------------------------------===//
// Angles
//===----------------------------------------------------------------------===//

// The product of two components.
class QuatTerm<int i, int j> { dag value = (op<"mul"> (component<[i]> $q), (component<[j]> $q)); }
class Doubled<dag a> { dag value = (op<"mul"> (num<"2"> (component<[3]> $q)), a); }
class OneLess<dag a> { dag value = (op<"sub"> (num<"1"> (component<[3]> $q)), a); }

def Kgen_QuatToRpyOp : QuatFunction<"quat_to_rpy", (ins Kgen_Quat:$q), "roll, pitch and yaw of a unit quaternion"> {
  let resultType = "vec3Of(t0)";
  defvar sine = Doubled<(op<"sub"> QuatTerm<3, 1>.value, QuatTerm<2, 0>.value)>.value;
  let lowering = Expansion<(construct<"vec3Of(t0)">
    (op<"atan2"> Doubled<(op<"add"> QuatTerm<3, 0>.value, QuatTerm<1, 2>.value)>.value,
      OneLess<Doubled<(op<"add"> QuatTerm<0, 0>.value, QuatTerm<1, 1>.value)>.value>.value),
    (op<"asin"> (op<"clamp"> sine, (num<"-1"> sine), (num<"1"> sine))),
    (op<"atan2"> Doubled<(op<"add"> QuatTerm<3, 2>.value, QuatTerm<0, 1>.value)>.value,
      OneLess<Doubled<(op<"add"> QuatTerm<1, 1>.value, QuatTerm<2, 2>.value)>.value>.value))>;
  let domains = [Domain<"0.1", "0.6">];
}

// The rotation by component `n` of `e` around axis `n`, where `n` is known when the program runs.
class AxisTurn<dag n> {
  dag angle = (op<"where"> (cmp<"eq"> n, (num<"0"> n)), (component<[0]> $e),
    (op<"where"> (cmp<"eq"> n, (num<"1"> n)), (component<[1]> $e), (component<[2]> $e)));
  dag half = (op<"mul"> (num<"0.5"> angle), angle);
  dag s = (op<"sin"> half);
  dag x = (op<"where"> (cmp<"eq"> n, (num<"0"> n)), s, (num<"0"> s));
  dag y = (op<"where"> (cmp<"eq"> n, (num<"1"> n)), s, (num<"0"> s));
  dag z = (op<"where"> (op<"or"> (cmp<"eq"> n, (num<"0"> n)), (cmp<"eq"> n, (num<"1"> n))), (num<"0"> s), s);
  dag value = (construct<"quatOf(t0)"> x, y, z, (op<"cos"> half));
}

def Kgen_QuatFromEulerOp : QuatFunction<
    "quat_from_euler", (ins Kgen_FloatVec3:$e, Kgen_SI32:$i, Kgen_SI32:$j, Kgen_SI32:$k),
    "rotation by the angles `e` around the fixed axes `i`, `j` and `k`, in this order"> {
  let resultType = "quatOf(t0)";
  let lowering = Expansion<(op<"quat_mul"> AxisTurn<(same $k)>.value,
    (op<"quat_mul"> AxisTurn<(same $j)>.value, AxisTurn<(same $i)>.value))>;
  defvar Axis = Domain<"0.0", "2.0">;
  let domains = [Any, Axis, Axis, Axis];
}

#endif // KGEN_IR_BUILTINS_QUATERNION_TD
