#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How fast kgen-synth makes samples, where the time goes, and how that compares with Warp's own code generator.

    run.py [--tool build/bin/kgen-synth] [--count 300] [--targets cuda,nvptx,all] [--repeat 3]

Prints one JSON object. Times are CPU time of one thread, so that a shared machine changes them little; child processes
(ptxas, Python) are counted apart. `four_texts` is what takes a kernel in memory to C++ and CUDA C++, forward and backward,
its differentiation included; with `all` both languages are printed as one, which counts as print_cpp. Warp, where this Python has it, makes the same four texts of the kernels that kgen-synth has
printed, from live functions: one hash and one build for each kernel, then four calls of its generator, which is the fastest
way that gives its usual texts. It takes its turn in each round, and `warp_to_cuda` (Warp's four texts over our whole way to CUDA C++) and `warp_to_all`
(over our four texts) are the medians of the rounds; the stages are those of the fastest one.
"""

import argparse
import gc
import glob
import importlib.util
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

TO_PTX = ("lower", "translate", "libdevice", "optimise", "emit")
LLVM = ("translate", "libdevice", "optimise", "emit", "print_llvm")


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(tool, target, count, seed, folder):
    """Milliseconds a sample, by stage, of one run."""
    directory, stages = os.path.join(folder, f"{target}-{seed}"), os.path.join(folder, "stages.json")
    before = children()
    command = [tool, "-n", str(count), "-d", target, "--seed", str(seed), "--jobs", "1", "--quiet", "-o", directory]
    subprocess.run([*command, "--stage-times", stages], check=True, stdout=subprocess.DEVNULL)
    whole = children() - before
    with open(stages, encoding="utf-8") as file:
        seconds = json.load(file)["seconds"]
    own = sum(seconds.values())
    result = {name: 1e3 * value / count for name, value in seconds.items() if value}
    llvm = sum(seconds[name] for name in LLVM)
    return directory, {
        "stages_ms": {name: round(value, 3) for name, value in result.items()},
        "own_ms": round(1e3 * own / count, 3),
        "samples_per_second_and_core": round(count / own, 1),
        "children_and_start_ms": round(1e3 * (whole - own) / count, 3),
        "not_llvm_to_llvm": round((own - llvm) / llvm, 3) if llvm else None,
        # Generation alone: from a kernel and its gradient in memory to both texts.
        **(
            {"ptx_pairs_per_second_and_core": round(count / sum(seconds[name] for name in TO_PTX), 1)}
            if target == "nvptx"
            else {}
        ),
        "four_texts_ms": round(sum(result.get(name, 0.0) for name in ("differentiate", "print_cpp", "print_cuda")), 3),
    }


def read_sources(directory):
    for path in sorted(glob.glob(os.path.join(directory, "samples-*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                sample = json.loads(line)
                yield sample["metadata"]["kernel_name"], sample["python_source"]


def undecorated(name, source, folder, number):
    """The kernel's function, in a file that Warp can read its text from."""
    path = os.path.join(folder, f"kernel_{number}.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source.replace("@wp.kernel\n", ""))
    spec = importlib.util.spec_from_file_location(f"kernel_{number}", path)
    module = sys.modules[f"kernel_{number}"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def warp_four_texts(warp, module):
    from warp._src.context import ModuleBuilder, ModuleHasher

    options = module.resolve_options(warp.config, block_dim=1)
    options["enable_backward"], options["output_arch"] = True, None
    hasher = ModuleHasher(module._get_live_kernels(), options)
    builder = ModuleBuilder(module, options, hasher=hasher, target="cpu")
    texts = []
    for target, block_dim in (("cpu", 1), ("cuda", 256)):
        builder.options["block_dim"] = block_dim
        for backward in (False, True):
            builder.options["enable_backward"] = backward
            texts.append(builder.codegen(target))
    return texts


def measure_warp(warp, directory, folder):
    """Milliseconds a kernel from a live function to four texts."""
    from warp._src.context import Kernel, Module

    functions = [undecorated(*pair, folder, i) for i, pair in enumerate(read_sources(directory))]

    def make(function, name):
        module = Module(name)
        Kernel(function, key=function.__name__, module=module)
        return warp_four_texts(warp, module)

    for i, function in enumerate(functions[:20]):
        make(function, f"warm_up_{i}")
    gc.collect()
    gc.disable()
    start = time.process_time()
    for i, function in enumerate(functions[20:]):
        make(function, f"timed_{i}")
    seconds = time.process_time() - start
    gc.enable()
    return round(1e3 * seconds / len(functions[20:]), 3)


def main():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=os.path.join(root, "build/bin/kgen-synth"))
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--targets", default="cuda,nvptx,all")
    parser.add_argument("--repeat", type=int, default=3, help="rounds, each of all targets and then Warp")
    options = parser.parse_args()
    targets = options.targets.split(",")
    try:
        import warp

        warp.config.log_level = warp.LOG_ERROR
        warp.init()
    except ImportError:
        warp = None
    rounds, warps = [], []
    for seed in range(options.repeat):
        with tempfile.TemporaryDirectory(prefix="kgen-benchmark-") as folder:
            runs = {target: measure(options.tool, target, options.count, seed, folder) for target in targets}
            if warp:
                warps.append(measure_warp(warp, runs[targets[0]][0], folder))
            rounds.append({target: result for target, (_, result) in runs.items()})
    results = {"count": options.count}
    results |= {
        target: min((found[target] for found in rounds), key=lambda found: found["own_ms"]) for target in targets
    }
    if warp:
        results["warp_four_texts_ms"] = statistics.median(warps)
        for target, ours in (("cuda", "own_ms"), ("all", "four_texts_ms")):
            if target in targets:
                ratios = [theirs / found[target][ours] for theirs, found in zip(warps, rounds)]
                results[f"warp_to_{target}"] = round(statistics.median(ratios), 2)
    print(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
