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
    %11 = kgen.extract %center[1] : !kgen.vec<3xf32>
    %12 = kgen.mul %10, %11 : f32
    %growth = kgen.add %9, %12 : f32
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
    %26 = kgen.mul %24, %25 : f32
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
    %11 = kgen.extract %center[1] : !kgen.vec<3xf32>
    %12 = kgen.mul %10, %11 : f32
    %growth = kgen.add %9, %12 : f32
    %breeze = kgen.load %wind[%row] : !kgen.array<1, vec<2xf32>>
    %13 = kgen.constant 0.000000e+00 : f32
    %14 = kgen.constant 0.000000e+00 : f32
    %15 = kgen.constant 0.000000e+00 : f32
    %gust = kgen.construct %13, %14, %15 : !kgen.vec<3xf32>
    %16 = kgen.extract %breeze[0] : !kgen.vec<2xf32>
    %17 = kgen.mul %growth, %16 : f32
    %gust_0 = kgen.insert %17, %gust[0] : !kgen.vec<3xf32>
    %18 = kgen.extract %breeze[1] : !kgen.vec<2xf32>
    %19 = kgen.mul %growth, %18 : f32
    %gust_1 = kgen.insert %19, %gust_0[2] : !kgen.vec<3xf32>
    %through = kgen.dot %gust_1, %normal : !kgen.vec<3xf32>
    %20 = kgen.scale_left %through, %normal : f32, !kgen.vec<3xf32>
    %sliding = kgen.sub %gust_1, %20 : !kgen.vec<3xf32>
    %21 = kgen.constant 5.000000e-01 : f32
    %22 = kgen.constant 1.200000e+00 : f32 {symbol = "AIR_DENSITY"}
    %23 = kgen.mul %21, %22 : f32
    %24 = kgen.dot %gust_1, %gust_1 : !kgen.vec<3xf32>
    %25 = kgen.mul %23, %24 : f32
    %pressure = kgen.mul %25, %area : f32
    %26 = kgen.length %gust_1 : !kgen.vec<3xf32>
    %27 = kgen.div %through, %26 : f32
    %28 = kgen.scale_left %27, %normal : f32, !kgen.vec<3xf32>
    %29 = kgen.constant 2.000000e-02 : f32 {symbol = "SKIN_FRICTION"}
    %30 = kgen.scale_left %29, %sliding : f32, !kgen.vec<3xf32>
    %31 = kgen.add %28, %30 : !kgen.vec<3xf32>
    %load = kgen.scale_left %pressure, %31 : f32, !kgen.vec<3xf32>
    %32 = kgen.gradient_take %grad_power[%row, %column] : !kgen.gradient<2, f32>
    %33 = kgen.scale %gust_1, %32 : !kgen.vec<3xf32>, f32
    %34 = kgen.scale %load, %32 : !kgen.vec<3xf32>, f32
    %35 = kgen.gradient_take %grad_force[%row, %column] : !kgen.gradient<2, vec<3xf32>>
    %adj_load = kgen.add %33, %35 : !kgen.vec<3xf32>
    %adj_pressure = kgen.ddot %adj_load, %31 : !kgen.vec<3xf32>
    %36 = kgen.scale %adj_load, %pressure : !kgen.vec<3xf32>, f32
    %adj_sliding = kgen.scale %36, %29 : !kgen.vec<3xf32>, f32
    %37 = kgen.ddot %36, %normal : !kgen.vec<3xf32>
    %38 = kgen.scale %36, %27 : !kgen.vec<3xf32>, f32
    %39 = kgen.div %37, %26 : f32
    %40 = kgen.mul %37, %27 : f32
    %41 = kgen.div %40, %26 : f32
    %42 = kgen.neg %41 : f32
    %43 = kgen.normalize %gust_1 : !kgen.vec<3xf32>
    %44 = kgen.scale %43, %42 : !kgen.vec<3xf32>, f32
    %45 = kgen.add %34, %44 : !kgen.vec<3xf32>
    %46 = kgen.mul %adj_pressure, %area : f32
    %adj_area = kgen.mul %adj_pressure, %25 : f32
    %47 = kgen.mul %46, %23 : f32
    %48 = kgen.scale %gust_1, %47 : !kgen.vec<3xf32>, f32
    %49 = kgen.add %45, %48 : !kgen.vec<3xf32>
    %50 = kgen.scale %gust_1, %47 : !kgen.vec<3xf32>, f32
    %51 = kgen.add %49, %50 : !kgen.vec<3xf32>
    %52 = kgen.add %51, %adj_sliding : !kgen.vec<3xf32>
    %53 = kgen.neg %adj_sliding : !kgen.vec<3xf32>
    %54 = kgen.ddot %53, %normal : !kgen.vec<3xf32>
    %adj_through = kgen.add %39, %54 : f32
    %55 = kgen.scale %53, %through : !kgen.vec<3xf32>, f32
    %56 = kgen.add %38, %55 : !kgen.vec<3xf32>
    %57 = kgen.scale %normal, %adj_through : !kgen.vec<3xf32>, f32
    %adj_gust_1 = kgen.add %52, %57 : !kgen.vec<3xf32>
    %58 = kgen.scale %gust_1, %adj_through : !kgen.vec<3xf32>, f32
    %adj_normal = kgen.add %56, %58 : !kgen.vec<3xf32>
    %59 = kgen.constant 0.000000e+00 : f32
    %60 = kgen.extract %adj_gust_1[2] : !kgen.vec<3xf32>
    %adj_gust_0 = kgen.insert %59, %adj_gust_1[2] : !kgen.vec<3xf32>
    %61 = kgen.mul %60, %18 : f32
    %62 = kgen.mul %60, %growth : f32
    %63 = kgen.construct : !kgen.vec<2xf32>
    %64 = kgen.insert %62, %63[1] : !kgen.vec<2xf32>
    %65 = kgen.extract %adj_gust_0[0] : !kgen.vec<3xf32>
    %66 = kgen.mul %65, %16 : f32
    %adj_growth = kgen.add %61, %66 : f32
    %67 = kgen.mul %65, %growth : f32
    %68 = kgen.construct : !kgen.vec<2xf32>
    %69 = kgen.insert %67, %68[0] : !kgen.vec<2xf32>
    %adj_breeze = kgen.add %64, %69 : !kgen.vec<2xf32>
    kgen.gradient_add %grad_wind[%row], %adj_breeze : !kgen.gradient<1, vec<2xf32>>
    %70 = kgen.mul %adj_growth, %10 : f32
    %71 = kgen.construct : !kgen.vec<3xf32>
    %adj_center = kgen.insert %70, %71[1] : !kgen.vec<3xf32>
    %72 = kgen.scale %adj_center, %6 : !kgen.vec<3xf32>, f32
    %73 = kgen.normalize %area_vector : !kgen.vec<3xf32>
    %74 = kgen.scale %73, %adj_area : !kgen.vec<3xf32>, f32
    %75 = kgen.length %area_vector : !kgen.vec<3xf32>
    %76 = kgen.constant 0.000000e+00 : f32
    %77 = kgen.cmp gt %75, %76 : f32
    %78 = kgen.dot %normal, %adj_normal : !kgen.vec<3xf32>
    %79 = kgen.scale %normal, %78 : !kgen.vec<3xf32>, f32
    %80 = kgen.sub %adj_normal, %79 : !kgen.vec<3xf32>
    %81 = kgen.scale_div %80, %75 : !kgen.vec<3xf32>, f32
    %82 = kgen.construct : !kgen.vec<3xf32>
    %83 = kgen.where %77, %81, %82 : i1, !kgen.vec<3xf32>, !kgen.vec<3xf32>
    %adj_area_vector = kgen.add %74, %83 : !kgen.vec<3xf32>
    %84 = kgen.cross %up, %adj_area_vector : !kgen.vec<3xf32>
    %adj_along = kgen.add %72, %84 : !kgen.vec<3xf32>
    %85 = kgen.cross %adj_area_vector, %along : !kgen.vec<3xf32>
    %adj_up = kgen.add %72, %85 : !kgen.vec<3xf32>
    %86 = kgen.neg %adj_up : !kgen.vec<3xf32>
    %87 = kgen.add %adj_center, %86 : !kgen.vec<3xf32>
    kgen.gradient_add %grad_sail[%4, %column], %adj_up : !kgen.gradient<2, vec<3xf32>>
    %88 = kgen.neg %adj_along : !kgen.vec<3xf32>
    %adj_corner = kgen.add %87, %88 : !kgen.vec<3xf32>
    kgen.gradient_add %grad_sail[%row, %1], %adj_along : !kgen.gradient<2, vec<3xf32>>
    kgen.gradient_add %grad_sail[%row, %column], %adj_corner : !kgen.gradient<2, vec<3xf32>>
    kgen.return
  }
}

