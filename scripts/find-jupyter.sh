#!/usr/bin/env bash
# Prints the path of a Jupyter that can run a subcommand.
#
#   scripts/find-jupyter.sh SUBCOMMAND [MAJOR]
#
# SUBCOMMAND is nbconvert, notebook or lab; MAJOR, when given, is the major
# version it must have. The candidates are $JUPYTER, the jupyter on PATH and
# Debian's. The one on PATH may be a stub of a version manager that cannot run,
# so each is tried. Exit status 1 and no output: there is none.
set -euo pipefail

subcommand=$1
major=${2:-}

for candidate in "${JUPYTER:-}" "$(command -v jupyter || true)" /usr/bin/jupyter; do
	[[ -n $candidate ]] || continue
	version=$("$candidate" "$subcommand" --version 2>/dev/null) || continue
	[[ -z $major || $version == "$major".* ]] || continue
	echo "$candidate"
	exit 0
done
exit 1
