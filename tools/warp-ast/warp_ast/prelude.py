# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of Warp's that kgen has no op for, as functions of the program: read, like any other file, and never run."""
from typing import Any

import warp as wp


@wp.func
def lower_bound(arr: wp.array(dtype=Any), value: Any):
    lower = int(0)
    upper = arr.shape[0] - 1
    while lower < upper:
        mid = lower + (upper - lower) // 2
        if arr[mid] < value:
            lower = mid + 1
        else:
            upper = mid
    return lower


@wp.func
def lower_bound(arr: wp.array(dtype=Any), arr_begin: int, arr_end: int, value: Any):
    lower = arr_begin
    upper = arr_end - 1
    while lower < upper:
        mid = lower + (upper - lower) // 2
        if arr[mid] < value:
            lower = mid + 1
        else:
            upper = mid
    return lower
