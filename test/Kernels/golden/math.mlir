module {
  kgen.kernel @great_circle(%latitude: !kgen.array<1, f64>, %longitude: !kgen.array<1, f64>, %destination: !kgen.array<1, si32>, %harbour: !kgen.array<1, vec<2xf64>>, %distance: !kgen.array<1, f64>, %bearing: !kgen.array<1, f64>) {
    %ship = kgen.tid : si32
    %0 = kgen.load %destination[%ship] : !kgen.array<1, si32>
    %port = kgen.load %harbour[%0] : !kgen.array<1, vec<2xf64>>
    %lat_a = kgen.load %latitude[%ship] : !kgen.array<1, f64>
    %lat_b = kgen.extract %port[0] : !kgen.vec<2xf64>
    %1 = kgen.sub %lat_b, %lat_a : f64
    %2 = kgen.constant 2.000000e+00 : f64
    %half_lat = kgen.div %1, %2 : f64
    %3 = kgen.extract %port[1] : !kgen.vec<2xf64>
    %4 = kgen.load %longitude[%ship] : !kgen.array<1, f64>
    %d_lon = kgen.sub %3, %4 : f64
    %sin_lat = kgen.sin %half_lat {kgen.lead = [""]} : f64
    %5 = kgen.constant 2.000000e+00 : f64
    %6 = kgen.div %d_lon, %5 : f64
    %sin_lon = kgen.sin %6 : f64
    %7 = kgen.mul %sin_lat, %sin_lat : f64
    %8 = kgen.cos %lat_a : f64
    %9 = kgen.cos %lat_b : f64
    %10 = kgen.mul %8, %9 : f64
    %11 = kgen.mul %10, %sin_lon : f64
    %12 = kgen.mul %11, %sin_lon : f64
    %haversine = kgen.add %7, %12 : f64
    %13 = kgen.constant 0.000000e+00 : f64
    %14 = kgen.constant 1.000000e+00 : f64
    %15 = kgen.clamp %haversine, %13, %14 : f64
    %chord = kgen.sqrt %15 : f64
    %16 = kgen.constant 2.000000e+00 : f64
    %17 = kgen.constant 6.371000e+03 : f64 {symbol = "EARTH_RADIUS"}
    %18 = kgen.mul %16, %17 : f64
    %19 = kgen.asin %chord : f64
    %20 = kgen.mul %18, %19 : f64
    kgen.store %distance[%ship], %20 : !kgen.array<1, f64>
    %21 = kgen.sin %d_lon {kgen.lead = [""]} : f64
    %22 = kgen.cos %lat_b : f64
    %east = kgen.mul %21, %22 : f64
    %23 = kgen.cos %lat_a : f64
    %24 = kgen.sin %lat_b : f64
    %25 = kgen.mul %23, %24 : f64
    %26 = kgen.sin %lat_a : f64
    %27 = kgen.cos %lat_b : f64
    %28 = kgen.mul %26, %27 : f64
    %29 = kgen.cos %d_lon : f64
    %30 = kgen.mul %28, %29 : f64
    %north = kgen.sub %25, %30 : f64
    %31 = kgen.atan2 %east, %north : f64
    kgen.store %bearing[%ship], %31 : !kgen.array<1, f64>
    kgen.return
  }
  kgen.kernel @great_circle_backward(%latitude: !kgen.array<1, f64>, %longitude: !kgen.array<1, f64>, %destination: !kgen.array<1, si32>, %harbour: !kgen.array<1, vec<2xf64>>, %distance: !kgen.array<1, f64>, %bearing: !kgen.array<1, f64>, %adj_latitude: !kgen.array<1, f64>, %adj_longitude: !kgen.array<1, f64>, %adj_destination: !kgen.array<1, si32>, %adj_harbour: !kgen.array<1, vec<2xf64>>, %adj_distance: !kgen.array<1, f64>, %adj_bearing: !kgen.array<1, f64>) attributes {adjoint_of = @great_circle} {
    %grad_latitude = kgen.gradient %latitude, %adj_latitude : !kgen.array<1, f64>
    %grad_longitude = kgen.gradient %longitude, %adj_longitude : !kgen.array<1, f64>
    %grad_harbour = kgen.gradient %harbour, %adj_harbour : !kgen.array<1, vec<2xf64>>
    %grad_distance = kgen.gradient %distance, %adj_distance : !kgen.array<1, f64>
    %grad_bearing = kgen.gradient %bearing, %adj_bearing : !kgen.array<1, f64>
    %ship = kgen.tid : si32
    %0 = kgen.load %destination[%ship] : !kgen.array<1, si32>
    %port = kgen.load %harbour[%0] : !kgen.array<1, vec<2xf64>>
    %lat_a = kgen.load %latitude[%ship] : !kgen.array<1, f64>
    %lat_b = kgen.extract %port[0] : !kgen.vec<2xf64>
    %1 = kgen.sub %lat_b, %lat_a : f64
    %2 = kgen.constant 2.000000e+00 : f64
    %half_lat = kgen.div %1, %2 : f64
    %3 = kgen.extract %port[1] : !kgen.vec<2xf64>
    %4 = kgen.load %longitude[%ship] : !kgen.array<1, f64>
    %d_lon = kgen.sub %3, %4 : f64
    %sin_lat = kgen.sin %half_lat : f64
    %5 = kgen.div %d_lon, %2 : f64
    %sin_lon = kgen.sin %5 : f64
    %6 = kgen.mul %sin_lat, %sin_lat : f64
    %7 = kgen.cos %lat_a : f64
    %8 = kgen.cos %lat_b : f64
    %9 = kgen.mul %7, %8 : f64
    %10 = kgen.mul %9, %sin_lon : f64
    %11 = kgen.mul %10, %sin_lon : f64
    %haversine = kgen.add %6, %11 : f64
    %12 = kgen.constant 0.000000e+00 : f64
    %13 = kgen.constant 1.000000e+00 : f64
    %14 = kgen.max %12, %haversine : f64
    %15 = kgen.min %14, %13 : f64
    %chord = kgen.sqrt %15 : f64
    %16 = kgen.constant 6.371000e+03 : f64 {symbol = "EARTH_RADIUS"}
    %17 = kgen.mul %2, %16 : f64
    %18 = kgen.sin %d_lon : f64
    %east = kgen.mul %18, %8 : f64
    %19 = kgen.sin %lat_b : f64
    %20 = kgen.mul %7, %19 : f64
    %21 = kgen.sin %lat_a : f64
    %22 = kgen.mul %21, %8 : f64
    %23 = kgen.cos %d_lon : f64
    %24 = kgen.mul %22, %23 : f64
    %north = kgen.sub %20, %24 : f64
    %25 = kgen.gradient_take %grad_bearing[%ship] : !kgen.gradient<1, f64>
    %26 = kgen.cmp ne %25, %12 : f64
    %27, %28, %29 = kgen.if %26 -> (f64, f64, f64) {
      %34 = kgen.mul %north, %north : f64
      %35 = kgen.mul %east, %east : f64
      %36 = kgen.add %34, %35 : f64
      %37 = kgen.cmp gt %36, %12 : f64
      %38 = kgen.mul %25, %north : f64
      %39 = kgen.div %38, %36 : f64
      %adj_east = kgen.where %37, %39, %12 : i1, f64, f64
      %40 = kgen.mul %25, %east : f64
      %41 = kgen.div %40, %36 : f64
      %42 = kgen.where %37, %41, %12 : i1, f64, f64
      %adj_north = kgen.neg %42 : f64
      %43 = kgen.neg %adj_north : f64
      %44 = kgen.mul %43, %23 : f64
      %45 = kgen.mul %43, %22 : f64
      %46 = kgen.mul %45, %18 : f64
      %47 = kgen.neg %46 : f64
      %48 = kgen.mul %44, %8 : f64
      %49 = kgen.mul %44, %21 : f64
      %50 = kgen.mul %49, %19 : f64
      %51 = kgen.neg %50 : f64
      %52 = kgen.mul %48, %7 : f64
      %53 = kgen.mul %adj_north, %19 : f64
      %54 = kgen.mul %adj_north, %7 : f64
      %55 = kgen.mul %54, %8 : f64
      %56 = kgen.add %51, %55 : f64
      %57 = kgen.mul %53, %21 : f64
      %58 = kgen.neg %57 : f64
      %59 = kgen.add %52, %58 : f64
      %60 = kgen.mul %adj_east, %8 : f64
      %61 = kgen.mul %adj_east, %18 : f64
      %62 = kgen.mul %61, %19 : f64
      %63 = kgen.neg %62 : f64
      %64 = kgen.add %56, %63 : f64
      %65 = kgen.mul %60, %23 : f64
      %66 = kgen.add %47, %65 : f64
      kgen.yield %66, %64, %59 : f64, f64, f64
    } else {
      kgen.yield %12, %12, %12 : f64, f64, f64
    }
    %30 = kgen.gradient_take %grad_distance[%ship] : !kgen.gradient<1, f64>
    %31 = kgen.mul %30, %17 : f64
    %32 = kgen.cmp ne %31, %12 : f64
    %adj_lat_b, %adj_lat_a, %adj_d_lon = kgen.if %32 -> (f64, f64, f64) {
      %34 = kgen.abs %chord : f64
      %35 = kgen.cmp lt %34, %13 : f64
      %36 = kgen.mul %chord, %chord : f64
      %37 = kgen.sub %13, %36 : f64
      %38 = kgen.sqrt %37 : f64
      %39 = kgen.div %31, %38 : f64
      %adj_chord = kgen.where %35, %39, %12 : i1, f64, f64
      %40 = kgen.cmp ne %adj_chord, %12 : f64
      %41, %42, %43 = kgen.if %40 -> (f64, f64, f64) {
        %44 = kgen.constant 5.000000e-01 : f64
        %45 = kgen.mul %44, %adj_chord : f64
        %46 = kgen.div %45, %chord : f64
        %47 = kgen.cmp ne %15, %13 : f64
        %48 = kgen.where %47, %46, %12 : i1, f64, f64
        %49 = kgen.cmp ne %14, %haversine : f64
        %adj_haversine = kgen.where %49, %12, %48 : i1, f64, f64
        %50 = kgen.cmp ne %adj_haversine, %12 : f64
        %51, %52, %53 = kgen.if %50 -> (f64, f64, f64) {
          %60 = kgen.mul %adj_haversine, %sin_lon : f64
          %61 = kgen.mul %adj_haversine, %10 : f64
          %62 = kgen.mul %60, %sin_lon : f64
          %63 = kgen.mul %60, %9 : f64
          %adj_sin_lon = kgen.add %61, %63 : f64
          %64 = kgen.mul %62, %8 : f64
          %65 = kgen.mul %62, %7 : f64
          %66 = kgen.mul %65, %19 : f64
          %67 = kgen.neg %66 : f64
          %68 = kgen.add %28, %67 : f64
          %69 = kgen.mul %64, %21 : f64
          %70 = kgen.neg %69 : f64
          %71 = kgen.add %29, %70 : f64
          %72 = kgen.cos %5 : f64
          %73 = kgen.mul %adj_sin_lon, %72 : f64
          %74 = kgen.div %73, %2 : f64
          %75 = kgen.add %27, %74 : f64
          kgen.yield %68, %71, %75 : f64, f64, f64
        } else {
          kgen.yield %28, %29, %27 : f64, f64, f64
        }
        %54 = kgen.mul %adj_haversine, %sin_lat : f64
        %adj_sin_lat = kgen.add %54, %54 : f64
        %55 = kgen.cos %half_lat : f64
        %adj_half_lat = kgen.mul %adj_sin_lat, %55 : f64
        %56 = kgen.div %adj_half_lat, %2 : f64
        %57 = kgen.add %51, %56 : f64
        %58 = kgen.neg %56 : f64
        %59 = kgen.add %52, %58 : f64
        kgen.yield %57, %59, %53 : f64, f64, f64
      } else {
        kgen.yield %28, %29, %27 : f64, f64, f64
      }
      kgen.yield %41, %42, %43 : f64, f64, f64
    } else {
      kgen.yield %28, %29, %27 : f64, f64, f64
    }
    %33 = kgen.neg %adj_d_lon : f64
    kgen.gradient_add %grad_longitude[%ship], %33 : !kgen.gradient<1, f64>
    %adj_port = kgen.construct %adj_lat_b, %adj_d_lon : !kgen.vec<2xf64>
    kgen.gradient_add %grad_latitude[%ship], %adj_lat_a : !kgen.gradient<1, f64>
    kgen.gradient_add %grad_harbour[%0], %adj_port : !kgen.gradient<1, vec<2xf64>>
    kgen.return
  }
}

