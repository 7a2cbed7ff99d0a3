"""Makes, extends and merges one data set, mixed at random, with runs that are killed, stopped or meet a full disk. Whatever
was done to a directory, the run that ends well leaves the bytes of a set that was made at once, and no other file.

    interrupt_sets.py TOOL FOLDER INTERRUPTIONS FULL_DISKS SEED COUNT [--merges] [FORMAT...]

With --merges all runs but the first are merges, which take little time. A disk is full where a file may not grow past a size
(RLIMIT_FSIZE).
"""

import filecmp
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

tool, folder, interruptions, full_disks, seed, count = sys.argv[1:7]
only_merges = "--merges" in sys.argv
formats = [name for name in sys.argv[7:] if not name.startswith("--")] or ["jsonl"]
interruptions, full_disks, count = int(interruptions), int(full_disks), int(count)
rng = random.Random(int(seed))


def command(form, number, *more):
    plan = [tool, "-n", str(number), "-d", "cuda", "--no-backward", "--seed", "6", "--categories", "arithmetic,vector"]
    return [*plan, "--format", form, "--quiet", *more]


def finish(arguments):
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)


def all_files(directory):
    found = (
        os.path.relpath(os.path.join(place, name), directory)
        for place, _, names in os.walk(directory)
        for name in names
    )
    return sorted(found)


def limit_files(size):
    def set_up():
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)  # a shell's background jobs ignore SIGINT
        if size:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return set_up


class Trial:
    """A directory that is treated badly until its set is complete."""

    def __init__(self, form, parts, whole, span):
        self.form, self.parts, self.whole, self.span = form, parts, whole, span
        self.target = os.path.join(folder, "target")
        shutil.rmtree(self.target, ignore_errors=True)

    def step(self):
        """A command that leads to the whole set, or to a part of it."""
        make = command(self.form, count, "-o", self.target)
        merge = [tool, "merge", *self.parts, "--quiet", "-o", self.target]
        if only_merges:
            return merge
        if not os.path.exists(self.target) and rng.random() < 0.5:
            return command(self.form, rng.randrange(1, count), "-o", self.target)
        return rng.choice([make, merge])

    def interrupt(self):
        """Whether the run was killed before its end."""
        run = subprocess.Popen(
            self.step(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit_files(0)
        )
        time.sleep(rng.uniform(0.0, self.span) ** 2)
        number = rng.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
        run.send_signal(number)
        status = run.wait()
        assert status in (0, -number, 128 + number), f"status {status}"
        return status != 0

    def fill_disk(self):
        size = rng.randrange(20_000, max(40_000, self.largest()))
        arguments = self.step()
        run = subprocess.run(
            arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=limit_files(size)
        )
        if run.returncode == 0:
            return False
        assert run.returncode == 1 and "cannot write" in run.stderr, f"status {run.returncode}: {run.stderr}"
        return True

    def largest(self):
        return max(os.path.getsize(os.path.join(self.whole, name)) for name in all_files(self.whole))

    def end(self):
        merge = [tool, "merge", *self.parts, "--quiet", "-o", self.target]
        finish(merge if only_merges else rng.choice([command(self.form, count, "-o", self.target), merge]))
        names = all_files(self.whole)
        assert all_files(self.target) == names, f"{set(all_files(self.target)) ^ set(names)} should not be, or should"
        _, different, errors = filecmp.cmpfiles(self.whole, self.target, names, shallow=False)
        assert not different and not errors, f"{different + errors} differ"


def main():
    sets = {}
    for form in formats:
        parts = [os.path.join(folder, f"{form}-{number}") for number in (1, 2)]
        for number, part in enumerate(parts, 1):
            finish(command(form, count, "--shard", f"{number}/2", "-o", part))
        whole = os.path.join(folder, f"{form}-whole")
        start = time.monotonic()
        finish([tool, "merge", *parts, "--quiet", "-o", whole] if only_merges else command(form, count, "-o", whole))
        sets[form] = (parts, whole, (1.2 * (time.monotonic() - start)) ** 0.5)
    killed = filled = 0
    while killed < interruptions or filled < full_disks:
        form = rng.choice(formats)
        trial = Trial(form, *sets[form])
        for _ in range(rng.randrange(1, 6)):
            if killed < interruptions and (filled >= full_disks or rng.random() < 0.8):
                killed += trial.interrupt()
            elif filled < full_disks:
                filled += trial.fill_disk()
        trial.end()
    print(f"{killed} interrupted, {filled} full disks; the same files")


main()
