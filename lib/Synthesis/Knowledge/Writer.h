// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes one kernel in three steps: an idiom is filled towards its goals (what is decided about structure comes from
// the digits), laid out, and written down.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_WRITER_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_WRITER_H

#include "Filler.h"
#include "Layout.h"

namespace kgen::knowledge {

/// The random numbers of a structure's layout. They follow from its number and from which of its draws this is, so that
/// the build can compare structures as samples will show them.
inline Rng layoutOf(uint64_t number, uint64_t draw) { return Rng(number, draw, /*stream=*/5); }

class Writer {
public:
  /// `isPlain`: the surface is the same for all structures, so that kernels can be told apart by what they do.
  Writer(const Library &library, const Idiom &idiom, Digits &digits, Rng layout, Rng &rng, bool isPlain = false)
      : setting(library, idiom, digits, layout, rng, isPlain), names(setting, decided),
        parameters(setting, decided, names), filler(setting, decided, names, parameters, draft) {}
  Writer(const Writer &) = delete;
  Writer &operator=(const Writer &) = delete;

  /// The first step: makes all decisions.
  void decide() { filler.run(); }
  /// The second step, after decisions that have not failed.
  void layOut();
  /// The third step.
  WrittenKernel write();
  /// All three; nothing where the decisions lead nowhere, or digits are left over.
  std::optional<WrittenKernel> run();
  /// Ends in a failure.
  void stop() { decided.failed = true; }

  // Questions after the first step, or while it goes on.

  /// Whether the steps so far lead nowhere, rather than leave digits over.
  bool hasFailed() const { return decided.failed; }
  /// Whether the number has a structure.
  bool hasStructure() const { return !decided.failed && setting.digits.isUsedUp(); }
  llvm::ArrayRef<TakenArm> arms() const { return filler.arms(); }
  LayoutWays layoutWays() const { return decided.layoutWays(); }
  std::pair<uint64_t, uint64_t> situation(Relevance &relevance) const {
    return decided.situation(setting.library, setting.idiom, relevance);
  }

  // Questions after the second step.

  /// The outline of the body, as `outline` gives it.
  std::vector<uint64_t> says() const;
  /// The lines of the body.
  const Nodes &lines() const { return draft.lines; }

private:
  std::string chooseName();
  void describe(WrittenKernel &kernel) const;
  Nodes body();
  bool callsPrelude() const;
  void writeProgram(WrittenKernel &kernel);

  Setting setting;
  Decisions decided;
  Draft draft;
  Names names;
  Parameters parameters;
  Filler filler;
  Signature signature;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_WRITER_H
