// Semantics that LLVM's own ops do not have: no division traps, shifts are masked, casts saturate.
// RUN: kgen-opt --convert-kgen-to-llvm=target=cpu --split-input-file %s | FileCheck %s
// RUN: kgen-opt --convert-kgen-to-llvm=target=nvptx --split-input-file %s | FileCheck %s --check-prefix=GPU

// S-5, S-6
// CHECK-LABEL: @division_cpu_forward
// CHECK: %[[ZERO:.*]] = llvm.icmp "eq" %b
// CHECK: %[[LEAST:.*]] = llvm.icmp "eq" %a
// CHECK: %[[MINUS:.*]] = llvm.icmp "eq" %b
// CHECK: %[[OVERFLOW:.*]] = llvm.and %[[LEAST]], %[[MINUS]]
// CHECK: %[[UNSAFE:.*]] = llvm.or %[[ZERO]], %[[OVERFLOW]]
// CHECK: %[[B:.*]] = llvm.select %[[UNSAFE]], %{{.*}}, %b
// CHECK: %[[Q:.*]] = llvm.sdiv %a, %[[B]]
// CHECK: %q = llvm.select %[[ZERO]], %{{.*}}, %[[Q]]
// CHECK: %[[R:.*]] = llvm.srem
// CHECK: %r = llvm.select %{{.*}}, %a, %[[R]]
// A literal divisor needs no guard, an unsigned one no look at the smallest value.
// CHECK: %[[SEVEN:.*]] = llvm.mlir.constant(7 : i32)
// CHECK-NEXT: %h = llvm.sdiv %a, %[[SEVEN]]
// CHECK: %[[UZERO:.*]] = llvm.icmp "eq" %d
// CHECK: %[[D:.*]] = llvm.select %[[UZERO]], %{{.*}}, %d
// CHECK: llvm.udiv %c, %[[D]]
kgen.kernel @division(%a: si32, %b: si32, %c: ui64, %d: ui64, %o: !kgen.array<1, si32>, %p: !kgen.array<1, ui64>) {
  %q = kgen.div %a, %b : si32
  %r = kgen.mod %a, %b : si32
  %seven = kgen.constant 7 : si32
  %h = kgen.div %a, %seven : si32
  kgen.store %o[0], %q : !kgen.array<1, si32>
  kgen.store %o[1], %r : !kgen.array<1, si32>
  kgen.store %o[2], %h : !kgen.array<1, si32>
  %u = kgen.div %c, %d : ui64
  kgen.store %p[0], %u : !kgen.array<1, ui64>
  kgen.return
}

// -----

// S-7: 8 bits are widened by their own sign, the amount is masked with 31.
// CHECK-LABEL: @shifts_cpu_forward
// CHECK: %[[A:.*]] = llvm.sext %a : i8 to i32
// CHECK: %[[B:.*]] = llvm.sext %b : i8 to i32
// CHECK: %[[AMOUNT:.*]] = llvm.and %[[B]], %{{.*}} : i32
// CHECK: %[[SHIFTED:.*]] = llvm.ashr %[[A]], %[[AMOUNT]]
// CHECK: %s = llvm.trunc %[[SHIFTED]] : i32 to i8
// CHECK: llvm.and %d, %{{.*}} : i64
// CHECK: %t = llvm.lshr %c
kgen.kernel @shifts(%a: si8, %b: si8, %c: ui64, %d: ui64, %o: !kgen.array<1, si8>, %p: !kgen.array<1, ui64>) {
  %s = kgen.rshift %a, %b : si8
  kgen.store %o[0], %s : !kgen.array<1, si8>
  %t = kgen.rshift %c, %d : ui64
  kgen.store %p[0], %t : !kgen.array<1, ui64>
  kgen.return
}

// -----

// CHECK-LABEL: @casts_cpu_forward
// CHECK: %i = llvm.call_intrinsic "llvm.fptosi.sat.i32.f32"(%x) : (f32) -> i32
// CHECK: %u = llvm.call_intrinsic "llvm.fptoui.sat.i8.f32"(%x) : (f32) -> i8
// CHECK: %b = llvm.fcmp "une" %x
// CHECK: llvm.uitofp %u : i8 to f32
// CHECK: llvm.sitofp %i : i32 to f32
// CHECK: llvm.uitofp %b : i1 to f32
// Half to bfloat goes through what they have in common.
// CHECK: %[[F:.*]] = llvm.fpext %h : f16 to f32
// CHECK: %g = llvm.fptrunc %[[F]] : f32 to bf16
kgen.kernel @casts(%x: f32, %h: f16, %o: !kgen.array<1, f32>, %p: !kgen.array<1, bf16>) {
  %i = kgen.cast %x : f32 to si32
  %u = kgen.cast %x : f32 to ui8
  %b = kgen.cast %x : f32 to i1
  %0 = kgen.cast %u : ui8 to f32
  kgen.store %o[0], %0 : !kgen.array<1, f32>
  %1 = kgen.cast %i : si32 to f32
  kgen.store %o[1], %1 : !kgen.array<1, f32>
  %2 = kgen.cast %b : i1 to f32
  kgen.store %o[2], %2 : !kgen.array<1, f32>
  %g = kgen.cast %h : f16 to bf16
  kgen.store %p[0], %g : !kgen.array<1, bf16>
  kgen.return
}

// -----

// Elementary functions: C's library, libdevice; halves through float32. What LLVM has exactly, it does.
// CHECK: llvm.func @pow(f64, f64) -> f64 attributes {memory_effects
// CHECK: llvm.func @sinf(f32) -> f32
// CHECK-LABEL: @functions_cpu_forward
// CHECK: llvm.call @sinf(%x) : (f32) -> f32
// CHECK: %[[WIDE:.*]] = llvm.fpext %h : f16 to f32
// CHECK: %[[SINE:.*]] = llvm.call @sinf(%[[WIDE]])
// CHECK: llvm.fptrunc %[[SINE]] : f32 to f16
// CHECK: llvm.call @pow(%d, %d)
// CHECK: llvm.intr.sqrt(%x)
// CHECK: llvm.intr.rint(%x)
// CHECK: llvm.frem %x, %x
// GPU-LABEL: @functions_cuda_kernel_forward
// GPU: llvm.call @__nv_sinf(%x)
// GPU: llvm.call @__nv_pow(%d, %d)
// GPU: llvm.call @__nv_fmodf(%x, %x)
kgen.kernel @functions(%x: f32, %h: f16, %d: f64, %o: !kgen.array<1, f32>, %p: !kgen.array<1, f16>,
                       %q: !kgen.array<1, f64>) {
  %0 = kgen.sin %x : f32
  kgen.store %o[0], %0 : !kgen.array<1, f32>
  %1 = kgen.sin %h : f16
  kgen.store %p[0], %1 : !kgen.array<1, f16>
  %2 = kgen.pow %d, %d : f64
  kgen.store %q[0], %2 : !kgen.array<1, f64>
  %3 = kgen.sqrt %x : f32
  kgen.store %o[1], %3 : !kgen.array<1, f32>
  %4 = kgen.rint %x : f32
  kgen.store %o[2], %4 : !kgen.array<1, f32>
  %5 = kgen.mod %x, %x : f32
  kgen.store %o[3], %5 : !kgen.array<1, f32>
  kgen.return
}

// -----

// The sign of a type chooses the op.
// CHECK-LABEL: @signs_cpu_forward
// CHECK: llvm.icmp "slt" %a, %b
// CHECK: llvm.icmp "ult" %c, %d
// CHECK: llvm.intr.smin(%a, %b)
// CHECK: llvm.intr.umin(%c, %d)
// CHECK: "llvm.intr.abs"(%a) <{is_int_min_poison = false}>
kgen.kernel @signs(%a: si32, %b: si32, %c: ui32, %d: ui32, %o: !kgen.array<1, i1>, %p: !kgen.array<1, si32>,
                   %q: !kgen.array<1, ui32>) {
  %0 = kgen.cmp lt %a, %b : si32
  kgen.store %o[0], %0 : !kgen.array<1, i1>
  %1 = kgen.cmp lt %c, %d : ui32
  kgen.store %o[1], %1 : !kgen.array<1, i1>
  %2 = kgen.min %a, %b : si32
  kgen.store %p[0], %2 : !kgen.array<1, si32>
  %3 = kgen.min %c, %d : ui32
  kgen.store %q[0], %3 : !kgen.array<1, ui32>
  %4 = kgen.abs %a : si32
  kgen.store %p[1], %4 : !kgen.array<1, si32>
  %5 = kgen.abs %c : ui32
  kgen.store %q[1], %5 : !kgen.array<1, ui32>
  kgen.return
}

// -----

// What is not negative divides as unsigned, and nothing is rounded down; what may be does not. By a power of two, a shift
// rounds down.
// CHECK-LABEL: @halves_cpu_forward
// CHECK: llvm.udiv %i,
// CHECK: llvm.urem %i,

// CHECK: llvm.ashr %n,
// CHECK: llvm.srem %n,
kgen.kernel @halves(%a: !kgen.array<1, si32>, %n: si32) {
  %two = kgen.constant 2 : si32
  %i = kgen.tid : si32
  %q = kgen.floordiv %i, %two : si32
  kgen.store %a[0], %q : !kgen.array<1, si32>
  %r = kgen.mod %i, %two : si32
  kgen.store %a[1], %r : !kgen.array<1, si32>
  %p = kgen.floordiv %n, %two : si32
  kgen.store %a[2], %p : !kgen.array<1, si32>
  %s = kgen.mod %n, %two : si32
  kgen.store %a[3], %s : !kgen.array<1, si32>
  kgen.return
}
