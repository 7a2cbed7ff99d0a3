// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How data lie, and where a kernel gets them from.

#include "Layout.h"
#include "Habits.h"
#include "Tidy.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

/// A struct has so many fields at most.
static constexpr unsigned mostFields = 12;

//===----------------------------------------------------------------------===//
// Arithmetic of indices
//===----------------------------------------------------------------------===//

/// An extent as a kernel says it: a number, or a parameter and what is done to it.
NodeRef Layout::extentNode(const Length &extent) {
  if (extent.isNumber())
    return arena.integer(extent.offset);
  NodeRef node = parameters.extentParameter(Length::of(extent.size));
  if (extent.factor != 1)
    node = arena.make(Kind::Binary, "Mult", {arena.integer(extent.factor), node});
  return extent.offset == 0 ? node : arena.make(Kind::Binary, "Add", {node, arena.integer(extent.offset)});
}

/// The index of an element of a table that lies row by row.
NodeRef Layout::flatIndex(llvm::ArrayRef<NodeRef> indices, llvm::ArrayRef<Length> extents) {
  auto isZero = [](NodeRef node) { return node->is(Kind::Int) && node->text == "0"; };
  NodeRef index = indices.front();
  for (auto [i, extent] : llvm::zip_equal(indices.drop_front(), extents.drop_front())) {
    if (index->is(Kind::Int) && index->text == "1") {
      index = extentNode(extent);
    } else if (!isZero(index)) {
      NodeRef length = extentNode(extent);
      bool isNumberFirst = length->is(Kind::Int) && style.alias; // `2 * e`
      index = arena.make(Kind::Binary, "Mult", isNumberFirst ? Nodes{length, index} : Nodes{index, length});
    }
    if (isZero(index))
      index = i;
    else if (!isZero(i))
      index = arena.make(Kind::Binary, "Add", {index, i});
  }
  return index;
}

static bool isAtomicOn(NodeRef node, StringRef array) {
  return node->is(Kind::Call) && node->kids.size() > 2 && node->kids[0]->is(Kind::Attribute) &&
         StringRef(node->kids[0]->text).starts_with("atomic_") && node->kids[1]->isName(array);
}

static bool isShapeOf(NodeRef node, StringRef array) {
  return node->is(Kind::Subscript) && node->kids[0]->is(Kind::Attribute) && node->kids[0]->text == "shape" &&
         node->kids[0]->kids[0]->isName(array) && node->kids[1]->is(Kind::Int);
}

/// Whether a kernel does nothing with a table but read and write elements, and ask for its extents.
bool Layout::isWhollyIndexed(const WrittenParameter &table) const {
  unsigned uses = 0, known = 0;
  size_t rank = table.extents.size();
  for (NodeRef statement : draft.lines)
    walk(statement, [&](NodeRef node) {
      uses += node->isName(table.name);
      known += (node->is(Kind::Subscript) && node->kids[0]->isName(table.name) && node->kids.size() == rank + 1) ||
               (isAtomicOn(node, table.name) && node->kids.size() == rank + 3) || isShapeOf(node, table.name);
    });
  return uses == known && uses != 0;
}

/// A tree whose accesses to flat tables have one index.
NodeRef Layout::flatten(NodeRef node, llvm::ArrayRef<WrittenParameter> tables) {
  if (node->kids.empty() && node->body.empty())
    return node;
  Nodes kids = flatten(node->kids, tables), body = flatten(node->body, tables), other = flatten(node->orelse, tables);
  for (const WrittenParameter &table : tables) {
    if (isShapeOf(node, table.name))
      return extentNode(table.extents[std::stoi(node->kids[1]->text)]);
    size_t rank = table.extents.size();
    size_t first = isAtomicOn(node, table.name)                                     ? 2
                   : node->is(Kind::Subscript) && node->kids[0]->isName(table.name) ? 1
                                                                                    : 0;
    if (first == 0)
      continue;
    NodeRef index = flatIndex(llvm::ArrayRef(kids).slice(first, rank), table.extents);
    kids.erase(kids.begin() + first, kids.begin() + first + rank);
    kids.insert(kids.begin() + first, index);
    break;
  }
  return arena.make(node->kind, node->text, std::move(kids), std::move(body), std::move(other), node->line);
}

Nodes Layout::flatten(const Nodes &list, llvm::ArrayRef<WrittenParameter> tables) {
  Nodes made;
  for (NodeRef node : list)
    made.push_back(flatten(node, tables));
  return made;
}

/// `i, j = wp.tid()` as one number, and what follows from it: rows by division, columns by the remainder.
void Layout::layThreadsInRow(NodeRef row) {
  Nodes &lines = draft.lines;
  size_t at = draft.placeOfThread();
  Nodes threads = draft.threadNames();
  auto binary = [&](StringRef op, NodeRef left, NodeRef right) { return arena.make(Kind::Binary, op, {left, right}); };
  std::vector<Length> extents = lengthsOf(decided.coordinates);
  NodeRef index = flatIndex(threads, extents);
  replaceAll(index, row);
  Nodes made = {arena.assign(row, arena.warp("tid", {}))};
  Nodes rest(lines.begin() + at + 1, lines.end());
  for (size_t d = 0; d < threads.size(); ++d) {
    if (!readsName(rest, threads[d]->text))
      continue;
    NodeRef below = nullptr; // how many threads one step of this coordinate is
    for (size_t inner = d + 1; inner < threads.size(); ++inner)
      below = below ? binary("Mult", below, extentNode(extents[inner])) : extentNode(extents[inner]);
    NodeRef value = below ? binary("FloorDiv", row, below) : row;
    if (d != 0)
      value = binary("Mod", value, extentNode(extents[d]));
    made.push_back(arena.assign(threads[d], value));
  }
  lines.erase(lines.begin() + at);
  lines.insert(lines.begin() + at, made.begin(), made.end());
}

/// Whether threads are places of a grid, whose elements are cells.
bool Layout::isGrid() const {
  return llvm::is_contained(decided.coordinates, "x") || llvm::is_contained(decided.coordinates, "z");
}

/// A function of the coordinates and extents that an index is made of, called.
NodeRef Layout::callIndex(NodeRef index, llvm::ArrayRef<NodeRef> threads) {
  Nodes made, arguments = threads.vec(); // coordinates, then extents
  walk(index, [&](NodeRef node) {
    if (node->is(Kind::Name) && llvm::none_of(arguments, [&](NodeRef known) { return isSame(known, node); }))
      arguments.push_back(node);
  });
  for (NodeRef argument : arguments)
    made.push_back(arena.make(Kind::Argument, argument->text, {setting.typeOf(Shape::Int)}));
  const char *ofPlaces = isGrid() ? "cell_index" : "element_index";
  std::string name =
      names.fresh({rng.pick({"flat_index", "linear_index", "get_index", ofPlaces, "index_of"}), "index_at"});
  draft.functions.push_back(
      {name, nullptr, arena.make(Kind::Function, name, std::move(made), {arena.make(Kind::Return, "", {index})})});
  return arena.call(name, std::move(arguments));
}

/// Gives the place of a thread's own element a name, where it is asked for more than once.
void Layout::nameCell() {
  Nodes &lines = draft.lines;
  size_t at = draft.placeOfThread();
  Nodes threads = draft.threadNames();
  NodeRef index = flatIndex(threads, lengthsOf(decided.coordinates));
  unsigned count = 0;
  for (NodeRef line : lines)
    walk(line, [&](NodeRef node) { count += isSame(node, index); });
  if (count < 2 || !layout.chance(75))
    return;
  NodeRef cell =
      arena.name(names.fresh({rng.pick({"idx", "index", isGrid() ? "cell" : "slot", "k", "flat_id"}), "idx", "flat"}));
  replaceAll(index, cell);
  NodeRef value = layout.chance(setting.isPlain ? 0 : 60) ? callIndex(index, threads) : index;
  lines.insert(lines.begin() + at + 1, arena.assign(cell, value));
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// Marks the accesses to arrays: loads, stores and atomics.
static void markAccesses(const Nodes &list, std::deque<WrittenParameter *> &parameters) {
  auto find = [&](NodeRef base) -> WrittenParameter * {
    if (base->is(Kind::Name))
      for (WrittenParameter *parameter : parameters)
        if (parameter->name == base->text && parameter->isArray)
          return parameter;
    return nullptr;
  };
  llvm::DenseMap<NodeRef, bool> stored;
  // `wp.tile_store(a[i], t)`: the first argument is an array or a view of one.
  auto markTile = [&](NodeRef node) {
    const WarpFunction *function = tileFunctionOf(node);
    if (!function || function->access == WarpFunction::None || node->kids.size() < 2)
      return;
    NodeRef array = node->kids[1];
    WrittenParameter *parameter = find(array->is(Kind::Subscript) ? array->kids[0] : array);
    if (!parameter)
      return;
    if (function->access == WarpFunction::Read) {
      parameter->isRead = true;
      return;
    }
    parameter->isWritten = true;
    parameter->isUpdated |= function->access == WarpFunction::Add;
    stored[array] = true;
  };
  for (NodeRef statement : list)
    walk(statement, [&](NodeRef node) {
      markTile(node);
      if ((node->is(Kind::Assign) || node->is(Kind::AugAssign)) && node->kids[0]->is(Kind::Subscript))
        if (WrittenParameter *parameter = find(node->kids[0]->kids[0])) {
          parameter->isWritten = true;
          parameter->isUpdated |= node->is(Kind::AugAssign);
          stored[node->kids[0]] = true;
        }
      if (node->is(Kind::Subscript) && !stored.contains(node))
        if (WrittenParameter *parameter = find(node->kids[0]))
          parameter->isRead = true;
      if (node->is(Kind::Call) && node->kids.size() > 1 && node->kids[0]->is(Kind::Attribute) &&
          StringRef(node->kids[0]->text).starts_with("atomic_"))
        if (WrittenParameter *parameter = find(node->kids[1]))
          parameter->isUpdated = parameter->isWritten = true;
      if (node->is(Kind::Call) && node->kids[0]->is(Kind::Name)) // a function reads what it is given
        for (NodeRef argument : llvm::drop_begin(node->kids))
          if (WrittenParameter *parameter = find(argument))
            parameter->isRead = true;
    });
}

static bool isAugmented(const Nodes &list, StringRef array) {
  bool found = false;
  for (NodeRef statement : list)
    walk(statement, [&](NodeRef node) {
      NodeRef target = node->is(Kind::AugAssign) ? node->kids[0] : nullptr;
      found |= target && target->is(Kind::Subscript) && target->kids[0]->isName(array);
    });
  return found;
}

/// An output that the kernel reads, or changes in place, has the name of its values: nothing is new or out about it. An
/// array that only atomics change may be an output, but is not new either.
void Layout::nameUpdated() {
  std::deque<WrittenParameter *> all;
  for (Slot &slot : decided.slots)
    all.push_back(&slot.parameter);
  markAccesses(draft.lines, all);
  for (Slot &slot : decided.slots) {
    WrittenParameter &array = slot.parameter;
    StringRef name = array.name;
    bool isNew = name.starts_with("new_"), isOut = name.starts_with("out_") || name.ends_with("_out");
    bool isInPlace = array.isWritten && (array.isRead || isAugmented(draft.lines, name));
    if (isInPlace ? !isNew && !isOut : !isNew || !array.isUpdated)
      continue;
    std::vector<std::string> words;
    for (StringRef word : slot.words) {
      word.consume_front("new_");
      word.consume_back("_out");
      words.push_back(word.str());
    }
    words.insert(words.end(), {"running_" + words.front(), "stored_" + words.front()});
    std::string bare = names.fresh(words);
    replaceAll(arena.name(name), arena.name(bare));
    array.name = bare;
  }
}

static unsigned countLoads(const Nodes &list, llvm::ArrayRef<WrittenParameter> parameters) {
  unsigned loads = 0;
  for (NodeRef statement : list)
    walk(statement, [&](NodeRef node) {
      bool stores = node->is(Kind::Assign) && node->kids[0]->is(Kind::Subscript);
      const WarpFunction *function = tileFunctionOf(node);
      loads += function && function->access == WarpFunction::Read;
      loads += node->is(Kind::Subscript) && llvm::any_of(parameters, [&](const WrittenParameter &each) {
                 return each.isArray && node->kids[0]->isName(each.name);
               });
      loads -= stores && llvm::any_of(parameters, [&](const WrittenParameter &each) {
                 return each.isArray && node->kids[0]->kids[0]->isName(each.name);
               });
    });
  return loads;
}

/// In, by value, out: or by value last. Fields of a struct come before all.
Signature Layout::orderParameters() {
  std::deque<WrittenParameter *> all;
  for (Slot &slot : decided.slots)
    all.push_back(&slot.parameter);
  markAccesses(draft.lines, all);
  llvm::DenseSet<StringRef> names;
  for (NodeRef statement : draft.lines)
    walk(statement, [&](NodeRef node) {
      if (node->is(Kind::Name))
        names.insert(node->text);
    });
  std::vector<WrittenParameter> fields, read, numbers, written;
  for (WrittenParameter *parameter : all) {
    if (!names.contains(parameter->name))
      continue;
    bool isOutput = parameter->isWritten && !parameter->isRead;
    std::vector<WrittenParameter> &group = !parameter->isArray ? numbers : isOutput ? written : read;
    bool isField = !isOutput && (draft.gathered & (parameter->isArray ? Arrays : Numbers));
    (isField ? fields : group).push_back(*parameter);
  }
  if (!style.lastOutputs)
    std::swap(numbers, written);
  Signature signature;
  signature.numFields = fields.size();
  for (auto *group : {&fields, &read, &numbers, &written})
    llvm::append_range(signature.parameters, *group);
  signature.loads = countLoads(draft.lines, signature.parameters);
  return signature;
}

static std::string camelCase(StringRef words) {
  std::string name;
  for (StringRef word : llvm::split(words, '_'))
    if (!word.empty())
      (name += llvm::toUpper(word[0])) += word.drop_front();
  return name;
}

/// Makes fields of one struct of the first parameters.
void Layout::gatherFields(Signature &signature) {
  unsigned numFields = signature.numFields;
  if (numFields < leastFields || numFields > mostFields) { // what would be gathered may not be read after all
    decided.failed = true;
    return;
  }
  const std::string &entity = names.ofEntity();
  std::string owner = camelCase(entity), field = camelCase(decided.domain->name);
  std::vector<std::string> types, words;
  if (draft.gathered == Numbers) {
    types = {rng.pick({owner + "Params", field + "Params", std::string("SimParams"), std::string("Params")}),
             "Settings"};
    words = {rng.pick({"params", "params", "p", "cfg", "settings"}), "params", "options"};
  } else if (draft.gathered == Arrays) {
    types = {rng.pick({owner + "State", owner + "Data", std::string("State"), field + "Data"}), "Arrays"};
    words = {rng.pick({std::string("state"), std::string("data"), std::string("state"), pluralOf(entity)}), "state",
             "buffers"};
  } else {
    types = {rng.pick({field + "Model", owner + "Model", std::string("Model"), owner + "Args"}), "Context"};
    words = {rng.pick({"model", "args", "model", "sim", "ctx"}), "model", "arguments"};
  }
  signature.structType = names.fresh(types);
  signature.structName = names.fresh(words);
  for (const WrittenParameter &each : llvm::ArrayRef(signature.parameters).take_front(numFields)) {
    NodeRef name = arena.name(each.name),
            field = arena.make(Kind::Attribute, each.name, {arena.name(signature.structName)});
    replaceAll(name, field);
  }
}

/// Updates of a thread's own elements, some as `a[i] = a[i] + x`.
Nodes Layout::sayUpdates(const Nodes &list, const Nodes &threads) {
  Nodes made;
  for (NodeRef line : list) {
    auto isOwn = [&] {
      NodeRef target = line->kids[0];
      return target->is(Kind::Subscript) && target->kids[0]->is(Kind::Name) &&
             llvm::all_of(threads, [&](NodeRef thread) {
               return llvm::any_of(target->kids, [&](NodeRef index) { return isSame(index, thread); });
             });
    };
    if (line->is(Kind::AugAssign) && isOwn() && !layout.chance(style.augmenting))
      made.push_back(arena.assign(line->kids[0], arena.make(Kind::Binary, line->text, line->kids)));
    else if (line->body.empty())
      made.push_back(line);
    else {
      Nodes body = sayUpdates(line->body, threads), other = sayUpdates(line->orelse, threads);
      made.push_back(arena.make(line->kind, line->text, line->kids, std::move(body), std::move(other), line->line));
    }
  }
  return made;
}

/// Lays tables of several dimensions in one, as far as the kernel only has elements of them.
void Layout::flattenTables() {
  std::vector<WrittenParameter> tables;
  for (Slot &slot : decided.slots)
    if (slot.parameter.extents.size() > 1 && isWhollyIndexed(slot.parameter)) {
      slot.parameter.isFlat = true;
      tables.push_back(slot.parameter);
    }
  decided.failed |= tables.empty();
  draft.lines = flatten(draft.lines, tables);
}

Signature Layout::run() {
  nameUpdated();
  if (!setting.isPlain)
    draft.lines = sayUpdates(draft.lines, draft.threadNames());
  if (draft.flatTables)
    flattenTables();
  if (draft.flatThreads)
    layThreadsInRow(arena.name(names.fresh({rng.pick({"tid", "tid", "idx", "thread", "index"}), "tid", "idx"})));
  else if (draft.flatTables && decided.coordinates.size() > 1)
    nameCell();
  if (!setting.isPlain)
    Habits(setting, decided, names, parameters, draft).apply();
  Signature signature = orderParameters();
  if (draft.gathered != None)
    gatherFields(signature);
  return signature;
}
