# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-translate --kgen-to-warp %s | sed '/# PRINTED/d' > %t.py
# RUN: FileCheck %s --check-prefix=PRINTED --input-file=%t.py
# RUN: %python -c "import sys; print(open(sys.argv[1]).read()[open(sys.argv[1]).read().index('\nCASE'):])" %s >> %t.py
# RUN: kgen-run %t.py --device interpreter | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %t.py | FileCheck %s %}
# CHECK: "rows": [12.0, 20.0, 24.0, 40.0]
"""In a loop Warp gives names their values one after another: a name that another one gets is kept."""
import warp as wp


@wp.kernel
def bounce(trips: int, rows: wp.array2d(dtype=float)):
    front = rows[0]
    back = rows[1]
    for i in range(trips):
        for j in range(front.shape[0]):
            back[j] = 2.0 * front[j]
        # PRINTED: front_old = front
        # PRINTED-NEXT: front, back = back, front_old
        keep = front
        front = back
        back = keep


CASE = {
    'name': 'bounce', 'group': 'printing', 'kernel': 'bounce', 'dim': 1,
    'args': [
        {'name': 'trips', 'dtype': 'int32', 'role': 'scalar', 'value': 3},
        {'name': 'rows', 'dtype': 'float32', 'role': 'inout', 'value': [[3.0, 5.0], [0.0, 0.0]]},
    ],
}
