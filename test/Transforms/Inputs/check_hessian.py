# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_hessian.py OUT FILE.py...: products of the Hessian and a vector, forward over reverse, against differences of gradients.

K_jvp runs as the forward, K_backward_jvp after it; the differences are central ones of the backward's gradients, with one
Richardson step.
"""
import json
import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Inputs"))
import tangents  # noqa: E402
from tangents import cases  # noqa: E402

PASSES = ("--kgen-differentiate", "--kgen-differentiate=mode=forward")


def gradient(mlir, case, out):
    path = os.path.join(out, "moved.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(case, file)
    return tangents.run_json(["kgen-run", mlir, "--kernel", case["kernel"], "--case", path, "--backward"])["grads"]


def moved(case, directions, h):
    def step(arg):
        if arg["name"] not in directions:
            return arg
        numbers = (x + h * d for x, d in zip(cases.flat(arg["value"]), cases.flat(directions[arg["name"]]), strict=True))
        return {**arg, "value": tangents.fill(arg["value"], numbers)}

    return {**case, "args": [step(arg) for arg in case["args"]]}


def difference(mlir, case, directions, out):
    def central(h):
        ahead, behind = (gradient(mlir, moved(case, directions, s), out) for s in (h, -h))
        return {name: [(a - b) / (2.0 * h) for a, b in zip(ahead[name], behind[name], strict=True)] for name in ahead}

    coarse, fine = central(2e-3), central(1e-3)
    return {name: [(4.0 * f - c) / 3.0 for f, c in zip(fine[name], coarse[name], strict=True)] for name in fine}


def hessian_product(mlir, case, directions, out):
    args = [{key: field for key, field in arg.items() if key not in ("weight", "grad")} for arg in case["args"]]
    final = tangents.run(mlir, case, directions, out)

    def group(prefix, numbers):
        return [{**arg, "name": prefix + arg["name"],
                 "role": "inout" if arg["role"] != "scalar" else "scalar",
                 "value": tangents.fill(arg["value"], iter(numbers(arg))) if tangents.is_float_array(arg) else arg["value"]}
                for arg in args]

    weights = {arg["name"]: cases.flat(arg["weight"]) for arg in case["args"] if "weight" in arg}
    zeros = lambda arg: [0.0] * len(cases.flat(arg["value"]))  # noqa: E731
    whole = {"kernel": case["kernel"] + "_backward_jvp", "dim": case["dim"], "args":
             group("", lambda arg: final[arg["name"]]) + group("adj_", lambda arg: weights.get(arg["name"]) or zeros(arg)) +
             group("tan_", lambda arg: final["tan_" + arg["name"]]) + group("tan_adj_", zeros)}
    path = os.path.join(out, "hessian.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(whole, file)
    return tangents.run_json(["kgen-run", mlir, "--case", path])["outputs"]


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    for path in sys.argv[2:]:
        case = cases.read_case(path)
        draw = random.Random(case["name"])
        mlir = tangents.make(path, out, PASSES)
        wanted = [arg for arg in case["args"] if arg.get("grad")]
        directions = {arg["name"]: tangents.draw(draw, arg["value"]) for arg in wanted}
        found = hessian_product(mlir, case, directions, out)
        want = difference(mlir, case, directions, out)
        error = max(cases.relative_error(found["tan_adj_" + arg["name"]], want[arg["name"]]) for arg in wanted)
        moving = any(number for numbers in want.values() for number in numbers)
        verdict = "as the differences" if error < 1e-7 and moving else f"off by {error}"
        print(f"{case['name']}: {verdict}")


main()
