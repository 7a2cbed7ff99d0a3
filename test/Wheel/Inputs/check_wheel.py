# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_wheel.py WHEEL [--tools FOLDER] [--count N] [--python PYTHON]...: installs a wheel in a new environment of each CPython from 3.10 on
that is found, hides LLVM, and uses all that it brings.

--tools: kgen's tools of a build tree, whose samples have to be the wheel's byte for byte. --count: samples that are made and validated.
Needs the right to mount (root, or namespaces of users), and an index that has numpy and warp-lang.
"""

import argparse
import filecmp
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMMANDS = ["gpu-check", "lsp-server", "opt", "ptx", "reduce", "run", "serve", "stats", "synth", "translate"]
TARGETS, SAMPLES = ["cpu", "cuda", "nvptx", "all"], 300
MAX_BYTES, MAX_IMPORT_MS = 40_000_000, 30.0
KERNEL = "import warp as wp\n\n@wp.kernel\ndef f(x: wp.array(dtype=float), y: wp.array(dtype=float)):\n    i = wp.tid()\n    y[i] = wp.sin(x[i])\n"
MEASURE = f"""
import time, sys
t = time.process_time()
import kgen_mlir
imported = time.process_time() - t
times = []
for _ in range(5):
    t = time.perf_counter()
    kgen_mlir.compile({KERNEL!r})
    times.append(time.perf_counter() - t)
import os, numpy
k = kgen_mlir.compile({KERNEL!r})
x, y = numpy.array([0.5], numpy.float32), numpy.zeros(1, numpy.float32)
k.launch(1, [x, y])
assert y[0] == numpy.float32(0.47942554), y
assert ".entry f_cuda_kernel_backward" in k.ptx(backward=True)
assert os.path.exists(os.path.join(os.path.dirname(kgen_mlir.__file__), "include/kgen/kgen.cuh"))
import kgen_mlir.warp, kgen_warp
assert kgen_mlir.warp.use is kgen_warp.use
print(imported * 1e3, times[0] * 1e3, min(times[1:]) * 1e3)
"""


def fail(message):
    sys.exit(f"check_wheel: error: {message}")


def run(command, *, status=0, **options):
    """What a command prints, both streams together."""
    done = subprocess.run(
        [str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options
    )
    if done.returncode != status:
        print(done.stdout[-4000:])
        fail(f"expected status {status} but got {done.returncode} from {' '.join(map(str, command))}")
    return done.stdout


def version_of(python):
    code = "import sys; print(sys.implementation.name, *sys.version_info[:2])"
    try:
        name, major, minor = subprocess.check_output([python, "-c", code], text=True, stderr=subprocess.DEVNULL).split()
    except (OSError, subprocess.CalledProcessError, ValueError):
        return None
    return (int(major), int(minor)) if name == "cpython" else None


def pythons():
    """One interpreter of each version."""
    places = glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python3"))
    places += [found for minor in range(10, 20) if (found := shutil.which(f"python3.{minor}"))]
    found = {version: place for place in places if (version := version_of(place)) and version >= (3, 10)}
    return [place for _, place in sorted(found.items())]


def install(wheel, python, folder):
    """A new environment with the wheel; its folder of programs, and how long the wheel took."""
    run([python, "-m", "venv", "--without-pip", folder])
    pip = [python, "-m", "pip", "-q", "--disable-pip-version-check", "--python", folder / "bin/python", "install"]
    began = time.monotonic()
    run([*pip, "--no-deps", wheel])
    seconds = time.monotonic() - began
    run([*pip, "--find-links", wheel.parent, "kgen-mlir[warp]"])
    return folder / "bin", seconds


def hidden(command, empty):
    """The command where there is no LLVM on the machine, but an empty folder in its place."""
    empty.mkdir(exist_ok=True)
    mounts = "".join(f"mount --bind {empty} {folder} && " for folder in glob.glob("/usr/lib/llvm-*"))
    rights = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", *rights, "--mount", "bash", "-c", f'{mounts}exec "$@"', "hidden", *command]


def use(programs, count, folder):
    """Everything that a wheel can do, by the programs of one environment; the figures of it."""
    os.chdir(folder)
    if glob.glob("/usr/lib/llvm-*/*"):
        fail("expected that LLVM is hidden")
    for name in COMMANDS:
        said = run([programs / f"kgen-{name}", "--help"]) + run([programs / "kgen-mlir", name, "--help"])
        if said.count("USAGE") + said.count("usage") < 2:
            fail(f"expected the help of kgen-{name} twice but got {said[:200]}")
    python = programs / "python"
    imported, cold, warm = map(float, run([python, "-c", MEASURE]).split())
    if imported > MAX_IMPORT_MS:
        fail(f"expected that an import takes at most {MAX_IMPORT_MS} ms but it takes {imported:.1f}")
    (folder / "guide").mkdir()
    guide = run([python, ROOT / "utils/run_document.py", ROOT / "QUICKSTART.md"], cwd=folder / "guide")
    notebook = run([python, ROOT / "utils/run_notebook.py", ROOT / "examples/notebook/pulse.ipynb"])
    program = ROOT / "examples/inverse/fit.py"
    checked = run([programs / "kgen-check", program, "warp", "--steps", "0"], status=1)
    began = time.monotonic()
    run([programs / "kgen-synth", "--count", count, "--target", "nvptx", "--quiet", "-o", folder / "set"])
    made = time.monotonic() - began
    valid = run([programs / "kgen-stats", folder / "set", "--validate"])
    shutil.rmtree(folder / "set")
    return {
        "import": imported, "cold": cold, "warm": warm, "synth": made, "guide": guide.splitlines()[-1],
        "notebook": notebook.split(": ")[-1].strip(), "check": checked.splitlines()[-1], "valid": valid.splitlines()[-1],
    }  # fmt: skip


def samples(program, folder):
    """Commands that make the samples of each target."""
    for target in TARGETS:
        options = ["--count", SAMPLES, "--target", target, "--seed", 3, "--quiet", "-o", folder / target]
        yield [str(part) for part in [program, *options]]


def compare(ours, theirs):
    """How many samples are the same; ends where a file differs."""
    count = 0
    for path in sorted(theirs.glob("*/samples-*.jsonl")):
        other = ours / path.relative_to(theirs)
        if not filecmp.cmp(path, other, shallow=False):
            fail(f"expected the same bytes in {path} and {other}")
        count += path.read_bytes().count(b"\n")
    return count


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split(":")[0], description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("wheel", type=pathlib.Path)
    parser.add_argument("--tools", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--python", action="append")
    parser.add_argument("--use", nargs=2, type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.use:
        print(json.dumps(use(options.use[0], options.count, options.use[1])))
        return
    wheel = options.wheel.resolve()
    size = wheel.stat().st_size
    if not re.search(r"-py3-none-manylinux_2_\d+_x86_64\.whl$", wheel.name) or size > MAX_BYTES:
        fail(f"expected a wheel for manylinux of at most {MAX_BYTES} bytes but got {wheel.name} of {size}")
    print(f"{wheel.name}: {size / 1e6:.1f} MB")
    if leaked := [name for name in os.environ if name.startswith(("KGEN_", "PYTHONPATH"))]:
        fail(f"expected none of {leaked} in the environment")
    with tempfile.TemporaryDirectory(prefix="wheel-") as name:
        folder = pathlib.Path(name)
        for python in options.python or pythons():
            own = folder / "-".join(map(str, version_of(python)))
            programs, seconds = install(wheel, python, own / "venv")
            (own / "work").mkdir()
            environment = {**os.environ, "PATH": f"{programs}:/usr/bin:/bin"}
            again = [programs / "python", __file__, wheel, "--count", options.count, "--use", programs, own / "work"]
            found = json.loads(run(hidden([str(part) for part in again], folder / "empty"), env=environment).splitlines()[-1])
            print(
                f"CPython {own.name.replace('-', '.')}: installed in {seconds:.1f} s, import {found['import']:.1f} ms, first compile"
                f" {found['cold']:.0f} ms, next {found['warm']:.0f} ms; QUICKSTART {found['guide']}, notebook {found['notebook']},"
                f" {found['check']}; {options.count} samples in {found['synth']:.0f} s, {found['valid']}",
                flush=True,
            )
        if options.tools:
            environment = {**os.environ, "PATH": f"{programs}:/usr/bin:/bin"}
            for command in samples(programs / "kgen-synth", folder / "ours"):
                run(hidden(command, folder / "empty"), env=environment)
            for command in samples(options.tools / "kgen-synth", folder / "theirs"):
                run(command)
            print(f"{compare(folder / 'ours', folder / 'theirs')} samples are those of {options.tools}")


if __name__ == "__main__":
    main()
