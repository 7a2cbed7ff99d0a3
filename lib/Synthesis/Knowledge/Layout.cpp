// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How data lie, and where a kernel gets them from: tables and threads in one dimension, found again by arithmetic of
// indices; parameters as the fields of a struct.

#include "Writer.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

/// A struct has so many fields at most.
static constexpr unsigned mostFields = 12;

/// The structural decisions of this file, after all others.
void Writer::chooseLayout() {
  if (failed)
    return;
  LayoutWays ways = layoutWays();
  if (ways.tables > 1 && digits.comesUp(pathsAskedForTables)) {
    unsigned flat = digits.pick(ways.tables);
    flatTables = flat == 1;
    flatThreads = flat == 2;
  }
  if (ways.fields.size() > 1 && digits.comesUp(pathsAskedForFields))
    gathered = ways.fields[digits.pick(ways.fields.size())];
}

Writer::LayoutWays Writer::layoutWays() const {
  LayoutWays ways;
  bool hasTables = llvm::any_of(slots, [](const Slot &slot) { return slot.parameter.extents.size() > 1; });
  if (hasTables)
    ways.tables = coordinates.size() > 1 ? 3 : 2;
  unsigned numbers = llvm::count_if(slots, [](const Slot &slot) { return !slot.parameter.isArray && !slot.isLimit(); });
  unsigned arrays = llvm::count_if(slots, [](const Slot &slot) { return StringRef(slot.key).starts_with("in "); });
  if (numbers >= leastFields)
    ways.fields.push_back(Numbers);
  if (arrays >= leastFields)
    ways.fields.push_back(Arrays);
  if (ways.fields.size() == 3)
    ways.fields.push_back(Numbers | Arrays);
  return ways;
}

//===----------------------------------------------------------------------===//
// Arithmetic of indices
//===----------------------------------------------------------------------===//

/// `n`, `n+1`, `2*n`, `4` as a kernel says it: a number, or a parameter and what is done to it.
NodeRef Writer::extentNode(StringRef extent) {
  if (int64_t number = 0; !extent.getAsInteger(10, number))
    return arena.integer(number);
  if (auto [factor, rest] = extent.split('*'); !rest.empty())
    return arena.make(Kind::Binary, "Mult", {arena.make(Kind::Int, factor), extentNode(rest)});
  auto [size, more] = extent.split('+');
  NodeRef base = extentParameter(size);
  return more.empty() ? base : arena.make(Kind::Binary, "Add", {base, arena.make(Kind::Int, more)});
}

/// Where an element of a table lies, row by row.
NodeRef Writer::flatIndex(llvm::ArrayRef<NodeRef> indices, llvm::ArrayRef<std::string> extents) {
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
bool Writer::isWhollyIndexed(const WrittenParameter &table) const {
  unsigned uses = 0, known = 0;
  size_t rank = table.extents.size();
  for (NodeRef statement : blocks[0])
    walk(statement, [&](NodeRef node) {
      uses += node->isName(table.name);
      known += (node->is(Kind::Subscript) && node->kids[0]->isName(table.name) && node->kids.size() == rank + 1) ||
               (isAtomicOn(node, table.name) && node->kids.size() == rank + 3) || isShapeOf(node, table.name);
    });
  return uses == known && uses != 0;
}

/// A tree whose accesses to flat tables have one index.
NodeRef Writer::flatten(NodeRef node, llvm::ArrayRef<WrittenParameter> tables) {
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

Nodes Writer::flatten(const Nodes &list, llvm::ArrayRef<WrittenParameter> tables) {
  Nodes made;
  for (NodeRef node : list)
    made.push_back(flatten(node, tables));
  return made;
}

/// `i, j = wp.tid()` as one number, and what follows from it: rows by division, columns by the remainder.
void Writer::layThreadsInRow(NodeRef row) {
  Nodes &lines = blocks[0];
  size_t at = placeOfThread();
  Nodes names = lines[at]->kids[0]->kids;
  auto binary = [&](StringRef op, NodeRef left, NodeRef right) { return arena.make(Kind::Binary, op, {left, right}); };
  NodeRef index = flatIndex(names, coordinates);
  replaceAll(index, row);
  Nodes made = {arena.assign(row, arena.warp("tid", {}))};
  Nodes rest(lines.begin() + at + 1, lines.end());
  for (size_t d = 0; d < names.size(); ++d) {
    if (!readsName(rest, names[d]->text))
      continue;
    NodeRef below = nullptr; // how many threads one step of this coordinate is
    for (size_t inner = d + 1; inner < names.size(); ++inner)
      below = below ? binary("Mult", below, extentNode(coordinates[inner])) : extentNode(coordinates[inner]);
    NodeRef value = below ? binary("FloorDiv", row, below) : row;
    if (d != 0)
      value = binary("Mod", value, extentNode(coordinates[d]));
    made.push_back(arena.assign(names[d], value));
  }
  lines.erase(lines.begin() + at);
  lines.insert(lines.begin() + at, made.begin(), made.end());
}

/// Whether threads are places of a grid, whose elements are cells.
bool Writer::isGrid() const { return llvm::is_contained(coordinates, "x") || llvm::is_contained(coordinates, "z"); }

/// A function of the coordinates and extents that an index is made of, called.
NodeRef Writer::callIndex(NodeRef index, llvm::ArrayRef<NodeRef> names) {
  Nodes parameters, arguments = names.vec(); // coordinates, then extents
  walk(index, [&](NodeRef node) {
    if (node->is(Kind::Name) && llvm::none_of(arguments, [&](NodeRef known) { return isSame(known, node); }))
      arguments.push_back(node);
  });
  for (NodeRef argument : arguments)
    parameters.push_back(arena.make(Kind::Argument, argument->text, {typeOf(Shape::Int)}));
  const char *ofPlaces = isGrid() ? "cell_index" : "element_index";
  std::string name = fresh({rng.pick({"flat_index", "linear_index", "get_index", ofPlaces, "index_of"}), "index_at"});
  functions.push_back(
      {name, nullptr,
       arena.make(Kind::Function, name, std::move(parameters), {arena.make(Kind::Return, "", {index})})});
  return arena.call(name, std::move(arguments));
}

/// Gives the place of a thread's own element a name, where it is asked for more than once.
void Writer::nameCell() {
  Nodes &lines = blocks[0];
  size_t at = placeOfThread();
  Nodes names = lines[at]->kids[0]->kids;
  NodeRef index = flatIndex(names, coordinates);
  unsigned count = 0;
  for (NodeRef line : lines)
    walk(line, [&](NodeRef node) { count += isSame(node, index); });
  if (count < 2 || !layout.chance(75))
    return;
  NodeRef cell =
      arena.name(fresh({rng.pick({"idx", "index", isGrid() ? "cell" : "slot", "k", "flat_id"}), "idx", "flat"}));
  replaceAll(index, cell);
  NodeRef value = layout.chance(isPlain ? 0 : 60) ? callIndex(index, names) : index;
  lines.insert(lines.begin() + at + 1, arena.assign(cell, value));
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// What becomes of arrays: loads, stores and atomics.
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
    if (!isTileCall(node) || node->kids.size() < 2)
      return;
    NodeRef array = node->kids[1];
    WrittenParameter *parameter = find(array->is(Kind::Subscript) ? array->kids[0] : array);
    if (!parameter)
      return;
    StringRef function = node->kids[0]->text; // or its like with "_indexed"
    if (function.starts_with("tile_load")) {
      parameter->isRead = true;
      return;
    }
    parameter->isWritten = true;
    parameter->isUpdated |= function.starts_with("tile_atomic_add");
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

/// An output that the kernel reads, or changes in place, is called what it holds: nothing is new or out about it. What
/// is only added to by atomics may be an output, but is not new either.
void Writer::nameUpdated() {
  std::deque<WrittenParameter *> all;
  for (Slot &slot : slots)
    all.push_back(&slot.parameter);
  markAccesses(blocks[0], all);
  for (Slot &slot : slots) {
    WrittenParameter &array = slot.parameter;
    StringRef name = array.name;
    bool isNew = name.starts_with("new_"), isOut = name.starts_with("out_") || name.ends_with("_out");
    bool isInPlace = array.isWritten && (array.isRead || isAugmented(blocks[0], name));
    if (isInPlace ? !isNew && !isOut : !isNew || !array.isUpdated)
      continue;
    std::vector<std::string> words;
    for (StringRef word : slot.words) {
      word.consume_front("new_");
      word.consume_back("_out");
      words.push_back(word.str());
    }
    words.insert(words.end(), {"running_" + words.front(), "stored_" + words.front()});
    std::string bare = fresh(words);
    replaceAll(arena.name(name), arena.name(bare));
    array.name = bare;
  }
}

static unsigned countLoads(const Nodes &list, llvm::ArrayRef<WrittenParameter> parameters) {
  unsigned loads = 0;
  for (NodeRef statement : list)
    walk(statement, [&](NodeRef node) {
      bool stores = node->is(Kind::Assign) && node->kids[0]->is(Kind::Subscript);
      loads += node->callsWarp("tile_load") || node->callsWarp("tile_load_indexed");
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
void Writer::orderParameters() {
  std::deque<WrittenParameter *> all;
  for (Slot &slot : slots)
    all.push_back(&slot.parameter);
  markAccesses(blocks[0], all);
  llvm::DenseSet<StringRef> names;
  for (NodeRef statement : blocks[0])
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
    bool isField = !isOutput && (gathered & (parameter->isArray ? Arrays : Numbers));
    (isField ? fields : group).push_back(*parameter);
  }
  if (!style.lastOutputs)
    std::swap(numbers, written);
  numFields = fields.size();
  for (auto *group : {&fields, &read, &numbers, &written})
    llvm::append_range(parameters, *group);
  loads = countLoads(blocks[0], parameters);
}

static std::string camelCase(StringRef words) {
  std::string name;
  for (StringRef word : llvm::split(words, '_'))
    if (!word.empty())
      (name += llvm::toUpper(word[0])) += word.drop_front();
  return name;
}

/// Makes fields of one struct of the first parameters.
void Writer::gatherFields() {
  if (numFields < leastFields || numFields > mostFields) { // what would be gathered may not be read after all
    failed = true;
    return;
  }
  std::string owner = camelCase(entity), field = camelCase(domain->name);
  std::vector<std::string> types, names;
  if (gathered == Numbers) {
    types = {rng.pick({owner + "Params", field + "Params", std::string("SimParams"), std::string("Params")}),
             "Settings"};
    names = {rng.pick({"params", "params", "p", "cfg", "settings"}), "params", "options"};
  } else if (gathered == Arrays) {
    types = {rng.pick({owner + "State", owner + "Data", std::string("State"), field + "Data"}), "Arrays"};
    names = {rng.pick({std::string("state"), std::string("data"), std::string("state"), pluralOf(entity)}), "state",
             "buffers"};
  } else {
    types = {rng.pick({field + "Model", owner + "Model", std::string("Model"), owner + "Args"}), "Context"};
    names = {rng.pick({"model", "args", "model", "sim", "ctx"}), "model", "arguments"};
  }
  structType = fresh(types);
  structName = fresh(names);
  for (const WrittenParameter &each : llvm::ArrayRef(parameters).take_front(numFields)) {
    NodeRef name = arena.name(each.name), field = arena.make(Kind::Attribute, each.name, {arena.name(structName)});
    replaceAll(name, field);
  }
}

/// Updates of a thread's own elements, some as `a[i] = a[i] + x`.
Nodes Writer::sayUpdates(const Nodes &list, const Nodes &threads) {
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
    else
      made.push_back(arena.make(line->kind, line->text, line->kids, sayUpdates(line->body, threads),
                                sayUpdates(line->orelse, threads), line->line));
  }
  return made;
}

void Writer::layOut() {
  nameUpdated();
  if (NodeRef threads = isPlain ? nullptr : blocks[0][placeOfThread()]->kids[0])
    blocks[0] = sayUpdates(blocks[0], threads->is(Kind::Tuple) ? threads->kids : Nodes{threads});
  if (flatTables) {
    std::vector<WrittenParameter> tables;
    for (Slot &slot : slots)
      if (slot.parameter.extents.size() > 1 && isWhollyIndexed(slot.parameter)) {
        slot.parameter.isFlat = true;
        tables.push_back(slot.parameter);
      }
    failed |= tables.empty();
    blocks[0] = flatten(blocks[0], tables);
  }
  if (flatThreads)
    layThreadsInRow(arena.name(fresh({rng.pick({"tid", "tid", "idx", "thread", "index"}), "tid", "idx"})));
  else if (flatTables && coordinates.size() > 1)
    nameCell();
  applyHabits();
  orderParameters();
  if (gathered != None)
    gatherFields();
}
