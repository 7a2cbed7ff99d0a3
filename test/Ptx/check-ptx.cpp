// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine's library, used from outside of kgen, and attacked: `interface` (launches that are wrong), `memory`
// (addresses of the host), `parser COUNT SEED FILE.ptx...` and `machine COUNT SEED FILE.ptx...` (changed texts are
// refused, or run to an end or a finding, within the limits). The two fuzz targets know no more than their seed;
// sanitizers and time limits judge.

#include "kgen/Ptx/Ptx.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>

using namespace kgen::ptx;

static void require(bool holds, const std::string &what) {
  if (holds)
    return;
  std::printf("wrong: %s\n", what.c_str());
  std::exit(1);
}

static std::unique_ptr<Module> parse(const std::string &text) {
  Diagnostic diagnostic;
  std::unique_ptr<Module> module = Module::parse(text, diagnostic);
  require(module != nullptr, std::to_string(diagnostic.line) + ": " + diagnostic.message);
  return module;
}

static constexpr const char *head = ".version 8.0\n.target sm_90\n.address_size 64\n";

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

static void checkInterface() {
  std::unique_ptr<Module> module = parse(std::string(head) + ".entry k(.param .u64 p, .param .b32 n) { ret; }\n");
  Memory memory;
  Machine machine(*module, memory);
  std::byte wide[8] = {}, narrow[4] = {};
  std::vector<std::span<const std::byte>> right = {wide, narrow}, few = {wide}, swapped = {narrow, wide};
  auto say = [&](const char *entry, std::span<const std::span<const std::byte>> parameters, Launch launch) {
    std::optional<Finding> finding = machine.launch(entry, parameters, launch);
    std::printf("%s\n", finding ? finding->format("k.ptx").c_str() : "runs");
  };
  Launch wideGrid, manyThreads, muchShared;
  wideGrid.grid.y = 70000;
  manyThreads.block.x = 1025;
  muchShared.dynamicShared = 2 << 20;
  say("k", right, {});
  say("nobody", right, {});
  say("k", few, {});
  say("k", swapped, {});
  say("k", right, wideGrid);
  say("k", right, manyThreads);
  say("k", right, muchShared);
}

//===----------------------------------------------------------------------===//
// Addresses of the host
//===----------------------------------------------------------------------===//

/// Each takes an address from its parameter, and would read or write there.
static const char *const attacks[] = {
    "ld.u64 %rd2, [%rd1];",
    "ld.global.u64 %rd2, [%rd1];",
    "ld.global.nc.v2.u64 {%rd2, %rd3}, [%rd1];",
    "ld.shared.u64 %rd2, [%rd1];",
    "ld.local.u64 %rd2, [%rd1];",
    "ld.const.u64 %rd2, [%rd1];",
    "ld.param.u64 %rd2, [%rd1];",
    "ld.volatile.u64 %rd2, [%rd1];",
    "ldu.global.u64 %rd2, [%rd1];",
    "st.u64 [%rd1], 1;",
    "st.global.u64 [%rd1], 1;",
    "st.shared.u64 [%rd1], 1;",
    "st.local.u64 [%rd1], 1;",
    "st.param.u64 [%rd1], 1;",
    "st.relaxed.gpu.global.u64 [%rd1], 1;",
    "atom.add.u64 %rd2, [%rd1], 1;",
    "atom.global.cas.b64 %rd2, [%rd1], 0, 1;",
    "atom.shared.exch.b64 %rd2, [%rd1], 1;",
    "red.global.add.u64 [%rd1], 1;",
    "cp.async.ca.shared.global [s], [%rd1], 16;",
    "cp.async.ca.shared.global [%rd1], [s], 16;",
    "cvta.to.shared.u64 %rd1, %rd1; st.shared.u64 [%rd1], 1;",
    "cvta.local.u64 %rd1, %rd1; st.u64 [%rd1], 1;",
    "cvta.shared.u64 %rd1, %rd1; ld.u64 %rd2, [%rd1];",
    "proto: .callprototype _ (); call %rd1, (), proto;",
    "st.param.b64 [f], %rd1; st.param.b64 [a], %rd1; call (r), vprintf, (f, a);",
};

/// Addresses of the process, and windows of the machine with offsets that lie in none of its regions.
static std::vector<uint64_t> hostile(const void *canary, uint64_t array) {
  std::vector<uint64_t> made = {reinterpret_cast<uint64_t>(canary),
                                reinterpret_cast<uint64_t>(&hostile),
                                0,
                                8,
                                ~uint64_t(0),
                                ~uint64_t(0) - 7,
                                array - 8,
                                array + 64,
                                array + 60,
                                array - (uint64_t(1) << 39),
                                array + (uint64_t(1) << 40)};
  for (uint64_t window = 0; window < 80; ++window)
    for (uint64_t offset : {uint64_t(0), (uint64_t(1) << 40) - 8, uint64_t(1) << 20, uint64_t(1) << 32})
      made.push_back((window << 40) + offset);
  return made;
}

/// Whether the address draws a finding.
static bool isFound(const Module &module, Memory &memory, uint64_t address, bool checked) {
  MachineOptions options;
  options.checked = checked;
  Machine machine(module, memory, std::move(options));
  std::span<const std::byte> parameter(reinterpret_cast<const std::byte *>(&address), 8);
  return machine.launch("k", {&parameter, 1}, {}).has_value();
}

static void checkMemory() {
  size_t tried = 0;
  uint64_t canaries[64];
  for (uint64_t &canary : canaries)
    canary = 0x5eed5eed5eed5eed;
  for (const char *attack : attacks) {
    std::unique_ptr<Module> module = parse(
        std::string(head) +
        ".func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n.entry k(.param .u64 p) {\n.reg .b64 %rd<4>;\n"
        ".shared .align 16 .b8 s[16]; .param .b64 f; .param .b64 a; .param .b32 r;\nld.param.u64 %rd1, [p];\n" +
        attack + "\nret;\n}\n");
    for (bool checked : {true, false}) {
      std::byte array[64] = {};
      Memory memory;
      uint64_t place = memory.allocate("array", array);
      for (uint64_t address : hostile(&canaries[32], place)) {
        bool found = isFound(*module, memory, address, checked);
        require(found || address >> 40 < 80, std::string(attack) + " draws no finding");
        for (uint64_t canary : canaries)
          require(canary == 0x5eed5eed5eed5eed, std::string(attack) + " reached the host");
        for (std::byte byte : array)
          require(byte == std::byte(0), std::string(attack) + " reached an array that it has no pointer to");
        ++tried;
      }
    }
  }
  std::printf("%zu accesses of %zu kinds, none reached the host\n", tried, std::size(attacks));
}

//===----------------------------------------------------------------------===//
// Changed texts
//===----------------------------------------------------------------------===//

namespace {
/// How an entry point is run.
struct Way {
  bool checked = true, scheduled = false, descending = false;
  unsigned batchFrom = 0;
};
/// What came of it: the finding, if there is one, and the bytes of the arrays.
struct Outcome {
  std::string finding;
  std::array<std::byte, 1024> first = {}, second = {};
  bool operator==(const Outcome &) const = default;
};
} // namespace

/// Runs an entry point with pointers to two small arrays for parameters, or as much of them as there is.
static Outcome runEntry(const Module &module, const std::string &entry, const Way &way) {
  Outcome outcome;
  Memory memory;
  uint64_t addresses[2] = {memory.allocate("first", outcome.first),
                           memory.allocate("second", outcome.second, true, !way.scheduled)};
  std::vector<std::vector<std::byte>> bytes;
  const std::vector<Parameter> parameters = *module.parameters(entry);
  for (const Parameter &parameter : parameters) {
    std::vector<std::byte> &made = bytes.emplace_back(parameter.size);
    uint64_t address = addresses[bytes.size() % 2];
    auto put = [&](size_t at, uint32_t number) { std::memcpy(&made[at], &number, 4); };
    if (made.size() >= 8)
      std::memcpy(&made[0], &address, 8);
    if (made.size() == 56) { // Warp's descriptor: data, gradient, shape, strides, rank
      std::memcpy(&made[8], &address, 8);
      for (uint32_t i = 0; i < 4; ++i)
        put(16 + 4 * i, i ? 4 : 16), put(32 + 4 * i, 64 >> 2 * i);
      put(48, 1);
    } else if (made.size() == 24) { // bounds: threads, and those of the last extent
      put(8, 16), put(16, 1);
    } else if (made.size() == 32) { // Warp's bounds: shape, rank, size
      for (uint32_t i = 0; i < 4; ++i)
        put(4 * i, i ? 1 : 4);
      put(made.size() - 8, 4);
    } else if (made.size() == 4) {
      put(0, 16);
    }
  }
  std::vector<std::span<const std::byte>> spans(bytes.begin(), bytes.end());
  MachineOptions options;
  options.checked = way.checked;
  options.globalRaces = way.scheduled;
  options.maxSteps = 20000;
  options.maxBytes = 1 << 20;
  options.profile = way.scheduled;
  options.batchFrom = way.batchFrom;
  options.print = [](std::string_view) {};
  Machine machine(module, memory, std::move(options));
  Launch launch;
  launch.block = {33, 1, 1};
  launch.grid = {2, 1, 1};
  launch.dynamicShared = 64;
  launch.descending = way.descending;
  if (way.scheduled)
    launch.schedule = 7;
  if (std::optional<Finding> finding = machine.launch(entry, spans, launch))
    outcome.finding = finding->format("k.ptx");
  return outcome;
}

/// Threads in batches do what they do one after another; where a launch is given up is no part of that. Whether it ends
/// well.
static bool runBothWays(const Module &module, const std::string &entry, Way way, const std::string &text) {
  Outcome one = runEntry(module, entry, way);
  way.batchFrom = 1;
  Outcome batched = runEntry(module, entry, way);
  bool isGivenUp = (one.finding + batched.finding).find("expected an end within") != std::string::npos;
  require(isGivenUp || one == batched, "threads in batches make another result of '" + entry + "':\n" + one.finding +
                                           "\n" + batched.finding + "\n" + text);
  return one.finding.empty();
}

namespace {
struct Tally {
  unsigned long refused = 0, found = 0, ran = 0;
};
/// Makes texts out of texts.
class Changes {
public:
  Changes(std::vector<std::string> texts, uint64_t seed) : texts(std::move(texts)), random(seed) {}
  std::string changeBytes();
  std::string changeWords();

private:
  size_t below(size_t count) { return count ? random() % count : 0; }
  const std::string &any() { return texts[below(texts.size())]; }
  void changeWord(std::string &line);
  void changeLine(std::vector<std::string> &lines);

  std::vector<std::string> texts;
  std::mt19937_64 random;
};
} // namespace

static std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

/// What a byte can do: be another, go, come twice, cut the text off; or a piece of another text comes in.
std::string Changes::changeBytes() {
  std::string text = any();
  size_t from = below(text.size());
  if (below(2))
    text = text.substr(0, 200) +
           (from > 200 ? text.substr(from, 4000) : text.substr(std::min<size_t>(200, text.size()), 4000));
  for (size_t change = 1 + below(8); change-- > 0 && !text.empty();) {
    size_t at = below(text.size());
    switch (below(6)) {
    case 0:
      text[at] = static_cast<char>(random());
      break;
    case 1:
      text.erase(at, 1 + below(20));
      break;
    case 2:
      text.insert(at, text.substr(below(text.size()), below(200)));
      break;
    case 3:
      text.resize(at);
      break;
    case 4:
      text.insert(at, 1, "{}()[],;:@!|<>=+-\"%$._0x\n\0"[below(26)]);
      break;
    case 5: {
      const std::string &other = any();
      text.insert(at, other.substr(below(other.size()), below(100)));
    }
    }
  }
  return text;
}

static bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || std::strchr("_$%.", c); }

/// A number grows, a register is another, a modifier goes or is one of another instruction.
void Changes::changeWord(std::string &line) {
  size_t at = below(line.size()), end = at;
  while (at > 0 && isWord(line[at - 1]))
    --at;
  while (end < line.size() && isWord(line[end]))
    ++end;
  if (at == end)
    return;
  std::string word = line.substr(at, end - at);
  static constexpr const char *numbers[] = {"0",
                                            "1",
                                            "-1",
                                            "7",
                                            "8",
                                            "31",
                                            "32",
                                            "64",
                                            "255",
                                            "4096",
                                            "65535",
                                            "1099511627776",
                                            "0x7fffffff",
                                            "0x80000000",
                                            "0xffffffff",
                                            "0x7fffffffffffffff",
                                            "0xffffffffffffffff",
                                            "0f7F800000"};
  static constexpr const char *modifiers[] = {
      ".s32",   ".u32",   ".b32",   ".u64", ".s64",   ".b64",  ".f32",  ".f64", ".u8",     ".s8",
      ".u16",   ".s16",   ".b16",   ".f16", ".f16x2", ".bf16", ".v2",   ".v4",  ".global", ".shared",
      ".local", ".const", ".param", ".sat", ".ftz",   ".rz",   ".wide", ".hi",  ".lo"};
  size_t point = word.rfind('.');
  if (std::isdigit(static_cast<unsigned char>(word[0])))
    word = numbers[below(std::size(numbers))];
  else if (word[0] == '%' && std::isdigit(static_cast<unsigned char>(word.back())))
    word.back() = static_cast<char>('0' + below(10));
  else if (point != std::string::npos && point > 0)
    word = word.substr(0, point) + modifiers[below(std::size(modifiers))];
  else if (below(2))
    word = numbers[below(std::size(numbers))];
  line.replace(at, end - at, word);
}

void Changes::changeLine(std::vector<std::string> &lines) {
  size_t at = below(lines.size());
  switch (below(8)) {
  case 0:
    lines.erase(lines.begin() + at);
    break;
  case 1:
    lines.insert(lines.begin() + at, std::string(lines[below(lines.size())]));
    break;
  case 2:
    std::swap(lines[at], lines[below(lines.size())]);
    break;
  default:
    changeWord(lines[at]);
  }
}

/// What is still PTX, most of the time.
std::string Changes::changeWords() {
  std::vector<std::string> lines = linesOf(any());
  for (size_t change = 1 + below(3); change-- > 0 && !lines.empty();)
    changeLine(lines);
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  return text;
}

static void judge(const std::string &text, Tally &tally, bool runs) {
  Diagnostic diagnostic;
  std::unique_ptr<Module> module = Module::parse(text, diagnostic);
  if (!module) {
    require(!diagnostic.message.empty() && diagnostic.line, "a refusal without a place:\n" + text);
    ++tally.refused;
    return;
  }
  if (!runs) {
    ++tally.ran;
    return;
  }
  for (const std::string &entry : module->entries()) {
    bool isClean = runBothWays(*module, entry, {.checked = true}, text);
    ++(isClean ? tally.ran : tally.found);
    runBothWays(*module, entry, {.checked = false, .descending = true}, text);
    runEntry(*module, entry, {.scheduled = true});
  }
}

static void say(std::FILE *to, unsigned long count, const Tally &tally) {
  std::fprintf(to, "%lu texts: %lu refused, %lu entry points found wrong, %lu ran\n", count, tally.refused, tally.found,
               tally.ran);
}

static int fuzz(bool runs, char **argv, int argc) {
  std::vector<std::string> texts;
  for (int i = 4; i < argc; ++i) {
    std::ifstream file(argv[i]);
    std::stringstream content;
    content << file.rdbuf();
    texts.push_back(content.str());
    require(!texts.back().empty(), std::string("cannot read ") + argv[i]);
  }
  Changes changes(std::move(texts), std::strtoull(argv[3], nullptr, 10));
  Tally tally;
  unsigned long count = std::strtoul(argv[2], nullptr, 10);
  const char *keep = std::getenv("KGEN_FUZZ_KEEP"); // a file for the text at hand: what a crash leaves behind
  for (unsigned long i = 0; i < count; ++i) {
    std::string text = runs ? changes.changeWords() : changes.changeBytes();
    if (keep)
      std::ofstream(keep) << text;
    judge(text, tally, runs);
    if ((i + 1) % 1000 == 0)
      say(stderr, i + 1, tally); // a long run that is cut off has counted
  }
  say(stdout, count, tally);
  return 0;
}

int main(int argc, char **argv) {
  std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "interface" && argc == 2)
    return checkInterface(), 0;
  if (mode == "memory" && argc == 2)
    return checkMemory(), 0;
  if ((mode == "parser" || mode == "machine") && argc > 4)
    return fuzz(mode == "machine", argv, argc);
  std::fprintf(
      stderr, "usage: check-ptx interface | memory | parser COUNT SEED FILE.ptx... | machine COUNT SEED FILE.ptx...\n");
  return 2;
}
