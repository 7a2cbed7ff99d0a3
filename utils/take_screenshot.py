#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes the picture of a page that README.md shows, with a line of the Python held.

Usage: take_screenshot.py CHROMIUM PAGE.html LINE OUT.png

    kgen-translate --kgen-to-html examples/stop_at_limit.py -o page.html
    utils/take_screenshot.py chromium page.html 13 dialect-docs/page.png
"""

import os
import subprocess
import sys
import tempfile

HOLD = """<script>addEventListener("load", () => document.querySelector('#form-python .row[data-n="LINE"]').click())</script>
</body>"""


def main(chromium, page, line, picture):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        held = os.path.join(folder, "page.html")
        with open(held, "w", encoding="utf-8") as file:
            file.write(text.replace("</body>", HOLD.replace("LINE", str(int(line))), 1))
        command = [
            chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1440,1120",
            "--blink-settings=preferredColorScheme=1", f"--user-data-dir={folder}/profile", "--virtual-time-budget=3000",
            f"--screenshot={os.path.abspath(picture)}", "file://" + held,
        ]  # fmt: skip
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    main(*sys.argv[1:])
