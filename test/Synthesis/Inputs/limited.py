"""Runs a command where there is no room for many threads: limited.py TOOL ARGUMENTS..."""
import resource
import subprocess
import sys


def limit():
    # Threads want 8 MB of addresses each for their stacks.
    size = 900 << 20
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


run = subprocess.run(sys.argv[1:], capture_output=True, text=True, preexec_fn=limit)
print(f"status {run.returncode}: {run.stderr}", end="")
