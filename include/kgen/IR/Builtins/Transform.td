// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rigid transforms, and spatial vectors: the angular part of a twist or wrench, then the linear one.

#ifndef KGEN_IR_BUILTINS_TRANSFORM_TD
#define KGEN_IR_BUILTINS_TRANSFORM_TD

include "kgen/IR/Builtins/BuiltinBase.td"

class TransformFunction<string mnemonic, dag operands, string function> : Builtin<mnemonic, "Transformations", operands> {
  let summary = function;
}

defvar Kgen_Translation = (component<[0]> $t);
defvar Kgen_Rotation = (component<[1]> $t);

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

class TransformPart<string mnemonic, string type, dag part, string function>
    : TransformFunction<mnemonic, (ins Kgen_Transform:$t), function> {
  let keywords = ["xform"];
  let resultType = type;
  let lowering = Expansion<part>;
  let domains = [Any];
}

def Kgen_TransformGetTranslationOp : TransformPart<
    "transform_get_translation", "vec3Of(t0)", (same Kgen_Translation), "translation of a transform">;
def Kgen_TransformGetRotationOp : TransformPart<
    "transform_get_rotation", "quatOf(t0)", (same Kgen_Rotation), "rotation of a transform">;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

class TransformProduct<string mnemonic> : TransformFunction<
    mnemonic, (ins Kgen_Transform:$a, Kgen_Transform:$b), "transform by `b`, then by `a`"> {
  let relation = "t0 == t1";
  let relationText = "operands of one type";
  let lowering = Expansion<(construct<"t0">
    (op<"add"> (op<"quat_rotate"> (component<[1]> $a), (component<[0]> $b)), (component<[0]> $a)),
    (op<"quat_mul"> (component<[1]> $a), (component<[1]> $b)))>;
  let domains = [Any, Any];
}

def Kgen_TransformMultiplyOp : TransformProduct<"transform_multiply">;
def Kgen_TransformMulOp : TransformProduct<"transform_mul"> {
  let python = Infix<"*">;
}

class TransformScaling<string mnemonic, dag operands, string function> : TransformFunction<mnemonic, operands, function> {
  let python = Infix<"*">;
  let cuda = Infix<"*">;
  let domains = [Any, Any];
}

def Kgen_TransformScaleOp : TransformScaling<
    "transform_scale", (ins Kgen_Transform:$a, Kgen_Float:$s), "transform times scalar, by component"> {
  let relation = "elementType(t0) == t1";
  let relationText = "a scalar of the element type";
  let lowering = Expansion<(construct<"t0"> (op<"scale"> (component<[0]> $a), $s), (op<"quat_scale"> (component<[1]> $a), $s))>;
}

def Kgen_TransformScaleLeftOp : TransformScaling<
    "transform_scale_left", (ins Kgen_Float:$s, Kgen_Transform:$a), "scalar times transform, by component"> {
  let relation = "t0 == elementType(t1)";
  let relationText = "a scalar of the element type";
  let resultType = "t1";
  let lowering = Expansion<(op<"transform_scale"> $a, $s)>;
}

def Kgen_TransformInverseOp : TransformFunction<
    "transform_inverse", (ins Kgen_Transform:$t), "inverse of a transform whose rotation is a unit quaternion"> {
  let keywords = ["xform"];
  let lowering = Expansion<(construct<"t0">
    (op<"neg"> (op<"quat_rotate"> (op<"quat_inverse"> Kgen_Rotation), Kgen_Translation)), (op<"quat_inverse"> Kgen_Rotation))>;
  let domains = [Any];
}

class TransformOfVector<string mnemonic, string operand, string function>
    : TransformFunction<mnemonic, (ins Kgen_Transform:$t, Kgen_FloatVec3:$v), function> {
  let keywords = ["xform", operand];
  let relation = "elementType(t0) == elementType(t1)";
  let relationText = "one element type";
  let resultType = "t1";
  let domains = [Any, Any];
}

def Kgen_TransformPointOp : TransformOfVector<"transform_point", "point", "point, rotated and moved"> {
  let lowering = Expansion<(op<"add"> Kgen_Translation, (op<"quat_rotate"> Kgen_Rotation, $v))>;
}

def Kgen_TransformVectorOp : TransformOfVector<"transform_vector", "vec", "vector, rotated"> {
  let lowering = Expansion<(op<"quat_rotate"> Kgen_Rotation, $v)>;
}

// The matrix form: with a fourth component that is 1 or 0.
class MatrixOfVector<string name, string operand, string fourth, string function>
    : TransformFunction<"mat_" # name, (ins Kgen_FloatMat44:$m, Kgen_FloatVec3:$v), function> {
  let python = Call<"wp." # name>;
  let keywords = ["mat", operand];
  let relation = "elementType(t0) == elementType(t1)";
  let relationText = "one element type";
  let resultType = "t1";
  defvar product = (op<"mat_vec_mul"> $m, (construct<"vec4Of(t0)"> (component<[0]> $v), (component<[1]> $v),
    (component<[2]> $v), (num<fourth> (component<[0]> $v))));
  let lowering = Expansion<(construct<"t1"> (component<[0]> product), (component<[1]> product), (component<[2]> product))>;
  let domains = [Any, Any];
}

def Kgen_MatTransformPointOp : MatrixOfVector<"transform_point", "point", "1", "point, transformed by a matrix">;
def Kgen_MatTransformVectorOp : MatrixOfVector<"transform_vector", "vec", "0", "vector, transformed by a matrix">;

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

def Kgen_TransformFromMatrixOp : TransformFunction<
    "transform_from_matrix", (ins Kgen_FloatMat44:$m), "transform of a matrix that moves and rotates"> {
  let keywords = ["mat"];
  let resultType = "transformOf(t0)";
  let lowering = Expansion<(construct<"transformOf(t0)">
    (construct<"vec3Of(t0)"> (component<[0, 3]> $m), (component<[1, 3]> $m), (component<[2, 3]> $m)),
    (op<"quat_from_matrix"> $m))>;
  let domains = [Positive];
}

class Entry3<dag r, int i, int j> { dag value = (component<[i, j]> r); }
class Scaled3<dag r, int i, int j> { dag value = (op<"mul"> (component<[j]> $scale), (component<[i, j]> r)); }

def Kgen_TransformToMatrixOp : TransformFunction<
    "transform_to_matrix", (ins Kgen_Transform:$t), "matrix of a transform"> {
  let keywords = ["xform"];
  let resultType = "mat44Of(t0)";
  defvar r = (op<"quat_to_matrix"> Kgen_Rotation);
  defvar zero = (num<"0"> (component<[0, 0]> $t));
  let lowering = Expansion<(construct<"mat44Of(t0)">
    Entry3<r, 0, 0>.value, Entry3<r, 0, 1>.value, Entry3<r, 0, 2>.value, (component<[0, 0]> $t),
    Entry3<r, 1, 0>.value, Entry3<r, 1, 1>.value, Entry3<r, 1, 2>.value, (component<[0, 1]> $t),
    Entry3<r, 2, 0>.value, Entry3<r, 2, 1>.value, Entry3<r, 2, 2>.value, (component<[0, 2]> $t),
    zero, zero, zero, (num<"1"> (component<[0, 0]> $t)))>;
  let domains = [Any];
}

def Kgen_TransformComposeOp : TransformFunction<
    "transform_compose", (ins Kgen_FloatVec3:$position, Kgen_Quat:$rotation, Kgen_FloatVec3:$scale),
    "matrix that scales, rotates and moves"> {
  let relation = "t0 == t2 && elementType(t0) == elementType(t1)";
  let relationText = "one element type";
  let resultType = "mat44Of(t0)";
  defvar r = (op<"quat_to_matrix"> $rotation);
  defvar zero = (num<"0"> (component<[0]> $position));
  let lowering = Expansion<(construct<"mat44Of(t0)">
    Scaled3<r, 0, 0>.value, Scaled3<r, 0, 1>.value, Scaled3<r, 0, 2>.value, (component<[0]> $position),
    Scaled3<r, 1, 0>.value, Scaled3<r, 1, 1>.value, Scaled3<r, 1, 2>.value, (component<[1]> $position),
    Scaled3<r, 2, 0>.value, Scaled3<r, 2, 1>.value, Scaled3<r, 2, 2>.value, (component<[2]> $position),
    zero, zero, zero, (num<"1"> (component<[0]> $position)))>;
  let domains = [Any, Any, Any];
}

//===----------------------------------------------------------------------===//
// Spatial vectors
//===----------------------------------------------------------------------===//

class SpatialFunction<string mnemonic, dag operands, string function> : Builtin<mnemonic, "Spatial Math", operands> {
  let summary = function;
}

// Two vectors of three as one of six.
class Joined<dag top, dag bottom, string type> {
  dag value = (construct<type> (component<[0]> top), (component<[1]> top), (component<[2]> top),
    (component<[0]> bottom), (component<[1]> bottom), (component<[2]> bottom));
}
class Top<dag a> { dag value = (construct<"vec3Of(t0)"> (component<[0]> a), (component<[1]> a), (component<[2]> a)); }
class Bottom<dag a> { dag value = (construct<"vec3Of(t0)"> (component<[3]> a), (component<[4]> a), (component<[5]> a)); }

def Kgen_SpatialVectorOp : SpatialFunction<
    "spatial_vector", (ins Kgen_FloatVec3:$w, Kgen_FloatVec3:$v), "spatial vector of an angular and a linear part"> {
  let relation = "t0 == t1";
  let relationText = "operands of one type";
  let resultType = "vec6Of(t0)";
  let lowering = Expansion<Joined<(same $w), (same $v), "vec6Of(t0)">.value>;
  let domains = [Any, Any];
}

class SpatialPart<string mnemonic, dag part, string function> : SpatialFunction<mnemonic, (ins Kgen_FloatVec6:$a), function> {
  let keywords = ["svec"];
  let resultType = "vec3Of(t0)";
  let lowering = Expansion<part>;
  let domains = [Any];
}

def Kgen_SpatialTopOp : SpatialPart<"spatial_top", Top<(same $a)>.value, "angular part of a spatial vector">;
def Kgen_SpatialBottomOp : SpatialPart<"spatial_bottom", Bottom<(same $a)>.value, "linear part of a spatial vector">;

class SpatialPair<string mnemonic, string function>
    : SpatialFunction<mnemonic, (ins Kgen_FloatVec6:$a, Kgen_FloatVec6:$b), function> {
  let relation = "t0 == t1";
  let relationText = "operands of one type";
  let domains = [Any, Any];
  dag aw = (op<"spatial_top"> $a);
  dag av = (op<"spatial_bottom"> $a);
  dag bw = (op<"spatial_top"> $b);
  dag bv = (op<"spatial_bottom"> $b);
}

def Kgen_SpatialDotOp : SpatialPair<"spatial_dot", "scalar product of spatial vectors"> {
  let resultType = "elementType(t0)";
  let lowering = Expansion<(op<"dot"> $a, $b)>;
}

def Kgen_SpatialCrossOp : SpatialPair<"spatial_cross", "product of spatial motion vectors"> {
  let lowering = Expansion<(op<"spatial_vector"> (op<"cross"> aw, bw), (op<"add"> (op<"cross"> av, bw), (op<"cross"> aw, bv)))>;
}

def Kgen_SpatialCrossDualOp : SpatialPair<"spatial_cross_dual", "product of a spatial motion vector and a spatial force"> {
  let lowering = Expansion<(op<"spatial_vector"> (op<"add"> (op<"cross"> aw, bw), (op<"cross"> av, bv)), (op<"cross"> aw, bv))>;
}

def Kgen_VelocityAtPointOp : SpatialFunction<
    "velocity_at_point", (ins Kgen_FloatVec6:$qd, Kgen_FloatVec3:$r), "velocity of a point of a body that moves by a twist"> {
  let relation = "elementType(t0) == elementType(t1)";
  let relationText = "one element type";
  let resultType = "t1";
  let lowering = Expansion<(op<"add"> (op<"spatial_bottom"> $qd), (op<"cross"> (op<"spatial_top"> $qd), $r))>;
  let domains = [Any, Any];
}

class SpatialTransform<string mnemonic, string function>
    : SpatialFunction<mnemonic, (ins Kgen_Transform:$t, Kgen_FloatVec6:$x), function> {
  let relation = "elementType(t0) == elementType(t1)";
  let relationText = "one element type";
  let resultType = "t1";
  let domains = [Any, Any];
  dag top = (op<"quat_rotate"> Kgen_Rotation, (op<"spatial_top"> $x));
  dag bottom = (op<"quat_rotate"> Kgen_Rotation, (op<"spatial_bottom"> $x));
}

def Kgen_TransformTwistOp : SpatialTransform<"transform_twist", "twist in another frame"> {
  let lowering = Expansion<(op<"spatial_vector"> top, (op<"add"> bottom, (op<"cross"> Kgen_Translation, top)))>;
}

def Kgen_TransformWrenchOp : SpatialTransform<"transform_wrench", "wrench in another frame"> {
  let lowering = Expansion<(op<"spatial_vector"> (op<"add"> top, (op<"cross"> Kgen_Translation, bottom)), bottom)>;
}

def Kgen_SpatialAdjointOp : SpatialFunction<
    "spatial_adjoint", (ins Kgen_FloatMat33:$r, Kgen_FloatMat33:$s), "spatial matrix `[[r, 0], [s, r]]`"> {
  let relation = "t0 == t1";
  let relationText = "operands of one type";
  let resultType = "mat66Of(t0)";
  defvar zero = (num<"0"> (component<[0, 0]> $r));
  let lowering = Expansion<(construct<"mat66Of(t0)">
    (component<[0, 0]> $r), (component<[0, 1]> $r), (component<[0, 2]> $r), zero, zero, zero,
    (component<[1, 0]> $r), (component<[1, 1]> $r), (component<[1, 2]> $r), zero, zero, zero,
    (component<[2, 0]> $r), (component<[2, 1]> $r), (component<[2, 2]> $r), zero, zero, zero,
    (component<[0, 0]> $s), (component<[0, 1]> $s), (component<[0, 2]> $s),
      (component<[0, 0]> $r), (component<[0, 1]> $r), (component<[0, 2]> $r),
    (component<[1, 0]> $s), (component<[1, 1]> $s), (component<[1, 2]> $s),
      (component<[1, 0]> $r), (component<[1, 1]> $r), (component<[1, 2]> $r),
    (component<[2, 0]> $s), (component<[2, 1]> $s), (component<[2, 2]> $s),
      (component<[2, 0]> $r), (component<[2, 1]> $r), (component<[2, 2]> $r))>;
  let domains = [Any, Any];
}

#endif // KGEN_IR_BUILTINS_TRANSFORM_TD
