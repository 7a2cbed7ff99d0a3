# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tangents_in_warp.py OUT FILE.py...: runs kernels of tangents, printed as Python, in real Warp, and holds them against the
expected gradients: <weight, tangent> = <gradient, direction>.
"""
import json
import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Inputs"))
import tangents  # noqa: E402
from tangents import cases  # noqa: E402
import warp_oracle  # noqa: E402


def check(path, out):
    case = cases.read_case(path)
    with open(os.path.splitext(path)[0] + ".json", encoding="utf-8") as file:
        expected = json.load(file)
    source = tangents.make(path, out)
    printed = os.path.splitext(source)[0] + ".py"
    done = tangents.subprocess.run(["kgen-translate", "--kgen-to-warp", source, "-o", printed], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    draw = random.Random(case["name"])
    directions = {arg["name"]: tangents.draw(draw, arg["value"]) for arg in case["args"] if arg.get("grad")}
    weights = {arg["name"]: arg["weight"] for arg in case["args"] if "weight" in arg}
    module = warp_oracle.load_module(printed, "tangents_of_" + case["name"])
    found = warp_oracle.run(tangents.tangent_case(case, directions), module, None, False)["outputs"]
    left, right = tangents.products(weights, found, "tan_"), tangents.products(expected["grads"], directions)
    worst = tangents.error(left, right)
    if not worst <= expected["rtol"]:
        raise RuntimeError(f"{sum(left)} but {sum(right)}")


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    warp_oracle.warp.config.log_level = warp_oracle.warp.LOG_ERROR
    warp_oracle.warp.config.enable_backward = False
    warp_oracle.warp.config.kernel_cache_dir = os.environ.get("WARP_CACHE_PATH", out)
    right = 0
    for path in sys.argv[2:]:
        try:
            check(path, out)
            right += 1
        except Exception as error:  # whatever Warp raises: the others go on
            print(f"{os.path.basename(path)}: {type(error).__name__}: {str(error)[:300]}")
    print(f"{right} of {len(sys.argv) - 2} right in Warp")


if __name__ == "__main__":
    main()
