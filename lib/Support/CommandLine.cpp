// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line's side of a tool. What the tool does is not known here.

#include "kgen/Support/CommandLine.h"
#include "kgen/Support/StandardStreams.h"
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

bool kgen::parseCommandLine(int argc, char **argv, StringRef overview, StringRef examples) {
  cl::SetVersionPrinter(printVersion);
  std::string text = ("\nEXAMPLES:\n\n" + examples).str();
  cl::extrahelp help(text);
  return cl::ParseCommandLineOptions(argc, argv, overview, &errs());
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
