"""all_pairs.py SET STATS: holds near duplicates against the Jaccard index of all pairs, with Python's own tokenizer."""
import io
import json
import keyword
import sys
import tokenize

KNOWN = {"range", "len", "min", "max", "abs", "int", "float", "bool", "print", "round", "wp"}
directory, stats = sys.argv[1:]


def shingles(sample):
    """Sets of five tokens of the kernel's body; names are n and literals 0."""
    tokens = list(tokenize.generate_tokens(io.StringIO(sample["python_source"]).readline))
    constants = {a.string for a, b in zip(tokens, tokens[1:]) if a.start[1] == 0 and b.string == "="}
    name = sample["metadata"]["kernel_name"]
    at = next(i for i, token in enumerate(tokens) if token.string == "def" and tokens[i + 1].string == name)
    while tokens[at].type != tokenize.INDENT:
        at += 1
    depth, kept, before = 0, [], ""
    for token in tokens[at:]:
        depth += (token.type == tokenize.INDENT) - (token.type == tokenize.DEDENT)
        if depth == 0:
            break
        text = token.string
        if token.type == tokenize.NEWLINE:
            text = "\n"
        elif token.type in (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT):
            continue
        elif token.type in (tokenize.NUMBER, tokenize.STRING) or text in ("True", "False"):
            text = "0"
        elif token.type == tokenize.NAME and before != "." and not keyword.iskeyword(text) and text not in KNOWN:
            text = "0" if text in constants else "n"
        kept.append(text)
        before = token.string
    if kept[0] == "0" and kept[1] == "\n":
        kept = kept[2:]  # a docstring
    return {tuple(kept[i : i + 5]) for i in range(max(1, len(kept) - 4))}


with open(f"{directory}/samples-00000.jsonl", encoding="utf-8") as file:
    bodies = [shingles(json.loads(line)) for line in file]
with open(stats, encoding="utf-8") as file:
    found = {pair["sample"]: pair for pair in json.load(file)["duplicates"]["near"]}


def index(i, k):
    return len(bodies[i] & bodies[k]) / len(bodies[i] | bodies[k])


expected = {i for i in range(len(bodies)) if any(index(i, k) > 0.8 for k in range(i))}
assert expected == set(found), (expected, set(found))
for pair in found.values():
    assert abs(index(pair["sample"], pair["earlier"]) - pair["similarity"]) < 1e-3, pair
print(len(found), "near duplicates, as all pairs say")
