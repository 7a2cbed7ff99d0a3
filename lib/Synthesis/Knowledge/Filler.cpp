// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An idiom from its goals to its last line.

#include "Filler.h"
#include "Families.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

/// How often names are assigned, at most, whichever arms are chosen; a change of a component counts as another.
static void countAssignments(const Nodes &list, llvm::StringMap<unsigned> &counts) {
  for (NodeRef node : list) {
    if (node->is(Kind::Assign) || node->is(Kind::AugAssign)) {
      NodeRef target = node->kids[0];
      unsigned weight = node->is(Kind::AugAssign) ? 2 : 1;
      while (target->is(Kind::Subscript)) {
        target = target->kids[0];
        weight = 2;
      }
      for (NodeRef name : target->is(Kind::Tuple) && !node->kids[1]->callsWarp("tid") ? target->kids : Nodes{target})
        if (name->is(Kind::Name))
          counts[name->text] += weight;
    }
    if (!isChoice(node) && !(node->is(Kind::If) && node->kids[0]->isName("SAME"))) {
      countAssignments(node->body, counts);
      countAssignments(node->orelse, counts);
      continue;
    }
    llvm::StringMap<unsigned> first, second;
    countAssignments(node->body, first);
    countAssignments(node->orelse, second);
    for (const auto &entry : second)
      first[entry.getKey()] = std::max(first[entry.getKey()], entry.getValue());
    for (const auto &entry : first)
      counts[entry.getKey()] += entry.getValue();
  }
}

/// Notes the names of which lines change the value.
void Filler::findMutated(const Nodes &body) {
  llvm::StringMap<unsigned> counts;
  countAssignments(body, counts);
  // A part may change what its idiom assigns.
  for (NodeRef line : body)
    walk(line, [&](NodeRef node) {
      if (!takesParts(node))
        return;
      llvm::StringMap<unsigned> ofParts;
      for (const Part *each : library.partsOf(*decided.domain, node->kids[1]->text))
        countAssignments(each->body, ofParts);
      for (auto &entry : counts)
        entry.second += ofParts.lookup(entry.getKey());
    });
  for (const auto &entry : counts)
    if (entry.getValue() > 1)
      decided.mutated.insert(entry.getKey());
}

/// Decides how data lie, after all else.
void Filler::chooseLayout() {
  if (decided.failed)
    return;
  LayoutWays ways = decided.layoutWays();
  if (ways.tables > 1 && digits.comesUp(pathsAskedForTables)) {
    unsigned flat = digits.pick(ways.tables);
    draft.flatTables = flat == 1;
    draft.flatThreads = flat == 2;
  }
  if (ways.fields.size() > 1 && digits.comesUp(pathsAskedForFields))
    draft.gathered = ways.fields[digits.pick(ways.fields.size())];
}

void Filler::run() {
  Pending rest(decided, {.nodes = idiom.body});
  unsigned place = digits.pick(idiom.domains.size());
  decided.domain = &library.domains[idiom.domains[place]];
  names.drawEntities(*decided.domain);
  if (!chooseGoals(idiom, place, digits, decided)) {
    decided.failed = true;
    return;
  }
  style.wide |= laws.needsThreeDimensions();
  findMutated(idiom.body);
  blocks.open(/*isConditional=*/false);
  decided.pending.back().nodes = {};
  statements(idiom.body);
  draft.lines = blocks.close();
  chooseLayout();
}
