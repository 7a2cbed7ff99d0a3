"""Runs each sample's kernel on its case with kgen-run, and holds the results against those in the sample."""

import json
import os
import subprocess
import sys

tool, samples, scratch = sys.argv[1:]


def agrees(expected, got):
    assert {entry["name"] for entry in expected} == set(got), sorted(got)
    for entry in expected:
        numbers = got[entry["name"]]
        assert len(entry["values"]) == len(numbers)
        for want, number in zip(entry["values"], numbers):
            allowed = entry["atol"] + entry["rtol"] * abs(want)
            assert abs(number - want) <= allowed, (entry["name"], want, number, allowed)


count = 0
with open(samples, encoding="utf-8") as file:
    for line in file:
        sample = json.loads(line)
        kernel, case = os.path.join(scratch, "kernel.mlir"), os.path.join(scratch, "case.json")
        with open(kernel, "w", encoding="utf-8") as out:
            out.write(sample["kgen"])
        with open(case, "w", encoding="utf-8") as out:
            json.dump(sample["cases"][0], out)
        for device in ("interpreter", "cpu"):
            command = [tool, kernel, "--case", case, "--device", device, "--backward"]
            done = subprocess.run(command, capture_output=True, text=True)
            assert done.returncode == 0, f"sample {count} on {device}: {done.stderr}"
            result = json.loads(done.stdout)
            for group in ("outputs", "grads"):
                try:
                    agrees(sample["cases"][0][group], result[group])
                except AssertionError as error:
                    sys.exit(f"sample {count} on {device}, {group}: {error}\n{sample['python_source']}")
        count += 1
print(count, "samples: interpreter agrees, cpu agrees")
