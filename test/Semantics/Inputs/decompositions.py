#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decompositions of random matrices: values against numpy, gradients against central differences and closed forms.

    decompositions.py [--count N] [--device cpu] [--seed S] [--only svd2,svd3,eig3,qr3] [--types float64,float32]

There are N matrices of each kind (general, equal values, zero values, exact diagonals, 1e-6 beside these), of each scale (1, 1e-12,
1e12) and of each type. `free` losses weigh the factors themselves. Their gradients are held against central differences, along
a direction each, of the float64 forward if the values lie further apart than 1e-3 of the norm, and have to be finite elsewhere. The other losses do not depend
on the choice of the factors, and have closed forms. Errors are relative to the norm of the matrix, or to the largest component of the
gradient and to a tenth of the largest weight. Prints the greatest ones of each kind; exit status 1 if one is beyond its tolerance. kgen-run is on PATH.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

SCALES = (1.0, 1e-12, 1e12)
PART = 10000
STEP = 1e-6
LEAST_GAP = 1e-3
# Of values, of gradients with closed forms, of these beside equal values, of differences. A slope at equal values is a proportion
# of adjoints, whose error grows where these happen to be small; values that are equal lie a rounding apart in float32.
TOLERANCES = {
    "float64": {"values": 1e-14, "exact": 1e-9, "beside": 1e-5, "free": 1e-5},
    "float32": {"values": 5e-6, "exact": 1e-2, "beside": 1e-1, "free": 2e-2},
}

HEAD = """import warp as wp

@wp.kernel
def k(A: wp.array(dtype={mat}), n: wp.array(dtype={scalar}){parameters}):
    i = wp.tid()
"""
FACTORS = {
    "svd2": ("U, s, V", "U * wp.diag(s) * wp.transpose(V)"),
    "svd3": ("U, s, V", "U * wp.diag(s) * wp.transpose(V)"),
    "eig3": ("U, s", "U * wp.diag(s) * wp.transpose(U)"),
    "qr3": ("U, R", "U * R"),
}
CUBE = "wp.cw_mul(wp.cw_mul(n[i] * s, n[i] * s), s)"


def losses_of(name):
    """Name of a loss to its results and the statements that make them. n is 1 over the norm."""
    results, product = FACTORS[name]
    names = results.split(", ")
    found = {"free": [(v, v) for v in names], "product": [("P", product)]}
    if name == "qr3":
        found["square"] = [("P", "n[i] * (wp.transpose(R) * R)")]
    else:
        found["cube"] = [("P", product.replace("(s)", f"({CUBE})"))]
        found["square"] = [("e", "n[i] * wp.dot(s, s)")]
        found["energy"] = found["cube"] + found["square"]
    return found


def type_of(variable, name, kind):
    suffix = "d" if kind == "float64" else ""
    k = "2" if name == "svd2" else "3"
    return {"s": f"wp.vec{k}{suffix}", "e": f"wp.{kind}"}.get(variable, f"wp.mat{k}{k}{suffix}")


def source_of(name, loss, kind):
    outputs = losses_of(name)[loss]
    parameters = "".join(f", out_{v}: wp.array(dtype={type_of(v, name, kind)})" for v, _ in outputs)
    text = HEAD.format(mat=type_of("A", name, kind), scalar=f"wp.{kind}", parameters=parameters)
    text += f"    {FACTORS[name][0]} = wp.{name}(A[i])\n"
    return text + "".join(f"    out_{v}[i] = {expression}\n" for v, expression in outputs)


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def run(self, name, loss, kind, A, weights=None):
        """Outputs and, with weights, the gradient of A; of all matrices at once."""
        path = os.path.join(self.folder, f"{name}_{loss}_{kind}.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source_of(name, loss, kind))
        count, size = len(A), A.shape[1]
        norms = np.linalg.norm(A, axis=(1, 2))
        inverse = 1.0 / np.where(norms == 0, 1.0, norms)

        def argument(variable, role, values, **more):
            dtype = type_of(variable, name, kind)[3:]
            return {"name": variable, "dtype": dtype, "role": role, "value": values.tolist(), **more}

        args = [argument("A", "in", A, grad=True), argument("e", "in", inverse)]
        args[1]["name"] = "n"
        for k, (variable, _) in enumerate(losses_of(name)[loss]):
            shape = {"s": (count, size), "e": (count,)}.get(variable, (count, size, size))
            weight = np.ones(shape) if weights is None else weights[k]
            args.append(argument(variable, "out", np.zeros(shape), weight=weight.tolist()))
            args[-1]["name"] = f"out_{variable}"
        case = os.path.join(self.folder, "case.json")
        with open(case, "w", encoding="utf-8") as file:
            json.dump({"kernel": "k", "dim": count, "args": args}, file)
        command = ["kgen-run", path, "--case", case, "--device", self.options.device]
        command += ["--backward"] if weights is not None else []
        command += ["--unchecked"] if self.options.device == "cpu" else []
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{name} {loss} {kind}: {done.stderr}")
        answer = json.loads(done.stdout)
        outputs = [
            np.array(answer["outputs"]["out_" + v]).reshape((count,) + np.array(args[k + 2]["value"]).shape[1:])
            for k, (v, _) in enumerate(losses_of(name)[loss])
        ]
        return outputs, np.array(answer["grads"]["A"]).reshape(A.shape) if weights is not None else None


def rotations(rng, count, size):
    Q, _ = np.linalg.qr(rng.normal(size=(count, size, size)))
    Q[:, :, 0] *= np.sign(np.linalg.det(Q))[:, None]
    return Q


def kinds_of(name, rng, count):
    """Matrices by kind."""
    size = 2 if name == "svd2" else 3
    symmetric = name == "eig3"
    U, V = rotations(rng, count, size), rotations(rng, count, size)

    def of(*values):
        A = np.einsum("nij,j,nkj->nik", U, np.array(values[:size], dtype=float), U if symmetric else V)
        return (A + A.transpose(0, 2, 1)) / 2 if symmetric else A

    general = rng.normal(size=(count, size, size))
    yield "general", (general + general.transpose(0, 2, 1)) if symmetric else general
    integers = rng.integers(-2, 3, size=(count, size, size)).astype(float)
    yield "integers", np.triu(integers) + np.triu(integers, 1).transpose(0, 2, 1) if symmetric else integers
    yield "diagonals", np.einsum("ni,ij->nij", rng.integers(-2, 3, size=(count, size)).astype(float), np.eye(size))
    yield "equal", of(2, 2, 1)
    yield "equal below", of(2, 1, 1)
    yield "all equal", of(1.3, 1.3, 1.3)
    yield "reflections", of(1.3, -1.3, 1.3)
    yield "rank 1", of(1, 0, 0)
    yield "rank 2", of(2, 1, 0)
    yield "equal and zero", of(2, 2, 0)
    yield "zero", np.zeros((count, size, size))
    yield "beside equal", of(2, 2 + 2e-6, 1)
    yield "beside all equal", of(2, 2 + 2e-6, 2 - 3e-6)
    yield "beside reflections", of(1.3, -1.3 - 1e-6, 1.3 + 2e-6)
    yield "beside rank 1", of(1, 1e-6, 2e-6)
    yield "beside zero and equal", of(1, 1e-6, 1e-6)
    if symmetric:
        yield "not symmetric", general


def values_errors(name, A, outputs):
    """How far factors are from giving their argument back, and from being what they are called."""
    norm = np.linalg.norm(A, axis=(1, 2))
    norm = np.where(norm == 0, 1.0, norm)[:, None, None]
    U = outputs[0]
    eye = np.eye(A.shape[1])
    errors = [U.transpose(0, 2, 1) @ U - eye]
    if name == "qr3":
        R = outputs[1] / norm
        errors += [np.tril(R, -1), U @ R - A / norm]
    else:
        s = outputs[1][:, None, :] / norm
        right = outputs[2] if len(outputs) > 2 else U
        errors += [right.transpose(0, 2, 1) @ right - eye, (U * s) @ right.transpose(0, 2, 1) - A / norm]
        theirs = np.linalg.eigvalsh(A) if name == "eig3" else np.linalg.svd(A)[1][:, ::-1]
        own = np.sort(s[:, 0] if name == "eig3" else np.abs(s[:, 0]), axis=1)
        errors.append(own - theirs / norm[:, :, 0])
    return np.max([np.abs(e).reshape(len(A), -1).max(axis=1) for e in errors], axis=0)


def closed_form(name, loss, A, W):
    norm = np.linalg.norm(A, axis=(1, 2))
    n = (1.0 / np.where(norm == 0, 1.0, norm))[:, None, None]
    t = A.transpose(0, 2, 1)
    if loss == "energy":
        return closed_form(name, "cube", A, W[:1]) + closed_form(name, "square", A, W[1:])
    W = W[0]
    if loss == "product":
        return W
    if loss == "cube":
        return n * n * (W @ t @ A + A @ W.transpose(0, 2, 1) @ A + A @ t @ W)
    if name == "qr3":
        return n * A @ (W + W.transpose(0, 2, 1))
    return 2 * n * A * W[:, None, None]


def least_gap(name, A):
    """Relative to the norm, of what the factors' slopes divide by."""
    norm = np.linalg.norm(A, axis=(1, 2))
    if name == "qr3":
        return np.abs(np.linalg.svd(A)[1]).min(axis=1) / np.where(norm == 0, 1.0, norm)
    if name == "eig3":
        s = np.linalg.eigvalsh(np.tril(A) + np.tril(A, -1).transpose(0, 2, 1))
        gaps = [s[:, 1:] - s[:, :-1]]
    else:
        s = np.linalg.svd(A)[1]
        gaps = [s[:, :-1] - s[:, 1:], s[:, -2:-1] + s[:, -1:], s[:, -1:]]
        gaps.append(s[:, -2:-1] - s[:, -1:])
    return np.concatenate(gaps, axis=1).min(axis=1) / np.where(norm == 0, 1.0, norm)


def differences(runner, name, A, weights, directions):
    """Central differences of the float64 forward, along a direction for each matrix."""
    steps = STEP * np.linalg.norm(A, axis=(1, 2))[:, None, None] * directions
    outputs, _ = runner.run(name, "free", "float64", np.concatenate([A + steps, A - steps]))
    loss = 0.0
    for out, weight in zip(outputs, weights):
        loss = loss + (out * np.concatenate([weight, weight])).reshape(2 * len(A), -1).sum(axis=1)
    return (loss[: len(A)] - loss[len(A) :]) / (2 * STEP * np.linalg.norm(A, axis=(1, 2)))


def relative(got, want, W):
    """The error of each gradient, relative to its largest component, or to a tenth of the weights' if its terms cancel."""
    weights = np.concatenate([np.abs(w).reshape(len(w), -1) for w in W], axis=1).max(axis=1)
    scale = np.maximum(np.abs(want).max(axis=(1, 2)), 0.1 * weights)
    errors = np.abs(got - want).max(axis=(1, 2)) / np.where(scale == 0, 1.0, scale)
    return np.where(np.isfinite(got).all(axis=(1, 2)), errors, np.inf)


def check_free(runner, name, kind, A, structured, rng):
    """Outputs, the gradient of a loss that weighs the factors, and its error for each matrix."""
    norm = np.linalg.norm(A, axis=(1, 2))
    inverse = 1.0 / np.where(norm == 0, 1.0, norm)
    sizes = {"U": 1, "V": 1, "s": inverse[:, None], "R": inverse[:, None, None]}
    shapes = {"s": A.shape[:2]}
    weights = [rng.normal(size=shapes.get(v, A.shape)) * sizes[v] for v, _ in losses_of(name)["free"]]
    outputs, gradient = runner.run(name, "free", kind, A, weights)
    errors = np.where(np.isfinite(gradient).all(axis=(1, 2)), 0.0, np.inf)
    # A float32 run has its own signs of vectors; the same, unless values are near each other. Of structured matrices, which
    # may be where signs change, the gradient has to be finite.
    apart = (least_gap(name, A) > (LEAST_GAP if kind == "float64" else 0.05)) & ~structured
    directions = rng.normal(size=A[apart].shape)
    directions /= np.linalg.norm(directions, axis=(1, 2))[:, None, None]
    want = differences(runner, name, A[apart], [w[apart] for w in weights], directions)
    got = (gradient[apart] * directions).sum(axis=(1, 2))
    errors[apart] = np.abs(got - want) / np.linalg.norm(gradient[apart], axis=(1, 2))
    return outputs, errors


def check(runner, name, kind, kinds, count, rng):
    """Rows of errors of all kinds, which are run at once."""
    labels, A, scales = list(kinds), np.concatenate(list(kinds.values())), np.resize(SCALES, count)
    A = (A * np.tile(scales, len(labels))[:, None, None]).astype(kind).astype(float)
    structured = np.repeat([label in ("integers", "diagonals") for label in labels], count)
    outputs, free = check_free(runner, name, kind, A, structured, rng)
    errors = {"free": free, "values": values_errors(name, A, outputs)}
    for loss in losses_of(name):
        if loss == "free":
            continue
        W = [rng.normal(size=A.shape[:1] if result == "e" else A.shape) for result, _ in losses_of(name)[loss]]
        _, gradient = runner.run(name, loss, kind, A, W)
        want = closed_form(name, loss, A, W)
        if name == "eig3":  # of the function of symmetric matrices
            gradient, want = (gradient + gradient.transpose(0, 2, 1)) / 2, (want + want.transpose(0, 2, 1)) / 2
        errors[loss] = relative(gradient, want, W)
    for k, label in enumerate(labels):
        own = ("free",) if label == "not symmetric" else errors
        yield label, {loss: greatest(errors[loss][k * count : (k + 1) * count], loss, kind) for loss in own}


def greatest(errors, loss, kind):
    """In float32, a loss that says nearly the same of two equal vectors has a slope that is off by some per cent: one of 2,000 is left out."""
    spared = len(errors) // 2000 if kind == "float32" and loss not in ("values", "free") else 0
    return np.sort(errors)[-1 - spared]


def check_all(runner, name, kind, options):
    """The greatest errors by kind, of so many matrices each; PART of each kind at a time."""
    worst = {}
    for first in range(0, options.count, PART):
        rng = np.random.default_rng([options.seed, first])
        count = min(PART, options.count - first)
        for label, row in check(runner, name, kind, dict(kinds_of(name, rng, count)), count, rng):
            known = worst.setdefault(label, row)
            worst[label] = {loss: max(error, known[loss]) for loss, error in row.items()}
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="svd2,svd3,eig3,qr3")
    parser.add_argument("--types", default="float64,float32")
    options = parser.parse_args()
    wrong, checked = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options, folder)
        for name in options.only.split(","):
            for kind in options.types.split(","):
                tolerances = TOLERANCES[kind]
                for label, row in check_all(runner, name, kind, options).items():
                    exact = tolerances["beside" if label.startswith("beside") else "exact"]
                    limits = {"values": tolerances["values"], "free": tolerances["free"]}
                    bad = [loss for loss, error in row.items() if not error <= limits.get(loss, exact)]
                    wrong += len(bad)
                    checked += options.count
                    shown = ", ".join(f"{loss} {error:.1e}" for loss, error in row.items())
                    print(f"{'wrong' if bad else 'right'}: {name} {kind} {label}: {shown}", flush=True)
    print(f"{checked} matrices, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
