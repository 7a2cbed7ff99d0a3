domain("d", entity="particle", edge="edge")
mass = concept("scaler", "M", "entity")
length = concept("scalar", "L+T", "entity")
speed = concept("scalar", "L/T", "entity", kind=fast)
area = concept("scalar", "L2", "particle")
size = concept("scalar", "-", "entity")
guard(size > 0.0)
depth = size * size
print(size)


def surface(a):
    return a


@idiom(goals="X=point", names="compute_{X}", domains="elsewhere")
def each(first: scalar, second: array("scalar", "i n+")):
    i = wp.tid()
    out(X)[i] = X


@helper(names="wrap")
def wrapped(i: param("int")):
    return i % 4


@helper(names="fold")
def wrapped(i: param("int")):
    return 4 - i


@idiom(names="block_of")
def blocks(x: array("scalar", "T*i", "x")):
    T = tile("TILE_SIZE")
    i = wp.tid()
    x[i] = 0.0


@idiom(names="step")
def stepped(x: array("scalar", "i", "x")):
    i = wp.tid()
    part("law")
    parts("limit")


words(total="total acc")
words(total="sum_")


@idiom(names="step_twice")
def twice(x: array("scalar", "i", "x")):
    i = wp.tid()
    if ANY("law"):
        x[i] = 0.0
    if ANY("law"):
        x[i] += 1.0
    elif ANY("law"):
        x[i] += 2.0
    if ANY():
        parts()
