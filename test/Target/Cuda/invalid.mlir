// RUN: not kgen-translate --kgen-to-cuda --no-backward --kernel half %s 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: not kgen-translate --kgen-to-cuda --no-backward --kernel inside %s 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not kgen-translate --kgen-to-cuda --no-backward --kernel bytes %s 2>&1 | FileCheck %s --check-prefix=BYTES

// HALF: invalid.mlir:[[@LINE+2]]:{{[0-9]+}}: error: expected types that C++ text has, but parameter 1 is '!kgen.array<1, f16>'; use float32
// HALF-NOT: #include
kgen.kernel @half(%n: si32, %x: !kgen.array<1, f16>) {
  kgen.return
}

// INSIDE: invalid.mlir:[[@LINE+2]]:{{[0-9]+}}: error: expected a type that C++ text has, but got 'bf16'; use float32
kgen.kernel @inside(%x: f32) {
  %0 = kgen.cast %x : f32 to bf16
  kgen.return
}

// BYTES: invalid.mlir:[[@LINE+2]]:{{[0-9]+}}: error: expected an atomic update of 32-bit or 64-bit numbers, but got 'ui8'
kgen.kernel @bytes(%x: !kgen.array<1, ui8>, %v: ui8) {
  %0 = kgen.atomic add %x[0], %v : !kgen.array<1, ui8>
  kgen.return
}
