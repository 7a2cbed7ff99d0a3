"""A header whose first line, function, class and length are each one too large; a smaller function, with a lambda, is not."""

lines = ["/" * 121]
lines += ["void tooLong(int x) {", *["  x++; // }"] * 79, "}"]
lines += [
    "class Large {",
    *[f"  int method{i}(int x) {{ return x; }}" for i in range(120)],
    "  Large();",
    "  int field = 0;",
    "};",
]
lines += [
    "inline void longEnough(int x) {",
    "  auto add = [&](int y) {",
    *["    x += y;"] * 75,
    "  };",
    "  add(1);",
    "}",
]
lines += ["// Comment."] * (406 - len(lines))
print("\n".join(lines))
