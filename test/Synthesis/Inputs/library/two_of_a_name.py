domain("d", entity="particle", edge="edge")
mass = concept("scalar", "M", "entity")
goals(point="mass")


@idiom(goals="X=point", names="copy_{X}")
def each():
    i = wp.tid()
    out(X)[i] = X


@idiom(goals="X=point", names="double_{X}")
def each():
    i = wp.tid()
    out(X)[i] = 2.0 * X
