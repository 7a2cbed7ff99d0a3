// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What C-like languages have in common: everything except the frame around a thread's program.

#ifndef KGEN_LIB_TARGET_TEXT_CFAMILY_H
#define KGEN_LIB_TARGET_TEXT_CFAMILY_H

#include "KernelPrinter.h"
#include "Wrapping.h"

namespace kgen::text {

/// The C++ type of a number: `float`, `int`, `uint8_t`.
std::string scalarType(mlir::Type type);

/// The program of a thread, as text that a frame is put around.
struct ThreadProgram {
  std::string description;
  /// The code that runs once a launch, and the code of each thread.
  std::string launch, thread;
  /// Whether it is a function of its own: a `return` inside a loop ends the thread.
  bool isFunction = false;
};

class CFamily : public Language {
public:
  explicit CFamily(const TextOptions &options) : options(options) {}

  EvaluationRules rules() const override {
    return {/*leftToRight=*/false, /*boundsOnce=*/false, /*takesVectors=*/false, /*assignsTogether=*/false};
  }
  const Style &style() const override;
  const Words &reservedWords() const override;
  llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> frameWords() const override;
  const Words &typeWords() const override;
  const Words &functionWords() const override;
  void nameStructs(llvm::ArrayRef<StructType> structs) override;
  std::string field(mlir::Type type, unsigned number) const override;
  void setNames(const llvm::StringSet<> &names) override { authored = names; }
  std::string comment(llvm::StringRef text) const override;
  llvm::LogicalResult check(mlir::FunctionOpInterface function) const override;
  /// Whether an entry point may have letters that are not ASCII.
  virtual bool takesUnicode() const { return true; }

  std::string type(mlir::Type type) override;
  Expr literal(mlir::TypedAttr value) override;
  Expr cast(const Expr &value, mlir::Type from, mlir::Type to) override;
  const Spelling &spelling(const BuiltinInfo &info) const override { return info.cuda; }
  const Spelling *specialSpelling(mlir::Operation *op) const override;
  std::string drawing(const BuiltinInfo &info) const override {
    return ("kgen::" + info.drawn.text.rsplit('.').second).str();
  }
  int infixPrecedence(llvm::StringRef op) const override;
  bool wantsBrackets(llvm::StringRef outer, llvm::StringRef inner) const override;
  Expr narrowed(Expr expr, mlir::Type type) override;
  Expr ternary(const Expr &condition, const Expr &a, const Expr &b) override;
  llvm::StringRef andWord() const override { return "&&"; }
  llvm::StringRef orWord() const override { return "||"; }
  llvm::StringRef notWord() const override { return "!"; }
  std::string element(llvm::StringRef array, llvm::ArrayRef<std::string> indices) override;
  std::string component(llvm::StringRef aggregate, llvm::ArrayRef<std::string> indices) override;
  std::string view(llvm::StringRef array, llvm::ArrayRef<std::string> indices) override;
  std::string gradientPart(llvm::StringRef gradient, mlir::Type type, llvm::StringRef step) override;
  std::string atomicOnPart(AtomicOp op, llvm::StringRef part, llvm::StringRef value) override;
  std::string construct(mlir::Type type, llvm::ArrayRef<std::string> components) override;
  std::string identity(mlir::Type type) override;
  std::string thread() override { return "kgen::tid(" + idx + ", " + bounds() + ")"; }
  std::string atomicName(AtomicKind kind) override;
  std::string tapeCall(mlir::Operation *op, llvm::ArrayRef<std::string> operands) override;
  std::string atomicCasName() override { return "kgen::atomic_cas"; }
  llvm::StringRef gradientFunction(mlir::Operation *op) const override;

  llvm::StringRef end() const override { return ";"; }
  std::string wrapped(llvm::StringRef text, unsigned margin) const override { return wrapCpp(text, margin); }
  std::string declare(const Variable &variable, llvm::StringRef name, llvm::StringRef value) override;
  std::string declareThread(llvm::ArrayRef<std::string> names, bool unused) override;
  std::string declareGradient(const Variable &variable, llvm::StringRef name, llvm::StringRef array,
                              llvm::StringRef adjoint) override;
  std::string ifHead(llvm::StringRef condition) override;
  std::string elifHead(llvm::StringRef condition) override;
  llvm::StringRef elseHead() const override { return "} else {"; }
  llvm::StringRef close() const override { return "}"; }
  std::string whileHead(llvm::StringRef condition) override;
  std::string forHead(llvm::StringRef name, llvm::StringRef lower, llvm::StringRef upper, const Expr &step,
                      std::optional<int64_t> literalStep) override;
  llvm::StringRef trueWord() const override { return "true"; }
  llvm::StringRef returnStatement(bool inThreadFunction) const override {
    return inThreadFunction ? "return;" : "continue;";
  }
  std::string returnValues(llvm::ArrayRef<std::string> values) override;
  std::string declareResults(llvm::ArrayRef<std::string> names, llvm::StringRef call, bool unused) override;
  std::string print(llvm::StringRef value) override;
  std::string printFormat(llvm::StringRef format, llvm::ArrayRef<std::string> values,
                          llvm::ArrayRef<mlir::Type> types) override;
  std::string assertion(llvm::StringRef condition, std::optional<llvm::StringRef> message) override;
  std::string expectationName(Expectation kind) override { return "kgen::expect_" + stringifyExpectation(kind).str(); }
  bool hasAugmented(llvm::StringRef op, bool onArray) const override;

  void function(KernelPrinter &printer, llvm::raw_ostream &os) override;
  std::string structure(StructType type, mlir::FunctionOpInterface user) override;
  void preamble(llvm::raw_ostream &os) override;
  void finish(llvm::StringRef head, llvm::StringRef kernels, llvm::raw_ostream &os) override;
  std::string defineConstant(llvm::StringRef name, mlir::TypedAttr value) override;

  //===--- For frames ---===//
  /// The parameters of a kernel, one a line, in brackets.
  std::string parameterList(KernelPrinter &printer, llvm::StringRef first);
  /// A name of the frame's for a kernel: the forward's, with a suffix.
  std::string localName(KernelOp kernel, llvm::StringRef forward, llvm::StringRef backward);
  /// The name that Warp's launcher knows a kernel by.
  std::string entryName(KernelOp kernel, FormLanguage language);
  /// Parameters as declarations, one a line, with the author's comments.
  std::string declarations(const KernelPrinter &printer, size_t count, llvm::StringRef between, llvm::StringRef last);
  /// The frame's names of the launch's bounds and of the thread's number.
  const std::string &getDim() const { return dim; }
  const std::string &getIdx() const { return idx; }

protected:
  bool wraps(mlir::Operation *op) const;
  /// Takes over the names that the frame of a kernel has.
  virtual void setFrame(const KernelPrinter &printer);
  /// The words before the result of a function.
  virtual llvm::StringRef functionHead() const { return "KGEN_FN"; }
  /// The declaration of a parameter, with what goes with it.
  virtual std::string parameter(const KernelPrinter &printer, unsigned i);
  /// The docstring and the comments above a kernel, as comments.
  std::string description(KernelPrinter &printer);
  ThreadProgram threadProgram(KernelPrinter &printer);
  /// How a thread's program refers to the bounds of the launch.
  virtual std::string bounds() const { return dim; }

  TextOptions options;
  /// Type names that stand in the text without `kgen::`.
  std::set<std::string> aliases;
  /// Names of the author's, which no type goes by.
  llvm::StringSet<> authored;
  /// The names of structs and their fields.
  llvm::DenseMap<mlir::Type, std::string> structNames;
  llvm::DenseMap<mlir::Type, llvm::SmallVector<std::string>> fieldNames;
  /// Which integers wrap in the function of the last op that was asked about.
  mutable std::unique_ptr<Wrapping> wrapping;
  std::string dim, idx;
  /// Whether the program that is printed is a function of its own.
  bool inFunction = false;
};

/// The code that a language puts around a thread's program.
class Frame {
public:
  explicit Frame(FormLanguage language) : language(language) {}
  virtual ~Frame() = default;
  virtual void print(CFamily &language, KernelPrinter &printer, const ThreadProgram &program,
                     llvm::raw_ostream &os) = 0;

protected:
  FormLanguage language;
};
/// An argument structure and a loop over the threads.
std::unique_ptr<Frame> createCppFrame();
/// Direct parameters and a grid-stride loop: of CUDA C++, and of languages with its kernels.
std::unique_ptr<Frame> createCudaFrame(FormLanguage language = FormLanguage::Cuda);

/// The policy of each C-like language.
#define KGEN_CODE(NAME, ...)
#define KGEN_TEXT(NAME, ...) std::unique_ptr<CFamily> create##NAME(const TextOptions &options);
#include "kgen/Support/Languages.def"

/// Prints C++ and CUDA C++ at once.
llvm::LogicalResult exportCppAndCuda(mlir::ModuleOp module, llvm::raw_ostream &cpp, llvm::raw_ostream &cuda,
                                     const TextOptions &options);

/// The text of `kgen/kgen.cuh`, of which a self-contained text takes what it needs.
llvm::StringRef headerText();

/// The parts of the header that `text` needs, as text that stands for the header.
std::string neededOfHeader(llvm::StringRef text);

} // namespace kgen::text

#endif // KGEN_LIB_TARGET_TEXT_CFAMILY_H
