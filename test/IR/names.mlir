// The parsers of ops take the SSA names of the text: with every kind of format, beside other locations, and again from
// what was printed. Bytecode keeps them too.
// RUN: kgen-opt %s | FileCheck %s
// RUN: kgen-opt %s --mlir-print-debuginfo | kgen-opt | FileCheck %s
// RUN: kgen-opt %s --emit-bytecode | kgen-opt | FileCheck %s

// CHECK-LABEL: @formats(%x: f32, %values: !kgen.array<1, f32>, %arg2: si32)
kgen.kernel @formats(%x: f32, %values: !kgen.array<1, f32>, %arg2: si32) {
  // CHECK: %i, %j = kgen.tid
  %i, %j = kgen.tid : si32, si32
  // CHECK: %two = kgen.constant
  %two = kgen.constant 2 : si32
  // CHECK: %element = kgen.load %values[%i]
  %element = kgen.load %values[%i] : !kgen.array<1, f32>
  // CHECK: %square = kgen.mul %element, %element
  %square = kgen.mul %element, %element : f32
  // CHECK: %count = kgen.shape
  %count = kgen.shape %values[0] : !kgen.array<1, f32>
  // CHECK: %e = kgen.var %square
  %e = kgen.var %square : f32
  // CHECK: %is_small = kgen.cmp lt
  %is_small = kgen.cmp lt %i, %j : si32
  // CHECK: %chosen, %0 = kgen.if %is_small
  %chosen, %1 = kgen.if %is_small -> (f32, f32) {
    // CHECK: %inner = kgen.neg
    %inner = kgen.neg %x : f32
    kgen.yield %inner, %x : f32, f32
  } else {
    kgen.yield %x, %x : f32, f32
  }
  // A number is no name, nor is what the printer calls an argument.
  // CHECK: %1 = kgen.add %chosen, %0
  %7 = kgen.add %chosen, %1 : f32
  // CHECK: %sum = kgen.for %k = 0 to %count step 1 carry(%partial = %1 : f32)
  %sum = kgen.for %k = 0 to %count step 1 carry(%partial = %7 : f32) {
    // CHECK: %next = kgen.atomic add
    %next = kgen.atomic add %values[%k], %partial : !kgen.array<1, f32>
    kgen.yield %next : f32
  }
  // CHECK: %last = kgen.while carry(%before = %sum : f32)
  %last = kgen.while carry(%before = %sum : f32) {
    %again = kgen.cmp lt %before, %x : f32
    kgen.yield %again, %before : i1, f32
  // CHECK: } do(%after)
  } do(%after) {
    kgen.yield %after : f32
  }
  kgen.return
}

// A location does not erase a name; in the generic syntax there is none.
// CHECK-LABEL: @locations(%p: f32, %named: f32)
kgen.kernel @locations(%p: f32 loc("k.py":1:2), %q: f32 loc(#alias)) {
  // CHECK: %here = kgen.add %p, %named
  %here = kgen.add %p, %q : f32 loc("k.py":3:4)
  // The text's own name goes before that of the location.
  // CHECK: %there = kgen.add %here
  %there = kgen.add %here, %q : f32 loc("other"("k.py":4:4))
  // CHECK: %further = kgen.add
  %0 = kgen.add %there, %q : f32 loc("further"("k.py":5:4))
  // CHECK: %i, %j = kgen.tid
  %i, %j = kgen.tid : si32, si32 loc("k.py":6:4)
  // CHECK: %0 = kgen.sin %further
  %lost = "kgen.sin"(%0) : (f32) -> f32
  kgen.return
}
#alias = loc("named"("k.py":1:9))

// CHECK-LABEL: kgen.kernel private @hidden(%x: f32 {kgen.note = "n"}) attributes {kgen.mark}
kgen.kernel private @hidden(%x: f32 {kgen.note = "n"}) attributes {kgen.mark} {
  kgen.return
}
