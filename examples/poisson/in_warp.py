# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same kernels, launched by real Warp in the same order as poisson.cpp does: is it the same answer?

    python in_warp.py CELLS [VALUES]

Solves on the unit square in CELLS x CELLS squares and prints one JSON object: the iterations, the CPU time of one in
microseconds, and, where VALUES is a file of `poisson solve --values`, the largest difference from it.
"""
import json
import sys
import time

import numpy as np
import warp as wp

wp.config.log_level = wp.LOG_ERROR  # before the first kernel
import kernels  # noqa: E402

CHUNK = 1024


def unit_square(cells):
    """Points (n, 2), triangles (m, 3) and whether a node is on the boundary, numbered as unitSquare in mesh.cpp."""
    row, column = np.divmod(np.arange((cells + 1) ** 2), cells + 1)
    points = np.stack([column, row], axis=1) / cells
    y, x = np.divmod(np.arange(cells * cells), cells)
    a = y * (cells + 1) + x
    b, c, d = a + 1, a + cells + 2, a + cells + 1
    triangles = np.stack([a, b, c, a, c, d], axis=1).reshape(-1, 3)
    fixed = (row == 0) | (row == cells) | (column == 0) | (column == cells)
    return points, triangles.astype(np.int32), fixed.astype(np.int32)


def pattern(nodes, triangles):
    """The rows of the matrix: offsets, columns, and the place of each triangle's nine entries."""
    rows = np.repeat(triangles, 3, axis=1).ravel().astype(np.int64)
    columns = np.tile(triangles, (1, 3)).ravel()
    entries, slots = np.unique(rows * nodes + columns, return_inverse=True)
    offsets = np.searchsorted(entries, np.arange(nodes + 1, dtype=np.int64) * nodes)
    return offsets.astype(np.int32), (entries % nodes).astype(np.int32), slots.reshape(-1, 9).astype(np.int32)


def solve(cells):
    """The solution (nodes,), the iterations, and the seconds of CPU time that they took."""
    points, triangles, fixed = unit_square(cells)
    n = len(points)
    offsets, columns, slots = (wp.array(part, dtype=int) for part in pattern(n, triangles))
    points, triangles, fixed = wp.array(points, dtype=wp.vec2d), wp.array(triangles, dtype=int), wp.array(fixed, dtype=int)
    values, source, load, x, direction, product = (
        wp.zeros(size, dtype=wp.float64) for size in (columns.shape[0], n, n, n, n, n)
    )
    partial, scalars = wp.zeros(-(-n // CHUNK), dtype=wp.float64), wp.zeros(3, dtype=wp.float64)

    def dot(a, b, slot):
        wp.launch(kernels.dot_chunks, partial.shape[0], [a, b, CHUNK, partial])
        wp.launch(kernels.sum_chunks, 1, [partial, slot, scalars])

    wp.launch(kernels.assemble_stiffness, triangles.shape[0], [points, triangles, slots, values])
    wp.launch(kernels.fix_boundary, n, [offsets, columns, fixed, values])
    wp.launch(kernels.sample_source, n, [points, source])
    wp.launch(kernels.assemble_load, triangles.shape[0], [points, triangles, source, load])
    wp.launch(kernels.clear_fixed, n, [fixed, load])

    residual = wp.clone(load)
    wp.copy(direction, load)
    old = 0
    dot(residual, residual, old)
    numbers = scalars.numpy()  # the arrays lie in the same memory
    enough = 1e-20 * numbers[old]
    start, iterations = time.process_time(), 0
    while numbers[old] > enough:
        wp.launch(kernels.multiply, n, [offsets, columns, values, direction, product])
        dot(direction, product, 2)
        wp.launch(kernels.advance, n, [scalars, old, direction, product, x, residual])
        dot(residual, residual, 1 - old)
        wp.launch(kernels.turn, n, [scalars, old, residual, direction])
        old = 1 - old
        iterations += 1
    return x.numpy(), iterations, time.process_time() - start


def main():
    wp.set_device("cpu")
    wp.set_module_options({"enable_backward": False}, kernels)
    solution, iterations, seconds = solve(int(sys.argv[1]))
    result = {"iterations": iterations, "us_per_iteration": round(1e6 * seconds / iterations, 1)}
    if len(sys.argv) > 2:
        result["difference"] = float(np.abs(np.loadtxt(sys.argv[2])[:, 2] - solution).max())
    print(json.dumps(result))


if __name__ == "__main__":
    main()
