#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of Python modules whose gradient Warp computes wrongly, by central differences, and what becomes of them with kgen_warp.

    wrong_gradients.py MODULE... [--tests] [--json FILE] [--seconds 200]

MODULE is imported as it stands, `warp.examples.core.example_dem` or a package whose modules are all taken. Each kernel at the top of
a module is launched under `wp.Tape` on a case that kgen-run finds for it, once as Warp's and once with `kgen_warp.use`. With --tests
it is each kernel that the module's unit tests launch under a tape, those that functions make among them, with the arguments of its
first launch there, and one argument after another. Both gradients are held against central differences of Warp's own launches along
a direction, at three steps, which have to agree. Prints a line for each kernel where Warp's gradient is wrong, and the numbers. Exit
status 1 where one of kgen's is, or where no kernel was judged. Needs kgen-run on PATH.
"""

import argparse
import importlib
import importlib.util
import json
import os
import pkgutil
import subprocess
import sys

PYTHON = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python")


def launches_of_case(wp, numpy, kernel, case):
    """[the Launch of a case of kgen-run's], along one direction of all that it differentiates by."""
    from kgen_mlir.judge import Launch

    random = numpy.random.default_rng(1)
    arguments, dtypes, direction, weights = {}, {}, {}, {}
    for arg in sorted(case["args"], key=lambda arg: [a.label for a in kernel.adj.args].index(arg["name"])):
        name, is_real = arg["name"], not arg["dtype"].startswith(("int", "uint", "bool"))
        kind = bool if arg["dtype"] == "bool" else float if is_real else int
        arguments[name], dtypes[name] = numpy.array(arg["value"], dtype=kind), getattr(wp, arg["dtype"])
        if is_real and "64" not in arg["dtype"] and not arg["dtype"].endswith("d"):
            arguments[name] = arguments[name].astype(numpy.float32)
        if arg.get("grad"):
            direction[name] = random.uniform(-1.0, 1.0, arguments[name].shape)
        if "weight" in arg:
            weights[name] = numpy.array(arg["weight"], dtype=kind)
    known = "structFields" not in case and direction and weights
    return [Launch(kernel, case["dim"], arguments, dtypes, direction, weights)] if known else []


def judge(launch):
    """(Warp's is wrong, kgen's is wrong, the three numbers), of derivatives along a launch's direction; None where it says nothing."""
    import kgen_warp
    from kgen_mlir.judge import is_wrong

    theirs, _ = launch.derivative()
    report = kgen_warp.use(launch.kernel)
    if report.left:
        return None
    ours, scale = launch.derivative()
    put_back(launch.kernel)
    near = launch.slope(scale)
    # What has no part in the results keeps the weight that its gradient begins with.
    if near is None or near == 0.0:
        return None
    return is_wrong(theirs, near, scale), is_wrong(ours, near, scale), (near, theirs, ours)


def put_back(kernel):
    """Warp's own code for a kernel again."""
    from kgen_warp.hooks import chooser

    chooser.asked.pop(kernel, None)
    chooser.forget(kernel)


def case_of(path, name):
    """A case that kgen-run finds; None where it finds none."""
    try:
        done = subprocess.run(
            ["kgen-run", path, "--kernel", name, "--make-case"], capture_output=True, text=True, timeout=30
        )
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout) if done.returncode == 0 else None


def kernels_of(wp, module):
    """The kernels at the top of a module that have a gradient of Warp's making."""
    return {
        value.key: value
        for value in vars(module).values()
        if isinstance(value, wp.Kernel) and not value.is_generic and value.func.__module__ == module.__name__
    }


def calls_of_tests(wp, module):
    """{key of a kernel: (kernel, dim, arguments)}, the first launch of each below a tape, as the module's tests make them."""
    import unittest

    found, launch = {}, wp.launch

    def recorded(kernel, dim, inputs=(), outputs=(), *others, **options):
        if (
            wp._src.context.runtime.tape
            and isinstance(kernel, wp.Kernel)
            and kernel.key not in found
            and not kernel.is_generic
        ):
            copies = [wp.clone(value) if isinstance(value, wp.array) else value for value in [*inputs, *outputs]]
            found[kernel.key] = kernel, dim, copies
        return launch(kernel, dim, inputs, outputs, *others, **options)

    wp.launch = recorded
    try:
        unittest.TextTestRunner(verbosity=0, stream=open(os.devnull, "w")).run(
            unittest.defaultTestLoader.loadTestsFromModule(module)
        )
    finally:
        wp.launch = launch
    return found


def one_module(name, of_tests):
    """In a process of its own: [(kernel, Warp's is wrong, kgen's is wrong, numbers)] as JSON."""
    import numpy
    import warp as wp
    from kgen_mlir.judge import has_own_gradient, launches_of_call

    wp.config.log_level = wp.LOG_ERROR
    wp.init()
    module = importlib.import_module(name)
    launches = {}
    if of_tests:
        for key, (kernel, dim, values) in calls_of_tests(wp, module).items():
            launches[key] = (
                kernel,
                lambda kernel=kernel, dim=dim, values=values: list(launches_of_call(kernel, dim, values).values()),
            )
    else:
        for key, kernel in kernels_of(wp, module).items():
            launches[key] = (
                kernel,
                lambda key=key, kernel=kernel: [
                    launch
                    for case in [case_of(module.__file__, key)]
                    if case
                    for launch in launches_of_case(wp, numpy, kernel, case)
                ],
            )
    found = []
    for key, (kernel, make) in launches.items():
        enabled = (
            wp.config.enable_backward
            and kernel.module.options["enable_backward"]
            and kernel.options.get("enable_backward", True)
        )
        if not enabled or has_own_gradient(kernel):
            continue
        try:
            judged = [result for result in (judge(launch) for launch in make()) if result]
        except (AttributeError, KeyError, TypeError, ValueError, RuntimeError) as error:
            print(f"{key}: {error}", file=sys.stderr)
            continue
        if judged:
            _, numbers = max(((wrong or worse), numbers) for wrong, worse, numbers in judged)
            found.append(
                [
                    key,
                    any(wrong for wrong, *_ in judged),
                    any(worse for _, worse, _ in judged),
                    [float(n) for n in numbers],
                ]
            )
    print("\n" + json.dumps(found))


def modules_of(name):
    """The modules of a package, or the module itself."""
    try:
        spec = importlib.util.find_spec(name)
    except ModuleNotFoundError:
        spec = None
    if not spec:
        sys.exit(f"wrong_gradients.py: expected a module but found none named '{name}'")
    if not spec.submodule_search_locations:
        return [name]
    return [
        found.name for found in pkgutil.iter_modules(spec.submodule_search_locations, name + ".") if not found.ispkg
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--seconds", type=float, default=200.0)
    parser.add_argument("--tests", action="store_true", help="launches of the modules' unit tests")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        return one_module(options.modules[0], options.tests)
    rows = []
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [PYTHON, os.environ.get("PYTHONPATH")]))}
    for name in [module for asked in options.modules for module in modules_of(asked)]:
        try:
            command = [sys.executable, __file__, "--one", name, *(["--tests"] if options.tests else [])]
            done = subprocess.run(command, capture_output=True, text=True, timeout=options.seconds, env=environment)
            found = (
                json.loads(done.stdout.strip().splitlines()[-1]) if done.returncode == 0 and done.stdout.strip() else []
            )
            failure = ([f"status {done.returncode}"] + done.stderr.strip().splitlines())[-1] if done.returncode else ""
        except subprocess.TimeoutExpired:
            found, failure = [], f"no end after {options.seconds:g} seconds"
        except ValueError as error:
            found, failure = [], str(error)
        if failure:
            print(f"{name}: not judged: {failure}", file=sys.stderr)
        for key, warp_is_wrong, kgen_is_wrong, (right, theirs, ours) in found:
            rows.append(
                {
                    "module": name,
                    "kernel": key,
                    "warp_is_wrong": warp_is_wrong,
                    "kgen_is_wrong": kgen_is_wrong,
                    "central_difference": right,
                    "warp": theirs,
                    "kgen": ours,
                }
            )
            if warp_is_wrong or kgen_is_wrong:
                print(f"{name}: {key}: {right:.6g} by differences, Warp {theirs:.6g}, kgen {ours:.6g}", flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    wrong = [row for row in rows if row["kgen_is_wrong"]]
    print(
        f"{len(rows)} kernels: Warp's gradient is wrong in {sum(row['warp_is_wrong'] for row in rows)}, kgen's in {len(wrong)}"
    )
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
