// RUN: kgen-opt %s -split-input-file -verify-diagnostics
// What the verifiers refuse of structs, quaternions, transforms, paths, views, functions and calls.

// expected-error @+1 {{expected an identifier as the name of a struct but got 'a b'}}
kgen.func @name(%x: !kgen.struct<"a b">) {
  kgen.return
}

// -----

// expected-error @+1 {{expected fields of different names but got "x" twice}}
kgen.func @fields(%x: !kgen.struct<"S", x: f32, x: f32>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected the field "n" to be a value or an array but got 'index'}}
kgen.func @field(%x: !kgen.struct<"S", n: index>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected at most 4096 parts in the struct 'S' but got 4097}}
kgen.func @large(%x: !kgen.struct<"S", a: mat<64x64xf32>, b: f32>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected a float element type but got 'si32'}}
kgen.func @quaternion(%x: !kgen.quat<si32>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected a float element type but got 'i1'}}
kgen.func @transform(%x: !kgen.transform<i1>) {
  kgen.return
}

// -----

// expected-note @+1 {{the other is used here}}
kgen.func @one(%x: !kgen.struct<"S", a: f32>) {
  kgen.return
}
// expected-error @+1 {{expected one struct 'S' in a module but got '!kgen.struct<"S", a: si32>' and '!kgen.struct<"S", a: f32>'}}
kgen.kernel @other(%x: !kgen.array<1, struct<"S", a: si32>>) {
  kgen.return
}

// -----

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

!S = !kgen.struct<"S", a: f32, v: vec<3xf32>>
kgen.kernel @field_name(%s: !S) {
  // expected-error @+1 {{expected a field of '!kgen.struct<"S", a: f32, v: vec<3xf32>>' but got 'b'}}
  %0 = kgen.extract %s[b] : !S
  kgen.return
}

// -----

kgen.kernel @index_name(%a: !kgen.array<1, f32>) {
  // expected-error @+1 {{expected an index but got 'b'}}
  %0 = kgen.load %a[b] : !kgen.array<1, f32>
  kgen.return
}

// -----

!S = !kgen.struct<"S", a: f32, v: vec<3xf32>>
kgen.kernel @field_number(%s: !S) {
  // expected-error @+1 {{'kgen.extract' op expected the number of one of the 2 fields of '!kgen.struct<"S", a: f32, v: vec<3xf32>>' but got 2}}
  %0 = kgen.extract %s[2] : !S
  kgen.return
}

// -----

kgen.kernel @dynamic_field(%t: !kgen.transform<f32>, %i: si32) {
  // expected-error @+1 {{'kgen.extract' op expected a field of '!kgen.transform<f32>' but got an index that is a value}}
  %0 = kgen.extract %t[%i] : !kgen.transform<f32>
  kgen.return
}

// -----

!S = !kgen.struct<"S", a: f32, v: vec<3xf32>>
kgen.kernel @too_far(%s: !kgen.array<1, !S>) {
  // expected-error @+1 {{'kgen.load' op expected a path into '!kgen.struct<"S", a: f32, v: vec<3xf32>>' to end at 'f32' but it goes on}}
  %0 = kgen.load %s[0, v, 1, 0] : !kgen.array<1, !S>
  kgen.return
}

// -----

!S = !kgen.struct<"S", a: f32, v: vec<3xf32>>
kgen.kernel @component_of_field(%s: !kgen.array<1, !S>, %x: f32) {
  // expected-error @+1 {{'kgen.store' op expected an index below 3 but got 3}}
  kgen.store %s[0, v, 3], %x : !kgen.array<1, !S>
  kgen.return
}

// -----

!S = !kgen.struct<"S", a: f32>
kgen.kernel @no_path(%s: !S) {
  // expected-error @+1 {{'kgen.extract' op expected a path to a part of '!kgen.struct<"S", a: f32>' but got none}}
  %0 = kgen.extract %s[] : !S
  kgen.return
}

// -----

kgen.kernel @quaternion_of_three(%x: f32) {
  // expected-error @+1 {{'kgen.construct' op expected 4 components, or none, but got 1}}
  %0 = kgen.construct %x : !kgen.quat<f32>
  kgen.return
}

// -----

!S = !kgen.struct<"S", a: f32, b: f32>
kgen.kernel @one_field(%x: f32) {
  // expected-error @+1 {{expected 2 fields, or none, of '!kgen.struct<"S", a: f32, b: f32>' but got 1}}
  %0 = kgen.construct %x : !S
  kgen.return
}

// -----

!S = !kgen.struct<"S", a: f32, b: f32>
kgen.kernel @other_field(%x: f32, %n: si32) {
  // expected-error @+1 {{'kgen.construct' op expected the field 'b' to be of type 'f32' but got 'si32'}}
  %0 = "kgen.construct"(%x, %n) : (f32, si32) -> !S
  kgen.return
}

// -----

!S = !kgen.struct<"S", a: f32>
kgen.kernel @atomic_struct(%a: !kgen.array<1, !S>, %s: !S) {
  // expected-error @+1 {{'kgen.atomic' op operand #1 must be number, or vector, matrix, quaternion or transform of numbers, but got '!kgen.struct<"S", a: f32>'}}
  %0 = kgen.atomic add %a[0], %s : !kgen.array<1, !S>
  kgen.return
}

// -----

!S = !kgen.struct<"S", n: si32, a: f32>
kgen.kernel @gradient_of_integer(%a: !kgen.array<1, !S>, %adj_a: !kgen.array<1, !S>) {
  %g = kgen.gradient %a, %adj_a : !kgen.array<1, !S>
  // expected-error @+1 {{'kgen.gradient_read' op expected floats of a gradient but got 'si32'}}
  %0 = kgen.gradient_read %g[0, n] : !kgen.gradient<1, !S>
  kgen.return
}

// -----

kgen.kernel @missing_index(%a: !kgen.array<1, f32>) {
  // expected-error @+1 {{'kgen.load' op expected a value for each index that is not a literal}}
  %0 = "kgen.load"(%a) <{staticIndices = array<i64: -9223372036854775808>}> : (!kgen.array<1, f32>) -> f32
  kgen.return
}

// -----

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

kgen.kernel @whole_view(%a: !kgen.array<2, f32>) {
  // expected-error @+1 {{expected fewer indices than dimensions, and one at least, for a view of '!kgen.array<2, f32>' but got 2}}
  %0 = kgen.view %a[0, 1] : !kgen.array<2, f32>
  kgen.return
}

// -----

kgen.kernel @other_view(%a: !kgen.array<2, f32>) {
  // expected-error @+1 {{'kgen.view' op expected a result of type '!kgen.array<1, f32>' but got '!kgen.array<1, f64>'}}
  %0 = "kgen.view"(%a) <{staticIndices = array<i64: 0>}> : (!kgen.array<2, f32>) -> !kgen.array<1, f64>
  kgen.return
}

// -----

//===----------------------------------------------------------------------===//
// Functions and calls
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'kgen.func' op expected result 0 to be a value or an array but got 'index'}}
kgen.func @result() -> index {
  kgen.unreachable
}

// -----

// expected-note @+1 {{the function is here}}
kgen.func @returns() -> (f32, f32) {
  %0 = kgen.constant 1.0 : f32
  // expected-error @+1 {{'kgen.return' op expected values of types ('f32', 'f32') but got ('f32')}}
  kgen.return %0 : f32
}

// -----

// expected-note @+1 {{the kernel is here}}
kgen.kernel @returns(%x: f32) {
  // expected-error @+1 {{'kgen.return' op expected values of types () but got ('f32')}}
  kgen.return %x : f32
}

// -----

// expected-note @+1 {{the function is here; hand it the coordinates}}
kgen.func @thread() -> si32 {
  // expected-error @+1 {{'kgen.tid' op expected to be in a kernel but got a function}}
  %i = kgen.tid : si32
  kgen.return %i : si32
}

// -----

kgen.kernel @calls_nothing() {
  // expected-error @+1 {{'kgen.call' op expected the function that is called, @nothing}}
  kgen.call @nothing() : () -> ()
  kgen.return
}

// -----

// expected-note @+1 {{the function is here}}
kgen.func @f(%x: f32) {
  kgen.return
}
kgen.kernel @calls_wrongly(%n: si32) {
  // expected-error @+1 {{'kgen.call' op expected arguments of types ('f32') but got ('si32')}}
  kgen.call @f(%n) : (si32) -> ()
  kgen.return
}

// -----

// expected-note @+1 {{the function is here}}
kgen.func @f(%x: f32) {
  kgen.return
}
kgen.kernel @takes_a_result(%x: f32) {
  // expected-error @+1 {{'kgen.call' op expected results of types () but got ('f32')}}
  %0 = kgen.call @f(%x) : (f32) -> f32
  kgen.return
}

// -----

kgen.func @itself() {
  // expected-error @+1 {{expected no recursion but got 'itself', which calls 'itself'}}
  kgen.call @itself() : () -> ()
  kgen.return
}

// -----

kgen.func @a() {
  kgen.call @b() : () -> ()
  kgen.return
}
kgen.func @b() {
  kgen.call @c() : () -> ()
  kgen.return
}
kgen.func @c() {
  // expected-error @+1 {{expected no recursion but got 'b', which calls 'c', which calls 'b'}}
  kgen.call @b() : () -> ()
  kgen.return
}

// -----

// expected-error @+1 {{'kgen.func' op expected the function that 'replay' names, @other}}
kgen.func @replayed() attributes {replay = @other} {
  kgen.return
}

// -----

//===----------------------------------------------------------------------===//
// Output and comments
//===----------------------------------------------------------------------===//

kgen.kernel @too_few(%n: si32) {
  // expected-error @+1 {{'kgen.printf' op expected 2 arguments for the format but got 1}}
  kgen.printf "%d %d", %n : si32
  kgen.return
}

// -----

kgen.kernel @float_for_integer(%x: f32) {
  // expected-error @+1 {{'kgen.printf' op expected an integer or bool for '%03d' but got 'f32'}}
  kgen.printf "%03d", %x : f32
  kgen.return
}

// -----

kgen.kernel @string(%x: f32) {
  // expected-error @+1 {{'kgen.printf' op expected a conversion of an integer or float but got '%s'}}
  kgen.printf "%s", %x : f32
  kgen.return
}

// -----

kgen.kernel @wide(%x: f32) {
  // expected-error @+1 {{'kgen.printf' op expected a width and a precision of two digits at most but got '10000'}}
  kgen.printf "%10000f", %x : f32
  kgen.return
}

// -----

kgen.kernel @lead(%x: f32) {
  // expected-error @+1 {{'kgen.print' op expected 'kgen.lead' to be an array of strings but got "text"}}
  kgen.print %x {kgen.lead = "text"} : f32
  kgen.return
}

// -----

kgen.kernel @tail(%x: f32) {
  // expected-error @+1 {{'kgen.print' op expected 'kgen.tail' to be a string but got 1}}
  kgen.print %x {kgen.tail = 1} : f32
  kgen.return
}

// -----

kgen.kernel @misspelt(%x: f32) {
  // expected-error @+1 {{'kgen.print' op expected an attribute of the kgen dialect but got 'kgen.leed'}}
  kgen.print %x {kgen.leed = ["text"]} : f32
  kgen.return
}

// -----

kgen.kernel @docstring(%x: f32) {
  // expected-error @+1 {{'kgen.print' op expected 'kgen.doc' on a kernel or function only}}
  kgen.print %x {kgen.doc = "text"} : f32
  kgen.return
}

// -----

kgen.kernel @mark(%x: f32) {
  // expected-error @+1 {{'kgen.print' op expected 'kgen.in_full' without a value but got 1}}
  kgen.print %x {kgen.in_full = 1} : f32
  kgen.return
}

// -----

kgen.kernel @pair(%x: f32) {
  // expected-error @+1 {{'kgen.tan' op expected 'kgen.paired' on 'kgen.sin' and 'kgen.cos' only}}
  %0 = kgen.tan %x {kgen.paired} : f32
  kgen.return
}

// -----

kgen.kernel @pair(%x: f32) {
  // expected-error @+1 {{'kgen.sin' op expected 'kgen.paired' without a value but got true}}
  %0 = kgen.sin %x {kgen.paired = true} : f32
  kgen.return
}

// -----

kgen.kernel @spelled(%x: f32) {
  // expected-error @+1 {{'kgen.sin' op expected 'kgen.spelling' on 'kgen.call' only}}
  %0 = kgen.sin %x {kgen.spelling = ["wp.sin({0})"]} : f32
  kgen.return
}

// -----

kgen.func @f(%x: f32) -> f32 attributes {kgen.warps = "f"} {
  kgen.return %x : f32
}

kgen.kernel @spelled(%x: f32) {
  // expected-error @+1 {{'kgen.call' op expected 'kgen.spelling' to be a text with places for operands and constants but got ["wp.f({1})"]}}
  %0 = kgen.call @f(%x) {kgen.spelling = ["wp.f({1})"]} : (f32) -> f32
  kgen.return
}

// -----

kgen.func @f(%x: f32) -> f32 attributes {kgen.warps = "f"} {
  kgen.return %x : f32
}

kgen.kernel @spelled(%x: f32) {
  // expected-error @+1 {{'kgen.call' op expected 'kgen.spelling' to be a text with places for operands and constants but got ["wp.f({#0})", "ROWS"]}}
  %0 = kgen.call @f(%x) {kgen.spelling = ["wp.f({#0})", "ROWS"]} : (f32) -> f32
  kgen.return
}

// -----

kgen.func @f(%x: f32) -> f32 attributes {kgen.warps = "f"} {
  kgen.return %x : f32
}

kgen.kernel @spelled(%x: f32) {
  // expected-error @+1 {{'kgen.call' op expected 'kgen.in_place' without a value but got true}}
  %0 = kgen.call @f(%x) {kgen.in_place = true, kgen.spelling = ["wp.f({0})"]} : (f32) -> f32
  kgen.return
}
