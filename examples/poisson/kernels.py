# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finite elements for -laplace(u) = f in the plane: linear triangles, a CSR matrix, conjugate gradients.

One meaning for two hosts: poisson.cpp compiles what kgen prints of these kernels, in_warp.py launches them with Warp.
"""
import warp as wp

PI = wp.constant(wp.float64(3.141592653589793))


# ---- The problem -----------------------------------------------------------------------------------------------------


@wp.func
def exact(p: wp.vec2d):
    """The manufactured solution; zero on the boundary of the unit square."""
    return wp.sin(PI * p[0]) * wp.sin(PI * p[1])


@wp.kernel
def sample_source(points: wp.array(dtype=wp.vec2d), source: wp.array(dtype=wp.float64)):
    """The source whose solution is `exact`."""
    i = wp.tid()
    source[i] = wp.float64(2.0) * PI * PI * exact(points[i])


@wp.kernel
def gaussian_source(
    points: wp.array(dtype=wp.vec2d), theta: wp.array(dtype=wp.float64), source: wp.array(dtype=wp.float64)
):
    """A bump: theta is its height, its centre (x, y) and its width."""
    i = wp.tid()
    away = points[i] - wp.vec2d(theta[1], theta[2])
    width = theta[3]
    source[i] = theta[0] * wp.exp(-wp.dot(away, away) / (wp.float64(2.0) * width * width))


# ---- Assembly --------------------------------------------------------------------------------------------------------


@wp.func
def signed_area(a: wp.vec2d, b: wp.vec2d, c: wp.vec2d):
    ab = b - a
    ac = c - a
    return wp.float64(0.5) * (ab[0] * ac[1] - ab[1] * ac[0])


@wp.kernel
def assemble_stiffness(
    points: wp.array(dtype=wp.vec2d),
    triangles: wp.array2d(dtype=int),
    slots: wp.array2d(dtype=int),
    values: wp.array(dtype=wp.float64),
):
    """Adds each triangle's 3 x 3 stiffness matrix; slots[t, 3 * a + b] is where its entry (a, b) lies in `values`."""
    t = wp.tid()
    area = signed_area(points[triangles[t, 0]], points[triangles[t, 1]], points[triangles[t, 2]])
    for a in range(3):
        # The gradient of a corner's basis function is the opposite edge, turned and divided by twice the area.
        edge_a = points[triangles[t, (a + 2) % 3]] - points[triangles[t, (a + 1) % 3]]
        for b in range(3):
            edge_b = points[triangles[t, (b + 2) % 3]] - points[triangles[t, (b + 1) % 3]]
            wp.atomic_add(values, slots[t, 3 * a + b], wp.dot(edge_a, edge_b) / (wp.float64(4.0) * area))


@wp.kernel
def assemble_load(
    points: wp.array(dtype=wp.vec2d),
    triangles: wp.array2d(dtype=int),
    source: wp.array(dtype=wp.float64),
    load: wp.array(dtype=wp.float64),
):
    """Adds each triangle's share of the load: the mass matrix times the source at the corners."""
    t = wp.tid()
    i = triangles[t, 0]
    j = triangles[t, 1]
    k = triangles[t, 2]
    weight = signed_area(points[i], points[j], points[k]) / wp.float64(12.0)
    total = source[i] + source[j] + source[k]
    wp.atomic_add(load, i, weight * (total + source[i]))
    wp.atomic_add(load, j, weight * (total + source[j]))
    wp.atomic_add(load, k, weight * (total + source[k]))


@wp.kernel
def fix_boundary(
    offsets: wp.array(dtype=int),
    columns: wp.array(dtype=int),
    fixed: wp.array(dtype=int),
    values: wp.array(dtype=wp.float64),
):
    """Rows and columns of nodes whose value is given become those of the identity, so the matrix stays symmetric."""
    row = wp.tid()
    for k in range(offsets[row], offsets[row + 1]):
        column = columns[k]
        if fixed[row] != 0 or fixed[column] != 0:
            values[k] = wp.where(row == column, wp.float64(1.0), wp.float64(0.0))


@wp.kernel
def clear_fixed(fixed: wp.array(dtype=int), load: wp.array(dtype=wp.float64)):
    """The solution is zero on the boundary."""
    row = wp.tid()
    if fixed[row] != 0:
        load[row] = wp.float64(0.0)


# ---- Conjugate gradients ---------------------------------------------------------------------------------------------


@wp.kernel
def multiply(
    offsets: wp.array(dtype=int),
    columns: wp.array(dtype=int),
    values: wp.array(dtype=wp.float64),
    x: wp.array(dtype=wp.float64),
    y: wp.array(dtype=wp.float64),
):
    row = wp.tid()
    total = wp.float64(0.0)
    for k in range(offsets[row], offsets[row + 1]):
        total += values[k] * x[columns[k]]
    y[row] = total


@wp.kernel
def dot_chunks(
    a: wp.array(dtype=wp.float64), b: wp.array(dtype=wp.float64), chunk: int, partial: wp.array(dtype=wp.float64)
):
    """The first level of a dot product: each thread sums one chunk."""
    i = wp.tid()
    total = wp.float64(0.0)
    for k in range(i * chunk, wp.min((i + 1) * chunk, a.shape[0])):
        total += a[k] * b[k]
    partial[i] = total


@wp.kernel
def sum_chunks(partial: wp.array(dtype=wp.float64), slot: int, scalars: wp.array(dtype=wp.float64)):
    """The second level: one thread."""
    total = wp.float64(0.0)
    for k in range(partial.shape[0]):
        total += partial[k]
    scalars[slot] = total


@wp.kernel
def advance(
    scalars: wp.array(dtype=wp.float64),
    old: int,
    direction: wp.array(dtype=wp.float64),
    product: wp.array(dtype=wp.float64),
    x: wp.array(dtype=wp.float64),
    residual: wp.array(dtype=wp.float64),
):
    """A step along `direction`. scalars[old] is the residual's square, scalars[2] the direction's product with itself."""
    i = wp.tid()
    alpha = scalars[old] / scalars[2]
    x[i] += alpha * direction[i]
    residual[i] -= alpha * product[i]


@wp.kernel
def turn(
    scalars: wp.array(dtype=wp.float64),
    old: int,
    residual: wp.array(dtype=wp.float64),
    direction: wp.array(dtype=wp.float64),
):
    """The next direction, conjugate to those before."""
    i = wp.tid()
    beta = scalars[1 - old] / scalars[old]
    direction[i] = residual[i] + beta * direction[i]


# ---- What is wanted of the solution ----------------------------------------------------------------------------------


@wp.kernel
def square_error(
    points: wp.array(dtype=wp.vec2d),
    triangles: wp.array2d(dtype=int),
    solution: wp.array(dtype=wp.float64),
    error: wp.array(dtype=wp.float64),
):
    """Each triangle's part of the squared L2 error, by the midpoints of the edges (exact for quadratics)."""
    t = wp.tid()
    area = signed_area(points[triangles[t, 0]], points[triangles[t, 1]], points[triangles[t, 2]])
    total = wp.float64(0.0)
    for a in range(3):
        i = triangles[t, a]
        j = triangles[t, (a + 1) % 3]
        middle = wp.float64(0.5) * (points[i] + points[j])
        difference = wp.float64(0.5) * (solution[i] + solution[j]) - exact(middle)
        total += difference * difference
    error[t] = area / wp.float64(3.0) * total


@wp.kernel
def misfit(
    solution: wp.array(dtype=wp.float64),
    sensors: wp.array(dtype=int),
    observed: wp.array(dtype=wp.float64),
    loss: wp.array(dtype=wp.float64),
):
    """Half the squared distance between the solution and what the sensors saw."""
    i = wp.tid()
    difference = solution[sensors[i]] - observed[i]
    wp.atomic_add(loss, 0, wp.float64(0.5) * difference * difference)
