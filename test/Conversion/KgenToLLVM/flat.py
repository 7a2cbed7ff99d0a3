# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --warp-to-kgen --all %s -o %t.mlir
# RUN: kgen-translate --kgen-to-llvmir %t.mlir --kernel at_thread --lanes 8 | FileCheck %s --check-prefix=FLAT
# RUN: kgen-translate --kgen-to-llvmir %t.mlir --kernel by_row --lanes 8 | FileCheck %s --check-prefixes=FLAT,SHORT
# RUN: kgen-translate --kgen-to-llvmir %t.mlir --kernel ramp --lanes 8 | FileCheck %s --check-prefixes=FLAT,SHORT
# RUN: kgen-translate --kgen-to-llvmir %t.mlir --kernel turned --lanes 8 | FileCheck %s --check-prefix=ROWS --implicit-check-not=flat.run
# RUN: kgen-translate --kgen-to-llvmir %t.mlir --kernel one --lanes 8 | FileCheck %s --check-prefix=ROWS --implicit-check-not=flat.run
# RUN: kgen-translate --kgen-to-llvmir %t.mlir --kernel at_thread --lanes 8 --concurrent --no-backward \
# RUN:   | FileCheck %s --check-prefix=ROWS --implicit-check-not=flat.run
"""Threads of a launch over several dimensions are counted through it where elements stand at their coordinates."""
import warp as wp

# A launch of less than 2^31 threads, whose last extent may be anything unless lanes would gather, or need coordinates.
# FLAT-LABEL: define void @{{.*}}_cpu_forward(
# FLAT: icmp ult i64 %{{.*}}, 2147483648
# SHORT: icmp ult i64 %{{.*}}, 8
# FLAT: flat.run:
# FLAT: load <8 x float>
# FLAT: store <8 x float>
# ROWS: lanes.run:


@wp.kernel
def at_thread(x: wp.array2d(dtype=float), y: wp.array2d(dtype=float)):
    i, j = wp.tid()
    y[i, j] = x[i, j] + 1.0


@wp.kernel
def by_row(x: wp.array2d(dtype=float), s: wp.array(dtype=float), y: wp.array2d(dtype=float)):
    i, j = wp.tid()
    y[i, j] = x[i, j] + s[i]


@wp.kernel
def ramp(x: wp.array2d(dtype=float), y: wp.array2d(dtype=float)):
    i, j = wp.tid()
    y[i, j] = x[i, j] + float(j)


@wp.kernel
def turned(x: wp.array2d(dtype=float), y: wp.array2d(dtype=float)):
    i, j = wp.tid()
    y[j, i] = x[i, j]


@wp.kernel
def one(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = x[i]
