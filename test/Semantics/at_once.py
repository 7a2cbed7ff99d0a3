# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter 2>&1 | FileCheck %s
# RUN: kgen-run %s --device cpu 2>/dev/null | FileCheck %s --check-prefix=VALUES
# RUN: kgen-run %s --device ptx 2>/dev/null | FileCheck %s --check-prefix=VALUES
# VALUES: "numbers": [7.0, 4.0, 3.0, 5.0]

# What is printed computes the same in Warp.
# RUN: kgen-translate --kgen-to-warp %s 2>/dev/null | sed '/# PRINTED/d' > %t.py
# RUN: FileCheck %s --check-prefix=PRINTED --input-file=%t.py
# RUN: %python -c "import sys; print(open(sys.argv[1]).read()[open(sys.argv[1]).read().index('\nCASE'):])" %s >> %t.py
# RUN: %if warp %{ %warp_python %oracle %t.py | FileCheck %s --check-prefix=VALUES %}
"""S-69: the right sides of an assignment of several are read first, and the names change at once; in a loop, too."""
import warp as wp


@wp.kernel
def at_once(trips: int, numbers: wp.array(dtype=float)):
    x = numbers[0]
    y = numbers[1]
    for i in range(trips):
        # CHECK: at_once.py:[[#@LINE+3]]:23: warning: 'y' becomes what 'x' is before this assignment; Warp takes what it is after it, in a loop that it does not unroll
        # PRINTED: x_old = x
        # PRINTED: y = x_old
        x, y = x + y, x
    numbers[0] = x
    numbers[1] = y
    # CHECK-NOT: warning
    a = numbers[2]
    b = numbers[3]
    for i in range(3):  # which Warp unrolls
        # PRINTED: a, b = b, a
        a, b = b, a
    numbers[2] = a
    numbers[3] = b


CASE = {
    'name': 'at_once', 'group': 'semantics', 'kernel': 'at_once', 'dim': 1,
    'args': [
        {'name': 'trips', 'dtype': 'int32', 'role': 'scalar', 'value': 3},
        {'name': 'numbers', 'dtype': 'float32', 'role': 'inout', 'value': [1.0, 2.0, 5.0, 3.0]},
    ],
}
