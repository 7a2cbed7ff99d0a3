// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts Python on warp-ast, away from the user's modules, and takes what it wrote: a tree or an error with its place.

#include "ReadPython.h"
#include "kgen/Support/Subprocess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace kgen::importer {

/// The interpreter to run, or "" if there is none.
static std::string findPython() {
  if (std::optional<std::string> chosen = sys::Process::GetEnv("KGEN_PYTHON")) {
    ErrorOr<std::string> found = sys::findProgramByName(*chosen);
    return found ? *found : "";
  }
  ErrorOr<std::string> found = sys::findProgramByName("python3");
  return found ? *found : "";
}

static std::string findScript() {
  if (std::optional<std::string> chosen = sys::Process::GetEnv("KGEN_WARP_AST"))
    return *chosen;
  return besideExecutable("warp-ast");
}

namespace {

/// The outcome of a run of the script.
struct Run {
  int status = -1;
  std::string output, complaint;
};

} // namespace

static std::string contents(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// The time that one file may take to be read.
static constexpr std::chrono::seconds timeToRead(120);

static Run runScript(StringRef python, ArrayRef<StringRef> arguments) {
  Run run;
  MemoryFile outputFile(""), errorFile(""); // they go with this process, however that ends
  if (outputFile.fd() < 0 || errorFile.fd() < 0) {
    run.complaint = "cannot make a file in memory";
    return run;
  }
  std::string output = outputFile.pathForOthers(), errors = errorFile.pathForOthers();
  // No input is redirected: `-` reads that of this process.
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(output), StringRef(errors)};
  std::string reason;
  unsigned seconds = std::max<int64_t>(1, helperTime(timeToRead).count() / 1000);
  run.status = sys::ExecuteAndWait(python, arguments, std::nullopt, redirects, seconds, 0, &reason);
  run.output = contents(output);
  // Python's own last word, where it has one.
  std::string complaints = contents(errors);
  run.complaint = StringRef(complaints).rtrim().substr(StringRef(complaints).rtrim().rfind('\n') + 1).str();
  if (run.complaint.empty())
    run.complaint = reason.empty() ? "it ended with status " + std::to_string(run.status) : reason;
  return run;
}

bool readError(const json::Object &written, PythonError &error) {
  const json::Object *reported = written.getObject("error");
  if (!reported)
    return false;
  error.line = reported->getInteger("line").value_or(1);
  error.column = reported->getInteger("column").value_or(1);
  error.message = reported->getString("message").value_or("").str();
  return true;
}

/// Whether the script wrote an error object, and not something else or nothing.
static bool isError(StringRef text, PythonError &error) {
  Expected<json::Value> value = json::parse(text);
  if (!value) {
    consumeError(value.takeError());
    return false;
  }
  return value->getAsObject() && readError(*value->getAsObject(), error);
}

std::optional<std::vector<std::string>> pythonCommand(PythonError &error) {
  std::string python = findPython();
  if (python.empty()) {
    error.message = "expected python3 on PATH, to read Python with, but found none; install it or set KGEN_PYTHON";
    return std::nullopt;
  }
  std::string script = findScript();
  if (!sys::fs::exists(script)) {
    error.message = "expected the script warp-ast beside the executable but found none at " + script;
    return std::nullopt;
  }
  // -I and -S: nothing of the user's is imported, and the start is quick.
  return std::vector<std::string>{python, "-I", "-S", script};
}

/// Runs the script; nullopt, and why in `error`, where there is nothing to run it with.
static std::optional<Run> run(StringRef option, ArrayRef<StringRef> paths, PythonError &error) {
  std::optional<std::vector<std::string>> command = pythonCommand(error);
  if (!command)
    return std::nullopt;
  const std::string &python = command->front();
  SmallVector<StringRef> arguments(command->begin(), command->end());
  if (!option.empty())
    arguments.push_back(option);
  append_range(arguments, paths);
  Run result = runScript(python, arguments);
  error.message = "cannot run warp-ast with " + python + ": " + result.complaint; // where it turns out to be of no use
  return result;
}

std::optional<std::string> readPython(StringRef path, StringRef option, PythonError &error) {
  std::optional<Run> done = run(option, path, error);
  if (done && done->status == 0 && !done->output.empty())
    return std::move(done->output);
  if (done && done->status == 1)
    isError(done->output, error);
  return std::nullopt;
}

} // namespace kgen::importer
