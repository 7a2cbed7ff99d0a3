# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of the command, byte for byte."""

import itertools
import json

import kgen_mlir
import pytest


@pytest.mark.parametrize("target", ["cpu", "nvptx"])
def test_rows_are_those_of_the_command(tool, tmp_path, target):
    tool("kgen-synth", "--count=12", f"--target={target}", "--seed=5", "--quiet", "-o", tmp_path / "data")
    files = sorted((tmp_path / "data").glob("samples-*.jsonl"))
    want = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    assert len(want) == 12
    assert list(kgen_mlir.synth(12, target, seed=5)) == want


def test_options_and_an_early_end():
    rows = list(itertools.islice(kgen_mlir.synth(40, "cuda", profile="real", no_backward=True, jobs=1), 3))
    assert len(rows) == 3 and "ir_backward" not in rows[0]


def test_what_the_command_refuses():
    with pytest.raises(kgen_mlir.ToolError, match="--profile"):
        list(kgen_mlir.synth(1, "cpu", profile="sunny"))
    with pytest.raises(kgen_mlir.ToolError, match="tpu"):
        list(kgen_mlir.synth(1, "tpu"))
