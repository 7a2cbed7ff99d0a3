domain("tanks", entity="tank", edge="pipe")

depth = concept("scalar", "L", "entity", names="depth water_depth level", short="h", values=(0.2, 2))
hole = concept("scalar", "L2", "entity parameter", names="hole_area area orifice", short="a", values=(0.01, 0.05))
gravity = concept("scalar", "L/T2", "constant", names="gravity g", short="g", value=9.81)
outflow = concept("scalar", "L3/T", "", names="outflow discharge", short="q")

outflow = law(0.6 * hole * wp.sqrt(2.0 * gravity * depth), 0.4 * hole * wp.sqrt(gravity * depth))  # Torricelli; a weir
guard(i, depth < 0.5)  # the hole is dry
goals(point="outflow")


@idiom(goals="X=point", domains="tanks", names="compute_{X} drain_{i}s", doc="The {X} of each {i}.")
def drain():
    i = wp.tid()
    guard(i)
    if ANY:
        out(X)[i] = X
    else:
        wp.atomic_add(out(X), 0, X)
        title("total_{X} sum_{X}", "Sums the {X} of all {i}s.")
