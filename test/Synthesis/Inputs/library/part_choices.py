domain("d", entity="particle", edge="edge")


@idiom(names="step_particles")
def each(x: array("scalar", "i", "x"), y: array("scalar", "i", "y")):
    i = wp.tid()
    moved = x[i]
    if ANY("law"):
        moved += 1.0
    else:
        moved = wp.sin(moved)
    part("report")


@part("report")
def place():
    if ANY("law"):
        y[i] = moved
    elif ANY("law"):
        y[i] = -moved
    else:
        y[i] = 2.0 * moved
