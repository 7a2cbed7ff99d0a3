"""Writes kernels on values of many scalars, with cases of exactly representable numbers.

    large.py DIR

Each kernel takes part of what is done with such values: products, sums by component, carried values that change places,
components at places that are known at run time, parameters by value, atomics, branches.
"""
import os
import random
import sys

HEADER = "import warp as wp\n\n"


def argument(name, dtype, role, shape, rng, integers=False):
    """An argument whose numbers are multiples of 1/8 (or integers), so that sums of products are exact."""

    def value(extents):
        if extents:
            return [value(extents[1:]) for _ in range(extents[0])]
        return rng.randint(1, 9) if integers else rng.randint(-16, 16) / 8.0

    entry = {"name": name, "dtype": dtype, "role": role, "value": value(shape)}
    if role in ("out", "inout") and not integers:
        entry["weight"] = value(shape)
    if role in ("in", "inout") and not integers:
        entry["grad"] = True
    return entry


def write(folder, name, source, arguments, threads=2):
    case = {"kernel": name, "dim": threads, "args": arguments}
    with open(os.path.join(folder, name + ".py"), "w", encoding="utf-8") as file:
        file.write(HEADER + source + f"\n\nCASE = {case!r}\n")


def matrix(n):
    return f"wp.types.matrix(shape=({n}, {n}), dtype=float)"


def vector(n, dtype="float"):
    return f"wp.types.vector(length={n}, dtype={dtype})"


def products(folder, n, rng):
    dtype = f"mat{n}x{n}"
    source = f"""
@wp.kernel
def products{n}(a: wp.array(dtype={matrix(n)}), b: wp.array(dtype={matrix(n)}), x: wp.array(dtype={vector(n)}),
                c: wp.array(dtype={matrix(n)}), o: wp.array(dtype={matrix(n)}), d: wp.array(dtype=float)):
    i = wp.tid()
    m = a[i]
    k = b[i]
    v = m @ x[i]
    w = x[i] @ k
    c[i] = m @ k + wp.transpose(k) * 2.0 - 0.5 * m
    o[i] = wp.outer(v, w) - wp.cw_mul(m, k) / 4.0
    d[i] = wp.dot(v, w) + wp.ddot(m, -k)
"""
    write(folder, f"products{n}", source, [
        argument("a", dtype, "in", (2, n, n), rng), argument("b", dtype, "in", (2, n, n), rng),
        argument("x", f"vec{n}", "in", (2, n), rng), argument("c", dtype, "out", (2, n, n), rng),
        argument("o", dtype, "out", (2, n, n), rng), argument("d", "float32", "out", (2,), rng)])


def components(folder, rng):
    """Values that change places in a loop, and components found at run time; source form, value form, two loops."""
    source = f"""
@wp.kernel
def components(a: wp.array(dtype={vector(100)}), p: wp.array(dtype=int), y: wp.array(dtype={vector(100)}),
               z: wp.array(dtype=float)):
    i = wp.tid()
    u = a[i]
    v = a[1 - i] * 2.0
    for k in range(3):
        t = u
        u = v
        v = t + u
    s = float(0.0)
    for k in range(4):
        s = s + u[p[k]] * v[k - 4]
    y[i] = u - v
    z[i] = s
"""
    write(folder, "components", source, [
        argument("a", "vec100", "in", (2, 100), rng), argument("p", "int32", "in", (4,), random.Random(3), True),
        argument("y", "vec100", "out", (2, 100), rng), argument("z", "float32", "out", (2,), rng)])


def assigned(folder, rng):
    """Components are assigned where the run says; early exits. Forward only."""
    source = f"""
@wp.kernel
def assigned(a: wp.array(dtype={matrix(5)}), p: wp.array(dtype=int), y: wp.array(dtype={matrix(5)}),
             z: wp.array(dtype={vector(5)})):
    i = wp.tid()
    m = a[i]
    n = m
    for k in range(4):
        if k == 3:
            break
        m[p[k] % 5, k] = float(k)
        m[k, -1] += 2.0
    y[i] = m - n
    z[i] = m[p[i] % 5] + m[-1]
"""
    write(folder, "assigned", source, [
        argument("a", "mat5x5", "in", (2, 5, 5), rng), argument("p", "int32", "in", (4,), random.Random(4), True),
        argument("y", "mat5x5", "out", (2, 5, 5), rng), argument("z", "vec5", "out", (2, 5), rng)])


def parameters(folder, rng):
    """Parameters by value, branches that give large values, atomics."""
    source = f"""
@wp.kernel
def parameters(m: {matrix(8)}, v: {vector(100)}, a: wp.array(dtype={matrix(8)}), y: wp.array(dtype={matrix(8)}),
               total: wp.array(dtype={vector(100)})):
    i = wp.tid()
    r = a[i]
    if i > 0:
        r = m @ r
    else:
        r = r - m
    y[i] = r if i > 1 else r + r
    wp.atomic_add(total, 0, v * float(i))
"""
    write(folder, "parameters", source, [
        argument("m", "mat88", "scalar", (8, 8), rng), argument("v", "vec100", "scalar", (100,), rng),
        argument("a", "mat88", "in", (3, 8, 8), rng), argument("y", "mat88", "out", (3, 8, 8), rng),
        argument("total", "vec100", "inout", (1, 100), rng)], threads=3)


def integers(folder, rng):
    """By component on integers; an element that is updated in place."""
    source = f"""
@wp.kernel
def integers(a: wp.array(dtype={vector(20, "wp.int32")}), b: wp.array(dtype={vector(20, "wp.int32")}),
             y: wp.array(dtype={vector(20, "wp.int32")})):
    i = wp.tid()
    wp.atomic_max(y, 0, wp.cw_div(a[i] * 7, b[i]))
    wp.atomic_sub(y, 1, wp.cw_mul(a[i], b[i]) - a[i])
"""
    write(folder, "integers", source, [
        argument("a", "vec20i", "in", (2, 20), rng, True), argument("b", "vec20i", "in", (2, 20), rng, True),
        argument("y", "vec20i", "inout", (2, 20), rng, True)])


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    rng = random.Random(1)
    for n in (5, 8, 32):
        products(folder, n, rng)
    components(folder, rng)
    assigned(folder, rng)
    parameters(folder, rng)
    integers(folder, rng)


main()
