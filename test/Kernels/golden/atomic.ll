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
  br i1 %37, label %index.wrap2, label %index3, !prof !1

index.wrap2:                                      ; preds = %if.end
  %38 = add i32 %21, %density.shape0
  br label %index3

index3:                                           ; preds = %index.wrap2, %if.end
  %39 = phi i32 [ %38, %index.wrap2 ], [ %21, %if.end ]
  %40 = sext i32 %39 to i64
  %41 = mul i64 %40, %8
  %42 = getelementptr inbounds i8, ptr %density.data, i64 %41
  %43 = load float, ptr %42, align 4
  %44 = fadd float %43, %36
  store float %44, ptr %42, align 4
  %45 = call float @llvm.fabs.f32(float %q)
  %46 = sext i32 %left to i64
  %47 = mul i64 %46, %10
  %48 = getelementptr inbounds i8, ptr %strongest.data, i64 %47
  %49 = load float, ptr %48, align 4
  %50 = call float @llvm.maxnum.f32(float %49, float %45)
  store float %50, ptr %48, align 4
  %51 = load float, ptr %17, align 4
  %52 = load float, ptr %leftmost.data, align 4
  %53 = call float @llvm.minnum.f32(float %52, float %51)
  store float %53, ptr %leftmost.data, align 4
  %54 = load float, ptr %reservoir.data, align 4
  %55 = fsub float %54, %q
  store float %55, ptr %reservoir.data, align 4
  br label %thread.end

thread.end:                                       ; preds = %thread.body, %index3
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
  %33 = getelementptr inbounds %array_t, ptr %adj_strongest, i32 0, i32 2, i32 0
  %adj_strongest.shape0 = load i32, ptr %33, align 4
  %34 = select i1 %12, i32 %adj_strongest.shape0, i32 %strongest.shape0
  %35 = getelementptr inbounds %array_t, ptr %adj_strongest, i32 0, i32 3, i32 0
  %adj_strongest.stride0 = load i32, ptr %35, align 4
  %36 = select i1 %12, i32 %adj_strongest.stride0, i32 %strongest.stride0
  %37 = sext i32 %36 to i64
  %38 = getelementptr inbounds %array_t, ptr %strongest, i32 0, i32 5
  %strongest.flags = load i16, ptr %38, align 2
  %39 = trunc i16 %strongest.flags to i1
  %40 = icmp eq ptr %strongest.gradient, %strongest.grad
  %41 = xor i1 %39, true
  %42 = and i1 %40, %41
  %43 = getelementptr inbounds %array_t, ptr %adj_density, i32 0, i32 2, i32 0
  %adj_density.shape0 = load i32, ptr %43, align 4
  %44 = select i1 %9, i32 %adj_density.shape0, i32 %density.shape0
  %45 = getelementptr inbounds %array_t, ptr %adj_density, i32 0, i32 3, i32 0
  %adj_density.stride0 = load i32, ptr %45, align 4
  %46 = getelementptr inbounds %array_t, ptr %density, i32 0, i32 3, i32 0
  %density.stride0 = load i32, ptr %46, align 4
  %47 = select i1 %9, i32 %adj_density.stride0, i32 %density.stride0
  %48 = sext i32 %47 to i64
  %49 = getelementptr inbounds %array_t, ptr %adj_charge, i32 0, i32 3, i32 0
  %adj_charge.stride0 = load i32, ptr %49, align 4
  %50 = select i1 %6, i32 %adj_charge.stride0, i32 %charge.stride0
  %51 = sext i32 %50 to i64
  %52 = getelementptr inbounds %array_t, ptr %adj_args, i32 0, i32 3, i32 0
  %adj_position.stride0 = load i32, ptr %52, align 4
  %53 = select i1 %3, i32 %adj_position.stride0, i32 %position.stride0
  %54 = sext i32 %53 to i64
  %55 = icmp ugt i64 %dim.coord_mult, 1
  %.not35 = xor i1 %16, true
  %.not37 = xor i1 %13, true
  br label %threads

threads:                                          ; preds = %present.end34, %entry
  %remaining = phi i64 [ %index, %present.end34 ], [ %dim.size, %entry ]
  %56 = icmp ne i64 %remaining, 0
  br i1 %56, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index = sub i64 %remaining, 1
  br i1 %55, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %57 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %58 = phi i64 [ %57, %thread.fold ], [ %index, %thread ]
  %p = trunc i64 %58 to i32
  %59 = sext i32 %p to i64
  %60 = mul i64 %59, %21
  %61 = getelementptr inbounds i8, ptr %position.data, i64 %60
  %62 = load float, ptr %61, align 4
  %x = fdiv float %62, 5.000000e-01
  %63 = call float @llvm.floor.f32(float %x)
  %left = call i32 @llvm.fptosi.sat.i32.f32(float %63)
  %64 = icmp slt i32 %left, 0
  %65 = add i32 %left, 1
  %66 = icmp sge i32 %65, %density.shape0
  %67 = or i1 %64, %66
  %68 = xor i1 %67, true
  br i1 %68, label %if.then, label %if.end32

if.then:                                          ; preds = %thread.body
  %69 = sitofp i32 %left to float
  %share = fsub float %x, %69
  %70 = mul i64 %59, %24
  %71 = getelementptr inbounds i8, ptr %charge.data, i64 %70
  %q = load float, ptr %71, align 4
  %72 = fsub float 1.000000e+00, %share
  %73 = call float @llvm.fabs.f32(float %q)
  br i1 %19, label %present, label %present.end

present:                                          ; preds = %if.then
  %74 = load float, ptr %reservoir.gradient, align 4
  br label %present.end

present.end:                                      ; preds = %present, %if.then
  %75 = phi float [ %74, %present ], [ 0.000000e+00, %if.then ]
  %76 = fneg float %75
  %77 = load float, ptr %leftmost.data, align 4
  %78 = fcmp oeq float %62, %77
  %.not = xor i1 %78, true
  %brmerge = select i1 %.not, i1 true, i1 %.not35
  br i1 %brmerge, label %if.end, label %present7

present7:                                         ; preds = %present.end
  %79 = load float, ptr %leftmost.gradient, align 4
  br i1 %29, label %present8, label %if.end

present8:                                         ; preds = %present7
  store float 0.000000e+00, ptr %leftmost.gradient, align 4
  br label %if.end

if.end:                                           ; preds = %present.end, %present8, %present7
  %80 = phi float [ %79, %present7 ], [ 0.000000e+00, %present.end ], [ %79, %present8 ]
  br i1 %64, label %index.wrap, label %index11, !prof !1

index.wrap:                                       ; preds = %if.end
  %81 = add i32 %left, %strongest.shape0
  br label %index11

index11:                                          ; preds = %index.wrap, %if.end
  %82 = phi i32 [ %81, %index.wrap ], [ %left, %if.end ]
  %83 = sext i32 %82 to i64
  %84 = mul i64 %83, %32
  %85 = getelementptr inbounds i8, ptr %strongest.data, i64 %84
  %86 = load float, ptr %85, align 4
  %87 = fcmp oeq float %73, %86
  %.not36 = xor i1 %87, true
  %brmerge38 = select i1 %.not36, i1 true, i1 %.not37
  br i1 %brmerge38, label %if.end20, label %present13

present13:                                        ; preds = %index11
  br i1 %64, label %index.wrap14, label %index15, !prof !1

index.wrap14:                                     ; preds = %present13
  %88 = add i32 %left, %34
  br label %index15

index15:                                          ; preds = %index.wrap14, %present13
  %89 = phi i32 [ %88, %index.wrap14 ], [ %left, %present13 ]
  %90 = sext i32 %89 to i64
  %91 = mul i64 %90, %37
  %92 = getelementptr inbounds i8, ptr %strongest.gradient, i64 %91
  %93 = load float, ptr %92, align 4
  br i1 %42, label %present16, label %if.end20

present16:                                        ; preds = %index15
  store float 0.000000e+00, ptr %92, align 4
  br label %if.end20

if.end20:                                         ; preds = %index11, %present16, %index15
  %94 = phi float [ %93, %index15 ], [ 0.000000e+00, %index11 ], [ %93, %present16 ]
  %95 = fcmp olt float %q, 0.000000e+00
  %96 = fneg float %94
  %97 = select i1 %95, float %96, float %94
  %98 = fadd float %76, %97
  br i1 %10, label %present21, label %present.end24

present21:                                        ; preds = %if.end20
  %99 = icmp slt i32 %65, 0
  br i1 %99, label %index.wrap22, label %index23, !prof !1

index.wrap22:                                     ; preds = %present21
  %100 = add i32 %65, %44
  br label %index23

index23:                                          ; preds = %index.wrap22, %present21
  %101 = phi i32 [ %100, %index.wrap22 ], [ %65, %present21 ]
  %102 = sext i32 %101 to i64
  %103 = mul i64 %102, %48
  %104 = getelementptr inbounds i8, ptr %density.gradient, i64 %103
  %105 = load float, ptr %104, align 4
  br label %present.end24

present.end24:                                    ; preds = %index23, %if.end20
  %106 = phi float [ %105, %index23 ], [ 0.000000e+00, %if.end20 ]
  %107 = fdiv float %106, 5.000000e-01
  %108 = fmul float %107, %q
  %109 = fmul float %107, %share
  %110 = fadd float %98, %109
  br i1 %10, label %present25, label %present.end28

present25:                                        ; preds = %present.end24
  br i1 %64, label %index.wrap26, label %index27, !prof !1

index.wrap26:                                     ; preds = %present25
  %111 = add i32 %left, %44
  br label %index27

index27:                                          ; preds = %index.wrap26, %present25
  %112 = phi i32 [ %111, %index.wrap26 ], [ %left, %present25 ]
  %113 = sext i32 %112 to i64
  %114 = mul i64 %113, %48
  %115 = getelementptr inbounds i8, ptr %density.gradient, i64 %114
  %116 = load float, ptr %115, align 4
  br label %present.end28

present.end28:                                    ; preds = %index27, %present.end24
  %117 = phi float [ %116, %index27 ], [ 0.000000e+00, %present.end24 ]
  %118 = fdiv float %117, 5.000000e-01
  %119 = fmul float %118, %q
  %120 = fmul float %118, %72
  %adj_q = fadd float %110, %120
  %121 = fneg float %119
  %adj_share = fadd float %108, %121
  br i1 %7, label %present29, label %if.end32

present29:                                        ; preds = %present.end28
  %122 = mul i64 %59, %51
  %123 = getelementptr inbounds i8, ptr %charge.gradient, i64 %122
  %124 = load float, ptr %123, align 4
  %125 = fadd float %124, %adj_q
  store float %125, ptr %123, align 4
  br label %if.end32

if.end32:                                         ; preds = %thread.body, %present.end28, %present29
  %adj_x = phi float [ %adj_share, %present.end28 ], [ %adj_share, %present29 ], [ 0.000000e+00, %thread.body ]
  %126 = phi float [ %80, %present.end28 ], [ %80, %present29 ], [ 0.000000e+00, %thread.body ]
  %127 = fdiv float %adj_x, 5.000000e-01
  %128 = fadd float %126, %127
  br i1 %4, label %present33, label %present.end34

present33:                                        ; preds = %if.end32
  %129 = mul i64 %59, %54
  %130 = getelementptr inbounds i8, ptr %position.gradient, i64 %129
  %131 = load float, ptr %130, align 4
  %132 = fadd float %131, %128
  store float %132, ptr %130, align 4
  br label %present.end34

present.end34:                                    ; preds = %present33, %if.end32
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
!1 = !{!"branch_weights", i32 1, i32 2000}
