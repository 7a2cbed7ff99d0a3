# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import pathlib
import subprocess

import pytest

HERE = pathlib.Path(__file__).parent


@pytest.fixture
def pulse():
    return HERE / "pulse.py"


@pytest.fixture
def tool():
    """Runs a tool of the build tree; what it prints, and where that is nothing what it says."""

    def run(name, *arguments):
        path = os.path.join(os.environ["KGEN_MLIR_BIN"], name)
        done = subprocess.run([path, *map(str, arguments)], capture_output=True, text=True)
        return done.stdout or done.stderr

    return run
