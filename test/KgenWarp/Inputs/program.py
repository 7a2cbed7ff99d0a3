# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A Warp program that knows nothing of kgen: prints the gradients of its kernels."""
import kernels
import warp as wp


def gradient(kernel, *numbers, x=None, y=None, held=False):
    """Of the sum of y by x. held: kernel takes one structure that holds all of them."""
    x = x or wp.array([1.0, 2.0, 3.0, 4.0], dtype=float, device="cpu", requires_grad=True)
    y = y or wp.zeros(4, dtype=float, device="cpu", requires_grad=True)
    arguments = [x, *numbers, y]
    if held:
        holder = kernels.Holder()
        (holder.held.x, holder.held.n), holder.y = (x, *numbers), y
        arguments = [holder]
    with wp.Tape() as tape:
        wp.launch(kernel, 4, arguments, device="cpu")
    tape.backward(grads={y: wp.ones(4, dtype=float, device="cpu")})
    return [float(value) for value in x.grad.numpy()]


if __name__ == "__main__":
    print("powers", gradient(kernels.powers, 2))
    print("until", gradient(kernels.until))
    print("holding", gradient(kernels.holding, 2, held=True))
    print("scaled", gradient(kernels.scaled))
    print("moved", gradient(kernels.moved))
