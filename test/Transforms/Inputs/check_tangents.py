# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_tangents.py OUT FILE.py...: holds tangents, compiled, against gradients, along three directions for each case.

Against the expected gradients beside the kernel, and, where kgen has a backward, against that from random adjoints of all arrays:
<weight, tangent> = <gradient, direction>.
"""
import json
import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Inputs"))
import tangents  # noqa: E402
from tangents import cases  # noqa: E402


def gradients(path, case, weights, out):
    """All gradients from adjoints of all arrays; None where the kernel is refused."""
    args = [{**arg, "weight": weights[arg["name"]], "grad": True} if arg["name"] in weights else arg for arg in case["args"]]
    target = os.path.join(out, "weighted.json")
    with open(target, "w", encoding="utf-8") as file:
        json.dump({**case, "args": args}, file)
    done = tangents.subprocess.run(["kgen-run", path, "--case", target, "--backward"], capture_output=True, text=True)
    return json.loads(done.stdout)["grads"] if done.returncode == 0 else None


def check(path, out):
    """The largest error, and whether the backward was there too."""
    case = cases.read_case(path)
    with open(os.path.splitext(path)[0] + ".json", encoding="utf-8") as file:
        expected = json.load(file)
    draw = random.Random(case["name"])
    mlir = tangents.make(path, out)
    moving = [arg for arg in case["args"] if tangents.is_float_array(arg)]
    weights = {arg["name"]: arg["weight"] for arg in case["args"] if "weight" in arg}
    errors = []
    for _ in range(2):
        directions = {arg["name"]: tangents.draw(draw, arg["value"]) for arg in moving if arg.get("grad")}
        found = tangents.run(mlir, case, directions, out, "--device", "cpu", "-O0", "--unchecked")
        errors.append(tangents.error(tangents.products(weights, found, "tan_"),
                                     tangents.products(expected["grads"], directions)))
    weights = {arg["name"]: tangents.draw(draw, arg["value"]) for arg in moving}
    directions = {arg["name"]: tangents.draw(draw, arg["value"]) for arg in moving}
    backward = gradients(path, case, weights, out)
    if backward:
        found = tangents.run(mlir, case, directions, out, "--device", "cpu", "-O0")
        errors.append(tangents.error(tangents.products(weights, found, "tan_"), tangents.products(backward, directions)))
    worst = max(errors)
    if not worst <= expected["rtol"]:
        print(f"{case['name']}: {errors}")
    return worst <= expected["rtol"], backward is not None


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    results = []
    for path in sys.argv[2:]:
        try:
            results.append(check(path, out))
        except SystemExit as refusal:
            print(refusal)
            results.append((False, False))
    right = sum(right for right, _ in results)
    print(f"{right} of {len(results)} right along three directions, {sum(both for _, both in results)} against a backward too")


main()
