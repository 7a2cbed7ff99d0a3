#!/bin/sh
# A ptxas that never ends, or, where ENDLESS_AT is set, that ends only if no text has this word.
for file in "$@"; do
  case "$file" in
  *.ptx) [ -z "$ENDLESS_AT" ] || grep -q "$ENDLESS_AT" "$file" && exec sleep 600 ;;
  esac
done
exit 0
