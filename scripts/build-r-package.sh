#!/usr/bin/env bash
# Builds the package for R, with its vignette, by R CMD build.
#
#   scripts/build-r-package.sh [--out DIR] ARCHIVE
#
# Its version is that of the release to which ARCHIVE belongs, a file of make release. Of a commit or a candidate for
# a release it stays 0.0.0, of which install_bcv() asks for the release to install: R has no versions for them.
set -euo pipefail
source "$(dirname "$0")/env.sh"

out=$build/r
if [[ ${1:-} == --out ]]; then
	out=$2
	shift 2
fi
if [[ ! $(basename "${1:-}") =~ ^bcv-v(.+)-[a-z]+-[a-z0-9]+\.(tar\.gz|zip)$ ]]; then
	echo "build-r-package: give an archive of make release, such as bcv-v0.1.0-linux-amd64.tar.gz" >&2
	exit 2
fi
version=${BASH_REMATCH[1]}
if ! Rscript -e 'library(knitr); library(markdown)' >/dev/null 2>&1; then
	echo "build-r-package: the vignette needs R with knitr and markdown; make packages-full installs them" >&2
	exit 1
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$root/clients/r" "$scratch/bcvcompare"
if [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
	sed -i.before "s/^Version: .*/Version: $version/" "$scratch/bcvcompare/DESCRIPTION"
	rm "$scratch/bcvcompare/DESCRIPTION.before"
fi
mkdir -p "$out" "$scratch/program"
# The vignette shows what this program says.
(cd "$root" && go build -o "$scratch/program/" ./pkg/cmd/bcv)
export BCV=$scratch/program/bcv
(cd "$scratch" && heartbeat "R CMD build" R CMD build bcvcompare >build.log 2>&1) || { cat "$scratch/build.log" >&2; exit 1; }
rm -f "$out"/bcvcompare_*.tar.gz
mv "$scratch"/bcvcompare_*.tar.gz "$out"
ls "$out"/bcvcompare_*.tar.gz
