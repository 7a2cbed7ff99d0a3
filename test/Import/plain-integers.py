# RUN: kgen-translate --warp-to-kgen %s | FileCheck %s
# RUN: kgen-translate --warp-to-kgen %s | kgen-translate --kgen-to-warp > %t.py
# RUN: kgen-translate --warp-to-kgen %t.py | FileCheck %s

# A bound or an index that is a number is that number, however it is spelled: what is printed of it is imported alike.
import warp as wp

N = 3


# CHECK-LABEL: kgen.kernel @spelled
# CHECK: kgen.for %a = 0 to 3 step 1 {
# CHECK: kgen.load %x[2] :
# CHECK: kgen.load %x[2] :
# CHECK: kgen.load %x[-1] :
# CHECK: %[[N:.*]] = kgen.constant 3 : si32 {symbol = "N"}
# CHECK: kgen.for %b = 0 to %[[N]] step 1 {
@wp.kernel
def spelled(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    for a in range(wp.static(N)):
        y[i] += x[wp.static(N - 1)] * x[wp.int32(2)] * x[-1]
    for b in range(N):
        y[i] += x[b]
