module {
  kgen.kernel @bounce_distance(%height: !kgen.array<1, f32>, %ground: !kgen.array<1, si32>, %max_bounces: !kgen.array<1, si32>, %distance: !kgen.array<1, f32>) {
    %ball = kgen.tid : si32
    %0 = kgen.load %ground[%ball] : !kgen.array<1, si32>
    %1 = kgen.constant 0 : si32 {symbol = "WATER"}
    %2 = kgen.cmp eq %0, %1 : si32
    kgen.if %2 {
      kgen.return
    }
    %rebound = kgen.var : f32
    %3 = kgen.load %ground[%ball] : !kgen.array<1, si32>
    %4 = kgen.constant 1 : si32 {symbol = "SAND"}
    %5 = kgen.cmp eq %3, %4 : si32
    kgen.if %5 {
      %10 = kgen.constant 2.000000e-01 : f32
      kgen.set %rebound, %10 : f32
    } else {
      %10 = kgen.load %ground[%ball] : !kgen.array<1, si32>
      %11 = kgen.constant 2 : si32 {symbol = "GRASS"}
      %12 = kgen.cmp eq %10, %11 : si32
      kgen.if %12 {
        %13 = kgen.constant 4.500000e-01 : f32
        kgen.set %rebound, %13 : f32
      } else {
        %13 = kgen.constant 0.699999988 : f32
        kgen.set %rebound, %13 : f32
      }
    } {kgen.lead = [""]}
    %6 = kgen.load %height[%ball] {kgen.lead = [""]} : !kgen.array<1, f32>
    %h = kgen.var %6 : f32
    %7 = kgen.load %height[%ball] : !kgen.array<1, f32>
    %travelled = kgen.var %7 : f32
    %8 = kgen.constant 0 : si32
    %bounces = kgen.var %8 : si32
    kgen.while {
      %10 = kgen.get %h : f32
      %11 = kgen.constant 5.000000e-02 : f32 {symbol = "REST_HEIGHT"}
      %12 = kgen.cmp gt %10, %11 : f32
      kgen.yield %12 : i1
    } do {
      %10 = kgen.get %bounces : si32
      %11 = kgen.load %max_bounces[%ball] : !kgen.array<1, si32>
      %12 = kgen.cmp eq %10, %11 : si32
      kgen.if %12 {
        kgen.break
      }
      %13 = kgen.get %rebound : f32
      %14 = kgen.get %h : f32
      %15 = kgen.mul %13, %14 : f32
      kgen.set %h, %15 : f32
      %16 = kgen.get %travelled : f32
      %17 = kgen.constant 2.000000e+00 : f32
      %18 = kgen.get %h : f32
      %19 = kgen.mul %17, %18 : f32
      %20 = kgen.add %16, %19 : f32
      kgen.set %travelled, %20 : f32
      %21 = kgen.get %bounces : si32
      %22 = kgen.constant 1 : si32
      %23 = kgen.add %21, %22 : si32
      kgen.set %bounces, %23 : si32
    }
    %9 = kgen.get %travelled : f32
    kgen.store %distance[%ball], %9 : !kgen.array<1, f32>
    kgen.return
  }
  kgen.kernel @bounce_distance_backward(%height: !kgen.array<1, f32>, %ground: !kgen.array<1, si32>, %max_bounces: !kgen.array<1, si32>, %distance: !kgen.array<1, f32>, %adj_height: !kgen.array<1, f32>, %adj_ground: !kgen.array<1, si32>, %adj_max_bounces: !kgen.array<1, si32>, %adj_distance: !kgen.array<1, f32>) attributes {adjoint_of = @bounce_distance} {
    %grad_height = kgen.gradient %height, %adj_height : !kgen.array<1, f32>
    %grad_distance = kgen.gradient %distance, %adj_distance : !kgen.array<1, f32>
    %ball = kgen.tid : si32
    %0 = kgen.load %ground[%ball] : !kgen.array<1, si32>
    %1 = kgen.constant 0 : si32 {symbol = "WATER"}
    %2 = kgen.cmp eq %0, %1 : si32
    %3 = kgen.not %2 : i1
    kgen.if %3 {
      %4 = kgen.constant 1 : si32 {symbol = "SAND"}
      %5 = kgen.cmp eq %0, %4 : si32
      %rebound = kgen.if %5 -> f32 {
        %10 = kgen.constant 2.000000e-01 : f32
        kgen.yield %10 : f32
      } else {
        %10 = kgen.constant 2 : si32 {symbol = "GRASS"}
        %11 = kgen.cmp eq %0, %10 : si32
        %rebound_0 = kgen.if %11 -> f32 {
          %12 = kgen.constant 4.500000e-01 : f32
          kgen.yield %12 : f32
        } else {
          %12 = kgen.constant 0.699999988 : f32
          kgen.yield %12 : f32
        }
        kgen.yield %rebound_0 : f32
      }
      %h = kgen.load %height[%ball] : !kgen.array<1, f32>
      %6 = kgen.constant 0 : si32
      %h_0, %bounces = kgen.while carry(%h_1 = %h : f32, %bounces_0 = %6 : si32) {
        %10 = kgen.constant 5.000000e-02 : f32 {symbol = "REST_HEIGHT"}
        %11 = kgen.cmp gt %h_1, %10 : f32
        %12 = kgen.if %11 -> i1 {
          %13 = kgen.load %max_bounces[%ball] : !kgen.array<1, si32>
          %14 = kgen.cmp eq %bounces_0, %13 : si32
          %15 = kgen.not %14 : i1
          kgen.yield %15 : i1
        } else {
          %13 = kgen.constant false
          kgen.yield %13 : i1
        }
        kgen.yield %12, %h_1, %bounces_0 : i1, f32, si32
      } do(%h_2, %bounces_1) {
        %h_4 = kgen.mul %rebound, %h_2 : f32
        %10 = kgen.constant 1 : si32
        %bounces_3 = kgen.add %bounces_1, %10 : si32
        kgen.yield %h_4, %bounces_3 : f32, si32
      }
      %adj_travelled_0 = kgen.gradient_take %grad_distance[%ball] : !kgen.gradient<1, f32>
      %7 = kgen.constant 0.000000e+00 : f32
      %8 = kgen.constant 1 : si32
      %9 = kgen.sub %bounces, %8 : si32
      %adj_h_0 = kgen.for %trip = %9 to -1 step -1 carry(%adj_h_0_0 = %7 : f32) {
        %10 = kgen.constant 2.000000e+00 : f32
        %11 = kgen.mul %adj_travelled_0, %10 : f32
        %adj_h_4 = kgen.add %adj_h_0_0, %11 : f32
        %12 = kgen.mul %adj_h_4, %rebound : f32
        kgen.yield %12 : f32
      }
      %adj_h = kgen.add %adj_h_0, %adj_travelled_0 : f32
      kgen.gradient_add %grad_height[%ball], %adj_h : !kgen.gradient<1, f32>
    }
    kgen.return
  }
}

