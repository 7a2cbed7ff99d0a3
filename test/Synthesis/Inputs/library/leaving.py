domain("d", entity="particle", edge="spring")
position = concept("scalar", "L", "entity", names="position", short="x", plural="positions")
active = concept("int", "-", "entity", names="active", kind=flag)
pinned = concept("int", "-", "entity", names="pinned", kind=flag)
dt = concept("scalar", "T", "parameter", names="dt", short="dt")
speed = concept("scalar", "L/T", "parameter", names="speed", short="v")
height = concept("scalar", "L", "", names="height", short="h")
stretch = concept("scalar", "L", "", names="stretch")
height = position + speed * dt
stretch = position[i] - position[j]
goals(point="height")
goals(edge="stretch")
guard(i, active[i] == 0)
guard(pair, active[j] == 0)
guard(pair, pinned[j] == 0)


@idiom(names="move")
def each():
    i = wp.tid()
    with guard(i):
        out(position)[i] = position[i]
    out(position)[i] = position[i] + speed * dt


@idiom(goals="X=edge", names="pull", entity="n")
def spring(first: array("int", "e", "first", kind=low_half("n")), second: array("int", "e", "second", kind=high_half("n"))):
    n = size("num_nodes", 6, 9)
    e = wp.tid()
    i = first[e]
    j = second[e]
    guard(ends)
    wp.atomic_add(out(X), i, X)


@idiom(goals="X=point", names="mean_{X}")
def mean():
    i = wp.tid()
    guard(i)
    wp.atomic_add(out(X), 0, X / float(len(i)))
