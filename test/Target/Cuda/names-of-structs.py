# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --kgen-to-cuda %s | FileCheck %s
# RUN: %if gxx %{ kgen-translate --kgen-to-cpp %s | %python %S/../../Integration/compile_check.py --cxx %gxx - %}
"""A struct in lower case may be called what a parameter, a frame's variable or a type of CUDA's is; other names may be macros, or
functions named as a type."""
import warp as wp


# CHECK: struct particle_struct
@wp.struct
class particle:
    mass: float


# CHECK: struct float3_struct
@wp.struct
class float3:
    x: float


@wp.func
def uint(x: float):
    return x * 2.0


# CHECK: INT_MAX_ =
@wp.kernel
def named(particle: wp.array(dtype=particle), dim: wp.array(dtype=float3), o: wp.array(dtype=float)):
    i = wp.tid()
    INT_MAX = uint(particle[i].mass)
    o[i] = INT_MAX + dim[i].x
