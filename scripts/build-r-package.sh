#!/usr/bin/env bash
# Builds the package for R by R CMD build, as CRAN wants it: with the vignette, which shows what the program here says.
#
#   scripts/build-r-package.sh [--out DIR] PACKAGE
#
# PACKAGE is a file bcvcompare_VERSION.tar.gz of make release, which R installs without a vignette.
set -euo pipefail
source "$(dirname "$0")/env.sh"

out=$build/r
if [[ ${1:-} == --out ]]; then
	out=$2
	shift 2
fi
if [[ ! -f ${1:-} ]]; then
	echo "build-r-package: ${1:-no file}: give bcvcompare_VERSION.tar.gz of make release" >&2
	exit 2
fi
if ! Rscript -e 'library(knitr); library(markdown)' >/dev/null 2>&1; then
	echo "build-r-package: the vignette needs R with knitr and markdown; make packages-full installs them" >&2
	exit 1
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tar -xzf "$1" -C "$scratch"
(cd "$root" && go build -o "$scratch/bcv" ./pkg/cmd/bcv)
(cd "$scratch" && BCV=$scratch/bcv R CMD build bcvcompare >build.log 2>&1) || { cat "$scratch/build.log" >&2; exit 1; }
mkdir -p "$out"
rm -f "$out"/bcvcompare_*.tar.gz
mv "$scratch"/bcvcompare_*.tar.gz "$out"
ls "$out"/bcvcompare_*.tar.gz
