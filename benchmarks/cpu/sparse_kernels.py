#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of warp.sparse that look for the row of a block, as a program for run.py: a binary search for each thread.

    run.py sparse_kernels.py --type f32 [--scale 1.0]

A matrix of 20,000 rows times the scale, with 0 to 9 blocks in each.
"""

import argparse

import numpy as np
import warp as wp
from warp._src.sparse import _bsr_assign_list_blocks, _bsr_get_block_row, _bsr_mm_list_coeffs


def offsets_of(counts):
    return np.concatenate([[0], np.cumsum(counts)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--type", choices=["f32"], required=True)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--only", default="", help="not used: all three are launched")
    parser.add_argument("--reps", type=int, default=1, help="not used: run.py repeats")
    options = parser.parse_args()

    def array(values):
        return wp.array(np.asarray(values, np.int32), dtype=int, device="cpu")

    random, n = np.random.default_rng(1), max(1, round(20000 * options.scale))
    offsets = offsets_of(random.integers(0, 10, n))
    blocks = int(offsets[-1])
    columns = random.integers(0, n, blocks)
    starts, cols = array(offsets), array(columns)
    wp.launch(_bsr_get_block_row, blocks, [n, starts, None, array(np.zeros(blocks))], device="cpu")
    found = [array(np.zeros(4 * blocks)) for _ in range(2)]
    given = [2, 2, 1, 1, n, starts, None, cols, *found]
    wp.launch(_bsr_assign_list_blocks, (blocks, 2, 2), given, device="cpu")
    products = offsets_of(offsets[columns + 1] - offsets[columns])
    count = int(products[-1])
    found = [array(np.zeros(count)) for _ in range(3)]
    given = [0, count, n, starts, None, cols, starts, None, cols, array(np.full(n, -1)), array(products), *found]
    wp.launch(_bsr_mm_list_coeffs, count, given, device="cpu")


if __name__ == "__main__":
    main()
