"""same_texts.py PAGE FILE.py: whether the texts on a page are those that kgen-translate prints of the file, forward."""
import subprocess
import sys

from page_lines import Page

OPTIONS = {"kgen": "--warp-to-kgen", "llvmir": "--kgen-to-llvmir", "cpp": "--kgen-to-cpp", "cuda": "--kgen-to-cuda",
           "ptx": "--kgen-to-ptx"}  # fmt: skip
page = Page(sys.argv[1])
for form, option in OPTIONS.items():
    printed = subprocess.run(["kgen-translate", option, "--no-backward", sys.argv[2]], capture_output=True, text=True, check=True)
    shown = "\n".join(text for text, _ in page.forms[form][0])
    assert shown == printed.stdout.rstrip("\n"), form
print(*OPTIONS, end=": forward is what kgen-translate prints\n")
