// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decisions of an idiom as a graph: paths that come to one situation share what is ahead. Numbers are counted on it
// at some nanoseconds each, where filling the idiom takes tens of microseconds.

#ifndef KGEN_TOOLS_KGEN_LIBRARY_GRAPH_H
#define KGEN_TOOLS_KGEN_LIBRARY_GRAPH_H

#include "../../lib/Synthesis/Knowledge/Relevance.h"
#include "../../lib/Synthesis/Knowledge/Writer.h"
#include <map>

namespace kgen::knowledge {

class DecisionGraph {
public:
  DecisionGraph(const Library &library, const Idiom &idiom) : library(library), idiom(idiom), relevance(library) {}

  /// How many of the numbers below 2^bits have a structure.
  uint64_t count(unsigned bits) { return countFrom(root(), (uint64_t(1) << bits) - 1, Digits::firstTurn); }
  /// Whether a number has one.
  bool hasStructure(uint64_t number);
  /// Whether two decisions with different options were taken for one: what was counted is wrong then.
  bool confuses() const { return isConfused; }

private:
  /// A place in the graph: a node, or an end.
  using Place = int32_t;
  enum : Place { Unknown = -1, Failed = -2, firstEnd = -3 };
  struct Node {
    uint32_t count;
    /// The first of its edges.
    uint32_t edges;
    /// One way to come here.
    uint32_t parent, option;
  };
  class Explorer;

  Place root();
  Place next(Place node, unsigned option) {
    Place place = edges[nodes[node].edges + option];
    return place == Unknown ? explore(node, option) : place;
  }
  Place explore(Place node, unsigned option);
  uint64_t countFrom(Place place, uint64_t limit, uint64_t turn);
  uint64_t countTables(Place end, uint64_t limit, uint64_t turn) const;
  uint64_t countFields(Place end, uint64_t limit, uint64_t turn) const;

  const Library &library;
  const Idiom &idiom;
  Relevance relevance;
  std::vector<Node> nodes;
  std::vector<Place> edges;
  /// Situations by their hash, of 128 bits.
  std::map<std::pair<uint64_t, uint64_t>, Place> places;
  Place start = Unknown;
  bool isConfused = false;
};

} // namespace kgen::knowledge

#endif // KGEN_TOOLS_KGEN_LIBRARY_GRAPH_H
