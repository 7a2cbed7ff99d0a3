// Values of many scalars live in memory and loops work on them: the text does not grow with the value.
// RUN: kgen-opt --kgen-to-cpu %s > %t.cpu
// RUN: FileCheck %s --check-prefix=CPU < %t.cpu
// RUN: kgen-opt --kgen-to-nvptx %s | FileCheck %s --check-prefix=GPU
// RUN: sed 's/32x32/4x4/g; s/1024x/16x/g' %s | kgen-opt --kgen-to-cpu | FileCheck %s --check-prefix=SMALL
// RUN: %python -c "import sys; lines = len(open(sys.argv[1]).readlines()); assert lines < 500, lines" %t.cpu

// Three nested loops around one product; nothing else is in the way.
// CPU-LABEL: llvm.func @product_cpu_forward
// CPU: llvm.alloca %{{.*}} x !llvm.array<32 x array<32 x f32>> {alignment = 4
// CPU: llvm.fmul
// CPU: llvm.fmul
// CPU: llvm.fadd
// CPU-NOT: llvm.fmul
// SMALL-LABEL: llvm.func @product_cpu_forward
// SMALL-NOT: llvm.alloca
// SMALL: llvm.return
// On a GPU it is local memory, and the pointers say so.
// GPU-LABEL: llvm.func @product_cuda_kernel_forward
// GPU: llvm.addrspacecast %{{.*}} : !llvm.ptr to !llvm.ptr<5>
// GPU: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
// GPU: llvm.store %{{.*}} : f32, !llvm.ptr<5>
kgen.kernel @product(%a: !kgen.array<1, !kgen.mat<32x32xf32>>) {
  %i = kgen.tid : si32
  %m = kgen.load %a[%i] : !kgen.array<1, !kgen.mat<32x32xf32>>
  %p = kgen.mat_mul %m, %m : !kgen.mat<32x32xf32>, !kgen.mat<32x32xf32>
  kgen.store %a[%i], %p : !kgen.array<1, !kgen.mat<32x32xf32>>
  kgen.return
}

// A parameter is used where it lies: no copy.
// CPU-LABEL: llvm.func @parameter_cpu_forward
// CPU-NOT: llvm.alloca
// GPU-LABEL: llvm.func @parameter_cuda_kernel_forward
// GPU-SAME: llvm.byval = !llvm.array<1024 x f32>
// GPU-NOT: llvm.alloca
kgen.kernel @parameter(%v: !kgen.vec<1024xf32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %x = kgen.extract %v[%i] : !kgen.vec<1024xf32>
  kgen.store %y[%i], %x : !kgen.array<1, f32>
  kgen.return
}

// Two loaded, two carried that change places, one saved before it is overwritten.
// CPU-LABEL: llvm.func @swapped_cpu_forward
// CPU-COUNT-5: llvm.alloca
// CPU-NOT: llvm.alloca
// GPU-LABEL: llvm.func @swapped_cuda_kernel_forward
kgen.kernel @swapped(%a: !kgen.array<1, !kgen.vec<1024xf32>>, %n: si32) {
  %u = kgen.load %a[0] : !kgen.array<1, !kgen.vec<1024xf32>>
  %v = kgen.load %a[1] : !kgen.array<1, !kgen.vec<1024xf32>>
  %r:2 = kgen.for %k = 0 to %n step 1 carry(%x = %u : !kgen.vec<1024xf32>, %z = %v : !kgen.vec<1024xf32>) {
    kgen.yield %z, %x : !kgen.vec<1024xf32>, !kgen.vec<1024xf32>
  }
  kgen.store %a[0], %r#0 : !kgen.array<1, !kgen.vec<1024xf32>>
  kgen.store %a[1], %r#1 : !kgen.array<1, !kgen.vec<1024xf32>>
  kgen.return
}

// Variables that begin with one number for all components are filled where they are: no memory but theirs.
// SMALL-LABEL: llvm.func @filled_cpu_forward
// SMALL: llvm.alloca
// CPU-LABEL: llvm.func @filled_cpu_forward
// CPU-COUNT-2: llvm.alloca
// CPU-NOT: llvm.alloca
// GPU-LABEL: llvm.func @filled_cuda_kernel_forward
// GPU-COUNT-2: llvm.alloca
// GPU-NOT: llvm.alloca
kgen.kernel @filled(%x: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %zeros = kgen.construct : !kgen.vec<1024xf64>
  %kept = kgen.var %zeros : !kgen.vec<1024xf64>
  %more = kgen.var %zeros : !kgen.vec<1024xf64>
  %0 = kgen.load %x[%i] : !kgen.array<1, f64>
  kgen.set %kept[%i], %0 : f64 in !kgen.vec<1024xf64>
  kgen.set %more[%i], %0 : f64 in !kgen.vec<1024xf64>
  kgen.return
}
