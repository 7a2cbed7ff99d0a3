// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of concepts, by whatever their laws say.

#include "Deriver.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

static Ahead choiceOf(const Rule &rule) { return {.leaves = rule.leaves.front(), .concepts = rule.head, .subset = 1}; }

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void Blocks::open(bool isConditional) {
  blocks.emplace_back();
  decided.conditional.push_back(isConditional);
}

Nodes Blocks::close() {
  Nodes body = std::move(blocks.back());
  blocks.pop_back();
  decided.conditional.pop_back();
  decided.forgetInner();
  return body;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

NodeRef Deriver::need(unsigned which, Role role) {
  NodeRef value = decide(which, role);
  auto reader = llvm::find_if(llvm::reverse(decided.pending), [](const Ahead &each) { return each.isValue; });
  if (reader != decided.pending.rend())
    reader->values.push_back(value);
  return value;
}

NodeRef Deriver::decide(unsigned which, Role role) {
  Role owner = role == Role::Partner ? Role::Partner : Role::Own;
  if (owner == Role::Own)
    if (auto it = decided.bound.find(which); it != decided.bound.end())
      return it->second;
  if (auto it = decided.known.find({which, owner}); it != decided.known.end())
    return it->second.value;
  std::vector<Option> possible = laws.options(which, role);
  if (possible.empty() || decided.deriving.size() > 24) {
    decided.failed = true;
    return arena.make(Kind::Float, "0.0");
  }
  auto before = decided.chosen.find(which);
  Option option =
      before != decided.chosen.end() && llvm::is_contained(possible, before->second)
          ? before->second
          : possible[pick(setting.digits, decided, possible.size(), {.concepts = which, .subset = 1, .role = role})];
  decided.chosen.try_emplace(which, option);
  switch (option.place) {
  case Option::Array:
    return keep(which, owner, load(which, parameters.entityExtents(), decided.roles[owner]), "");
  case Option::EdgeArray:
    return keep(which, owner, load(which, lengthsOf(decided.coordinates), decided.roles[Role::Edge]), "");
  case Option::Number:
    return parameters.number(which);
  case Option::Law:
    break;
  }
  decided.deriving.push_back(which);
  NodeRef value = [&] {
    Pending derived(decided, {.isValue = true, .concept_ = which, .role = role});
    return option.rule->isSum ? deriveSum(*option.rule, role) : derive(*option.rule, role);
  }();
  decided.deriving.pop_back();
  return keep(which, owner, value, option.rule->comment);
}

/// An element of a concept's array.
NodeRef Deriver::load(unsigned which, std::vector<Length> extents, const Nodes &indices) {
  Nodes kids = {parameters.array(which, std::move(extents), ArrayUse::Input)};
  llvm::append_range(kids, indices);
  return arena.make(Kind::Subscript, "", std::move(kids));
}

NodeRef Deriver::deriveSum(const Rule &rule, Role role) {
  std::vector<unsigned> terms, pairwise;
  for (const std::vector<Leaf> &leaves : rule.leaves)
    if (unsigned term = leaves[0].concept_;
        !llvm::is_contained(decided.deriving, term) && laws.isFeasible(term, role)) {
      terms.push_back(term);
      if (laws.dependsOnPartner(term))
        pairwise.push_back(term);
    }
  // A term that is summed over partners has to depend on the partner: else gravity is added once for each neighbour.
  if (decided.hasRole(Role::Partner) && !pairwise.empty())
    terms = pairwise;
  // One term alone is that term, which has a name and can be asked for.
  if (terms.size() < 2) {
    decided.failed = true;
    return arena.make(Kind::Float, "0.0");
  }
  std::vector<unsigned> subsets;
  for (unsigned subset = 3; subset < (1u << std::min<size_t>(terms.size(), 6)); ++subset)
    if (llvm::popcount(subset) >= 2)
      subsets.push_back(subset);
  // The terms are chosen once in a kernel, as a law is.
  auto [before, isNew] = decided.terms.try_emplace(&rule, 0);
  if (isNew)
    before->second = subsets[pick(setting.digits, decided, subsets.size(), choiceOf(rule))];
  unsigned subset = before->second & ((1u << terms.size()) - 1);
  if (llvm::popcount(subset) < 2)
    subset = subsets.back();
  NodeRef sum = nullptr;
  for (auto [i, term] : llvm::enumerate(terms))
    if (i < 6 && (subset >> i & 1)) {
      Pending rest(decided, {.concepts = llvm::ArrayRef(terms).drop_front(i + 1), .subset = subset >> (i + 1)});
      NodeRef value = need(term, role);
      sum = sum ? arena.make(Kind::Binary, "Add", {sum, value}) : value;
    }
  return sum;
}

/// Gives a value a name, in the outermost block that has all that it reads; a value that is read once loses the name at
/// the end.
NodeRef Deriver::keep(unsigned which, Role role, NodeRef value, StringRef comment) {
  if (value->is(Kind::Name)) {
    if (!decided.mutated.contains(value->text))
      decided.known[{which, role}] = {value, decided.levelOf(value)};
    return value;
  }
  unsigned level = decided.levelOf(value);
  std::string word = names.fresh(names.localWords(concept_(which), role));
  NodeRef name = arena.name(word);
  decided.levels[word] = level;
  blocks.emit(arena.assign(name, value, comment), level);
  decided.known[{which, role}] = {name, level};
  if (llvm::StringSet<> changing = decided.changingNamesOf(value); !changing.empty())
    decided.readsMutated[word] = std::move(changing);
  return name;
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

/// Decides how a rule is written: where this is nothing of structure, one in all of the kernel.
unsigned Deriver::chooseSpelling(const Rule &rule) {
  unsigned count = rule.spellings.size();
  if (!rule.sharesLeaves)
    return pick(setting.digits, decided, count, choiceOf(rule));
  auto [taken, isNew] = spellings.try_emplace(&rule, 0);
  if (isNew)
    taken->second = setting.spelling(count);
  return taken->second;
}

/// Decides whether a rule is a function of this kernel: nobody calls it in one place and writes it out in another.
bool Deriver::chooseFunction(const Rule &rule, unsigned spelling) {
  auto [called, isNew] = isCalled.try_emplace(rule.spellings[spelling], rule.isFunction);
  if (!isNew || rule.isFunction)
    return called->second;
  unsigned size = 0; // nobody writes a function for a difference
  walk(rule.spellings[spelling], [&](NodeRef) { ++size; });
  called->second = rule.leaves[spelling].size() >= 2 && size >= 8 && setting.layout.chance(style.functions);
  return called->second;
}

NodeRef Deriver::derive(const Rule &rule, Role role) {
  unsigned spelling = chooseSpelling(rule);
  if (auto state = decided.obliged.find(rule.head); state != decided.obliged.end())
    for (const Leaf &leaf : rule.leaves[spelling])
      if (leaf.concept_ != state->second && laws.reaches(leaf.concept_, state->second, 3) &&
          !decided.known.count({leaf.concept_, Role::Own}))
        decided.obliged.try_emplace(leaf.concept_, state->second);
  // However the value is written, its leaves are decided in one order.
  if (rule.sharesLeaves)
    needAll(rule.leaves.front(), role);
  if (chooseFunction(rule, spelling))
    return callRule(rule, spelling, role);
  return fill(rule.spellings[spelling], role);
}

Nodes Deriver::needAll(llvm::ArrayRef<Leaf> leaves, Role role) {
  Nodes values;
  while (!leaves.empty()) {
    Leaf leaf = leaves.consume_front();
    Pending rest(decided, {.leaves = leaves});
    values.push_back(need(leaf.concept_, leaf.roleFor(role)));
  }
  return values;
}

NodeRef Deriver::fill(NodeRef body, Role role) {
  if (body->is(Kind::Name))
    if (std::optional<unsigned> which = library.find(body->text))
      return need(*which, role);
  if (body->is(Kind::Subscript) && body->kids[0]->is(Kind::Name) && body->kids[1]->is(Kind::Name))
    if (std::optional<unsigned> which = library.find(body->kids[0]->text))
      return need(*which, roleOf(body->kids[1]).value_or(Role::Same));
  if (body->kids.empty())
    return body;
  Nodes kids;
  for (auto [i, kid] : llvm::enumerate(body->kids)) {
    Pending rest(decided, {.nodes = llvm::ArrayRef(body->kids).drop_front(i + 1)});
    kids.push_back(fill(kid, role));
  }
  return arena.make(body->kind, body->text, std::move(kids), {}, {}, body->line);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whether a branch of a chain of conditions sets a name and does nothing else.
static bool onlySets(const Nodes &arm, StringRef name) {
  if (arm.size() != 1)
    return false;
  if (arm[0]->is(Kind::If))
    return onlySets(arm[0]->body, name) && (arm[0]->orelse.empty() || onlySets(arm[0]->orelse, name));
  return arm[0]->is(Kind::Assign) && arm[0]->kids[0]->isName(name);
}

/// `f = 0.0`, a chain of conditions that set `f`, `return f`: the same with a return in each branch.
static Nodes withReturns(const Nodes &lines, Arena &arena) {
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

namespace {
/// The names that a function that is a rule gives the rule's leaves.
using LeafWords = std::vector<std::pair<Leaf, std::string>>;
} // namespace

/// A tree of a rule with words for its leaves.
static NodeRef withWords(NodeRef node, const LeafWords &words, const Library &library, Arena &arena) {
  bool isElement = node->is(Kind::Subscript) && node->kids[0]->is(Kind::Name) && library.find(node->kids[0]->text) &&
                   roleOf(node->kids[1]);
  NodeRef base = isElement ? node->kids[0] : node;
  Role of = isElement ? *roleOf(node->kids[1]) : Role::Same;
  if (base->is(Kind::Name))
    for (const auto &[leaf, word] : words)
      if (library.concepts[leaf.concept_].name == base->text && leaf.role == of)
        return arena.name(word);
  if (node->kids.empty() && node->body.empty())
    return node;
  auto all = [&](const Nodes &list) {
    Nodes made;
    for (NodeRef item : list)
      made.push_back(withWords(item, words, library, arena));
    return made;
  };
  return arena.make(node->kind, node->text, all(node->kids), all(node->body), all(node->orelse), node->line);
}

/// A rule as a user function: its leaves are the parameters, except constants of the module, which it names itself.
NodeRef Deriver::callRule(const Rule &rule, unsigned spelling, Role role) {
  Nodes values = needAll(rule.leaves[spelling], role), arguments;
  auto isConstant = [&](NodeRef value) { return value->is(Kind::Name) && parameters.isConstant(value->text); };
  bool takesAll = llvm::all_of(values, isConstant);
  llvm::copy_if(values, std::back_inserter(arguments), [&](NodeRef value) { return takesAll || !isConstant(value); });
  NodeRef body = rule.spellings[spelling];
  auto known = llvm::find_if(functions, [&](const Function &each) { return each.of == body; });
  std::string name = known == functions.end() ? defineRule(rule, spelling, values, takesAll) : known->name;
  return arena.call(name, std::move(arguments));
}

/// Defines the function of a rule, whose parameters are all its leaves, or those that are no constants; returns its
/// name.
std::string Deriver::defineRule(const Rule &rule, unsigned spelling, const Nodes &values, bool takesAll) {
  // Its names: those of its own lines stay, parameters are called what the concepts are.
  llvm::StringSet<> taken;
  NodeRef body = rule.spellings[spelling];
  walk(body, [&](NodeRef node) {
    if (node->is(Kind::Name) && !library.find(node->text))
      taken.insert(node->text);
  });
  LeafWords words;
  Nodes arguments, lines;
  for (auto [leaf, value] : llvm::zip_equal(rule.leaves[spelling], values)) {
    if (!takesAll && value->is(Kind::Name) && parameters.isConstant(value->text)) {
      words.push_back({leaf, value->text});
      continue;
    }
    const Concept &which = concept_(leaf.concept_);
    std::string word = setting.rng.chance(style.shortNames) ? which.shorts.front() : which.names.front();
    if (leaf.role == Role::Partner)
      word += "_j";
    for (StringRef base = which.name; taken.contains(word) || word == "lambda"; base = word)
      word = base.str() + "_";
    taken.insert(word);
    words.push_back({leaf, word});
    arguments.push_back(arena.make(Kind::Argument, word, {setting.typeOf(which.shape)}));
  }
  if (rule.isFunction) {
    for (NodeRef line : body->body)
      if (!line->is(Kind::Expr) || !line->kids[0]->is(Kind::Str))
        lines.push_back(withWords(line, words, library, arena));
    if (!setting.isPlain && setting.layout.chance(50))
      lines = withReturns(lines, arena);
  } else {
    lines.push_back(arena.make(Kind::Return, "", {withWords(body, words, library, arena)}));
  }
  std::string name = concept_(rule.head).names.front();
  if (name.size() < 4)
    name = concept_(rule.head).name;
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  name = names.fresh({(setting.rng.chance(50) ? "compute_" : "eval_") + name, name + "_of"});
  functions.push_back({name, body, arena.make(Kind::Function, name, std::move(arguments), std::move(lines))});
  return name;
}

/// A value with arguments for parameters, all at once: an argument may have the name of another parameter.
NodeRef Deriver::inlined(NodeRef node, llvm::ArrayRef<Input> parameters, const Nodes &arguments) {
  for (auto [parameter, argument] : llvm::zip_equal(parameters, arguments))
    if (node->isName(parameter.name))
      return argument;
  if (node->kids.empty())
    return node;
  Nodes kids;
  for (NodeRef kid : node->kids)
    kids.push_back(inlined(kid, parameters, arguments));
  auto isZero = [](NodeRef kid) { return kid->is(Kind::Float) && kid->text == "0.0"; };
  bool isBinary = node->is(Kind::Binary);
  if (isBinary && node->text == "Mult" && llvm::any_of(kids, isZero))
    return arena.make(Kind::Float, "0.0"); // nobody writes down what comes to nothing
  if (isBinary && (node->text == "Add" || node->text == "Sub") && isZero(kids[1]))
    return kids[0];
  return arena.make(node->kind, node->text, std::move(kids), {}, {}, node->line);
}

/// A call of a function, or what the function of one line says.
NodeRef Deriver::callHelper(const Helper &helper, const Nodes &arguments) {
  if (arguments.size() != helper.parameters.size()) {
    decided.failed = true;
    return arena.integer(0);
  }
  auto isSmall = [](NodeRef node) { return node->kids.size() <= 2; };
  if (helper.body.size() == 1 && llvm::all_of(arguments, isSmall)) {
    auto [called, isNew] = isCalled.try_emplace(&helper, false);
    if (isNew)
      called->second = setting.layout.chance(style.functions);
    if (!called->second)
      return inlined(helper.body.front()->kids.front(), helper.parameters, arguments);
  }
  return arena.call(functionOf(helper), arguments);
}

/// The name of a helper's function, which the kernel defines if it does not yet.
std::string Deriver::functionOf(const Helper &helper) {
  for (const Function &function : functions)
    if (function.of == &helper)
      return function.name;
  Nodes made;
  for (const Input &input : helper.parameters) {
    WrittenParameter like;
    like.shape = input.shape;
    like.isArray = input.isArray;
    like.extents = input.extents;
    made.push_back(arena.make(Kind::Argument, input.name, {setting.annotation(like)}));
  }
  std::vector<std::string> wishes = helper.names;
  std::swap(wishes[0], wishes[style.manner % wishes.size()]); // the fluxes along x and y are called alike
  std::string name = names.fresh(wishes);
  functions.push_back({name, &helper, arena.make(Kind::Function, name, std::move(made), helper.body)});
  return name;
}
