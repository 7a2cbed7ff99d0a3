// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samples: a checked kernel in all its forms, as one line of JSON. What a field holds stands in DESIGN, "A sample".

#ifndef KGEN_SYNTHESIS_SAMPLE_H
#define KGEN_SYNTHESIS_SAMPLE_H

#include "kgen/Synthesis/Forms.h"
#include "kgen/Synthesis/Synthesize.h"
#include <memory>

namespace kgen {

/// How far samples are checked; what is written of them does not depend on it.
enum class Verify { Light, Full };

/// `light`, `full`.
llvm::StringRef getName(Verify verify);

struct SampleOptions {
  FormOptions forms;
  Verify verify = Verify::Light;
};

/// A sample and what is said about it beside the samples.
struct Sample {
  std::string id;
  Category category;
  unsigned attempt = 0;
  /// One line of a file of samples, without its end.
  std::string line;
  /// One line of a file of checks, without its end.
  std::string checks;
};

/// Makes samples, one after another; owns what that takes, so each thread has one of its own.
class SampleMaker {
public:
  /// Null, and a message in `error`, where code for the target cannot be made here.
  static std::unique_ptr<SampleMaker> create(const SampleOptions &options, std::string &error);
  ~SampleMaker();

  /// The sample of a plan, from draw `firstAttempt` on. Emits an error where there is none.
  mlir::FailureOr<Sample> make(const KernelPlan &plan, unsigned firstAttempt = 0);

private:
  struct Impl;
  explicit SampleMaker(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// kgen's version, as samples and manifests give it.
llvm::StringRef kgenVersion();

} // namespace kgen

#endif // KGEN_SYNTHESIS_SAMPLE_H
