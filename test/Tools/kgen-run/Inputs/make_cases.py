"""make_cases.py KERNELS FOLDER: makes a case for each of the ten kernels and runs it, compiled too."""
import glob
import json
import os
import subprocess
import sys

kernels, folder = sys.argv[1:]
count = 0
for path in sorted(glob.glob(os.path.join(kernels, "*.py"))):
    made = subprocess.run(["kgen-run", path, "--make-case"], capture_output=True, text=True, check=True).stdout
    case = os.path.join(folder, os.path.basename(path) + ".json")
    with open(case, "w") as file:
        file.write(made)
    for device in ("interpreter", "cpu"):
        command = ["kgen-run", path, "--case", case, "--device", device, "--backward"]
        result = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        assert result["outputs"] and all(values for values in result["outputs"].values()), path
    count += 1
print(count, "kernels run on the cases made for them")
