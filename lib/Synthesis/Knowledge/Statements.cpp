// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An idiom's own lines: choices are made, and its names become an author's.

#include "Filler.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

/// The name of which a target is, or is a part.
static StringRef rootOf(NodeRef target) {
  while (target->is(Kind::Subscript))
    target = target->kids[0];
  return target->text;
}

void Filler::statements(const Nodes &list) {
  for (auto [i, node] : llvm::enumerate(list)) {
    Pending rest(decided, {.nodes = llvm::ArrayRef(list).drop_front(i + 1)});
    if (!decided.failed)
      statement(node);
  }
}

void Filler::statement(NodeRef node) {
  switch (node->kind) {
  case Kind::Assign:
    return assign(node);
  case Kind::AugAssign: {
    NodeRef value = expressionBefore(node->kids[1], node->kids[0]);
    NodeRef target = place(node->kids[0]);
    blocks.emit(arena.make(Kind::AugAssign, node->text, {target, value}));
    return decided.forgetReaders(rootOf(target));
  }
  case Kind::If:
    return branch(node);
  case Kind::For:
  case Kind::While:
    return loop(node);
  case Kind::With:
    if (node->kids[0]->calls("guard"))
      return guard(node->kids[0], node->body);
    return bindWith(node);
  case Kind::Expr:
    return call(node);
  case Kind::Pass:
    return;
  case Kind::Return:
  case Kind::Break:
  case Kind::Continue:
    return blocks.emit(node);
  default:
    decided.failed = true;
  }
}

void Filler::assign(NodeRef node) {
  NodeRef target = node->kids[0], value = node->kids[1];
  if (value->callsWarp("tid"))
    return threads(target);
  if (target->is(Kind::Name)) {
    NodeRef made = expression(value);
    bool isRole = target->text == "i" || target->text == "j";
    bool stays = made->is(Kind::Name) && !isRole && !decided.locals.count(target->text) &&
                 !decided.mutated.contains(target->text) && !decided.mutated.contains(made->text);
    if (stays || (value->calls("len") && made->is(Kind::Name))) // what has a name has no second
      decided.locals[target->text] = made->text;
    else
      assignName(target, made, node->text);
    return;
  }
  if (target->is(Kind::Tuple)) // what a function of several results returns
    return assignNames(target->kids, expression(value), node->text);
  NodeRef made = expressionBefore(value, target);
  NodeRef to = place(target);
  blocks.emit(arena.assign(to, made, node->text));
  decided.forgetReaders(rootOf(to));
}

/// The author's name for an idiom's own, from here on.
NodeRef Filler::localFor(NodeRef target) {
  auto [it, isNew] = decided.locals.try_emplace(target->text);
  if (isNew) {
    it->second = names.fresh(names.localWishes(target->text));
    decided.levels[it->second] = decided.depth();
    if (decided.mutated.contains(target->text))
      decided.mutated.insert(it->second);
  }
  return arena.name(it->second);
}

void Filler::assignName(NodeRef target, NodeRef value, StringRef comment) {
  NodeRef name = localFor(target);
  blocks.emit(arena.assign(name, value, comment));
  decided.forgetReaders(name->text);
  if (target->text == "i" || target->text == "j")
    decided.roles[*roleOf(target)] = {name};
}

void Filler::assignNames(const Nodes &targets, NodeRef value, StringRef comment) {
  Nodes words;
  for (NodeRef target : targets) {
    decided.failed |= !target->is(Kind::Name);
    words.push_back(localFor(target));
  }
  blocks.emit(arena.assign(arena.make(Kind::Tuple, "", words), value, comment));
  for (NodeRef name : words)
    decided.forgetReaders(name->text);
}

/// One of the arms: of a choice that has a name, the one that was taken where it first stood.
void Filler::takeArm(NodeRef node) {
  std::vector<const Nodes *> arms = armsOf(node);
  StringRef name = choiceName(node);
  auto before = decided.arms.find(name.str());
  unsigned which = before != decided.arms.end() ? before->second : pick(arms.size(), {.nodes = node});
  if (!name.empty())
    decided.arms[name.str()] = which;
  takenArms.push_back({node, which, decided.part ? decided.part->file : idiom.file});
  statements(*arms[which]);
}

/// Whether a goal is what a condition of the idiom asks for.
bool Filler::holds(NodeRef asked) const {
  const Concept &goal = concept_(decided.goals.at(asked->kids[1]->text));
  return asked->calls("vector")   ? isVector(goal.shape)
         : asked->calls("scalar") ? goal.shape == Shape::Scalar
                                  : goal.isExtensive;
}

void Filler::branch(NodeRef node) {
  if (isChoice(node))
    return takeArm(node);
  if (node->kids[0]->isName("SAME")) // two ways to write it
    return statements(setting.spelling(2) == 0 ? node->body : node->orelse);
  if (asksOfGoal(node->kids[0]))
    return statements(holds(node->kids[0]) ? node->body : node->orelse);
  Pending rest(decided, {.nodes = node->orelse});
  NodeRef condition = expressionBefore(node->kids[0], node->body);
  auto savedRoles = decided.roles;
  blocks.open(true);
  statements(node->body);
  Nodes body = blocks.close();
  Nodes other;
  decided.roles = savedRoles;
  if (!node->orelse.empty()) {
    blocks.open(true);
    statements(node->orelse);
    other = blocks.close();
    decided.roles = savedRoles;
  }
  if (body.empty() && other.empty())
    return;
  if (body.empty())
    body.push_back(arena.make(Kind::Pass));
  blocks.emit(arena.make(Kind::If, node->text, {condition}, std::move(body), std::move(other)));
}

void Filler::loop(NodeRef node) {
  auto savedRoles = decided.roles;
  NodeRef target = nullptr;
  Nodes kids;
  if (node->is(Kind::For)) {
    NodeRef range = expressionBefore(node->kids[1], node->body);
    std::string idiomName = node->kids[0]->text;
    std::string word = names.fresh(names.localWishes(idiomName));
    decided.locals[idiomName] = word;
    decided.levels[word] = decided.depth() + 1;
    target = arena.name(word);
    if (idiomName == "j")
      decided.roles[Role::Partner] = {target};
    bindEntity();
    kids = {target, range};
  } else {
    kids = {expressionBefore(node->kids[0], node->body)};
  }
  decided.forgetReaders(""); // what the loop changes it may change before it reads it again
  blocks.open(false);
  statements(node->body);
  Nodes body = blocks.close();
  decided.roles = savedRoles;
  if (body.empty())
    return;
  blocks.emit(arena.make(node->kind, node->text, std::move(kids), std::move(body)));
}

void Filler::bindWith(NodeRef node) {
  auto savedBound = decided.bound;
  auto savedKnown = decided.known;
  std::vector<unsigned> changed;
  for (auto [i, item] : llvm::enumerate(node->kids)) {
    Pending rest(decided, {.nodes = llvm::ArrayRef(node->kids).drop_front(i + 1)});
    std::optional<unsigned> which = conceptOf(item->kids[1]);
    if (!item->calls("bind") || !which) {
      decided.failed = true;
      return;
    }
    decided.bound[*which] = expressionBefore(item->kids[2], node->body);
    changed.push_back(*which);
  }
  auto isTouched = [&](unsigned which) {
    return llvm::any_of(changed, [&](unsigned concept_) { return laws.reaches(which, concept_); });
  };
  auto forget = [&] {
    for (auto it = decided.known.begin(); it != decided.known.end();)
      it = isTouched(it->first.first) ? decided.known.erase(it) : std::next(it);
  };
  forget();
  {
    Pending restored(decided, {.saved = &savedKnown});
    statements(node->body);
  }
  forget();
  decided.bound = savedBound;
  for (auto &entry : savedKnown)
    if (isTouched(entry.first.first))
      decided.known.insert(entry);
}

void Filler::call(NodeRef node) {
  NodeRef made = node->kids[0];
  if (made->calls("guard"))
    return guard(made, {});
  if (made->calls("parts"))
    return parts(made);
  if (made->calls("part"))
    return onePart(made);
  if (made->calls("title")) {
    draft.title = made->kids[1]->text;
    if (made->kids.size() > 2)
      draft.doc = made->kids[2]->text;
    return;
  }
  blocks.emit(arena.make(Kind::Expr, node->text, {expression(made)}));
}

/// An entity that is one of rows and columns is known as soon as both are.
void Filler::bindEntity() {
  if (idiom.entity.size() < 2)
    return;
  Nodes indices;
  for (const std::string &size : idiom.entity) {
    auto local = decided.locals.find(size);
    if (local == decided.locals.end() || decided.levels.lookup(local->second) > decided.depth() + 1)
      return;
    indices.push_back(arena.name(local->second));
  }
  decided.roles[Role::Own] = indices;
}

void Filler::threads(NodeRef target) {
  Nodes indices = target->is(Kind::Tuple) ? target->kids : Nodes{target};
  Nodes made;
  unsigned manner = rng.next() >> 40; // rows go with columns, and x with y
  for (NodeRef name : indices) {
    auto listed = library.words.find("tid_" + name->text);
    std::vector<std::string> wishes = listed == library.words.end() ? std::vector<std::string>{} : listed->second;
    if (name->text == "w" && decided.domain->group != "world")
      wishes = {decided.domain->group, decided.domain->group + "_id", "b", decided.domain->group.substr(0, 1)};
    if (!wishes.empty())
      std::swap(wishes[0], wishes[manner % wishes.size()]);
    wishes.push_back(name->text);
    std::string word = names.fresh(wishes);
    decided.locals[name->text] = word;
    decided.levels[word] = 0;
    decided.coordinates.push_back(name->text);
    made.push_back(arena.name(word));
    if (std::optional<Role> role = roleOf(name))
      decided.roles[*role] = {made.back()};
  }
  bool isPair = llvm::any_of(indices, [](NodeRef name) { return name->text == "e" || name->text == "j"; });
  if (!isPair && idiom.entity.size() < 2)
    decided.roles[Role::Own] = made;
  bindEntity();
  NodeRef tuple = made.size() == 1 ? made[0] : arena.make(Kind::Tuple, "", made);
  blocks.emit(arena.assign(tuple, arena.warp("tid", {})));
}
