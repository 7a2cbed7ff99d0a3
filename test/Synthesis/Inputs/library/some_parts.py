domain("d", entity="particle", edge="edge")


@idiom(names="step_particles")
def each(x: array("scalar", "i", "x"), y: array("scalar", "i", "y")):
    i = wp.tid()
    moved = x[i]
    parts("limit", 2)
    y[i] = moved


@part("limit")
def limited():
    moved = wp.min(moved, 1.0)


@part("limit", unless="limited")
def capped():
    moved = wp.min(moved, 0.5)


@part("limit")
def positive():
    moved = wp.max(moved, 0.0)


@part("limit")
def halved():
    moved = 0.5 * moved
