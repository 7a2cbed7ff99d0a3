module {
  kgen.kernel @sail_load(%sail: !kgen.array<2, vec<3xf32>>, %wind: !kgen.array<1, vec<2xf32>>, %force: !kgen.array<2, vec<3xf32>>, %power: !kgen.array<2, f32>) {
    %row, %column = kgen.tid : si32, si32
    %corner = kgen.load %sail[%row, %column] : !kgen.array<2, vec<3xf32>>
    %0 = kgen.constant 1 : si32
    %1 = kgen.add %column, %0 : si32
    %2 = kgen.load %sail[%row, %1] : !kgen.array<2, vec<3xf32>>
    %along = kgen.sub %2, %corner : !kgen.vec<3xf32>
    %3 = kgen.constant 1 : si32
    %4 = kgen.add %row, %3 : si32
    %5 = kgen.load %sail[%4, %column] : !kgen.array<2, vec<3xf32>>
    %up = kgen.sub %5, %corner : !kgen.vec<3xf32>
    %area_vector = kgen.cross %along, %up : !kgen.vec<3xf32>
    %normal = kgen.normalize %area_vector : !kgen.vec<3xf32>
    %area = kgen.length %area_vector : !kgen.vec<3xf32>
    %6 = kgen.constant 5.000000e-01 : f32
    %7 = kgen.add %along, %up : !kgen.vec<3xf32>
    %8 = kgen.scale_left %6, %7 : f32, !kgen.vec<3xf32>
    %center = kgen.add %corner, %8 : !kgen.vec<3xf32>
    %9 = kgen.constant 1.000000e+00 : f32
    %10 = kgen.constant 1.500000e-01 : f32 {symbol = "SHEAR"}
    %11 = kgen.extract %center[1] {kgen.lead = [""]} : !kgen.vec<3xf32>
    %12 = kgen.mul %10, %11 : f32
    %growth = kgen.add %9, %12 {kgen.tail = "# the wind is level and grows with height"} : f32
    %breeze = kgen.load %wind[%row] : !kgen.array<1, vec<2xf32>>
    %13 = kgen.constant 0.000000e+00 : f32
    %14 = kgen.constant 0.000000e+00 : f32
    %15 = kgen.constant 0.000000e+00 : f32
    %16 = kgen.construct %13, %14, %15 : !kgen.vec<3xf32>
    %gust = kgen.var %16 : !kgen.vec<3xf32>
    %17 = kgen.extract %breeze[0] : !kgen.vec<2xf32>
    %18 = kgen.mul %growth, %17 : f32
    kgen.set %gust[0], %18 : f32 in !kgen.vec<3xf32>
    %19 = kgen.extract %breeze[1] : !kgen.vec<2xf32>
    %20 = kgen.mul %growth, %19 : f32
    kgen.set %gust[2], %20 : f32 in !kgen.vec<3xf32>
    %21 = kgen.get %gust : !kgen.vec<3xf32>
    %through = kgen.dot %21, %normal : !kgen.vec<3xf32>
    %22 = kgen.get %gust : !kgen.vec<3xf32>
    %23 = kgen.scale_left %through, %normal : f32, !kgen.vec<3xf32>
    %sliding = kgen.sub %22, %23 : !kgen.vec<3xf32>
    %24 = kgen.constant 5.000000e-01 : f32
    %25 = kgen.constant 1.200000e+00 : f32 {symbol = "AIR_DENSITY"}
    %26 = kgen.mul %24, %25 {kgen.lead = [""]} : f32
    %27 = kgen.get %gust : !kgen.vec<3xf32>
    %28 = kgen.length_sq %27 : !kgen.vec<3xf32>
    %29 = kgen.mul %26, %28 : f32
    %pressure = kgen.mul %29, %area : f32
    %30 = kgen.get %gust : !kgen.vec<3xf32>
    %31 = kgen.length %30 : !kgen.vec<3xf32>
    %32 = kgen.div %through, %31 : f32
    %33 = kgen.scale_left %32, %normal : f32, !kgen.vec<3xf32>
    %34 = kgen.constant 2.000000e-02 : f32 {symbol = "SKIN_FRICTION"}
    %35 = kgen.scale_left %34, %sliding : f32, !kgen.vec<3xf32>
    %36 = kgen.add %33, %35 : !kgen.vec<3xf32>
    %load = kgen.scale_left %pressure, %36 : f32, !kgen.vec<3xf32>
    kgen.store %force[%row, %column], %load : !kgen.array<2, vec<3xf32>>
    %37 = kgen.get %gust : !kgen.vec<3xf32>
    %38 = kgen.dot %load, %37 : !kgen.vec<3xf32>
    kgen.store %power[%row, %column], %38 : !kgen.array<2, f32>
    kgen.return
  }
  kgen.kernel @sail_load_backward(%sail: !kgen.array<2, vec<3xf32>>, %wind: !kgen.array<1, vec<2xf32>>, %force: !kgen.array<2, vec<3xf32>>, %power: !kgen.array<2, f32>, %adj_sail: !kgen.array<2, vec<3xf32>>, %adj_wind: !kgen.array<1, vec<2xf32>>, %adj_force: !kgen.array<2, vec<3xf32>>, %adj_power: !kgen.array<2, f32>) attributes {adjoint_of = @sail_load} {
    %grad_sail = kgen.gradient %sail, %adj_sail : !kgen.array<2, vec<3xf32>>
    %grad_wind = kgen.gradient %wind, %adj_wind : !kgen.array<1, vec<2xf32>>
    %grad_force = kgen.gradient %force, %adj_force : !kgen.array<2, vec<3xf32>>
    %grad_power = kgen.gradient %power, %adj_power : !kgen.array<2, f32>
    %row, %column = kgen.tid : si32, si32
    %corner = kgen.load %sail[%row, %column] : !kgen.array<2, vec<3xf32>>
    %0 = kgen.constant 1 : si32
    %1 = kgen.add %column, %0 : si32
    %2 = kgen.load %sail[%row, %1] : !kgen.array<2, vec<3xf32>>
    %along = kgen.sub %2, %corner : !kgen.vec<3xf32>
    %3 = kgen.add %row, %0 : si32
    %4 = kgen.load %sail[%3, %column] : !kgen.array<2, vec<3xf32>>
    %up = kgen.sub %4, %corner : !kgen.vec<3xf32>
    %area_vector = kgen.cross %along, %up : !kgen.vec<3xf32>
    %normal = kgen.normalize %area_vector : !kgen.vec<3xf32>
    %area = kgen.length %area_vector : !kgen.vec<3xf32>
    %5 = kgen.constant 5.000000e-01 : f32
    %6 = kgen.add %along, %up : !kgen.vec<3xf32>
    %7 = kgen.scale_left %5, %6 : f32, !kgen.vec<3xf32>
    %center = kgen.add %corner, %7 : !kgen.vec<3xf32>
    %8 = kgen.constant 1.000000e+00 : f32
    %9 = kgen.constant 1.500000e-01 : f32 {symbol = "SHEAR"}
    %10 = kgen.extract %center[1] : !kgen.vec<3xf32>
    %11 = kgen.mul %9, %10 : f32
    %growth = kgen.add %8, %11 : f32
    %breeze = kgen.load %wind[%row] : !kgen.array<1, vec<2xf32>>
    %12 = kgen.constant 0.000000e+00 : f32
    %gust = kgen.construct %12, %12, %12 : !kgen.vec<3xf32>
    %13 = kgen.extract %breeze[0] : !kgen.vec<2xf32>
    %14 = kgen.mul %growth, %13 : f32
    %gust_0 = kgen.insert %14, %gust[0] : !kgen.vec<3xf32>
    %15 = kgen.extract %breeze[1] : !kgen.vec<2xf32>
    %16 = kgen.mul %growth, %15 : f32
    %gust_1 = kgen.insert %16, %gust_0[2] : !kgen.vec<3xf32>
    %through = kgen.dot %gust_1, %normal : !kgen.vec<3xf32>
    %17 = kgen.scale_left %through, %normal : f32, !kgen.vec<3xf32>
    %sliding = kgen.sub %gust_1, %17 : !kgen.vec<3xf32>
    %18 = kgen.constant 1.200000e+00 : f32 {symbol = "AIR_DENSITY"}
    %19 = kgen.mul %5, %18 : f32
    %20 = kgen.dot %gust_1, %gust_1 : !kgen.vec<3xf32>
    %21 = kgen.mul %19, %20 : f32
    %pressure = kgen.mul %21, %area : f32
    %22 = kgen.length %gust_1 : !kgen.vec<3xf32>
    %23 = kgen.div %through, %22 : f32
    %24 = kgen.scale_left %23, %normal : f32, !kgen.vec<3xf32>
    %25 = kgen.constant 2.000000e-02 : f32 {symbol = "SKIN_FRICTION"}
    %26 = kgen.scale_left %25, %sliding : f32, !kgen.vec<3xf32>
    %27 = kgen.add %24, %26 : !kgen.vec<3xf32>
    %load = kgen.scale_left %pressure, %27 : f32, !kgen.vec<3xf32>
    %28 = kgen.gradient_take %grad_power[%row, %column] : !kgen.gradient<2, f32>
    %29 = kgen.cmp ne %28, %12 : f32
    %30, %31 = kgen.if %29 -> (!kgen.vec<3xf32>, !kgen.vec<3xf32>) {
      %48 = kgen.scale %gust_1, %28 : !kgen.vec<3xf32>, f32
      %49 = kgen.scale %load, %28 : !kgen.vec<3xf32>, f32
      kgen.yield %48, %49 : !kgen.vec<3xf32>, !kgen.vec<3xf32>
    } else {
      %48 = kgen.construct : !kgen.vec<3xf32>
      kgen.yield %48, %48 : !kgen.vec<3xf32>, !kgen.vec<3xf32>
    }
    %32 = kgen.gradient_take %grad_force[%row, %column] : !kgen.gradient<2, vec<3xf32>>
    %adj_load = kgen.add %30, %32 : !kgen.vec<3xf32>
    %33 = kgen.any_nonzero %adj_load : !kgen.vec<3xf32>
    %adj_gust_1, %34, %35 = kgen.if %33 -> (!kgen.vec<3xf32>, !kgen.vec<3xf32>, !kgen.vec<3xf32>) {
      %adj_pressure = kgen.ddot %adj_load, %27 : !kgen.vec<3xf32>
      %48 = kgen.scale %adj_load, %pressure : !kgen.vec<3xf32>, f32
      %adj_sliding = kgen.scale %48, %25 : !kgen.vec<3xf32>, f32
      %49 = kgen.any_nonzero %48 : !kgen.vec<3xf32>
      %50, %51, %52 = kgen.if %49 -> (!kgen.vec<3xf32>, f32, !kgen.vec<3xf32>) {
        %70 = kgen.ddot %48, %normal : !kgen.vec<3xf32>
        %71 = kgen.scale %48, %23 : !kgen.vec<3xf32>, f32
        %72 = kgen.cmp ne %70, %12 : f32
        %73, %74 = kgen.if %72 -> (f32, !kgen.vec<3xf32>) {
          %75 = kgen.div %70, %22 : f32
          %76 = kgen.mul %75, %23 : f32
          %77 = kgen.neg %76 : f32
          %78 = kgen.normalize %gust_1 : !kgen.vec<3xf32>
          %79 = kgen.scale %78, %77 : !kgen.vec<3xf32>, f32
          %80 = kgen.add %31, %79 : !kgen.vec<3xf32>
          kgen.yield %75, %80 : f32, !kgen.vec<3xf32>
        } else {
          kgen.yield %12, %31 : f32, !kgen.vec<3xf32>
        }
        kgen.yield %71, %73, %74 : !kgen.vec<3xf32>, f32, !kgen.vec<3xf32>
      } else {
        %70 = kgen.construct : !kgen.vec<3xf32>
        kgen.yield %70, %12, %31 : !kgen.vec<3xf32>, f32, !kgen.vec<3xf32>
      }
      %53 = kgen.mul %adj_pressure, %area : f32
      %adj_area = kgen.mul %adj_pressure, %21 : f32
      %54 = kgen.mul %53, %19 : f32
      %55 = kgen.scale %gust_1, %54 : !kgen.vec<3xf32>, f32
      %56 = kgen.add %52, %55 : !kgen.vec<3xf32>
      %57 = kgen.add %56, %55 : !kgen.vec<3xf32>
      %58 = kgen.add %57, %adj_sliding : !kgen.vec<3xf32>
      %59 = kgen.neg %adj_sliding : !kgen.vec<3xf32>
      %60 = kgen.ddot %59, %normal : !kgen.vec<3xf32>
      %adj_through = kgen.add %51, %60 : f32
      %61 = kgen.scale %59, %through : !kgen.vec<3xf32>, f32
      %62 = kgen.add %50, %61 : !kgen.vec<3xf32>
      %63 = kgen.scale %normal, %adj_through : !kgen.vec<3xf32>, f32
      %64 = kgen.add %58, %63 : !kgen.vec<3xf32>
      %65 = kgen.scale %gust_1, %adj_through : !kgen.vec<3xf32>, f32
      %adj_normal = kgen.add %62, %65 : !kgen.vec<3xf32>
      %66 = kgen.scale %normal, %adj_area : !kgen.vec<3xf32>, f32
      %67 = kgen.any_nonzero %adj_normal : !kgen.vec<3xf32>
      %adj_area_vector = kgen.if %67 -> !kgen.vec<3xf32> {
        %70 = kgen.cmp gt %area, %12 : f32
        %71 = kgen.dot %normal, %adj_normal : !kgen.vec<3xf32>
        %72 = kgen.scale %normal, %71 : !kgen.vec<3xf32>, f32
        %73 = kgen.sub %adj_normal, %72 : !kgen.vec<3xf32>
        %74 = kgen.scale_div %73, %area : !kgen.vec<3xf32>, f32
        %75 = kgen.construct : !kgen.vec<3xf32>
        %76 = kgen.where %70, %74, %75 : i1, !kgen.vec<3xf32>, !kgen.vec<3xf32>
        %77 = kgen.add %66, %76 : !kgen.vec<3xf32>
        kgen.yield %77 : !kgen.vec<3xf32>
      } else {
        kgen.yield %66 : !kgen.vec<3xf32>
      }
      %68 = kgen.cross %up, %adj_area_vector : !kgen.vec<3xf32>
      %69 = kgen.cross %adj_area_vector, %along : !kgen.vec<3xf32>
      kgen.yield %64, %68, %69 : !kgen.vec<3xf32>, !kgen.vec<3xf32>, !kgen.vec<3xf32>
    } else {
      %48 = kgen.construct : !kgen.vec<3xf32>
      kgen.yield %31, %48, %48 : !kgen.vec<3xf32>, !kgen.vec<3xf32>, !kgen.vec<3xf32>
    }
    %36 = kgen.extract %adj_gust_1[2] : !kgen.vec<3xf32>
    %adj_gust_0 = kgen.insert %12, %adj_gust_1[2] : !kgen.vec<3xf32>
    %37 = kgen.mul %36, %15 : f32
    %38 = kgen.mul %36, %growth : f32
    %39 = kgen.extract %adj_gust_0[0] : !kgen.vec<3xf32>
    %40 = kgen.mul %39, %13 : f32
    %adj_growth = kgen.add %37, %40 : f32
    %41 = kgen.mul %39, %growth : f32
    %adj_breeze = kgen.construct %41, %38 : !kgen.vec<2xf32>
    kgen.gradient_add %grad_wind[%row], %adj_breeze : !kgen.gradient<1, vec<2xf32>>
    %42 = kgen.mul %adj_growth, %9 : f32
    %43 = kgen.construct : !kgen.vec<3xf32>
    %adj_center = kgen.insert %42, %43[1] : !kgen.vec<3xf32>
    %44 = kgen.scale %adj_center, %5 : !kgen.vec<3xf32>, f32
    %adj_along = kgen.add %34, %44 : !kgen.vec<3xf32>
    %adj_up = kgen.add %35, %44 : !kgen.vec<3xf32>
    %45 = kgen.neg %adj_up : !kgen.vec<3xf32>
    %46 = kgen.add %adj_center, %45 : !kgen.vec<3xf32>
    kgen.gradient_add %grad_sail[%3, %column], %adj_up : !kgen.gradient<2, vec<3xf32>>
    %47 = kgen.neg %adj_along : !kgen.vec<3xf32>
    %adj_corner = kgen.add %46, %47 : !kgen.vec<3xf32>
    kgen.gradient_add %grad_sail[%row, %1], %adj_along : !kgen.gradient<2, vec<3xf32>>
    kgen.gradient_add %grad_sail[%row, %column], %adj_corner : !kgen.gradient<2, vec<3xf32>>
    kgen.return
  }
}

