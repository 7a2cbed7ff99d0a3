; ModuleID = 'kgen'
source_filename = "kgen"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind
define void @stretch_membrane_cpu_forward(ptr %dim, ptr %args) #0 {
entry:
  %corners = getelementptr inbounds nuw i8, ptr %args, i64 56
  %edge_normal = getelementptr inbounds nuw i8, ptr %args, i64 112
  %energy = getelementptr inbounds nuw i8, ptr %args, i64 168
  %traction = getelementptr inbounds nuw i8, ptr %args, i64 224
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %corners.data = load ptr, ptr %corners, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %corners.stride0 = load i32, ptr %2, align 4
  %3 = sext i32 %corners.stride0 to i64
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 92
  %corners.stride1 = load i32, ptr %4, align 4
  %5 = sext i32 %corners.stride1 to i64
  %rest_edges.data = load ptr, ptr %args, align 8
  %6 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %rest_edges.stride0 = load i32, ptr %6, align 4
  %7 = sext i32 %rest_edges.stride0 to i64
  %energy.data = load ptr, ptr %energy, align 8
  %8 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %energy.stride0 = load i32, ptr %8, align 4
  %9 = sext i32 %energy.stride0 to i64
  %edge_normal.data = load ptr, ptr %edge_normal, align 8
  %10 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %edge_normal.stride0 = load i32, ptr %10, align 4
  %11 = sext i32 %edge_normal.stride0 to i64
  %traction.data = load ptr, ptr %traction, align 8
  %12 = getelementptr inbounds nuw i8, ptr %args, i64 256
  %traction.stride0 = load i32, ptr %12, align 4
  %13 = sext i32 %traction.stride0 to i64
  %14 = icmp ugt i64 %dim.coord_mult, 1
  %15 = shl nsw i64 %5, 1
  br label %threads

threads:                                          ; preds = %thread.body, %entry
  %index = phi i64 [ %index.next, %thread.body ], [ 0, %entry ]
  %16 = icmp ult i64 %index, %dim.size
  br i1 %16, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index.next = add i64 %index, 1
  br i1 %14, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %17 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %18 = phi i64 [ %17, %thread.fold ], [ %index, %thread ]
  %sext = shl i64 %18, 32
  %19 = ashr exact i64 %sext, 32
  %20 = mul nsw i64 %19, %3
  %21 = getelementptr inbounds i8, ptr %corners.data, i64 %20
  %22 = getelementptr inbounds i8, ptr %21, i64 %5
  %23 = load float, ptr %22, align 4
  %24 = getelementptr inbounds nuw i8, ptr %22, i64 4
  %25 = load float, ptr %24, align 4
  %26 = load float, ptr %21, align 4
  %27 = getelementptr inbounds nuw i8, ptr %21, i64 4
  %28 = load float, ptr %27, align 4
  %u.x = fsub float %23, %26
  %u.y = fsub float %25, %28
  %29 = getelementptr inbounds i8, ptr %21, i64 %15
  %30 = load float, ptr %29, align 4
  %31 = getelementptr inbounds nuw i8, ptr %29, i64 4
  %32 = load float, ptr %31, align 4
  %v.x = fsub float %30, %26
  %v.y = fsub float %32, %28
  %33 = mul nsw i64 %19, %7
  %34 = getelementptr inbounds i8, ptr %rest_edges.data, i64 %33
  %rest.00 = load float, ptr %34, align 4
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 4
  %rest.01 = load float, ptr %35, align 4
  %36 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %rest.10 = load float, ptr %36, align 4
  %37 = getelementptr inbounds nuw i8, ptr %34, i64 12
  %rest.11 = load float, ptr %37, align 4
  %38 = fmul float %rest.00, %rest.11
  %39 = fmul float %rest.01, %rest.10
  %40 = fsub float %38, %39
  %41 = fcmp une float %40, 0.000000e+00
  %42 = fneg float %rest.01
  %43 = fneg float %rest.10
  %44 = fdiv float %rest.11, %40
  %45 = fdiv float %42, %40
  %46 = fdiv float %43, %40
  %47 = fdiv float %rest.00, %40
  %48 = select i1 %41, float %44, float 0.000000e+00
  %49 = select i1 %41, float %45, float 0.000000e+00
  %50 = select i1 %41, float %46, float 0.000000e+00
  %51 = select i1 %41, float %47, float 0.000000e+00
  %52 = fmul float %u.x, %48
  %53 = fmul float %v.x, %50
  %deformation.00 = fadd float %52, %53
  %54 = fmul float %u.x, %49
  %55 = fmul float %v.x, %51
  %deformation.01 = fadd float %54, %55
  %56 = fmul float %u.y, %48
  %57 = fmul float %v.y, %50
  %deformation.10 = fadd float %56, %57
  %58 = fmul float %u.y, %49
  %59 = fmul float %v.y, %51
  %deformation.11 = fadd float %58, %59
  %60 = fmul float %deformation.00, %deformation.00
  %61 = fmul float %deformation.10, %deformation.10
  %62 = fadd float %60, %61
  %63 = fmul float %deformation.00, %deformation.01
  %64 = fmul float %deformation.10, %deformation.11
  %65 = fadd float %63, %64
  %66 = fmul float %deformation.01, %deformation.01
  %67 = fmul float %deformation.11, %deformation.11
  %68 = fadd float %66, %67
  %69 = fadd float %62, -1.000000e+00
  %70 = fadd float %68, -1.000000e+00
  %strain.00 = fmul float %69, 5.000000e-01
  %strain.01 = fmul float %65, 5.000000e-01
  %strain.11 = fmul float %70, 5.000000e-01
  %growth = fadd float %strain.00, %strain.11
  %71 = fmul float %strain.00, 0x3FF99999A0000000
  %72 = fmul float %strain.01, 0x3FF99999A0000000
  %73 = fmul float %strain.11, 0x3FF99999A0000000
  %74 = fmul float %growth, 1.500000e+00
  %75 = fmul float %74, 0.000000e+00
  %stress.00 = fadd float %71, %74
  %stress.01 = fadd float %72, %75
  %stress.11 = fadd float %73, %74
  %area = fmul float %40, 5.000000e-01
  %76 = fmul float %area, 5.000000e-01
  %77 = fmul float %strain.00, %stress.00
  %78 = fmul float %strain.01, %stress.01
  %79 = fadd float %77, %78
  %80 = fmul float %strain.11, %stress.11
  %81 = fadd float %78, %80
  %82 = fadd float %79, %81
  %83 = fmul float %76, %82
  %84 = mul nsw i64 %19, %9
  %85 = getelementptr inbounds i8, ptr %energy.data, i64 %84
  store float %83, ptr %85, align 4
  %86 = fmul float %deformation.00, %stress.00
  %87 = fmul float %deformation.01, %stress.01
  %88 = fadd float %86, %87
  %89 = fmul float %deformation.00, %stress.01
  %90 = fmul float %deformation.01, %stress.11
  %91 = fadd float %89, %90
  %92 = fmul float %deformation.10, %stress.00
  %93 = fmul float %deformation.11, %stress.01
  %94 = fadd float %92, %93
  %95 = fmul float %deformation.10, %stress.01
  %96 = fmul float %deformation.11, %stress.11
  %97 = fadd float %95, %96
  %98 = mul nsw i64 %19, %11
  %99 = getelementptr inbounds i8, ptr %edge_normal.data, i64 %98
  %100 = load float, ptr %99, align 4
  %101 = getelementptr inbounds nuw i8, ptr %99, i64 4
  %102 = load float, ptr %101, align 4
  %103 = fmul float %88, %100
  %104 = fmul float %91, %102
  %105 = fadd float %103, %104
  %106 = fmul float %94, %100
  %107 = fmul float %97, %102
  %108 = fadd float %106, %107
  %109 = mul nsw i64 %19, %13
  %110 = getelementptr inbounds i8, ptr %traction.data, i64 %109
  store float %105, ptr %110, align 4
  %111 = getelementptr inbounds nuw i8, ptr %110, i64 4
  store float %108, ptr %111, align 4
  br label %threads
}

; Function Attrs: nounwind
define void @stretch_membrane_cpu_backward(ptr %dim, ptr %args, ptr %adj_args) #0 {
entry:
  %corners = getelementptr inbounds nuw i8, ptr %args, i64 56
  %edge_normal = getelementptr inbounds nuw i8, ptr %args, i64 112
  %adj_corners = getelementptr inbounds nuw i8, ptr %adj_args, i64 56
  %adj_edge_normal = getelementptr inbounds nuw i8, ptr %adj_args, i64 112
  %adj_energy = getelementptr inbounds nuw i8, ptr %adj_args, i64 168
  %adj_traction = getelementptr inbounds nuw i8, ptr %adj_args, i64 224
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %adj_rest_edges.data = load ptr, ptr %adj_args, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 8
  %rest_edges.grad = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %adj_rest_edges.data, null
  %rest_edges.gradient = select i1 %.not, ptr %rest_edges.grad, ptr %adj_rest_edges.data
  %.not21 = icmp eq ptr %rest_edges.gradient, null
  %3 = getelementptr inbounds nuw i8, ptr %adj_args, i64 32
  %adj_rest_edges.stride0 = load i32, ptr %3, align 4
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %rest_edges.stride0 = load i32, ptr %4, align 4
  %5 = select i1 %.not, i32 %rest_edges.stride0, i32 %adj_rest_edges.stride0
  %6 = sext i32 %5 to i64
  %adj_corners.data = load ptr, ptr %adj_corners, align 8
  %7 = getelementptr inbounds nuw i8, ptr %args, i64 64
  %corners.grad = load ptr, ptr %7, align 8
  %.not22 = icmp eq ptr %adj_corners.data, null
  %corners.gradient = select i1 %.not22, ptr %corners.grad, ptr %adj_corners.data
  %.not23 = icmp eq ptr %corners.gradient, null
  %8 = getelementptr inbounds nuw i8, ptr %adj_args, i64 88
  %adj_corners.stride0 = load i32, ptr %8, align 4
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %corners.stride0 = load i32, ptr %9, align 4
  %10 = select i1 %.not22, i32 %corners.stride0, i32 %adj_corners.stride0
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds nuw i8, ptr %adj_args, i64 92
  %adj_corners.stride1 = load i32, ptr %12, align 4
  %13 = getelementptr inbounds nuw i8, ptr %args, i64 92
  %corners.stride1 = load i32, ptr %13, align 4
  %14 = select i1 %.not22, i32 %corners.stride1, i32 %adj_corners.stride1
  %15 = sext i32 %14 to i64
  %adj_edge_normal.data = load ptr, ptr %adj_edge_normal, align 8
  %16 = getelementptr inbounds nuw i8, ptr %args, i64 120
  %edge_normal.grad = load ptr, ptr %16, align 8
  %.not24 = icmp eq ptr %adj_edge_normal.data, null
  %edge_normal.gradient = select i1 %.not24, ptr %edge_normal.grad, ptr %adj_edge_normal.data
  %.not25 = icmp eq ptr %edge_normal.gradient, null
  %17 = getelementptr inbounds nuw i8, ptr %adj_args, i64 144
  %adj_edge_normal.stride0 = load i32, ptr %17, align 4
  %18 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %edge_normal.stride0 = load i32, ptr %18, align 4
  %19 = select i1 %.not24, i32 %edge_normal.stride0, i32 %adj_edge_normal.stride0
  %20 = sext i32 %19 to i64
  %adj_energy.data = load ptr, ptr %adj_energy, align 8
  %21 = getelementptr inbounds nuw i8, ptr %args, i64 176
  %energy.grad = load ptr, ptr %21, align 8
  %.not26 = icmp eq ptr %adj_energy.data, null
  %energy.gradient = select i1 %.not26, ptr %energy.grad, ptr %adj_energy.data
  %.not27 = icmp eq ptr %energy.gradient, null
  %22 = getelementptr inbounds nuw i8, ptr %adj_args, i64 200
  %adj_energy.stride0 = load i32, ptr %22, align 4
  %23 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %energy.stride0 = load i32, ptr %23, align 4
  %24 = select i1 %.not26, i32 %energy.stride0, i32 %adj_energy.stride0
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds nuw i8, ptr %args, i64 218
  %energy.flags = load i16, ptr %26, align 2
  %27 = trunc i16 %energy.flags to i1
  %28 = icmp ne ptr %energy.gradient, %energy.grad
  %.not29 = or i1 %28, %27
  %adj_traction.data = load ptr, ptr %adj_traction, align 8
  %29 = getelementptr inbounds nuw i8, ptr %args, i64 232
  %traction.grad = load ptr, ptr %29, align 8
  %.not30 = icmp eq ptr %adj_traction.data, null
  %traction.gradient = select i1 %.not30, ptr %traction.grad, ptr %adj_traction.data
  %.not31 = icmp eq ptr %traction.gradient, null
  %30 = getelementptr inbounds nuw i8, ptr %adj_args, i64 256
  %adj_traction.stride0 = load i32, ptr %30, align 4
  %31 = getelementptr inbounds nuw i8, ptr %args, i64 256
  %traction.stride0 = load i32, ptr %31, align 4
  %32 = select i1 %.not30, i32 %traction.stride0, i32 %adj_traction.stride0
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds nuw i8, ptr %args, i64 274
  %traction.flags = load i16, ptr %34, align 2
  %35 = trunc i16 %traction.flags to i1
  %36 = icmp ne ptr %traction.gradient, %traction.grad
  %.not33 = or i1 %36, %35
  %corners.data = load ptr, ptr %corners, align 8
  %37 = sext i32 %corners.stride0 to i64
  %38 = sext i32 %corners.stride1 to i64
  %rest_edges.data = load ptr, ptr %args, align 8
  %39 = sext i32 %rest_edges.stride0 to i64
  %edge_normal.data = load ptr, ptr %edge_normal, align 8
  %40 = sext i32 %edge_normal.stride0 to i64
  %41 = icmp ugt i64 %dim.coord_mult, 1
  %42 = shl nsw i64 %38, 1
  %43 = shl nsw i64 %15, 1
  %invariant.gep = getelementptr i8, ptr %corners.gradient, i64 %43
  %invariant.gep35 = getelementptr i8, ptr %corners.gradient, i64 %15
  br label %threads

threads:                                          ; preds = %present.end20, %entry
  %remaining = phi i64 [ %index, %present.end20 ], [ %dim.size, %entry ]
  %.not34 = icmp eq i64 %remaining, 0
  br i1 %.not34, label %done, label %thread

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index = add i64 %remaining, -1
  br i1 %41, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %44 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %45 = phi i64 [ %44, %thread.fold ], [ %index, %thread ]
  %sext = shl i64 %45, 32
  %46 = ashr exact i64 %sext, 32
  %47 = mul nsw i64 %46, %37
  %48 = getelementptr inbounds i8, ptr %corners.data, i64 %47
  %49 = getelementptr inbounds i8, ptr %48, i64 %38
  %50 = load float, ptr %49, align 4
  %51 = getelementptr inbounds nuw i8, ptr %49, i64 4
  %52 = load float, ptr %51, align 4
  %53 = load float, ptr %48, align 4
  %54 = getelementptr inbounds nuw i8, ptr %48, i64 4
  %55 = load float, ptr %54, align 4
  %u.x = fsub float %50, %53
  %u.y = fsub float %52, %55
  %56 = getelementptr inbounds i8, ptr %48, i64 %42
  %57 = load float, ptr %56, align 4
  %58 = getelementptr inbounds nuw i8, ptr %56, i64 4
  %59 = load float, ptr %58, align 4
  %v.x = fsub float %57, %53
  %v.y = fsub float %59, %55
  %60 = mul nsw i64 %46, %39
  %61 = getelementptr inbounds i8, ptr %rest_edges.data, i64 %60
  %rest.00 = load float, ptr %61, align 4
  %62 = getelementptr inbounds nuw i8, ptr %61, i64 4
  %rest.01 = load float, ptr %62, align 4
  %63 = getelementptr inbounds nuw i8, ptr %61, i64 8
  %rest.10 = load float, ptr %63, align 4
  %64 = getelementptr inbounds nuw i8, ptr %61, i64 12
  %rest.11 = load float, ptr %64, align 4
  %65 = fmul float %rest.00, %rest.11
  %66 = fmul float %rest.01, %rest.10
  %67 = fsub float %65, %66
  %68 = fcmp une float %67, 0.000000e+00
  %69 = fneg float %rest.01
  %70 = fneg float %rest.10
  %71 = fdiv float %rest.11, %67
  %72 = fdiv float %69, %67
  %73 = fdiv float %70, %67
  %74 = fdiv float %rest.00, %67
  %75 = select i1 %68, float %71, float 0.000000e+00
  %76 = select i1 %68, float %72, float 0.000000e+00
  %77 = select i1 %68, float %73, float 0.000000e+00
  %78 = select i1 %68, float %74, float 0.000000e+00
  %79 = fmul float %u.x, %75
  %80 = fmul float %v.x, %77
  %deformation.00 = fadd float %79, %80
  %81 = fmul float %u.x, %76
  %82 = fmul float %v.x, %78
  %deformation.01 = fadd float %81, %82
  %83 = fmul float %u.y, %75
  %84 = fmul float %v.y, %77
  %deformation.10 = fadd float %83, %84
  %85 = fmul float %u.y, %76
  %86 = fmul float %v.y, %78
  %deformation.11 = fadd float %85, %86
  %87 = fmul float %deformation.00, %deformation.00
  %88 = fmul float %deformation.10, %deformation.10
  %89 = fadd float %87, %88
  %90 = fmul float %deformation.00, %deformation.01
  %91 = fmul float %deformation.10, %deformation.11
  %92 = fadd float %90, %91
  %93 = fmul float %deformation.01, %deformation.01
  %94 = fmul float %deformation.11, %deformation.11
  %95 = fadd float %93, %94
  %96 = fadd float %89, -1.000000e+00
  %97 = fadd float %95, -1.000000e+00
  %strain.00 = fmul float %96, 5.000000e-01
  %strain.01 = fmul float %92, 5.000000e-01
  %strain.11 = fmul float %97, 5.000000e-01
  %growth = fadd float %strain.00, %strain.11
  %98 = fmul float %strain.00, 0x3FF99999A0000000
  %99 = fmul float %strain.01, 0x3FF99999A0000000
  %100 = fmul float %strain.11, 0x3FF99999A0000000
  %101 = fmul float %growth, 1.500000e+00
  %102 = fmul float %101, 0.000000e+00
  %stress.00 = fadd float %98, %101
  %stress.01 = fadd float %99, %102
  %stress.11 = fadd float %100, %101
  %area = fmul float %67, 5.000000e-01
  %103 = fmul float %area, 5.000000e-01
  %104 = fmul float %strain.00, %stress.00
  %105 = fmul float %strain.01, %stress.01
  %106 = fadd float %104, %105
  %107 = fmul float %strain.11, %stress.11
  %108 = fadd float %105, %107
  %109 = fadd float %106, %108
  %110 = fmul float %deformation.00, %stress.00
  %111 = fmul float %deformation.01, %stress.01
  %112 = fadd float %110, %111
  %113 = fmul float %deformation.00, %stress.01
  %114 = fmul float %deformation.01, %stress.11
  %115 = fadd float %113, %114
  %116 = fmul float %deformation.10, %stress.00
  %117 = fmul float %deformation.11, %stress.01
  %118 = fadd float %116, %117
  %119 = fmul float %deformation.10, %stress.01
  %120 = fmul float %deformation.11, %stress.11
  %121 = fadd float %119, %120
  %122 = mul nsw i64 %46, %40
  %123 = getelementptr inbounds i8, ptr %edge_normal.data, i64 %122
  %124 = load float, ptr %123, align 4
  %125 = getelementptr inbounds nuw i8, ptr %123, i64 4
  %126 = load float, ptr %125, align 4
  br i1 %.not31, label %present.end6, label %present

present:                                          ; preds = %thread.body
  %127 = mul nsw i64 %46, %33
  %128 = getelementptr inbounds i8, ptr %traction.gradient, i64 %127
  %129 = load float, ptr %128, align 4
  %130 = getelementptr inbounds nuw i8, ptr %128, i64 4
  %131 = load float, ptr %130, align 4
  br i1 %.not33, label %present.end6, label %present5

present5:                                         ; preds = %present
  store float 0.000000e+00, ptr %128, align 4
  store float 0.000000e+00, ptr %130, align 4
  br label %present.end6

present.end6:                                     ; preds = %present, %present5, %thread.body
  %132 = phi float [ 0.000000e+00, %thread.body ], [ %129, %present5 ], [ %129, %present ]
  %133 = phi float [ 0.000000e+00, %thread.body ], [ %131, %present5 ], [ %131, %present ]
  %134 = fmul float %132, %124
  %135 = fmul float %132, %126
  %136 = fmul float %133, %124
  %137 = fmul float %133, %126
  br i1 %.not25, label %present.end8, label %present7

present7:                                         ; preds = %present.end6
  %138 = fmul float %132, %115
  %139 = fmul float %133, %121
  %140 = fadd float %138, %139
  %141 = fmul float %132, %112
  %142 = fmul float %133, %118
  %143 = fadd float %141, %142
  %144 = mul nsw i64 %46, %20
  %145 = getelementptr inbounds i8, ptr %edge_normal.gradient, i64 %144
  %146 = load float, ptr %145, align 4
  %147 = fadd float %146, %143
  store float %147, ptr %145, align 4
  %148 = getelementptr inbounds nuw i8, ptr %145, i64 4
  %149 = load float, ptr %148, align 4
  %150 = fadd float %149, %140
  store float %150, ptr %148, align 4
  br label %present.end8

present.end8:                                     ; preds = %present7, %present.end6
  %151 = fmul float %134, %stress.00
  %152 = fmul float %135, %stress.01
  %153 = fadd float %151, %152
  %154 = fmul float %134, %stress.01
  %155 = fmul float %135, %stress.11
  %156 = fadd float %154, %155
  %157 = fmul float %136, %stress.00
  %158 = fmul float %137, %stress.01
  %159 = fadd float %157, %158
  %160 = fmul float %136, %stress.01
  %161 = fmul float %137, %stress.11
  %162 = fadd float %160, %161
  %163 = fmul float %deformation.00, %134
  %164 = fmul float %deformation.10, %136
  %165 = fadd float %163, %164
  %166 = fmul float %deformation.00, %135
  %167 = fmul float %deformation.10, %137
  %168 = fadd float %166, %167
  %169 = fmul float %deformation.01, %134
  %170 = fmul float %deformation.11, %136
  %171 = fadd float %169, %170
  %172 = fmul float %deformation.01, %135
  %173 = fmul float %deformation.11, %137
  %174 = fadd float %172, %173
  br i1 %.not27, label %present.end12, label %present9

present9:                                         ; preds = %present.end8
  %175 = mul nsw i64 %46, %25
  %176 = getelementptr inbounds i8, ptr %energy.gradient, i64 %175
  %177 = load float, ptr %176, align 4
  br i1 %.not29, label %present.end12, label %present10

present10:                                        ; preds = %present9
  store float 0.000000e+00, ptr %176, align 4
  br label %present.end12

present.end12:                                    ; preds = %present9, %present10, %present.end8
  %178 = phi float [ 0.000000e+00, %present.end8 ], [ %177, %present10 ], [ %177, %present9 ]
  %179 = fmul float %178, %103
  %180 = fmul float %179, 0.000000e+00
  %181 = fmul float %179, %stress.00
  %182 = fmul float %180, %stress.01
  %183 = fadd float %181, %182
  %184 = fmul float %179, %stress.01
  %185 = fmul float %180, %stress.11
  %186 = fadd float %184, %185
  %187 = fmul float %180, %stress.00
  %188 = fadd float %187, %184
  %189 = fmul float %179, %stress.11
  %190 = fadd float %182, %189
  %191 = fmul float %strain.00, %179
  %192 = fmul float %strain.01, %180
  %193 = fadd float %191, %192
  %194 = fmul float %strain.00, %180
  %195 = fmul float %strain.01, %179
  %196 = fadd float %194, %195
  %197 = fmul float %strain.11, %180
  %198 = fadd float %195, %197
  %199 = fmul float %strain.11, %179
  %200 = fadd float %192, %199
  %adj_stress.00 = fadd float %165, %193
  %adj_stress.01 = fadd float %168, %196
  %adj_stress.10 = fadd float %171, %198
  %adj_stress.11 = fadd float %174, %200
  %201 = fmul float %adj_stress.01, 0.000000e+00
  %202 = fadd float %adj_stress.00, %201
  %203 = fmul float %adj_stress.10, 0.000000e+00
  %204 = fadd float %202, %203
  %205 = fadd float %204, %adj_stress.11
  %adj_growth = fmul float %205, 1.500000e+00
  %206 = fmul float %adj_stress.00, 0x3FF99999A0000000
  %207 = fmul float %adj_stress.01, 0x3FF99999A0000000
  %208 = fmul float %adj_stress.10, 0x3FF99999A0000000
  %209 = fmul float %adj_stress.11, 0x3FF99999A0000000
  %210 = fadd float %183, %206
  %211 = fadd float %186, %207
  %212 = fadd float %188, %208
  %213 = fadd float %190, %209
  %214 = fmul float %adj_growth, 0.000000e+00
  %adj_strain.00 = fadd float %210, %adj_growth
  %adj_strain.01 = fadd float %211, %214
  %adj_strain.10 = fadd float %212, %214
  %adj_strain.11 = fadd float %213, %adj_growth
  %215 = fmul float %adj_strain.00, 5.000000e-01
  %216 = fmul float %adj_strain.01, 5.000000e-01
  %217 = fmul float %adj_strain.10, 5.000000e-01
  %218 = fmul float %adj_strain.11, 5.000000e-01
  %219 = fmul float %215, %deformation.00
  %220 = fmul float %216, %deformation.01
  %221 = fadd float %219, %220
  %222 = fmul float %215, %deformation.10
  %223 = fmul float %216, %deformation.11
  %224 = fadd float %222, %223
  %225 = fmul float %217, %deformation.00
  %226 = fmul float %218, %deformation.01
  %227 = fadd float %225, %226
  %228 = fmul float %217, %deformation.10
  %229 = fmul float %218, %deformation.11
  %230 = fadd float %228, %229
  %231 = fmul float %deformation.01, %217
  %232 = fadd float %219, %231
  %233 = fmul float %deformation.00, %216
  %234 = fadd float %233, %226
  %235 = fmul float %deformation.11, %217
  %236 = fadd float %222, %235
  %237 = fmul float %deformation.10, %216
  %238 = fadd float %237, %229
  %239 = fadd float %153, %232
  %240 = fadd float %156, %234
  %241 = fadd float %159, %236
  %242 = fadd float %162, %238
  %adj_deformation.00 = fadd float %239, %221
  %adj_deformation.01 = fadd float %240, %227
  %adj_deformation.10 = fadd float %241, %224
  %adj_deformation.11 = fadd float %242, %230
  %243 = fmul float %adj_deformation.00, %75
  %244 = fmul float %adj_deformation.01, %76
  %adj_edges.00 = fadd float %243, %244
  %245 = fmul float %adj_deformation.00, %77
  %246 = fmul float %adj_deformation.01, %78
  %adj_edges.01 = fadd float %245, %246
  %247 = fmul float %adj_deformation.10, %75
  %248 = fmul float %adj_deformation.11, %76
  %adj_edges.10 = fadd float %247, %248
  %249 = fmul float %adj_deformation.10, %77
  %250 = fmul float %adj_deformation.11, %78
  %adj_edges.11 = fadd float %249, %250
  br i1 %.not21, label %present.end14, label %present13

present13:                                        ; preds = %present.end12
  %251 = fmul float %178, %109
  %adj_area = fmul float %251, 5.000000e-01
  %252 = fmul float %adj_area, 5.000000e-01
  %253 = fmul float %rest.00, %252
  %254 = fmul float %u.x, %adj_deformation.00
  %255 = fmul float %u.y, %adj_deformation.10
  %256 = fadd float %254, %255
  %257 = fmul float %256, %77
  %258 = fmul float %u.x, %adj_deformation.01
  %259 = fmul float %u.y, %adj_deformation.11
  %260 = fadd float %258, %259
  %261 = fmul float %260, %78
  %262 = fadd float %257, %261
  %263 = fmul float %76, %262
  %264 = fmul float %v.x, %adj_deformation.00
  %265 = fmul float %v.y, %adj_deformation.10
  %266 = fadd float %264, %265
  %267 = fmul float %266, %77
  %268 = fmul float %v.x, %adj_deformation.01
  %269 = fmul float %v.y, %adj_deformation.11
  %270 = fadd float %268, %269
  %271 = fmul float %270, %78
  %272 = fadd float %267, %271
  %273 = fmul float %78, %272
  %274 = fadd float %263, %273
  %adj_rest.11 = fsub float %253, %274
  %275 = fmul float %252, %69
  %276 = fmul float %256, %75
  %277 = fmul float %260, %76
  %278 = fadd float %276, %277
  %279 = fmul float %76, %278
  %280 = fmul float %266, %75
  %281 = fmul float %270, %76
  %282 = fadd float %280, %281
  %283 = fmul float %78, %282
  %284 = fadd float %279, %283
  %adj_rest.10 = fsub float %275, %284
  %285 = fmul float %252, %70
  %286 = fmul float %75, %262
  %287 = fmul float %77, %272
  %288 = fadd float %286, %287
  %adj_rest.01 = fsub float %285, %288
  %289 = fmul float %rest.11, %252
  %290 = fmul float %75, %278
  %291 = fmul float %77, %282
  %292 = fadd float %290, %291
  %adj_rest.00 = fsub float %289, %292
  %293 = mul nsw i64 %46, %6
  %294 = getelementptr inbounds i8, ptr %rest_edges.gradient, i64 %293
  %295 = load float, ptr %294, align 4
  %296 = fadd float %295, %adj_rest.00
  store float %296, ptr %294, align 4
  %297 = getelementptr inbounds nuw i8, ptr %294, i64 4
  %298 = load float, ptr %297, align 4
  %299 = fadd float %298, %adj_rest.01
  store float %299, ptr %297, align 4
  %300 = getelementptr inbounds nuw i8, ptr %294, i64 8
  %301 = load float, ptr %300, align 4
  %302 = fadd float %301, %adj_rest.10
  store float %302, ptr %300, align 4
  %303 = getelementptr inbounds nuw i8, ptr %294, i64 12
  %304 = load float, ptr %303, align 4
  %305 = fadd float %304, %adj_rest.11
  store float %305, ptr %303, align 4
  br label %present.end14

present.end14:                                    ; preds = %present13, %present.end12
  %adj_v.x = fadd float %adj_edges.01, 0.000000e+00
  %adj_v.y = fadd float %adj_edges.11, 0.000000e+00
  %adj_u.x = fadd float %adj_edges.00, 0.000000e+00
  %adj_u.y = fadd float %adj_edges.10, 0.000000e+00
  br i1 %.not23, label %present.end20, label %present15

present15:                                        ; preds = %present.end14
  %306 = mul nsw i64 %46, %11
  %gep = getelementptr i8, ptr %invariant.gep, i64 %306
  %307 = load float, ptr %gep, align 4
  %308 = fadd float %307, %adj_v.x
  store float %308, ptr %gep, align 4
  %309 = getelementptr inbounds nuw i8, ptr %gep, i64 4
  %310 = load float, ptr %309, align 4
  %311 = fadd float %310, %adj_v.y
  store float %311, ptr %309, align 4
  %312 = fneg float %adj_u.y
  %313 = fsub float %312, %adj_v.y
  %314 = fneg float %adj_u.x
  %315 = fsub float %314, %adj_v.x
  %316 = getelementptr inbounds i8, ptr %corners.gradient, i64 %306
  %317 = load float, ptr %316, align 4
  %318 = fadd float %317, %315
  store float %318, ptr %316, align 4
  %319 = getelementptr inbounds nuw i8, ptr %316, i64 4
  %320 = load float, ptr %319, align 4
  %321 = fadd float %320, %313
  store float %321, ptr %319, align 4
  %gep36 = getelementptr i8, ptr %invariant.gep35, i64 %306
  %322 = load float, ptr %gep36, align 4
  %323 = fadd float %322, %adj_u.x
  store float %323, ptr %gep36, align 4
  %324 = getelementptr inbounds nuw i8, ptr %gep36, i64 4
  %325 = load float, ptr %324, align 4
  %326 = fadd float %325, %adj_u.y
  store float %326, ptr %324, align 4
  br label %present.end20

present.end20:                                    ; preds = %present.end14, %present15
  br label %threads
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
