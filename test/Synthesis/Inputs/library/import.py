domain("d", entity="particle", edge="edge")
mass = concept("scalar", "-", "entity")
place = concept("vec3", "L", "entity")
moment = concept("vec3", "ML", "")
goals(point="moment")
moment = mass * place + mass


@idiom(goals="X=point", names="compute_{X}")
def each():
    i = wp.tid()
    out(X)[i] = X
