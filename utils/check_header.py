#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says which section marks of kgen.cuh lie, and exits 1 if one does.

    check_header.py [--header PATH] [--cxx COMPILER]

A mark names what its section declares, all of it and nothing else; overloads of a name may stand in several sections.
A section of overloads `for` a type is part of a text that needs both. Nothing stands outside of sections. With a compiler:
each section compiles with the sections that it mentions alone.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = "// kgen: section "
# The declaration of a line at the outermost level: a type, an alias, a constant; else a function, before its parameters.
TYPE = re.compile(r"(?:^|> )(?:struct|using) (\w+)")
CONSTANT = re.compile(r"\bconstexpr (?:T|bool) (\w+)")
FUNCTION = re.compile(r"(?:\bKGEN_FN\b|\binline\b)[^(]*?(\w+)\(")
# Code that only a CUDA compiler sees.
DEVICE = "#if defined(__CUDACC__)"


class Section:
    def __init__(self, line, names):
        self.line, self.names, self.text = line, names, ""
        self.type = None  # of overloads for a type: what it is called
        if "for" in names:
            self.type, self.names = names[-1], names[: names.index("for")]

    def words(self):
        code = re.sub(r'//[^\n]*|"[^"\n]*"', "", self.text)
        return set(re.findall(r"[A-Za-z_]\w*", code))

    def declared(self):
        for line in self.text.splitlines():
            if re.match(r"[\s#}/]|$", line):
                continue
            found = FUNCTION.search(line) if re.search(r"\b(KGEN_FN|inline)\b", line) else None
            found = found or CONSTANT.search(line) or TYPE.search(line)
            if found:
                yield found[1]


def read(text):
    """The text before the namespace, its sections, and the errors in the order of things."""
    setup, content = text.split("namespace kgen {\n", 1)
    content = content[: content.index("\n} // namespace kgen")]
    start = setup.count("\n") + 2
    sections, errors, current = [], [], None
    for number, line in enumerate(content.splitlines(), start):
        if line.startswith("//==="):
            current = None
        elif line.startswith(MARK):
            current = Section(number, line[len(MARK) :].split())
            sections.append(current)
        elif current:
            current.text += line + "\n"
        elif line and not line.startswith("//"):
            errors.append((number, f"expected a mark before '{line}'"))
    return setup, sections, errors


def wrong_names(sections):
    for section in sections:
        declared = set(section.declared())
        for name in section.names:
            if name not in declared:
                yield section.line, f"expected a section that declares '{name}'"
        for name in sorted(declared - set(section.names)):
            yield section.line, f"expected the mark to name '{name}'"


def closure(section, sections):
    """A section with all that it mentions, in the order of the header."""
    needed, todo = {section}, [section]
    while todo:
        words = todo.pop().words()
        more = [
            other for other in sections if other not in needed and not other.type and words.intersection(other.names)
        ]
        needed.update(more)
        todo += more
        if not todo:
            names = {name for one in needed for name in one.names}
            todo = [
                other for other in sections if other not in needed and other.type in names and names & set(other.names)
            ]
            needed.update(todo)
    return [other for other in sections if other in needed]


def compile_each(setup, sections, compiler):
    """Each section's closure in a namespace of its own, in one text; errors name the section's line."""
    text = re.sub(r"#(ifndef|define) KGEN_KGEN_CUH\n", "", setup)
    for i, section in enumerate(sections):
        if section.text.startswith(DEVICE):
            continue
        parts = "".join(part.text for part in closure(section, sections))
        uses = "".join(f"using kgen::{name};\n" for name in section.names)
        text += f'namespace s{i} {{\n#line 1 "section at line {section.line}"\n'
        text += f"namespace kgen {{\n{parts}}}\nnamespace probe {{\n{uses}}}\n}}\n"
    command = [compiler, "-std=c++17", "-fsyntax-only", "-x", "c++", "-"]
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    for line, message in re.findall(r"section at line (\d+):\S* error: ([^\n]*)", result.stderr):
        yield int(line), f"expected a section that compiles with what it mentions: {message}"
    if result.returncode and "section at line" not in result.stderr:
        yield 1, result.stderr.strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--header", default=ROOT / "include/kgen/kgen.cuh", type=pathlib.Path)
    parser.add_argument("--cxx")
    args = parser.parse_args()
    setup, sections, errors = read(args.header.read_text())
    errors += wrong_names(sections)
    if args.cxx and not errors:
        errors += compile_each(setup, sections, args.cxx)
    for line, message in sorted(errors):
        print(f"{args.header.name}:{line}: error: {message}")
    print(f"{len(sections)} sections, {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
