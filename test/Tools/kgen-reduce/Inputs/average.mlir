kgen.func @half(%x: f32, %n: si32) -> f32 {
  %limit = kgen.constant 3 : si32
  %is_far = kgen.cmp gt %n, %limit : si32
  kgen.if %is_far {
    kgen.return %x : f32
  }
  %by = kgen.constant 5.0e-01 : f32
  %y = kgen.mul %x, %by : f32
  kgen.return %y : f32
}

kgen.kernel @average(%x: !kgen.array<1, f32>, %out: !kgen.array<1, vec<3xf32>>, %n: si32) {
  %i = kgen.tid : si32
  %zero = kgen.constant 0.0 : f32
  %total = kgen.var %zero : f32
  kgen.for %j = 0 to %n step 1 {
    %stop = kgen.constant 5 : si32
    %is_late = kgen.cmp gt %j, %stop : si32
    kgen.if %is_late {
      kgen.break
    }
    %x_j = kgen.load %x[%j] : !kgen.array<1, f32>
    %part = kgen.call @half(%x_j, %j) : (f32, si32) -> f32
    %old = kgen.get %total : f32
    %new = kgen.add %old, %part : f32
    kgen.set %total, %new : f32
  } {kgen.lead = ["# the sum"]}
  %sum = kgen.get %total : f32
  %v = kgen.construct %sum, %sum, %zero : !kgen.vec<3xf32>
  kgen.store %out[%i], %v : !kgen.array<1, vec<3xf32>>
  kgen.return
}
