# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What Warp's library has in Python is read from the Warp of the Python that reads the file, as a file of the tree would be; without it
# these functions are unknown.
# REQUIRES: warp
# RUN: env KGEN_PYTHON=%warp_python kgen-translate --kgen-to-warp --kernel blocks %s | FileCheck %s
# RUN: ln -sf %python %t.python
# RUN: not env KGEN_PYTHON=%t.python kgen-translate --kgen-to-warp --kernel blocks %s 2>&1 | FileCheck %s --check-prefix=NONE
import warp as wp
import warp.sparse as sp


# CHECK: def bsr_block_index(
# CHECK: return _bsr_row_block_index(col, row_beg, row_end, bsr_columns)
# CHECK-LABEL: def blocks(
# CHECK: out[i] = bsr_block_index(i, i, offsets, columns)
@wp.kernel
def blocks(offsets: wp.array(dtype=int), columns: wp.array(dtype=int), out: wp.array(dtype=int)):
    i = wp.tid()
    # NONE: [[#@LINE+1]]:14: error: expected a builtin that kgen has but got 'sp.bsr_block_index'
    out[i] = sp.bsr_block_index(i, i, offsets, columns)
