#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""warp_oracle.py - run a kernel file with real Warp on the CPU.

    warp_oracle.py FILE.py [--case CASE.json] [--backward]
    warp_oracle.py --source PRINTED.py --case-from ORIGINAL.py [--backward]
    warp_oracle.py --all DIR [--case-from DIR] [--backward] [-o RESULTS.json]

Prints {"outputs": {arg: [flat numbers]}, "grads": {arg: [flat numbers]}} as kgen-run does. Gradients are those of Warp's
own tape, seeded with the weights. With --all: {NAME: that object, ...} for every kernel file of the directory, as
`check.py --results` reads it; a file that fails gets {"error": message}. `--case-from` takes the kernels' text from one
place and the CASE from another, which is how printed Python is held against its original.
Compiled kernels go to WARP_CACHE_PATH where that is set, else to a folder that is removed at the end.
Exit status: 1 if a kernel could not be run.
"""
import argparse
import glob
import importlib.util
import json
import os
import sys
import tempfile

import numpy
import warp

import cases


def load_module(path, name):
    """Imports a file by its path. The name is our own, so that no two files (and no math.py) clash."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def warp_type(dtype):
    # Warp has no short name for a vector of six numbers but this one.
    kind = getattr(warp, dtype.replace("vec6", "spatial_vector"), None)
    if not isinstance(kind, type):
        raise ValueError(f"expected the name of a Warp type but got '{dtype}'")
    return kind


def make_array(dtype, value, requires_grad):
    kind = warp_type(dtype)
    scalar = warp.dtype_to_numpy(getattr(kind, "_wp_scalar_type_", kind))
    return warp.array(numpy.array(value, dtype=scalar), dtype=kind, device="cpu", requires_grad=requires_grad)


def make_argument(arg):
    kind = warp_type(arg["dtype"])
    if arg["role"] != "scalar":
        return make_array(arg["dtype"], arg["value"], arg["dtype"] not in cases.INTEGERS)
    return kind(*cases.flat(arg["value"])) if cases.element_shape(arg["dtype"]) else kind(arg["value"])


def launch_arguments(case, module, values):
    """The kernel's own parameters: a struct takes the arguments that are its fields, in the place of the first."""
    if not case.get("struct", {}).get("fields"):
        return list(values.values())
    packed = getattr(module, case["struct"]["type"])()
    fields = case["struct"]["fields"]
    for field in fields:
        setattr(packed, field, values[field])
    return [packed] + [value for name, value in values.items() if name not in fields]


def numbers(array):
    return [x.item() for x in array.numpy().ravel()]


def run(case, module, kernel_name, backward):
    values = {arg["name"]: make_argument(arg) for arg in case["args"]}
    kernel = getattr(module, kernel_name or case["kernel"])
    tape = warp.Tape()
    launch = warp.launch_tiled if case.get("tiled") else warp.launch
    with tape:
        launch(
            kernel,
            dim=case["dim"],
            inputs=launch_arguments(case, module, values),
            device="cpu",
            block_dim=case.get("block_dim", 1),
        )
    result = {"outputs": {arg["name"]: numbers(values[arg["name"]]) for arg in cases.output_args(case)}}
    if backward:
        weighted = [arg for arg in case["args"] if "weight" in arg]
        seeds = {values[arg["name"]]: make_array(arg["dtype"], arg["weight"], False) for arg in weighted}
        tape.backward(grads=seeds)
        result["grads"] = {arg["name"]: numbers(values[arg["name"]].grad) for arg in case["args"] if arg.get("grad")}
    return result


def has_case(path):
    with open(path, encoding="utf-8") as file:
        return "\nCASE = {" in file.read()


def run_all(options):
    results = {}
    for path in sorted(glob.glob(os.path.join(options.all, "*.py"))):
        case_file = os.path.join(options.case_from or options.all, os.path.basename(path))
        if not os.path.isfile(case_file) or not has_case(case_file):
            continue
        case = cases.read_case(case_file)
        try:
            module = load_module(path, "kernel_file_" + case["name"])
            result = run(case, module, options.kernel, options.backward)
            results[case["name"]] = {**result, "version": warp.__version__}
        except Exception as error:  # whatever Warp raises: the table tells it, the other files go on
            results[case["name"]] = {"error": f"{type(error).__name__}: {error}"}
    return results


def run_one(options):
    source = options.source or options.file
    if options.case:
        with open(options.case, encoding="utf-8") as file:
            case = json.load(file)
    else:
        case = cases.read_case(options.case_from or source)
    return run(case, load_module(source, "kernel_file"), options.kernel, options.backward)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("file", nargs="?", metavar="FILE.py")
    what.add_argument("--source", metavar="PRINTED.py")
    what.add_argument("--all", metavar="DIR")
    parser.add_argument("--case", metavar="CASE.json")
    parser.add_argument("--case-from", metavar="ORIGINAL.py or DIR")
    parser.add_argument("--kernel", metavar="NAME")
    parser.add_argument("--backward", action="store_true")
    parser.add_argument("-o", "--output", metavar="RESULTS.json")
    return parser.parse_args()


def main():
    options = parse()
    warp.config.log_level = warp.LOG_ERROR  # standard output is for the answer alone
    warp.config.enable_backward = options.backward
    with tempfile.TemporaryDirectory() as folder:
        warp.config.kernel_cache_dir = os.environ.get("WARP_CACHE_PATH", folder)
        result = run_all(options) if options.all else run_one(options)
    text = json.dumps(result)
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(text + "\n")
    else:
        print(text)
    failed = [name for name, r in result.items() if "error" in r] if options.all else []
    for name in failed:
        print(f"{name}: {result[name]['error']}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
