"""Damages a data set in many ways and counts how many of them `kgen-stats --validate` names, with file and line.

    damage.py KGEN_STATS SET SMALL_SET SCRATCH [--again] [--unsealed] [--rows=REGEX] [--say]

Damage of a field is resealed: checksum, lengths and hashes are those of the damaged files, so that only what follows from
the kernel, the seed and the options can tell. With --unsealed they stay as they were. --rows leaves all kinds out but those of fields
of rows that the expression matches. Each row of the set gets a damage of
its own, and the others stay as they are, so that one run finds many; damage of files gets a run of its own, on a small set.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zlib

SAMPLES, CHECKS = "samples-00000.jsonl", "checks-00000.jsonl"


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# Fields of a row ------------------------------------------------------------------------------------------------------


def at(path, change):
    """A damage of the value at a path: a function of the old value makes the new one."""

    def damage(row):
        *way, last = path
        for key in way:
            row = row[key]
        row[last] = change(row[last])

    return damage


def without(path):
    def damage(row):
        *way, last = path
        for key in way:
            row = row[key]
        del row[last]

    return damage


def with_field(path):
    def damage(row):
        for key in path:
            row = row[key]
        row["remark"] = "x"

    return damage


def text(line):
    return lambda old: old + line


def replaced(old, new):
    return lambda whole: whole.replace(old, new, 1)


def scaled(factor):
    """The first number other than zero."""

    def change(numbers):
        place = next(i for i, number in enumerate(numbers) if number)
        return [number * factor if i == place else number for i, number in enumerate(numbers)]

    return change


def entry_damages(group):
    first = ("cases", 0, group, 0)
    return {
        f"{group}: name": at((*first, "name"), text("_")),
        f"{group}: number": at((*first, "values"), scaled(1.5)),
        f"{group}: number within its bounds": at((*first, "values"), scaled(1.000001)),
        f"{group}: number fewer": at((*first, "values"), lambda numbers: numbers[:-1]),
        f"{group}: rtol wider": at((*first, "rtol"), lambda bound: bound * 10),
        f"{group}: atol wider": at((*first, "atol"), lambda bound: bound + 0.001),
        f"{group}: entry fewer": at(("cases", 0, group), lambda entries: entries[:-1]),
        f"{group}: entry doubled": at(("cases", 0, group), lambda entries: entries + entries[-1:]),
        f"{group}: bound dropped": without((*first, "rtol")),
        f"{group}: field added": with_field(first),
    }


ROWS = {
    "python_source: comment": at(("python_source",), text("# more\n")),
    "python_source: statement": at(("python_source",), replaced("] = ", "] = 2.0 * ")),
    "kgen: blank line": at(("kgen",), text("\n")),
    "kgen: op": at(("kgen",), replaced("kgen.return", "kgen.retrun")),
    "kgen: name": at(("kgen",), lambda old: re.sub(r"@\w+", "@another", old, count=1)),
    "ir_forward: comment": at(("ir_forward",), text("// more\n")),
    "ir_forward: operator": at(("ir_forward",), replaced(" = ", " = 2 * ")),
    "ir_backward: empty": at(("ir_backward",), lambda old: ""),
    "ir_backward: comment": at(("ir_backward",), text("// more\n")),
    "column dropped": without(("ir_backward",)),
    "column added": with_field(()),
    "cases: fewer": at(("cases",), lambda cases: cases[:-1]),
    "cases: doubled": at(("cases",), lambda cases: cases + cases[:1]),
    "cases: swapped": at(("cases",), lambda cases: cases[::-1]),
    "cases: none": at(("cases",), lambda cases: []),
    "case: kernel": at(("cases", 0, "kernel"), text("_")),
    "case: dim": at(("cases", 0, "dim", 0), lambda extent: extent + 1),
    "case: struct type": at(("cases", 0, "struct", "type"), text("Other")),
    "case: struct fields": at(("cases", 0, "struct", "fields"), text(" other")),
    "case: tolerance": at(("cases", 0, "tolerance"), text("!")),
    "case: field added": with_field(("cases", 0)),
    "case: field dropped": without(("cases", 0, "tolerance")),
    "argument: name": at(("cases", 0, "args", 0, "name"), text("_")),
    "argument: dtype": at(("cases", 0, "args", 0, "dtype"), lambda old: "float64"),
    "argument: shape": at(("cases", 0, "args", 0, "shape"), lambda old: old + [1]),
    "argument: role": at(("cases", 0, "args", 0, "role"), lambda old: "inout" if old != "inout" else "in"),
    "argument: grad": at(("cases", 0, "args", 0, "grad"), lambda old: not old),
    "argument: field dropped": without(("cases", 0, "args", 0, "grad")),
    "argument: field added": with_field(("cases", 0, "args", 0)),
    "argument: fewer": at(("cases", 0, "args"), lambda old: old[:-1]),
    **entry_damages("outputs"),
    **entry_damages("grads"),
    **{
        f"metadata: {name}": at(("metadata", name), change)
        for name, change in {
            "kernel_name": text("_"),
            "category": lambda old: "math" if old != "math" else "vector",
            "device": lambda old: "cpu",
            "ir_type": lambda old: "ptx",
            "has_backward": lambda old: False,
            "codegen_only": lambda old: False,
            "seed": lambda old: old + 1,
            "index": lambda old: old + 1,
            "id": lambda old: old[::-1],
            "structure_id": lambda old: old[::-1],
            "pass": lambda old: old + 1,
            "family": lambda old: old[::-1],
            "idiom": text("_"),
            "domain": text("_"),
            "generator": lambda old: "source",
            "kgen_version": text("1"),
            "llvm_version": text("1"),
            "license": lambda old: "MIT",
            "source_file": lambda old: "kernels.py",
        }.items()
    },
    "metadata: sizes.parameters": at(("metadata", "sizes", "parameters"), lambda old: old + 1),
    "metadata: sizes.python_lines": at(("metadata", "sizes", "python_lines"), lambda old: old + 1),
    "metadata: sizes.ops": at(("metadata", "sizes", "ops"), lambda old: old + 1),
    "metadata: op_histogram count": at(("metadata", "op_histogram", 0, "count"), lambda old: old + 1),
    "metadata: op_histogram op": at(("metadata", "op_histogram", 0, "op"), text("_")),
    "metadata: op_histogram fewer": at(("metadata", "op_histogram"), lambda old: old[1:]),
    "metadata: field dropped": without(("metadata", "license")),
    "metadata: field added": with_field(("metadata",)),
}

# What a row says stays, and its text is another.
LINES = {
    "key doubled": lambda line: line.replace('"metadata":{', '"metadata":{"index":0,', 1),
    "keys swapped": lambda line: re.sub(r'("structure_id":"\w+"),("pass":\d+)', r"\2,\1", line, count=1),
    "blank added": lambda line: line.replace('"metadata":', '"metadata": ', 1),
    "not JSON": lambda line: line[:-1],
}

CHECK_ROWS = {
    **{
        f"checks: {name}": at(("checks", name), lambda old: "not run")
        for name in ("verified", "interpreted", "races", "gradient")
    },
    "checks: passed, though not asked for": at(("checks", "equal_to_warp"), lambda old: "passed"),
    "checks: run on no GPU": at(("checks", "executed_on_gpu"), lambda old: "passed"),
    "checks: unknown result": at(("checks", "verified"), lambda old: "failed"),
    "checks: another index": at(("index",), lambda old: old + 1000),
    "checks: another id": at(("id",), lambda old: old[::-1]),
    "checks: another category": at(("category",), lambda old: "math" if old != "math" else "vector"),
    "checks: another crc32": at(("crc32",), lambda old: old ^ 1),
    "checks: more draws": at(("rejected_draws",), lambda old: old + 1),
    "checks: storage_error": at(("storage_error",), lambda old: old + 1.0),
    "checks: dual_error": at(("dual_error",), lambda old: old + 1.0),
    "checks: field added": with_field(()),
    "checks: field dropped": without(("storage_error",)),
    "checks: check dropped": without(("checks", "races")),
}


# Files ----------------------------------------------------------------------------------------------------------------


def edit_lines(name, change):
    def damage(directory):
        path = os.path.join(directory, name)
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines(keepends=True)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(change(lines))

    return damage


def both(change):
    def damage(directory):
        edit_lines(SAMPLES, change)(directory)
        edit_lines(CHECKS, change)(directory)

    return damage


def write(name, contents):
    def damage(directory):
        os.makedirs(os.path.dirname(os.path.join(directory, name)), exist_ok=True)
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(contents)

    return damage


def remove(name):
    return lambda directory: os.remove(os.path.join(directory, name))


FILES = {
    "row dropped": both(lambda lines: lines[:2] + lines[3:]),
    "last row dropped": both(lambda lines: lines[:-1]),
    "row doubled": both(lambda lines: lines[:3] + lines[2:]),
    "rows swapped": both(lambda lines: [lines[1], lines[0], *lines[2:]]),
    "rows swapped, checks not": edit_lines(SAMPLES, lambda lines: [lines[1], lines[0], *lines[2:]]),
    "line of checks dropped": edit_lines(CHECKS, lambda lines: lines[:-1]),
    "file cut off": edit_lines(SAMPLES, lambda lines: lines[:-1] + [lines[-1][:100]]),
    "empty line": edit_lines(SAMPLES, lambda lines: lines + ["\n"]),
    "samples missing": remove(SAMPLES),
    "checks missing": remove(CHECKS),
    "another file of samples": write("samples-00001.jsonl", "{}\n"),
    "an unfinished file": write(".samples-00001.jsonl", "{}\n"),
    "a file of others": write("notes.txt", "mine\n"),
    "a file of others in a folder": write("kgen/notes.txt", "mine\n"),
    "defects left over": write("defects.jsonl", "{}\n"),
    "header changed": edit_lines("kgen/kgen.cuh", lambda lines: lines + ["\n"]),
    "header missing": remove("kgen/kgen.cuh"),
    "card changed": edit_lines("README.md", lambda lines: lines + ["more\n"]),
    "card missing": remove("README.md"),
}

MANIFEST = {
    **{
        f"manifest: {'.'.join(map(str, path))}": at(path, change)
        for path, change in [
            (("layout",), lambda old: old + 1),
            (("kgen_version",), text("1")),
            (("llvm_version",), text("1")),
            (("options", "seed"), lambda old: old + 1),
            (("options", "target"), lambda old: "nvptx"),
            (("options", "categories"), lambda old: old[::-1]),
            (("options", "backward"), lambda old: False),
            (("options", "self_contained"), lambda old: True),
            (("options", "format"), lambda old: "jsonl.zst"),
            (("options", "verify"), lambda old: "full"),
            (("count",), lambda old: old + 1),
            (("complete",), lambda old: False),
            (("samples",), lambda old: old + 1),
            (("rejected_draws",), lambda old: old + 1),
            (("defects",), lambda old: 1),
            (("samples_by_category", "math"), lambda old: old + 1),
            (("columns",), lambda old: old[1:]),
            (("files",), lambda old: old[:1]),
            (("files", 0, "rows"), lambda old: old - 1),
            (("files", 0, "bytes"), lambda old: old + 1),
            (("files", 0, "sha256"), lambda old: old[::-1]),
            (("files", 0, "name"), lambda old: "../" + old),
        ]
    },
    "manifest: field added": with_field(()),
    "manifest: option added": with_field(("options",)),
    "manifest: field dropped": without(("columns",)),
    "manifest: not an object": None,
}


# Sets -----------------------------------------------------------------------------------------------------------------


def read_lines(directory, name):
    with open(os.path.join(directory, name), encoding="utf-8") as file:
        return file.read().splitlines()


def write_lines(directory, name, lines):
    with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)


def edit_manifest(directory, change):
    path = os.path.join(directory, "manifest.json")
    with open(path, encoding="utf-8") as file:
        manifest = json.load(file)
    manifest = change(manifest) or manifest
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


def reseal(directory):
    """The lengths and hashes in the manifest become those of the files."""

    def change(manifest):
        for entry in manifest["files"]:
            path = os.path.join(directory, entry["name"])
            if os.path.exists(path):
                with open(path, "rb") as file:
                    contents = file.read()
                entry.update(
                    bytes=len(contents), sha256=hashlib.sha256(contents).hexdigest(), rows=contents.count(b"\n")
                )

    edit_manifest(directory, change)


class Trial:
    def __init__(self, arguments):
        self.stats, self.original, self.small, self.scratch = arguments[:4]
        self.again, self.unsealed = "--again" in arguments, "--unsealed" in arguments
        chosen = [argument.removeprefix("--rows=") for argument in arguments if argument.startswith("--rows=")]
        self.chosen, self.says = chosen[0] if chosen else None, "--say" in arguments
        self.directory = os.path.join(self.scratch, "set")
        self.found, self.missed = 0, []

    def fresh(self, original):
        shutil.rmtree(self.directory, ignore_errors=True)
        shutil.copytree(original, self.directory)

    def validate(self):
        command = [self.stats, self.directory, "--validate", *(["--again"] if self.again else [])]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stderr

    def count(self, name, is_found):
        self.found += is_found
        self.missed += [] if is_found else [name]

    def rows(self):
        """Each row is damaged in its own way; one run takes some dozens, since it does not print more than 100 messages."""
        damages = [*ROWS.items(), *LINES.items(), *CHECK_ROWS.items()]
        damages = [(name, damage) for name, damage in damages if re.search(self.chosen or "", name)]
        for begin in range(0, len(damages), 45):
            self.some_rows(damages[begin : begin + 45])

    def some_rows(self, damages):
        self.fresh(self.original)
        samples, checks = read_lines(self.directory, SAMPLES), read_lines(self.directory, CHECKS)
        names = {}
        for name, damage in damages:
            free = (place for place in range(len(samples)) if place not in names)
            if name in CHECK_ROWS:
                place = next(free)
                checks[place] = self.damage_checks(checks[place], damage)
            else:
                place = next(place for place in free if self.damage_row(samples, place, name, damage))
                if not self.unsealed:
                    line = json.loads(checks[place])
                    line["crc32"] = zlib.crc32(samples[place].encode())
                    checks[place] = dump(line)
            names[place] = name
        write_lines(self.directory, SAMPLES, samples)
        write_lines(self.directory, CHECKS, checks)
        reseal(self.directory)
        status, said = self.validate()
        for place, name in names.items():
            where = rf"(samples|checks)-00000\.jsonl:{place + 1}(:\d+)?: error: "
            self.count(name, status == 1 and re.search(where, said) is not None)
            if self.says:
                print(f"{name}:", *re.findall(where + "(.*)", said)[0][-1:])
        untouched = [place for place in range(len(samples)) if place not in names]
        false = [place for place in untouched if re.search(rf"00000\.jsonl:{place + 1}: error: ", said)]
        assert not false, f"rows {false} were not touched:\n{said}"

    def damage_checks(self, line, damage):
        line = json.loads(line)
        damage(line)
        return dump(line)

    def damage_row(self, samples, place, name, damage):
        """Whether the row has what is to be damaged."""
        row = json.loads(samples[place])
        assert dump(row) == samples[place], "not as kgen-synth writes it"
        if name in LINES:
            changed = damage(samples[place])
        else:
            try:
                damage(row)
            except (IndexError, KeyError, StopIteration):
                return False
            changed = dump(row)
        if changed == samples[place]:
            return False
        samples[place] = changed
        return True

    def files(self):
        for name, damage in {**FILES, **MANIFEST}.items():
            self.fresh(self.small)
            if name in FILES:
                damage(self.directory)
                if not self.unsealed:
                    reseal(self.directory)
            else:
                edit_manifest(self.directory, damage or (lambda manifest: [manifest]))
            status, said = self.validate()
            self.count(name, status == 1 and re.search(r"set/[\w./-]+(:\d+)?(:\d+)?: error: ", said) is not None)


trial = Trial(sys.argv[1:])
trial.rows()
if trial.chosen is None:
    trial.files()
print(f"{trial.found} of {trial.found + len(trial.missed)} kinds of damage are named")
for name in trial.missed:
    print("not named:", name)
