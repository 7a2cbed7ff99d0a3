"""Prints what a closed program says, a line a fact: kernels, functions and what their names stand for, structs, comments.

usage: outline.py WARP_AST FILE.py
"""
import json
import subprocess
import sys


def text(node):
    if node["node"] == "Name":
        return node["id"]
    return text(node["value"]) + "." + node["attr"] if node["node"] == "Attribute" else node["node"]


def describe(program, ref):
    kind = ref["kind"]
    if kind == "functions":
        return "functions " + ", ".join(place(program, program["functions"][i]) for i in ref["ids"])
    if kind == "struct":
        return "struct " + place(program, program["structs"][ref["id"]])
    if kind == "expression":
        entry = program["expressions"][ref["id"]]
        return f"expression {entry['node']['node']} of {short(program, entry['file'])}:{entry['node']['line']}"
    if kind == "constant":
        return "constant " + ref["value"]["kind"] + " " + ref["value"]["value"]
    return kind + " " + ref.get("reason", ref.get("name", "")) + (" (implicit)" if ref.get("implicit") else "")


def short(program, number):
    return "/".join(program["files"][number].split("/")[-2:])


def place(program, entry):
    line = entry["node"]["line"] if "node" in entry else entry.get("line", entry.get("error", {}).get("line"))
    return f"{entry['name']} at {short(program, entry['file'])}:{line}"


def walk(program, value, found):
    if isinstance(value, list):
        for item in value:
            walk(program, item, found)
    elif isinstance(value, dict):
        if "ref" in value:
            fact = f"  {text(value)} is {describe(program, value['ref'])}"
            found.setdefault(fact)
        for field, item in value.items():
            if field in ("lead", "tail", "trail", "else_lead", "else_tail"):
                print(f"  {value['node']} {value.get('arg', '')}{' ' if 'arg' in value else ''}line {value['line']} {field}: {item}")
            elif field != "ref":
                walk(program, item, found)


def main(script, path):
    run = subprocess.run([sys.executable, "-I", "-S", script, path], stdout=subprocess.PIPE, text=True)
    program = json.loads(run.stdout)
    if "error" in program:
        print("error", program["error"])
        return
    for kernel in program["kernels"]:
        extra = f", overloads {len(kernel['overloads'])}" if "overloads" in kernel else ""
        print(f"kernel {kernel['name']} line {kernel['line']}{extra}")
    for function in program["functions"]:
        extra = "".join(f", {k} {program['functions'][i]['name']}" for k in ("grad", "replay") for i in function.get(k, []))
        print(f"{function['role']} {place(program, function)}{extra}")
        if "error" in function:
            print("  error", function["error"]["message"])
        facts = {}
        walk(program, function.get("node"), facts)
        print("\n".join(facts)) if facts else None
    for struct in program["structs"]:
        print("struct", place(program, struct), [field["name"] for field in struct["fields"]])


main(*sys.argv[1:])
