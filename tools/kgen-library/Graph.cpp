// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explores an idiom's decisions where a count comes to a new situation, by filling the idiom so.

#include "Graph.h"

using namespace kgen;
using namespace kgen::knowledge;

/// Fills the idiom along a path, and on by first options until a known situation or the end.
class DecisionGraph::Explorer : public Chooser {
public:
  Explorer(DecisionGraph &graph, std::vector<unsigned> path, Place last)
      : graph(graph), path(std::move(path)), last(last),
        writer(graph.library, graph.idiom, digits, layoutOf(0, 0), words, /*isPlain=*/true) {}

  void run() {
    writer.decide();
    if (!isDone)
      arrive(writer.hasFailed() ? Place(Failed) : end());
  }

  unsigned choose(unsigned count) override {
    if (taken < path.size())
      return path[taken++];
    if (isDone)
      return 0;
    if (writer.hasFailed()) {
      arrive(Failed);
      stop();
      return 0;
    }
    auto [entry, isNew] = graph.places.try_emplace(writer.situation(graph.relevance), Place(graph.nodes.size()));
    Place place = entry->second;
    if (isNew) {
      graph.nodes.push_back({count, uint32_t(graph.edges.size()), uint32_t(last), option()});
      graph.edges.insert(graph.edges.end(), count, Unknown);
    }
    if (graph.nodes[place].count != count) {
      graph.isConfused = true;
      arrive(Failed);
      stop();
      return 0;
    }
    arrive(place);
    last = place;
    ++taken;
    if (!isNew)
      stop();
    return 0;
  }

private:
  /// The option by which the path leaves the last node.
  unsigned option() const { return taken == path.size() && !path.empty() ? path.back() : 0; }
  void arrive(Place place) {
    if (last == Unknown)
      graph.start = place;
    else
      graph.edges[graph.nodes[last].edges + option()] = place;
  }
  void stop() {
    isDone = true;
    writer.stop();
  }
  Place end() const {
    LayoutWays ways = writer.layoutWays();
    return firstEnd - Place(ways.tables + 8 * ways.fields.size());
  }

  DecisionGraph &graph;
  std::vector<unsigned> path;
  size_t taken = 0;
  Place last;
  bool isDone = false;
  Rng words = Rng(0, 0, 0);
  Digits digits{*this};
  Writer writer;
};

DecisionGraph::Place DecisionGraph::explore(Place node, unsigned option) {
  std::vector<unsigned> path = {option};
  for (Place at = node; at != start; at = nodes[at].parent)
    path.push_back(nodes[at].option);
  std::reverse(path.begin(), path.end());
  Explorer(*this, std::move(path), node).run();
  return edges[nodes[node].edges + option];
}

DecisionGraph::Place DecisionGraph::root() {
  if (start == Unknown)
    Explorer(*this, {}, Unknown).run();
  return start;
}

/// `limit`: the greatest number that the digits ahead may be.
uint64_t DecisionGraph::countFrom(Place place, uint64_t limit, uint64_t turn) {
  if (place < 0)
    return place == Failed ? 0 : countTables(place, limit, turn);
  uint32_t count = nodes[place].count, turned = turn % count;
  uint64_t sum = 0;
  for (uint64_t digit = 0; digit < count && digit <= limit; ++digit) {
    uint32_t option = digit + turned;
    option -= option >= count ? count : 0;
    sum += countFrom(next(place, option), (limit - digit) / count, Digits::turnAfter(turn, digit));
  }
  return sum;
}

bool DecisionGraph::hasStructure(uint64_t number) {
  uint64_t turn = Digits::firstTurn;
  auto take = [&](unsigned count) {
    unsigned digit = number % count, option = (digit + turn % count) % count;
    number /= count;
    turn = Digits::turnAfter(turn, digit);
    return option;
  };
  Place place = root();
  while (place >= 0)
    place = next(place, take(nodes[place].count));
  unsigned tables = (firstEnd - place) % 8, fields = (firstEnd - place) / 8;
  if (tables > 1 && Digits::comesUp(turn, pathsAskedForTables))
    take(tables);
  if (fields > 1 && Digits::comesUp(turn, pathsAskedForFields))
    take(fields);
  return place != Failed && number == 0;
}

uint64_t DecisionGraph::countTables(Place end, uint64_t limit, uint64_t turn) const {
  unsigned ways = (firstEnd - end) % 8;
  if (ways < 2 || !Digits::comesUp(turn, pathsAskedForTables))
    return countFields(end, limit, turn);
  uint64_t sum = 0;
  for (uint64_t digit = 0; digit < ways && digit <= limit; ++digit)
    sum += countFields(end, (limit - digit) / ways, Digits::turnAfter(turn, digit));
  return sum;
}

uint64_t DecisionGraph::countFields(Place end, uint64_t limit, uint64_t turn) const {
  unsigned ways = (firstEnd - end) / 8;
  return ways < 2 || !Digits::comesUp(turn, pathsAskedForFields) ? 1 : std::min<uint64_t>(ways, limit + 1);
}
