#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds growth rate and capacity from counts, by plain gradient descent on the kernel in growth.py.

Usage: fit.py kgen|warp [--steps N] [--step LENGTH]

`kgen` takes the gradient of kgen-run, which has to be on PATH; `warp` that of wp.Tape, in a Python that has warp-lang.
"""

import argparse
import json
import math
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TRUE = (0.6, 2.0)  # what the counts come from
GUESS = (0.3, 1.5)
START = [0.1, 0.2, 0.4, 0.1, 0.3, 1.8]
SEASONS = [4, 6, 3, 9, 2, 5]


def count(rate, capacity):
    """The sizes of the colonies after their seasons."""
    sizes = []
    for size, seasons in zip(START, SEASONS):
        for _ in range(seasons):
            size += rate * size * (1.0 - size / capacity)
        sizes.append(size)
    return sizes


class Kgen:
    """Loss and gradient from kgen-run."""

    def __call__(self, parameters):
        def argument(name, value, dtype="float64", role="in", **more):
            return {"name": name, "dtype": dtype, "role": role, "value": value, **more}

        case = {
            "kernel": "misfit",
            "dim": len(START),
            "args": [
                argument("parameters", parameters, grad=True),
                argument("start", START),
                argument("seasons", SEASONS, "int32"),
                argument("counted", count(*TRUE)),
                argument("loss", [0.0], role="inout", weight=[1.0]),
            ],
        }
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(case, file)
            file.flush()
            command = ["kgen-run", os.path.join(HERE, "growth.py"), "--case", file.name, "--backward"]
            result = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        return result["outputs"]["loss"][0], result["grads"]["parameters"]


class Warp:
    """Loss and gradient from Warp's tape."""

    def __init__(self):
        import warp as wp
        from growth import misfit

        wp.config.log_level = wp.LOG_ERROR
        self.wp, self.kernel = wp, misfit

    def __call__(self, parameters):
        wp = self.wp

        def array(values, dtype=wp.float64, **more):
            return wp.array(values, dtype=dtype, device="cpu", **more)

        found, loss = array(parameters, requires_grad=True), array([0.0], requires_grad=True)
        inputs = [found, array(START), array(SEASONS, int), array(count(*TRUE)), loss]
        with wp.Tape() as tape:
            wp.launch(self.kernel, dim=len(START), inputs=inputs, device="cpu")
        tape.backward(loss)
        return float(loss.numpy()[0]), [float(slope) for slope in found.grad.numpy()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("gradient", choices=("kgen", "warp"))
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--step", type=float, default=0.05, metavar="LENGTH")
    options = parser.parse_args()
    gradient = Kgen() if options.gradient == "kgen" else Warp()
    parameters = list(GUESS)
    for step in range(options.steps + 1):
        loss, slopes = gradient(parameters)
        if step % 10 == 0 or not math.isfinite(loss):
            print(f"step {step:2}: loss {loss:.3e}, rate {parameters[0]:.4f}, capacity {parameters[1]:.4f}")
        if not math.isfinite(loss):
            print("diverged")
            return
        parameters = [value - options.step * slope for value, slope in zip(parameters, slopes)]
    print("true:   ", " " * 14, f"rate {TRUE[0]:.4f}, capacity {TRUE[1]:.4f}")


if __name__ == "__main__":
    main()
