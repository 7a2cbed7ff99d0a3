domain("d", entity="element", edge="edge")
words(svals="sigma", V="V")


@idiom(names="stretches")
def each(F: array("mat33", "i", "F", values=(-0.9, 1.2)), result: array("scalar", "i", "result", values=(0, 1))):
    i = wp.tid()
    U, svals, V = wp.svd3(F[i])
    if ANY:
        result[i] = svals[0]
    else:
        result[i] = U[0, 0] * svals[0] * V[0, 0]
