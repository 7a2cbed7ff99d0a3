# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches on each device against numpy's own arithmetic; what does not fit is said before anything runs."""

import kgen_mlir
import numpy as np
import pytest

DEVICES = ["cpu", "interpreter", "ptx"]
HEAD = "import warp as wp\n\n"


def kernel(text):
    return kgen_mlir.compile(HEAD + text)


@pytest.fixture(scope="module")
def axpy():
    return kernel(
        """@wp.kernel
def axpy(a: wp.float64, x: wp.array(dtype=wp.float64), y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    y[i] = a * x[i] + y[i]
"""
    )


@pytest.mark.parametrize("device", DEVICES)
def test_in_place(axpy, device):
    x, y = np.arange(5.0), np.ones(5)
    assert axpy.launch(5, [0.5, x], [y], device=device) is None
    assert y.tolist() == (0.5 * np.arange(5.0) + 1.0).tolist() and x.tolist() == list(range(5))


@pytest.mark.parametrize("device", DEVICES)
def test_fewer_threads_and_none(axpy, device):
    x, y = np.arange(5.0), np.ones(5)
    axpy.launch(0, [2.0, x, y], device=device)
    axpy.launch([2], [2.0, x, y], device=device)
    assert y.tolist() == [1.0, 3.0, 1.0, 1.0, 1.0]


@pytest.mark.parametrize("device", DEVICES)
def test_strides(axpy, device):
    """Every second element, backwards, and a row of a transposed matrix."""
    x, y = np.arange(10.0)[::-2], np.zeros((3, 5)).T[:, 1]
    axpy.launch(5, [1.0, x], [y], device=device)
    assert y.tolist() == [9.0, 7.0, 5.0, 3.0, 1.0]
    assert y.base.sum() == 25.0


GRID = """@wp.kernel
def grid(a: wp.array2d(dtype=wp.int32), out: wp.array(dtype=wp.int32, ndim=3)):
    i, j, k = wp.tid()
    out[i, j, k] = a[j, i] * 10 + k
"""


@pytest.mark.parametrize("device", DEVICES)
def test_dimensions(device):
    a = np.arange(6, dtype=np.int32).reshape(2, 3)
    out = np.zeros((3, 2, 4), np.int32)
    kernel(GRID).launch((3, 2, 4), [np.asfortranarray(a)], [out], device=device)
    assert out.tolist() == (a.T[:, :, None] * 10 + np.arange(4)).tolist()


def test_launches_of_the_same_arguments(axpy):
    """What is ready from the last launch serves while nothing has changed: neither the arrays, nor their shape, rights or memory."""
    x, y = np.ones(4), np.zeros(4)
    for _ in range(3):
        axpy.launch(4, [1.0, x], [y])
    x[:] = 2.0
    axpy.launch(4, [1.0, x, y])
    axpy.launch(4, [-1.0, x, y])
    axpy.launch(2, [1.0, x, y])
    assert y.tolist() == [5.0, 5.0, 3.0, 3.0]
    y.flags.writeable = False
    with pytest.raises(kgen_mlir.ArgumentError, match="read-only"):
        axpy.launch(2, [1.0, x, y])
    y.flags.writeable = True
    axpy.launch(2, [1.0, x, y])
    x.resize((2, 2))
    with pytest.raises(kgen_mlir.ArgumentError, match=r"but got an array of float64 of shape \(2, 2\)"):
        axpy.launch(2, [1.0, x, y])
    zero = np.zeros(1)
    for a in (0.0, -0.0):
        y = np.array([-0.0])
        axpy.launch(1, [a, np.ones(1), y])
        zero = np.append(zero, y)
    assert np.signbit(zero).tolist() == [False, False, True]


VECTORS = """@wp.kernel
def turn(m: wp.mat22d, v: wp.array(dtype=wp.vec2d), s: wp.vec3i, q: wp.array(dtype=wp.quatf), out: wp.array(dtype=wp.vec2d)):
    i = wp.tid()
    out[i] = m * v[i] + wp.vec2d(wp.float64(s[2]), wp.float64(q[i][3]))
"""


@pytest.mark.parametrize("device", DEVICES)
def test_vectors(device):
    m, v = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 1.0], [0.0, 2.0]])
    q = np.array([[0, 0, 0, 1], [0, 0, 0, 0.5]], np.float32)
    out = np.zeros((2, 2))
    kernel(VECTORS).launch(2, [m, v, (7, 8, 9), q], [out], device=device)
    assert out.tolist() == (v @ m.T + np.stack([[9.0, 1.0], [9.0, 0.5]])).tolist()


NUMBERS = """@wp.kernel
def numbers(b: wp.bool, i8: wp.int8, u8: wp.uint8, i16: wp.int16, u16: wp.uint16, u32: wp.uint32, i64: wp.int64, u64: wp.uint64,
            h: wp.float16, f: wp.array(dtype=wp.float16), t: wp.array(dtype=wp.bool), w: wp.array(dtype=wp.uint64)):
    i = wp.tid()
    if b:
        w[i] = wp.uint64(i8) + wp.uint64(u8) + wp.uint64(i16) + wp.uint64(u16) + wp.uint64(u32) + wp.uint64(i64) + u64
        f[i] = f[i] + h
        t[i] = not t[i]
"""


@pytest.mark.parametrize("device", DEVICES)
def test_numbers(device):
    f, t, w = np.array([0.5, 2.0], np.float16), np.array([True, False]), np.zeros(2, np.uint64)
    values = [True, -1, 255, -2, 65535, 2**32 - 1, -3, 2**63 + 6]
    kernel(NUMBERS).launch(2, [*values, 0.25, f, t, w], device=device)
    assert w.tolist() == [(sum(values[1:])) % 2**64] * 2
    assert f.tolist() == [0.75, 2.25] and t.tolist() == [False, True]


BRAINS = """@wp.kernel
def brains(s: wp.bfloat16, x: wp.array(dtype=wp.bfloat16)):
    i = wp.tid()
    x[i] = x[i] * s
"""


@pytest.mark.parametrize("device", DEVICES)
def test_bfloat16(device):
    """numpy has no such type: the bits of it."""
    x = (np.array([1.5, -3.0], np.float32).view(np.uint32) >> 16).astype(np.uint16)
    kernel(BRAINS).launch(2, [2.0, x], device=device)
    assert (x.astype(np.uint32) << 16).view(np.float32).tolist() == [3.0, -6.0]


STRUCTS = """@wp.struct
class Inner:
    n: wp.int32
    x: wp.array(dtype=float)


@wp.struct
class Body:
    mass: float
    at: wp.vec3
    inner: Inner


@wp.struct
class Pair:
    a: wp.int8
    b: wp.float64


@wp.kernel
def bodies(s: Body, pairs: wp.array(dtype=Pair), out: wp.array(dtype=float)):
    i = wp.tid()
    out[i] = s.mass * s.inner.x[i] + s.at[1] + float(s.inner.n) + float(pairs[i].b)
    s.inner.x[i] = float(pairs[i].a)
"""


@pytest.mark.parametrize("device", DEVICES)
def test_structs(device):
    pair = np.dtype([("a", np.int8), ("b", np.float64)], align=True)
    x, pairs, out = np.array([1, 2], np.float32), np.array([(3, 0.5), (-4, 0.25)], pair), np.zeros(2, np.float32)
    body = {"mass": 2.0, "at": [0.0, 10.0, 0.0], "inner": {"n": 100, "x": x}}
    k = kernel(STRUCTS)
    k.launch(2, [body, pairs], [out], device=device)
    assert out.tolist() == [112.5, 114.25] and x.tolist() == [3.0, -4.0]
    with pytest.raises(
        kgen_mlir.ArgumentError, match="'s.inner': expected a struct with a field 'x' but got dict without it"
    ):
        k.launch(2, [{**body, "inner": {"n": 1}}, pairs, out])


def test_all_devices_give_the_same_bits():
    """The elementary functions are the same ones."""
    k = kernel(
        "@wp.kernel\ndef waves(x: wp.array(dtype=float), y: wp.array(dtype=float)):\n    i = wp.tid()\n"
        "    y[i] = wp.sin(x[i]) * wp.exp(-x[i] * x[i]) + wp.pow(wp.abs(x[i]), 0.3)\n"
    )
    x = np.linspace(-9, 9, 1001, dtype=np.float32)
    results = [np.zeros_like(x) for _ in range(2)]
    for device, y in zip(["cpu", "interpreter"], results):
        k.launch(x.size, [x, y], device=device)
    assert results[0].tobytes() == results[1].tobytes()
    assert np.allclose(results[0], np.sin(x) * np.exp(-x * x) + np.abs(x) ** 0.3, atol=1e-6)


# ===-------------------------------------------------------------------------------------------------------------------===
# Gradients
# ===-------------------------------------------------------------------------------------------------------------------===

POWERS = """@wp.kernel
def powers(x: wp.array(dtype=wp.float64), n: int, y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    p = wp.float64(1.0)
    for k in range(n):
        p = p * x[i]
    y[i] = p
"""


@pytest.mark.parametrize("device", DEVICES)
def test_vjp_and_jvp(device):
    x, y, k = np.array([1.5, -2.0, 3.0]), np.zeros(3), kernel(POWERS)
    grads = k.vjp(3, [x, 4], [y], cotangents={"y": [1.0, 1.0, 0.5]}, device=device)
    assert y.tolist() == (x**4).tolist() and sorted(grads) == ["x", "y"]
    assert np.allclose(grads["x"], [4 * 1.5**3, -32.0, 54.0]) and grads["y"].tolist() == [0.0] * 3
    tangents = k.jvp(3, [x, 4], [y], tangents={"x": np.ones(3)}, device=device)
    assert list(tangents) == ["y"] and np.allclose(tangents["y"], 4 * x**3)


@pytest.mark.parametrize("device", DEVICES)
def test_gradient_of_what_is_overwritten(device):
    """Of its initial value, with strides, and of a kernel that needs a tape."""
    k = kernel(
        "@wp.kernel\ndef square(x: wp.array(dtype=wp.float64), n: int):\n    i = wp.tid()\n"
        "    for k in range(n):\n        x[i] = x[i] * x[i]\n"
    )
    x = np.array([1.5, 0.0, 0.5, 0.0])[::2]
    grads = k.vjp(2, [x, 2], cotangents={"x": np.ones(2)}, device=device)
    assert x.tolist() == [1.5**4, 0.5**4] and x.base.tolist()[1::2] == [0.0, 0.0]
    assert np.allclose(grads["x"], 4 * np.array([1.5, 0.5]) ** 3)


TAPED = """@wp.kernel
def logistic(x: wp.array(dtype=wp.float64), i0: wp.array(dtype=int), n: int):
    t = wp.tid()
    for k in range(n):
        j = i0[t] + k % 2
        x[2 * t + j] = wp.float64(3.7) * x[2 * t + j] * (wp.float64(1.0) - x[2 * t + j])
"""


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("steps", [3, 50])
def test_tape(device, steps):
    """Also one that is longer than what is tried first."""
    k, x0 = kernel(TAPED), np.array([0.1, 0.2, 0.3, 0.4])

    def final(start):
        x = start.copy()
        for t in range(2):
            for s in range(steps):
                x[2 * t + s % 2] = 3.7 * x[2 * t + s % 2] * (1 - x[2 * t + s % 2])
        return x

    def slope(i):
        x, d = x0[i], 1.0
        for _ in range((steps + 1 - i % 2) // 2):
            x, d = 3.7 * x * (1 - x), 3.7 * (1 - 2 * x) * d
        return d

    x = x0.copy()
    grads = k.vjp(2, [x, np.zeros(2, np.int32), steps], cotangents={"x": np.ones(4)}, device=device)
    assert np.allclose(x, final(x0)) and np.allclose(grads["x"], [slope(i) for i in range(4)], rtol=1e-9)


def test_gradient_in_structs():
    k = kernel(STRUCTS)
    pair = np.dtype([("a", np.int8), ("b", np.float64)], align=True)
    x, pairs, out = np.array([1, 2], np.float32), np.array([(3, 0.5), (-4, 0.25)], pair), np.zeros(2, np.float32)
    body = {"mass": 2.0, "at": [0.0, 10.0, 0.0], "inner": {"n": 100, "x": x}}
    grads = {d: k.vjp(2, [body, pairs], [out], cotangents={"out": [1.0, 10.0]}, device=d) for d in DEVICES}
    for device in DEVICES:
        assert grads[device]["s.inner.x"].tolist() == [2.0, 20.0]
        assert grads[device]["pairs"]["b"].tolist() == [1.0, 10.0]


def test_no_gradient_is_an_exception():
    head = "@wp.kernel\ndef last(x: wp.array(dtype=float), y: wp.array(dtype=float)):\n"
    k = kernel(head + "    wp.atomic_exch(y, 0, x[wp.tid()])\n")
    for device in DEVICES:
        x, y = np.ones(4, np.float32), np.zeros(1, np.float32)
        with pytest.raises(kgen_mlir.NotDifferentiable) as caught:
            k.vjp(4, [x, y], cotangents={"y": np.ones(1)}, device=device)
        assert caught.value.line == 5 and y[0] == 0.0


# ===-------------------------------------------------------------------------------------------------------------------===
# What does not fit
# ===-------------------------------------------------------------------------------------------------------------------===

X, Y = np.arange(5.0), np.ones(5)
BIG = np.zeros(9)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([1.0, X], "expected 3 arguments of 'axpy' (a, x, y) but got 2"),
        (["a", X, Y], "'a': expected float64 but got str 'a'"),
        ([[1.0, 2.0], X, Y], "'a': expected float64 but got list"),
        ([1.0, X.astype(np.float32), Y], "'x': expected an array of float64 of shape (*) but got an array of float32 of shape (5,)"),
        ([1.0, X.astype(">f8"), Y], "'x': expected an array of float64 of shape (*) but got an array of >f8 of shape (5,)"),
        ([1.0, X.reshape(5, 1), Y], "'x': expected an array of float64 of shape (*) but got an array of float64 of shape (5, 1)"),
        ([1.0, list(X), Y], "'x': expected an array of numpy's but got list"),
        ([1.0, None, Y], "'x': expected an array of numpy's but got NoneType"),
        ([1.0, X, np.broadcast_to(Y[:1], (5,))], "'y': expected an array that may be written, since the kernel does, but got a read-only one"),
        ([1.0, Y, Y], "expected arrays that lie apart but 'x' and 'y' share memory"),
        ([1.0, BIG[:5], BIG[4:]], "expected arrays that lie apart but 'x' and 'y' share memory"),
        (
            [1.0, np.frombuffer(bytes(41), np.uint8)[1:].view(np.float64), Y],
            "'x': expected an array aligned to its numbers but got one at an odd address",
        ),
    ],
)  # fmt: skip
def test_arguments(axpy, arguments, message):
    before = Y.copy()
    for device in DEVICES:
        with pytest.raises(kgen_mlir.ArgumentError) as caught:
            axpy.launch(5, arguments, device=device)
        assert str(caught.value) == message
    assert Y.tolist() == before.tolist()


def test_arrays_between_each_other(axpy):
    """Interleaved is apart; two that are only read may be one."""
    both = np.arange(10.0)
    axpy.launch(5, [1.0, both[::2], both[1::2]])
    assert both.tolist() == [0, 1, 2, 5, 4, 9, 6, 13, 8, 17]


def test_integers_of_their_type():
    k = kernel("@wp.kernel\ndef f(n: wp.uint8, x: wp.array(dtype=int)):\n    x[wp.tid()] = int(n)\n")
    x = np.zeros(1, np.int32)
    for value, got in (
        (256, "uint8 but got 256, which it has not"),
        (-1, "uint8 but got -1, which it has not"),
        (1.5, "uint8 but got float 1.5"),
    ):
        with pytest.raises(kgen_mlir.ArgumentError, match=got):
            k.launch(1, [value, x])
    k.launch(1, [np.int64(255), x])
    assert x.tolist() == [255]


def test_elements_in_one_piece():
    k = kernel("@wp.kernel\ndef f(v: wp.array(dtype=wp.vec2d)):\n    v[wp.tid()] = wp.vec2d()\n")
    with pytest.raises(
        kgen_mlir.ArgumentError, match=r"'v': expected elements of vec2d in one piece but got strides \(8, 16\)"
    ):
        k.launch(2, [np.zeros((2, 2)).T])
    with pytest.raises(kgen_mlir.ArgumentError, match=r"shape \(\*, 2\) but got an array of float64 of shape \(2, 3\)"):
        k.launch(2, [np.zeros((2, 3))])


@pytest.mark.parametrize("dim", [-1, (1, 2, 3, 4, 5), "4", None, 2.0, (), True])
def test_extents(axpy, dim):
    with pytest.raises(
        kgen_mlir.ArgumentError, match="'dim': expected one to four extents that are not negative but got "
    ):
        axpy.launch(dim, [1.0, X, Y])


def test_devices(axpy):
    with pytest.raises(kgen_mlir.ArgumentError, match="'device': expected cpu, interpreter, ptx or cuda but got 'tpu'"):
        axpy.launch(5, [1.0, X, Y], device="tpu")


def test_cotangents(axpy):
    with pytest.raises(kgen_mlir.ArgumentError, match="cotangents: expected names of 'x', 'y' but got 'z'"):
        axpy.vjp(5, [1.0, X, Y], cotangents={"z": X})
    with pytest.raises(kgen_mlir.ArgumentError, match=r"cotangents of 'y': expected shape \(5,\) but got \(4,\)"):
        axpy.vjp(5, [1.0, X, Y], cotangents={"y": X[:4]})


@pytest.mark.parametrize("how", [{"device": "interpreter"}, {"device": "ptx"}, {"check": True}])
def test_a_bad_index_stops_the_run(axpy, how):
    """Nothing has changed then, and the place is the author's."""
    x, y = np.ones(5), np.ones(5)
    with pytest.raises(kgen_mlir.RunError) as caught:
        axpy.launch(6, [1.0, x], [y], **how)
    assert "5" in caught.value.message and y.tolist() == [1.0] * 5
    if how != {"device": "ptx"}:
        assert (caught.value.file, caught.value.line) == ("<text>", 6)


def test_prints(capfd):
    k = kernel('@wp.kernel\ndef f(x: wp.array(dtype=int)):\n    wp.printf("x is %d\\n", x[wp.tid()])\n')
    for device in DEVICES:
        k.launch(1, [np.array([7], np.int32)], device=device)
    out, err = capfd.readouterr()
    assert (out + err).count("x is 7\n") == 3
