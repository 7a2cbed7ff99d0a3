// RUN: kgen-translate --kgen-to-cuda --no-backward %s | FileCheck %s
// RUN: %if nvrtc %{ kgen-translate --kgen-to-cuda --no-backward %s | %python %S/../../Integration/compile_check.py --nvrtc - %}
// RUN: %if gxx %{ kgen-translate --kgen-to-cpp --no-backward %s | %python %S/../../Integration/compile_check.py --cxx %gxx - %}
// Arithmetic that C++ leaves open is a call; where a literal shows that nothing is open it is an operator.

// CHECK-LABEL: void integers_cuda_kernel_forward(
kgen.kernel @integers(%a: si32, %b: si32, %u: ui32, %w: si64, %s: si8, %t: si8, %out: !kgen.array<1, si32>) {
  %zero = kgen.constant 0 : si32
  %0 = kgen.constant 3 : si32
  %1 = kgen.constant -1 : si32
  // CHECK: const int quotient = a / 3;
  %quotient = kgen.div %a, %0 : si32
  // CHECK: const int open = kgen::div(a, b);
  %open = kgen.div %a, %b : si32
  // CHECK: const int wraps = kgen::div(a, -1);
  %wraps = kgen.div %a, %1 : si32
  // CHECK: const int rest = a % 3;
  %rest = kgen.mod %a, %0 : si32
  // CHECK: const int remainder = kgen::mod(a, zero);
  %remainder = kgen.mod %a, %zero : si32
  // CHECK: const int floor = kgen::floordiv(a, 3);
  %floor = kgen.floordiv %a, %0 : si32
  // CHECK: const int shifted = kgen::lshift(a, b);
  %shifted = kgen.lshift %a, %b : si32
  // CHECK: const int8_t narrow = int8_t(s * t);
  %narrow = kgen.mul %s, %t : si8
  %2 = kgen.constant -128 : si8
  // CHECK: const int8_t literal = int8_t(s + int8_t(-128));
  %literal = kgen.add %s, %2 : si8
  // CHECK: const int least = -2147483647 - 1;
  %least = kgen.constant -2147483648 : si32
  // CHECK: const uint32_t most = 4294967295u;
  %most = kgen.constant 4294967295 : ui32
  // CHECK: const int64_t wide = w + int64_t(5000000000);
  %3 = kgen.constant 5000000000 : si64
  %wide = kgen.add %w, %3 : si64
  // CHECK: const int bits = (a & b) | 3;
  %4 = kgen.bit_and %a, %b : si32
  %bits = kgen.bit_or %4, %0 : si32
  // CHECK: const uint32_t complement = ~u;
  %complement = kgen.invert %u : ui32
  %5 = kgen.add %quotient, %open : si32
  %6 = kgen.add %5, %wraps : si32
  kgen.store %out[0], %6 : !kgen.array<1, si32>
  kgen.return
}

// CHECK-LABEL: void casts_cuda_kernel_forward(
kgen.kernel @casts(%x: f32, %d: f64, %n: si32, %u: ui16, %c: i1) {
  // CHECK: int truncated = kgen::cast<int>(x);
  %truncated = kgen.cast %x : f32 to si32
  // CHECK: uint8_t byte = kgen::cast<uint8_t>(d);
  %byte = kgen.cast %d : f64 to ui8
  // CHECK: float rounded = float(d);
  %rounded = kgen.cast %d : f64 to f32
  // CHECK: float number = float(n);
  %number = kgen.cast %n : si32 to f32
  // CHECK: bool truth = x != 0.0f;
  %truth = kgen.cast %x : f32 to i1
  // CHECK: bool some = u != 0u;
  %some = kgen.cast %u : ui16 to i1
  // CHECK: int one = int(c);
  %one = kgen.cast %c : i1 to si32
  // CHECK: float inf = kgen::infinity<float>();
  %inf = kgen.constant 0x7F800000 : f32
  // CHECK: double nan = kgen::nan<double>();
  %nan = kgen.constant 0x7FF8000000000000 : f64
  kgen.return
}

// CHECK-LABEL: void logic_cuda_kernel_forward(
kgen.kernel @logic(%a: i1, %b: i1, %c: i1, %x: f32, %out: !kgen.array<1, i1>) {
  %0 = kgen.and %a, %b : i1
  // CHECK: out[0] = (a && b) || c;
  %1 = kgen.or %0, %c : i1
  kgen.store %out[0], %1 : !kgen.array<1, i1>
  // CHECK: out[1] = (x < x) == c;
  %2 = kgen.cmp lt %x, %x : f32
  %3 = kgen.cmp eq %2, %c : i1
  kgen.store %out[1], %3 : !kgen.array<1, i1>
  // CHECK: out[2] = !(x < x);
  %4 = kgen.cmp lt %x, %x : f32
  %5 = kgen.not %4 : i1
  kgen.store %out[2], %5 : !kgen.array<1, i1>
  kgen.return
}
