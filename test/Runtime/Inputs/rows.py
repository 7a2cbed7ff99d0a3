"""Rows of a sparse matrix by a table, and a sum of all threads."""
import warp as wp


@wp.kernel
def rows(table: wp.array(dtype=wp.int32), x: wp.array(dtype=wp.float64), hits: wp.array(dtype=wp.float64), total: wp.array(dtype=wp.float64)):
    i = wp.tid()
    for e in range(table[i], table[i + 1]):
        hits[e] += wp.float64(1.0)
    wp.atomic_add(total, 0, x[i])
