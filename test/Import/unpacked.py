# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --kgen-to-warp --kernel known %s | FileCheck %s
# RUN: not kgen-translate --warp-to-kgen --kernel unknown %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
"""What a module takes out of a sequence, and the numbers of its tables."""
import warp as wp

SIZES = (1, 5, 3)
RATES = {"slow": 0.5, "fast": 4.0}
FIRST, SECOND = range(2)
SMALL, LARGE, MIDDLE = SIZES
MOST, TOTAL = max(SIZES), sum(SIZES)
LEAST = min(RATES.values())
ONE, TWO = sorted(input())[:2]
GROWN = [1, 2]
GROWN.append(3)


@wp.kernel
def known(y: wp.array(dtype=float)):
    # CHECK: y[0] = 1.0
    y[0] = float(SECOND)
    # CHECK: y[1] = 5.0
    y[1] = float(LARGE)
    # CHECK: y[2] = 14.0
    y[2] = wp.static(float(MOST + TOTAL))
    # CHECK: y[3] = 0.5
    y[3] = LEAST
    # CHECK: y[4] = 3.0
    y[4] = wp.static(float(len(SIZES)))
    # CHECK: y[5] = 1.0
    y[5] = wp.static(float(min(SIZES)))


@wp.kernel
def unknown(y: wp.array(dtype=float)):
    # UNKNOWN: [[#@LINE+1]]:18: error: expected a local name or a module constant but got 'ONE', which is no constant of the module
    y[0] = float(ONE)
    # UNKNOWN: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'GROWN', which changes after its assignment
    y[1] = wp.static(float(max(GROWN)))
