#!/bin/sh
# A ptxas that is killed at a text of a kernel.
for file in "$@"; do
  case "$file" in
  *.ptx) grep -q entry "$file" && kill -9 $$ ;;
  esac
done
exit 0
