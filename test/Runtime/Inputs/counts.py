"""Threads that meet at elements: sums of integers and of floats that are integers, the largest and the smallest, numbers handed out."""
import warp as wp


@wp.kernel
def counts(x: wp.array(dtype=float), sums: wp.array(dtype=float), n: wp.array(dtype=int), low: wp.array(dtype=float),
           high: wp.array(dtype=wp.float64), taken: wp.array(dtype=int), near: wp.array(dtype=wp.vec3),
           ring: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(sums, i % 3, x[i % 8])
    wp.atomic_add(n, 0, 1)
    wp.atomic_min(low, 0, x[i % 8])
    wp.atomic_max(high, 0, wp.float64(i))
    ticket = wp.atomic_add(n, 1, 1)
    taken[ticket] = 1
    wp.atomic_add(near, i, wp.vec3(1.0, 2.0, 3.0))
    wp.atomic_sub(near, i + 1, wp.vec3(1.0, 1.0, 1.0))
    wp.atomic_add(ring, i - 1, 1.0)
    wp.atomic_add(ring, i, 4.0)
