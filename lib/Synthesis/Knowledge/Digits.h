// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structural decisions as mixed-radix digits of an integer: different integers whose digits are used up give different
// decisions, so that nobody has to remember what was made already.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_DIGITS_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_DIGITS_H

#include "kgen/Support/Rng.h"

namespace kgen::knowledge {

/// Decides what digits leave open: walks the decisions instead of drawing them.
class Chooser {
public:
  virtual ~Chooser() = default;
  /// One of `count` options, two at least.
  virtual unsigned choose(unsigned count) = 0;
};

class Digits {
public:
  explicit Digits(uint64_t number) : rest(number) {}
  /// Decides at random: `number()` is then the one that decides so.
  explicit Digits(Rng &random) : random(&random) {}
  /// Asks for each decision, except for those that only come up on some paths.
  explicit Digits(Chooser &chooser) : chooser(&chooser) {}

  /// The turn of the next digit, which follows from the decisions so far.
  static constexpr uint64_t firstTurn = 0x2545f4914f6cdd1d;
  static uint64_t turnAfter(uint64_t turn, unsigned digit) {
    turn = (turn ^ (digit + 1)) * 0x9e3779b97f4a7c15u;
    return turn ^ turn >> 29;
  }
  /// Whether a decision comes up that one of `count` paths has.
  static bool comesUp(uint64_t turn, unsigned count) { return (turn >> 32) % count == 0; }

  /// One of `count` options. The decisions before turn the digit: the last decisions of a long path would
  /// else nearly always be the first option, since their digits are zeros.
  unsigned pick(unsigned count) {
    if (count < 2)
      return 0;
    if (chooser)
      return chooser->choose(count);
    unsigned digit = random ? draw(count) : rest % count;
    rest /= count;
    radices *= count;
    unsigned option = (digit + turn % count) % count;
    turn = turnAfter(turn, digit);
    return option;
  }

  /// Whether a decision comes up that one of `count` paths has: the decisions before say so, and it takes no digit.
  bool comesUp(unsigned count) const { return !chooser && comesUp(turn, count); }

  /// Whether the number has no digits left: of all numbers that lead to these decisions this is one of them.
  bool isUsedUp() const { return rest == 0; }
  /// In how many ways the decisions could have fallen.
  double ways() const { return radices; }
  /// The number of the decisions that were made at random.
  uint64_t number() const { return made; }

private:
  /// A decision that does not fit into the number any more has the digit that is left over, zero.
  unsigned draw(unsigned count) {
    if (factor > (uint64_t(1) << 62) / count)
      factor = 0;
    unsigned digit = factor ? random->below(count) : 0;
    made += factor * digit;
    factor *= count;
    return digit;
  }

  uint64_t rest = 0;
  Rng *random = nullptr;
  Chooser *chooser = nullptr;
  uint64_t made = 0, factor = 1;
  uint64_t turn = firstTurn;
  double radices = 1.0;
};

/// A permutation of the numbers below 2^bits.
inline uint64_t permute(uint64_t number, unsigned bits, uint64_t seed) {
  if (bits == 0)
    return 0;
  uint64_t mask = bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  for (unsigned round = 0; round < 3; ++round) {
    seed = (seed ^ (seed >> 31)) * 0xbf58476d1ce4e5b9u + round;
    number = (number * ((seed << 1) | 1) + (seed >> 7)) & mask; // odd factors have an inverse
    number ^= number >> (bits / 2 + 1);                         // so has this
  }
  return number & mask;
}

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_DIGITS_H
