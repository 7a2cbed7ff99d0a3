# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What kgen-translate says of a file, asked once in a run of the suite: most tests over all kernels begin alike.

Answers are kept in the folder that KGEN_TEST_TRANSLATED names, which lit.cfg.py empties when a run begins; without it
every question is asked.
"""
import hashlib
import json
import os
import subprocess
import tempfile


def translate(to, path, *flags):
    """Runs kgen-translate --`to` on a file, or says what it said of the same text before."""
    command = ["kgen-translate", "--" + to, *flags, path]
    folder = os.environ.get("KGEN_TEST_TRANSLATED")
    if not folder:
        return subprocess.run(command, capture_output=True, text=True)
    with open(path, "rb") as file:
        key = hashlib.sha256(json.dumps(command).encode() + file.read()).hexdigest()
    kept = os.path.join(folder, key + ".json")
    if os.path.exists(kept):
        with open(kept, encoding="utf-8") as file:
            return subprocess.CompletedProcess(command, **json.load(file))
    done = subprocess.run(command, capture_output=True, text=True)
    write(kept, json.dumps({"returncode": done.returncode, "stdout": done.stdout, "stderr": done.stderr}))
    return done


def imported(path, *flags):
    """The answer of --warp-to-kgen, and where its text is kept as a file."""
    done = translate("warp-to-kgen", path, *flags)
    folder = os.environ.get("KGEN_TEST_TRANSLATED") or tempfile.gettempdir()
    name = os.path.splitext(os.path.basename(path))[0]
    key = hashlib.sha256(done.stdout.encode()).hexdigest()[:16]
    mlir = os.path.join(folder, f"{name}.{key}.mlir")
    if not done.returncode and not os.path.exists(mlir):
        write(mlir, done.stdout)
    return done, mlir


def write(path, text):
    """The file has its name only when it is complete: tests run side by side."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=os.path.dirname(path), delete=False) as file:
        file.write(text)
    os.replace(file.name, path)
