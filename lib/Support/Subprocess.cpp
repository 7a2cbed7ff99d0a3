// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// posix_spawn and pipes. Descriptors are closed on exec unless a child is meant to have them, so that children started
// by several threads at once do not hold each other's pipes open.

#include "kgen/Support/Subprocess.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <set>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char **environ;

namespace kgen {

template <typename Call> static auto retry(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR)
    result = call();
  return result;
}

static void close(int &descriptor) {
  if (descriptor >= 0)
    ::close(descriptor);
  descriptor = -1;
}

/// Writes all of it; false where that fails, and why in `errno`.
static bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t count = retry([&] { return ::write(descriptor, text.data(), text.size()); });
    if (count <= 0)
      return false;
    text.remove_prefix(count);
  }
  return true;
}

std::error_code writeFile(const std::string &path, std::string_view text) {
  int descriptor = retry([&] { return open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666); });
  bool isWritten = descriptor >= 0 && writeAll(descriptor, text);
  std::error_code error(isWritten ? 0 : errno, std::generic_category());
  close(descriptor);
  return error;
}

/// What a child that was told to end has for doing so.
static constexpr std::chrono::milliseconds momentToEnd(2000);

std::chrono::milliseconds helperTime(std::chrono::milliseconds usual) {
  const char *chosen = std::getenv("KGEN_HELPER_SECONDS");
  char *end = nullptr;
  double seconds = chosen ? std::strtod(chosen, &end) : 0.0;
  bool isNumber = chosen && end != chosen && *end == '\0' && seconds > 0.0 && seconds < 1e6;
  return isNumber ? std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000.0)) : usual;
}

namespace {

/// The groups of all children that run.
struct Children {
  std::mutex mutex;
  std::set<pid_t> groups;
  bool isOver = false;
};

} // namespace

static Children &children() {
  static Children &all = *new Children; // a thread may ask for it when the process ends
  return all;
}

void Subprocess::endAll() {
  std::lock_guard<std::mutex> lock(children().mutex);
  children().isOver = true;
  for (pid_t group : children().groups)
    ::kill(-group, SIGTERM);
}

std::unique_ptr<Subprocess> Subprocess::start(const std::string &program, const std::vector<std::string> &arguments,
                                              bool errorsWithOutput, std::string &error,
                                              const std::vector<int> &inherited) {
  int in[2] = {-1, -1}, out[2] = {-1, -1};
  if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) {
    error = std::string("cannot make a pipe: ") + std::strerror(errno);
    close(in[0]), close(in[1]);
    return nullptr;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  if (errorsWithOutput)
    posix_spawn_file_actions_adddup2(&actions, out[1], 2);
  for (int descriptor : inherited) // onto itself: that clears close-on-exec
    posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor);
  // A terminal's ctrl-C is for this process, which ends its children itself.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<char *> argv = {const_cast<char *>(program.c_str())};
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t pid = -1;
  std::unique_lock<std::mutex> lock(children().mutex);
  int failed =
      children().isOver ? ECANCELED : posix_spawn(&pid, program.c_str(), &actions, &attributes, argv.data(), environ);
  if (!failed)
    children().groups.insert(pid);
  lock.unlock();
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]), close(out[1]);
  if (failed) {
    error = "cannot run '" + program + "': " + std::strerror(failed);
    close(in[1]), close(out[0]);
    return nullptr;
  }
  std::unique_ptr<Subprocess> child(new Subprocess());
  child->input = in[1], child->output = out[0], child->pid = pid;
  fcntl(child->input, F_SETFL, O_NONBLOCK); // a child that does not read is noticed
  return child;
}

Subprocess::~Subprocess() {
  close(input), close(output);
  for (Clock::time_point end = Clock::now() + momentToEnd; !hasEnded() && Clock::now() < end;)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  kill();
}

/// Waits until a pipe can be read or written, or is closed; false where the time is over.
bool Subprocess::waitFor(int descriptor, short events) {
  int milliseconds = -1;
  if (deadline) {
    auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now());
    milliseconds = static_cast<int>(std::clamp<int64_t>(left.count(), 0, 1'000'000'000));
  }
  pollfd waited = {descriptor, events, 0};
  int ready = retry([&] { return ::poll(&waited, 1, milliseconds); });
  late |= ready == 0;
  return ready > 0;
}

bool Subprocess::write(const std::string &text) {
  std::string_view left = text;
  while (!left.empty()) {
    if (!waitFor(input, POLLOUT))
      return false;
    ssize_t count = retry([&] { return ::write(input, left.data(), left.size()); });
    if (count < 0 && errno != EAGAIN)
      return false;
    left.remove_prefix(std::max<ssize_t>(count, 0));
  }
  return true;
}

void Subprocess::closeInput() { close(input); }

/// Adds what there is to `buffer`; false at the end.
bool Subprocess::readMore() {
  char bytes[1 << 14];
  if (!waitFor(output, POLLIN))
    return false;
  ssize_t count = retry([&] { return ::read(output, bytes, sizeof(bytes)); });
  if (count <= 0)
    return false;
  buffer.append(bytes, count);
  return true;
}

std::optional<std::string> Subprocess::readLine() {
  size_t searched = 0, end;
  while ((end = buffer.find('\n', searched)) == std::string::npos) {
    searched = buffer.size();
    if (!readMore())
      return std::nullopt;
  }
  std::string line = buffer.substr(0, end);
  buffer.erase(0, end + 1);
  return line;
}

std::string Subprocess::readAll() {
  while (readMore()) {
  }
  return std::move(buffer);
}

/// Whether the child has ended, in which case it is no more.
bool Subprocess::hasEnded() {
  if (pid < 0)
    return true;
  int raw = 0;
  std::lock_guard<std::mutex> lock(children().mutex); // until its number is free for others
  if (retry([&] { return waitpid(pid, &raw, WNOHANG); }) == 0)
    return false;
  children().groups.erase(pid);
  status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
  pid = -1;
  return true;
}

int Subprocess::wait() {
  for (auto pause = std::chrono::microseconds(50); !hasEnded();
       pause = std::min(2 * pause, {std::chrono::milliseconds(5)})) {
    if (deadline && Clock::now() >= *deadline) {
      late = true;
      kill();
      break;
    }
    std::this_thread::sleep_for(pause);
  }
  return status;
}

void Subprocess::kill() {
  if (hasEnded())
    return;
  ::kill(-pid, SIGKILL);
  while (!hasEnded())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

MemoryFile::MemoryFile(const std::string &contents) {
  descriptor = memfd_create("kgen", MFD_CLOEXEC);
  if (descriptor >= 0 && !writeAll(descriptor, contents))
    close(descriptor);
  if (descriptor >= 0)
    lseek(descriptor, 0, SEEK_SET);
}

std::string MemoryFile::pathForOthers() const {
  return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(descriptor);
}

MemoryFile::~MemoryFile() { close(descriptor); }

static void appendPath(std::vector<std::string> &places) {
  std::string path = std::getenv("PATH") ? std::getenv("PATH") : "";
  for (size_t begin = 0, end; begin <= path.size(); begin = end + 1) {
    end = std::min(path.find(':', begin), path.size());
    places.push_back(path.substr(begin, end - begin));
  }
}

static std::string findIn(const std::vector<std::string> &places, const char *name) {
  for (const std::string &place : places) {
    std::string candidate = place + "/" + name;
    if (!place.empty() && access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return "";
}

std::string findProgram(const char *name, const char *variable, const std::vector<std::string> &folders) {
  if (const char *chosen = std::getenv(variable))
    return access(chosen, X_OK) == 0 ? chosen : "";
  std::vector<std::string> places = folders;
  appendPath(places);
  return findIn(places, name);
}

std::string besideExecutable(std::string_view path) {
  std::string executable = llvm::sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&besideExecutable));
  llvm::SmallString<256> place(llvm::sys::path::parent_path(executable));
  llvm::sys::path::append(place, llvm::StringRef(path.data(), path.size()));
  llvm::sys::path::remove_dots(place, /*remove_dot_dot=*/true);
  return place.str().str();
}

std::vector<std::string> cudaToolkits() {
  std::vector<std::string> homes;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *home = std::getenv(variable))
      homes.push_back(home);
  homes.push_back("/usr/local/cuda");
  return homes;
}

std::string findCudaProgram(const char *name) {
  std::vector<std::string> places;
  appendPath(places);
  for (const std::string &home : cudaToolkits())
    places.push_back(home + "/bin");
  return findIn(places, name);
}

} // namespace kgen
