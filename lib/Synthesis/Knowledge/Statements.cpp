// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An idiom's own lines: choices are made, goals and concepts become values, and its names become an author's.

#include "Writer.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void Writer::open(bool isConditional) {
  blocks.emplace_back();
  conditional.push_back(isConditional);
}

Nodes Writer::close() {
  Nodes body = std::move(blocks.back());
  blocks.pop_back();
  conditional.pop_back();
  for (auto it = known.begin(); it != known.end();)
    it = it->second.level > depth() ? known.erase(it) : std::next(it);
  return body;
}

/// The outermost block that has everything a value reads. Nothing leaves a branch: who computes it there means it.
unsigned Writer::levelOf(NodeRef value) const {
  unsigned level = 0;
  for (unsigned i = 0; i < conditional.size(); ++i)
    if (conditional[i])
      level = i;
  walk(value, [&](NodeRef node) {
    if (!node->is(Kind::Name))
      return;
    if (mutated.contains(node->text))
      level = depth();
    else if (auto it = levels.find(node->text); it != levels.end())
      level = std::max(level, it->second);
  });
  return level;
}

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
void Writer::findMutated(const Nodes &body) {
  llvm::StringMap<unsigned> counts;
  countAssignments(body, counts);
  // A part may change what its idiom assigns.
  for (NodeRef line : body)
    walk(line, [&](NodeRef node) {
      if (!takesParts(node))
        return;
      llvm::StringMap<unsigned> ofParts;
      for (const Part *each : partsOf(node->kids[1]->text))
        countAssignments(each->body, ofParts);
      for (auto &entry : counts)
        entry.second += ofParts.lookup(entry.getKey());
    });
  for (const auto &entry : counts)
    if (entry.getValue() > 1)
      mutated.insert(entry.getKey());
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// The name of which a target is, or is a part.
static StringRef rootOf(NodeRef target) {
  while (target->is(Kind::Subscript))
    target = target->kids[0];
  return target->text;
}

/// A decision; `now` says what it is about.
unsigned Writer::pick(unsigned count, Ahead now) {
  Pending asked(*this, std::move(now));
  return digits.pick(count);
}

void Writer::statements(const Nodes &list) {
  for (auto [i, node] : llvm::enumerate(list)) {
    Pending rest(*this, {.nodes = llvm::ArrayRef(list).drop_front(i + 1)});
    if (!failed)
      statement(node);
  }
}

void Writer::statement(NodeRef node) {
  switch (node->kind) {
  case Kind::Assign:
    return assign(node);
  case Kind::AugAssign: {
    NodeRef value = expressionBefore(node->kids[1], node->kids[0]);
    NodeRef target = place(node->kids[0], true);
    emit(arena.make(Kind::AugAssign, node->text, {target, value}));
    return forgetReaders(rootOf(target));
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
    return emit(node);
  default:
    failed = true;
  }
}

void Writer::assign(NodeRef node) {
  NodeRef target = node->kids[0], value = node->kids[1];
  if (value->callsWarp("tid"))
    return threads(target);
  if (target->is(Kind::Name)) {
    NodeRef made = expression(value);
    bool isRole = target->text == "i" || target->text == "j";
    bool stays = made->is(Kind::Name) && !isRole && !locals.count(target->text) && !mutated.contains(target->text) &&
                 !mutated.contains(made->text);
    if (stays || (value->calls("len") && made->is(Kind::Name))) // what has a name has no second
      locals[target->text] = made->text;
    else
      assignName(target, made, node->text);
    return;
  }
  if (target->is(Kind::Tuple)) // what a function of several results returns
    return assignNames(target->kids, expression(value), node->text);
  NodeRef made = expressionBefore(value, target);
  NodeRef to = place(target, false);
  emit(arena.assign(to, made, node->text));
  forgetReaders(rootOf(to));
}

/// The author's name for an idiom's own, from here on.
NodeRef Writer::localFor(NodeRef target) {
  auto [it, isNew] = locals.try_emplace(target->text);
  if (isNew) {
    it->second = fresh(localWishes(target->text));
    levels[it->second] = depth();
    if (mutated.contains(target->text))
      mutated.insert(it->second);
  }
  return arena.name(it->second);
}

void Writer::assignName(NodeRef target, NodeRef value, StringRef comment) {
  NodeRef name = localFor(target);
  emit(arena.assign(name, value, comment));
  forgetReaders(name->text);
  if (target->text == "i" || target->text == "j")
    roles[target->text[0]] = {name};
}

void Writer::assignNames(const Nodes &targets, NodeRef value, StringRef comment) {
  Nodes names;
  for (NodeRef target : targets) {
    failed |= !target->is(Kind::Name);
    names.push_back(localFor(target));
  }
  emit(arena.assign(arena.make(Kind::Tuple, "", names), value, comment));
  for (NodeRef name : names)
    forgetReaders(name->text);
}

/// One of the arms: of a choice that has a name, the one that was taken where it first stood.
void Writer::takeArm(NodeRef node) {
  std::vector<const Nodes *> arms = armsOf(node);
  StringRef name = choiceName(node);
  auto before = takenArms.find(name.str());
  unsigned which = before != takenArms.end() ? before->second : pick(arms.size(), {.nodes = node});
  if (!name.empty())
    takenArms[name.str()] = which;
  armsInOrder.push_back({node, which, part ? part->file : idiom.file});
  statements(*arms[which]);
}

void Writer::branch(NodeRef node) {
  if (isChoice(node))
    return takeArm(node);
  if (node->kids[0]->isName("SAME")) // two ways to write it
    return statements(spelling(2) == 0 ? node->body : node->orelse);
  if (NodeRef asked = node->kids[0]; asksOfGoal(asked)) {
    const Concept &goal = concept_(goals.at(asked->kids[1]->text));
    bool holds = asked->calls("vector")   ? isVector(goal.shape)
                 : asked->calls("scalar") ? goal.shape == Shape::Scalar
                                          : goal.isExtensive;
    return statements(holds ? node->body : node->orelse);
  }
  Pending rest(*this, {.nodes = node->orelse});
  NodeRef condition = expressionBefore(node->kids[0], node->body);
  auto savedRoles = roles;
  open(true);
  statements(node->body);
  Nodes body = close();
  Nodes other;
  roles = savedRoles;
  if (!node->orelse.empty()) {
    open(true);
    statements(node->orelse);
    other = close();
    roles = savedRoles;
  }
  if (body.empty() && other.empty())
    return;
  if (body.empty())
    body.push_back(arena.make(Kind::Pass));
  emit(arena.make(Kind::If, node->text, {condition}, std::move(body), std::move(other)));
}

void Writer::loop(NodeRef node) {
  auto savedRoles = roles;
  NodeRef target = nullptr;
  Nodes kids;
  if (node->is(Kind::For)) {
    NodeRef range = expressionBefore(node->kids[1], node->body);
    std::string idiomName = node->kids[0]->text;
    std::string word = fresh(localWishes(idiomName));
    locals[idiomName] = word;
    levels[word] = depth() + 1;
    target = arena.name(word);
    if (idiomName == "j")
      roles['j'] = {target};
    bindEntity();
    kids = {target, range};
  } else {
    kids = {expressionBefore(node->kids[0], node->body)};
  }
  forgetReaders(""); // what the loop changes it may change before it reads it again
  open(false);
  ++loops;
  statements(node->body);
  --loops;
  Nodes body = close();
  roles = savedRoles;
  if (body.empty())
    return;
  emit(arena.make(node->kind, node->text, std::move(kids), std::move(body)));
}

void Writer::bindWith(NodeRef node) {
  auto savedBound = bound;
  auto savedKnown = known;
  std::vector<unsigned> changed;
  for (auto [i, item] : llvm::enumerate(node->kids)) {
    Pending rest(*this, {.nodes = llvm::ArrayRef(node->kids).drop_front(i + 1)});
    std::optional<unsigned> which = conceptOf(item->kids[1]);
    if (!item->calls("bind") || !which) {
      failed = true;
      return;
    }
    bound[*which] = expressionBefore(item->kids[2], node->body);
    changed.push_back(*which);
  }
  auto isTouched = [&](unsigned which) {
    return llvm::any_of(changed, [&](unsigned concept_) { return reaches(which, concept_); });
  };
  auto forget = [&] {
    for (auto it = known.begin(); it != known.end();)
      it = isTouched(it->first.first) ? known.erase(it) : std::next(it);
  };
  forget();
  {
    Pending restored(*this, {.saved = &savedKnown});
    statements(node->body);
  }
  forget();
  bound = savedBound;
  for (auto &entry : savedKnown)
    if (isTouched(entry.first.first))
      known.insert(entry);
}

void Writer::call(NodeRef node) {
  NodeRef made = node->kids[0];
  if (made->calls("guard"))
    return guard(made, {});
  if (made->calls("parts"))
    return parts(made);
  if (made->calls("part"))
    return onePart(made);
  if (made->calls("title")) {
    title = made->kids[1]->text;
    if (made->kids.size() > 2)
      doc = made->kids[2]->text;
    return;
  }
  emit(arena.make(Kind::Expr, node->text, {expression(made)}));
}

/// Where an entity is one of rows and columns, it is known as soon as both are.
void Writer::bindEntity() {
  if (idiom.entity.size() < 2)
    return;
  Nodes names;
  for (const std::string &size : idiom.entity) {
    auto local = locals.find(size);
    if (local == locals.end() || levels.lookup(local->second) > depth() + 1)
      return;
    names.push_back(arena.name(local->second));
  }
  roles['i'] = names;
}

void Writer::threads(NodeRef target) {
  Nodes names = target->is(Kind::Tuple) ? target->kids : Nodes{target};
  Nodes made, here;
  unsigned manner = rng.next() >> 40; // rows go with columns, and x with y
  for (NodeRef name : names) {
    auto listed = library.words.find("tid_" + name->text);
    std::vector<std::string> wishes = listed == library.words.end() ? std::vector<std::string>{} : listed->second;
    if (name->text == "w" && domain->group != "world")
      wishes = {domain->group, domain->group + "_id", "b", domain->group.substr(0, 1)};
    if (!wishes.empty())
      std::swap(wishes[0], wishes[manner % wishes.size()]);
    wishes.push_back(name->text);
    std::string word = fresh(wishes);
    locals[name->text] = word;
    levels[word] = 0;
    coordinates.push_back(name->text);
    made.push_back(arena.name(word));
    here.push_back(made.back());
    if (name->text == "i" || name->text == "j" || name->text == "e")
      roles[name->text[0]] = {made.back()};
  }
  bool isPair = llvm::any_of(names, [](NodeRef name) { return name->text == "e" || name->text == "j"; });
  if (!isPair && idiom.entity.size() < 2)
    roles['i'] = here;
  bindEntity();
  NodeRef tuple = made.size() == 1 ? made[0] : arena.make(Kind::Tuple, "", made);
  emit(arena.assign(tuple, arena.warp("tid", {})));
  // Goals that no law gives from here.
  for (const auto &entry : goals)
    if (!isFeasible(entry.second, 0))
      deriving.clear();
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

std::optional<unsigned> Writer::conceptOf(NodeRef name) const {
  if (!name->is(Kind::Name))
    return std::nullopt;
  if (auto goal = goals.find(name->text); goal != goals.end())
    return goal->second;
  return library.find(name->text);
}

const Input *Writer::inputOf(StringRef name) const {
  if (part)
    for (const Input &input : part->inputs)
      if (input.name == name)
        return &input;
  for (const Input &input : idiom.inputs)
    if (input.name == name)
      return &input;
  return nullptr;
}

NodeRef Writer::expression(NodeRef node) {
  if (node->is(Kind::Name)) {
    if (node->text == "DIMS") // of vectors
      return arena.integer(style.wide ? 3 : 2);
    if (auto local = locals.find(node->text); local != locals.end())
      return arena.name(local->second);
    if (NodeRef extent = tileExtent(node->text))
      return extent;
    if (const Input *input = inputOf(node->text))
      return inputValue(*input);
    if (auto helper = library.helpers.find(node->text);
        helper != library.helpers.end()) // an argument of another function
      return arena.name(functionOf(helper->second));
    if (std::optional<unsigned> which = conceptOf(node))
      return need(*which, 0);
    return node;
  }
  if (node->is(Kind::Call))
    return callExpression(node);
  if (node->is(Kind::Subscript) && node->kids[0]->calls("out")) // what was there
    return place(node, /*isUpdate=*/true);
  if (node->is(Kind::Subscript) && node->kids[0]->is(Kind::Name) && !locals.count(node->kids[0]->text) &&
      !inputOf(node->kids[0]->text)) {
    std::optional<unsigned> which = conceptOf(node->kids[0]);
    NodeRef index = node->kids[1];
    bool isRole = index->isName("i") || index->isName("j") || index->isName("e");
    if (which && (isRole || node->kids.size() > 2)) {
      const Concept &wanted = concept_(*which);
      // An element of an entity is loaded, even of what could be derived.
      if (wanted.homes & Entity)
        chosen.try_emplace(*which, Option{Option::Array});
      else if (goals.count(node->kids[0]->text)) {
        Nodes kids = {conceptArray(*which, entityExtents(), ArrayUse::Input)};
        llvm::append_range(kids, expressions(llvm::ArrayRef(node->kids).drop_front()));
        return arena.make(Kind::Subscript, "", std::move(kids));
      }
      return need(*which, isRole ? index->text[0] : 0);
    }
  }
  if (node->kids.empty())
    return node;
  return arena.make(node->kind, node->text, expressions(node->kids), {}, {}, node->line);
}

Nodes Writer::expressions(llvm::ArrayRef<NodeRef> list) {
  Nodes made;
  while (!list.empty()) {
    NodeRef first = list.consume_front();
    made.push_back(expressionBefore(first, list));
  }
  return made;
}

/// An expression, before others come up.
NodeRef Writer::expressionBefore(NodeRef node, llvm::ArrayRef<NodeRef> others) {
  Pending rest(*this, {.nodes = others});
  return expression(node);
}

/// Whether a value is a part of a mean: it is divided by how many there are.
static bool isDividedByLength(NodeRef value) {
  bool found = false;
  if (value->is(Kind::Binary) && value->text == "Div")
    walk(value->kids[1], [&](NodeRef node) { found |= node->calls("len"); });
  return found;
}

NodeRef Writer::callExpression(NodeRef node) {
  if (node->calls("zero"))
    return zero(concept_(conceptOf(node->kids[1]).value_or(0)).shape);
  if (node->calls("len"))
    return extent(node->kids[1]->text);
  if (node->calls("choose"))
    return expression(node->kids[1 + pick(node->kids.size() - 1, {.nodes = node})]);
  if (node->calls("same"))
    return expression(node->kids[1 + spelling(node->kids.size() - 1)]);
  if (auto helper = library.helpers.find(node->kids[0]->text); helper != library.helpers.end()) {
    return callHelper(helper->second, expressions(llvm::ArrayRef(node->kids).drop_front()));
  }
  bool isAtomic = node->kids[0]->is(Kind::Attribute) && StringRef(node->kids[0]->text).starts_with("atomic_");
  Nodes kids;
  for (auto [i, kid] : llvm::enumerate(node->kids)) {
    if (i == 0) {
      kids.push_back(kid);
    } else if (isAtomic && i == 1) {
      kids.push_back(nullptr);
    } else if (kid->is(Kind::Keyword)) {
      kids.push_back(arena.make(Kind::Keyword, kid->text,
                                {expressionBefore(kid->kids[0], llvm::ArrayRef(node->kids).drop_front(i + 1))}));
    } else {
      kids.push_back(expressionBefore(kid, llvm::ArrayRef(node->kids).drop_front(i + 1)));
    }
  }
  if (isAtomic) {
    NodeRef array = node->kids[1];
    llvm::ArrayRef<NodeRef> indices = llvm::ArrayRef(node->kids).slice(2).drop_back();
    ArrayUse use = node->kids[0]->text == "atomic_max"    ? ArrayUse::Largest
                   : node->kids[0]->text != "atomic_add"  ? ArrayUse::Output
                   : isDividedByLength(node->kids.back()) ? ArrayUse::Mean
                                                          : ArrayUse::Total;
    kids[1] = array->calls("out") ? output(array, indices, use) : expression(array);
  }
  return arena.make(Kind::Call, "", std::move(kids));
}

/// A value with arguments for parameters, all at once: an argument may have the name of another parameter.
NodeRef Writer::inlined(NodeRef node, llvm::ArrayRef<Input> parameters, const Nodes &arguments) {
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
NodeRef Writer::callHelper(const Helper &helper, const Nodes &arguments) {
  if (arguments.size() != helper.parameters.size()) {
    failed = true;
    return arena.integer(0);
  }
  auto isSmall = [](NodeRef node) { return node->kids.size() <= 2; };
  if (helper.body.size() == 1 && llvm::all_of(arguments, isSmall)) {
    auto [called, isNew] = isCalled.try_emplace(&helper, false);
    if (isNew)
      called->second = layout.chance(style.functions);
    if (!called->second)
      return inlined(helper.body.front()->kids.front(), helper.parameters, arguments);
  }
  return arena.call(functionOf(helper), arguments);
}

/// What a function is called, which the kernel defines if it does not yet.
std::string Writer::functionOf(const Helper &helper) {
  for (const Function &function : functions)
    if (function.of == &helper)
      return function.name;
  Nodes parameters;
  for (const Input &input : helper.parameters) {
    WrittenParameter like;
    like.shape = input.shape;
    like.isArray = input.isArray;
    like.extents = input.extents;
    parameters.push_back(arena.make(Kind::Argument, input.name, {annotation(like)}));
  }
  std::vector<std::string> names = helper.names;
  std::swap(names[0], names[style.manner % names.size()]); // the fluxes along x and y are called alike
  std::string name = fresh(names);
  functions.push_back({name, &helper, arena.make(Kind::Function, name, std::move(parameters), helper.body)});
  return name;
}

NodeRef Writer::zero(Shape shape) {
  NodeRef number = arena.make(Kind::Float, "0.0");
  unsigned length = shape == Shape::Vec2 || (shape == Shape::Vector && !style.wide) ? 2 : shape == Shape::Vec4 ? 4 : 3;
  switch (shape) {
  case Shape::Int:
    return arena.call("int", {arena.integer(0)});
  case Shape::UInt:
    return arena.warp("uint32", {arena.integer(0)});
  case Shape::Scalar:
    return arena.call("float", {number});
  case Shape::Mat22:
    return arena.warp("mat22", {});
  case Shape::Mat33:
    return arena.warp("mat33", {});
  case Shape::Mat44:
    return arena.warp("mat44", {});
  case Shape::Quat:
    return arena.warp("quat_identity", {});
  case Shape::Transform:
    return arena.warp("transform_identity", {});
  case Shape::Spatial:
    return arena.warp("spatial_vector", {});
  default:
    break;
  }
  std::string type = "vec" + std::to_string(length);
  if (style.alias)
    return arena.warp(type, {});
  return arena.warp(type, Nodes(length, number));
}

/// Where an assignment goes: a local, an output, or an array that is changed in place.
NodeRef Writer::place(NodeRef target, bool isUpdate) {
  if (target->is(Kind::Name)) {
    auto local = locals.find(target->text);
    if (local == locals.end())
      failed = true;
    return arena.name(local == locals.end() ? target->text : local->second);
  }
  if (!target->is(Kind::Subscript)) {
    failed = true;
    return target;
  }
  NodeRef base = target->kids[0];
  Nodes kids = {nullptr};
  llvm::append_range(kids, expressions(llvm::ArrayRef(target->kids).drop_front()));
  if (base->calls("out")) {
    kids[0] = output(base, llvm::ArrayRef(target->kids).drop_front());
  } else if (base->is(Kind::Name) && !locals.count(base->text) && !inputOf(base->text) && conceptOf(base)) {
    unsigned which = *conceptOf(base);
    kids[0] = conceptArray(which, entityExtents(), ArrayUse::Input);
    known.erase({which, 'i'});
    chosen.try_emplace(which, Option{Option::Array});
  } else {
    kids[0] = expression(base);
  }
  return arena.make(Kind::Subscript, "", std::move(kids));
}

/// The extent that an index runs through: that of a coordinate, of entities, or one more than a number.
std::string Writer::extentOf(NodeRef index) const {
  if (idiom.entity.size() == 1 && idiom.entity.front() == "j" && (index->isName("i") || index->isName("j")))
    return "j"; // a thread for each pair
  if (index->is(Kind::Int))
    return std::to_string(std::stoi(index->text) + 1);
  if (index->is(Kind::Name) && llvm::is_contained(coordinates, index->text))
    return index->text;
  if (index->is(Kind::Name))
    for (const Size &size : idiom.sizes)
      if (size.name == index->text)
        return size.name;
  return idiom.entity.empty() ? coordinates.front() : idiom.entity.front();
}

NodeRef Writer::output(NodeRef call, llvm::ArrayRef<NodeRef> indices, ArrayUse use) {
  bool isMean = use == ArrayUse::Mean;
  std::optional<unsigned> which = conceptOf(call->kids[1]);
  if (!which || (isMean && leavesEarly)) { // of all no mean is taken to which some add nothing
    failed = true;
    return call;
  }
  takesMean |= isMean;
  std::vector<std::string> extents;
  for (NodeRef index : indices)
    extents.push_back(extentOf(index));
  return conceptArray(*which, extents, use);
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

Writer::Writer(const Library &library, const Idiom &idiom, Digits &digits, Rng layoutRng, Rng &rng, bool isPlain)
    : library(library), idiom(idiom), digits(digits), layout(layoutRng), rng(rng), isPlain(isPlain) {
  style.theme = rng.pick({Style::Singular, Style::Plural, Style::Plural, Style::Prefixed});
  style.annotations = rng.chance(35) ? "float32" : "";
  style.annotations += rng.pick({"", "", "", " bracket", " ndim"});
  style.alias = layout.chance(50);
  style.lastOutputs = rng.chance(85);
  style.doc = rng.chance(42);
  style.wide = layout.chance(85) || isPlain;
  style.shortNames = rng.pick({20u, 50u, 80u});
  style.comments = rng.pick({0u, 0u, 30u, 80u});
  style.inlining = layout.pick({30u, 60u, 90u});
  style.functions = isPlain ? 0 : layout.pick({10u, 55u, 100u});
  style.constants = isPlain ? 0 : layout.pick({0u, 0u, 20u});
  style.reloading = layout.pick({0u, 40u, 60u, 100u});
  style.asking = 70;
  style.namedExtents = layout.pick({0u, 80u, 100u});
  style.checking = 6;
  style.augmenting = layout.pick({0u, 50u, 100u});
  style.wrapping = layout.pick({0u, 50u, 100u});
  style.tileNames = idiom.tiles.empty() || rng.chance(85);
  style.partner = rng.pick({"{}_j", "{}j", "other_{}", "{}_n"});
  style.output = rng.pick({"{}_out", "out_{}", "{}", "{}", "new_{}"});
  style.manner = rng.chance(45) ? 0 : rng.below(12);
  style.sizeParameters = layout.chance(18) || isPlain;
}

/// `place`: which of the idiom's domains was chosen.
bool Writer::chooseGoals(unsigned place) {
  size_t last = 0;
  for (auto [which, goalOf] : llvm::enumerate(idiom.goals)) {
    const auto &[letters, kind, isAfter, ofDomains] = goalOf;
    // Those that come after need a place too.
    size_t followers = 0;
    while (which + followers + 1 < idiom.goals.size() && idiom.goals[which + followers + 1].isAfter)
      ++followers;
    const std::vector<std::vector<unsigned>> &all = ofDomains[place];
    // Of goals that may change places each comes after the one before, in the order of the library.
    std::vector<size_t> possible;
    for (size_t i = isAfter ? last + 1 : 0; i + followers < all.size(); ++i)
      if (llvm::none_of(goals, [&](auto &taken) { return taken.second == all[i].front(); }))
        possible.push_back(i);
    if (possible.empty())
      return false;
    last = possible[digits.pick(possible.size())];
    const std::vector<unsigned> &goal = all[last];
    for (auto [letter, concept_] : llvm::zip_equal(letters, goal))
      goals[letter] = concept_;
    if (goal.size() == 2)
      obliged[goal[1]] = goal[0];
  }
  return true;
}

/// Whether something that the kernel can come to has three dimensions whatever its vectors have.
bool Writer::needsThreeDimensions() const {
  auto isWide = [&](auto &self, unsigned which, unsigned depth) -> bool {
    const Concept &asked = concept_(which);
    if (asked.shape == Shape::Vec3 && !(asked.homes & (Param | Constant)))
      return true;
    if (depth == 0)
      return false;
    for (const Rule *rule : rulesOf(which))
      for (const std::vector<Leaf> &leaves : rule->leaves)
        for (const Leaf &leaf : leaves)
          if (self(self, leaf.concept_, depth - 1))
            return true;
    return false;
  };
  bool found = llvm::any_of(goals, [&](auto &goal) { return isWide(isWide, goal.second, 5); });
  for (NodeRef line : idiom.body)
    walk(line, [&](NodeRef node) {
      if (!found && node->is(Kind::Name))
        if (std::optional<unsigned> which = library.find(node->text))
          found = isWide(isWide, *which, 5);
    });
  return found;
}

bool Writer::fillBody() {
  Pending rest(*this, {.nodes = idiom.body});
  unsigned place = digits.pick(idiom.domains.size());
  domain = &library.domains[idiom.domains[place]];
  entity = domain->entities[rng.below(domain->entities.size())];
  edge = domain->edges[rng.below(domain->edges.size())];
  if (!chooseGoals(place)) {
    failed = true;
    return false;
  }
  style.wide |= needsThreeDimensions();
  findMutated(idiom.body);
  open(false);
  pending.back().nodes = {};
  statements(idiom.body);
  chooseLayout();
  return !failed && digits.isUsedUp();
}
