# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows of a data set, made by kgen-synth in a folder that goes with the iterator."""

from __future__ import annotations

import glob
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator

from . import tools
from .errors import ToolError

POLL = 0.02  # seconds between two looks for a file that is complete


def flags_of(options: dict) -> list[str]:
    flags = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is True:
            flags.append(flag)
        elif value is not False and value is not None:
            flags.append(f"{flag}={value}")
    return flags


def finished_files(process: subprocess.Popen, folder: str) -> Iterator[str]:
    """The files of samples in order, each as soon as it is there under its name: it is complete then."""
    seen = 0
    while True:
        has_ended = process.poll() is not None
        files = sorted(glob.glob(os.path.join(folder, "samples-*.jsonl")))
        while seen < len(files) and (has_ended or files[seen].endswith(f"-{seen:05d}.jsonl")):
            yield files[seen]
            seen += 1
        if has_ended:
            return
        time.sleep(POLL)


def rows(count: int, target: str, seed: int, options: dict) -> Iterator[dict]:
    with tempfile.TemporaryDirectory(prefix="kgen-synth-") as folder:
        made = os.path.join(folder, "data")
        flags = [f"--count={count}", f"--target={target}", f"--seed={seed}", "--quiet", *flags_of(options)]
        command = [*tools.command("kgen-synth"), *flags, "-o", made]
        with open(os.path.join(folder, "errors"), "w+", encoding="utf-8", errors="replace") as errors:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors, env=tools.environment()
            )
            try:
                for path in finished_files(process, made):
                    with open(path, encoding="utf-8") as file:
                        yield from map(json.loads, file)
                if process.returncode:
                    errors.seek(0)
                    lines = errors.read().strip().splitlines() or [f"it ended with status {process.returncode}"]
                    raise ToolError(lines[-1])
            finally:
                process.kill()
                process.wait()
