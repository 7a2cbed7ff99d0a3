# Roundings to floats of 16 bits are the object's own: Warp's loader has no library that rounds, many hosts' lack the younger functions.
# Each rounds once, ties to even, whatever the width that it comes from; interpreter and machine code agree in every bit.
#
# REQUIRES: machine-code
# RUN: kgen-translate --kgen-to-object %s -o %t.o && llvm-nm %t.o | FileCheck %s --check-prefix=SYMBOLS
# SYMBOLS-NOT: {{ U __}}
# SYMBOLS-DAG: W __extendhfsf2
# SYMBOLS-DAG: W __truncdfbf2
# SYMBOLS-DAG: W __truncdfhf2
# SYMBOLS-DAG: W __truncsfbf2
# SYMBOLS-NOT: {{ U __}}
#
# What rounds to nothing so narrow has none of them.
# RUN: kgen-translate --kgen-to-object %kernels/math.py -o %t.wide.o && llvm-nm %t.wide.o | FileCheck %s --check-prefix=WIDE --implicit-check-not=__trunc
# WIDE: great_circle_cpu_forward
#
# RUN: kgen-run %s --device interpreter > %t.json && FileCheck %s < %t.json
# RUN: kgen-run %s --device cpu --lanes off | diff - %t.json
# RUN: kgen-run %s --device cpu --lanes 8 | diff - %t.json
# RUN: kgen-run %s --device cpu -O0 | diff - %t.json
# RUN: kgen-run %s --device cpu --mcpu x86-64 | diff - %t.json
# CHECK: "half": [1.0, 1.0009765625, 1.00390625, 65504.0, Infinity, 0.0, 5.960464477539063e-08, 0.0999755859375, -Infinity]
# CHECK-SAME: "brain": [1.0, 1.0, 1.0078125, 65536.0, 65536.0, 2.9802322387695312e-08, 2.9802322387695312e-08, 0.10009765625, -Infinity]
#
# Warp's loader takes the object, and gives the same halves.
# RUN: %if warp %{ %warp_python %S/Inputs/roundings_in_warp.py %s | FileCheck %s --check-prefix=WARP %}
# WARP: 1 of 1 kernels are kgen's
# WARP-NEXT: [1.0, 1.0009765625, 1.00390625, 65504.0, inf, 0.0, 5.960464477539063e-08, 0.0999755859375, -inf]
import warp as wp


@wp.kernel
def narrow(x: wp.array(dtype=wp.float64), half: wp.array(dtype=wp.float16), brain: wp.array(dtype=wp.bfloat16), product: wp.array(dtype=wp.bfloat16)):
    i = wp.tid()
    half[i] = wp.float16(x[i])
    brain[i] = wp.bfloat16(x[i])
    product[i] = wp.bfloat16(wp.float32(x[i])) * wp.bfloat16(3.0)


# A tie, and by less than a float's step above it; a step of bfloat16; the largest float16, above it by less than half a step, and a
# tie; half of the smallest, and above it by less than a float's step.
CASE = {
    'name': 'narrow', 'group': 'cast', 'kernel': 'narrow', 'dim': 9,
    'args': [
        {'name': 'x', 'dtype': 'float64', 'role': 'in', 'value': [
            1.00048828125, 1.0004882812500002, 1.00390625000000022, 65519.999999999, 65520.0,
            2.98023223876953125e-08, 2.9802322387695316e-08, 0.1, -1e300]},
        {'name': 'half', 'dtype': 'float16', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'brain', 'dtype': 'bfloat16', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'product', 'dtype': 'bfloat16', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
    ],
}
