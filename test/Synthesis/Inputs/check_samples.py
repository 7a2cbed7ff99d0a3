"""Reads a data set as a user of it would: fields, balance, distinctness, and that the files agree with each other."""

import collections
import json
import os
import sys

FORMS = {
    "cpu": ["ir"],
    "cuda": ["ir"],
    "nvptx": ["ir"],
    "all": ["cpu", "cpp", "cuda", "ptx"],
}
MARKS = {
    "cpu": ("define", "_cpu_"),
    "cuda": ("__global__", "_cuda_kernel_"),
    "nvptx": (".visible .entry", "_cuda_kernel_"),
    "cpp": ("void", "_cpu_"),
    "ptx": (".visible .entry", "_cuda_kernel_"),
}
METADATA = {
    "kernel_name",
    "category",
    "device",
    "ir_type",
    "has_backward",
    "codegen_only",
    "seed",
    "index",
    "id",
    "structure_id",
    "pass",
    "family",
    "idiom",
    "domain",
    "generator",
    "kgen_version",
    "llvm_version",
    "license",
    "source_file",
    "sizes",
    "op_histogram",
}


def refuse_null(value, where):
    assert value is not None, f"null in {where}"
    if isinstance(value, dict):
        for key, inner in value.items():
            refuse_null(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for inner in value:
            refuse_null(inner, where)


def check_bounds(entry, is_exact):
    assert isinstance(entry["rtol"], float) and isinstance(entry["atol"], float)
    assert entry["rtol"] == entry["atol"] == 0.0 if is_exact else 0.0 < entry["rtol"] <= 0.0101 and entry["atol"] >= 0.0


def allows_more_than_a_hundredth(entry):
    return any(value and entry["atol"] + entry["rtol"] * abs(value) > 0.0101 * abs(value) for value in entry["values"])


def check_case(case, sample):
    assert case["kernel"] == sample["metadata"]["kernel_name"]
    assert 1 <= len(case["dim"]) <= 4 and case["tolerance"] and isinstance(case["struct"]["fields"], str)
    arguments = {argument["name"]: argument for argument in case["args"]}
    weighted = [argument["name"] for argument in case["args"] if argument["weight"]]
    outputs = [output["name"] for output in case["outputs"]]
    labels = [name for name in outputs if arguments[name]["dtype"].startswith(("int", "uint"))]
    assert weighted and [name for name in outputs if name not in labels] == weighted
    for output in case["outputs"]:
        name, numbers = output["name"], output["values"]
        assert len(numbers) == len(arguments[name]["value"])
        assert len(arguments[name]["weight"]) == (0 if name in labels else len(numbers))
        assert all(abs(number) < 1e6 for number in numbers), f"{name} is not finite or too large"
        check_bounds(output, name in labels)
    if not sample["metadata"]["has_backward"]:
        assert "grads" not in case
        return
    asked = [argument["name"] for argument in case["args"] if argument["grad"]]
    assert [grad["name"] for grad in case["grads"]] == asked and asked
    for grad in case["grads"]:
        assert len(grad["values"]) == len(arguments[grad["name"]]["value"])
        check_bounds(grad, is_exact=False)
    loose = sum(allows_more_than_a_hundredth(entry) for entry in case["outputs"] + case["grads"])
    assert loose == 0 or "what rounding leaves" in case["tolerance"], case["tolerance"]


def check_sample(sample, target, backward):
    refuse_null(sample, "sample")
    expected = {"python_source", "kgen", "cases", "metadata"}
    for form in FORMS[target]:
        expected |= {f"{form}_forward"} | ({f"{form}_backward"} if backward else set())
    assert set(sample) == expected, set(sample) ^ expected
    assert set(sample["metadata"]) == METADATA, set(sample["metadata"]) ^ METADATA
    name = sample["metadata"]["kernel_name"]
    assert "import warp as wp" in sample["python_source"] and f"def {name}(" in sample["python_source"]
    assert f"kgen.kernel @{name}(" in sample["kgen"] and "adjoint_of" not in sample["kgen"]
    for form in FORMS[target]:
        mark, infix = MARKS[target if form == "ir" else form]
        for direction in ["forward", "backward"] if backward else ["forward"]:
            text = sample[f"{form}_{direction}"]
            other = "backward" if direction == "forward" else "forward"
            assert mark in text and f"{name}{infix}{direction}" in text, f"{form}_{direction} of {name}"
            assert f"{name}{infix}{other}" not in text, f"{form}_{direction} of {name} holds both"
    for case in sample["cases"]:
        check_case(case, sample)


def main(directory, target, count, backward):
    header = ["kgen"] if target in ("cuda", "all") else []
    assert sorted(os.listdir(directory)) == ["README.md", "checks-00000.jsonl", *header, "manifest.json", "samples-00000.jsonl"]
    assert not header or os.listdir(os.path.join(directory, "kgen")) == ["kgen.cuh"]
    with open(os.path.join(directory, "samples-00000.jsonl"), encoding="utf-8") as file:
        samples = [json.loads(line) for line in file]
    with open(os.path.join(directory, "checks-00000.jsonl"), encoding="utf-8") as file:
        checks = [json.loads(line) for line in file]
    with open(os.path.join(directory, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    assert len(samples) == len(checks) == manifest["samples"] == manifest["count"] == count and manifest["complete"]
    for index, (sample, check) in enumerate(zip(samples, checks)):
        assert sample["metadata"]["index"] == index and sample["metadata"]["id"] == check["id"]
        assert sample["metadata"]["has_backward"] == backward
        check_sample(sample, target, backward)
    assert len({sample["metadata"]["id"] for sample in samples}) == count, "two samples of one structure"
    balance = collections.Counter(sample["metadata"]["category"] for sample in samples)
    assert dict(balance) == manifest["samples_by_category"]
    print(count, "samples;", " ".join(f"{name}:{number}" for name, number in sorted(balance.items())))


main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] == "backward")
