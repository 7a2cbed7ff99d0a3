# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-translate --kgen-to-warp %s | sed '/# PRINTED/d' > %t.py
# RUN: FileCheck %s --check-prefix=PRINTED --input-file=%t.py
# RUN: %python -c "import sys; print(open(sys.argv[1]).read()[open(sys.argv[1]).read().index('\nCASE'):])" %s >> %t.py
# RUN: kgen-run %t.py --device interpreter | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %t.py | FileCheck %s %}
# CHECK: "o": [1.0, 16.0, 81.0]
"""What nobody reads is assigned all the same: a loop's number, and a parameter, take no name that something else has."""
import warp as wp


@wp.func
def squared(x: float, s: int, s_1: int):
    # PRINTED: def squared(x: float, s: int, s_1: int)
    return x * x


# PRINTED: n: int,
# PRINTED: n_1: int,
@wp.kernel
def unread(x: wp.array(dtype=float), n: int, n_1: int, o: wp.array(dtype=float)):
    i = wp.tid()
    s = x[i]
    # PRINTED: for i_1 in range(n):
    for i_1 in range(n):
        s = squared(s, 1, 2)
    # PRINTED: o[i] = s
    o[i] = s


CASE = {
    'name': 'unread', 'group': 'printing', 'kernel': 'unread', 'dim': 3,
    'args': [
        {'name': 'x', 'dtype': 'float32', 'role': 'in', 'value': [1.0, 2.0, 3.0]},
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': 2},
        {'name': 'n_1', 'dtype': 'int32', 'role': 'scalar', 'value': 2},
        {'name': 'o', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0]},
    ],
}
