# SPDX-License-Identifier: CC0-1.0
"""Integers of 64 bits without sign, of which every other one is above the largest with one."""
import warp as wp


@wp.kernel
def hashes(key: wp.array(dtype=wp.uint32), hashed: wp.array(dtype=wp.uint64)):
    i = wp.tid()
    hashed[i] = (wp.uint64(key[i]) + wp.uint64(i)) * wp.uint64(0x9E3779B97F4A7C15)
