# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Unchanged Warp programs with kgen's code and gradients, on the CPU.

    import kgen_warp
    kgen_warp.use(my_module)          # or one kernel, or nothing: all kernels, each at its first launch

or, without a change to the program:

    python -m kgen_warp program.py
    python -m kgen_warp --compare -m package.module

What Warp launches is then kgen's code, forward and backward, `wp.Tape` included. A kernel that kgen refuses stays Warp's, and
`Report` says why. Needs kgen-translate beside this package or on PATH (or its path in KGEN_TRANSLATE), and Warp 1.19.
"""

from .hooks import Report, use

__all__ = ["Report", "use"]
