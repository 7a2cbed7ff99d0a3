// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Coalescing in sectors of 32 bytes, conflicts among 32 banks of 4 bytes, divergence, by CUDA's programming guide.

#include "MachineImpl.h"
#include <algorithm>
#include <array>

namespace kgen::ptx {

static constexpr unsigned sectorBits = 5, numBanks = 32, bankBytes = 4;
/// Requests that are kept at most: beyond that lanes may count as two.
static constexpr size_t maxRequests = 1 << 18;

/// Sectors that the lanes touch; an access does not straddle two unless it is unaligned.
static uint64_t countSectors(std::vector<uint64_t> &addresses, unsigned bytes) {
  std::vector<uint64_t> sectors;
  for (uint64_t address : addresses)
    for (uint64_t sector = address >> sectorBits; sector <= (address + bytes - 1) >> sectorBits; ++sector)
      sectors.push_back(sector);
  std::sort(sectors.begin(), sectors.end());
  return std::unique(sectors.begin(), sectors.end()) - sectors.begin();
}

/// Further passes over the banks. Lanes with 8 bytes go in halves of a warp, with 16 in quarters.
static uint64_t countConflicts(const std::vector<uint64_t> &addresses, unsigned bytes) {
  size_t together = bytes > 8 ? warpSize / 4 : bytes > 4 ? warpSize / 2 : warpSize;
  uint64_t conflicts = 0;
  for (size_t first = 0; first < addresses.size(); first += together) {
    std::array<std::vector<uint64_t>, numBanks> words;
    for (size_t i = first; i < std::min(first + together, addresses.size()); ++i)
      for (uint64_t word = addresses[i] / bankBytes; word <= (addresses[i] + bytes - 1) / bankBytes; ++word)
        words[word % numBanks].push_back(word);
    uint64_t passes = 1;
    for (std::vector<uint64_t> &bank : words) {
      std::sort(bank.begin(), bank.end());
      passes = std::max<uint64_t>(passes, std::unique(bank.begin(), bank.end()) - bank.begin());
    }
    conflicts += passes - 1;
  }
  return conflicts;
}

void Profile::note(const Exec &x, const MicroOp *op) {
  counts[op->line] += op->isFirst;
  op = &x.frame->code->ops[x.frame->code->indexOf(op)]; // one key for all of its forms
  uint8_t what = op->traffic;
  if (what == NoTraffic || (op->kind == OpKind::Row && !givesRow(x, op)))
    return;
  if (requests.size() >= maxRequests)
    endBlock();
  uint32_t thread = x.thread->index, turn = visits[{op, thread}]++;
  Request &request = requests[{op->line, op, thread / warpSize, turn}];
  request.what = what;
  if (what == BranchTraffic) {
    request.lanes.push_back((x.r[op->a] & 1) != op->negated);
    return;
  }
  uint64_t address = x.r[op->a] + op->imm, window = address >> windowBits;
  request.isShared = op->space == Space::Shared || (op->space == Space::Generic && window == SharedWindow);
  request.isGlobal = !request.isShared && op->space <= Space::Global && window >= FirstGlobal;
  request.lanes.push_back(address);
}

void Profile::endBlock() {
  for (auto &[key, request] : requests) {
    LineTraffic &line = traffic[std::get<0>(key)];
    if (request.what == BranchTraffic) {
      auto taken = std::count(request.lanes.begin(), request.lanes.end(), 1);
      line.divergent += taken && static_cast<size_t>(taken) != request.lanes.size();
    } else if (request.isShared) {
      ++line.requests;
      line.conflicts += countConflicts(request.lanes, request.what);
    } else if (request.isGlobal) {
      ++line.requests;
      line.sectors += countSectors(request.lanes, request.what);
    }
  }
  requests.clear();
  visits.clear();
}

} // namespace kgen::ptx
