module {
  kgen.kernel @plate_potential(%probe: !kgen.array<1, vec<3xf64>>, %charge: !kgen.array<2, f64>, %masked: !kgen.array<2, si32>, %spacing: f64, %potential: !kgen.array<1, f64>) {
    %i = kgen.tid : si32
    %0 = kgen.constant 0.000000e+00 : f64
    %total = kgen.var %0 : f64
    %1 = kgen.shape %charge[0] : !kgen.array<2, f64>
    kgen.for %row = 0 to %1 step 1 {
      %3 = kgen.shape %charge[1] : !kgen.array<2, f64>
      kgen.for %column = 0 to %3 step 1 {
        %4 = kgen.load %masked[%row, %column] : !kgen.array<2, si32>
        %5 = kgen.constant 0 : si32
        %6 = kgen.cmp ne %4, %5 : si32
        kgen.if %6 {
          kgen.continue
        }
        %7 = kgen.cast %column : si32 to f64
        %x = kgen.mul %spacing, %7 : f64
        %8 = kgen.cast %row : si32 to f64
        %y = kgen.mul %spacing, %8 : f64
        %9 = kgen.constant 0.000000e+00 : f64
        %cell = kgen.construct %x, %y, %9 : !kgen.vec<3xf64>
        %10 = kgen.get %total : f64
        %11 = kgen.load %charge[%row, %column] : !kgen.array<2, f64>
        %12 = kgen.load %probe[%i] : !kgen.array<1, vec<3xf64>>
        %13 = kgen.sub %12, %cell : !kgen.vec<3xf64>
        %14 = kgen.length %13 : !kgen.vec<3xf64>
        %15 = kgen.div %11, %14 : f64
        %16 = kgen.add %10, %15 : f64
        kgen.set %total, %16 : f64
      }
    }
    %2 = kgen.get %total : f64
    kgen.store %potential[%i], %2 : !kgen.array<1, f64>
    kgen.return
  }
  kgen.kernel @plate_potential_backward(%probe: !kgen.array<1, vec<3xf64>>, %charge: !kgen.array<2, f64>, %masked: !kgen.array<2, si32>, %spacing: f64, %potential: !kgen.array<1, f64>, %adj_probe: !kgen.array<1, vec<3xf64>>, %adj_charge: !kgen.array<2, f64>, %adj_masked: !kgen.array<2, si32>, %adj_spacing: f64, %adj_potential: !kgen.array<1, f64>) attributes {adjoint_of = @plate_potential} {
    %grad_probe = kgen.gradient %probe, %adj_probe : !kgen.array<1, vec<3xf64>>
    %grad_charge = kgen.gradient %charge, %adj_charge : !kgen.array<2, f64>
    %grad_potential = kgen.gradient %potential, %adj_potential : !kgen.array<1, f64>
    %i = kgen.tid : si32
    %0 = kgen.shape %charge[0] : !kgen.array<2, f64>
    %adj_total = kgen.gradient_take %grad_potential[%i] : !kgen.gradient<1, f64>
    %1 = kgen.constant 1 : si32
    %2 = kgen.sub %0, %1 : si32
    kgen.for %row = %2 to -1 step -1 {
      %3 = kgen.shape %charge[1] : !kgen.array<2, f64>
      %4 = kgen.sub %3, %1 : si32
      kgen.for %column = %4 to -1 step -1 {
        %5 = kgen.load %masked[%row, %column] : !kgen.array<2, si32>
        %6 = kgen.constant 0 : si32
        %7 = kgen.cmp ne %5, %6 : si32
        %8 = kgen.not %7 : i1
        kgen.if %8 {
          %9 = kgen.cast %column : si32 to f64
          %x = kgen.mul %spacing, %9 : f64
          %10 = kgen.cast %row : si32 to f64
          %y = kgen.mul %spacing, %10 : f64
          %11 = kgen.constant 0.000000e+00 : f64
          %cell = kgen.construct %x, %y, %11 : !kgen.vec<3xf64>
          %12 = kgen.load %charge[%row, %column] : !kgen.array<2, f64>
          %13 = kgen.load %probe[%i] : !kgen.array<1, vec<3xf64>>
          %14 = kgen.sub %13, %cell : !kgen.vec<3xf64>
          %15 = kgen.length %14 : !kgen.vec<3xf64>
          %16 = kgen.div %12, %15 : f64
          %17 = kgen.cmp ne %adj_total, %11 : f64
          kgen.if %17 {
            %18 = kgen.div %adj_total, %15 : f64
            %19 = kgen.mul %18, %16 : f64
            %20 = kgen.neg %19 : f64
            %21 = kgen.normalize %14 : !kgen.vec<3xf64>
            %22 = kgen.scale %21, %20 : !kgen.vec<3xf64>, f64
            kgen.gradient_add %grad_probe[%i], %22 : !kgen.gradient<1, vec<3xf64>>
            kgen.gradient_add %grad_charge[%row, %column], %18 : !kgen.gradient<2, f64>
          }
        }
      }
    }
    kgen.return
  }
}

