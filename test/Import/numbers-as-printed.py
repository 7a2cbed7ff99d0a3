# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Numbers that are written in a roundabout way are numbers, so that what is printed of them is imported as the same kernel.
# RUN: sed "s/#.*//" %s | kgen-translate --warp-to-kgen - > %t.mlir
# RUN: FileCheck %s --input-file=%t.mlir
# RUN: kgen-translate --kgen-to-warp --no-backward %t.mlir > %t.py
# RUN: kgen-translate --warp-to-kgen %t.py | kgen-translate --kgen-to-warp --no-backward | diff %t.py -
# RUN: kgen-translate --warp-to-kgen %t.py | FileCheck %s
import warp as wp


# Of two overloads one is called: the defaults of the other are nowhere.
@wp.func
def scaled(x: float, factor: float = 3.0) -> float:
    return x * factor


@wp.func
def scaled(x: wp.vec3, factor: float = 7.0) -> float:
    return x[0] * factor


# CHECK: kgen.kernel @numbers
# CHECK-NOT: kgen.cast
# CHECK-NOT: kgen.copy
# CHECK: kgen.load %x[0] :
# CHECK: kgen.load %x[-1] :
# CHECK: kgen.extract %v[2] :
# CHECK: kgen.constant 3 : si32
# CHECK-COUNT-7: kgen.constant 1.500000e+00 : f32
# CHECK-NOT: kgen.constant 7.000000e+00
@wp.kernel
def numbers(x: wp.array(dtype=float), v: wp.vec3, n: wp.array(dtype=int), t: wp.array(dtype=wp.transform)):
    x[1] = x[wp.uint8(0)] * x[wp.int64(-1)] * v[wp.int16(2)]
    n[0] = int(len(v))
    t[0] = wp.transform(1.5)
    x[2] = scaled(x[3])
