# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s
"""What a list, dictionary, class or struct of the module was made with is not what it holds where the module changes it."""
import warp as wp

STORED = [1, 2]
STORED[0] = 7
GROWN = [1, 2]
GROWN.append(3)
ROWS = {"one": [1, 2]}
ROWS["one"][1] = 5
if len(GROWN) > 2:
    ROWS.update(two=[3])


class Limits:
    LOW = 1
    HIGH = 3


Limits.HIGH = 5


@wp.struct
class Range:
    low: int


@wp.struct
class Ranges:
    inner: Range


ranges = Ranges()
ranges.inner.low = 7


@wp.kernel
def stored(x: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'STORED', which changes after its assignment
    x[0] = wp.static(STORED[0])


@wp.kernel
def grown(x: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'GROWN', which changes after its assignment
    x[0] = wp.static(len(GROWN))


@wp.kernel
def rows(x: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'ROWS', which changes after its assignment
    x[0] = wp.static(ROWS["one"][1])


@wp.kernel
def high(x: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'Limits.HIGH', which changes after its assignment
    x[0] = Limits.HIGH


@wp.kernel
def low(x: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'ranges', which changes after its assignment
    x[0] = wp.static(ranges).inner.low
