module {
  kgen.kernel @morse_forces(%position: !kgen.array<1, vec<3xf32>>, %well_depth: !kgen.array<1, f32>, %neighbors: !kgen.array<2, si32>, %force: !kgen.array<1, vec<3xf32>>, %stress: !kgen.array<1, mat<3x3xf32>>, %energy: !kgen.array<1, f32>) {
    %atom = kgen.tid : si32
    %0 = kgen.constant 0.000000e+00 : f32
    %1 = kgen.constant 0.000000e+00 : f32
    %2 = kgen.constant 0.000000e+00 : f32
    %3 = kgen.construct %0, %1, %2 : !kgen.vec<3xf32>
    %pull = kgen.var %3 : !kgen.vec<3xf32>
    %4 = kgen.shape %neighbors[1] : !kgen.array<2, si32>
    kgen.for %slot = 0 to %4 step 1 {
      %other = kgen.load %neighbors[%atom, %slot] : !kgen.array<2, si32>
      %6 = kgen.constant 0 : si32
      %7 = kgen.cmp lt %other, %6 : si32
      kgen.if %7 {
        kgen.continue
      }
      %8 = kgen.load %position[%other] : !kgen.array<1, vec<3xf32>>
      %9 = kgen.load %position[%atom] : !kgen.array<1, vec<3xf32>>
      %offset = kgen.sub %8, %9 : !kgen.vec<3xf32>
      %distance = kgen.length %offset : !kgen.vec<3xf32>
      %10 = kgen.constant 2.500000e+00 : f32 {symbol = "CUTOFF"}
      %11 = kgen.cmp gt %distance, %10 : f32
      kgen.if %11 {
        kgen.continue
      }
      %12 = kgen.load %well_depth[%atom] : !kgen.array<1, f32>
      %13 = kgen.load %well_depth[%other] : !kgen.array<1, f32>
      %14 = kgen.mul %12, %13 : f32
      %depth = kgen.sqrt %14 : f32
      %15 = kgen.constant 1.600000e+00 : f32 {symbol = "BOND_WIDTH"}
      %16 = kgen.constant 1.000000e+00 : f32 {symbol = "BOND_LENGTH"}
      %17 = kgen.sub %16, %distance : f32
      %18 = kgen.mul %15, %17 : f32
      %decay = kgen.exp %18 : f32
      %19 = kgen.constant 2.000000e+00 : f32
      %20 = kgen.constant 1.600000e+00 : f32 {symbol = "BOND_WIDTH"}
      %21 = kgen.mul %19, %20 : f32
      %22 = kgen.mul %21, %depth : f32
      %23 = kgen.mul %22, %decay : f32
      %24 = kgen.constant 1.000000e+00 : f32
      %25 = kgen.sub %24, %decay : f32
      %tension = kgen.mul %23, %25 : f32
      %26 = kgen.div %tension, %distance : f32
      %bond_force = kgen.scale_left %26, %offset : f32, !kgen.vec<3xf32>
      %27 = kgen.get %pull : !kgen.vec<3xf32>
      %28 = kgen.add %27, %bond_force : !kgen.vec<3xf32>
      kgen.set %pull, %28 : !kgen.vec<3xf32>
      %29 = kgen.constant 5.000000e-01 : f32
      %30 = kgen.outer %bond_force, %offset : !kgen.vec<3xf32>
      %31 = kgen.scale_left %29, %30 : f32, !kgen.mat<3x3xf32>
      %32 = kgen.atomic add %stress[0], %31 : !kgen.array<1, mat<3x3xf32>>
      %33 = kgen.constant 5.000000e-01 : f32
      %34 = kgen.mul %33, %depth : f32
      %35 = kgen.constant 1.000000e+00 : f32
      %36 = kgen.sub %35, %decay : f32
      %37 = kgen.constant 2.000000e+00 : f32
      %38 = kgen.pow %36, %37 : f32
      %39 = kgen.constant 1.000000e+00 : f32
      %40 = kgen.sub %38, %39 : f32
      %41 = kgen.mul %34, %40 : f32
      %42 = kgen.atomic add %energy[0], %41 : !kgen.array<1, f32>
    }
    %5 = kgen.get %pull : !kgen.vec<3xf32>
    kgen.store %force[%atom], %5 : !kgen.array<1, vec<3xf32>>
    kgen.return
  }
  kgen.kernel @morse_forces_backward(%position: !kgen.array<1, vec<3xf32>>, %well_depth: !kgen.array<1, f32>, %neighbors: !kgen.array<2, si32>, %force: !kgen.array<1, vec<3xf32>>, %stress: !kgen.array<1, mat<3x3xf32>>, %energy: !kgen.array<1, f32>, %adj_position: !kgen.array<1, vec<3xf32>>, %adj_well_depth: !kgen.array<1, f32>, %adj_neighbors: !kgen.array<2, si32>, %adj_force: !kgen.array<1, vec<3xf32>>, %adj_stress: !kgen.array<1, mat<3x3xf32>>, %adj_energy: !kgen.array<1, f32>) attributes {adjoint_of = @morse_forces} {
    %grad_position = kgen.gradient %position, %adj_position : !kgen.array<1, vec<3xf32>>
    %grad_well_depth = kgen.gradient %well_depth, %adj_well_depth : !kgen.array<1, f32>
    %grad_force = kgen.gradient %force, %adj_force : !kgen.array<1, vec<3xf32>>
    %grad_stress = kgen.gradient %stress, %adj_stress : !kgen.array<1, mat<3x3xf32>>
    %grad_energy = kgen.gradient %energy, %adj_energy : !kgen.array<1, f32>
    %atom = kgen.tid : si32
    %0 = kgen.shape %neighbors[1] : !kgen.array<2, si32>
    %adj_pull_0 = kgen.gradient_take %grad_force[%atom] : !kgen.gradient<1, vec<3xf32>>
    %1 = kgen.constant 1 : si32
    %2 = kgen.sub %0, %1 : si32
    kgen.for %slot = %2 to -1 step -1 {
      %other = kgen.load %neighbors[%atom, %slot] : !kgen.array<2, si32>
      %3 = kgen.constant 0 : si32
      %4 = kgen.cmp lt %other, %3 : si32
      %5 = kgen.not %4 : i1
      kgen.if %5 {
        %6 = kgen.load %position[%other] : !kgen.array<1, vec<3xf32>>
        %7 = kgen.load %position[%atom] : !kgen.array<1, vec<3xf32>>
        %offset = kgen.sub %6, %7 : !kgen.vec<3xf32>
        %distance = kgen.length %offset : !kgen.vec<3xf32>
        %8 = kgen.constant 2.500000e+00 : f32 {symbol = "CUTOFF"}
        %9 = kgen.cmp gt %distance, %8 : f32
        %10 = kgen.not %9 : i1
        %adj_distance, %adj_offset = kgen.if %10 -> (f32, !kgen.vec<3xf32>) {
          %14 = kgen.load %well_depth[%atom] : !kgen.array<1, f32>
          %15 = kgen.load %well_depth[%other] : !kgen.array<1, f32>
          %16 = kgen.mul %14, %15 : f32
          %depth = kgen.sqrt %16 : f32
          %17 = kgen.constant 1.600000e+00 : f32 {symbol = "BOND_WIDTH"}
          %18 = kgen.constant 1.000000e+00 : f32 {symbol = "BOND_LENGTH"}
          %19 = kgen.sub %18, %distance : f32
          %20 = kgen.mul %17, %19 : f32
          %decay = kgen.exp %20 : f32
          %21 = kgen.constant 2.000000e+00 : f32
          %22 = kgen.constant 1.600000e+00 : f32 {symbol = "BOND_WIDTH"}
          %23 = kgen.mul %21, %22 : f32
          %24 = kgen.mul %23, %depth : f32
          %25 = kgen.mul %24, %decay : f32
          %26 = kgen.constant 1.000000e+00 : f32
          %27 = kgen.sub %26, %decay : f32
          %tension = kgen.mul %25, %27 : f32
          %28 = kgen.div %tension, %distance : f32
          %bond_force = kgen.scale_left %28, %offset : f32, !kgen.vec<3xf32>
          %29 = kgen.constant 5.000000e-01 : f32
          %30 = kgen.constant 5.000000e-01 : f32
          %31 = kgen.mul %30, %depth : f32
          %32 = kgen.constant 1.000000e+00 : f32
          %33 = kgen.sub %32, %decay : f32
          %34 = kgen.constant 2.000000e+00 : f32
          %35 = kgen.pow %33, %34 : f32
          %36 = kgen.constant 1.000000e+00 : f32
          %37 = kgen.sub %35, %36 : f32
          %38 = kgen.gradient_read %grad_energy[0] : !kgen.gradient<1, f32>
          %39 = kgen.mul %38, %37 : f32
          %40 = kgen.mul %38, %31 : f32
          %41 = kgen.constant 1.000000e+00 : f32
          %42 = kgen.sub %34, %41 : f32
          %43 = kgen.pow %33, %42 : f32
          %44 = kgen.mul %34, %43 : f32
          %45 = kgen.mul %40, %44 : f32
          %46 = kgen.neg %45 : f32
          %47 = kgen.mul %39, %30 : f32
          %48 = kgen.gradient_read %grad_stress[0] : !kgen.gradient<1, mat<3x3xf32>>
          %49 = kgen.scale %48, %29 : !kgen.mat<3x3xf32>, f32
          %50 = kgen.mat_vec_mul %49, %offset : !kgen.mat<3x3xf32>, !kgen.vec<3xf32>
          %51 = kgen.vec_mat_mul %bond_force, %49 : !kgen.vec<3xf32>, !kgen.mat<3x3xf32>
          %adj_bond_force = kgen.add %50, %adj_pull_0 : !kgen.vec<3xf32>
          %52 = kgen.ddot %adj_bond_force, %offset : !kgen.vec<3xf32>
          %53 = kgen.scale %adj_bond_force, %28 : !kgen.vec<3xf32>, f32
          %54 = kgen.add %51, %53 : !kgen.vec<3xf32>
          %adj_tension = kgen.div %52, %distance : f32
          %55 = kgen.mul %52, %28 : f32
          %56 = kgen.div %55, %distance : f32
          %57 = kgen.neg %56 : f32
          %58 = kgen.mul %adj_tension, %27 : f32
          %59 = kgen.mul %adj_tension, %25 : f32
          %60 = kgen.neg %59 : f32
          %61 = kgen.add %46, %60 : f32
          %62 = kgen.mul %58, %decay : f32
          %63 = kgen.mul %58, %24 : f32
          %adj_decay = kgen.add %61, %63 : f32
          %64 = kgen.mul %62, %23 : f32
          %adj_depth = kgen.add %47, %64 : f32
          %65 = kgen.mul %adj_decay, %decay : f32
          %66 = kgen.mul %65, %17 : f32
          %67 = kgen.neg %66 : f32
          %68 = kgen.add %57, %67 : f32
          %69 = kgen.constant 5.000000e-01 : f32
          %70 = kgen.mul %69, %adj_depth : f32
          %71 = kgen.div %70, %depth : f32
          %72 = kgen.mul %71, %15 : f32
          %73 = kgen.mul %71, %14 : f32
          kgen.gradient_add %grad_well_depth[%other], %73 : !kgen.gradient<1, f32>
          kgen.gradient_add %grad_well_depth[%atom], %72 : !kgen.gradient<1, f32>
          kgen.yield %68, %54 : f32, !kgen.vec<3xf32>
        } else {
          %14 = kgen.constant 0.000000e+00 : f32
          %15 = kgen.construct : !kgen.vec<3xf32>
          kgen.yield %14, %15 : f32, !kgen.vec<3xf32>
        }
        %11 = kgen.normalize %offset : !kgen.vec<3xf32>
        %12 = kgen.scale %11, %adj_distance : !kgen.vec<3xf32>, f32
        %adj_offset_0 = kgen.add %adj_offset, %12 : !kgen.vec<3xf32>
        %13 = kgen.neg %adj_offset_0 : !kgen.vec<3xf32>
        kgen.gradient_add %grad_position[%atom], %13 : !kgen.gradient<1, vec<3xf32>>
        kgen.gradient_add %grad_position[%other], %adj_offset_0 : !kgen.gradient<1, vec<3xf32>>
      }
    }
    kgen.return
  }
}

