// Has no float whose gradient there could be.
kgen.kernel @count(%n: !kgen.array<1, si32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %n[%i] : !kgen.array<1, si32>
  %1 = kgen.constant 1 : si32
  %2 = kgen.add %0, %1 : si32
  kgen.store %n[%i], %2 : !kgen.array<1, si32>
  kgen.return
}
