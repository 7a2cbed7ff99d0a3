"""each_change.py SET SCRATCH CHANGE...: what kgen-stats says about a set that was changed in each of these ways.

Prints the messages and the last line, each change under a heading, and checks that nothing in the set was touched.
"""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
import make_set


def contents(folder):
    return {
        os.path.join(root, name): open(os.path.join(root, name), "rb").read()
        for root, _, names in os.walk(folder)
        for name in names
    }


original, scratch, *changes = sys.argv[1:]
os.makedirs(scratch, exist_ok=True)
os.chdir(scratch)
for change in changes:
    shutil.rmtree("set", ignore_errors=True)
    shutil.copytree(original, "set")
    make_set.CHANGES[change]("set")
    before = contents("set")
    done = subprocess.run(["kgen-stats", "--validate", "set"], capture_output=True, text=True)
    assert done.returncode == 1, (change, done.returncode, done.stdout)
    assert contents("set") == before, change
    print(f"-- {change}")
    print(done.stderr, end="")
    print("".join(done.stdout.splitlines(True)[-1:]), end="")
