# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Another name keeps what a function or struct was where it was given, though one of that name is defined again below. An author's
# names with numbers stay apart.
# RUN: kgen-translate --warp-to-kgen %s | kgen-translate --kgen-to-warp | FileCheck %s
import warp as wp


@wp.func
def level():
    return 17.0


first_level = level


@wp.func
def level():
    return 42.0


@wp.struct
class Pair:
    v: float


FirstPair = Pair


@wp.struct
class Pair:
    v: wp.vec2


# CHECK: class [[NEW:.*]]:
# CHECK-NEXT: v: wp.vec2
# CHECK: class [[OLD:.*]]:
# CHECK-NEXT: v: float
# CHECK: def [[LATER:level.*]]():
# CHECK-NEXT: return 42.0
# CHECK: def [[FIRST:level.*]]():
# CHECK-NEXT: return 17.0
# CHECK: p: [[NEW]],
# CHECK: q: [[OLD]],
# CHECK: a[0] = [[LATER]]()
# CHECK: a[1] = [[FIRST]]()
# CHECK: a[2] = p.v[0] + q.v
# CHECK: d_1 = a[3] * a[4]
# CHECK: d = a[5] * a[3]
# CHECK-NEXT: a[5] = d + d
@wp.kernel
def k(a: wp.array(dtype=float), p: Pair, q: FirstPair):
    a[0] = level()
    a[1] = first_level()
    a[2] = p.v[0] + q.v
    d_1 = a[3] * a[4]
    a[4] = d_1 + d_1
    d = a[5] * a[3]
    a[5] = d + d
