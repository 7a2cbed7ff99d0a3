# SPDX-License-Identifier: CC0-1.0
"""A tile that Warp changes in place, twice."""
import warp as wp


@wp.kernel
def filtered(x: wp.array2d(dtype=wp.vec2), y: wp.array2d(dtype=wp.vec2)):
    i = wp.tid()
    t = wp.tile_load(x, shape=(1, 4), offset=(i, 0))
    wp.tile_fft(t)
    t = t * 0.25
    wp.tile_ifft(t)
    wp.tile_store(y, t, offset=(i, 0))
