// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel's frame needs to know of it, and the names of its variables.

#include "KernelPrinter.h"

#include "kgen/IR/Names.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace kgen::text {

KernelPrinter::KernelPrinter(FunctionOpInterface function, Language &language, const Constants &constants,
                             const std::string *file)
    : function(function), isComputed(isDerived(function)), language(language), constants(constants), file(file),
      placement(function, language.rules()), variables(function, placement),
      names(language.reservedWords(), language.style().takesAllNames) {
  // The names in the body that are defined outside of it.
  llvm::StringSet<> outer;
  function.getFunctionBody().walk([&](Operation *op) {
    if (auto constant = dyn_cast<ConstantOp>(op); constant && constant.getSymbol())
      outer.insert(constants.find({constant.getSymbolAttr(), constant.getValue()})->second);
    if (auto call = dyn_cast<CallOp>(op))
      outer.insert(language.functionName(call.getCallee()));
  });
  for (const auto &entry : outer)
    names.reserve(entry.getKey());
  // The author's names come before those that we make up. If the kernel was computed, a name whose number tells it from
  // others goes without, if the others are gone.
  auto isNumbered = [&](const Variable &variable) {
    return isComputed && !variable.isGiven && variables.baseOf(variable.name) != variable.name;
  };
  if (isComputed)
    nameInductions();
  if (language.style().printsAdjoints)
    nameAdjoints();
  for (const std::unique_ptr<Variable> &variable : variables.all())
    if (!variable->name.empty() && !isNumbered(*variable) && !variableNames.contains(variable.get()) &&
        (isComputed || !shareName(variable.get())))
      variableNames[variable.get()] = names.take(variable->name);
  for (const std::unique_ptr<Variable> &variable : variables.all())
    if (!variable->name.empty() && isNumbered(*variable))
      variableNames[variable.get()] = names.take(variables.baseOf(variable->name));
  if (language.style().hasOneScope && !isComputed)
    nameTargets();
  for (BlockArgument argument : function.getFunctionBody().getArguments())
    parameterNames.push_back(nameOf(variables.of(argument), argument));
  for (auto [word, other] : language.frameWords())
    frameNames[word.str()] = names.take(names.isTaken(word) ? other : word);
  for (const auto &[key, wanted] : language.frameNames(function, parameterNames))
    frameNames[key] = names.take(wanted);
  names.reserve(language.typeWords());
}

/// Finds out what function this one is the adjoint of. There, the variables that are returned are `wp.adjoint[x]`.
void KernelPrinter::nameAdjoints() {
  auto self = dyn_cast<FuncOp>(function.getOperation());
  if (!self)
    return;
  for (FuncOp other : cast<ModuleOp>(self->getParentOp()).getOps<FuncOp>()) {
    if (other.getGrad() == self.getSymName())
      adjointOf = other;
    if (other.getReplay() == self.getSymName())
      replayOf = other;
  }
  auto end = dyn_cast<ReturnOp>(self.getBody().front().getTerminator());
  if (!adjointOf || !end)
    return;
  for (BlockArgument parameter : self.getBody().getArguments().take_front(adjointOf.getBody().getNumArguments()))
    if (isFloatArith(parameter.getType()))
      adjointParameters.push_back(parameter.getArgNumber());
  for (auto [i, value] : llvm::enumerate(end.getValues())) {
    auto get = value.getDefiningOp<GetOp>();
    auto var = get ? get.getVar().getDefiningOp<VarOp>() : VarOp();
    if (!var || !var.getInit() || i >= adjointParameters.size() || !adjoints.insert(var).second)
      continue;
    Variable *parameter = variables.of(self.getBody().getArgument(adjointParameters[i]));
    variableNames[parameter] = names.take(parameter->name);
    variableNames[variables.of(var.getVar())] = "wp.adjoint[" + variableNames[parameter] + "]";
  }
}

/// The author gives one name to several values; so does the text, where it can be seen which of them is meant.
bool KernelPrinter::shareName(Variable *variable) {
  StringRef base = baseName(variable->name);
  if (base == variable->name)
    return false;
  const std::string *name = nullptr;
  for (const std::unique_ptr<Variable> &other : variables.all()) {
    if (baseName(other->name) != base || !variableNames.contains(other.get()))
      continue;
    if (!variables.mayShareName(*other, *variable, /*inBlocks=*/!language.style().hasOneScope))
      return false;
    if (other->name == base)
      name = &variableNames[other.get()];
  }
  if (name)
    variableNames[variable] = std::string(*name);
  return name;
}

/// Loops that do not contain each other may count with one name.
void KernelPrinter::nameInductions() {
  struct Loops {
    std::string name;
    SmallVector<Operation *> loops;
  };
  llvm::StringMap<Loops> loopsOf;
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](ForOp loop) {
    StringRef base = variables.baseOf(getName(loop.getInductionVar()));
    if (base.empty())
      return;
    bool isOther = llvm::any_of(variables.all(), [&](const std::unique_ptr<Variable> &variable) {
      bool isInduction =
          variable->isGiven && isa_and_nonnull<LoopOpInterface>(variable->values[0].getParentBlock()->getParentOp());
      return !isInduction && variable->name == base;
    });
    auto &[name, loops] = loopsOf[base];
    bool isNested = llvm::any_of(loops, [&](Operation *other) { return other->isAncestor(loop); });
    if (isOther || isNested)
      return;
    if (loops.empty())
      name = names.take(base);
    loops.push_back(loop);
    variableNames[variables.of(loop.getInductionVar())] = name;
  });
}

/// If each trip begins by giving a variable the loop's number, the loop counts with the variable itself, as its author
/// wrote.
void KernelPrinter::nameTargets() {
  function.getFunctionBody().walk([&](ForOp loop) {
    Value induction = loop.getInductionVar();
    Operation &first = loop.getBody().front().front();
    auto set = dyn_cast<SetOp>(first);
    auto var = dyn_cast<VarOp>(first);
    bool isWhole =
        induction.hasOneUse() && (var || (set && set.getMixedIndices().empty() && set.getValue() == induction));
    if (!isWhole || *induction.user_begin() != &first)
      return;
    auto named = variableNames.find(variables.of(first.getNumResults() ? first.getResult(0) : first.getOperand(0)));
    if (named != variableNames.end())
      variableNames[variables.of(induction)] = std::string(named->second);
  });
}

/// The one addition to a gradient of what arms or trips assign to a variable, which makes it an adjoint; else null.
static GradientAddOp additionOf(const Variable &variable) {
  GradientAddOp only;
  for (Value value : variable.values)
    for (Operation *user : value.getUsers())
      if (auto addition = dyn_cast<GradientAddOp>(user)) {
        if (only)
          return {};
        only = addition;
      }
  bool isAssigned = llvm::any_of(variable.values, [](Value value) {
    return !value.getDefiningOp() || isa<IfOp, LoopOpInterface>(value.getDefiningOp());
  });
  return isAssigned ? only : GradientAddOp();
}

const std::string &KernelPrinter::nameOf(Variable *variable, Value value) {
  auto found = variableNames.find(variable);
  if (found != variableNames.end())
    return found->second;
  Value named = value;
  for (Value held : variable->values)
    if (isa<BlockArgument>(named) && held.getDefiningOp() && !isa<LoopOpInterface>(held.getDefiningOp()))
      named = held;
  GradientAddOp addition = additionOf(*variable);
  std::string name =
      addition ? names.take(adjointName(cast<AccessOpInterface>(*addition), [&](Value each) { return useText(each); }))
               : derivedName(named);
  return variableNames[variable] = name;
}

std::string KernelPrinter::derivedName(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    auto loop = dyn_cast<LoopOpInterface>(owner);
    std::optional<unsigned> number = loop ? loop.getCarryNumber(argument) : std::nullopt;
    if (!number)
      return names.take(loop ? "k" : "arg");
    bool inBody = argument.getOwner() == &loop.getBodyBlock();
    bool isSum = inBody && loop.getYield() && loop.getNext()[*number].getDefiningOp<AddOp>();
    return names.take(isSum ? "sum" : "carried");
  }
  return names.take(deriveName(value, [&](Value operand) { return useText(operand); }));
}

bool KernelPrinter::usesParameter(unsigned i) const { return !function.getFunctionBody().getArgument(i).use_empty(); }

static unsigned coordinatesOf(KernelOp kernel) { return std::max(1u, countCoordinates(kernel)); }

unsigned KernelPrinter::coordinates() const {
  KernelOp kernel = getKernel();
  unsigned most = coordinatesOf(kernel);
  // Both kernels of a pair are launched over one grid.
  if (kernel.isBackward())
    if (auto forward = SymbolTable::lookupNearestSymbolFrom<KernelOp>(kernel->getParentOp(), kernel.getAdjointOfAttr()))
      most = std::max(most, coordinatesOf(forward));
  return most;
}

bool KernelPrinter::returnsFromLoop() const {
  auto result = function->walk([&](ReturnOp op) {
    for (Operation *at = op->getParentOp(); at != function; at = at->getParentOp())
      if (isa<LoopOpInterface>(at))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

std::string KernelPrinter::launchPart(unsigned indentation) {
  out.clear();
  indent = indentation;
  function.getFunctionBody().walk([&](GradientOp op) {
    Variable *variable = variables.of(op.getGradient());
    std::string array = useText(op.getArray()), adjoint = useText(op.getAdjoint());
    line(language.declareGradient(*variable, nameOf(variable, op.getGradient()), array, adjoint));
  });
  return std::move(out);
}

StringRef KernelPrinter::docstring() const {
  auto text = isComputed ? StringAttr() : function->getAttrOfType<StringAttr>("kgen.doc");
  return text ? text.getValue() : "";
}

std::string KernelPrinter::threadPart(unsigned indentation, bool asFunction, std::string opening) {
  out = std::move(opening);
  indent = indentation;
  inFunction = asFunction;
  block(function.getFunctionBody().front());
  return std::move(out);
}

} // namespace kgen::text
