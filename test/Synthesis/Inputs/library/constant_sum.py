domain("d", entity="item", edge="edge")


@idiom(names="sum_of")
def each(x: array("scalar", "i", "x"), a: param("scalar", "a"), y: array("scalar", "i", "y")):
    i = wp.tid()
    total = float(0.0)
    for s in range(4):
        if ANY:
            total += x[i] * float(s)
        else:
            total += a * x[i]
    y[i] = total
