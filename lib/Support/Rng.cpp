// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generator and its distributions. Integers only, except the two that return reals, so no compiler can differ.

#include "kgen/Support/Rng.h"
#include <bit>

using namespace kgen;

/// The finalizer of SplitMix64: a bijection that spreads each bit of its argument over all bits of its value.
static uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

Rng::Rng(uint64_t seed, uint64_t index, uint64_t stream) {
  const uint64_t golden = 0x9e3779b97f4a7c15ull;
  // Each word depends on all three numbers; two triples share a state only if four such words collide.
  for (uint64_t k = 0; k < 4; ++k)
    state[k] = mix(mix(mix(seed + (k + 1) * golden) ^ index) ^ stream);
}

uint64_t Rng::next() {
  uint64_t result = std::rotl(state[1] * 5, 7) * 9;
  uint64_t t = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= t;
  state[3] = std::rotl(state[3], 45);
  return result;
}

uint64_t Rng::below(uint64_t bound) {
  assert(bound != 0 && "an empty range");
  // The first 2^64 mod bound numbers would make the low remainders more likely.
  uint64_t reject = (0 - bound) % bound;
  uint64_t r = next();
  while (r < reject)
    r = next();
  return r % bound;
}

int64_t Rng::uniformInt(int64_t low, int64_t high) {
  assert(low <= high && "an empty range");
  uint64_t count = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
  uint64_t offset = count == 0 ? next() : below(count); // zero: all 2^64 numbers
  return static_cast<int64_t>(static_cast<uint64_t>(low) + offset);
}

double Rng::uniformReal() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

double Rng::uniformReal(double low, double high) {
  double width = (high - low) * uniformReal();
  return low + width;
}

size_t Rng::pickWeighted(std::span<const unsigned> weights) {
  uint64_t total = 0;
  for (unsigned weight : weights)
    total += weight;
  assert(total != 0 && "nothing to pick from");
  uint64_t r = below(total);
  size_t i = 0;
  for (; r >= weights[i]; ++i)
    r -= weights[i];
  return i;
}
