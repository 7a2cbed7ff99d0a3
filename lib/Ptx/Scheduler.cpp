// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of threads: one after another, each to its end or to its next wait; then those whose wait is over. So
// divergence needs no masks: the lanes of a warp meet only at instructions that say so.

#include "Batch.h"
#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace kgen::ptx {

//===----------------------------------------------------------------------===//
// One thread
//===----------------------------------------------------------------------===//

Exec MachineImpl::makeExec(BlockState &block, ThreadState &thread) {
  Exec x;
  x.machine = this;
  x.block = &block;
  x.thread = &thread;
  x.regions = regions;
  return x;
}

void MachineImpl::startThread(Exec &x, uint32_t index) {
  ThreadState &thread = *x.thread;
  placeThread(thread, index);
  thread.depth = 0;
  thread.localTop = 0;
  thread.firstOfBlock = x.block->firstThread;
  thread.number = thread.firstOfBlock + index;
  thread.firstOfWarp = thread.number - index % warpSize;
  thread.blockTime = thread.warpTime = thread.fenceTime = 0;
  thread.hasFence = thread.hasAtomic = false;
  thread.status = Status::Running;
  thread.next = entry->start(options.checked);
  if (!enterFrame(x, *entry)) {
    x.fail(thread.next, "the threads of a block need more memory than the machine may take");
    return;
  }
  if (x.frame->hasRun && !options.profile && !options.watch)
    thread.next += entry->again;
  x.frame->hasRun = true;
}

/// The inner loop: in chains, unless each op is looked at, or turns are so short that a jump may come too late.
const MicroOp *MachineImpl::step(Exec &x, const MicroOp *op, uint64_t &budget) {
  bool isFirst = isTraced && x.thread->index == threadAt(0);
  if (!profile && !isFirst && !launch.schedule && !options.watch) {
    x.counted = op;
    x.steps = 0;
    x.limit = budget;
    while (op && x.steps < x.limit)
      op = op->chain(x, op);
    budget -= std::min(x.steps, budget);
    return op;
  }
  while (op && budget) {
    --budget;
    if (profile)
      profile->note(x, op);
    if (isFirst)
      options.trace(op->line, module.syntax.lines[op->line - 1]);
    op = options.watch && op->line == options.watchedLine ? watch(x, op) : op->run(x, op);
  }
  return op;
}

/// Runs an op, and tells which registers of the function it changed; of one that waits for others, when it is over.
const MicroOp *MachineImpl::watch(Exec &x, const MicroOp *op) {
  const Frame *frame = x.frame;
  std::vector<uint64_t> before(x.r, x.r + frame->code->numRegisters);
  const MicroOp *next = op->run(x, op);
  if (x.thread->status == Status::Barrier || x.thread->status == Status::Collective)
    x.thread->watched = std::move(before);
  else if (x.frame == frame)
    tellChanges(x, op, before);
  return next;
}

void MachineImpl::tellChanges(const Exec &x, const MicroOp *op, const std::vector<uint64_t> &before) {
  for (uint32_t i = 0; i < before.size(); ++i)
    if (x.r[i] != before[i] || i == op->d)
      options.watch({x.thread->tid, x.block->ctaid, x.frame->code->function->nameOfRegister(i), x.r[i]});
}

void MachineImpl::runThread(Exec &x) {
  bindFrame(x);
  advance();
  if (std::vector<uint64_t> before = std::exchange(x.thread->watched, {}); !before.empty())
    tellChanges(x, x.thread->wait.op, before);
  uint64_t budget = lastStep - steps;
  if (launch.schedule)
    budget = std::min<uint64_t>(budget, 1 + random() % 64);
  uint64_t before = budget;
  const MicroOp *op = step(x, x.thread->next, budget);
  steps += before - budget;
  if (!op)
    return;
  x.thread->next = op;
  if (steps >= lastStep)
    x.fail(op, "expected an end within " + std::to_string(options.maxSteps) + " instructions");
}

void MachineImpl::report(const Exec &x) {
  Finding found;
  found.message = x.message;
  found.thread = x.thread->tid;
  found.block = x.block->ctaid;
  found.line = x.faulty->line;
  found.instruction = module.syntax.lines[found.line - 1];
  found.instruction.erase(0, found.instruction.find_first_not_of(" \t"));
  const Code &code = x.thread->depth ? *x.frame->code : *entry; // no frame where memory does not suffice for the first
  const Place *source = placeOf(code, code.indexOf(x.faulty)), *other = placeOf(x.otherLine);
  if (source) {
    found.sourceLine = source->line;
    for (auto [number, name] : module.syntax.files)
      if (number == source->file)
        found.sourceFile = name;
  }
  found.otherLine = x.otherLine;
  if (source && other && source->file == other->file)
    found.otherSourceLine = other->line;
  finding = std::move(found);
}

const Place *MachineImpl::placeOf(const Code &code, size_t index) const {
  uint32_t place = index < code.places.size() ? code.places[index] : 0;
  return place ? &module.syntax.places[place - 1] : nullptr;
}

/// Of the first instruction of a line of PTX.
const Place *MachineImpl::placeOf(uint32_t line) const {
  for (const std::unique_ptr<Code> &code : module.codes)
    for (size_t i = 0; code && line && i < code->ops.size(); ++i)
      if (code->ops[i].line == line)
        return placeOf(*code, i);
  return nullptr;
}

void MachineImpl::refuseWait(BlockState &block, ThreadState &thread, std::string message) {
  Exec x = makeExec(block, thread);
  bindFrame(x);
  x.fail(thread.wait.op, std::move(message));
  report(x);
}

//===----------------------------------------------------------------------===//
// One block
//===----------------------------------------------------------------------===//

void MachineImpl::makeShared(BlockState &block) {
  const std::vector<Global> &globals = module.syntax.globals;
  auto add = [&](std::string name, uint64_t base, uint64_t size) {
    Region region;
    region.name = std::move(name);
    region.base = base;
    region.size = size;
    region.owned = std::make_unique<std::byte[]>(size);
    region.data = region.owned.get();
    block.shared.push_back(std::move(region));
  };
  for (size_t i = 0; i < globals.size(); ++i)
    if (globals[i].space == Space::Shared && !globals[i].isExternal)
      add(std::string(globals[i].name), module.sharedOffsets[i], globals[i].size);
  if (launch.dynamicShared)
    add("dynamic shared memory", module.dynamicOffset, launch.dynamicShared);
}

void MachineImpl::resetShared(BlockState &block) {
  block.arrived = {};
  for (Region &region : block.shared) {
    std::memset(region.data, 0, region.size);
    if (!options.checked)
      continue;
    region.shadow.assign(region.size, 0xff);
    region.watch(launch.block.count() > 1);
  }
}

/// Threads that wait for nobody need one state for all; many run in a batch if the result is that of one after another.
void MachineImpl::runApart(BlockState &block, Threads &threads, Batch *batch) {
  Exec x = makeExec(block, *threads[0]);
  uint32_t count = launch.block.count();
  for (uint32_t turn = 0, tried = 0; turn < count && !finding; ++turn) {
    if (uint32_t lanes = std::min(batchSize, count - turn); batch && turn >= tried) {
      tried = turn + lanes;
      if (batch->run(turn, lanes)) {
        turn += lanes - 1;
        continue;
      }
    }
    startThread(x, threadAt(turn));
    if (x.thread->status == Status::Running)
      runThread(x);
    if (x.thread->status == Status::Fault)
      report(x);
  }
}

void MachineImpl::runTogether(BlockState &block, Threads &threads) {
  std::vector<Exec> execs;
  std::vector<uint32_t> turns(threads.size());
  for (uint32_t i = 0; i < threads.size(); ++i) {
    turns[i] = threadAt(i);
    execs.push_back(makeExec(block, *threads[i]));
    startThread(execs[i], i);
    if (threads[i]->status == Status::Fault)
      return report(execs[i]);
  }
  for (;;) {
    bool isOver = true, hasRun = false;
    if (launch.schedule)
      for (size_t i = turns.size(); i > 1; --i)
        std::swap(turns[i - 1], turns[random() % i]);
    for (uint32_t i : turns) {
      if (threads[i]->status == Status::Running) {
        runThread(execs[i]);
        hasRun = true;
      }
      if (threads[i]->status == Status::Fault)
        return report(execs[i]);
      isOver &= threads[i]->status == Status::Done;
    }
    if (isOver || (!hasRun && !release(block, threads)))
      return;
  }
}

void MachineImpl::runBlock(BlockState &block, Threads &threads, Batch *batch) {
  resetShared(block);
  if (module.hasWaits || launch.schedule)
    runTogether(block, threads);
  else
    runApart(block, threads, batch);
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

/// Continues the threads whose partners have all arrived; a finding if there are none.
bool MachineImpl::release(BlockState &block, Threads &threads) {
  bool hasReleased = false;
  for (uint32_t first = 0; first < threads.size() && !finding; first += warpSize)
    hasReleased |= releaseWarp(block, threads, first);
  for (uint32_t number = 0; number < numBarriers && !finding; ++number)
    hasReleased |= releaseBarrier(block, threads, number);
  if (finding || hasReleased)
    return !finding;
  for (uint32_t i = 0; i < threads.size(); ++i)
    if (threads[i]->status == Status::Barrier || threads[i]->status == Status::Collective) {
      if (!threads[i]->wait.isAligned || checkConvergence(block, threads, i))
        refuseWait(block, *threads[i], "the thread waits for others that never come");
      break;
    }
  return false;
}

/// Continues a thread after its wait, whose results may depend on bits that were never written.
static void goOn(ThreadState &thread, const Lane &lane, uint32_t fenceTime) {
  thread.status = Status::Running;
  thread.fenceTime = fenceTime;
  if (lane.p[lane.op->d] | lane.p[lane.op->e])
    thread.next = thread.frames[thread.depth - 1]->track(thread.next);
}

bool MachineImpl::releaseWarp(BlockState &block, Threads &threads, uint32_t first) {
  uint32_t count = std::min<uint32_t>(warpSize, threads.size() - first);
  bool hasReleased = false;
  for (uint32_t i = 0; i < count; ++i) {
    ThreadState &thread = *threads[first + i];
    if (thread.status != Status::Collective)
      continue;
    uint32_t mask = thread.wait.mask, fenceTime = 0;
    Lane lanes[warpSize];
    bool isComplete = true;
    for (uint32_t j = 0; j < warpSize && isComplete; ++j) {
      if (!(mask >> j & 1))
        continue;
      ThreadState *other = j < count ? threads[first + j].get() : nullptr;
      if (!other || other->status == Status::Done) {
        if (!other && mask == ~0u) // all lanes of a warp that is not full
          continue;
        refuseWait(block, thread,
                   "the thread waits for lane " + std::to_string(j) + " of its warp, which " +
                       (other ? "has ended" : "is not there"));
        return false;
      }
      isComplete = other->status == Status::Collective && other->wait.mask == mask &&
                   other->wait.collective == thread.wait.collective &&
                   (!thread.wait.isAligned || other->wait.op->line == thread.wait.op->line);
      if (isComplete && (other->wait.address != thread.wait.address || other->wait.stride != thread.wait.stride)) {
        refuseWait(block, thread, "lane " + std::to_string(j) + " of the warp names another address or stride");
        return false;
      }
      Frame &frame = *other->frames[other->depth - 1];
      lanes[j] = {frame.values.data(), frame.poison.data(), other->wait.op, j, frame.code->lists.data()};
      fenceTime = std::max(fenceTime, other->fenceTime);
    }
    if (!isComplete)
      continue;
    thread.wait.collective(lanes, count);
    advance();
    for (uint32_t j = 0; j < count; ++j)
      if (lanes[j].op) {
        goOn(*threads[first + j], lanes[j], fenceTime);
        threads[first + j]->warpTime = time;
      }
    hasReleased = true;
  }
  return hasReleased;
}

/// A barrier for whole warps is one instruction for all threads of a warp, as is one on matrices.
bool MachineImpl::checkConvergence(BlockState &block, Threads &threads, uint32_t index) {
  ThreadState &thread = *threads[index];
  uint32_t first = index / warpSize * warpSize;
  for (uint32_t i = first; i < std::min<size_t>(first + warpSize, threads.size()); ++i) {
    const ThreadState &other = *threads[i];
    if (other.status == thread.status && other.wait.op->line == thread.wait.op->line)
      continue;
    std::string where =
        other.status == Status::Done ? "has ended" : "waits at line " + std::to_string(other.wait.op->line);
    std::string what = thread.wait.isAligned ? "an instruction of the whole warp" : "a barrier";
    refuseWait(block, thread, what + " in divergent code: thread " + std::to_string(i) + " of the same warp " + where);
    return false;
  }
  return true;
}

bool MachineImpl::releaseBarrier(BlockState &block, Threads &threads, uint32_t number) {
  std::vector<uint32_t> waiting;
  uint32_t alive = 0;
  for (uint32_t i = 0; i < threads.size(); ++i) {
    alive += threads[i]->status != Status::Done;
    if (threads[i]->status == Status::Barrier && threads[i]->wait.barrier == number)
      waiting.push_back(i);
  }
  if (waiting.empty())
    return false;
  const Wait &wait = threads[waiting[0]]->wait;
  if (waiting.size() + block.arrived[number] < (wait.count ? wait.count : alive))
    return false;
  std::vector<Lane> lanes;
  uint32_t fenceTime = 0;
  for (uint32_t i : waiting) {
    ThreadState &thread = *threads[i];
    if (thread.wait.op->bits && !wait.count && !checkConvergence(block, threads, i))
      return false;
    if (thread.wait.collective != wait.collective) {
      refuseWait(block, thread, "threads wait at barrier " + std::to_string(number) + " with different instructions");
      return false;
    }
    Frame &frame = *thread.frames[thread.depth - 1];
    lanes.push_back({frame.values.data(), frame.poison.data(), thread.wait.op, i});
    fenceTime = std::max(fenceTime, thread.fenceTime);
  }
  wait.collective(lanes.data(), lanes.size());
  block.arrived[number] = 0;
  advance();
  for (const Lane &lane : lanes) {
    goOn(*threads[lane.index], lane, fenceTime);
    threads[lane.index]->blockTime = time;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

void MachineImpl::run() {
  finding.reset();
  heldBytes = 0;
  lastStep = steps + options.maxSteps;
  random.seed(launch.schedule.value_or(0));
  if (options.profile && !profile)
    profile.emplace(module.syntax.lines.size() + 1);
  uint64_t blocks = launch.grid.count();
  time = 0;
  for (Region &region : regions)
    region.watch(options.checked && options.globalRaces && region.isWritable && blocks * launch.block.count() > 1);
  BlockState block;
  makeShared(block);
  Threads threads(module.hasWaits || launch.schedule ? launch.block.count() : 1);
  for (auto &thread : threads)
    thread = std::make_unique<ThreadState>();
  std::optional<Batch> batch;
  if (Batch::isFor(*this))
    batch.emplace(*this, block);
  for (uint64_t turn = 0; turn < blocks && !finding; ++turn) {
    uint64_t i = launch.descending ? blocks - 1 - turn : turn;
    block.ctaid = {uint32_t(i % launch.grid.x), uint32_t(i / launch.grid.x % launch.grid.y),
                   uint32_t(i / launch.grid.x / launch.grid.y)};
    block.firstThread = i * launch.block.count();
    isTraced = options.trace && turn == 0;
    runBlock(block, threads, batch ? &*batch : nullptr);
    if (profile)
      profile->endBlock();
  }
}

} // namespace kgen::ptx
