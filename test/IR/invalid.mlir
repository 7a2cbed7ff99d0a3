// RUN: kgen-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected parameter 0 to be a value or an array but got 'i32'}}
kgen.kernel @signless(%n: i32) {
  kgen.return
}

// -----

// expected-error @+1 {{expected parameter 0 to be a value or an array but got 'index'}}
kgen.kernel @index(%n: index) {
  kgen.return
}

// -----

// expected-error @+1 {{expected the body to end in 'kgen.return'}}
kgen.kernel @no_end() {
  %i = kgen.tid : si32
}

// -----

// expected-error @+1 {{expected the kernel that 'adjoint_of' names, @nothing}}
kgen.kernel @alone() attributes {adjoint_of = @nothing} {
  kgen.return
}

// -----

// expected-note @+1 {{the forward kernel is here}}
kgen.kernel @forward(%x: f32) {
  kgen.return
}
// expected-error @+1 {{expected the parameters of @forward twice: values, then adjoints}}
kgen.kernel @backward(%x: f32) attributes {adjoint_of = @forward} {
  kgen.return
}

// -----

kgen.kernel @types(%x: f32, %n: si32) {
  // expected-error @+1 {{custom op 'kgen.add' expected operands of one type but got 'f32', 'si32'}}
  %0 = kgen.add %x, %n : f32, si32
  kgen.return
}

// -----

kgen.kernel @float_only(%n: si32) {
  // expected-error @+1 {{custom op 'kgen.sin' expected 'x' to be float scalar but got 'si32'}}
  %0 = kgen.sin %n : si32
  kgen.return
}

// -----

kgen.kernel @shapes(%m: !kgen.mat<2x3xf32>, %v: !kgen.vec<2xf32>) {
  // expected-error @+1 {{expected a vector as long as the matrix has columns but got '!kgen.mat<2x3xf32>', '!kgen.vec<2xf32>'}}
  %0 = kgen.mat_vec_mul %m, %v : !kgen.mat<2x3xf32>, !kgen.vec<2xf32>
  kgen.return
}

// -----

kgen.kernel @arity(%x: f32) {
  // expected-error @+1 {{custom op 'kgen.sin' expected 1 operands but got 2}}
  %0 = kgen.sin %x, %x : f32
  kgen.return
}

// -----

kgen.kernel @rank(%a: !kgen.array<2, f32>) {
  // expected-error @+1 {{expected 2 indices for '!kgen.array<2, f32>' but got 1}}
  %0 = kgen.load %a[0] : !kgen.array<2, f32>
  kgen.return
}

// -----

kgen.kernel @dimension(%a: !kgen.array<2, f32>) {
  // expected-error @+1 {{expected a dimension below 2 but got 2}}
  %0 = kgen.shape %a[2] : !kgen.array<2, f32>
  kgen.return
}

// -----

kgen.kernel @component(%v: !kgen.vec<3xf32>) {
  // expected-error @+1 {{expected an index below 3 but got 3}}
  %0 = kgen.extract %v[3] : !kgen.vec<3xf32>
  kgen.return
}

// -----

kgen.kernel @components(%v: !kgen.vec<3xf32>) {
  // expected-error @+1 {{expected at most 1 indices, and one at least, for a component of '!kgen.vec<3xf32>' but got 2}}
  %0 = kgen.extract %v[0, 1] : !kgen.vec<3xf32>
  kgen.return
}

// -----

kgen.kernel @construct(%x: f32) {
  // expected-error @+1 {{expected 3 components, one for all, or none but got 2}}
  %0 = kgen.construct %x, %x : !kgen.vec<3xf32>
  kgen.return
}

// -----

kgen.kernel @loose_break() {
  %0 = kgen.constant true
  kgen.if %0 {
    // expected-error @+1 {{expected to be in the body of a loop}}
    kgen.break
  }
  kgen.return
}

// -----

kgen.kernel @condition_break() {
  kgen.while {
    %0 = kgen.constant true
    kgen.if %0 {
      // expected-error @+1 {{expected to be in the body of a loop}}
      kgen.continue
    }
    kgen.yield %0 : i1
  } do {
  }
  kgen.return
}

// -----

kgen.kernel @carry(%x: f32) {
  // expected-error @+1 {{expected its body to yield ('f32') but got ()}}
  %0 = kgen.for %k = 0 to 4 step 1 carry(%e = %x : f32) {
  }
  kgen.return
}

// -----

kgen.kernel @branch(%c: i1, %x: f32) {
  // expected-error @+1 {{expected an else region, since it has results}}
  %0 = kgen.if %c -> f32 {
    kgen.yield %x : f32
  }
  kgen.return
}

// -----

kgen.kernel @more(%c: i1) {
  kgen.if %c {
    // expected-error @+1 {{expected 'while' in the body of a loop only}}
    kgen.yield while %c
  }
  kgen.return
}

// -----

kgen.kernel @variable(%x: f64) {
  // expected-note @+1 {{prior use here}}
  %v = kgen.var : !kgen.vec<3xf32>
  // expected-error @+1 {{expects different type than prior uses: '!kgen.var<vec<2xf32>>' vs '!kgen.var<vec<3xf32>>'}}
  kgen.set %v[0], %x : f64 in !kgen.vec<2xf32>
  kgen.return
}

// -----

kgen.kernel @assigned(%x: f64) {
  %v = kgen.var : !kgen.vec<3xf32>
  // expected-error @+1 {{expected a value of type 'f32' but got 'f64'}}
  kgen.set %v[0], %x : f64 in !kgen.vec<3xf32>
  kgen.return
}

// -----

kgen.kernel @gradient(%n: !kgen.array<1, si32>) {
  // expected-error @+1 {{expected an array of floats but got '!kgen.array<1, si32>'}}
  %0 = kgen.gradient %n, %n : !kgen.array<1, si32>
  kgen.return
}

// -----

kgen.kernel @kind(%a: !kgen.array<1, f32>, %x: f32) {
  // expected-error @+1 {{expected add, sub, min, max, exch, and, or, xor but got 'mul'}}
  %0 = kgen.atomic mul %a[0], %x : !kgen.array<1, f32>
  kgen.return
}

// -----

kgen.kernel @bounds() {
  // expected-error @+1 {{expected bounds that fit si32 but got 3000000000}}
  kgen.for %k = 0 to 3000000000 step 1 {
  }
  kgen.return
}

// -----

// expected-error @+1 {{expected a rank from 1 to 4 but got 5}}
kgen.kernel @array_rank(%a: !kgen.array<5, f32>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected an integer or float element type but got 'i1'}}
kgen.kernel @vector(%a: !kgen.vec<3xi1>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected extents from 1 to 4096 but got 0}}
kgen.kernel @empty(%a: !kgen.vec<0xf32>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected from 1 to 4096 components but got 8192}}
kgen.kernel @large(%a: !kgen.mat<64x128xf32>) {
  kgen.return
}

// -----

kgen.kernel @product(%a: !kgen.mat<64x1xf32>, %b: !kgen.mat<1x65xf32>) {
  // expected-error @+1 {{matrices with as many columns as the other has rows}}
  %0 = kgen.mat_mul %a, %b : !kgen.mat<64x1xf32>, !kgen.mat<1x65xf32>
  kgen.return
}

// -----

kgen.kernel @foreign_op(%x: f32) {
  // expected-error @+1 {{'builtin.unrealized_conversion_cast' op expected an op of the kgen dialect in a kernel}}
  %0 = builtin.unrealized_conversion_cast %x : f32 to f32
  kgen.return
}

// -----

kgen.kernel @foreign_op_inside(%c: i1) {
  kgen.if %c {
    // expected-error @+1 {{'builtin.module' op expected an op of the kgen dialect in a kernel}}
    builtin.module {
    }
  }
  kgen.return
}

// -----

kgen.kernel @kernel_inside() {
  // expected-error @+1 {{'kgen.kernel' op symbol's parent must have the SymbolTable trait}}
  kgen.kernel @inner() {
    kgen.return
  }
  kgen.return
}

// -----

kgen.kernel @foreign_result(%c: i1) {
  // expected-error @+1 {{'kgen.if' op expected results of the kgen dialect's types but got 'tensor<4xf32>'}}
  %0 = kgen.if %c -> tensor<4xf32> {
    kgen.unreachable
  } else {
    kgen.unreachable
  }
  kgen.return
}

// -----

kgen.kernel @carried_variable(%x: f32) {
  %v = kgen.var %x : f32
  // expected-error @+1 {{'kgen.for' op expected block arguments that are values or arrays but got '!kgen.var<f32>'}}
  %0 = kgen.for %k = 0 to 4 step 1 carry(%w = %v : !kgen.var<f32>) {
    kgen.yield %w : !kgen.var<f32>
  }
  kgen.return
}

// -----

kgen.kernel @foreign_variable() {
  // expected-error @+1 {{'kgen.var' op expected a variable of a value or an array but got 'index'}}
  %0 = kgen.var : index
  kgen.return
}

// -----

kgen.kernel @condition_alone(%x: f32, %c: i1) {
  // expected-error @+1 {{'kgen.while' op expected its condition region to yield ('i1', 'f32') but got ('i1')}}
  %0 = kgen.while carry(%a = %x : f32) {
    kgen.yield %c : i1
  } do(%b) {
    kgen.yield %b : f32
  }
  kgen.return
}

// -----

kgen.kernel @other_carries(%x: f32, %c: i1) {
  // expected-error @+1 {{'kgen.while' op expected its condition region to hand on its carried values as they are}}
  %0, %1 = kgen.while carry(%a = %x : f32, %b = %x : f32) {
    kgen.yield %c, %b, %a : i1, f32, f32
  } do(%d, %e) {
    kgen.yield %d, %e : f32, f32
  }
  kgen.return
}

// -----

kgen.kernel @bits_of_floats(%a: !kgen.array<1, f32>, %x: f32) {
  // expected-error @+1 {{'kgen.atomic' op expected integers for 'xor' but got 'f32'}}
  %0 = kgen.atomic xor %a[0], %x : !kgen.array<1, f32>
  kgen.return
}

// -----

kgen.kernel @swap_of_a_part(%a: !kgen.array<1, vec<2xf32>>, %x: f32) {
  // expected-error @+1 {{'kgen.atomic_cas' op expected an element but got a part of one}}
  %0 = kgen.atomic_cas %a[0, 1], %x, %x : !kgen.array<1, vec<2xf32>>
  kgen.return
}

// -----

kgen.kernel @swap_of_vectors(%a: !kgen.array<1, vec<2xf32>>, %x: !kgen.vec<2xf32>) {
  // expected-error @+1 {{'kgen.atomic_cas' op operand #1 must be integer or float scalar, but got '!kgen.vec<2xf32>'}}
  %0 = kgen.atomic_cas %a[0], %x, %x : !kgen.array<1, vec<2xf32>>
  kgen.return
}

// -----

kgen.kernel @near_integers(%n: si32) {
  // expected-error @+1 {{'kgen.expect' op expected floats for 'near' but got 'si32'}}
  kgen.expect near %n, %n : si32
  kgen.return
}

// -----

kgen.kernel @equal_within(%x: f32) {
  // expected-error @+1 {{'kgen.expect' op expected no tolerance for 'eq'}}
  kgen.expect eq %x, %x : f32 within %x : f32
  kgen.return
}

// -----

kgen.kernel @coarse_tolerance(%x: f64, %t: f32) {
  // expected-error @+1 {{'kgen.expect' op expected a tolerance of type 'f64' but got 'f32'}}
  kgen.expect near %x, %x : f64 within %t : f32
  kgen.return
}

// -----

kgen.kernel @equal_structs(%s: !kgen.struct<"S", a: f32>) {
  // expected-error @+1 {{'kgen.expect' op expected scalars, vectors, matrices, quaternions or transforms but got '!kgen.struct<"S", a: f32>'}}
  kgen.expect eq %s, %s : !kgen.struct<"S", a: f32>
  kgen.return
}
