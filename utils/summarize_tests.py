#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says in one line how a lit run went, and why tests were skipped.

Usage: summarize_tests.py RESULTS.json   (what `lit --output` wrote)

The last line is "N passed, N failed, N skipped". The exit status is 1 when a
test failed or when none passed: a run that tested nothing is no success.
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


def main(path):
    try:
        with open(path, encoding="utf-8") as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError) as error:
        print(f"no test results: {error}", file=sys.stderr)
        tests = []
    skipped = [t for t in tests if t["code"] in SKIPPED]
    failed = [t for t in tests if t["code"] not in PASSED | SKIPPED]
    for why, count in sorted(collections.Counter(map(reason, skipped)).items()):
        print(f"skipped {count}: {why}")
    for test in sorted(failed, key=lambda t: t["name"]):
        print(f"{test['code'].lower()}: {test['name']}")
    passed = len(tests) - len(failed) - len(skipped)
    print(f"{passed} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1]))
