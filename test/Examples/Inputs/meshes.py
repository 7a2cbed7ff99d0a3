"""Makes of one mesh of Gmsh's the same mesh in the old format, and meshes that are wrong in one way each.

Usage: meshes.py SQUARE.msh FOLDER
"""

import os
import sys

LINE = 400  # of a triangle


def old_format(lines):
    """The mesh in version 2.2."""
    start = lines.index("$Nodes") + 1
    count = int(lines[start].split()[1])
    nodes, at = [], start + 1
    while len(nodes) < count:
        size = int(lines[at].split()[3])
        tags, places = lines[at + 1 : at + 1 + size], lines[at + 1 + size : at + 1 + 2 * size]
        nodes += [f"{tag} {place}" for tag, place in zip(tags, places)]
        at += 1 + 2 * size
    elements, at = [], lines.index("$Elements") + 2
    while lines[at] != "$EndElements":
        _, _, kind, size = lines[at].split()
        for line in lines[at + 1 : at + 1 + int(size)]:
            tag, corners = line.split(maxsplit=1)
            elements.append(f"{tag} {kind} 2 0 1 {corners}")
        at += 1 + int(size)
    return (
        ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Nodes", str(len(nodes)), *nodes, "$EndNodes"]
        + ["$Elements", str(len(elements)), *elements, "$EndElements"]
    )


def changed(lines, line, text):
    return lines[: line - 1] + [text] + lines[line:]


def main():
    source, folder = sys.argv[1:]
    lines = open(source, encoding="utf-8").read().splitlines()
    tag, a, b, c = lines[LINE - 1].split()
    meshes = {
        "old-format": old_format(lines),
        "no-mesh": ["solid cube"],
        "truncated": lines[:600],
        "binary": changed(lines, 2, "4.1 1 8"),
        "version": changed(lines, 2, "3 0 8"),
        "word": changed(lines, LINE, f"{tag} {a} {b} corner"),
        "no-node": changed(lines, LINE, f"{tag} {a} {b} 9999"),
        "inverted": changed(lines, LINE, f"{tag} {a} {c} {b}"),
        "isolated": ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Nodes", "7", "1 0 0 0", "2 1 0 0", "3 1 1 0", "4 0 1 0"]
        + ["5 2 0 0", "6 3 0 0", "7 2 1 0", "$EndNodes", "$Elements", "3", "1 2 0 1 2 3", "2 2 0 1 3 4", "3 2 0 5 6 7"]
        + ["$EndElements"],
    }
    os.makedirs(folder, exist_ok=True)
    for name, text in meshes.items():
        with open(os.path.join(folder, name + ".msh"), "w", encoding="utf-8") as file:
            file.write("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
