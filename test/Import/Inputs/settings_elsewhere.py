# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What changed-elsewhere.py changes from outside."""
WIDTH = 2.0
SIZES = [1.0, 2.0]


class Limits:
    LOW = 1.0
