// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an author calls things.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_NAMES_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_NAMES_H

#include "Decisions.h"
#include "Style.h"

namespace kgen::knowledge {

/// The use of a concept's array in the kernel: threads may share its elements, and into a mean they add their values
/// divided by how many they are.
enum class ArrayUse { Input, Output, Total, Mean, Largest };

/// Several of a thing: bodies, vertices, boxes, species.
std::string pluralOf(llvm::StringRef word);

/// A word in a pattern such as `out_{}`.
std::string withPattern(llvm::StringRef pattern, llvm::StringRef word);

class Names {
public:
  Names(Setting &setting, const Decisions &decided)
      : library(setting.library), idiom(setting.idiom), style(setting.style), rng(setting.rng), decided(decided) {}

  /// Draws what entities and edges are called in a domain.
  void drawEntities(const Domain &domain);
  const std::string &ofEntity() const { return entity; }
  const std::string &ofEdge() const { return edge; }

  /// Takes the first of the wishes that is free, or makes one of it.
  std::string fresh(llvm::ArrayRef<std::string> wishes);
  bool isTaken(llvm::StringRef word) const { return used.contains(word); }
  /// Draws one of a list's words to the front.
  std::vector<std::string> drawn(std::vector<std::string> words);

  // Each draws words for something.
  std::vector<std::string> localWishes(llvm::StringRef idiomName);
  std::vector<std::string> arrayWords(const Concept &which, const std::string &owner);
  std::vector<std::string> totalWords(const Concept &which, ArrayUse use);
  std::vector<std::string> localWords(const Concept &which, Role role);

  /// An author's words for a size.
  std::vector<std::string> extentWords(llvm::StringRef size) const;
  /// A title or sentence with its words: `{X}` a goal, `{i}` an entity, `{e}` an edge, `{w}` what many lie in.
  std::string filled(llvm::StringRef text, bool isSentence = false) const;
  bool namesAbsentGoal(llvm::StringRef text) const;

private:
  const Library &library;
  const Idiom &idiom;
  const Style &style;
  Rng &rng;
  const Decisions &decided;
  std::string entity, edge;
  llvm::StringSet<> used;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_NAMES_H
