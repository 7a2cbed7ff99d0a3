# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where the gradient of an array in a struct lies is found before the threads run: from the argument, not from what a thread
# calls it.
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen - | kgen-translate --kgen-to-cuda - | FileCheck %s
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen - | kgen-translate --kgen-to-cpp - | FileCheck %s
import warp as wp


@wp.struct
class Model:
    lame: wp.array(dtype=float)
    shear: wp.array(dtype=float)
    bulk: wp.array(dtype=float)


# CHECK: backward(
# CHECK: const auto grad_model_lame = kgen::gradient_of(model.lame, adj_model.lame);
# CHECK-NEXT: const auto grad_model_shear = kgen::gradient_of(model.shear, adj_model.shear);
# CHECK-NEXT: const auto grad_model_bulk = kgen::gradient_of(model.bulk, adj_model.bulk);
# CHECK-NEXT: for (
# CHECK-NOT: array<float> model_
# CHECK-NOT: array<float> adj_model_
@wp.kernel
def bulk(model: Model):
    i = wp.tid()
    model.bulk[i] = model.lame[i] * model.lame[i] + 2.0 / 3.0 * model.shear[i] * model.lame[i]
