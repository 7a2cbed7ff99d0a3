// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that are read once go into what reads them, and what nobody reads goes.

#include "Tidy.h"
#include "llvm/ADT/StringExtras.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

/// Whether a statement gives values to names alone.
static bool isNamed(NodeRef statement) {
  return (statement->is(Kind::Assign) || statement->is(Kind::AugAssign)) &&
         (statement->kids[0]->is(Kind::Name) || statement->kids[0]->is(Kind::Tuple));
}

static Nodes namesOf(NodeRef target) { return target->is(Kind::Tuple) ? target->kids : Nodes{target}; }

/// Whether a value changes something: memory, or the state that random numbers come from.
static bool hasEffect(NodeRef value) {
  bool found = false;
  walk(value, [&](NodeRef node) {
    StringRef name = node->text;
    found |= node->is(Kind::Attribute) &&
             (name.starts_with("atomic_") || name.starts_with("rand") || name.starts_with("sample_"));
  });
  return found;
}

NameCounts::NameCounts(const Nodes &lines) {
  for (NodeRef statement : lines)
    walk(statement, [&](NodeRef node) {
      if (node->is(Kind::Name))
        ++reads[node->text];
      // A tile is changed in place.
      if (tileFunctionOf(node))
        for (auto [parameter, argument] : llvm::zip(tileFunctionOf(node)->parameters, llvm::drop_begin(node->kids)))
          if (parameter.isChanged && argument->is(Kind::Name))
            ++assignments[argument->text];
      if (!node->is(Kind::Assign) && !node->is(Kind::AugAssign) && !node->is(Kind::For))
        return;
      NodeRef target = node->kids[0];
      for (NodeRef name : namesOf(target))
        if (name->is(Kind::Name)) {
          --reads[name->text];
          ++assignments[name->text];
        }
      // A component is changed.
      if (target->is(Kind::Subscript) && target->kids[0]->is(Kind::Name))
        ++assignments[target->kids[0]->text];
    });
}

Nodes Tidier::dropUnread(const Nodes &list, const NameCounts &counts, bool &changed) {
  Nodes kept;
  for (NodeRef statement : list) {
    auto isUnread = [&](NodeRef name) { return counts.reads.lookup(name->text) == 0; };
    if (isNamed(statement) && llvm::all_of(namesOf(statement->kids[0]), isUnread) && !hasEffect(statement->kids[1]) &&
        !statement->kids[1]->callsWarp("tid")) {
      changed = true;
      continue;
    }
    if (statement->body.empty()) {
      kept.push_back(statement);
      continue;
    }
    Nodes body = dropUnread(statement->body, counts, changed), other = dropUnread(statement->orelse, counts, changed);
    if (body.empty() && other.empty()) {
      changed = true;
      continue;
    }
    if (body.empty())
      body.push_back(arena.make(Kind::Pass));
    kept.push_back(arena.make(statement->kind, statement->text, statement->kids, std::move(body), std::move(other)));
  }
  return kept;
}

/// The form of a value without its names and numbers: the function that gives it, along any axis, or the
/// operators.
static std::string formOf(NodeRef value) {
  if (value->is(Kind::Call)) {
    StringRef callee = value->kids[0]->text;
    bool hasAxis = callee.size() > 2 && callee[callee.size() - 2] == '_';
    return callee.drop_back(hasAxis ? 2 : 0).str();
  }
  std::string form;
  walk(value, [&](NodeRef node) {
    form += char('A' + unsigned(node->kind));
    form += std::to_string(node->kids.size());
    if (node->is(Kind::Call))
      form += node->kids[0]->text;
    else if (node->is(Kind::Binary) || node->is(Kind::Unary))
      form += node->text;
  });
  return form;
}

/// Decides whether a value that is read once loses its name. Values that are alike (the fluxes of four faces) all do,
/// or none does; loads are decided one by one.
bool Tidier::chooseToInline(NodeRef value) {
  if (value->is(Kind::Subscript))
    return layout.chance(style.inlining);
  auto [loses, isNew] = losing.try_emplace(formOf(value), false);
  if (isNew)
    loses->second = layout.chance(style.inlining);
  return loses->second;
}

/// The statement in which the value of a line can stand instead of its name; the size of the list if there is none.
/// Nothing may change in between what the value reads.
static size_t findUser(const Nodes &list, size_t at, const NameCounts &counts) {
  NodeRef line = list[at], name = line->kids.empty() ? nullptr : line->kids[0];
  if (!line->is(Kind::Assign) || !name->is(Kind::Name) || counts.reads.lookup(name->text) != 1 ||
      counts.assignments.lookup(name->text) != 1 || hasEffect(line->kids[1]) || line->kids[1]->callsWarp("tid"))
    return list.size();
  for (size_t user = at + 1; user < list.size(); ++user) {
    NodeRef other = list[user];
    if (readsName({other}, name->text))
      return user;
    if (!other->is(Kind::Assign) || !other->kids[0]->is(Kind::Name) ||
        counts.assignments.lookup(other->kids[0]->text) != 1 || hasEffect(other->kids[1]))
      break;
  }
  return list.size();
}

/// Whether a statement can have the value of a line instead of its name.
static bool canTakeValue(NodeRef user, NodeRef line) {
  NodeRef name = line->kids[0], value = line->kids[1];
  bool isTiled = false; // `wp.tile` takes a value, and no element of an array
  if (value->is(Kind::Subscript))
    walk(user, [&](NodeRef node) { isTiled |= node->callsWarp("tile") && node->kids[1]->isName(name->text); });
  return !user->is(Kind::While) && !isTiled && readsName(user->kids, name->text) &&
         sizeOf(value) + (user->kids.size() > 1 ? sizeOf(user->kids[1]) : 0) <= mostInExpression;
}

Nodes Tidier::inlineOnce(const Nodes &list, const NameCounts &counts) {
  Nodes made;
  for (NodeRef line : list) {
    Nodes body = inlineOnce(line->body, counts), other = inlineOnce(line->orelse, counts);
    made.push_back(line->body.empty() && line->orelse.empty()
                       ? line
                       : arena.make(line->kind, line->text, line->kids, std::move(body), std::move(other)));
  }
  for (size_t k = 0; k < made.size();) {
    NodeRef line = made[k];
    size_t user = findUser(made, k, counts);
    // Nobody loads a value into a name to copy it to another.
    bool isCopied = user < made.size() && made[user]->is(Kind::Assign) && made[user]->kids[0]->is(Kind::Name) &&
                    made[user]->kids[1]->isName(line->kids[0]->text);
    if (user == made.size() || !canTakeValue(made[user], line) || !(isCopied || chooseToInline(line->kids[1]))) {
      ++k;
      continue;
    }
    made[user] = replace(made[user], line->kids[0], line->kids[1], arena);
    made.erase(made.begin() + k);
    k = k ? k - 1 : 0;
  }
  return made;
}

/// The value behind the minus of a value that begins with one; null for any other.
NodeRef Tidier::withoutMinus(NodeRef value) {
  if (value->is(Kind::Unary) && value->text == "USub")
    return value->kids[0];
  NodeRef left = value->is(Kind::Binary) && (value->text == "Mult" || value->text == "Div")
                     ? withoutMinus(value->kids[0])
                     : nullptr;
  return left ? arena.make(Kind::Binary, value->text, {left, value->kids[1]}) : nullptr;
}

/// Whether this is a number that the kernel is given: by value, or an element of an array.
bool Tidier::isGivenNumber(NodeRef value) const {
  NodeRef name = value->is(Kind::Subscript) ? value->kids[0] : value;
  return name->is(Kind::Name) && llvm::any_of(decided.slots, [&](const Slot &slot) {
           return slot.parameter.name == name->text && slot.parameter.shape == Shape::Scalar &&
                  slot.parameter.isArray == value->is(Kind::Subscript);
         });
}

/// Terms put together from several rules as an author writes them: `a - b * c` for `a + -b * c`, `k * x` for `-(-k *
/// x)`,
/// `-(k * x)` for `k * -x`, `2.0 * x` for `x + x`.
NodeRef Tidier::withSigns(NodeRef node) {
  auto all = [&](const Nodes &list) {
    Nodes made;
    for (NodeRef each : list)
      made.push_back(withSigns(each));
    return made;
  };
  Nodes kids = all(node->kids);
  bool isSum = node->is(Kind::Binary) && (node->text == "Add" || node->text == "Sub");
  NodeRef rest = node->is(Kind::Binary) ? withoutMinus(kids[1]) : nullptr;
  if (rest && isSum)
    return arena.make(Kind::Binary, node->text == "Add" ? "Sub" : "Add", {kids[0], rest});
  if (rest && node->text == "Mult")
    return arena.make(Kind::Unary, "USub", {arena.make(Kind::Binary, "Mult", {kids[0], rest})});
  if (NodeRef positive = node->is(Kind::Unary) && node->text == "USub" ? withoutMinus(kids[0]) : nullptr)
    return positive;
  if (isSum && node->text == "Add" && isGivenNumber(kids[0]) && isSame(kids[0], kids[1]))
    return arena.make(Kind::Binary, "Mult", {arena.make(Kind::Float, "2.0"), kids[0]});
  Nodes body = all(node->body), orelse = all(node->orelse);
  if (kids == node->kids && body == node->body && orelse == node->orelse)
    return node;
  return arena.make(node->kind, node->text, std::move(kids), std::move(body), std::move(orelse), node->line);
}

/// Whether a statement, or one in it, gives a name or a part of what it holds a value.
static bool changesName(NodeRef statement, StringRef name) {
  bool found = false;
  walk(statement, [&](NodeRef node) {
    if (!node->is(Kind::Assign) && !node->is(Kind::AugAssign) && !node->is(Kind::For))
      return;
    NodeRef target = node->kids[0]->is(Kind::Subscript) ? node->kids[0]->kids[0] : node->kids[0];
    for (NodeRef each : namesOf(target))
      found |= each->isName(name);
  });
  return found;
}

/// `v = vel`, where `vel` is what was loaded and is not asked for once `v` changes: one name for both.
Nodes Tidier::joinCopies(Nodes list, const NameCounts &counts) {
  for (size_t k = 0; k < list.size(); ++k) {
    NodeRef copy = list[k];
    bool isCopy = copy->is(Kind::Assign) && copy->kids[0]->is(Kind::Name) && copy->kids[1]->is(Kind::Name);
    if (!isCopy || counts.assignments.lookup(copy->kids[1]->text) != 1)
      continue;
    StringRef to = copy->kids[0]->text, from = copy->kids[1]->text;
    auto loaded = llvm::find_if(llvm::make_range(list.begin(), list.begin() + k), [&](NodeRef statement) {
      return statement->is(Kind::Assign) && statement->kids[0]->isName(from);
    });
    bool isNew = !readsName(Nodes(list.begin(), list.begin() + k), to);
    size_t changed = k + 1;
    while (changed < list.size() && !changesName(list[changed], to))
      ++changed;
    if (loaded == list.begin() + k || !isNew || readsName(Nodes(list.begin() + changed, list.end()), from))
      continue;
    // `v1` is called so because there was a `v`.
    bool isNumbered = to.starts_with(from) && llvm::all_of(to.drop_front(from.size()), llvm::isDigit);
    NodeRef kept = copy->kids[isNumbered], dropped = copy->kids[!isNumbered];
    for (NodeRef &statement : list)
      statement = replace(statement, dropped, kept, arena);
    list.erase(list.begin() + k--);
  }
  return list;
}

/// Loops behind one another count with one word: `axis1` is called so because there was an `axis`.
Nodes Tidier::shareCounters(Nodes list) {
  auto isCountedBy = [](NodeRef statement, StringRef name) {
    return statement->is(Kind::For) && statement->kids[0]->isName(name);
  };
  for (NodeRef &loop : list) {
    if (!loop->is(Kind::For) || !loop->kids[0]->is(Kind::Name))
      continue;
    StringRef word = StringRef(loop->kids[0]->text).rtrim("0123456789");
    auto isOther = [&](NodeRef statement) { return !isCountedBy(statement, word) && readsName({statement}, word); };
    if (word != loop->kids[0]->text && llvm::any_of(list, [&](NodeRef each) { return isCountedBy(each, word); }) &&
        llvm::none_of(list, isOther))
      loop = replace(loop, loop->kids[0], arena.name(word), arena);
  }
  return list;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Whether `value` is an element of an array that nothing writes to, at a place that stays the same.
bool Tidier::isStableLoad(NodeRef value, const Loads &loads) const {
  if (!value->is(Kind::Subscript) || !value->kids[0]->is(Kind::Name) || loads.written.contains(value->kids[0]->text))
    return false;
  bool isArray = llvm::any_of(decided.slots, [&](const Slot &slot) {
    return slot.parameter.isArray && slot.parameter.name == value->kids[0]->text;
  });
  return isArray && llvm::all_of(llvm::drop_begin(value->kids), [&](NodeRef index) {
           return index->is(Kind::Int) || (index->is(Kind::Name) && loads.counts.assignments.lookup(index->text) < 2);
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

/// Loads of some values stand where these are read, though that is more than once; but an index that several elements
/// are found by has a name.
Nodes Tidier::loadAgain(const Nodes &list, const Loads &loads) {
  Nodes made;
  for (NodeRef line : list) {
    Nodes body = loadAgain(line->body, loads), other = loadAgain(line->orelse, loads);
    made.push_back(line->body.empty()
                       ? line
                       : arena.make(line->kind, line->text, line->kids, std::move(body), std::move(other), line->line));
  }
  for (size_t k = 0; k < made.size();) {
    NodeRef line = made[k];
    bool isCandidate = line->is(Kind::Assign) && line->kids[0]->is(Kind::Name) && isStableLoad(line->kids[1], loads) &&
                       loads.counts.assignments.lookup(line->kids[0]->text) == 1 &&
                       !loads.partly.contains(line->kids[0]->text);
    unsigned count = isCandidate ? loads.counts.reads.lookup(line->kids[0]->text) : 0;
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

Nodes Tidier::loadAgain(const Nodes &lines) {
  Loads loads = {NameCounts(lines), {}, {}};
  for (NodeRef line : lines)
    walk(line, [&](NodeRef node) {
      bool isAtomic = node->is(Kind::Call) && node->kids.size() > 1 && node->kids[0]->is(Kind::Attribute);
      bool isStore = node->is(Kind::Assign) || node->is(Kind::AugAssign);
      if (node->is(Kind::Subscript) && node->kids[0]->is(Kind::Name))
        loads.partly.insert(node->kids[0]->text);
      if (node->callsWarp("tile")) // which takes a value, and no element of an array
        loads.partly.insert(node->kids[1]->text);
      if (isStore && node->kids[0]->is(Kind::Subscript))
        loads.written.insert(node->kids[0]->kids[0]->text);
      if (isAtomic && node->kids[1]->is(Kind::Name))
        loads.written.insert(node->kids[1]->text);
    });
  return loadAgain(lines, loads);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

Nodes Tidier::run(Nodes lines) {
  for (bool changed = true; changed;) {
    changed = false;
    lines = dropUnread(lines, NameCounts(lines), changed);
  }
  lines = joinCopies(lines, NameCounts(lines));
  lines = shareCounters(inlineOnce(lines, NameCounts(lines)));
  for (NodeRef &line : lines)
    line = withSigns(line);
  return isPlain ? lines : loadAgain(lines);
}

bool kgen::knowledge::isTooDeep(const Nodes &lines) {
  bool found = false;
  for (NodeRef line : lines)
    walk(line, [&](NodeRef node) {
      bool isStatement = node->kind >= Kind::Assign && node->kind <= Kind::Expr;
      found |= isStatement && llvm::any_of(node->kids, [](NodeRef value) { return depthOf(value) > mostDepth; });
    });
  return found;
}

/// Whether a loop adds one and the same value again and again to a sum that it does not read: the mean of a constant.
static bool addsTheSame(NodeRef loop, const Nodes &body, const llvm::StringSet<> &sums) {
  return llvm::any_of(body, [&](NodeRef line) {
    if (line->is(Kind::For))
      return addsTheSame(loop, line->body, sums);
    if (!line->is(Kind::AugAssign) || line->text != "Add" || !sums.contains(line->kids[0]->text) ||
        hasEffect(line->kids[1]))
      return false;
    bool readsAny = false, varies = loop->kids[0]->is(Kind::Name) && readsName({line->kids[1]}, loop->kids[0]->text);
    walk(line->kids[1], [&](NodeRef node) {
      readsAny |= node->is(Kind::Name);
      varies |= node->is(Kind::Name) && changesName(loop, node->text);
    });
    unsigned uses = 0;
    for (NodeRef each : loop->body)
      walk(each, [&](NodeRef node) { uses += node->isName(line->kids[0]->text); });
    return readsAny && !varies && uses == 1;
  });
}

bool kgen::knowledge::isDegenerate(const Nodes &lines) {
  bool found = false;
  // Sums begin with nothing; what begins with a value is moved step by step.
  llvm::StringSet<> sums;
  auto collect = [&](NodeRef node) {
    if (!node->is(Kind::Assign) || !node->kids[0]->is(Kind::Name))
      return;
    bool readsAny = false;
    walk(node->kids[1], [&](NodeRef each) {
      readsAny |= each->is(Kind::Name) && !each->isName("wp") && !each->isName("float") && !each->isName("int");
    });
    if (!readsAny)
      sums.insert(node->kids[0]->text);
  };
  for (NodeRef line : lines)
    walk(line, collect);
  for (NodeRef line : lines)
    walk(line, [&](NodeRef node) { found |= node->is(Kind::For) && addsTheSame(node, node->body, sums); });
  return found;
}
