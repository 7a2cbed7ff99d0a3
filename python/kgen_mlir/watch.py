# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a Warp program does on its tapes: each launch with the numbers before and after it, and what each backward makes of them. Nothing that
the program sees is changed."""

from __future__ import annotations

import sys

import numpy
import warp as wp
import warp._src.context as context

from . import judge
from .accesses import accesses, is_among
from .judge import arrays_of, with_arrays

TAPES = 3  # that are looked at: what is wrong with one is so with the next
SEEDS = (1, 2, 3)  # of the directions along which a kernel is judged
TOLERANCE = 1e-3  # of two gradients in single precision, relative to the largest number


def warp_folder():
    return wp.__file__.rsplit("/", 1)[0] + "/_src/"


def place_of_caller():
    """(file, line) of the innermost call that is neither Warp's nor ours."""
    here = __file__.rsplit("/", 1)[0] + "/"
    frame = sys._getframe(1)
    while frame and frame.f_code.co_filename.startswith((here, warp_folder())):
        frame = frame.f_back
    return (frame.f_code.co_filename, frame.f_lineno) if frame else ("", 0)


def equal(one, other):
    return one.tobytes() == other.tobytes()


def differs(one, other):
    """Whether two gradients are not the same up to rounding."""
    if not len(one.dtype.names or ()):
        a, b = one.astype(float), other.astype(float)
        scale = numpy.abs(b[numpy.isfinite(b)]).max(initial=0.0)
        return not numpy.allclose(a, b, rtol=0.0, atol=TOLERANCE * scale, equal_nan=True)
    return any(differs(one[name], other[name]) for name in one.dtype.names)


class Record:
    """A launch on a tape."""

    def __init__(self, kernel, dim, values, before, place):
        self.kernel, self.dim, self.values, self.before, self.place = kernel, dim, values, before, place
        self.names = [arg.label for arg in kernel.adj.args]
        self.arrays = arrays_of(zip(self.names, values))
        self.after = {}
        reads, writes = accesses(kernel.adj.source, self.names)
        self.reads = {name for name in self.arrays if is_among(name, reads)}
        self.writes = {name for name in self.arrays if is_among(name, writes)}

    def inputs(self):
        """The arguments as they were before the launch, in arrays of their own."""
        arrays = {name: as_array(array, self.before[name]) for name, array in self.arrays.items()}
        return [with_arrays(value, name, arrays) for name, value in zip(self.names, self.values)]


class Watch:
    """While it is entered, launches and backwards go through it."""

    def __init__(self):
        self.tapes, self.seen = {}, 0  # id of a tape: (tape, its records)
        self.first = {}  # key of a kernel: its first record on a tape
        self.by_inputs = {}  # id of the list of inputs that the tape has of a launch: its record
        self.not_judged, self.found, self.unexplained, self.judged = [], [], [], 0
        self.aside = []  # (key, line, addresses that it writes) of launches on no tape
        self.known = {}  # (address, bytes): the last numbers that were there
        self.by_hand = set()  # addresses of arrays whose gradients a function of the program's makes, on the tape
        self.of_leaf = {}  # address: the numbers of an array when its gradient was computed last

    def __enter__(self):
        self.launch, self.backward, self.record_func = context.launch, wp.Tape.backward, wp.Tape.record_func
        watch = self

        def launch(*arguments, **options):
            return watch.on_launch(*arguments, **options)

        def backward(tape, loss=None, grads=None):
            return watch.on_backward(tape, loss, grads)

        def record_func(tape, backward, arrays):
            if not sys._getframe(1).f_code.co_filename.startswith(warp_folder()):
                watch.by_hand |= {array.ptr for array in arrays}
            return watch.record_func(tape, backward, arrays)

        wp.launch = context.launch = launch
        wp.Tape.backward, wp.Tape.record_func = backward, record_func
        return self

    def __exit__(self, *_):
        wp.launch = context.launch = self.launch
        wp.Tape.backward, wp.Tape.record_func = self.backward, self.record_func

    # -- launches ------------------------------------------------------------

    def numbers(self, array):
        """A copy of an array's numbers; the same one while they stay."""
        now, key = array.numpy(), (array.ptr, array.capacity, array.shape, array.dtype)
        last = self.known.get(key)
        if last is None or not equal(last, now):
            last = self.known[key] = now.copy()
        return last

    def on_launch(self, kernel, dim, inputs=(), outputs=(), *others, **options):
        tape = context.runtime.tape
        if options.get("adjoint"):
            return self.on_adjoint(kernel, dim, inputs, outputs, *others, **options)
        values, names = [*inputs, *outputs], [arg.label for arg in kernel.adj.args]
        if self.seen >= TAPES:
            return self.launch(kernel, dim, inputs, outputs, *others, **options)
        if not tape or not options.get("record_tape", True):
            if self.tapes:
                self.note_aside(kernel, zip(names, values))
            return self.launch(kernel, dim, inputs, outputs, *others, **options)
        before = {name: self.numbers(array) for name, array in arrays_of(zip(names, values)).items()}
        known = len(tape.launches)
        result = self.launch(kernel, dim, inputs, outputs, *others, **options)
        if len(tape.launches) == known:
            return result
        record = Record(tape.launches[-1][0], dim, values, before, place_of_caller())
        record.after = {name: self.numbers(array) for name, array in record.arrays.items()}
        if known == 0:  # a new tape, or one that was reset
            self.tapes[id(tape)] = tape, []
        self.tapes.setdefault(id(tape), (tape, []))[1].append(record)
        self.by_inputs[id(tape.launches[-1][3])] = record
        self.first.setdefault(record.kernel.key, record)
        return result

    def note_aside(self, kernel, arguments):
        """A launch on no tape: which arrays it may write."""
        _, writes = accesses(kernel.adj.source, [arg.label for arg in kernel.adj.args])
        written = {array.ptr for name, array in arrays_of(arguments).items() if is_among(name, writes)}
        self.aside.append((kernel.key, place_of_caller()[1], written))

    # -- a launch, backwards ---------------------------------------------------

    def on_adjoint(self, kernel, dim, inputs=(), outputs=(), *others, **options):
        def run():
            return self.launch(kernel, dim, inputs, outputs, *others, **options)

        record = self.by_inputs.get(id(inputs))
        changed = record and [
            name
            for name in sorted(record.reads)
            if record.arrays[name].ptr not in self.by_hand
            and not equal(record.arrays[name].numpy(), record.after[name])
        ]
        if not changed:
            return run()
        gradients = {n: a for n, a in record.arrays.items() if a.grad is not None}
        seeds, now = copies(gradients, of_gradients=True), copies(record.arrays)
        put(record.arrays, record.after)
        run()
        right = copies(gradients, of_gradients=True)
        put(gradients, seeds, of_gradients=True)
        put(record.arrays, now)
        result = run()
        mine = copies(gradients, of_gradients=True)
        wrong = [name for name in gradients if differs(mine[name], right[name])]
        if wrong:
            self.report_overwritten(record, changed, wrong[0], mine, right, seeds)
        return result

    def report_overwritten(self, record, changed, name, mine, right, seeds):
        by = [self.who_overwrote(record, array) for array in changed]
        reason = "; ".join(f"'{array}' is overwritten {who} before the backward" for array, who in zip(changed, by))
        near = warp = None
        if mine[name].dtype.kind == "f":
            launch = self.launch_from(record, name, seeds)
            warp = float((mine[name].astype(float) * launch.directions[name]).sum())
            exact = (right[name].astype(float) * launch.directions[name]).sum()
            near = launch.slope(name, abs(exact))
            if near is None or not judge.is_wrong(warp, near, abs(warp)):
                return  # differences do not say so
        self.add("overwritten", record, name, warp, None, near, reason)

    def launch_from(self, record, name, seeds):
        """The launch again, from its own numbers, with the adjoints of the tape as weights."""
        launch = judge.launch_of_call(record.kernel, record.dim, record.inputs())
        launch.weights = {n: seeds[n].astype(float) if n in seeds else 0.0 * w for n, w in launch.weights.items()}
        return launch

    def who_overwrote(self, record, name):
        """The next launch that changed the array, with its line."""
        array = record.arrays[name]
        for _, records in self.tapes.values():
            if record not in records:
                continue
            for later in records[records.index(record) + 1 :]:
                for other, theirs in later.arrays.items():
                    if theirs.ptr == array.ptr and not equal(later.before[other], later.after[other]):
                        return f"by '{later.kernel.key}' (line {later.place[1]})"
        for key, line, written in reversed(self.aside):
            if array.ptr in written:
                return f"by '{key}' (line {line})"
        return "outside of launches"

    # -- a tape, backwards -------------------------------------------------------

    def on_backward(self, tape, loss, grads):
        _, records = self.tapes.get(id(tape), (None, None))
        if not records or self.seen >= TAPES:
            return self.backward(tape, loss, grads)
        self.seen += 1
        gradients = {a.ptr: a for r in records for a in r.arrays.values() if a.grad is not None}
        start = copies(gradients, of_gradients=True)
        written = {a.ptr for r in records for n, a in r.arrays.items() if n in r.writes}
        seeds = self.seeds(gradients, written, start, loss, grads)
        stale = {p for p in gradients if p not in seeds and numpy_any(start[p])}
        self.backward(tape, loss, grads)
        end = copies(gradients, of_gradients=True)
        leaves = self.leaves(records)
        clean = end
        if stale:
            put(gradients, {p: g if p in seeds else numpy.zeros_like(g) for p, g in start.items()}, of_gradients=True)
            self.backward(tape, loss, grads)
            clean = copies(gradients, of_gradients=True)
            put(gradients, end, of_gradients=True)
            self.report_stale(records, stale, leaves, start, end, clean)
        self.check_whole(tape, records, leaves, seeds, clean)
        for pointer in leaves:
            self.of_leaf[pointer] = leaves[pointer][2]
        return None

    def seeds(self, gradients, written, start, loss, grads):
        """{address: (array, weights)} of what the backward begins with. A program that names none has put them into gradients itself."""
        if loss is None and not grads:
            return {
                p: (a, start[p].astype(float)) for p, a in gradients.items() if p in written and is_weight(start[p])
            }
        found = {loss.ptr: (loss, numpy.ones(loss.numpy().shape))} if loss is not None else {}
        return found | {array.ptr: (array, grad.numpy().astype(float)) for array, grad in (grads or {}).items()}

    def leaves(self, records):
        """{address: (record, name, its numbers then)} of arrays with gradients that the tape reads before it writes them."""
        found, written = {}, set()
        for record in records:
            for name, array in record.arrays.items():
                if array.grad is not None and name in record.reads and array.ptr not in written:
                    found.setdefault(array.ptr, (record, name, record.before[name]))
            written |= {record.arrays[name].ptr for name in record.writes}
        return found

    def between(self, records):
        """Addresses of what one launch writes and a later one reads. The gradient of any other result may be a weight of the program's."""
        found, written = set(), set()
        for record in records:
            found |= {record.arrays[name].ptr for name in record.reads} & written
            written |= {record.arrays[name].ptr for name in record.writes}
        return found

    def report_stale(self, records, stale, leaves, start, end, clean):
        """Gradients that were not zero when the backward began, where they do harm: on the way, or of an array that has changed since."""
        between = self.between(records)
        for pointer in sorted(stale):
            record, name = next((r, n) for r in records for n, a in r.arrays.items() if a.ptr == pointer)
            changed = (
                pointer in self.of_leaf and pointer in leaves and not equal(self.of_leaf[pointer], leaves[pointer][2])
            )
            on_the_way = pointer in between and pointer not in leaves
            harmed = on_the_way and any(differs(end[p] - start[p], clean[p]) for p in leaves if not end[p].dtype.names)
            if harmed or changed:
                shown = next((p for p in leaves if not end[p].dtype.names and differs(end[p], clean[p])), pointer)
                random = numpy.random.default_rng(1).uniform(-1.0, 1.0, end[shown].shape)
                warp, right = ((g[shown].astype(float) * random).sum() for g in (end, clean))
                self.add(
                    "not-zeroed",
                    record,
                    name,
                    float(warp),
                    None,
                    float(right),
                    f"the gradient of '{name}' was not zeroed before the backward",
                )

    # -- the loss, by differences ---------------------------------------------------

    @numpy.errstate(all="ignore")
    def check_whole(self, tape, records, leaves, weights, gradients):
        """The gradient of all leaves along one direction against the tape run again, forward."""
        if any(callable(launch) for launch in tape.launches) or not leaves:
            return
        if any(judge.has_own_gradient(record.kernel) for record in records):
            return  # which need not be the derivative
        # A gradient that begins with a weight keeps it where the array is overwritten.
        leaves = {
            p: leaf
            for p, leaf in leaves.items()
            if p not in weights and leaf[2].dtype.kind == "f" and leaf[2].itemsize in judge.STEPS
        }
        if not leaves:
            return
        random = numpy.random.default_rng(2)
        directions = {p: random.uniform(-1.0, 1.0, leaf[2].shape) for p, leaf in leaves.items()}
        terms = [(gradients[p].astype(float) * directions[p]).ravel() for p in directions]
        warp = float(sum(term.sum() for term in terms))
        scale = float(sum(abs(term).sum() for term in terms))
        replay = Replay(self.launch, records, directions)
        size = min((leaf[2].itemsize for leaf in leaves.values()), default=4)

        def difference(step):
            ahead, behind = (
                {p: a.numpy().astype(float).copy() for p, (a, _) in weights.items()} for _ in replay.run(step, -step)
            )
            return sum((w * (ahead[p] - behind[p])).sum() for p, (_, w) in weights.items()) / (2.0 * step)

        with replay:
            near = judge.smooth_slope(difference, judge.STEPS[size], scale)
        if near is None or not judge.is_wrong(warp, near, scale):
            return
        for record, name in self.without_gradient(records):
            reason = f"'{name}' has no gradient (requires_grad), and what it was computed from has"
            self.add("requires-grad", record, name, warp, None, near, reason)
            return
        self.unexplained.append((records, warp, near))

    def without_gradient(self, records):
        """Arrays of reals without a gradient that one launch computes from arrays that have one, and another reads."""
        active, cut = set(), {}
        for record in records:
            for name in sorted(record.reads):
                if record.arrays[name].ptr in cut:
                    yield record, name
            inputs = {record.arrays[n].ptr for n in record.reads}
            if not any(record.arrays[n].grad is not None for n in record.reads) and not inputs & cut.keys():
                continue
            for name in record.writes:
                array = record.arrays[name]
                if array.grad is None and record.after[name].dtype.kind == "f":
                    cut[array.ptr] = record
                else:
                    active.add(array.ptr)

    # -- findings --------------------------------------------------------------------

    def add(self, rule, record, name, warp, kgen, difference, reason):
        known = any((f["rule"], f["kernel"], f["argument"]) == (rule, record.kernel.key, name) for f in self.found)
        if known:
            return
        file, line = record.place
        self.found.append(
            {
                "rule": rule, "kernel": record.kernel.key, "argument": name, "warp": warp, "kgen": kgen, "difference": difference,
                "reason": reason, "file": file, "line": line,
            }
        )  # fmt: skip

    def findings(self):
        """All that is wrong; kernels are judged here, when the program has ended."""
        for record in self.first.values():
            self.judge_kernel(record)
        wrong = {finding["kernel"] for finding in self.found}
        for records, warp, near in self.unexplained:
            if not wrong & {record.kernel.key for record in records}:
                self.add("whole-tape", records[-1], "", warp, None, near, "the gradient of the tape as a whole differs")
        return self.found

    @numpy.errstate(all="ignore")
    def judge_kernel(self, record):
        kernel = record.kernel
        enabled = kernel.module.options["enable_backward"] and kernel.options.get("enable_backward", True)
        if not enabled or judge.has_own_gradient(kernel):
            return
        try:
            results = self.judge_launches(record)
        except (AttributeError, KeyError, TypeError, ValueError, RuntimeError) as error:
            self.not_judged.append((kernel.key, str(error).splitlines()[0]))
            return
        self.judged += 1
        for name, (warp, kgen, near) in results.items():
            reason = "Warp has none" if warp == 0.0 else "Warp's backward is not the derivative"
            file, line = kernel.func.__code__.co_filename, kernel.func.__code__.co_firstlineno
            self.add("kernel", record, name, warp, kgen, near, reason)
            self.found[-1].update(file=file, line=line)

    def judge_launches(self, record):
        """{argument: (Warp's, kgen's, by differences)} where Warp's is wrong along one of some directions: along one alone it may be right by
        chance. Differences are taken where the two gradients differ, or kgen has none."""
        wrong, left = {}, None
        for seed in SEEDS:
            launch = judge.launch_of_call(record.kernel, record.dim, record.inputs(), seed)
            theirs, ours = self.both(launch)
            left = list(launch.directions) if left is None else left
            left = [name for name in left if not is_same(theirs[name], ours[name])]
            for name in left:
                wrong |= self.compare(launch, name, theirs, ours)
            left = [name for name in left if name not in wrong]
            if not left:
                break
        return wrong

    def both(self, launch):
        """{argument: (derivative, size of its terms)} by Warp and by kgen; None for all where kgen has none."""
        theirs, ours = launch.derivatives(), dict.fromkeys(launch.directions)
        with judge.kgen_in_place(launch.kernel) as has_gradient:
            if has_gradient:
                ours = launch.derivatives()
        return theirs, ours

    def compare(self, launch, name, theirs, ours, may_move=True):
        """{name: what `judge_launches` says of it}, if differences say that Warp's derivative is wrong, at a kink also a little beside it;
        else nothing."""
        part, found = launch, self.compare_as_it_is(launch, name, theirs, ours)
        if found is None:
            part = launch.where_smooth(name)
            theirs, ours = self.both(part)
            found = {} if is_same(theirs[name], ours[name]) else self.compare_as_it_is(part, name, theirs, ours)
        if found and may_move and part.has_kinks(name):
            beside = launch.moved(name)
            return self.compare(beside, name, *self.both(beside), may_move=False)
        return found or {}

    def compare_as_it_is(self, launch, name, theirs, ours):
        """The same over all results with weights; None where differences do not agree."""
        warp, (kgen, scale) = theirs[name][0], ours[name] or (None, theirs[name][1])
        near = launch.slope(name, scale)
        if near is None:
            return None
        # What has no part in the results keeps the weight that its gradient begins with.
        is_wrong = near != 0.0 and judge.is_wrong(warp, near, scale)
        return {name: (float(warp), kgen if kgen is None else float(kgen), float(near))} if is_wrong else {}


def is_same(warp, kgen):
    """Whether two derivatives, each with the size of its terms, are the same up to rounding; not where the second is missing."""
    return kgen is not None and abs(warp[0] - kgen[0]) <= 1e-4 * max(abs(kgen[0]), 0.1 * kgen[1], 1e-3)


class Replay:
    """The launches of a tape again, from the numbers that they began with; while it is entered. All is put back at its end."""

    def __init__(self, launch, records, directions):
        self.launch, self.records, self.directions = launch, records, directions

    def __enter__(self):
        self.arrays = {a.ptr: a for record in self.records for a in record.arrays.values()}
        self.now = copies(self.arrays)
        return self

    def __exit__(self, *_):
        put(self.arrays, self.now)

    def run(self, *steps):
        for step in steps:
            held = {}
            for record in self.records:
                for name, array in record.arrays.items():
                    if array.ptr not in held:
                        value = record.before[name]
                        if array.ptr in self.directions:
                            value = (value + step * self.directions[array.ptr]).astype(value.dtype)
                        array.assign(value)
                    elif not equal(held[array.ptr], record.before[name]):
                        array.assign(record.before[name])  # what the program wrote between two launches
                self.launch(record.kernel, record.dim, record.values, device="cpu", record_tape=False)
                held.update({record.arrays[name].ptr: record.after[name] for name in record.arrays})
            yield step


def numpy_any(values):
    return bool(values.any()) if not values.dtype.names else any(numpy_any(values[name]) for name in values.dtype.names)


def is_weight(gradient):
    return gradient.dtype.kind == "f" and numpy_any(gradient)


def copies(arrays, of_gradients=False):
    return {key: (array.grad if of_gradients else array).numpy().copy() for key, array in arrays.items()}


def put(arrays, values, of_gradients=False):
    for key, array in arrays.items():
        (array.grad if of_gradients else array).assign(values[key])


def as_array(like, values):
    return wp.array(values, dtype=like.dtype, device="cpu", requires_grad=like.grad is not None)
