"""Runs a command whose files may not grow past a size: full_disk.py TOOL BYTES ARGUMENTS..."""
import resource
import signal
import subprocess
import sys


def limit():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a write fails instead
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))


run = subprocess.run([sys.argv[1], *sys.argv[3:]], capture_output=True, text=True, preexec_fn=limit)
print(f"status {run.returncode}: {run.stderr}", end="")
