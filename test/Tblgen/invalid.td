// RUN: not kgen-tblgen -gen-builtins -I %include -I %mlir_include %s 2>&1 | FileCheck %s --implicit-check-not=error:
// A record that contradicts itself is refused where it is defined; the dialect's own records come first and are sound.

include "kgen/IR/KgenOps.td"

// CHECK: [[#@LINE+1]]:5: error: builtin 'unexplained': expected a 'doc' or a 'summary'
def Kgen_UnexplainedOp : Builtin<"unexplained", "Test", (ins Kgen_Float:$x)> {
  let differentiable = 0;
  let lowering = HandLowered;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'unmade': expected a 'lowering'
def Kgen_UnmadeOp : Builtin<"unmade", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let differentiable = 0;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'opless': expected an LLVM op for float or for integer scalars
def Kgen_OplessOp : Builtin<"opless", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let differentiable = 0;
  let lowering = LLVMOp<"", "">;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'crowded': expected one or two operands for a function of C's library but got 3
def Kgen_CrowdedOp : Builtin<"crowded", "Test", (ins Kgen_Float:$x, Kgen_Float:$y, Kgen_Float:$z)> {
  let doc = "x";
  let differentiable = 0;
  let lowering = Libm<"fma">;
  let domains = [Any, Any, Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'round_trip': its expansion leads back to it
def Kgen_RoundTripOp : Builtin<"round_trip", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let lowering = Expansion<(op<"neg"> (op<"round_trip"> $x))>;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'typeless': expected 'resultType' to be one of bool, si32, ui32, f32, vec2f, vec3f, or C++ over the types of its operands but got 'elementType(t1)'
def Kgen_TypelessOp : Builtin<"typeless", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let differentiable = 0;
  let resultType = "elementType(t1)";
  let lowering = HandLowered;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'weightless': expected 'dimensions' to be one of Unknown, Same, Blend, Choice, Product, Ratio, Square, Root, Power, Plain, Unit but got 'Mass'
def Kgen_WeightlessOp : Builtin<"weightless", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let differentiable = 0;
  let dimensions = "Mass";
  let lowering = HandLowered;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'nameless': expected a keyword for each of 2 operands but got 1
def Kgen_NamelessOp : Builtin<"nameless", "Test", (ins Kgen_Float:$x, Kgen_Float:$y)> {
  let doc = "x";
  let differentiable = 0;
  let keywords = ["a"];
  let lowering = HandLowered;
  let domains = [Any, Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'deep': expected one or two indices of a component but got 3
def Kgen_DeepOp : Builtin<"deep", "Test", (ins Kgen_FloatMat:$x)> {
  let doc = "x";
  let resultType = "elementType(t0)";
  let lowering = Expansion<(component<[0, 0, 0]> $x)>;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'converted': expected 'cast' to be one of bool, si32, ui32, f32, vec2f, vec3f, or C++ over the types of its operands but got 'f80'
def Kgen_ConvertedOp : Builtin<"converted", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let lowering = Expansion<(cast<"f80"> $x)>;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'halfway': expected an adjoint for each of 2 operands but got 1
def Kgen_HalfwayOp : Builtin<"halfway", "Test", (ins Kgen_Float:$x, Kgen_Float:$y)> {
  let doc = "x";
  let adjoints = [(same $g)];
  let lowering = HandLowered;
  let domains = [Any, Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'flat': expected no adjoints, since it is not differentiable
def Kgen_FlatOp : Builtin<"flat", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let differentiable = 0;
  let adjoints = [(same $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'lost': a rule uses the unknown builtin 'sine'
def Kgen_LostOp : Builtin<"lost", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let adjoints = [(op<"sine"> $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'stray': a rule uses the unknown value '$y'
def Kgen_StrayOp : Builtin<"stray", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let adjoints = [(op<"mul"> $g, $y)];
  let lowering = HandLowered;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'lame': in a rule, expected 2 arguments but got 1: (anonymous
def Kgen_LameOp : Builtin<"lame", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let adjoints = [(op<"mul"> $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'unbounded': expected a domain for each of 1 operands but got 0
def Kgen_UnboundedOp : Builtin<"unbounded", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let differentiable = 0;
  let lowering = HandLowered;
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'unruled': expected adjoints, an expansion, or 'differentiable = 0'
def Kgen_UnruledOp : Builtin<"unruled", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let lowering = HandLowered;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'lonely': expected 2 operands for the spelling 'python' but got 1
def Kgen_LonelyOp : Builtin<"lonely", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let differentiable = 0;
  let python = Infix<"+">;
  let lowering = HandLowered;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'spoken': expected an operator of BuiltinBase.td but got '?'
def Kgen_SpokenOp : Builtin<"spoken", "Test", (ins Kgen_Float:$x)> {
  let doc = "x";
  let adjoints = [(? $g)];
  let lowering = HandLowered;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'odd': its lowering uses the unknown builtin 'even'
def Kgen_OddOp : Builtin<"odd", "Test", (ins Kgen_Vec:$x)> {
  let doc = "x";
  let lowering = ByComponent<"even">;
  let domains = [Any];
}

// CHECK: [[#@LINE+1]]:5: error: builtin 'fold_one': expected a builtin of 2 operands for its components but 'abs' has 1
def Kgen_FoldOneOp : Builtin<"fold_one", "Test", (ins Kgen_Vec:$x)> {
  let doc = "x";
  let lowering = Fold<"abs">;
  let domains = [Any];
}
