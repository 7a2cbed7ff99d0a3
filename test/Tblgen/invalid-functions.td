// RUN: not kgen-tblgen -gen-warp-functions -I %include %s 2>&1 | FileCheck %s --implicit-check-not=error:
// A record of one of Warp's functions that contradicts itself is refused where it is defined.

include "kgen/IR/WarpFunctions.td"

// CHECK: [[#@LINE+1]]:5: error: function 'absent': expected an 'implementation'
def absent : WarpFunction<[Tile<"a">]> { let doc = "x"; }

// CHECK: [[#@LINE+1]]:5: error: function 'behind': expected a value for 'b' behind a parameter that may be left out
def behind : WarpFunction<[Axis<"None">, Tile<"b">]> {
  let doc = "x";
  let implementation = Expansion<"expandSum">;
}

// CHECK: [[#@LINE+1]]:5: error: function 'changed': expected a tile among the parameters that it changes but got 'b'
def changed : WarpFunction<[Tile<"a">, Value<"b">]> {
  let doc = "x";
  let changes = ["b"];
  let implementation = Expansion<"expandSum">;
}

// CHECK: [[#@LINE+1]]:5: error: function 'idle': expected an 'access' to its array
def idle : WarpFunction<[Array<"a">]> {
  let doc = "x";
  let implementation = Expansion<"expandSum">;
}

// CHECK: [[#@LINE+1]]:5: error: function 'nowhere': expected an array for its 'access'
def nowhere : WarpFunction<[Tile<"a">]> {
  let doc = "x";
  let access = "Read";
  let implementation = Expansion<"expandSum">;
}

// CHECK: [[#@LINE+1]]:5: error: function 'peeking': expected 'access' to be None, Read, Write or Add but got 'Look'
def peeking : WarpFunction<[Array<"a">]> {
  let doc = "x";
  let access = "Look";
  let implementation = Expansion<"expandSum">;
}

// CHECK: [[#@LINE+1]]:5: error: function 'twice': expected one parameter 'i' but got two
def twice : WarpFunction<[Value<"i">, Indices<"i j">]> {
  let doc = "x";
  let implementation = Expansion<"expandSum">;
}

// CHECK: [[#@LINE+1]]:5: error: function 'two_lists': expected the list 'args' before what may be left out, and no other
def two_lists : WarpFunction<[Indices<"i j">, Values<"args">]> {
  let doc = "x";
  let implementation = Expansion<"expandSum">;
}

// CHECK: [[#@LINE+1]]:5: error: function 'undocumented': expected a 'doc'
def undocumented : WarpFunction<[Tile<"a">]> { let implementation = Expansion<"expandSum">; }
