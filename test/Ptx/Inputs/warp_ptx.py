# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""warp_ptx.py --bin DIR [--arch 80] FILE.py...: Warp's own PTX, made by the NVRTC inside Warp, runs in software.

Each file has a kernel with its CASE, and beside it FILE.json has the numbers that are right. The forward has to be right; the backward
as well, or wrong with the numbers with which Warp's own CPU code is wrong, or out of bounds where that is wrong. Runs under a Python that has Warp, and needs no GPU.
Prints what is wrong, and a summary; exit status 1 if there is anything.
"""
import argparse
import collections
import glob
import json
import math
import os
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../Oracle"))
import warp  # noqa: E402

import cases  # noqa: E402
import warp_oracle  # noqa: E402


def same(got, want, rtol):
    """Whether the numbers agree; what is not finite, in kind."""
    scale = max((abs(w) for w in want if math.isfinite(w)), default=0.0) or 1.0
    return len(got) == len(want) and all(g == w or (math.isnan(g) and math.isnan(w)) or abs(g - w) <= rtol * scale for g, w in zip(got, want))


def agree(got, want, rtol):
    return all(same(got.get(name, []), cases.flat(numbers), rtol) for name, numbers in want.items())


def run(tool, ptx, case, way, folder):
    path = os.path.join(folder, "case.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(case, file)
    done = subprocess.run([tool, ptx, "--entry", f"{case['kernel']}_cuda_kernel_{way}", "--case", path, "--ordered"], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{way}: {done.stderr.splitlines()[0]}")
    return json.loads(done.stdout)


def check(path, options, folder):
    """What came out, in two words; an exception where something is wrong."""
    case = cases.read_case(path)
    with open(path[:-3] + ".json", encoding="utf-8") as file:
        want = json.load(file)
    module = warp_oracle.load_module(path, "kernel_file_" + case["name"])
    warp.compile_aot_module(module, arch=options.arch, use_ptx=True, module_dir=folder, strip_hash=True)
    (ptx,) = glob.glob(os.path.join(folder, "*.ptx"))
    tool = os.path.join(options.bin, "kgen-ptx")
    forward = run(tool, ptx, cases.reporting_all(case), "forward", folder)["outputs"]
    if not agree(forward, want["outputs"], want["rtol"]):
        raise RuntimeError(f"forward: {forward} in place of {want['outputs']}")
    if not want.get("grads"):
        return "forward only"
    cpu = warp_oracle.run(case, module, "", True)["grads"]
    for arg in case["args"]:
        if arg["name"] in forward:
            arg["value"] = cases.nest_like(forward[arg["name"]], arg["value"])
    try:
        grads = run(tool, ptx, case, "backward", folder)["grads"]
    except RuntimeError as error:  # on the CPU it goes unseen
        if " which has " in str(error) and not agree(cpu, want["grads"], want["rtol"]):
            return "backward out of bounds, and wrong on the CPU"
        raise
    if agree(grads, want["grads"], want["rtol"]):
        return "backward right"
    if agree(grads, cpu, want["rtol"]):
        return "backward wrong as on the CPU"
    raise RuntimeError(f"backward: {grads} in place of {want['grads']}, and the CPU has {cpu}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--arch", type=int, default=80)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    warp.config.log_level, warp.config.enable_backward = warp.LOG_ERROR, True
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as cache:
        warp.config.kernel_cache_dir = os.environ.get("WARP_CACHE_PATH", cache)
        for path in options.files:
            counts["kernels"] += 1
            with tempfile.TemporaryDirectory() as folder:
                try:
                    counts[check(path, options, folder)] += 1
                except Exception as error:  # whatever Warp raises, too
                    counts["wrong"] += 1
                    print(f"{os.path.basename(path)}: {error}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    sys.exit(bool(counts["wrong"]))


if __name__ == "__main__":
    main()
