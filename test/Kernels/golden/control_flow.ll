; ModuleID = 'kgen'
source_filename = "kgen"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%array_t = type { ptr, ptr, [4 x i32], [4 x i32], i16, i16 }
%launch_bounds_t1 = type { [1 x i32], i64, i64 }

; Function Attrs: nounwind
define void @bounce_distance_cpu_forward(ptr %dim, ptr %args) #0 {
entry:
  %ground = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 1
  %max_bounces = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 2
  %distance = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 3
  %0 = getelementptr inbounds %launch_bounds_t1, ptr %dim, i32 0, i32 1
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds %launch_bounds_t1, ptr %dim, i32 0, i32 2
  %dim.coord_mult = load i64, ptr %1, align 8
  %ground.data = load ptr, ptr %ground, align 8
  %2 = getelementptr inbounds %array_t, ptr %ground, i32 0, i32 3, i32 0
  %ground.stride0 = load i32, ptr %2, align 4
  %3 = sext i32 %ground.stride0 to i64
  %height.data = load ptr, ptr %args, align 8
  %4 = getelementptr inbounds %array_t, ptr %args, i32 0, i32 3, i32 0
  %height.stride0 = load i32, ptr %4, align 4
  %5 = sext i32 %height.stride0 to i64
  %max_bounces.data = load ptr, ptr %max_bounces, align 8
  %6 = getelementptr inbounds %array_t, ptr %max_bounces, i32 0, i32 3, i32 0
  %max_bounces.stride0 = load i32, ptr %6, align 4
  %7 = sext i32 %max_bounces.stride0 to i64
  %distance.data = load ptr, ptr %distance, align 8
  %8 = getelementptr inbounds %array_t, ptr %distance, i32 0, i32 3, i32 0
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
  %ball = trunc i64 %13 to i32
  %14 = sext i32 %ball to i64
  %15 = mul i64 %14, %3
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
  %18 = mul i64 %14, %5
  %19 = getelementptr inbounds i8, ptr %height.data, i64 %18
  %20 = load float, ptr %19, align 4
  %21 = mul i64 %14, %7
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
  %27 = fmul float 2.000000e+00, %26
  %28 = fadd float %travelled.0, %27
  %29 = add i32 %bounces.0, 1
  br label %while

while.end:                                        ; preds = %while.body, %while
  %travelled.0.lcssa = phi float [ %travelled.0, %while.body ], [ %travelled.0, %while ]
  %30 = mul i64 %14, %9
  %31 = getelementptr inbounds i8, ptr %distance.data, i64 %30
  store float %travelled.0.lcssa, ptr %31, align 4
  br label %thread.end

thread.end:                                       ; preds = %thread.body, %while.end
  br label %threads
}

; Function Attrs: nounwind
define void @bounce_distance_cpu_backward(ptr %dim, ptr %args, ptr %adj_args) #0 {
entry:
  %ground = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 1
  %max_bounces = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 2
  %distance = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t }, ptr %args, i32 0, i32 3
  %adj_distance = getelementptr inbounds { %array_t, %array_t, %array_t, %array_t }, ptr %adj_args, i32 0, i32 3
  %0 = getelementptr inbounds %launch_bounds_t1, ptr %dim, i32 0, i32 1
  %dim.size = load i64, ptr %0, align 8
  %1 = getelementptr inbounds %launch_bounds_t1, ptr %dim, i32 0, i32 2
  %dim.coord_mult = load i64, ptr %1, align 8
  %adj_height.data = load ptr, ptr %adj_args, align 8
  %2 = getelementptr inbounds %array_t, ptr %args, i32 0, i32 1
  %height.grad = load ptr, ptr %2, align 8
  %3 = icmp ne ptr %adj_height.data, null
  %height.gradient = select i1 %3, ptr %adj_height.data, ptr %height.grad
  %4 = icmp ne ptr %height.gradient, null
  %adj_distance.data = load ptr, ptr %adj_distance, align 8
  %5 = getelementptr inbounds %array_t, ptr %distance, i32 0, i32 1
  %distance.grad = load ptr, ptr %5, align 8
  %6 = icmp ne ptr %adj_distance.data, null
  %distance.gradient = select i1 %6, ptr %adj_distance.data, ptr %distance.grad
  %7 = icmp ne ptr %distance.gradient, null
  %ground.data = load ptr, ptr %ground, align 8
  %8 = getelementptr inbounds %array_t, ptr %ground, i32 0, i32 3, i32 0
  %ground.stride0 = load i32, ptr %8, align 4
  %9 = sext i32 %ground.stride0 to i64
  %height.data = load ptr, ptr %args, align 8
  %10 = getelementptr inbounds %array_t, ptr %args, i32 0, i32 3, i32 0
  %height.stride0 = load i32, ptr %10, align 4
  %11 = sext i32 %height.stride0 to i64
  %max_bounces.data = load ptr, ptr %max_bounces, align 8
  %12 = getelementptr inbounds %array_t, ptr %max_bounces, i32 0, i32 3, i32 0
  %max_bounces.stride0 = load i32, ptr %12, align 4
  %13 = sext i32 %max_bounces.stride0 to i64
  %14 = getelementptr inbounds %array_t, ptr %adj_distance, i32 0, i32 3, i32 0
  %adj_distance.stride0 = load i32, ptr %14, align 4
  %15 = getelementptr inbounds %array_t, ptr %distance, i32 0, i32 3, i32 0
  %distance.stride0 = load i32, ptr %15, align 4
  %16 = select i1 %6, i32 %adj_distance.stride0, i32 %distance.stride0
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds %array_t, ptr %distance, i32 0, i32 5
  %distance.flags = load i16, ptr %18, align 2
  %19 = trunc i16 %distance.flags to i1
  %20 = icmp eq ptr %distance.gradient, %distance.grad
  %21 = xor i1 %19, true
  %22 = and i1 %20, %21
  %23 = getelementptr inbounds %array_t, ptr %adj_args, i32 0, i32 3, i32 0
  %adj_height.stride0 = load i32, ptr %23, align 4
  %24 = select i1 %3, i32 %adj_height.stride0, i32 %height.stride0
  %25 = sext i32 %24 to i64
  %26 = icmp ugt i64 %dim.coord_mult, 1
  br label %threads

threads:                                          ; preds = %if.end13, %entry
  %remaining = phi i64 [ %index, %if.end13 ], [ %dim.size, %entry ]
  %27 = icmp ne i64 %remaining, 0
  br i1 %27, label %thread, label %done

done:                                             ; preds = %threads
  ret void

thread:                                           ; preds = %threads
  %index = sub i64 %remaining, 1
  br i1 %26, label %thread.fold, label %thread.body

thread.fold:                                      ; preds = %thread
  %28 = udiv i64 %index, %dim.coord_mult
  br label %thread.body

thread.body:                                      ; preds = %thread.fold, %thread
  %29 = phi i64 [ %28, %thread.fold ], [ %index, %thread ]
  %ball = trunc i64 %29 to i32
  %30 = sext i32 %ball to i64
  %31 = mul i64 %30, %9
  %32 = getelementptr inbounds i8, ptr %ground.data, i64 %31
  %33 = load i32, ptr %32, align 4
  %34 = icmp eq i32 %33, 0
  %35 = xor i1 %34, true
  br i1 %35, label %if.then, label %if.end13

if.then:                                          ; preds = %thread.body
  %switch.selectcmp = icmp eq i32 %33, 2
  %switch.select = select i1 %switch.selectcmp, float 0x3FDCCCCCC0000000, float 0x3FE6666660000000
  %switch.selectcmp14 = icmp eq i32 %33, 1
  %switch.select15 = select i1 %switch.selectcmp14, float 0x3FC99999A0000000, float %switch.select
  %36 = mul i64 %30, %11
  %37 = getelementptr inbounds i8, ptr %height.data, i64 %36
  %h = load float, ptr %37, align 4
  %38 = mul i64 %30, %13
  %39 = getelementptr inbounds i8, ptr %max_bounces.data, i64 %38
  br label %while

while:                                            ; preds = %while.body, %if.then
  %h_1 = phi float [ %h_4, %while.body ], [ %h, %if.then ]
  %bounces_0 = phi i32 [ %bounces_3, %while.body ], [ 0, %if.then ]
  %40 = fcmp ogt float %h_1, 0x3FA99999A0000000
  br i1 %40, label %if.then6, label %while.end

if.then6:                                         ; preds = %while
  %41 = load i32, ptr %39, align 4
  %42 = icmp eq i32 %bounces_0, %41
  %43 = xor i1 %42, true
  br i1 %43, label %while.body, label %while.end

while.body:                                       ; preds = %if.then6
  %h_4 = fmul float %switch.select15, %h_1
  %bounces_3 = add i32 %bounces_0, 1
  br label %while

while.end:                                        ; preds = %while, %if.then6
  %bounces_0.lcssa = phi i32 [ %bounces_0, %while ], [ %bounces_0, %if.then6 ]
  br i1 %7, label %present, label %present.end10

present:                                          ; preds = %while.end
  %44 = mul i64 %30, %17
  %45 = getelementptr inbounds i8, ptr %distance.gradient, i64 %44
  %46 = load float, ptr %45, align 4
  br i1 %22, label %present9, label %present.end10

present9:                                         ; preds = %present
  store float 0.000000e+00, ptr %45, align 4
  br label %present.end10

present.end10:                                    ; preds = %present, %present9, %while.end
  %adj_travelled_0 = phi float [ 0.000000e+00, %while.end ], [ %46, %present9 ], [ %46, %present ]
  %47 = sub i32 %bounces_0.lcssa, 1
  %48 = fmul float %adj_travelled_0, 2.000000e+00
  br label %for

for:                                              ; preds = %for.body, %present.end10
  %trip = phi i32 [ %51, %for.body ], [ %47, %present.end10 ]
  %adj_h_0_0 = phi float [ %50, %for.body ], [ 0.000000e+00, %present.end10 ]
  %49 = icmp sgt i32 %trip, -1
  br i1 %49, label %for.body, label %for.end

for.body:                                         ; preds = %for
  %adj_h_4 = fadd float %adj_h_0_0, %48
  %50 = fmul float %adj_h_4, %switch.select15
  %51 = add i32 %trip, -1
  br label %for

for.end:                                          ; preds = %for
  %adj_h_0_0.lcssa = phi float [ %adj_h_0_0, %for ]
  %adj_h = fadd float %adj_h_0_0.lcssa, %adj_travelled_0
  br i1 %4, label %present11, label %if.end13

present11:                                        ; preds = %for.end
  %52 = mul i64 %30, %25
  %53 = getelementptr inbounds i8, ptr %height.gradient, i64 %52
  %54 = load float, ptr %53, align 4
  %55 = fadd float %54, %adj_h
  store float %55, ptr %53, align 4
  br label %if.end13

if.end13:                                         ; preds = %for.end, %present11, %thread.body
  br label %threads
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
