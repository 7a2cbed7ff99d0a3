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
      %55 = kgen.scale %gust_1, %28 : !kgen.vec<3xf32>, f32
      %56 = kgen.scale %load, %28 : !kgen.vec<3xf32>, f32
      kgen.yield %55, %56 : !kgen.vec<3xf32>, !kgen.vec<3xf32>
    } else {
      %55 = kgen.construct : !kgen.vec<3xf32>
      kgen.yield %55, %55 : !kgen.vec<3xf32>, !kgen.vec<3xf32>
    }
    %32 = kgen.gradient_take %grad_force[%row, %column] : !kgen.gradient<2, vec<3xf32>>
    %adj_load = kgen.add %30, %32 : !kgen.vec<3xf32>
    %33 = kgen.extract %adj_load[0] : !kgen.vec<3xf32>
    %34 = kgen.cmp ne %33, %12 : f32
    %35 = kgen.extract %adj_load[1] : !kgen.vec<3xf32>
    %36 = kgen.cmp ne %35, %12 : f32
    %37 = kgen.or %34, %36 : i1
    %38 = kgen.extract %adj_load[2] : !kgen.vec<3xf32>
    %39 = kgen.cmp ne %38, %12 : f32
    %40 = kgen.or %37, %39 : i1
    %adj_gust_1, %41, %42 = kgen.if %40 -> (!kgen.vec<3xf32>, !kgen.vec<3xf32>, !kgen.vec<3xf32>) {
      %adj_pressure = kgen.ddot %adj_load, %27 : !kgen.vec<3xf32>
      %55 = kgen.scale %adj_load, %pressure : !kgen.vec<3xf32>, f32
      %adj_sliding = kgen.scale %55, %25 : !kgen.vec<3xf32>, f32
      %56 = kgen.extract %55[0] : !kgen.vec<3xf32>
      %57 = kgen.cmp ne %56, %12 : f32
      %58 = kgen.extract %55[1] : !kgen.vec<3xf32>
      %59 = kgen.cmp ne %58, %12 : f32
      %60 = kgen.or %57, %59 : i1
      %61 = kgen.extract %55[2] : !kgen.vec<3xf32>
      %62 = kgen.cmp ne %61, %12 : f32
      %63 = kgen.or %60, %62 : i1
      %64, %65, %66 = kgen.if %63 -> (!kgen.vec<3xf32>, f32, !kgen.vec<3xf32>) {
        %91 = kgen.ddot %55, %normal : !kgen.vec<3xf32>
        %92 = kgen.scale %55, %23 : !kgen.vec<3xf32>, f32
        %93 = kgen.cmp ne %91, %12 : f32
        %94, %95 = kgen.if %93 -> (f32, !kgen.vec<3xf32>) {
          %96 = kgen.div %91, %22 : f32
          %97 = kgen.mul %96, %23 : f32
          %98 = kgen.neg %97 : f32
          %99 = kgen.normalize %gust_1 : !kgen.vec<3xf32>
          %100 = kgen.scale %99, %98 : !kgen.vec<3xf32>, f32
          %101 = kgen.add %31, %100 : !kgen.vec<3xf32>
          kgen.yield %96, %101 : f32, !kgen.vec<3xf32>
        } else {
          kgen.yield %12, %31 : f32, !kgen.vec<3xf32>
        }
        kgen.yield %92, %94, %95 : !kgen.vec<3xf32>, f32, !kgen.vec<3xf32>
      } else {
        %91 = kgen.construct : !kgen.vec<3xf32>
        kgen.yield %91, %12, %31 : !kgen.vec<3xf32>, f32, !kgen.vec<3xf32>
      }
      %67 = kgen.mul %adj_pressure, %area : f32
      %adj_area = kgen.mul %adj_pressure, %21 : f32
      %68 = kgen.mul %67, %19 : f32
      %69 = kgen.scale %gust_1, %68 : !kgen.vec<3xf32>, f32
      %70 = kgen.add %66, %69 : !kgen.vec<3xf32>
      %71 = kgen.add %70, %69 : !kgen.vec<3xf32>
      %72 = kgen.add %71, %adj_sliding : !kgen.vec<3xf32>
      %73 = kgen.neg %adj_sliding : !kgen.vec<3xf32>
      %74 = kgen.ddot %73, %normal : !kgen.vec<3xf32>
      %adj_through = kgen.add %65, %74 : f32
      %75 = kgen.scale %73, %through : !kgen.vec<3xf32>, f32
      %76 = kgen.add %64, %75 : !kgen.vec<3xf32>
      %77 = kgen.scale %normal, %adj_through : !kgen.vec<3xf32>, f32
      %78 = kgen.add %72, %77 : !kgen.vec<3xf32>
      %79 = kgen.scale %gust_1, %adj_through : !kgen.vec<3xf32>, f32
      %adj_normal = kgen.add %76, %79 : !kgen.vec<3xf32>
      %80 = kgen.scale %normal, %adj_area : !kgen.vec<3xf32>, f32
      %81 = kgen.extract %adj_normal[0] : !kgen.vec<3xf32>
      %82 = kgen.cmp ne %81, %12 : f32
      %83 = kgen.extract %adj_normal[1] : !kgen.vec<3xf32>
      %84 = kgen.cmp ne %83, %12 : f32
      %85 = kgen.or %82, %84 : i1
      %86 = kgen.extract %adj_normal[2] : !kgen.vec<3xf32>
      %87 = kgen.cmp ne %86, %12 : f32
      %88 = kgen.or %85, %87 : i1
      %adj_area_vector = kgen.if %88 -> !kgen.vec<3xf32> {
        %91 = kgen.cmp gt %area, %12 : f32
        %92 = kgen.dot %normal, %adj_normal : !kgen.vec<3xf32>
        %93 = kgen.scale %normal, %92 : !kgen.vec<3xf32>, f32
        %94 = kgen.sub %adj_normal, %93 : !kgen.vec<3xf32>
        %95 = kgen.scale_div %94, %area : !kgen.vec<3xf32>, f32
        %96 = kgen.construct : !kgen.vec<3xf32>
        %97 = kgen.where %91, %95, %96 : i1, !kgen.vec<3xf32>, !kgen.vec<3xf32>
        %98 = kgen.add %80, %97 : !kgen.vec<3xf32>
        kgen.yield %98 : !kgen.vec<3xf32>
      } else {
        kgen.yield %80 : !kgen.vec<3xf32>
      }
      %89 = kgen.cross %up, %adj_area_vector : !kgen.vec<3xf32>
      %90 = kgen.cross %adj_area_vector, %along : !kgen.vec<3xf32>
      kgen.yield %78, %89, %90 : !kgen.vec<3xf32>, !kgen.vec<3xf32>, !kgen.vec<3xf32>
    } else {
      %55 = kgen.construct : !kgen.vec<3xf32>
      kgen.yield %31, %55, %55 : !kgen.vec<3xf32>, !kgen.vec<3xf32>, !kgen.vec<3xf32>
    }
    %43 = kgen.extract %adj_gust_1[2] : !kgen.vec<3xf32>
    %adj_gust_0 = kgen.insert %12, %adj_gust_1[2] : !kgen.vec<3xf32>
    %44 = kgen.mul %43, %15 : f32
    %45 = kgen.mul %43, %growth : f32
    %46 = kgen.extract %adj_gust_0[0] : !kgen.vec<3xf32>
    %47 = kgen.mul %46, %13 : f32
    %adj_growth = kgen.add %44, %47 : f32
    %48 = kgen.mul %46, %growth : f32
    %adj_breeze = kgen.construct %48, %45 : !kgen.vec<2xf32>
    kgen.gradient_add %grad_wind[%row], %adj_breeze : !kgen.gradient<1, vec<2xf32>>
    %49 = kgen.mul %adj_growth, %9 : f32
    %50 = kgen.construct : !kgen.vec<3xf32>
    %adj_center = kgen.insert %49, %50[1] : !kgen.vec<3xf32>
    %51 = kgen.scale %adj_center, %5 : !kgen.vec<3xf32>, f32
    %adj_along = kgen.add %41, %51 : !kgen.vec<3xf32>
    %adj_up = kgen.add %42, %51 : !kgen.vec<3xf32>
    %52 = kgen.neg %adj_up : !kgen.vec<3xf32>
    %53 = kgen.add %adj_center, %52 : !kgen.vec<3xf32>
    kgen.gradient_add %grad_sail[%3, %column], %adj_up : !kgen.gradient<2, vec<3xf32>>
    %54 = kgen.neg %adj_along : !kgen.vec<3xf32>
    %adj_corner = kgen.add %53, %54 : !kgen.vec<3xf32>
    kgen.gradient_add %grad_sail[%row, %1], %adj_along : !kgen.gradient<2, vec<3xf32>>
    kgen.gradient_add %grad_sail[%row, %column], %adj_corner : !kgen.gradient<2, vec<3xf32>>
    kgen.return
  }
}

