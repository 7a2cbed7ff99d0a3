// Which kernels run as lanes, why others do not, and what differs between lanes.
// RUN: kgen-opt "--kgen-print-lanes=values" --verify-diagnostics --split-input-file %s

// expected-remark @+1 {{kernel 'values' runs as 8 lanes}}
kgen.kernel @values(%n: si32, %x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>) {
  // expected-remark @+1 {{'i' grows by 1 from lane to lane}}
  %i = kgen.tid : si32
  %two = kgen.constant 2 : si32
  %m = kgen.add %n, %two : si32
  // expected-remark @+1 {{'j' grows by 2 from lane to lane}}
  %j = kgen.mul %i, %two : si32
  // expected-remark @+1 {{'u' varies}}
  %u = kgen.load %x[%i] : !kgen.array<1, f64>
  // expected-remark @+1 {{'more' varies}}
  %more = kgen.cmp lt %j, %m : si32
  // expected-remark @+1 {{lanes part here}}
  kgen.if %more {
    kgen.store %y[%i], %u : !kgen.array<1, f64>
  }
  kgen.return
}

// -----

kgen.kernel @neighbour(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %1 = kgen.constant 1 : si32
  %2 = kgen.add %i, %1 : si32
  // expected-remark @+1 {{kernel 'neighbour' does not run as lanes: an element that another thread may write}}
  %3 = kgen.load %x[%2] : !kgen.array<1, f32>
  kgen.store %x[%i], %3 : !kgen.array<1, f32>
  kgen.return
}

// -----

kgen.kernel @twice(%n: si32, %x: !kgen.array<1, f32>, %f: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %1 = kgen.load %x[%i] : !kgen.array<1, f32>
  kgen.for %k = 1 to %n step 1 {
    %2 = kgen.atomic add %f[%k], %1 : !kgen.array<1, f32>
    // expected-remark @+1 {{kernel 'twice' does not run as lanes: a second write to elements that another thread may write too}}
    %3 = kgen.atomic add %f[0], %1 : !kgen.array<1, f32>
  }
  kgen.return
}

// -----

// Each trip keeps an address and 16 numbers for each of 16 lanes, in two places, of 64 trips: more than 128 KiB.

kgen.kernel @large(%n: si32, %o: !kgen.array<1, si32>, %x: !kgen.array<1, mat<4x4xf32>>, %f: !kgen.array<1, mat<4x4xf32>>) {
  %i = kgen.tid : si32
  %1 = kgen.load %x[%i] : !kgen.array<1, mat<4x4xf32>>
  %2 = kgen.load %o[%i] : !kgen.array<1, si32>
  kgen.for %k = 0 to %n step 1 {
    %3 = kgen.atomic add %f[%2], %1 : !kgen.array<1, mat<4x4xf32>>
    // expected-remark @+1 {{kernel 'large' does not run as lanes: a second write to elements that another thread may write too}}
    %4 = kgen.atomic add %f[0], %1 : !kgen.array<1, mat<4x4xf32>>
  }
  kgen.return
}

// -----

kgen.kernel @again(%x: !kgen.array<1, f32>, %n: si32, %f: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %1 = kgen.load %x[%i] : !kgen.array<1, f32>
  kgen.for %k = 0 to %n step 2 {
    // expected-remark @+1 {{kernel 'again' does not run as lanes: an element that one thread may write to several times, and another thread too}}
    %3 = kgen.atomic add %f[0], %1 : !kgen.array<1, f32>
  }
  kgen.return
}

// -----

kgen.kernel @handed(%c: !kgen.array<1, si32>, %f: !kgen.array<1, si32>) {
  %i = kgen.tid : si32
  %1 = kgen.constant 1 : si32
  // expected-remark @+1 {{kernel 'handed' does not run as lanes: an element that another thread may write}}
  %3 = kgen.atomic add %c[0], %1 : !kgen.array<1, si32>
  kgen.store %f[%i], %3 : !kgen.array<1, si32>
  kgen.return
}

// -----

kgen.kernel @says(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  // expected-remark @+1 {{kernel 'says' does not run as lanes: what is printed comes thread by thread}}
  kgen.print %i : si32
  kgen.return
}

// -----

// expected-remark @+1 {{kernel 'blind' does not run as lanes: expected one `tid` with all coordinates of the launch}}
kgen.kernel @blind(%x: !kgen.array<1, f32>) {
  kgen.return
}

// -----

kgen.kernel @halves(%x: !kgen.array<1, f16>) {
  %i = kgen.tid : si32
  // expected-remark @+1 {{kernel 'halves' does not run as lanes: a number of half precision that differs between threads}}
  %0 = kgen.load %x[%i] : !kgen.array<1, f16>
  kgen.store %x[%i], %0 : !kgen.array<1, f16>
  kgen.return
}

// -----

kgen.kernel @histogram(%p: !kgen.array<1, si32>, %x: !kgen.array<1, f32>, %f: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %p[%i] : !kgen.array<1, si32>
  %1 = kgen.load %x[%i] : !kgen.array<1, f32>
  %2 = kgen.mul %1, %1 : f32
  // expected-remark @+1 {{kernel 'histogram' runs as lanes where they are asked for, but does not gain: elements that lie apart are most of the work}}
  %3 = kgen.atomic add %f[%0], %2 : !kgen.array<1, f32>
  kgen.return
}

// -----

kgen.kernel @halved(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %one = kgen.constant 1.0 : f32
  %half = kgen.constant 0.5 : f32
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  // expected-remark @+1 {{kernel 'halved' runs as lanes where they are asked for, but does not gain: lanes go on and stop, trip by trip, at a loop with little work}}
  %1 = kgen.while carry(%v = %0 : f32) {
    %2 = kgen.cmp gt %v, %one : f32
    kgen.yield %2, %v : i1, f32
  } do(%w) {
    %3 = kgen.mul %w, %half : f32
    kgen.yield %3 : f32
  }
  kgen.store %y[%i], %1 : !kgen.array<1, f32>
  kgen.return
}

// -----

// What cancels makes nothing differ.

// expected-remark @+1 {{kernel 'cancelled' runs as 16 lanes}}
kgen.kernel @cancelled(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  // expected-remark @+1 {{'i' grows by 1 from lane to lane}}
  %i = kgen.tid : si32
  %zero = kgen.constant 0 : si32
  %two = kgen.constant 2 : si32
  %big = kgen.constant 65536 : si32
  %none = kgen.mul %zero, %i : si32
  %at = kgen.add %none, %two : si32
  // expected-remark @+1 {{'high' grows by 65536 from lane to lane}}
  %high = kgen.mul %big, %i : si32
  %wrapped = kgen.mul %high, %big : si32
  %0 = kgen.load %x[%at] : !kgen.array<1, f32>
  %1 = kgen.load %x[%wrapped] : !kgen.array<1, f32>
  %2 = kgen.add %0, %1 : f32
  kgen.store %y[%i], %2 : !kgen.array<1, f32>
  kgen.return
}

// -----

// A loop that may count to an element twice, from numbers that are not known before the launch.

kgen.kernel @unknown(%x: !kgen.array<1, f32>, %bounds: !kgen.array<1, si32>, %y: !kgen.array<1, si32>) {
  %i = kgen.tid : si32
  %begin = kgen.load %bounds[0] : !kgen.array<1, si32>
  %end = kgen.load %bounds[1] : !kgen.array<1, si32>
  kgen.for %k = %begin to %end step 1 {
    // expected-remark @+1 {{kernel 'unknown' does not run as lanes: an element that one thread may write to several times, and another thread too}}
    %0 = kgen.atomic add %y[%k], %i : !kgen.array<1, si32>
  }
  kgen.return
}
