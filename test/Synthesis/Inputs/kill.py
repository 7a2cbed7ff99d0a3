"""Kills runs at random moments, with SIGKILL or another signal, until one ends well; what is then there has to be the
bytes that one run makes, and no other file.

    kill.py TOOL WHOLE DIRECTORY KILLS SIGNAL ARGUMENTS...
"""
import filecmp
import os
import random
import signal
import subprocess
import sys
import time


def take_signals():
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)  # a shell's background jobs ignore SIGINT


def all_files(directory):
    return sorted(os.path.relpath(os.path.join(folder, name), directory) for folder, _, names in os.walk(directory) for name in names)


tool, whole, directory, kills, number = sys.argv[1:6]
number = getattr(signal, number)
command = [tool, *sys.argv[6:], "--quiet", "-o", directory]
rng = random.Random(1)
killed, span = 0, 0.4
while killed < int(kills):
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=take_signals)
    time.sleep(rng.uniform(0.05, span))
    run.send_signal(number)
    status = run.wait()
    if status == 0:
        span *= 0.7  # it was too fast for us: once more from the start
        subprocess.run(["rm", "-rf", directory], check=True)
        continue
    assert status in (-number, 128 + number), f"status {status}"
    killed += 1
assert subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0
names = all_files(whole)
assert all_files(directory) == names, f"{all_files(directory)} are there, where {names} should be"
_, different, errors = filecmp.cmpfiles(whole, directory, names, shallow=False)
assert not different and not errors, f"{different + errors} differ"
print(killed, "killed; the same files")
