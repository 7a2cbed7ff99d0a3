# kgen's integers wrap (S-1), and what C++ leaves open shows in no compiler's code. Operators stay where no result can leave its type, or nothing
# is concluded from it.
#
# RUN: kgen-translate --warp-to-kgen %s | kgen-translate --kgen-to-cuda --no-backward - | FileCheck %s
# RUN: kgen-run %s | FileCheck %s --check-prefix=OUT
# RUN: kgen-run %s --device cpu --unchecked | FileCheck %s --check-prefix=OUT
# OUT: {"outputs": {"out": [0, 480, 0, 0, 0, 1, 1, 389587896, 0, 466, 0, 0, 0, 1, 1, -2147483648]}
#
# CHECK: while (trips < kgen::wrapping_add(n, 1)) {
# CHECK-NEXT: ++trips;
# CHECK: out[8 * i] = trips;
# CHECK: state = kgen::wrapping_add(kgen::wrapping_mul(state, 1103515245), 12345) & 2147483647;
# CHECK: out[8 * i + 1] = state % 1000;
# CHECK: kgen::where(kgen::wrapping_add(n, 1) > n, 1, 0);
# CHECK: kgen::where(kgen::wrapping_neg(least) == least, 1, 0) +
# CHECK-NEXT: kgen::floordiv(kgen::wrapping_mul(n, 2), 2);
# CHECK: kgen::where(kgen::wrapping_sub(least, seed[i]) < 0, 1, 0);
# CHECK: kgen::where(kgen::wrapping_mul(far, int64_t(2)) < far, 1, 0);
# CHECK: kgen::where(kgen::wrapping_mul(short_, short_) < uint16_t(2), 1, 0);
# CHECK: if (i + 1 < out.shape[0] && 2 * i + 1 < 2 * out.shape[0] && (i - 1 + n % 7) % 4 >= 0) {
# CHECK-NEXT: out[8 * i + 7] = seed[i] * seed[i] + n;
import warp as wp


@wp.kernel
def k(n: int, least: int, seed: wp.array(dtype=int), far: wp.int64, short: wp.uint16, out: wp.array(dtype=int)):
    i = wp.tid()
    # A bound that wraps makes no trip.
    trips = int(0)
    while trips < n + 1:
        trips += 1
        if trips > 2:
            break
    out[8 * i] = trips
    # A linear congruential generator: the sign is masked.
    state = seed[i] & 0x7FFFFFFF
    for _ in range(3):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
    out[8 * i + 1] = state % 1000
    # What a compiler would decide without looking.
    out[8 * i + 2] = wp.where(n + 1 > n, 1, 0)
    out[8 * i + 3] = wp.where(-least == least, 1, 0) + (n * 2) // 2
    out[8 * i + 4] = wp.where(least - seed[i] < 0, 1, 0)
    out[8 * i + 5] = wp.where(far * wp.int64(2) < far, 1, 0)
    out[8 * i + 6] = wp.where(short * short < wp.uint16(2), 1, 0)
    # Sizes, places and counters are no such numbers.
    if i + 1 < out.shape[0] and 2 * i + 1 < 2 * out.shape[0] and (i - 1 + n % 7) % 4 >= 0:
        out[8 * i + 7] = seed[i] * seed[i] + n


CASE = {
    'name': 'wrapping',
    'kernel': 'k',
    'dim': 2,
    'args': [
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': 2147483647},
        {'name': 'least', 'dtype': 'int32', 'role': 'scalar', 'value': -2147483648},
        {'name': 'seed', 'dtype': 'int32', 'role': 'in', 'value': [123456789, 2147483647]},
        {'name': 'far', 'dtype': 'int64', 'role': 'scalar', 'value': 4611686018427387904},
        {'name': 'short', 'dtype': 'uint16', 'role': 'scalar', 'value': 65535},
        {'name': 'out', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]},
    ],
}
