// RUN: kgen-translate --kgen-to-cpp %s | FileCheck %s
// RUN: %if gxx %{ kgen-translate --kgen-to-cpp %s | %python %S/../../Integration/compile_check.py --cxx %gxx - %}
// RUN: kgen-translate --kgen-to-cpp --no-backward %s | FileCheck %s --check-prefix=FORWARD --implicit-check-not=backward
// The backward has the forward's structure twice, and takes the threads from the last to the first.

// FORWARD: extern "C" void square_cpu_forward(

// CHECK: struct square_args {
// CHECK-NOT: struct
// CHECK: extern "C" void square_cpu_backward(
// CHECK-NEXT:     const kgen::launch_bounds<1>* dim,
// CHECK-NEXT:     const square_args* args,
// CHECK-NEXT:     const square_args* adj_args)
// CHECK-NEXT: {
// CHECK-NEXT:     const auto& [x, y] = *args;
// CHECK-NEXT:     const auto& [adj_x, adj_y] = *adj_args;
// CHECK-NEXT:     const auto grad_x = kgen::gradient_of(x, adj_x);
// CHECK-NEXT:     const auto grad_y = kgen::gradient_of(y, adj_y);
// CHECK-NEXT:     for (size_t idx = dim->size; idx-- > 0;) {
// CHECK-NEXT:         const int i = kgen::tid(idx, *dim);
// CHECK-NEXT:         const float v = x[i];
// CHECK:              kgen::add(grad_x, i,
kgen.kernel @square(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %v = kgen.load %x[%i] : !kgen.array<1, f32>
  %0 = kgen.mul %v, %v : f32
  kgen.store %y[%i], %0 : !kgen.array<1, f32>
  kgen.return
}
