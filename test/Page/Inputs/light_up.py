"""light_up.py CHROMIUM FOLDER NAME=PAGE...: points at lines of pages in a browser without a network, and says what lit up.

A copy of each page gets a script that moves the pointer and looks at the rendered document. What a line has to light is in
lights.py, by hand.
"""
import json
import os
import re
import subprocess
import sys

from lights import LIGHTS

PROBE = """<script>
window.addEventListener("load", () => {
  const lit = {};
  const formOf = row => row.closest("article, section").id.replace("form-", "");
  for (const row of document.querySelectorAll("#form-python .row[data-l]")) {
    row.dispatchEvent(new PointerEvent("pointerover", {bubbles: true}));
    lit[row.textContent.trim()] = [...document.querySelectorAll(".lit, .near")].filter(other => !other.closest(".backward"))
      .map(other => [formOf(other), other.textContent.trim(), other.classList.contains("lit")]);
  }
  const pick = document.querySelector("#form-cuda .row[data-l]");
  pick.click();
  const held = document.querySelectorAll(".lit").length;
  document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
  const freed = document.querySelectorAll(".lit").length;
  const seen = selector => [...document.querySelectorAll(selector)].filter(at => at.getClientRects().length).length;
  const forward = [seen(".forward"), seen(".backward")];
  document.querySelector("#direction-backward").click();
  const backward = [seen(".forward"), seen(".backward")];
  document.querySelector("#show-ptx").click();
  const rest = seen("tbody.rest tr");
  for (const box of document.querySelectorAll(".more input")) box.click();
  const opened = seen("tbody.rest tr");
  const copies = [...document.querySelectorAll(".text")].every(at => at.querySelector("pre") && at.querySelector(".copy"));
  const text = document.querySelector("#form-python pre");
  const space = () => getComputedStyle(text.querySelector(".row")).whiteSpace;
  const wraps = [space()];
  document.querySelector("#wrap").click();
  wraps.push(space());
  document.querySelector("#wrap").click();
  text.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
  const resizes = getComputedStyle(text).resize === "vertical" && text.style.maxHeight === "none";
  const style = at => getComputedStyle(document.querySelector(at));
  document.body.setAttribute("data-probe", JSON.stringify({
    lit, held, freed, rest, opened, copies, wraps, resizes, forward, backward, hidden: seen("#form-ptx"), forms: seen(".form"),
    wide: document.documentElement.scrollWidth > window.innerWidth,
    narrowest: Math.min(...[...document.querySelectorAll(".form")].map(at => at.clientWidth).filter(width => width)),
    colours: [style("body").backgroundColor, style(".row .k").color, style(".row").color],
    requests: performance.getEntriesByType("resource").length,
  }));
});
</script></body>"""


def read(page):
    with open(page, encoding="utf-8") as file:
        return file.read()


def render(chromium, folder, page, width, dark):
    """What the probe saw."""
    probed = os.path.join(folder, "probed.html")
    text = read(page)
    assert not re.search(r"(src|href)=\"(https?:)?//", text), "asks for something elsewhere"
    with open(probed, "w", encoding="utf-8") as file:
        file.write(text.replace("</body>", PROBE, 1))
    command = [
        chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        f"--user-data-dir={os.path.join(folder, 'profile')}", "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr",
        f"--window-size={width},900", f"--blink-settings=preferredColorScheme={0 if dark else 1}",
        "--virtual-time-budget=8000", "--dump-dom", "file://" + probed,
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=180)
    probe = re.search(r'data-probe="([^"]*)"', done.stdout)
    assert probe and "CONSOLE" not in done.stderr, done.stderr
    return json.loads(probe[1].replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


def check(name, line, wanted, lit):
    """Whether the lines of each form are those of the table."""
    wrong = 0
    for form, fragments in wanted.items():
        near, _, anchor = form.rpartition(" ")
        own = [text for where, text, is_own in lit if where == anchor and is_own != bool(near)]
        missing = [fragment for fragment in fragments if not any(fragment in text for text in own)]
        extra = [text for text in own if form in ("kgen", "cpp", "cuda") and not any(f in text for f in fragments)]
        if missing or extra:
            wrong += 1
            print(f"{name}: {line!r} in {form}: lacks {missing}, has {extra}, of {own}")
    return wrong


def main(chromium, folder, pages):
    wrong = lines = 0
    for name, page in pages.items():
        seen = render(chromium, folder, page, 1400, False)
        for line, wanted in LIGHTS.get(name, {}).items():
            wrong += check(name, line, wanted, seen["lit"].get(line, []))
            lines += 1
        assert seen["held"] > 1 and seen["freed"] == 0, seen["held"]
        assert seen["forward"] == [5, 0] and seen["backward"] == [0, 5], (seen["forward"], seen["backward"])
        assert seen["copies"] and seen["resizes"] and seen["wraps"] == ["pre", "pre-wrap"], seen
        assert seen["rest"] == 0 and (seen["opened"] > 0) == ('class="rest"' in read(page)), seen
        assert seen["hidden"] == 0 and seen["forms"] == 5 and not seen["wide"] and seen["requests"] == 0, seen
    print(f"{lines} lines light up what the table says, {wrong} forms do not")
    print("a click holds the light, Escape lets go; directions and forms are switched")
    print("each text can be copied, wrapped and resized; the rest of an array opens")
    page = next(iter(pages.values()))
    narrow, dark = render(chromium, folder, page, 500, False), render(chromium, folder, page, 1400, True)
    assert not narrow["wide"] and narrow["narrowest"] > 300, narrow
    print("nothing is wider than the page at 500 pixels")
    light = render(chromium, folder, page, 1400, False)
    assert all(a != b for a, b in zip(light["colours"], dark["colours"])), (light["colours"], dark["colours"])
    print("light and dark differ")
    print("no request, no error")
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], dict(argument.split("=", 1) for argument in sys.argv[3:]))
