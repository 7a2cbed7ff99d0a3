// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structured control flow and the ops that end blocks. Kernels and functions are in FunctionOps.td.

#ifndef KGEN_IR_CONTROLFLOWOPS_TD
#define KGEN_IR_CONTROLFLOWOPS_TD

include "kgen/IR/KgenInterfaces.td"
include "kgen/IR/KgenTypes.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Kgen_IfOp : Kgen_Op<"if", [
    RecursiveMemoryEffects, NoRegionArguments, SingleBlock, Kgen_NamedResults,
    DeclareOpInterfaceMethods<RegionBranchOpInterface>]> {
  let summary = "runs one of two regions";
  let description = [{
    Each region is one block and ends in `yield` or in an early exit. Results are what the region that ran yields; a
    region that leaves early yields nothing. An `if` with a result stands for Python's conditional expression, and for
    `and` and `or`, whose right operand is run only when needed.

    ```mlir
    %safe = kgen.if %inside -> i1 {
      %0 = kgen.load %mask[%i] : !kgen.array<1, i1>
      kgen.yield %0 : i1
    } else {
      %1 = kgen.constant false
      kgen.yield %1 : i1
    }
    ```
  }];
  let arguments = (ins Kgen_Bool:$condition);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$thenRegion, AnyRegion:$elseRegion);
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::TypeRange":$results, "::mlir::Value":$condition, CArg<"bool", "false">:$withElse)>];
  let extraClassDeclaration = Kgen_NameResults # [{
    ::mlir::Block *thenBlock() { return &getThenRegion().front(); }
    /// The else block, or null if there is none.
    ::mlir::Block *elseBlock() { return getElseRegion().empty() ? nullptr : &getElseRegion().front(); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

// A loop's interfaces. They describe the flow of values in value form: an early exit is no edge of theirs.
defvar Kgen_Loop = [
    Kgen_LoopInterface, DeclareOpInterfaceMethods<RegionBranchOpInterface, ["getEntrySuccessorOperands"]>,
    RecursiveMemoryEffects, SingleBlock, Kgen_NamedResults];
defvar Kgen_LoopMethods = Kgen_NameResults # [{
  ::kgen::LoopOpInterface createAlike(::mlir::OpBuilder &b, ::mlir::Location loc,
                                      ::llvm::function_ref<::mlir::OpFoldResult(::mlir::OpFoldResult)> mapBound,
                                      ::mlir::ValueRange inits);
}];

def Kgen_ForOp : Kgen_Op<"for", !listconcat(Kgen_Loop, [AttrSizedOperandSegments])> {
  let summary = "a loop over `range(lower, upper, step)`";
  let description = [{
    Bounds are si32 values or literals, evaluated once; a step of zero makes no trip. The body's first argument is the
    induction variable, the others are the carried values. The body ends in `yield` of the next carried values, or in
    an early exit. With `while`, the yield also says whether to go on: after a trip that yields false the loop stops.
    Results are the carried values after the last trip.

    ```mlir
    %e = kgen.for %k = 0 to %steps step 1 carry(%e_0 = %start : f32) {
      %0 = kgen.mul %e_0, %half : f32
      %more = kgen.cmp lt %0, %limit : f32
      kgen.yield %0 while %more : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Kgen_SI32>:$bounds, Variadic<AnyType>:$inits,
                       DenseI64ArrayAttr:$staticBounds);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [
    // Makes the body block with its arguments and no terminator; inits' locations name the carried values.
    OpBuilder<(ins "::mlir::OpFoldResult":$lower, "::mlir::OpFoldResult":$upper, "::mlir::OpFoldResult":$step,
                   CArg<"::mlir::ValueRange", "{}">:$inits)>];
  let extraClassDeclaration = Kgen_LoopMethods # [{
    /// Lower bound, upper bound and step: a si32 value each, or an integer attribute for a literal.
    ::mlir::OpFoldResult getLower() { return getBound(0); }
    ::mlir::OpFoldResult getUpper() { return getBound(1); }
    ::mlir::OpFoldResult getStep() { return getBound(2); }
    ::mlir::OpFoldResult getBound(unsigned i);
    ::mlir::BlockArgument getInductionVar() { return getBody().getArgument(0); }
    ::mlir::Block::BlockArgListType getCarries() { return getBody().getArguments().drop_front(); }
    /// Known if bounds and step are, and the loop has no other end.
    std::optional<uint64_t> getConstantTripCount();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Kgen_WhileOp : Kgen_Op<"while", Kgen_Loop> {
  let summary = "a loop that runs while its condition region yields true";
  let description = [{
    The condition region is run before each trip. It yields whether to make the trip and hands on the carried values, as
    they are, to the body or to the results. The body ends as that of `kgen.for` does. Both regions have the carried
    values as arguments.

    ```mlir
    kgen.while {
      %0 = kgen.get %u : f32
      %1 = kgen.cmp gt %0, %limit : f32
      kgen.yield %1 : i1
    } do {
      ...
    }
    %r = kgen.while carry(%u = %x : f32) {
      %0 = kgen.cmp gt %u, %limit : f32
      kgen.yield %0, %u : i1, f32
    } do(%v) {
      %1 = kgen.mul %v, %half : f32
      kgen.yield %1 : f32
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inits);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$condition, SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [
    // Makes both blocks with their arguments and no terminators.
    OpBuilder<(ins CArg<"::mlir::ValueRange", "{}">:$inits)>];
  let extraClassDeclaration = Kgen_LoopMethods # [{
    ::mlir::Region *getConditionRegion() { return &getCondition(); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Ends of blocks
//===----------------------------------------------------------------------===//

def Kgen_YieldOp : Kgen_Op<"yield", [
    Pure, Terminator, AttrSizedOperandSegments, DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface>]> {
  let summary = "ends a region and hands its values to the op around it";
  let description = [{
    In the body of a loop the values are the next carried values, and `while` may say whether to go on. In the condition
    region of `kgen.while` they are the condition, then the carried values.
  }];
  let arguments = (ins Variadic<AnyType>:$values, Optional<Kgen_Bool>:$more);
  let builders = [
    OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange(), ::mlir::Value()); }]>,
    OpBuilder<(ins "::mlir::ValueRange":$values), [{ build($_builder, $_state, values, ::mlir::Value()); }]>];
  let extraClassDeclaration = [{
    /// The values that become results and block arguments: all but the condition in the condition region of a loop.
    ::mlir::MutableOperandRange getForwardedMutable();
    ::mlir::OperandRange getForwarded() { return getForwardedMutable(); }
  }];
  let assemblyFormat = "($values^)? (`while` $more^)? attr-dict (`:` type($values)^)?";
  let hasVerifier = 1;
}

class Kgen_ExitOp<string mnemonic>
    : Kgen_Op<mnemonic, [Terminator, MemoryEffects<[MemWrite<Kgen_ControlFlow>]>]> {
  let assemblyFormat = "attr-dict";
}

def Kgen_BreakOp : Kgen_ExitOp<"break"> {
  let summary = "leaves the nearest loop";
  let hasVerifier = 1;
}

def Kgen_ContinueOp : Kgen_ExitOp<"continue"> {
  let summary = "goes on with the next trip of the nearest loop";
  let hasVerifier = 1;
}

def Kgen_ReturnOp : Kgen_ExitOp<"return"> {
  let summary = "ends the thread, or the function with its results, from any depth";
  let description = [{
    ```mlir
    kgen.return
    kgen.return %low, %high : f32, f32
    ```
  }];
  let arguments = (ins Variadic<Kgen_ValueOrArray>:$values);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let hasVerifier = 1;
}

def Kgen_UnreachableOp : Kgen_ExitOp<"unreachable"> {
  let summary = "ends a block that is never reached";
}

#endif // KGEN_IR_CONTROLFLOWOPS_TD
