// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second step begins: names that are read once go into what reads them, and what nobody reads goes.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_TIDY_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_TIDY_H

#include "Draft.h"
#include "Style.h"

namespace kgen::knowledge {

/// How often names are read and assigned.
struct NameCounts {
  explicit NameCounts(const Nodes &lines);
  llvm::StringMap<unsigned> reads, assignments;
};

/// Whether an expression has more operations in one another than a reader takes in (`mostDepth`).
bool isTooDeep(const Nodes &lines);
/// Whether a loop sums what does not change there.
bool isDegenerate(const Nodes &lines);

class Tidier {
public:
  Tidier(Setting &setting, const Decisions &decided)
      : style(setting.style), layout(setting.layout), isPlain(setting.isPlain), arena(setting.arena), decided(decided) {
  }

  Nodes run(Nodes lines);

private:
  Nodes dropUnread(const Nodes &list, const NameCounts &counts, bool &changed);
  Nodes joinCopies(Nodes list, const NameCounts &counts);
  Nodes shareCounters(Nodes list);
  Nodes inlineOnce(const Nodes &list, const NameCounts &counts);
  bool chooseToInline(NodeRef value);
  bool isGivenNumber(NodeRef value) const;
  NodeRef withoutMinus(NodeRef value);
  NodeRef withSigns(NodeRef node);

  // Loads.
  struct Loads {
    NameCounts counts;
    /// Names of which components are read, and arrays that the kernel writes to.
    llvm::StringSet<> partly, written;
  };
  bool isStableLoad(NodeRef value, const Loads &loads) const;
  Nodes loadAgain(const Nodes &list, const Loads &loads);
  Nodes loadAgain(const Nodes &lines);

  const Style &style;
  Rng &layout;
  const bool isPlain;
  Arena &arena;
  const Decisions &decided;
  /// Whether values of a form that are read once lose their names.
  llvm::StringMap<bool> losing;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_TIDY_H
