#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the samples and cases beside this script on the machine's first NVIDIA GPU: see README_GPU.md. Without a GPU it says so and
# ends with status 0.
set -eu
cd "$(dirname "$0")"
for part in kgen-gpu-check samples cases; do
  [ -e "$part" ] || { echo "run_gpu_tests.sh: there is no $part here; make the folder with ./dev gpu-kit" >&2; exit 1; }
done
exec ./kgen-gpu-check samples cases --skip-missing
