domain("d", entity="particle", edge="edge")


@idiom(names="step_particles")
def each(x: array("scalar", "i", "x"), y: array("scalar", "i", "y")):
    i = wp.tid()
    moved = x[i]
    part("law")
    parts("limit")
    part("report")


@part("law")
def decays(rate: param("scalar", "rate")):
    pace = -rate * moved
    moved = moved + pace


@part("law")
def grows(gain: param("scalar", "gain")):
    pace = gain * moved
    if ANY:
        pace = pace * (1.0 - moved)
    moved = moved + pace


@part("law")
def drifts():
    pace = 0.5
    moved = moved + pace


@part("limit")
def limited():
    moved = wp.min(moved, 1.0)


@part("limit", unless="drifts")
def positive():
    moved = wp.max(moved, 0.0)


@part("report")
def place():
    y[i] = moved


@part("report", unless="drifts")
def pace_alone():
    y[i] = moved - pace


@part("report", unless="limited positive")
def both(z: array("scalar", "i", "z")):
    y[i] = moved
    z[i] = pace
