; ModuleID = 'kgen'
source_filename = "kgen"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind
define void @plate_potential_cpu_forward(ptr %dim, ptr %args) #0 {
entry:
  %charge = getelementptr inbounds nuw i8, ptr %args, i64 56
  %masked = getelementptr inbounds nuw i8, ptr %args, i64 112
  %0 = getelementptr inbounds nuw i8, ptr %args, i64 168
  %spacing = load double, ptr %0, align 8
  %potential = getelementptr inbounds nuw i8, ptr %args, i64 176
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %1, align 8
  %2 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %2, align 8
  %3 = getelementptr inbounds nuw i8, ptr %args, i64 72
  %charge.shape0 = load i32, ptr %3, align 4
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 76
  %charge.shape1 = load i32, ptr %4, align 4
  %masked.data = load ptr, ptr %masked, align 8
  %5 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %masked.stride0 = load i32, ptr %5, align 4
  %6 = sext i32 %masked.stride0 to i64
  %7 = getelementptr inbounds nuw i8, ptr %args, i64 148
  %masked.stride1 = load i32, ptr %7, align 4
  %8 = sext i32 %masked.stride1 to i64
  %charge.data = load ptr, ptr %charge, align 8
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %charge.stride0 = load i32, ptr %9, align 4
  %10 = sext i32 %charge.stride0 to i64
  %11 = getelementptr inbounds nuw i8, ptr %args, i64 92
  %charge.stride1 = load i32, ptr %11, align 4
  %12 = sext i32 %charge.stride1 to i64
  %probe.data = load ptr, ptr %args, align 8
  %13 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %probe.stride0 = load i32, ptr %13, align 4
  %14 = sext i32 %probe.stride0 to i64
  %potential.data = load ptr, ptr %potential, align 8
  %15 = getelementptr inbounds nuw i8, ptr %args, i64 208
  %potential.stride0 = load i32, ptr %15, align 4
  %16 = sext i32 %potential.stride0 to i64
  %17 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %for.end3, %entry
  %index = phi i64 [ %index.next, %for.end3 ], [ 0, %entry ]
  %18 = icmp ult i64 %index, %dim.size
  br i1 %18, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index.next = add i64 %index, 1
  br i1 %17, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %19 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %20 = phi i64 [ %19, %thread.fold ], [ %index, %thread ]
  %sext5 = shl i64 %20, 32
  %21 = ashr exact i64 %sext5, 32
  %22 = mul nsw i64 %21, %14
  %23 = getelementptr inbounds i8, ptr %probe.data, i64 %22
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 8
  %25 = getelementptr inbounds nuw i8, ptr %23, i64 16
  br label %for

for:                                              ; preds = %for.end, %thread.body
  %total.0 = phi double [ 0.000000e+00, %thread.body ], [ %total.1, %for.end ]
  %row = phi i32 [ 0, %thread.body ], [ %56, %for.end ]
  %26 = icmp slt i32 %row, %charge.shape0
  br i1 %26, label %for1.preheader, label %for.end3

for1.preheader:                                   ; preds = %for
  %27 = sext i32 %row to i64
  %28 = mul nsw i64 %27, %6
  %29 = getelementptr inbounds i8, ptr %masked.data, i64 %28
  %30 = sitofp i32 %row to double
  %y = fmul double %spacing, %30
  %31 = mul nsw i64 %27, %10
  %32 = getelementptr inbounds i8, ptr %charge.data, i64 %31
  br label %for1

for1:                                             ; preds = %for1.preheader, %for.next
  %total.1 = phi double [ %total.2, %for.next ], [ %total.0, %for1.preheader ]
  %column = phi i32 [ %55, %for.next ], [ 0, %for1.preheader ]
  %33 = icmp slt i32 %column, %charge.shape1
  br i1 %33, label %for.body2, label %for.end

for.body2:                                        ; preds = %for1
  %34 = sext i32 %column to i64
  %35 = mul nsw i64 %34, %8
  %36 = getelementptr inbounds i8, ptr %29, i64 %35
  %37 = load i32, ptr %36, align 4
  %.not = icmp eq i32 %37, 0
  br i1 %.not, label %if.end, label %for.next

if.end:                                           ; preds = %for.body2
  %38 = sitofp i32 %column to double
  %x = fmul double %spacing, %38
  %39 = mul nsw i64 %34, %12
  %40 = getelementptr inbounds i8, ptr %32, i64 %39
  %41 = load double, ptr %40, align 8
  %42 = load double, ptr %23, align 8
  %43 = load double, ptr %24, align 8
  %44 = load double, ptr %25, align 8
  %45 = fsub double %42, %x
  %46 = fsub double %43, %y
  %47 = fmul double %45, %45
  %48 = fmul double %46, %46
  %49 = fadd double %47, %48
  %50 = fmul double %44, %44
  %51 = fadd double %49, %50
  %52 = call double @llvm.sqrt.f64(double %51)
  %53 = fdiv double %41, %52
  %54 = fadd double %total.1, %53
  br label %for.next

for.next:                                         ; preds = %for.body2, %if.end
  %total.2 = phi double [ %54, %if.end ], [ %total.1, %for.body2 ]
  %55 = add i32 %column, 1
  br label %for1

for.end:                                          ; preds = %for1
  %56 = add i32 %row, 1
  br label %for

for.end3:                                         ; preds = %for
  %57 = mul nsw i64 %21, %16
  %58 = getelementptr inbounds i8, ptr %potential.data, i64 %57
  store double %total.0, ptr %58, align 8
  br label %threads
}

; Function Attrs: nounwind
define void @plate_potential_cpu_backward(ptr %dim, ptr %args, ptr %adj_args) #0 {
entry:
  %charge = getelementptr inbounds nuw i8, ptr %args, i64 56
  %masked = getelementptr inbounds nuw i8, ptr %args, i64 112
  %0 = getelementptr inbounds nuw i8, ptr %args, i64 168
  %spacing = load double, ptr %0, align 8
  %adj_charge = getelementptr inbounds nuw i8, ptr %adj_args, i64 56
  %adj_potential = getelementptr inbounds nuw i8, ptr %adj_args, i64 176
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %1, align 8
  %2 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %2, align 8
  %adj_probe.data = load ptr, ptr %adj_args, align 8
  %3 = getelementptr inbounds nuw i8, ptr %args, i64 8
  %probe.grad = load ptr, ptr %3, align 8
  %.not = icmp eq ptr %adj_probe.data, null
  %probe.gradient = select i1 %.not, ptr %probe.grad, ptr %adj_probe.data
  %.not15 = icmp eq ptr %probe.gradient, null
  %4 = getelementptr inbounds nuw i8, ptr %adj_args, i64 32
  %adj_probe.stride0 = load i32, ptr %4, align 4
  %5 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %probe.stride0 = load i32, ptr %5, align 4
  %6 = select i1 %.not, i32 %probe.stride0, i32 %adj_probe.stride0
  %7 = sext i32 %6 to i64
  %adj_charge.data = load ptr, ptr %adj_charge, align 8
  %8 = getelementptr inbounds nuw i8, ptr %args, i64 64
  %charge.grad = load ptr, ptr %8, align 8
  %.not16 = icmp eq ptr %adj_charge.data, null
  %charge.gradient = select i1 %.not16, ptr %charge.grad, ptr %adj_charge.data
  %.not17 = icmp eq ptr %charge.gradient, null
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 72
  %charge.shape0 = load i32, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %adj_args, i64 88
  %adj_charge.stride0 = load i32, ptr %10, align 4
  %11 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %charge.stride0 = load i32, ptr %11, align 4
  %12 = select i1 %.not16, i32 %charge.stride0, i32 %adj_charge.stride0
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds nuw i8, ptr %args, i64 76
  %charge.shape1 = load i32, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %adj_args, i64 92
  %adj_charge.stride1 = load i32, ptr %15, align 4
  %16 = getelementptr inbounds nuw i8, ptr %args, i64 92
  %charge.stride1 = load i32, ptr %16, align 4
  %17 = select i1 %.not16, i32 %charge.stride1, i32 %adj_charge.stride1
  %18 = sext i32 %17 to i64
  %adj_potential.data = load ptr, ptr %adj_potential, align 8
  %19 = getelementptr inbounds nuw i8, ptr %args, i64 184
  %potential.grad = load ptr, ptr %19, align 8
  %.not18 = icmp eq ptr %adj_potential.data, null
  %potential.gradient = select i1 %.not18, ptr %potential.grad, ptr %adj_potential.data
  %.not19 = icmp eq ptr %potential.gradient, null
  %20 = getelementptr inbounds nuw i8, ptr %adj_args, i64 208
  %adj_potential.stride0 = load i32, ptr %20, align 4
  %21 = getelementptr inbounds nuw i8, ptr %args, i64 208
  %potential.stride0 = load i32, ptr %21, align 4
  %22 = select i1 %.not18, i32 %potential.stride0, i32 %adj_potential.stride0
  %23 = sext i32 %22 to i64
  %24 = getelementptr inbounds nuw i8, ptr %args, i64 226
  %potential.flags = load i16, ptr %24, align 2
  %25 = trunc i16 %potential.flags to i1
  %26 = icmp ne ptr %potential.gradient, %potential.grad
  %.not21 = or i1 %26, %25
  %masked.data = load ptr, ptr %masked, align 8
  %27 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %masked.stride0 = load i32, ptr %27, align 4
  %28 = sext i32 %masked.stride0 to i64
  %29 = getelementptr inbounds nuw i8, ptr %args, i64 148
  %masked.stride1 = load i32, ptr %29, align 4
  %30 = sext i32 %masked.stride1 to i64
  %charge.data = load ptr, ptr %charge, align 8
  %31 = sext i32 %charge.stride0 to i64
  %32 = sext i32 %charge.stride1 to i64
  %probe.data = load ptr, ptr %args, align 8
  %33 = sext i32 %probe.stride0 to i64
  %34 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %for, %entry
  %remaining = phi i64 [ %dim.size, %entry ], [ %index, %for ]
  %.not22 = icmp eq i64 %remaining, 0
  br i1 %.not22, label %done, label %thread

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index = add i64 %remaining, -1
  br i1 %34, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %35 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %36 = phi i64 [ %35, %thread.fold ], [ %index, %thread ]
  br i1 %.not19, label %thread.body.present.end7_crit_edge, label %present

thread.body.present.end7_crit_edge:               ; preds = %thread.body
  %.pre = shl i64 %36, 32
  %.pre25 = ashr exact i64 %.pre, 32
  br label %present.end7

present:                                          ; preds = %thread.body
  %sext = shl i64 %36, 32
  %37 = ashr exact i64 %sext, 32
  %38 = mul nsw i64 %37, %23
  %39 = getelementptr inbounds i8, ptr %potential.gradient, i64 %38
  %40 = load double, ptr %39, align 8
  br i1 %.not21, label %present.end7, label %present6

present6:                                         ; preds = %present
  store double 0.000000e+00, ptr %39, align 8
  br label %present.end7

present.end7:                                     ; preds = %thread.body.present.end7_crit_edge, %present, %present6
  %.pre-phi = phi i64 [ %.pre25, %thread.body.present.end7_crit_edge ], [ %37, %present ], [ %37, %present6 ]
  %adj_total = phi double [ 0.000000e+00, %thread.body.present.end7_crit_edge ], [ %40, %present6 ], [ %40, %present ]
  %41 = mul nsw i64 %.pre-phi, %33
  %42 = getelementptr inbounds i8, ptr %probe.data, i64 %41
  %43 = getelementptr inbounds nuw i8, ptr %42, i64 8
  %44 = getelementptr inbounds nuw i8, ptr %42, i64 16
  %45 = mul nsw i64 %.pre-phi, %7
  %46 = getelementptr inbounds i8, ptr %probe.gradient, i64 %45
  %47 = getelementptr inbounds nuw i8, ptr %46, i64 8
  %48 = getelementptr inbounds nuw i8, ptr %46, i64 16
  br label %for

for:                                              ; preds = %for8, %present.end7
  %row.in = phi i32 [ %charge.shape0, %present.end7 ], [ %row, %for8 ]
  %row = add i32 %row.in, -1
  %49 = icmp sgt i32 %row, -1
  br i1 %49, label %for8.preheader, label %threads

for8.preheader:                                   ; preds = %for
  %50 = zext nneg i32 %row to i64
  %51 = mul nsw i64 %50, %28
  %52 = getelementptr inbounds i8, ptr %masked.data, i64 %51
  %53 = sitofp i32 %row to double
  %y = fmul double %spacing, %53
  %54 = mul nsw i64 %50, %31
  %55 = getelementptr inbounds i8, ptr %charge.data, i64 %54
  %56 = mul nsw i64 %50, %13
  %57 = getelementptr inbounds i8, ptr %charge.gradient, i64 %56
  br label %for8

for8:                                             ; preds = %for8.preheader, %if.end
  %column.in = phi i32 [ %column, %if.end ], [ %charge.shape1, %for8.preheader ]
  %column = add i32 %column.in, -1
  %58 = icmp sgt i32 %column, -1
  br i1 %58, label %for.body9, label %for

for.body9:                                        ; preds = %for8
  %59 = zext nneg i32 %column to i64
  %60 = mul nsw i64 %59, %30
  %61 = getelementptr inbounds i8, ptr %52, i64 %60
  %62 = load i32, ptr %61, align 4
  %.not23 = icmp eq i32 %62, 0
  br i1 %.not23, label %if.then, label %if.end

if.then:                                          ; preds = %for.body9
  %63 = sitofp i32 %column to double
  %x = fmul double %spacing, %63
  %64 = load double, ptr %42, align 8
  %65 = load double, ptr %43, align 8
  %66 = load double, ptr %44, align 8
  %67 = fsub double %64, %x
  %68 = fsub double %65, %y
  %69 = fmul double %67, %67
  %70 = fmul double %68, %68
  %71 = fadd double %69, %70
  %72 = fmul double %66, %66
  %73 = fadd double %71, %72
  %74 = call double @llvm.sqrt.f64(double %73)
  %75 = fdiv double %adj_total, %74
  br i1 %.not15, label %present.end11, label %present10

present10:                                        ; preds = %if.then
  %76 = fcmp ogt double %73, 0.000000e+00
  %77 = fdiv double %66, %74
  %78 = select i1 %76, double %77, double 0.000000e+00
  %79 = mul nsw i64 %59, %32
  %80 = getelementptr inbounds i8, ptr %55, i64 %79
  %81 = load double, ptr %80, align 8
  %82 = fneg double %81
  %83 = fdiv double %82, %74
  %84 = fmul double %adj_total, %83
  %85 = fdiv double %84, %74
  %86 = fmul double %78, %85
  %87 = fdiv double %68, %74
  %88 = select i1 %76, double %87, double 0.000000e+00
  %89 = fmul double %88, %85
  %90 = fdiv double %67, %74
  %91 = select i1 %76, double %90, double 0.000000e+00
  %92 = fmul double %91, %85
  %93 = load double, ptr %46, align 8
  %94 = fadd double %93, %92
  store double %94, ptr %46, align 8
  %95 = load double, ptr %47, align 8
  %96 = fadd double %95, %89
  store double %96, ptr %47, align 8
  %97 = load double, ptr %48, align 8
  %98 = fadd double %97, %86
  store double %98, ptr %48, align 8
  br label %present.end11

present.end11:                                    ; preds = %present10, %if.then
  br i1 %.not17, label %if.end, label %present12

present12:                                        ; preds = %present.end11
  %99 = mul nsw i64 %59, %18
  %100 = getelementptr inbounds i8, ptr %57, i64 %99
  %101 = load double, ptr %100, align 8
  %102 = fadd double %101, %75
  store double %102, ptr %100, align 8
  br label %if.end

if.end:                                           ; preds = %present.end11, %present12, %for.body9
  br label %for8
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #1

attributes #0 = { nounwind }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
