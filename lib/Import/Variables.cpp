// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects each name's assignments and reads with the blocks they stand in, and decides from these alone.

#include "Variables.h"
#include "DefiniteAssignment.h"
#include "Generics.h"
#include "Program.h"
#include "PyTypes.h"
#include "kgen/IR/Builtins.h"
#include "kgen/IR/Types.h"
#include "kgen/IR/WarpFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>

using namespace llvm;
using mlir::Type;

namespace kgen::importer {

/// Positions before the first statement of a block.
static constexpr int atParameters = -2;
static constexpr int atLoopTarget = -1;

Variables::Variables(PyNode kernel, const Program &program) : program(program) {
  Block *body = makeBlock(nullptr, 0, kernel.list("body"), /*isLoop=*/false);
  for (PyNode parameter : kernel.child("args").list("args"))
    note(parameter.text("arg"), Access::Assign, body, atParameters);
  scanBlock(body);
  // A name that is only read belongs to the module.
  locals.remove_if([](const auto &entry) {
    return all_of(entry.second.occurrences, [](const Occurrence &use) { return use.access == Access::Read; });
  });
  for (auto &[name, local] : locals) {
    local.isReassigned = !isSingleAssignment(local) && !areSeparateLoops(local);
    if (local.isReassigned || !local.mutations.empty())
      placeDeclaration(name, local);
  }
}

static bool isDraw(PyNode call) { return !lookupDrawn(Program::dotted(call.child("func"))).empty(); }

/// The tiles that a call of one of Warp's functions changes in place; none for any other call.
static PyNodes changedTiles(PyNode call) {
  std::string callee = Program::dotted(call.child("func"));
  StringRef name = callee;
  const WarpFunction *function = name.consume_front("wp.") ? lookupWarpFunction(name) : nullptr;
  PyNodes tiles;
  if (function)
    for (auto [i, parameter] : enumerate(function->parameters))
      if (parameter.isChanged)
        tiles.push_back(argument(call, parameter.name, i));
  return tiles;
}

/// The type of what a target denotes in a name of type `root`; null where the way there leads through an array, whose
/// elements are not the name's.
static Type typeAtTarget(PyNode target, Type root) {
  if (target.is("Name"))
    return root;
  if (!root)
    return nullptr;
  Type outer = typeAtTarget(target.child("value"), root);
  if (!outer || isArray(outer) || !isStruct(outer))
    return outer && isArray(outer) ? Type() : outer;
  std::optional<unsigned> field = findField(outer, target.text("attr"));
  return field ? partType(outer, *field) : outer;
}

bool Variables::isVariable(StringRef name, Type type) const {
  const auto *found = locals.find(name);
  if (found == locals.end())
    return false;
  return found->second.isReassigned ||
         any_of(found->second.mutations, [&](PyNode target) { return typeAtTarget(target, type) != nullptr; });
}

ArrayRef<StringRef> Variables::declaredBefore(PyNode statement) const {
  auto found = declarations.find(statement.key());
  return found == declarations.end() ? ArrayRef<StringRef>() : ArrayRef<StringRef>(found->second);
}

//===----------------------------------------------------------------------===//
// Where names occur
//===----------------------------------------------------------------------===//

Variables::Block *Variables::makeBlock(Block *parent, int position, PyNodes statements, bool isLoop) {
  blocks.push_back({parent, position, isLoop, std::move(statements)});
  return &blocks.back();
}

void Variables::note(StringRef name, Access access, Block *block, int position) {
  locals[name].occurrences.push_back({access, block, position});
}

void Variables::scanReads(PyNode node, Block *block, int position) {
  for (StringRef name : node.names())
    note(name, Access::Read, block, position);
  for (PyNode call : node.calls())
    scanCall(call);
}

void Variables::scanCall(PyNode call) {
  for (PyNode tile : changedTiles(call))
    if (tile.is("Name"))
      locals[tile.text("id")].mutations.push_back(tile);
  // A random number that is drawn changes the state.
  PyNodes arguments = call.list("args");
  if (!arguments.empty() && arguments.front().is("Name") && isDraw(call))
    locals[arguments.front().text("id")].mutations.push_back(arguments.front());
  if (!Program::isFunction(call.child("func")))
    return;
  for (unsigned function : Program::functionIds(call.child("func")))
    for (PyNode referred : referredArguments(call, program.parametersOf(function))) {
      PyNode root = referred;
      while (root.is("Subscript") || (root.is("Attribute") && !root.child("ref")))
        root = root.child("value");
      if (root.is("Name") && !root.child("ref"))
        locals[root.text("id")].mutations.push_back(referred);
    }
}

void Variables::scanBlock(Block *block) {
  for (auto [position, statement] : enumerate(block->statements))
    scanStatement(statement, block, position);
}

void Variables::scanStatement(PyNode statement, Block *block, int position) {
  if (statement.is("Assign")) {
    scanReads(statement.child("value"), block, position);
    for (PyNode target : statement.list("targets"))
      scanTarget(target, Access::Assign, block, position);
  } else if (statement.is("AnnAssign")) {
    scanReads(statement.child("value"), block, position);
    scanTarget(statement.child("target"), Access::Assign, block, position);
  } else if (statement.is("AugAssign")) {
    PyNode target = statement.child("target");
    scanReads(statement.child("value"), block, position);
    if (target.is("Name"))
      note(target.text("id"), Access::Mutate, block, position);
    else
      scanTarget(target, Access::Mutate, block, position);
  } else if (statement.is("If")) {
    scanReads(statement.child("test"), block, position);
    scanBlock(makeBlock(block, position, statement.list("body"), /*isLoop=*/false));
    scanBlock(makeBlock(block, position, statement.list("orelse"), /*isLoop=*/false));
  } else if (statement.is("While")) {
    scanReads(statement.child("test"), makeBlock(block, position, {}, /*isLoop=*/true), 0);
    scanBlock(makeBlock(block, position, statement.list("body"), /*isLoop=*/true));
  } else if (statement.is("For")) {
    scanFor(statement, block, position);
  } else {
    scanReads(statement, block, position);
  }
}

void Variables::scanFor(PyNode statement, Block *block, int position) {
  scanReads(statement.child("iter"), block, position);
  Block *body = makeBlock(block, position, statement.list("body"), /*isLoop=*/true);
  scanTarget(statement.child("target"), Access::LoopTarget, body, atLoopTarget);
  scanBlock(body);
}

void Variables::scanTarget(PyNode target, Access access, Block *block, int position) {
  if (target.is("Name"))
    return note(target.text("id"), access, block, position);
  if (target.is("Tuple") || target.is("List")) {
    for (PyNode element : target.list("elts"))
      scanTarget(element, access, block, position);
    return;
  }
  // A store to a part is one to the name at the root; its indices are read.
  PyNode root = target;
  for (; root.is("Subscript") || root.is("Attribute"); root = root.child("value"))
    scanReads(root.child("slice"), block, position);
  if (!root.is("Name"))
    return scanReads(root, block, position);
  note(root.text("id"), Access::Read, block, position);
  locals[root.text("id")].mutations.push_back(target);
}

//===----------------------------------------------------------------------===//
// Which assignment reaches which use
//===----------------------------------------------------------------------===//

/// The position, in `block`, of the statement that an occurrence is in or below; a very low one where it is elsewhere.
int Variables::positionIn(const Block *block, const Occurrence &occurrence) {
  int position = occurrence.position;
  for (const Block *at = occurrence.block; at; position = at->position, at = at->parent)
    if (at == block)
      return position;
  return INT_MIN;
}

/// True where `to` lies in the region subtree after the statement of `from`.
bool Variables::reaches(const Occurrence &from, const Occurrence &to) {
  return positionIn(from.block, to) > from.position;
}

bool Variables::isSingleAssignment(const Local &local) {
  const Occurrence *only = nullptr;
  for (const Occurrence &occurrence : local.occurrences) {
    if (occurrence.access == Access::Read)
      continue;
    if (occurrence.access == Access::Mutate || only)
      return false;
    only = &occurrence;
  }
  return all_of(local.occurrences, [&](const Occurrence &use) { return &use == only || reaches(*only, use); });
}

/// True for the variable of one loop after another that is used nowhere else: each loop then has its own.
bool Variables::areSeparateLoops(const Local &local) {
  auto isTarget = [](const Occurrence &occurrence) { return occurrence.access == Access::LoopTarget; };
  for (const Occurrence &occurrence : local.occurrences) {
    if (!isTarget(occurrence) && occurrence.access != Access::Read)
      return false;
    unsigned around = count_if(local.occurrences, [&](const Occurrence &loop) {
      return isTarget(loop) && &loop != &occurrence && reaches(loop, occurrence);
    });
    if (around != (isTarget(occurrence) ? 0 : 1))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// Finds the statement that a variable is declared before, unless its first assignment can declare it.
void Variables::placeDeclaration(StringRef name, const Local &local) {
  ArrayRef<Occurrence> occurrences = local.occurrences;
  const Occurrence &first = occurrences.front();
  bool isAssigned = first.access == Access::Assign || first.access == Access::LoopTarget;
  if (isAssigned && all_of(occurrences.drop_front(), [&](const Occurrence &use) { return reaches(first, use); }))
    return;
  // The innermost block around all occurrences, or one outside its loop where a value may live on from trip to trip.
  auto holdsAll = [&](const Block *block) {
    return !block->statements.empty() &&
           all_of(occurrences, [&](const Occurrence &use) { return positionIn(block, use) >= 0; });
  };
  auto isInLoop = [](const Block *block) {
    for (; block; block = block->parent)
      if (block->isLoop)
        return true;
    return false;
  };
  const Block *block = first.block;
  while (block->parent && (!holdsAll(block) || (isInLoop(block) && !isAssignedBeforeUse(block->statements, name))))
    block = block->parent;
  int position = std::max(0, positionIn(block, first));
  declarations[block->statements[position].key()].push_back(name);
}

} // namespace kgen::importer
