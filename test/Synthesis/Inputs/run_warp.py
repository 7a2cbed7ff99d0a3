"""Runs each sample's Python with real Warp on the sample's case, and holds the outputs against those in the sample."""

import json
import os
import sys

samples, scratch, oracle = sys.argv[1:]
sys.path.insert(0, oracle)
import cases  # noqa: E402
import numpy  # noqa: E402
import warp  # noqa: E402
import warp_oracle  # noqa: E402


def nested(argument):
    """The argument as cases beside kernels have it: nested values, and no weight where there is none."""
    shape = argument["shape"] + list(cases.element_shape(argument["dtype"]))
    kind = int if argument["dtype"] in cases.INTEGERS else float
    for field in ("value", "weight"):
        values = numpy.array(argument[field], dtype=kind)
        if values.size:
            argument[field] = values.reshape(shape).tolist()
    if not argument["weight"]:
        del argument["weight"]
    return argument


def is_near(entry, got):
    return numpy.allclose(got[entry["name"]], entry["values"], rtol=entry["rtol"], atol=entry["atol"])


warp.config.log_level = warp.LOG_ERROR
count = gradients = 0
with open(samples, encoding="utf-8") as file:
    for line in file:
        sample = json.loads(line)
        case, path = sample["cases"][0], os.path.join(scratch, f"sample_{count}.py")
        case["args"] = [nested(argument) for argument in case["args"]]
        case["struct"]["fields"] = case["struct"]["fields"].split()
        with open(path, "w", encoding="utf-8") as out:
            out.write(sample["python_source"])
        module = warp_oracle.load_module(path, f"sample_{count}")
        result = warp_oracle.run({**case, "dim": tuple(case["dim"])}, module, case["kernel"], "grads" in case)
        for output in case["outputs"]:
            if not is_near(output, result["outputs"]):
                sys.exit(f"sample {count}: {output['name']} differs\n{sample['python_source']}")
        # Warp's own gradients are wrong where it says so in its documentation, and elsewhere; they are only counted.
        gradients += all(is_near(grad, result["grads"]) for grad in case.get("grads", []))
        count += 1
print(count, "samples: outputs agree with Warp;", gradients, "with its gradients")
