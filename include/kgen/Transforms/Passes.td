// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes from kgen to kgen. What each does is a function in Transforms.h.

#ifndef KGEN_TRANSFORMS_PASSES_TD
#define KGEN_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

// Takes a kernel, a function, or a module with all of both.
class Kgen_FunctionPass<string flag> : Pass<flag> {
  let dependentDialects = ["::kgen::KgenDialect"];
}

class Kgen_ModulePass<string flag> : Pass<flag, "::mlir::ModuleOp"> {
  let dependentDialects = ["::kgen::KgenDialect"];
}

class Kgen_KernelPass<string flag> : Pass<flag, "::kgen::KernelOp"> {
  let dependentDialects = ["::kgen::KgenDialect"];
}

def LowerEarlyExits : Kgen_FunctionPass<"kgen-lower-early-exits"> {
  let summary = "turns break, continue and nested return into guards and exit conditions";
  let description = [{
    Afterwards a block runs to its end: what an exit skips stands in the other branch of the `if` that held it, or in an
    `if` on a flag where the exit lies deeper. A loop that can be left has an exit condition, so it stops when the
    source would: its condition region is not run again and nothing of the trip after the exit is run. The flags are
    variables; `kgen-promote-variables` makes values of them. What a function returns early is in a variable, too.

    An early exit from a loop that has carried values already, or from a condition region, is refused.
  }];
}

def PromoteVariables : Kgen_FunctionPass<"kgen-promote-variables"> {
  let summary = "turns variables into values: results of ifs and carried values of loops";
  let description = [{
    Only what is read later is handed on: a variable that is written before it is read in each trip of a loop is not
    carried. A store to a component becomes `kgen.insert`. A variable that is read before its first store, which the
    interpreter reports in source form, is zero in value form. Values get the names of the variables they were.

    The kernel is simplified on the way: values, results and carried values that nothing needs are dropped, also loads,
    and carried values that no trip changes become what they were before the loop.

    Early exits are refused (`kgen-lower-early-exits` comes first), and a condition region that assigns a variable.
  }];
}

def Inline : Kgen_ModulePass<"kgen-inline"> {
  let summary = "puts the bodies of functions in the place of their calls";
  let description = [{
    Early exits of a function are lowered first, so that it can stand anywhere. Names are kept, a result has the name that
    the caller gave it. The functions themselves go. A kernel that would grow over `max-ops` ops is refused.
  }];
  let options = [Option<"maxOps", "max-ops", "unsigned", "20000", "ops of a kernel, at most">];
}

def SplitStructs : Kgen_KernelPass<"kgen-split-structs"> {
  let summary = "turns structs into their fields, and variables that are structs into one for each field";
  let description = [{
    Parameters that are structs stay, and so do arrays of structs: their fields are extracted, loaded and stored. No
    variable is an array afterwards: each read of one has to be of one array, which takes its place. Takes either form;
    calls are inlined before (`kgen-inline`).
  }];
}

def ComposeViews : Kgen_KernelPass<"kgen-compose-views"> {
  let summary = "turns accesses to views of arrays into accesses to the arrays";
}

def Expand : Kgen_KernelPass<"kgen-expand"> {
  let summary = "replaces builtins that are defined by others by their definition";
  let options = [Option<"forAdjoints", "for-adjoints", "bool", "false",
                        "only those between floats read and floats written that have no adjoint rule; takes value form">];
}

//===----------------------------------------------------------------------===//
// Before differentiation; value form to value form
//===----------------------------------------------------------------------===//

def NormaliseWhileLoops : Kgen_KernelPass<"kgen-normalise-while-loops"> {
  let summary = "turns while loops that count into for loops";
  let description = [{
    `while j < n: ... j += c`, with a literal c and an n that the loop does not change, becomes
    `for j = start to n step c`; likewise `<=`, and `>` and `>=` with steps down. j has to be increased exactly once a
    trip, outside of ifs. A counter that would wrap around before it reaches n, in a loop that hardly ends, does not
    wrap around afterwards. A `while` whose body begins with `if c: break` asks for `not c` in its condition, where
    that computes nothing twice.
  }];
}

def SinkSelectArms : Kgen_KernelPass<"kgen-sink-select-arms"> {
  let summary = "runs what only one operand of a where needs only where it is chosen";
}

def UnrollConstantLoops : Kgen_KernelPass<"kgen-unroll-constant-loops"> {
  let summary = "writes out for loops with literal bounds and few trips";
  let options = [Option<"maxTrips", "max-trips", "unsigned", "16", "trips of a loop that is written out, at most">];
}

def ForwardLoads : Kgen_KernelPass<"kgen-forward-loads"> {
  let summary = "replaces loads by what was loaded from or stored to the element before";
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

def PreparePrimal : Kgen_KernelPass<"kgen-prepare-primal"> {
  let summary = "brings a kernel into the form that is reversed";
  let description = [{
    What `kgen-differentiate` does first, to a copy of the kernel; the same as `kgen-inline`, `kgen-split-structs`,
    `kgen-compose-views`, `kgen-lower-early-exits`, `kgen-promote-variables`, `kgen-normalise-while-loops`, `kgen-sink-select-arms`, `kgen-forward-loads` and
    `kgen-expand=for-adjoints`, one after the other. A loop whose state an adjoint reads is unrolled later, and only
    where that helps.
  }];
}

def Differentiate : Pass<"kgen-differentiate", "::mlir::ModuleOp"> {
  let summary = "adds the backward of each kernel, or the kernel of its tangents";
  let description = [{
    The backward of `@K` is the kernel `@K_backward` with `adjoint_of = @K`, in value form: the parameters of `@K`, then
    an adjoint for each. It runs when all threads have finished the forward. `@K` stays as it is, in either form.

    Rule zero: every value of the primal that an adjoint reads is in scope, recomputed, reloaded from memory that is
    proven unchanged, or recorded. A kernel that has to record gets no backward of its own: `@K_tape`, with `tape_of = @K`
    and the tape as its last parameter, is the kernel that records, and `@K_tape_backward` its backward. What can be had in
    no way is refused with an error for each value, which names it and its line.

    `mode=forward` adds `@K_jvp` in its place: the parameters of `@K`, then a tangent for each, of the same type. It computes
    what `@K` computes and, beside each float that it writes, the derivative of that along the direction which the tangents
    are at the start, in one pass and with nothing to keep. It is an ordinary kernel. A tangent of an int array is not touched.
    Of a backward (`@K_backward`, then four parameters for each of `@K`) it makes products of the Hessian and a vector; there
    the adjoint arguments are the gradients, and none may be absent. The tangent of an atomic `min` or `max` is that of the
    winner where threads run one after another.
  }];
  let dependentDialects = ["::kgen::KgenDialect"];
  let options =
      [Option<"tape", "tape", "bool", "true", "whether a kernel may get a tape; without, one that needs it is refused">,
       Option<"slots", "slots", "unsigned", "0",
              "states of a loop that its reversal may keep, at most 4096 (default: by slot-bytes)">,
       Option<"slotBytes", "slot-bytes", "unsigned", "512", "bytes of a thread's memory for the states of a loop">,
       Option<"mode", "mode", "::kgen::DifferentiationMode", "::kgen::DifferentiationMode::Reverse",
              "reverse adds gradients, forward derivatives along a direction", [{::llvm::cl::values(
             clEnumValN(::kgen::DifferentiationMode::Reverse, "reverse", "K_backward(args..., adj_args...)"),
             clEnumValN(::kgen::DifferentiationMode::Forward, "forward", "K_jvp(args..., tan_args...)"))}]>];
}

def PrintGradientPlan : Pass<"kgen-print-gradient-plan", "::mlir::ModuleOp"> {
  let summary = "prints how the backward of each kernel has the values that it reads";
  let description = [{
    In the order of the program: a value is reloaded, recomputed, a closed form of the trip's number, loop state, had by a
    replay, or recorded. For each loop that is reversed, where the number of its trips comes from, and its state. The
    kernels stay as they are.
  }];
  let dependentDialects = ["::kgen::KgenDialect"];
}

#endif // KGEN_TRANSFORMS_PASSES_TD
