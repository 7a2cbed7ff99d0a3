// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes from kgen to kgen. Each calls a function in Transforms.h.

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
    `if` on a flag if the exit lies deeper. A loop that can be left has an exit condition, so it stops when the
    source would: its condition region is not run again and nothing of the trip after the exit is run. The flags are
    variables; `kgen-promote-variables` makes values of them. A value that a function returns early is in a variable, too.

    An early exit from a loop that has carried values already, or from a condition region, is refused.

    Example: `kgen-opt --kgen-lower-early-exits` makes of

    ```mlir
    kgen.kernel @count(%x: !kgen.array<1, f32>, %n: si32) {
      %0 = kgen.constant 0.0 : f32
      kgen.for %i = 0 to %n step 1 {
        %value = kgen.load %x[%i] : !kgen.array<1, f32>
        %1 = kgen.cmp lt %value, %0 : f32
        kgen.if %1 {
          kgen.break
        }
        kgen.store %x[%i], %0 : !kgen.array<1, f32>
        kgen.yield
      }
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @count(%x: !kgen.array<1, f32>, %n: si32) {
      %0 = kgen.constant 0.000000e+00 : f32
      kgen.for %i = 0 to %n step 1 {
        %1 = kgen.constant true
        %more = kgen.var %1 : i1
        %value = kgen.load %x[%i] : !kgen.array<1, f32>
        %2 = kgen.cmp lt %value, %0 : f32
        kgen.if %2 {
          %4 = kgen.constant false
          kgen.set %more, %4 : i1
        } else {
          kgen.store %x[%i], %0 : !kgen.array<1, f32>
        }
        %3 = kgen.get %more : i1
        kgen.yield while %3
      }
      kgen.return
    }
    ```
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

    Remarks of the category `promotion` say which variables an `if` or loop hands on.

    Example: `kgen-opt --kgen-promote-variables` makes of

    ```mlir
    kgen.kernel @sum(%x: !kgen.array<1, f32>, %n: si32) {
      %0 = kgen.constant 0.0 : f32
      %total = kgen.var %0 : f32
      kgen.for %i = 0 to %n step 1 {
        %1 = kgen.get %total : f32
        %2 = kgen.load %x[%i] : !kgen.array<1, f32>
        %3 = kgen.add %1, %2 : f32
        kgen.set %total, %3 : f32
        kgen.yield
      }
      %4 = kgen.get %total : f32
      kgen.store %x[0], %4 : !kgen.array<1, f32>
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @sum(%x: !kgen.array<1, f32>, %n: si32) {
      %0 = kgen.constant 0.000000e+00 : f32
      %total = kgen.for %i = 0 to %n step 1 carry(%total_0 = %0 : f32) {
        %1 = kgen.load %x[%i] : !kgen.array<1, f32>
        %total_1 = kgen.add %total_0, %1 : f32
        kgen.yield %total_1 : f32
      }
      kgen.store %x[0], %total : !kgen.array<1, f32>
      kgen.return
    }
    ```
  }];
}

def Inline : Kgen_ModulePass<"kgen-inline"> {
  let summary = "puts the bodies of functions in the place of their calls";
  let description = [{
    Early exits of a function are lowered first, so that it can stand anywhere. Names are kept, a result has the name that
    the caller gave it. The functions themselves go. A kernel that would grow over `max-ops` ops is refused.

    Example: `kgen-opt --kgen-inline` makes of

    ```mlir
    kgen.func @square(%a: f32) -> f32 {
      %0 = kgen.mul %a, %a : f32
      kgen.return %0 : f32
    }
    kgen.kernel @squares(%x: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.call @square(%0) : (f32) -> f32
      kgen.store %x[%i], %1 : !kgen.array<1, f32>
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @squares(%x: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.mul %0, %0 : f32
      kgen.store %x[%i], %1 : !kgen.array<1, f32>
      kgen.return
    }
    ```
  }];
  let options = [Option<"maxOps", "max-ops", "unsigned", "20000", "ops of a kernel, at most">];
}

def SplitStructs : Kgen_KernelPass<"kgen-split-structs"> {
  let summary = "turns structs into their fields, and variables that are structs into one for each field";
  let description = [{
    Parameters that are structs stay, and so do arrays of structs: their fields are extracted, loaded and stored. No
    variable is an array afterwards: each read of one has to be of one array, which takes its place. Takes either form;
    calls are inlined before (`kgen-inline`).

    Example: `kgen-opt --kgen-split-structs` makes of

    ```mlir
    !Particle = !kgen.struct<"Particle", x: f32, v: f32>
    kgen.kernel @move(%particles: !kgen.array<1, !Particle>, %dt: f32) {
      %i = kgen.tid : si32
      %p = kgen.load %particles[%i] : !kgen.array<1, !Particle>
      %0 = kgen.extract %p[x] : !Particle
      %1 = kgen.extract %p[v] : !Particle
      %2 = kgen.mul %1, %dt : f32
      %3 = kgen.add %0, %2 : f32
      %moved = kgen.insert %3, %p[x] : !Particle
      kgen.store %particles[%i], %moved : !kgen.array<1, !Particle>
      kgen.return
    }
    ```

    this:

    ```mlir
    !Particle = !kgen.struct<"Particle", x: f32, v: f32>
    kgen.kernel @move(%particles: !kgen.array<1, !Particle>, %dt: f32) {
      %i = kgen.tid : si32
      %p_x = kgen.load %particles[%i, x] : !kgen.array<1, !Particle>
      %p_v = kgen.load %particles[%i, v] : !kgen.array<1, !Particle>
      %0 = kgen.mul %p_v, %dt : f32
      %1 = kgen.add %p_x, %0 : f32
      kgen.store %particles[%i, x], %1 : !kgen.array<1, !Particle>
      kgen.store %particles[%i, v], %p_v : !kgen.array<1, !Particle>
      kgen.return
    }
    ```
  }];
}

def ComposeViews : Kgen_KernelPass<"kgen-compose-views"> {
  let summary = "turns accesses to views of arrays into accesses to the arrays";
  let description = [{
    The indices of the view come first. A view that nothing reads any more goes. Takes either form.

    Example: `kgen-opt --kgen-compose-views` makes of

    ```mlir
    kgen.kernel @zero(%a: !kgen.array<2, f32>) {
      %i, %j = kgen.tid : si32, si32
      %0 = kgen.constant 0.0 : f32
      %row = kgen.view %a[%i] : !kgen.array<2, f32>
      kgen.store %row[%j], %0 : !kgen.array<1, f32>
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @zero(%a: !kgen.array<2, f32>) {
      %i, %j = kgen.tid : si32, si32
      %0 = kgen.constant 0.000000e+00 : f32
      kgen.store %a[%i, %j], %0 : !kgen.array<2, f32>
      kgen.return
    }
    ```
  }];
}

def LowerTiles : Kgen_ModulePass<"kgen-lower-tiles"> {
  let summary = "makes loops of collective ops, as a block of one thread runs them";
  let description = [{
    A tile becomes the vector or matrix that `kgen.tile.unpack` gives. An access to an array becomes a call of a function, one
    for each shape and type, so that texts show it as an author would write it; one to a gradient becomes loops in its place.

    Example: `kgen-opt --kgen-lower-tiles` makes of

    ```mlir
    kgen.kernel @scale(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %t = kgen.tile.load %x[%i] : !kgen.array<1, f32> -> !kgen.tile<4xf32>
      kgen.tile.store %y[%i], %t : !kgen.array<1, f32>, !kgen.tile<4xf32>
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @scale(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %t = kgen.call @tile_load_4(%x, %i) : (!kgen.array<1, f32>, si32) -> !kgen.vec<4xf32>
      kgen.call @tile_store_4(%y, %i, %t) : (!kgen.array<1, f32>, si32, !kgen.vec<4xf32>) -> ()
      kgen.return
    }
    kgen.func @tile_load_4(%a: !kgen.array<1, f32>, %start: si32) -> !kgen.vec<4xf32> {
      ...
    }
    kgen.func @tile_store_4(%a: !kgen.array<1, f32>, %start: si32, %tile: !kgen.vec<4xf32>) {
      ...
    }
    ```
  }];
  let options =
      [Option<"blockDim", "block-dim", "unsigned", "1", "threads of a block; other numbers than 1 are refused">,
       Option<"inPlace", "in-place", "bool", "false", "write loops in the place of each op, and no functions">];
}

def Expand : Kgen_KernelPass<"kgen-expand"> {
  let summary = "replaces builtins that are defined by others by their definition";
  let description = [{
    Takes either form. A definition that has composites in it is expanded in turn, and the last value keeps the name. The
    builtins' page calls a definition an expansion.

    Example: `kgen-opt --kgen-expand` makes of

    ```mlir
    kgen.kernel @limit(%x: !kgen.array<1, f32>, %low: f32, %high: f32) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.clamp %0, %low, %high : f32
      kgen.store %x[%i], %1 : !kgen.array<1, f32>
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @limit(%x: !kgen.array<1, f32>, %low: f32, %high: f32) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.max %low, %0 : f32
      %2 = kgen.min %1, %high : f32
      kgen.store %x[%i], %2 : !kgen.array<1, f32>
      kgen.return
    }
    ```
  }];
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
    trip, outside of ifs. A loop that would run until its counter wraps around is not rewritten to
    wrap around. A `while` whose body begins with `if c: break` asks for `not c` in its condition, if
    that computes nothing twice.

    Example: `kgen-opt --kgen-normalise-while-loops` makes of

    ```mlir
    kgen.kernel @clear(%x: !kgen.array<1, f32>, %n: si32) {
      %0 = kgen.constant 0 : si32
      %1 = kgen.constant 0.0 : f32
      %j = kgen.while carry(%j_0 = %0 : si32) {
        %2 = kgen.cmp lt %j_0, %n : si32
        kgen.yield %2, %j_0 : i1, si32
      } do(%j_1) {
        kgen.store %x[%j_1], %1 : !kgen.array<1, f32>
        %3 = kgen.constant 2 : si32
        %j_2 = kgen.add %j_1, %3 : si32
        kgen.yield %j_2 : si32
      }
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @clear(%x: !kgen.array<1, f32>, %n: si32) {
      %0 = kgen.constant 0.000000e+00 : f32
      kgen.for %j_1 = 0 to %n step 2 {
        kgen.store %x[%j_1], %0 : !kgen.array<1, f32>
      }
      kgen.return
    }
    ```
  }];
}

def SinkSelectArms : Kgen_KernelPass<"kgen-sink-select-arms"> {
  let summary = "moves what one operand of a where alone needs under the condition that chooses it";
  let description = [{
    `kgen.where` computes both of its operands, and the adjoint of an operand that was not chosen would be zero times
    infinity if that operand is not finite. Afterwards a pure value that only one operand needs is computed in the arm of a
    `kgen.if`. Takes value form.

    Example: `kgen-opt --kgen-sink-select-arms` makes of

    ```mlir
    kgen.kernel @root(%x: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %zero = kgen.constant 0.0 : f32
      %value = kgen.load %x[%i] : !kgen.array<1, f32>
      %inside = kgen.cmp gt %value, %zero : f32
      %root = kgen.sqrt %value : f32
      %0 = kgen.where %inside, %root, %zero : i1, f32, f32
      kgen.store %x[%i], %0 : !kgen.array<1, f32>
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @root(%x: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %zero = kgen.constant 0.000000e+00 : f32
      %value = kgen.load %x[%i] : !kgen.array<1, f32>
      %inside = kgen.cmp gt %value, %zero : f32
      %0 = kgen.if %inside -> f32 {
        %root = kgen.sqrt %value : f32
        kgen.yield %root : f32
      } else {
        kgen.yield %zero : f32
      }
      kgen.store %x[%i], %0 : !kgen.array<1, f32>
      kgen.return
    }
    ```
  }];
}

def UnrollConstantLoops : Kgen_KernelPass<"kgen-unroll-constant-loops"> {
  let summary = "writes out for loops with literal bounds and few trips";
  let description = [{
    The trip's number becomes a constant, and an inner loop whose bounds become literals is written out, too. A loop with an
    exit condition stays. Takes value form.

    Example: `kgen-opt --kgen-unroll-constant-loops` makes of

    ```mlir
    kgen.kernel @pair(%x: !kgen.array<1, f32>) {
      %0 = kgen.constant 1.0 : f32
      kgen.for %i = 0 to 2 step 1 {
        kgen.store %x[%i], %0 : !kgen.array<1, f32>
      }
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @pair(%x: !kgen.array<1, f32>) {
      %0 = kgen.constant 1.000000e+00 : f32
      %1 = kgen.constant 0 : si32
      kgen.store %x[%1], %0 : !kgen.array<1, f32>
      %2 = kgen.constant 1 : si32
      kgen.store %x[%2], %0 : !kgen.array<1, f32>
      kgen.return
    }
    ```
  }];
  let options = [Option<"maxTrips", "max-trips", "unsigned", "16", "trips of a loop that is written out, at most">];
}

def ForwardLoads : Kgen_KernelPass<"kgen-forward-loads"> {
  let summary = "replaces loads by the value that was loaded from or stored to the element before";
  let description = [{
    A load is replaced if nothing between may have written the element: indices are compared as linear forms, and two arrays may
    be one. Views are composed first (`kgen-compose-views`). Takes value form.

    Example: `kgen-opt --kgen-forward-loads` makes of

    ```mlir
    kgen.kernel @scale(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %a = kgen.load %x[%i] : !kgen.array<1, f32>
      %b = kgen.load %x[%i] : !kgen.array<1, f32>
      %c = kgen.mul %a, %b : f32
      kgen.store %y[%i], %c : !kgen.array<1, f32>
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @scale(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %a = kgen.load %x[%i] : !kgen.array<1, f32>
      %c = kgen.mul %a, %a : f32
      kgen.store %y[%i], %c : !kgen.array<1, f32>
      kgen.return
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

def PreparePrimal : Kgen_KernelPass<"kgen-prepare-primal"> {
  let summary = "brings a kernel into the form that is reversed";
  let description = [{
    The first steps of `kgen-differentiate`, which takes them on a copy of the kernel; the same as `kgen-inline`, `kgen-split-structs`,
    `kgen-compose-views`, `kgen-lower-early-exits`, `kgen-promote-variables`, `kgen-normalise-while-loops`, `kgen-sink-select-arms`, `kgen-forward-loads` and
    `kgen-expand=for-adjoints`, one after the other. A loop whose state an adjoint reads is unrolled later, and only
    if that helps.

    Example: `kgen-opt --kgen-prepare-primal` makes of

    ```mlir
    kgen.kernel @power(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>, %n: si32) {
      %i = kgen.tid : si32
      %one = kgen.constant 1.0 : f32
      %p = kgen.var %one : f32
      kgen.for %k = 0 to %n step 1 {
        %0 = kgen.get %p : f32
        %1 = kgen.load %x[%i] : !kgen.array<1, f32>
        %2 = kgen.mul %0, %1 : f32
        kgen.set %p, %2 : f32
      }
      %3 = kgen.get %p : f32
      kgen.store %y[%i], %3 : !kgen.array<1, f32>
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @power(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>, %n: si32) {
      %i = kgen.tid : si32
      %one = kgen.constant 1.000000e+00 : f32
      %p = kgen.for %k = 0 to %n step 1 carry(%p_0 = %one : f32) {
        %0 = kgen.load %x[%i] : !kgen.array<1, f32>
        %p_1 = kgen.mul %p_0, %0 : f32
        kgen.yield %p_1 : f32
      }
      kgen.store %y[%i], %p : !kgen.array<1, f32>
      kgen.return
    }
    ```
  }];
}

def Differentiate : Pass<"kgen-differentiate", "::mlir::ModuleOp"> {
  let summary = "adds the backward of each kernel, or the kernel of its tangents";
  let description = [{
    The backward of `@K` is the kernel `@K_backward` with `adjoint_of = @K`, in value form: the parameters of `@K`, then
    an adjoint for each. It runs when all threads have finished the forward. `@K` stays as it is, in either form.

    Rule zero: every value of the primal that an adjoint reads is in scope, recomputed, reloaded from memory that is
    proven unchanged, or recorded. A kernel that has to record gets no backward of its own: `@K_tape`, with `tape_of = @K`
    and the tape as its last parameter, is the kernel that records, and `@K_tape_backward` its backward. A value that
    is obtained in none of these ways is refused, with an error that names it and its line.

    `mode=forward` adds `@K_jvp` in its place: the parameters of `@K`, then a tangent for each, of the same type. It computes
    what `@K` computes and, beside each float that it writes, the derivative of that along the direction which the tangents
    are at the start, in one pass and with nothing to keep. It is an ordinary kernel. A tangent of an int array is not touched.
    Of a backward (`@K_backward`, then four parameters for each of `@K`) it makes products of the Hessian and a vector; there
    the adjoint arguments are the gradients, and none may be absent. The tangent of an atomic `min` or `max` is that of the
    winner if threads run one after another.

    Remarks of the category `gradient-plan` say how the backward has each value that it reads, as
    `kgen-print-gradient-plan` does.

    Example: `kgen-opt --kgen-differentiate` makes of

    ```mlir
    kgen.kernel @square(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.mul %0, %0 : f32
      kgen.store %y[%i], %1 : !kgen.array<1, f32>
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @square(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.mul %0, %0 : f32
      kgen.store %y[%i], %1 : !kgen.array<1, f32>
      kgen.return
    }
    kgen.kernel @square_backward(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>, %adj_x: !kgen.array<1, f32>, %adj_y: !kgen.array<1, f32>) attributes {adjoint_of = @square} {
      %grad_x = kgen.gradient %x, %adj_x : !kgen.array<1, f32>
      %grad_y = kgen.gradient %y, %adj_y : !kgen.array<1, f32>
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.gradient_take %grad_y[%i] : !kgen.gradient<1, f32>
      %2 = kgen.mul %1, %0 : f32
      %3 = kgen.add %2, %2 : f32
      kgen.gradient_add %grad_x[%i], %3 : !kgen.gradient<1, f32>
      kgen.return
    }
    ```

    And: `kgen-opt --kgen-differentiate=mode=forward` makes of

    ```mlir
    kgen.kernel @square(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.mul %0, %0 : f32
      kgen.store %y[%i], %1 : !kgen.array<1, f32>
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @square(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.mul %0, %0 : f32
      kgen.store %y[%i], %1 : !kgen.array<1, f32>
      kgen.return
    }
    kgen.kernel @square_jvp(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>, %tan_x: !kgen.array<1, f32>, %tan_y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.load %tan_x[%i] : !kgen.array<1, f32>
      %2 = kgen.mul %0, %0 : f32
      %3 = kgen.mul %1, %0 : f32
      %4 = kgen.add %3, %3 : f32
      kgen.store %y[%i], %2 : !kgen.array<1, f32>
      kgen.store %tan_y[%i], %4 : !kgen.array<1, f32>
      kgen.return
    }
    ```
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

    Example: `kgen-opt --kgen-print-gradient-plan` says of

    ```mlir
    kgen.kernel @power(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>, %n: si32) {
      %i = kgen.tid : si32
      %one = kgen.constant 1.0 : f32
      %p = kgen.var %one : f32
      kgen.for %k = 0 to %n step 1 {
        %0 = kgen.get %p : f32
        %1 = kgen.load %x[%i] : !kgen.array<1, f32>
        %2 = kgen.mul %0, %1 : f32
        kgen.set %p, %2 : f32
      }
      %3 = kgen.get %p : f32
      kgen.store %y[%i], %3 : !kgen.array<1, f32>
      kgen.return
    }
    ```

    this:

    ```text
    gradient plan of @power
      loop over 'k': trips by formula, state 'p_0'
        'p_0': loop state
        kgen.load: reloaded
    ```
  }];
  let dependentDialects = ["::kgen::KgenDialect"];
}

#endif // KGEN_TRANSFORMS_PASSES_TD
