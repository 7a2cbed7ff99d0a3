# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as operators of torch's: its own checks of operators and of gradients."""

import kgen_mlir
import kgen_mlir.torch
import pytest
import torch
from torch_kernels import BODIES, TRIPS, X, Y, text


def tensors():
    return [torch.tensor(values, dtype=torch.float64, requires_grad=True) for values in (X, Y)]


@pytest.mark.parametrize("name", BODIES)
def test_opcheck_and_gradcheck(name):
    op = kgen_mlir.torch.op(kgen_mlir.compile(text(name)))
    x, y = tensors()
    out = torch.zeros(len(X), dtype=torch.float64)
    torch.library.opcheck(op, ([len(X)], x, y, TRIPS, out))
    assert torch.autograd.gradcheck(lambda x, y: op([len(X)], x, y, TRIPS, out), (x, y))


def square():
    return kgen_mlir.torch.op(kgen_mlir.compile(text("twice")))


def test_a_buffer_that_is_used_again():
    """Nothing is changed in place: one buffer may be what two calls start from, and backward may be asked twice."""
    op, (x, y), buffer = square(), tensors(), torch.zeros(len(X), dtype=torch.float64)
    first = op([len(X)], x, y, TRIPS, buffer)
    second = op([len(X)], 2.0 * x, y, TRIPS, buffer)
    assert buffer.abs().sum() == 0
    loss = (first + second).sum()
    loss.backward(retain_graph=True)
    once = x.grad.clone()
    loss.backward()
    want = 2 * x * y**2 + 8 * x * y**2
    assert torch.allclose(once, want) and torch.allclose(x.grad, 2 * want)


def test_what_torch_changed_in_between_is_an_error():
    """torch's own guard: the tensor that the backward needs is another by then."""
    op, (x, y) = square(), tensors()
    moved = x * 1.0
    result = op([len(X)], moved, y, TRIPS, torch.zeros(len(X), dtype=torch.float64))
    with torch.no_grad():
        moved += 1.0
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        result.sum().backward()


def test_strides_and_dtypes():
    op, (x, y) = square(), tensors()
    every = torch.stack([x, x], 1).detach()[:, 0]
    assert torch.allclose(op([len(X)], every, y, TRIPS, torch.zeros(len(X), dtype=torch.float64)), (x * y) ** 2)
    with pytest.raises(
        kgen_mlir.ArgumentError, match="'x': expected an array of float64 .* but got an array of float32"
    ):
        op([len(X)], x.float(), y, TRIPS, torch.zeros(len(X), dtype=torch.float64))


BRAINS = "import warp as wp\n\n@wp.kernel\ndef f(x: wp.array(dtype=wp.bfloat16)):\n    i = wp.tid()\n    x[i] = x[i] * x[i]\n"


def test_bfloat16():
    op, x = (
        kgen_mlir.torch.op(kgen_mlir.compile(BRAINS)),
        torch.tensor([1.5, -2.0], dtype=torch.bfloat16, requires_grad=True),
    )
    result = op([2], x)
    result.sum().backward()
    assert result.tolist() == [2.25, 4.0] and x.grad.tolist() == [3.0, -4.0]


def test_no_gradient():
    body = "import warp as wp\n\n@wp.kernel\ndef last(x: wp.array(dtype=float), y: wp.array(dtype=float)):\n"
    op = kgen_mlir.torch.op(kgen_mlir.compile(body + "    wp.atomic_exch(y, 0, x[wp.tid()])\n"))
    x = torch.ones(1, requires_grad=True)
    result = op([1], x, torch.zeros(1))
    assert result.tolist() == [1.0]
    with pytest.raises(kgen_mlir.NotDifferentiable):
        result.sum().backward()


def test_what_is_no_operator():
    with pytest.raises(kgen_mlir.ArgumentError, match="expected a kernel that writes an array but 'f' writes none"):
        kgen_mlir.torch.op(kgen_mlir.compile("import warp as wp\n\n@wp.kernel\ndef f(n: int):\n    i = wp.tid() + n\n"))
