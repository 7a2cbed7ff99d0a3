// RUN: kgen-translate --kgen-to-cpp --no-backward %s | FileCheck %s
// RUN: %if gxx %{ kgen-translate --kgen-to-cpp --no-backward %s | %python %S/../../Integration/compile_check.py --cxx %gxx - %}
// RUN: %if clang %{ kgen-translate --kgen-to-cpp --no-backward %s | %python %S/../../Integration/compile_check.py --cxx %clangxx - %}
// Warp's entry points: a structure of arguments, and all threads in one call. No warning, whatever is unused.

// CHECK:      struct halve_args {
// CHECK-NEXT:     kgen::array<float, 2> x;
// CHECK-NEXT:     float scale;
// CHECK-NEXT: };
// CHECK-EMPTY:
// CHECK-NEXT: extern "C" void halve_cpu_forward(
// CHECK-NEXT:     const kgen::launch_bounds<2>* dim,
// CHECK-NEXT:     const halve_args* args)
// CHECK-NEXT: {
// CHECK-NEXT:     const auto& [x, scale] = *args;
// CHECK-NEXT:     for (size_t idx = 0; idx < dim->size; ++idx) {
// CHECK-NEXT:         const auto [i, j] = kgen::tid2(idx, *dim);
// CHECK-NEXT:         x(i, j) *= scale;
kgen.kernel @halve(%x: !kgen.array<2, f32>, %scale: f32) {
  %i, %j = kgen.tid : si32, si32
  %0 = kgen.load %x[%i, %j] : !kgen.array<2, f32>
  %1 = kgen.mul %0, %scale : f32
  kgen.store %x[%i, %j], %1 : !kgen.array<2, f32>
  kgen.return
}

// The backward has the forward's structure for both, and takes the threads from the last to the first.
// CHECK-LABEL: extern "C" void unused_cpu_forward(
// CHECK-NEXT:     const kgen::launch_bounds<1>* dim,
// CHECK-NEXT:     {{\[\[}}maybe_unused]] const unused_args* args)
// CHECK-NEXT: {
// CHECK-NEXT:     for (size_t idx = 0; idx < dim->size; ++idx) {
// CHECK-NEXT:         {{\[\[}}maybe_unused]] const int i = kgen::tid(idx, *dim);
// CHECK-NEXT:         {{\[\[}}maybe_unused]] int count = 0;
// CHECK-NEXT:         count = 1;
// CHECK-NEXT:     }
kgen.kernel @unused(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.constant 0 : si32
  %count = kgen.var %0 : si32
  %1 = kgen.constant 1 : si32
  kgen.set %count, %1 : si32
  kgen.return
}

// Words of C++ and what the library keeps for itself get another name; names of the frame make room for the author's.
// CHECK-LABEL: extern "C" void words_cpu_forward(
// CHECK-NEXT:     const kgen::launch_bounds<1>* launch,
// CHECK-NEXT:     const words_args* args)
// CHECK:          const auto& [template_, idx, dim, x_y] = *args;
// CHECK-NEXT:     for (size_t thread = 0; thread < launch->size; ++thread) {
// CHECK-NEXT:         template_[0] = idx + dim + x_y;
kgen.kernel @words(%template: !kgen.array<1, f32>, %idx: f32, %dim: f32, %x__y: f32) {
  %0 = kgen.add %idx, %dim : f32
  %1 = kgen.add %0, %x__y : f32
  kgen.store %template[0], %1 : !kgen.array<1, f32>
  kgen.return
}

// A variable that not every way assigns is set to zero, so that no compiler warns.
// CHECK-LABEL: extern "C" void sometimes_cpu_forward(
// CHECK:              float r = 0;
// CHECK-NEXT:         if (c) {
// CHECK-NEXT:             r = 1.0f;
// CHECK-NEXT:         }
// CHECK-NEXT:         x[0] = r;
kgen.kernel @sometimes(%c: i1, %x: !kgen.array<1, f32>) {
  %r = kgen.var : f32
  kgen.if %c {
    %0 = kgen.constant 1.0 : f32
    kgen.set %r, %0 : f32
  }
  %1 = kgen.get %r : f32
  kgen.store %x[0], %1 : !kgen.array<1, f32>
  kgen.return
}

// A short name of a type that the author has for something else is not used.
// CHECK-LABEL: extern "C" void shadows_cpu_forward(
// CHECK:         const kgen::vec3 vec3 = p[0];
kgen.kernel @shadows(%p: !kgen.array<1, vec<3xf32>>) {
  %vec3 = kgen.load %p[0] : !kgen.array<1, vec<3xf32>>
  kgen.store %p[1], %vec3 : !kgen.array<1, vec<3xf32>>
  kgen.return
}

// No parameters, no statements.
// CHECK-LABEL: struct nothing_args {
// CHECK-NEXT: };
kgen.kernel @nothing() {
  kgen.return
}
