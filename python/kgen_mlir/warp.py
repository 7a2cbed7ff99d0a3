# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kgen_warp under the package's own name: unchanged Warp programs with kgen's code."""

from kgen_warp import Report, use

__all__ = ["Report", "use"]
