# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --kgen-to-cuda --self-contained --no-backward %s | FileCheck %s
"""A quote within a string does not end it: what stands behind is seen, and so is the end."""
import warp as wp


# CHECK: quat_rotate(
# CHECK: one \\" quote
# CHECK: kgen::quat_rotate
@wp.kernel
def quoted(q: wp.array(dtype=wp.quat), v: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    print("one \" quote")
    v[i] = wp.quat_rotate(q[i], v[i])
    print("another \" quote")
    print("and \" one")
