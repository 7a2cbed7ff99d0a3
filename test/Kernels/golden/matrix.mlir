module {
  kgen.kernel @stretch_membrane(%rest_edges: !kgen.array<1, mat<2x2xf32>>, %corners: !kgen.array<2, vec<2xf32>>, %edge_normal: !kgen.array<1, vec<2xf32>>, %energy: !kgen.array<1, f32>, %traction: !kgen.array<1, vec<2xf32>>) {
    %t = kgen.tid : si32
    %0 = kgen.load %corners[%t, 1] : !kgen.array<2, vec<2xf32>>
    %1 = kgen.load %corners[%t, 0] : !kgen.array<2, vec<2xf32>>
    %u = kgen.sub %0, %1 : !kgen.vec<2xf32>
    %2 = kgen.load %corners[%t, 2] : !kgen.array<2, vec<2xf32>>
    %3 = kgen.load %corners[%t, 0] : !kgen.array<2, vec<2xf32>>
    %v = kgen.sub %2, %3 : !kgen.vec<2xf32>
    %4 = kgen.extract %u[0] : !kgen.vec<2xf32>
    %5 = kgen.extract %v[0] : !kgen.vec<2xf32>
    %6 = kgen.extract %u[1] : !kgen.vec<2xf32>
    %7 = kgen.extract %v[1] : !kgen.vec<2xf32>
    %edges = kgen.construct %4, %5, %6, %7 : !kgen.mat<2x2xf32>
    %rest = kgen.load %rest_edges[%t] : !kgen.array<1, mat<2x2xf32>>
    %8 = kgen.inverse %rest {kgen.lead = [""]} : !kgen.mat<2x2xf32>
    %deformation = kgen.mat_mul %edges, %8 : !kgen.mat<2x2xf32>
    %eye = kgen.identity : !kgen.mat<2x2xf32>
    %9 = kgen.constant 5.000000e-01 : f32
    %10 = kgen.transpose %deformation : !kgen.mat<2x2xf32>
    %11 = kgen.mat_mul %10, %deformation : !kgen.mat<2x2xf32>
    %12 = kgen.sub %11, %eye : !kgen.mat<2x2xf32>
    %strain = kgen.scale_left %9, %12 : f32, !kgen.mat<2x2xf32>
    %growth = kgen.trace %strain : !kgen.mat<2x2xf32>
    %13 = kgen.constant 2.000000e+00 : f32
    %14 = kgen.constant 8.000000e-01 : f32 {symbol = "SHEAR_MODULUS"}
    %15 = kgen.mul %13, %14 : f32
    %16 = kgen.scale_left %15, %strain : f32, !kgen.mat<2x2xf32>
    %17 = kgen.constant 1.500000e+00 : f32 {symbol = "LAME"}
    %18 = kgen.mul %17, %growth : f32
    %19 = kgen.scale_left %18, %eye : f32, !kgen.mat<2x2xf32>
    %stress = kgen.add %16, %19 : !kgen.mat<2x2xf32>
    %20 = kgen.constant 5.000000e-01 : f32
    %21 = kgen.determinant %rest {kgen.lead = [""]} : !kgen.mat<2x2xf32>
    %area = kgen.mul %20, %21 : f32
    %22 = kgen.constant 5.000000e-01 : f32
    %23 = kgen.mul %22, %area : f32
    %24 = kgen.mat_mul %strain, %stress : !kgen.mat<2x2xf32>
    %25 = kgen.trace %24 : !kgen.mat<2x2xf32>
    %26 = kgen.mul %23, %25 : f32
    kgen.store %energy[%t], %26 : !kgen.array<1, f32>
    %27 = kgen.mat_mul %deformation, %stress : !kgen.mat<2x2xf32>
    %28 = kgen.load %edge_normal[%t] : !kgen.array<1, vec<2xf32>>
    %29 = kgen.mat_vec_mul %27, %28 : !kgen.mat<2x2xf32>, !kgen.vec<2xf32>
    kgen.store %traction[%t], %29 : !kgen.array<1, vec<2xf32>>
    kgen.return
  }
  kgen.kernel @stretch_membrane_backward(%rest_edges: !kgen.array<1, mat<2x2xf32>>, %corners: !kgen.array<2, vec<2xf32>>, %edge_normal: !kgen.array<1, vec<2xf32>>, %energy: !kgen.array<1, f32>, %traction: !kgen.array<1, vec<2xf32>>, %adj_rest_edges: !kgen.array<1, mat<2x2xf32>>, %adj_corners: !kgen.array<2, vec<2xf32>>, %adj_edge_normal: !kgen.array<1, vec<2xf32>>, %adj_energy: !kgen.array<1, f32>, %adj_traction: !kgen.array<1, vec<2xf32>>) attributes {adjoint_of = @stretch_membrane} {
    %grad_rest_edges = kgen.gradient %rest_edges, %adj_rest_edges : !kgen.array<1, mat<2x2xf32>>
    %grad_corners = kgen.gradient %corners, %adj_corners : !kgen.array<2, vec<2xf32>>
    %grad_edge_normal = kgen.gradient %edge_normal, %adj_edge_normal : !kgen.array<1, vec<2xf32>>
    %grad_energy = kgen.gradient %energy, %adj_energy : !kgen.array<1, f32>
    %grad_traction = kgen.gradient %traction, %adj_traction : !kgen.array<1, vec<2xf32>>
    %t = kgen.tid : si32
    %0 = kgen.load %corners[%t, 1] : !kgen.array<2, vec<2xf32>>
    %1 = kgen.load %corners[%t, 0] : !kgen.array<2, vec<2xf32>>
    %u = kgen.sub %0, %1 : !kgen.vec<2xf32>
    %2 = kgen.load %corners[%t, 2] : !kgen.array<2, vec<2xf32>>
    %v = kgen.sub %2, %1 : !kgen.vec<2xf32>
    %3 = kgen.extract %u[0] : !kgen.vec<2xf32>
    %4 = kgen.extract %v[0] : !kgen.vec<2xf32>
    %5 = kgen.extract %u[1] : !kgen.vec<2xf32>
    %6 = kgen.extract %v[1] : !kgen.vec<2xf32>
    %edges = kgen.construct %3, %4, %5, %6 : !kgen.mat<2x2xf32>
    %rest = kgen.load %rest_edges[%t] : !kgen.array<1, mat<2x2xf32>>
    %7 = kgen.inverse %rest : !kgen.mat<2x2xf32>
    %deformation = kgen.mat_mul %edges, %7 : !kgen.mat<2x2xf32>
    %eye = kgen.identity : !kgen.mat<2x2xf32>
    %8 = kgen.constant 5.000000e-01 : f32
    %9 = kgen.transpose %deformation : !kgen.mat<2x2xf32>
    %10 = kgen.mat_mul %9, %deformation : !kgen.mat<2x2xf32>
    %11 = kgen.sub %10, %eye : !kgen.mat<2x2xf32>
    %strain = kgen.scale_left %8, %11 : f32, !kgen.mat<2x2xf32>
    %growth = kgen.trace %strain : !kgen.mat<2x2xf32>
    %12 = kgen.constant 2.000000e+00 : f32
    %13 = kgen.constant 8.000000e-01 : f32 {symbol = "SHEAR_MODULUS"}
    %14 = kgen.mul %12, %13 : f32
    %15 = kgen.scale_left %14, %strain : f32, !kgen.mat<2x2xf32>
    %16 = kgen.constant 1.500000e+00 : f32 {symbol = "LAME"}
    %17 = kgen.mul %16, %growth : f32
    %18 = kgen.scale_left %17, %eye : f32, !kgen.mat<2x2xf32>
    %stress = kgen.add %15, %18 : !kgen.mat<2x2xf32>
    %19 = kgen.determinant %rest : !kgen.mat<2x2xf32>
    %area = kgen.mul %8, %19 : f32
    %20 = kgen.mul %8, %area : f32
    %21 = kgen.mat_mul %strain, %stress : !kgen.mat<2x2xf32>
    %22 = kgen.trace %21 : !kgen.mat<2x2xf32>
    %23 = kgen.mat_mul %deformation, %stress : !kgen.mat<2x2xf32>
    %24 = kgen.load %edge_normal[%t] : !kgen.array<1, vec<2xf32>>
    %25 = kgen.gradient_take %grad_traction[%t] : !kgen.gradient<1, vec<2xf32>>
    %26 = kgen.outer %25, %24 : !kgen.vec<2xf32>
    %27 = kgen.vec_mat_mul %25, %23 : !kgen.vec<2xf32>, !kgen.mat<2x2xf32>
    kgen.gradient_add %grad_edge_normal[%t], %27 : !kgen.gradient<1, vec<2xf32>>
    %28 = kgen.transpose %stress : !kgen.mat<2x2xf32>
    %29 = kgen.mat_mul %26, %28 : !kgen.mat<2x2xf32>
    %30 = kgen.mat_mul %9, %26 : !kgen.mat<2x2xf32>
    %31 = kgen.gradient_take %grad_energy[%t] : !kgen.gradient<1, f32>
    %32 = kgen.mul %31, %22 : f32
    %33 = kgen.mul %31, %20 : f32
    %34 = kgen.scale %eye, %33 : !kgen.mat<2x2xf32>, f32
    %35 = kgen.mat_mul %34, %28 : !kgen.mat<2x2xf32>
    %36 = kgen.transpose %strain : !kgen.mat<2x2xf32>
    %37 = kgen.mat_mul %36, %34 : !kgen.mat<2x2xf32>
    %adj_stress = kgen.add %30, %37 : !kgen.mat<2x2xf32>
    %adj_area = kgen.mul %32, %8 : f32
    %38 = kgen.mul %adj_area, %8 : f32
    %39 = kgen.adjugate %rest : !kgen.mat<2x2xf32>
    %40 = kgen.transpose %39 : !kgen.mat<2x2xf32>
    %41 = kgen.scale %40, %38 : !kgen.mat<2x2xf32>, f32
    %42 = kgen.ddot %adj_stress, %eye : !kgen.mat<2x2xf32>
    %adj_growth = kgen.mul %42, %16 : f32
    %43 = kgen.scale %adj_stress, %14 : !kgen.mat<2x2xf32>, f32
    %44 = kgen.add %35, %43 : !kgen.mat<2x2xf32>
    %45 = kgen.scale %eye, %adj_growth : !kgen.mat<2x2xf32>, f32
    %adj_strain = kgen.add %44, %45 : !kgen.mat<2x2xf32>
    %46 = kgen.scale %adj_strain, %8 : !kgen.mat<2x2xf32>, f32
    %47 = kgen.mat_mul %46, %9 : !kgen.mat<2x2xf32>
    %48 = kgen.transpose %9 : !kgen.mat<2x2xf32>
    %49 = kgen.mat_mul %48, %46 : !kgen.mat<2x2xf32>
    %50 = kgen.add %29, %49 : !kgen.mat<2x2xf32>
    %51 = kgen.transpose %47 : !kgen.mat<2x2xf32>
    %adj_deformation = kgen.add %50, %51 : !kgen.mat<2x2xf32>
    %52 = kgen.transpose %7 : !kgen.mat<2x2xf32>
    %adj_edges = kgen.mat_mul %adj_deformation, %52 : !kgen.mat<2x2xf32>
    %53 = kgen.transpose %edges : !kgen.mat<2x2xf32>
    %54 = kgen.mat_mul %53, %adj_deformation : !kgen.mat<2x2xf32>
    %55 = kgen.mat_mul %54, %52 : !kgen.mat<2x2xf32>
    %56 = kgen.mat_mul %52, %55 : !kgen.mat<2x2xf32>
    %57 = kgen.neg %56 : !kgen.mat<2x2xf32>
    %adj_rest = kgen.add %41, %57 : !kgen.mat<2x2xf32>
    kgen.gradient_add %grad_rest_edges[%t], %adj_rest : !kgen.gradient<1, mat<2x2xf32>>
    %58 = kgen.extract %adj_edges[0, 0] : !kgen.mat<2x2xf32>
    %59 = kgen.extract %adj_edges[0, 1] : !kgen.mat<2x2xf32>
    %60 = kgen.extract %adj_edges[1, 0] : !kgen.mat<2x2xf32>
    %61 = kgen.extract %adj_edges[1, 1] : !kgen.mat<2x2xf32>
    %adj_v = kgen.construct %59, %61 : !kgen.vec<2xf32>
    %adj_u = kgen.construct %58, %60 : !kgen.vec<2xf32>
    %62 = kgen.neg %adj_v : !kgen.vec<2xf32>
    kgen.gradient_add %grad_corners[%t, 2], %adj_v : !kgen.gradient<2, vec<2xf32>>
    %63 = kgen.neg %adj_u : !kgen.vec<2xf32>
    %64 = kgen.add %62, %63 : !kgen.vec<2xf32>
    kgen.gradient_add %grad_corners[%t, 0], %64 : !kgen.gradient<2, vec<2xf32>>
    kgen.gradient_add %grad_corners[%t, 1], %adj_u : !kgen.gradient<2, vec<2xf32>>
    kgen.return
  }
}

