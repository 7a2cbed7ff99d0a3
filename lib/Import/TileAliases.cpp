// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows the statements in order, branches and loops included: what may stand for one tile, and what shows another
// than Warp's since a change.

#include "TileAliases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace llvm;

namespace kgen::importer {

namespace {

/// The knowledge at one place of a function: more as paths meet.
struct AliasState {
  using Link = TileAliases::Link;
  struct Change {
    const Link *link;
    StringRef changed;
    PyNode node;
  };
  bool isReached = true;
  /// By name, the others that stand for the same tile, each with what made it so. Null for the caller's tile of a
  /// parameter.
  std::map<std::string, std::map<std::string, const Link *>> aliases;
  /// Names whose tiles changed by another name.
  std::map<std::string, Change> stale;

  /// Whether there was anything to add.
  bool add(const AliasState &other) {
    if (!other.isReached)
      return false;
    bool isNew = !isReached;
    isReached = true;
    for (const auto &[name, others] : other.aliases)
      for (const auto &entry : others)
        isNew |= aliases[name].insert(entry).second;
    for (const auto &entry : other.stale)
      isNew |= stale.insert(entry).second;
    return isNew;
  }
  static AliasState unreached() {
    AliasState state;
    state.isReached = false;
    return state;
  }
  void pair(const std::string &a, const std::string &b, const Link *link) {
    if (a == b)
      return;
    aliases[a][b] = link;
    aliases[b][a] = link;
  }
  /// The name gets another tile.
  void rebind(const std::string &name) {
    for (const auto &other : aliases[name])
      aliases[other.first].erase(name);
    aliases.erase(name);
    stale.erase(name);
  }
};

} // namespace

/// The caller's name of a parameter's tile, whatever the name gets later.
static std::string callersName(PyNode parameter) { return "*" + parameter.text("arg").str(); }

class AliasFollower {
public:
  explicit AliasFollower(const TileAliases &tiles, ArrayRef<PyNode> parameters)
      : tiles(tiles), parameters(parameters) {}

  void follow(ArrayRef<PyNode> statements, AliasState &state) {
    for (PyNode statement : statements)
      if (state.isReached && !conflict)
        followOne(statement, state);
  }
  std::optional<TileAliases::Conflict> conflict;

private:
  void followOne(PyNode statement, AliasState &state) {
    if (statement.is("If")) {
      read(statement.child("test"), state);
      AliasState otherwise = state;
      follow(statement.list("body"), state);
      follow(statement.list("orelse"), otherwise);
      state.add(otherwise);
    } else if (statement.is("For") || statement.is("While")) {
      followLoop(statement, state);
    } else if (statement.is("Break") || statement.is("Continue") || statement.is("Return")) {
      read(statement.child("value"), state);
      if (!statement.is("Return"))
        (statement.is("Break") ? breaks : continues).back().add(state);
      state = AliasState::unreached();
    } else if (statement.is("Assign") || statement.is("AnnAssign")) {
      read(statement.child("value"), state);
      PyNodes targets = statement.is("Assign") ? statement.list("targets") : PyNodes{statement.child("target")};
      for (PyNode target : targets)
        assign(target, statement, state);
    } else {
      PyNode target = statement.child("target");
      read(statement, state);
      read(target, state);
      for (PyNode node : {statement, target, statement.child("value")})
        change(node, statement, state);
    }
  }

  void followLoop(PyNode loop, AliasState &state) {
    read(loop.child("iter"), state);
    AliasState end = AliasState::unreached();
    for (bool isNew = true; isNew && !conflict;) {
      breaks.push_back(AliasState::unreached());
      continues.push_back(AliasState::unreached());
      AliasState body = state;
      read(loop.child("test"), body);
      if (loop.is("For"))
        assign(loop.child("target"), loop, body);
      follow(loop.list("body"), body);
      body.add(continues.back());
      end.add(breaks.back());
      breaks.pop_back();
      continues.pop_back();
      isNew = state.add(body);
    }
    state.add(end);
  }

  /// Assigns a statement's target: another tile, whose links are known, or another element.
  void assign(PyNode target, PyNode statement, AliasState &state) {
    if (target.is("Tuple")) {
      for (PyNode element : target.list("elts"))
        assign(element, statement, state);
      return;
    }
    if (!target.is("Name")) {
      read(target, state);
      change(target, statement, state);
      return;
    }
    std::string name = target.text("id").str();
    std::vector<std::pair<std::string, const TileAliases::Link *>> others;
    PyNode value = statement.child("value");
    for (const TileAliases::Link &link : tiles.links) {
      if (link.name != name || !(link.value == value || is_contained(value.list("elts"), link.value)))
        continue;
      others.emplace_back(link.of, &link);
      for (const auto &other : state.aliases[link.of])
        others.emplace_back(other.first, &link);
    }
    state.rebind(name);
    for (const auto &[other, link] : others)
      state.pair(name, other, link);
  }

  void read(PyNode node, const AliasState &state) {
    if (!node || conflict)
      return;
    SmallVector<StringRef> names = node.names();
    if (node.is("Name"))
      names.push_back(node.text("id"));
    for (StringRef name : names)
      if (auto found = state.stale.find(name.str()); found != state.stale.end())
        return refuse(found->second, node);
  }

  void refuse(const AliasState::Change &change, PyNode read) {
    if (!conflict)
      conflict = TileAliases::Conflict{PyNode(), *change.link, change.changed.str(), change.node, read};
  }

  void change(PyNode node, PyNode statement, AliasState &state) {
    auto found = tiles.changes.find(node.key());
    if (!node || found == tiles.changes.end())
      return;
    SmallVector<StringRef> names = statement.names();
    for (const std::string &name : found->second)
      for (const auto &[other, link] : state.aliases[name]) {
        if (conflict)
          return;
        AliasState::Change change{link, name, node};
        for (PyNode parameter : parameters)
          if (other == callersName(parameter))
            conflict = TileAliases::Conflict{parameter, {}, name, node, PyNode()};
        if (is_contained(names, other))
          refuse(change, PyNode());
        state.stale.try_emplace(other, change);
      }
  }

  const TileAliases &tiles;
  ArrayRef<PyNode> parameters;
  /// Of the loops around a statement, what leaves each one or its body early.
  std::vector<AliasState> breaks, continues;
};

std::optional<TileAliases::Conflict> TileAliases::find(ArrayRef<PyNode> parameters, ArrayRef<PyNode> statements) const {
  if (changes.empty() || (links.empty() && parameters.empty()))
    return std::nullopt;
  AliasFollower follower(*this, parameters);
  AliasState state;
  for (PyNode parameter : parameters)
    state.pair(parameter.text("arg").str(), callersName(parameter), nullptr);
  follower.follow(statements, state);
  return follower.conflict;
}

PyNode TileAliases::findParameter(ArrayRef<PyNode> parameters, StringRef name) const {
  StringSet<> seen;
  SmallVector<StringRef> waiting = {name};
  while (!waiting.empty()) {
    StringRef next = waiting.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    for (PyNode parameter : parameters)
      if (parameter.text("arg") == next)
        return parameter;
    for (const Link &link : links)
      if (link.name == next)
        waiting.push_back(link.of);
  }
  return PyNode();
}

} // namespace kgen::importer
