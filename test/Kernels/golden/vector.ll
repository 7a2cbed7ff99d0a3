; ModuleID = 'kgen'
source_filename = "kgen"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind
define void @sail_load_cpu_forward(ptr %dim, ptr %args) #0 {
entry:
  %wind = getelementptr inbounds nuw i8, ptr %args, i64 56
  %force = getelementptr inbounds nuw i8, ptr %args, i64 112
  %power = getelementptr inbounds nuw i8, ptr %args, i64 168
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %2 = getelementptr inbounds nuw i8, ptr %dim, i64 4
  %dim.shape1 = load i32, ptr %2, align 4
  %3 = zext i32 %dim.shape1 to i64
  %sail.data = load ptr, ptr %args, align 8
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %sail.stride0 = load i32, ptr %4, align 4
  %5 = sext i32 %sail.stride0 to i64
  %6 = getelementptr inbounds nuw i8, ptr %args, i64 36
  %sail.stride1 = load i32, ptr %6, align 4
  %7 = sext i32 %sail.stride1 to i64
  %8 = getelementptr inbounds nuw i8, ptr %args, i64 20
  %sail.shape1 = load i32, ptr %8, align 4
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 16
  %sail.shape0 = load i32, ptr %9, align 4
  %wind.data = load ptr, ptr %wind, align 8
  %10 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %wind.stride0 = load i32, ptr %10, align 4
  %11 = sext i32 %wind.stride0 to i64
  %force.data = load ptr, ptr %force, align 8
  %12 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %force.stride0 = load i32, ptr %12, align 4
  %13 = sext i32 %force.stride0 to i64
  %14 = getelementptr inbounds nuw i8, ptr %args, i64 148
  %force.stride1 = load i32, ptr %14, align 4
  %15 = sext i32 %force.stride1 to i64
  %power.data = load ptr, ptr %power, align 8
  %16 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %power.stride0 = load i32, ptr %16, align 4
  %17 = sext i32 %power.stride0 to i64
  %18 = getelementptr inbounds nuw i8, ptr %args, i64 204
  %power.stride1 = load i32, ptr %18, align 4
  %19 = sext i32 %power.stride1 to i64
  %20 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %thread.body, %entry
  %index = phi i64 [ %index.next, %thread.body ], [ 0, %entry ]
  %21 = icmp ult i64 %index, %dim.size
  br i1 %21, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index.next = add i64 %index, 1
  br i1 %20, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %22 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %23 = phi i64 [ %22, %thread.fold ], [ %index, %thread ]
  %24 = urem i64 %23, %3
  %25 = udiv i64 %23, %3
  %column = trunc nuw i64 %24 to i32
  %row = trunc i64 %25 to i32
  %sext = shl i64 %25, 32
  %26 = ashr exact i64 %sext, 32
  %27 = mul nsw i64 %26, %5
  %28 = getelementptr inbounds i8, ptr %sail.data, i64 %27
  %sext13 = shl nuw i64 %24, 32
  %29 = ashr exact i64 %sext13, 32
  %30 = mul nsw i64 %29, %7
  %31 = getelementptr inbounds i8, ptr %28, i64 %30
  %corner.x = load float, ptr %31, align 4
  %32 = getelementptr inbounds nuw i8, ptr %31, i64 4
  %corner.y = load float, ptr %32, align 4
  %33 = getelementptr inbounds nuw i8, ptr %31, i64 8
  %corner.z = load float, ptr %33, align 4
  %34 = add i32 %column, 1
  %35 = icmp slt i32 %34, 0
  %36 = select i1 %35, i32 %sail.shape1, i32 0
  %37 = add i32 %34, %36
  %38 = sext i32 %37 to i64
  %39 = mul nsw i64 %38, %7
  %40 = getelementptr inbounds i8, ptr %28, i64 %39
  %41 = load float, ptr %40, align 4
  %42 = getelementptr inbounds nuw i8, ptr %40, i64 4
  %43 = load float, ptr %42, align 4
  %44 = getelementptr inbounds nuw i8, ptr %40, i64 8
  %45 = load float, ptr %44, align 4
  %along.x = fsub float %41, %corner.x
  %along.y = fsub float %43, %corner.y
  %along.z = fsub float %45, %corner.z
  %46 = add i32 %row, 1
  %47 = icmp slt i32 %46, 0
  %48 = select i1 %47, i32 %sail.shape0, i32 0
  %49 = add i32 %46, %48
  %50 = sext i32 %49 to i64
  %51 = mul nsw i64 %50, %5
  %52 = getelementptr inbounds i8, ptr %sail.data, i64 %51
  %53 = getelementptr inbounds i8, ptr %52, i64 %30
  %54 = load float, ptr %53, align 4
  %55 = getelementptr inbounds nuw i8, ptr %53, i64 4
  %56 = load float, ptr %55, align 4
  %57 = getelementptr inbounds nuw i8, ptr %53, i64 8
  %58 = load float, ptr %57, align 4
  %up.x = fsub float %54, %corner.x
  %up.y = fsub float %56, %corner.y
  %up.z = fsub float %58, %corner.z
  %59 = fmul float %along.y, %up.z
  %60 = fmul float %along.z, %up.y
  %area_vector.x = fsub float %59, %60
  %61 = fmul float %along.z, %up.x
  %62 = fmul float %along.x, %up.z
  %area_vector.y = fsub float %61, %62
  %63 = fmul float %along.x, %up.y
  %64 = fmul float %along.y, %up.x
  %area_vector.z = fsub float %63, %64
  %65 = fmul float %area_vector.x, %area_vector.x
  %66 = fmul float %area_vector.y, %area_vector.y
  %67 = fadd float %65, %66
  %68 = fmul float %area_vector.z, %area_vector.z
  %69 = fadd float %67, %68
  %70 = call float @llvm.sqrt.f32(float %69)
  %71 = fcmp ogt float %69, 0.000000e+00
  %72 = fdiv float %area_vector.x, %70
  %73 = fdiv float %area_vector.y, %70
  %74 = fdiv float %area_vector.z, %70
  %normal.x = select i1 %71, float %72, float 0.000000e+00
  %normal.y = select i1 %71, float %73, float 0.000000e+00
  %normal.z = select i1 %71, float %74, float 0.000000e+00
  %75 = fadd float %along.y, %up.y
  %76 = fmul float %75, 5.000000e-01
  %center.y = fadd float %corner.y, %76
  %77 = fmul float %center.y, 0x3FC3333340000000
  %growth = fadd float %77, 1.000000e+00
  %78 = mul nsw i64 %26, %11
  %79 = getelementptr inbounds i8, ptr %wind.data, i64 %78
  %breeze.x = load float, ptr %79, align 4
  %80 = getelementptr inbounds nuw i8, ptr %79, i64 4
  %breeze.y = load float, ptr %80, align 4
  %81 = fmul float %growth, %breeze.x
  %82 = fmul float %growth, %breeze.y
  %83 = fmul float %81, %normal.x
  %84 = fmul float %normal.y, 0.000000e+00
  %85 = fadd float %83, %84
  %86 = fmul float %82, %normal.z
  %through = fadd float %85, %86
  %87 = fmul float %through, %normal.x
  %88 = fmul float %through, %normal.y
  %89 = fmul float %through, %normal.z
  %sliding.x = fsub float %81, %87
  %sliding.y = fsub float 0.000000e+00, %88
  %sliding.z = fsub float %82, %89
  %90 = fmul float %81, %81
  %91 = fmul float %82, %82
  %92 = fadd float %90, %91
  %93 = fmul float %92, 0x3FE3333340000000
  %pressure = fmul float %93, %70
  %94 = call float @llvm.sqrt.f32(float %92)
  %95 = fdiv float %through, %94
  %96 = fmul float %95, %normal.x
  %97 = fmul float %95, %normal.y
  %98 = fmul float %95, %normal.z
  %99 = fmul float %sliding.x, 0x3F947AE140000000
  %100 = fmul float %sliding.y, 0x3F947AE140000000
  %101 = fmul float %sliding.z, 0x3F947AE140000000
  %102 = fadd float %96, %99
  %103 = fadd float %97, %100
  %104 = fadd float %98, %101
  %load.x = fmul float %pressure, %102
  %load.y = fmul float %pressure, %103
  %load.z = fmul float %pressure, %104
  %105 = mul nsw i64 %26, %13
  %106 = getelementptr inbounds i8, ptr %force.data, i64 %105
  %107 = mul nsw i64 %29, %15
  %108 = getelementptr inbounds i8, ptr %106, i64 %107
  store float %load.x, ptr %108, align 4
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 4
  store float %load.y, ptr %109, align 4
  %110 = getelementptr inbounds nuw i8, ptr %108, i64 8
  store float %load.z, ptr %110, align 4
  %111 = fmul float %load.x, %81
  %112 = fmul float %load.y, 0.000000e+00
  %113 = fadd float %111, %112
  %114 = fmul float %load.z, %82
  %115 = fadd float %113, %114
  %116 = mul nsw i64 %26, %17
  %117 = getelementptr inbounds i8, ptr %power.data, i64 %116
  %118 = mul nsw i64 %29, %19
  %119 = getelementptr inbounds i8, ptr %117, i64 %118
  store float %115, ptr %119, align 4
  br label %threads
}

; Function Attrs: nounwind
define void @sail_load_cpu_backward(ptr %dim, ptr %args, ptr %adj_args) #0 {
entry:
  %wind = getelementptr inbounds nuw i8, ptr %args, i64 56
  %adj_wind = getelementptr inbounds nuw i8, ptr %adj_args, i64 56
  %adj_force = getelementptr inbounds nuw i8, ptr %adj_args, i64 112
  %adj_power = getelementptr inbounds nuw i8, ptr %adj_args, i64 168
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %2 = getelementptr inbounds nuw i8, ptr %dim, i64 4
  %dim.shape1 = load i32, ptr %2, align 4
  %3 = zext i32 %dim.shape1 to i64
  %adj_sail.data = load ptr, ptr %adj_args, align 8
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 8
  %sail.grad = load ptr, ptr %4, align 8
  %.not = icmp eq ptr %adj_sail.data, null
  %sail.gradient = select i1 %.not, ptr %sail.grad, ptr %adj_sail.data
  %.not20 = icmp eq ptr %sail.gradient, null
  %5 = getelementptr inbounds nuw i8, ptr %adj_args, i64 16
  %adj_sail.shape0 = load i32, ptr %5, align 4
  %6 = getelementptr inbounds nuw i8, ptr %args, i64 16
  %sail.shape0 = load i32, ptr %6, align 4
  %7 = select i1 %.not, i32 %sail.shape0, i32 %adj_sail.shape0
  %8 = getelementptr inbounds nuw i8, ptr %adj_args, i64 32
  %adj_sail.stride0 = load i32, ptr %8, align 4
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %sail.stride0 = load i32, ptr %9, align 4
  %10 = select i1 %.not, i32 %sail.stride0, i32 %adj_sail.stride0
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds nuw i8, ptr %adj_args, i64 20
  %adj_sail.shape1 = load i32, ptr %12, align 4
  %13 = getelementptr inbounds nuw i8, ptr %args, i64 20
  %sail.shape1 = load i32, ptr %13, align 4
  %14 = select i1 %.not, i32 %sail.shape1, i32 %adj_sail.shape1
  %15 = getelementptr inbounds nuw i8, ptr %adj_args, i64 36
  %adj_sail.stride1 = load i32, ptr %15, align 4
  %16 = getelementptr inbounds nuw i8, ptr %args, i64 36
  %sail.stride1 = load i32, ptr %16, align 4
  %17 = select i1 %.not, i32 %sail.stride1, i32 %adj_sail.stride1
  %18 = sext i32 %17 to i64
  %adj_wind.data = load ptr, ptr %adj_wind, align 8
  %19 = getelementptr inbounds nuw i8, ptr %args, i64 64
  %wind.grad = load ptr, ptr %19, align 8
  %.not21 = icmp eq ptr %adj_wind.data, null
  %wind.gradient = select i1 %.not21, ptr %wind.grad, ptr %adj_wind.data
  %.not22 = icmp eq ptr %wind.gradient, null
  %20 = getelementptr inbounds nuw i8, ptr %adj_args, i64 88
  %adj_wind.stride0 = load i32, ptr %20, align 4
  %21 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %wind.stride0 = load i32, ptr %21, align 4
  %22 = select i1 %.not21, i32 %wind.stride0, i32 %adj_wind.stride0
  %23 = sext i32 %22 to i64
  %adj_force.data = load ptr, ptr %adj_force, align 8
  %24 = getelementptr inbounds nuw i8, ptr %args, i64 120
  %force.grad = load ptr, ptr %24, align 8
  %.not23 = icmp eq ptr %adj_force.data, null
  %force.gradient = select i1 %.not23, ptr %force.grad, ptr %adj_force.data
  %.not24 = icmp eq ptr %force.gradient, null
  %25 = getelementptr inbounds nuw i8, ptr %adj_args, i64 144
  %adj_force.stride0 = load i32, ptr %25, align 4
  %26 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %force.stride0 = load i32, ptr %26, align 4
  %27 = select i1 %.not23, i32 %force.stride0, i32 %adj_force.stride0
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds nuw i8, ptr %adj_args, i64 148
  %adj_force.stride1 = load i32, ptr %29, align 4
  %30 = getelementptr inbounds nuw i8, ptr %args, i64 148
  %force.stride1 = load i32, ptr %30, align 4
  %31 = select i1 %.not23, i32 %force.stride1, i32 %adj_force.stride1
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds nuw i8, ptr %args, i64 162
  %force.flags = load i16, ptr %33, align 2
  %34 = trunc i16 %force.flags to i1
  %35 = icmp ne ptr %force.gradient, %force.grad
  %.not26 = or i1 %35, %34
  %adj_power.data = load ptr, ptr %adj_power, align 8
  %36 = getelementptr inbounds nuw i8, ptr %args, i64 176
  %power.grad = load ptr, ptr %36, align 8
  %.not27 = icmp eq ptr %adj_power.data, null
  %power.gradient = select i1 %.not27, ptr %power.grad, ptr %adj_power.data
  %.not28 = icmp eq ptr %power.gradient, null
  %37 = getelementptr inbounds nuw i8, ptr %adj_args, i64 200
  %adj_power.stride0 = load i32, ptr %37, align 4
  %38 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %power.stride0 = load i32, ptr %38, align 4
  %39 = select i1 %.not27, i32 %power.stride0, i32 %adj_power.stride0
  %40 = sext i32 %39 to i64
  %41 = getelementptr inbounds nuw i8, ptr %adj_args, i64 204
  %adj_power.stride1 = load i32, ptr %41, align 4
  %42 = getelementptr inbounds nuw i8, ptr %args, i64 204
  %power.stride1 = load i32, ptr %42, align 4
  %43 = select i1 %.not27, i32 %power.stride1, i32 %adj_power.stride1
  %44 = sext i32 %43 to i64
  %45 = getelementptr inbounds nuw i8, ptr %args, i64 218
  %power.flags = load i16, ptr %45, align 2
  %46 = trunc i16 %power.flags to i1
  %47 = icmp ne ptr %power.gradient, %power.grad
  %.not30 = or i1 %47, %46
  %sail.data = load ptr, ptr %args, align 8
  %48 = sext i32 %sail.stride0 to i64
  %49 = sext i32 %sail.stride1 to i64
  %wind.data = load ptr, ptr %wind, align 8
  %50 = sext i32 %wind.stride0 to i64
  %51 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %present.end19, %entry
  %remaining = phi i64 [ %index, %present.end19 ], [ %dim.size, %entry ]
  %.not31 = icmp eq i64 %remaining, 0
  br i1 %.not31, label %done, label %thread

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index = add i64 %remaining, -1
  br i1 %51, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %52 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %53 = phi i64 [ %52, %thread.fold ], [ %index, %thread ]
  %54 = urem i64 %53, %3
  %55 = udiv i64 %53, %3
  %column = trunc nuw i64 %54 to i32
  %row = trunc i64 %55 to i32
  %sext = shl i64 %55, 32
  %56 = ashr exact i64 %sext, 32
  %57 = mul nsw i64 %56, %48
  %58 = getelementptr inbounds i8, ptr %sail.data, i64 %57
  %sext32 = shl nuw i64 %54, 32
  %59 = ashr exact i64 %sext32, 32
  %60 = mul nsw i64 %59, %49
  %61 = getelementptr inbounds i8, ptr %58, i64 %60
  %corner.x = load float, ptr %61, align 4
  %62 = getelementptr inbounds nuw i8, ptr %61, i64 4
  %corner.y = load float, ptr %62, align 4
  %63 = getelementptr inbounds nuw i8, ptr %61, i64 8
  %corner.z = load float, ptr %63, align 4
  %64 = add i32 %column, 1
  %65 = icmp slt i32 %64, 0
  %66 = select i1 %65, i32 %sail.shape1, i32 0
  %67 = add i32 %64, %66
  %68 = sext i32 %67 to i64
  %69 = mul nsw i64 %68, %49
  %70 = getelementptr inbounds i8, ptr %58, i64 %69
  %71 = load float, ptr %70, align 4
  %72 = getelementptr inbounds nuw i8, ptr %70, i64 4
  %73 = load float, ptr %72, align 4
  %74 = getelementptr inbounds nuw i8, ptr %70, i64 8
  %75 = load float, ptr %74, align 4
  %along.x = fsub float %71, %corner.x
  %along.y = fsub float %73, %corner.y
  %along.z = fsub float %75, %corner.z
  %76 = add i32 %row, 1
  %77 = icmp slt i32 %76, 0
  %78 = select i1 %77, i32 %sail.shape0, i32 0
  %79 = add i32 %76, %78
  %80 = sext i32 %79 to i64
  %81 = mul nsw i64 %80, %48
  %82 = getelementptr inbounds i8, ptr %sail.data, i64 %81
  %83 = getelementptr inbounds i8, ptr %82, i64 %60
  %84 = load float, ptr %83, align 4
  %85 = getelementptr inbounds nuw i8, ptr %83, i64 4
  %86 = load float, ptr %85, align 4
  %87 = getelementptr inbounds nuw i8, ptr %83, i64 8
  %88 = load float, ptr %87, align 4
  %up.x = fsub float %84, %corner.x
  %up.y = fsub float %86, %corner.y
  %up.z = fsub float %88, %corner.z
  %89 = fmul float %along.y, %up.z
  %90 = fmul float %along.z, %up.y
  %area_vector.x = fsub float %89, %90
  %91 = fmul float %along.z, %up.x
  %92 = fmul float %along.x, %up.z
  %area_vector.y = fsub float %91, %92
  %93 = fmul float %along.x, %up.y
  %94 = fmul float %along.y, %up.x
  %area_vector.z = fsub float %93, %94
  %95 = fmul float %area_vector.x, %area_vector.x
  %96 = fmul float %area_vector.y, %area_vector.y
  %97 = fadd float %95, %96
  %98 = fmul float %area_vector.z, %area_vector.z
  %99 = fadd float %97, %98
  %100 = call float @llvm.sqrt.f32(float %99)
  %101 = fcmp ogt float %99, 0.000000e+00
  %102 = fdiv float %area_vector.x, %100
  %103 = fdiv float %area_vector.y, %100
  %104 = fdiv float %area_vector.z, %100
  %normal.x = select i1 %101, float %102, float 0.000000e+00
  %normal.y = select i1 %101, float %103, float 0.000000e+00
  %normal.z = select i1 %101, float %104, float 0.000000e+00
  %105 = fadd float %along.y, %up.y
  %106 = fmul float %105, 5.000000e-01
  %center.y = fadd float %corner.y, %106
  %107 = fmul float %center.y, 0x3FC3333340000000
  %growth = fadd float %107, 1.000000e+00
  %108 = mul nsw i64 %56, %50
  %109 = getelementptr inbounds i8, ptr %wind.data, i64 %108
  %breeze.x = load float, ptr %109, align 4
  %110 = getelementptr inbounds nuw i8, ptr %109, i64 4
  %breeze.y = load float, ptr %110, align 4
  %gust_0.x = fmul float %growth, %breeze.x
  %gust_1.z = fmul float %growth, %breeze.y
  %111 = fmul float %gust_0.x, %normal.x
  %112 = fmul float %normal.y, 0.000000e+00
  %113 = fadd float %111, %112
  %114 = fmul float %gust_1.z, %normal.z
  %through = fadd float %113, %114
  %115 = fmul float %through, %normal.x
  %116 = fmul float %through, %normal.y
  %117 = fmul float %through, %normal.z
  %sliding.x = fsub float %gust_0.x, %115
  %sliding.y = fsub float 0.000000e+00, %116
  %sliding.z = fsub float %gust_1.z, %117
  %118 = fmul float %gust_0.x, %gust_0.x
  %119 = fmul float %gust_1.z, %gust_1.z
  %120 = fadd float %118, %119
  %121 = fmul float %120, 0x3FE3333340000000
  %pressure = fmul float %121, %100
  %122 = call float @llvm.sqrt.f32(float %120)
  %123 = fdiv float %through, %122
  %124 = fmul float %123, %normal.x
  %125 = fmul float %123, %normal.y
  %126 = fmul float %123, %normal.z
  %127 = fmul float %sliding.x, 0x3F947AE140000000
  %128 = fmul float %sliding.y, 0x3F947AE140000000
  %129 = fmul float %sliding.z, 0x3F947AE140000000
  %130 = fadd float %124, %127
  %131 = fadd float %125, %128
  %132 = fadd float %126, %129
  %load.x = fmul float %pressure, %130
  %load.z = fmul float %pressure, %132
  br i1 %.not28, label %present.end7, label %present

present:                                          ; preds = %thread.body
  %133 = mul nsw i64 %56, %40
  %134 = getelementptr inbounds i8, ptr %power.gradient, i64 %133
  %135 = mul nsw i64 %59, %44
  %136 = getelementptr inbounds i8, ptr %134, i64 %135
  %137 = load float, ptr %136, align 4
  br i1 %.not30, label %present.end7, label %present6

present6:                                         ; preds = %present
  store float 0.000000e+00, ptr %136, align 4
  br label %present.end7

present.end7:                                     ; preds = %present, %present6, %thread.body
  %138 = phi float [ 0.000000e+00, %thread.body ], [ %137, %present6 ], [ %137, %present ]
  %139 = fmul float %gust_0.x, %138
  %140 = fmul float %138, 0.000000e+00
  %141 = fmul float %gust_1.z, %138
  %142 = fmul float %load.x, %138
  %143 = fmul float %load.z, %138
  br i1 %.not24, label %present.end11, label %present8

present8:                                         ; preds = %present.end7
  %144 = mul nsw i64 %56, %28
  %145 = getelementptr inbounds i8, ptr %force.gradient, i64 %144
  %146 = mul nsw i64 %59, %32
  %147 = getelementptr inbounds i8, ptr %145, i64 %146
  %148 = load float, ptr %147, align 4
  %149 = getelementptr inbounds nuw i8, ptr %147, i64 4
  %150 = load float, ptr %149, align 4
  %151 = getelementptr inbounds nuw i8, ptr %147, i64 8
  %152 = load float, ptr %151, align 4
  br i1 %.not26, label %present.end11, label %present9

present9:                                         ; preds = %present8
  store float 0.000000e+00, ptr %147, align 4
  store float 0.000000e+00, ptr %149, align 4
  store float 0.000000e+00, ptr %151, align 4
  br label %present.end11

present.end11:                                    ; preds = %present8, %present9, %present.end7
  %153 = phi float [ 0.000000e+00, %present.end7 ], [ %148, %present9 ], [ %148, %present8 ]
  %154 = phi float [ 0.000000e+00, %present.end7 ], [ %150, %present9 ], [ %150, %present8 ]
  %155 = phi float [ 0.000000e+00, %present.end7 ], [ %152, %present9 ], [ %152, %present8 ]
  %adj_load.x = fadd float %139, %153
  %adj_load.y = fadd float %140, %154
  %adj_load.z = fadd float %141, %155
  %156 = fmul float %adj_load.x, %130
  %157 = fmul float %adj_load.y, %131
  %158 = fadd float %156, %157
  %159 = fmul float %adj_load.z, %132
  %adj_pressure = fadd float %158, %159
  %160 = fmul float %adj_load.x, %pressure
  %161 = fmul float %adj_load.y, %pressure
  %162 = fmul float %adj_load.z, %pressure
  %adj_sliding.x = fmul float %160, 0x3F947AE140000000
  %adj_sliding.z = fmul float %162, 0x3F947AE140000000
  %163 = fmul float %160, %normal.x
  %164 = fmul float %161, %normal.y
  %165 = fadd float %163, %164
  %166 = fmul float %162, %normal.z
  %167 = fadd float %165, %166
  %168 = fmul float %160, %123
  %169 = fmul float %161, %123
  %170 = fmul float %162, %123
  %171 = fdiv float %167, %122
  %172 = fneg float %123
  %173 = fmul float %167, %172
  %174 = fdiv float %173, %122
  %175 = fcmp ogt float %120, 0.000000e+00
  %176 = fdiv float %gust_0.x, %122
  %177 = fdiv float %gust_1.z, %122
  %178 = select i1 %175, float %176, float 0.000000e+00
  %179 = select i1 %175, float %177, float 0.000000e+00
  %180 = fmul float %178, %174
  %181 = fmul float %179, %174
  %182 = fadd float %142, %180
  %183 = fadd float %143, %181
  %184 = fmul float %adj_pressure, %100
  %adj_area = fmul float %adj_pressure, %121
  %185 = fmul float %184, 0x3FE3333340000000
  %186 = fmul float %gust_0.x, %185
  %187 = fmul float %gust_1.z, %185
  %188 = fadd float %182, %186
  %189 = fadd float %183, %187
  %190 = fadd float %188, %186
  %191 = fadd float %189, %187
  %192 = fadd float %190, %adj_sliding.x
  %193 = fadd float %191, %adj_sliding.z
  %194 = fmul float %161, 0xBF947AE140000000
  %195 = fmul float %194, %normal.y
  %196 = fmul float %adj_sliding.x, %normal.x
  %197 = fsub float %195, %196
  %198 = fmul float %adj_sliding.z, %normal.z
  %199 = fsub float %197, %198
  %adj_through = fadd float %171, %199
  %200 = fmul float %194, %through
  %201 = fmul float %adj_sliding.x, %through
  %202 = fsub float %168, %201
  %203 = fadd float %169, %200
  %204 = fmul float %adj_sliding.z, %through
  %205 = fsub float %170, %204
  %206 = fmul float %normal.x, %adj_through
  %207 = fmul float %normal.z, %adj_through
  %adj_gust_1.x = fadd float %192, %206
  %adj_gust_1.z = fadd float %193, %207
  %208 = fmul float %gust_0.x, %adj_through
  %209 = fmul float %adj_through, 0.000000e+00
  %210 = fmul float %gust_1.z, %adj_through
  %adj_normal.x = fadd float %202, %208
  %adj_normal.y = fadd float %203, %209
  %adj_normal.z = fadd float %205, %210
  %211 = fmul float %adj_gust_1.z, %breeze.y
  %212 = fmul float %adj_gust_1.x, %breeze.x
  %adj_growth = fadd float %211, %212
  br i1 %.not22, label %present.end13, label %present12

present12:                                        ; preds = %present.end11
  %213 = fmul float %adj_gust_1.z, %growth
  %adj_breeze.y = fadd float %213, 0.000000e+00
  %214 = fmul float %adj_gust_1.x, %growth
  %adj_breeze.x = fadd float %214, 0.000000e+00
  %215 = mul nsw i64 %56, %23
  %216 = getelementptr inbounds i8, ptr %wind.gradient, i64 %215
  %217 = load float, ptr %216, align 4
  %218 = fadd float %217, %adj_breeze.x
  store float %218, ptr %216, align 4
  %219 = getelementptr inbounds nuw i8, ptr %216, i64 4
  %220 = load float, ptr %219, align 4
  %221 = fadd float %220, %adj_breeze.y
  store float %221, ptr %219, align 4
  br label %present.end13

present.end13:                                    ; preds = %present12, %present.end11
  %adj_center.y = fmul float %adj_growth, 0x3FC3333340000000
  %222 = fmul float %adj_center.y, 5.000000e-01
  %223 = fmul float %normal.x, %adj_area
  %224 = fmul float %normal.y, %adj_area
  %225 = fmul float %normal.z, %adj_area
  %226 = fmul float %normal.x, %adj_normal.x
  %227 = fmul float %normal.y, %adj_normal.y
  %228 = fadd float %226, %227
  %229 = fmul float %normal.z, %adj_normal.z
  %230 = fadd float %228, %229
  %231 = fmul float %normal.x, %230
  %232 = fmul float %normal.y, %230
  %233 = fmul float %normal.z, %230
  %234 = fsub float %adj_normal.x, %231
  %235 = fsub float %adj_normal.y, %232
  %236 = fsub float %adj_normal.z, %233
  %237 = fdiv float %234, %100
  %238 = fdiv float %235, %100
  %239 = fdiv float %236, %100
  %240 = select i1 %101, float %237, float 0.000000e+00
  %241 = select i1 %101, float %238, float 0.000000e+00
  %242 = select i1 %101, float %239, float 0.000000e+00
  %adj_area_vector.x = fadd float %223, %240
  %adj_area_vector.y = fadd float %224, %241
  %adj_area_vector.z = fadd float %225, %242
  %243 = fmul float %up.y, %adj_area_vector.z
  %244 = fmul float %up.z, %adj_area_vector.y
  %245 = fsub float %243, %244
  %246 = fmul float %up.z, %adj_area_vector.x
  %247 = fmul float %up.x, %adj_area_vector.z
  %248 = fsub float %246, %247
  %249 = fmul float %up.x, %adj_area_vector.y
  %250 = fmul float %up.y, %adj_area_vector.x
  %251 = fsub float %249, %250
  %adj_along.x = fadd float %245, 0.000000e+00
  %adj_along.y = fadd float %222, %248
  %adj_along.z = fadd float %251, 0.000000e+00
  %252 = fmul float %adj_area_vector.y, %along.z
  %253 = fmul float %adj_area_vector.z, %along.y
  %254 = fsub float %252, %253
  %255 = fmul float %adj_area_vector.z, %along.x
  %256 = fmul float %adj_area_vector.x, %along.z
  %257 = fsub float %255, %256
  %258 = fmul float %adj_area_vector.x, %along.y
  %259 = fmul float %adj_area_vector.y, %along.x
  %260 = fsub float %258, %259
  %adj_up.x = fadd float %254, 0.000000e+00
  %adj_up.y = fadd float %222, %257
  %adj_up.z = fadd float %260, 0.000000e+00
  %261 = fsub float 0.000000e+00, %adj_up.x
  %262 = fsub float %adj_center.y, %adj_up.y
  %263 = fsub float 0.000000e+00, %adj_up.z
  br i1 %.not20, label %present.end19, label %present14

present14:                                        ; preds = %present.end13
  %264 = select i1 %77, i32 %7, i32 0
  %265 = add i32 %76, %264
  %266 = sext i32 %265 to i64
  %267 = mul nsw i64 %266, %11
  %268 = getelementptr inbounds i8, ptr %sail.gradient, i64 %267
  %269 = mul nsw i64 %59, %18
  %270 = getelementptr inbounds i8, ptr %268, i64 %269
  %271 = load float, ptr %270, align 4
  %272 = fadd float %271, %adj_up.x
  store float %272, ptr %270, align 4
  %273 = getelementptr inbounds nuw i8, ptr %270, i64 4
  %274 = load float, ptr %273, align 4
  %275 = fadd float %274, %adj_up.y
  store float %275, ptr %273, align 4
  %276 = getelementptr inbounds nuw i8, ptr %270, i64 8
  %277 = load float, ptr %276, align 4
  %278 = fadd float %277, %adj_up.z
  store float %278, ptr %276, align 4
  %adj_corner.x = fsub float %261, %adj_along.x
  %adj_corner.y = fsub float %262, %adj_along.y
  %adj_corner.z = fsub float %263, %adj_along.z
  %279 = mul nsw i64 %56, %11
  %280 = getelementptr inbounds i8, ptr %sail.gradient, i64 %279
  %281 = select i1 %65, i32 %14, i32 0
  %282 = add i32 %64, %281
  %283 = sext i32 %282 to i64
  %284 = mul nsw i64 %283, %18
  %285 = getelementptr inbounds i8, ptr %280, i64 %284
  %286 = load float, ptr %285, align 4
  %287 = fadd float %286, %adj_along.x
  store float %287, ptr %285, align 4
  %288 = getelementptr inbounds nuw i8, ptr %285, i64 4
  %289 = load float, ptr %288, align 4
  %290 = fadd float %289, %adj_along.y
  store float %290, ptr %288, align 4
  %291 = getelementptr inbounds nuw i8, ptr %285, i64 8
  %292 = load float, ptr %291, align 4
  %293 = fadd float %292, %adj_along.z
  store float %293, ptr %291, align 4
  %294 = getelementptr inbounds i8, ptr %280, i64 %269
  %295 = load float, ptr %294, align 4
  %296 = fadd float %295, %adj_corner.x
  store float %296, ptr %294, align 4
  %297 = getelementptr inbounds nuw i8, ptr %294, i64 4
  %298 = load float, ptr %297, align 4
  %299 = fadd float %298, %adj_corner.y
  store float %299, ptr %297, align 4
  %300 = getelementptr inbounds nuw i8, ptr %294, i64 8
  %301 = load float, ptr %300, align 4
  %302 = fadd float %301, %adj_corner.z
  store float %302, ptr %300, align 4
  br label %present.end19

present.end19:                                    ; preds = %present.end13, %present14
  br label %threads
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

attributes #0 = { nounwind }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
