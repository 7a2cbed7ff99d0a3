# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `import kgen_mlir` brings along."""

import subprocess
import sys


def modules_after(program):
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys\nprint(*sys.modules)"], capture_output=True, text=True
    )
    return done.stdout.split()


def test_nothing_heavy_is_imported():
    found = modules_after("import kgen_mlir")
    assert "kgen_mlir.errors" in found
    for name in ("numpy", "warp", "torch", "subprocess", "inspect", "typing_extensions", "kgen_mlir.kernel"):
        assert name not in found or name in modules_after("pass"), name


def test_numpy_comes_with_the_first_launch(pulse):
    found = modules_after(
        f"import kgen_mlir, pathlib\nkgen_mlir.compile(pathlib.Path({str(pulse)!r}), kernel='scale').cuda"
    )
    assert "numpy" not in found and "warp" not in found
