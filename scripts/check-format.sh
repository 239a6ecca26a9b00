#!/usr/bin/env bash
# Fails, naming the files, when Go files are not formatted by gofmt.
set -euo pipefail
source "$(dirname "$0")/env.sh"
cd "$root"

unformatted=$(gofmt -l pkg internal research docs examples data tools)
if [[ -n $unformatted ]]; then
	printf 'bcv: not formatted; run gofmt -w on:\n%s\n' "$unformatted" >&2
	exit 1
fi
