// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes texts to a folder of their own, runs ptxas on all of them, and sorts what it says by text.

#include "kgen/Target/Ptxas.h"
#include "kgen/Support/Form.h"
#include "kgen/Support/Subprocess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

std::string kgen::findPtxas() {
  if (std::optional<std::string> chosen = sys::Process::GetEnv("KGEN_PTXAS"))
    return *chosen;
  return findCudaProgram("ptxas");
}

namespace {

/// A folder that goes away with all that is in it.
class ScratchFolder {
public:
  explicit ScratchFolder(StringRef prefix) {
    if (sys::fs::createUniqueDirectory(prefix, path))
      path.clear();
  }
  ~ScratchFolder() {
    if (!path.empty())
      sys::fs::remove_directories(path);
  }
  bool exists() const { return !path.empty(); }
  std::string file(const Twine &name) const { return (path + "/" + name).str(); }

private:
  SmallString<128> path;
};

} // namespace

/// The text with its entry points renamed, so that no other text has them.
static std::string withOwnNames(StringRef text, StringRef kernel, size_t number) {
  std::string result, own = "k" + std::to_string(number) + "_";
  std::string name = (kernel + StringRef(kgen::infoOf(kgen::FormLanguage::Ptx).entry) + "_").str();
  for (size_t at = text.find(name); at != StringRef::npos; at = text.find(name)) {
    result += text.take_front(at);
    result += own;
    text = text.drop_front(at + name.size());
  }
  return result += text;
}

/// Sorts lines such as `ptxas /tmp/x/t12.ptx, line 49; error   : Unknown modifier '.xx'`; false for one of another kind
/// that reports an error.
static bool sortMessages(StringRef output, MutableArrayRef<std::string> answers) {
  SmallVector<StringRef> lines;
  output.split(lines, '\n', -1, /*KeepEmpty=*/false);
  bool understood = true;
  for (StringRef line : lines) {
    auto [place, message] = line.split(';');
    auto [path, number] = place.split(", line ");
    StringRef file = sys::path::stem(path);
    size_t text;
    if (!message.contains("error") && !line.contains("fatal"))
      continue;
    if (!file.consume_front("t") || file.getAsInteger(10, text) || text >= answers.size()) {
      understood &= line.contains("aborted due to errors"); // the last line, when texts were refused
      continue;
    }
    if (answers[text].empty())
      answers[text] = ("line " + number + ": " + message.split(':').second.trim()).str();
  }
  return understood;
}

/// The file of a text.
static std::string fileOf(const ScratchFolder &folder, size_t i) { return folder.file("t" + Twine(i) + ".ptx"); }

static bool writeTexts(const ScratchFolder &folder, ArrayRef<StringRef> texts, ArrayRef<StringRef> kernels) {
  bool isWritten = folder.exists();
  for (size_t i = 0; i < texts.size() && isWritten; ++i)
    isWritten = !kgen::writeFile(fileOf(folder, i), withOwnNames(texts[i], kernels[i], i));
  return isWritten;
}

/// A folder with the texts: in memory, where files cost a fifth of what they cost on a disk, if there is space and
/// nobody has said where temporary files go.
static std::unique_ptr<ScratchFolder> makeFolder(ArrayRef<StringRef> texts, ArrayRef<StringRef> kernels) {
  for (StringRef prefix : {"/dev/shm/kgen-ptxas", "kgen-ptxas"}) {
    if (sys::path::is_absolute(prefix) && sys::Process::GetEnv("TMPDIR"))
      continue;
    auto folder = std::make_unique<ScratchFolder>(prefix);
    if (writeTexts(*folder, texts, kernels))
      return folder;
  }
  return nullptr;
}

Expected<std::vector<std::string>> kgen::checkWithPtxas(StringRef ptxas, ArrayRef<StringRef> texts,
                                                        ArrayRef<StringRef> kernels, std::chrono::seconds usual) {
  std::unique_ptr<ScratchFolder> folder = makeFolder(texts, kernels);
  if (!folder)
    return createStringError("cannot write temporary files for ptxas");
  std::vector<std::string> arguments = {"-arch=compute_90", "-o", "/dev/null"};
  for (size_t i = 0; i < texts.size(); ++i)
    arguments.push_back(fileOf(*folder, i));
  std::string reason;
  std::unique_ptr<Subprocess> child = Subprocess::start(ptxas.str(), arguments, /*errorsWithOutput=*/true, reason);
  if (!child)
    return createStringError("ptxas: " + reason);
  std::chrono::milliseconds time = helperTime(usual);
  child->setDeadline(Subprocess::Clock::now() + time);
  child->closeInput();
  std::string text = child->readAll();
  int status = child->wait();
  if (child->isLate())
    return createStringError(std::make_error_code(std::errc::timed_out),
                             formatv("ptxas did not end within {0:F1} s", time.count() / 1000.0).str());
  std::vector<std::string> answers(texts.size());
  bool understood = sortMessages(text, answers);
  bool anyRefused = any_of(answers, [](const std::string &answer) { return !answer.empty(); });
  if (!understood || (status != 0) != anyRefused)
    return createStringError("ptxas ended with status " + Twine(status) +
                             (text.empty() ? "" : ": " + StringRef(text).take_front(200).trim().str()));
  return answers;
}

Error kgen::tryPtxas(StringRef ptxas) {
  return checkWithPtxas(ptxas, {".version 7.0\n.target sm_80\n.address_size 64\n"}, {"none"}, std::chrono::seconds(10))
      .takeError();
}
