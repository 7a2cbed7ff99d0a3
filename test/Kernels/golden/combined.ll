; ModuleID = 'kgen'
source_filename = "kgen"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind willreturn memory(none)
declare float @powf(float, float) #0

; Function Attrs: nounwind willreturn memory(none)
declare float @expf(float) #0

; Function Attrs: nounwind
define void @morse_forces_cpu_forward(ptr %dim, ptr %args) #1 {
entry:
  %well_depth = getelementptr inbounds nuw i8, ptr %args, i64 56
  %neighbors = getelementptr inbounds nuw i8, ptr %args, i64 112
  %force = getelementptr inbounds nuw i8, ptr %args, i64 168
  %stress = getelementptr inbounds nuw i8, ptr %args, i64 224
  %energy = getelementptr inbounds nuw i8, ptr %args, i64 280
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 132
  %neighbors.shape1 = load i32, ptr %2, align 4
  %neighbors.data = load ptr, ptr %neighbors, align 8
  %3 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %neighbors.stride0 = load i32, ptr %3, align 4
  %4 = sext i32 %neighbors.stride0 to i64
  %5 = getelementptr inbounds nuw i8, ptr %args, i64 148
  %neighbors.stride1 = load i32, ptr %5, align 4
  %6 = sext i32 %neighbors.stride1 to i64
  %position.data = load ptr, ptr %args, align 8
  %7 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %position.stride0 = load i32, ptr %7, align 4
  %8 = sext i32 %position.stride0 to i64
  %well_depth.data = load ptr, ptr %well_depth, align 8
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %well_depth.stride0 = load i32, ptr %9, align 4
  %10 = sext i32 %well_depth.stride0 to i64
  %stress.data = load ptr, ptr %stress, align 8
  %energy.data = load ptr, ptr %energy, align 8
  %force.data = load ptr, ptr %force, align 8
  %11 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %force.stride0 = load i32, ptr %11, align 4
  %12 = sext i32 %force.stride0 to i64
  %13 = icmp ugt i64 %dim.coord_mult, 1
  %14 = getelementptr inbounds nuw i8, ptr %stress.data, i64 4
  %15 = getelementptr inbounds nuw i8, ptr %stress.data, i64 8
  %16 = getelementptr inbounds nuw i8, ptr %stress.data, i64 12
  %17 = getelementptr inbounds nuw i8, ptr %stress.data, i64 16
  %18 = getelementptr inbounds nuw i8, ptr %stress.data, i64 20
  %19 = getelementptr inbounds nuw i8, ptr %stress.data, i64 24
  %20 = getelementptr inbounds nuw i8, ptr %stress.data, i64 28
  %21 = getelementptr inbounds nuw i8, ptr %stress.data, i64 32
  br label %threads

threads:                                          ; preds = %for.end, %entry
  %index = phi i64 [ %index.next, %for.end ], [ 0, %entry ]
  %22 = icmp ult i64 %index, %dim.size
  br i1 %22, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index.next = add i64 %index, 1
  br i1 %13, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %23 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %24 = phi i64 [ %23, %thread.fold ], [ %index, %thread ]
  %sext6 = shl i64 %24, 32
  %25 = ashr exact i64 %sext6, 32
  %26 = mul nsw i64 %25, %4
  %27 = getelementptr inbounds i8, ptr %neighbors.data, i64 %26
  %28 = mul nsw i64 %25, %8
  %29 = getelementptr inbounds i8, ptr %position.data, i64 %28
  %30 = getelementptr inbounds nuw i8, ptr %29, i64 4
  %31 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %32 = mul nsw i64 %25, %10
  %33 = getelementptr inbounds i8, ptr %well_depth.data, i64 %32
  br label %for

for:                                              ; preds = %for.next, %thread.body
  %pull.x.0 = phi float [ 0.000000e+00, %thread.body ], [ %pull.x.1, %for.next ]
  %pull.y.0 = phi float [ 0.000000e+00, %thread.body ], [ %pull.y.1, %for.next ]
  %pull.z.0 = phi float [ 0.000000e+00, %thread.body ], [ %pull.z.1, %for.next ]
  %slot = phi i32 [ 0, %thread.body ], [ %112, %for.next ]
  %34 = icmp slt i32 %slot, %neighbors.shape1
  br i1 %34, label %for.body, label %for.end

for.body:                                         ; preds = %for
  %35 = sext i32 %slot to i64
  %36 = mul nsw i64 %35, %6
  %37 = getelementptr inbounds i8, ptr %27, i64 %36
  %other = load i32, ptr %37, align 4
  %38 = icmp slt i32 %other, 0
  br i1 %38, label %for.next, label %if.end

if.end:                                           ; preds = %for.body
  %39 = zext nneg i32 %other to i64
  %40 = mul nsw i64 %39, %8
  %41 = getelementptr inbounds i8, ptr %position.data, i64 %40
  %42 = load float, ptr %41, align 4
  %43 = getelementptr inbounds nuw i8, ptr %41, i64 4
  %44 = load float, ptr %43, align 4
  %45 = getelementptr inbounds nuw i8, ptr %41, i64 8
  %46 = load float, ptr %45, align 4
  %47 = load float, ptr %29, align 4
  %48 = load float, ptr %30, align 4
  %49 = load float, ptr %31, align 4
  %offset.x = fsub float %42, %47
  %offset.y = fsub float %44, %48
  %offset.z = fsub float %46, %49
  %50 = fmul float %offset.x, %offset.x
  %51 = fmul float %offset.y, %offset.y
  %52 = fadd float %50, %51
  %53 = fmul float %offset.z, %offset.z
  %54 = fadd float %52, %53
  %distance = call float @llvm.sqrt.f32(float %54)
  %55 = fcmp ogt float %distance, 2.500000e+00
  br i1 %55, label %for.next, label %if.end2

if.end2:                                          ; preds = %if.end
  %56 = load float, ptr %33, align 4
  %57 = mul nsw i64 %39, %10
  %58 = getelementptr inbounds i8, ptr %well_depth.data, i64 %57
  %59 = load float, ptr %58, align 4
  %60 = fmul float %56, %59
  %depth = call float @llvm.sqrt.f32(float %60)
  %61 = fsub float 1.000000e+00, %distance
  %62 = fmul float %61, 0x3FF99999A0000000
  %decay = call float @expf(float %62)
  %63 = fmul float %depth, 0x40099999A0000000
  %64 = fmul float %63, %decay
  %65 = fsub float 1.000000e+00, %decay
  %tension = fmul float %64, %65
  %66 = fdiv float %tension, %distance
  %bond_force.x = fmul float %66, %offset.x
  %bond_force.y = fmul float %66, %offset.y
  %bond_force.z = fmul float %66, %offset.z
  %67 = fadd float %pull.x.0, %bond_force.x
  %68 = fadd float %pull.y.0, %bond_force.y
  %69 = fadd float %pull.z.0, %bond_force.z
  %70 = fmul float %bond_force.x, %offset.x
  %71 = fmul float %bond_force.x, %offset.y
  %72 = fmul float %bond_force.x, %offset.z
  %73 = fmul float %bond_force.y, %offset.x
  %74 = fmul float %bond_force.y, %offset.y
  %75 = fmul float %bond_force.y, %offset.z
  %76 = fmul float %bond_force.z, %offset.x
  %77 = fmul float %bond_force.z, %offset.y
  %78 = fmul float %bond_force.z, %offset.z
  %79 = fmul float %70, 5.000000e-01
  %80 = fmul float %71, 5.000000e-01
  %81 = fmul float %72, 5.000000e-01
  %82 = fmul float %73, 5.000000e-01
  %83 = fmul float %74, 5.000000e-01
  %84 = fmul float %75, 5.000000e-01
  %85 = fmul float %76, 5.000000e-01
  %86 = fmul float %77, 5.000000e-01
  %87 = fmul float %78, 5.000000e-01
  %88 = load float, ptr %stress.data, align 4
  %89 = fadd float %88, %79
  store float %89, ptr %stress.data, align 4
  %90 = load float, ptr %14, align 4
  %91 = fadd float %90, %80
  store float %91, ptr %14, align 4
  %92 = load float, ptr %15, align 4
  %93 = fadd float %92, %81
  store float %93, ptr %15, align 4
  %94 = load float, ptr %16, align 4
  %95 = fadd float %94, %82
  store float %95, ptr %16, align 4
  %96 = load float, ptr %17, align 4
  %97 = fadd float %96, %83
  store float %97, ptr %17, align 4
  %98 = load float, ptr %18, align 4
  %99 = fadd float %98, %84
  store float %99, ptr %18, align 4
  %100 = load float, ptr %19, align 4
  %101 = fadd float %100, %85
  store float %101, ptr %19, align 4
  %102 = load float, ptr %20, align 4
  %103 = fadd float %102, %86
  store float %103, ptr %20, align 4
  %104 = load float, ptr %21, align 4
  %105 = fadd float %104, %87
  store float %105, ptr %21, align 4
  %106 = fmul float %depth, 5.000000e-01
  %107 = call float @powf(float %65, float 2.000000e+00)
  %108 = fadd float %107, -1.000000e+00
  %109 = fmul float %106, %108
  %110 = load float, ptr %energy.data, align 4
  %111 = fadd float %110, %109
  store float %111, ptr %energy.data, align 4
  br label %for.next

for.next:                                         ; preds = %if.end, %for.body, %if.end2
  %pull.x.1 = phi float [ %67, %if.end2 ], [ %pull.x.0, %for.body ], [ %pull.x.0, %if.end ]
  %pull.y.1 = phi float [ %68, %if.end2 ], [ %pull.y.0, %for.body ], [ %pull.y.0, %if.end ]
  %pull.z.1 = phi float [ %69, %if.end2 ], [ %pull.z.0, %for.body ], [ %pull.z.0, %if.end ]
  %112 = add i32 %slot, 1
  br label %for

for.end:                                          ; preds = %for
  %113 = mul nsw i64 %25, %12
  %114 = getelementptr inbounds i8, ptr %force.data, i64 %113
  store float %pull.x.0, ptr %114, align 4
  %115 = getelementptr inbounds nuw i8, ptr %114, i64 4
  store float %pull.y.0, ptr %115, align 4
  %116 = getelementptr inbounds nuw i8, ptr %114, i64 8
  store float %pull.z.0, ptr %116, align 4
  br label %threads
}

; Function Attrs: nounwind
define void @morse_forces_cpu_backward(ptr %dim, ptr %args, ptr %adj_args) #1 {
entry:
  %well_depth = getelementptr inbounds nuw i8, ptr %args, i64 56
  %neighbors = getelementptr inbounds nuw i8, ptr %args, i64 112
  %adj_well_depth = getelementptr inbounds nuw i8, ptr %adj_args, i64 56
  %adj_force = getelementptr inbounds nuw i8, ptr %adj_args, i64 168
  %adj_stress = getelementptr inbounds nuw i8, ptr %adj_args, i64 224
  %adj_energy = getelementptr inbounds nuw i8, ptr %adj_args, i64 280
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %adj_position.data = load ptr, ptr %adj_args, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 8
  %position.grad = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %adj_position.data, null
  %position.gradient = select i1 %.not, ptr %position.grad, ptr %adj_position.data
  %.not21 = icmp eq ptr %position.gradient, null
  %3 = getelementptr inbounds nuw i8, ptr %adj_args, i64 32
  %adj_position.stride0 = load i32, ptr %3, align 4
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %position.stride0 = load i32, ptr %4, align 4
  %5 = select i1 %.not, i32 %position.stride0, i32 %adj_position.stride0
  %6 = sext i32 %5 to i64
  %adj_well_depth.data = load ptr, ptr %adj_well_depth, align 8
  %7 = getelementptr inbounds nuw i8, ptr %args, i64 64
  %well_depth.grad = load ptr, ptr %7, align 8
  %.not22 = icmp eq ptr %adj_well_depth.data, null
  %well_depth.gradient = select i1 %.not22, ptr %well_depth.grad, ptr %adj_well_depth.data
  %.not23 = icmp eq ptr %well_depth.gradient, null
  %8 = getelementptr inbounds nuw i8, ptr %adj_args, i64 88
  %adj_well_depth.stride0 = load i32, ptr %8, align 4
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %well_depth.stride0 = load i32, ptr %9, align 4
  %10 = select i1 %.not22, i32 %well_depth.stride0, i32 %adj_well_depth.stride0
  %11 = sext i32 %10 to i64
  %adj_force.data = load ptr, ptr %adj_force, align 8
  %12 = getelementptr inbounds nuw i8, ptr %args, i64 176
  %force.grad = load ptr, ptr %12, align 8
  %.not24 = icmp eq ptr %adj_force.data, null
  %force.gradient = select i1 %.not24, ptr %force.grad, ptr %adj_force.data
  %.not25 = icmp eq ptr %force.gradient, null
  %13 = getelementptr inbounds nuw i8, ptr %adj_args, i64 200
  %adj_force.stride0 = load i32, ptr %13, align 4
  %14 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %force.stride0 = load i32, ptr %14, align 4
  %15 = select i1 %.not24, i32 %force.stride0, i32 %adj_force.stride0
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds nuw i8, ptr %args, i64 218
  %force.flags = load i16, ptr %17, align 2
  %18 = trunc i16 %force.flags to i1
  %19 = icmp ne ptr %force.gradient, %force.grad
  %.not27 = or i1 %19, %18
  %adj_stress.data = load ptr, ptr %adj_stress, align 8
  %20 = getelementptr inbounds nuw i8, ptr %args, i64 232
  %stress.grad = load ptr, ptr %20, align 8
  %.not28 = icmp eq ptr %adj_stress.data, null
  %stress.gradient = select i1 %.not28, ptr %stress.grad, ptr %adj_stress.data
  %.not29 = icmp eq ptr %stress.gradient, null
  %adj_energy.data = load ptr, ptr %adj_energy, align 8
  %21 = getelementptr inbounds nuw i8, ptr %args, i64 288
  %energy.grad = load ptr, ptr %21, align 8
  %.not30 = icmp eq ptr %adj_energy.data, null
  %energy.gradient = select i1 %.not30, ptr %energy.grad, ptr %adj_energy.data
  %.not31 = icmp eq ptr %energy.gradient, null
  %22 = getelementptr inbounds nuw i8, ptr %args, i64 132
  %neighbors.shape1 = load i32, ptr %22, align 4
  %neighbors.data = load ptr, ptr %neighbors, align 8
  %23 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %neighbors.stride0 = load i32, ptr %23, align 4
  %24 = sext i32 %neighbors.stride0 to i64
  %25 = getelementptr inbounds nuw i8, ptr %args, i64 148
  %neighbors.stride1 = load i32, ptr %25, align 4
  %26 = sext i32 %neighbors.stride1 to i64
  %position.data = load ptr, ptr %args, align 8
  %27 = sext i32 %position.stride0 to i64
  %well_depth.data = load ptr, ptr %well_depth, align 8
  %28 = sext i32 %well_depth.stride0 to i64
  %29 = icmp ugt i64 %dim.coord_mult, 1
  %30 = getelementptr inbounds nuw i8, ptr %stress.gradient, i64 4
  %31 = getelementptr inbounds nuw i8, ptr %stress.gradient, i64 8
  %32 = getelementptr inbounds nuw i8, ptr %stress.gradient, i64 12
  %33 = getelementptr inbounds nuw i8, ptr %stress.gradient, i64 16
  %34 = getelementptr inbounds nuw i8, ptr %stress.gradient, i64 20
  %35 = getelementptr inbounds nuw i8, ptr %stress.gradient, i64 24
  %36 = getelementptr inbounds nuw i8, ptr %stress.gradient, i64 28
  %37 = getelementptr inbounds nuw i8, ptr %stress.gradient, i64 32
  br label %threads

threads:                                          ; preds = %for, %entry
  %remaining = phi i64 [ %dim.size, %entry ], [ %index, %for ]
  %.not32 = icmp eq i64 %remaining, 0
  br i1 %.not32, label %done, label %thread

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index = add i64 %remaining, -1
  br i1 %29, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %38 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %39 = phi i64 [ %38, %thread.fold ], [ %index, %thread ]
  br i1 %.not25, label %thread.body.present.end6_crit_edge, label %present

thread.body.present.end6_crit_edge:               ; preds = %thread.body
  %.pre = shl i64 %39, 32
  %.pre34 = ashr exact i64 %.pre, 32
  br label %present.end6

present:                                          ; preds = %thread.body
  %sext = shl i64 %39, 32
  %40 = ashr exact i64 %sext, 32
  %41 = mul nsw i64 %40, %16
  %42 = getelementptr inbounds i8, ptr %force.gradient, i64 %41
  %43 = load float, ptr %42, align 4
  %44 = getelementptr inbounds nuw i8, ptr %42, i64 4
  %45 = load float, ptr %44, align 4
  %46 = getelementptr inbounds nuw i8, ptr %42, i64 8
  %47 = load float, ptr %46, align 4
  br i1 %.not27, label %present.end6, label %present5

present5:                                         ; preds = %present
  store float 0.000000e+00, ptr %42, align 4
  store float 0.000000e+00, ptr %44, align 4
  store float 0.000000e+00, ptr %46, align 4
  br label %present.end6

present.end6:                                     ; preds = %thread.body.present.end6_crit_edge, %present, %present5
  %.pre-phi = phi i64 [ %.pre34, %thread.body.present.end6_crit_edge ], [ %40, %present ], [ %40, %present5 ]
  %adj_pull_0.x = phi float [ 0.000000e+00, %thread.body.present.end6_crit_edge ], [ %43, %present5 ], [ %43, %present ]
  %adj_pull_0.y = phi float [ 0.000000e+00, %thread.body.present.end6_crit_edge ], [ %45, %present5 ], [ %45, %present ]
  %adj_pull_0.z = phi float [ 0.000000e+00, %thread.body.present.end6_crit_edge ], [ %47, %present5 ], [ %47, %present ]
  %48 = mul nsw i64 %.pre-phi, %24
  %49 = getelementptr inbounds i8, ptr %neighbors.data, i64 %48
  %50 = mul nsw i64 %.pre-phi, %27
  %51 = getelementptr inbounds i8, ptr %position.data, i64 %50
  %52 = getelementptr inbounds nuw i8, ptr %51, i64 4
  %53 = getelementptr inbounds nuw i8, ptr %51, i64 8
  %54 = mul nsw i64 %.pre-phi, %28
  %55 = getelementptr inbounds i8, ptr %well_depth.data, i64 %54
  %56 = mul nsw i64 %.pre-phi, %11
  %57 = getelementptr inbounds i8, ptr %well_depth.gradient, i64 %56
  %58 = mul nsw i64 %.pre-phi, %6
  %59 = getelementptr inbounds i8, ptr %position.gradient, i64 %58
  %60 = getelementptr inbounds nuw i8, ptr %59, i64 4
  %61 = getelementptr inbounds nuw i8, ptr %59, i64 8
  br label %for

for:                                              ; preds = %if.end20, %present.end6
  %slot.in = phi i32 [ %slot, %if.end20 ], [ %neighbors.shape1, %present.end6 ]
  %slot = add i32 %slot.in, -1
  %62 = icmp sgt i32 %slot, -1
  br i1 %62, label %for.body, label %threads

for.body:                                         ; preds = %for
  %63 = zext nneg i32 %slot to i64
  %64 = mul nsw i64 %63, %26
  %65 = getelementptr inbounds i8, ptr %49, i64 %64
  %other = load i32, ptr %65, align 4
  %66 = icmp sgt i32 %other, -1
  br i1 %66, label %if.then, label %if.end20

if.then:                                          ; preds = %for.body
  %67 = zext nneg i32 %other to i64
  %68 = mul nsw i64 %67, %27
  %69 = getelementptr inbounds i8, ptr %position.data, i64 %68
  %70 = load float, ptr %69, align 4
  %71 = getelementptr inbounds nuw i8, ptr %69, i64 4
  %72 = load float, ptr %71, align 4
  %73 = getelementptr inbounds nuw i8, ptr %69, i64 8
  %74 = load float, ptr %73, align 4
  %75 = load float, ptr %51, align 4
  %76 = load float, ptr %52, align 4
  %77 = load float, ptr %53, align 4
  %offset.x = fsub float %70, %75
  %offset.y = fsub float %72, %76
  %offset.z = fsub float %74, %77
  %78 = fmul float %offset.x, %offset.x
  %79 = fmul float %offset.y, %offset.y
  %80 = fadd float %78, %79
  %81 = fmul float %offset.z, %offset.z
  %82 = fadd float %80, %81
  %distance = call float @llvm.sqrt.f32(float %82)
  %83 = fcmp ule float %distance, 2.500000e+00
  br i1 %83, label %if.then7, label %if.end

if.then7:                                         ; preds = %if.then
  %84 = load float, ptr %55, align 4
  %85 = mul nsw i64 %67, %28
  %86 = getelementptr inbounds i8, ptr %well_depth.data, i64 %85
  %87 = load float, ptr %86, align 4
  %88 = fmul float %84, %87
  %depth = call float @llvm.sqrt.f32(float %88)
  %89 = fsub float 1.000000e+00, %distance
  %90 = fmul float %89, 0x3FF99999A0000000
  %decay = call float @expf(float %90)
  %91 = fmul float %depth, 0x40099999A0000000
  %92 = fmul float %91, %decay
  %93 = fsub float 1.000000e+00, %decay
  %tension = fmul float %92, %93
  %94 = fdiv float %tension, %distance
  %bond_force.x = fmul float %94, %offset.x
  %bond_force.y = fmul float %94, %offset.y
  %bond_force.z = fmul float %94, %offset.z
  %95 = fmul float %depth, 5.000000e-01
  %96 = call float @powf(float %93, float 2.000000e+00)
  %97 = fadd float %96, -1.000000e+00
  br i1 %.not31, label %present.end9, label %present8

present8:                                         ; preds = %if.then7
  %98 = load float, ptr %energy.gradient, align 4
  br label %present.end9

present.end9:                                     ; preds = %present8, %if.then7
  %99 = phi float [ %98, %present8 ], [ 0.000000e+00, %if.then7 ]
  %100 = fmul float %99, %97
  %101 = fmul float %99, %95
  %102 = call float @powf(float %93, float 1.000000e+00)
  %103 = fmul float %102, -2.000000e+00
  %104 = fmul float %101, %103
  %105 = fmul float %100, 5.000000e-01
  br i1 %.not29, label %present.end11, label %present10

present10:                                        ; preds = %present.end9
  %106 = load float, ptr %stress.gradient, align 4
  %107 = load float, ptr %30, align 4
  %108 = load float, ptr %31, align 4
  %109 = load float, ptr %32, align 4
  %110 = load float, ptr %33, align 4
  %111 = load float, ptr %34, align 4
  %112 = load float, ptr %35, align 4
  %113 = load float, ptr %36, align 4
  %114 = load float, ptr %37, align 4
  %115 = fmul float %106, 5.000000e-01
  %116 = fmul float %107, 5.000000e-01
  %117 = fmul float %108, 5.000000e-01
  %118 = fmul float %109, 5.000000e-01
  %119 = fmul float %110, 5.000000e-01
  %120 = fmul float %111, 5.000000e-01
  %121 = fmul float %112, 5.000000e-01
  %122 = fmul float %113, 5.000000e-01
  %123 = fmul float %114, 5.000000e-01
  br label %present.end11

present.end11:                                    ; preds = %present10, %present.end9
  %124 = phi float [ %115, %present10 ], [ 0.000000e+00, %present.end9 ]
  %125 = phi float [ %116, %present10 ], [ 0.000000e+00, %present.end9 ]
  %126 = phi float [ %117, %present10 ], [ 0.000000e+00, %present.end9 ]
  %127 = phi float [ %118, %present10 ], [ 0.000000e+00, %present.end9 ]
  %128 = phi float [ %119, %present10 ], [ 0.000000e+00, %present.end9 ]
  %129 = phi float [ %120, %present10 ], [ 0.000000e+00, %present.end9 ]
  %130 = phi float [ %121, %present10 ], [ 0.000000e+00, %present.end9 ]
  %131 = phi float [ %122, %present10 ], [ 0.000000e+00, %present.end9 ]
  %132 = phi float [ %123, %present10 ], [ 0.000000e+00, %present.end9 ]
  %133 = fmul float %124, %offset.x
  %134 = fmul float %125, %offset.y
  %135 = fadd float %133, %134
  %136 = fmul float %126, %offset.z
  %137 = fadd float %135, %136
  %138 = fmul float %127, %offset.x
  %139 = fmul float %128, %offset.y
  %140 = fadd float %138, %139
  %141 = fmul float %129, %offset.z
  %142 = fadd float %140, %141
  %143 = fmul float %130, %offset.x
  %144 = fmul float %131, %offset.y
  %145 = fadd float %143, %144
  %146 = fmul float %132, %offset.z
  %147 = fadd float %145, %146
  %148 = fmul float %bond_force.x, %124
  %149 = fmul float %bond_force.y, %127
  %150 = fadd float %148, %149
  %151 = fmul float %bond_force.z, %130
  %152 = fadd float %150, %151
  %153 = fmul float %bond_force.x, %125
  %154 = fmul float %bond_force.y, %128
  %155 = fadd float %153, %154
  %156 = fmul float %bond_force.z, %131
  %157 = fadd float %155, %156
  %158 = fmul float %bond_force.x, %126
  %159 = fmul float %bond_force.y, %129
  %160 = fadd float %158, %159
  %161 = fmul float %bond_force.z, %132
  %162 = fadd float %160, %161
  %adj_bond_force.x = fadd float %137, %adj_pull_0.x
  %adj_bond_force.y = fadd float %142, %adj_pull_0.y
  %adj_bond_force.z = fadd float %147, %adj_pull_0.z
  %163 = fmul float %adj_bond_force.x, %offset.x
  %164 = fmul float %adj_bond_force.y, %offset.y
  %165 = fadd float %163, %164
  %166 = fmul float %adj_bond_force.z, %offset.z
  %167 = fadd float %165, %166
  %168 = fmul float %adj_bond_force.x, %94
  %169 = fmul float %adj_bond_force.y, %94
  %170 = fmul float %adj_bond_force.z, %94
  %171 = fadd float %152, %168
  %172 = fadd float %157, %169
  %173 = fadd float %162, %170
  %adj_tension = fdiv float %167, %distance
  %174 = fneg float %94
  %175 = fmul float %167, %174
  %176 = fdiv float %175, %distance
  %177 = fmul float %adj_tension, %93
  %178 = fmul float %92, %adj_tension
  %179 = fsub float %104, %178
  %180 = fmul float %177, %decay
  %181 = fmul float %177, %91
  %adj_decay = fadd float %179, %181
  %182 = fmul float %180, 0x40099999A0000000
  %adj_depth = fadd float %105, %182
  %183 = fmul float %adj_decay, %decay
  %184 = fmul float %183, 0xBFF99999A0000000
  %185 = fadd float %176, %184
  %186 = fmul float %adj_depth, 5.000000e-01
  %187 = fdiv float %186, %depth
  %188 = fmul float %187, %87
  br i1 %.not23, label %if.end, label %present12

present12:                                        ; preds = %present.end11
  %189 = fmul float %187, %84
  %190 = mul nsw i64 %67, %11
  %191 = getelementptr inbounds i8, ptr %well_depth.gradient, i64 %190
  %192 = load float, ptr %191, align 4
  %193 = fadd float %192, %189
  store float %193, ptr %191, align 4
  %194 = load float, ptr %57, align 4
  %195 = fadd float %194, %188
  store float %195, ptr %57, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %present12, %present.end11
  %adj_distance = phi float [ 0.000000e+00, %if.then ], [ %185, %present.end11 ], [ %185, %present12 ]
  %adj_offset.x = phi float [ 0.000000e+00, %if.then ], [ %171, %present.end11 ], [ %171, %present12 ]
  %adj_offset.y = phi float [ 0.000000e+00, %if.then ], [ %172, %present.end11 ], [ %172, %present12 ]
  %adj_offset.z = phi float [ 0.000000e+00, %if.then ], [ %173, %present.end11 ], [ %173, %present12 ]
  %196 = fcmp ogt float %82, 0.000000e+00
  %197 = fdiv float %offset.x, %distance
  %198 = fdiv float %offset.y, %distance
  %199 = fdiv float %offset.z, %distance
  %200 = select i1 %196, float %197, float 0.000000e+00
  %201 = select i1 %196, float %198, float 0.000000e+00
  %202 = select i1 %196, float %199, float 0.000000e+00
  %203 = fmul float %200, %adj_distance
  %204 = fmul float %201, %adj_distance
  %205 = fmul float %202, %adj_distance
  %adj_offset_0.x = fadd float %adj_offset.x, %203
  %adj_offset_0.y = fadd float %adj_offset.y, %204
  %adj_offset_0.z = fadd float %adj_offset.z, %205
  br i1 %.not21, label %if.end20, label %present16

present16:                                        ; preds = %if.end
  %206 = load float, ptr %59, align 4
  %207 = fsub float %206, %adj_offset_0.x
  store float %207, ptr %59, align 4
  %208 = load float, ptr %60, align 4
  %209 = fsub float %208, %adj_offset_0.y
  store float %209, ptr %60, align 4
  %210 = load float, ptr %61, align 4
  %211 = fsub float %210, %adj_offset_0.z
  store float %211, ptr %61, align 4
  %212 = mul nsw i64 %67, %6
  %213 = getelementptr inbounds i8, ptr %position.gradient, i64 %212
  %214 = load float, ptr %213, align 4
  %215 = fadd float %214, %adj_offset_0.x
  store float %215, ptr %213, align 4
  %216 = getelementptr inbounds nuw i8, ptr %213, i64 4
  %217 = load float, ptr %216, align 4
  %218 = fadd float %217, %adj_offset_0.y
  store float %218, ptr %216, align 4
  %219 = getelementptr inbounds nuw i8, ptr %213, i64 8
  %220 = load float, ptr %219, align 4
  %221 = fadd float %220, %adj_offset_0.z
  store float %221, ptr %219, align 4
  br label %if.end20

if.end20:                                         ; preds = %present16, %if.end, %for.body
  br label %for
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #2

attributes #0 = { nounwind willreturn memory(none) }
attributes #1 = { nounwind }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
