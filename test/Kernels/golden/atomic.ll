; ModuleID = 'kgen'
source_filename = "kgen"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind
define void @deposit_charge_cpu_forward(ptr %dim, ptr %args) #0 {
entry:
  %charge = getelementptr inbounds nuw i8, ptr %args, i64 56
  %density = getelementptr inbounds nuw i8, ptr %args, i64 112
  %strongest = getelementptr inbounds nuw i8, ptr %args, i64 168
  %leftmost = getelementptr inbounds nuw i8, ptr %args, i64 224
  %reservoir = getelementptr inbounds nuw i8, ptr %args, i64 280
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %position.data = load ptr, ptr %args, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %position.stride0 = load i32, ptr %2, align 4
  %3 = sext i32 %position.stride0 to i64
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 128
  %density.shape0 = load i32, ptr %4, align 4
  %charge.data = load ptr, ptr %charge, align 8
  %5 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %charge.stride0 = load i32, ptr %5, align 4
  %6 = sext i32 %charge.stride0 to i64
  %density.data = load ptr, ptr %density, align 8
  %7 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %density.stride0 = load i32, ptr %7, align 4
  %8 = sext i32 %density.stride0 to i64
  %strongest.data = load ptr, ptr %strongest, align 8
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 200
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
  %sext = shl i64 %14, 32
  %15 = ashr exact i64 %sext, 32
  %16 = mul nsw i64 %15, %3
  %17 = getelementptr inbounds i8, ptr %position.data, i64 %16
  %18 = load float, ptr %17, align 4
  %x = fmul float %18, 2.000000e+00
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
  %25 = mul nsw i64 %15, %6
  %26 = getelementptr inbounds i8, ptr %charge.data, i64 %25
  %q = load float, ptr %26, align 4
  %27 = fsub float 1.000000e+00, %share
  %28 = fmul float %27, %q
  %29 = fmul float %28, 2.000000e+00
  %30 = zext nneg i32 %left to i64
  %31 = mul nsw i64 %30, %8
  %32 = getelementptr inbounds i8, ptr %density.data, i64 %31
  %33 = load float, ptr %32, align 4
  %34 = fadd float %33, %29
  store float %34, ptr %32, align 4
  %35 = fmul float %share, %q
  %36 = fmul float %35, 2.000000e+00
  %37 = icmp slt i32 %21, 0
  %38 = select i1 %37, i32 %density.shape0, i32 0
  %39 = add i32 %21, %38
  %40 = sext i32 %39 to i64
  %41 = mul nsw i64 %40, %8
  %42 = getelementptr inbounds i8, ptr %density.data, i64 %41
  %43 = load float, ptr %42, align 4
  %44 = fadd float %43, %36
  store float %44, ptr %42, align 4
  %45 = call float @llvm.fabs.f32(float %q)
  %46 = mul nsw i64 %30, %10
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
  %charge = getelementptr inbounds nuw i8, ptr %args, i64 56
  %strongest = getelementptr inbounds nuw i8, ptr %args, i64 168
  %leftmost = getelementptr inbounds nuw i8, ptr %args, i64 224
  %adj_charge = getelementptr inbounds nuw i8, ptr %adj_args, i64 56
  %adj_density = getelementptr inbounds nuw i8, ptr %adj_args, i64 112
  %adj_strongest = getelementptr inbounds nuw i8, ptr %adj_args, i64 168
  %adj_leftmost = getelementptr inbounds nuw i8, ptr %adj_args, i64 224
  %adj_reservoir = getelementptr inbounds nuw i8, ptr %adj_args, i64 280
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %adj_position.data = load ptr, ptr %adj_args, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 8
  %position.grad = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %adj_position.data, null
  %position.gradient = select i1 %.not, ptr %position.grad, ptr %adj_position.data
  %.not28 = icmp eq ptr %position.gradient, null
  %3 = getelementptr inbounds nuw i8, ptr %adj_args, i64 32
  %adj_position.stride0 = load i32, ptr %3, align 4
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %position.stride0 = load i32, ptr %4, align 4
  %5 = select i1 %.not, i32 %position.stride0, i32 %adj_position.stride0
  %6 = sext i32 %5 to i64
  %adj_charge.data = load ptr, ptr %adj_charge, align 8
  %7 = getelementptr inbounds nuw i8, ptr %args, i64 64
  %charge.grad = load ptr, ptr %7, align 8
  %.not29 = icmp eq ptr %adj_charge.data, null
  %charge.gradient = select i1 %.not29, ptr %charge.grad, ptr %adj_charge.data
  %.not30 = icmp eq ptr %charge.gradient, null
  %8 = getelementptr inbounds nuw i8, ptr %adj_args, i64 88
  %adj_charge.stride0 = load i32, ptr %8, align 4
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %charge.stride0 = load i32, ptr %9, align 4
  %10 = select i1 %.not29, i32 %charge.stride0, i32 %adj_charge.stride0
  %11 = sext i32 %10 to i64
  %adj_density.data = load ptr, ptr %adj_density, align 8
  %12 = getelementptr inbounds nuw i8, ptr %args, i64 120
  %density.grad = load ptr, ptr %12, align 8
  %.not31 = icmp eq ptr %adj_density.data, null
  %density.gradient = select i1 %.not31, ptr %density.grad, ptr %adj_density.data
  %.not32 = icmp eq ptr %density.gradient, null
  %13 = getelementptr inbounds nuw i8, ptr %adj_args, i64 128
  %adj_density.shape0 = load i32, ptr %13, align 4
  %14 = getelementptr inbounds nuw i8, ptr %args, i64 128
  %density.shape0 = load i32, ptr %14, align 4
  %15 = select i1 %.not31, i32 %density.shape0, i32 %adj_density.shape0
  %16 = getelementptr inbounds nuw i8, ptr %adj_args, i64 144
  %adj_density.stride0 = load i32, ptr %16, align 4
  %17 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %density.stride0 = load i32, ptr %17, align 4
  %18 = select i1 %.not31, i32 %density.stride0, i32 %adj_density.stride0
  %19 = sext i32 %18 to i64
  %adj_strongest.data = load ptr, ptr %adj_strongest, align 8
  %20 = getelementptr inbounds nuw i8, ptr %args, i64 176
  %strongest.grad = load ptr, ptr %20, align 8
  %.not33 = icmp eq ptr %adj_strongest.data, null
  %strongest.gradient = select i1 %.not33, ptr %strongest.grad, ptr %adj_strongest.data
  %.not34 = icmp eq ptr %strongest.gradient, null
  %21 = getelementptr inbounds nuw i8, ptr %adj_args, i64 200
  %adj_strongest.stride0 = load i32, ptr %21, align 4
  %22 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %strongest.stride0 = load i32, ptr %22, align 4
  %23 = select i1 %.not33, i32 %strongest.stride0, i32 %adj_strongest.stride0
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds nuw i8, ptr %args, i64 218
  %strongest.flags = load i16, ptr %25, align 2
  %26 = trunc i16 %strongest.flags to i1
  %27 = icmp ne ptr %strongest.gradient, %strongest.grad
  %.not36 = or i1 %27, %26
  %adj_leftmost.data = load ptr, ptr %adj_leftmost, align 8
  %28 = getelementptr inbounds nuw i8, ptr %args, i64 232
  %leftmost.grad = load ptr, ptr %28, align 8
  %.not37 = icmp eq ptr %adj_leftmost.data, null
  %leftmost.gradient = select i1 %.not37, ptr %leftmost.grad, ptr %adj_leftmost.data
  %.not38 = icmp eq ptr %leftmost.gradient, null
  %29 = getelementptr inbounds nuw i8, ptr %args, i64 274
  %leftmost.flags = load i16, ptr %29, align 2
  %30 = trunc i16 %leftmost.flags to i1
  %31 = icmp ne ptr %leftmost.gradient, %leftmost.grad
  %.not40 = or i1 %31, %30
  %adj_reservoir.data = load ptr, ptr %adj_reservoir, align 8
  %32 = getelementptr inbounds nuw i8, ptr %args, i64 288
  %reservoir.grad = load ptr, ptr %32, align 8
  %.not41 = icmp eq ptr %adj_reservoir.data, null
  %reservoir.gradient = select i1 %.not41, ptr %reservoir.grad, ptr %adj_reservoir.data
  %.not42 = icmp eq ptr %reservoir.gradient, null
  %position.data = load ptr, ptr %args, align 8
  %33 = sext i32 %position.stride0 to i64
  %charge.data = load ptr, ptr %charge, align 8
  %34 = sext i32 %charge.stride0 to i64
  %leftmost.data = load ptr, ptr %leftmost, align 8
  %strongest.data = load ptr, ptr %strongest, align 8
  %35 = sext i32 %strongest.stride0 to i64
  %36 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %present.end27, %entry
  %remaining = phi i64 [ %index, %present.end27 ], [ %dim.size, %entry ]
  %.not43 = icmp eq i64 %remaining, 0
  br i1 %.not43, label %done, label %thread

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index = add i64 %remaining, -1
  br i1 %36, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %37 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %38 = phi i64 [ %37, %thread.fold ], [ %index, %thread ]
  %sext = shl i64 %38, 32
  %39 = ashr exact i64 %sext, 32
  %40 = mul nsw i64 %39, %33
  %41 = getelementptr inbounds i8, ptr %position.data, i64 %40
  %42 = load float, ptr %41, align 4
  %x = fmul float %42, 2.000000e+00
  %43 = call float @llvm.floor.f32(float %x)
  %left = call i32 @llvm.fptosi.sat.i32.f32(float %43)
  %44 = icmp sgt i32 %left, -1
  %45 = add i32 %left, 1
  %46 = icmp slt i32 %45, %density.shape0
  %.not46 = and i1 %44, %46
  br i1 %.not46, label %if.then, label %if.end25

if.then:                                          ; preds = %thread.body
  %47 = sitofp i32 %left to float
  %share = fsub float %x, %47
  %48 = mul nsw i64 %39, %34
  %49 = getelementptr inbounds i8, ptr %charge.data, i64 %48
  %q = load float, ptr %49, align 4
  %50 = fsub float 1.000000e+00, %share
  %51 = call float @llvm.fabs.f32(float %q)
  br i1 %.not42, label %present.end, label %present

present:                                          ; preds = %if.then
  %52 = load float, ptr %reservoir.gradient, align 4
  br label %present.end

present.end:                                      ; preds = %present, %if.then
  %53 = phi float [ %52, %present ], [ 0.000000e+00, %if.then ]
  %54 = load float, ptr %leftmost.data, align 4
  %55 = fcmp oeq float %42, %54
  %.not47 = xor i1 %55, true
  %brmerge = select i1 %.not47, i1 true, i1 %.not38
  br i1 %brmerge, label %if.end, label %present7

present7:                                         ; preds = %present.end
  %56 = load float, ptr %leftmost.gradient, align 4
  br i1 %.not40, label %if.end, label %present8

present8:                                         ; preds = %present7
  store float 0.000000e+00, ptr %leftmost.gradient, align 4
  br label %if.end

if.end:                                           ; preds = %present.end, %present8, %present7
  %57 = phi float [ %56, %present7 ], [ 0.000000e+00, %present.end ], [ %56, %present8 ]
  %58 = sext i32 %left to i64
  %59 = mul nsw i64 %58, %35
  %60 = getelementptr inbounds i8, ptr %strongest.data, i64 %59
  %61 = load float, ptr %60, align 4
  %62 = fcmp oeq float %51, %61
  %.not48 = xor i1 %62, true
  %brmerge49 = select i1 %.not48, i1 true, i1 %.not34
  br i1 %brmerge49, label %if.end17, label %present12

present12:                                        ; preds = %if.end
  %63 = mul nsw i64 %58, %24
  %64 = getelementptr inbounds i8, ptr %strongest.gradient, i64 %63
  %65 = load float, ptr %64, align 4
  br i1 %.not36, label %if.end17, label %present13

present13:                                        ; preds = %present12
  store float 0.000000e+00, ptr %64, align 4
  br label %if.end17

if.end17:                                         ; preds = %if.end, %present13, %present12
  %66 = phi float [ %65, %present12 ], [ 0.000000e+00, %if.end ], [ %65, %present13 ]
  %67 = fcmp olt float %q, 0.000000e+00
  %68 = fneg float %66
  %69 = select i1 %67, float %68, float %66
  %70 = fsub float %69, %53
  br i1 %.not32, label %present.end19, label %present18

present18:                                        ; preds = %if.end17
  %71 = icmp slt i32 %45, 0
  %72 = select i1 %71, i32 %15, i32 0
  %73 = add i32 %45, %72
  %74 = sext i32 %73 to i64
  %75 = mul nsw i64 %74, %19
  %76 = getelementptr inbounds i8, ptr %density.gradient, i64 %75
  %77 = load float, ptr %76, align 4
  %78 = fmul float %77, 2.000000e+00
  br label %present.end19

present.end19:                                    ; preds = %present18, %if.end17
  %79 = phi float [ %78, %present18 ], [ 0.000000e+00, %if.end17 ]
  %80 = fmul float %79, %q
  %81 = fmul float %79, %share
  %82 = fadd float %70, %81
  br i1 %.not32, label %present.end21, label %present20

present20:                                        ; preds = %present.end19
  %83 = mul nsw i64 %58, %19
  %84 = getelementptr inbounds i8, ptr %density.gradient, i64 %83
  %85 = load float, ptr %84, align 4
  %86 = fmul float %85, 2.000000e+00
  br label %present.end21

present.end21:                                    ; preds = %present20, %present.end19
  %87 = phi float [ %86, %present20 ], [ 0.000000e+00, %present.end19 ]
  %88 = fmul float %q, %87
  %adj_share = fsub float %80, %88
  br i1 %.not30, label %present.end23, label %present22

present22:                                        ; preds = %present.end21
  %89 = fmul float %87, %50
  %adj_q = fadd float %82, %89
  %90 = mul nsw i64 %39, %11
  %91 = getelementptr inbounds i8, ptr %charge.gradient, i64 %90
  %92 = load float, ptr %91, align 4
  %93 = fadd float %92, %adj_q
  store float %93, ptr %91, align 4
  br label %present.end23

present.end23:                                    ; preds = %present22, %present.end21
  %94 = fmul float %adj_share, 2.000000e+00
  %95 = fadd float %57, %94
  br label %if.end25

if.end25:                                         ; preds = %thread.body, %present.end23
  %96 = phi float [ %95, %present.end23 ], [ 0.000000e+00, %thread.body ]
  br i1 %.not28, label %present.end27, label %present26

present26:                                        ; preds = %if.end25
  %97 = mul nsw i64 %39, %6
  %98 = getelementptr inbounds i8, ptr %position.gradient, i64 %97
  %99 = load float, ptr %98, align 4
  %100 = fadd float %99, %96
  store float %100, ptr %98, align 4
  br label %present.end27

present.end27:                                    ; preds = %present26, %if.end25
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
