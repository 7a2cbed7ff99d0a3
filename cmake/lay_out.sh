#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lay_out.sh BOLT TOOL PROFILE ARGS...: orders TOOL's code, in place, by what a run of it executes. The run, with ARGS and a
# folder of its own after them, is recorded in PROFILE; where that exists it serves again: delete it for a new one.
set -eu
bolt=$1 tool=$2 profile=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work" "$tool.recording" "$tool.ordered"' EXIT

# Runs a command whose output matters only when it fails.
quietly() {
  "$@" >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; echo "could not lay out $tool: configure with -DKGEN_BOLT=OFF to do without" >&2; exit 1; }
}

if [ ! -s "$profile" ]; then
  quietly "$bolt" "$tool" -instrument --instrumentation-file="$work/profile" -o "$tool.recording"
  quietly "$tool.recording" "$@" "$work/run"
  mv "$work/profile" "$profile"
fi
quietly "$bolt" "$tool" -data="$profile" -o "$tool.ordered" -reorder-blocks=ext-tsp -reorder-functions=cdsort \
  -split-functions -split-all-cold -split-eh -icf=safe -plt=hot -jump-tables=move
mv "$tool.ordered" "$tool"
