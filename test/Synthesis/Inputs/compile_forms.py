"""Gives the C++ texts of each sample to a compiler, one after another: FORM is the start of the fields' names."""
import json
import subprocess
import sys

samples, form, scratch = sys.argv[1:4]
compiler = sys.argv[4:]
accepted = 0
with open(samples, encoding="utf-8") as file:
    for line in file:
        sample = json.loads(line)
        for direction in ("forward", "backward"):
            with open(scratch, "w", encoding="utf-8") as out:
                out.write(sample[f"{form}_{direction}"])
            done = subprocess.run(compiler + [scratch], capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"sample {sample['metadata']['index']}, {direction}: {done.stderr}\n{sample['python_source']}")
            accepted += 1
print(accepted, "texts accepted")
