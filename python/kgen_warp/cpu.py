# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What this CPU can do. Needs nothing, so that the tests can ask where Warp is not installed."""

import functools


@functools.lru_cache(maxsize=None)
def has_lanes():
    """Whether this CPU has what threads as lanes need."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            flags = next((line for line in file if line.startswith("flags")), "").split()
    except OSError:
        return False
    return {"avx2", "fma"} <= set(flags)
