// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far a run is: a bar that is redrawn in place on a terminal, else a line at every tenth.

#ifndef KGEN_LIB_SYNTHESIS_PROGRESS_H
#define KGEN_LIB_SYNTHESIS_PROGRESS_H

#include <chrono>
#include <cstdint>
#include <string>

namespace kgen::synthesis {

class Progress {
public:
  /// `before` samples were there already.
  Progress(bool isShown, uint64_t before, uint64_t count, size_t categories);
  ~Progress();

  void show(uint64_t done, uint64_t rejected);
  /// Takes the bar away, so that a message can be written.
  void clear();
  double seconds() const;
  /// Samples a second, of this run.
  double rate(uint64_t done) const;

private:
  std::string bar(uint64_t done, uint64_t rejected) const;

  bool isShown, inPlace, isDrawn = false;
  uint64_t before, count, lastTenth;
  size_t categories;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_PROGRESS_H
