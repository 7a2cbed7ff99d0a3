domain("d", entity="particle", edge="edge")
mass = concept("scalar", "M", "entity parameter")
place = concept("vec3", "L", "entity")
moment = concept("vec3", "ML", "")
goals(point="moment")
moment = law(mass * place, 2.0 * mass * place)


@idiom(goals="X=point", names="compute_{X}")
def each():
    i = wp.tid()
    if ANY:
        out(X)[i] = X
    else:
        wp.atomic_add(out(X), 0, X)
