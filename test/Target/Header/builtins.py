# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %include | FileCheck %s
"""Every function that a builtin's record names for C++ is in kgen.cuh."""
import json
import os
import re
import shutil
import subprocess
import sys

include = sys.argv[1]
tblgen = shutil.which("llvm-tblgen")
mlir = os.path.join(os.path.dirname(os.path.realpath(tblgen)), "../include")
dump = subprocess.run([tblgen, "--dump-json", os.path.join(include, "kgen/IR/KgenOps.td"), "-I", include, "-I", mlir],
                      capture_output=True, text=True, check=True)
records = json.loads(dump.stdout)
with open(os.path.join(include, "kgen/kgen.cuh")) as file:
    declared = set(re.findall(r"^(?:template <.*> )?KGEN_FN .*?\b(\w+)\(", file.read(), re.MULTILINE))
spellings = [records[records[name]["cuda"]["def"]] for name in records["!instanceof"]["Builtin"]]
called = sorted({s["text"].removeprefix("kgen::") for s in spellings if s["kind"] == "Call"})
print("missing:", " ".join(name for name in called if name not in declared) or "none")
print("checked:", len(called))
# CHECK: missing: none
# CHECK: checked: {{[1-9][0-9][0-9]}}
