# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a user may hand over that is of no use: one exception, which says what is expected and what came. Arrays are those of test_launch.py."""

import linecache
import pathlib
import platform
import stat
import sys

import kgen_mlir
import kgen_mlir.child
import kgen_mlir.tools
import pytest

TEXT = "import warp as wp\n\n@wp.kernel\ndef f(x: wp.array(dtype=float)):\n    x[wp.tid()] = 1.0\n"


def message(error, call, *arguments, **options):
    with pytest.raises(error) as caught:
        call(*arguments, **options)
    return str(caught.value)


@pytest.fixture
def other_tools(monkeypatch):
    """Sets the folder of tools, for one test."""

    def choose(folder):
        monkeypatch.setenv("KGEN_MLIR_BIN", str(folder))
        kgen_mlir.tools.command.cache_clear()
        kgen_mlir.child.compiler.end()

    yield choose
    monkeypatch.undo()
    kgen_mlir.tools.command.cache_clear()
    kgen_mlir.child.compiler.end()


def kernel_of_text(name):
    """The kernel of TEXT, whose text Python finds under a name in its cache of lines."""
    wp = pytest.importorskip("warp")
    wp.config.log_level = wp.LOG_ERROR
    linecache.cache[name] = (len(TEXT), None, TEXT.splitlines(True), name)
    names = {}
    exec(compile(TEXT, name, "exec"), names)
    return names["f"]


def test_a_kernel_without_text():
    name = "<gone>"
    kernel = kernel_of_text(name)
    del linecache.cache[name]
    assert message(kgen_mlir.CompileError, kgen_mlir.compile, kernel) == (
        "<gone>:3:1: error: expected the text of 'f' at line 3 of '<gone>' but found none"
    )


def test_a_text_that_changes():
    """A file that is another one by now."""
    name = "<changed>"
    kernel = kernel_of_text(name)
    changed = TEXT.replace("1.0", "2.0")
    linecache.cache[name] = (len(changed), None, changed.splitlines(True), name)
    said = message(kgen_mlir.CompileError, kgen_mlir.compile, kernel)
    assert said == "<changed>:3:1: error: the text of 'f' is changed as the program runs"


@pytest.mark.parametrize("what, came", [(1, "int"), (None, "NoneType"), (b"module {}", "bytes"), ([TEXT], "list")])
def test_no_kernel(what, came):
    said = message(TypeError, kgen_mlir.compile, what)
    assert said == f"expected a live kernel, a text or a path (os.PathLike) but got {came}"


class OnGpu:
    __cuda_array_interface__ = {"data": (4096, False), "shape": (1,), "typestr": "<f4", "version": 3}


@pytest.mark.parametrize("device", ["cpu", "interpreter", "ptx"])
def test_an_array_on_a_gpu(device):
    said = message(kgen_mlir.ArgumentError, kgen_mlir.compile(TEXT).launch, 1, [OnGpu()], device=device)
    assert said == "'x': expected an array in this process's memory but got one on a GPU"


def test_a_platform_that_there_is_no_wheel_for(other_tools, monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    other_tools("anywhere")
    assert message(kgen_mlir.ToolError, kgen_mlir.compile, TEXT) == (
        f"expected Linux on x86-64 but this is {sys.platform} on aarch64"
    )


def test_a_cpu_that_is_too_old(other_tools, tmp_path):
    """The compiler says so and ends; it is not asked a second time."""
    said = "kgen-serve: error: expected a CPU with fused multiply-add, as x86-64-v3 has it"
    server = tmp_path / "kgen-serve"
    server.write_text(f"#!/bin/sh\necho started >>{tmp_path}/starts\necho '{said}' >&2\nexit 1\n")
    server.chmod(server.stat().st_mode | stat.S_IXUSR)
    other_tools(tmp_path)
    assert message(kgen_mlir.ToolError, kgen_mlir.compile, TEXT) == said
    assert pathlib.Path(tmp_path, "starts").read_text() == "started\n"


def test_a_missing_child(other_tools, tmp_path):
    other_tools(tmp_path)
    said = f"expected kgen-serve in {tmp_path}, as KGEN_MLIR_BIN says, but found none"
    assert message(kgen_mlir.ToolError, kgen_mlir.compile, TEXT) == said


def test_a_child_that_cannot_run(other_tools, tmp_path):
    server = tmp_path / "kgen-serve"
    server.write_text("#!/no/such/interpreter\n")
    server.chmod(server.stat().st_mode | stat.S_IXUSR)
    other_tools(tmp_path)
    said = message(kgen_mlir.ToolError, kgen_mlir.compile, TEXT)
    assert said == f"cannot start {server}: No such file or directory"
