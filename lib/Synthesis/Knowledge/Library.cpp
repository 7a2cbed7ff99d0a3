// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the statements of data/library to concepts, rules and idioms.

#include "Library.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <charconv>
#include <set>

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

bool kgen::knowledge::isFloating(Shape shape) { return shape != Shape::Int && shape != Shape::UInt; }
bool kgen::knowledge::isVector(Shape shape) {
  return shape == Shape::Vector || shape == Shape::Vec2 || shape == Shape::Vec3 || shape == Shape::Vec4;
}

std::optional<unsigned> Library::findDomain(StringRef name) const {
  for (auto [i, domain] : llvm::enumerate(domains))
    if (domain.name == name)
      return i;
  return std::nullopt;
}

std::vector<const Part *> Library::partsOf(const Domain &domain, StringRef kind) const {
  std::vector<const Part *> possible;
  for (const Part &candidate : parts) {
    bool isVisible = llvm::any_of(
        domain.visible, [&](unsigned which) { return llvm::is_contained(candidate.domains, domains[which].name); });
    if (candidate.kind == kind && (candidate.domains.empty() || isVisible))
      possible.push_back(&candidate);
  }
  return possible;
}

std::optional<Role> kgen::knowledge::roleOf(NodeRef index) {
  return index->isName("i")   ? std::optional(Role::Own)
         : index->isName("j") ? std::optional(Role::Partner)
         : index->isName("e") ? std::optional(Role::Edge)
                              : std::nullopt;
}

static std::vector<std::string> split(StringRef text) {
  llvm::SmallVector<StringRef> parts;
  llvm::SplitString(text, parts);
  return {parts.begin(), parts.end()};
}

namespace {
/// The library's name of a way to draw an input's numbers.
struct KindOfInput {
  llvm::StringLiteral name;
  InputKind kind;
  Meaning meaning = Meaning::Number;
};

constexpr KindOfInput inputKinds[] = {
    {"unit", InputKind::Unit},
    {"rotation", InputKind::Rotation},
    {"spd", InputKind::Spd},
    {"increasing", InputKind::Increasing},
    {"along_y", InputKind::AlongY},
    {"along_z", InputKind::AlongZ},
    {"index", InputKind::Uniform},
    {"other", InputKind::Uniform, Meaning::OtherRow},
    {"low_half", InputKind::LowHalf},
    {"high_half", InputKind::HighHalf},
    {"ends", InputKind::Ends},
    {"offsets", InputKind::Offsets},
    {"permutation", InputKind::Permutation},
    {"count", InputKind::Uniform, Meaning::Count},
    {"flag", InputKind::Flag},
    {"mode", InputKind::Uniform, Meaning::Mode},
};

/// Arguments of a call by place and by name.
class Arguments {
public:
  explicit Arguments(NodeRef call) {
    for (NodeRef kid : llvm::drop_begin(call->kids))
      (kid->is(Kind::Keyword) ? named : placed).push_back(kid);
  }
  NodeRef get(unsigned place, StringRef name) const {
    if (place < placed.size())
      return placed[place];
    for (NodeRef keyword : named)
      if (keyword->text == name)
        return keyword->kids[0];
    return nullptr;
  }
  StringRef text(unsigned place, StringRef name) const {
    NodeRef node = get(place, name);
    return node && node->is(Kind::Str) ? StringRef(node->text) : StringRef();
  }
  Nodes placed, named;
};

std::optional<double> numberOf(NodeRef node) {
  if (node->is(Kind::Unary) && node->text == "USub") {
    std::optional<double> value = numberOf(node->kids[0]);
    return value ? std::optional<double>(-*value) : std::nullopt;
  }
  if (!node->is(Kind::Int) && !node->is(Kind::Float))
    return std::nullopt;
  double value;
  const char *begin = node->text.data(), *end = begin + node->text.size();
  auto [rest, error] = std::from_chars(begin, end, value);
  return error == std::errc() && rest == end ? std::optional(value) : std::nullopt;
}
} // namespace

static constexpr unsigned none = ~0u;
static constexpr unsigned anywhere = 1000;

/// The next arm of one choice; null at the last.
static NodeRef elifOf(NodeRef choice) {
  bool isOne =
      choice->orelse.size() == 1 && isChoice(choice->orelse[0]) && choiceName(choice->orelse[0]) == choiceName(choice);
  return isOne ? choice->orelse[0] : nullptr;
}

std::vector<const Nodes *> kgen::knowledge::armsOf(NodeRef choice) {
  static const Nodes nothing;
  std::vector<const Nodes *> arms = {&choice->body};
  for (NodeRef next = elifOf(choice); next; choice = next, next = elifOf(choice))
    arms.push_back(&next->body);
  arms.push_back(choice->orelse.empty() ? &nothing : &choice->orelse);
  return arms;
}

namespace kgen::knowledge {

class LibraryReader {
public:
  LibraryReader(Library &library, Report report) : library(library), report(report) {}

  bool read(llvm::ArrayRef<LibraryFile> files) {
    std::vector<std::pair<unsigned, NodeRef>> statements;
    for (auto [name, words] : files) {
      if (name == preludeFile) {
        library.prelude.setWords(words);
        continue;
      }
      std::optional<Nodes> nodes = readNodes(words, library.arena);
      if (!nodes)
        return false;
      for (NodeRef node : *nodes)
        statements.push_back({unsigned(library.files.size()), node});
      library.files.push_back(name.str());
    }
    // A rule may read what a later file declares.
    for (auto [file, node] : statements)
      declare(file, node);
    for (auto [file, node] : statements)
      define(file, node);
    for (Domain &domain : library.domains)
      link(domain);
    for (Idiom &idiom : library.idioms) {
      for (Idiom::Goal &goal : idiom.goals)
        link(goal, idiom.domains);
      checkParts(idiom);
      checkChoices(idiom);
    }
    return !failed;
  }

private:
  void error(NodeRef node, const std::string &message) {
    failed = true;
    report(library.files[file], node->line, message);
  }

  //===--------------------------------------------------------------------===//
  // Declarations
  //===--------------------------------------------------------------------===//

  void declare(unsigned inFile, NodeRef node) {
    file = inFile;
    if (node->is(Kind::Expr) && node->kids[0]->calls("domain"))
      declareDomain(node->kids[0]);
    else if (node->is(Kind::Assign) && node->kids[1]->calls("concept"))
      declareConcept(node->kids[0], node->kids[1]);
  }

  void declareDomain(NodeRef call) {
    Arguments arguments(call);
    Domain &domain = library.domains.emplace_back();
    domain.name = arguments.text(0, "name").str();
    domain.uses = split(arguments.text(anywhere, "uses"));
    domain.entities = split(arguments.text(anywhere, "entity"));
    domain.edges = split(arguments.text(anywhere, "edge"));
    domain.kind = arguments.text(anywhere, "kind").str();
    if (domain.kind.empty())
      domain.kind = "type";
    domain.group = arguments.text(anywhere, "group").str();
    if (domain.group.empty())
      domain.group = "world";
    if (domain.entities.empty())
      domain.entities = {"element"};
    if (domain.edges.empty())
      domain.edges = {"edge"};
    domainOfFile[file] = library.domains.size() - 1;
  }

  std::optional<Shape> shapeOf(NodeRef at, StringRef text) {
    auto shape = llvm::StringSwitch<std::optional<Shape>>(text)
                     .Case("scalar", Shape::Scalar)
                     .Case("int", Shape::Int)
                     .Case("uint", Shape::UInt)
                     .Case("vector", Shape::Vector)
                     .Case("vec2", Shape::Vec2)
                     .Case("vec3", Shape::Vec3)
                     .Case("vec4", Shape::Vec4)
                     .Case("mat22", Shape::Mat22)
                     .Case("mat33", Shape::Mat33)
                     .Case("mat44", Shape::Mat44)
                     .Case("quat", Shape::Quat)
                     .Case("transform", Shape::Transform)
                     .Case("spatial", Shape::Spatial)
                     .Default(std::nullopt);
    if (!shape)
      error(at, "expected a shape such as \"scalar\" or \"vec3\" but got \"" + text.str() + "\"");
    return shape;
  }

  Dimension dimensionOf(NodeRef at, StringRef text) {
    if (text == "-" || text.empty())
      return std::nullopt;
    std::array<int8_t, 7> exponents = {};
    int sign = 1;
    static constexpr StringRef letters = "LMTKQNI";
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '/') {
        sign = -1;
        continue;
      }
      size_t letter = letters.find(text[i]);
      if (letter == StringRef::npos) {
        if (text[i] != '1' && text[i] != '*')
          error(at, "expected a dimension of the letters LMTKQNI but got \"" + text.str() + "\"");
        continue;
      }
      int power = 1;
      if (i + 1 < text.size() && llvm::isDigit(text[i + 1]))
        power = text[++i] - '0';
      exponents[letter] += sign * power;
    }
    return exponents;
  }

  Values valuesOf(const Arguments &arguments, unsigned place, Shape shape) {
    Values values;
    bool centred = isVector(shape) || shape >= Shape::Mat22;
    values.low = centred ? -1.0 : isFloating(shape) ? 0.5 : 1;
    values.high = centred ? 1.0 : isFloating(shape) ? 1.5 : 4;
    if (NodeRef range = arguments.get(place, "values"); range && range->is(Kind::Tuple) && range->kids.size() == 2) {
      values.low = numberOf(range->kids[0]).value_or(0.0);
      values.high = numberOf(range->kids[1]).value_or(0.0);
    }
    NodeRef kind = arguments.get(anywhere, "kind");
    if (!kind)
      return values;
    StringRef name = kind->is(Kind::Call) ? kind->kids[0]->text : kind->text;
    auto known = llvm::find_if(inputKinds, [&](const KindOfInput &each) { return each.name == name; });
    if (known == std::end(inputKinds)) {
      error(kind, "expected a kind of input such as unit or index(\"n\") but got '" + name.str() + "'");
    } else {
      values.kind = known->kind;
      values.meaning = known->meaning;
    }
    if (kind->is(Kind::Call) && kind->kids.size() == 2)
      values.extent = Length::of(kind->kids[1]->text);
    if (values.kind == InputKind::Flag) {
      values.low = 0;
      values.high = 1;
    }
    return values;
  }

  void declareConcept(NodeRef target, NodeRef call) {
    Arguments arguments(call);
    std::optional<Shape> shape = shapeOf(call, arguments.text(0, "shape"));
    if (!shape || !target->is(Kind::Name))
      return;
    Concept made;
    made.name = target->text;
    made.shape = *shape;
    made.dimension = dimensionOf(call, arguments.text(1, "dimension"));
    for (StringRef home : split(arguments.text(2, "home"))) {
      uint8_t known = llvm::StringSwitch<uint8_t>(home)
                          .Case("entity", Entity)
                          .Case("edge", Edge)
                          .Case("parameter", Param)
                          .Case("constant", Constant)
                          .Default(0);
      if (!known)
        error(call, "expected a home of entity, edge, parameter and constant but got '" + home.str() + "'");
      made.homes |= known;
    }
    made.names = split(arguments.text(anywhere, "names"));
    if (made.names.empty())
      made.names = {made.name};
    made.plurals = split(arguments.text(anywhere, "plural"));
    if (made.plurals.empty())
      made.plurals = made.names;
    made.shorts = split(arguments.text(anywhere, "short"));
    if (made.shorts.empty())
      made.shorts = made.names;
    made.said = arguments.text(anywhere, "said");
    made.values = valuesOf(arguments, anywhere, *shape);
    if (NodeRef value = arguments.get(anywhere, "value"))
      made.fixed = value->text;
    if (NodeRef extensive = arguments.get(anywhere, "extensive"))
      made.isExtensive = extensive->text == "True";
    if (NodeRef common = arguments.get(anywhere, "common"))
      made.isCommon = common->text == "True";
    made.file = file;
    made.line = call->line;
    if (!library.byName.try_emplace(made.name, library.concepts.size()).second)
      return error(call, "expected a new concept but '" + made.name + "' is declared already");
    library.concepts.push_back(std::move(made));
  }

  //===--------------------------------------------------------------------===//
  // Definitions
  //===--------------------------------------------------------------------===//

  void define(unsigned inFile, NodeRef node) {
    file = inFile;
    auto domain = domainOfFile.find(file);
    current = domain == domainOfFile.end() ? none : domain->second;
    if (node->is(Kind::Assign) && !node->kids[1]->calls("concept"))
      return defineRule(node);
    if (node->is(Kind::Function))
      return defineFunction(node);
    if (!node->is(Kind::Expr))
      return;
    NodeRef call = node->kids[0];
    if (call->calls("goals"))
      defineGoals(call);
    else if (call->calls("guard"))
      defineGuard(node);
    else if (call->calls("words"))
      defineWords(call);
    else if (!call->calls("domain") && !call->is(Kind::Str))
      error(node, "expected a concept, a rule, goals, a guard or words");
  }

  void defineWords(NodeRef call) {
    for (NodeRef keyword : Arguments(call).named)
      if (!library.words.try_emplace(keyword->text, split(keyword->kids[0]->text)).second)
        error(call, "expected words for a new name but '" + keyword->text + "' has some already");
  }

  std::vector<Leaf> leavesOf(const Nodes &nodes) {
    std::vector<Leaf> leaves;
    llvm::DenseMap<NodeRef, bool> seen;
    auto add = [&](unsigned which, Role role) {
      for (const Leaf &leaf : leaves)
        if (leaf.concept_ == which && leaf.role == role)
          return;
      leaves.push_back({which, role});
    };
    for (NodeRef top : nodes)
      walk(top, [&](NodeRef node) {
        bool isElement = node->is(Kind::Subscript) && node->kids.size() == 2 && node->kids[0]->is(Kind::Name);
        if (std::optional<Role> role = isElement ? roleOf(node->kids[1]) : std::nullopt)
          if (std::optional<unsigned> which = library.find(node->kids[0]->text)) {
            add(*which, *role);
            seen[node->kids[0]] = true;
          }
        if (node->is(Kind::Name) && !seen.contains(node))
          if (std::optional<unsigned> which = library.find(node->text))
            add(*which, Role::Same);
      });
    return leaves;
  }

  /// Names that are neither concepts nor Python's or Warp's.
  void checkNames(NodeRef top, llvm::ArrayRef<std::string> locals) {
    walk(top, [&](NodeRef node) {
      if (!node->is(Kind::Name) || library.find(node->text))
        return;
      static constexpr StringRef known[] = {"wp", "i", "j", "e", "float", "int", "range", "abs", "min", "max"};
      if (!llvm::is_contained(known, node->text) && !llvm::is_contained(locals, node->text))
        error(node, "expected a concept but got '" + node->text + "', which nothing declares");
    });
  }

  /// The concept that one is divided by.
  std::optional<unsigned> inverseOf(NodeRef value) const {
    bool isInverse = value->is(Kind::Binary) && value->text == "Div" && value->kids[0]->is(Kind::Float) &&
                     value->kids[0]->text == "1.0" && value->kids[1]->is(Kind::Name);
    return isInverse ? library.find(value->kids[1]->text) : std::nullopt;
  }

  void addRule(NodeRef at, unsigned head, Nodes spellings, StringRef comment, bool isSum, bool isFunction) {
    Rule rule;
    rule.head = head;
    rule.isSum = isSum;
    rule.isFunction = isFunction;
    rule.comment = comment.str();
    rule.domain = current;
    rule.file = file;
    rule.line = at->line;
    for (NodeRef spelling : spellings) {
      if (std::optional<unsigned> other = inverseOf(spelling)) {
        library.concepts[head].inverses.push_back(*other);
        library.concepts[*other].inverses.push_back(head);
      }
      rule.leaves.push_back(leavesOf(isFunction ? spelling->body : Nodes{spelling}));
      if (!isFunction)
        checkNames(spelling, {});
    }
    auto key = [](std::vector<Leaf> leaves) {
      std::vector<std::pair<unsigned, Role>> keys;
      for (Leaf leaf : leaves)
        keys.push_back({leaf.concept_, leaf.role});
      llvm::sort(keys);
      return keys;
    };
    for (const std::vector<Leaf> &leaves : rule.leaves)
      rule.sharesLeaves &= key(leaves) == key(rule.leaves.front());
    rule.spellings = std::move(spellings);
    library.rules.push_back(std::move(rule));
  }

  void defineRule(NodeRef node) {
    NodeRef target = node->kids[0], value = node->kids[1];
    std::optional<unsigned> head = library.find(target->text);
    if (!head || !target->is(Kind::Name))
      return error(node, "expected a rule for a concept but '" + target->text + "' is none");
    if (current == none)
      return error(node, "expected domain(...) before the first rule of a file");
    if (value->calls("some"))
      return addRule(node, *head, Nodes(value->kids.begin() + 1, value->kids.end()), node->text, true, false);
    Nodes laws = value->calls("law") ? Nodes(value->kids.begin() + 1, value->kids.end()) : Nodes{value};
    // A comment for each law, or one for the first.
    llvm::SmallVector<StringRef> comments;
    StringRef(node->text).split(comments, ';');
    comments.resize(std::max(comments.size(), laws.size()));
    for (auto [law, comment] : llvm::zip(laws, comments)) {
      Nodes spellings = law->calls("same") ? Nodes(law->kids.begin() + 1, law->kids.end()) : Nodes{law};
      addRule(node, *head, std::move(spellings), comment.trim(), false, false);
    }
  }

  void defineGoals(NodeRef call) {
    for (NodeRef keyword : Arguments(call).named) {
      std::vector<std::vector<unsigned>> goals;
      for (StringRef text : split(keyword->kids[0]->text)) {
        std::vector<unsigned> together;
        for (StringRef name : llvm::split(text, ':'))
          if (std::optional<unsigned> which = library.find(name))
            together.push_back(*which);
          else
            error(keyword, "expected a concept but got '" + name.str() + "', which nothing declares");
        goals.push_back(std::move(together));
      }
      llvm::append_range(library.domains[current].goals[keyword->text], goals);
    }
  }

  void defineGuard(NodeRef node) {
    Arguments arguments(node->kids[0]);
    if (arguments.placed.size() != 2)
      return error(node, "expected guard(i, condition) or guard(pair, condition)");
    checkNames(arguments.placed[1], {});
    library.domains[current].guards.push_back({/*ofPair=*/!arguments.placed[0]->isName("i"), arguments.placed[1],
                                               leavesOf({arguments.placed[1]}), node->text});
  }

  //===--------------------------------------------------------------------===//
  // Idioms
  //===--------------------------------------------------------------------===//

  void defineFunction(NodeRef node) {
    NodeRef decorator = node->orelse.empty() ? nullptr : node->orelse.front();
    if (decorator && decorator->calls("idiom"))
      return defineIdiom(node, decorator);
    if (decorator && decorator->calls("part"))
      return definePart(node, decorator);
    if (decorator && decorator->calls("helper"))
      return defineHelper(node, decorator);
    std::optional<unsigned> head = library.find(node->text);
    if (!head)
      return error(node,
                   "expected an idiom, a part, a helper or a rule for a concept but '" + node->text + "' is none");
    std::string comment;
    addRule(node, *head, {node}, comment, false, true);
  }

  std::vector<Length> extentsOf(NodeRef at, StringRef text) {
    std::vector<Length> extents;
    for (StringRef each : split(text))
      if (std::optional<Length> extent = Length::parse(each))
        extents.push_back(*extent);
      else
        error(at, "expected an extent such as 4, n, n+1 or 2*n but got '" + each.str() + "'");
    return extents;
  }

  Input inputOf(NodeRef argument) {
    Input input;
    input.name = argument->text;
    NodeRef call = argument->kids.empty() ? nullptr : argument->kids[0];
    bool isArray = call && call->calls("array");
    if (!isArray && !(call && (call->calls("param") || call->calls("constant")))) {
      error(argument, "expected array(...), param(...) or constant(...) as the annotation of '" + argument->text + "'");
      return input;
    }
    Arguments arguments(call);
    input.isArray = isArray;
    input.isConstant = call->calls("constant");
    input.shape = shapeOf(call, arguments.text(0, "shape")).value_or(Shape::Scalar);
    if (isArray)
      input.extents = extentsOf(argument, arguments.text(1, "extents"));
    input.words = split(arguments.text(isArray ? 2 : 1, "names"));
    if (input.words.empty())
      input.words = {input.name};
    input.values = valuesOf(arguments, isArray ? 3 : 2, input.shape);
    return input;
  }

  std::vector<unsigned> domainsOf(NodeRef at, StringRef text) {
    std::vector<unsigned> domains;
    for (StringRef name : split(text))
      if (std::optional<unsigned> domain = library.findDomain(name))
        domains.push_back(*domain);
      else
        error(at, "expected a domain but got '" + name.str() + "', which nothing declares");
    if (domains.empty() && current != none)
      domains.push_back(current);
    return domains;
  }

  void defineIdiom(NodeRef node, NodeRef decorator) {
    Arguments arguments(decorator);
    Idiom idiom;
    idiom.name = node->text;
    idiom.file = file;
    idiom.line = node->line;
    idiom.domains = domainsOf(decorator, arguments.text(anywhere, "domains"));
    for (StringRef text : split(arguments.text(anywhere, "goals"))) {
      auto [all, kind] = text.split('=');
      bool isAfter = false;
      for (StringRef letters : llvm::split(all, '+')) {
        std::vector<std::string> names;
        for (StringRef letter : llvm::split(letters, ','))
          names.push_back(letter.str());
        idiom.goals.push_back({names, kind.str(), isAfter});
        isAfter = true;
      }
    }
    idiom.titles = split(arguments.text(anywhere, "names"));
    if (idiom.titles.empty())
      idiom.titles = {idiom.name};
    idiom.doc = arguments.text(anywhere, "doc").str();
    idiom.entity = split(arguments.text(anywhere, "entity"));
    for (NodeRef argument : node->kids)
      idiom.inputs.push_back(inputOf(argument));
    for (NodeRef statement : node->body) {
      if (statement->is(Kind::Assign) && statement->kids[1]->calls("size"))
        idiom.sizes.push_back(sizeOf(statement));
      else if (statement->is(Kind::Assign) && statement->kids[1]->calls("tile"))
        idiom.tiles.push_back(tileExtentOf(statement));
      else if (!(statement->is(Kind::Expr) && statement->kids[0]->is(Kind::Str)))
        idiom.body.push_back(statement);
    }
    // Structures, families and counts go by the name.
    if (llvm::any_of(library.idioms, [&](const Idiom &other) { return other.name == idiom.name; }))
      return error(node, "expected a new idiom but '" + idiom.name + "' is declared already");
    library.idioms.push_back(std::move(idiom));
  }

  Size sizeOf(NodeRef statement) {
    Arguments arguments(statement->kids[1]);
    Size size{statement->kids[0]->text, split(arguments.text(0, "names")), 4, 8};
    if (NodeRef low = arguments.get(1, "low"))
      size.low = int64_t(numberOf(low).value_or(4));
    if (NodeRef high = arguments.get(2, "high"))
      size.high = int64_t(numberOf(high).value_or(8));
    return size;
  }

  TileExtent tileExtentOf(NodeRef statement) {
    NodeRef call = statement->kids[1];
    TileExtent extent{statement->kids[0]->text, split(Arguments(call).text(0, "names")), {}};
    for (NodeRef number : llvm::ArrayRef(call->kids).drop_front(2))
      extent.numbers.push_back(int64_t(numberOf(number).value_or(4)));
    if (extent.words.empty() || extent.numbers.empty())
      error(statement, "expected names and numbers for the tile extent '" + extent.name + "'");
    return extent;
  }

  void definePart(NodeRef node, NodeRef decorator) {
    Arguments arguments(decorator);
    Part part;
    part.kind = arguments.text(0, "kind").str();
    part.name = node->text;
    part.domains = split(arguments.text(1, "domains"));
    part.unless = split(arguments.text(anywhere, "unless"));
    for (NodeRef argument : node->kids)
      part.inputs.push_back(inputOf(argument));
    part.body = node->body;
    part.file = file;
    library.parts.push_back(std::move(part));
  }

  void defineHelper(NodeRef node, NodeRef decorator) {
    auto [helper, isNew] = library.helpers.try_emplace(node->text);
    if (!isNew)
      return error(node, "expected a new helper but '" + node->text + "' is declared already");
    helper->second.names = split(Arguments(decorator).text(0, "names"));
    if (helper->second.names.empty())
      helper->second.names = {node->text};
    for (NodeRef argument : node->kids)
      helper->second.parameters.push_back(inputOf(argument));
    helper->second.body = node->body;
  }

  void link(Domain &domain) {
    std::vector<StringRef> todo = {domain.name};
    for (size_t i = 0; i < todo.size(); ++i) {
      std::optional<unsigned> which = library.findDomain(todo[i]);
      if (!which || llvm::is_contained(domain.visible, *which))
        continue;
      domain.visible.push_back(*which);
      for (StringRef used : library.domains[*which].uses)
        todo.push_back(used);
    }
    for (unsigned which : domain.visible)
      for (const Rule &rule : library.rules)
        if (rule.domain == which)
          domain.rules[rule.head].push_back(&rule);
  }

  /// The goals of a kind that a domain declares, or those of the first that it uses and that does.
  llvm::ArrayRef<std::vector<unsigned>> goalsOf(const Domain &domain, StringRef kind) const {
    for (unsigned which : domain.visible)
      if (auto it = library.domains[which].goals.find(kind); it != library.domains[which].goals.end())
        return it->second;
    return {};
  }

  void link(Idiom::Goal &of, llvm::ArrayRef<unsigned> domains) {
    std::set<std::vector<unsigned>> before;
    for (unsigned which : domains) {
      std::vector<std::vector<unsigned>> &own = of.ofDomains.emplace_back();
      llvm::ArrayRef<std::vector<unsigned>> all = goalsOf(library.domains[which], of.kind);
      llvm::copy_if(all, std::back_inserter(own), [&](const std::vector<unsigned> &goal) {
        return goal.size() == of.letters.size() && !before.contains(goal);
      });
      before.insert(all.begin(), all.end());
    }
  }

  /// The lines of an idiom and of the parts that it may take, each with its file.
  std::vector<std::pair<unsigned, NodeRef>> linesOf(const Idiom &idiom) {
    std::vector<std::pair<unsigned, NodeRef>> lines;
    std::set<llvm::StringRef> kinds;
    auto take = [&](const Nodes &body, unsigned inFile) {
      for (NodeRef line : body)
        lines.push_back({inFile, line});
    };
    take(idiom.body, idiom.file);
    for (size_t i = 0; i < lines.size(); ++i)
      walk(lines[i].second, [&](NodeRef node) {
        if (!takesParts(node) || node->kids.size() < 2 || !kinds.insert(node->kids[1]->text).second)
          return;
        for (const Part &part : library.parts)
          if (part.kind == node->kids[1]->text)
            take(part.body, part.file);
      });
    return lines;
  }

  /// Parts of a kind that has a bound, at most: their sets are bits of a number.
  static constexpr int mostOfBounded = 31;

  /// Fails where parts are of no kind, or of one of which there are none.
  void checkParts(const Idiom &idiom) {
    for (auto [inFile, line] : linesOf(idiom)) {
      file = inFile;
      walk(line, [&](NodeRef node) {
        if (!takesParts(node))
          return;
        auto isOfKind = [&](const Part &part) { return part.kind == node->kids[1]->text; };
        unsigned most = 0;
        bool hasMost = node->calls("parts") && node->kids.size() == 3 && node->kids[2]->is(Kind::Int) &&
                       !llvm::StringRef(node->kids[2]->text).getAsInteger(10, most);
        if (node->kids.size() != 2 && !hasMost)
          return error(node, "expected one kind of parts");
        if (hasMost && llvm::count_if(library.parts, isOfKind) > mostOfBounded)
          return error(node, "expected at most " + std::to_string(mostOfBounded) +
                                 " parts of a kind of which so many are taken at most");
        if (llvm::none_of(library.parts, isOfKind))
          error(node, "expected a kind of parts but got '" + node->kids[1]->text + "', of which there is none");
      });
    }
  }

  /// Choices of one name have arms that correspond, in an idiom and in its parts.
  void checkChoices(const Idiom &idiom) {
    std::map<llvm::StringRef, size_t> sizes;
    llvm::DenseSet<NodeRef> later; // `elif` of a choice
    for (auto [inFile, line] : linesOf(idiom)) {
      file = inFile;
      walk(line, [&](NodeRef node) {
        if (!isChoice(node))
          return;
        if (node->kids[0]->calls("ANY") && choiceName(node).empty())
          return error(node, "expected a name for the choice");
        if (NodeRef elif = elifOf(node))
          later.insert(elif);
        if (choiceName(node).empty() || later.contains(node))
          return;
        size_t arms = armsOf(node).size();
        auto [known, isNew] = sizes.try_emplace(choiceName(node), arms);
        if (!isNew && known->second != arms)
          error(node, "expected " + std::to_string(known->second) + " arms of the choice '" + known->first.str() +
                          "', as where it first stands, but got " + std::to_string(arms));
      });
    }
  }

  Library &library;
  Report report;
  llvm::DenseMap<unsigned, unsigned> domainOfFile;
  unsigned file = 0, current = none;
  bool failed = false;
};

} // namespace kgen::knowledge

std::unique_ptr<Library> Library::read(llvm::ArrayRef<LibraryFile> files, Report report) {
  auto library = std::make_unique<Library>();
  if (!LibraryReader(*library, report).read(files))
    return nullptr;
  return library;
}
