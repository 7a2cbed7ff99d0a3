import warp as wp

COUNT = wp.constant(42)
LIMIT = wp.constant(0.5)


@wp.kernel
def k(out: wp.array(dtype=int), x: wp.array(dtype=float)):
    i = wp.tid()
    wp.expect_eq(out[i], COUNT)
    wp.expect_neq(out[i], COUNT)
    wp.expect_near(x[i], LIMIT, 0.001)
    print(COUNT)
    out[i] = COUNT
