// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The concepts that lines of the library may ask for, by whatever laws. A walk through an idiom's decisions forgets by
// this all that makes no difference any more.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_RELEVANCE_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_RELEVANCE_H

#include "Library.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace kgen::knowledge {

/// The words of a line.
struct Said {
  /// Names that it reads, and those of which it asks no value: `out(X)`, `zero(X)`.
  std::vector<std::string> asked, named;
  /// Names of which it has elements.
  std::vector<std::string> elements;
  /// Kinds of parts, and names of choices.
  std::vector<std::string> parts, choices;
  /// Whether there are early exits of threads, and of pairs.
  bool hasExit = false, hasPairExit = false;
};

class Relevance {
public:
  explicit Relevance(const Library &library) : library(library) {}

  const Said &said(NodeRef node);
  /// The concepts that the laws for one read in a domain.
  const std::vector<unsigned> &leaves(unsigned domain, unsigned which);

private:
  void read(NodeRef node, Said &said);

  const Library &library;
  llvm::DenseMap<NodeRef, std::unique_ptr<Said>> lines;
  std::map<std::pair<unsigned, unsigned>, std::vector<unsigned>> leavesOf;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_RELEVANCE_H
