; ModuleID = 'kgen'
source_filename = "kgen"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind willreturn memory(none)
declare double @atan2(double, double) #0

; Function Attrs: nounwind willreturn memory(none)
declare double @asin(double) #0

; Function Attrs: nounwind willreturn memory(none)
declare double @cos(double) #0

; Function Attrs: nounwind willreturn memory(none)
declare double @sin(double) #0

; Function Attrs: nounwind
define void @great_circle_cpu_forward(ptr %dim, ptr %args) #1 {
entry:
  %longitude = getelementptr inbounds nuw i8, ptr %args, i64 56
  %destination = getelementptr inbounds nuw i8, ptr %args, i64 112
  %harbour = getelementptr inbounds nuw i8, ptr %args, i64 168
  %distance = getelementptr inbounds nuw i8, ptr %args, i64 224
  %bearing = getelementptr inbounds nuw i8, ptr %args, i64 280
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %destination.data = load ptr, ptr %destination, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %destination.stride0 = load i32, ptr %2, align 4
  %3 = sext i32 %destination.stride0 to i64
  %harbour.data = load ptr, ptr %harbour, align 8
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 184
  %harbour.shape0 = load i32, ptr %4, align 4
  %5 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %harbour.stride0 = load i32, ptr %5, align 4
  %6 = sext i32 %harbour.stride0 to i64
  %latitude.data = load ptr, ptr %args, align 8
  %7 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %latitude.stride0 = load i32, ptr %7, align 4
  %8 = sext i32 %latitude.stride0 to i64
  %longitude.data = load ptr, ptr %longitude, align 8
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %longitude.stride0 = load i32, ptr %9, align 4
  %10 = sext i32 %longitude.stride0 to i64
  %distance.data = load ptr, ptr %distance, align 8
  %11 = getelementptr inbounds nuw i8, ptr %args, i64 256
  %distance.stride0 = load i32, ptr %11, align 4
  %12 = sext i32 %distance.stride0 to i64
  %bearing.data = load ptr, ptr %bearing, align 8
  %13 = getelementptr inbounds nuw i8, ptr %args, i64 312
  %bearing.stride0 = load i32, ptr %13, align 4
  %14 = sext i32 %bearing.stride0 to i64
  %15 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %thread.body, %entry
  %index = phi i64 [ %index.next, %thread.body ], [ 0, %entry ]
  %16 = icmp ult i64 %index, %dim.size
  br i1 %16, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index.next = add i64 %index, 1
  br i1 %15, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %17 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %18 = phi i64 [ %17, %thread.fold ], [ %index, %thread ]
  %sext = shl i64 %18, 32
  %19 = ashr exact i64 %sext, 32
  %20 = mul nsw i64 %19, %3
  %21 = getelementptr inbounds i8, ptr %destination.data, i64 %20
  %22 = load i32, ptr %21, align 4
  %23 = icmp slt i32 %22, 0
  %24 = select i1 %23, i32 %harbour.shape0, i32 0
  %25 = add i32 %22, %24
  %26 = sext i32 %25 to i64
  %27 = mul nsw i64 %26, %6
  %28 = getelementptr inbounds i8, ptr %harbour.data, i64 %27
  %port.x = load double, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 8
  %port.y = load double, ptr %29, align 8
  %30 = mul nsw i64 %19, %8
  %31 = getelementptr inbounds i8, ptr %latitude.data, i64 %30
  %lat_a = load double, ptr %31, align 8
  %32 = fsub double %port.x, %lat_a
  %half_lat = fmul double %32, 5.000000e-01
  %33 = mul nsw i64 %19, %10
  %34 = getelementptr inbounds i8, ptr %longitude.data, i64 %33
  %35 = load double, ptr %34, align 8
  %d_lon = fsub double %port.y, %35
  %sin_lat = call double @sin(double %half_lat)
  %36 = fmul double %d_lon, 5.000000e-01
  %sin_lon = call double @sin(double %36)
  %37 = fmul double %sin_lat, %sin_lat
  %38 = call double @cos(double %lat_a)
  %39 = call double @cos(double %port.x)
  %40 = fmul double %38, %39
  %41 = fmul double %40, %sin_lon
  %42 = fmul double %41, %sin_lon
  %haversine = fadd double %37, %42
  %43 = call double @llvm.maxnum.f64(double %haversine, double 0.000000e+00)
  %44 = call double @llvm.minnum.f64(double %43, double 1.000000e+00)
  %chord = call double @llvm.sqrt.f64(double %44)
  %45 = call double @asin(double %chord)
  %46 = fmul double %45, 1.274200e+04
  %47 = mul nsw i64 %19, %12
  %48 = getelementptr inbounds i8, ptr %distance.data, i64 %47
  store double %46, ptr %48, align 8
  %49 = call double @sin(double %d_lon)
  %east = fmul double %49, %39
  %50 = call double @sin(double %port.x)
  %51 = fmul double %38, %50
  %52 = call double @sin(double %lat_a)
  %53 = fmul double %52, %39
  %54 = call double @cos(double %d_lon)
  %55 = fmul double %53, %54
  %north = fsub double %51, %55
  %56 = call double @atan2(double %east, double %north)
  %57 = mul nsw i64 %19, %14
  %58 = getelementptr inbounds i8, ptr %bearing.data, i64 %57
  store double %56, ptr %58, align 8
  br label %threads
}

; Function Attrs: nounwind
define void @great_circle_cpu_backward(ptr %dim, ptr %args, ptr %adj_args) #1 {
entry:
  %longitude = getelementptr inbounds nuw i8, ptr %args, i64 56
  %destination = getelementptr inbounds nuw i8, ptr %args, i64 112
  %harbour = getelementptr inbounds nuw i8, ptr %args, i64 168
  %adj_longitude = getelementptr inbounds nuw i8, ptr %adj_args, i64 56
  %adj_harbour = getelementptr inbounds nuw i8, ptr %adj_args, i64 168
  %adj_distance = getelementptr inbounds nuw i8, ptr %adj_args, i64 224
  %adj_bearing = getelementptr inbounds nuw i8, ptr %adj_args, i64 280
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %adj_latitude.data = load ptr, ptr %adj_args, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 8
  %latitude.grad = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %adj_latitude.data, null
  %latitude.gradient = select i1 %.not, ptr %latitude.grad, ptr %adj_latitude.data
  %.not17 = icmp eq ptr %latitude.gradient, null
  %3 = getelementptr inbounds nuw i8, ptr %adj_args, i64 32
  %adj_latitude.stride0 = load i32, ptr %3, align 4
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %latitude.stride0 = load i32, ptr %4, align 4
  %5 = select i1 %.not, i32 %latitude.stride0, i32 %adj_latitude.stride0
  %6 = sext i32 %5 to i64
  %adj_longitude.data = load ptr, ptr %adj_longitude, align 8
  %7 = getelementptr inbounds nuw i8, ptr %args, i64 64
  %longitude.grad = load ptr, ptr %7, align 8
  %.not18 = icmp eq ptr %adj_longitude.data, null
  %longitude.gradient = select i1 %.not18, ptr %longitude.grad, ptr %adj_longitude.data
  %.not19 = icmp eq ptr %longitude.gradient, null
  %8 = getelementptr inbounds nuw i8, ptr %adj_args, i64 88
  %adj_longitude.stride0 = load i32, ptr %8, align 4
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %longitude.stride0 = load i32, ptr %9, align 4
  %10 = select i1 %.not18, i32 %longitude.stride0, i32 %adj_longitude.stride0
  %11 = sext i32 %10 to i64
  %adj_harbour.data = load ptr, ptr %adj_harbour, align 8
  %12 = getelementptr inbounds nuw i8, ptr %args, i64 176
  %harbour.grad = load ptr, ptr %12, align 8
  %.not20 = icmp eq ptr %adj_harbour.data, null
  %harbour.gradient = select i1 %.not20, ptr %harbour.grad, ptr %adj_harbour.data
  %.not21 = icmp eq ptr %harbour.gradient, null
  %13 = getelementptr inbounds nuw i8, ptr %adj_args, i64 184
  %adj_harbour.shape0 = load i32, ptr %13, align 4
  %14 = getelementptr inbounds nuw i8, ptr %args, i64 184
  %harbour.shape0 = load i32, ptr %14, align 4
  %15 = select i1 %.not20, i32 %harbour.shape0, i32 %adj_harbour.shape0
  %16 = getelementptr inbounds nuw i8, ptr %adj_args, i64 200
  %adj_harbour.stride0 = load i32, ptr %16, align 4
  %17 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %harbour.stride0 = load i32, ptr %17, align 4
  %18 = select i1 %.not20, i32 %harbour.stride0, i32 %adj_harbour.stride0
  %19 = sext i32 %18 to i64
  %adj_distance.data = load ptr, ptr %adj_distance, align 8
  %20 = getelementptr inbounds nuw i8, ptr %args, i64 232
  %distance.grad = load ptr, ptr %20, align 8
  %.not22 = icmp eq ptr %adj_distance.data, null
  %distance.gradient = select i1 %.not22, ptr %distance.grad, ptr %adj_distance.data
  %.not23 = icmp eq ptr %distance.gradient, null
  %21 = getelementptr inbounds nuw i8, ptr %adj_args, i64 256
  %adj_distance.stride0 = load i32, ptr %21, align 4
  %22 = getelementptr inbounds nuw i8, ptr %args, i64 256
  %distance.stride0 = load i32, ptr %22, align 4
  %23 = select i1 %.not22, i32 %distance.stride0, i32 %adj_distance.stride0
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds nuw i8, ptr %args, i64 274
  %distance.flags = load i16, ptr %25, align 2
  %26 = trunc i16 %distance.flags to i1
  %27 = icmp ne ptr %distance.gradient, %distance.grad
  %.not25 = or i1 %27, %26
  %adj_bearing.data = load ptr, ptr %adj_bearing, align 8
  %28 = getelementptr inbounds nuw i8, ptr %args, i64 288
  %bearing.grad = load ptr, ptr %28, align 8
  %.not26 = icmp eq ptr %adj_bearing.data, null
  %bearing.gradient = select i1 %.not26, ptr %bearing.grad, ptr %adj_bearing.data
  %.not27 = icmp eq ptr %bearing.gradient, null
  %29 = getelementptr inbounds nuw i8, ptr %adj_args, i64 312
  %adj_bearing.stride0 = load i32, ptr %29, align 4
  %30 = getelementptr inbounds nuw i8, ptr %args, i64 312
  %bearing.stride0 = load i32, ptr %30, align 4
  %31 = select i1 %.not26, i32 %bearing.stride0, i32 %adj_bearing.stride0
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds nuw i8, ptr %args, i64 330
  %bearing.flags = load i16, ptr %33, align 2
  %34 = trunc i16 %bearing.flags to i1
  %35 = icmp ne ptr %bearing.gradient, %bearing.grad
  %.not29 = or i1 %35, %34
  %destination.data = load ptr, ptr %destination, align 8
  %36 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %destination.stride0 = load i32, ptr %36, align 4
  %37 = sext i32 %destination.stride0 to i64
  %harbour.data = load ptr, ptr %harbour, align 8
  %38 = sext i32 %harbour.stride0 to i64
  %latitude.data = load ptr, ptr %args, align 8
  %39 = sext i32 %latitude.stride0 to i64
  %longitude.data = load ptr, ptr %longitude, align 8
  %40 = sext i32 %longitude.stride0 to i64
  %41 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %present.end16, %entry
  %remaining = phi i64 [ %index, %present.end16 ], [ %dim.size, %entry ]
  %.not30 = icmp eq i64 %remaining, 0
  br i1 %.not30, label %done, label %thread

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index = add i64 %remaining, -1
  br i1 %41, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %42 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %43 = phi i64 [ %42, %thread.fold ], [ %index, %thread ]
  %sext = shl i64 %43, 32
  %44 = ashr exact i64 %sext, 32
  %45 = mul nsw i64 %44, %37
  %46 = getelementptr inbounds i8, ptr %destination.data, i64 %45
  %47 = load i32, ptr %46, align 4
  %48 = icmp slt i32 %47, 0
  %49 = select i1 %48, i32 %harbour.shape0, i32 0
  %50 = add i32 %47, %49
  %51 = sext i32 %50 to i64
  %52 = mul nsw i64 %51, %38
  %53 = getelementptr inbounds i8, ptr %harbour.data, i64 %52
  %port.x = load double, ptr %53, align 8
  %54 = getelementptr inbounds nuw i8, ptr %53, i64 8
  %port.y = load double, ptr %54, align 8
  %55 = mul nsw i64 %44, %39
  %56 = getelementptr inbounds i8, ptr %latitude.data, i64 %55
  %lat_a = load double, ptr %56, align 8
  %57 = fsub double %port.x, %lat_a
  %half_lat = fmul double %57, 5.000000e-01
  %58 = mul nsw i64 %44, %40
  %59 = getelementptr inbounds i8, ptr %longitude.data, i64 %58
  %60 = load double, ptr %59, align 8
  %d_lon = fsub double %port.y, %60
  %sin_lat = call double @sin(double %half_lat)
  %61 = fmul double %d_lon, 5.000000e-01
  %sin_lon = call double @sin(double %61)
  %62 = fmul double %sin_lat, %sin_lat
  %63 = call double @cos(double %lat_a)
  %64 = call double @cos(double %port.x)
  %65 = fmul double %63, %64
  %66 = fmul double %65, %sin_lon
  %67 = fmul double %66, %sin_lon
  %haversine = fadd double %62, %67
  %68 = call double @llvm.maxnum.f64(double %haversine, double 0.000000e+00)
  %69 = call double @llvm.minnum.f64(double %68, double 1.000000e+00)
  %chord = call double @llvm.sqrt.f64(double %69)
  %70 = call double @sin(double %d_lon)
  %east = fmul double %70, %64
  %71 = call double @sin(double %port.x)
  %72 = fmul double %63, %71
  %73 = call double @sin(double %lat_a)
  %74 = fmul double %73, %64
  %75 = call double @cos(double %d_lon)
  %76 = fmul double %74, %75
  %north = fsub double %72, %76
  br i1 %.not27, label %present.end6, label %present

present:                                          ; preds = %thread.body
  %77 = mul nsw i64 %44, %32
  %78 = getelementptr inbounds i8, ptr %bearing.gradient, i64 %77
  %79 = load double, ptr %78, align 8
  br i1 %.not29, label %present.end6, label %present5

present5:                                         ; preds = %present
  store double 0.000000e+00, ptr %78, align 8
  br label %present.end6

present.end6:                                     ; preds = %present, %present5, %thread.body
  %80 = phi double [ 0.000000e+00, %thread.body ], [ %79, %present5 ], [ %79, %present ]
  %81 = fmul double %80, %north
  %82 = fmul double %north, %north
  %83 = fmul double %east, %east
  %84 = fadd double %82, %83
  %adj_east = fdiv double %81, %84
  %85 = fmul double %80, %east
  %86 = fdiv double %85, %84
  %adj_north = fneg double %86
  %87 = fmul double %86, %75
  %88 = fmul double %86, %74
  %89 = fmul double %87, %64
  %90 = fmul double %87, %73
  %91 = fmul double %89, %63
  %92 = fmul double %71, %adj_north
  %93 = fmul double %63, %adj_north
  %94 = fmul double %93, %64
  %95 = fmul double %71, %90
  %96 = fsub double %94, %95
  %97 = fmul double %73, %92
  %98 = fsub double %91, %97
  %99 = fmul double %adj_east, %64
  %100 = fmul double %adj_east, %70
  %101 = fmul double %71, %100
  %102 = fsub double %96, %101
  %103 = fmul double %99, %75
  %104 = fmul double %70, %88
  %105 = fsub double %103, %104
  br i1 %.not23, label %present.end10, label %present7

present7:                                         ; preds = %present.end6
  %106 = mul nsw i64 %44, %24
  %107 = getelementptr inbounds i8, ptr %distance.gradient, i64 %106
  %108 = load double, ptr %107, align 8
  br i1 %.not25, label %present.end9, label %present8

present8:                                         ; preds = %present7
  store double 0.000000e+00, ptr %107, align 8
  br label %present.end9

present.end9:                                     ; preds = %present8, %present7
  %109 = fmul double %108, 1.274200e+04
  br label %present.end10

present.end10:                                    ; preds = %present.end9, %present.end6
  %110 = phi double [ %109, %present.end9 ], [ 0.000000e+00, %present.end6 ]
  %111 = fmul double %chord, %chord
  %112 = fsub double 1.000000e+00, %111
  %113 = call double @llvm.sqrt.f64(double %112)
  %adj_chord = fdiv double %110, %113
  %114 = fmul double %adj_chord, 5.000000e-01
  %115 = fdiv double %114, %chord
  %116 = fcmp olt double %68, 1.000000e+00
  %117 = select i1 %116, double %115, double 0.000000e+00
  %118 = fcmp olt double %haversine, 0.000000e+00
  %adj_haversine = select i1 %118, double 0.000000e+00, double %117
  %119 = fmul double %adj_haversine, %sin_lon
  %120 = fmul double %adj_haversine, %66
  %121 = fmul double %119, %sin_lon
  %122 = fmul double %119, %65
  %adj_sin_lon = fadd double %120, %122
  %123 = fmul double %121, %64
  %124 = fmul double %121, %63
  %125 = fmul double %71, %124
  %126 = fsub double %102, %125
  %127 = fmul double %73, %123
  %128 = fsub double %98, %127
  %129 = fmul double %adj_haversine, %sin_lat
  %adj_sin_lat = fadd double %129, %129
  %130 = call double @cos(double %61)
  %131 = fmul double %adj_sin_lon, %130
  %132 = fmul double %131, 5.000000e-01
  %adj_d_lon = fadd double %105, %132
  %133 = call double @cos(double %half_lat)
  %adj_half_lat = fmul double %adj_sin_lat, %133
  br i1 %.not19, label %present.end12, label %present11

present11:                                        ; preds = %present.end10
  %134 = mul nsw i64 %44, %11
  %135 = getelementptr inbounds i8, ptr %longitude.gradient, i64 %134
  %136 = load double, ptr %135, align 8
  %137 = fsub double %136, %adj_d_lon
  store double %137, ptr %135, align 8
  br label %present.end12

present.end12:                                    ; preds = %present11, %present.end10
  %138 = fmul double %adj_half_lat, 5.000000e-01
  %adj_lat_b = fadd double %126, %138
  %adj_port.x = fadd double %adj_lat_b, 0.000000e+00
  %adj_port.y = fadd double %adj_d_lon, 0.000000e+00
  br i1 %.not17, label %present.end14, label %present13

present13:                                        ; preds = %present.end12
  %adj_lat_a = fsub double %128, %138
  %139 = mul nsw i64 %44, %6
  %140 = getelementptr inbounds i8, ptr %latitude.gradient, i64 %139
  %141 = load double, ptr %140, align 8
  %142 = fadd double %141, %adj_lat_a
  store double %142, ptr %140, align 8
  br label %present.end14

present.end14:                                    ; preds = %present13, %present.end12
  br i1 %.not21, label %present.end16, label %present15

present15:                                        ; preds = %present.end14
  %143 = select i1 %48, i32 %15, i32 0
  %144 = add i32 %47, %143
  %145 = sext i32 %144 to i64
  %146 = mul nsw i64 %145, %19
  %147 = getelementptr inbounds i8, ptr %harbour.gradient, i64 %146
  %148 = load double, ptr %147, align 8
  %149 = fadd double %148, %adj_port.x
  store double %149, ptr %147, align 8
  %150 = getelementptr inbounds nuw i8, ptr %147, i64 8
  %151 = load double, ptr %150, align 8
  %152 = fadd double %151, %adj_port.y
  store double %152, ptr %150, align 8
  br label %present.end16

present.end16:                                    ; preds = %present15, %present.end14
  br label %threads
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.maxnum.f64(double, double) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.minnum.f64(double, double) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #2

attributes #0 = { nounwind willreturn memory(none) }
attributes #1 = { nounwind }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
