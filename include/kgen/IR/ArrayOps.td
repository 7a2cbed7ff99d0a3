// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Access to arrays and to their gradients. One index for each dimension: a si32 value or a literal.

#ifndef KGEN_IR_ARRAYOPS_TD
#define KGEN_IR_ARRAYOPS_TD

include "kgen/IR/KgenTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Kgen_AccessOp<string mnemonic, list<Trait> traits> : Kgen_Op<mnemonic, traits> {
  let extraClassDeclaration = [{
    /// One index for each dimension, a si32 value or an integer attribute each.
    ::mlir::SmallVector<::mlir::OpFoldResult> getMixedIndices();
  }];
  let hasVerifier = 1;
}

// An access that reads: `OP %array[...] : TYPE`, result of the element type.
class Kgen_ReadOp<string mnemonic, TypeConstraint base, list<Trait> traits>
    : Kgen_AccessOp<mnemonic, !listconcat([DeclareOpInterfaceMethods<InferTypeOpInterface>], traits)> {
  let arguments = (ins base:$array, Variadic<Kgen_SI32>:$indices, DenseI64ArrayAttr:$staticIndices);
  let results = (outs Kgen_Value:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$array, "::mlir::ArrayRef<::mlir::OpFoldResult>":$indices)>];
  let assemblyFormat = [{
    $array `` custom<Indices>($indices, $staticIndices) attr-dict `:` qualified(type($array))
  }];
}

// An access that writes: `OP %array[...], %value : TYPE`.
class Kgen_WriteOp<string mnemonic, TypeConstraint base, list<Trait> traits> : Kgen_AccessOp<mnemonic, traits> {
  let arguments = (ins base:$array, Variadic<Kgen_SI32>:$indices, Kgen_Value:$value, DenseI64ArrayAttr:$staticIndices);
  let builders = [OpBuilder<(ins "::mlir::Value":$array, "::mlir::ArrayRef<::mlir::OpFoldResult>":$indices,
                                 "::mlir::Value":$value)>];
  let hasCustomAssemblyFormat = 1;
}

def Kgen_LoadOp : Kgen_ReadOp<"load", Kgen_Array, [MemoryEffects<[MemRead]>]> {
  let summary = "reads an element of an array";
}

def Kgen_StoreOp : Kgen_WriteOp<"store", Kgen_Array, [MemoryEffects<[MemWrite]>]> {
  let summary = "writes an element of an array";
}

def Kgen_ShapeOp : Kgen_Op<"shape", [Pure]> {
  let summary = "the extent of an array along one dimension";
  let arguments = (ins Kgen_Array:$array, ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let results = (outs Kgen_SI32:$extent);
  let builders = [OpBuilder<(ins "::mlir::Value":$array, "int64_t":$dimension)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Gradients of arrays
//===----------------------------------------------------------------------===//

def Kgen_GradientOp : Kgen_Op<"gradient", [Pure, AllTypesMatch<["array", "adjoint"]>]> {
  let summary = "where the gradient of an array is accumulated in this launch";
  let description = [{
    The adjoint argument's data where it has any, else the array's own gradient, else an absent gradient. Decided once
    a launch.
    ```mlir
    %grad_x = kgen.gradient %x, %adj_x : !kgen.array<1, f32>
    ```
  }];
  let arguments = (ins Kgen_Array:$array, Kgen_Array:$adjoint);
  let results = (outs Kgen_GradientType:$gradient);
  let builders = [OpBuilder<(ins "::mlir::Value":$array, "::mlir::Value":$adjoint)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Kgen_GradientReadOp : Kgen_ReadOp<"gradient_read", Kgen_GradientType, [MemoryEffects<[MemRead]>]> {
  let summary = "reads an element of a gradient; zero where it is absent";
}

def Kgen_GradientTakeOp : Kgen_ReadOp<"gradient_take", Kgen_GradientType, [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "reads an element of a gradient and sets it to zero: the adjoint of a store";
  let description = [{
    The element stays where the gradient is not the array's own (the caller's adjoint argument), or where the array is
    marked to retain its gradient, as in Warp.
  }];
}

def Kgen_GradientAddOp : Kgen_WriteOp<"gradient_add", Kgen_GradientType, [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "adds to an element of a gradient, atomically: the adjoint of a load";
}

#endif // KGEN_IR_ARRAYOPS_TD
