"""Runs kgen-synth under helpers that fail: run_faults.py TOOL FOLDER RUNS [FAULT...].

Each run has another seed, and helpers that fail in one way. It has to end with all of its samples and without a defect, and the same
command with helpers that work has to leave the bytes of a set that nothing disturbed. For helpers that hang, a second run gets
a signal: it has to end within a second, with its child, though the helper would have minutes.
"""

import filecmp
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

tool, folder, runs, *chosen = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
COUNT = 12
silent, one_text = (os.path.join(here, name) for name in ("silent.sh", "one_text.sh"))
ptxas, dying = (os.path.join(here, name) for name in ("endless_ptxas.sh", "dying_ptxas.sh"))
WORKING = {"KGEN_PTXAS": ptxas, "ENDLESS_AT": "nothing"}
# The target and what the helper is; those that hang are sent a signal too.
FAULTS = {
    "no Python": ("cuda", {"KGEN_PYTHON": "/bin/false"}),
    "a Python that ends after a text": ("cuda", {"KGEN_PYTHON": one_text}),
    "a Python that is killed": ("cuda", {}),
    "a Python that hangs": ("cuda", {"KGEN_PYTHON": silent}),
    "a ptxas that dies": ("nvptx", {"KGEN_PTXAS": dying}),
    "a ptxas that hangs": ("nvptx", {"KGEN_PTXAS": ptxas, "ENDLESS_AT": ""}),
    "a ptxas that hangs at a text": ("nvptx", {"KGEN_PTXAS": ptxas, "ENDLESS_AT": "entry"}),
}
rng = random.Random(7)


def take_signals():
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)  # a shell's background jobs ignore SIGINT


def environment(helpers, seconds=None):
    return {**os.environ, **WORKING, **helpers, **({"KGEN_HELPER_SECONDS": str(seconds)} if seconds else {})}


def command(target, seed, directory):
    return [tool, "-n", str(COUNT), "-d", target, "--seed", str(seed), "-o", directory]


def children(process):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True).stdout.split()
    return found + [below for child in found for below in children(child)]


def is_running(process):
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def check_ends_well(name, target, helpers, seed):
    """The defects of a run with the fault; what it left is then made whole."""
    whole, directory = os.path.join(folder, "whole"), os.path.join(folder, "set")
    for each in (whole, directory):
        shutil.rmtree(each, ignore_errors=True)
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    subprocess.run(command(target, seed, whole), check=True, env=environment({}), **quiet)
    run = subprocess.Popen(command(target, seed, directory), env=environment(helpers, seconds=0.5), **quiet)
    while "is killed" in name and run.poll() is None:
        for child in children(run.pid)[:1]:
            subprocess.run(["kill", "-9", child], capture_output=True)
        time.sleep(rng.uniform(0.0, 0.1))
    said, _ = run.communicate(timeout=120)
    assert run.returncode == 0, f"status {run.returncode}"
    said = json.loads(said)
    assert said["complete"] and said["samples"] == COUNT, said
    subprocess.run(command(target, seed, directory), check=True, env=environment({}), **quiet)
    names = [os.path.relpath(os.path.join(place, each), whole) for place, _, files in os.walk(whole) for each in files]
    _, different, missing = filecmp.cmpfiles(whole, directory, names, shallow=False)
    assert not different and not missing, f"{different + missing} differ"
    return said["defects"]


def check_signal(target, helpers, seed):
    """The seconds from the signal to the end, of a run that waits for a helper."""
    directory = os.path.join(folder, "stopped")
    shutil.rmtree(directory, ignore_errors=True)
    run = subprocess.Popen(
        command(target, seed, directory),
        env=environment(helpers, seconds=600),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=take_signals,
    )
    while not children(run.pid):
        time.sleep(0.01)
    time.sleep(rng.uniform(0.0, 2.0))
    below = children(run.pid)
    start = time.monotonic()
    number = rng.choice([signal.SIGTERM, signal.SIGINT])
    run.send_signal(number)
    run.wait(timeout=60)
    seconds = time.monotonic() - start
    # Before there is anything to keep, a signal ends it at once.
    assert run.returncode in (128 + number, -number), f"status {run.returncode}"
    patience = 10.0 if run.returncode > 0 else 0.5
    while (left := [child for child in below if is_running(child)]) and time.monotonic() - start < patience:
        time.sleep(0.05)
    for child in left:
        os.kill(int(child), signal.SIGKILL)
    assert not left or run.returncode < 0, f"processes {left} are left"
    return seconds


def main():
    for name, (target, helpers) in FAULTS.items():
        if chosen and name not in chosen:
            continue
        defects = sum(check_ends_well(name, target, helpers, seed) for seed in range(1, int(runs) + 1))
        said = f"{name}: {runs} runs, {defects} defects, the same bytes in the end"
        if "hangs" in name:
            slowest = max(check_signal(target, helpers, seed) for seed in range(1, int(runs) + 1))
            print(f"slowest answer to a signal: {slowest:.2f} s", file=sys.stderr)
            said += f", {'at most' if slowest <= 1.0 else 'more than'} a second to the end after a signal"
        print(said, flush=True)


main()
