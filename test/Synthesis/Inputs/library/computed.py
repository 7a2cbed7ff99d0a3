domain("d", entity="wave", edge="edge")
depth = concept("scalar", "L", "entity")
wavelength = concept("scalar", "L", "entity")
gravity = concept("scalar", "L/T2", "parameter")
speed = concept("scalar", "L/T", "parameter")
frequency = concept("scalar", "1/T", "")
goals(point="speed frequency")
speed = wp.sqrt(gravity * depth)
frequency = speed / wavelength


@idiom(goals="X=point", names="compute_{X}")
def each():
    i = wp.tid()
    out(X)[i] = X


@idiom(goals="X=point Y=point", names="compute_{X}_and_{Y}")
def both():
    i = wp.tid()
    out(X)[i] = X
    out(Y)[i] = Y
