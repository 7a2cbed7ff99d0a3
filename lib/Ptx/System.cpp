// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two functions of CUDA's device library that a machine has to have: vprintf and __assertfail.

#include "Handlers.h"
#include "MachineImpl.h"
#include <cstdio>
#include <cstring>

namespace kgen::ptx {

namespace {

/// The largest output of a format.
constexpr size_t maxText = 1 << 16;

struct Reader {
  Exec &x;
  const MicroOp *op;

  /// Bytes of generic memory; null, and reported, if there are none.
  const std::byte *at(uint64_t address, unsigned size) {
    uint64_t offset = (address & windowMask) - windowMiddle, index = (address >> windowBits) - FirstGlobal;
    Region *region = index < x.regions.size() ? &x.regions[index] : findRegion(x, address, Space::Generic, offset);
    if (region && region->size >= size && offset <= region->size - size)
      return region->data + offset;
    refuse(x, op, address, size, AccessKind::Load, Space::Generic);
    return nullptr;
  }
  bool text(uint64_t address, std::string &to) {
    while (to.size() < maxText) {
      const std::byte *byte = at(address++, 1);
      if (!byte)
        return false;
      if (*byte == std::byte(0))
        return true;
      to.push_back(static_cast<char>(*byte));
    }
    return true;
  }
  bool number(uint64_t &arguments, unsigned size, uint64_t &to) {
    arguments = (arguments + size - 1) / size * size;
    const std::byte *bytes = at(arguments, size);
    if (!bytes)
      return false;
    to = 0;
    std::memcpy(&to, bytes, size);
    arguments += size;
    return true;
  }
};

template <class T> void append(std::string &to, const std::string &specification, T value) {
  char buffer[512];
  std::snprintf(buffer, sizeof(buffer), specification.c_str(), value);
  to += buffer;
}

/// One conversion, from its `%` on: flags, width, precision, length, letter.
bool convert(Reader &reader, const std::string &format, size_t &at, uint64_t &arguments, std::string &to) {
  size_t end = format.find_first_not_of("-+ #0123456789.hlLjzt", at + 1);
  if (end == std::string::npos) {
    at = format.size();
    return true;
  }
  std::string middle = format.substr(at + 1, end - at - 1), flags = middle.substr(0, middle.find_first_of("hlLjzt"));
  char letter = format[end];
  at = end + 1;
  if (letter == '%') {
    to += '%';
    return true;
  }
  if (flags.find_first_of("123456789") < flags.size() && flags.size() - flags.find_first_of("123456789") > 3)
    flags.clear(); // no width that a buffer has not
  bool isLong = middle.find_first_of("ljzt") != std::string::npos;
  uint64_t value = 0;
  if (std::strchr("diuxXoc", letter)) {
    if (!reader.number(arguments, isLong && letter != 'c' ? 8 : 4, value))
      return false;
    if (letter == 'd' || letter == 'i')
      append(to, "%" + flags + "lld", isLong ? static_cast<long long>(value) : static_cast<int32_t>(value));
    else
      append(to, "%" + flags + (letter == 'c' ? "c" : std::string("ll") + letter),
             letter == 'c' ? int(value) : static_cast<long long>(value));
    return true;
  }
  if (std::strchr("eEfFgGaA", letter)) {
    if (!reader.number(arguments, 8, value))
      return false;
    append(to, "%" + flags + letter, std::bit_cast<double>(value));
    return true;
  }
  if (!reader.number(arguments, 8, value))
    return false;
  std::string text;
  if (letter == 's' && !reader.text(value, text))
    return false;
  if (letter == 'p')
    append(to, "%#llx", static_cast<unsigned long long>(value));
  to += text;
  return true;
}

uint64_t parameterOf(const Exec &x, const CallSite &site, unsigned i) {
  uint64_t value = 0;
  const Variable &variable = x.frame->code->function->variables[site.arguments[i]];
  std::memcpy(&value, x.frame->parameters.data + variable.offset, std::min<size_t>(variable.size, 8));
  return value;
}

/// `vprintf(format, arguments)`; the result is the number of arguments on a GPU, and 0 here.
struct Print {
  template <bool> static const MicroOp *run(Exec &x, const MicroOp *op) {
    const CallSite &site = x.frame->code->calls[op->imm];
    Reader reader{x, op};
    std::string format, text;
    if (!reader.text(parameterOf(x, site, 0), format))
      return nullptr;
    uint64_t arguments = parameterOf(x, site, 1);
    for (size_t at = 0; at < format.size() && text.size() < maxText;) {
      if (format[at] != '%')
        text += format[at++];
      else if (!convert(reader, format, at, arguments, text))
        return nullptr;
    }
    if (x.machine->options.print)
      x.machine->options.print(text);
    for (uint32_t result : site.results) {
      const Variable &to = x.frame->code->function->variables[result];
      std::memset(x.frame->parameters.data + to.offset, 0, to.size);
      std::memset(x.frame->parameters.shadow.data() + to.offset, 0, to.size);
    }
    return op + 1;
  }
};

/// `__assertfail(message, file, line, function, size of a character)`.
struct Assert {
  template <bool> static const MicroOp *run(Exec &x, const MicroOp *op) {
    const CallSite &site = x.frame->code->calls[op->imm];
    Reader reader{x, op};
    std::string message, file;
    if (!reader.text(parameterOf(x, site, 0), message) || !reader.text(parameterOf(x, site, 1), file))
      return nullptr;
    return x.fail(op, "assertion '" + message + "' failed at " + file + ":" +
                          std::to_string(uint32_t(parameterOf(x, site, 2))));
  }
};

} // namespace

Handlers printHandlers() { return both<Print>(); }
Handlers assertHandlers() { return both<Assert>(); }

} // namespace kgen::ptx
