import warp as wp

LIMIT = wp.constant(4)
SCALE = wp.constant(0.5)


@wp.func
def twice(x: float):
    return 2.0 * x


@wp.kernel
def counted(
    a: wp.array(dtype=float),
    table: wp.array2d(dtype=wp.vec3),  # a comment, with a comma
    n: int,
    out: wp.array(dtype=float),
):
    """A docstring
    over two lines does not count."""
    i, j = wp.tid()
    # Neither does a comment, nor the line without anything below.

    if i >= n or a[i] < 0.0:
        return
    v = wp.vec3(0.0, a[i], table[i, j][1])
    v[2] = SCALE
    for k in range(LIMIT):
        for m in range(n):
            if a[k] > 1.0e-3: out[i] += twice(a[m]) + v.x
            elif k == 2:
                continue
            else:
                wp.atomic_add(out, j, wp.sin(a[wp.min(k, m)]))
    row = table[i]
    out[i] = (
        wp.length(v)
        + float(table.shape[0])
    )
    while i < 3:
        i = i << 1
        break
