"""page_lines.py [--unoptimised] PAGE.html...: how far the lines of the forms on pages belong together.

Counted are the author's lines with a statement that have a counterpart in each form, forward and backward together: of each
page, 95 % in each form that no optimiser has touched (LLVM IR with --unoptimised), 80 % in PTX. The largest share of
another text that one line lights is at most a quarter (not asked with --unoptimised). Status 1 where a measure is missed.
"""
import ast
import html
import html.parser
import sys


class Page(html.parser.HTMLParser):
    """The rows of each form: `forms["cuda"]` is a list of texts, each a list of (text, lines)."""

    def __init__(self, path):
        super().__init__()
        self.forms, self.form, self.row = {}, None, None
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "article":
            self.form = self.forms.setdefault(attributes["id"].removeprefix("form-"), [])
        elif tag == "section":
            self.form = None
        elif tag == "pre" and self.form is not None:
            self.form.append([])
        elif tag == "span" and self.form is not None:
            lines = [int(line) for line in attributes.get("data-l", "").split()]
            self.row = ["", lines]
            self.form[-1].append(self.row)

    def handle_endtag(self, tag):
        if tag == "span":
            self.row = None

    def handle_data(self, data):
        if self.row:
            self.row[0] += data


def statements(python):
    """The first lines of the statements of kernels and functions; docstrings and `pass` do nothing."""
    tree = ast.parse(python)
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if isinstance(node, ast.stmt) and node is not function and not is_text and not isinstance(node, ast.Pass):
                yield node.lineno


def coverage(page):
    """For each form, how many of the author's statements it has, of how many, and which it lacks."""
    source = page.forms["python"][0]
    wanted = set(statements("\n".join(text for text, _ in source)))
    result = {}
    for name, texts in page.forms.items():
        found = {line for text in texts for _, lines in text for line in lines}
        result[name] = (len(wanted & found), len(wanted), sorted(wanted - found))
    return result


def widest(page):
    """The largest share of a text of another form that one line lights, and where."""
    worst = (0.0, "")
    for name, texts in page.forms.items():
        for text in texts:
            for row, lines in text:
                for other, others in page.forms.items():
                    for each in others if other != name and lines else []:
                        code = [at for words, at in each if words.strip()]
                        share = sum(at[:1] == lines[:1] for at in code) / len(code)
                        worst = max(worst, (share, f"{name}: {row.strip()!r} in {other}"))
    return worst


def main(paths, untouched, widest_allowed):
    found, wanted, missed = {}, {}, False
    for path in paths:
        page = Page(path)
        shares = coverage(page)
        lacking = {name: lines for name, (_, _, lines) in shares.items() if lines}
        share, where = widest(page)
        print(f"{path.rpartition('/')[2]}: lacks {lacking or 'nothing'}, widest {share:.0%}, {where}")
        missed |= share > widest_allowed
        for name, (have, all_lines, _) in shares.items():
            missed |= have < all_lines * (0.95 if name in untouched else 0.8 if name == "ptx" else 0.0)
            found[name] = found.get(name, 0) + have
            wanted[name] = wanted.get(name, 0) + all_lines
    shares = {name: found[name] / wanted[name] for name in found}
    print("all:", " ".join(f"{name} {share:.1%}" for name, share in shares.items()))
    print("measures missed" if missed else "measures met")
    sys.exit(missed)


if __name__ == "__main__":
    TEXTS = ["kgen", "cpp", "cuda"]
    if sys.argv[1] == "--unoptimised":
        main(sys.argv[2:], TEXTS + ["llvmir"], 1.0)
    main(sys.argv[1:], TEXTS, 0.25)
