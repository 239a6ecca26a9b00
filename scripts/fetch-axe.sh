#!/usr/bin/env bash
# Fetches axe-core, which checks pages for accessibility, into .build/axe/axe.min.js,
# at a fixed version with a fixed sum.
set -euo pipefail
source "$(dirname "$0")/env.sh"

version=4.10.3
sum=880970c081707360e64f34cea25ff91892f5bc95675b0776925b9709dd8a68bb
axe=$build/axe/axe.min.js
if [[ ! -e $axe ]] || ! echo "$sum  $axe" | sha256sum --check --status; then
	mkdir -p "$build/axe"
	(cd "$build/axe" && npm pack --silent "axe-core@$version" >/dev/null && tar -xzf "axe-core-$version.tgz" package/axe.min.js)
	mv "$build/axe/package/axe.min.js" "$axe"
	echo "$sum  $axe" | sha256sum --check --status || {
		echo "bcv: axe-core $version is not the file that it should be" >&2
		exit 1
	}
fi
