// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samples: a checked kernel in all its forms, as one line of JSON. dialect-docs/sample.md describes the fields.

#ifndef KGEN_SYNTHESIS_SAMPLE_H
#define KGEN_SYNTHESIS_SAMPLE_H

#include "kgen/Import/Import.h"
#include "kgen/Synthesis/Forms.h"
#include "kgen/Synthesis/Sources.h"
#include "kgen/Synthesis/Synthesize.h"
#include <array>
#include <memory>

namespace kgen {

/// How far samples are checked; their lines do not depend on it.
enum class Verify { Light, Full };

/// `light`, `full`.
llvm::StringRef getName(Verify verify);

struct SampleOptions {
  FormOptions forms;
  Profile profile = Profile::Balanced;
  Verify verify = Verify::Light;
  /// Families that samples may be of.
  Split split = Split::All;
  /// The columns that rows have, in their order; empty for all that the target has.
  std::vector<std::string> columns;
  /// Kernels to make samples around, in turn; null where kernels are generated.
  std::shared_ptr<const std::vector<SourceKernel>> sources;
  /// Whether those are taken as they are.
  bool unchanged = false;
  /// The manifest's lines about them: file, kernel, licence and the hash of the kernel's text.
  std::vector<std::string> from;

  /// Whether the checks that take long are made for a sample: for each, or for one in 16.
  bool isCheckedFully(uint64_t index) const { return verify == Verify::Full || index % 16 == 0; }
};

/// The checks that a sample can pass, in the order of the ladder.
enum class Check {
  /// The kernel, its backward and all that was made of them verify.
  Verified,
  /// It runs without a fault on its cases, in double and in its own types.
  Interpreted,
  /// No two threads of a case touch one element but by atomics.
  Races,
  /// Its gradient is that of dual numbers.
  Gradient,
  /// The printed Python is imported as the same kernel.
  PythonImported,
  /// Compiled for the CPU it computes what the interpreter does.
  ExecutedOnCpu,
  Ptxas,
  Nvrtc,
  /// The printed Python computes the same outputs in Warp.
  Warp,
  /// And the same gradients: `equal` or `differs`; where it differs Warp is off, since ours are those of dual numbers.
  WarpGradient,
  ExecutedAsPtx,
  ExecutedOnGpu,
};
inline constexpr size_t numChecks = static_cast<size_t>(Check::ExecutedOnGpu) + 1;

enum class CheckResult { NotRun, Passed, Equal, Differs };

/// The check that a sample failed, and how.
struct Defect {
  Check check;
  std::string message;
};

/// Whether a check is made of a sample on a machine that has what it takes.
bool isAskedFor(Check check, const SampleOptions &options, uint64_t index);

/// A sample and what is said about it beside the samples.
struct Sample {
  KernelPlan plan;
  /// The kernel that it was made of; null for a generated one.
  const SourceKernel *source = nullptr;
  std::string id;
  Category category;
  /// Draws that did not pass before this one.
  unsigned attempt = 0;
  /// One line of a file of samples, without its end.
  std::string line;
  /// Facts of the line that later checks need.
  std::string kernelName;
  std::vector<PrintedForm> forms;

  std::array<CheckResult, numChecks> checks = {};
  double dualError = 0.0, storageError = 0.0;
  /// Set where a check failed: such a sample belongs in no data set.
  std::optional<Defect> defect;

  void pass(Check check) { checks[static_cast<size_t>(check)] = CheckResult::Passed; }
  void fail(Check check, std::string message) {
    if (!defect)
      defect = Defect{check, std::move(message)};
  }
};

/// Makes samples, one after another; owns what that takes, so each thread has one of its own.
class SampleMaker {
public:
  /// An error if code for the target cannot be made here. `python`, if not null, reads printed Python back.
  static llvm::Expected<std::unique_ptr<SampleMaker>> create(const SampleOptions &options, PythonReader *python);
  ~SampleMaker();

  /// The sample of a plan, with the checks that take the kernel itself. Emits an error if there is none.
  mlir::FailureOr<Sample> make(const KernelPlan &plan);

private:
  struct Impl;
  explicit SampleMaker(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// kgen's version, as samples and manifests give it.
llvm::StringRef kgenVersion();

} // namespace kgen

#endif // KGEN_SYNTHESIS_SAMPLE_H
