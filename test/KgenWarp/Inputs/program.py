# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A Warp program that knows nothing of kgen: prints the gradients of two kernels."""
import kernels
import warp as wp


def gradient(kernel, *numbers, x=None, y=None):
    x = x or wp.array([1.0, 2.0, 3.0, 4.0], dtype=float, device="cpu", requires_grad=True)
    y = y or wp.zeros(4, dtype=float, device="cpu", requires_grad=True)
    with wp.Tape() as tape:
        wp.launch(kernel, 4, [x, *numbers, y], device="cpu")
    tape.backward(grads={y: wp.ones(4, dtype=float, device="cpu")})
    return [float(value) for value in x.grad.numpy()]


if __name__ == "__main__":
    print("powers", gradient(kernels.powers, 2))
    print("until", gradient(kernels.until))
    print("scaled", gradient(kernels.scaled))
    print("moved", gradient(kernels.moved))
