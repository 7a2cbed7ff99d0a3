domain("d", entity="particle", edge="edge")
size = concept("scalar", "-", "entity")


@idiom(goals="X=point", names="compute_{X}")
def each():
    i = wp.tid()
    out(X)[i] = X
