#!/usr/bin/env bash
# Says before a command of the Makefile what it takes, and what there is.
#
#   scripts/announce.sh reproduce|test|test-full
#
# The minutes are those of scripts/times.csv, measured by scripts/measure-times.sh or estimated; the sizes are of the
# first run on a bare system, as in environment.md.
set -euo pipefail
source "$(dirname "$0")/env.sh"

# free_gb prints the free space of the disk that holds $1, or will hold it.
free_gb() {
	local dir=$1
	while [[ ! -d $dir ]]; do dir=$(dirname "$dir"); done
	df -Pk "$dir" | awk 'NR == 2 { printf "%.1f", $4 / 1048576 }'
}

case ${1:-} in
reproduce)
	packages="Jupyter's nbconvert: 23 MB to fetch, 0.1 GB on disk" cache=0.8
	;;
test)
	packages="Jupyter's nbconvert and gcc: 73 MB to fetch, 0.3 GB on disk" cache=1.2
	;;
test-full)
	cache=3.2
	packages="Chromium, R, scikit-learn, Slurm, Snakemake, npm, MkDocs and LaTeX: 574 MB to fetch, 2.8 GB on disk"
	;;
*)
	echo "usage: scripts/announce.sh reproduce|test|test-full" >&2
	exit 2
	;;
esac
takes=$(awk -F, -v target="$1" '$1 == target { printf "about %.0f minutes", $2 / 2; if ($3 != "measured") printf " (an estimate)" }' "$root/scripts/times.csv")
if [[ $1$BCV_SCALE == reproducepaper ]]; then takes=hours; fi
go_cache=$(go env GOCACHE 2>/dev/null || true)
cat <<END
make $1 at BCV_SCALE=$BCV_SCALE takes $takes the first time on two idle processors.
System packages, where they are missing: $packages.
Go's build cache: $cache GB ($(free_gb "${go_cache:-$HOME}") GB are free there); modules 0.5 GB; .build 0.1 GB ($(free_gb "$build") GB are free).
Long steps report every half minute that they still run.
END
