# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Draws that stand in one expression stay there: Python evaluates its parts from left to right. In C++ each is a statement.
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen - -o %t.mlir
# RUN: kgen-translate --kgen-to-warp %t.mlir | FileCheck %s
# RUN: kgen-translate --kgen-to-cpp --no-backward %t.mlir | FileCheck %s --check-prefix=CPP
import warp as wp


@wp.kernel
def scatter(seed: int, y: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    state = wp.rand_init(seed, i)
    # CHECK: y[i] = wp.vec3(wp.randf(state), 2.0 * wp.randf(state, 0.0, 4.0), wp.randf(state))
    # CPP: const float [[A:.*]] = kgen::randf({{.*}});
    # CPP-NEXT: const float [[B:.*]] = kgen::randf({{.*}});
    # CPP: vec3([[A]], 2.0f * [[B]],
    y[i] = wp.vec3(wp.randf(state), 2.0 * wp.randf(state, 0.0, 4.0), wp.randf(state))
    # What is drawn later and used earlier has a name.
    # CHECK: first = wp.randf(state)
    # CHECK-NEXT: y[i + 1] = wp.vec3(wp.randf(state), first, 0.0)
    first = wp.randf(state)
    y[i + 1] = wp.vec3(wp.randf(state), first, 0.0)
