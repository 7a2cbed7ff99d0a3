# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kgen's entry points in the place of Warp's own, kernel by kernel, whenever Warp looks one up.

Warp finds a kernel's entry points in the `KernelHooks` of a loaded module; what is replaced is what these hold. A module that
Warp loads again is served again.
"""

import ctypes
import itertools
import sys
import threading
import types
import weakref

import warp as wp
import warp._src.context as context

from .arrays import arrays_of, structure_of
from .compare import Comparison, points_of
from .compile import Refused, compile_kernel


# What Warp calls: bounds, arguments and, of a backward, their adjoints, each by its address. Graphs that it captures keep the address
# of the entry point itself, so what stands before ours has one.
FORWARD = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
BACKWARD = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


class Report:
    """What became of each kernel that was launched or asked for, in order: `entries` are (kernel's name, reason), and the reason
    is "" where the kernel is kgen's. `differences` are (kernel's name, argument, Warp's gradient, kgen's), where compared. `points` are
    those of dialect-docs/semantics.md that explain a kernel's differences, by its name."""

    def __init__(self):
        self.entries, self.differences, self.points = [], [], {}

    def add(self, name, reason):
        if (name, reason) not in self.entries:
            self.entries.append((name, reason))

    @property
    def taken(self):
        return [name for name, reason in self.entries if not reason]

    @property
    def left(self):
        return [(name, reason) for name, reason in self.entries if reason]

    def __str__(self):
        lines = [f"kgen_warp: {len(self.taken)} of {len(self.entries)} kernels are kgen's"]
        lines += [f"  Warp's: {name}: {reason}" for name, reason in self.left]
        lines += [
            f"  another gradient: {name}, of '{argument}': Warp {theirs:.6g}, kgen {ours:.6g}{self.explain(name)}"
            for name, argument, theirs, ours in self.differences
        ]
        return "\n".join(lines)

    def explain(self, name):
        return f" ({self.points[name]})" if self.points.get(name) else ""


class Choice:
    """What was decided for a kernel: ours, or the reason why not."""

    def __init__(self, kernel, backward, report):
        self.name, self.report, self.compiled, self.forward, self.backward = kernel.key, report, None, None, None
        try:
            if kernel.is_generic:
                raise Refused("it is generic")
            if wp.config.verify_fp or (kernel.module.options["mode"] or wp.config.mode) == "debug":
                raise Refused("Warp is asked to check its numbers or bounds (wp.config.verify_fp, debug mode)")
            wants = (
                backward and kernel.module.options["enable_backward"] and kernel.options.get("enable_backward", True)
            )
            self.compiled = compile_kernel(kernel, wants)
            self.load(wants)
            reason = ""
        except Refused as refusal:
            reason = str(refusal)
        report.add(self.name, reason)

    numbers = itertools.count()

    def load(self, with_backward):
        handle = f"kgen_{next(self.numbers)}".encode()
        llvm, path = context.runtime.llvm, self.compiled.path.encode()
        if llvm.wp_load_obj(path, handle, wp.config.legacy_cpu_linker):
            raise Refused("Warp does not load the object")

        def find(direction, entry):
            address = llvm.wp_lookup(handle, f"{self.compiled.name}_cpu_{direction}".encode())
            if not address:
                raise Refused("Warp lacks a function that the object calls")
            return entry(address)

        self.backward = find("backward", BACKWARD) if with_backward else None
        self.forward = find("forward", FORWARD)

    def install(self, kernel, hooks, compare):
        """Puts our entry points into what Warp found."""
        hooks.kgen_choice = self
        if not self.forward:
            return
        hooks.forward = self.forward
        if self.backward and hooks.backward:
            hooks.backward = self.before_ours(
                kernel, BACKWARD(ctypes.cast(hooks.backward, ctypes.c_void_p).value), compare
            )

    def before_ours(self, kernel, theirs, compare):
        """Our backward after what is to be done first: the comparison, or Warp's own in its place where an array that the kernel writes
        shares memory with another, since ours takes them to be apart."""
        ours, structure = self.backward, structure_of(kernel)
        if compare:
            self.report.points[self.name] = points_of(kernel)
            ours = Comparison(kernel, structure, ours, theirs, self.report.differences)
        if not compare and not any(self.compiled.written):
            return ours

        def backward(bounds, args, adj_args):
            if not overlap(structure.from_address(args), self.compiled.written):
                return ours(bounds, args, adj_args)
            self.report.add(self.name, "in a launch whose arrays share memory that the kernel writes")
            return theirs(bounds, args, adj_args)

        return BACKWARD(backward)


def interval(array):
    """The addresses of an array's bytes, up to the first of its last element."""
    steps = [(array.shape[d] - 1) * array.strides[d] for d in range(array.ndim)]
    return array.data + sum(min(step, 0) for step in steps), array.data + sum(max(step, 0) for step in steps)


def overlap(args, written):
    """Whether an array among the arguments or in a structure of them that is written may share elements with another."""
    writes = {name for (name, _), is_written in zip(args._fields_, written) if is_written}
    found = [
        (*interval(array), name.split(".")[0] in writes)
        for name, array in arrays_of(args)
        if array.data and all(array.shape[: array.ndim])
    ]
    pairs = itertools.combinations(found, 2)
    return any((a[2] or b[2]) and a[0] <= b[1] and b[0] <= a[1] for a, b in pairs)


class Chooser:
    """Decides for kernels as Warp looks them up."""

    def __init__(self):
        self.original = None
        self.choices = weakref.WeakKeyDictionary()
        self.asked = weakref.WeakKeyDictionary()  # kernel -> (backward, compare, report)
        self.always = None  # the same for all others, or None
        self.lock = threading.Lock()  # several threads of a program may launch a kernel first

    def install(self):
        if self.original:
            return
        self.original = original = context.ModuleExec.get_kernel_hooks

        def get_kernel_hooks(module_exec, kernel):
            hooks = original(module_exec, kernel)
            if not hasattr(hooks, "kgen_choice"):
                self.choose(module_exec, kernel, hooks)
            return hooks

        context.ModuleExec.get_kernel_hooks = get_kernel_hooks

    def choose(self, module_exec, kernel, hooks):
        asked = self.asked.get(kernel, self.always)
        if not asked or not module_exec.device.is_cpu or module_exec.block_dim != 1:
            hooks.kgen_choice = None
            return
        self.choice(kernel, asked).install(kernel, hooks, compare=asked[1])

    def choice(self, kernel, asked):
        with self.lock:
            if kernel not in self.choices:
                backward, _, report = asked
                self.choices[kernel] = Choice(kernel, backward, report)
            return self.choices[kernel]

    def forget(self, kernel):
        """What Warp keeps of a kernel's entry points is looked up again."""
        for module_exec in kernel.module.execs.values():
            kept = module_exec.kernel_hooks
            for name in [name for name in kept if name == kernel.key or name.startswith(kernel.key + "_")]:
                del kept[name]


chooser = Chooser()


def kernels_of(what):
    """The kernels that an argument of `use` names."""
    if isinstance(what, wp.Kernel):
        return [what]
    if isinstance(what, types.ModuleType):
        what = what.__name__
    if isinstance(what, str):
        what = wp.get_module(what)
    if not isinstance(what, wp.Module):
        raise TypeError(f"expected a kernel or a module but got {type(what).__name__}")
    kernels = sorted(what._get_live_kernels(), key=lambda kernel: kernel.key)
    if not kernels:
        raise ValueError(f"expected a module with kernels but '{what.name}' has none")
    return kernels


def use(what=None, backward=True, compare=False):
    """Lets Warp launch kgen's code for a kernel, for all kernels of a module, or, with None, for every kernel that is launched
    from now on; returns the `Report`.

    what: a kernel, a Python module, its name, or Warp's own `Module`. A named kernel is compiled at once.
    backward: gradients too; a kernel without one of kgen's stays Warp's altogether. False takes the forward alone.
    compare: each backward runs Warp's code and then kgen's, on the same memory; the report has what differs. kgen's is what stays.
    """
    wp.init()
    chooser.install()
    report = Report()
    if what is None:
        chooser.always = (backward, compare, report)
        return report
    for kernel in kernels_of(what):
        chooser.asked[kernel] = asked = (backward, compare, report)
        chooser.choices.pop(kernel, None)
        chooser.choice(kernel, asked)
        chooser.forget(kernel)
    return report
