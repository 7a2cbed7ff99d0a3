// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers that are the same on every machine and with every compiler: the standard library's distributions are
// not, so the ones here are our own. May not depend on time, addresses or threads.

#ifndef KGEN_SUPPORT_RNG_H
#define KGEN_SUPPORT_RNG_H

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>

namespace kgen {

/// A stream of random numbers that follows from three numbers and nothing else. The generator is xoshiro256** 1.0
/// (D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", 2018), its state filled by the
/// finalizer of SplitMix64 (G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", 2014).
class Rng {
public:
  /// Stream `stream` of item `index` under `seed`; streams are independent of each other.
  Rng(uint64_t seed, uint64_t index, uint64_t stream);

  /// 64 random bits.
  uint64_t next();

  /// Uniform in 0 to `bound - 1`, without modulo bias; `bound` is not zero.
  uint64_t below(uint64_t bound);

  /// Uniform in `low` to `high`, both included.
  int64_t uniformInt(int64_t low, int64_t high);

  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniformReal();

  /// Uniform in [low, high), up to rounding.
  double uniformReal(double low, double high);

  /// True `percent` times in a hundred.
  bool chance(unsigned percent) { return below(100) < percent; }

  /// An index into `weights`, each as likely as its weight says; not all weights are zero.
  size_t pickWeighted(std::span<const unsigned> weights);

  /// One of the elements of a container that is not empty.
  template <typename Container> auto &pick(Container &&items) {
    assert(std::size(items) != 0 && "nothing to pick from");
    return items[below(std::size(items))];
  }

  /// One of some values.
  template <typename T> T pick(std::initializer_list<T> items) { return items.begin()[below(items.size())]; }

  /// Puts the elements in random order (Fisher and Yates).
  template <typename Container> void shuffle(Container &items) {
    for (size_t i = std::size(items); i > 1; --i)
      std::swap(items[i - 1], items[below(i)]);
  }

private:
  uint64_t state[4];
};

} // namespace kgen

#endif // KGEN_SUPPORT_RNG_H
