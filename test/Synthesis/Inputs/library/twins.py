domain("d", entity="particle", edge="edge")
mass = concept("scalar", "M", "entity", names="mass", plural="masses")
place = concept("vec3", "L", "entity", names="place", plural="places")
speed = concept("vec3", "L/T", "entity", names="speed", plural="speeds")
moment = concept("vec3", "ML", "", names="moment", plural="moments")
momentum = concept("vec3", "ML/T", "", names="momentum", plural="momenta")
goals(point="moment momentum")
moment = mass * place
momentum = mass * speed


@idiom(goals="X=point", names="compute_{X}")
def each():
    i = wp.tid()
    out(X)[i] = X


@idiom(names="scale_particles")
def scaled(m: array("scalar", "i", "masses"), x: array("vec3", "i", "positions"), y: array("vec3", "i", "result")):
    i = wp.tid()
    y[i] = m[i] * x[i]
