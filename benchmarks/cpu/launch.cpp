// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen's launcher of several threads, for run.py to call.

#include "kgen/Runtime/Threads.h"

extern "C" kgen::Threads *make_threads(unsigned count) { return new kgen::Threads(count); }

extern "C" void launch_parts(kgen::Threads *threads, void *shared, void *apart, const kgen::PartNeeds *needs, void *dim,
                             void *arguments, void *adjoints, int64_t size, int64_t together) {
  threads->launch({shared, apart, needs}, {dim, arguments, adjoints, size, together});
}
