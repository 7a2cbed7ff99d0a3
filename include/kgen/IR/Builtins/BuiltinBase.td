// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The record class of a builtin: one record holds all that the dialect, the importer, the printers, the lowering, the
// differentiation and the generator have to know of it. `kgen-tblgen` reads it, and refuses a record that contradicts
// itself. Policy (weights, test values, flags of a back end) does not belong here.

#ifndef KGEN_IR_BUILTINS_BUILTINBASE_TD
#define KGEN_IR_BUILTINS_BUILTINBASE_TD

include "kgen/IR/KgenTypes.td"
include "kgen/IR/KgenInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Adjoint rules and expansions are dags over these operators
//===----------------------------------------------------------------------===//

// Leaves: `$g`, the adjoint of the result; `$result`, the result; an operand's name. A TYPE is C++ over the operand types
// t0, t1, ... (`t0`, `elementType(t1)`), or one of `bool`, `si32`, `ui32`, `f32`, `vec2f`, `vec3f`. Equal parts are
// computed once.
class op<string builtin> { string name = builtin; }       // another builtin, by mnemonic
class cmp<string predicate> { string name = predicate; }  // kgen.cmp
class num<string value> { string name = value; }          // a literal of the type of its one argument
class component<list<int> at> { list<int> indices = at; } // a component of its one argument; of a matrix, a row with one index
class construct<string t> { string type = t; }            // a vector or matrix of that TYPE out of its components
class cast<string t> { string type = t; }                 // its one scalar argument, converted to that TYPE
def same;                                                 // its one argument as it is
def identity;                                             // the identity matrix of the type of its one argument

//===----------------------------------------------------------------------===//
// Spelling in a language
//===----------------------------------------------------------------------===//

class Spelling<string k, string t> { string kind = k; string text = t; }
class Infix<string t> : Spelling<"Infix", t>;
class Prefix<string t> : Spelling<"Prefix", t>;
class Call<string t> : Spelling<"Call", t>;
def Unspelled : Spelling<"None", "">;

//===----------------------------------------------------------------------===//
// How an operand's value may be chosen
//===----------------------------------------------------------------------===//

// Values of an operand for which the builtin is finite and smooth: an interval, `onBothSides` of zero if it is
// positive; `away` keeps off each multiple of itself (kinks of floor and similar functions), zero for none.
class Domain<string lo, string hi, string keepOff = "0.0", bit mirrored = 0> {
  string low = lo;
  string high = hi;
  string away = keepOff;
  bit onBothSides = mirrored;
}
def Any : Domain<"-2.0", "2.0">;
def Positive : Domain<"0.1", "3.0">;
def NonZero : Domain<"0.1", "3.0", "0.0", 1>;
def OpenUnit : Domain<"-0.9", "0.9">;
def OffIntegers : Domain<"-2.9", "2.9", "1.0">;
def SmallAngle : Domain<"-1.2", "1.2">;
def ShiftAmount : Domain<"0.0", "7.0">;

//===----------------------------------------------------------------------===//
// How it becomes machine code
//===----------------------------------------------------------------------===//

class Lowering;

// An op of the LLVM dialect for float and for integer scalars, "" where the type rule lets none through. Applied to each
// component of a vector or matrix.
class LLVMOp<string f, string i> : Lowering {
  string floatOp = f;
  string intOp = i;
}

// A function of C's mathematical library, `stem` for float64 and `stem`f for float32, with `__nv_` before it on a GPU.
// The interpreter takes SLEEF's function that is right to `tenthsOfUlp`.
class Libm<string function, int tenthsOfUlp = 10> : Lowering {
  string stem = function;
  int accuracy = tenthsOfUlp;
}

// One of them whose value IEEE 754 defines to the last bit: LLVM has an op for it, and every host has it right.
class ExactLibm<string function, string op> : Libm<function> { string llvmOp = op; }

// Other builtins. It is also the function in kgen.cuh, which kgen-tblgen writes.
class Expansion<dag value> : Lowering { dag rule = value; }

// Another builtin, on each component of vectors; a scalar operand goes with each of them. Also the function in kgen.cuh.
class ByComponent<string builtin> : Lowering { string name = builtin; }

// The components of a vector, brought together by another builtin from the first on: `f(c[2], f(c[1], c[0]))`. Also the
// function in kgen.cuh.
class Fold<string builtin> : Lowering { string name = builtin; }

// A function in lib/Conversion.
def HandLowered : Lowering;

class Builtin<string mnemonic, string groupName, dag operands, list<Trait> traits = []>
    : Kgen_Op<mnemonic, !listconcat([
        Pure, DeclareOpInterfaceMethods<Kgen_BuiltinInterface>, Kgen_SlopeInterface,
        DeclareOpInterfaceMethods<InferTypeOpInterface>], traits)> {
  let arguments = operands;
  let results = (outs Kgen_Value:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;

  // The heading of the reference page that it stands under.
  string group = groupName;
  // What it means, one line for the reference page, in terms of operand names; the summary where that says it all.
  string doc = "";

  // How the operand types t0, t1, ... must fit together, in C++ and in words.
  string relation = "true";
  string relationText = "";
  // A TYPE, as in rules. There is one result: a function that has two in Warp is two builtins.
  string resultType = "t0";
  // Warp's names of the operands, where they are not those of the record.
  list<string> keywords = [];

  Spelling python = Call<"wp." # mnemonic>;
  Spelling cuda = Call<"kgen::" # mnemonic>;

  // Of a random number, which is a function of the state that it is drawn at: the call that draws it and advances the state,
  // a variable, and how often it does (`rand_pcg`).
  Spelling drawn = Unspelled;
  int advances = 0;

  // One dag for each operand, `(op<"mul"> $g, $b)`; `(num<"0"> $a)` for one whose slope is zero everywhere. Empty: see
  // `differentiable`; a differentiable builtin without rules is expanded, then differentiated.
  list<dag> adjoints = [];
  // False: no operand has a slope (comparison-like, integer, or piecewise constant): the adjoint stops here.
  bit differentiable = 1;

  // Required.
  Lowering lowering = ?;

  list<Domain> domains = [];

  // The range of the result, in C++ over the types `t` and the ranges `r` of the operands, by the functions of
  // lib/Synthesis/Ranges.cpp. Empty if no kernel is generated out of types with it.
  string range = "";

  // Its effect on physical dimensions: an enumerator of DimensionRule in BuiltinFacts.h.
  string dimensions = "Unknown";

  // The noun for its values (`product`); the mnemonic if empty.
  string noun = "";

  // Its other names in Python: Warp's function of an operator (`wp.add`), Python's own function (`abs`).
  list<string> aliases = [];
}

#endif // KGEN_IR_BUILTINS_BUILTINBASE_TD
