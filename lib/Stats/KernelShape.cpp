// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts statements, accesses and calls in a kernel's tokens.

#include "KernelShape.h"
#include "llvm/ADT/STLExtras.h"

using namespace kgen;
using namespace kgen::stats;
using llvm::ArrayRef;
using llvm::StringRef;

const std::array<llvm::StringLiteral, numMeasures> kgen::stats::measureNames = {
    "sloc",     "body_sloc", "stmts",  "nargs",   "arrays",     "depth", "loops",      "dyn_loops",
    "branches", "loads",     "stores", "atomics", "comp_loads", "calls", "user_calls", "returns"};

const std::array<llvm::StringLiteral, numMeasures> kgen::stats::measureTitles = {"lines",           "lines of the body",
                                                                                 "statements",      "parameters",
                                                                                 "arrays",          "nesting depth",
                                                                                 "loops",           "run-time loops",
                                                                                 "branches",        "loads",
                                                                                 "stores",          "atomics",
                                                                                 "component loads", "calls",
                                                                                 "user calls",      "returns"};

const std::array<llvm::StringLiteral, numTraits> kgen::stats::traitNames = {"if",
                                                                            "vectors",
                                                                            "tuple unpacking",
                                                                            "user functions",
                                                                            "for",
                                                                            "for with a run-time bound",
                                                                            "early return",
                                                                            "several thread indices",
                                                                            "and/or",
                                                                            "2-D arrays",
                                                                            ".shape or len",
                                                                            "atomics",
                                                                            "bool",
                                                                            "module constants",
                                                                            "transforms",
                                                                            "matrices",
                                                                            "quaternions",
                                                                            "bit operations",
                                                                            "spatial vectors",
                                                                            "component stores",
                                                                            "while",
                                                                            "continue",
                                                                            "row views",
                                                                            "break",
                                                                            "@",
                                                                            "ternary"};

static constexpr llvm::StringLiteral keywords[] = {"and", "or",    "not", "if",     "elif",   "else",  "in",
                                                   "is",  "while", "for", "return", "assert", "lambda"};

namespace {

/// Walks the lines of one body.
class Counter {
public:
  explicit Counter(const PyKernel &kernel) : kernel(kernel) {}

  KernelShape run() {
    countParameters();
    for (const PyLine &line : kernel.body) {
      shape[Measure::BodySloc] += line.height;
      countLine(line);
    }
    shape[Measure::Sloc] = kernel.headerHeight + shape[Measure::BodySloc];
    return std::move(shape);
  }

private:
  void countParameters();
  void countLine(const PyLine &line);
  void countHead(const PyLine &line);
  void countTypes(ArrayRef<PyToken> tokens);
  void countFor(ArrayRef<PyToken> tokens);
  void countStatement(ArrayRef<PyToken> tokens);
  void countSubscripts(ArrayRef<PyToken> tokens, size_t targetEnd, bool augmented);
  void countSubscript(ArrayRef<PyToken> tokens, size_t open, bool isStore, bool augmented);
  void countNames(ArrayRef<PyToken> tokens);
  void countName(ArrayRef<PyToken> tokens, size_t at);
  void countOperators(ArrayRef<PyToken> tokens);

  const PyKernel &kernel;
  KernelShape shape;
  /// Columns of the open blocks.
  llvm::SmallVector<unsigned> indents;
};

} // namespace

/// Marks the types that appear by name.
void Counter::countTypes(ArrayRef<PyToken> tokens) {
  for (const PyToken &token : tokens) {
    StringRef name = token.kind == PyToken::Name ? token.text : "";
    if (name.starts_with("vec2") || name.starts_with("vec3") || name.starts_with("vec4"))
      shape.set(Trait::Vectors);
    else if (name.starts_with("mat22") || name.starts_with("mat33") || name.starts_with("mat44"))
      shape.set(Trait::Matrices);
    else if (name.starts_with("quat"))
      shape.set(Trait::Quaternions);
    else if (name.starts_with("transform"))
      shape.set(Trait::Transforms);
    else if (name.starts_with("spatial_"))
      shape.set(Trait::SpatialVectors);
    else if (name == "bool")
      shape.set(Trait::Bool);
  }
}

void Counter::countParameters() {
  for (const PyKernel::Parameter &parameter : kernel.parameters) {
    shape[Measure::Nargs] += 1;
    shape[Measure::Arrays] += parameter.rank != 0;
    if (parameter.rank == 2)
      shape.set(Trait::Arrays2d);
    countTypes(parameter.annotation);
  }
}

void Counter::countLine(const PyLine &line) {
  while (!indents.empty() && indents.back() > line.indent)
    indents.pop_back();
  if (indents.empty() || indents.back() < line.indent)
    indents.push_back(line.indent);
  unsigned &depth = shape[Measure::Depth];
  depth = std::max<unsigned>(depth, indents.size() - 1);
  countTypes(line.tokens);
  countNames(line.tokens);
  countOperators(line.tokens);
  countHead(line);
}

/// The statement that the line is, or that stands after its colon.
void Counter::countHead(const PyLine &line) {
  ArrayRef<PyToken> tokens = line.tokens;
  StringRef head = tokens.front().text;
  bool isBlock = llvm::is_contained({"if", "elif", "else", "for", "while"}, head);
  shape[Measure::Stmts] += head != "else";
  if (head == "if" || head == "elif") {
    shape[Measure::Branches] += 1;
    shape.set(Trait::If);
  } else if (head == "for") {
    countFor(tokens);
  } else if (head == "while") {
    shape[Measure::Loops] += 1;
    shape[Measure::DynLoops] += 1;
    shape.set(Trait::While);
  }
  if (!isBlock)
    return countStatement(tokens);
  size_t colon = 0;
  while (colon < tokens.size() && !tokens[colon].is(":"))
    colon = StringRef("([{").contains(tokens[colon].text) && tokens[colon].kind == PyToken::Operator
                ? afterBracket(tokens, colon)
                : colon + 1;
  countSubscripts(tokens.take_front(colon), 0, false);
  if (colon + 1 < tokens.size()) {
    shape[Measure::Stmts] += 1;
    countStatement(tokens.drop_front(colon + 1));
  }
}

void Counter::countFor(ArrayRef<PyToken> tokens) {
  shape[Measure::Loops] += 1;
  shape.set(Trait::For);
  auto isIn = [](const PyToken &token) { return token.is("in"); };
  bool dynamic = llvm::any_of(llvm::make_range(llvm::find_if(tokens, isIn), tokens.end()), [&](const PyToken &token) {
    return token.kind == PyToken::Name && !llvm::is_contained({"in", "range", "int", "len"}, token.text) &&
           !kernel.constants.contains(token.text);
  });
  shape[Measure::DynLoops] += dynamic;
  if (dynamic)
    shape.set(Trait::DynamicFor);
}

/// A line that opens no block.
void Counter::countStatement(ArrayRef<PyToken> tokens) {
  if (tokens.front().is("return")) {
    shape[Measure::Returns] += 1;
    if (&tokens.back() != &kernel.body.back().tokens.back())
      shape.set(Trait::EarlyReturn);
  } else if (tokens.front().is("break")) {
    shape.set(Trait::Break);
  } else if (tokens.front().is("continue")) {
    shape.set(Trait::Continue);
  }
  size_t end = 0;
  bool augmented = false, unpacks = false;
  for (size_t i = 0; i < tokens.size();) {
    StringRef text = tokens[i].kind == PyToken::Operator ? tokens[i].text : "";
    unpacks |= text == ",";
    augmented = text.size() > 1 && text.back() == '=' && !llvm::is_contained({"==", "!=", "<=", ">=", ":="}, text);
    if (text == "=" || augmented) {
      end = i;
      break;
    }
    i = !text.empty() && StringRef("([{").contains(text) ? afterBracket(tokens, i) : i + 1;
  }
  if (end && unpacks)
    shape.set(Trait::TupleUnpacking);
  if (end && unpacks && llvm::any_of(tokens.drop_front(end), [](const PyToken &token) { return token.is("tid"); }))
    shape.set(Trait::SeveralThreadIndices);
  countSubscripts(tokens, end, augmented);
}

/// Element and component accesses; those before `targetEnd`, outside of brackets, are stored to.
void Counter::countSubscripts(ArrayRef<PyToken> tokens, size_t targetEnd, bool augmented) {
  size_t storedUpTo = 0; // an index inside of a target is read
  for (size_t i = 1; i < tokens.size(); ++i) {
    bool follows = tokens[i - 1].kind == PyToken::Name || tokens[i - 1].is("]") || tokens[i - 1].is(")");
    if (!tokens[i].is("[") || !follows || llvm::is_contained(keywords, tokens[i - 1].text))
      continue;
    size_t end = afterBracket(tokens, i);
    bool isStore = i < targetEnd && i >= storedUpTo && (end == tokens.size() || !tokens[end].is("["));
    if (i < targetEnd && i >= storedUpTo)
      storedUpTo = end;
    countSubscript(tokens, i, isStore, augmented);
  }
}

void Counter::countSubscript(ArrayRef<PyToken> tokens, size_t open, bool isStore, bool augmented) {
  const PyToken &base = tokens[open - 1];
  bool isAttribute = open > 1 && tokens[open - 2].is(".");
  if (isAttribute && base.is("shape"))
    return;
  size_t end = afterBracket(tokens, open);
  unsigned indices = 1;
  for (size_t i = open + 1; i + 1 < end;) {
    indices += tokens[i].is(",");
    bool opens = tokens[i].kind == PyToken::Operator && StringRef("([{").contains(tokens[i].text);
    i = opens ? afterBracket(tokens, i) : i + 1;
  }
  const PyKernel::Parameter *array = isAttribute ? nullptr : kernel.findParameter(base.text);
  if (array && array->rank > indices) {
    shape.set(Trait::RowViews);
  } else if (array && array->rank) {
    shape[Measure::Stores] += isStore;
    shape[Measure::Loads] += !isStore || augmented;
  } else if (isStore) {
    shape.set(Trait::ComponentStores);
  } else {
    shape[Measure::CompLoads] += 1;
  }
}

void Counter::countNames(ArrayRef<PyToken> tokens) {
  for (size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].kind == PyToken::Name)
      countName(tokens, i);
}

void Counter::countName(ArrayRef<PyToken> tokens, size_t at) {
  StringRef name = tokens[at].text;
  bool isAttribute = at > 0 && tokens[at - 1].is(".");
  bool ofWarp = isAttribute && at > 1 && tokens[at - 2].is("wp");
  bool isCall = at + 1 < tokens.size() && tokens[at + 1].is("(") && !llvm::is_contained(keywords, name);
  if (name == "and" || name == "or")
    shape.set(Trait::AndOr);
  if (name == "if" && at > 0)
    shape.set(Trait::Ternary);
  if ((isAttribute && name == "shape") || (isCall && name == "len"))
    shape.set(Trait::ShapeOrLen);
  if (!isAttribute && kernel.constants.contains(name))
    shape.set(Trait::ModuleConstants);
  if (isAttribute && !ofWarp && name.size() == 1 && StringRef("xyzw").contains(name))
    shape[Measure::CompLoads] += 1;
  if (!isCall)
    return;
  shape[Measure::Calls] += 1;
  if (ofWarp)
    shape.builtins.push_back(name);
  if (ofWarp && name.starts_with("atomic_")) {
    shape[Measure::Atomics] += 1;
    shape.set(Trait::Atomics);
  }
  if (!isAttribute && kernel.functions.contains(name)) {
    shape[Measure::UserCalls] += 1;
    shape.set(Trait::UserFunctions);
  }
}

void Counter::countOperators(ArrayRef<PyToken> tokens) {
  for (const PyToken &token : tokens) {
    if (token.kind != PyToken::Operator)
      continue;
    if (token.is("@") || token.is("@="))
      shape.set(Trait::MatrixProduct);
    if (llvm::is_contained({"&", "|", "^", "~", "<<", ">>", "&=", "|=", "^=", "<<=", ">>="}, token.text))
      shape.set(Trait::BitOperations);
  }
}

KernelShape kgen::stats::measureKernel(const PyKernel &kernel) { return Counter(kernel).run(); }
