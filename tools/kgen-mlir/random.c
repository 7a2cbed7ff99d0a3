// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// glibc has arc4random from 2.36 on only, and LLVM asks for it by name.

#include <stdint.h>
#include <sys/random.h>

uint32_t arc4random(void) {
  uint32_t bits = 0;
  while (getrandom(&bits, sizeof bits, 0) != sizeof bits) {
  }
  return bits;
}
