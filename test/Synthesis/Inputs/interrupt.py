"""Interrupts a run in the middle and looks at what it leaves."""
import os
import signal
import subprocess
import sys
import time


def take_signals():
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs ignore it


tool, directory = sys.argv[1:]
command = [tool, "-n", "1000000", "-d", "cpu", "-o", directory]
run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=take_signals)
try:
    deadline = time.time() + 60
    while time.time() < deadline and not (os.path.isdir(directory) and len(os.listdir(directory)) == 3):
        time.sleep(0.02)
    time.sleep(0.3)
    run.send_signal(signal.SIGINT)
    status = run.wait(timeout=60)
finally:
    run.kill()
print("stopped by a signal" if status in (-signal.SIGINT, 128 + signal.SIGINT) else f"status {status}", end="; ")
print("files left:", os.listdir(directory))
