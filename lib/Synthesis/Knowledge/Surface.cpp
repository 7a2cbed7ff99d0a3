// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Habits of authors that leave a kernel what it is: whether a value that is read twice is loaded twice, which element
// is a thread's and whether it is to be done at all, whether a number is each element's by its kind, whether an extent
// has a name, and whether an exit is a return or a block around the rest.

#include "Writer.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Whether `value` is an element of an array that nothing writes to, at a place that stays the same.
bool Writer::isStableLoad(NodeRef value) const {
  if (!value->is(Kind::Subscript) || !value->kids[0]->is(Kind::Name) || written.contains(value->kids[0]->text))
    return false;
  bool isArray = llvm::any_of(
      slots, [&](const Slot &slot) { return slot.parameter.isArray && slot.parameter.name == value->kids[0]->text; });
  return isArray && llvm::all_of(llvm::drop_begin(value->kids), [&](NodeRef index) {
           return index->is(Kind::Int) || (index->is(Kind::Name) && assignments.lookup(index->text) < 2);
         });
}

/// Whether an element is read or written of which the name is the index.
static bool saysElement(llvm::ArrayRef<NodeRef> lines, NodeRef name) {
  bool found = false;
  for (NodeRef line : lines)
    walk(line, [&](NodeRef node) {
      if (node->is(Kind::Subscript))
        found |= llvm::any_of(llvm::drop_begin(node->kids), [&](NodeRef index) { return isSame(index, name); });
    });
  return found;
}

/// Loads of some values stand where these are read, though that is more than once; but who finds several elements by an
/// index gives it a name.
Nodes Writer::loadAgain(const Nodes &list, const llvm::StringSet<> &partly) {
  Nodes made;
  for (NodeRef line : list)
    made.push_back(line->body.empty() ? line
                                      : arena.make(line->kind, line->text, line->kids, loadAgain(line->body, partly),
                                                   loadAgain(line->orelse, partly), line->line));
  for (size_t k = 0; k < made.size();) {
    NodeRef line = made[k];
    bool isCandidate = line->is(Kind::Assign) && line->kids[0]->is(Kind::Name) && isStableLoad(line->kids[1]) &&
                       assignments.lookup(line->kids[0]->text) == 1 && !partly.contains(line->kids[0]->text);
    unsigned count = isCandidate ? reads.lookup(line->kids[0]->text) : 0;
    if (count < 1 || count > 3 || !layout.chance(count == 1 ? style.inlining : style.reloading)) {
      ++k;
      continue;
    }
    Nodes rest;
    bool isTooMuch = count > 1 && saysElement(llvm::ArrayRef(made).drop_front(k + 1), line->kids[0]);
    for (NodeRef user : llvm::ArrayRef(made).drop_front(k + 1)) {
      rest.push_back(replace(user, line->kids[0], line->kids[1], arena));
      walk(rest.back(), [&](NodeRef node) {
        for (NodeRef value : node->kids)
          isTooMuch |= rest.back() != user && sizeOf(value) > mostInExpression;
      });
    }
    if (isTooMuch) {
      ++k;
      continue;
    }
    made.erase(made.begin() + k, made.end());
    llvm::append_range(made, rest);
  }
  return made;
}

void Writer::loadAgain() {
  countNames();
  llvm::StringSet<> partly; // names of which components are read
  written.clear();
  for (NodeRef line : blocks[0])
    walk(line, [&](NodeRef node) {
      bool isAtomic = node->is(Kind::Call) && node->kids.size() > 1 && node->kids[0]->is(Kind::Attribute);
      bool isStore = node->is(Kind::Assign) || node->is(Kind::AugAssign);
      if (node->is(Kind::Subscript) && node->kids[0]->is(Kind::Name))
        partly.insert(node->kids[0]->text);
      if (node->callsWarp("tile")) // which takes a value, and no element of an array
        partly.insert(node->kids[1]->text);
      if (isStore && node->kids[0]->is(Kind::Subscript))
        written.insert(node->kids[0]->kids[0]->text);
      if (isAtomic && node->kids[1]->is(Kind::Name))
        written.insert(node->kids[1]->text);
    });
  blocks[0] = loadAgain(blocks[0], partly);
}

/// Writes `made` wherever the kernel has `old`.
void Writer::replaceAll(NodeRef old, NodeRef made) {
  for (NodeRef &line : blocks[0])
    line = replace(line, old, made, arena);
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// The place of the line that asks for the thread.
size_t Writer::placeOfThread() const {
  const Nodes &lines = blocks[0];
  return llvm::find_if(lines, [](NodeRef line) { return line->is(Kind::Assign) && line->kids[1]->callsWarp("tid"); }) -
         lines.begin();
}

/// Sends threads away that have no element: arrays are one shorter than the launch, which is rounded up.
void Writer::checkBounds() {
  size_t at = placeOfThread();
  NodeRef threads = blocks[0][at]->kids[0];
  Nodes names = threads->is(Kind::Tuple) ? threads->kids : Nodes{threads};
  std::vector<NodeRef> bounds(names.size(), nullptr);
  bool takesParameter = layout.chance(40);
  for (auto [coordinate, bound] : llvm::zip_equal(coordinates, bounds)) {
    // An extent that follows from that of threads has no word for one less.
    bool isPlainOnly = llvm::none_of(slots, [&, coordinate = coordinate](const Slot &slot) {
      return llvm::any_of(slot.parameter.extents, [&](StringRef extent) {
        return extent != coordinate && extent.contains(coordinate) &&
               !llvm::any_of(idiom.sizes, [&](const Size &size) { return extent == size.name; });
      });
    });
    for (const Slot &slot : slots)
      for (auto [d, extent] : llvm::enumerate(slot.parameter.extents))
        if (isPlainOnly && !bound && slot.parameter.isArray && extent == coordinate &&
            readsName(blocks[0], slot.parameter.name)) {
          NodeRef shape = arena.make(Kind::Attribute, "shape", {arena.name(slot.parameter.name)});
          bound = arena.make(Kind::Subscript, "", {shape, arena.integer(d)});
        }
    if (!bound)
      return;
  }
  NodeRef condition = nullptr;
  for (auto [name, coordinate, bound] : llvm::zip_equal(names, coordinates, bounds)) {
    NodeRef outside = arena.make(Kind::Compare, "GtE", {name, takesParameter ? extentParameter(coordinate) : bound});
    condition = condition ? arena.make(Kind::BoolOp, "Or", {condition, outside}) : outside;
  }
  for (Slot &slot : slots) {
    auto shorten = [&](std::string &extent) {
      if (llvm::is_contained(coordinates, extent))
        extent += "-1";
    };
    for (std::string &extent : slot.parameter.extents)
      shorten(extent);
    shorten(slot.parameter.isExtent);
    shorten(slot.parameter.values.extent);
  }
  blocks[0].insert(blocks[0].begin() + at + 1, arena.make(Kind::If, "", {condition}, {arena.make(Kind::Return)}));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// An array of integers, one for each thread.
NodeRef Writer::integersOfThreads(StringRef key, std::vector<std::string> words, Draw draw, StringRef extent) {
  WrittenParameter made;
  made.shape = Shape::Int;
  made.isArray = true;
  made.extents = coordinates;
  made.values.draw = draw;
  made.values.high = 1.0;
  made.values.extent = extent.str();
  return parameter(key.str(), std::move(words), std::move(made));
}

/// Threads stand for the elements that a list names.
void Writer::listElements() {
  size_t at = placeOfThread();
  NodeRef thread = blocks[0][at]->kids[0];
  NodeRef list =
      integersOfThreads("list", {"indices", "ids", "active_ids", entity + "_ids", entity + "_indices", "order"},
                        Draw::Permutation, coordinates.front());
  NodeRef element = arena.name(fresh(
      {rng.pick({std::string("idx"), std::string("index"), entity + "_id", std::string("k")}), entity, "element"}));
  for (size_t k = at + 1; k < blocks[0].size(); ++k)
    blocks[0][k] = replace(blocks[0][k], thread, element, arena);
  NodeRef load = arena.make(Kind::Subscript, "", {list, thread});
  blocks[0].insert(blocks[0].begin() + at + 1, arena.assign(element, load));
  elementPlace = at + 2;
}

/// Some elements are not to be done: a flag of each says so.
void Writer::maskElements(NodeRef element) {
  NodeRef flags =
      integersOfThreads("mask", {"active", "mask", "enabled", entity + "_flags", "is_active", "valid"}, Draw::Flag, "");
  NodeRef flag = arena.make(Kind::Subscript, "", {flags, element});
  NodeRef condition = arena.make(Kind::Compare, "Eq", {flag, arena.integer(0)});
  blocks[0].insert(blocks[0].begin() + elementPlace++,
                   arena.make(Kind::If, "", {condition}, {arena.make(Kind::Return)}));
}

/// Parameters that are one number for all elements: some of those that stand for concepts.
std::vector<Writer::Slot *> Writer::numbersOfAll(bool withCommon) {
  static constexpr Dimension time = std::array<int8_t, 7>{0, 0, 1, 0, 0, 0, 0};
  std::vector<Slot *> numbers;
  for (Slot &slot : slots) {
    StringRef key = slot.key;
    std::optional<unsigned> which = key.consume_front("number ") ? library.find(key) : std::nullopt;
    bool isCommon = which && (concept_(*which).dimension == time || concept_(*which).isCommon);
    if (which && slot.parameter.shape == Shape::Scalar && !slot.parameter.isArray && numbers.size() < 3 &&
        (withCommon || !isCommon) && readsName(blocks[0], slot.parameter.name))
      numbers.push_back(&slot);
  }
  return numbers;
}

/// Numbers that lie in memory, where the host changes them: arrays of one.
void Writer::holdNumbers() {
  for (Slot *slot : numbersOfAll(/*withCommon=*/true)) {
    NodeRef name = arena.name(slot->parameter.name);
    slot->parameter.isArray = true;
    slot->parameter.extents = {"1"};
    NodeRef load = arena.make(Kind::Subscript, "", {name, arena.integer(0)});
    replaceAll(name, load);
  }
}

/// Whether threads read what belongs to another element.
bool Writer::meetsPartner() const {
  bool found = false;
  for (NodeRef line : idiom.body)
    walk(line, [&](NodeRef node) { found |= node->isName("j") || node->isName("pair"); });
  return found;
}

/// Numbers that were the same for all are those of an element's kind, in tables.
void Writer::tabulateNumbers(NodeRef element) {
  static constexpr StringRef kinds = "4";
  std::vector<Slot *> numbers = numbersOfAll(/*withCommon=*/false);
  if (numbers.empty())
    return;
  const std::string &word = domain->kind;
  NodeRef of =
      integersOfThreads("kind", {word + "_ids", entity + "_" + word, pluralOf(word), "groups"}, Draw::Index, kinds);
  std::string one = word == "type" ? "kind" : word;
  NodeRef kind = arena.name(fresh({rng.pick({one, word + "_id", std::string("group")}), "kind_id"}));
  Nodes lines = {arena.assign(kind, arena.make(Kind::Subscript, "", {of, element}))};
  countNames();
  for (Slot *slot : numbers) {
    NodeRef name = arena.name(slot->parameter.name);
    std::string ofKind = word == "type" ? name->text + "_by_type" : word + "_" + name->text;
    std::string table = fresh({rng.chance(60) ? ofKind : name->text + "_table", pluralOf(name->text)});
    slot->parameter.name = table;
    slot->parameter.isArray = true;
    slot->parameter.extents = {kinds.str()};
    NodeRef load = arena.make(Kind::Subscript, "", {arena.name(table), kind});
    if (reads.lookup(name->text) > 1)
      lines.push_back(arena.assign(name, load));
    else
      replaceAll(name, load);
  }
  blocks[0].insert(blocks[0].begin() + elementPlace, lines.begin(), lines.end());
}

/// Whether what is a thread's own is said by one number, and each element is done by one thread.
bool Writer::hasOwnElement() const {
  return !flatTables && !flatThreads && idiom.entity.empty() && coordinates.size() == 1 && coordinates.front() == "i";
}

static bool isShape(NodeRef node) {
  return node->is(Kind::Subscript) && node->kids[0]->is(Kind::Attribute) && node->kids[0]->text == "shape";
}

/// Extents of which a parameter tells are asked of an array, where the kernel reads one that has them; with `onlyAgain`
/// those alone that the kernel asks an array for elsewhere, so that it has one source for an extent.
void Writer::askArrays(bool onlyAgain) {
  Nodes asked;
  for (NodeRef line : blocks[0])
    walk(line, [&](NodeRef node) {
      if (isShape(node))
        asked.push_back(node);
    });
  for (const Slot &slot : slots) {
    if (slot.parameter.isExtent.empty())
      continue;
    NodeRef shape = nullptr;
    for (const Slot &other : slots)
      for (auto [d, extent] : llvm::enumerate(other.parameter.extents))
        if (!shape && other.parameter.isArray && !other.parameter.isFlat && extent == slot.parameter.isExtent &&
            readsName(blocks[0], other.parameter.name)) {
          NodeRef array = arena.make(Kind::Attribute, "shape", {arena.name(other.parameter.name)});
          shape = arena.make(Kind::Subscript, "", {array, arena.integer(d)});
        }
    if (shape && (!onlyAgain || llvm::any_of(asked, [&](NodeRef node) { return isSame(node, shape); })))
      replaceAll(arena.name(slot.parameter.name), shape);
  }
}

/// Gives extents that arrays tell names, all of them or none.
void Writer::nameExtents() {
  Nodes shapes;
  for (NodeRef line : blocks[0])
    walk(line, [&](NodeRef node) {
      if (isShape(node) && llvm::none_of(shapes, [&](NodeRef known) { return isSame(known, node); }))
        shapes.push_back(node);
    });
  if (shapes.empty() || shapes.size() > 3 || !layout.chance(style.namedExtents))
    return;
  size_t at = placeOfThread() + 1;
  for (NodeRef shape : shapes) {
    std::string extent;
    for (const Slot &slot : slots)
      if (slot.parameter.name == shape->kids[0]->kids[0]->text)
        extent = slot.parameter.extents[std::stoi(shape->kids[1]->text)];
    extent = StringRef(extent).split('-').first.str();
    std::string word = fresh(extentWords(extent));
    // A parameter that nobody asks any more leaves its name.
    for (Slot &slot : slots)
      if (slot.parameter.isExtent == extent && !readsName(blocks[0], slot.parameter.name))
        std::swap(word, slot.parameter.name);
    NodeRef name = arena.name(word);
    replaceAll(shape, name);
    blocks[0].insert(blocks[0].begin() + at++, arena.assign(name, shape));
  }
}

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

/// Whether threads leave the kernel before its end.
bool Writer::hasExit() const {
  return llvm::any_of(blocks[0], [](NodeRef line) {
    return line->is(Kind::If) && line->orelse.empty() && line->body[0]->is(Kind::Return);
  });
}

/// What holds where a condition does not.
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
Nodes Writer::wrapExits(const Nodes &list, Kind leaves) {
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

/// Whether there is a Fourier transform. Warp has them of tiles in registers alone, and of complex numbers whose type
/// is said: what a function without the type of its result returns is none to it.
bool Writer::transformsTiles() const {
  bool found = false;
  for (NodeRef line : blocks[0])
    walk(line, [&](NodeRef node) { found |= node->callsWarp("tile_fft") || node->callsWarp("tile_ifft"); });
  return found;
}

/// Says of tiles that they lie in shared memory, where an author says it; of ours few depend on where they lie.
void Writer::placeTiles() {
  Nodes calls;
  for (NodeRef line : blocks[0])
    walk(line, [&](NodeRef node) {
      if (node->callsWarp("tile_load") || node->callsWarp("tile_zeros"))
        calls.push_back(node);
    });
  if (calls.empty() || !layout.chance(35) || transformsTiles())
    return;
  NodeRef storage = arena.make(Kind::Keyword, "storage", {arena.make(Kind::Str, "shared")});
  for (NodeRef call : calls) {
    Nodes kids = call->kids;
    kids.push_back(storage);
    replaceAll(call, arena.make(Kind::Call, call->text, kids, {}, {}, call->line));
  }
}

/// Before parameters have their order.
void Writer::applyHabits() {
  if (isPlain)
    return;
  elementPlace = placeOfThread() + 1;
  if (hasOwnElement()) {
    bool leavesEarly = hasExit(); // before there is one by habit
    if (layout.chance(style.listing))
      listElements();
    NodeRef element = blocks[0][elementPlace - 1]->kids[0];
    if (layout.chance(style.tabulating) && !meetsPartner())
      tabulateNumbers(element); // a partner is of another kind
    if (!leavesEarly && !takesMean && layout.chance(style.masking))
      maskElements(element);
  }
  if (layout.chance(style.holding))
    holdNumbers();
  if (!flatTables && !flatThreads && idiom.entity.empty() && layout.chance(style.checking))
    checkBounds();
  bool asksAll = !style.sizeParameters && gathered == None && layout.chance(style.asking);
  if (gathered == None)
    askArrays(/*onlyAgain=*/!asksAll);
  nameExtents();
  placeTiles();
  blocks[0] = wrapExits(blocks[0], Kind::Return);
}
