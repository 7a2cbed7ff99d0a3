// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generator gives the numbers of a second implementation (Inputs/rng.py), with both compilers, for ever.
//
// REQUIRES: clang, gxx
// RUN: %clangxx -std=c++20 -O2 -I %include %s %source/lib/Support/Rng.cpp -o %t.clang
// RUN: %gxx -std=c++20 -I %include %s %source/lib/Support/Rng.cpp -o %t.gxx
// RUN: %t.clang > %t.1
// RUN: %t.gxx > %t.2
// RUN: %python %S/Inputs/rng.py > %t.3
// RUN: diff %t.1 %t.2
// RUN: diff %t.1 %t.3
// RUN: FileCheck %s < %t.1

#include "kgen/Support/Rng.h"
#include <cinttypes>
#include <cstdio>
#include <vector>

int main() {
  // CHECK-LABEL: bits
  // CHECK-NEXT: 14274403927914796353 2803208155764257609
  std::puts("bits");
  for (uint64_t seed : {uint64_t(0), uint64_t(7), ~uint64_t(0)})
    for (uint64_t index = 0; index < 3; ++index)
      for (uint64_t stream = 0; stream < 2; ++stream) {
        kgen::Rng rng(seed, index, stream);
        uint64_t first = rng.next();
        uint64_t second = rng.next();
        std::printf("%" PRIu64 " %" PRIu64 "\n", first, second);
      }

  // CHECK-LABEL: ints
  std::puts("ints");
  kgen::Rng rng(1, 2, 3);
  for (int i = 0; i < 8; ++i)
    std::printf("%" PRId64 "\n", rng.uniformInt(-3, 3));
  std::printf("%" PRId64 "\n", rng.uniformInt(INT64_MIN, INT64_MAX));
  std::printf("%" PRId64 "\n", rng.uniformInt(5, 5));
  std::printf("%" PRIu64 "\n", rng.below((uint64_t(1) << 63) + 1)); // one in two is rejected

  // CHECK-LABEL: reals
  // CHECK-NEXT: 0.85876251047245533
  std::puts("reals");
  for (int i = 0; i < 4; ++i)
    std::printf("%.17g\n", rng.uniformReal());
  for (int i = 0; i < 4; ++i)
    std::printf("%.17g\n", rng.uniformReal(-2.0, 3.0));

  // CHECK-LABEL: weights
  std::puts("weights");
  const unsigned weights[] = {0, 5, 0, 1, 2};
  unsigned counts[5] = {};
  for (int i = 0; i < 8000; ++i)
    ++counts[rng.pickWeighted(weights)];
  // CHECK-NEXT: 0 {{(49|50)[0-9][0-9]}} 0 {{(9[0-9]|10[0-9])[0-9]}} {{(19|20)[0-9][0-9]}}
  std::printf("%u %u %u %u %u\n", counts[0], counts[1], counts[2], counts[3], counts[4]);
  unsigned trues = 0;
  for (int i = 0; i < 1000; ++i)
    trues += rng.chance(30);
  // CHECK-NEXT: {{(2[6-9]|3[0-3])[0-9]}}
  std::printf("%u\n", trues);

  // CHECK-LABEL: order
  std::puts("order");
  std::vector<int> items = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  rng.shuffle(items);
  for (int item : items)
    std::printf("%d ", item);
  int picked = rng.pick(items);
  std::printf("%d %d\n", picked, rng.pick({3, 4}));
}
