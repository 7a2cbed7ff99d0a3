// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU time of a thread by stage, for benchmarks: scopes measure nothing unless a collector is set.

#ifndef KGEN_SUPPORT_STAGETIMES_H
#define KGEN_SUPPORT_STAGETIMES_H

#include <array>
#include <cstddef>

namespace kgen {

/// The stages of a thread's work. Time counts for the innermost stage.
enum class Stage {
  /// All work outside the other stages.
  Other,
  Draw,
  Interpret,
  Differentiate,
  Verify,
  Hash,
  PrintKgen,
  PrintPython,
  PrintCpp,
  PrintCuda,
  Lower,
  Translate,
  Libdevice,
  Optimise,
  Emit,
  PrintLLVM,
  CheckPython,
  CheckCpu,
  CheckPtx,
  /// Within the two before: machine code runs, PTX is read, PTX runs.
  RunCpu,
  ReadPtx,
  RunPtx,
  TextChecks,
  WriteLine,
};
inline constexpr size_t numStages = static_cast<size_t>(Stage::WriteLine) + 1;

/// The name of a stage in benchmarks' output.
const char *getName(Stage stage);

/// Seconds by stage.
struct StageTimes {
  std::array<double, numStages> seconds = {};
  void add(const StageTimes &other);
};

/// From now on this thread's stages add to `times`; null ends that.
void collectStageTimes(StageTimes *times);

/// The thread is in a stage while this lives.
class StageScope {
public:
  explicit StageScope(Stage stage);
  ~StageScope();
  StageScope(const StageScope &) = delete;
  StageScope &operator=(const StageScope &) = delete;

private:
  Stage outer;
};

} // namespace kgen

#endif // KGEN_SUPPORT_STAGETIMES_H
