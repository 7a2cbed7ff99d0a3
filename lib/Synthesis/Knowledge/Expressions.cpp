// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values and places of an idiom's own lines.

#include "Filler.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

std::optional<unsigned> Filler::conceptOf(NodeRef name) const {
  if (!name->is(Kind::Name))
    return std::nullopt;
  if (auto goal = decided.goals.find(name->text); goal != decided.goals.end())
    return goal->second;
  return library.find(name->text);
}

const Input *Filler::inputOf(StringRef name) const {
  if (decided.part)
    for (const Input &input : decided.part->inputs)
      if (input.name == name)
        return &input;
  for (const Input &input : idiom.inputs)
    if (input.name == name)
      return &input;
  return nullptr;
}

NodeRef Filler::expression(NodeRef node) {
  if (node->is(Kind::Name))
    return nameExpression(node);
  if (node->is(Kind::Call))
    return callExpression(node);
  if (node->is(Kind::Subscript) && node->kids[0]->calls("out")) // what was there
    return place(node);
  if (node->is(Kind::Subscript) && node->kids[0]->is(Kind::Name) && !isOwnName(node->kids[0]->text)) {
    std::optional<unsigned> which = conceptOf(node->kids[0]);
    if (which && (roleOf(node->kids[1]) || node->kids.size() > 2))
      return elementExpression(node, *which);
  }
  if (node->kids.empty())
    return node;
  return arena.make(node->kind, node->text, expressions(node->kids), {}, {}, node->line);
}

NodeRef Filler::nameExpression(NodeRef node) {
  if (node->text == "DIMS") // of vectors
    return arena.integer(style.wide ? 3 : 2);
  if (auto local = decided.locals.find(node->text); local != decided.locals.end())
    return arena.name(local->second);
  if (NodeRef extent = parameters.tileExtent(node->text))
    return extent;
  if (const Input *input = inputOf(node->text))
    return parameters.input(*input);
  auto helper = library.helpers.find(node->text);
  if (helper != library.helpers.end()) // an argument of another function
    return arena.name(deriver.functionOf(helper->second));
  if (std::optional<unsigned> which = conceptOf(node))
    return deriver.need(*which, Role::Same);
  return node;
}

/// An element of a concept. One of an entity is loaded, even of what could be derived.
NodeRef Filler::elementExpression(NodeRef node, unsigned which) {
  if (concept_(which).homes & Entity) {
    decided.chosen.try_emplace(which, Option{Option::Array});
  } else if (decided.goals.count(node->kids[0]->text)) {
    Nodes kids = {parameters.array(which, parameters.entityExtents(), ArrayUse::Input)};
    llvm::append_range(kids, expressions(llvm::ArrayRef(node->kids).drop_front()));
    return arena.make(Kind::Subscript, "", std::move(kids));
  }
  return deriver.need(which, roleOf(node->kids[1]).value_or(Role::Same));
}

Nodes Filler::expressions(llvm::ArrayRef<NodeRef> list) {
  Nodes made;
  while (!list.empty()) {
    NodeRef first = list.consume_front();
    made.push_back(expressionBefore(first, list));
  }
  return made;
}

/// An expression, before others come up.
NodeRef Filler::expressionBefore(NodeRef node, llvm::ArrayRef<NodeRef> others) {
  Pending rest(decided, {.nodes = others});
  return expression(node);
}

/// Whether a value is a part of a mean: it is divided by how many there are.
static bool isDividedByLength(NodeRef value) {
  bool found = false;
  if (value->is(Kind::Binary) && value->text == "Div")
    walk(value->kids[1], [&](NodeRef node) { found |= node->calls("len"); });
  return found;
}

NodeRef Filler::callExpression(NodeRef node) {
  if (node->calls("zero"))
    return zero(concept_(conceptOf(node->kids[1]).value_or(0)).shape);
  if (node->calls("len"))
    return parameters.extent(Length::of(node->kids[1]->text));
  if (node->calls("choose"))
    return expression(node->kids[1 + pick(node->kids.size() - 1, {.nodes = node})]);
  if (node->calls("same"))
    return expression(node->kids[1 + setting.spelling(node->kids.size() - 1)]);
  if (auto helper = library.helpers.find(node->kids[0]->text); helper != library.helpers.end())
    return deriver.callHelper(helper->second, expressions(llvm::ArrayRef(node->kids).drop_front()));
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

NodeRef Filler::zero(Shape shape) {
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

/// The target of an assignment: a local, an output, or an array that is changed in place.
NodeRef Filler::place(NodeRef target) {
  if (target->is(Kind::Name)) {
    auto local = decided.locals.find(target->text);
    if (local == decided.locals.end())
      decided.failed = true;
    return arena.name(local == decided.locals.end() ? target->text : local->second);
  }
  if (!target->is(Kind::Subscript)) {
    decided.failed = true;
    return target;
  }
  NodeRef base = target->kids[0];
  Nodes kids = {nullptr};
  llvm::append_range(kids, expressions(llvm::ArrayRef(target->kids).drop_front()));
  if (base->calls("out")) {
    kids[0] = output(base, llvm::ArrayRef(target->kids).drop_front());
  } else if (base->is(Kind::Name) && !isOwnName(base->text) && conceptOf(base)) {
    unsigned which = *conceptOf(base);
    kids[0] = parameters.array(which, parameters.entityExtents(), ArrayUse::Input);
    decided.known.erase({which, Role::Own});
    decided.chosen.try_emplace(which, Option{Option::Array});
  } else {
    kids[0] = expression(base);
  }
  return arena.make(Kind::Subscript, "", std::move(kids));
}

/// The extent that an index runs through: that of a coordinate, of entities, or one more than a number.
Length Filler::extentOf(NodeRef index) const {
  if (idiom.entity.size() == 1 && idiom.entity.front() == "j" && (index->isName("i") || index->isName("j")))
    return Length::of("j"); // a thread for each pair
  if (index->is(Kind::Int))
    return Length::ofNumber(std::stoi(index->text) + 1);
  if (index->is(Kind::Name) && llvm::is_contained(decided.coordinates, index->text))
    return Length::of(index->text);
  if (index->is(Kind::Name))
    for (const Size &size : idiom.sizes)
      if (size.name == index->text)
        return Length::of(size.name);
  return Length::of(idiom.entity.empty() ? decided.coordinates.front() : idiom.entity.front());
}

NodeRef Filler::output(NodeRef call, llvm::ArrayRef<NodeRef> indices, ArrayUse use) {
  bool isMean = use == ArrayUse::Mean;
  std::optional<unsigned> which = conceptOf(call->kids[1]);
  if (!which || (isMean && decided.leavesEarly)) { // of all no mean is taken to which some add nothing
    decided.failed = true;
    return call;
  }
  draft.takesMean |= isMean;
  std::vector<Length> extents;
  for (NodeRef index : indices)
    extents.push_back(extentOf(index));
  return parameters.array(*which, extents, use);
}
