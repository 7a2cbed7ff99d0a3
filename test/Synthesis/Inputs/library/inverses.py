domain("d", entity="body", edge="edge")
mass = concept("scalar", "M", "entity parameter")
inv_mass = concept("scalar", "1/M", "entity")
force = concept("vec3", "ML/T2", "entity")
acceleration = concept("vec3", "L/T2", "")
weight = concept("vec3", "ML/T2", "")
goals(point="weight acceleration")
inv_mass = 1.0 / mass
acceleration = inv_mass * force
weight = mass * acceleration


@idiom(goals="X=point", names="compute_{X}")
def each():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
