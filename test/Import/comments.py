# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the author wrote beside the code comes with the op of its statement, and is printed where it stood.
# RUN: kgen-translate --kgen-to-warp %s > %t.py
# RUN: FileCheck %s --input-file %t.py --strict-whitespace --match-full-lines
# RUN: kgen-translate --kgen-to-warp %t.py | diff %t.py -
import warp as wp


# Above it.
@wp.kernel
def k(
    # what is read
    x: wp.array(dtype=float),
    y: wp.array(dtype=float),  # what is written
):
    """Says what it does."""
    # the thread
    i = wp.tid()  # one for each element

    # two ways
    if x[i] > 0.0:  # the usual
        y[i] = x[i]
        # nothing else
    else:  # the other
        # turned round
        y[i] = -x[i]
    # the end


#      CHECK:# Above it.
# CHECK-NEXT:@wp.kernel
# CHECK-NEXT:def k(
# CHECK-NEXT:    # what is read
# CHECK-NEXT:    x: wp.array(dtype=float),
# CHECK-NEXT:    y: wp.array(dtype=float),  # what is written
# CHECK-NEXT:):
# CHECK-NEXT:    """Says what it does."""
# CHECK-NEXT:    # the thread
# CHECK-NEXT:    i = wp.tid()  # one for each element
# CHECK-EMPTY:
# CHECK-NEXT:    # two ways
# CHECK-NEXT:    if x[i] > 0.0:  # the usual
# CHECK-NEXT:        y[i] = x[i]
# CHECK-NEXT:        # nothing else
# CHECK-NEXT:    else:  # the other
# CHECK-NEXT:        # turned round
# CHECK-NEXT:        y[i] = -x[i]
# CHECK-NEXT:    # the end
