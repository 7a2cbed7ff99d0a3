domain("d", entity="wave", edge="pair", group="scene")
amplitude = concept("scalar", "L", "entity", names="amplitude", plural="amplitudes", short="a")
lj_energy = concept("scalar", "L2", "", names="lj_energy", said="Lennard-Jones energy", plural="lj_energies", short="e", extensive=True)
lj_energy = law(amplitude * amplitude, 2.0 * amplitude * amplitude)  # of one; of two
goals(point="lj_energy")


@idiom(goals="X=point", names="total_{X}_per_{w}", doc="Sum the {X} of all {i}s of each {w}.")
def each():
    w, i = wp.tid()
    wp.atomic_add(out(X), w, X)


@idiom(names="fall")
def drop(g: param("vec3", "gravity", kind=along_y, values=(-9.81, -1.6)), y: array("vec3", "i", "y")):
    i = wp.tid()
    y[i] = y[i] + g
