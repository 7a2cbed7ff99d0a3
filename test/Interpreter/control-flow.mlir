// Branches and loops, in source form with early exits and in value form with carried values.
//
// RUN: split-file %s %t
// RUN: kgen-run %t/source.mlir --case %t/source.json | FileCheck %s --check-prefix=SOURCE
// RUN: kgen-run %t/value.mlir --case %t/value.json | FileCheck %s --check-prefix=VALUE

//--- source.mlir
// Thread 0 returns at once. The others sum k over range(10), skip k == i, leave after k == 5; then halve by a while.
// SOURCE: "y": [-1, 14, 13, 12], "z": [0, 3, 3, 3]
kgen.kernel @k(%y: !kgen.array<1, si32>, %z: !kgen.array<1, si32>) {
  %i = kgen.tid : si32
  %zero = kgen.constant 0 : si32
  %one = kgen.constant 1 : si32
  %two = kgen.constant 2 : si32
  %five = kgen.constant 5 : si32
  %0 = kgen.cmp eq %i, %zero : si32
  kgen.if %0 {
    kgen.return
  }
  %sum = kgen.var %zero : si32
  kgen.for %k = 0 to 10 step 1 {
    %1 = kgen.cmp eq %k, %i : si32
    kgen.if %1 {
      kgen.continue
    }
    %2 = kgen.get %sum : si32
    %3 = kgen.add %2, %k : si32
    kgen.set %sum, %3 : si32
    %4 = kgen.cmp eq %k, %five : si32
    kgen.if %4 {
      kgen.break
    }
    kgen.yield
  }
  %5 = kgen.get %sum : si32
  kgen.store %y[%i], %5 : !kgen.array<1, si32>
  %halvings = kgen.var %zero : si32
  kgen.while {
    %6 = kgen.get %sum : si32
    %7 = kgen.cmp gt %6, %one : si32
    kgen.yield %7 : i1
  } do {
    %8 = kgen.get %sum : si32
    %9 = kgen.div %8, %two : si32
    kgen.set %sum, %9 : si32
    %10 = kgen.get %halvings : si32
    %11 = kgen.add %10, %one : si32
    kgen.set %halvings, %11 : si32
    kgen.yield
  }
  %12 = kgen.get %halvings : si32
  kgen.store %z[%i], %12 : !kgen.array<1, si32>
  kgen.return
}
//--- source.json
{"dim": 4, "args": [
  {"name": "y", "dtype": "int32", "role": "out", "value": [-1, 0, 0, 0]},
  {"name": "z", "dtype": "int32", "role": "out", "value": [0, 0, 0, 0]}]}

//--- value.mlir
// Fibonacci numbers by carries that change places; an exit condition after the trip; a loop downward; an empty one,
// one with step zero; a while with a carry; an if with results.
// VALUE: "y": [55, 89, 8, 12, 7, 7, 128, 1, 2]
kgen.kernel @k(%step: si32, %y: !kgen.array<1, si32>) {
  %zero = kgen.constant 0 : si32
  %one = kgen.constant 1 : si32
  %two = kgen.constant 2 : si32
  %seven = kgen.constant 7 : si32
  %hundred = kgen.constant 100 : si32
  %a, %b = kgen.for %k = 0 to 10 step 1 carry(%a_0 = %zero : si32, %b_0 = %one : si32) {
    %0 = kgen.add %a_0, %b_0 : si32
    kgen.yield %b_0, %0 : si32, si32
  }
  kgen.store %y[0], %a : !kgen.array<1, si32>
  kgen.store %y[1], %b : !kgen.array<1, si32>
  %c = kgen.for %k = 0 to 10 step 1 carry(%c_0 = %one : si32) {
    %1 = kgen.mul %c_0, %two : si32
    %more = kgen.cmp lt %1, %seven : si32
    kgen.yield %1 while %more : si32
  }
  kgen.store %y[2], %c : !kgen.array<1, si32>
  %d = kgen.for %k = 6 to 0 step -2 carry(%d_0 = %zero : si32) {
    %2 = kgen.add %d_0, %k : si32
    kgen.yield %2 : si32
  }
  kgen.store %y[3], %d : !kgen.array<1, si32>
  %e = kgen.for %k = 0 to -3 step 1 carry(%e_0 = %seven : si32) {
    kgen.yield %zero : si32
  }
  kgen.store %y[4], %e : !kgen.array<1, si32>
  %f = kgen.for %k = 0 to 3 step %step carry(%f_0 = %seven : si32) {
    kgen.yield %zero : si32
  }
  kgen.store %y[5], %f : !kgen.array<1, si32>
  %g = kgen.while carry(%u = %one : si32) {
    %3 = kgen.cmp lt %u, %hundred : si32
    kgen.yield %3, %u : i1, si32
  } do(%v) {
    %4 = kgen.mul %v, %two : si32
    kgen.yield %4 : si32
  }
  kgen.store %y[6], %g : !kgen.array<1, si32>
  %5 = kgen.cmp gt %g, %hundred : si32
  %p, %q = kgen.if %5 -> (si32, si32) {
    kgen.yield %one, %two : si32, si32
  } else {
    kgen.yield %two, %one : si32, si32
  }
  kgen.store %y[7], %p : !kgen.array<1, si32>
  kgen.store %y[8], %q : !kgen.array<1, si32>
  kgen.return
}
//--- value.json
{"dim": 1, "args": [
  {"name": "step", "dtype": "int32", "role": "scalar", "value": 0},
  {"name": "y", "dtype": "int32", "role": "out", "value": [0, 0, 0, 0, 0, 0, 0, 0, 0]}]}
