// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of values in a kernel, laid out in memory as Warp lays them out, and the type sets that ops accept.

#ifndef KGEN_IR_KGENTYPES_TD
#define KGEN_IR_KGENTYPES_TD

include "kgen/IR/KgenDialect.td"
include "mlir/IR/AttrTypeBase.td"

class Kgen_Type<string name, string typeMnemonic> : TypeDef<Kgen_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Kgen_VecType : Kgen_Type<"Vec", "vec"> {
  let summary = "vector of scalars, packed, aligned as its scalar";
  let description = "`!kgen.vec<3xf32>` is Warp's `vec3`: 12 bytes, alignment 4. From 1 to 4096 components.";
  let parameters = (ins "unsigned":$length, "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Kgen_MatType : Kgen_Type<"Mat", "mat"> {
  let summary = "matrix of scalars, row major, packed";
  let description = "`!kgen.mat<3x3xf32>` is Warp's `mat33`: 36 bytes, alignment 4. From 1 to 4096 components.";
  let parameters = (ins "unsigned":$rows, "unsigned":$cols, "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Kgen_QuatType : Kgen_Type<"Quat", "quat"> {
  let summary = "quaternion of floats: x, y, z, w";
  let description = "`!kgen.quat<f32>` is Warp's `quat`: 16 bytes, alignment 4. Its components are 0 to 3, w last.";
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
  let genVerifyDecl = 1;
}

def Kgen_TransformType : Kgen_Type<"Transform", "transform"> {
  let summary = "rigid motion: a translation and a rotation";
  let description = [{
    `!kgen.transform<f32>` is Warp's `transform`: 28 bytes, alignment 4. It has the fields `p`, a vector of three floats,
    and `q`, a quaternion.
  }];
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
  let genVerifyDecl = 1;
}

def Kgen_StructType : Kgen_Type<"Struct", "struct"> {
  let summary = "an author's struct: named fields, laid out as C lays them out";
  let description = [{
    ```mlir
    !Ball = !kgen.struct<"Ball", center: vec<3xf32>, radius: f32, friends: array<1, si32>>
    ```
    Fields are values and arrays. A module has one struct of a name. A struct without fields takes one byte.
  }];
  let parameters = (ins StringRefParameter<"the author's name">:$name, ArrayRefParameter<"::mlir::StringAttr">:$fieldNames,
                        ArrayRefParameter<"::mlir::Type">:$fieldTypes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Kgen_ArrayType : Kgen_Type<"Array", "array"> {
  let summary = "strided array in global memory that may carry its gradient";
  let description = [{
    `!kgen.array<2, f32>` is Warp's `wp.array2d(dtype=float)`: 56 bytes of data pointer, gradient pointer, shape and
    strides in bytes (four of each), rank and flags. Rank is 1 to 4.
  }];
  let parameters = (ins "unsigned":$rank, "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $rank `,` custom<ElementType>($elementType) `>`";
  let genVerifyDecl = 1;
}

def Kgen_TileType : Kgen_Type<"Tile", "tile"> {
  let summary = "a tile: elements in one to four dimensions that the threads of a block own together";
  let description = [{
    `!kgen.tile<8x4xf32>` is Warp's `wp.tile[float, 8, 4]`. Elements are scalars, vectors, matrices, quaternions, transforms
    or structs, at most 16384. A tile is a value: what changes it makes another.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Kgen_GradientType : Kgen_Type<"Gradient", "gradient"> {
  let summary = "the gradient of an array, decided once a launch; may be absent";
  let description = [{
    `!kgen.gradient<1, f32>`: where adjoints of the elements of an `!kgen.array<1, f32>` are accumulated. An absent
    gradient reads as zero and swallows what is added to it.
  }];
  let parameters = (ins "unsigned":$rank, "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $rank `,` custom<ElementType>($elementType) `>`";
}

def Kgen_VarType : Kgen_Type<"Var", "var"> {
  let summary = "a variable of the author's, local to a thread";
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` custom<ElementType>($elementType) `>`";
}

//===----------------------------------------------------------------------===//
// Type sets
//===----------------------------------------------------------------------===//

// `test` names a C++ predicate over a type, in namespace kgen; `cpp` is what kgen.cuh calls the type, where a function
// over it can be written from a rule.
class Kgen_TypeSet<string testName, string summary, string cppName = "">
    : Type<CPred<"::kgen::" # testName # "($_self)">, summary> {
  string test = testName;
  string cpp = cppName;
}

def Kgen_Bool : Kgen_TypeSet<"isBool", "bool", "bool">, BuildableType<"$_builder.getI1Type()">;
def Kgen_Int : Kgen_TypeSet<"isInt", "signed or unsigned integer", "T">;
def Kgen_Float : Kgen_TypeSet<"isFloat", "float scalar", "T">;
def Kgen_Number : Kgen_TypeSet<"isNumber", "integer or float scalar", "T">;
def Kgen_Scalar : Kgen_TypeSet<"isScalar", "scalar">;
def Kgen_Vec : Kgen_TypeSet<"isVec", "vector", "vec<N, T>">;
def Kgen_FloatVec : Kgen_TypeSet<"isFloatVec", "vector of floats", "vec<N, T>">;
def Kgen_FloatVec3 : Kgen_TypeSet<"isFloatVec3", "vector of three floats", "vec<3, T>">;
def Kgen_FloatVec6 : Kgen_TypeSet<"isFloatVec6", "vector of six floats", "vec<6, T>">;
def Kgen_Mat : Kgen_TypeSet<"isMat", "matrix", "mat<R, C, T>">;
def Kgen_FloatMat : Kgen_TypeSet<"isFloatMat", "matrix of floats", "mat<R, C, T>">;
def Kgen_SquareMat : Kgen_TypeSet<"isSquareFloatMat", "square matrix of floats, 2x2 to 4x4", "mat<N, N, T>">;
def Kgen_Quat : Kgen_TypeSet<"isQuat", "quaternion", "quaternion<T>">;
def Kgen_Transform : Kgen_TypeSet<"isTransform", "transform", "transformation<T>">;
def Kgen_FloatMat33 : Kgen_TypeSet<"isFloatMat33", "3x3 matrix of floats", "mat<3, 3, T>">;
def Kgen_FloatMat44 : Kgen_TypeSet<"isFloatMat44", "4x4 matrix of floats", "mat<4, 4, T>">;
def Kgen_RotationMat : Kgen_TypeSet<"isRotationMat", "3x3 or 4x4 matrix of floats", "mat<N, N, T>">;
def Kgen_WithIdentity : Kgen_TypeSet<"hasIdentity", "square matrix, quaternion or transform">;
def Kgen_AnySquareMat : Kgen_TypeSet<"isSquareMat", "square matrix", "mat<N, N, T>">;
def Kgen_Aggregate : Kgen_TypeSet<"isAggregate", "vector or matrix">;
def Kgen_FloatAggregate : Kgen_TypeSet<"isFloatAggregate", "vector or matrix of floats">;
def Kgen_Composite : Kgen_TypeSet<"isComposite", "vector, matrix, quaternion, transform or struct">;
def Kgen_Arith : Kgen_TypeSet<"isArith", "number, or vector, matrix, quaternion or transform of numbers">;
def Kgen_Value : Kgen_TypeSet<"isValue", "scalar, vector, matrix, quaternion, transform or struct">;
def Kgen_Array : Kgen_TypeSet<"isArray", "array">;
def Kgen_Tile : Kgen_TypeSet<"isTile", "tile">;
def Kgen_ValueOrArray : Kgen_TypeSet<"isValueOrArray", "value or array">;
def Kgen_F32 : Kgen_TypeSet<"isF32", "f32", "float">;
def Kgen_UI32 : Kgen_TypeSet<"isUI32", "ui32", "uint32_t">;
def Kgen_SI32 : Kgen_TypeSet<"isSI32", "si32", "int">, BuildableType<"$_builder.getIntegerType(32, /*isSigned=*/true)">;

#endif // KGEN_IR_KGENTYPES_TD
