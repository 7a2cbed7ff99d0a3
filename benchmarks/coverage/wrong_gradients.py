#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of Python modules whose gradient Warp computes wrongly, by central differences, and what becomes of them with kgen_warp.

    wrong_gradients.py MODULE... [--json FILE] [--seconds 200]

MODULE is imported as it stands, `warp.examples.core.example_dem` or a package whose modules are all taken. Each kernel at the top of
a module is launched under `wp.Tape` on a case that kgen-run finds for it, once as Warp's and once with `kgen_warp.use`. Both
gradients are held against central differences of Warp's own launches along a direction, at two steps, which have to agree. Prints a
line for each kernel where Warp's gradient is wrong, and the numbers. Exit status 1 where one of kgen's is. Needs kgen-run on PATH and
python/kgen_warp in PYTHONPATH.
"""
import argparse
import importlib
import importlib.util
import json
import os
import pkgutil
import subprocess
import sys

STEPS = (1e-2, 5e-3)
SMOOTH, WRONG = 0.01, 0.03  # relative to the largest derivative that is expected


class Launch:
    """A kernel and its case, as Warp launches it."""

    def __init__(self, wp, numpy, kernel, case):
        self.wp, self.numpy, self.kernel, self.case = wp, numpy, kernel, case
        random = numpy.random.default_rng(1)
        self.start = {arg["name"]: self.value(arg, arg["value"]) for arg in case["args"]}
        self.direction = {arg["name"]: random.uniform(-1.0, 1.0, self.start[arg["name"]].shape) for arg in case["args"] if arg.get("grad")}
        self.weights = {arg["name"]: self.value(arg, arg["weight"]) for arg in case["args"] if "weight" in arg}

    def value(self, arg, value):
        return self.numpy.array(value, dtype=bool if arg["dtype"] == "bool" else float if self.is_real(arg) else int)

    def is_real(self, arg):
        return not arg["dtype"].startswith(("int", "uint", "bool"))

    def argument(self, arg, along):
        name, dtype = arg["name"], getattr(self.wp, arg["dtype"])
        value = self.start[name] + along * self.direction.get(name, 0.0)
        if arg["role"] == "scalar":
            return dtype(*value.reshape(-1).tolist())
        return self.wp.array(value, dtype=dtype, requires_grad=self.is_real(arg))

    def run(self, along=0.0, tape=None):
        """The arguments after a launch from so far along the direction."""
        arguments = {arg["name"]: self.argument(arg, along) for arg in self.case["args"]}
        ordered = [arguments[arg.label] for arg in self.kernel.adj.args]
        if tape:
            with tape:
                self.wp.launch(self.kernel, dim=self.case["dim"], inputs=ordered, device="cpu")
        else:
            self.wp.launch(self.kernel, dim=self.case["dim"], inputs=ordered, device="cpu")
        return arguments

    def difference(self, step):
        """The derivative of the weighted sum of results, by central differences."""
        ahead, behind = self.run(step), self.run(-step)
        return sum((weight * (ahead[name].numpy().astype(float) - behind[name].numpy().astype(float))).sum()
                   for name, weight in self.weights.items()) / (2.0 * step)

    def derivative(self):
        """The same, by the gradient, and the sum of the magnitudes of its terms."""
        tape = self.wp.Tape()
        arguments = self.run(tape=tape)
        tape.backward(grads={arguments[name]: self.wp.array(weight, dtype=arguments[name].dtype) for name, weight in self.weights.items()})
        terms = [arguments[name].grad.numpy().astype(float) * direction for name, direction in self.direction.items()]
        return sum(term.sum() for term in terms), sum(abs(term).sum() for term in terms)


def judge(wp, numpy, kernel, case):
    """(what is right, Warp's, kgen's) as text and derivatives; None where the case says nothing."""
    import kgen_warp

    launch = Launch(wp, numpy, kernel, case)
    if not launch.weights or not launch.direction:
        return None
    far, near = (launch.difference(step) for step in STEPS)
    theirs, _ = launch.derivative()
    report = kgen_warp.use(kernel)
    if report.left:
        return None
    ours, scale = launch.derivative()
    numbers = (near, theirs, ours)
    scale = max(abs(near), 0.1 * scale, 1e-3)
    if not numpy.isfinite([far, near, ours]).all() or abs(far - near) > SMOOTH * scale:
        return None

    def is_wrong(number):
        return not abs(number - near) <= WRONG * scale

    return is_wrong(theirs), is_wrong(ours), numbers


def has_own_gradient(wp, module, kernel):
    """Whether the author says what the gradient of a function in it is, which need not be the derivative."""
    own = [name for name, value in vars(module).items() if isinstance(value, wp.Function) and value.custom_grad_func]
    return any(name + "(" in kernel.adj.source for name in own)


def case_of(path, name):
    """A case that kgen-run finds; None where it finds none."""
    try:
        done = subprocess.run(["kgen-run", path, "--kernel", name, "--make-case"], capture_output=True, text=True, timeout=30)
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout) if done.returncode == 0 else None


def one_module(name):
    """In a process of its own: [(kernel, Warp's is wrong, kgen's is wrong, numbers)] as JSON."""
    import numpy
    import warp as wp

    wp.config.quiet = True
    wp.init()
    module = importlib.import_module(name)
    kernels = {value.key: value for value in vars(module).values()
               if isinstance(value, wp.Kernel) and not value.is_generic and value.func.__module__ == name
               and wp.config.enable_backward and value.module.options["enable_backward"]
               and value.options.get("enable_backward", True) and not has_own_gradient(wp, module, value)}
    found = []
    for key, kernel in kernels.items():
        case = case_of(module.__file__, key)
        try:
            judged = case and "structFields" not in case and judge(wp, numpy, kernel, case)
        except (AttributeError, KeyError, TypeError, ValueError, RuntimeError) as error:
            print(f"{key}: {error}", file=sys.stderr)
            judged = None
        if judged:
            found.append([key, *judged[:2], [float(number) for number in judged[2]]])
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
    return [found.name for found in pkgutil.iter_modules(spec.submodule_search_locations, name + ".") if not found.ispkg]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--seconds", type=float, default=200.0)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        return one_module(options.modules[0])
    rows = []
    for name in [module for asked in options.modules for module in modules_of(asked)]:
        try:
            done = subprocess.run([sys.executable, __file__, "--one", name], capture_output=True, text=True, timeout=options.seconds)
            found = json.loads(done.stdout.strip().splitlines()[-1]) if done.returncode == 0 and done.stdout.strip() else []
        except (subprocess.TimeoutExpired, ValueError):
            found = []
        for key, warp_is_wrong, kgen_is_wrong, (right, theirs, ours) in found:
            rows.append({"module": name, "kernel": key, "warp_is_wrong": warp_is_wrong, "kgen_is_wrong": kgen_is_wrong,
                         "central_difference": right, "warp": theirs, "kgen": ours})
            if warp_is_wrong or kgen_is_wrong:
                print(f"{name}: {key}: {right:.6g} by differences, Warp {theirs:.6g}, kgen {ours:.6g}", flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    wrong = [row for row in rows if row["kgen_is_wrong"]]
    print(f"{len(rows)} kernels: Warp's gradient is wrong in {sum(row['warp_is_wrong'] for row in rows)}, kgen's in {len(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
