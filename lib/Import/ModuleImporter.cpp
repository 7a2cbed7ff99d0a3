// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instances of functions by the arguments that they are called with, the symbols that they get, and instances of
// generic kernels.

#include "ModuleImporter.h"
#include "Adjoints.h"
#include "FunctionImporter.h"
#include "Generics.h"
#include "LateReads.h"
#include "PyTypes.h"
#include "kgen/IR/CallSpelling.h"
#include "kgen/IR/Callees.h"
#include "kgen/IR/Names.h"
#include "mlir/IR/Verifier.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

/// Calls within calls: a bound for the importer's own stack.
static constexpr unsigned maxDepth = 128;

ModuleImporter::ModuleImporter(const Program &program, const ImportOptions &options)
    : program(program), options(options) {
  Location start = program.allKernels().empty()
                       ? Location(UnknownLoc::get(program.getContext()))
                       : FileLineColLoc::get(program.fileOf(program.allKernels().front().function), 1, 1);
  module = ModuleOp::create(start);
}

std::string ModuleImporter::uniqueSymbol(StringRef name, unsigned first) {
  std::string symbol = name.str();
  for (unsigned next = first; !symbols.insert(symbol).second; ++next)
    symbol = (name + "_" + Twine(next)).str();
  return symbol;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Tells instances of a function apart: the types of values, and operands that are no values as they are.
static std::string describeArgument(const Operand &operand) {
  std::string text;
  raw_string_ostream os(text);
  switch (operand.kind) {
  case Operand::Value:
    os << operand.value.getType();
    break;
  case Operand::Tile:
    os << "tile " << operand.type << " " << describeExtents(operand.extents)
       << (operand.isContiguous ? "" : " with steps");
    break;
  case Operand::Type:
    os << "type " << operand.type;
    break;
  case Operand::Functions:
    os << "functions";
    for (unsigned function : operand.functions)
      os << " " << function;
    break;
  default:
    os << operand.kind << " " << operand.text;
  }
  return text;
}

static std::string describeArguments(ArrayRef<Operand> arguments) {
  std::string text;
  for (const Operand &argument : arguments)
    text += "|" + describeArgument(argument);
  return text;
}

FuncOp ModuleImporter::instantiate(unsigned function, ArrayRef<Operand> arguments, PyNode call, StringAttr file) {
  auto [entry, isNew] = instances.try_emplace(std::to_string(function) + describeArguments(arguments));
  Instance &instance = entry->second;
  if (isNew && depth == maxDepth) {
    instances.erase(entry);
    emitError(FileLineColLoc::get(file, call.line(), call.column()))
        << "expected calls nested at most " << maxDepth << " deep but got one more";
    return nullptr;
  }
  if (isNew) {
    ++depth;
    importInstance(function, arguments, instance);
    --depth;
  } else if (instance.isOpen) {
    Location place = FileLineColLoc::get(file, call.line(), call.column());
    emitError(place) << "expected a function that does not call itself but got '" << program.functionName(function)
                     << "'; Warp has no recursion";
    return nullptr;
  }
  for (const Problem &problem : instance.problems) {
    InFlightDiagnostic diagnostic = emitError(problem.place) << problem.message;
    for (auto &[place, note] : problem.notes)
      diagnostic.attachNote(place) << note;
  }
  return instance.op;
}

void ModuleImporter::importInstance(unsigned function, ArrayRef<Operand> arguments, Instance &instance) {
  std::vector<Problem> problems;
  {
    // Each once: what two calls of one function have in common would double with each function around them.
    llvm::DenseSet<std::pair<Location, StringAttr>> seen;
    ScopedDiagnosticHandler collect(program.getContext(), [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
        return failure();
      if (!seen.insert({diagnostic.getLocation(), StringAttr::get(program.getContext(), diagnostic.str())}).second)
        return success();
      Problem &problem = problems.emplace_back(Problem{diagnostic.getLocation(), diagnostic.str(), {}});
      for (Diagnostic &note : diagnostic.getNotes())
        problem.notes.emplace_back(note.getLocation(), note.str());
      return success();
    });
    instance.op = importFunction(function, arguments, std::nullopt);
    if (instance.op && failed(attach(function, arguments, instance.op)))
      instance.op = nullptr;
  }
  instance.problems = std::move(problems);
  instance.isOpen = false;
  if (instance.op)
    namePublicly(function, instance.op);
}

FuncOp ModuleImporter::importFunction(unsigned function, ArrayRef<Operand> arguments,
                                      std::optional<unsigned> primalCount) {
  PyNode definition = program.definition(function);
  if (!definition)
    return nullptr;
  Parts parts(*this, definition, program.fileOf(function));
  FunctionImporter importer(parts);
  std::string symbol = uniqueSymbol(program.functionName(function), 1);
  FuncOp op = primalCount ? importer.importAdjoint(symbol, arguments, *primalCount)
                          : importer.importFunction(symbol, arguments);
  if (!op)
    symbols.erase(symbol);
  else if (program.isWarps(function))
    op->setAttr(warpsAttrName, StringAttr::get(op.getContext(), program.functionName(function)));
  return op;
}

FuncOp ModuleImporter::warpsFunction(StringRef name, StringRef detail, TypeRange types, ArrayRef<StringRef> parameters,
                                     TypeRange results, Location location, StringRef variant,
                                     llvm::function_ref<void(Block *)> write) {
  std::string symbol = detail.empty() ? name.str() : (name + "_" + detail).str(), signature;
  raw_string_ostream(signature) << symbol << " " << types << " -> " << results << " " << variant;
  FuncOp &function = warpsFunctions[signature];
  if (function)
    return function;
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  function = FuncOp::create(builder, location, uniqueSymbol(symbol, 1), builder.getFunctionType(types, results));
  function->setAttr(warpsAttrName, builder.getStringAttr(name));
  Block &body = function.getFunctionBody().emplaceBlock();
  for (auto [type, parameter] : zip_equal(types, parameters))
    body.addArgument(type, nameLoc(parameter, location));
  write(&body);
  makeNamesUnique(function);
  return function;
}

Operand ModuleImporter::tileResult(FuncOp function, unsigned result) const {
  auto found = tileResults.find(function);
  return found == tileResults.end() || result >= found->second.size() ? Operand() : found->second[result];
}

/// The first parameter of a definition that is said to be of another type than the argument is.
static PyNode otherParameter(PyNode definition, ArrayRef<Operand> arguments, const Program &program) {
  for (auto [parameter, given] : zip(definition.child("args").list("args"), arguments))
    if (PyNode annotation = parameter.child("annotation");
        annotation && fitAnnotation(annotation, given, program) == Fit::No)
      return parameter;
  return PyNode();
}

/// The last of the author's adjoints or replays of a function that takes these arguments; of one that is no overload,
/// any.
std::optional<unsigned> ModuleImporter::attachedTo(unsigned function, StringRef field,
                                                   ArrayRef<Operand> arguments) const {
  SmallVector<unsigned> all = program.attachments(function, field);
  for (unsigned attached : reverse(all)) {
    if (!program.isOverloaded(function))
      return attached;
    PyNode definition = program.definition(attached);
    if (definition && definition.child("args").list("args").size() == arguments.size() &&
        !otherParameter(definition, arguments, program))
      return attached;
  }
  return std::nullopt;
}

/// Whether an adjoint reads or changes that of an array or a struct, or of a part of one.
static bool addsToMemory(PyNode definition, ArrayRef<Operand> arguments) {
  PyNodes parameters = definition.child("args").list("args"), nodes = definition.nodes();
  SmallVector<StringRef> assigned; // as `values` by `values = holder.values`
  for (PyNode node : nodes)
    if (node.is("Assign"))
      for (PyNode target : node.list("targets"))
        assigned.push_back(target.text("id"));
  return any_of(nodes, [&](PyNode node) {
    if (!Adjoints::isAdjoint(node))
      return false;
    for (auto [parameter, argument] : zip(parameters, arguments))
      if (node.child("slice").text("id") == parameter.text("arg"))
        return argument.is(Operand::Value) && (isArray(argument.value.getType()) || isStruct(argument.value.getType()));
    return !node.child("slice").is("Name") || is_contained(assigned, node.child("slice").text("id"));
  });
}

/// Imports what the author gave a function besides: its adjoint, and what the backward runs in its place.
LogicalResult ModuleImporter::attach(unsigned function, ArrayRef<Operand> arguments, FuncOp op) {
  // The adjoints of the results; a block that is never run has values of their types.
  Block aside;
  std::vector<Operand> all(arguments.begin(), arguments.end());
  for (Type type : op.getResultTypes())
    all.push_back(Value(aside.addArgument(type, op.getLoc())));
  std::optional<unsigned> replay = attachedTo(function, "replay", arguments), grad = attachedTo(function, "grad", all);
  bool takesFunction =
      any_of(arguments, [](const Operand &one) { return one.is(Operand::Functions) || one.is(Operand::Builtin); });
  if (takesFunction && (replay || grad))
    return emitError(op.getLoc()) << "expected no function as an argument of '" << program.functionName(function)
                                  << "', which has an adjoint or a replay of its author's";
  if (replay) {
    FuncOp attached = importFunction(*replay, arguments, std::nullopt);
    if (!attached)
      return failure();
    op.setReplay(attached.getSymName());
  }
  if (!grad)
    return success();
  PyNode definition = program.definition(*grad);
  if (definition && addsToMemory(definition, arguments)) {
    addingToMemory.insert(op);
    return success();
  }
  PyNodes parameters = definition.child("args").list("args");
  if (definition && parameters.size() != all.size())
    return emitError(FileLineColLoc::get(program.fileOf(*grad), definition.line(), definition.column()))
           << "expected " << all.size() << " parameters, those of '" << program.functionName(function)
           << "' and the adjoints of its results, but got " << parameters.size();
  if (PyNode other = definition ? otherParameter(definition, all, program) : PyNode()) {
    const Operand &given = all[find(parameters, other) - parameters.begin()];
    InFlightDiagnostic report = emitError(FileLineColLoc::get(program.fileOf(*grad), other.line(), other.column()))
                                << "expected '" << other.text("arg") << "' to be of the type that '"
                                << program.functionName(function) << "' says";
    if (given.is(Operand::Value))
      report << ", " << typeName(given.value.getType());
    return report << ", but got another";
  }
  FuncOp attached = definition ? importFunction(*grad, all, arguments.size()) : FuncOp();
  if (!attached)
    return failure();
  op.setGrad(attached.getSymName());
  return success();
}

/// Functions of one Python name keep it where Python tells them apart: by the types of their parameters.
void ModuleImporter::namePublicly(unsigned function, FuncOp op) {
  StringRef name = program.functionName(function);
  std::string signature;
  raw_string_ostream(signature) << name << " " << op.getArgumentTypes();
  if (publicNames.insert(signature).second && name != op.getSymName())
    op.setPyName(name);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

KernelOp ModuleImporter::importKernel(const Program::Kernel &kernel) {
  // A fault of a function is reported once, however often the kernel calls it.
  llvm::DenseSet<std::pair<Location, StringAttr>> said;
  ScopedDiagnosticHandler once(program.getContext(), [&](Diagnostic &diagnostic) {
    return success(
        !said.insert({diagnostic.getLocation(), StringAttr::get(program.getContext(), diagnostic.str())}).second);
  });
  PyNode definition = program.definition(kernel.function);
  if (!definition)
    return nullptr;
  if (isGenericSignature(definition, program))
    return tryGeneric(kernel, definition);
  std::string symbol = uniqueSymbol(definition.text("name"), 0);
  Parts parts(*this, definition, program.fileOf(kernel.function));
  KernelOp op = FunctionImporter(parts).importKernel(symbol, {});
  if (!op)
    symbols.erase(symbol);
  return op;
}

/// Runs `import` without a word; null where it reported anything.
static KernelOp importQuietly(MLIRContext *context, llvm::function_ref<KernelOp()> import) {
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) { return success(); });
  return import();
}

std::vector<SmallVector<Type>> ModuleImporter::assumedTypes(PyNode definition) const {
  MLIRContext *context = program.getContext();
  Type scalar = scalarByName(("wp." + options.assumeAny).str(), context);
  if (!scalar)
    return {};
  // The type everywhere; then scalars beside arrays of vectors, and whole arrays.
  SmallVector<std::pair<Type, Type>> fillers = {{scalar, scalar}};
  for (Type element : {Type(VecType::get(context, 3, scalar)), Type(MatType::get(context, 3, 3, scalar))}) {
    fillers.emplace_back(element, element);
    fillers.emplace_back(scalar, element);
  }
  for (unsigned rank = 1; rank <= 4; ++rank)
    fillers.emplace_back(ArrayType::get(context, rank, scalar), scalar);
  std::vector<SmallVector<Type>> candidates;
  for (auto [whole, part] : fillers)
    if (auto types = filledTypes(definition, whole, part, program))
      candidates.push_back(*types);
  return candidates;
}

/// Whether a parameter is an array whose element type is given by position: generic to Warp, and refused as a mistake.
static bool hasMisread(PyNode definition) {
  return any_of(definition.child("args").list("args"), [](PyNode parameter) {
    PyNode annotation = parameter.child("annotation");
    return annotation.is("Call") && !annotation.list("args").empty();
  });
}

KernelOp ModuleImporter::refuseGeneric(const Program::Kernel &kernel, PyNode definition) const {
  for (PyNode parameter : definition.child("args").list("args")) {
    PyNode annotation = parameter.child("annotation");
    if (!annotation || !isGeneric(annotation, program))
      continue;
    emitError(FileLineColLoc::get(program.fileOf(kernel.function), annotation.line(), annotation.column()))
        << "expected a type for '" << parameter.text("arg")
        << "', which no wp.launch, wp.overload or CASE of the file gives it; write it, or give --assume-any=float32";
    return nullptr;
  }
  return nullptr;
}

/// A generic kernel has the types of the first launch or overload in its file with which it can be imported, else the
/// type that is assumed.
KernelOp ModuleImporter::tryGeneric(const Program::Kernel &kernel, PyNode definition) {
  MLIRContext *context = program.getContext();
  std::vector<SmallVector<Type>> candidates;
  for (PyNode overload : program.overloads(kernel))
    if (auto types = overloadTypes(definition, overload, program))
      candidates.push_back(*types);
  if (candidates.empty())
    candidates = assumedTypes(definition);
  if (candidates.empty() && hasMisread(definition)) // and is refused, whatever the types
    if (auto types = filledTypes(definition, Float32Type::get(context), Float32Type::get(context), program))
      candidates.push_back(*types);
  if (candidates.empty())
    return refuseGeneric(kernel, definition);
  std::string symbol = uniqueSymbol(definition.text("name"), 0);
  auto import = [&](ArrayRef<Type> types) {
    Parts parts(*this, definition, program.fileOf(kernel.function));
    return FunctionImporter(parts).importKernel(symbol, types);
  };
  for (ArrayRef<Type> types : candidates)
    if (KernelOp op = importQuietly(context, [&] { return import(types); }))
      return op;
  symbols.erase(symbol);
  return import(candidates.front()); // whose reasons count
}

std::string ModuleImporter::whyNoBackward(KernelOp kernel) {
  SmallPtrSet<Operation *, 16> needed;
  if (!referring.empty() || !addingToMemory.empty())
    needed = neededFunctions(*module, kernel);
  for (FuncOp function : module->getOps<FuncOp>()) {
    if (!needed.contains(function))
      continue;
    if (referring.contains(function))
      return "'" + function.getSymName().str() + "' takes a reference, of which Warp has no gradient";
    if (addingToMemory.contains(function))
      return "the adjoint of '" + function.getSymName().str() +
             "' adds to that of an array or a struct, which kgen does not have";
  }
  return "";
}

OwningOpRef<ModuleOp> ModuleImporter::take() {
  readElementsLate(*module);
  if (module->getOps<FuncOp>().empty())
    return std::move(module);
  SmallPtrSet<Operation *, 16> needed = neededFunctions(*module, SmallVector<KernelOp>(module->getOps<KernelOp>()));
  for (FuncOp function : llvm::make_early_inc_range(module->getOps<FuncOp>()))
    if (!needed.contains(function))
      function.erase();
  return std::move(module);
}

} // namespace kgen::importer
