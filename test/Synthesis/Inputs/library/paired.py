domain("d", entity="particle", edge="edge")
size = concept("scalar", "-", "entity", names="size", plural="sizes")


@idiom(names="push_particles")
def each(x: array("scalar", "i", "x"), y: array("scalar", "i", "y"), a: array("scalar", "i", "a"), b: array("scalar", "i", "b"), t: param("scalar", "t")):
    i = wp.tid()
    x[i] = x[i] - choose(a[i], t * a[i])
    y[i] = y[i] - choose(b[i], t * b[i])


@idiom(names="move_particles")
def apart(x: array("scalar", "i", "x"), y: array("scalar", "i", "y"), a: array("scalar", "i", "a"), b: array("scalar", "i", "b"), t: param("scalar", "t")):
    i = wp.tid()
    x[i] = x[i] - choose(a[i], t * a[i])
    y[i] = y[i] + choose(b[i], t + b[i])
    if ANY:
        y[i] = choose(2.0, 3.0) * y[i] + choose(2.0, 3.0) * size
