module {
  kgen.kernel @predator_prey_step(%hares: !kgen.array<1, f32>, %foxes: !kgen.array<1, f32>, %capacity: !kgen.array<1, f32>, %hares_next: !kgen.array<1, f32>, %foxes_next: !kgen.array<1, f32>) {
    %patch = kgen.tid : si32
    %0 = kgen.constant 2 : si32 {symbol = "PATCHES_PER_HABITAT"}
    %habitat = kgen.floordiv %patch, %0 : si32
    %1 = kgen.constant 2 : si32 {symbol = "PATCHES_PER_HABITAT"}
    %side = kgen.mod %patch, %1 : si32
    %2 = kgen.constant 1.000000e+00 : f32
    %3 = kgen.constant 2.500000e-01 : f32
    %4 = kgen.cast %side : si32 to f32
    %5 = kgen.mul %3, %4 : f32
    %shade = kgen.sub %2, %5 : f32
    %prey = kgen.load %hares[%patch] {kgen.lead = [""]} : !kgen.array<1, f32>
    %predators = kgen.load %foxes[%patch] : !kgen.array<1, f32>
    %6 = kgen.load %capacity[%habitat] : !kgen.array<1, f32>
    %7 = kgen.mul %6, %shade : f32
    %crowding = kgen.div %prey, %7 : f32
    %8 = kgen.constant 8.000000e-01 : f32
    %9 = kgen.mul %8, %prey : f32
    %10 = kgen.mul %9, %predators : f32
    %11 = kgen.constant 1.000000e+00 : f32
    %12 = kgen.constant 5.000000e-01 : f32
    %13 = kgen.mul %12, %prey : f32
    %14 = kgen.add %11, %13 : f32
    %eaten = kgen.div %10, %14 : f32
    %15 = kgen.constant 1.200000e+00 : f32
    %16 = kgen.mul %15, %prey {kgen.lead = [""]} : f32
    %17 = kgen.constant 1.000000e+00 : f32
    %18 = kgen.sub %17, %crowding : f32
    %births = kgen.mul %16, %18 : f32
    %19 = kgen.constant 5.000000e-02 : f32
    %20 = kgen.constant 1.500000e+00 : f32
    %21 = kgen.pow %predators, %20 : f32
    %fights = kgen.mul %19, %21 : f32
    %22 = kgen.constant -4.000000e-01 : f32
    %23 = kgen.mul %22, %predators : f32
    %starved = kgen.sub %23, %fights : f32
    %24 = kgen.constant 1.000000e-01 : f32 {symbol = "DT"}
    %25 = kgen.sub %births, %eaten {kgen.lead = [""]} : f32
    %26 = kgen.mul %24, %25 : f32
    %27 = kgen.add %prey, %26 : f32
    kgen.store %hares_next[%patch], %27 : !kgen.array<1, f32>
    %28 = kgen.constant 1.000000e-01 : f32 {symbol = "DT"}
    %29 = kgen.constant 6.000000e-01 : f32
    %30 = kgen.mul %29, %eaten : f32
    %31 = kgen.add %30, %starved : f32
    %32 = kgen.mul %28, %31 : f32
    %33 = kgen.add %predators, %32 : f32
    kgen.store %foxes_next[%patch], %33 : !kgen.array<1, f32>
    kgen.return
  }
  kgen.kernel @predator_prey_step_backward(%hares: !kgen.array<1, f32>, %foxes: !kgen.array<1, f32>, %capacity: !kgen.array<1, f32>, %hares_next: !kgen.array<1, f32>, %foxes_next: !kgen.array<1, f32>, %adj_hares: !kgen.array<1, f32>, %adj_foxes: !kgen.array<1, f32>, %adj_capacity: !kgen.array<1, f32>, %adj_hares_next: !kgen.array<1, f32>, %adj_foxes_next: !kgen.array<1, f32>) attributes {adjoint_of = @predator_prey_step} {
    %grad_hares = kgen.gradient %hares, %adj_hares : !kgen.array<1, f32>
    %grad_foxes = kgen.gradient %foxes, %adj_foxes : !kgen.array<1, f32>
    %grad_capacity = kgen.gradient %capacity, %adj_capacity : !kgen.array<1, f32>
    %grad_hares_next = kgen.gradient %hares_next, %adj_hares_next : !kgen.array<1, f32>
    %grad_foxes_next = kgen.gradient %foxes_next, %adj_foxes_next : !kgen.array<1, f32>
    %patch = kgen.tid : si32
    %0 = kgen.constant 2 : si32 {symbol = "PATCHES_PER_HABITAT"}
    %habitat = kgen.floordiv %patch, %0 : si32
    %side = kgen.mod %patch, %0 : si32
    %1 = kgen.constant 1.000000e+00 : f32
    %2 = kgen.constant 2.500000e-01 : f32
    %3 = kgen.cast %side : si32 to f32
    %4 = kgen.mul %2, %3 : f32
    %shade = kgen.sub %1, %4 : f32
    %prey = kgen.load %hares[%patch] : !kgen.array<1, f32>
    %predators = kgen.load %foxes[%patch] : !kgen.array<1, f32>
    %5 = kgen.load %capacity[%habitat] : !kgen.array<1, f32>
    %6 = kgen.mul %5, %shade : f32
    %crowding = kgen.div %prey, %6 : f32
    %7 = kgen.constant 8.000000e-01 : f32
    %8 = kgen.mul %7, %prey : f32
    %9 = kgen.mul %8, %predators : f32
    %10 = kgen.constant 5.000000e-01 : f32
    %11 = kgen.mul %10, %prey : f32
    %12 = kgen.add %1, %11 : f32
    %eaten = kgen.div %9, %12 : f32
    %13 = kgen.constant 1.200000e+00 : f32
    %14 = kgen.mul %13, %prey : f32
    %15 = kgen.sub %1, %crowding : f32
    %16 = kgen.constant 5.000000e-02 : f32
    %17 = kgen.constant 1.500000e+00 : f32
    %18 = kgen.constant -4.000000e-01 : f32
    %19 = kgen.constant 1.000000e-01 : f32 {symbol = "DT"}
    %20 = kgen.constant 6.000000e-01 : f32
    %21 = kgen.gradient_take %grad_foxes_next[%patch] : !kgen.gradient<1, f32>
    %adj_starved = kgen.mul %21, %19 : f32
    %22 = kgen.mul %adj_starved, %20 : f32
    %23 = kgen.gradient_take %grad_hares_next[%patch] : !kgen.gradient<1, f32>
    %adj_births = kgen.mul %23, %19 : f32
    %24 = kgen.neg %adj_births : f32
    %adj_eaten = kgen.add %22, %24 : f32
    %adj_fights = kgen.neg %adj_starved : f32
    %25 = kgen.mul %adj_starved, %18 : f32
    %26 = kgen.add %21, %25 : f32
    %27 = kgen.mul %adj_fights, %16 : f32
    %28 = kgen.constant 0.000000e+00 : f32
    %29 = kgen.cmp ne %27, %28 : f32
    %30 = kgen.if %29 -> f32 {
      %34 = kgen.sub %17, %1 : f32
      %35 = kgen.pow %predators, %34 : f32
      %36 = kgen.mul %17, %35 : f32
      %37 = kgen.mul %27, %36 : f32
      %38 = kgen.add %26, %37 : f32
      kgen.yield %38 : f32
    } else {
      kgen.yield %26 : f32
    }
    %31 = kgen.cmp ne %adj_births, %28 : f32
    %32 = kgen.if %31 -> f32 {
      %34 = kgen.mul %adj_births, %15 : f32
      %35 = kgen.mul %adj_births, %14 : f32
      %adj_crowding = kgen.neg %35 : f32
      %36 = kgen.mul %34, %13 : f32
      %37 = kgen.add %23, %36 : f32
      %38 = kgen.div %adj_crowding, %6 : f32
      %39 = kgen.add %37, %38 : f32
      %40 = kgen.mul %38, %crowding : f32
      %41 = kgen.neg %40 : f32
      %42 = kgen.mul %41, %shade : f32
      kgen.gradient_add %grad_capacity[%habitat], %42 : !kgen.gradient<1, f32>
      kgen.yield %39 : f32
    } else {
      kgen.yield %23 : f32
    }
    %33 = kgen.cmp ne %adj_eaten, %28 : f32
    %adj_prey, %adj_predators = kgen.if %33 -> (f32, f32) {
      %34 = kgen.div %adj_eaten, %12 : f32
      %35 = kgen.mul %34, %eaten : f32
      %36 = kgen.neg %35 : f32
      %37 = kgen.mul %36, %10 : f32
      %38 = kgen.add %32, %37 : f32
      %39 = kgen.mul %34, %predators : f32
      %40 = kgen.mul %34, %8 : f32
      %41 = kgen.add %30, %40 : f32
      %42 = kgen.mul %39, %7 : f32
      %43 = kgen.add %38, %42 : f32
      kgen.yield %43, %41 : f32, f32
    } else {
      kgen.yield %32, %30 : f32, f32
    }
    kgen.gradient_add %grad_foxes[%patch], %adj_predators : !kgen.gradient<1, f32>
    kgen.gradient_add %grad_hares[%patch], %adj_prey : !kgen.gradient<1, f32>
    kgen.return
  }
}

