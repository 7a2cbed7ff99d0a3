// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In Warp a name that holds a plain literal is a constant: a loop that is not unrolled may not change it. kgen could
// take such kernels, and prints what Warp takes; it refuses them so that each file it accepts runs under Warp too.

#include "Names.h"
#include "PyTypes.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

/// Loops of constant range are unrolled by Warp up to this number of trips.
static constexpr int64_t maxUnroll = 16;

void Names::noteLiteral(StringRef name, PyNode value) {
  std::optional<Literal> literal = readLiteral(value, program);
  if (literal && !literal->type)
    literals[name] = value;
  else
    literals.erase(name);
}

static bool visitTargets(PyNode target, llvm::function_ref<bool(PyNode)> visit) {
  if (target.is("Name"))
    return visit(target);
  for (PyNode element : target.list("elts"))
    if (visitTargets(element, visit))
      return true;
  return false;
}

bool Names::visitAssigned(ArrayRef<PyNode> statements, llvm::function_ref<bool(PyNode)> visit) {
  for (PyNode statement : statements) {
    for (PyNode target : statement.list("targets"))
      if (visitTargets(target, visit))
        return true;
    if (PyNode target = statement.child("target"); target && visitTargets(target, visit))
      return true;
    if (visitAssigned(statement.list("body"), visit) || visitAssigned(statement.list("orelse"), visit))
      return true;
  }
  return false;
}

void Names::forgetLiterals(ArrayRef<PyNode> statements, const llvm::StringSet<> &known) {
  visitAssigned(statements, [&](PyNode target) {
    if (known.contains(target.text("id")))
      literals.erase(target.text("id"));
    return false;
  });
}

llvm::StringSet<> Names::knownNames() const {
  llvm::StringSet<> names;
  for (const auto &entry : bindings)
    names.insert(entry.getKey());
  return names;
}

/// True where a `break` leaves this loop, and not one within it.
static bool breaks(ArrayRef<PyNode> statements) {
  return any_of(statements, [](PyNode statement) {
    return statement.is("Break") ||
           (statement.is("If") && (breaks(statement.list("body")) || breaks(statement.list("orelse"))));
  });
}

/// The integer that an argument of `range` is to Warp before the program runs; `bound` is what it has been imported as.
std::optional<int64_t> Names::readBound(PyNode argument, OpFoldResult bound) const {
  PyNode held = argument.is("Name") ? literalIn(argument.text("id")) : PyNode();
  std::optional<Literal> literal = held ? readLiteral(held, program) : literalOf(argument);
  if (!literal) // `len(v)`, `m.shape[0]`
    return argument.is("Name") ? std::nullopt : getLiteral(bound);
  if (literal->kind != Literal::Int || !literal->integer.isSignedIntN(32))
    return std::nullopt;
  return literal->integer.getSExtValue();
}

bool Names::isUnrolled(PyNode loop, ArrayRef<OpFoldResult> bounds) const {
  if (!loop.is("For") || breaks(loop.list("body")))
    return false;
  int64_t range[3] = {0, 0, 1};
  PyNodes arguments = loop.child("iter").list("args");
  if (arguments.size() > 3) // which has been reported
    return false;
  for (auto [i, argument] : enumerate(arguments)) {
    size_t place = arguments.size() == 1 ? 1 : i;
    std::optional<int64_t> bound = readBound(argument, bounds[place]);
    if (!bound)
      return false;
    range[place] = *bound;
  }
  int64_t step = range[2], span = step > 0 ? range[1] - range[0] : range[0] - range[1];
  return step != 0 && (span <= 0 || (span + std::abs(step) - 1) / std::abs(step) <= maxUnroll);
}

LogicalResult Names::checkLiteralsIn(PyNode loop) {
  if (literals.empty())
    return success();
  LogicalResult result = success();
  visitAssigned(loop.list("body"), [&](PyNode target) {
    auto found = literals.find(target.text("id"));
    if (found == literals.end())
      return false;
    PyNode literal = found->second;
    StringRef cast = literal.text("kind") == "bool" ? "bool" : readInteger(literal) ? "int" : "float";
    InFlightDiagnostic diagnostic = error(target) << "expected '" << target.text("id")
                                                  << "' to be a variable but it holds a literal, which a loop may not "
                                                     "change";
    diagnostic.attachNote(location(literal)) << "write " << cast << "(...) around this literal";
    result = diagnostic;
    return true;
  });
  return result;
}

} // namespace kgen::importer
