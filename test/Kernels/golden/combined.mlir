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
      %12 = kgen.load %well_depth[%atom] {kgen.lead = [""]} : !kgen.array<1, f32>
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
          %22 = kgen.mul %21, %17 : f32
          %23 = kgen.mul %22, %depth : f32
          %24 = kgen.mul %23, %decay : f32
          %25 = kgen.constant 1.000000e+00 : f32
          %26 = kgen.sub %25, %decay : f32
          %tension = kgen.mul %24, %26 : f32
          %27 = kgen.div %tension, %distance : f32
          %bond_force = kgen.scale_left %27, %offset : f32, !kgen.vec<3xf32>
          %28 = kgen.constant 5.000000e-01 : f32
          %29 = kgen.mul %28, %depth : f32
          %30 = kgen.pow %26, %21 : f32
          %31 = kgen.sub %30, %25 : f32
          %32 = kgen.gradient_read %grad_energy[0] : !kgen.gradient<1, f32>
          %33 = kgen.constant 0.000000e+00 : f32
          %34 = kgen.cmp ne %32, %33 : f32
          %35, %36 = kgen.if %34 -> (f32, f32) {
            %48 = kgen.mul %32, %31 : f32
            %49 = kgen.mul %32, %29 : f32
            %50 = kgen.cmp ne %49, %33 : f32
            %51 = kgen.if %50 -> f32 {
              %53 = kgen.sub %21, %25 : f32
              %54 = kgen.pow %26, %53 : f32
              %55 = kgen.mul %21, %54 : f32
              %56 = kgen.mul %49, %55 : f32
              %57 = kgen.neg %56 : f32
              kgen.yield %57 : f32
            } else {
              kgen.yield %33 : f32
            }
            %52 = kgen.mul %48, %28 : f32
            kgen.yield %51, %52 : f32, f32
          } else {
            kgen.yield %33, %33 : f32, f32
          }
          %37 = kgen.gradient_read %grad_stress[0] : !kgen.gradient<1, mat<3x3xf32>>
          %38 = kgen.scale %37, %28 : !kgen.mat<3x3xf32>, f32
          %39 = kgen.any_nonzero %38 : !kgen.mat<3x3xf32>
          %40, %41 = kgen.if %39 -> (!kgen.vec<3xf32>, !kgen.vec<3xf32>) {
            %48 = kgen.mat_vec_mul %38, %offset : !kgen.mat<3x3xf32>, !kgen.vec<3xf32>
            %49 = kgen.vec_mat_mul %bond_force, %38 : !kgen.vec<3xf32>, !kgen.mat<3x3xf32>
            kgen.yield %48, %49 : !kgen.vec<3xf32>, !kgen.vec<3xf32>
          } else {
            %48 = kgen.construct : !kgen.vec<3xf32>
            kgen.yield %48, %48 : !kgen.vec<3xf32>, !kgen.vec<3xf32>
          }
          %adj_bond_force = kgen.add %40, %adj_pull_0 : !kgen.vec<3xf32>
          %42 = kgen.any_nonzero %adj_bond_force : !kgen.vec<3xf32>
          %43, %44, %adj_decay, %adj_depth = kgen.if %42 -> (!kgen.vec<3xf32>, f32, f32, f32) {
            %48 = kgen.ddot %adj_bond_force, %offset : !kgen.vec<3xf32>
            %49 = kgen.scale %adj_bond_force, %27 : !kgen.vec<3xf32>, f32
            %50 = kgen.add %41, %49 : !kgen.vec<3xf32>
            %51 = kgen.cmp ne %48, %33 : f32
            %52, %53, %54 = kgen.if %51 -> (f32, f32, f32) {
              %adj_tension = kgen.div %48, %distance : f32
              %55 = kgen.mul %adj_tension, %27 : f32
              %56 = kgen.neg %55 : f32
              %57 = kgen.mul %adj_tension, %26 : f32
              %58 = kgen.mul %adj_tension, %24 : f32
              %59 = kgen.neg %58 : f32
              %60 = kgen.add %35, %59 : f32
              %61 = kgen.mul %57, %decay : f32
              %62 = kgen.mul %57, %23 : f32
              %63 = kgen.add %60, %62 : f32
              %64 = kgen.mul %61, %22 : f32
              %65 = kgen.add %36, %64 : f32
              kgen.yield %56, %63, %65 : f32, f32, f32
            } else {
              kgen.yield %33, %35, %36 : f32, f32, f32
            }
            kgen.yield %50, %52, %53, %54 : !kgen.vec<3xf32>, f32, f32, f32
          } else {
            kgen.yield %41, %33, %35, %36 : !kgen.vec<3xf32>, f32, f32, f32
          }
          %45 = kgen.cmp ne %adj_decay, %33 : f32
          %46 = kgen.if %45 -> f32 {
            %48 = kgen.mul %adj_decay, %decay : f32
            %49 = kgen.mul %48, %17 : f32
            %50 = kgen.neg %49 : f32
            %51 = kgen.add %44, %50 : f32
            kgen.yield %51 : f32
          } else {
            kgen.yield %44 : f32
          }
          %47 = kgen.cmp ne %adj_depth, %33 : f32
          kgen.if %47 {
            %48 = kgen.mul %28, %adj_depth : f32
            %49 = kgen.div %48, %depth : f32
            %50 = kgen.mul %49, %15 : f32
            %51 = kgen.mul %49, %14 : f32
            kgen.gradient_add %grad_well_depth[%other], %51 : !kgen.gradient<1, f32>
            kgen.gradient_add %grad_well_depth[%atom], %50 : !kgen.gradient<1, f32>
          }
          kgen.yield %46, %43 : f32, !kgen.vec<3xf32>
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

