#!/usr/bin/env bash
# Writes an HTML copy of each notebook, with the outputs that it has, to html/.
set -euo pipefail
source "$(dirname "$0")/env.sh"

if ! jupyter=$("$root/scripts/find-jupyter.sh" nbconvert); then
	echo "bcv: no Jupyter with nbconvert; run make setup" >&2
	exit 1
fi
mkdir -p "$build/log"
log=$build/log/export-html.log
if ! "$jupyter" nbconvert --to html --output-dir "$root/html" "$root"/notebooks/*.ipynb >"$log" 2>&1; then
	tail -n 20 "$log" >&2
	exit 1
fi
echo "HTML copies are in html/"
