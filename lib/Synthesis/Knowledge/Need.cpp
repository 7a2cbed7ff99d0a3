// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of concepts, derived towards what a kernel is about: known already, loaded, a parameter, a constant, or by a
// law whose leaves are needed in turn. A law and a storage place are chosen once in a kernel.

#include "Writer.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

const std::vector<const Rule *> &Writer::rulesOf(unsigned which) const {
  static const std::vector<const Rule *> none;
  auto it = domain->rules.find(which);
  return it == domain->rules.end() ? none : it->second;
}

bool Writer::reaches(unsigned which, unsigned wanted, unsigned depth) const {
  if (which == wanted)
    return true;
  if (depth == 0)
    return false;
  for (const Rule *rule : rulesOf(which))
    for (const std::vector<Leaf> &leaves : rule->leaves)
      for (const Leaf &leaf : leaves)
        if (reaches(leaf.concept_, wanted, depth - 1))
          return true;
  return false;
}

bool Writer::dependsOnPartner(unsigned which, unsigned depth) const {
  if (depth == 0)
    return false;
  for (const Rule *rule : rulesOf(which))
    for (const std::vector<Leaf> &leaves : rule->leaves)
      for (const Leaf &leaf : leaves)
        if (leaf.role == 'j' || leaf.role == 'e' || dependsOnPartner(leaf.concept_, depth - 1))
          return true;
  return false;
}

//===----------------------------------------------------------------------===//
// What can be had
//===----------------------------------------------------------------------===//

bool Writer::isFeasible(const Rule &rule, char role, unsigned depth) {
  if (rule.isSum) // of any of its terms
    return llvm::any_of(rule.leaves, [&](const std::vector<Leaf> &term) {
      return !llvm::is_contained(deriving, term[0].concept_) && isFeasible(term[0].concept_, role, depth);
    });
  for (const std::vector<Leaf> &leaves : rule.leaves)
    for (const Leaf &leaf : leaves) {
      if ((leaf.role == 'j' || leaf.role == 'i') && role == 'j')
        return false;
      if (leaf.role && !hasRole(leaf.role))
        return false;
      if (llvm::is_contained(deriving, leaf.concept_) ||
          !isFeasible(leaf.concept_, leaf.role ? leaf.role : role, depth))
        return false;
    }
  return true;
}

/// Whether the kernel gives the concept a value of its own: then it is given to it nowhere. A state is: what it was.
bool Writer::isComputed(unsigned which) const {
  auto isIt = [&](const auto &entry) { return entry.second == which; };
  return llvm::any_of(goals, isIt) && llvm::none_of(obliged, isIt) && !rulesOf(which).empty();
}

bool Writer::isFeasible(unsigned which, char role, unsigned depth) {
  const Concept &wanted = concept_(which);
  if (wanted.shape == Shape::Vec3 && !style.wide && !(wanted.homes & (Param | Constant)))
    return false;
  bool isPartner = role == 'j';
  if (!isPartner && (bound.count(which) || known.count({which, 'i'})))
    return true;
  bool isStored = (wanted.homes & (Param | Constant)) || ((wanted.homes & Entity) && hasRole(role)) ||
                  ((wanted.homes & Edge) && hasRole('e'));
  if (isStored && !isComputed(which))
    return true;
  if (depth == 0 || llvm::is_contained(deriving, which))
    return false;
  deriving.push_back(which);
  bool found = llvm::any_of(rulesOf(which), [&](const Rule *rule) { return isFeasible(*rule, role, depth - 1); });
  deriving.pop_back();
  return found;
}

/// Whether the inverse of a concept is stored in another kind of place: a mass for all is none of bodies that have an
/// inverse mass each.
bool Writer::liesElsewhere(unsigned which, Option::Place place) const {
  return llvm::any_of(concept_(which).inverses, [&](unsigned inverse) {
    auto before = chosen.find(inverse);
    return before != chosen.end() && before->second.place != Option::Law && before->second.place != place;
  });
}

std::vector<Writer::Option> Writer::options(unsigned which, char role) {
  const Concept &wanted = concept_(which);
  std::vector<Option> all;
  auto state = obliged.find(which);
  if (!isComputed(which) && state == obliged.end()) {
    if ((wanted.homes & Entity) && hasRole(role))
      all.push_back({Option::Array});
    if ((wanted.homes & Edge) && hasRole('e'))
      all.push_back({Option::EdgeArray});
    if (wanted.homes & (Param | Constant))
      all.push_back({Option::Number});
    llvm::erase_if(all, [&](const Option &stored) { return liesElsewhere(which, stored.place); });
  }
  deriving.push_back(which);
  std::vector<Option> direct;
  for (const Rule *rule : rulesOf(which)) {
    if (!isFeasible(*rule, role, 5))
      continue;
    if (state != obliged.end()) {
      bool reachesState = false, isDirect = false;
      for (const std::vector<Leaf> &leaves : rule->leaves)
        for (const Leaf &leaf : leaves) {
          isDirect |= leaf.concept_ == state->second;
          reachesState |= reaches(leaf.concept_, state->second, 3);
        }
      if (isDirect)
        direct.push_back({Option::Law, rule});
      if (!reachesState)
        continue;
    }
    all.push_back({Option::Law, rule});
  }
  deriving.pop_back();
  return direct.empty() ? all : direct;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

NodeRef Writer::need(unsigned which, char role) {
  NodeRef value = decide(which, role);
  auto reader = llvm::find_if(llvm::reverse(pending), [](const Ahead &each) { return each.isValue; });
  if (reader != pending.rend())
    reader->values.push_back(value);
  return value;
}

NodeRef Writer::decide(unsigned which, char role) {
  char owner = role == 'j' ? 'j' : 'i';
  const Concept &wanted = concept_(which);
  if (owner == 'i')
    if (auto it = bound.find(which); it != bound.end())
      return it->second;
  if (auto it = known.find({which, owner}); it != known.end())
    return it->second.value;
  std::vector<Option> possible = options(which, role);
  if (possible.empty() || deriving.size() > 24) {
    failed = true;
    return arena.make(Kind::Float, "0.0");
  }
  auto before = chosen.find(which);
  Option option = before != chosen.end() && llvm::is_contained(possible, before->second)
                      ? before->second
                      : possible[pick(possible.size(), {.concepts = which, .subset = 1, .role = role})];
  chosen.try_emplace(which, option);
  switch (option.place) {
  case Option::Array: {
    Nodes indices = roles[owner];
    Nodes kids = {conceptArray(which, entityExtents(), ArrayUse::Input)};
    kids.insert(kids.end(), indices.begin(), indices.end());
    return keep(which, owner, arena.make(Kind::Subscript, "", std::move(kids)), "");
  }
  case Option::EdgeArray: {
    Nodes kids = {conceptArray(which, coordinates, ArrayUse::Input)};
    kids.insert(kids.end(), roles['e'].begin(), roles['e'].end());
    return keep(which, owner, arena.make(Kind::Subscript, "", std::move(kids)), "");
  }
  case Option::Number: {
    // Whether a number is a parameter or a constant of the module is nothing of structure.
    bool isNumber = wanted.shape == Shape::Scalar || wanted.shape == Shape::Int;
    bool isSymbol =
        isNumber && (wanted.homes & Constant) && (!(wanted.homes & Param) || layout.chance(style.constants));
    if (symbolOf.count(wanted.name) || (isSymbol && !hasSlot("number " + wanted.name)))
      return symbol(wanted.name, wanted.names, wanted.values, wanted.shape, wanted.fixed);
    WrittenParameter made;
    made.shape = wanted.shape;
    made.values = wanted.values;
    return parameter("number " + wanted.name, wanted.names, std::move(made));
  }
  case Option::Law:
    break;
  }
  deriving.push_back(which);
  NodeRef value = [&] {
    Pending derived(*this, {.isValue = true, .concept_ = which, .role = role});
    return option.rule->isSum ? deriveSum(*option.rule, role) : derive(*option.rule, role);
  }();
  deriving.pop_back();
  return keep(which, owner, value, option.rule->comment);
}

NodeRef Writer::deriveSum(const Rule &rule, char role) {
  std::vector<unsigned> terms, pairwise;
  for (const std::vector<Leaf> &leaves : rule.leaves)
    if (unsigned term = leaves[0].concept_; !llvm::is_contained(deriving, term) && isFeasible(term, role)) {
      terms.push_back(term);
      if (dependsOnPartner(term))
        pairwise.push_back(term);
    }
  // What is summed over partners has to depend on the partner: else gravity is added once for each neighbour.
  if (hasRole('j') && !pairwise.empty())
    terms = pairwise;
  // One term alone is that term, which has a name and can be asked for.
  if (terms.size() < 2) {
    failed = true;
    return arena.make(Kind::Float, "0.0");
  }
  std::vector<unsigned> subsets;
  for (unsigned subset = 3; subset < (1u << std::min<size_t>(terms.size(), 6)); ++subset)
    if (llvm::popcount(subset) >= 2)
      subsets.push_back(subset);
  // The terms are chosen once in a kernel, as a law is.
  auto [before, isNew] = chosenTerms.try_emplace(&rule, 0);
  if (isNew)
    before->second = subsets[pick(subsets.size(), choiceOf(rule))];
  unsigned subset = before->second & ((1u << terms.size()) - 1);
  if (llvm::popcount(subset) < 2)
    subset = subsets.back();
  NodeRef sum = nullptr;
  for (auto [i, term] : llvm::enumerate(terms))
    if (i < 6 && (subset >> i & 1)) {
      Pending rest(*this, {.concepts = llvm::ArrayRef(terms).drop_front(i + 1), .subset = subset >> (i + 1)});
      NodeRef value = need(term, role);
      sum = sum ? arena.make(Kind::Binary, "Add", {sum, value}) : value;
    }
  return sum;
}

/// The way to write a rule: where this is nothing of structure, one in all of the kernel.
unsigned Writer::spellingOf(const Rule &rule) {
  unsigned count = rule.spellings.size();
  if (!rule.sharesLeaves)
    return pick(count, choiceOf(rule));
  auto [taken, isNew] = spellings.try_emplace(&rule, 0);
  if (isNew)
    taken->second = spelling(count);
  return taken->second;
}

NodeRef Writer::derive(const Rule &rule, char role) {
  unsigned spelling = spellingOf(rule);
  if (auto state = obliged.find(rule.head); state != obliged.end())
    for (const Leaf &leaf : rule.leaves[spelling])
      if (leaf.concept_ != state->second && reaches(leaf.concept_, state->second, 3) &&
          !known.count({leaf.concept_, 'i'}))
        obliged.try_emplace(leaf.concept_, state->second);
  // However the value is written, its leaves are decided in one order.
  if (rule.sharesLeaves)
    needAll(rule.leaves.front(), role);
  if (isFunctionHere(rule, spelling))
    return callRule(rule, spelling, role);
  return fill(rule.spellings[spelling], role);
}

/// Whether a rule is a function of this kernel: nobody calls it in one place and writes it out in another.
bool Writer::isFunctionHere(const Rule &rule, unsigned spelling) {
  auto [called, isNew] = isCalled.try_emplace(rule.spellings[spelling], rule.isFunction);
  if (!isNew || rule.isFunction)
    return called->second;
  unsigned size = 0; // nobody writes a function for a difference
  walk(rule.spellings[spelling], [&](NodeRef) { ++size; });
  called->second = rule.leaves[spelling].size() >= 2 && size >= 8 && layout.chance(style.functions);
  return called->second;
}

Nodes Writer::needAll(llvm::ArrayRef<Leaf> leaves, char role) {
  Nodes values;
  while (!leaves.empty()) {
    Leaf leaf = leaves.consume_front();
    Pending rest(*this, {.leaves = leaves});
    values.push_back(need(leaf.concept_, leaf.role ? leaf.role : role));
  }
  return values;
}

NodeRef Writer::fill(NodeRef body, char role) {
  if (body->is(Kind::Name))
    if (std::optional<unsigned> which = library.find(body->text))
      return need(*which, role);
  if (body->is(Kind::Subscript) && body->kids[0]->is(Kind::Name) && body->kids[1]->is(Kind::Name))
    if (std::optional<unsigned> which = library.find(body->kids[0]->text))
      return need(*which, body->kids[1]->text[0]);
  if (body->kids.empty())
    return body;
  Nodes kids;
  for (auto [i, kid] : llvm::enumerate(body->kids)) {
    Pending rest(*this, {.nodes = llvm::ArrayRef(body->kids).drop_front(i + 1)});
    kids.push_back(fill(kid, role));
  }
  return arena.make(body->kind, body->text, std::move(kids), {}, {}, body->line);
}

/// Whether a branch of a chain of conditions sets a name and does nothing else.
static bool onlySets(const Nodes &arm, StringRef name) {
  if (arm.size() != 1)
    return false;
  if (arm[0]->is(Kind::If))
    return onlySets(arm[0]->body, name) && (arm[0]->orelse.empty() || onlySets(arm[0]->orelse, name));
  return arm[0]->is(Kind::Assign) && arm[0]->kids[0]->isName(name);
}

/// `f = 0.0`, a chain of conditions that set `f`, `return f`: the same with a return in each branch.
Nodes Writer::withReturns(const Nodes &lines) {
  if (lines.size() < 3 || !lines.back()->is(Kind::Return) || lines.back()->kids.empty() ||
      !lines.back()->kids[0]->is(Kind::Name))
    return lines;
  StringRef name = lines.back()->kids[0]->text;
  NodeRef chain = lines[lines.size() - 2], first = lines[lines.size() - 3];
  bool isFirst = first->is(Kind::Assign) && first->kids[0]->isName(name);
  if (!isFirst || !chain->is(Kind::If) || !onlySets({chain}, name))
    return lines;
  auto returned = [&](auto &self, const Nodes &arm) -> Nodes {
    if (arm.empty())
      return arm;
    if (arm[0]->is(Kind::Assign))
      return {arena.make(Kind::Return, "", {arm[0]->kids[1]})};
    return {arena.make(Kind::If, arm[0]->text, arm[0]->kids, self(self, arm[0]->body), self(self, arm[0]->orelse))};
  };
  Nodes made(lines.begin(), lines.end() - 3);
  llvm::append_range(made, returned(returned, {chain}));
  made.push_back(arena.make(Kind::Return, "", {first->kids[1]}));
  return made;
}

/// A rule as a user function: its leaves are the parameters, but for constants of the module, which it names itself.
NodeRef Writer::callRule(const Rule &rule, unsigned spelling, char role) {
  Nodes values = needAll(rule.leaves[spelling], role), arguments;
  llvm::StringSet<> constants;
  for (const auto &[name, value] : symbols)
    constants.insert(name);
  auto isConstant = [&](NodeRef value) { return value->is(Kind::Name) && constants.contains(value->text); };
  if (llvm::all_of(values, isConstant))
    constants.clear();
  llvm::copy_if(values, std::back_inserter(arguments), [&](NodeRef value) { return !isConstant(value); });
  for (const Function &function : functions)
    if (function.of == rule.spellings[spelling])
      return arena.call(function.name, std::move(arguments));
  // Its names: those of its own lines stay, parameters are called what the concepts are.
  llvm::StringSet<> taken;
  NodeRef body = rule.spellings[spelling];
  walk(body, [&](NodeRef node) {
    if (node->is(Kind::Name) && !library.find(node->text))
      taken.insert(node->text);
  });
  std::vector<std::pair<Leaf, std::string>> words;
  Nodes parameters;
  for (auto [leaf, value] : llvm::zip_equal(rule.leaves[spelling], values)) {
    if (isConstant(value)) {
      words.push_back({leaf, value->text});
      continue;
    }
    const Concept &which = concept_(leaf.concept_);
    std::string word = rng.chance(style.shortNames) ? which.shorts.front() : which.names.front();
    if (leaf.role == 'j')
      word += "_j";
    for (StringRef base = which.name; taken.contains(word) || word == "lambda"; base = word)
      word = base.str() + "_";
    taken.insert(word);
    words.push_back({leaf, word});
    parameters.push_back(arena.make(Kind::Argument, word, {typeOf(which.shape)}));
  }
  auto rename = [&](auto &self, NodeRef node) -> NodeRef {
    NodeRef base = node;
    char of = 0;
    if (node->is(Kind::Subscript) && node->kids[0]->is(Kind::Name) && library.find(node->kids[0]->text) &&
        (node->kids[1]->isName("i") || node->kids[1]->isName("j") || node->kids[1]->isName("e"))) {
      base = node->kids[0];
      of = node->kids[1]->text[0];
    }
    if (base->is(Kind::Name))
      for (const auto &[leaf, word] : words)
        if (concept_(leaf.concept_).name == base->text && leaf.role == of)
          return arena.name(word);
    auto all = [&](const Nodes &list) {
      Nodes made;
      for (NodeRef item : list)
        made.push_back(self(self, item));
      return made;
    };
    if (node->kids.empty() && node->body.empty())
      return node;
    return arena.make(node->kind, node->text, all(node->kids), all(node->body), all(node->orelse), node->line);
  };
  Nodes lines;
  if (rule.isFunction)
    for (NodeRef line : body->body) {
      if (line->is(Kind::Expr) && line->kids[0]->is(Kind::Str))
        continue;
      lines.push_back(rename(rename, line));
    }
  if (rule.isFunction && !isPlain && layout.chance(50))
    lines = withReturns(lines);
  else
    lines.push_back(arena.make(Kind::Return, "", {rename(rename, body)}));
  std::string name = concept_(rule.head).names.front();
  if (name.size() < 4)
    name = concept_(rule.head).name;
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  name = fresh({(rng.chance(50) ? "compute_" : "eval_") + name, name + "_of"});
  functions.push_back(
      {name, rule.spellings[spelling], arena.make(Kind::Function, name, std::move(parameters), std::move(lines))});
  return arena.call(name, std::move(arguments));
}

/// Gives a value a name, in the outermost block that has what it reads; what is read once loses the name at the end.
NodeRef Writer::keep(unsigned which, char role, NodeRef value, StringRef comment) {
  if (value->is(Kind::Name)) {
    if (!mutated.contains(value->text))
      known[{which, role}] = {value, levelOf(value)};
    return value;
  }
  unsigned level = levelOf(value);
  std::string word = fresh(localWords(concept_(which), role));
  NodeRef name = arena.name(word);
  levels[word] = level;
  emit(arena.assign(name, value, comment), level);
  known[{which, role}] = {name, level};
  llvm::StringSet<> changing;
  walk(value, [&](NodeRef node) {
    if (!node->is(Kind::Name))
      return;
    if (mutated.contains(node->text))
      changing.insert(node->text);
    if (auto reads = readsMutated.find(node->text); reads != readsMutated.end())
      changing.insert_range(reads->second.keys());
  });
  if (!changing.empty())
    readsMutated[word] = std::move(changing);
  return name;
}

/// What was computed of a name is not known any more once the name has another value; of any, where none is given.
void Writer::forgetReaders(StringRef changed) {
  for (auto it = known.begin(); it != known.end();) {
    auto reads = readsMutated.find(it->second.value->text);
    bool isStale = reads != readsMutated.end() && (changed.empty() || reads->second.contains(changed));
    it = isStale ? known.erase(it) : std::next(it);
  }
}
