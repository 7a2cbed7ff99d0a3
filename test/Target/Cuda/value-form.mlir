// RUN: kgen-translate --kgen-to-cuda %s | FileCheck %s
// RUN: %if nvrtc %{ kgen-translate --kgen-to-cuda %s | %python %S/../../Integration/compile_check.py --nvrtc - %}
// RUN: %if gxx %{ kgen-translate --kgen-to-cpp %s | %python %S/../../Integration/compile_check.py --cxx %gxx - %}
// Carried values and results of branches become variables; copies happen as if all at once.

// CHECK-LABEL: void k_cuda_kernel_forward(
kgen.kernel @k(%x: !kgen.array<1, f32>, %n: si32) {
  kgen.return
}

// CHECK-LABEL: extern "C" __global__ void k_cuda_kernel_backward(
// CHECK-NEXT:     kgen::launch_bounds<1> dim,
// CHECK-NEXT:     kgen::array<float> x,
// CHECK-NEXT:     int n,
// CHECK-NEXT:     kgen::array<float> adj_x,
// CHECK-NEXT:     int adj_n)
kgen.kernel @k_backward(%x: !kgen.array<1, f32>, %n: si32, %adj_x: !kgen.array<1, f32>, %adj_n: si32)
    attributes {adjoint_of = @k} {
  // CHECK:          const auto grad_x = kgen::gradient_of(x, adj_x);
  // CHECK-NEXT:     for (size_t idx
  %grad_x = kgen.gradient %x, %adj_x : !kgen.array<1, f32>
  %i = kgen.tid : si32
  %0 = kgen.constant 0.0 : f32
  %1 = kgen.constant 1.0 : f32
  // CHECK:              float a = 0.0f;
  // CHECK-NEXT:         float b = 1.0f;
  // CHECK-NEXT:         for (int k = 0; k < n; ++k) {
  // CHECK-NEXT:             const float next_b = a;
  // CHECK-NEXT:             a = b;
  // CHECK-NEXT:             b = next_b;
  // CHECK-NEXT:         }
  %a, %b = kgen.for %k = 0 to %n step 1 carry(%a_0 = %0 : f32, %b_0 = %1 : f32) {
    kgen.yield %b_0, %a_0 : f32, f32
  }
  // The sum is read after its variable has changed: it is the new one.
  // CHECK-NEXT:         float e = 0.0f;
  // CHECK-NEXT:         for (int k = 0; k < n; ++k) {
  // CHECK-NEXT:             e += x[k];
  // CHECK-NEXT:             if (e > 1.0f) {
  // CHECK-NEXT:                 break;
  // CHECK-NEXT:             }
  // CHECK-NEXT:         }
  %e = kgen.for %k_0 = 0 to %n step 1 carry(%e_0 = %0 : f32) {
    %2 = kgen.load %x[%k_0] : !kgen.array<1, f32>
    %e_1 = kgen.add %e_0, %2 : f32
    %3 = kgen.cmp gt %e_1, %1 : f32
    %more = kgen.not %3 : i1
    kgen.yield %e_1 while %more : f32
  }
  // The condition is that of the value before the change.
  // CHECK-NEXT:         float f = 0.0f;
  // CHECK-NEXT:         while (f < a) {
  // CHECK-NEXT:             const bool stop = f > b;
  // CHECK-NEXT:             f += 1.0f;
  // CHECK-NEXT:             if (stop) {
  // CHECK-NEXT:                 break;
  // CHECK-NEXT:             }
  // CHECK-NEXT:         }
  %f = kgen.while carry(%f_0 = %0 : f32) {
    %4 = kgen.cmp lt %f_0, %a : f32
    kgen.yield %4, %f_0 : i1, f32
  } do(%f_1) {
    %5 = kgen.cmp gt %f_1, %b : f32
    %more_0 = kgen.not %5 : i1
    %6 = kgen.add %f_1, %1 : f32
    kgen.yield %6 while %more_0 : f32
  }
  // A branch that leaves the variable alone is no branch.
  // CHECK-NEXT:         if (e >= f) {
  // CHECK-NEXT:             kgen::add(grad_x, i, e);
  // CHECK-NEXT:             f = e - f;
  // CHECK-NEXT:         }
  // CHECK-NEXT:         const float adj_x_i = kgen::take(grad_x, i);
  // CHECK-NEXT:         kgen::add(grad_x, 0, adj_x_i - f);
  %7 = kgen.cmp ge %e, %f : f32
  %f_2 = kgen.if %7 -> f32 {
    kgen.gradient_add %grad_x[%i], %e : !kgen.gradient<1, f32>
    %8 = kgen.neg %f : f32
    %9 = kgen.add %e, %8 : f32
    kgen.yield %9 : f32
  } else {
    kgen.yield %f : f32
  }
  %10 = kgen.gradient_take %grad_x[%i] : !kgen.gradient<1, f32>
  %11 = kgen.sub %10, %f_2 : f32
  kgen.gradient_add %grad_x[0], %11 : !kgen.gradient<1, f32>
  // Two that live at once do not share.
  // CHECK-NEXT:         float g = e;
  // CHECK-NEXT:         for (int k = 0; k < n; ++k) {
  // CHECK-NEXT:             g *= e;
  // CHECK-NEXT:         }
  %g = kgen.for %k_1 = 0 to %n step 1 carry(%g_0 = %e : f32) {
    %12 = kgen.mul %g_0, %e : f32
    kgen.yield %12 : f32
  }
  // CHECK-NEXT:         if (n != 0) {
  // CHECK-NEXT:             kgen::add(grad_x, i, kgen::read(grad_x, 0) * g);
  // CHECK-NEXT:         }
  %13 = kgen.constant 0 : si32
  %14 = kgen.cmp eq %n, %13 : si32
  kgen.if %14 {
    kgen.yield
  } else {
    %15 = kgen.gradient_read %grad_x[0] : !kgen.gradient<1, f32>
    %16 = kgen.mul %15, %g : f32
    kgen.gradient_add %grad_x[%i], %16 : !kgen.gradient<1, f32>
    kgen.yield
  }
  kgen.return
}
