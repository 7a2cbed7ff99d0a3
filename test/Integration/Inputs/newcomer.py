"""newcomer.py BUILD FOLDER DOCUMENT.md: runs all commands of a document, ./dev and the builds too, in a clone that is built.

FOLDER becomes that clone: what is in BUILD is its build. Nothing is built or installed again: cmake and ninja are stand-ins
that look whether what they are to make exists, and the package manager's says that all is there. `cmake --install` is the real one.
So that it ends soon, kgen-synth makes at most 20 samples for ./dev, the suite has two gradient cases, and `./dev test` runs the tests
of one file.
"""
import os
import shutil
import subprocess
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
CASES = ["grad/inplace_add_other.py", "attack/break_guard.py"]

CMAKE = """#!/bin/bash
# --preset NAME, --build DIR, --install DIR --prefix PREFIX
set -eu
case $1 in
--preset) %(cmake)s -S %(source)s --list-presets | grep -q "\\"$2\\"" || { echo "no preset $2" >&2; exit 1; } ;;
--build) [ "${2%%-*}" = build ] ;;
--install) exec %(cmake)s --install %(build)s "${@:3}" ;;
*) exit 2 ;;
esac
"""
NINJA = """#!/bin/bash
# -C DIR [-n] [TARGET...]
set -eu
shift 2
for target in "$@"; do
  case $target in
  -n) ;;
  *) %(ninja)s -C %(build)s -t query "$target" >/dev/null ;;
  esac
done
echo "ninja: no work to do."
"""
# Each package, and as dpkg-query says it, that it is installed.
DPKG = """#!/bin/bash
for p in "$@"; do echo "$p installed"; done
"""
SYNTH = """#!/bin/bash
arguments=()
for a in "$@"; do
  [[ ${previous:-} = --count && $a -gt 20 ]] && a=20
  arguments+=("$a")
  previous=$a
done
exec %(build)s/bin/kgen-synth "${arguments[@]}"
"""


def write(path, text, **values):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text % values if values else text)
    os.chmod(path, 0o755)


def link(source, path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    os.symlink(source, path)


def make_clone(build, clone):
    """All of the source but its tests' cases, and the build, as links."""
    for name in os.listdir(SOURCE):
        is_data_set = os.path.exists(os.path.join(SOURCE, name, "manifest.json"))  # that somebody has made here
        if name not in ("test", "dev", ".git", ".venv") and not name.startswith("build") and not is_data_set:
            link(os.path.join(SOURCE, name), os.path.join(clone, name))
    shutil.copy(os.path.join(SOURCE, "dev"), clone)
    for name in os.listdir(os.path.join(SOURCE, "test")):
        if name != "Cases":
            link(os.path.join(SOURCE, "test", name), os.path.join(clone, "test", name))
    for case in CASES:
        link(os.path.join(SOURCE, "test/Cases", case), os.path.join(clone, "test/Cases", case))
    # What ./dev asks for before it would install Warp.
    os.makedirs(os.path.join(clone, ".venv/lib/python3/site-packages/warp_lang-1.19.0.dist-info"))
    for name in ("share", "include"):
        link(os.path.join(build, name), os.path.join(clone, "build", name))
    for name in os.listdir(os.path.join(build, "bin")):
        if name != "kgen-synth":
            link(os.path.join(build, "bin", name), os.path.join(clone, "build/bin", name))
    with open(os.path.join(build, "test/lit.site.cfg.py"), encoding="utf-8") as file:
        write(os.path.join(clone, "build/test/lit.site.cfg.py"), file.read().replace(f'"{build}"', f'"{clone}/build"'))


def main(build, clone, document):
    shutil.rmtree(clone, ignore_errors=True)
    make_clone(build, clone)
    tools = {"cmake": shutil.which("cmake"), "ninja": shutil.which("ninja"), "build": build, "source": SOURCE}
    stand_ins = os.path.join(clone, "stand-ins")
    for name, text in (("cmake", CMAKE), ("ninja", NINJA), ("dpkg-query", DPKG)):
        write(os.path.join(stand_ins, name), text, **tools)
    write(os.path.join(clone, "build/bin/kgen-synth"), SYNTH, **tools)
    environment = {**os.environ, "PATH": stand_ins + os.pathsep + os.environ["PATH"], "HOME": os.path.join(clone, "home"),
                   "LIT_FILTER": "Utils/summarize"}  # fmt: skip
    run = [sys.executable, os.path.join(SOURCE, "utils/run_document.py"), document]
    sys.exit(subprocess.run(run, cwd=clone, env=environment).returncode)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3]))
