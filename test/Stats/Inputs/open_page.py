"""open_page.py CHROMIUM PAGE FOLDER: renders a page without a network and says what is on it.

A copy of the page gets a script that looks at the rendered document; the page itself has none.
"""
import json
import os
import re
import subprocess
import sys

chromium, page, folder = sys.argv[1:]
PROBE = """<script>
window.addEventListener("load", () => {
  const plots = [...document.querySelectorAll("svg")].filter(svg => !svg.closest("details"));
  const sized = plots.filter(svg => svg.getBoundingClientRect().width > 40 && svg.querySelector("rect, line"));
  const result = {
    sections: [...document.querySelectorAll("section")].map(section => section.id),
    plots: plots.length, sized: sized.length,
    tables: document.querySelectorAll("table").length,
    reached: [...document.querySelectorAll("table")].filter(table => table.parentElement.tabIndex == 0).length,
    links: [...document.querySelectorAll("nav a")].every(link => document.querySelector(link.getAttribute("href"))),
    wide: document.documentElement.scrollWidth > window.innerWidth,
    paper: getComputedStyle(document.body).backgroundColor,
    requests: performance.getEntriesByType("resource").length,
  };
  document.body.setAttribute("data-probe", JSON.stringify(result));
});
</script></head>"""


def render(width, dark):
    """What the probe saw, and what the browser said."""
    profile = os.path.join(folder, "profile")
    command = [
        chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        f"--user-data-dir={profile}", "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr",
        f"--window-size={width},900", f"--blink-settings=preferredColorScheme={0 if dark else 1}",
        "--virtual-time-budget=5000", "--dump-dom", "file://" + os.path.join(folder, "probed.html"),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    probe = re.search(r'data-probe="([^"]*)"', done.stdout)
    assert probe, done.stderr
    assert "CONSOLE" not in done.stderr, done.stderr
    return json.loads(probe[1].replace("&quot;", '"'))


with open(page, encoding="utf-8") as file:
    text = file.read()
assert "<script" not in text and not re.search(r"(src|href)=\"(https?:)?//", text)
with open(os.path.join(folder, "probed.html"), "w", encoding="utf-8") as file:
    file.write(text.replace("</head>", PROBE, 1))
wide, narrow, dark = render(1200, False), render(500, False), render(1200, True)
print("title:", re.search("<title>(.*?)</title>", text)[1])
print("sections:", *wide["sections"])
for seen in (wide, narrow, dark):
    assert seen["plots"] > 80 and seen["sized"] == seen["plots"], seen
    assert seen["tables"] > 7 and seen["reached"] == seen["tables"] and seen["links"], seen
    assert not seen["wide"] and seen["requests"] == 0, seen
print("every plot has a size")
print("every table is reached with the keyboard")
print("nothing is wider than the page at 1200 and 500 pixels")
assert wide["paper"] != dark["paper"], wide["paper"]
print("light and dark differ")
print("no request, no error")
