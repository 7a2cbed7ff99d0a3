"""Counts what became of each check, over the samples of a data set."""
import collections
import glob
import json
import os
import sys

counts = collections.defaultdict(collections.Counter)
for path in sorted(glob.glob(os.path.join(sys.argv[1], "checks-*.jsonl"))):
    with open(path, encoding="utf-8") as file:
        for line in file:
            for check, result in json.loads(line)["checks"].items():
                counts[check][result] += 1
for check, results in sorted(counts.items()):
    print(f"{check}: " + ", ".join(f"{result} {number}" for result, number in sorted(results.items())))
