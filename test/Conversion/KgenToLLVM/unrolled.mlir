// Registers have no index: a loop that chooses components by its counter is written out where that is not much longer.
// RUN: kgen-opt --convert-kgen-to-llvm=target=nvptx %s | FileCheck %s
// RUN: kgen-opt --convert-kgen-to-llvm=target=cpu %s | FileCheck %s

// The counter of the inner loop runs to that of the outer one.
// CHECK-LABEL: @triangle_{{.*}}forward(
// CHECK:       %[[Y:.*]] = llvm.fadd %zero, %a.10 : f32
// CHECK:       %[[Z:.*]] = llvm.fadd %[[Y]], %a.20 : f32
// CHECK:       %[[S:.*]] = llvm.fadd %[[Z]], %a.21 : f32
// CHECK-NEXT:  llvm.store %[[S]]
kgen.kernel @triangle(%m: !kgen.array<1, mat<3x3xf32>>, %out: !kgen.array<1, f32>) {
  %a = kgen.load %m[0] : !kgen.array<1, mat<3x3xf32>>
  %zero = kgen.constant 0.0 : f32
  %s = kgen.for %r = 0 to 3 step 1 carry(%s_0 = %zero : f32) {
    %t = kgen.for %c = 0 to %r step 1 carry(%s_1 = %s_0 : f32) {
      %x = kgen.extract %a[%r, %c] : !kgen.mat<3x3xf32>
      %y = kgen.add %s_1, %x : f32
      kgen.yield %y : f32
    }
    kgen.yield %t : f32
  }
  kgen.store %out[0], %s : !kgen.array<1, f32>
  kgen.return
}

// One from the end, then the first, as out of range; a write that is out of range changes nothing.
// CHECK-LABEL: @around_{{.*}}forward(
// CHECK:       llvm.fadd %v.y, %v.x : f32
// CHECK:       llvm.fadd %v.x, %v.x : f32
// CHECK:       %next.y = llvm.select
// CHECK-NEXT:  llvm.store %next.y
kgen.kernel @around(%v: !kgen.vec<2xf32>, %out: !kgen.array<1, f32>) {
  %one = kgen.extract %v[0] : !kgen.vec<2xf32>
  %last = kgen.for %k = -1 to 1 step 1 carry(%w = %v : !kgen.vec<2xf32>) {
    %x = kgen.extract %w[%k] : !kgen.vec<2xf32>
    %y = kgen.add %x, %one : f32
    %next = kgen.insert %y, %w[%k] : !kgen.vec<2xf32>
    kgen.yield %next : !kgen.vec<2xf32>
  }
  %past = kgen.for %k = 2 to 3 step 1 carry(%w = %last : !kgen.vec<2xf32>) {
    %next = kgen.insert %one, %w[%k] : !kgen.vec<2xf32>
    kgen.yield %next : !kgen.vec<2xf32>
  }
  %z = kgen.extract %past[1] : !kgen.vec<2xf32>
  kgen.store %out[0], %z : !kgen.array<1, f32>
  kgen.return
}

// These stay: no component is chosen; the bound is not known; there is an exit, of one form and the other; all trips of the
// nest would be 256.
// CHECK-LABEL: @stay_{{.*}}forward(
// CHECK-COUNT-6: llvm.icmp "slt"
// CHECK-NOT:   llvm.icmp "slt"
kgen.kernel @stay(%v: !kgen.vec<3xf32>, %n: si32, %out: !kgen.array<1, f32>) {
  %zero = kgen.constant 0.0 : f32
  kgen.for %k = 0 to 3 step 1 {
    kgen.store %out[%k], %zero : !kgen.array<1, f32>
  }
  %s = kgen.for %i = 0 to %n step 1 carry(%s_0 = %zero : f32) {
    %x = kgen.extract %v[%i] : !kgen.vec<3xf32>
    %y = kgen.add %s_0, %x : f32
    kgen.yield %y : f32
  }
  kgen.store %out[0], %s : !kgen.array<1, f32>
  kgen.for %j = 0 to 3 step 1 {
    %x = kgen.extract %v[%j] : !kgen.vec<3xf32>
    %ends = kgen.cmp gt %x, %zero : f32
    kgen.if %ends {
      kgen.break
    }
    kgen.store %out[%j], %x : !kgen.array<1, f32>
  }
  %found = kgen.for %l = 0 to 3 step 1 carry(%f = %zero : f32) {
    %x = kgen.extract %v[%l] : !kgen.vec<3xf32>
    %more = kgen.cmp lt %x, %zero : f32
    kgen.yield %x while %more : f32
  }
  kgen.store %out[1], %found : !kgen.array<1, f32>
  %w = kgen.var %v : !kgen.vec<3xf32>
  kgen.for %a = 0 to 16 step 1 {
    kgen.for %b = 0 to 16 step 1 {
      kgen.for %c = 0 to 3 step 1 {
        kgen.set %w[%c], %found : f32 in !kgen.vec<3xf32>
      }
    }
  }
  kgen.return
}
