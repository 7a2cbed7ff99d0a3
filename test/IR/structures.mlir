// RUN: kgen-opt %s | kgen-opt | FileCheck %s
// Structs, quaternions, transforms, paths, views, functions, calls and comments go through text twice.

// CHECK-DAG: !Empty = !kgen.struct<"Empty">
// CHECK-DAG: !Ball = !kgen.struct<"Ball", center: vec<3xf32>, radius: f32, friends: array<1, si32>>
// CHECK-DAG: !Pair = !kgen.struct<"Pair", a: !Ball, pose: transform<f64>, spin: quat<f32>, none: !Empty>
!Empty = !kgen.struct<"Empty">
!Ball = !kgen.struct<"Ball", center: vec<3xf32>, radius: f32, friends: array<1, si32>>
!Pair = !kgen.struct<"Pair", a: struct<"Ball", center: vec<3xf32>, radius: f32, friends: array<1, si32>>, pose: transform<f64>, spin: quat<f32>, none: !Empty>

// CHECK: kgen.func @volume(%ball: !Ball) -> f32 attributes {kgen.doc = "Not quite the volume.", py_name = "size"} {
kgen.func @volume(%ball: !Ball) -> f32 attributes {py_name = "size", kgen.doc = "Not quite the volume."} {
  // CHECK-NEXT: %r = kgen.extract %ball[radius] : !Ball
  %r = kgen.extract %ball[radius] : !Ball
  %0 = kgen.constant 0.0 : f32
  %small = kgen.cmp le %r, %0 : f32
  // CHECK: kgen.if %small {
  kgen.if %small {
    // CHECK-NEXT: kgen.return %{{.*}} : f32
    kgen.return %0 : f32
  }
  // CHECK: kgen.return %r : f32
  kgen.return %r : f32
}

// CHECK: kgen.func @minmax(%a: f32, %b: f32) -> (f32, f32) {
kgen.func @minmax(%a: f32, %b: f32) -> (f32, f32) {
  // CHECK: kgen.return %low, %high : f32, f32
  %low = kgen.min %a, %b : f32
  %high = kgen.max %a, %b : f32
  kgen.return %low, %high : f32, f32
}

// CHECK: kgen.func @adj_set(%a: !kgen.array<1, f32>) {
kgen.func @adj_set(%a: !kgen.array<1, f32>) {
  kgen.return
}
// CHECK: kgen.func @set(%a: !kgen.array<1, f32>) attributes {grad = @adj_set, replay = @adj_set} {
kgen.func @set(%a: !kgen.array<1, f32>) attributes {grad = @adj_set, replay = @adj_set} {
  kgen.return
}

// CHECK: kgen.kernel @paths(%balls: !kgen.array<1, !Ball>, %pairs: !kgen.array<2, !Pair>, %rows: !kgen.array<2, f32>, %pair: !Pair)
kgen.kernel @paths(%balls: !kgen.array<1, !Ball>, %pairs: !kgen.array<2, !Pair>, %rows: !kgen.array<2, f32>, %pair: !Pair) {
  %i = kgen.tid : si32
  // CHECK: %x = kgen.load %balls[%i, center, 0] : !kgen.array<1, !Ball>
  %x = kgen.load %balls[%i, center, 0] : !kgen.array<1, !Ball>
  // CHECK-NEXT: kgen.store %balls[%i, radius], %x : !kgen.array<1, !Ball>
  kgen.store %balls[%i, radius], %x : !kgen.array<1, !Ball>
  // CHECK-NEXT: %old = kgen.atomic add %balls[-1, center, %i], %x {augmented} : !kgen.array<1, !Ball>
  %old = kgen.atomic add %balls[-1, center, %i], %x {augmented} : !kgen.array<1, !Ball>
  // CHECK-NEXT: %w = kgen.load %pairs[%i, 0, pose, q, 3] : !kgen.array<2, !Pair>
  %w = kgen.load %pairs[%i, 0, pose, q, 3] : !kgen.array<2, !Pair>
  // CHECK-NEXT: %friends = kgen.load %balls[%i, friends] : !kgen.array<1, !Ball>
  %friends = kgen.load %balls[%i, friends] : !kgen.array<1, !Ball>
  // CHECK-NEXT: %f = kgen.load %friends[%i] : !kgen.array<1, si32>
  %f = kgen.load %friends[%i] : !kgen.array<1, si32>
  // CHECK-NEXT: %row = kgen.view %rows[%i] : !kgen.array<2, f32>
  %row = kgen.view %rows[%i] : !kgen.array<2, f32>
  // CHECK-NEXT: kgen.store %row[0], %x : !kgen.array<1, f32>
  kgen.store %row[0], %x : !kgen.array<1, f32>
  // CHECK-NEXT: %p = kgen.extract %pair[pose, p] : !Pair
  %p = kgen.extract %pair[pose, p] : !Pair
  // CHECK-NEXT: %q = kgen.extract %pair[spin] : !Pair
  %q = kgen.extract %pair[spin] : !Pair
  // CHECK-NEXT: %c = kgen.extract %q[%i] : !kgen.quat<f32>
  %c = kgen.extract %q[%i] : !kgen.quat<f32>
  // CHECK-NEXT: %changed = kgen.insert %c, %pair[a, center, 2] : !Pair
  %changed = kgen.insert %c, %pair[a, center, 2] : !Pair
  // CHECK-NEXT: %spin = kgen.construct %c, %c, %c, %c : !kgen.quat<f32>
  %spin = kgen.construct %c, %c, %c, %c : !kgen.quat<f32>
  // CHECK-NEXT: %pp = kgen.construct : !kgen.vec<3xf32>
  %pp = kgen.construct : !kgen.vec<3xf32>
  // CHECK-NEXT: %pose = kgen.construct %pp, %spin : !kgen.transform<f32>
  %pose = kgen.construct %pp, %spin : !kgen.transform<f32>
  // CHECK-NEXT: %sum = kgen.add %pose, %pose : !kgen.transform<f32>
  %sum = kgen.add %pose, %pose : !kgen.transform<f32>
  // CHECK-NEXT: %ball = kgen.construct %pp, %x, %friends : !Ball
  %ball = kgen.construct %pp, %x, %friends : !Ball
  // CHECK-NEXT: %zero = kgen.construct : !Pair
  %zero = kgen.construct : !Pair
  // CHECK-NEXT: %v = kgen.var %ball : !Ball
  %v = kgen.var %ball : !Ball
  // CHECK-NEXT: kgen.set %v[center, 0], %x : f32 in !Ball
  kgen.set %v[center, 0], %x : f32 in !Ball
  // CHECK-NEXT: kgen.set %v[friends], %friends : !kgen.array<1, si32> in !Ball
  kgen.set %v[friends], %friends : !kgen.array<1, si32> in !Ball
  // CHECK-NEXT: %got = kgen.get %v : !Ball
  %got = kgen.get %v : !Ball
  // CHECK-NEXT: %vol = kgen.call @volume(%got) {kgen.lead = ["", "# the volume"], kgen.tail = "# here"} : (!Ball) -> f32
  %vol = kgen.call @volume(%got) {kgen.lead = ["", "# the volume"], kgen.tail = "# here"} : (!Ball) -> f32
  // CHECK-NEXT: %lo, %hi = kgen.call @minmax(%vol, %x) : (f32, f32) -> (f32, f32)
  %lo, %hi = kgen.call @minmax(%vol, %x) : (f32, f32) -> (f32, f32)
  // CHECK-NEXT: kgen.call @set(%row) : (!kgen.array<1, f32>) -> ()
  kgen.call @set(%row) : (!kgen.array<1, f32>) -> ()
  // CHECK-NEXT: %ok = kgen.cmp lt
  %ok = kgen.cmp lt %lo, %hi : f32
  // CHECK-NEXT: kgen.assert %ok, "low is low"
  kgen.assert %ok, "low is low"
  // CHECK-NEXT: kgen.assert %ok
  kgen.assert %ok
  // CHECK-NEXT: kgen.printf "%d: %5.2f %%\0A", %i, %lo : si32, f32
  kgen.printf "%d: %5.2f %%\n", %i, %lo : si32, f32
  // CHECK-NEXT: kgen.printf "done"
  kgen.printf "done"
  // CHECK-NEXT: kgen.if %ok {
  kgen.if %ok {
    kgen.print %lo : f32
    // CHECK: kgen.yield {kgen.trail = ["# nothing more"]}
    kgen.yield {kgen.trail = ["# nothing more"]}
  // CHECK-NEXT: } else {
  } else {
    kgen.print %hi : f32
  // CHECK: } {kgen.else_lead = ["# else"], kgen.else_tail = "# so"}
  } {kgen.else_lead = ["# else"], kgen.else_tail = "# so"}
  kgen.return
}

// CHECK-LABEL: kgen.kernel @gradients
kgen.kernel @gradients(%balls: !kgen.array<1, !Ball>, %adj_balls: !kgen.array<1, !Ball>) {
  // CHECK-NEXT: %g = kgen.gradient %balls, %adj_balls : !kgen.array<1, !Ball>
  %g = kgen.gradient %balls, %adj_balls : !kgen.array<1, !Ball>
  // CHECK-NEXT: %r = kgen.gradient_take %g[0, radius] : !kgen.gradient<1, !Ball>
  %r = kgen.gradient_take %g[0, radius] : !kgen.gradient<1, !Ball>
  // CHECK-NEXT: kgen.gradient_add %g[1, center, 0], %r : !kgen.gradient<1, !Ball>
  kgen.gradient_add %g[1, center, 0], %r : !kgen.gradient<1, !Ball>
  kgen.return
}
