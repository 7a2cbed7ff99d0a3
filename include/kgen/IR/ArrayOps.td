// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Access to arrays and to their gradients. One index for each dimension, then a path into the element: a si32 value, a
// literal or a field each.

#ifndef KGEN_IR_ARRAYOPS_TD
#define KGEN_IR_ARRAYOPS_TD

include "kgen/IR/KgenInterfaces.td"
include "kgen/IR/KgenTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

defvar Kgen_InferElement = [{
  ::llvm::LogicalResult $cppClass::inferReturnTypes(
      ::mlir::MLIRContext *, std::optional<::mlir::Location> loc, ::mlir::ValueRange operands, ::mlir::DictionaryAttr,
      ::mlir::OpaqueProperties properties, ::mlir::RegionRange, ::llvm::SmallVectorImpl<::mlir::Type> &results) {
    return ::kgen::detail::inferElement(loc, operands, properties.as<Properties *>()->staticIndices, results);
  }
}];

class Kgen_AccessOp<string mnemonic, list<Trait> traits>
    : Kgen_Op<mnemonic, !listconcat([Kgen_AccessInterface], traits)> {
  let extraClassDeclaration = Kgen_MixedIndices;
}

// An access that hands out the element, or a part of it: `OP %array[...] : TYPE`.
class Kgen_ReadOp<string mnemonic, TypeConstraint base, list<OpVariableDecorator> effects>
    : Kgen_AccessOp<mnemonic, [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let arguments = (ins Arg<base, "", effects>:$array, Variadic<Kgen_SI32>:$indices, DenseI64ArrayAttr:$staticIndices);
  let results = (outs Kgen_ValueOrArray:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$array, "::mlir::ArrayRef<::mlir::OpFoldResult>":$indices), [{
    ::kgen::detail::buildAccess($_builder, $_state, array, indices, {}, getStaticIndicesAttrName($_state.name));
    $_state.addTypes(::kgen::detail::accessedType(array.getType(), indices));
  }]>];
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = Kgen_MixedIndices # [{
    ::mlir::Value getValueRead() { return getResult(); }
  }];
  let extraClassDefinition = Kgen_InferElement # [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &state) {
      return ::kgen::detail::parseRead(parser, state, getStaticIndicesAttrName(state.name));
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      ::kgen::detail::printRead(printer, *this, {getStaticIndicesAttrName()});
    }
  }];
}

// An access that takes a value: `OP %array[...], %value : TYPE`.
class Kgen_WriteOp<string mnemonic, TypeConstraint base, list<OpVariableDecorator> effects>
    : Kgen_AccessOp<mnemonic, []> {
  let arguments = (ins Arg<base, "", effects>:$array, Variadic<Kgen_SI32>:$indices,
                       Kgen_ValueOrArray:$value, DenseI64ArrayAttr:$staticIndices);
  let builders = [OpBuilder<(ins "::mlir::Value":$array, "::mlir::ArrayRef<::mlir::OpFoldResult>":$indices,
                                 "::mlir::Value":$value), [{
    ::kgen::detail::buildAccess($_builder, $_state, array, indices, value, getStaticIndicesAttrName($_state.name));
  }]>];
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = Kgen_MixedIndices # [{
    ::mlir::Value getValueWritten() { return getValue(); }
  }];
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &state) {
      return ::kgen::detail::parseWrite(parser, state, getStaticIndicesAttrName(state.name));
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      ::kgen::detail::printWrite(printer, *this, {getStaticIndicesAttrName()});
    }
  }];
}

def Kgen_LoadOp : Kgen_ReadOp<"load", Kgen_Array, [MemRead]> {
  let summary = "reads an element of an array, or a part of it";
  let description = [{
    ```mlir
    %p = kgen.load %points[%i] : !kgen.array<1, vec<3xf32>>
    %x = kgen.load %balls[%i, center, 0] : !kgen.array<1, !Ball>
    ```
  }];
}

def Kgen_StoreOp : Kgen_WriteOp<"store", Kgen_Array, [MemWrite]> {
  let summary = "writes an element of an array, or a part of it";
  let description = [{
    ```mlir
    kgen.store %balls[%i, radius], %r : !kgen.array<1, !Ball>
    ```
  }];
}

def Kgen_ViewOp : Kgen_Op<"view", [Pure, Kgen_NoSlope, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the part of an array at its first indices: a row, or an array of fewer dimensions";
  let description = [{
    An access to the view is one to the array itself.
    ```mlir
    %row = kgen.view %a[%i] : !kgen.array<2, f32>
    ```
  }];
  let arguments = (ins Kgen_Array:$array, Variadic<Kgen_SI32>:$indices, DenseI64ArrayAttr:$staticIndices);
  let results = (outs Kgen_Array:$view);
  let builders = [OpBuilder<(ins "::mlir::Value":$array, "::mlir::ArrayRef<::mlir::OpFoldResult>":$indices)>];
  let extraClassDeclaration = Kgen_MixedIndices;
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Kgen_ShapeOp : Kgen_Op<"shape", [Pure, Kgen_NoSlope]> {
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
    The adjoint argument's data if it has any, else the array's own gradient, else an absent gradient. Decided once
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

def Kgen_GradientReadOp : Kgen_ReadOp<"gradient_read", Kgen_GradientType, [MemRead]> {
  let summary = "reads an element of a gradient; zero if it is absent";
}

def Kgen_GradientTakeOp : Kgen_ReadOp<"gradient_take", Kgen_GradientType, [MemRead, MemWrite]> {
  let summary = "reads an element of a gradient and sets it to zero: the adjoint of a store";
  let description = [{
    The element stays if the gradient is not the array's own (the caller's adjoint argument), or if the array is
    marked to retain its gradient, as in Warp.
  }];
}

def Kgen_GradientAddOp : Kgen_WriteOp<"gradient_add", Kgen_GradientType, [MemRead, MemWrite]> {
  let summary = "adds to an element of a gradient, atomically: the adjoint of a load";
  let extraClassDeclaration = Kgen_MixedIndices # [{
    ::mlir::Value getValueWritten() { return getValue(); }
    std::optional<::kgen::AtomicKind> getUpdate() { return ::kgen::AtomicKind::add; }
  }];
}

#endif // KGEN_IR_ARRAYOPS_TD
