#!/usr/bin/env bash
# Measures the processor minutes of the long commands of the Makefile, one after the other from an empty build cache
# of Go, and writes them to scripts/times.csv, which scripts/announce.sh reads. Minutes on the clock depend on what
# else the machine does.
#
#   scripts/measure-times.sh [TARGET...]   reproduce, test and test-full by default
set -euo pipefail
source "$(dirname "$0")/env.sh"

[[ $# -gt 0 ]] || set -- reproduce test test-full
GOCACHE=$(mktemp -d)
export GOCACHE
trap 'rm -rf "$GOCACHE"' EXIT
times=$root/scripts/times.csv
exec 3>&2
TIMEFORMAT='%U %S'
for target in "$@"; do
	seconds=$({ time make --no-print-directory -C "$root" "$target" >&3 2>&3; } 2>&1)
	minutes=$(awk '{ printf "%.1f", ($1 + $2) / 60 }' <<<"$seconds")
	awk -F, -v OFS=, -v target="$target" -v minutes="$minutes" '
		$1 == target { $2 = minutes; $3 = "measured"; found = 1 }
		{ print }
		END { if (!found) print target, minutes, "measured" }' "$times" >"$times.new"
	mv "$times.new" "$times"
	echo "make $target: $minutes processor minutes"
done
