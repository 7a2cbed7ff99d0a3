// RUN: not kgen-tblgen -gen-builtins -I %include -I %mlir_include %s 2>&1 | FileCheck %s --implicit-check-not=error:
// A record that contradicts itself is refused where it is defined; the dialect's own records come first and are sound.

include "kgen/IR/KgenOps.td"

// CHECK: [[#@LINE+1]]:5: error: builtin 'unexplained': expected a 'doc'
def Kgen_UnexplainedOp : Builtin<"unexplained", "Test", (ins Kgen_Float:$x)> {
  let differentiable = 0;
  let handLowered = 1;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'torn': expected exactly one of 'upstream', 'expansion' and 'handLowered' but got 2
def Kgen_TornOp : Builtin<"torn", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let differentiable = 0;
  let handLowered = 1;
  let upstream = Upstream<"math::SinOp">;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'halfway': expected an adjoint for each of 2 operands but got 1
def Kgen_HalfwayOp : Builtin<"halfway", "Test", (ins Kgen_Float:$x, Kgen_Float:$y)> {
  let doc = "x";
  let adjoints = [(same $g)];
  let handLowered = 1;
  let domains = [Any, Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'flat': expected no adjoints, since it is not differentiable
def Kgen_FlatOp : Builtin<"flat", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let differentiable = 0;
  let adjoints = [(same $g)];
  let handLowered = 1;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'lost': a rule uses the unknown builtin 'sine'
def Kgen_LostOp : Builtin<"lost", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let adjoints = [(op<"sine"> $g)];
  let handLowered = 1;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'stray': a rule uses the unknown value '$y'
def Kgen_StrayOp : Builtin<"stray", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let adjoints = [(op<"mul"> $g, $y)];
  let handLowered = 1;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'lame': in a rule, expected 2 arguments but got 1: (anonymous
def Kgen_LameOp : Builtin<"lame", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let adjoints = [(op<"mul"> $g)];
  let handLowered = 1;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'unbounded': expected a domain for each of 1 operands but got 0
def Kgen_UnboundedOp : Builtin<"unbounded", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let differentiable = 0;
  let handLowered = 1;
}
