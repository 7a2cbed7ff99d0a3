domain("d", entity="particle", edge="edge")


@idiom(names="smooth_particles")
def each(x: array("scalar", "i", "x"), a: param("scalar", "a"), y: array("scalar", "i", "y")):
    i = wp.tid()
    if ANY:
        y[i] = a * x[i]
    elif ANY:
        y[i] = a * x[i] * x[i]
    else:
        y[i] = x[i] * (a + x[i] * (a + x[i] * (a + x[i] * (a + x[i] * (a + x[i] * (a + x[i]))))))
