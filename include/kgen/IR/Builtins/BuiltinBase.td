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

// Leaves: `$g`, the adjoint of the result; `$result`, the result; an operand's name.
class op<string builtin> { string name = builtin; }       // another builtin, by mnemonic
class cmp<string predicate> { string name = predicate; }  // kgen.cmp
class num<string value> { string name = value; }          // a literal of the type of its one argument
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

// Values of an operand for which the builtin is finite and smooth: an interval; `away` keeps off each multiple of itself
// (kinks of floor and the like), zero for none.
class Domain<string lo, string hi, string keepOff = "0.0"> {
  string low = lo;
  string high = hi;
  string away = keepOff;
}
def Any : Domain<"-2.0", "2.0">;
def Positive : Domain<"0.1", "3.0">;
def NonZero : Domain<"0.1", "3.0">;       // on either side of zero would do; positive is enough to stay smooth
def OpenUnit : Domain<"-0.9", "0.9">;
def OffIntegers : Domain<"-2.9", "2.9", "1.0">;
def SmallAngle : Domain<"-1.2", "1.2">;

//===----------------------------------------------------------------------===//
// How it becomes machine code
//===----------------------------------------------------------------------===//

// Upstream ops for float, signed and unsigned scalars; "" where there is none. Applied to each component of a vector or
// matrix.
class Upstream<string f, string s = "", string u = ""> {
  string floatOp = f;
  string signedOp = s;
  string unsignedOp = u;
}
def NoUpstream : Upstream<"">;

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
  // What it means, one line for the reference page, in terms of operand names.
  string doc = "";

  // C++ over the operand types t0, t1, ...: how they must fit together, and the type of the result.
  string relation = "true";
  string relationText = "";
  string resultType = "t0";

  Spelling python = Call<"wp." # mnemonic>;
  Spelling cuda = Call<"kgen::" # mnemonic>;

  // One dag for each operand, `(op<"mul"> $g, $b)`; `(num<"0"> $a)` for one whose slope is zero everywhere. Empty: see
  // `differentiable`; a differentiable builtin without rules is expanded, then differentiated.
  list<dag> adjoints = [];
  // False: no operand has a slope (comparison-like, integer, or piecewise constant): the adjoint stops here.
  bit differentiable = 1;

  // Exactly one of these three.
  Upstream upstream = NoUpstream;
  list<dag> expansion = [];
  bit handLowered = 0;

  list<Domain> domains = [];
}

#endif // KGEN_IR_BUILTINS_BUILTINBASE_TD
