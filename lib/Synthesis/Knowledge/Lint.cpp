// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The demands of a build on the library: sides of equal dimension, concepts that can be derived, goals that are asked
// for, and one choice for two lines that belong together.

#include "Library.h"
#include "kgen/IR/BuiltinFacts.h"
#include "kgen/IR/Builtins.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetOperations.h"
#include <map>
#include <set>

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

namespace {

using Exponents = std::array<double, 7>;
/// The dimension of a value; none where anything fits, as with zero, or nothing is known.
using Found = std::optional<Exponents>;

/// The dimension of the result of a function that a rule calls.
DimensionRule ruleOf(StringRef function) {
  static constexpr StringRef constructors[] = {"vec2", "vec3", "vec4", "float"};
  if (llvm::is_contained(constructors, function))
    return DimensionRule::Same;
  std::string inWarp = ("wp." + function).str();
  if (const BuiltinFacts *facts = lookupAlias(inWarp))
    return facts->dimensions;
  for (const BuiltinInfo *info : lookupPython(Spelling::Call, inWarp))
    if (const BuiltinFacts *facts = lookupFacts(info->opName.split('.').second);
        facts && facts->dimensions != DimensionRule::Unknown)
      return facts->dimensions;
  return DimensionRule::Unknown;
}

class Dimensions {
public:
  Dimensions(const Library &library, const Rule &rule, Report report) : library(library), rule(rule), report(report) {}

  void check() {
    const Concept &head = library.concepts[rule.head];
    Found wanted = toFound(head.dimension);
    for (NodeRef spelling : rule.spellings) {
      if (rule.isFunction) {
        lines(spelling->body, wanted);
        continue;
      }
      agree(spelling, wanted, of(spelling), "the rule for '" + head.name + "'");
    }
  }

private:
  static Found toFound(const Dimension &dimension) {
    if (!dimension)
      return std::nullopt;
    Exponents exponents;
    std::copy(dimension->begin(), dimension->end(), exponents.begin());
    return exponents;
  }

  static std::string text(const Exponents &exponents) {
    std::string out;
    for (auto [letter, power] : llvm::zip(StringRef("LMTKQNI"), exponents))
      if (power != 0.0) {
        char buffer[16];
        std::snprintf(buffer, sizeof buffer, "%g", power);
        out += std::string(1, letter) + (power == 1.0 ? "" : buffer) + " ";
      }
    return out.empty() ? "1" : StringRef(out).rtrim().str();
  }

  Found agree(NodeRef at, const Found &a, const Found &b, const std::string &what) {
    if (a && b)
      for (auto [x, y] : llvm::zip(*a, *b))
        if (x - y > 1e-9 || y - x > 1e-9) {
          report(library.files[rule.file], at->line,
                 "expected one dimension in " + what + " but got '" + text(*a) + "' and '" + text(*b) + "'");
          break;
        }
    return a ? a : b;
  }

  void lines(const Nodes &list, const Found &wanted) {
    for (NodeRef line : list) {
      if (line->is(Kind::Assign) && line->kids[0]->is(Kind::Name)) {
        Found value = of(line->kids[1]);
        Found &known = locals[line->kids[0]->text];
        known = agree(line, known, value, "'" + line->kids[0]->text + "'");
      } else if (line->is(Kind::AugAssign)) {
        of(line->kids[1]);
      } else if (line->is(Kind::Return) && !line->kids.empty()) {
        agree(line, wanted, of(line->kids[0]), "what the rule for '" + library.concepts[rule.head].name + "' returns");
      } else if (line->is(Kind::If) || line->is(Kind::While)) {
        of(line->kids[0]);
      }
      lines(line->body, wanted);
      lines(line->orelse, wanted);
    }
  }

  static Found times(const Found &a, const Found &b, double sign) {
    if (!a || !b)
      return std::nullopt;
    Exponents sum;
    for (size_t i = 0; i < sum.size(); ++i)
      sum[i] = (*a)[i] + sign * (*b)[i];
    return sum;
  }

  static Found scaled(Found a, double factor) {
    if (a)
      for (double &power : *a)
        power *= factor;
    return a;
  }

  Found of(NodeRef node) {
    switch (node->kind) {
    case Kind::Name: {
      if (auto local = locals.find(node->text); local != locals.end())
        return local->second;
      std::optional<unsigned> which = library.find(node->text);
      return which ? toFound(library.concepts[*which].dimension) : std::nullopt;
    }
    case Kind::Int:
    case Kind::Float: {
      double value = 0.0;
      StringRef(node->text).getAsDouble(value);
      // A small number is there for safety, and zero fits everywhere.
      return value == 0.0 || (value > 0.0 && value < 1e-2) ? std::nullopt : Found(Exponents{});
    }
    case Kind::Subscript:
    case Kind::Unary:
      return of(node->kids[0]);
    case Kind::Binary: {
      Found a = of(node->kids[0]), b = of(node->kids[1]);
      if (node->text == "Mult")
        return times(a, b, 1.0);
      if (node->text == "Div")
        return times(a, b, -1.0);
      return agree(node, a, b, "a sum");
    }
    case Kind::Compare:
      agree(node, of(node->kids[0]), of(node->kids[1]), "a comparison");
      return Exponents{};
    case Kind::IfExp:
      of(node->kids[0]);
      return agree(node, of(node->kids[1]), of(node->kids[2]), "a choice");
    case Kind::Call:
      return ofCall(node);
    default:
      return std::nullopt;
    }
  }

  Found ofCall(NodeRef node) {
    StringRef function = node->kids[0]->text;
    std::vector<Found> values;
    for (NodeRef argument : llvm::drop_begin(node->kids))
      values.push_back(argument->is(Kind::Keyword) ? std::nullopt : of(argument));
    if (values.empty())
      return std::nullopt;
    Found first = values[0];
    auto agreeing = [&](llvm::ArrayRef<Found> all) {
      Found common = all.front();
      for (const Found &each : all.drop_front())
        common = agree(node, common, each, "the arguments of '" + function.str() + "'");
      return common;
    };
    switch (ruleOf(function)) {
    case DimensionRule::Same:
      return agreeing(values);
    case DimensionRule::Blend:
      return agreeing(llvm::ArrayRef(values).drop_back());
    case DimensionRule::Choice:
      return agreeing(llvm::ArrayRef(values).drop_front());
    case DimensionRule::Product:
      return times(first, values[1], 1.0);
    case DimensionRule::Ratio:
      return times(first, values[1], -1.0);
    case DimensionRule::Square:
      return scaled(first, 2.0);
    case DimensionRule::Root:
      return scaled(first, 0.5);
    case DimensionRule::Plain:
      agree(node, Exponents{}, first, "the argument of '" + function.str() + "'");
      return Exponents{};
    case DimensionRule::Unit:
      return Exponents{};
    case DimensionRule::Power: {
      double power;
      if (StringRef(node->kids[2]->text).getAsDouble(power)) {
        agree(node, Exponents{}, first, "a power of a variable exponent");
        return Exponents{};
      }
      return scaled(first, power);
    }
    case DimensionRule::Unknown:
      return std::nullopt;
    }
    return std::nullopt;
  }

  const Library &library;
  const Rule &rule;
  Report report;
  std::map<std::string, Found> locals;
};

/// Which letters of an idiom's goals every kernel of it writes or reads.
class AskedGoals {
public:
  explicit AskedGoals(const Nodes &body) { lines(body, asked); }

  bool contains(const std::string &letter) const { return asked.count(letter); }

private:
  using Letters = std::set<std::string>;

  static void lines(const Nodes &list, Letters &found) {
    for (NodeRef line : list)
      if (line->is(Kind::If))
        branch(line, found);
      else
        read(line, found);
  }

  /// If one of several arms is written, the letters that all of them ask for; a kernel's own condition is written with
  /// the lines that it guards.
  static void branch(NodeRef line, Letters &found) {
    if (!isChoice(line) && !asksOfGoal(line->kids[0]) && line->orelse.empty()) {
      read(line->kids[0], found);
      return lines(line->body, found);
    }
    std::vector<const Nodes *> arms = isChoice(line) ? armsOf(line) : std::vector{&line->body, &line->orelse};
    Letters common;
    lines(*arms.front(), common);
    for (const Nodes *arm : llvm::drop_begin(arms)) {
      Letters own;
      lines(*arm, own);
      llvm::set_intersect(common, own);
    }
    llvm::set_union(found, common);
  }

  static void read(NodeRef node, Letters &found) {
    if (node->is(Kind::Name))
      found.insert(node->text);
    if (node->calls("choose") || node->calls("zero") || node->calls("title"))
      return;
    for (NodeRef kid : node->kids)
      read(kid, found);
    lines(node->body, found);
    lines(node->orelse, found);
  }

  Letters asked;
};

/// A goal that an arm does without makes two structures of one kernel, and two docs of which one is wrong.
void lintGoals(const Library &library, const Idiom &idiom, Report report) {
  AskedGoals asked(idiom.body);
  for (const Idiom::Goal &goal : idiom.goals) {
    bool isAsked = llvm::any_of(goal.letters, [&](const std::string &letter) { return asked.contains(letter); });
    bool isOne = llvm::all_of(goal.ofDomains, [](const auto &options) { return options.size() < 2; });
    if (!isAsked && !isOne)
      report(library.files[idiom.file], idiom.line,
             "expected '" + goal.letters.front() + "' in all kernels of '" + idiom.name +
                 "' but some arm does without it");
  }
}

/// Lines of a block that are so near to each other are about one thing.
constexpr size_t nearLines = 4;

/// Whether two expressions differ in nothing but names; `readsNames` is set if they read any.
bool differInNames(NodeRef a, NodeRef b, bool &readsNames) {
  if (a->kind != b->kind || a->kids.size() != b->kids.size())
    return false;
  readsNames |= a->is(Kind::Name);
  if (!a->is(Kind::Name) && a->text != b->text)
    return false;
  bool callsName = a->is(Kind::Call) && a->kids[0]->is(Kind::Name);
  if (callsName && a->kids[0]->text != b->kids[0]->text)
    return false;
  for (size_t i = callsName; i < a->kids.size(); ++i)
    if (!differInNames(a->kids[i], b->kids[i], readsNames))
      return false;
  return true;
}

/// Choices of near lines whose arms differ only in names belong together: `u -= gx` beside `v -= dt * gy` is wrong.
class PairedChoices {
public:
  PairedChoices(llvm::StringRef file, Report report) : file(file), report(report) {}

  void block(const Nodes &lines) const {
    std::vector<Nodes> choices;
    for (NodeRef line : lines) {
      choices.push_back(choicesOf(line));
      for (size_t i = choices.size() - std::min(choices.size(), nearLines); i < choices.size(); ++i)
        compare(choices[i], choices.back(), line->line);
      block(line->body);
      block(line->orelse);
    }
  }

private:
  static Nodes choicesOf(NodeRef line) {
    Nodes found;
    for (NodeRef kid : line->kids)
      walk(kid, [&](NodeRef node) {
        if (node->calls("choose"))
          found.push_back(node);
      });
    return found;
  }

  void compare(const Nodes &before, const Nodes &here, unsigned line) const {
    for (NodeRef first : before)
      for (NodeRef second : here) {
        bool readsNames = false;
        if (first != second && differInNames(first, second, readsNames) && readsNames)
          return report(file, line,
                        "expected one choice where the arms of two differ in names only; write both lines into each "
                        "arm of one 'if ANY:'");
      }
  }

  StringRef file;
  Report report;
};

} // namespace

void kgen::knowledge::lint(const Library &library, Report report) {
  llvm::DenseSet<unsigned> derived, read;
  for (const Rule &rule : library.rules) {
    derived.insert(rule.head);
    if (!rule.isSum)
      Dimensions(library, rule, report).check();
    for (const std::vector<Leaf> &leaves : rule.leaves)
      for (const Leaf &leaf : leaves)
        read.insert(leaf.concept_);
  }
  for (const Idiom &idiom : library.idioms) {
    lintGoals(library, idiom, report);
    PairedChoices(library.files[idiom.file], report).block(idiom.body);
  }
  for (const Part &part : library.parts)
    PairedChoices(library.files[part.file], report).block(part.body);
  for (auto [i, which] : llvm::enumerate(library.concepts))
    if (!which.homes && !derived.contains(i))
      report(library.files[which.file], which.line,
             "expected a home or a rule for the concept '" + which.name + "', which nothing can give");
}
