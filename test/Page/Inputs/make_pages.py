"""make_pages.py KERNELS FOLDER [OPTION...]: a page of each of the ten kernels."""
import glob
import os
import subprocess
import sys

kernels, folder, *options = sys.argv[1:]
for path in sorted(glob.glob(os.path.join(kernels, "*.py"))):
    page = os.path.join(folder, os.path.basename(path)[:-3] + ".html")
    subprocess.run(["kgen-translate", "--kgen-to-html", path, *options, "-o", page], check=True)
