# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: sed '/^ *# [A-Z-]*: /d' %s > %t.py
# RUN: kgen-translate --kgen-to-warp --kernel named %t.py | FileCheck %s
# RUN: not kgen-translate --warp-to-kgen --kernel unknown_keyword %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: not kgen-translate --warp-to-kgen --kernel given_twice %s 2>&1 | FileCheck %s --check-prefix=TWICE
"""Arguments of builtins by name, in any order; the names are those of the records."""
import warp as wp


@wp.kernel
def named(y: wp.array(dtype=float)):
    i = wp.tid()
    # CHECK: wp.rand_init(42, i)
    state = wp.rand_init(42, offset=i)
    # CHECK: wp.clamp(y[i], 0.0, 1.0)
    y[i] = wp.clamp(y[i], high=1.0, low=0.0)
    # CHECK: -y[0]
    y[1] = wp.neg(y[0])
    # CHECK: wp.randf(state
    y[2] = wp.randf(state)


@wp.kernel
def unknown_keyword(y: wp.array(dtype=float)):
    # UNKNOWN: [[#@LINE+1]]:32: error: expected a positional argument for 'wp.clamp' but got 'upper'
    y[0] = wp.clamp(y[0], 0.0, upper=1.0)


@wp.kernel
def given_twice(y: wp.array(dtype=float)):
    # TWICE: [[#@LINE+1]]:25: error: expected a positional argument for 'wp.sin' but got 'x'
    y[0] = wp.sin(y[0], x=1.0)
