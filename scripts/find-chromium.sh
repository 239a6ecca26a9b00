#!/usr/bin/env bash
# Prints the path of a Chromium for the browser test: $CHROMIUM or the first one
# on PATH. Exit status 1 and no output: there is none.
set -euo pipefail

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
	[[ -n $name ]] || continue
	if path=$(command -v "$name"); then
		echo "$path"
		exit 0
	fi
done
exit 1
