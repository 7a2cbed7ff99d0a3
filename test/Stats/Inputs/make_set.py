"""make_set.py DIR CHANGE: changes a data set in one way, as an accident or a hand might.

Unless the change is one of the files themselves, the manifest is made to agree with it, so that only the rows tell.
"""

import hashlib
import json
import os
import sys
import zlib

SAMPLES, CHECKS = "samples-00000.jsonl", "checks-00000.jsonl"


def read(directory, name):
    with open(os.path.join(directory, name), encoding="utf-8") as file:
        return file.read().splitlines()


def write(directory, name, lines):
    with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in lines))


def sign(directory):
    """Gives the manifest the lengths and hashes of the files as they are."""
    path = os.path.join(directory, "manifest.json")
    with open(path, encoding="utf-8") as file:
        manifest = json.load(file)
    for entry in manifest["files"]:
        with open(os.path.join(directory, entry["name"]), "rb") as file:
            data = file.read()
        entry.update(rows=data.count(b"\n"), bytes=len(data), sha256=hashlib.sha256(data).hexdigest())
    with open(path, "w", encoding="utf-8") as file:
        json.dump(manifest, file)


def edit(function):
    """A change of the row that is the second."""

    def change(directory):
        lines = read(directory, SAMPLES)
        row = json.loads(lines[1])
        function(row)
        lines[1] = json.dumps(row)
        write(directory, SAMPLES, lines)
        sign(directory)

    return change


def edit_line(function):
    def change(directory):
        lines = read(directory, SAMPLES)
        lines[1] = function(lines[1])
        write(directory, SAMPLES, lines)
        sign(directory)

    return change


def both_ids(new):
    """Another hash of the kernel, in the sample and in its checks alike."""

    def change(directory):
        for name in (SAMPLES, CHECKS):
            lines = read(directory, name)
            row = json.loads(lines[1])
            (row["metadata"] if "metadata" in row else row)["id"] = new
            lines[1] = json.dumps(row, separators=(",", ":"))
            write(directory, name, lines)
        sign(directory)

    return change


def both_files(function):
    def change(directory):
        for name in (SAMPLES, CHECKS):
            write(directory, name, function(read(directory, name)))
        sign(directory)

    return change


def byte(directory):
    path = os.path.join(directory, SAMPLES)
    with open(path, "r+b") as file:
        data = file.read()
        file.seek(data.index(b"kgen.store"))
        file.write(b"kgen.stork")


def packed(directory):
    path = os.path.join(directory, SAMPLES + ".zst")
    with open(path, "r+b") as file:
        file.seek(os.path.getsize(path) // 2)
        file.write(bytes(40))


def cut(directory):
    path = os.path.join(directory, SAMPLES)
    os.truncate(path, os.path.getsize(path) - 100)


def not_json(directory):
    lines = read(directory, SAMPLES)
    lines[2] = lines[2][:24]
    write(directory, SAMPLES, lines)
    sign(directory)


def more_lines(directory):
    """A line too many, which the manifest's lengths and hashes know of and its count of rows does not."""
    lines = read(directory, SAMPLES)
    write(directory, SAMPLES, lines + lines[-1:])
    sign(directory)
    manifest(lambda value: [entry.update(rows=len(lines)) for entry in value["files"]] and value)(directory)


def stray(directory):
    write(directory, "samples-00007.jsonl", read(directory, SAMPLES)[:1])


def output(row):
    row["cases"][0]["outputs"][0]["values"][1] += 10.0


def gradient(row):
    numbers = [g for g in row["cases"][-1]["grads"] if any(g["values"])][0]["values"]
    numbers[:] = [2.0 * number for number in numbers]


def python(row):
    row["python_source"] += "    total = 1 +\n"


def form(row):
    row["ir_backward"] = row["ir_backward"].replace("\tret;", "\tretour;", 1)


def kernel(row):
    row["kgen"] = row["kgen"].replace("kgen.return", "kgen.retrun", 1)


def shape(row):
    """The Python is that of shape.py; nothing else fits it any more."""
    with open(os.path.join(os.path.dirname(__file__), "shape.py"), encoding="utf-8") as file:
        row["python_source"] = file.read()
    row["metadata"]["kernel_name"] = "counted"


def shaped(directory):
    lines = [json.loads(line) for line in read(directory, SAMPLES)]
    for row in lines:
        shape(row)
    write(directory, SAMPLES, [json.dumps(row) for row in lines])
    sign(directory)


def near(directory):
    """The first ten bodies are shape.py's: the first as it is, each other with more lines of it taken away."""
    lines = [json.loads(line) for line in read(directory, SAMPLES)]
    for number, (row, cut) in enumerate(zip(lines, (0, 1, 2, 3, 7, 8, 9, 10, 11, 12))):  # not within a bracket
        shape(row)
        text = row["python_source"].splitlines()
        text = text[: len(text) - cut]
        text = (
            "\n".join(text)
            .replace("0.5", f"{number}.25")
            .replace("v = ", f"v{number} = ")
            .replace("v[2]", f"v{number}[2]")
        )
        row["python_source"] = text + "\n"
    write(directory, SAMPLES, [json.dumps(row) for row in lines])
    sign(directory)


def repeated(times):
    """The third kernel stands again in the rows after it, in the next pass of its idiom."""

    def change(directory):
        samples, checks = read(directory, SAMPLES), read(directory, CHECKS)
        for index in range(3, 3 + times):
            sample, check = json.loads(samples[2]), json.loads(checks[2])
            sample["metadata"].update({"index": index, "pass": 1})
            samples[index] = json.dumps(sample, separators=(",", ":"))
            check.update({"index": index, "crc32": zlib.crc32(samples[index].encode())})
            checks[index] = json.dumps(check, separators=(",", ":"))
        write(directory, SAMPLES, samples)
        write(directory, CHECKS, checks)
        sign(directory)

    return change


def deep(directory):
    lines = read(directory, SAMPLES)
    lines[1] = "[" * 2000 + "]" * 2000
    write(directory, SAMPLES, lines)
    sign(directory)


def failed(directory):
    lines = read(directory, CHECKS)
    row = json.loads(lines[1])
    row["checks"]["interpreted"] = "failed"
    lines[1] = json.dumps(row, separators=(",", ":"))
    write(directory, CHECKS, lines)
    sign(directory)


def pipe(directory):
    os.remove(os.path.join(directory, SAMPLES))
    os.mkfifo(os.path.join(directory, SAMPLES))


def manifest(function):
    def change(directory):
        path = os.path.join(directory, "manifest.json")
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
        value = function(value) or value
        with open(path, "w", encoding="utf-8") as file:
            json.dump(value, file)

    return change


def other_python(row):
    """Two numbers are swapped in what the kernel computes."""
    text = row["python_source"]
    row["python_source"] = text.replace("] = ", "] = 2.0 * ", 1)


def unfinished(directory):
    path = os.path.join(directory, "manifest.json")
    with open(path, encoding="utf-8") as file:
        manifest = json.load(file)
    manifest.update(complete=False, count=20)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(manifest, file)


CHANGES = {
    "byte": byte,
    "cut": cut,
    "packed": packed,
    "more-lines": more_lines,
    "not-json": not_json,
    "stray": stray,
    "no-manifest": lambda directory: os.remove(os.path.join(directory, "manifest.json")),
    "no-file": lambda directory: os.remove(os.path.join(directory, SAMPLES)),
    "shape": shaped,
    "near": near,
    "repeated": repeated(1),
    "repeated-twice": repeated(2),
    "unfinished": unfinished,
    "last": both_files(lambda lines: lines[:-1]),
    "missing": both_files(lambda lines: lines[:3] + lines[4:]),
    "doubled": both_files(lambda lines: lines[:4] + lines[3:]),
    "output": edit(output),
    "gradient": edit(gradient),
    "python": edit(python),
    "form": edit(form),
    "kernel": edit(kernel),
    "id": edit(lambda row: row["metadata"].update(id="0" * 32)),
    "column": edit(lambda row: row.pop("ir_forward")),
    "extra": edit(lambda row: row.update(remark="")),
    "license": edit(lambda row: row["metadata"].update(license="MIT")),
    "type": edit(lambda row: row["metadata"].update(license=1)),
    "null": edit(lambda row: row["metadata"].update(license=None)),
    "field": edit(lambda row: row["metadata"].pop("license")),
    "deep": deep,
    "list": edit_line(lambda line: "[1]"),
    "failed": failed,
    "manifest-list": manifest(lambda value: [1]),
    "manifest-kind": manifest(lambda value: value.update(count="ten")),
    "manifest-count": manifest(lambda value: value.update(count=0)),
    "pipe": pipe,
    "fewer": edit(lambda row: row["cases"][0]["outputs"].pop()),
    "more": edit(lambda row: row["cases"][0]["outputs"].append(row["cases"][0]["outputs"][0])),
    "other-name": edit(lambda row: row["metadata"].update(kernel_name="another")),
    "no-case": edit(lambda row: row.update(cases=[])),
    "other-python": edit(other_python),
    "other-hash": both_ids("0" * 32),
    "new-field": edit(lambda row: row["metadata"].update(remark=1)),
    "tolerance": edit(lambda row: row["cases"][0]["outputs"][0].update(rtol="0.1")),
}

if __name__ == "__main__":
    CHANGES[sys.argv[2]](sys.argv[1])
