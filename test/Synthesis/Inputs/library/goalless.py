domain("d", entity="particle", edge="edge")
size = concept("scalar", "-", "entity", names="size", plural="sizes")
weight = concept("scalar", "-", "", names="weight", plural="weights")
cost = concept("scalar", "-", "", names="cost", plural="costs")
goals(point="weight cost", one="weight")
weight = 2.0 * size
cost = 3.0 * size * size


@idiom(goals="X=point", names="shrink_particles")
def each(y: array("scalar", "i", "y")):
    i = wp.tid()
    y[i] = 0.5 * size
    if ANY:
        if extensive(X):
            out(X)[i] = X
        else:
            out(X)[i] = 0.5 * X


@idiom(goals="X=point", names="move_particles")
def sometimes(y: array("scalar", "i", "y")):
    i = wp.tid()
    if y[i] > 0.0:
        out(X)[i] = X


@idiom(goals="X=one", names="weigh_particles")
def sure(y: array("scalar", "i", "y")):
    i = wp.tid()
    y[i] = choose(weight, 0.5 * weight)
