# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler's process: it may die, its parent may die or fork, and threads share it."""

import os
import random
import signal
import stat
import subprocess
import sys
import threading
import time

import kgen_mlir
import kgen_mlir.child
import kgen_mlir.tools
import pytest

TEXT = (
    "import warp as wp\n\n@wp.kernel\ndef twice(x: wp.array(dtype=float)):\n    i = wp.tid()\n    x[i] = 2.0 * x[i]\n"
)


def pid():
    kgen_mlir.version()
    return kgen_mlir.child.compiler.child.process.pid


def is_running(number):
    try:
        with open(f"/proc/{number}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def ends(number, seconds=10.0):
    """Whether a process ends within some seconds."""
    until = time.monotonic() + seconds
    while is_running(number) and time.monotonic() < until:
        time.sleep(0.02)
    return not is_running(number)


def test_killed_between_calls():
    k = kgen_mlir.compile(TEXT)
    cuda = str(k.cuda)
    for _ in range(5):
        os.kill(pid(), signal.SIGKILL)
        assert k._print("cuda") == cuda


def test_killed_at_random_moments():
    """A request that was under way is asked again of the next child."""
    k = kgen_mlir.compile(TEXT)
    want, random_ = k.ptx(), random.Random(1)
    for _ in range(10):
        victim = pid()
        killer = threading.Timer(random_.uniform(0.0, 0.02), os.kill, (victim, signal.SIGKILL))
        killer.start()
        assert k._print("ptx", chip="sm_80", libdevice=kgen_mlir.tools.libdevice()) == want
        killer.join()


def test_a_request_that_kills(monkeypatch, tmp_path):
    dying = tmp_path / "kgen-serve"
    dying.write_text("#!/bin/sh\nread line\necho 'no such luck' >&2\nexit 3\n")
    dying.chmod(dying.stat().st_mode | stat.S_IXUSR)
    with chosen(monkeypatch, tmp_path), pytest.raises(kgen_mlir.CompilerDied) as caught:
        kgen_mlir.version()
    assert str(caught.value) == "the compiler ended without an answer to 'hello' (status 3): no such luck"
    assert kgen_mlir.version()


def test_another_program(monkeypatch, tmp_path):
    other = tmp_path / "kgen-serve"
    other.write_text("#!/bin/sh\nread line\necho hello\n")
    other.chmod(other.stat().st_mode | stat.S_IXUSR)
    with chosen(monkeypatch, tmp_path), pytest.raises(kgen_mlir.ToolError, match="is not kgen's: it answered b'hello"):
        kgen_mlir.version()


def test_no_program(monkeypatch, tmp_path):
    with chosen(monkeypatch, tmp_path), pytest.raises(kgen_mlir.ToolError) as caught:
        kgen_mlir.version()
    assert str(caught.value) == f"expected kgen-serve in {tmp_path}, as KGEN_MLIR_BIN says, but found none"


class chosen:
    """Another folder of tools, for a while."""

    def __init__(self, monkeypatch, folder):
        self.patch, self.folder = monkeypatch, folder

    def __enter__(self):
        self.own = os.environ["KGEN_MLIR_BIN"]
        self.change(str(self.folder))

    def __exit__(self, *_):
        self.change(self.own)

    def change(self, folder):
        self.patch.setenv("KGEN_MLIR_BIN", folder)
        kgen_mlir.tools.command.cache_clear()
        kgen_mlir.child.compiler.end()


def test_fork():
    k = kgen_mlir.compile(TEXT)
    own = pid()
    for _ in range(3):
        fork = os.fork()
        if fork == 0:
            signal.alarm(60)
            os._exit(0 if kgen_mlir.compile(TEXT).mlir == k.mlir and pid() != own else 1)
        assert os.waitpid(fork, 0)[1] == 0
    assert pid() == own


def test_fork_while_a_thread_asks():
    k = kgen_mlir.compile(TEXT)
    stop = threading.Event()

    def ask():
        while not stop.is_set():
            k._print("cuda")

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        for _ in range(5):
            fork = os.fork()
            if fork == 0:
                signal.alarm(60)
                os._exit(0 if kgen_mlir.compile(TEXT).mlir == k.mlir else 1)
            assert os.waitpid(fork, 0)[1] == 0
    finally:
        stop.set()
        thread.join()


def test_eight_threads():
    texts = [TEXT.replace("2.0", f"{n}.0") for n in range(8)]
    want = [kgen_mlir.compile(text).cuda for text in texts]
    got = [[] for _ in texts]

    def work(n):
        for _ in range(5):
            got[n].append(str(kgen_mlir.compile(texts[n]).cuda))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [[str(text)] * 5 for text in want]


PROGRAM = """
import os, sys, time
import kgen_mlir, kgen_mlir.child
kgen_mlir.version()
if "fork" in sys.argv and os.fork() == 0:
    time.sleep(20)
    os._exit(0)
print(kgen_mlir.child.compiler.child.process.pid, flush=True)
if "wait" in sys.argv:
    time.sleep(20)
"""


@pytest.mark.parametrize("how", [[], ["wait"], ["wait", "fork"]])
def test_it_ends_with_its_parent(how):
    """By itself, and when its parent is killed, though a fork of that still holds its input open."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *how], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    number = int(process.stdout.readline())
    if how:
        assert is_running(number)
        process.kill()
    process.wait()
    try:
        assert ends(number)
    finally:
        if "fork" in how:
            os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()


def test_an_interrupt_leaves_nothing_behind():
    """An answer that nobody waited for is not taken for the next one."""
    k = kgen_mlir.compile(TEXT)
    cuda = str(k.cuda)
    own = kgen_mlir.child.compiler.child
    answer = own.exchange

    def interrupted(line):
        own.process.stdin.write(line)
        raise KeyboardInterrupt

    own.exchange = interrupted
    with pytest.raises(KeyboardInterrupt):
        k._print("ptx", chip="sm_80")
    own.exchange = answer
    assert not is_running(own.process.pid)
    assert k._print("cuda") == cuda


def test_no_file_is_left(tmp_path):
    program = "import kgen_mlir, os, signal\n" + f"text = {TEXT!r}\n"
    program += "import numpy\nx = numpy.ones(4, numpy.float32)\nk = kgen_mlir.compile(text)\nk.launch(4, [x])\n"
    program += "k.launch(4, [x], device='interpreter')\nos.kill(kgen_mlir.child.compiler.child.process.pid, 9)\n"
    program += "k.launch(4, [x], device='ptx')\nprint(x.tolist())\n"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    assert done.stdout == "[8.0, 8.0, 8.0, 8.0]\n", done.stderr
    assert list(tmp_path.iterdir()) == []
