"""What kernels of the library say of themselves, and that few come from types alone."""
import ast
import collections
import json
import re
import sys

samples = [json.loads(line) for line in open(sys.argv[1] + "/samples-00000.jsonl", encoding="utf-8")]
known = [sample["metadata"] for sample in samples if sample["metadata"]["generator"] == "knowledge"]
typed = [sample["metadata"] for sample in samples if sample["metadata"]["generator"] == "typed"]
assert len(known) + len(typed) == len(samples)
assert all(each["idiom"] and each["domain"] for each in known)
assert not any(each["idiom"] or each["domain"] for each in typed)
families = collections.defaultdict(set)
for each in known:
    families[each["family"]].add((each["idiom"], each["domain"]))
assert all(len(members) == 1 for members in families.values()), "a family of two idioms"
structures = collections.Counter((each["structure_id"], each["pass"]) for each in known)
assert max(structures.values()) == 1, "a structure twice in a pass"
print("idioms", len({each["idiom"] for each in known}) >= 25, "domains", len({each["domain"] for each in known}) >= 12)
print("typed at most a third", 3 * len(typed) <= len(samples))
tiled = [each["python_source"] for each in samples if "wp.tile_load(" in each["python_source"]]
placed = ["storage=\"shared\"" in text for text in tiled]
print("some tiles say where they lie", any(placed) and not all(placed))
counters = re.findall(r"for (\w+) in", "".join(each["python_source"] for each in samples if each["metadata"]["idiom"]))
numbered = [name for name in counters if re.search(r"[a-z]\d+$", name)]
print("counters without numbers", not numbered, numbered)


def changed_in_place(kernel):
    """Arrays that a kernel writes to, and reads or changes in place."""
    written, read = set(), set()
    for node in ast.walk(kernel):
        if isinstance(node, ast.Subscript):
            (read if isinstance(node.ctx, ast.Load) else written).add(ast.unparse(node.value))
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Subscript):
            read.add(ast.unparse(node.target.value))
    return written & read


sources = [each["python_source"] for each in samples if each["metadata"]["idiom"]]
changed = [name.split(".")[-1] for text in sources for name in changed_in_place(ast.parse(text))]
called_new = [name for name in changed if re.match("new_|out_", name) or name.endswith("_out")]
print("some change in place", len(changed) > 10, "none of these is called new or an output", not called_new, called_new)
summed = re.findall(r"wp\.atomic_add\((?:\w+\.)?(\w+), 0, (.*)\)\n", "".join(sources))
items = [name for name, value in summed if name.endswith("s") and not re.search("total|sum|mean|average|loss", name)]
print("some sum all", len(summed) > 10, "none is called as if it were of each item", not items, items)
means = [name for name, value in summed if re.search(r"/ (wp\.)?float(32)?\(\w+(\.shape\[0\])?\)$", value)]
print("means say so", [name for name in means if not re.search("mean|average|loss|cov|inertia", name)])
