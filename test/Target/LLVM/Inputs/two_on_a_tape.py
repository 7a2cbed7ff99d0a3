# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""two_on_a_tape.py FILE.py FILE.o: two launches of different kernels of ours on one `wp.Tape`, and again on the gradients that
are there already, against differences of what the two compute.
"""
import os
import sys
import tempfile

import numpy
import warp as wp

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Oracle"))
import warp_oracle  # noqa: E402

START = numpy.array([0.3, 0.7, -0.4, 0.9])
WEIGHT = numpy.array([1.0, -2.0, 0.5, 3.0])


def launch(module, x):
    y, z = (wp.zeros(4, dtype=wp.float64, device="cpu", requires_grad=True) for _ in range(2))
    wp.launch(module.grow, dim=4, inputs=[x, 5, y], device="cpu")
    wp.launch(module.gather, dim=4, inputs=[y, x, z], device="cpu")
    return z


def make(numbers):
    return wp.array(numbers, dtype=wp.float64, device="cpu", requires_grad=True)


def difference(module):
    def central(k, h):
        step = h * (numpy.arange(4) == k)
        ahead, behind = (launch(module, make(START + s)).numpy() @ WEIGHT for s in (step, -step))
        return (ahead - behind) / (2.0 * h)

    return numpy.array([(4.0 * central(k, 1e-4) - central(k, 2e-4)) / 3.0 for k in range(4)])


def main(source, binary):
    wp.config.log_level = wp.LOG_ERROR
    with tempfile.TemporaryDirectory() as folder:
        wp.config.kernel_cache_dir = folder
        wp.init()
        module = warp_oracle.load_module(source, "two_kernels")
        module.grow.module.options.update(strip_hash=True, block_dim=1)
        meta = os.path.join(folder, "meta")
        with open(meta, "w", encoding="utf-8") as file:
            file.write("{}")
        assert module.grow.module.load("cpu", block_dim=1, binary_path=binary, meta_path=meta), "Warp refused the object"
        want, x = difference(module), make(START)
        for times in (1, 2): # the gradient of x is added to
            tape = wp.Tape()
            with tape:
                z = launch(module, x)
            tape.backward(grads={z: wp.array(WEIGHT, dtype=wp.float64, device="cpu")})
            error = numpy.abs(x.grad.numpy() - times * want).max()
            print(f"{times}: {'as the differences' if error < 1e-8 else error}")


main(*sys.argv[1:3])
