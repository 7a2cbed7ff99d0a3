module {
  kgen.kernel @tyre_force(%depth: !kgen.array<1, f32>, %slip: !kgen.array<1, f32>, %wet: !kgen.array<1, si32>, %braking: !kgen.array<1, si32>, %normal_force: !kgen.array<1, f32>, %friction: !kgen.array<1, f32>) {
    %i = kgen.tid : si32
    %d = kgen.load %depth[%i] : !kgen.array<1, f32>
    %s = kgen.load %slip[%i] : !kgen.array<1, f32>
    %0 = kgen.load %wet[%i] : !kgen.array<1, si32>
    %1 = kgen.constant 0 : si32
    %is_wet = kgen.cmp ne %0, %1 : si32
    %2 = kgen.load %braking[%i] : !kgen.array<1, si32>
    %3 = kgen.constant 0 : si32
    %is_braking = kgen.cmp ne %2, %3 : si32
    %4 = kgen.constant 5.000000e-01 : f32
    %5 = kgen.constant 0.899999976 : f32
    %grip = kgen.where %is_wet, %4, %5 : i1, f32, f32
    %6 = kgen.constant 5.000000e-02 : f32 {symbol = "SOFT_DEPTH"}
    %7 = kgen.cmp gt %d, %6 : f32
    %8 = kgen.if %7 -> f32 {
      %16 = kgen.constant 4.000000e+01 : f32 {symbol = "STIFFNESS"}
      %17 = kgen.mul %16, %d : f32
      kgen.yield %17 : f32
    } else {
      %16 = kgen.constant 4.000000e+01 : f32 {symbol = "STIFFNESS"}
      %17 = kgen.mul %16, %d : f32
      %18 = kgen.mul %17, %d : f32
      %19 = kgen.constant 5.000000e-02 : f32 {symbol = "SOFT_DEPTH"}
      %20 = kgen.div %18, %19 : f32
      kgen.yield %20 : f32
    }
    %pressed = kgen.var %8 : f32
    %drag = kgen.var : f32
    %9 = kgen.constant 0.000000e+00 : f32
    %10 = kgen.cmp le %d, %9 : f32
    kgen.if %10 {
      %16 = kgen.constant 0.000000e+00 : f32
      kgen.set %pressed, %16 : f32
      %17 = kgen.constant 0.000000e+00 : f32
      kgen.set %drag, %17 : f32
    } else {
      %16 = kgen.abs %s : f32
      %17 = kgen.constant 1.000000e-01 : f32
      %18 = kgen.cmp lt %16, %17 : f32
      %19 = kgen.not %is_braking : i1
      %20 = kgen.and %18, %19 : i1
      kgen.if %20 {
        %21 = kgen.constant 2.000000e-02 : f32
        %22 = kgen.mul %21, %s : f32
        kgen.set %drag, %22 : f32
      } else {
        %21 = kgen.abs %s : f32
        %22 = kgen.constant 3.000000e-01 : f32
        %23 = kgen.cmp lt %21, %22 : f32
        kgen.if %23 {
          %24 = kgen.constant 5.000000e+00 : f32
          %25 = kgen.mul %24, %s : f32
          %26 = kgen.sin %25 : f32
          %27 = kgen.mul %grip, %26 : f32
          kgen.set %drag, %27 : f32
        } else {
          %24 = kgen.constant 0.000000e+00 : f32
          %25 = kgen.cmp lt %s, %24 : f32
          %26 = kgen.or %25, %is_wet : i1
          kgen.if %26 {
            %27 = kgen.constant 8.000000e-01 : f32
            %28 = kgen.mul %27, %grip : f32
            %29 = kgen.sign %s : f32
            %30 = kgen.mul %28, %29 : f32
            kgen.set %drag, %30 : f32
          } else {
            %27 = kgen.constant 1.000000e+00 : f32
            %28 = kgen.constant 2.000000e-01 : f32
            %29 = kgen.constant 3.000000e-01 : f32
            %30 = kgen.sub %s, %29 : f32
            %31 = kgen.mul %28, %30 : f32
            %32 = kgen.sub %27, %31 : f32
            %33 = kgen.mul %grip, %32 : f32
            kgen.set %drag, %33 : f32
          }
        }
      }
    } {kgen.lead = [""]}
    %11 = kgen.get %pressed : f32
    kgen.store %normal_force[%i], %11 {kgen.lead = [""]} : !kgen.array<1, f32>
    %12 = kgen.get %drag : f32
    %13 = kgen.neg %12 : f32
    %14 = kgen.get %pressed : f32
    %15 = kgen.mul %13, %14 : f32
    kgen.store %friction[%i], %15 : !kgen.array<1, f32>
    kgen.return
  }
  kgen.kernel @tyre_force_backward(%depth: !kgen.array<1, f32>, %slip: !kgen.array<1, f32>, %wet: !kgen.array<1, si32>, %braking: !kgen.array<1, si32>, %normal_force: !kgen.array<1, f32>, %friction: !kgen.array<1, f32>, %adj_depth: !kgen.array<1, f32>, %adj_slip: !kgen.array<1, f32>, %adj_wet: !kgen.array<1, si32>, %adj_braking: !kgen.array<1, si32>, %adj_normal_force: !kgen.array<1, f32>, %adj_friction: !kgen.array<1, f32>) attributes {adjoint_of = @tyre_force} {
    %grad_depth = kgen.gradient %depth, %adj_depth : !kgen.array<1, f32>
    %grad_slip = kgen.gradient %slip, %adj_slip : !kgen.array<1, f32>
    %grad_normal_force = kgen.gradient %normal_force, %adj_normal_force : !kgen.array<1, f32>
    %grad_friction = kgen.gradient %friction, %adj_friction : !kgen.array<1, f32>
    %i = kgen.tid : si32
    %d = kgen.load %depth[%i] : !kgen.array<1, f32>
    %s = kgen.load %slip[%i] : !kgen.array<1, f32>
    %0 = kgen.load %wet[%i] : !kgen.array<1, si32>
    %1 = kgen.constant 0 : si32
    %is_wet = kgen.cmp ne %0, %1 : si32
    %2 = kgen.load %braking[%i] : !kgen.array<1, si32>
    %is_braking = kgen.cmp ne %2, %1 : si32
    %3 = kgen.constant 5.000000e-01 : f32
    %4 = kgen.constant 0.899999976 : f32
    %grip = kgen.where %is_wet, %3, %4 : i1, f32, f32
    %5 = kgen.constant 5.000000e-02 : f32 {symbol = "SOFT_DEPTH"}
    %6 = kgen.cmp gt %d, %5 : f32
    %pressed = kgen.if %6 -> f32 {
      %14 = kgen.constant 4.000000e+01 : f32 {symbol = "STIFFNESS"}
      %15 = kgen.mul %14, %d : f32
      kgen.yield %15 : f32
    } else {
      %14 = kgen.constant 4.000000e+01 : f32 {symbol = "STIFFNESS"}
      %15 = kgen.mul %14, %d : f32
      %16 = kgen.mul %15, %d : f32
      %17 = kgen.div %16, %5 : f32
      kgen.yield %17 : f32
    }
    %7 = kgen.constant 0.000000e+00 : f32
    %8 = kgen.cmp le %d, %7 : f32
    %pressed_0, %drag = kgen.if %8 -> (f32, f32) {
      kgen.yield %7, %7 : f32, f32
    } else {
      %14 = kgen.abs %s : f32
      %15 = kgen.constant 1.000000e-01 : f32
      %16 = kgen.cmp lt %14, %15 : f32
      %17 = kgen.not %is_braking : i1
      %18 = kgen.and %16, %17 : i1
      %drag_0 = kgen.if %18 -> f32 {
        %19 = kgen.constant 2.000000e-02 : f32
        %drag_1 = kgen.mul %19, %s : f32
        kgen.yield %drag_1 : f32
      } else {
        %19 = kgen.constant 3.000000e-01 : f32
        %20 = kgen.cmp lt %14, %19 : f32
        %drag_2 = kgen.if %20 -> f32 {
          %21 = kgen.constant 5.000000e+00 : f32
          %22 = kgen.mul %21, %s : f32
          %23 = kgen.sin %22 : f32
          %drag_3 = kgen.mul %grip, %23 : f32
          kgen.yield %drag_3 : f32
        } else {
          %21 = kgen.cmp lt %s, %7 : f32
          %22 = kgen.or %21, %is_wet : i1
          %drag_4 = kgen.if %22 -> f32 {
            %23 = kgen.constant 8.000000e-01 : f32
            %24 = kgen.mul %23, %grip : f32
            %25 = kgen.sign %s : f32
            %drag_5 = kgen.mul %24, %25 : f32
            kgen.yield %drag_5 : f32
          } else {
            %23 = kgen.constant 1.000000e+00 : f32
            %24 = kgen.constant 2.000000e-01 : f32
            %25 = kgen.sub %s, %19 : f32
            %26 = kgen.mul %24, %25 : f32
            %27 = kgen.sub %23, %26 : f32
            %drag_6 = kgen.mul %grip, %27 : f32
            kgen.yield %drag_6 : f32
          }
          kgen.yield %drag_4 : f32
        }
        kgen.yield %drag_2 : f32
      }
      kgen.yield %pressed, %drag_0 : f32, f32
    }
    %9 = kgen.neg %drag : f32
    %10 = kgen.gradient_take %grad_friction[%i] : !kgen.gradient<1, f32>
    %11 = kgen.mul %10, %pressed_0 : f32
    %12 = kgen.mul %10, %9 : f32
    %adj_drag = kgen.neg %11 : f32
    %13 = kgen.gradient_take %grad_normal_force[%i] : !kgen.gradient<1, f32>
    %adj_pressed_0 = kgen.add %12, %13 : f32
    %adj_s, %adj_pressed = kgen.if %8 -> (f32, f32) {
      kgen.yield %7, %7 : f32, f32
    } else {
      %14 = kgen.abs %s : f32
      %15 = kgen.constant 1.000000e-01 : f32
      %16 = kgen.cmp lt %14, %15 : f32
      %17 = kgen.not %is_braking : i1
      %18 = kgen.and %16, %17 : i1
      %adj_s_0 = kgen.if %18 -> f32 {
        %19 = kgen.constant 2.000000e-02 : f32
        %20 = kgen.mul %adj_drag, %19 : f32
        kgen.yield %20 : f32
      } else {
        %19 = kgen.constant 3.000000e-01 : f32
        %20 = kgen.cmp lt %14, %19 : f32
        %adj_s_1 = kgen.if %20 -> f32 {
          %21 = kgen.constant 5.000000e+00 : f32
          %22 = kgen.mul %21, %s : f32
          %23 = kgen.mul %adj_drag, %grip : f32
          %24 = kgen.cos %22 : f32
          %25 = kgen.mul %23, %24 : f32
          %26 = kgen.mul %25, %21 : f32
          kgen.yield %26 : f32
        } else {
          %21 = kgen.cmp lt %s, %7 : f32
          %22 = kgen.or %21, %is_wet : i1
          %adj_s_2 = kgen.if %22 -> f32 {
            kgen.yield %7 : f32
          } else {
            %23 = kgen.constant 2.000000e-01 : f32
            %24 = kgen.mul %adj_drag, %grip : f32
            %25 = kgen.neg %24 : f32
            %26 = kgen.mul %25, %23 : f32
            kgen.yield %26 : f32
          }
          kgen.yield %adj_s_2 : f32
        }
        kgen.yield %adj_s_1 : f32
      }
      kgen.yield %adj_s_0, %adj_pressed_0 : f32, f32
    }
    %adj_d = kgen.if %6 -> f32 {
      %14 = kgen.constant 4.000000e+01 : f32 {symbol = "STIFFNESS"}
      %15 = kgen.mul %adj_pressed, %14 : f32
      kgen.yield %15 : f32
    } else {
      %14 = kgen.constant 4.000000e+01 : f32 {symbol = "STIFFNESS"}
      %15 = kgen.mul %14, %d : f32
      %16 = kgen.div %adj_pressed, %5 : f32
      %17 = kgen.mul %16, %d : f32
      %18 = kgen.mul %16, %15 : f32
      %19 = kgen.mul %17, %14 : f32
      %20 = kgen.add %18, %19 : f32
      kgen.yield %20 : f32
    }
    kgen.gradient_add %grad_slip[%i], %adj_s : !kgen.gradient<1, f32>
    kgen.gradient_add %grad_depth[%i], %adj_d : !kgen.gradient<1, f32>
    kgen.return
  }
}

