# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prelude.py OUT: Warp's functions that are functions of the program in kgen, by kgen-run and by real Warp on the same arguments.

Of a decomposition the factors have to give the matrix back and to be orthogonal, to 64 units in the last place of its norm, and to
be Warp's, in its order and with its signs, where its own do not depend on the last place. Noise agrees to 4 units in the last place
of its greatest slope, its curl too (of the slopes that it sums), the nearest points of edges likewise, random counts to the last bit,
states too.
"""
import json
import os
import subprocess
import sys

import numpy as np
import warp as wp

wp.set_module_options({"enable_backward": False})
COUNT = 40
SEEDS = 64


@wp.kernel
def decompose(
    a: wp.array(dtype=wp.mat33), u: wp.array(dtype=wp.mat33), s: wp.array(dtype=wp.vec3), v: wp.array(dtype=wp.mat33),
    q: wp.array(dtype=wp.mat33), r: wp.array(dtype=wp.mat33), e: wp.array(dtype=wp.mat33), d: wp.array(dtype=wp.vec3),
):
    i = wp.tid()
    m = a[i]
    left = wp.mat33()
    values = wp.vec3()
    right = wp.mat33()
    wp.svd3(m, left, values, right)
    u[i] = left
    s[i] = values
    v[i] = right
    rotation, triangle = wp.qr3(m)
    q[i] = rotation
    r[i] = triangle
    vectors, eigenvalues = wp.eig3(m + wp.transpose(m))
    e[i] = vectors
    d[i] = eigenvalues


@wp.kernel
def decompose_d(
    a: wp.array(dtype=wp.mat33d), u: wp.array(dtype=wp.mat33d), s: wp.array(dtype=wp.vec3d), v: wp.array(dtype=wp.mat33d),
    q: wp.array(dtype=wp.mat33d), r: wp.array(dtype=wp.mat33d), e: wp.array(dtype=wp.mat33d), d: wp.array(dtype=wp.vec3d),
):
    i = wp.tid()
    m = a[i]
    left, values, right = wp.svd3(m)
    u[i] = left
    s[i] = values
    v[i] = right
    rotation, triangle = wp.qr3(m)
    q[i] = rotation
    r[i] = triangle
    vectors, eigenvalues = wp.eig3(m + wp.transpose(m))
    e[i] = vectors
    d[i] = eigenvalues


@wp.kernel
def decompose_2(
    a: wp.array(dtype=wp.mat22), u: wp.array(dtype=wp.mat22), s: wp.array(dtype=wp.vec2), v: wp.array(dtype=wp.mat22)
):
    i = wp.tid()
    left, values, right = wp.svd2(a[i])
    u[i] = left
    s[i] = values
    v[i] = right


@wp.kernel
def fields(x: wp.array(dtype=wp.vec4), n: wp.array2d(dtype=float)):
    i = wp.tid()
    state = wp.rand_init(7, i // 8)
    p = x[i]
    n[i, 0] = wp.noise(state, p[0])
    n[i, 1] = wp.noise(state, wp.vec2(p[0], p[1]))
    n[i, 2] = wp.noise(state, wp.vec3(p[0], p[1], p[2]))
    n[i, 3] = wp.noise(state, p)
    n[i, 4] = wp.pnoise(state, wp.abs(p[0]), 3)
    n[i, 5] = wp.pnoise(state, wp.vec2(wp.abs(p[0]), wp.abs(p[1])), 3, 2)
    n[i, 6] = wp.pnoise(state, wp.vec3(wp.abs(p[0]), wp.abs(p[1]), wp.abs(p[2])), 3, 2, 4)
    n[i, 7] = wp.pnoise(state, wp.vec4(wp.abs(p[0]), wp.abs(p[1]), wp.abs(p[2]), wp.abs(p[3])), 3, 2, 4, 5)


@wp.kernel
def curls(x: wp.array(dtype=wp.vec4), a: wp.array(dtype=wp.vec2), b: wp.array(dtype=wp.vec3), c: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    state = wp.rand_init(7, i // 8)
    p = x[i]
    a[i] = wp.curlnoise(state, wp.vec2(p[0], p[1]))
    b[i] = wp.curlnoise(state, wp.vec3(p[0], p[1], p[2]), wp.uint32(3), 1.7, 0.6)
    c[i] = wp.curlnoise(state, p, wp.uint32(2), gain=0.3)


@wp.kernel
def counts(rate: wp.array(dtype=float), n: wp.array2d(dtype=wp.uint32), after: wp.array(dtype=wp.uint32)):
    i = wp.tid()
    state = wp.rand_init(11, i)
    for k in range(4):
        c = wp.poisson(state, rate[i])
        n[i, k] = c
    after[i] = state


@wp.kernel
def edges(x: wp.array2d(dtype=wp.vec3), near: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    near[i] = wp.closest_point_edge_edge(x[i, 0], x[i, 1], x[i, 2], x[i, 3], 1.0e-5)


@wp.kernel
def intervals(cdf: wp.array(dtype=float), n: wp.array2d(dtype=int), after: wp.array(dtype=wp.uint32)):
    i = wp.tid()
    state = wp.rand_init(13, i)
    for k in range(4):
        c = wp.sample_cdf(state, cdf)
        n[i, k] = c
    after[i] = state


def edge_pairs(draw, shape):
    x = draw.uniform(-1.0, 1.0, shape)
    x[0, 1] = x[0, 0]  # a point
    x[1, 3] = x[1, 2]
    x[2] = x[2, :1]  # two
    x[3, 2:] = x[3, :2] + 0.5  # parallel
    return x


def arguments_of(kernel, count, values):
    draw = np.random.default_rng(3)
    arguments, arrays = [], {}
    for argument in kernel.adj.args:
        dtype, rank = argument.type.dtype, argument.type.ndim
        part = tuple(getattr(dtype, "_shape_", ()))
        scalar = wp.dtype_to_numpy(getattr(dtype, "_wp_scalar_type_", dtype))
        shape = (count,) if rank == 1 else (count, 8 if kernel is fields else 4)
        given = values(draw, shape + part) if argument is kernel.adj.args[0] else np.zeros(shape + part)
        given = given.astype(scalar)
        name = dtype.__name__ if not part else {1: "vec", 2: "mat"}[len(part)] + "".join(map(str, part)) + "fd"[scalar == np.float64]
        entry = {"name": argument.label, "dtype": name, "shape": list(shape), "role": "inout"}
        arguments.append({**entry, "value": given.ravel().tolist()})
        arrays[argument.label] = wp.array(given, dtype=dtype, device="cpu")
    return arguments, arrays


def run(out, kernel, count, values, device):
    """What came of each argument: (kgen's, Warp's)."""
    arguments, arrays = arguments_of(kernel, count, values)
    case = os.path.join(out, kernel.key + ".json")
    with open(case, "w", encoding="utf-8") as file:
        json.dump({"kernel": kernel.key, "dim": [count], "args": arguments}, file)
    command = ["kgen-run", os.path.abspath(__file__), "--kernel", kernel.key, "--case", case, "--device", device]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    got = json.loads(done.stdout)["outputs"]
    wp.launch(kernel, dim=count, inputs=list(arrays.values()), device="cpu")
    return {name: (np.array(got[name]).reshape(array.numpy().shape), array.numpy()) for name, array in arrays.items()}


def matrices(size):
    def draw(random, shape):
        m = random.uniform(-1.0, 1.0, shape)
        m[0] = np.eye(size)
        m[1] = np.diag([3.0, 2.0, 1.0][:size])
        m[2] = np.outer(np.arange(1, size + 1), np.arange(1, size + 1))  # of rank 1
        m[3] *= 1e3
        return m

    return draw


def check(name, wrong, figures):
    print(f"{name}: {'wrong' if wrong else 'right'}, worst " + ", ".join(f"{k} {v:.1f}" for k, v in figures.items()), flush=True)
    return int(wrong)


def check_decompositions(out, kernel, epsilon, size, device):
    both = run(out, kernel, COUNT, matrices(size), device)
    results = {name: np.array(got, dtype=np.float64) for name, (got, _) in both.items()}
    a, norm = results["a"], np.linalg.norm(results["a"], axis=(1, 2))

    def units(difference, by):  # of the last place of the norm
        return np.max(np.abs(difference), axis=(1, 2)) / (epsilon * by)

    def transposed(m):
        return np.swapaxes(m, 1, 2)

    def orthogonal(m):
        return units(m @ transposed(m) - np.eye(size), 1.0)

    def with_diagonal(m, values):
        return m * values[:, None, :]

    figures = {"A of U S V": units(with_diagonal(results["u"], results["s"]) @ transposed(results["v"]) - a, norm)}
    figures |= {"U": orthogonal(results["u"]), "V": orthogonal(results["v"])}
    if size == 3:
        figures["A of Q R"] = units(results["q"] @ results["r"] - a, norm)
        figures["Q"] = orthogonal(results["q"])
        symmetric = a + transposed(a)
        figures["A of eig"] = units(with_diagonal(results["e"], results["d"]) @ transposed(results["e"]) - symmetric, 2 * norm)
        figures["E"] = orthogonal(results["e"])
    regular = np.ones(COUNT, bool)
    regular[:3] = False  # vectors of equal values, or of zero, are the last place's choice
    for label, (got, want) in both.items():
        difference = np.abs(got - want).reshape(COUNT, -1).max(axis=1) / np.maximum(np.abs(want).reshape(COUNT, -1).max(axis=1), 1e-30)
        figures["Warp's " + label] = (difference / epsilon)[regular] / 16  # 1024 units for what is conditioned
    worst = {name: float(np.nanmax(column)) for name, column in figures.items()}
    return check(f"{kernel.key} on {device}", any(not value <= 64 for value in worst.values()), worst)


def main(out):
    wp.config.log_level = wp.LOG_ERROR
    os.makedirs(out, exist_ok=True)
    single, double = float(np.finfo(np.float32).eps), float(np.finfo(np.float64).eps)
    wrong = 0
    for device in ("interpreter", "cpu"):
        wrong += check_decompositions(out, decompose, single, 3, device)
        wrong += check_decompositions(out, decompose_d, double, 3, device)
        wrong += check_decompositions(out, decompose_2, single, 2, device)
        both = run(out, fields, SEEDS, lambda draw, shape: draw.uniform(-4.0, 4.0, shape), device)
        units = float(np.abs(both["n"][0] - both["n"][1]).max() / (single * 4.0))
        wrong += check(f"noise on {device}", not units <= 4, {"noise": units})
        both = run(out, curls, SEEDS, lambda draw, shape: draw.uniform(-4.0, 4.0, shape), device)
        units = max(float(np.abs(got - want).max() / (single * 16.0)) for got, want in both.values())
        wrong += check(f"curls on {device}", not units <= 4, {"slope": units})
        rates = [0.0, 0.3, 2.0, 9.5, 10.0, 30.0, 200.0, 5000.0]
        both = run(out, counts, SEEDS, lambda draw, shape: np.resize(rates, shape), device)
        differ = sum(int(np.sum(both[name][0].astype(np.uint32) != both[name][1])) for name in ("n", "after"))
        wrong += check(f"poisson on {device}", differ, {"counts": differ})
        both = run(out, edges, SEEDS, edge_pairs, device)
        units = float(np.abs(both["near"][0] - both["near"][1]).max() / (single * 4.0))
        wrong += check(f"edges on {device}", not units <= 4, {"parameters and distance": units})
        both = run(out, intervals, SEEDS, lambda draw, shape: np.sort(draw.uniform(0.0, 1.0, shape)), device)
        differ = sum(int(np.sum(both[name][0].astype(np.int64) != both[name][1])) for name in ("n", "after"))
        wrong += check(f"intervals on {device}", differ, {"counts": differ})
    print(f"{wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
