// PTX branches only where it goes elsewhere: what follows anyway is fallen into, also where LLVM does not optimise.
// RUN: kgen-translate --kgen-to-ptx --no-backward %s | FileCheck %s
// RUN: kgen-translate --kgen-to-ptx --no-backward -O0 %s | FileCheck %s

// The guard of the thread loop, that of a division, the ternary's arms; then back.
// CHECK-LABEL: .visible .entry ternary_cuda_kernel_forward(
// CHECK: @%p{{[0-9]+}} bra [[BODY:\$L__BB0_[0-9]+]];
// CHECK-NEXT: ret;
// CHECK-NEXT: [[BODY]]:
// CHECK-NOT: bra.uni
// CHECK: @%p{{[0-9]+}} bra [[WHOLE:\$L__BB0_[0-9]+]];
// CHECK-NEXT: div.u64
// CHECK-NOT: bra
// CHECK: [[WHOLE]]:
// CHECK: @%p{{[0-9]+}} bra [[ELSE:\$L__BB0_[0-9]+]];
// CHECK-NOT: bra
// CHECK: log2
// CHECK: bra.uni [[END:\$L__BB0_[0-9]+]];
// CHECK-NEXT: [[ELSE]]:
// CHECK-NOT: bra
// CHECK: [[END]]:
// CHECK: st.global.b32
// CHECK: bra.uni
// CHECK-NOT: bra
// CHECK: {{^}$}}
kgen.kernel @ternary(%c: i1, %x: f32, %a: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %r = kgen.if %c -> f32 {
    %0 = kgen.log2 %x : f32
    kgen.yield %0 : f32
  } else {
    %1 = kgen.exp %x : f32
    kgen.yield %1 : f32
  }
  kgen.store %a[%i], %r : !kgen.array<1, f32>
  kgen.return
}
