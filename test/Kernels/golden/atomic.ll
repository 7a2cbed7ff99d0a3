; ModuleID = 'kgen'
source_filename = "kgen"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%array_t = type { ptr, ptr, [4 x i32], [4 x i32], i16, i16 }
%launch_bounds_t1 = type { [1 x i32], i64, i64 }

; Function Attrs: nounwind
define void @deposit_charge_cpu_forward(ptr %dim, ptr %args) #0 {
entry:
  %charge = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 1
  %density = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 2
  %strongest = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 3
  %leftmost = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 4
  %reservoir = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 5
  %0 = getelementptr inbounds %launch_bounds_t1, ptr %dim, i32 0, i32 1
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds %launch_bounds_t1, ptr %dim, i32 0, i32 2
  %dim.coord_mult = load i64, ptr %1, align 8
  %position.data = load ptr, ptr %args, align 8
  %2 = getelementptr inbounds %array_t, ptr %args, i32 0, i32 3, i32 0
  %position.stride0 = load i32, ptr %2, align 4
  %3 = sext i32 %position.stride0 to i64
  %4 = getelementptr inbounds %array_t, ptr %density, i32 0, i32 2, i32 0
  %density.shape0 = load i32, ptr %4, align 4
  %charge.data = load ptr, ptr %charge, align 8
  %5 = getelementptr inbounds %array_t, ptr %charge, i32 0, i32 3, i32 0
  %charge.stride0 = load i32, ptr %5, align 4
  %6 = sext i32 %charge.stride0 to i64
  %density.data = load ptr, ptr %density, align 8
  %7 = getelementptr inbounds %array_t, ptr %density, i32 0, i32 3, i32 0
  %density.stride0 = load i32, ptr %7, align 4
  %8 = sext i32 %density.stride0 to i64
  %strongest.data = load ptr, ptr %strongest, align 8
  %9 = getelementptr inbounds %array_t, ptr %strongest, i32 0, i32 3, i32 0
  %strongest.stride0 = load i32, ptr %9, align 4
  %10 = sext i32 %strongest.stride0 to i64
  %leftmost.data = load ptr, ptr %leftmost, align 8
  %reservoir.data = load ptr, ptr %reservoir, align 8
  %11 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %thread.end, %entry
  %index = phi i64 [ %index.next, %thread.end ], [ 0, %entry ]
  %12 = icmp ult i64 %index, %dim.size
  br i1 %12, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index.next = add i64 %index, 1
  br i1 %11, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %13 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %14 = phi i64 [ %13, %thread.fold ], [ %index, %thread ]
  %p = trunc i64 %14 to i32
  %15 = sext i32 %p to i64
  %16 = mul i64 %15, %3
  %17 = getelementptr inbounds i8, ptr %position.data, i64 %16
  %18 = load float, ptr %17, align 4
  %x = fdiv float %18, 5.000000e-01
  %19 = call float @llvm.floor.f32(float %x)
  %left = call i32 @llvm.fptosi.sat.i32.f32(float %19)
  %20 = icmp slt i32 %left, 0
  %21 = add i32 %left, 1
  %22 = icmp sge i32 %21, %density.shape0
  %23 = or i1 %20, %22
  br i1 %23, label %thread.end, label %if.end

if.end:                                           ; preds = %thread.body
  %24 = sitofp i32 %left to float
  %share = fsub float %x, %24
  %25 = mul i64 %15, %6
  %26 = getelementptr inbounds i8, ptr %charge.data, i64 %25
  %q = load float, ptr %26, align 4
  %27 = fsub float 1.000000e+00, %share
  %28 = fmul float %27, %q
  %29 = fdiv float %28, 5.000000e-01
  %30 = sext i32 %left to i64
  %31 = mul i64 %30, %8
  %32 = getelementptr inbounds i8, ptr %density.data, i64 %31
  %33 = load float, ptr %32, align 4
  %34 = fadd float %33, %29
  store float %34, ptr %32, align 4
  %35 = fmul float %share, %q
  %36 = fdiv float %35, 5.000000e-01
  %37 = icmp slt i32 %21, 0
  %38 = add i32 %21, %density.shape0
  %39 = select i1 %37, i32 %38, i32 %21
  %40 = sext i32 %39 to i64
  %41 = mul i64 %40, %8
  %42 = getelementptr inbounds i8, ptr %density.data, i64 %41
  %43 = load float, ptr %42, align 4
  %44 = fadd float %43, %36
  store float %44, ptr %42, align 4
  %45 = call float @llvm.fabs.f32(float %q)
  %46 = mul i64 %30, %10
  %47 = getelementptr inbounds i8, ptr %strongest.data, i64 %46
  %48 = load float, ptr %47, align 4
  %49 = call float @llvm.maxnum.f32(float %48, float %45)
  store float %49, ptr %47, align 4
  %50 = load float, ptr %17, align 4
  %51 = load float, ptr %leftmost.data, align 4
  %52 = call float @llvm.minnum.f32(float %51, float %50)
  store float %52, ptr %leftmost.data, align 4
  %53 = load float, ptr %reservoir.data, align 4
  %54 = fsub float %53, %q
  store float %54, ptr %reservoir.data, align 4
  br label %thread.end

thread.end:                                       ; preds = %thread.body, %if.end
  br label %threads
}

; Function Attrs: nounwind
define void @deposit_charge_cpu_backward(ptr %dim, ptr %args, ptr %adj_args) #0 {
entry:
  %charge = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 1
  %density = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 2
  %strongest = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 3
  %leftmost = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 4
  %reservoir = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 5
  %adj_charge = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %adj_args, i32 0, i32 1
  %adj_density = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %adj_args, i32 0, i32 2
  %adj_strongest = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %adj_args, i32 0, i32 3
  %adj_leftmost = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %adj_args, i32 0, i32 4
  %adj_reservoir = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t, %array_t, %array_t }, ptr %adj_args, i32 0, i32 5
  %0 = getelementptr inbounds %launch_bounds_t1, ptr %dim, i32 0, i32 1
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds %launch_bounds_t1, ptr %dim, i32 0, i32 2
  %dim.coord_mult = load i64, ptr %1, align 8
  %adj_position.data = load ptr, ptr %adj_args, align 8
  %2 = getelementptr inbounds %array_t, ptr %args, i32 0, i32 1
  %position.grad = load ptr, ptr %2, align 8
  %3 = icmp ne ptr %adj_position.data, null
  %position.gradient = select i1 %3, ptr %adj_position.data, ptr %position.grad
  %4 = icmp ne ptr %position.gradient, null
  %adj_charge.data = load ptr, ptr %adj_charge, align 8
  %5 = getelementptr inbounds %array_t, ptr %charge, i32 0, i32 1
  %charge.grad = load ptr, ptr %5, align 8
  %6 = icmp ne ptr %adj_charge.data, null
  %charge.gradient = select i1 %6, ptr %adj_charge.data, ptr %charge.grad
  %7 = icmp ne ptr %charge.gradient, null
  %adj_density.data = load ptr, ptr %adj_density, align 8
  %8 = getelementptr inbounds %array_t, ptr %density, i32 0, i32 1
  %density.grad = load ptr, ptr %8, align 8
  %9 = icmp ne ptr %adj_density.data, null
  %density.gradient = select i1 %9, ptr %adj_density.data, ptr %density.grad
  %10 = icmp ne ptr %density.gradient, null
  %adj_strongest.data = load ptr, ptr %adj_strongest, align 8
  %11 = getelementptr inbounds %array_t, ptr %strongest, i32 0, i32 1
  %strongest.grad = load ptr, ptr %11, align 8
  %12 = icmp ne ptr %adj_strongest.data, null
  %strongest.gradient = select i1 %12, ptr %adj_strongest.data, ptr %strongest.grad
  %13 = icmp ne ptr %strongest.gradient, null
  %adj_leftmost.data = load ptr, ptr %adj_leftmost, align 8
  %14 = getelementptr inbounds %array_t, ptr %leftmost, i32 0, i32 1
  %leftmost.grad = load ptr, ptr %14, align 8
  %15 = icmp ne ptr %adj_leftmost.data, null
  %leftmost.gradient = select i1 %15, ptr %adj_leftmost.data, ptr %leftmost.grad
  %16 = icmp ne ptr %leftmost.gradient, null
  %adj_reservoir.data = load ptr, ptr %adj_reservoir, align 8
  %17 = getelementptr inbounds %array_t, ptr %reservoir, i32 0, i32 1
  %reservoir.grad = load ptr, ptr %17, align 8
  %18 = icmp ne ptr %adj_reservoir.data, null
  %reservoir.gradient = select i1 %18, ptr %adj_reservoir.data, ptr %reservoir.grad
  %19 = icmp ne ptr %reservoir.gradient, null
  %position.data = load ptr, ptr %args, align 8
  %20 = getelementptr inbounds %array_t, ptr %args, i32 0, i32 3, i32 0
  %position.stride0 = load i32, ptr %20, align 4
  %21 = sext i32 %position.stride0 to i64
  %22 = getelementptr inbounds %array_t, ptr %density, i32 0, i32 2, i32 0
  %density.shape0 = load i32, ptr %22, align 4
  %charge.data = load ptr, ptr %charge, align 8
  %23 = getelementptr inbounds %array_t, ptr %charge, i32 0, i32 3, i32 0
  %charge.stride0 = load i32, ptr %23, align 4
  %24 = sext i32 %charge.stride0 to i64
  %leftmost.data = load ptr, ptr %leftmost, align 8
  %25 = getelementptr inbounds %array_t, ptr %leftmost, i32 0, i32 5
  %leftmost.flags = load i16, ptr %25, align 2
  %26 = trunc i16 %leftmost.flags to i1
  %27 = icmp eq ptr %leftmost.gradient, %leftmost.grad
  %28 = xor i1 %26, true
  %29 = and i1 %27, %28
  %strongest.data = load ptr, ptr %strongest, align 8
  %30 = getelementptr inbounds %array_t, ptr %strongest, i32 0, i32 2, i32 0
  %strongest.shape0 = load i32, ptr %30, align 4
  %31 = getelementptr inbounds %array_t, ptr %strongest, i32 0, i32 3, i32 0
  %strongest.stride0 = load i32, ptr %31, align 4
  %32 = sext i32 %strongest.stride0 to i64
  %33 = getelementptr inbounds %array_t, ptr %adj_strongest, i32 0, i32 3, i32 0
  %adj_strongest.stride0 = load i32, ptr %33, align 4
  %34 = select i1 %12, i32 %adj_strongest.stride0, i32 %strongest.stride0
  %35 = sext i32 %34 to i64
  %36 = getelementptr inbounds %array_t, ptr %strongest, i32 0, i32 5
  %strongest.flags = load i16, ptr %36, align 2
  %37 = trunc i16 %strongest.flags to i1
  %38 = icmp eq ptr %strongest.gradient, %strongest.grad
  %39 = xor i1 %37, true
  %40 = and i1 %38, %39
  %41 = getelementptr inbounds %array_t, ptr %adj_density, i32 0, i32 3, i32 0
  %adj_density.stride0 = load i32, ptr %41, align 4
  %42 = getelementptr inbounds %array_t, ptr %density, i32 0, i32 3, i32 0
  %density.stride0 = load i32, ptr %42, align 4
  %43 = select i1 %9, i32 %adj_density.stride0, i32 %density.stride0
  %44 = sext i32 %43 to i64
  %45 = getelementptr inbounds %array_t, ptr %adj_charge, i32 0, i32 3, i32 0
  %adj_charge.stride0 = load i32, ptr %45, align 4
  %46 = select i1 %6, i32 %adj_charge.stride0, i32 %charge.stride0
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds %array_t, ptr %adj_args, i32 0, i32 3, i32 0
  %adj_position.stride0 = load i32, ptr %48, align 4
  %49 = select i1 %3, i32 %adj_position.stride0, i32 %position.stride0
  %50 = sext i32 %49 to i64
  %51 = icmp ugt i64 %dim.coord_mult, 1
  %.not26 = xor i1 %16, true
  %.not28 = xor i1 %13, true
  br label %threads

threads:                                          ; preds = %present.end25, %entry
  %remaining = phi i64 [ %index, %present.end25 ], [ %dim.size, %entry ]
  %52 = icmp ne i64 %remaining, 0
  br i1 %52, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index = sub i64 %remaining, 1
  br i1 %51, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %53 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %54 = phi i64 [ %53, %thread.fold ], [ %index, %thread ]
  %p = trunc i64 %54 to i32
  %55 = sext i32 %p to i64
  %56 = mul i64 %55, %21
  %57 = getelementptr inbounds i8, ptr %position.data, i64 %56
  %58 = load float, ptr %57, align 4
  %x = fdiv float %58, 5.000000e-01
  %59 = call float @llvm.floor.f32(float %x)
  %left = call i32 @llvm.fptosi.sat.i32.f32(float %59)
  %60 = icmp slt i32 %left, 0
  %61 = add i32 %left, 1
  %62 = icmp sge i32 %61, %density.shape0
  %63 = or i1 %60, %62
  %64 = xor i1 %63, true
  br i1 %64, label %if.then, label %if.end23

if.then:                                          ; preds = %thread.body
  %65 = sitofp i32 %left to float
  %share = fsub float %x, %65
  %66 = mul i64 %55, %24
  %67 = getelementptr inbounds i8, ptr %charge.data, i64 %66
  %q = load float, ptr %67, align 4
  %68 = fsub float 1.000000e+00, %share
  %69 = call float @llvm.fabs.f32(float %q)
  br i1 %19, label %present, label %present.end

present:                                          ; preds = %if.then
  %70 = load float, ptr %reservoir.gradient, align 4
  br label %present.end

present.end:                                      ; preds = %present, %if.then
  %71 = phi float [ %70, %present ], [ 0.000000e+00, %if.then ]
  %72 = fneg float %71
  %73 = load float, ptr %leftmost.data, align 4
  %74 = fcmp oeq float %58, %73
  %.not = xor i1 %74, true
  %brmerge = select i1 %.not, i1 true, i1 %.not26
  br i1 %brmerge, label %if.end, label %present5

present5:                                         ; preds = %present.end
  %75 = load float, ptr %leftmost.gradient, align 4
  br i1 %29, label %present6, label %if.end

present6:                                         ; preds = %present5
  store float 0.000000e+00, ptr %leftmost.gradient, align 4
  br label %if.end

if.end:                                           ; preds = %present.end, %present6, %present5
  %76 = phi float [ %75, %present5 ], [ 0.000000e+00, %present.end ], [ %75, %present6 ]
  %77 = add i32 %left, %strongest.shape0
  %78 = select i1 %60, i32 %77, i32 %left
  %79 = sext i32 %78 to i64
  %80 = mul i64 %79, %32
  %81 = getelementptr inbounds i8, ptr %strongest.data, i64 %80
  %82 = load float, ptr %81, align 4
  %83 = fcmp oeq float %69, %82
  %.not27 = xor i1 %83, true
  %brmerge29 = select i1 %.not27, i1 true, i1 %.not28
  br i1 %brmerge29, label %if.end15, label %present10

present10:                                        ; preds = %if.end
  %84 = mul i64 %79, %35
  %85 = getelementptr inbounds i8, ptr %strongest.gradient, i64 %84
  %86 = load float, ptr %85, align 4
  br i1 %40, label %present11, label %if.end15

present11:                                        ; preds = %present10
  store float 0.000000e+00, ptr %85, align 4
  br label %if.end15

if.end15:                                         ; preds = %if.end, %present11, %present10
  %87 = phi float [ %86, %present10 ], [ 0.000000e+00, %if.end ], [ %86, %present11 ]
  %88 = fcmp olt float %q, 0.000000e+00
  %89 = fneg float %87
  %90 = select i1 %88, float %89, float %87
  %91 = fadd float %72, %90
  br i1 %10, label %present16, label %present.end17

present16:                                        ; preds = %if.end15
  %92 = icmp slt i32 %61, 0
  %93 = add i32 %61, %density.shape0
  %94 = select i1 %92, i32 %93, i32 %61
  %95 = sext i32 %94 to i64
  %96 = mul i64 %95, %44
  %97 = getelementptr inbounds i8, ptr %density.gradient, i64 %96
  %98 = load float, ptr %97, align 4
  br label %present.end17

present.end17:                                    ; preds = %present16, %if.end15
  %99 = phi float [ %98, %present16 ], [ 0.000000e+00, %if.end15 ]
  %100 = fdiv float %99, 5.000000e-01
  %101 = fmul float %100, %q
  %102 = fmul float %100, %share
  %103 = fadd float %91, %102
  br i1 %10, label %present18, label %present.end19

present18:                                        ; preds = %present.end17
  %104 = add i32 %left, %density.shape0
  %105 = select i1 %60, i32 %104, i32 %left
  %106 = sext i32 %105 to i64
  %107 = mul i64 %106, %44
  %108 = getelementptr inbounds i8, ptr %density.gradient, i64 %107
  %109 = load float, ptr %108, align 4
  br label %present.end19

present.end19:                                    ; preds = %present18, %present.end17
  %110 = phi float [ %109, %present18 ], [ 0.000000e+00, %present.end17 ]
  %111 = fdiv float %110, 5.000000e-01
  %112 = fmul float %111, %q
  %113 = fmul float %111, %68
  %adj_q = fadd float %103, %113
  %114 = fneg float %112
  %adj_share = fadd float %101, %114
  br i1 %7, label %present20, label %if.end23

present20:                                        ; preds = %present.end19
  %115 = mul i64 %55, %47
  %116 = getelementptr inbounds i8, ptr %charge.gradient, i64 %115
  %117 = load float, ptr %116, align 4
  %118 = fadd float %117, %adj_q
  store float %118, ptr %116, align 4
  br label %if.end23

if.end23:                                         ; preds = %thread.body, %present.end19, %present20
  %adj_x = phi float [ %adj_share, %present.end19 ], [ %adj_share, %present20 ], [ 0.000000e+00, %thread.body ]
  %119 = phi float [ %76, %present.end19 ], [ %76, %present20 ], [ 0.000000e+00, %thread.body ]
  %120 = fdiv float %adj_x, 5.000000e-01
  %121 = fadd float %119, %120
  br i1 %4, label %present24, label %present.end25

present24:                                        ; preds = %if.end23
  %122 = mul i64 %55, %50
  %123 = getelementptr inbounds i8, ptr %position.gradient, i64 %122
  %124 = load float, ptr %123, align 4
  %125 = fadd float %124, %121
  store float %125, ptr %123, align 4
  br label %present.end25

present.end25:                                    ; preds = %present24, %if.end23
  br label %threads
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.floor.f32(float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fptosi.sat.i32.f32(float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #1

attributes #0 = { nounwind }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
