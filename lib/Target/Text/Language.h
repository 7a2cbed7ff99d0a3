// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a language has to say for kernels to be printed in it: spellings, precedences and the frame around a kernel.
// How expressions nest and statements follow each other is the printer's matter.

#ifndef KGEN_LIB_TARGET_TEXT_LANGUAGE_H
#define KGEN_LIB_TARGET_TEXT_LANGUAGE_H

#include "Names.h"
#include "Placement.h"

#include "kgen/Target/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <set>

namespace kgen::text {

struct Variable;
class KernelPrinter;

/// How tightly the outermost operator of an expression binds. Languages place their infix operators between.
enum Precedence { Ternary = 1, Unary = 50, Primary = 100 };

/// An expression as text.
struct Expr {
  std::string text;
  int precedence = Primary;
  /// How deeply it nests; a chain of operators of one precedence counts once.
  unsigned depth = 0;
  /// Of `left op right`: the operator, and the places of the two in the text, `right` without its brackets.
  llvm::StringRef op;
  size_t leftSize = 0, rightBegin = 0, rightSize = 0;
  llvm::StringRef left() const { return llvm::StringRef(text).take_front(leftSize); }
  llvm::StringRef right() const { return llvm::StringRef(text).substr(rightBegin, rightSize); }
  /// The variables that it reads.
  llvm::SmallVector<const Variable *, 4> reads;
  /// Of an expression that is copied from value to value: the op that computes it.
  mlir::Operation *from = nullptr;
};

inline llvm::SmallVector<std::string> textsOf(llvm::ArrayRef<Expr> exprs) {
  return llvm::map_to_vector(exprs, [](const Expr &expr) { return expr.text; });
}

/// How operators of one precedence group beside each other.
enum class Association { Left, Right, None };

/// How statements look where a language leaves it to taste, or has no other way.
struct Style {
  /// The statement of an empty block; "" where a block may be empty.
  llvm::StringRef emptyBlock;
  /// Whether an `if` whose first arm is empty is turned around, or left out where both are.
  bool turnsEmptyArms;
  /// Whether there is `++x`.
  bool hasIncrement;
  /// Whether `a[i] += x` on an element of an array is an atomic update.
  bool augmentsAtomically;
  /// Whether every identifier but the reserved words is free.
  bool takesAllNames;
  /// Whether a name means one thing in all of a function.
  bool hasOneScope;
  /// Whether several names can be assigned at once.
  bool hasTuples;
  /// Whether functions of one name differ by the types of their parameters, in the author's text.
  bool hasOverloads;
  /// Whether an author's adjoints of functions are part of the text.
  bool printsAdjoints;
  /// Whether Warp's own functions are there without a definition.
  bool hasWarpsFunctions;
  /// Whether an atomic update takes the address of what it updates.
  bool takesAddresses;
  /// Whether `t.p[0] = x` changes the transform `t`. Warp changes a copy of its part; `t[0] = x` it takes.
  bool storesIntoParts;
};

class Language {
public:
  virtual ~Language() = default;

  virtual EvaluationRules rules() const = 0;
  virtual const Style &style() const = 0;
  /// Words that no variable may have as its name.
  virtual const Words &reservedWords() const = 0;
  /// Words of the frame around a kernel, each with one that takes its place where the author has it.
  virtual llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> frameWords() const { return {}; }
  /// Further names of the frame around a function of these parameters: a key, and the name that is wanted.
  virtual llvm::SmallVector<std::pair<std::string, std::string>> frameNames(mlir::FunctionOpInterface function,
                                                                            llvm::ArrayRef<std::string> parameters) {
    return {};
  }
  /// Short names of types, which give way to the author's.
  virtual const Words &typeWords() const { return noWords(); }
  /// Words that no function of the author's can have as its name.
  virtual const Words &functionWords() const { return noWords(); }
  /// Chooses the names of structs and of their fields.
  virtual void nameStructs(llvm::ArrayRef<StructType> structs) = 0;
  void setFunctionNames(llvm::StringMap<std::string> names) { functionNames = std::move(names); }
  const llvm::StringMap<std::string> &getFunctionNames() const { return functionNames; }
  const std::string &functionName(llvm::StringRef symbol) const { return functionNames.find(symbol)->second; }
  /// Tells of a function of two parameters that stands in the text.
  void noteFunction(llvm::StringRef name, llvm::ArrayRef<mlir::Type> parameters) {
    pairFunctions[name].push_back(parameters.vec());
  }
  /// Whether the text has a function that its reader would take for an operator of such operands.
  bool isShadowed(llvm::StringRef op, mlir::TypeRange operands) const {
    llvm::StringRef name = functionOfOperator(op);
    auto found = name.empty() ? pairFunctions.end() : pairFunctions.find(name);
    return found != pairFunctions.end() && llvm::any_of(found->second, [&](llvm::ArrayRef<mlir::Type> types) {
             return operands == mlir::TypeRange(types);
           });
  }
  /// Tells which names the author uses anywhere in the text.
  virtual void setNames(const llvm::StringSet<> &names) {}
  /// A comment of the author's, `# text`, in this language.
  virtual std::string comment(llvm::StringRef text) const { return text.str(); }
  /// Says what the language cannot say of a kernel or function: a located error.
  virtual llvm::LogicalResult check(mlir::FunctionOpInterface function) const = 0;

  //===--- Expressions ---===//
  virtual std::string type(mlir::Type type) = 0;
  virtual Expr literal(mlir::TypedAttr value) = 0;
  /// `value` converted to a type; of a literal, the literal as one of this type.
  virtual Expr cast(const Expr &value, mlir::Type from, mlir::Type to) = 0;
  virtual const Spelling &spelling(const BuiltinInfo &info) const = 0;
  /// Spelling of one op where it is not that of the record; null where it is.
  virtual const Spelling *specialSpelling(mlir::Operation *op) const { return nullptr; }
  /// A builtin of these operands if it is written otherwise than by a spelling.
  virtual std::optional<Expr> builtin(mlir::Operation *op, llvm::ArrayRef<Expr> operands) { return std::nullopt; }
  /// The function that draws a random number and advances the state, its first operand.
  virtual std::string drawing(const BuiltinInfo &info) const { return info.drawn.text.str(); }
  virtual int infixPrecedence(llvm::StringRef op) const = 0;
  virtual int prefixPrecedence(llvm::StringRef op) const { return Unary; }
  /// Of comparisons it is none, since `a < b < c` reads as what it is not in half of all languages.
  virtual Association association(llvm::StringRef op) const {
    bool isComparison = llvm::is_contained({"==", "!=", "<", "<=", ">", ">="}, op);
    return isComparison ? Association::None : Association::Left;
  }
  /// Whether an infix operator between these operands has no blanks around it.
  virtual bool isTight(llvm::StringRef op, const Expr &a, const Expr &b) const { return false; }
  /// True where an operand that is `inner` by itself is put in brackets within `outer` though precedence is clear.
  virtual bool wantsBrackets(llvm::StringRef outer, llvm::StringRef inner) const { return false; }
  /// The result of an infix operator, where it has to be cut to its type.
  virtual Expr narrowed(Expr expr, mlir::Type type) { return expr; }
  virtual Expr ternary(const Expr &condition, const Expr &a, const Expr &b) = 0;
  virtual llvm::StringRef andWord() const = 0;
  virtual llvm::StringRef orWord() const = 0;
  virtual llvm::StringRef notWord() const = 0;
  /// An element of an array, which expressions spell `text`, at its first indices.
  virtual std::string elementOf(mlir::Value array, llvm::StringRef text, llvm::ArrayRef<mlir::OpFoldResult> indices,
                                llvm::ArrayRef<Expr> exprs) {
    return element(text, textsOf(exprs));
  }
  virtual std::string element(llvm::StringRef array, llvm::ArrayRef<std::string> indices) = 0;
  /// The part of a value of some type at a step, or at the two of a matrix.
  virtual std::string componentOf(mlir::Type type, llvm::StringRef aggregate,
                                  llvm::ArrayRef<mlir::OpFoldResult> indices, llvm::ArrayRef<Expr> exprs) {
    return component(aggregate, textsOf(exprs));
  }
  virtual std::string component(llvm::StringRef aggregate, llvm::ArrayRef<std::string> indices) = 0;
  /// The name of a field of a struct or transform.
  virtual std::string field(mlir::Type type, unsigned number) const { return fieldName(type, number).str(); }
  virtual std::string viewOf(ViewOp op, llvm::StringRef array, llvm::ArrayRef<Expr> exprs) {
    return view(array, textsOf(exprs));
  }
  /// The extent of an array, which expressions spell `array`.
  virtual std::string extentOf(ShapeOp op, llvm::StringRef array) {
    return array.str() + ".shape[" + std::to_string(op.getDimension()) + "]";
  }
  /// Further arguments of a call, behind one of the author's.
  virtual llvm::SmallVector<std::string> extentsOf(CallOp op, unsigned argument) { return {}; }
  /// The part of an array at its first indices.
  virtual std::string view(llvm::StringRef array, llvm::ArrayRef<std::string> indices) = 0;
  /// The gradient of one part of each element, by the text of the step that leads to it.
  virtual std::string gradientPart(llvm::StringRef gradient, mlir::Type type, llvm::StringRef step) {
    llvm_unreachable("refused by check()");
  }
  /// The atomic update of a part of an element; "" where only elements have such.
  virtual std::string atomicOnPart(AtomicOp op, llvm::StringRef part, llvm::StringRef value) { return ""; }
  /// The address of an element or of a part of it.
  virtual std::string address(llvm::StringRef part) { return "&" + part.str(); }
  /// The function of Python's that an author called in an operator's place; "" where the language has the operator
  /// alone.
  virtual std::string called(llvm::StringRef function) const { return ""; }
  /// The function of the author's that an operator calls where there is one; "" where operators are the language's own.
  virtual llvm::StringRef functionOfOperator(llvm::StringRef op) const { return ""; }
  virtual std::string construct(mlir::Type type, llvm::ArrayRef<std::string> components) = 0;
  virtual std::string identity(mlir::Type type) = 0;
  virtual std::string thread() = 0;
  virtual std::string blockDim() = 0;
  virtual std::string atomicName(AtomicKind kind) = 0;
  virtual std::string atomicCasName() = 0;
  /// The function that reads, takes or adds to an element of a gradient; a language without them refuses the ops.
  virtual llvm::StringRef gradientFunction(mlir::Operation *op) const { llvm_unreachable("refused by check()"); }

  /// The call for an op on the tape, of its operands; a language without a tape refuses the op.
  virtual std::string tapeCall(mlir::Operation *op, llvm::ArrayRef<std::string> operands) {
    llvm_unreachable("refused by check()");
  }

  //===--- Statements ---===//
  virtual llvm::StringRef end() const = 0;
  /// A line with its margin, in as many lines as it needs.
  virtual std::string wrapped(llvm::StringRef text, unsigned margin) const = 0;
  virtual std::string declare(const Variable &variable, llvm::StringRef name, llvm::StringRef value) = 0;
  virtual std::string declareThread(llvm::ArrayRef<std::string> names, bool unused) = 0;
  /// Declares where the gradient of an array is accumulated in a launch.
  virtual std::string declareGradient(const Variable &variable, llvm::StringRef name, llvm::StringRef array,
                                      llvm::StringRef adjoint) {
    llvm_unreachable("refused by check()");
  }
  /// A literal that says its type: the value by which a variable of the author's is initialised, where that says that
  /// it varies, and what is cast, where it would be read as what it is cast to.
  virtual std::string varying(llvm::StringRef literal, mlir::Type type) { return literal.str(); }
  virtual std::string ifHead(llvm::StringRef condition) = 0;
  virtual std::string elifHead(llvm::StringRef condition) = 0;
  virtual llvm::StringRef elseHead() const = 0;
  virtual llvm::StringRef close() const = 0;
  virtual std::string whileHead(llvm::StringRef condition) = 0;
  virtual std::string forHead(llvm::StringRef name, llvm::StringRef lower, llvm::StringRef upper, const Expr &step,
                              std::optional<int64_t> literalStep) = 0;
  virtual llvm::StringRef trueWord() const = 0;
  virtual llvm::StringRef returnStatement(bool inThreadFunction) const = 0;
  virtual std::string returnValues(llvm::ArrayRef<std::string> values) = 0;
  /// Assigns the results of a call to names.
  virtual std::string declareResults(llvm::ArrayRef<std::string> names, llvm::StringRef call, bool unused) = 0;
  virtual std::string print(llvm::StringRef value) = 0;
  virtual std::string printFormat(llvm::StringRef format, llvm::ArrayRef<std::string> values,
                                  llvm::ArrayRef<mlir::Type> types) = 0;
  virtual std::string assertion(llvm::StringRef condition, std::optional<llvm::StringRef> message) = 0;
  virtual std::string expectationName(Expectation kind) = 0;
  /// Whether `op` can be used as `x op= y`, on an element of an array where `onArray`.
  virtual bool hasAugmented(llvm::StringRef op, bool onArray) const = 0;

  //===--- Kernels ---===//
  /// Prints one kernel, with its frame.
  virtual void kernel(KernelPrinter &printer, llvm::raw_ostream &os) = 0;
  /// Prints one function.
  virtual void function(KernelPrinter &printer, llvm::raw_ostream &os) = 0;
  /// The definition of a struct; `user` is the first function that takes one, if any does.
  virtual std::string structure(StructType type, mlir::FunctionOpInterface user) = 0;
  /// Prints what stands between the includes and the module's constants; called when the kernels are printed.
  virtual void preamble(llvm::raw_ostream &os) = 0;
  /// Puts a text together of its head and its kernels.
  virtual void finish(llvm::StringRef head, llvm::StringRef kernels, llvm::raw_ostream &os) { os << head << kernels; }
  /// The definition of a module constant.
  virtual std::string defineConstant(llvm::StringRef name, mlir::TypedAttr value) = 0;

private:
  llvm::StringMap<std::string> functionNames;
  llvm::StringMap<llvm::SmallVector<std::vector<mlir::Type>>> pairFunctions;
};

/// Takes the marks of lines out of a text, and says what they said.
std::string takeLineMarks(llvm::StringRef text, LineMap &lines);

/// A string literal of C and Python.
std::string quoted(llvm::StringRef text, char quote = '"');

/// Prints the kernels of a module that the options ask for.
llvm::LogicalResult printModule(mlir::ModuleOp module, Language &language, const TextOptions &options,
                                llvm::raw_ostream &os);

/// A line of Python or C++ in as many lines as it needs, each with its margin.
std::string wrapPython(llvm::StringRef text, unsigned margin);
std::string wrapCpp(llvm::StringRef text, unsigned margin);

/// The shortest decimal text that reads back as `value` in a type, with a point or an exponent in it: `0.5`, `1.0e-6`.
/// `value` is finite.
std::string decimal(const llvm::APFloat &value);

} // namespace kgen::text

#endif // KGEN_LIB_TARGET_TEXT_LANGUAGE_H
