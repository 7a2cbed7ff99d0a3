domain("d", entity="particle", edge="edge")
mass = concept("scalar", "M", "entity")
speed = concept("scalar", "L/T", "entity")
energy = concept("scalar", "ML2/T2", "")
goals(point="energy")
energy = 0.5 * mass * speed


@idiom(goals="X=point", names="compute_{X}")
def each():
    i = wp.tid()
    out(X)[i] = X
