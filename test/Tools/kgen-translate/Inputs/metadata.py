"""metadata.py FILE.py FOLDER: what the JSON of a kernel says, and whether its forward is the text that is printed alone."""
import json
import subprocess
import sys

path, folder = sys.argv[1:]
OPTIONS = {"cpu": ["--kgen-to-llvmir"], "cuda": ["--kgen-to-cuda"], "ptx": ["--kgen-to-ptx", "--chip", "sm_90"]}
for name, options in OPTIONS.items():
    with open(f"{folder}/{name}.json") as file:
        made = json.load(file)
    print(f"{name}.json:", *sorted(made))
    said = made["metadata"]
    fields = ("kernel_name", "category", "device", "ir_type", "has_backward", "entry_forward", "entry_backward")
    print(*(said.get(field, "-") for field in fields))
    print(", ".join(f"{parameter['name']}: {parameter['type']}" for parameter in said["parameters"]))
    command = ["kgen-translate", *options, "--no-backward", path]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert made["ir_forward"] == printed, name
    assert said["entry_forward"] in made["ir_forward"]
    if "ir_backward" in made:
        assert said["entry_backward"] in made["ir_backward"] and said["entry_forward"] not in made["ir_backward"]
print("each text is what kgen-translate prints of that direction")
