# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs many cases by kgen-run-cases, one process for all of them (test/Cases/run-cases.cpp)."""
import json
import subprocess


def job(file, case, slots=0, device="interpreter", level=2):
    """`case` is a path, or - for the CASE in the file."""
    return f"{file}\t{case}\t{device}\t{level}\t{slots}\n"


def run(jobs, tool="kgen-run-cases", timeout=240):
    """One answer for each job. Where the process dies or hangs, the job that it was at says so in "lost", and the others go on."""
    answers = []
    while len(answers) < len(jobs):
        try:
            done = subprocess.run([tool], input="".join(jobs[len(answers):]), stdout=subprocess.PIPE, text=True, timeout=timeout)
            text, lost = done.stdout, f"CRASH with status {done.returncode}"
        except subprocess.TimeoutExpired as late:
            text, lost = (late.stdout or b"").decode(), f"HANG, no end in {timeout} s"
        whole = text[: text.rfind("\n") + 1]
        answers += [json.loads(line) for line in whole.splitlines()]
        if len(answers) < len(jobs):
            answers.append({"lost": lost})
    return answers
