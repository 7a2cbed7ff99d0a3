"""Runs each sample's kernel on its case with kgen-run, and holds the results against those in the sample."""
import json
import os
import subprocess
import sys

tool, samples, scratch = sys.argv[1:]


def agrees(expected, got, rtol):
    assert set(expected) == set(got), (sorted(expected), sorted(got))
    for name in expected:
        scale = max((abs(number) for number in expected[name]), default=0.0) or 1.0
        error = max((abs(a - b) for a, b in zip(expected[name], got[name])), default=0.0)
        assert len(expected[name]) == len(got[name]) and error <= rtol * scale, (name, error / scale, rtol)


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
                expected = {entry["name"]: entry["values"] for entry in sample["cases"][0][group]}
                try:
                    agrees(expected, result[group], sample["cases"][0]["rtol"])
                except AssertionError as error:
                    sys.exit(f"sample {count} on {device}, {group}: {error}\n{sample['python_source']}")
        count += 1
print(count, "samples: interpreter agrees, cpu agrees")
