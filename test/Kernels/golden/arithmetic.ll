; ModuleID = 'kgen'
source_filename = "kgen"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind willreturn memory(none)
declare float @powf(float, float) #0

; Function Attrs: nounwind
define void @predator_prey_step_cpu_forward(ptr %dim, ptr %args) #1 {
entry:
  %foxes = getelementptr inbounds nuw i8, ptr %args, i64 56
  %capacity = getelementptr inbounds nuw i8, ptr %args, i64 112
  %hares_next = getelementptr inbounds nuw i8, ptr %args, i64 168
  %foxes_next = getelementptr inbounds nuw i8, ptr %args, i64 224
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %hares.data = load ptr, ptr %args, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %hares.stride0 = load i32, ptr %2, align 4
  %3 = sext i32 %hares.stride0 to i64
  %foxes.data = load ptr, ptr %foxes, align 8
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %foxes.stride0 = load i32, ptr %4, align 4
  %5 = sext i32 %foxes.stride0 to i64
  %capacity.data = load ptr, ptr %capacity, align 8
  %6 = getelementptr inbounds nuw i8, ptr %args, i64 128
  %capacity.shape0 = load i32, ptr %6, align 4
  %7 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %capacity.stride0 = load i32, ptr %7, align 4
  %8 = sext i32 %capacity.stride0 to i64
  %hares_next.data = load ptr, ptr %hares_next, align 8
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %hares_next.stride0 = load i32, ptr %9, align 4
  %10 = sext i32 %hares_next.stride0 to i64
  %foxes_next.data = load ptr, ptr %foxes_next, align 8
  %11 = getelementptr inbounds nuw i8, ptr %args, i64 256
  %foxes_next.stride0 = load i32, ptr %11, align 4
  %12 = sext i32 %foxes_next.stride0 to i64
  %13 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %thread.body, %entry
  %index = phi i64 [ %index.next, %thread.body ], [ 0, %entry ]
  %14 = icmp ult i64 %index, %dim.size
  br i1 %14, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index.next = add i64 %index, 1
  br i1 %13, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %15 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %16 = phi i64 [ %15, %thread.fold ], [ %index, %thread ]
  %patch = trunc i64 %16 to i32
  %17 = sdiv i32 %patch, 2
  %18 = shl nsw i32 %17, 1
  %19 = icmp ne i32 %18, %patch
  %20 = icmp slt i32 %patch, 0
  %21 = and i1 %19, %20
  %22 = sext i1 %21 to i32
  %habitat = add nsw i32 %17, %22
  %side = srem i32 %patch, 2
  %23 = sitofp i32 %side to float
  %24 = fmul float %23, 2.500000e-01
  %shade = fsub float 1.000000e+00, %24
  %sext = shl i64 %16, 32
  %25 = ashr exact i64 %sext, 32
  %26 = mul nsw i64 %25, %3
  %27 = getelementptr inbounds i8, ptr %hares.data, i64 %26
  %prey = load float, ptr %27, align 4
  %28 = mul nsw i64 %25, %5
  %29 = getelementptr inbounds i8, ptr %foxes.data, i64 %28
  %predators = load float, ptr %29, align 4
  %30 = icmp slt i32 %habitat, 0
  %31 = select i1 %30, i32 %capacity.shape0, i32 0
  %32 = add i32 %habitat, %31
  %33 = sext i32 %32 to i64
  %34 = mul nsw i64 %33, %8
  %35 = getelementptr inbounds i8, ptr %capacity.data, i64 %34
  %36 = load float, ptr %35, align 4
  %37 = fmul float %36, %shade
  %crowding = fdiv float %prey, %37
  %38 = fmul float %prey, 0x3FE99999A0000000
  %39 = fmul float %38, %predators
  %40 = fmul float %prey, 5.000000e-01
  %41 = fadd float %40, 1.000000e+00
  %eaten = fdiv float %39, %41
  %42 = fmul float %prey, 0x3FF3333340000000
  %43 = fsub float 1.000000e+00, %crowding
  %births = fmul float %42, %43
  %44 = call float @powf(float %predators, float 1.500000e+00)
  %fights = fmul float %44, 0x3FA99999A0000000
  %45 = fmul float %predators, 0xBFD99999A0000000
  %starved = fsub float %45, %fights
  %46 = fsub float %births, %eaten
  %47 = fmul float %46, 0x3FB99999A0000000
  %48 = fadd float %prey, %47
  %49 = mul nsw i64 %25, %10
  %50 = getelementptr inbounds i8, ptr %hares_next.data, i64 %49
  store float %48, ptr %50, align 4
  %51 = fmul float %eaten, 0x3FE3333340000000
  %52 = fadd float %51, %starved
  %53 = fmul float %52, 0x3FB99999A0000000
  %54 = fadd float %predators, %53
  %55 = mul nsw i64 %25, %12
  %56 = getelementptr inbounds i8, ptr %foxes_next.data, i64 %55
  store float %54, ptr %56, align 4
  br label %threads
}

; Function Attrs: nounwind
define void @predator_prey_step_cpu_backward(ptr %dim, ptr %args, ptr %adj_args) #1 {
entry:
  %foxes = getelementptr inbounds nuw i8, ptr %args, i64 56
  %capacity = getelementptr inbounds nuw i8, ptr %args, i64 112
  %adj_foxes = getelementptr inbounds nuw i8, ptr %adj_args, i64 56
  %adj_capacity = getelementptr inbounds nuw i8, ptr %adj_args, i64 112
  %adj_hares_next = getelementptr inbounds nuw i8, ptr %adj_args, i64 168
  %adj_foxes_next = getelementptr inbounds nuw i8, ptr %adj_args, i64 224
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %adj_hares.data = load ptr, ptr %adj_args, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 8
  %hares.grad = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %adj_hares.data, null
  %hares.gradient = select i1 %.not, ptr %hares.grad, ptr %adj_hares.data
  %.not17 = icmp eq ptr %hares.gradient, null
  %3 = getelementptr inbounds nuw i8, ptr %adj_args, i64 32
  %adj_hares.stride0 = load i32, ptr %3, align 4
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %hares.stride0 = load i32, ptr %4, align 4
  %5 = select i1 %.not, i32 %hares.stride0, i32 %adj_hares.stride0
  %6 = sext i32 %5 to i64
  %adj_foxes.data = load ptr, ptr %adj_foxes, align 8
  %7 = getelementptr inbounds nuw i8, ptr %args, i64 64
  %foxes.grad = load ptr, ptr %7, align 8
  %.not18 = icmp eq ptr %adj_foxes.data, null
  %foxes.gradient = select i1 %.not18, ptr %foxes.grad, ptr %adj_foxes.data
  %.not19 = icmp eq ptr %foxes.gradient, null
  %8 = getelementptr inbounds nuw i8, ptr %adj_args, i64 88
  %adj_foxes.stride0 = load i32, ptr %8, align 4
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %foxes.stride0 = load i32, ptr %9, align 4
  %10 = select i1 %.not18, i32 %foxes.stride0, i32 %adj_foxes.stride0
  %11 = sext i32 %10 to i64
  %adj_capacity.data = load ptr, ptr %adj_capacity, align 8
  %12 = getelementptr inbounds nuw i8, ptr %args, i64 120
  %capacity.grad = load ptr, ptr %12, align 8
  %.not20 = icmp eq ptr %adj_capacity.data, null
  %capacity.gradient = select i1 %.not20, ptr %capacity.grad, ptr %adj_capacity.data
  %.not21 = icmp eq ptr %capacity.gradient, null
  %13 = getelementptr inbounds nuw i8, ptr %adj_args, i64 128
  %adj_capacity.shape0 = load i32, ptr %13, align 4
  %14 = getelementptr inbounds nuw i8, ptr %args, i64 128
  %capacity.shape0 = load i32, ptr %14, align 4
  %15 = select i1 %.not20, i32 %capacity.shape0, i32 %adj_capacity.shape0
  %16 = getelementptr inbounds nuw i8, ptr %adj_args, i64 144
  %adj_capacity.stride0 = load i32, ptr %16, align 4
  %17 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %capacity.stride0 = load i32, ptr %17, align 4
  %18 = select i1 %.not20, i32 %capacity.stride0, i32 %adj_capacity.stride0
  %19 = sext i32 %18 to i64
  %adj_hares_next.data = load ptr, ptr %adj_hares_next, align 8
  %20 = getelementptr inbounds nuw i8, ptr %args, i64 176
  %hares_next.grad = load ptr, ptr %20, align 8
  %.not22 = icmp eq ptr %adj_hares_next.data, null
  %hares_next.gradient = select i1 %.not22, ptr %hares_next.grad, ptr %adj_hares_next.data
  %.not23 = icmp eq ptr %hares_next.gradient, null
  %21 = getelementptr inbounds nuw i8, ptr %adj_args, i64 200
  %adj_hares_next.stride0 = load i32, ptr %21, align 4
  %22 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %hares_next.stride0 = load i32, ptr %22, align 4
  %23 = select i1 %.not22, i32 %hares_next.stride0, i32 %adj_hares_next.stride0
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds nuw i8, ptr %args, i64 218
  %hares_next.flags = load i16, ptr %25, align 2
  %26 = trunc i16 %hares_next.flags to i1
  %27 = icmp ne ptr %hares_next.gradient, %hares_next.grad
  %.not25 = or i1 %27, %26
  %adj_foxes_next.data = load ptr, ptr %adj_foxes_next, align 8
  %28 = getelementptr inbounds nuw i8, ptr %args, i64 232
  %foxes_next.grad = load ptr, ptr %28, align 8
  %.not26 = icmp eq ptr %adj_foxes_next.data, null
  %foxes_next.gradient = select i1 %.not26, ptr %foxes_next.grad, ptr %adj_foxes_next.data
  %.not27 = icmp eq ptr %foxes_next.gradient, null
  %29 = getelementptr inbounds nuw i8, ptr %adj_args, i64 256
  %adj_foxes_next.stride0 = load i32, ptr %29, align 4
  %30 = getelementptr inbounds nuw i8, ptr %args, i64 256
  %foxes_next.stride0 = load i32, ptr %30, align 4
  %31 = select i1 %.not26, i32 %foxes_next.stride0, i32 %adj_foxes_next.stride0
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds nuw i8, ptr %args, i64 274
  %foxes_next.flags = load i16, ptr %33, align 2
  %34 = trunc i16 %foxes_next.flags to i1
  %35 = icmp ne ptr %foxes_next.gradient, %foxes_next.grad
  %.not29 = or i1 %35, %34
  %hares.data = load ptr, ptr %args, align 8
  %36 = sext i32 %hares.stride0 to i64
  %foxes.data = load ptr, ptr %foxes, align 8
  %37 = sext i32 %foxes.stride0 to i64
  %capacity.data = load ptr, ptr %capacity, align 8
  %38 = sext i32 %capacity.stride0 to i64
  %39 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %present.end16, %entry
  %remaining = phi i64 [ %index, %present.end16 ], [ %dim.size, %entry ]
  %.not30 = icmp eq i64 %remaining, 0
  br i1 %.not30, label %done, label %thread

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index = add i64 %remaining, -1
  br i1 %39, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %40 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %41 = phi i64 [ %40, %thread.fold ], [ %index, %thread ]
  %patch = trunc i64 %41 to i32
  %42 = sdiv i32 %patch, 2
  %43 = shl nsw i32 %42, 1
  %44 = icmp ne i32 %43, %patch
  %45 = icmp slt i32 %patch, 0
  %46 = and i1 %44, %45
  %47 = sext i1 %46 to i32
  %habitat = add nsw i32 %42, %47
  %side = srem i32 %patch, 2
  %48 = sitofp i32 %side to float
  %49 = fmul float %48, 2.500000e-01
  %shade = fsub float 1.000000e+00, %49
  %sext = shl i64 %41, 32
  %50 = ashr exact i64 %sext, 32
  %51 = mul nsw i64 %50, %36
  %52 = getelementptr inbounds i8, ptr %hares.data, i64 %51
  %prey = load float, ptr %52, align 4
  %53 = mul nsw i64 %50, %37
  %54 = getelementptr inbounds i8, ptr %foxes.data, i64 %53
  %predators = load float, ptr %54, align 4
  %55 = icmp slt i32 %habitat, 0
  %56 = select i1 %55, i32 %capacity.shape0, i32 0
  %57 = add i32 %habitat, %56
  %58 = sext i32 %57 to i64
  %59 = mul nsw i64 %58, %38
  %60 = getelementptr inbounds i8, ptr %capacity.data, i64 %59
  %61 = load float, ptr %60, align 4
  %62 = fmul float %61, %shade
  %crowding = fdiv float %prey, %62
  %63 = fmul float %prey, 0x3FE99999A0000000
  %64 = fmul float %prey, 5.000000e-01
  %65 = fadd float %64, 1.000000e+00
  %66 = fsub float 1.000000e+00, %crowding
  br i1 %.not27, label %present.end6, label %present

present:                                          ; preds = %thread.body
  %67 = mul nsw i64 %50, %32
  %68 = getelementptr inbounds i8, ptr %foxes_next.gradient, i64 %67
  %69 = load float, ptr %68, align 4
  br i1 %.not29, label %present.end6, label %present5

present5:                                         ; preds = %present
  store float 0.000000e+00, ptr %68, align 4
  br label %present.end6

present.end6:                                     ; preds = %present, %present5, %thread.body
  %70 = phi float [ 0.000000e+00, %thread.body ], [ %69, %present5 ], [ %69, %present ]
  %adj_starved = fmul float %70, 0x3FB99999A0000000
  %71 = fmul float %adj_starved, 0x3FE3333340000000
  br i1 %.not23, label %present.end10, label %present7

present7:                                         ; preds = %present.end6
  %72 = mul nsw i64 %50, %24
  %73 = getelementptr inbounds i8, ptr %hares_next.gradient, i64 %72
  %74 = load float, ptr %73, align 4
  br i1 %.not25, label %present.end10, label %present8

present8:                                         ; preds = %present7
  store float 0.000000e+00, ptr %73, align 4
  br label %present.end10

present.end10:                                    ; preds = %present7, %present8, %present.end6
  %75 = phi float [ 0.000000e+00, %present.end6 ], [ %74, %present8 ], [ %74, %present7 ]
  %adj_births = fmul float %75, 0x3FB99999A0000000
  %adj_eaten = fsub float %71, %adj_births
  %76 = fmul float %adj_starved, 0xBFD99999A0000000
  %77 = fadd float %70, %76
  %78 = fmul float %adj_starved, 0xBFA99999A0000000
  %79 = call float @powf(float %predators, float 5.000000e-01)
  %80 = fmul float %79, 1.500000e+00
  %81 = fmul float %78, %80
  %82 = fadd float %77, %81
  %83 = fmul float %adj_births, %66
  %84 = fmul float %prey, 0xBFF3333340000000
  %adj_crowding = fmul float %adj_births, %84
  %85 = fmul float %83, 0x3FF3333340000000
  %86 = fadd float %75, %85
  %87 = fdiv float %adj_eaten, %65
  %88 = fneg float %predators
  %89 = fmul float %63, %88
  %90 = fdiv float %89, %65
  %91 = fmul float %adj_eaten, %90
  %92 = fdiv float %91, %65
  %93 = fmul float %92, 5.000000e-01
  %94 = fadd float %86, %93
  %95 = fmul float %87, %predators
  %96 = fmul float %87, %63
  %adj_predators = fadd float %82, %96
  %97 = fmul float %95, 0x3FE99999A0000000
  %98 = fadd float %94, %97
  %99 = fdiv float %adj_crowding, %62
  %adj_prey = fadd float %98, %99
  br i1 %.not21, label %present.end12, label %present11

present11:                                        ; preds = %present.end10
  %100 = fneg float %crowding
  %101 = fmul float %adj_crowding, %100
  %102 = fdiv float %101, %62
  %103 = fmul float %102, %shade
  %104 = select i1 %55, i32 %15, i32 0
  %105 = add i32 %habitat, %104
  %106 = sext i32 %105 to i64
  %107 = mul nsw i64 %106, %19
  %108 = getelementptr inbounds i8, ptr %capacity.gradient, i64 %107
  %109 = load float, ptr %108, align 4
  %110 = fadd float %109, %103
  store float %110, ptr %108, align 4
  br label %present.end12

present.end12:                                    ; preds = %present11, %present.end10
  br i1 %.not19, label %present.end14, label %present13

present13:                                        ; preds = %present.end12
  %111 = mul nsw i64 %50, %11
  %112 = getelementptr inbounds i8, ptr %foxes.gradient, i64 %111
  %113 = load float, ptr %112, align 4
  %114 = fadd float %113, %adj_predators
  store float %114, ptr %112, align 4
  br label %present.end14

present.end14:                                    ; preds = %present13, %present.end12
  br i1 %.not17, label %present.end16, label %present15

present15:                                        ; preds = %present.end14
  %115 = mul nsw i64 %50, %6
  %116 = getelementptr inbounds i8, ptr %hares.gradient, i64 %115
  %117 = load float, ptr %116, align 4
  %118 = fadd float %117, %adj_prey
  store float %118, ptr %116, align 4
  br label %present.end16

present.end16:                                    ; preds = %present15, %present.end14
  br label %threads
}

attributes #0 = { nounwind willreturn memory(none) }
attributes #1 = { nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
