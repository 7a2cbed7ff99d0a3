# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches in graphs: prints the gradients that a replay leaves."""
import kernels
import kgen_warp
import warp as wp

wp.config.log_level = wp.LOG_ERROR


def replayed(x, y):
    """The gradient of x after a graph with a launch and its adjoint has been replayed once, its capture undone."""
    with wp.ScopedCapture(device="cpu") as capture:
        wp.launch(kernels.powers, 4, [x, 2], [y], adj_inputs=[None, None], adj_outputs=[None], adjoint=True, device="cpu")
    x.grad.zero_()
    y.grad.fill_(1.0)
    wp.capture_launch(capture.graph)
    return [float(value) for value in x.grad.numpy()]


def arrays(*slices):
    memory = wp.array([1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.0], dtype=float, device="cpu", requires_grad=True)
    return [memory[piece] for piece in slices]


theirs = replayed(*arrays(slice(0, 4), slice(1, 5)))
report = kgen_warp.use(kernels.powers)
print("replayed", replayed(*arrays(slice(0, 4), slice(4, 8))))
print("sharing is Warp's" if replayed(*arrays(slice(0, 4), slice(1, 5))) == theirs else "sharing is another")
print(report)
report = kgen_warp.use(kernels.powers, compare=True)
replayed(*arrays(slice(0, 4), slice(4, 8)))
print(report)
