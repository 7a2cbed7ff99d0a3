// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The finished kernel: names that are read once go into what reads them, what nobody reads goes, and the whole becomes
// a program as warp-ast writes it.

#include "Writer.h"
#include "kgen/IR/CallSpelling.h"
#include "llvm/ADT/StringExtras.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Tidying
//===----------------------------------------------------------------------===//

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

void Writer::countNames() {
  reads.clear();
  assignments.clear();
  for (NodeRef statement : blocks[0])
    walk(statement, [&](NodeRef node) {
      if (node->is(Kind::Name))
        ++reads[node->text];
      // A tile is changed in place.
      if (isTileCall(node))
        for (WarpParameter tile : tilesChangedBy(node->kids[0]->text))
          if (tile.position + 1 < node->kids.size() && node->kids[tile.position + 1]->is(Kind::Name))
            ++assignments[node->kids[tile.position + 1]->text];
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

Nodes Writer::dropUnread(const Nodes &list, bool &changed) {
  Nodes kept;
  for (NodeRef statement : list) {
    auto isUnread = [&](NodeRef name) { return reads.lookup(name->text) == 0; };
    if (isNamed(statement) && llvm::all_of(namesOf(statement->kids[0]), isUnread) && !hasEffect(statement->kids[1]) &&
        !statement->kids[1]->callsWarp("tid")) {
      changed = true;
      continue;
    }
    if (statement->body.empty()) {
      kept.push_back(statement);
      continue;
    }
    Nodes body = dropUnread(statement->body, changed), other = dropUnread(statement->orelse, changed);
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

/// What a value is but for the names and numbers in it: the function that gives it, along whichever axis, or the
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

/// Whether a value that is read once loses its name. What is alike (the fluxes of four faces) does, or all of it does
/// not; of loads one by one.
bool Writer::losesName(NodeRef value) {
  if (value->is(Kind::Subscript))
    return layout.chance(style.inlining);
  auto [loses, isNew] = losing.try_emplace(formOf(value), false);
  if (isNew)
    loses->second = layout.chance(style.inlining);
  return loses->second;
}

Nodes Writer::inlineOnce(const Nodes &list) {
  Nodes made;
  for (NodeRef statement : list)
    made.push_back(statement->body.empty() && statement->orelse.empty()
                       ? statement
                       : arena.make(statement->kind, statement->text, statement->kids, inlineOnce(statement->body),
                                    inlineOnce(statement->orelse)));
  for (size_t k = 0; k < made.size();) {
    NodeRef statement = made[k];
    bool isCandidate = statement->is(Kind::Assign) && statement->kids[0]->is(Kind::Name) &&
                       reads.lookup(statement->kids[0]->text) == 1 &&
                       assignments.lookup(statement->kids[0]->text) == 1 && !hasEffect(statement->kids[1]) &&
                       !statement->kids[1]->callsWarp("tid");
    size_t user = k + 1;
    while (isCandidate && user < made.size() && !readsName({made[user]}, statement->kids[0]->text)) {
      // Nothing may change in between what the value reads.
      isCandidate = made[user]->is(Kind::Assign) && made[user]->kids[0]->is(Kind::Name) &&
                    assignments.lookup(made[user]->kids[0]->text) == 1 && !hasEffect(made[user]->kids[1]);
      ++user;
    }
    // Nobody loads a value into a name to copy it to another.
    bool isCopied = user < made.size() && made[user]->is(Kind::Assign) && made[user]->kids[0]->is(Kind::Name) &&
                    made[user]->kids[1]->isName(statement->kids[0]->text);
    bool isTiled = false; // `wp.tile` takes a value, and no element of an array
    if (user < made.size() && statement->is(Kind::Assign) && statement->kids[1]->is(Kind::Subscript))
      walk(made[user], [&](NodeRef node) {
        isTiled |= node->callsWarp("tile") && node->kids[1]->isName(statement->kids[0]->text);
      });
    isCandidate = isCandidate && user < made.size() && !made[user]->is(Kind::While) && !isTiled &&
                  readsName(made[user]->kids, statement->kids[0]->text) &&
                  sizeOf(statement->kids[1]) + (made[user]->kids.size() > 1 ? sizeOf(made[user]->kids[1]) : 0) <=
                      mostInExpression &&
                  (isCopied || losesName(statement->kids[1]));
    if (!isCandidate) {
      ++k;
      continue;
    }
    made[user] = replace(made[user], statement->kids[0], statement->kids[1], arena);
    made.erase(made.begin() + k);
    k = k ? k - 1 : 0;
  }
  return made;
}

/// What a value is the negative of, where it begins with a minus; null for any other.
NodeRef Writer::withoutMinus(NodeRef value) {
  if (value->is(Kind::Unary) && value->text == "USub")
    return value->kids[0];
  NodeRef left = value->is(Kind::Binary) && (value->text == "Mult" || value->text == "Div")
                     ? withoutMinus(value->kids[0])
                     : nullptr;
  return left ? arena.make(Kind::Binary, value->text, {left, value->kids[1]}) : nullptr;
}

/// Whether this is a number that the kernel is given: by value, or an element of an array.
bool Writer::isGivenNumber(NodeRef value) const {
  NodeRef name = value->is(Kind::Subscript) ? value->kids[0] : value;
  return name->is(Kind::Name) && llvm::any_of(slots, [&](const Slot &slot) {
           return slot.parameter.name == name->text && slot.parameter.shape == Shape::Scalar &&
                  slot.parameter.isArray == value->is(Kind::Subscript);
         });
}

/// Terms put together from several rules as an author writes them: `a - b * c` for `a + -b * c`, `k * x` for `-(-k *
/// x)`,
/// `-(k * x)` for `k * -x`, `2.0 * x` for `x + x`.
NodeRef Writer::withSigns(NodeRef node) {
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
Nodes Writer::joinCopies(Nodes list) {
  for (size_t k = 0; k < list.size(); ++k) {
    NodeRef copy = list[k];
    bool isCopy = copy->is(Kind::Assign) && copy->kids[0]->is(Kind::Name) && copy->kids[1]->is(Kind::Name);
    if (!isCopy || assignments.lookup(copy->kids[1]->text) != 1)
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
Nodes Writer::shareCounters(Nodes list) {
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

void Writer::tidy() {
  for (bool changed = true; changed;) {
    changed = false;
    countNames();
    blocks[0] = dropUnread(blocks[0], changed);
  }
  countNames();
  blocks[0] = joinCopies(blocks[0]);
  countNames();
  blocks[0] = shareCounters(inlineOnce(blocks[0]));
  for (NodeRef &statement : blocks[0])
    statement = withSigns(statement);
  if (!isPlain)
    loadAgain();
}

//===----------------------------------------------------------------------===//
// As warp-ast writes programs
//===----------------------------------------------------------------------===//

namespace {

/// Texts of nodes are copied: a program outlives the nodes that it was written of.
class ProgramWriter {
  using Fields = llvm::SmallVector<TreeField, 8>;

public:
  ProgramWriter(SyntaxTree &tree, const Prelude &prelude, const llvm::StringMap<NodeRef> &constants,
                const llvm::StringMap<unsigned> &functions, StringRef structType, llvm::function_ref<bool()> hasComment)
      : tree(tree), prelude(prelude), constants(constants), functions(functions), structType(structType),
        hasComment(hasComment) {}

  /// The one struct of a program.
  TreeValue structure(llvm::ArrayRef<NodeRef> fields) {
    llvm::SmallVector<TreeValue> made;
    for (NodeRef field : fields)
      made.push_back(tree.node({{"name", tree.text(field->text)}, {"annotation", write(field->kids[0])}}));
    return tree.node(
        {{"name", tree.text(structType.str())}, {"file", TreeValue::ofInteger(0)}, {"fields", tree.list(made)}});
  }

  TreeValue list(llvm::ArrayRef<NodeRef> nodes) {
    llvm::SmallVector<TreeValue, 8> values;
    for (NodeRef node : nodes)
      values.push_back(write(node));
    return tree.list(values);
  }

  TreeValue reference(StringRef kind, const std::string &name) {
    return tree.node({{"kind", kind}, {"name", tree.text(name)}});
  }

  void name(NodeRef node, Fields &to) {
    to.push_back({"id", tree.text(node->text)});
    if (auto constant = constants.find(node->text); constant != constants.end())
      to.push_back({"ref", tree.node({{"kind", "constant"}, {"value", write(constant->second)}})});
    else if (auto function = functions.find(node->text); function != functions.end())
      to.push_back(
          {"ref", tree.node({{"kind", "functions"}, {"ids", tree.list(TreeValue::ofInteger(function->second))}})});
    else if (node->text == structType && !structType.empty())
      to.push_back({"ref", tree.node({{"kind", "struct"}, {"id", TreeValue::ofInteger(0)}})});
    else if (node->text == "float" || node->text == "int" || node->text == "range" || node->text == "bool" ||
             node->text == "min" || node->text == "max" || node->text == "abs")
      to.push_back({"ref", reference("python", node->text)});
  }

  void comment(NodeRef node, Fields &to) {
    if (!node->text.empty() && hasComment())
      to.push_back({"lead", tree.list(tree.text("# " + node->text))});
  }

  TreeValue write(NodeRef node) {
    static constexpr StringRef kinds[] = {"Name",   "Constant", "Constant",  "Constant",   "Constant",  "Attribute",
                                          "Call",   "keyword",  "Subscript", "BinOp",      "UnaryOp",   "Compare",
                                          "BoolOp", "IfExp",    "Tuple",     "Assign",     "AugAssign", "If",
                                          "For",    "While",    "With",      "Return",     "Break",     "Continue",
                                          "Pass",   "Expr",     "arg",       "FunctionDef"};
    Fields to;
    to.push_back({"node", kinds[static_cast<size_t>(node->kind)]});
    const Nodes &kids = node->kids;
    auto rest = [&](size_t from) { return llvm::ArrayRef(kids).drop_front(from); };
    switch (node->kind) {
    case Kind::Name:
      name(node, to);
      break;
    case Kind::Int:
    case Kind::Float:
    case Kind::Bool:
    case Kind::Str: {
      static constexpr StringRef types[] = {"int", "float", "bool", "str"};
      to.push_back({"kind", types[static_cast<size_t>(node->kind) - static_cast<size_t>(Kind::Int)]});
      to.push_back({"value", tree.text(node->text)});
      break;
    }
    case Kind::Attribute:
      to.push_back({"attr", tree.text(node->text)});
      to.push_back({"value", write(kids[0])});
      if (const TreeValue *ids = kids[0]->isName("wp") ? prelude.find(node->text) : nullptr)
        to.push_back({"ref", tree.node({{"kind", "functions"}, {"ids", *ids}})});
      else if (kids[0]->isName("wp"))
        to.push_back({"ref", reference("warp", node->text)});
      break;
    case Kind::Call: {
      auto keywords = llvm::find_if(kids, [](NodeRef kid) { return kid->is(Kind::Keyword); });
      to.push_back({"func", write(kids[0])});
      to.push_back({"args", list(llvm::ArrayRef(kids).slice(1, keywords - kids.begin() - 1))});
      to.push_back({"keywords", list(rest(keywords - kids.begin()))});
      break;
    }
    case Kind::Keyword:
      to.push_back({"arg", tree.text(node->text)});
      to.push_back({"value", write(kids[0])});
      break;
    case Kind::Subscript:
      to.push_back({"value", write(kids[0])});
      if (kids.size() == 2)
        to.push_back({"slice", write(kids[1])});
      else
        to.push_back({"slice", tree.node({{"node", "Tuple"}, {"elts", list(rest(1))}})});
      break;
    case Kind::Binary:
      to.push_back({"op", tree.text(node->text)});
      to.push_back({"left", write(kids[0])});
      to.push_back({"right", write(kids[1])});
      break;
    case Kind::Unary:
      to.push_back({"op", tree.text(node->text)});
      to.push_back({"operand", write(kids[0])});
      break;
    case Kind::Compare:
      to.push_back({"left", write(kids[0])});
      to.push_back({"ops", tree.list(tree.text(node->text))});
      to.push_back({"comparators", list(rest(1))});
      break;
    case Kind::BoolOp:
      to.push_back({"op", tree.text(node->text)});
      to.push_back({"values", list(kids)});
      break;
    case Kind::IfExp:
      to.push_back({"test", write(kids[0])});
      to.push_back({"body", write(kids[1])});
      to.push_back({"orelse", write(kids[2])});
      break;
    case Kind::Tuple:
      to.push_back({"elts", list(kids)});
      break;
    case Kind::Assign:
      to.push_back({"targets", list(kids[0])});
      to.push_back({"value", write(kids[1])});
      comment(node, to);
      break;
    case Kind::AugAssign:
      to.push_back({"target", write(kids[0])});
      to.push_back({"op", tree.text(node->text)});
      to.push_back({"value", write(kids[1])});
      break;
    case Kind::If:
    case Kind::While:
      to.push_back({"test", write(kids[0])});
      to.push_back({"body", list(node->body)});
      to.push_back({"orelse", list(node->orelse)});
      comment(node, to);
      break;
    case Kind::For:
      to.push_back({"target", write(kids[0])});
      to.push_back({"iter", write(kids[1])});
      to.push_back({"body", list(node->body)});
      to.push_back({"orelse", tree.list({})});
      comment(node, to);
      break;
    case Kind::Return:
      if (!kids.empty())
        to.push_back({"value", write(kids[0])});
      break;
    case Kind::Expr:
      to.push_back({"value", write(kids[0])});
      comment(node, to);
      break;
    case Kind::Argument:
      to.push_back({"arg", tree.text(node->text)});
      to.push_back({"annotation", write(kids[0])});
      break;
    case Kind::Function:
      function(node, to);
      break;
    case Kind::With:
    case Kind::Break:
    case Kind::Continue:
    case Kind::Pass:
      break;
    }
    return tree.node(to);
  }

private:
  void function(NodeRef node, Fields &to) {
    to.push_back({"name", tree.text(node->text)});
    to.push_back({"line", TreeValue::ofInteger(1)});
    TreeValue none = tree.list({});
    to.push_back({"args", tree.node({{"node", "arguments"},
                                     {"posonlyargs", none},
                                     {"args", list(node->kids)},
                                     {"kwonlyargs", none},
                                     {"kw_defaults", none},
                                     {"defaults", none}})});
    to.push_back({"decorator_list", list(node->orelse)});
    to.push_back({"body", list(node->body)});
  }

  SyntaxTree &tree;
  const Prelude &prelude;
  const llvm::StringMap<NodeRef> &constants;
  const llvm::StringMap<unsigned> &functions;
  StringRef structType;
  llvm::function_ref<bool()> hasComment;
};

} // namespace

NodeRef Writer::typeOf(Shape shape) {
  auto warp = [&](StringRef name) { return arena.make(Kind::Attribute, name, {arena.name("wp")}); };
  switch (shape) {
  case Shape::Scalar:
    return arena.name("float");
  case Shape::Int:
    return arena.name("int");
  case Shape::UInt:
    return warp("uint32");
  case Shape::Vector:
    return warp(style.wide ? "vec3" : "vec2");
  case Shape::Vec2:
    return warp("vec2");
  case Shape::Vec3:
    return warp("vec3");
  case Shape::Vec4:
    return warp("vec4");
  case Shape::Mat22:
    return warp("mat22");
  case Shape::Mat33:
    return warp("mat33");
  case Shape::Mat44:
    return warp("mat44");
  case Shape::Quat:
    return warp("quat");
  case Shape::Transform:
    return warp("transform");
  case Shape::Spatial:
    return warp("spatial_vector");
  }
  return nullptr;
}

NodeRef Writer::annotation(const WrittenParameter &parameter) {
  NodeRef type = typeOf(parameter.shape);
  if (!parameter.isArray)
    return type;
  std::string array = parameter.isFlat || parameter.extents.size() == 1
                          ? "array"
                          : "array" + std::to_string(parameter.extents.size()) + "d";
  return arena.warp(array, {arena.make(Kind::Keyword, "dtype", {type})});
}

static unsigned countStatements(const Nodes &list) {
  unsigned count = list.size();
  for (NodeRef statement : list)
    count += countStatements(statement->body) + countStatements(statement->orelse);
  return count;
}

/// A docstring of more than a line: broken between words, with its closing quotes on a line of their own.
static std::string wrapSentence(StringRef text) {
  constexpr size_t room = 100 - 4, quotes = 3;
  if (text.size() + 2 * quotes <= room)
    return text.str();
  std::string lines;
  size_t used = quotes;
  llvm::SmallVector<StringRef> words;
  text.split(words, ' ');
  for (StringRef word : words) {
    bool breaks = used + 1 + word.size() > room;
    if (!lines.empty())
      lines += breaks ? "\n    " : " ";
    used = breaks ? word.size() : used + 1 + word.size();
    lines += word;
  }
  return lines + "\n    ";
}

WrittenKernel Writer::finish() {
  WrittenKernel kernel;
  kernel.parameters = std::move(parameters);
  kernel.structType = structType;
  kernel.numFields = numFields;
  kernel.loads = loads;
  kernel.exits = hasExit();
  kernel.indexes = llvm::any_of(kernel.parameters, [](const WrittenParameter &each) {
    return each.isArray && each.shape == Shape::Int && each.isRead;
  });

  std::vector<std::string> titles = idiom.titles;
  if (!title.empty()) {
    llvm::SmallVector<StringRef> words;
    llvm::SplitString(title, words);
    titles.assign(words.begin(), words.end());
  }
  std::vector<std::string> apt;
  llvm::copy_if(titles, std::back_inserter(apt), [&](StringRef text) { return !namesAbsentGoal(text); });
  if (!apt.empty())
    titles = std::move(apt);
  kernel.name = fresh({filled(rng.pick(titles)), filled(titles.front()) + "_kernel"});
  kernel.domain = domain->name;
  if (!functions.empty() && (rng.chance(40) || transformsTiles()))
    style.annotations += " result";
  kernel.annotations = StringRef(style.annotations).trim().str();
  kernel.family = idiom.name + " " + domain->name;
  for (const auto &[letter, which] : goals)
    kernel.family += " " + concept_(which).name;
  for (const std::string &coordinate : coordinates)
    kernel.sizes.push_back({coordinate, {}, coordinates.size() == 1 ? 5 : 3, coordinates.size() == 1 ? 8 : 5});
  kernel.rank = coordinates.size();
  kernel.isRow = flatThreads;
  llvm::append_range(kernel.sizes, idiom.sizes);
  kernel.ways = digits.ways();
  kernel.statements = countStatements(blocks[0]);
  for (NodeRef statement : blocks[0])
    walk(statement, [&](NodeRef node) { kernel.calls += node->is(Kind::Call) && !isTileCall(node); });

  auto decorator = [&](StringRef text) { return arena.make(Kind::Attribute, text, {arena.name("wp")}); };
  Nodes arguments, body = blocks[0];
  Nodes fields;
  for (const WrittenParameter &parameter : kernel.parameters)
    (fields.size() < numFields ? fields : arguments)
        .push_back(arena.make(Kind::Argument, parameter.name, {annotation(parameter)}));
  if (numFields)
    arguments.insert(arguments.begin(), arena.make(Kind::Argument, structName, {arena.name(structType)}));
  StringRef sentence = doc.empty() ? StringRef(idiom.doc) : StringRef(doc);
  if (style.doc && !namesAbsentGoal(sentence)) {
    std::string text = filled(sentence, /*isSentence=*/true);
    std::replace(text.begin(), text.end(), '_', ' ');
    if (!text.empty()) {
      text[0] = llvm::toUpper(text[0]);
      body.insert(body.begin(), arena.make(Kind::Expr, "", {arena.make(Kind::Str, wrapSentence(text))}));
    }
  }
  NodeRef definition = arena.make(Kind::Function, kernel.name, arguments, body, {decorator("kernel")});
  llvm::StringMap<NodeRef> constants;
  for (const auto &[name, value] : symbols)
    constants[name] = value;
  llvm::SmallVector<TreeValue> definitions;
  bool callsPrelude = false;
  auto lookForPrelude = [&](const Nodes &lines) {
    for (NodeRef line : lines)
      walk(line, [&](NodeRef node) {
        callsPrelude |= node->is(Kind::Attribute) && node->kids[0]->isName("wp") && library.prelude.find(node->text);
      });
  };
  lookForPrelude(body);
  for (const Function &function : functions)
    lookForPrelude(function.definition->body);
  if (callsPrelude)
    llvm::append_range(definitions, library.prelude.functions());
  unsigned first = definitions.size();
  llvm::StringMap<unsigned> ids;
  for (auto [i, function] : llvm::enumerate(functions))
    ids[function.name] = first + i + 1;
  auto hasComment = [&] { return rng.chance(style.comments); };
  SyntaxTree &tree = kernel.memory;
  ProgramWriter writer(tree, library.prelude, constants, ids, structType, hasComment);
  auto define = [&](const std::string &name, StringRef role, NodeRef node) {
    definitions.push_back(tree.node(
        {{"name", tree.text(name)}, {"role", role}, {"file", TreeValue::ofInteger(0)}, {"node", writer.write(node)}}));
  };
  define(kernel.name, "kernel", definition);
  for (const Function &each : functions)
    define(each.name, "func",
           arena.make(Kind::Function, each.name, each.definition->kids, each.definition->body, {decorator("func")}));
  llvm::SmallVector<TreeValue> structs;
  if (numFields)
    structs.push_back(writer.structure(fields));
  TreeValue entry = tree.node(
      {{"name", tree.text(kernel.name)}, {"line", TreeValue::ofInteger(1)}, {"function", TreeValue::ofInteger(first)}});
  kernel.program = tree.node({{"files", tree.list({TreeValue("kernel.py"), TreeValue("warp.py")})},
                              {"kernels", tree.list(entry)},
                              {"functions", tree.list(definitions)},
                              {"structs", tree.list(structs)},
                              {"expressions", tree.list({})}});
  return kernel;
}

//===----------------------------------------------------------------------===//
// From digits to a kernel
//===----------------------------------------------------------------------===//

bool Writer::hasStructure() { return fillBody(); }

std::vector<uint64_t> Writer::says() {
  tidy();
  layOut();
  return outline(blocks[0], [&](StringRef name) {
    return llvm::any_of(symbols, [&](const auto &symbol) { return symbol.first == name; });
  });
}

bool Writer::isTooDeep() const {
  bool found = false;
  if (blocks.empty()) // it failed before the first line
    return found;
  for (NodeRef line : blocks.front())
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

bool Writer::isDegenerate() const {
  bool found = false;
  if (blocks.empty())
    return found;
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
  for (NodeRef line : blocks.front())
    walk(line, collect);
  for (NodeRef line : blocks.front())
    walk(line, [&](NodeRef node) { found |= node->is(Kind::For) && addsTheSame(node, node->body, sums); });
  return found;
}

bool Writer::leadsToKernel() {
  fillBody();
  return !failed && endBody();
}

bool Writer::endBody() {
  tidy();
  layOut();
  failed |= isTooDeep() || isDegenerate();
  return !failed;
}

std::optional<WrittenKernel> Writer::run() {
  if (!fillBody() || !endBody())
    return std::nullopt;
  return finish();
}
