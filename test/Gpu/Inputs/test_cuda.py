# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches through the driver, held against those on the CPU."""

import kgen_mlir
import kgen_mlir.cuda
import numpy as np
import pytest
from kgen_mlir.cuda import DeviceArray

HEAD = "import warp as wp\n\n@wp.kernel\n"
POWERS = """def powers(a: float, x: wp.array2d(dtype=float), n: int, y: wp.array(dtype=float)):
    i = wp.tid()
    p = float(1.0)
    for k in range(n):
        p = p * x[i, 1]
    y[i] = y[i] + a * p
"""
SQUARES = """def squares(x: wp.array(dtype=wp.float64), n: int):
    i = wp.tid()
    for k in range(n):
        x[i] = x[i] * x[i]
"""
BLOCKS = "def blocks(x: wp.array(dtype=int)):\n    x[wp.tid()] = wp.block_dim()\n"


def kernel(text):
    return kgen_mlir.compile(HEAD + text)


@pytest.fixture(scope="module")
def powers():
    return kernel(POWERS)


def data():
    return np.linspace(0.5, 2.0, 12, dtype=np.float32).reshape(6, 2), np.ones(6, np.float32)


def test_numpy(powers):
    """Copied there and back, with any strides."""
    (x, y), (x2, y2) = data(), data()
    both = np.zeros((6, 2), np.float32)
    both[:, 0] = y
    powers.launch(6, [0.5, x, 3], [y])
    powers.launch(6, [0.5, np.asfortranarray(x2), 3], [both[:, 0]], device="cuda")
    assert both[:, 0].tolist() == y.tolist() and both[:, 1].tolist() == [0.0] * 6


def test_on_the_gpu(powers):
    """Arrays that are there are changed there; one that is only read may be numpy's."""
    x, y = data()
    there = DeviceArray.of(y)
    powers.launch(6, [0.5, x, 3], [there], device="cuda")
    powers.launch(6, [0.5, x, 3], [y])
    assert there.numpy().tolist() == y.tolist()


def test_gradients(powers):
    x, y = data()
    weights = np.arange(6, dtype=np.float32)
    want = powers.vjp(6, [0.5, x, 3], [y.copy()], cotangents={"y": weights})
    got = powers.vjp(6, [0.5, x, 3], [y.copy()], cotangents={"y": weights}, device="cuda")
    assert {name: values.tolist() for name, values in got.items()} == {name: v.tolist() for name, v in want.items()}
    there = [0.5, DeviceArray.of(x), 3, DeviceArray.of(y)]
    cotangent = DeviceArray.of(weights)
    got = powers.vjp(6, there, cotangents={"y": cotangent}, device="cuda")
    assert {name: values.numpy().tolist() for name, values in got.items()} == {n: v.tolist() for n, v in want.items()}
    assert cotangent.numpy().tolist() == weights.tolist()
    tangents = powers.jvp(6, there, tangents={"x": DeviceArray.of(np.ones((6, 2), np.float32))}, device="cuda")
    assert tangents["y"].numpy().tolist() == powers.jvp(6, [0.5, x, 3, y], tangents={"x": np.ones((6, 2))})["y"].tolist()


TAPED = """def logistic(x: wp.array(dtype=wp.float64), i0: wp.array(dtype=int), n: int):
    t = wp.tid()
    for k in range(n):
        j = i0[t] + k % 2
        x[2 * t + j] = wp.float64(3.7) * x[2 * t + j] * (wp.float64(1.0) - x[2 * t + j])
"""


@pytest.mark.parametrize("steps", [3, 50])
@pytest.mark.parametrize("there", [np.asarray, DeviceArray.of])
def test_tape(steps, there):
    """Also one that is longer than what is tried first, so that arrays are put back."""
    k, start, first = kernel(TAPED), np.array([0.1, 0.2, 0.3, 0.4]), np.zeros(2, np.int32)
    x = start.copy()
    want = k.vjp(2, [x, first, steps], cotangents={"x": np.ones(4)})["x"]
    own = there(start.copy())
    got = k.vjp(2, [own, first, steps], cotangents={"x": np.ones(4)}, device="cuda")["x"]
    read = (lambda values: values) if there is np.asarray else DeviceArray.numpy
    assert read(own).tolist() == x.tolist() and read(got).tolist() == want.tolist()


@pytest.mark.parametrize("device, block", [("cuda", 256), ("cuda", 32), ("ptx", 32), ("ptx", 1), ("cpu", 32), ("interpreter", 32)])  # fmt: skip
def test_block_dim(device, block):
    x = np.zeros(64, np.int32)
    kernel(BLOCKS).launch(64, [x], device=device, block_dim=block)
    want = block if device in ("cuda", "ptx") else 1
    assert x.tolist() == [want] * 64


@pytest.mark.parametrize("block", [0, 1025, 2.0, True, None])
def test_block_dims_that_are_none(block):
    with pytest.raises(kgen_mlir.ArgumentError) as caught:
        kernel(BLOCKS).launch(1, [np.zeros(1, np.int32)], device="ptx", block_dim=block)
    assert str(caught.value) == f"'block_dim': expected a number of threads from 1 to 1024 but got {block!r}"


class Elsewhere:
    """An array on a GPU of another library's."""

    def __init__(self, own, **changes):
        self.__cuda_array_interface__ = {**own.__cuda_array_interface__, **changes}


def test_what_does_not_fit(powers):
    x, y = data()
    there, twice = DeviceArray.of(y), Elsewhere(DeviceArray.of(np.zeros(12, np.float32)), shape=(6,), strides=(8,))
    for arguments, device, message in (
        ([1.0, x, 3, there], "cpu", "'y': expected an array in this process's memory but got one on a GPU"),
        ([1.0, x, 3, there], "ptx", "'y': expected an array in this process's memory but got one on a GPU"),
        (
            [1.0, x, 3, DeviceArray.of(np.zeros(6))],
            "cuda",
            "'y': expected an array of float32 of shape (*) but got an array of float64 of shape (6,)",
        ),
        (
            [1.0, x, 3, Elsewhere(there, data=(there.address, True))],
            "cuda",
            "'y': expected an array that may be written, since the kernel does, but got a read-only one",
        ),
        (
            [1.0, Elsewhere(there, shape=(3, 2)), 3, there],
            "cuda",
            "expected arrays that lie apart but 'x' and 'y' share memory",
        ),
    ):
        with pytest.raises(kgen_mlir.ArgumentError) as caught:
            powers.launch(6, arguments, device=device)
        assert str(caught.value) == message
    with pytest.raises(kgen_mlir.ArgumentError) as caught:
        powers.vjp(6, [1.0, x, 3, twice], device="cuda")
    expected = "expected an array on the GPU that lies by rows, for its gradient does, but got strides (8,)"
    assert str(caught.value) == f"'y': {expected}"
    with pytest.raises(kgen_mlir.ArgumentError) as caught:
        powers.launch(6, [1.0, x, 3, there], device="cuda", check=True)
    assert str(caught.value) == "'y': expected an array of numpy's with check=True but got one on a GPU"
    with pytest.raises(kgen_mlir.ArgumentError) as caught:
        powers.vjp(6, [1.0, x, 3, y], cotangents={"y": twice}, device="cuda")
    expected = "expected an array of float32 that lies by rows but got an array of float32 of shape (6,) of strides (8,)"
    assert str(caught.value) == f"cotangents of 'y': {expected}"


def test_a_kernel_that_fails(powers, capfd):
    """What the machine finds goes to stderr, and is an error of the launch; numpy's arrays are as before."""
    x, y = data()
    with pytest.raises(kgen_mlir.Error) as caught:
        powers.launch(7, [1.0, x, 3, y], device="cuda")
    assert "CUDA_ERROR_LAUNCH_FAILED" in str(caught.value) and y.tolist() == [1.0] * 6


def test_no_driver(powers, monkeypatch):
    monkeypatch.setattr(kgen_mlir.cuda, "LIBRARY", "libnone.so.1")
    kgen_mlir.cuda.opened.cache_clear()
    try:
        with pytest.raises(kgen_mlir.ToolError) as caught:
            powers.launch(6, [0.5, *data()[:1], 3, data()[1]], device="cuda")
        assert str(caught.value) == "cannot be run on a GPU: there is no CUDA driver (libnone.so.1)"
    finally:
        kgen_mlir.cuda.opened.cache_clear()
