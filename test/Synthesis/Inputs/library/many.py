domain("d", entity="particle", edge="edge")
place = concept("vec3", "L", "entity")
moment = concept("vec3", "L", "")
goals(point="moment")
moment = law(place, 2.0 * place)


@idiom(goals="X=point", names="compute_{X}")
def each():
    i = wp.tid()
    total = X
    total = choose(total + wp.vec3(1.0, 0.0, 0.0), wp.cross(total, wp.vec3(0.0, 1.0, 0.0)))
    total = choose(total + wp.vec3(2.0, 0.0, 0.0), wp.cross(total, wp.vec3(0.0, 2.0, 0.0)))
    total = choose(total + wp.vec3(3.0, 0.0, 0.0), wp.cross(total, wp.vec3(0.0, 3.0, 0.0)))
    total = choose(total + wp.vec3(4.0, 0.0, 0.0), wp.cross(total, wp.vec3(0.0, 4.0, 0.0)))
    total = choose(total + wp.vec3(5.0, 0.0, 0.0), wp.cross(total, wp.vec3(0.0, 5.0, 0.0)))
    total = choose(total + wp.vec3(6.0, 0.0, 0.0), wp.cross(total, wp.vec3(0.0, 6.0, 0.0)))
    total = choose(total + wp.vec3(7.0, 0.0, 0.0), wp.cross(total, wp.vec3(0.0, 7.0, 0.0)))
    total = choose(total + wp.vec3(8.0, 0.0, 0.0), wp.cross(total, wp.vec3(0.0, 8.0, 0.0)))
    total = choose(total + wp.vec3(9.0, 0.0, 0.0), wp.cross(total, wp.vec3(0.0, 9.0, 0.0)))
    total = choose(total + wp.vec3(10.0, 0.0, 0.0), wp.cross(total, wp.vec3(0.0, 10.0, 0.0)))
    total = choose(total + wp.vec3(11.0, 0.0, 0.0), wp.cross(total, wp.vec3(0.0, 11.0, 0.0)))
    total = choose(total + wp.vec3(12.0, 0.0, 0.0), wp.cross(total, wp.vec3(0.0, 12.0, 0.0)))
    out(X)[i] = total
