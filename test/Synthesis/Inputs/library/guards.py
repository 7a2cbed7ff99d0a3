domain("d", entity="sensor", edge="edge")
rate = concept("scalar", "1", "entity")
push = concept("scalar", "1", "entity")
shake = concept("scalar", "1", "")
doubled = concept("scalar", "1", "")
summed = concept("scalar", "1", "")
goals(point="doubled summed")
guard(i, shake > 0.8)
shake = wp.abs(push)
doubled = 2.0 * rate
summed = rate + push


@idiom(goals="X=point", names="compute_{X}")
def each():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
