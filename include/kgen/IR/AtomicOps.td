// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic updates of array elements.

#ifndef KGEN_IR_ATOMICOPS_TD
#define KGEN_IR_ATOMICOPS_TD

include "kgen/IR/ArrayOps.td"
include "mlir/IR/EnumAttr.td"

def Kgen_AtomicKind : I32EnumAttr<"AtomicKind", "atomic update", [
    I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"sub", 1>, I32EnumAttrCase<"min", 2>, I32EnumAttrCase<"max", 3>,
    I32EnumAttrCase<"exch", 4>, I32EnumAttrCase<"bitAnd", 5, "and">, I32EnumAttrCase<"bitOr", 6, "or">,
    I32EnumAttrCase<"bitXor", 7, "xor">]> {
  let cppNamespace = "::kgen";
}

def Kgen_AtomicOp : Kgen_AccessOp<"atomic", [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "updates an element, or a part of it, atomically; the result is what was there before";
  let description = [{
    `exch` puts the value in the element's place; `and`, `or` and `xor` are of integers. `augmented` marks an update that
    the author wrote as `a[i] += x`, with `-=`, `&=`, `|=` and `^=` alike. Each component of a vector, matrix, quaternion
    or transform is updated atomically, the whole is not.
    ```mlir
    %old = kgen.atomic add %energy[%a], %e : !kgen.array<1, f32>
    ```
  }];
  let arguments = (ins Kgen_AtomicKind:$kind, Arg<Kgen_Array, "", [MemRead, MemWrite]>:$array, Variadic<Kgen_SI32>:$indices, Kgen_Arith:$value,
                       DenseI64ArrayAttr:$staticIndices, UnitAttr:$augmented);
  let results = (outs Kgen_Arith:$old);
  let builders = [OpBuilder<(ins "::kgen::AtomicKind":$kind, "::mlir::Value":$array,
                                 "::mlir::ArrayRef<::mlir::OpFoldResult>":$indices, "::mlir::Value":$value,
                                 CArg<"bool", "false">:$augmented)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = Kgen_MixedIndices # [{
    ::mlir::Value getValueRead() { return getOld(); }
    ::mlir::Value getValueWritten() { return getValue(); }
    std::optional<::kgen::AtomicKind> getUpdate() { return getKind(); }
  }];
  let extraClassDefinition = Kgen_InferElement;
}

def Kgen_AtomicCasOp : Kgen_AccessOp<"atomic_cas", [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "puts a value in the place of an element that equals another, atomically; the result is what was there before";
  let description = [{
    Floats are compared as numbers on a CPU and by their bits on a GPU, as in Warp. `getUpdate()`
    answers `exch`, because the element may take the new value.
    ```mlir
    %old = kgen.atomic_cas %lock[%a], %free, %taken : !kgen.array<1, si32>
    ```
  }];
  let arguments = (ins Arg<Kgen_Array, "", [MemRead, MemWrite]>:$array, Variadic<Kgen_SI32>:$indices, Kgen_Number:$expected,
                       Kgen_Number:$value, DenseI64ArrayAttr:$staticIndices);
  let results = (outs Kgen_Number:$old);
  let builders = [OpBuilder<(ins "::mlir::Value":$array, "::mlir::ArrayRef<::mlir::OpFoldResult>":$indices,
                                 "::mlir::Value":$expected, "::mlir::Value":$value)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = Kgen_MixedIndices # [{
    ::mlir::Value getValueRead() { return getOld(); }
    ::mlir::Value getValueWritten() { return getValue(); }
    ::mlir::Value getValueExpected() { return getExpected(); }
    std::optional<::kgen::AtomicKind> getUpdate() { return ::kgen::AtomicKind::exch; }
  }];
  let extraClassDefinition = Kgen_InferElement;
}

#endif // KGEN_IR_ATOMICOPS_TD
