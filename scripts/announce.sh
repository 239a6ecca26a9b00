#!/usr/bin/env bash
# Says before `make reproduce` what it takes, and what there is.
set -euo pipefail
source "$(dirname "$0")/env.sh"

# free_gb prints the free space of the disk that holds $1, or will hold it.
free_gb() {
	local dir=$1
	while [[ ! -d $dir ]]; do dir=$(dirname "$dir"); done
	df -Pk "$dir" | awk 'NR == 2 { printf "%.1f", $4 / 1048576 }'
}

cache=$(go env GOCACHE 2>/dev/null || true)
cat <<END
make reproduce at BCV_SCALE=$BCV_SCALE: $([[ $BCV_SCALE == paper ]] && echo "hours" || echo "about 10 minutes the first time on two processors"); no file of yours changes
but notebooks/ and html/. It takes 1.2 GB of Go's build cache ($(free_gb "${cache:-$HOME}") GB are free there), 0.3 GB of modules
and 0.1 GB in .build ($(free_gb "$build") GB are free). Long steps say every half minute that they go on.
END
