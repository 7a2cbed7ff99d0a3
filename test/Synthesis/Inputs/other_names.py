"""Runs kgen-synth on a file and a directory whose names are no UTF-8: other_names.py TOOL KERNELS FOLDER."""

import json
import os
import shutil
import subprocess
import sys

tool, kernels, folder = map(os.fsencode, sys.argv[1:])
source, directory = os.path.join(folder, b"m\xff.py"), os.path.join(folder, b"d\xff")
shutil.copy(kernels, source)
command = [tool, b"-n", b"2", b"-d", b"cuda", b"--quiet", b"--from", source, b"-o", directory]
done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
print("status", done.returncode, done.stdout.decode())
with open(os.path.join(directory, b"samples-00000.jsonl"), encoding="utf-8") as file:
    print("source_file", json.loads(file.readline())["metadata"]["source_file"].replace("\ufffd", "?"))
