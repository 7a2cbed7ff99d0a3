#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a gradient costs: long loops against the law of binomial checkpointing, and GradBench's functions beside Enzyme's ratios.

Usage: run.py [--threads 1024] [--rounds 9] [--slots 16] [--chip sm_80] [--skip-gradbench]

Times are CPU seconds of the compiled code alone (`kgen-run --stage-times`), the least of the rounds; a backward's is that of forward and
backward less the forward's. A loop is held against `law`: A + F (1 + t), where F is the forward's time, A that of reversing all trips
where each has a slot (from a loop of as many trips as slots), and t the advances of a trip, the least with C(slots + t, t) >= n; of a nest
the sum of both t. Its gradient is held against the tangents of the forward mode. Of PTX: bytes of local memory, and what
ptxas says, where it is on PATH. Enzyme's ratios are those of GradBench's own result files (evals/*/summary.json, `tools.enzyme`),
measured on another machine; they are gradients, and for ba a Jacobian of all observations, where ours is one product with it.
Needs kgen-run, kgen-opt and kgen-translate on PATH. Prints one JSON object.
"""

import argparse
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LOOPS = os.path.join(HERE, "loops.py")
EXAMPLES = os.path.join(HERE, "../../examples/gradbench")
# Derivative over primal, by Enzyme: GradBench's commit 0003df3e91fe62d322db45ef32c18ccb68c55f5e.
ENZYME = {
    "ode n=1000,s=10": 213939 / 16181,
    "gmm 10_10_1000": 2236568 / 678397,
    "lstm l=2,c=1024": 5218582 / 1649326,
    "ba ba1_n49_m7776_p31843": 7748711 / 867006,
}


def array(name, numbers, role="in", dtype="float64", **more):
    return {"name": name, "dtype": dtype, "role": role, "value": numbers, **more}


def scalar(name, value):
    return array(name, value, "scalar", "int32" if isinstance(value, int) else "float64")


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.draw = random.Random(1)

    def numbers(self, *shape, low=-1.0, high=1.0):
        if not shape:
            return self.draw.uniform(low, high)
        return [self.numbers(*shape[1:], low=low, high=high) for _ in range(shape[0])]

    def run(self, path, case, *args):
        """The answer, and the least CPU time of the rounds."""
        file, stages = os.path.join(self.folder, "case.json"), os.path.join(self.folder, "stages.json")
        with open(file, "w", encoding="utf-8") as out:
            json.dump(case, out)
        command = [
            "kgen-run",
            path,
            "--case",
            file,
            "--device",
            "cpu",
            "--unchecked",
            "-O3",
            "--stage-times",
            stages,
            *args,
        ]
        least = math.inf
        for _ in range(self.options.rounds):
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                sys.exit(done.stderr)
            with open(stages, encoding="utf-8") as out:
                least = min(least, json.load(out)["seconds"]["run_cpu"])
        return json.loads(done.stdout), least

    def both(self, path, case, *args):
        """Seconds of the forward and of the backward, and the answer with gradients."""
        _, forward = self.run(path, case, *args)
        answer, both = self.run(path, case, "--backward", *args)
        return forward, both - forward, answer

    # ===------------------------------------------------------------------------------------------------------------===#
    # Loops
    # ===------------------------------------------------------------------------------------------------------------===#

    def loop_case(self, kernel, threads, n):
        self.draw = random.Random(1)
        x, w = (self.numbers(threads, low=0.5, high=1.5) for _ in range(2))
        return {
            "kernel": kernel,
            "dim": threads,
            "args": [
                array("x", x, grad=True),
                array("w", w, grad=True),
                scalar("n", n),
                array("y", [0.0] * threads, "out", weight=[1.0] * threads),
            ],
        }

    def tangent(self, case):
        """The derivatives by x and by w, of threads that touch each their own elements, by forward mode."""
        path = os.path.join(self.folder, "tangents.mlir")
        imported = subprocess.run(
            ["kgen-translate", "--warp-to-kgen", LOOPS, "--kernel", case["kernel"]], capture_output=True, check=True
        ).stdout
        subprocess.run(["kgen-opt", "--kgen-differentiate=mode=forward", "-o", path], input=imported, check=True)
        found = {}
        for moved in ("x", "w"):
            args = [{key: field for key, field in arg.items() if key not in ("grad", "weight")} for arg in case["args"]]
            for arg in case["args"]:
                ones = [float(arg["name"] == moved)] * case["dim"]
                args.append(
                    scalar("tan_n", 0)
                    if arg["role"] == "scalar"
                    else array(
                        "tan_" + arg["name"], ones, arg["role"], **({"weight": ones} if arg["role"] == "out" else {})
                    )
                )
            whole = {"kernel": case["kernel"] + "_jvp", "dim": case["dim"], "args": args}
            found[moved] = self.run(path, whole)[0]["outputs"]["tan_y"]
        return found

    def advances(self, n):
        return next(t for t in range(64) if math.comb(self.options.slots + t, t) >= n)

    def loop(self, kernel, n, depth):
        slots, threads = self.options.slots, self.options.threads
        options = ("--slots", str(slots))
        case = self.loop_case(kernel, threads, n)
        forward, backward, answer = self.both(LOOPS, case, *options)
        short = self.loop_case(kernel, threads * 16, slots)
        _, all_kept, _ = self.both(LOOPS, short, *options)
        reversal = (n / slots) ** depth * all_kept / 16 - forward
        want = self.tangent(case)
        error = max(
            abs(g - t) / max(map(abs, want[name])) for name in want for g, t in zip(answer["grads"][name], want[name])
        )
        law = reversal + forward * (1 + depth * self.advances(n))
        return {
            "n": n,
            "forward_s": round(forward, 4),
            "backward_s": round(backward, 4),
            "reversal_s": round(reversal, 4),
            "t": self.advances(n),
            "law_s": round(law, 4),
            "of_law": round(backward / law, 2),
            "error": error,
        }

    def sines(self, slots, n):
        """Sines that the backward executes, for each trip of the forward."""
        file = os.path.join(self.folder, "case.json")
        with open(file, "w", encoding="utf-8") as out:
            json.dump(self.loop_case("loop", 1, n), out)
        command = ["kgen-run", LOOPS, "--case", file, "--backward", "--count-ops", "--slots", str(slots)]
        return (
            json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["ops"]["backward"]["kgen.sin"]
            / n
        )

    # ===------------------------------------------------------------------------------------------------------------===#
    # PTX
    # ===------------------------------------------------------------------------------------------------------------===#

    def ptx(self, kernel, slots, depth):
        """Local bytes and how many there may be (slots times the state of each loop, slot-bytes, and 256), calls to anything but libdevice's own functions, and what ptxas says of the backward."""
        path = os.path.join(self.folder, "k.ptx")
        imported = subprocess.run(
            ["kgen-translate", "--warp-to-kgen", LOOPS, "--kernel", kernel], capture_output=True, check=True
        ).stdout
        both = subprocess.run(
            ["kgen-opt", f"--kgen-differentiate=slots={slots}"], input=imported, capture_output=True, check=True
        ).stdout
        subprocess.run(
            ["kgen-translate", "--kgen-to-ptx", "--chip", self.options.chip, "-o", path], input=both, check=True
        )
        with open(path, encoding="utf-8") as file:
            text = file.read()
        entry = text[text.index(f".entry {kernel}_cuda_kernel_backward") :]
        found = {
            "local_bytes": sum(map(int, re.findall(r"\.local .*?\[(\d+)\]", entry))),
            "calls": sorted(
                set(
                    name
                    for name in re.findall(r"\tcall\S*\s+(?:\(\w+\), )?(\w+)", text)
                    if not name.startswith("__nv_")
                )
            ),
            "limit": depth * slots * 8 + 512 + 256,
        }
        if shutil.which("ptxas"):
            said = subprocess.run(
                ["ptxas", "-v", "-arch=" + self.options.chip, path, "-o", os.devnull],
                capture_output=True,
                text=True,
                check=True,
            ).stderr
            of_entry = said[said.index(f"'{kernel}_cuda_kernel_backward'") :]
            stack, spilled, registers = (
                re.search(pattern, of_entry)[1]
                for pattern in (r"(\d+) bytes stack", r"(\d+) bytes spill stores", r"Used (\d+) registers")
            )
            found |= {"stack_bytes": int(stack), "spilled_bytes": int(spilled), "registers": int(registers)}
        return found

    # ===------------------------------------------------------------------------------------------------------------===#
    # GradBench, at its sizes
    # ===------------------------------------------------------------------------------------------------------------===#

    def ode(self, n, s):
        return {
            "kernel": "ode",
            "dim": 1,
            "args": [
                array("x", self.numbers(n, low=0.5), grad=True),
                array("slopes", self.numbers(4, n), "scratch"),
                array("y", [0.0] * n, "inout", weight=[0.0] * (n - 1) + [1.0]),
                scalar("steps", s),
            ],
        }

    def gmm(self, d, k, n):
        return {
            "kernel": "gmm",
            "dim": n,
            "args": [
                array("alphas", self.numbers(k), grad=True),
                array("means", self.numbers(k, d), grad=True),
                array("icf", self.numbers(k, d + d * (d - 1) // 2), grad=True),
                array("x", self.numbers(n, d)),
                scalar("gamma", 1.0),
                scalar("m", 0),
                scalar("constant", 0.0),
                array("likelihood", [0.0], "inout", weight=[1.0]),
            ],
        }

    def lstm(self, layers, steps, width=14):
        return {
            "kernel": "lstm",
            "dim": 1,
            "args": [
                array("weights", self.numbers(layers, 4, width), grad=True),
                array("biases", self.numbers(layers, 4, width), grad=True),
                array("extra", self.numbers(3, width), grad=True),
                array("hidden", self.numbers(layers, width), "inout", grad=True),
                array("cell", self.numbers(layers, width), "inout", grad=True),
                array("sequence", self.numbers(steps, width)),
                array("predicted", [0.0] * width, "scratch"),
                array("loss", [0.0], "out", weight=[1.0]),
            ],
        }

    def ba(self, cameras, points, observations):
        pick = lambda count: [self.draw.randrange(count) for _ in range(observations)]  # noqa: E731
        return {
            "kernel": "ba",
            "dim": observations,
            "args": [
                array("cameras", self.numbers(cameras, 11), grad=True),
                array("points", self.numbers(points, 3, low=1.0, high=2.0), dtype="vec3d", grad=True),
                array("weights", self.numbers(observations), grad=True),
                array("features", self.numbers(observations, 2), dtype="vec2d"),
                array("camera_of", pick(cameras), dtype="int32"),
                array("point_of", pick(points), dtype="int32"),
                array("errors", [[0.0, 0.0]] * observations, "out", dtype="vec2d", weight=[[1.0, 1.0]] * observations),
                array("weight_errors", [0.0] * observations, "out", weight=[1.0] * observations),
            ],
        }

    def gradbench(self):
        cases = {
            "ode n=1000,s=10": self.ode(1000, 10),
            "gmm 10_10_1000": self.gmm(10, 10, 1000),
            "lstm l=2,c=1024": self.lstm(2, 1024),
            "ba ba1_n49_m7776_p31843": self.ba(49, 7776, 31843),
        }
        rows = {}
        for name, case in cases.items():
            path = os.path.join(EXAMPLES, case["kernel"] + ".py")
            forward, backward, _ = self.both(path, case)
            rows[name] = {
                "primal_ms": round(forward * 1e3, 3),
                "gradient_ms": round((forward + backward) * 1e3, 3),
                "ratio": round((forward + backward) / forward, 2),
                "enzyme_ratio": round(ENZYME[name], 2),
            }
        return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--slots", type=int, default=16)
    parser.add_argument("--chip", default="sm_80")
    parser.add_argument("--skip-gradbench", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, folder)
        result = {
            "threads": options.threads,
            "slots": options.slots,
            "sines_for_each_trip": {str(slots): bench.sines(slots, 100000) for slots in (16, 64)},
            "ptx": {
                f"{kernel}, {slots} slots": bench.ptx(kernel, slots, depth)
                for kernel, depth in (("loop", 1), ("literal", 1), ("nest", 2))
                for slots in (16, 64)
            },
            "loop": bench.loop("loop", 100000, depth=1),
            "nest": bench.loop("nest", 300, depth=2),
        }
        if not options.skip_gradbench:
            result["gradbench"] = bench.gradbench()
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
