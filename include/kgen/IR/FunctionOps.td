// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels, functions and calls.

#ifndef KGEN_IR_FUNCTIONOPS_TD
#define KGEN_IR_FUNCTIONOPS_TD

include "kgen/IR/KgenInterfaces.td"
include "kgen/IR/KgenTypes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

def Kgen_KernelOp : Kgen_Op<"kernel", [
    FunctionOpInterface, IsolatedFromAbove, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a kernel: the program of one thread of a launch";
  let description = [{
    Parameters are values and arrays. The body is one block; it ends in `kgen.return` (or in a loop that is never left and
    `kgen.unreachable`).

    A kernel with `adjoint_of` is the backward of the kernel named there: it has that kernel's parameters, then one
    `adj_` parameter of the same type for each, in order.

    A kernel with `tape_of` is the kernel named there with one more parameter, the tape: it also records what its backward
    could not compute again.

    ```mlir
    kgen.kernel @double(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.add %0, %0 : f32
      kgen.store %y[%i], %1 : !kgen.array<1, f32>
      kgen.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
      OptionalAttr<FlatSymbolRefAttr>:$adjoint_of, OptionalAttr<FlatSymbolRefAttr>:$tape_of,
      OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type)>];
  let extraClassDeclaration = [{
    ::mlir::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::mlir::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    /// True for a kernel that computes the gradients of another.
    bool isBackward() { return getAdjointOf().has_value(); }
    /// True for a kernel that is another with a tape, and for its backward.
    bool hasTape();
    /// The tape; null if there is none.
    ::mlir::Value getTape();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Kgen_FuncOp : Kgen_Op<"func", [
    FunctionOpInterface, IsolatedFromAbove, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a function that kernels and functions of the module call";
  let description = [{
    Parameters and results are values and arrays. The body is one block and ends as a kernel's does; `kgen.return` hands
    out the results, from any depth. A function is private to its module, does not call itself, not by way of others
    either, and does not know the thread that it runs in (no `kgen.tid`).

    `py_name` is the name in Python if several functions share it: instances of a generic function, overloads. `grad`
    names the author's own adjoint of the function, `replay` what the backward runs in its place.

    ```mlir
    kgen.func @volume(%ball: !Ball) -> f32 {
      %r = kgen.extract %ball[radius] : !Ball
      %0 = kgen.mul %r, %r : f32
      kgen.return %0 : f32
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$py_name,
                       OptionalAttr<FlatSymbolRefAttr>:$grad,
                       OptionalAttr<FlatSymbolRefAttr>:$replay,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type)>];
  let extraClassDeclaration = [{
    ::mlir::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::mlir::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    /// The name in Python: `py_name`, or the symbol.
    ::llvm::StringRef getPythonName() { return getPyName().value_or(getSymName()); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Kgen_CallOp : Kgen_Op<"call", [
    CallOpInterface, DeclareOpInterfaceMethods<SymbolUserOpInterface>, Kgen_NamedResults]> {
  let summary = "calls a function of the module";
  let description = [{
    ```mlir
    %low, %high = kgen.call @minmax(%x, %y) : (f32, f32) -> (f32, f32)
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<Kgen_ValueOrArray>:$arguments,
                       OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<Kgen_ValueOrArray>:$results);
  let builders = [OpBuilder<(ins "::kgen::FuncOp":$callee, "::mlir::ValueRange":$arguments)>];
  let extraClassDeclaration = Kgen_NameResults # [{
    /// The function that is called; null if the module has none of the name.
    ::kgen::FuncOp getFunction();
    ::mlir::OperandRange getArgOperands() { return getArguments(); }
    ::mlir::MutableOperandRange getArgOperandsMutable() { return getArgumentsMutable(); }
    ::mlir::CallInterfaceCallable getCallableForCallee() { return ::mlir::SymbolRefAttr(getCalleeAttr()); }
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callable) {
      setCalleeAttr(::mlir::cast<::mlir::FlatSymbolRefAttr>(::mlir::cast<::mlir::SymbolRefAttr>(callable)));
    }
  }];
  let assemblyFormat = "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, results)";
}

#endif // KGEN_IR_FUNCTIONOPS_TD
