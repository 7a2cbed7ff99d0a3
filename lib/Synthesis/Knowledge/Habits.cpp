// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What leaves a kernel what it is, and shows who wrote it.

#include "Habits.h"
#include "Tidy.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

static bool isShape(NodeRef node) {
  return node->is(Kind::Subscript) && node->kids[0]->is(Kind::Attribute) && node->kids[0]->text == "shape";
}

bool kgen::knowledge::hasExit(const Nodes &lines) {
  return llvm::any_of(lines, [](NodeRef line) {
    return line->is(Kind::If) && line->orelse.empty() && line->body[0]->is(Kind::Return);
  });
}

bool kgen::knowledge::transformsTiles(const Nodes &lines) {
  bool found = false;
  for (NodeRef line : lines)
    walk(line, [&](NodeRef node) { found |= node->callsWarp("tile_fft") || node->callsWarp("tile_ifft"); });
  return found;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Threads stand for the elements that a list names.
void Habits::listElements() {
  const std::string &entity = names.ofEntity();
  size_t at = draft.placeOfThread();
  NodeRef thread = draft.lines[at]->kids[0];
  NodeRef list = parameters.integersOfThreads(
      SlotKey::List, {"indices", "ids", "active_ids", entity + "_ids", entity + "_indices", "order"},
      InputKind::Permutation, Length::of(decided.coordinates.front()));
  NodeRef element = arena.name(names.fresh(
      {rng.pick({std::string("idx"), std::string("index"), entity + "_id", std::string("k")}), entity, "element"}));
  for (size_t k = at + 1; k < draft.lines.size(); ++k)
    draft.lines[k] = replace(draft.lines[k], thread, element, arena);
  NodeRef load = arena.make(Kind::Subscript, "", {list, thread});
  draft.lines.insert(draft.lines.begin() + at + 1, arena.assign(element, load));
  elementPlace = at + 2;
}

/// Some elements are not to be done: a flag of each says so.
void Habits::maskElements(NodeRef element) {
  NodeRef flags = parameters.integersOfThreads(
      SlotKey::Mask, {"active", "mask", "enabled", names.ofEntity() + "_flags", "is_active", "valid"}, InputKind::Flag,
      std::nullopt);
  NodeRef flag = arena.make(Kind::Subscript, "", {flags, element});
  NodeRef condition = arena.make(Kind::Compare, "Eq", {flag, arena.integer(0)});
  draft.lines.insert(draft.lines.begin() + elementPlace++,
                     arena.make(Kind::If, "", {condition}, {arena.make(Kind::Return)}));
}

/// Parameters that are one number for all elements: some of those that stand for concepts.
std::vector<Slot *> Habits::numbersOfAll(bool withCommon) {
  static constexpr Dimension time = std::array<int8_t, 7>{0, 0, 1, 0, 0, 0, 0};
  std::vector<Slot *> numbers;
  for (Slot &slot : decided.slots) {
    if (slot.key.kind != SlotKey::Number)
      continue;
    const Concept &of = library.concepts[slot.key.concept_];
    bool isCommon = of.dimension == time || of.isCommon;
    if (slot.parameter.shape == Shape::Scalar && !slot.parameter.isArray && numbers.size() < 3 &&
        (withCommon || !isCommon) && readsName(draft.lines, slot.parameter.name))
      numbers.push_back(&slot);
  }
  return numbers;
}

/// Numbers that lie in memory, where the host changes them: arrays of one.
void Habits::holdNumbers() {
  for (Slot *slot : numbersOfAll(/*withCommon=*/true)) {
    NodeRef name = arena.name(slot->parameter.name);
    slot->parameter.isArray = true;
    slot->parameter.extents = {Length::ofNumber(1)};
    NodeRef load = arena.make(Kind::Subscript, "", {name, arena.integer(0)});
    replaceAll(name, load);
  }
}

/// Whether threads read what belongs to another element.
bool Habits::meetsPartner() const {
  bool found = false;
  for (NodeRef line : idiom.body)
    walk(line, [&](NodeRef node) { found |= node->isName("j") || node->isName("pair"); });
  return found;
}

/// Numbers that were the same for all are those of an element's kind, in tables.
void Habits::tabulateNumbers(NodeRef element) {
  const Length kinds = Length::ofNumber(4);
  std::vector<Slot *> numbers = numbersOfAll(/*withCommon=*/false);
  if (numbers.empty())
    return;
  const std::string &word = decided.domain->kind;
  NodeRef of = parameters.integersOfThreads(SlotKey::KindOfEach,
                                            {word + "_ids", names.ofEntity() + "_" + word, pluralOf(word), "groups"},
                                            InputKind::Uniform, kinds);
  std::string one = word == "type" ? "kind" : word;
  NodeRef kind = arena.name(names.fresh({rng.pick({one, word + "_id", std::string("group")}), "kind_id"}));
  Nodes lines = {arena.assign(kind, arena.make(Kind::Subscript, "", {of, element}))};
  NameCounts counts(draft.lines);
  for (Slot *slot : numbers) {
    NodeRef name = arena.name(slot->parameter.name);
    std::string ofKind = word == "type" ? name->text + "_by_type" : word + "_" + name->text;
    std::string table = names.fresh({rng.chance(60) ? ofKind : name->text + "_table", pluralOf(name->text)});
    slot->parameter.name = table;
    slot->parameter.isArray = true;
    slot->parameter.extents = {kinds};
    NodeRef load = arena.make(Kind::Subscript, "", {arena.name(table), kind});
    if (counts.reads.lookup(name->text) > 1)
      lines.push_back(arena.assign(name, load));
    else
      replaceAll(name, load);
  }
  draft.lines.insert(draft.lines.begin() + elementPlace, lines.begin(), lines.end());
}

/// Whether what is a thread's own is said by one number, and each element is done by one thread.
bool Habits::hasOwnElement() const {
  return !draft.flatTables && !draft.flatThreads && idiom.entity.empty() && decided.coordinates.size() == 1 &&
         decided.coordinates.front() == "i";
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// The extent as an array that the kernel reads says it; null if none does.
NodeRef Habits::shapeOf(const Length &wanted) {
  for (const Slot &slot : decided.slots)
    for (auto [d, extent] : llvm::enumerate(slot.parameter.extents))
      if (slot.parameter.isArray && !slot.parameter.isFlat && extent == wanted &&
          readsName(draft.lines, slot.parameter.name)) {
        NodeRef shape = arena.make(Kind::Attribute, "shape", {arena.name(slot.parameter.name)});
        return arena.make(Kind::Subscript, "", {shape, arena.integer(d)});
      }
  return nullptr;
}

/// Whether no other extent follows from that of threads: such a one has no word for one less.
bool Habits::hasPlainExtent(StringRef coordinate) const {
  return llvm::none_of(decided.slots, [&](const Slot &slot) {
    return llvm::any_of(slot.parameter.extents,
                        [&](const Length &extent) { return extent.size == coordinate && !extent.isSize(); });
  });
}

/// Sends threads away that have no element: arrays are one shorter than the launch, which is rounded up.
void Habits::checkBounds() {
  size_t at = draft.placeOfThread();
  Nodes threads = draft.threadNames();
  std::vector<NodeRef> bounds(threads.size(), nullptr);
  bool takesParameter = layout.chance(40);
  for (auto [coordinate, bound] : llvm::zip_equal(decided.coordinates, bounds)) {
    bound = hasPlainExtent(coordinate) ? shapeOf(Length::of(coordinate)) : nullptr;
    if (!bound)
      return;
  }
  NodeRef condition = nullptr;
  for (auto [name, coordinate, bound] : llvm::zip_equal(threads, decided.coordinates, bounds)) {
    NodeRef extent = takesParameter ? parameters.extentParameter(Length::of(coordinate)) : bound;
    NodeRef outside = arena.make(Kind::Compare, "GtE", {name, extent});
    condition = condition ? arena.make(Kind::BoolOp, "Or", {condition, outside}) : outside;
  }
  for (Slot &slot : decided.slots) {
    auto shorten = [&](Length &extent) {
      if (extent.isSize() && llvm::is_contained(decided.coordinates, extent.size))
        extent.offset = -1;
    };
    llvm::for_each(slot.parameter.extents, shorten);
    if (slot.parameter.isExtent)
      shorten(*slot.parameter.isExtent);
    if (slot.parameter.values.extent)
      shorten(*slot.parameter.values.extent);
  }
  draft.lines.insert(draft.lines.begin() + at + 1, arena.make(Kind::If, "", {condition}, {arena.make(Kind::Return)}));
}

/// Extents of which a parameter tells are asked of an array, where the kernel reads one that has them; with `onlyAgain`
/// those alone that the kernel asks an array for elsewhere, so that it has one source for an extent.
void Habits::askArrays(bool onlyAgain) {
  Nodes asked;
  for (NodeRef line : draft.lines)
    walk(line, [&](NodeRef node) {
      if (isShape(node))
        asked.push_back(node);
    });
  for (const Slot &slot : decided.slots) {
    if (!slot.parameter.isExtent)
      continue;
    NodeRef shape = shapeOf(*slot.parameter.isExtent);
    if (shape && (!onlyAgain || llvm::any_of(asked, [&](NodeRef node) { return isSame(node, shape); })))
      replaceAll(arena.name(slot.parameter.name), shape);
  }
}

/// Gives extents that arrays tell names, all of them or none.
void Habits::nameExtents() {
  Nodes shapes;
  for (NodeRef line : draft.lines)
    walk(line, [&](NodeRef node) {
      if (isShape(node) && llvm::none_of(shapes, [&](NodeRef known) { return isSame(known, node); }))
        shapes.push_back(node);
    });
  if (shapes.empty() || shapes.size() > 3 || !layout.chance(style.namedExtents))
    return;
  size_t at = draft.placeOfThread() + 1;
  for (NodeRef shape : shapes) {
    Length extent;
    for (const Slot &slot : decided.slots)
      if (slot.parameter.name == shape->kids[0]->kids[0]->text)
        extent = slot.parameter.extents[std::stoi(shape->kids[1]->text)];
    extent.offset = std::max<int64_t>(extent.offset, 0);
    std::string word = names.fresh(names.extentWords(extent.text()));
    // A parameter that nobody asks any more leaves its name.
    for (Slot &slot : decided.slots)
      if (slot.parameter.isExtent == extent && !readsName(draft.lines, slot.parameter.name))
        std::swap(word, slot.parameter.name);
    NodeRef name = arena.name(word);
    replaceAll(shape, name);
    draft.lines.insert(draft.lines.begin() + at++, arena.assign(name, shape));
  }
}

//===----------------------------------------------------------------------===//
// Exits and tiles
//===----------------------------------------------------------------------===//

/// The opposite of a condition.
static NodeRef negated(NodeRef condition, Arena &arena) {
  static constexpr StringRef opposites[][2] = {{"Lt", "GtE"}, {"Gt", "LtE"}, {"Eq", "NotEq"}};
  if (condition->is(Kind::Compare))
    for (auto [one, other] : opposites)
      if (condition->text == one || condition->text == other)
        return arena.make(Kind::Compare, condition->text == one ? other : one, condition->kids);
  if (condition->is(Kind::Unary) && condition->text == "Not")
    return condition->kids[0];
  if (condition->is(Kind::BoolOp)) {
    Nodes kids;
    for (NodeRef kid : condition->kids)
      kids.push_back(negated(kid, arena));
    return arena.make(Kind::BoolOp, condition->text == "Or" ? "And" : "Or", std::move(kids));
  }
  return arena.make(Kind::Unary, "Not", {condition});
}

/// A block around what follows an exit, in place of the exit. `leaves`: how threads leave this list.
Nodes Habits::wrapExits(const Nodes &list, Kind leaves) {
  Nodes made;
  for (size_t k = 0; k < list.size(); ++k) {
    NodeRef line = list[k];
    bool isLoop = line->is(Kind::For) || line->is(Kind::While);
    bool isExit = line->is(Kind::If) && line->orelse.empty() && line->body.size() == 1 && line->body[0]->is(leaves) &&
                  line->body[0]->kids.empty() && k + 1 < list.size();
    if (isExit && layout.chance(style.wrapping)) {
      Nodes rest(list.begin() + k + 1, list.end());
      // Its comment says who leaves.
      made.push_back(arena.make(Kind::If, "", {negated(line->kids[0], arena)}, wrapExits(rest, leaves)));
      return made;
    }
    made.push_back(
        isLoop ? arena.make(line->kind, line->text, line->kids, wrapExits(line->body, Kind::Continue), line->orelse)
               : line);
  }
  return made;
}

/// Says of tiles that they lie in shared memory, where an author says it; of ours few depend on where they lie.
void Habits::placeTiles() {
  Nodes calls;
  for (NodeRef line : draft.lines)
    walk(line, [&](NodeRef node) {
      if (node->callsWarp("tile_load") || node->callsWarp("tile_zeros"))
        calls.push_back(node);
    });
  if (calls.empty() || !layout.chance(35) || transformsTiles(draft.lines))
    return;
  NodeRef storage = arena.make(Kind::Keyword, "storage", {arena.make(Kind::Str, "shared")});
  for (NodeRef call : calls) {
    Nodes kids = call->kids;
    kids.push_back(storage);
    replaceAll(call, arena.make(Kind::Call, call->text, kids, {}, {}, call->line));
  }
}

void Habits::apply() {
  elementPlace = draft.placeOfThread() + 1;
  if (hasOwnElement()) {
    bool leavesEarly = hasExit(draft.lines); // before there is one by habit
    if (layout.chance(style.listing))
      listElements();
    NodeRef element = draft.lines[elementPlace - 1]->kids[0];
    if (layout.chance(style.tabulating) && !meetsPartner())
      tabulateNumbers(element); // a partner is of another kind
    if (!leavesEarly && !draft.takesMean && layout.chance(style.masking))
      maskElements(element);
  }
  if (layout.chance(style.holding))
    holdNumbers();
  if (!draft.flatTables && !draft.flatThreads && idiom.entity.empty() && layout.chance(style.checking))
    checkBounds();
  bool asksAll = !style.sizeParameters && draft.gathered == None && layout.chance(style.asking);
  if (draft.gathered == None)
    askArrays(/*onlyAgain=*/!asksAll);
  nameExtents();
  placeTiles();
  draft.lines = wrapExits(draft.lines, Kind::Return);
}
