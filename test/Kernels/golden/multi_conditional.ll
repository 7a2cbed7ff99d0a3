; ModuleID = 'kgen'
source_filename = "kgen"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind willreturn memory(none)
declare float @cosf(float) #0

; Function Attrs: nounwind willreturn memory(none)
declare float @sinf(float) #0

; Function Attrs: nounwind
define void @tyre_force_cpu_forward(ptr %dim, ptr %args) #1 {
entry:
  %slip = getelementptr inbounds nuw i8, ptr %args, i64 56
  %wet = getelementptr inbounds nuw i8, ptr %args, i64 112
  %braking = getelementptr inbounds nuw i8, ptr %args, i64 168
  %normal_force = getelementptr inbounds nuw i8, ptr %args, i64 224
  %friction = getelementptr inbounds nuw i8, ptr %args, i64 280
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %depth.data = load ptr, ptr %args, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %depth.stride0 = load i32, ptr %2, align 4
  %3 = sext i32 %depth.stride0 to i64
  %slip.data = load ptr, ptr %slip, align 8
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %slip.stride0 = load i32, ptr %4, align 4
  %5 = sext i32 %slip.stride0 to i64
  %wet.data = load ptr, ptr %wet, align 8
  %6 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %wet.stride0 = load i32, ptr %6, align 4
  %7 = sext i32 %wet.stride0 to i64
  %braking.data = load ptr, ptr %braking, align 8
  %8 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %braking.stride0 = load i32, ptr %8, align 4
  %9 = sext i32 %braking.stride0 to i64
  %normal_force.data = load ptr, ptr %normal_force, align 8
  %10 = getelementptr inbounds nuw i8, ptr %args, i64 256
  %normal_force.stride0 = load i32, ptr %10, align 4
  %11 = sext i32 %normal_force.stride0 to i64
  %friction.data = load ptr, ptr %friction, align 8
  %12 = getelementptr inbounds nuw i8, ptr %args, i64 312
  %friction.stride0 = load i32, ptr %12, align 4
  %13 = sext i32 %friction.stride0 to i64
  %14 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %if.end12, %entry
  %index = phi i64 [ %index.next, %if.end12 ], [ 0, %entry ]
  %15 = icmp ult i64 %index, %dim.size
  br i1 %15, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index.next = add i64 %index, 1
  br i1 %14, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %16 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %17 = phi i64 [ %16, %thread.fold ], [ %index, %thread ]
  %sext = shl i64 %17, 32
  %18 = ashr exact i64 %sext, 32
  %19 = mul nsw i64 %18, %3
  %20 = getelementptr inbounds i8, ptr %depth.data, i64 %19
  %d = load float, ptr %20, align 4
  %21 = mul nsw i64 %18, %5
  %22 = getelementptr inbounds i8, ptr %slip.data, i64 %21
  %s = load float, ptr %22, align 4
  %23 = mul nsw i64 %18, %7
  %24 = getelementptr inbounds i8, ptr %wet.data, i64 %23
  %25 = load i32, ptr %24, align 4
  %is_wet = icmp ne i32 %25, 0
  %26 = mul nsw i64 %18, %9
  %27 = getelementptr inbounds i8, ptr %braking.data, i64 %26
  %28 = load i32, ptr %27, align 4
  %is_braking.not = icmp eq i32 %28, 0
  %grip = select i1 %is_wet, float 5.000000e-01, float 0x3FECCCCCC0000000
  %29 = fcmp ogt float %d, 0x3FA99999A0000000
  %30 = fmul float %d, 4.000000e+01
  %31 = fmul float %30, %d
  %32 = fdiv float %31, 0x3FA99999A0000000
  %33 = select i1 %29, float %30, float %32
  %34 = fcmp ugt float %d, 0.000000e+00
  br i1 %34, label %if.else2, label %if.end12

if.else2:                                         ; preds = %thread.body
  %35 = call float @llvm.fabs.f32(float %s)
  %36 = fcmp olt float %35, 0x3FB99999A0000000
  %37 = and i1 %36, %is_braking.not
  br i1 %37, label %if.then3, label %if.else4

if.then3:                                         ; preds = %if.else2
  %38 = fmul float %s, 0x3F947AE140000000
  br label %if.end12

if.else4:                                         ; preds = %if.else2
  %39 = fcmp olt float %35, 0x3FD3333340000000
  br i1 %39, label %if.then5, label %if.else6

if.then5:                                         ; preds = %if.else4
  %40 = fmul float %s, 5.000000e+00
  %41 = call float @sinf(float %40)
  %42 = fmul float %grip, %41
  br label %if.end12

if.else6:                                         ; preds = %if.else4
  %43 = fcmp olt float %s, 0.000000e+00
  %44 = or i1 %43, %is_wet
  br i1 %44, label %if.then7, label %if.else8

if.then7:                                         ; preds = %if.else6
  %45 = fmul float %grip, 0x3FE99999A0000000
  %46 = fneg float %45
  %47 = select i1 %43, float %46, float %45
  br label %if.end12

if.else8:                                         ; preds = %if.else6
  %48 = fadd float %s, 0xBFD3333340000000
  %49 = fmul float %48, 0x3FC99999A0000000
  %50 = fsub float 1.000000e+00, %49
  %51 = fmul float %grip, %50
  br label %if.end12

if.end12:                                         ; preds = %if.then3, %if.else8, %if.then7, %if.then5, %thread.body
  %pressed.0 = phi float [ 0.000000e+00, %thread.body ], [ %33, %if.then5 ], [ %33, %if.then7 ], [ %33, %if.else8 ], [ %33, %if.then3 ]
  %drag.3 = phi float [ 0.000000e+00, %thread.body ], [ %38, %if.then3 ], [ %42, %if.then5 ], [ %47, %if.then7 ], [ %51, %if.else8 ]
  %52 = mul nsw i64 %18, %11
  %53 = getelementptr inbounds i8, ptr %normal_force.data, i64 %52
  store float %pressed.0, ptr %53, align 4
  %54 = fneg float %drag.3
  %55 = fmul float %pressed.0, %54
  %56 = mul nsw i64 %18, %13
  %57 = getelementptr inbounds i8, ptr %friction.data, i64 %56
  store float %55, ptr %57, align 4
  br label %threads
}

; Function Attrs: nounwind
define void @tyre_force_cpu_backward(ptr %dim, ptr %args, ptr %adj_args) #1 {
entry:
  %slip = getelementptr inbounds nuw i8, ptr %args, i64 56
  %wet = getelementptr inbounds nuw i8, ptr %args, i64 112
  %braking = getelementptr inbounds nuw i8, ptr %args, i64 168
  %adj_slip = getelementptr inbounds nuw i8, ptr %adj_args, i64 56
  %adj_normal_force = getelementptr inbounds nuw i8, ptr %adj_args, i64 224
  %adj_friction = getelementptr inbounds nuw i8, ptr %adj_args, i64 280
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %adj_depth.data = load ptr, ptr %adj_args, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 8
  %depth.grad = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %adj_depth.data, null
  %depth.gradient = select i1 %.not, ptr %depth.grad, ptr %adj_depth.data
  %.not40 = icmp eq ptr %depth.gradient, null
  %3 = getelementptr inbounds nuw i8, ptr %adj_args, i64 32
  %adj_depth.stride0 = load i32, ptr %3, align 4
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %depth.stride0 = load i32, ptr %4, align 4
  %5 = select i1 %.not, i32 %depth.stride0, i32 %adj_depth.stride0
  %6 = sext i32 %5 to i64
  %adj_slip.data = load ptr, ptr %adj_slip, align 8
  %7 = getelementptr inbounds nuw i8, ptr %args, i64 64
  %slip.grad = load ptr, ptr %7, align 8
  %.not41 = icmp eq ptr %adj_slip.data, null
  %slip.gradient = select i1 %.not41, ptr %slip.grad, ptr %adj_slip.data
  %.not42 = icmp eq ptr %slip.gradient, null
  %8 = getelementptr inbounds nuw i8, ptr %adj_args, i64 88
  %adj_slip.stride0 = load i32, ptr %8, align 4
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %slip.stride0 = load i32, ptr %9, align 4
  %10 = select i1 %.not41, i32 %slip.stride0, i32 %adj_slip.stride0
  %11 = sext i32 %10 to i64
  %adj_normal_force.data = load ptr, ptr %adj_normal_force, align 8
  %12 = getelementptr inbounds nuw i8, ptr %args, i64 232
  %normal_force.grad = load ptr, ptr %12, align 8
  %.not43 = icmp eq ptr %adj_normal_force.data, null
  %normal_force.gradient = select i1 %.not43, ptr %normal_force.grad, ptr %adj_normal_force.data
  %.not44 = icmp eq ptr %normal_force.gradient, null
  %13 = getelementptr inbounds nuw i8, ptr %adj_args, i64 256
  %adj_normal_force.stride0 = load i32, ptr %13, align 4
  %14 = getelementptr inbounds nuw i8, ptr %args, i64 256
  %normal_force.stride0 = load i32, ptr %14, align 4
  %15 = select i1 %.not43, i32 %normal_force.stride0, i32 %adj_normal_force.stride0
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds nuw i8, ptr %args, i64 274
  %normal_force.flags = load i16, ptr %17, align 2
  %18 = trunc i16 %normal_force.flags to i1
  %19 = icmp ne ptr %normal_force.gradient, %normal_force.grad
  %.not46 = or i1 %19, %18
  %adj_friction.data = load ptr, ptr %adj_friction, align 8
  %20 = getelementptr inbounds nuw i8, ptr %args, i64 288
  %friction.grad = load ptr, ptr %20, align 8
  %.not47 = icmp eq ptr %adj_friction.data, null
  %friction.gradient = select i1 %.not47, ptr %friction.grad, ptr %adj_friction.data
  %.not48 = icmp eq ptr %friction.gradient, null
  %21 = getelementptr inbounds nuw i8, ptr %adj_args, i64 312
  %adj_friction.stride0 = load i32, ptr %21, align 4
  %22 = getelementptr inbounds nuw i8, ptr %args, i64 312
  %friction.stride0 = load i32, ptr %22, align 4
  %23 = select i1 %.not47, i32 %friction.stride0, i32 %adj_friction.stride0
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds nuw i8, ptr %args, i64 330
  %friction.flags = load i16, ptr %25, align 2
  %26 = trunc i16 %friction.flags to i1
  %27 = icmp ne ptr %friction.gradient, %friction.grad
  %.not50 = or i1 %27, %26
  %depth.data = load ptr, ptr %args, align 8
  %28 = sext i32 %depth.stride0 to i64
  %slip.data = load ptr, ptr %slip, align 8
  %29 = sext i32 %slip.stride0 to i64
  %wet.data = load ptr, ptr %wet, align 8
  %30 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %wet.stride0 = load i32, ptr %30, align 4
  %31 = sext i32 %wet.stride0 to i64
  %braking.data = load ptr, ptr %braking, align 8
  %32 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %braking.stride0 = load i32, ptr %32, align 4
  %33 = sext i32 %braking.stride0 to i64
  %34 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %present.end39, %entry
  %remaining = phi i64 [ %index, %present.end39 ], [ %dim.size, %entry ]
  %.not51 = icmp eq i64 %remaining, 0
  br i1 %.not51, label %done, label %thread

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
  %sext = shl i64 %36, 32
  %37 = ashr exact i64 %sext, 32
  %38 = mul nsw i64 %37, %28
  %39 = getelementptr inbounds i8, ptr %depth.data, i64 %38
  %d = load float, ptr %39, align 4
  %40 = mul nsw i64 %37, %29
  %41 = getelementptr inbounds i8, ptr %slip.data, i64 %40
  %s = load float, ptr %41, align 4
  %42 = mul nsw i64 %37, %31
  %43 = getelementptr inbounds i8, ptr %wet.data, i64 %42
  %44 = load i32, ptr %43, align 4
  %is_wet = icmp ne i32 %44, 0
  %45 = mul nsw i64 %37, %33
  %46 = getelementptr inbounds i8, ptr %braking.data, i64 %45
  %47 = load i32, ptr %46, align 4
  %is_braking.not = icmp eq i32 %47, 0
  %grip = select i1 %is_wet, float 5.000000e-01, float 0x3FECCCCCC0000000
  %48 = fcmp ogt float %d, 0x3FA99999A0000000
  %49 = fmul float %d, 4.000000e+01
  %50 = fmul float %49, %d
  %51 = fdiv float %50, 0x3FA99999A0000000
  %pressed = select i1 %48, float %49, float %51
  %52 = fcmp ole float %d, 0.000000e+00
  br i1 %52, label %if.end14, label %if.else4

if.else4:                                         ; preds = %thread.body
  %53 = call float @llvm.fabs.f32(float %s)
  %54 = fcmp olt float %53, 0x3FB99999A0000000
  %55 = and i1 %54, %is_braking.not
  br i1 %55, label %if.then5, label %if.else6

if.then5:                                         ; preds = %if.else4
  %drag_1 = fmul float %s, 0x3F947AE140000000
  br label %if.end14

if.else6:                                         ; preds = %if.else4
  %56 = fcmp olt float %53, 0x3FD3333340000000
  br i1 %56, label %if.then7, label %if.else8

if.then7:                                         ; preds = %if.else6
  %57 = fmul float %s, 5.000000e+00
  %58 = call float @sinf(float %57)
  %drag_3 = fmul float %grip, %58
  br label %if.end14

if.else8:                                         ; preds = %if.else6
  %59 = fcmp olt float %s, 0.000000e+00
  %60 = or i1 %59, %is_wet
  br i1 %60, label %if.then9, label %if.else10

if.then9:                                         ; preds = %if.else8
  %61 = fmul float %grip, 0x3FE99999A0000000
  %62 = fneg float %61
  %drag_5 = select i1 %59, float %62, float %61
  br label %if.end14

if.else10:                                        ; preds = %if.else8
  %63 = fadd float %s, 0xBFD3333340000000
  %64 = fmul float %63, 0x3FC99999A0000000
  %65 = fsub float 1.000000e+00, %64
  %drag_6 = fmul float %grip, %65
  br label %if.end14

if.end14:                                         ; preds = %if.then5, %if.else10, %if.then9, %if.then7, %thread.body
  %pressed_0 = phi float [ 0.000000e+00, %thread.body ], [ %pressed, %if.then7 ], [ %pressed, %if.then9 ], [ %pressed, %if.else10 ], [ %pressed, %if.then5 ]
  %drag = phi float [ 0.000000e+00, %thread.body ], [ %drag_1, %if.then5 ], [ %drag_3, %if.then7 ], [ %drag_6, %if.else10 ], [ %drag_5, %if.then9 ]
  br i1 %.not48, label %present.end16, label %present

present:                                          ; preds = %if.end14
  %66 = mul nsw i64 %37, %24
  %67 = getelementptr inbounds i8, ptr %friction.gradient, i64 %66
  %68 = load float, ptr %67, align 4
  br i1 %.not50, label %present.end16, label %present15

present15:                                        ; preds = %present
  store float 0.000000e+00, ptr %67, align 4
  br label %present.end16

present.end16:                                    ; preds = %present, %present15, %if.end14
  %69 = phi float [ 0.000000e+00, %if.end14 ], [ %68, %present15 ], [ %68, %present ]
  %70 = fneg float %pressed_0
  %adj_drag = fmul float %69, %70
  br i1 %.not44, label %present.end20, label %present17

present17:                                        ; preds = %present.end16
  %71 = mul nsw i64 %37, %16
  %72 = getelementptr inbounds i8, ptr %normal_force.gradient, i64 %71
  %73 = load float, ptr %72, align 4
  br i1 %.not46, label %present.end20, label %present18

present18:                                        ; preds = %present17
  store float 0.000000e+00, ptr %72, align 4
  br label %present.end20

present.end20:                                    ; preds = %present17, %present18, %present.end16
  %74 = phi float [ 0.000000e+00, %present.end16 ], [ %73, %present18 ], [ %73, %present17 ]
  %75 = fmul float %drag, %69
  %adj_pressed_0 = fsub float %74, %75
  br i1 %52, label %if.end32, label %if.else22

if.else22:                                        ; preds = %present.end20
  %76 = call float @llvm.fabs.f32(float %s)
  %77 = fcmp olt float %76, 0x3FB99999A0000000
  %78 = and i1 %77, %is_braking.not
  br i1 %78, label %if.then23, label %if.else24

if.then23:                                        ; preds = %if.else22
  %79 = fmul float %adj_drag, 0x3F947AE140000000
  br label %if.end32

if.else24:                                        ; preds = %if.else22
  %80 = fcmp olt float %76, 0x3FD3333340000000
  br i1 %80, label %if.then25, label %if.else26

if.then25:                                        ; preds = %if.else24
  %81 = fmul float %s, 5.000000e+00
  %82 = fmul float %adj_drag, %grip
  %83 = call float @cosf(float %81)
  %84 = fmul float %82, %83
  %85 = fmul float %84, 5.000000e+00
  br label %if.end32

if.else26:                                        ; preds = %if.else24
  %86 = fcmp olt float %s, 0.000000e+00
  %87 = or i1 %86, %is_wet
  %88 = fneg float %grip
  %89 = fmul float %adj_drag, %88
  %90 = fmul float %89, 0x3FC99999A0000000
  %adj_s_2 = select i1 %87, float 0.000000e+00, float %90
  br label %if.end32

if.end32:                                         ; preds = %if.then23, %if.then25, %if.else26, %present.end20
  %adj_s = phi float [ 0.000000e+00, %present.end20 ], [ %79, %if.then23 ], [ %adj_s_2, %if.else26 ], [ %85, %if.then25 ]
  %adj_pressed = phi float [ 0.000000e+00, %present.end20 ], [ %adj_pressed_0, %if.else26 ], [ %adj_pressed_0, %if.then25 ], [ %adj_pressed_0, %if.then23 ]
  br i1 %48, label %if.then33, label %if.else34

if.then33:                                        ; preds = %if.end32
  %91 = fmul float %adj_pressed, 4.000000e+01
  br label %if.end35

if.else34:                                        ; preds = %if.end32
  %92 = fdiv float %adj_pressed, 0x3FA99999A0000000
  %93 = fmul float %92, %d
  %94 = fmul float %92, %49
  %95 = fmul float %93, 4.000000e+01
  %96 = fadd float %94, %95
  br label %if.end35

if.end35:                                         ; preds = %if.then33, %if.else34
  %adj_d = phi float [ %96, %if.else34 ], [ %91, %if.then33 ]
  br i1 %.not42, label %present.end37, label %present36

present36:                                        ; preds = %if.end35
  %97 = mul nsw i64 %37, %11
  %98 = getelementptr inbounds i8, ptr %slip.gradient, i64 %97
  %99 = load float, ptr %98, align 4
  %100 = fadd float %99, %adj_s
  store float %100, ptr %98, align 4
  br label %present.end37

present.end37:                                    ; preds = %present36, %if.end35
  br i1 %.not40, label %present.end39, label %present38

present38:                                        ; preds = %present.end37
  %101 = mul nsw i64 %37, %6
  %102 = getelementptr inbounds i8, ptr %depth.gradient, i64 %101
  %103 = load float, ptr %102, align 4
  %104 = fadd float %103, %adj_d
  store float %104, ptr %102, align 4
  br label %present.end39

present.end39:                                    ; preds = %present38, %present.end37
  br label %threads
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #2

attributes #0 = { nounwind willreturn memory(none) }
attributes #1 = { nounwind }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
