#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Our PTX and CUDA C++ beside Warp's PTX on a GPU: results compared, and the GPU's time by its own events.

    run.py make KERNELS.py -o DIR [--type f32] [--chip sm_90]                 needs Warp, kgen-translate and nvcc, and no GPU
    run.py time KERNELS.py DIR [--type f32] [--scale 1.0] [--rounds 7]        needs a GPU's driver and numpy, and no Warp

KERNELS.py is as for benchmarks/cpu/run.py: it launches kernels with `wp.launch`, forward and then the adjoint, and takes --type,
--scale and --reps. `make` runs it with launches that only note the kernel, and writes each kernel's PTX, ours and Warp's, as
DIR/KERNEL.DIRECTION.TEXT.ptx. `time` runs it again with a stand-in for Warp (warp_stand_in.py): at a launch all texts that lie in DIR run on
the same buffers, what they write is compared with what Warp's writes, and then they are timed in turns.

Ours: `kgen` as it is by default, -O1, each operation rounded by itself; `kgen_O3`; and `kgen_fused`, -O3 and contracted as Warp's is by
default. Our CUDA C++ is what nvcc makes of it, which is what NVRTC makes: `kgen_cuda` and, contracted, `kgen_cuda_fused`. `ratio` is Warp's time over
each of ours, the median over the rounds. `difference` is the largest one relative to the largest number of its array: gradients of some
kernels differ since Warp's are wrong. Prints one JSON object.
"""

import argparse
import glob
import importlib
import json
import math
import os
import re
import runpy
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(HERE, "..", "..", "include")
# How ours are optimised and contracted.
PTX = {
    "kgen": ("-O1", "--fp-contract=off"),
    "kgen_O3": ("-O3", "--fp-contract=off"),
    "kgen_fused": ("-O3", "--fp-contract=fast"),
}
CUDA = {"kgen_cuda": "-fmad=false", "kgen_cuda_fused": "-fmad=true"}
LEAST_MILLISECONDS = 2.0  # a timed batch of launches takes at least as long


def run_kernels(options, scale):
    sys.argv = [options.kernels, "--type", options.type, "--scale", str(scale), "--reps", "1"]
    real = os.dup(1)
    os.dup2(2, 1)  # what the kernels' file prints is not the answer
    runpy.run_path(options.kernels, run_name="__main__")
    sys.stdout.flush()
    os.dup2(real, 1)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def warps_ptx(wp, module, folder, chip):
    """What Warp makes of all kernels of a module."""
    wp.compile_aot_module(module, arch=int(chip.removeprefix("sm_")), module_dir=folder, use_ptx=True, strip_hash=True)
    with open(glob.glob(os.path.join(folder, "*.ptx"))[0], encoding="utf-8") as file:
        # Warp brings an NVRTC that may be younger than the driver; what it writes for these chips is no newer.
        return re.sub(r"^\.version 9\.\d+", ".version 9.0", file.read().rstrip("\0"), flags=re.MULTILINE)


def translated(source, name, *flags):
    """[(direction, our text)] of a kernel."""
    command = ["kgen-translate", source, "--kernel", name, "--with-metadata", *flags]
    texts = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return [
        (direction, texts["ir_" + direction]) for direction in ("forward", "backward") if texts.get("ir_" + direction)
    ]


def by_nvcc(cuda, path, chip, contract):
    command = [
        "nvcc",
        "-ptx",
        "-arch=" + chip,
        contract,
        "-std=c++17",
        "-w",
        "-I" + INCLUDE,
        "-x",
        "cu",
        "-",
        "-o",
        path,
    ]
    subprocess.run(command, input=cuda, check=True, text=True)


def make(options):
    wp = importlib.import_module("warp")
    kernels, modules = {}, {}
    wp.launch = lambda kernel, *_, **__: kernels.setdefault(kernel.key, kernel)
    run_kernels(options, 0.001)
    os.makedirs(options.folder, exist_ok=True)
    for name, kernel in kernels.items():
        source, base = sys.modules[kernel.func.__module__].__file__, os.path.join(options.folder, name)
        for text, flags in PTX.items():
            for direction, ptx in translated(source, name, "--kgen-to-ptx", "--chip", options.chip, *flags):
                write(f"{base}.{direction}.{text}.ptx", ptx)
        for direction, cuda in translated(source, name, "--kgen-to-cuda"):
            for text, contract in CUDA.items():
                by_nvcc(cuda, f"{base}.{direction}.{text}.ptx", options.chip, contract)
        if kernel.module not in modules:
            modules[kernel.module] = warps_ptx(wp, kernel.module, base + ".warp", options.chip)
        for direction in ("forward", "backward"):
            write(f"{base}.{direction}.warp.ptx", modules[kernel.module])
    print(f"{options.folder}: {len(kernels)} kernels", file=sys.stderr)


class Bench:
    """Takes the launches of the stand-in."""

    def __init__(self, options, gpu):
        self.options, self.gpu, self.rows = options, gpu, {}

    def entries(self, name, direction):
        """{text: entry point}."""
        found = {}
        for path in sorted(glob.glob(os.path.join(self.options.folder, f"{name}.{direction}.*.ptx"))):
            with open(path, "rb") as file:
                found[path.split(".")[-2]] = self.gpu.entry(file.read(), f"{name}_cuda_kernel_{direction}")
        return found

    def launch(self, name, direction, threads, parameters, arrays):
        row = self.rows.setdefault(name, {})
        if direction in row:
            return
        entries = self.entries(name, direction)
        calls = {
            text: (lambda entry=entry: self.gpu.launch(entry, threads, parameters)) for text, entry in entries.items()
        }
        before = {key: array.read() for key, array in arrays.items()}
        after = {}
        for text, call in calls.items():
            for key, array in arrays.items():
                array.write(before[key])
            call()
            after[text] = {key: array.numpy() for key, array in arrays.items()}
        row[direction] = found = {"threads": threads}
        found["difference"] = {
            text: shown(max(map(difference, after[text].values(), after["warp"].values())))
            for text in after
            if text != "warp"
        }
        times = self.measure(calls)
        found["us"] = {text: round(statistics.median(list_of) * 1e3, 2) for text, list_of in times.items()}
        found["ratio"] = {
            text: round(statistics.median(a / b for a, b in zip(times["warp"], times[text])), 2)
            for text in times
            if text != "warp"
        }
        for key, array in arrays.items():
            array.write(after["warp"][key].tobytes())

    def measure(self, calls):
        """{text: milliseconds a launch, of each round}."""
        counts = {
            text: max(1, math.ceil(LEAST_MILLISECONDS / max(self.gpu.milliseconds(call, 3), 1e-3)))
            for text, call in calls.items()
        }
        times = {text: [] for text in calls}
        for _ in range(self.options.rounds):
            for text, call in calls.items():
                times[text].append(self.gpu.milliseconds(call, counts[text]))
        return times


def difference(ours, theirs):
    import numpy

    with numpy.errstate(all="ignore"):
        scale = float(numpy.abs(theirs[numpy.isfinite(theirs)]).max(initial=0.0)) or 1.0
        apart = numpy.abs(ours.astype("f8") - theirs.astype("f8"))
    worst = (
        float(numpy.where((ours == theirs) | (numpy.isnan(ours) & numpy.isnan(theirs)), 0.0, apart).max(initial=0.0))
        / scale
    )
    return math.inf if math.isnan(worst) else worst


def shown(error):
    return float(f"{error:.2g}") if math.isfinite(error) else "not finite"


def geometric_mean(numbers):
    return round(math.exp(sum(map(math.log, numbers)) / len(numbers)), 2)


def time(options):
    sys.path.insert(0, HERE)
    stand_in = importlib.import_module("warp_stand_in")
    sys.modules["warp"] = stand_in
    bench = Bench(options, stand_in.gpu())
    stand_in.on_launch(bench.launch)
    run_kernels(options, options.scale)
    ratios = {}
    for row in bench.rows.values():
        for direction, found in row.items():
            for text, ratio in found["ratio"].items():
                ratios.setdefault(text, {}).setdefault(direction, []).append(ratio)
    means = {
        text: {direction: geometric_mean(all_of) for direction, all_of in both.items()} for text, both in ratios.items()
    }
    print(
        json.dumps(
            {
                "device": bench.gpu.name,
                "type": options.type,
                "scale": options.scale,
                "geometric_mean": means,
                "kernels": bench.rows,
            },
            indent=1,
        )
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    for name, function in (("make", make), ("time", time)):
        command = commands.add_parser(name)
        command.add_argument("kernels")
        command.add_argument("--type", default="f32")
        command.set_defaults(function=function)
        if name == "make":
            command.add_argument("-o", dest="folder", required=True)
            command.add_argument("--chip", default="sm_90")
        else:
            command.add_argument("folder")
            command.add_argument("--scale", type=float, default=1.0)
            command.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    options.function(options)


if __name__ == "__main__":
    main()
