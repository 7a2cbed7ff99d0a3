// LLVM IR reads with the author's names, the blocks with ours; it does not depend on the machine.
// RUN: kgen-translate --kgen-to-llvmir --no-backward -O1 %s | FileCheck %s
// RUN: kgen-translate --kgen-to-llvmir --no-backward -O0 %s | FileCheck %s --check-prefix=O0
// RUN: kgen-translate --kgen-to-llvmir --no-backward -O0 --fp-contract=fast %s | FileCheck %s --check-prefix=FAST
// RUN: kgen-translate --kgen-to-llvmir --no-backward -O2 %s | opt -passes=verify -disable-output
// RUN: kgen-translate --kgen-to-llvmir --no-backward -O3 %s | opt -passes=verify -disable-output

// CHECK: ; ModuleID = 'kgen'
// CHECK: target triple = "x86_64-unknown-linux-gnu"
// CHECK: declare float @sinf(float)
// CHECK: define void @smooth_cpu_forward(ptr %dim, ptr %args)
// CHECK: entry:
// CHECK: %weight = load float, ptr %args, align 4
// CHECK: %signal.data = load ptr
// CHECK: threads:
// CHECK: %index = phi i64
// CHECK: done:
// CHECK-NEXT: ret void
// CHECK: for.body:
// CHECK: %wave = call float @sinf(float %{{[0-9]+}})
// Nothing is fused, nothing is left in memory.
// CHECK: %[[PRODUCT:.*]] = fmul float %wave, %weight
// CHECK: fadd float %total.0, %[[PRODUCT]]
// CHECK-NOT: alloca
// CHECK: attributes

// O0: %total = alloca float
// O0-NOT: contract
// Whoever compiles this text may fuse, and nothing else.
// FAST: fmul contract float
// FAST: fadd contract float
kgen.kernel @smooth(%weight: f32, %signal: !kgen.array<2, f32>, %result: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.constant 0.0 : f32
  %total = kgen.var %0 : f32
  %n = kgen.shape %signal[1] : !kgen.array<2, f32>
  kgen.for %k = 0 to %n step 1 {
    %1 = kgen.load %signal[%i, %k] : !kgen.array<2, f32>
    %wave = kgen.sin %1 : f32
    %2 = kgen.mul %wave, %weight : f32
    %3 = kgen.get %total : f32
    %4 = kgen.add %3, %2 : f32
    kgen.set %total, %4 : f32
    kgen.yield
  }
  %5 = kgen.get %total : f32
  kgen.store %result[%i], %5 : !kgen.array<1, f32>
  kgen.return
}
