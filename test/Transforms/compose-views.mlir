// RUN: kgen-opt %s --kgen-compose-views | FileCheck %s

// CHECK-LABEL: kgen.kernel @accesses
// CHECK-NEXT:    %i, %j = kgen.tid : si32, si32
// CHECK-NEXT:    %x = kgen.load %a[%i, -1, %j, 0] : !kgen.array<3, vec<3xf32>>
// CHECK-NEXT:    kgen.store %a[%i, -1, 0, %j], %x : !kgen.array<3, vec<3xf32>>
// CHECK-NEXT:    %old = kgen.atomic add %a[%i, %j, 2, 1], %x : !kgen.array<3, vec<3xf32>>
// CHECK-NEXT:    %n = kgen.shape %a[2] : !kgen.array<3, vec<3xf32>>
// CHECK-NEXT:    %m = kgen.shape %a[1] : !kgen.array<3, vec<3xf32>>
// CHECK-NEXT:    kgen.return
kgen.kernel @accesses(%a: !kgen.array<3, vec<3xf32>>) {
  %i, %j = kgen.tid : si32, si32
  %plane = kgen.view %a[%i] : !kgen.array<3, vec<3xf32>>
  %row = kgen.view %plane[-1] : !kgen.array<2, vec<3xf32>>
  %x = kgen.load %row[%j, 0] : !kgen.array<1, vec<3xf32>>
  kgen.store %row[0, %j], %x : !kgen.array<1, vec<3xf32>>
  %old = kgen.atomic add %plane[%j, 2, 1], %x : !kgen.array<2, vec<3xf32>>
  %n = kgen.shape %row[0] : !kgen.array<1, vec<3xf32>>
  %m = kgen.shape %plane[0] : !kgen.array<2, vec<3xf32>>
  kgen.return
}
