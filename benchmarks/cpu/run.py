#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Our compiled functions beside Warp's, both called directly: one thread, one run, results checked.

Usage: run.py KERNELS.py [--type f64|f32] [--scale 1.0] [--only NAME,NAME] [--rounds 7] [--lanes auto] [--mcpu native] [--threads N]

KERNELS.py defines kernels and launches each with `wp.launch`, forward and then its adjoint; it takes --type, --scale, --only and
--reps, as `warp_runtime.py` does. It runs as it stands: what is replaced is how Warp calls a compiled kernel. At the first call
ours is compiled, both run on the same buffers, what they write is compared, and then they are timed in turns.

With --threads each function also runs its launch on N threads of this process, against one, in turns: `threads_ratio` is one
thread's time over theirs, by the clock on the wall, and means something on a machine that does nothing else. The launcher is kgen's own,
compiled here with CXX.

Times are medians of the thread's CPU time. `ratio` is Warp's time over ours, the median over the rounds, each of which times one right
after the other: a machine whose speed changes changes both. `peak_kb` is by how much a first launch of Warp's and of ours
raises the resident memory of the process (Linux). `backward` sums up: our time over Warp's, of the kernels that Warp gets right and of those with a
work-around, and what `mixture` takes of its forward. `difference` is the largest one relative to the
largest number of its array. Scale 0.01 fits in a second-level cache. Needs kgen-translate and a C compiler on PATH, and Warp in
the Python that runs this. Prints one JSON object; exit status 1 if a result differs by more than the type's tolerance.
"""

import argparse
import ctypes
import json
import math
import os
import runpy
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
import warp
import warp._src.context as context

TOLERANCES = {"f64": 1e-9, "f32": 2e-3}
# Where Warp's own gradient is wrong, its time is that of the same kernel written around the defect.
WORK_AROUNDS = {"logistic": "logistic_arr", "rk4": "rk4_arr", "mlp": "mlp_func"}
# Of elements that atomic min and max replace, the adjoint of what was there before is zero; Warp leaves the one that was given.
REPLACED = {"deposit_charge": ("strongest.grad", "leftmost.grad")}
RIGHT = ("reproj", "mat_solve", "spmv", "springs", "stencil", "dp_table", "poly_static")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
LEAST_SECONDS = 2e-3  # a timed batch of launches takes at least as long


class Buffers:
    """The bytes behind the arrays of argument structs."""

    def __init__(self, *structs):
        self.views = []
        for struct in structs:
            for name, _ in struct._fields_:
                value = getattr(struct, name)
                for pointer in ("data", "grad"):
                    if getattr(value, pointer, None):
                        size = value.shape[0] * value.strides[0]
                        bytes_of = (ctypes.c_ubyte * size).from_address(getattr(value, pointer))
                        self.views.append((f"{name}.{pointer}", numpy.frombuffer(bytes_of, numpy.uint8)))

    def save(self):
        return [view.copy() for _, view in self.views]

    def restore(self, saved):
        for (_, view), old in zip(self.views, saved):
            view[:] = old

    def difference(self, saved, kind, but=()):
        """The largest difference from what was saved, relative to the largest number of the array; of all arrays but some."""
        worst = 0.0
        for (name, view), old in zip(self.views, saved):
            if name in but or numpy.array_equal(view, old):
                continue
            a, b = view.view(kind), old.view(kind)
            scale = numpy.abs(b[numpy.isfinite(b)]).max(initial=0.0) or 1.0
            error = numpy.abs(a - b).max() / scale
            worst = max(worst, math.inf if math.isnan(error) else float(error))
        return worst


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.rows, self.libraries = {}, {}
        self.threads = options.threads > 1 and self.launcher()
        self.kind = {"f64": numpy.float64, "f32": numpy.float32}[options.type]

    def library(self, kernel, parts=False):
        """Our code for a kernel; with `parts`, that which runs some threads of a launch."""
        key = kernel.key, parts
        if key not in self.libraries:
            source = sys.modules[kernel.func.__module__].__file__
            base = os.path.join(self.folder, kernel.key + ("_parts" if parts else ""))
            command = ["kgen-translate", "--kgen-to-object", source, "--kernel", kernel.key, "-O3", "-o", base + ".o"]
            command += ["--mcpu", self.options.mcpu, "--lanes", self.options.lanes]
            command += ["--concurrent"] if parts else []
            subprocess.run(command, check=True)
            subprocess.run(
                [os.environ.get("CC", "cc"), "-shared", "-o", base + ".so", base + ".o", "-l:libsleef.so.3", "-lm"],
                check=True,
            )
            self.libraries[key] = ctypes.CDLL(base + ".so")
        return self.libraries[key]

    def launcher(self):
        """kgen's launcher of several threads, and its threads."""
        path = os.path.join(self.folder, "launch.so")
        files = [
            os.path.join(ROOT, *name.split("/")) for name in ("benchmarks/cpu/launch.cpp", "lib/Runtime/Threads.cpp")
        ]
        command = [
            os.environ.get("CXX", "c++"),
            "-std=c++20",
            "-O3",
            "-shared",
            "-fPIC",
            "-pthread",
            "-I" + os.path.join(ROOT, "include"),
        ]
        subprocess.run([*command, *files, "-o", path], check=True)
        library = ctypes.CDLL(path)
        library.make_threads.restype = ctypes.c_void_p
        return library.launch_parts, ctypes.c_void_p(library.make_threads(self.options.threads))

    def in_parts(self, library, name, pointers, bounds):
        """A call that runs the launch on several threads."""
        launch, threads = self.threads

        def address(symbol):
            return ctypes.cast(getattr(library, symbol, None), ctypes.c_void_p)

        entry = [address(name + suffix) for suffix in ("", "_apart", "_needs")]
        given = [*pointers, None][:3]
        counts = ctypes.c_int64(bounds.size), ctypes.c_int64(max(1, bounds.coord_mult))
        return lambda: launch(threads, *entry, *given, *counts)

    def measure(self, calls, clock=time.thread_time):
        """Seconds of each call, medians of batches that alternate, and how many times as long as the last each other takes."""
        counts = []
        for call in calls:
            call()
            start = clock()
            call()
            counts.append(max(1, math.ceil(LEAST_SECONDS / max(clock() - start, 1e-7))))
        seconds = [[] for _ in calls]
        for _ in range(self.options.rounds):
            for call, count, list_of in zip(calls, counts, seconds):
                start = clock()
                for _ in range(count):
                    call()
                list_of.append((clock() - start) / count)
        ratios = [statistics.median(a / b for a, b in zip(list_of, seconds[-1])) for list_of in seconds[:-1]]
        return [statistics.median(list_of) for list_of in seconds], ratios

    def invoke(self, kernel, hooks, params, adjoint):
        args, adj_args = context._build_cpu_args_structs(kernel, hooks, params, adjoint)
        structs = [args] + ([adj_args] if adjoint else [])
        pointers = [ctypes.byref(params[0])] + [ctypes.byref(struct) for struct in structs]
        direction = "backward" if adjoint else "forward"
        row = self.rows.setdefault(kernel.key, {})
        peer = getattr(hooks, direction)
        if direction in row:
            return peer(*pointers)
        ours = getattr(self.library(kernel), f"{kernel.key}_cpu_{direction}", None)
        buffers = Buffers(*structs)
        before = buffers.save()
        peak = [peak_of(lambda: peer(*pointers))]
        after = buffers.save()
        found = row[direction] = {}
        calls = [lambda: peer(*pointers)]
        if ours:
            buffers.restore(before)
            peak.append(peak_of(lambda: ours(*pointers)))
            found["difference"] = buffers.difference(after, self.kind, REPLACED.get(kernel.key, ()))
            calls.append(lambda: ours(*pointers))
        buffers.restore(before)
        times, ratios = self.measure(calls)
        found["warp_us"] = round(times[0] * 1e6, 2)
        if ours:
            found["kgen_us"] = round(times[1] * 1e6, 2)
            found["ratio"] = round(ratios[0], 2)
            if self.options.threads > 1:
                call = self.in_parts(
                    self.library(kernel, parts=True), f"{kernel.key}_cpu_{direction}", pointers, params[0]
                )
                buffers.restore(before)
                call()
                found["threads_difference"] = buffers.difference(after, self.kind, REPLACED.get(kernel.key, ()))
                _, (speedup,) = self.measure([lambda: ours(*pointers), call], clock=time.perf_counter)
                found["threads_ratio"] = round(speedup, 2)
        found["peak_kb"] = peak
        buffers.restore(after)
        return None


def resident(field):
    """VmRSS or VmHWM of the process, in kB."""
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(field + ":"))


def peak_of(call):
    """By how many kB a call raises the resident memory, at most at once; None where the system does not say."""
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")  # the peak starts anew
        before = resident("VmRSS")
        call()
        return max(0, resident("VmHWM") - before)
    except OSError:
        call()
        return None


def sum_up(rows):
    """How backwards stand: our time over Warp's."""
    ours = {name: 1.0 / row["backward"]["ratio"] for name, row in rows.items() if "ratio" in row.get("backward", {})}
    around = [ours[name] for name in WORK_AROUNDS if name in ours]
    right = [ratio for name, ratio in ours.items() if name in RIGHT]
    found = {
        kind: {"geometric_mean": geometric_mean(ratios), "worst": round(max(ratios), 2)}
        for kind, ratios in (("right", right), ("work_arounds", around))
        if ratios
    }
    if "kgen_us" in rows.get("mixture", {}).get("backward", {}):
        found["mixture_of_forward"] = round(
            rows["mixture"]["backward"]["kgen_us"] / rows["mixture"]["forward"]["kgen_us"], 2
        )
    return found


def bandwidth():
    """Bytes a second of a copy that no cache holds, reads and writes together."""
    source = numpy.ones(16 << 20)
    target = numpy.empty_like(source)
    seconds = []
    for _ in range(7):
        start = time.thread_time()
        numpy.copyto(target, source)
        seconds.append(time.thread_time() - start)
    return 2 * source.nbytes / statistics.median(seconds)


def geometric_mean(numbers):
    return round(math.exp(sum(map(math.log, numbers)) / len(numbers)), 2) if numbers else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kernels")
    parser.add_argument("--type", default="f64", choices=TOLERANCES)
    parser.add_argument("--scale", default="1.0")
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--lanes", default="auto")
    parser.add_argument("--mcpu", default="native")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, folder)
        context.invoke = bench.invoke
        real = os.dup(1)
        os.dup2(2, 1)  # what the kernels' file prints is not the answer
        for only in options.only.split(","):
            sys.argv = [options.kernels, "--type", options.type, "--scale", options.scale, "--reps", "1"]
            sys.argv += ["--only", only] if only else []
            runpy.run_path(options.kernels, run_name="__main__")
        sys.stdout.flush()
        os.dup2(real, 1)
    rows, tolerance, failed = bench.rows, TOLERANCES[options.type], False
    for name, row in rows.items():
        for direction, found in row.items():
            instead = rows.get(WORK_AROUNDS.get(name, ""), {}) if direction == "backward" else {}
            wrong = direction == "backward" and (name in WORK_AROUNDS or name == "mixture")
            if instead:
                found["warp_us"], found["warp_kernel"] = instead[direction]["warp_us"], WORK_AROUNDS[name]
                found["ratio"] = round(found["warp_us"] / found["kgen_us"], 2)
            if "kgen_us" in found:
                failed |= not wrong and found["difference"] > tolerance
            if wrong:
                found.pop("difference", None)
                found.pop("threads_difference", None)
            failed |= found.get("threads_difference", 0.0) > tolerance
    ratios = {
        d: geometric_mean([row[d]["ratio"] for row in rows.values() if "ratio" in row.get(d, {})])
        for d in ("forward", "backward")
    }
    on_threads = {
        d: geometric_mean([row[d]["threads_ratio"] for row in rows.values() if "threads_ratio" in row.get(d, {})])
        for d in ("forward", "backward")
    }
    print(
        json.dumps(
            {
                "type": options.type,
                "scale": float(options.scale),
                "lanes": options.lanes,
                "mcpu": options.mcpu,
                "warp": warp.config.version,
                "warp_optimization_level": warp.config.optimization_level or "default",
                "copy_gb_per_second": round(bandwidth() / 1e9, 1),
                "geometric_mean": ratios,
                "backward": sum_up(rows),
                "threads": options.threads,
                "threads_geometric_mean": on_threads,
                "kernels": rows,
            },
            indent=1,
        )
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
