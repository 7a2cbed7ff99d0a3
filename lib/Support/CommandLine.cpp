// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line's side of a tool. What the tool does is not known here.

#include "kgen/Support/CommandLine.h"
#include "kgen/Support/StandardStreams.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace llvm;

static const char *toolName = "";
static bool isInputClosed, isOutputClosed;

static int report(const Twine &message, int status) {
  errs() << toolName << ": error: " << message << "\n";
  return status;
}

int kgen::inputError(const Twine &message) { return report(message, 1); }
int kgen::usageError(const Twine &message) { return report(message, 2); }

kgen::InitTool::NoteClosedStreams::NoteClosedStreams() {
  isInputClosed = isClosed(STDIN_FILENO);
  isOutputClosed = isClosed(STDOUT_FILENO);
  openStandardStreams();
}

//===----------------------------------------------------------------------===//
// Ends that nobody wanted
//===----------------------------------------------------------------------===//

static const char *noteWhat, *noteAdvice;

kgen::CrashNote::CrashNote(const char *what, const char *advice) { noteWhat = what, noteAdvice = advice; }
kgen::CrashNote::~CrashNote() { noteWhat = noteAdvice = nullptr; }

namespace {
struct EndingSignal {
  int number;
  const char *name;
};
} // namespace

static constexpr EndingSignal endingSignals[] = {
    {SIGSEGV, "an access to memory that is not its own (SIGSEGV)"},
    {SIGBUS, "an access to memory that is not there (SIGBUS)"},
    {SIGABRT, "an abort (SIGABRT)"},
    {SIGILL, "an instruction that the CPU lacks (SIGILL)"},
    {SIGFPE, "an arithmetic fault (SIGFPE)"},
    {SIGTRAP, "a trap (SIGTRAP)"},
};

/// Writes without allocating.
static void writeText(const char *text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0)
    return;
}

static void endOnSignal(int number) {
  writeText(toolName);
  writeText(": error: ");
  writeText(noteWhat ? noteWhat : "kgen itself ended with");
  writeText(" ");
  for (const EndingSignal &known : endingSignals)
    if (known.number == number)
      writeText(known.name);
  writeText(noteWhat ? noteAdvice : "; please report it to kgen, with the command and its input");
  writeText("\n");
  sys::RunInterruptHandlers(); // removes unfinished files
  if (noteWhat)
    _exit(1);
  signal(number, SIG_DFL);
  raise(number);
}

/// In the place of LLVM's handlers, on the stack that these have.
static void reportSignals() {
  struct sigaction action = {};
  action.sa_handler = endOnSignal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESETHAND;
  for (const EndingSignal &ending : endingSignals)
    sigaction(ending.number, &action, nullptr);
}

/// What LLVM calls fatal without asking for a crash report is a stream that could not be written: at exit too, so that
/// nothing may be run any more. Else LLVM aborts.
static void endOnFatalError(void *, const char *message, bool isCrash) {
  report(message, 1);
  if (!isCrash)
    _exit(1);
  signal(SIGABRT, SIG_DFL);
}

/// The elementary functions are those of SLEEF with fused multiply-add, which do not ask whether there is any.
static void requireFusedMultiplyAdd() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("fma"))
    return;
  report("expected a CPU with fused multiply-add, as x86-64-v3 has it", 1);
  std::exit(1);
#endif
}

kgen::InitTool::InitTool(int &argc, char **&argv, const char *name) : init(argc, argv) {
  toolName = name;
  install_fatal_error_handler(endOnFatalError);
  reportSignals();
  requireFusedMultiplyAdd();
}

static void printVersion(raw_ostream &os) { os << "kgen " KGEN_VERSION " (LLVM " LLVM_VERSION_STRING ")\n"; }

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static StringMap<std::vector<StringRef>> &knownValues() {
  static StringMap<std::vector<StringRef>> values;
  return values;
}

void kgen::noteValues(StringRef option, std::vector<StringRef> values) { knownValues()[option] = std::move(values); }

/// What is wrong with the value of an option; "" if nothing is. LLVM would not say which values there are.
static std::string wrongValue(ArrayRef<const char *> arguments) {
  for (size_t i = 0; i < arguments.size() && StringRef(arguments[i]) != "--"; ++i) {
    StringRef argument = arguments[i];
    if (!argument.starts_with("-"))
      continue;
    auto [name, text] = argument.ltrim('-').split('=');
    auto known = knownValues().find(name);
    if (known == knownValues().end())
      continue;
    if (!argument.contains('='))
      text = ++i < arguments.size() ? arguments[i] : "";
    SmallVector<StringRef> values;
    text.split(values, ',');
    for (StringRef value : values)
      if (!text.empty() && !is_contained(known->second, value))
        return ("expected " + argument.take_until([](char c) { return c == '='; }) + " of " +
                join(known->second, ", ") + " but got '" + value + "'")
            .str();
  }
  return "";
}

/// The subcommand that a first word nearly is; "" where it is one, or none.
static std::string nearSubcommand(StringRef word) {
  static constexpr unsigned mostEdits = 2;
  std::string nearest;
  for (cl::SubCommand *known : cl::getRegisteredSubcommands()) {
    if (known->getName() == word)
      return "";
    if (!known->getName().empty() && word.edit_distance(known->getName(), true, mostEdits) <= mostEdits)
      nearest = known->getName().str();
  }
  return nearest;
}

int kgen::nothingAsked(const Twine &message) {
  usageError(message);
  cl::PrintHelpMessage();
  return 2;
}

bool kgen::parseCommandLine(int argc, char **argv, StringRef overview, StringRef examples) {
  cl::SetVersionPrinter(printVersion);
  std::string text = ("\nEXAMPLES:\n\n" + examples).str();
  cl::extrahelp help(text);
  if (std::string nearest = argc > 1 ? nearSubcommand(argv[1]) : ""; !nearest.empty())
    return !usageError("expected a subcommand or options but got '" + Twine(argv[1]) + "'; did you mean '" + nearest +
                       "'?");
  if (std::string wrong = wrongValue(ArrayRef<const char *>(argv, argc).drop_front()); !wrong.empty())
    return !usageError(wrong);
  if (cl::ParseCommandLineOptions(argc, argv, overview, &errs()))
    return true;
  if (argc == 1)
    cl::PrintHelpMessage();
  return false;
}

bool kgen::checkInput(StringRef path) {
  return path != "-" || !isInputClosed || !inputError("expected an input file, since standard input is closed");
}

std::unique_ptr<MemoryBuffer> kgen::readInput(StringRef path) {
  if (!checkInput(path))
    return nullptr;
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (buffer)
    return std::move(*buffer);
  inputError("cannot open input file '" + path + "': " + buffer.getError().message());
  return nullptr;
}

bool kgen::writeOutput(StringRef path, StringRef text) {
  std::string what = path == "-" ? "standard output" : ("output file '" + path + "'").str();
  if (path == "-" && isOutputClosed)
    return !inputError("cannot write standard output: it is closed");
  std::error_code error;
  ToolOutputFile output(path, error, sys::fs::OF_None);
  if (error)
    return !inputError("cannot open " + what + ": " + error.message());
  output.os() << text;
  output.os().flush();
  error = output.os().error();
  if (!error) {
    output.keep();
    return true;
  }
  output.os().clear_error();
  return !inputError("cannot write " + what + ": " + error.message());
}
