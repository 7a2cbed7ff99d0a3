"""What kernels of the library say of themselves, and that few come from types alone."""
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
