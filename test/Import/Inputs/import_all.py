# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports each case of some folders; prints what is refused, and how many of each folder are not.

    import_all.py FOLDER...
"""
import glob
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "../../Inputs"))
import translated  # noqa: E402

for folder in sys.argv[1:]:
    cases = [path[:-5] + ".py" for path in sorted(glob.glob(os.path.join(folder, "*.json")))]
    imported = 0
    for path in cases:
        run = translated.translate("warp-to-kgen", path)
        error = re.search(r":(\d+):\d+: error: (.*)", run.stderr)
        if run.returncode == 0 and run.stdout and not run.stderr:
            imported += 1
        elif run.returncode == 1 and error and not run.stdout:
            print(f"{os.path.basename(path)}:{error[1]}: {error[2]}")
        else:
            print(f"{os.path.basename(path)}: status {run.returncode}: {run.stderr}")
    print(f"imported {imported} of {len(cases)}")
