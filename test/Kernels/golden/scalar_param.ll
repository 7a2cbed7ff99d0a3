; ModuleID = 'kgen'
source_filename = "kgen"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind
define void @advantage_estimate_cpu_forward(ptr %dim, ptr %args) #0 {
entry:
  %value = getelementptr inbounds nuw i8, ptr %args, i64 56
  %0 = getelementptr inbounds nuw i8, ptr %args, i64 112
  %discount = load float, ptr %0, align 4
  %1 = getelementptr inbounds nuw i8, ptr %args, i64 116
  %trace = load float, ptr %1, align 4
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 120
  %reward_limit = load float, ptr %2, align 4
  %3 = getelementptr inbounds nuw i8, ptr %args, i64 124
  %last_step = load i32, ptr %3, align 4
  %advantage = getelementptr inbounds nuw i8, ptr %args, i64 128
  %4 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %5, align 8
  %reward.data = load ptr, ptr %args, align 8
  %6 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %reward.stride0 = load i32, ptr %6, align 4
  %7 = sext i32 %reward.stride0 to i64
  %8 = getelementptr inbounds nuw i8, ptr %args, i64 36
  %reward.stride1 = load i32, ptr %8, align 4
  %9 = sext i32 %reward.stride1 to i64
  %value.data = load ptr, ptr %value, align 8
  %10 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %value.stride0 = load i32, ptr %10, align 4
  %11 = sext i32 %value.stride0 to i64
  %12 = getelementptr inbounds nuw i8, ptr %args, i64 76
  %value.shape1 = load i32, ptr %12, align 4
  %13 = getelementptr inbounds nuw i8, ptr %args, i64 92
  %value.stride1 = load i32, ptr %13, align 4
  %14 = sext i32 %value.stride1 to i64
  %advantage.data = load ptr, ptr %advantage, align 8
  %15 = getelementptr inbounds nuw i8, ptr %args, i64 160
  %advantage.stride0 = load i32, ptr %15, align 4
  %16 = sext i32 %advantage.stride0 to i64
  %17 = getelementptr inbounds nuw i8, ptr %args, i64 164
  %advantage.stride1 = load i32, ptr %17, align 4
  %18 = sext i32 %advantage.stride1 to i64
  %19 = icmp ugt i64 %dim.coord_mult, 1
  %20 = fneg float %reward_limit
  %21 = fmul float %discount, %trace
  br label %threads

threads:                                          ; preds = %for, %entry
  %index = phi i64 [ 0, %entry ], [ %index.next, %for ]
  %22 = icmp ult i64 %index, %dim.size
  br i1 %22, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index.next = add i64 %index, 1
  br i1 %19, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %23 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %24 = phi i64 [ %23, %thread.fold ], [ %index, %thread ]
  %sext = shl i64 %24, 32
  %25 = ashr exact i64 %sext, 32
  %26 = mul nsw i64 %25, %7
  %27 = getelementptr inbounds i8, ptr %reward.data, i64 %26
  %28 = mul nsw i64 %25, %11
  %29 = getelementptr inbounds i8, ptr %value.data, i64 %28
  %30 = mul nsw i64 %25, %16
  %31 = getelementptr inbounds i8, ptr %advantage.data, i64 %30
  br label %for

for:                                              ; preds = %if.end, %thread.body
  %estimate.0 = phi float [ 0.000000e+00, %thread.body ], [ %estimate.1, %if.end ]
  %step = phi i32 [ 5, %thread.body ], [ %55, %if.end ]
  %32 = icmp sgt i32 %step, -1
  br i1 %32, label %for.body, label %threads

for.body:                                         ; preds = %for
  %.not = icmp sgt i32 %step, %last_step
  br i1 %.not, label %if.end, label %if.then

if.then:                                          ; preds = %for.body
  %33 = zext nneg i32 %step to i64
  %34 = mul nsw i64 %33, %9
  %35 = getelementptr inbounds i8, ptr %27, i64 %34
  %36 = load float, ptr %35, align 4
  %37 = call float @llvm.maxnum.f32(float %20, float %36)
  %r = call float @llvm.minnum.f32(float %37, float %reward_limit)
  %38 = add nuw i32 %step, 1
  %39 = icmp slt i32 %38, 0
  %40 = select i1 %39, i32 %value.shape1, i32 0
  %41 = add i32 %38, %40
  %42 = sext i32 %41 to i64
  %43 = mul nsw i64 %42, %14
  %44 = getelementptr inbounds i8, ptr %29, i64 %43
  %45 = load float, ptr %44, align 4
  %46 = fmul float %discount, %45
  %47 = fadd float %r, %46
  %48 = mul nsw i64 %33, %14
  %49 = getelementptr inbounds i8, ptr %29, i64 %48
  %50 = load float, ptr %49, align 4
  %surprise = fsub float %47, %50
  %51 = fmul float %21, %estimate.0
  %52 = fadd float %surprise, %51
  %53 = mul nsw i64 %33, %18
  %54 = getelementptr inbounds i8, ptr %31, i64 %53
  store float %52, ptr %54, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body
  %estimate.1 = phi float [ %52, %if.then ], [ %estimate.0, %for.body ]
  %55 = add nsw i32 %step, -1
  br label %for
}

; Function Attrs: nounwind
define void @advantage_estimate_cpu_backward(ptr %dim, ptr %args, ptr %adj_args) #0 {
entry:
  %0 = getelementptr inbounds nuw i8, ptr %args, i64 112
  %discount = load float, ptr %0, align 4
  %1 = getelementptr inbounds nuw i8, ptr %args, i64 116
  %trace = load float, ptr %1, align 4
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 120
  %reward_limit = load float, ptr %2, align 4
  %3 = getelementptr inbounds nuw i8, ptr %args, i64 124
  %last_step = load i32, ptr %3, align 4
  %adj_value = getelementptr inbounds nuw i8, ptr %adj_args, i64 56
  %adj_advantage = getelementptr inbounds nuw i8, ptr %adj_args, i64 128
  %4 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %5, align 8
  %adj_reward.data = load ptr, ptr %adj_args, align 8
  %6 = getelementptr inbounds nuw i8, ptr %args, i64 8
  %reward.grad = load ptr, ptr %6, align 8
  %.not = icmp eq ptr %adj_reward.data, null
  %reward.gradient = select i1 %.not, ptr %reward.grad, ptr %adj_reward.data
  %.not12 = icmp eq ptr %reward.gradient, null
  %7 = getelementptr inbounds nuw i8, ptr %adj_args, i64 32
  %adj_reward.stride0 = load i32, ptr %7, align 4
  %8 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %reward.stride0 = load i32, ptr %8, align 4
  %9 = select i1 %.not, i32 %reward.stride0, i32 %adj_reward.stride0
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds nuw i8, ptr %adj_args, i64 20
  %adj_reward.shape1 = load i32, ptr %11, align 4
  %12 = getelementptr inbounds nuw i8, ptr %args, i64 20
  %reward.shape1 = load i32, ptr %12, align 4
  %13 = select i1 %.not, i32 %reward.shape1, i32 %adj_reward.shape1
  %14 = getelementptr inbounds nuw i8, ptr %adj_args, i64 36
  %adj_reward.stride1 = load i32, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %args, i64 36
  %reward.stride1 = load i32, ptr %15, align 4
  %16 = select i1 %.not, i32 %reward.stride1, i32 %adj_reward.stride1
  %17 = sext i32 %16 to i64
  %adj_value.data = load ptr, ptr %adj_value, align 8
  %18 = getelementptr inbounds nuw i8, ptr %args, i64 64
  %value.grad = load ptr, ptr %18, align 8
  %.not13 = icmp eq ptr %adj_value.data, null
  %value.gradient = select i1 %.not13, ptr %value.grad, ptr %adj_value.data
  %.not14 = icmp eq ptr %value.gradient, null
  %19 = getelementptr inbounds nuw i8, ptr %adj_args, i64 88
  %adj_value.stride0 = load i32, ptr %19, align 4
  %20 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %value.stride0 = load i32, ptr %20, align 4
  %21 = select i1 %.not13, i32 %value.stride0, i32 %adj_value.stride0
  %22 = sext i32 %21 to i64
  %23 = getelementptr inbounds nuw i8, ptr %adj_args, i64 76
  %adj_value.shape1 = load i32, ptr %23, align 4
  %24 = getelementptr inbounds nuw i8, ptr %args, i64 76
  %value.shape1 = load i32, ptr %24, align 4
  %25 = select i1 %.not13, i32 %value.shape1, i32 %adj_value.shape1
  %26 = getelementptr inbounds nuw i8, ptr %adj_args, i64 92
  %adj_value.stride1 = load i32, ptr %26, align 4
  %27 = getelementptr inbounds nuw i8, ptr %args, i64 92
  %value.stride1 = load i32, ptr %27, align 4
  %28 = select i1 %.not13, i32 %value.stride1, i32 %adj_value.stride1
  %29 = sext i32 %28 to i64
  %adj_advantage.data = load ptr, ptr %adj_advantage, align 8
  %30 = getelementptr inbounds nuw i8, ptr %args, i64 136
  %advantage.grad = load ptr, ptr %30, align 8
  %.not15 = icmp eq ptr %adj_advantage.data, null
  %advantage.gradient = select i1 %.not15, ptr %advantage.grad, ptr %adj_advantage.data
  %.not16 = icmp eq ptr %advantage.gradient, null
  %31 = getelementptr inbounds nuw i8, ptr %adj_args, i64 160
  %adj_advantage.stride0 = load i32, ptr %31, align 4
  %32 = getelementptr inbounds nuw i8, ptr %args, i64 160
  %advantage.stride0 = load i32, ptr %32, align 4
  %33 = select i1 %.not15, i32 %advantage.stride0, i32 %adj_advantage.stride0
  %34 = sext i32 %33 to i64
  %35 = getelementptr inbounds nuw i8, ptr %adj_args, i64 148
  %adj_advantage.shape1 = load i32, ptr %35, align 4
  %36 = getelementptr inbounds nuw i8, ptr %args, i64 148
  %advantage.shape1 = load i32, ptr %36, align 4
  %37 = select i1 %.not15, i32 %advantage.shape1, i32 %adj_advantage.shape1
  %38 = getelementptr inbounds nuw i8, ptr %adj_args, i64 164
  %adj_advantage.stride1 = load i32, ptr %38, align 4
  %39 = getelementptr inbounds nuw i8, ptr %args, i64 164
  %advantage.stride1 = load i32, ptr %39, align 4
  %40 = select i1 %.not15, i32 %advantage.stride1, i32 %adj_advantage.stride1
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds nuw i8, ptr %args, i64 178
  %advantage.flags = load i16, ptr %42, align 2
  %43 = trunc i16 %advantage.flags to i1
  %44 = icmp ne ptr %advantage.gradient, %advantage.grad
  %.not18 = or i1 %44, %43
  %reward.data = load ptr, ptr %args, align 8
  %45 = sext i32 %reward.stride0 to i64
  %46 = sext i32 %reward.stride1 to i64
  %47 = icmp ugt i64 %dim.coord_mult, 1
  %48 = fneg float %reward_limit
  %49 = fmul float %discount, %trace
  br label %threads

threads:                                          ; preds = %for, %entry
  %remaining = phi i64 [ %dim.size, %entry ], [ %index, %for ]
  %.not19 = icmp eq i64 %remaining, 0
  br i1 %.not19, label %done, label %thread

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index = add i64 %remaining, -1
  br i1 %47, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %50 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %51 = phi i64 [ %50, %thread.fold ], [ %index, %thread ]
  %sext = shl i64 %51, 32
  %52 = ashr exact i64 %sext, 32
  %53 = mul nsw i64 %52, %45
  %54 = getelementptr inbounds i8, ptr %reward.data, i64 %53
  %55 = mul nsw i64 %52, %34
  %56 = getelementptr inbounds i8, ptr %advantage.gradient, i64 %55
  %57 = mul nsw i64 %52, %22
  %58 = getelementptr inbounds i8, ptr %value.gradient, i64 %57
  %59 = mul nsw i64 %52, %10
  %60 = getelementptr inbounds i8, ptr %reward.gradient, i64 %59
  br label %for

for:                                              ; preds = %if.end, %thread.body
  %step = phi i32 [ %105, %if.end ], [ 5, %thread.body ]
  %adj_estimate_0 = phi float [ %adj_estimate_0_0, %if.end ], [ 0.000000e+00, %thread.body ]
  %61 = icmp sgt i32 %step, -1
  br i1 %61, label %for.body, label %threads

for.body:                                         ; preds = %for
  %step_0 = sub nsw i32 5, %step
  %.not20 = icmp sgt i32 %step_0, %last_step
  br i1 %.not20, label %if.end, label %if.then

if.then:                                          ; preds = %for.body
  %62 = icmp sgt i32 %step, 5
  %63 = select i1 %62, i32 %reward.shape1, i32 0
  %64 = add i32 %step_0, %63
  %65 = sext i32 %64 to i64
  %66 = mul nsw i64 %65, %46
  %67 = getelementptr inbounds i8, ptr %54, i64 %66
  %68 = load float, ptr %67, align 4
  %69 = call float @llvm.maxnum.f32(float %48, float %68)
  br i1 %.not16, label %present.end5, label %present

present:                                          ; preds = %if.then
  %70 = select i1 %62, i32 %37, i32 0
  %71 = add i32 %step_0, %70
  %72 = sext i32 %71 to i64
  %73 = mul nsw i64 %72, %41
  %74 = getelementptr inbounds i8, ptr %56, i64 %73
  %75 = load float, ptr %74, align 4
  br i1 %.not18, label %present.end5, label %present4

present4:                                         ; preds = %present
  store float 0.000000e+00, ptr %74, align 4
  br label %present.end5

present.end5:                                     ; preds = %present, %present4, %if.then
  %76 = phi float [ 0.000000e+00, %if.then ], [ %75, %present4 ], [ %75, %present ]
  %adj_estimate_2 = fadd float %adj_estimate_0, %76
  %77 = fmul float %adj_estimate_2, %49
  br i1 %.not14, label %present.end9, label %present6

present6:                                         ; preds = %present.end5
  %78 = select i1 %62, i32 %25, i32 0
  %79 = add i32 %step_0, %78
  %80 = sext i32 %79 to i64
  %81 = mul nsw i64 %80, %29
  %82 = getelementptr inbounds i8, ptr %58, i64 %81
  %83 = load float, ptr %82, align 4
  %84 = fsub float %83, %adj_estimate_2
  store float %84, ptr %82, align 4
  %85 = fmul float %adj_estimate_2, %discount
  %86 = icmp sgt i32 %step, 6
  %87 = select i1 %86, i32 %25, i32 0
  %reass.sub = sub i32 %87, %step
  %88 = add i32 %reass.sub, 6
  %89 = sext i32 %88 to i64
  %90 = mul nsw i64 %89, %29
  %91 = getelementptr inbounds i8, ptr %58, i64 %90
  %92 = load float, ptr %91, align 4
  %93 = fadd float %92, %85
  store float %93, ptr %91, align 4
  br label %present.end9

present.end9:                                     ; preds = %present.end5, %present6
  br i1 %.not12, label %if.end, label %present10

present10:                                        ; preds = %present.end9
  %94 = fcmp olt float %68, %48
  %95 = fcmp olt float %69, %reward_limit
  %96 = select i1 %95, float %adj_estimate_2, float 0.000000e+00
  %97 = select i1 %94, float 0.000000e+00, float %96
  %98 = select i1 %62, i32 %13, i32 0
  %99 = add i32 %step_0, %98
  %100 = sext i32 %99 to i64
  %101 = mul nsw i64 %100, %17
  %102 = getelementptr inbounds i8, ptr %60, i64 %101
  %103 = load float, ptr %102, align 4
  %104 = fadd float %103, %97
  store float %104, ptr %102, align 4
  br label %if.end

if.end:                                           ; preds = %for.body, %present.end9, %present10
  %adj_estimate_0_0 = phi float [ %77, %present.end9 ], [ %77, %present10 ], [ %adj_estimate_0, %for.body ]
  %105 = add nsw i32 %step, -1
  br label %for
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #1

attributes #0 = { nounwind }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
