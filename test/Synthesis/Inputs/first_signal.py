"""Sends a signal to a run whose ptxas hangs: first_signal.py TOOL PTXAS DIRECTORY. The run has to end long before the time
that ptxas has."""

import os
import signal
import subprocess
import sys
import time

tool, ptxas, directory = sys.argv[1:]
environment = {**os.environ, "KGEN_PTXAS": ptxas, "ENDLESS_AT": "entry", "KGEN_HELPER_SECONDS": "600"}
command = [tool, "-n", "50", "-d", "nvptx", "--quiet", "-o", directory]
run = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
while not os.path.exists(os.path.join(directory, "manifest.json")):
    time.sleep(0.05)
time.sleep(2)
run.send_signal(signal.SIGTERM)
_, said = run.communicate(timeout=60)
print(f"status {run.returncode}: {said}", end="")
