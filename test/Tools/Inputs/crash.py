# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ends tools by a signal while they read their input, and prints what they say: crash.py COMMAND..."""

import signal
import subprocess
import sys

# More than a pipe holds: when it is written, the tool reads.
COMMENT = b"// " + b"x" * 60 + b"\n"

for command in sys.argv[1:]:
    for number in (signal.SIGSEGV, signal.SIGABRT):
        process = subprocess.Popen(
            command.split(),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        process.stdin.write(COMMENT * 5000)
        process.stdin.flush()
        process.send_signal(number)
        said = process.stderr.read().decode()
        process.stdin.close()
        print(f"{-process.wait()} {said}", end="")
