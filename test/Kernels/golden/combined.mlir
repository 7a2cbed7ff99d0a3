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
            %80 = kgen.mul %32, %31 : f32
            %81 = kgen.mul %32, %29 : f32
            %82 = kgen.cmp ne %81, %33 : f32
            %83 = kgen.if %82 -> f32 {
              %85 = kgen.sub %21, %25 : f32
              %86 = kgen.pow %26, %85 : f32
              %87 = kgen.mul %21, %86 : f32
              %88 = kgen.mul %81, %87 : f32
              %89 = kgen.neg %88 : f32
              kgen.yield %89 : f32
            } else {
              kgen.yield %33 : f32
            }
            %84 = kgen.mul %80, %28 : f32
            kgen.yield %83, %84 : f32, f32
          } else {
            kgen.yield %33, %33 : f32, f32
          }
          %37 = kgen.gradient_read %grad_stress[0] : !kgen.gradient<1, mat<3x3xf32>>
          %38 = kgen.scale %37, %28 : !kgen.mat<3x3xf32>, f32
          %39 = kgen.extract %38[0, 0] : !kgen.mat<3x3xf32>
          %40 = kgen.cmp ne %39, %33 : f32
          %41 = kgen.extract %38[0, 1] : !kgen.mat<3x3xf32>
          %42 = kgen.cmp ne %41, %33 : f32
          %43 = kgen.or %40, %42 : i1
          %44 = kgen.extract %38[0, 2] : !kgen.mat<3x3xf32>
          %45 = kgen.cmp ne %44, %33 : f32
          %46 = kgen.or %43, %45 : i1
          %47 = kgen.extract %38[1, 0] : !kgen.mat<3x3xf32>
          %48 = kgen.cmp ne %47, %33 : f32
          %49 = kgen.or %46, %48 : i1
          %50 = kgen.extract %38[1, 1] : !kgen.mat<3x3xf32>
          %51 = kgen.cmp ne %50, %33 : f32
          %52 = kgen.or %49, %51 : i1
          %53 = kgen.extract %38[1, 2] : !kgen.mat<3x3xf32>
          %54 = kgen.cmp ne %53, %33 : f32
          %55 = kgen.or %52, %54 : i1
          %56 = kgen.extract %38[2, 0] : !kgen.mat<3x3xf32>
          %57 = kgen.cmp ne %56, %33 : f32
          %58 = kgen.or %55, %57 : i1
          %59 = kgen.extract %38[2, 1] : !kgen.mat<3x3xf32>
          %60 = kgen.cmp ne %59, %33 : f32
          %61 = kgen.or %58, %60 : i1
          %62 = kgen.extract %38[2, 2] : !kgen.mat<3x3xf32>
          %63 = kgen.cmp ne %62, %33 : f32
          %64 = kgen.or %61, %63 : i1
          %65, %66 = kgen.if %64 -> (!kgen.vec<3xf32>, !kgen.vec<3xf32>) {
            %80 = kgen.mat_vec_mul %38, %offset : !kgen.mat<3x3xf32>, !kgen.vec<3xf32>
            %81 = kgen.vec_mat_mul %bond_force, %38 : !kgen.vec<3xf32>, !kgen.mat<3x3xf32>
            kgen.yield %80, %81 : !kgen.vec<3xf32>, !kgen.vec<3xf32>
          } else {
            %80 = kgen.construct : !kgen.vec<3xf32>
            kgen.yield %80, %80 : !kgen.vec<3xf32>, !kgen.vec<3xf32>
          }
          %adj_bond_force = kgen.add %65, %adj_pull_0 : !kgen.vec<3xf32>
          %67 = kgen.extract %adj_bond_force[0] : !kgen.vec<3xf32>
          %68 = kgen.cmp ne %67, %33 : f32
          %69 = kgen.extract %adj_bond_force[1] : !kgen.vec<3xf32>
          %70 = kgen.cmp ne %69, %33 : f32
          %71 = kgen.or %68, %70 : i1
          %72 = kgen.extract %adj_bond_force[2] : !kgen.vec<3xf32>
          %73 = kgen.cmp ne %72, %33 : f32
          %74 = kgen.or %71, %73 : i1
          %75, %76, %adj_decay, %adj_depth = kgen.if %74 -> (!kgen.vec<3xf32>, f32, f32, f32) {
            %80 = kgen.ddot %adj_bond_force, %offset : !kgen.vec<3xf32>
            %81 = kgen.scale %adj_bond_force, %27 : !kgen.vec<3xf32>, f32
            %82 = kgen.add %66, %81 : !kgen.vec<3xf32>
            %83 = kgen.cmp ne %80, %33 : f32
            %84, %85, %86 = kgen.if %83 -> (f32, f32, f32) {
              %adj_tension = kgen.div %80, %distance : f32
              %87 = kgen.mul %adj_tension, %27 : f32
              %88 = kgen.neg %87 : f32
              %89 = kgen.mul %adj_tension, %26 : f32
              %90 = kgen.mul %adj_tension, %24 : f32
              %91 = kgen.neg %90 : f32
              %92 = kgen.add %35, %91 : f32
              %93 = kgen.mul %89, %decay : f32
              %94 = kgen.mul %89, %23 : f32
              %95 = kgen.add %92, %94 : f32
              %96 = kgen.mul %93, %22 : f32
              %97 = kgen.add %36, %96 : f32
              kgen.yield %88, %95, %97 : f32, f32, f32
            } else {
              kgen.yield %33, %35, %36 : f32, f32, f32
            }
            kgen.yield %82, %84, %85, %86 : !kgen.vec<3xf32>, f32, f32, f32
          } else {
            kgen.yield %66, %33, %35, %36 : !kgen.vec<3xf32>, f32, f32, f32
          }
          %77 = kgen.cmp ne %adj_decay, %33 : f32
          %78 = kgen.if %77 -> f32 {
            %80 = kgen.mul %adj_decay, %decay : f32
            %81 = kgen.mul %80, %17 : f32
            %82 = kgen.neg %81 : f32
            %83 = kgen.add %76, %82 : f32
            kgen.yield %83 : f32
          } else {
            kgen.yield %76 : f32
          }
          %79 = kgen.cmp ne %adj_depth, %33 : f32
          kgen.if %79 {
            %80 = kgen.mul %28, %adj_depth : f32
            %81 = kgen.div %80, %depth : f32
            %82 = kgen.mul %81, %15 : f32
            %83 = kgen.mul %81, %14 : f32
            kgen.gradient_add %grad_well_depth[%other], %83 : !kgen.gradient<1, f32>
            kgen.gradient_add %grad_well_depth[%atom], %82 : !kgen.gradient<1, f32>
          }
          kgen.yield %78, %75 : f32, !kgen.vec<3xf32>
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

