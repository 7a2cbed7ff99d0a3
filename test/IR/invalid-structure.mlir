// RUN: kgen-opt %s -split-input-file -verify-diagnostics

// What no builder makes but text can say: each is refused, none reaches a pass.

kgen.kernel @large_index(%a: !kgen.array<1, f32>) {
  // expected-error @+1 {{expected indices that fit si32}}
  %0 = kgen.load %a[4294967296] : !kgen.array<1, f32>
  kgen.return
}

// -----

kgen.kernel @store_to_a_number(%x: f32) {
  // expected-error @+1 {{expected an array type but got 'f32'}}
  kgen.store %x[0], %x : f32
  kgen.return
}

// -----

kgen.kernel @gradient_of_a_number(%x: f32) {
  // expected-error @+1 {{expected an array type but got 'f32'}}
  %0 = kgen.gradient %x, %x : f32
  kgen.return
}

// -----

kgen.kernel @atomic_of_flags(%a: !kgen.array<1, i1>, %x: i1) {
  // expected-error @+1 {{'kgen.atomic' op operand #1 must be number, or vector, matrix, quaternion or transform of numbers, but got 'i1'}}
  %0 = kgen.atomic add %a[0], %x : !kgen.array<1, i1>
  kgen.return
}

// -----

kgen.kernel @other_gradient(%a: !kgen.array<1, f32>) {
  // expected-error @+1 {{'kgen.gradient' op expected a result of type '!kgen.gradient<1, f32>'}}
  %0 = "kgen.gradient"(%a, %a) : (!kgen.array<1, f32>, !kgen.array<1, f32>) -> !kgen.gradient<1, f64>
  kgen.return
}

// -----

kgen.kernel @other_result(%x: f32) {
  // expected-error @+1 {{'kgen.add' op expected a result of type 'f32' but got 'f64'}}
  %0 = "kgen.add"(%x, %x) : (f32, f32) -> f64
  kgen.return
}

// -----

// expected-error @+1 {{'kgen.kernel' op expected no results but got 1}}
"kgen.kernel"() <{function_type = () -> f32, sym_name = "result"}> ({
  kgen.return
}) : () -> ()

// -----

kgen.kernel @two_blocks(%c: i1) {
  // expected-error @+1 {{expected one block}}
  kgen.if %c {
    kgen.yield
  ^next:
    kgen.yield
  }
  kgen.return
}

// -----

kgen.kernel @carry_of_another_type(%x: f32) {
  // expected-error @+1 {{'kgen.for' op expected results of the types of its 1 initial values}}
  %0 = "kgen.for"(%x) <{staticBounds = array<i64: 0, 4, 1>, operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%i: si32, %s: f32):
    kgen.yield %s : f32
  }) : (f32) -> f64
  kgen.return
}

// -----

kgen.kernel @argument_of_another_type(%x: f32) {
  // expected-error @+1 {{'kgen.for' op expected block arguments of the types of its 1 initial values}}
  %0 = "kgen.for"(%x) <{staticBounds = array<i64: 0, 4, 1>, operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%i: si32, %s: f64):
    kgen.yield %s : f64
  }) : (f32) -> f32
  kgen.return
}

// -----

kgen.kernel @two_bounds() {
  // expected-error @+1 {{'kgen.for' op expected a lower bound, an upper bound and a step}}
  "kgen.for"() <{staticBounds = array<i64: 0, 4>, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%i: si32):
    kgen.yield
  }) : () -> ()
  kgen.return
}

// -----

kgen.kernel @no_value_for_a_bound() {
  // expected-error @+1 {{'kgen.for' op expected a value for each bound that is not a literal}}
  "kgen.for"() <{staticBounds = array<i64: 0, -9223372036854775808, 1>, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%i: si32):
    kgen.yield
  }) : () -> ()
  kgen.return
}

// -----

kgen.kernel @wide_induction() {
  // expected-error @+1 {{'kgen.for' op expected an induction variable of type si32}}
  "kgen.for"() <{staticBounds = array<i64: 0, 4, 1>, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%i: si64):
    kgen.yield
  }) : () -> ()
  kgen.return
}

// -----

// expected-error @+1 {{'kgen.var' op expected a variable of a value or an array but got '!kgen.var<f32>'}}
%v = kgen.var : !kgen.var<f32>

// -----

kgen.kernel @other_initial_value(%x: f32) {
  // expected-error @+1 {{'kgen.var' op expected an initial value of type 'f64' but got 'f32'}}
  %v = "kgen.var"(%x) : (f32) -> !kgen.var<f64>
  kgen.return
}

// -----

kgen.kernel @construct_a_number(%x: f32) {
  // expected-error @+1 {{expected a vector, matrix, quaternion, transform or struct type but got 'f32'}}
  %0 = kgen.construct %x : f32
  kgen.return
}

// -----

kgen.kernel @components_of_another_type(%x: f32) {
  // expected-error @+1 {{'kgen.construct' op expected components of type 'f64' but got 'f32'}}
  %0 = "kgen.construct"(%x) : (f32) -> !kgen.vec<3xf64>
  kgen.return
}

// -----

kgen.kernel @component_of_another_type(%v: !kgen.vec<3xf32>) {
  // expected-error @+1 {{'kgen.extract' op expected a result of type 'f32'}}
  %0 = "kgen.extract"(%v) <{staticIndices = array<i64: 0>}> : (!kgen.vec<3xf32>) -> f64
  kgen.return
}

// -----

kgen.kernel @five_coordinates() {
  // expected-error @+1 {{'kgen.tid' op expected one to four coordinates but got 5}}
  %0:5 = "kgen.tid"() : () -> (si32, si32, si32, si32, si32)
  kgen.return
}

// -----

// expected-error @+1 {{expected a scalar or a type of the kgen dialect but got 'quart'}}
kgen.kernel @unknown_element(%a: !kgen.array<1, quart>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected a scalar, vector, matrix, quaternion, transform or struct as element type but got 'index'}}
kgen.kernel @foreign_element(%a: !kgen.array<1, index>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected 2 extents but got 1}}
kgen.kernel @one_extent(%m: !kgen.mat<3xf32>) {
  kgen.return
}

// -----

kgen.kernel @no_condition(%x: f32) {
  // expected-error @+1 {{'kgen.while' op expected its condition region to end in 'kgen.yield' of a bool}}
  "kgen.while"() ({
    kgen.return
  }, {
    kgen.yield
  }) : () -> ()
  kgen.return
}

// -----

kgen.kernel @too_few_carries(%x: f32) {
  // expected-error @+4 {{expected 2 carried values but got 1}}
  %0:2 = kgen.while carry(%s = %x : f32, %t = %x : f32) {
    %more = kgen.cmp lt %s, %t : f32
    kgen.yield %more : i1
  } do(%u) {
    kgen.yield %u, %u : f32, f32
  }
  kgen.return
}

// -----

// expected-error @+1 {{'kgen.yield' op expected to end a region of 'kgen.if', 'kgen.for' or 'kgen.while' but got 'builtin.module'}}
kgen.yield

// -----

// expected-error @+1 {{'kgen.kernel' op expected a name but got ''}}
kgen.kernel @""(%x: f32) {
  kgen.return
}
