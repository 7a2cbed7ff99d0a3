# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: not kgen-translate --warp-to-kgen %s 2>&1 | FileCheck %s --implicit-check-not=error
"""A struct whose fields have types and that is none all the same says why."""
import warp as wp


# CHECK: struct-names.py:[[#@LINE+2]]:1: error: the struct 'Beam' is no type: expected an identifier as the name of a field but got "l\C3\A4nge"
@wp.struct
class Beam:
    länge: float


@wp.kernel
def measure(beam: Beam, o: wp.array(dtype=float)):
    o[0] = beam.länge
