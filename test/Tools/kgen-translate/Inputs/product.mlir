// Its adjoint needs the element as it was before each update.
kgen.kernel @product(%x: !kgen.array<1, f32>, %n: si32) {
  kgen.for %k = 0 to %n step 1 {
    %0 = kgen.load %x[0] : !kgen.array<1, f32>
    %1 = kgen.load %x[%k] : !kgen.array<1, f32>
    %2 = kgen.mul %0, %1 : f32
    kgen.store %x[0], %2 : !kgen.array<1, f32>
  }
  kgen.return
}
