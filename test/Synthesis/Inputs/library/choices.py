domain("d", entity="particle", edge="edge")


@idiom(names="step_particles")
def each(x: array("scalar", "i", "x"), rate: param("scalar", "rate"), gain: param("scalar", "gain"), y: array("scalar", "i", "y"), z: array("scalar", "i", "z")):
    i = wp.tid()
    moved = x[i]
    for s in range(4):
        if ANY("law"):
            if ANY:
                moved -= rate * moved
            else:
                moved -= rate * moved * moved
        elif ANY("law"):
            moved += gain
        else:
            moved = wp.sin(moved)
    if ANY:
        z[i] = moved
    if ANY("law"):
        y[i] = moved / rate
    elif ANY("law"):
        y[i] = moved - gain
    else:
        y[i] = moved
