# The inner loops of a factorisation run to the counter of the outer one: once that is written out, those that have to be run
# again are too, and nothing has to be kept for the way back.
# RUN: kgen-translate --warp-to-kgen %s | kgen-opt --kgen-differentiate | FileCheck %s
# CHECK-LABEL: kgen.kernel @factor_backward
# CHECK-NOT: kept
# CHECK-COUNT-2: kgen.for
# CHECK-NOT: kgen.for
import warp as wp


@wp.kernel
def factor(a: wp.array(dtype=wp.mat33), out: wp.array(dtype=wp.mat33)):
    i = wp.tid()
    m = a[i]
    l = wp.mat33()
    for c in range(3):
        rest = m[c, c]
        for k in range(c):
            rest -= l[c, k] * l[c, k]
        l[c, c] = wp.sqrt(rest)
        for r in range(c + 1, 3):
            s = m[r, c]
            for k in range(c):
                s -= l[r, k] * l[c, k]
            l[r, c] = s / l[c, c]
    out[i] = l
