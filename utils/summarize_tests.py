#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says in one line how lit runs went, and why tests were skipped.

Usage: summarize_tests.py RESULTS.json...   (written by `lit --output`)

The last line is "N passed, N failed, N skipped", of all runs together. The
exit status is 1 when a test failed or when none of a run passed: a run that
tested nothing is no success.
"""

import collections
import json
import re
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def reason(test):
    """Returns why lit skipped `test`, as lit puts it."""
    text = test.get("output", "")
    found = re.search(r"unavailable features: (.+)", text)
    if found:
        return "needs " + found.group(1).strip()
    found = re.search(r"unsupported features: (.+)", text)
    return "unsupported with " + found.group(1).strip() if found else "skipped"


def read(path):
    """Returns the tests of a run; none if there is nothing to read."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)["tests"]
    except (OSError, ValueError, KeyError) as error:
        print(f"no test results: {error}", file=sys.stderr)
        return []


def main(paths):
    runs = [read(path) for path in paths]
    tests = [test for run in runs for test in run]
    skipped = [t for t in tests if t["code"] in SKIPPED]
    failed = [t for t in tests if t["code"] not in PASSED | SKIPPED]
    for why, count in sorted(collections.Counter(map(reason, skipped)).items()):
        print(f"skipped {count}: {why}")
    for path, run in zip(paths, runs):
        for test in sorted((t for t in run if t in failed), key=lambda t: t["name"]):
            print(f"{test['code'].lower()}: {test['name']}" + (f" ({path})" if len(paths) > 1 else ""))
    passed = len(tests) - len(failed) - len(skipped)
    print(f"{passed} passed, {len(failed)} failed, {len(skipped)} skipped")
    idle = [run for run in runs if not any(t["code"] in PASSED for t in run)]
    return 1 if failed or idle else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1:]))
