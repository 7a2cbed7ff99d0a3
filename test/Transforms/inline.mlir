// RUN: split-file %s %t
// RUN: kgen-opt %t/calls.mlir --kgen-inline | FileCheck %s
// RUN: not kgen-opt %t/calls.mlir --kgen-inline=max-ops=9 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not kgen-opt %t/doubling.mlir --kgen-inline 2>&1 | FileCheck %s --check-prefix=DOUBLING

//--- calls.mlir
// An early return is a variable that has the name of the result; a call in a function is inlined with it; the functions
// are gone. A result that is an argument is the argument.

// LARGE: calls.mlir:38:1: error: expected at most 9 ops, those of the functions that are called included, but got 19

// CHECK-NOT:   kgen.func
// CHECK-LABEL: kgen.kernel @k
kgen.func @positive(%x: f32) -> f32 {
  %zero = kgen.constant 0.0 : f32
  %low = kgen.cmp lt %x, %zero : f32
  kgen.if %low {
    kgen.return %zero : f32
  }
  kgen.return %x : f32
}
kgen.func @pair(%a: f32, %b: f32) -> (f32, f32) {
  %p = kgen.call @positive(%a) : (f32) -> f32
  kgen.return %p, %b : f32, f32
}
kgen.func @nothing() {
  kgen.return
}
// CHECK:         %x = kgen.load %a[0]
// CHECK-NEXT:    %first = kgen.var : f32
// CHECK-NEXT:    %zero = kgen.constant
// CHECK-NEXT:    %low = kgen.cmp lt %x, %zero : f32
// CHECK-NEXT:    kgen.if %low {
// CHECK-NEXT:      kgen.set %first, %zero : f32
// CHECK-NEXT:    } else {
// CHECK-NEXT:      kgen.set %first, %x : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    %first_0 = kgen.get %first : f32
// CHECK-NEXT:    %sum = kgen.add %first_0, %x : f32
// CHECK-NEXT:    kgen.while {
// CHECK-NEXT:      %again = kgen.var : f32
// CHECK:           kgen.cmp lt %{{.*}}, %sum : f32
// CHECK:         kgen.return
kgen.kernel @k(%a: !kgen.array<1, f32>) {
  %x = kgen.load %a[0] : !kgen.array<1, f32>
  %first, %second = kgen.call @pair(%x, %x) : (f32, f32) -> (f32, f32)
  kgen.call @nothing() : () -> ()
  %sum = kgen.add %first, %second : f32
  kgen.while {
    %again = kgen.call @positive(%x) : (f32) -> f32
    %more = kgen.cmp lt %again, %sum : f32
    kgen.yield %more : i1
  } do {
  }
  kgen.return
}

//--- doubling.mlir
// Each function calls the one before it twice: 3 * 2^15 ops; that is said before any is made.
// DOUBLING: doubling.mlir:{{[0-9]+}}:1: error: expected at most 20000 ops, those of the functions that are called included, but got 98304
kgen.func @f0(%x: f32) -> f32 {
  %0 = kgen.add %x, %x : f32
  kgen.return %0 : f32
}
kgen.func @f1(%x: f32) -> f32 {
  %0 = kgen.call @f0(%x) : (f32) -> f32
  %1 = kgen.call @f0(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f2(%x: f32) -> f32 {
  %0 = kgen.call @f1(%x) : (f32) -> f32
  %1 = kgen.call @f1(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f3(%x: f32) -> f32 {
  %0 = kgen.call @f2(%x) : (f32) -> f32
  %1 = kgen.call @f2(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f4(%x: f32) -> f32 {
  %0 = kgen.call @f3(%x) : (f32) -> f32
  %1 = kgen.call @f3(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f5(%x: f32) -> f32 {
  %0 = kgen.call @f4(%x) : (f32) -> f32
  %1 = kgen.call @f4(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f6(%x: f32) -> f32 {
  %0 = kgen.call @f5(%x) : (f32) -> f32
  %1 = kgen.call @f5(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f7(%x: f32) -> f32 {
  %0 = kgen.call @f6(%x) : (f32) -> f32
  %1 = kgen.call @f6(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f8(%x: f32) -> f32 {
  %0 = kgen.call @f7(%x) : (f32) -> f32
  %1 = kgen.call @f7(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f9(%x: f32) -> f32 {
  %0 = kgen.call @f8(%x) : (f32) -> f32
  %1 = kgen.call @f8(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f10(%x: f32) -> f32 {
  %0 = kgen.call @f9(%x) : (f32) -> f32
  %1 = kgen.call @f9(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f11(%x: f32) -> f32 {
  %0 = kgen.call @f10(%x) : (f32) -> f32
  %1 = kgen.call @f10(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f12(%x: f32) -> f32 {
  %0 = kgen.call @f11(%x) : (f32) -> f32
  %1 = kgen.call @f11(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f13(%x: f32) -> f32 {
  %0 = kgen.call @f12(%x) : (f32) -> f32
  %1 = kgen.call @f12(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f14(%x: f32) -> f32 {
  %0 = kgen.call @f13(%x) : (f32) -> f32
  %1 = kgen.call @f13(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.func @f15(%x: f32) -> f32 {
  %0 = kgen.call @f14(%x) : (f32) -> f32
  %1 = kgen.call @f14(%0) : (f32) -> f32
  kgen.return %1 : f32
}
kgen.kernel @k(%x: f32) {
  %0 = kgen.call @f15(%x) : (f32) -> f32
  kgen.return
}
