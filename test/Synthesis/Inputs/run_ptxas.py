"""Gives the PTX of each sample to ptxas, which parses and checks it (`compute_80` makes no machine code)."""
import json
import subprocess
import sys

ptxas, samples, scratch = sys.argv[1:]
accepted = 0
with open(samples, encoding="utf-8") as file:
    for line in file:
        sample = json.loads(line)
        for direction in ("forward", "backward"):
            with open(scratch, "w", encoding="utf-8") as out:
                out.write(sample[f"ir_{direction}"])
            command = [ptxas, "-arch=compute_80", scratch, "-o", "/dev/null"]
            done = subprocess.run(command, capture_output=True, text=True)
            assert done.returncode == 0, f"sample {sample['metadata']['index']}, {direction}: {done.stderr}"
            accepted += 1
print(accepted, "texts accepted")
