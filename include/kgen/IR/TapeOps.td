// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tape: what a forward records of a thread for its backward, where nothing else can tell it any longer; and
// adjoints that the author wrote.

#ifndef KGEN_IR_TAPEOPS_TD
#define KGEN_IR_TAPEOPS_TD

include "kgen/IR/KgenInterfaces.td"
include "kgen/IR/KgenTypes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Kgen_Tape
    : Type<CPred<"::kgen::isTape($_self)">, "tape, an array of ui64">,
      BuildableType<
          "::kgen::ArrayType::get($_builder.getContext(), 1, $_builder.getIntegerType(64, /*isSigned=*/false))">;
def Kgen_Recordable
    : AnyTypeOf<[Kgen_Bool, Kgen_Arith], "bool or number, or vector, matrix, quaternion or transform of numbers">;

def Kgen_RecordOp
    : Kgen_Op<"record", [AllTypesMatch<["value", "result"]>, DeclareOpInterfaceMethods<Kgen_SlopeInterface>]> {
  let summary = "keeps a value for the backward, in a slot of the thread's on the tape; the result is the value";
  let description = [{
    Each component takes a word of 64 bits, from the slot on. Word `w` of thread `t` of `n` is element `(1 + w) * n + t` of the
    tape; nothing is written past its end.
    ```mlir
    %1 = kgen.record %kgen_tape[%slot], %0 : f64
    ```
  }];
  let arguments = (ins Arg<Kgen_Tape, "", [MemWrite]>:$tape, Kgen_SI32:$slot, Kgen_Recordable:$value);
  let results = (outs Kgen_Recordable:$result);
  let assemblyFormat = "$tape `[` $slot `]` `,` $value attr-dict `:` qualified(type($value))";
}

def Kgen_RecallOp : Kgen_Op<"recall", [Kgen_NoSlope]> {
  let summary = "reads what the forward has kept in a slot of the thread's";
  let description = [{
    ```mlir
    %1 = kgen.recall %kgen_tape[%slot] : f64
    ```
  }];
  let arguments = (ins Arg<Kgen_Tape, "", [MemRead]>:$tape, Kgen_SI32:$slot);
  let results = (outs Kgen_Recordable:$result);
  let assemblyFormat = "$tape `[` $slot `]` attr-dict `:` qualified(type($result))";
}

def Kgen_TapeEndOp : Kgen_Op<"tape_end"> {
  let summary = "says how many slots the thread has used: element t of the tape, for thread t";
  let arguments = (ins Arg<Kgen_Tape, "", [MemWrite]>:$tape, Kgen_SI32:$used);
  let assemblyFormat = "$tape `,` $used attr-dict";
}

def Kgen_TapeFitsOp : Kgen_Op<"tape_fits", [Kgen_NoSlope]> {
  let summary = "whether the tape has all that the forward of this thread has recorded";
  let arguments = (ins Arg<Kgen_Tape, "", [MemRead]>:$tape);
  let results = (outs Kgen_Bool:$result);
  let assemblyFormat = "$tape attr-dict";
}

def Kgen_TapeFailsFirstOp : Kgen_Op<"tape_fails_first", [Kgen_NoSlope]> {
  let summary = "whether, of the threads for which the tape is too short, this one is the first";
  let arguments = (ins Arg<Kgen_Tape, "", [MemRead]>:$tape);
  let results = (outs Kgen_Bool:$result);
  let assemblyFormat = "$tape attr-dict";
}

//===----------------------------------------------------------------------===//
// Adjoints that the author wrote
//===----------------------------------------------------------------------===//

def Kgen_CustomAdjointOp
    : Kgen_Op<"custom_adjoint", [Pure, AttrSizedOperandSegments, Kgen_NamedResults,
                                 RangedTypesMatchWith<"the results are the values", "results", "values", "$_self">,
                                 DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "values of which the author says how they are reversed";
  let description = [{
    The results are the values, which a function made of the arguments before it was inlined. Their adjoints go to the arguments
    by way of `adjoint`, a function of the arguments and of the results' adjoints that returns one adjoint for each argument of
    floats; nothing goes to the values themselves.
    ```mlir
    %s = kgen.custom_adjoint @adj_soft %0(%u) : (f64) -> f64
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$adjoint, Variadic<Kgen_Value>:$values, Variadic<Kgen_ValueOrArray>:$arguments);
  let results = (outs Variadic<Kgen_Value>:$results);
  let assemblyFormat = "$adjoint $values `(` $arguments `)` attr-dict `:` functional-type($arguments, $results)";
  let extraClassDeclaration = Kgen_NameResults # [{
    /// Calls the author's function on the primal values of the arguments and on the adjoints of the results; what it returns
    /// are the adjoints of the arguments of floats, in their order. The call is inlined later.
    ::kgen::CallOp buildCall(::mlir::OpBuilder &b, ::mlir::Location loc, ::mlir::ValueRange primals,
                             ::mlir::ValueRange adjoints);
  }];
}

#endif // KGEN_IR_TAPEOPS_TD
