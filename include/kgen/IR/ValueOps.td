// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, variables, components, casts, comparisons, thread indices and printing: the ops that are no builtin functions.

#ifndef KGEN_IR_VALUEOPS_TD
#define KGEN_IR_VALUEOPS_TD

include "kgen/IR/KgenInterfaces.td"
include "kgen/IR/KgenTypes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// Its slopes are in lib/IR/Adjoints.cpp.
defvar Kgen_Reversed = DeclareOpInterfaceMethods<Kgen_SlopeInterface>;

def Kgen_ConstantOp : Kgen_Op<"constant", [Pure, ConstantLike, Kgen_NoSlope, AllTypesMatch<["value", "result"]>]> {
  let summary = "a scalar literal";
  let description = [{
    `symbol` is the name of the module constant that the author wrote in the literal's place.
    ```mlir
    %0 = kgen.constant 1.0e-06 : f32
    %1 = kgen.constant -9.8 : f32 {symbol = "GRAVITY"}
    %2 = kgen.constant 3 : si32
    %3 = kgen.constant true
    ```
  }];
  let arguments = (ins TypedAttrInterface:$value, OptionalAttr<StrAttr>:$symbol);
  let results = (outs Kgen_Scalar:$result);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}

def Kgen_TidOp : Kgen_Op<"tid", [Pure, Kgen_NoSlope, Kgen_NamedResults]> {
  let summary = "the thread's coordinates in the launch grid";
  let description = [{
    One to four coordinates. With fewer names than launch dimensions these are the first ones: `%i = kgen.tid : si32`
    in a launch over (4, 3) is 0..3, three times each.
  }];
  let results = (outs Variadic<Kgen_SI32>:$coordinates);
  let assemblyFormat = "attr-dict `:` type($coordinates)";
  let extraClassDeclaration = Kgen_NameResults;
  let hasVerifier = 1;
}

def Kgen_BlockDimOp : Kgen_Op<"block_dim", [Pure, Kgen_NoSlope]> {
  let summary = "the number of threads in a block: 1 on a CPU, as in Warp";
  let results = (outs Kgen_SI32:$count);
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

def Kgen_VarOp : Kgen_Op<"var"> {
  let summary = "a variable: a Python name that is assigned more than once";
  let description = [{
    Undefined until its first store if no initial value is given. Variables exist in source form only.
    ```mlir
    %e = kgen.var %0 : f32
    %u = kgen.var : !kgen.vec<3xf32>
    ```
  }];
  let arguments = (ins Optional<Kgen_ValueOrArray>:$init);
  let results = (outs Res<Kgen_VarType, "", [MemAlloc]>:$var);
  let hasCustomAssemblyFormat = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$init),
      [{ build($_builder, $_state, VarType::get(init.getContext(), init.getType()), init); }]>];
  let extraClassDeclaration = [{
    ::mlir::Type getValueType() { return getVar().getType().getElementType(); }
  }];
  let hasVerifier = 1;
}

def Kgen_GetOp : Kgen_Op<"get", [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "reads a variable";
  let arguments = (ins Arg<Kgen_VarType, "", [MemRead]>:$var);
  let results = (outs Kgen_ValueOrArray:$result);
  let hasCustomAssemblyFormat = 1;
}

def Kgen_SetOp : Kgen_Op<"set"> {
  let summary = "assigns to a variable, or to a part of it";
  let description = [{
    `kgen.set %v[0], %x` is Python's `v[0] = x`; the types are those of the part and of the variable.
    ```mlir
    kgen.set %e, %0 : f32
    kgen.set %v[0], %1 : f32 in !kgen.vec<3xf32>
    kgen.set %m[%i, 2], %2 : f32 in !kgen.mat<3x3xf32>
    kgen.set %ball[center, 0], %3 : f32 in !Ball
    ```
  }];
  let arguments = (ins Arg<Kgen_VarType, "", [MemWrite]>:$var, Variadic<Kgen_SI32>:$indices, Kgen_ValueOrArray:$value,
                       DenseI64ArrayAttr:$staticIndices);
  let hasCustomAssemblyFormat = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$var, "::mlir::Value":$value,
                   CArg<"::mlir::ArrayRef<::mlir::OpFoldResult>", "{}">:$indices)>];
  let extraClassDeclaration = Kgen_MixedIndices; // none for a whole assignment
  let hasVerifier = 1;
}

def Kgen_StateVar : Type<CPred<"::kgen::isStateVar($_self)">, "variable of ui32">,
    BuildableType<"::kgen::VarType::get($_builder.getContext(), $_builder.getIntegerType(32, /*isSigned=*/false))">;

def Kgen_DrawOp : Kgen_Op<"draw", [Kgen_NoSlope]> {
  let summary = "draws a random number: computes it at a variable's state, and advances the variable";
  let description = [{
    Source form only; else it is the builtin, a function of the state, and the state that follows. `builtin` is the one
    whose record says how it is drawn.
    ```mlir
    %x = kgen.draw "randf" %state -> f32                      // x = wp.randf(state)
    %k = kgen.draw "randi_range" %state(%0, %n : si32, si32) -> si32
    ```
  }];
  let arguments = (ins StrAttr:$builtin, Arg<Kgen_StateVar, "", [MemRead, MemWrite]>:$state,
                       Variadic<Kgen_Value>:$args);
  let results = (outs Kgen_Value:$result);
  let assemblyFormat = [{
    $builtin $state (`(` $args^ `:` type($args) `)`)? attr-dict `->` qualified(type($result))
  }];
  let extraClassDeclaration = [{
    /// The record of the number as a function of the state.
    const ::kgen::BuiltinInfo &getBuiltinInfo();
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

def Kgen_ConstructOp : Kgen_Op<"construct", [Pure, Kgen_Reversed]> {
  let summary = "makes a vector, matrix or quaternion of its components, a transform or struct of its fields";
  let description = [{
    Takes all components (matrices by rows) or fields, or none for zeros; of a vector or matrix also one for all
    components. An array among the fields that are zero is one without elements.
    ```mlir
    %v = kgen.construct %x, %y, %z : !kgen.vec<3xf32>
    %0 = kgen.construct : !kgen.vec<3xf32>
    %t = kgen.construct %v, %q : !kgen.transform<f32>
    %b = kgen.construct %v, %r, %friends : !Ball
    ```
  }];
  let arguments = (ins Variadic<Kgen_ValueOrArray>:$components);
  let results = (outs Kgen_Composite:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Kgen_IdentityOp : Kgen_Op<"identity", [Pure, Kgen_NoSlope]> {
  let summary = "the identity: a matrix, a quaternion or a transform";
  let results = (outs Kgen_WithIdentity:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
}

class Kgen_ComponentOp<string mnemonic, list<Trait> traits = []> : Kgen_Op<mnemonic, !listconcat([Pure, Kgen_Reversed], traits)> {
  let extraClassDeclaration = Kgen_MixedIndices; // negative ones count from the end; fields are numbered
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Kgen_ExtractOp : Kgen_ComponentOp<"extract", [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "reads a part of a value: a component, a row of a matrix, a field";
  let description = [{
    ```mlir
    %x = kgen.extract %v[0] : !kgen.vec<3xf32>
    %r = kgen.extract %m[%i] : !kgen.mat<3x3xf32>   // a row
    %c = kgen.extract %m[%i, 2] : !kgen.mat<3x3xf32>
    %y = kgen.extract %t[q, 3] : !kgen.transform<f32>
    %f = kgen.extract %ball[friends] : !Ball         // an array
    ```
  }];
  let arguments = (ins Kgen_Composite:$aggregate, Variadic<Kgen_SI32>:$indices, DenseI64ArrayAttr:$staticIndices);
  let results = (outs Kgen_ValueOrArray:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$aggregate, "::mlir::ArrayRef<::mlir::OpFoldResult>":$indices)>];
}

def Kgen_InsertOp : Kgen_ComponentOp<"insert", [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a value with a part of it replaced: a component, a row, a field";
  let description = [{
    ```mlir
    %w = kgen.insert %x, %v[0] : !kgen.vec<3xf32>
    ```
  }];
  let arguments = (ins Kgen_ValueOrArray:$value, Kgen_Composite:$aggregate, Variadic<Kgen_SI32>:$indices,
                       DenseI64ArrayAttr:$staticIndices);
  let results = (outs Kgen_Composite:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$aggregate,
                   "::mlir::ArrayRef<::mlir::OpFoldResult>":$indices)>];
}

//===----------------------------------------------------------------------===//
// Casts, comparisons, printing
//===----------------------------------------------------------------------===//

def Kgen_CastOp : Kgen_Op<"cast", [Pure, Kgen_Reversed]> {
  let summary = "converts a scalar to another scalar type";
  let arguments = (ins Kgen_Scalar:$value);
  let results = (outs Kgen_Scalar:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `to` type($result)";
}

def Kgen_CmpPredicate : I32EnumAttr<"CmpPredicate", "comparison", [
    I32EnumAttrCase<"eq", 0>, I32EnumAttrCase<"ne", 1>, I32EnumAttrCase<"lt", 2>,
    I32EnumAttrCase<"le", 3>, I32EnumAttrCase<"gt", 4>, I32EnumAttrCase<"ge", 5>]> {
  let cppNamespace = "::kgen";
}

def Kgen_CmpOp : Kgen_Op<"cmp", [Pure, Kgen_NoSlope, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "compares two scalars";
  let description = "Every comparison with NaN is false, but `ne`, which is true.";
  let arguments = (ins Kgen_CmpPredicate:$predicate, Kgen_Scalar:$lhs, Kgen_Scalar:$rhs);
  let results = (outs I1:$result);
  let assemblyFormat = "$predicate $lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Kgen_PrintOp : Kgen_Op<"print", [MemoryEffects<[MemWrite<Kgen_Output>]>, Kgen_NoSlope]> {
  let summary = "prints a value, as Python's `print(x)` in a kernel";
  let arguments = (ins Kgen_Value:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Kgen_PrintfOp : Kgen_Op<"printf", [MemoryEffects<[MemWrite<Kgen_Output>]>, Kgen_NoSlope]> {
  let summary = "prints values by a format, as `wp.printf`";
  let description = [{
    The format is C's: `%d`, `%i`, `%u`, `%x`, `%X`, `%o` and `%c` take an integer or bool, `%e`, `%f`, `%g` and `%a` (and
    their capitals) a float, with flags, width, precision and length as in C; `%%` is a percent sign.
    ```mlir
    kgen.printf "%d: %g\n", %i, %x : si32, f32
    ```
  }];
  let arguments = (ins StrAttr:$format, Variadic<Kgen_Scalar>:$arguments);
  let assemblyFormat = "$format (`,` $arguments^ `:` type($arguments))? attr-dict";
  let hasVerifier = 1;
}

def Kgen_AssertOp : Kgen_Op<"assert", [MemoryEffects<[MemWrite<Kgen_Output>]>, Kgen_NoSlope]> {
  let summary = "says that a condition holds, as Python's `assert`";
  let description = [{
    The interpreter stops if it does not hold; machine code does not test it.
    ```mlir
    kgen.assert %positive, "expected a positive mass"
    kgen.assert %c
    ```
  }];
  let arguments = (ins Kgen_Bool:$condition, OptionalAttr<StrAttr>:$message);
  let assemblyFormat = "$condition (`,` $message^)? attr-dict";
}

def Kgen_Expectation : I32EnumAttr<"Expectation", "what is expected of two values", [
    I32EnumAttrCase<"eq", 0>, I32EnumAttrCase<"neq", 1>, I32EnumAttrCase<"near", 2>]> {
  let cppNamespace = "::kgen";
}

def Kgen_ExpectOp : Kgen_Op<"expect", [MemoryEffects<[MemWrite<Kgen_Output>]>, Kgen_NoSlope, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "says how two values compare, as `wp.expect_eq`, `wp.expect_neq` and `wp.expect_near`";
  let description = [{
    `near` allows each component a distance, 1e-6 if none is given. The interpreter stops if it does not hold; machine
    code does not test it.
    ```mlir
    kgen.expect eq %i, %n : si32
    kgen.expect near %v, %w : !kgen.vec<3xf32> within %t : f32
    ```
  }];
  let arguments = (ins Kgen_Expectation:$expectation, Kgen_Value:$lhs, Kgen_Value:$rhs, Optional<Kgen_Scalar>:$tolerance);
  let assemblyFormat = [{
    $expectation $lhs `,` $rhs attr-dict `:` type($lhs) (`within` $tolerance^ `:` type($tolerance))?
  }];
  let hasVerifier = 1;
}

#endif // KGEN_IR_VALUEOPS_TD
