# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Live kernels of Warp's: closures, overloads, wp.static, cells of a notebook; Warp's own launch is the oracle."""

import linecache
from typing import Any

import kgen_mlir
import numpy as np
import pytest
import warp as wp

wp.config.log_level = wp.LOG_ERROR
FACTOR = 3.0


@wp.struct
class Pair:
    a: float
    b: wp.array(dtype=float)


def make(power: int, dtype):
    @wp.func
    def raise_(x: dtype):
        r = dtype(1.0)
        for _ in range(wp.static(power)):
            r = r * x
        return r

    @wp.kernel
    def k(x: wp.array(dtype=dtype), y: wp.array(dtype=dtype)):
        i = wp.tid()
        y[i] = dtype(FACTOR) * raise_(x[i])

    return k


@wp.kernel
def anything(x: wp.array(dtype=Any), y: wp.array(dtype=Any)):
    i = wp.tid()
    y[i] = x[i] + x[i]


@wp.kernel
def of_struct(p: Pair, y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = p.a * p.b[i]


def both(kernel, dtype, n=4):
    """What kgen and Warp make of the same launch, on arrays of Warp's."""
    x = np.arange(1, n + 1).astype(dtype)
    results = []
    for launch in (kgen_mlir.compile(kernel).launch, lambda *a, **o: wp.launch(kernel, *a, device="cpu", **o)):
        ours, y = wp.array(x, device="cpu"), wp.zeros(n, dtype=wp.dtype_from_numpy(np.dtype(dtype)), device="cpu")
        launch(dim=n, inputs=[ours], outputs=[y])
        results.append(y.numpy().tolist())
    return results


@pytest.mark.parametrize("power", [2, 3])
def test_closures(power):
    ours, theirs = both(make(power, wp.float64), np.float64)
    assert ours == theirs == [FACTOR * x**power for x in (1.0, 2.0, 3.0, 4.0)]


def test_overloads():
    for dtype, wanted in ((np.float32, wp.float32), (np.int32, wp.int32)):
        overload = wp.overload(anything, [wp.array(dtype=wanted), wp.array(dtype=wanted)])
        ours, theirs = both(overload, dtype)
        assert ours == theirs == [2, 4, 6, 8]


def test_generic():
    with pytest.raises(kgen_mlir.CompileError) as caught:
        kgen_mlir.compile(anything)
    assert caught.value.message == "'anything' is generic: expected one of its overloads, wp.overload(anything, [...])"
    assert caught.value.file == __file__ and caught.value.line > 30


def test_structs_of_warp():
    pair, y = Pair(), wp.zeros(2, dtype=float, device="cpu")
    pair.a, pair.b = 2.0, wp.array([1.0, 5.0], dtype=float, device="cpu")
    kgen_mlir.compile(of_struct).launch(2, [pair], [y])
    assert y.numpy().tolist() == [2.0, 10.0]


CELL = """
@wp.kernel
def in_a_cell(x: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = x[i] {}
"""


def cell(name, operation):
    """As IPython runs a cell: a file that there is not, whose lines Python has."""
    text = CELL.format(operation)
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    names = {"wp": wp}  # another cell imports it
    exec(compile(text, name, "exec"), names)
    return names["in_a_cell"]


def test_cells():
    x = np.ones(2, np.float32)
    kgen_mlir.compile(cell("<cell 1>", "* 5.0")).launch(2, [x])
    kgen_mlir.compile(cell("<cell 2>", "+ 1.0")).launch(2, [x])
    assert x.tolist() == [6.0, 6.0]


def test_errors_in_cells():
    """Also those of a run."""
    with pytest.raises(kgen_mlir.CompileError) as caught:
        kgen_mlir.compile(cell("<cell 3>", "* wp.nothing(1.0)"))
    assert (caught.value.file, caught.value.line) == ("<cell 3>", 5)
    with pytest.raises(kgen_mlir.RunError) as caught:
        kgen_mlir.compile(cell("<cell 4>", "* 2.0")).launch(3, [np.ones(2, np.float32)], device="interpreter")
    assert (caught.value.file, caught.value.line) == ("<cell 4>", 5)


def test_a_live_kernel_has_its_name():
    with pytest.raises(
        kgen_mlir.ArgumentError, match="expected a path or a text with kernel=NAME but got a live kernel"
    ):
        kgen_mlir.compile(of_struct, kernel="of_struct")
