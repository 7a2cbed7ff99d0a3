# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kills.py KILLS: eight threads ask for every kind of answer while the compiler is killed at random moments and the process forks. Every
answer is right, no process is left and no file."""

import concurrent.futures
import os
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import threading
import time

import kgen_mlir
import kgen_mlir.child
import numpy as np

TEXT = """import warp as wp

@wp.kernel
def powers(x: wp.array(dtype=wp.float64), n: int, y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    p = wp.float64(1.0)
    for k in range(n):
        p = p * x[i]
    y[i] = p * wp.float64({scale})
"""
THREADS, FORKS = 8, 20
X = np.array([1.0, 2.0, 3.0])


def ask(number):
    """A new kernel in a way that depends on the number; whether its answers are right."""
    scale = float(number + 1)
    kernel = kgen_mlir.compile(TEXT.format(scale=scale))
    y = np.zeros(3)
    kind = number % 4
    if kind == 0:
        return f"double({scale}" in kernel.cuda.replace("float64", "double") or str(scale) in kernel.cuda
    kernel.launch(3, [X, 3], [y], device=("cpu", "cpu", "interpreter", "ptx")[kind])
    if y.tolist() != (scale * X**3).tolist():
        return False
    gradient = kernel.vjp(3, [X, 3], [y], cotangents={"y": np.ones(3)}, device="cpu")["x"]
    return np.allclose(gradient, scale * 3 * X**2)


def is_running(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def children():
    """The processes whose parent this is."""
    found = []
    for task in pathlib.Path("/proc/self/task").iterdir():
        found += (task / "children").read_text().split()
    return found


def kill(count, pids, done):
    moments = random.Random(1)
    for _ in range(count):
        time.sleep(moments.uniform(0.0, 0.1))
        child = kgen_mlir.child.compiler.child
        while child is None or child.process.pid in pids:
            time.sleep(0.001)
            child = kgen_mlir.child.compiler.child
        pids.add(child.process.pid)
        try:
            os.kill(child.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    done.set()


def fork():
    """A fork that asks for itself; whether it was answered rightly."""
    pid = os.fork()
    if pid == 0:
        signal.alarm(120)
        right = ask(1)
        kgen_mlir.child.compiler.end()
        os._exit(0 if right and not children() else 1)
    return os.waitpid(pid, 0)[1] == 0


def main():
    count, folder = int(sys.argv[1]), tempfile.mkdtemp()
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    kgen_mlir.version()
    pids, done, asked = set(), threading.Event(), [0] * THREADS

    def work(thread):
        right = True
        while not done.is_set():
            # A request during which the compiler is killed twice is one that dies, which is said.
            try:
                right &= ask(thread + THREADS * asked[thread])
            except kgen_mlir.CompilerDied:
                pass
            asked[thread] += 1
        return right

    killer = threading.Thread(target=kill, args=(count, pids, done))
    killer.start()
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        works = [pool.submit(work, thread) for thread in range(THREADS)]
        forks = [fork() for _ in range(FORKS)]
        right = [result.result() for result in works]
    killer.join()
    pids.add(kgen_mlir.child.compiler.child.process.pid if ask(1) else 0)
    kgen_mlir.child.compiler.end()
    left, files = [pid for pid in pids if is_running(pid)] + children(), os.listdir(folder)
    shutil.rmtree(folder)
    print(f"{len(pids) - 1} kills, {sum(asked)} rounds of {THREADS} threads right: {all(right)}, forks right: {all(forks)}")
    print(f"left: {len(left)} processes, {len(files)} files")


main()
