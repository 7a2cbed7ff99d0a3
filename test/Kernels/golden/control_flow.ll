; ModuleID = 'kgen'
source_filename = "kgen"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind
define void @bounce_distance_cpu_forward(ptr %dim, ptr %args) #0 {
entry:
  %ground = getelementptr inbounds nuw i8, ptr %args, i64 56
  %max_bounces = getelementptr inbounds nuw i8, ptr %args, i64 112
  %distance = getelementptr inbounds nuw i8, ptr %args, i64 168
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %ground.data = load ptr, ptr %ground, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %ground.stride0 = load i32, ptr %2, align 4
  %3 = sext i32 %ground.stride0 to i64
  %height.data = load ptr, ptr %args, align 8
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %height.stride0 = load i32, ptr %4, align 4
  %5 = sext i32 %height.stride0 to i64
  %max_bounces.data = load ptr, ptr %max_bounces, align 8
  %6 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %max_bounces.stride0 = load i32, ptr %6, align 4
  %7 = sext i32 %max_bounces.stride0 to i64
  %distance.data = load ptr, ptr %distance, align 8
  %8 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %distance.stride0 = load i32, ptr %8, align 4
  %9 = sext i32 %distance.stride0 to i64
  %10 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %thread.end, %entry
  %index = phi i64 [ %index.next, %thread.end ], [ 0, %entry ]
  %11 = icmp ult i64 %index, %dim.size
  br i1 %11, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index.next = add i64 %index, 1
  br i1 %10, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %12 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %13 = phi i64 [ %12, %thread.fold ], [ %index, %thread ]
  %sext = shl i64 %13, 32
  %14 = ashr exact i64 %sext, 32
  %15 = mul nsw i64 %14, %3
  %16 = getelementptr inbounds i8, ptr %ground.data, i64 %15
  %17 = load i32, ptr %16, align 4
  switch i32 %17, label %if.else3 [
    i32 0, label %thread.end
    i32 1, label %if.end5
    i32 2, label %if.end4
  ]

if.else3:                                         ; preds = %thread.body
  br label %if.end5

if.end4:                                          ; preds = %thread.body
  br label %if.end5

if.end5:                                          ; preds = %if.else3, %thread.body, %if.end4
  %rebound.1 = phi float [ 0x3FC99999A0000000, %thread.body ], [ 0x3FE6666660000000, %if.else3 ], [ 0x3FDCCCCCC0000000, %if.end4 ]
  %18 = mul nsw i64 %14, %5
  %19 = getelementptr inbounds i8, ptr %height.data, i64 %18
  %20 = load float, ptr %19, align 4
  %21 = mul nsw i64 %14, %7
  %22 = getelementptr inbounds i8, ptr %max_bounces.data, i64 %21
  br label %while

while:                                            ; preds = %if.end7, %if.end5
  %h.0 = phi float [ %20, %if.end5 ], [ %26, %if.end7 ]
  %travelled.0 = phi float [ %20, %if.end5 ], [ %28, %if.end7 ]
  %bounces.0 = phi i32 [ 0, %if.end5 ], [ %29, %if.end7 ]
  %23 = fcmp ogt float %h.0, 0x3FA99999A0000000
  br i1 %23, label %while.body, label %while.end

while.body:                                       ; preds = %while
  %24 = load i32, ptr %22, align 4
  %25 = icmp eq i32 %bounces.0, %24
  br i1 %25, label %while.end, label %if.end7

if.end7:                                          ; preds = %while.body
  %26 = fmul float %rebound.1, %h.0
  %27 = fmul float %26, 2.000000e+00
  %28 = fadd float %travelled.0, %27
  %29 = add i32 %bounces.0, 1
  br label %while

while.end:                                        ; preds = %while.body, %while
  %30 = mul nsw i64 %14, %9
  %31 = getelementptr inbounds i8, ptr %distance.data, i64 %30
  store float %travelled.0, ptr %31, align 4
  br label %thread.end

thread.end:                                       ; preds = %thread.body, %while.end
  br label %threads
}

; Function Attrs: nounwind
define void @bounce_distance_cpu_backward(ptr %dim, ptr %args, ptr %adj_args) #0 {
entry:
  %ground = getelementptr inbounds nuw i8, ptr %args, i64 56
  %max_bounces = getelementptr inbounds nuw i8, ptr %args, i64 112
  %adj_distance = getelementptr inbounds nuw i8, ptr %adj_args, i64 168
  %0 = getelementptr inbounds nuw i8, ptr %dim, i64 8
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds nuw i8, ptr %dim, i64 16
  %dim.coord_mult = load i64, ptr %1, align 8
  %adj_height.data = load ptr, ptr %adj_args, align 8
  %2 = getelementptr inbounds nuw i8, ptr %args, i64 8
  %height.grad = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %adj_height.data, null
  %height.gradient = select i1 %.not, ptr %height.grad, ptr %adj_height.data
  %.not17 = icmp eq ptr %height.gradient, null
  %3 = getelementptr inbounds nuw i8, ptr %adj_args, i64 32
  %adj_height.stride0 = load i32, ptr %3, align 4
  %4 = getelementptr inbounds nuw i8, ptr %args, i64 32
  %height.stride0 = load i32, ptr %4, align 4
  %5 = select i1 %.not, i32 %height.stride0, i32 %adj_height.stride0
  %6 = sext i32 %5 to i64
  %adj_distance.data = load ptr, ptr %adj_distance, align 8
  %7 = getelementptr inbounds nuw i8, ptr %args, i64 176
  %distance.grad = load ptr, ptr %7, align 8
  %.not18 = icmp eq ptr %adj_distance.data, null
  %distance.gradient = select i1 %.not18, ptr %distance.grad, ptr %adj_distance.data
  %.not19 = icmp eq ptr %distance.gradient, null
  %8 = getelementptr inbounds nuw i8, ptr %adj_args, i64 200
  %adj_distance.stride0 = load i32, ptr %8, align 4
  %9 = getelementptr inbounds nuw i8, ptr %args, i64 200
  %distance.stride0 = load i32, ptr %9, align 4
  %10 = select i1 %.not18, i32 %distance.stride0, i32 %adj_distance.stride0
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds nuw i8, ptr %args, i64 218
  %distance.flags = load i16, ptr %12, align 2
  %13 = trunc i16 %distance.flags to i1
  %14 = icmp ne ptr %distance.gradient, %distance.grad
  %.not21 = or i1 %14, %13
  %ground.data = load ptr, ptr %ground, align 8
  %15 = getelementptr inbounds nuw i8, ptr %args, i64 88
  %ground.stride0 = load i32, ptr %15, align 4
  %16 = sext i32 %ground.stride0 to i64
  %height.data = load ptr, ptr %args, align 8
  %17 = sext i32 %height.stride0 to i64
  %max_bounces.data = load ptr, ptr %max_bounces, align 8
  %18 = getelementptr inbounds nuw i8, ptr %args, i64 144
  %max_bounces.stride0 = load i32, ptr %18, align 4
  %19 = sext i32 %max_bounces.stride0 to i64
  %20 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %if.end16, %entry
  %remaining = phi i64 [ %index, %if.end16 ], [ %dim.size, %entry ]
  %.not22 = icmp eq i64 %remaining, 0
  br i1 %.not22, label %done, label %thread

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index = add i64 %remaining, -1
  br i1 %20, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %21 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %22 = phi i64 [ %21, %thread.fold ], [ %index, %thread ]
  %sext = shl i64 %22, 32
  %23 = ashr exact i64 %sext, 32
  %24 = mul nsw i64 %23, %16
  %25 = getelementptr inbounds i8, ptr %ground.data, i64 %24
  %26 = load i32, ptr %25, align 4
  switch i32 %26, label %if.else4 [
    i32 0, label %if.end16
    i32 1, label %if.end5
    i32 2, label %if.end
  ]

if.else4:                                         ; preds = %thread.body
  br label %if.end5

if.end:                                           ; preds = %thread.body
  br label %if.end5

if.end5:                                          ; preds = %if.else4, %thread.body, %if.end
  %rebound = phi float [ 0x3FC99999A0000000, %thread.body ], [ 0x3FE6666660000000, %if.else4 ], [ 0x3FDCCCCCC0000000, %if.end ]
  %27 = mul nsw i64 %23, %17
  %28 = getelementptr inbounds i8, ptr %height.data, i64 %27
  %h = load float, ptr %28, align 4
  %29 = mul nsw i64 %23, %19
  %30 = getelementptr inbounds i8, ptr %max_bounces.data, i64 %29
  br label %while

while:                                            ; preds = %while.body, %if.end5
  %h_1 = phi float [ %h_3, %while.body ], [ %h, %if.end5 ]
  %bounces_0 = phi i32 [ %bounces_2, %while.body ], [ 0, %if.end5 ]
  %trips_0 = phi i32 [ %33, %while.body ], [ 0, %if.end5 ]
  %31 = fcmp ogt float %h_1, 0x3FA99999A0000000
  br i1 %31, label %while.body, label %while.end

while.body:                                       ; preds = %while
  %32 = load i32, ptr %30, align 4
  %.not24 = icmp eq i32 %bounces_0, %32
  %h_4 = fmul float %rebound, %h_1
  %bounces_3 = add i32 %bounces_0, 1
  %h_3 = select i1 %.not24, float %h_1, float %h_4
  %bounces_2 = select i1 %.not24, i32 %bounces_0, i32 %bounces_3
  %33 = add i32 %trips_0, 1
  br i1 %.not24, label %while.end, label %while

while.end:                                        ; preds = %while.body, %while
  %trips = phi i32 [ %33, %while.body ], [ %trips_0, %while ]
  br i1 %.not19, label %present.end10, label %present

present:                                          ; preds = %while.end
  %34 = mul nsw i64 %23, %11
  %35 = getelementptr inbounds i8, ptr %distance.gradient, i64 %34
  %36 = load float, ptr %35, align 4
  br i1 %.not21, label %present.end10, label %present9

present9:                                         ; preds = %present
  store float 0.000000e+00, ptr %35, align 4
  br label %present.end10

present.end10:                                    ; preds = %present, %present9, %while.end
  %adj_travelled_0 = phi float [ 0.000000e+00, %while.end ], [ %36, %present9 ], [ %36, %present ]
  %37 = fmul float %adj_travelled_0, 2.000000e+00
  br label %for

for:                                              ; preds = %for.body, %present.end10
  %trip.in = phi i32 [ %trip, %for.body ], [ %trips, %present.end10 ]
  %adj_h_0_0 = phi float [ %adj_h_2, %for.body ], [ 0.000000e+00, %present.end10 ]
  %trip = add i32 %trip.in, -1
  %38 = icmp sgt i32 %trip, -1
  br i1 %38, label %for.body, label %for.end

for.body:                                         ; preds = %for
  %39 = load i32, ptr %30, align 4
  %40 = icmp eq i32 %trip, %39
  %adj_h_4 = fadd float %adj_h_0_0, %37
  %41 = fmul float %adj_h_4, %rebound
  %adj_h_2 = select i1 %40, float %adj_h_0_0, float %41
  br label %for

for.end:                                          ; preds = %for
  br i1 %.not17, label %if.end16, label %present14

present14:                                        ; preds = %for.end
  %adj_h = fadd float %adj_h_0_0, %adj_travelled_0
  %42 = mul nsw i64 %23, %6
  %43 = getelementptr inbounds i8, ptr %height.gradient, i64 %42
  %44 = load float, ptr %43, align 4
  %45 = fadd float %44, %adj_h
  store float %45, ptr %43, align 4
  br label %if.end16

if.end16:                                         ; preds = %for.end, %present14, %thread.body
  br label %threads
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
