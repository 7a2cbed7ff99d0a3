#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes data/samples with the command that its README records.

Usage: update_samples.py           replace the files
       update_samples.py --check   exit 1 and name the files that differ from the command's output

The checks of samples are this machine's, so they are not compared. kgen-synth comes from PATH, else from build/bin.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SAMPLES = os.path.join(ROOT, "data/samples")
HEADER = "kgen/kgen.cuh"


def recorded_command():
    with open(os.path.join(SAMPLES, "README.md"), encoding="utf-8") as file:
        return shlex.split(re.search(r"^kgen-synth --count .*$", file.read(), re.M)[0])


def read_set(folder):
    """{path: text} of all that does not depend on the machine."""
    texts = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.relpath(os.path.join(parent, name), folder)
            with open(os.path.join(parent, name), encoding="utf-8") as file:
                texts[path] = file.read()
    texts.pop("README.md", None)
    manifest = json.loads(texts.get("manifest.json", '{"files": []}'))
    for checks in [file["name"] for file in manifest["files"] if file["name"].startswith("checks")]:
        texts.pop(checks, None)
    manifest["files"] = [file for file in manifest["files"] if not file["name"].startswith("checks")]
    texts["manifest.json"] = json.dumps(manifest)
    return texts


def replace(made):
    for name in os.listdir(SAMPLES):
        path = os.path.join(SAMPLES, name)
        if name != "README.md":
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    os.remove(os.path.join(made, "README.md"))  # this folder has its own
    shutil.copytree(made, SAMPLES, dirs_exist_ok=True)
    header = os.path.join(SAMPLES, HEADER)
    os.remove(header)
    os.symlink(os.path.relpath(os.path.join(ROOT, "include", HEADER), os.path.dirname(header)), header)


def main(arguments):
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    os.environ["PATH"] += os.pathsep + os.path.join(ROOT, "build/bin")
    with tempfile.TemporaryDirectory() as folder:
        command = recorded_command()
        made = os.path.join(folder, command[-1])
        subprocess.run(command + ["--quiet"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        if not arguments:
            replace(made)
            return 0
        there, now = read_set(SAMPLES), read_set(made)
        differing = sorted(path for path in {**there, **now} if there.get(path) != now.get(path))
        for path in differing:
            print(
                f"data/samples/{path}: is not what {' '.join(command)} writes now; utils/update_samples.py refreshes it"
            )
        print(f"{len(now)} files compared")
        return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
