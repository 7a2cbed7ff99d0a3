module {
  kgen.kernel @deposit_charge(%position: !kgen.array<1, f32>, %charge: !kgen.array<1, f32>, %density: !kgen.array<1, f32>, %strongest: !kgen.array<1, f32>, %leftmost: !kgen.array<1, f32>, %reservoir: !kgen.array<1, f32>) {
    %p = kgen.tid : si32
    %0 = kgen.load %position[%p] : !kgen.array<1, f32>
    %1 = kgen.constant 5.000000e-01 : f32 {symbol = "CELL_WIDTH"}
    %x = kgen.div %0, %1 : f32
    %2 = kgen.floor %x : f32
    %left = kgen.cast %2 : f32 to si32
    %3 = kgen.constant 0 : si32
    %4 = kgen.cmp lt %left, %3 : si32
    %5 = kgen.constant 1 : si32
    %6 = kgen.add %left, %5 : si32
    %7 = kgen.shape %density[0] : !kgen.array<1, f32>
    %8 = kgen.cmp ge %6, %7 : si32
    %9 = kgen.or %4, %8 : i1
    kgen.if %9 {
      kgen.return
    }
    %10 = kgen.cast %left {kgen.lead = [""]} : si32 to f32
    %share = kgen.sub %x, %10 : f32
    %q = kgen.load %charge[%p] : !kgen.array<1, f32>
    %11 = kgen.constant 1.000000e+00 : f32
    %12 = kgen.sub %11, %share : f32
    %13 = kgen.mul %12, %q : f32
    %14 = kgen.constant 5.000000e-01 : f32 {symbol = "CELL_WIDTH"}
    %15 = kgen.div %13, %14 : f32
    %16 = kgen.atomic add %density[%left], %15 : !kgen.array<1, f32>
    %17 = kgen.constant 1 : si32
    %18 = kgen.add %left, %17 : si32
    %19 = kgen.mul %share, %q : f32
    %20 = kgen.constant 5.000000e-01 : f32 {symbol = "CELL_WIDTH"}
    %21 = kgen.div %19, %20 : f32
    %22 = kgen.atomic add %density[%18], %21 : !kgen.array<1, f32>
    %23 = kgen.abs %q : f32
    %24 = kgen.atomic max %strongest[%left], %23 : !kgen.array<1, f32>
    %25 = kgen.load %position[%p] : !kgen.array<1, f32>
    %26 = kgen.atomic min %leftmost[0], %25 : !kgen.array<1, f32>
    %27 = kgen.atomic sub %reservoir[0], %q : !kgen.array<1, f32>
    kgen.return
  }
  kgen.kernel @deposit_charge_backward(%position: !kgen.array<1, f32>, %charge: !kgen.array<1, f32>, %density: !kgen.array<1, f32>, %strongest: !kgen.array<1, f32>, %leftmost: !kgen.array<1, f32>, %reservoir: !kgen.array<1, f32>, %adj_position: !kgen.array<1, f32>, %adj_charge: !kgen.array<1, f32>, %adj_density: !kgen.array<1, f32>, %adj_strongest: !kgen.array<1, f32>, %adj_leftmost: !kgen.array<1, f32>, %adj_reservoir: !kgen.array<1, f32>) attributes {adjoint_of = @deposit_charge} {
    %grad_position = kgen.gradient %position, %adj_position : !kgen.array<1, f32>
    %grad_charge = kgen.gradient %charge, %adj_charge : !kgen.array<1, f32>
    %grad_density = kgen.gradient %density, %adj_density : !kgen.array<1, f32>
    %grad_strongest = kgen.gradient %strongest, %adj_strongest : !kgen.array<1, f32>
    %grad_leftmost = kgen.gradient %leftmost, %adj_leftmost : !kgen.array<1, f32>
    %grad_reservoir = kgen.gradient %reservoir, %adj_reservoir : !kgen.array<1, f32>
    %p = kgen.tid : si32
    %0 = kgen.load %position[%p] : !kgen.array<1, f32>
    %1 = kgen.constant 5.000000e-01 : f32 {symbol = "CELL_WIDTH"}
    %x = kgen.div %0, %1 : f32
    %2 = kgen.floor %x : f32
    %left = kgen.cast %2 : f32 to si32
    %3 = kgen.constant 0 : si32
    %4 = kgen.cmp lt %left, %3 : si32
    %5 = kgen.constant 1 : si32
    %6 = kgen.add %left, %5 : si32
    %7 = kgen.shape %density[0] : !kgen.array<1, f32>
    %8 = kgen.cmp ge %6, %7 : si32
    %9 = kgen.or %4, %8 : i1
    %10 = kgen.not %9 : i1
    %adj_x, %11 = kgen.if %10 -> (f32, f32) {
      %14 = kgen.cast %left : si32 to f32
      %share = kgen.sub %x, %14 : f32
      %q = kgen.load %charge[%p] : !kgen.array<1, f32>
      %15 = kgen.constant 1.000000e+00 : f32
      %16 = kgen.sub %15, %share : f32
      %17 = kgen.abs %q : f32
      %18 = kgen.gradient_read %grad_reservoir[0] : !kgen.gradient<1, f32>
      %19 = kgen.neg %18 : f32
      %20 = kgen.load %leftmost[0] : !kgen.array<1, f32>
      %21 = kgen.cmp eq %0, %20 : f32
      %22 = kgen.if %21 -> f32 {
        %41 = kgen.gradient_take %grad_leftmost[0] : !kgen.gradient<1, f32>
        kgen.yield %41 : f32
      } else {
        %41 = kgen.constant 0.000000e+00 : f32
        kgen.yield %41 : f32
      }
      %23 = kgen.load %strongest[%left] : !kgen.array<1, f32>
      %24 = kgen.cmp eq %17, %23 : f32
      %25 = kgen.if %24 -> f32 {
        %41 = kgen.gradient_take %grad_strongest[%left] : !kgen.gradient<1, f32>
        kgen.yield %41 : f32
      } else {
        %41 = kgen.constant 0.000000e+00 : f32
        kgen.yield %41 : f32
      }
      %26 = kgen.constant 0.000000e+00 : f32
      %27 = kgen.cmp lt %q, %26 : f32
      %28 = kgen.neg %25 : f32
      %29 = kgen.where %27, %28, %25 : i1, f32, f32
      %30 = kgen.add %19, %29 : f32
      %31 = kgen.gradient_read %grad_density[%6] : !kgen.gradient<1, f32>
      %32 = kgen.div %31, %1 : f32
      %33 = kgen.mul %32, %q : f32
      %34 = kgen.mul %32, %share : f32
      %35 = kgen.add %30, %34 : f32
      %36 = kgen.gradient_read %grad_density[%left] : !kgen.gradient<1, f32>
      %37 = kgen.div %36, %1 : f32
      %38 = kgen.mul %37, %q : f32
      %39 = kgen.mul %37, %16 : f32
      %adj_q = kgen.add %35, %39 : f32
      %40 = kgen.neg %38 : f32
      %adj_share = kgen.add %33, %40 : f32
      kgen.gradient_add %grad_charge[%p], %adj_q : !kgen.gradient<1, f32>
      kgen.yield %adj_share, %22 : f32, f32
    } else {
      %14 = kgen.constant 0.000000e+00 : f32
      kgen.yield %14, %14 : f32, f32
    }
    %12 = kgen.div %adj_x, %1 : f32
    %13 = kgen.add %11, %12 : f32
    kgen.gradient_add %grad_position[%p], %13 : !kgen.gradient<1, f32>
    kgen.return
  }
}

