// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A laid out draft becomes a kernel: its name, what it is about, and a program as warp-ast writes it.

#include "Writer.h"
#include "Families.h"
#include "Habits.h"
#include "Program.h"
#include "Tidy.h"
#include "llvm/ADT/StringExtras.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

void Writer::layOut() {
  draft.lines = Tidier(setting, decided).run(std::move(draft.lines));
  signature = Layout(setting, decided, names, parameters, draft).run();
  decided.failed |= isTooDeep(draft.lines) || isDegenerate(draft.lines);
}

std::optional<WrittenKernel> Writer::run() {
  decide();
  if (!hasStructure())
    return std::nullopt;
  layOut();
  return hasFailed() ? std::nullopt : std::optional(write());
}

std::vector<uint64_t> Writer::says() const {
  return outline(draft.lines, [&](StringRef name) { return parameters.isConstant(name); });
}

//===----------------------------------------------------------------------===//
// The third step
//===----------------------------------------------------------------------===//

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

std::string Writer::chooseName() {
  std::vector<std::string> titles = setting.idiom.titles;
  if (!draft.title.empty()) {
    llvm::SmallVector<StringRef> words;
    llvm::SplitString(draft.title, words);
    titles.assign(words.begin(), words.end());
  }
  std::vector<std::string> apt;
  llvm::copy_if(titles, std::back_inserter(apt), [&](StringRef text) { return !names.namesAbsentGoal(text); });
  if (!apt.empty())
    titles = std::move(apt);
  std::string title = names.filled(setting.rng.pick(titles));
  return names.fresh({title, names.filled(titles.front()) + "_kernel"});
}

/// Fills the facts about the kernel, besides its program.
void Writer::describe(WrittenKernel &kernel) const {
  const Idiom &idiom = setting.idiom;
  kernel.parameters = signature.parameters;
  kernel.structType = signature.structType;
  kernel.numFields = signature.numFields;
  kernel.loads = signature.loads;
  kernel.exits = hasExit(draft.lines);
  kernel.indexes = llvm::any_of(kernel.parameters, [](const WrittenParameter &each) {
    return each.isArray && each.shape == Shape::Int && each.isRead;
  });
  kernel.domain = decided.domain->name;
  kernel.family = familyOf(setting.library, idiom, decided);
  kernel.rank = decided.coordinates.size();
  for (const std::string &coordinate : decided.coordinates)
    kernel.sizes.push_back({coordinate, {}, kernel.rank == 1 ? 5 : 3, kernel.rank == 1 ? 8 : 5});
  llvm::append_range(kernel.sizes, idiom.sizes);
  kernel.isRow = draft.flatThreads;
  kernel.ways = setting.digits.ways();
  kernel.statements = countStatements(draft.lines);
  // Of functions of tiles a kernel that has any has many; not of `wp.tile(x)` and `wp.untile(t)`.
  auto isFrequent = [](const WarpFunction *function) { return function && function->name.starts_with("tile_"); };
  for (NodeRef statement : draft.lines)
    walk(statement, [&](NodeRef node) { kernel.calls += node->is(Kind::Call) && !isFrequent(tileFunctionOf(node)); });
}

/// The lines of the body, after what they do where this author says it.
Nodes Writer::body() {
  Nodes body = draft.lines;
  StringRef sentence = draft.doc.empty() ? StringRef(setting.idiom.doc) : StringRef(draft.doc);
  if (!setting.style.doc || names.namesAbsentGoal(sentence))
    return body;
  std::string text = names.filled(sentence, /*isSentence=*/true);
  std::replace(text.begin(), text.end(), '_', ' ');
  if (!text.empty()) {
    text[0] = llvm::toUpper(text[0]);
    Arena &arena = setting.arena;
    body.insert(body.begin(), arena.make(Kind::Expr, "", {arena.make(Kind::Str, wrapSentence(text))}));
  }
  return body;
}

/// Whether a function of the prelude is called.
bool Writer::callsPrelude() const {
  bool found = false;
  auto look = [&](const Nodes &lines) {
    for (NodeRef line : lines)
      walk(line, [&](NodeRef node) {
        found |= node->is(Kind::Attribute) && node->kids[0]->isName("wp") && setting.library.prelude.find(node->text);
      });
  };
  look(draft.lines);
  for (const Function &function : draft.functions)
    look(function.definition->body);
  return found;
}

/// The program: the kernel, its functions, those of the prelude if it calls one, and its struct.
void Writer::writeProgram(WrittenKernel &kernel) {
  Arena &arena = setting.arena;
  SyntaxTree &tree = kernel.memory;
  Nodes fields, arguments;
  for (const WrittenParameter &parameter : kernel.parameters)
    (fields.size() < kernel.numFields ? fields : arguments)
        .push_back(arena.make(Kind::Argument, parameter.name, {setting.annotation(parameter)}));
  if (kernel.numFields)
    arguments.insert(arguments.begin(),
                     arena.make(Kind::Argument, signature.structName, {arena.name(kernel.structType)}));

  llvm::SmallVector<TreeValue> definitions, structs;
  if (callsPrelude())
    llvm::append_range(definitions, setting.library.prelude.functions());
  unsigned first = definitions.size();
  ProgramNames known = {setting.library.prelude, {}, {}, kernel.structType};
  for (const auto &[name, value] : parameters.constants())
    known.constants[name] = value;
  for (auto [i, function] : llvm::enumerate(draft.functions))
    known.functions[function.name] = first + i + 1;
  auto hasComment = [&] { return setting.rng.chance(setting.style.comments); };
  ProgramWriter writer(tree, known, hasComment);
  auto define = [&](const std::string &name, StringRef role, const Nodes &arguments, const Nodes &body) {
    NodeRef decorator = arena.make(Kind::Attribute, role, {arena.name("wp")});
    NodeRef definition = arena.make(Kind::Function, name, arguments, body, {decorator});
    definitions.push_back(tree.node({{"name", tree.text(name)},
                                     {"role", role},
                                     {"file", TreeValue::ofInteger(0)},
                                     {"node", writer.write(definition)}}));
  };
  define(kernel.name, "kernel", arguments, body());
  for (const Function &each : draft.functions)
    define(each.name, "func", each.definition->kids, each.definition->body);
  if (kernel.numFields)
    structs.push_back(writer.structure(fields));
  TreeValue entry = tree.node(
      {{"name", tree.text(kernel.name)}, {"line", TreeValue::ofInteger(1)}, {"function", TreeValue::ofInteger(first)}});
  kernel.program = tree.node({{"files", tree.list({TreeValue("kernel.py"), TreeValue("warp.py")})},
                              {"kernels", tree.list(entry)},
                              {"functions", tree.list(definitions)},
                              {"structs", tree.list(structs)},
                              {"expressions", tree.list({})}});
}

WrittenKernel Writer::write() {
  WrittenKernel kernel;
  kernel.name = chooseName();
  describe(kernel);
  std::string annotations = setting.style.annotations;
  if (!draft.functions.empty() && (setting.rng.chance(40) || transformsTiles(draft.lines)))
    annotations += " result";
  kernel.annotations = StringRef(annotations).trim().str();
  writeProgram(kernel);
  return kernel;
}
