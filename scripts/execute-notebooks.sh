#!/usr/bin/env bash
# Executes the notebooks with Jupyter and the GoNB kernel, and says where it is: at the
# begin and end of each, and every half minute meanwhile.
#
#   scripts/execute-notebooks.sh --in-place [NAME...]   replaces notebooks/*.ipynb
#   scripts/execute-notebooks.sh --check [NAME...]      writes copies to .build/executed
#                                                       and fails if one has lost a figure
#                                                       that the notebook in git has
#
# NAME is the name of a notebook, such as 11_errata; without names all are run.
# BCV_SCALE (quick or paper) sets the size of the work. A notebook with a failing
# cell is not written: the old file stays, the cell and its error are printed,
# the other notebooks are still run, and the exit status is 1.
set -euo pipefail
source "$(dirname "$0")/env.sh"

mode=${1:-}
if [[ $mode != --in-place && $mode != --check ]]; then
	echo "usage: scripts/execute-notebooks.sh --in-place|--check [NAME...]" >&2
	exit 2
fi

if ! jupyter=$("$root/scripts/find-jupyter.sh" nbconvert); then
	echo "bcv: no Jupyter with nbconvert; run make setup" >&2
	exit 1
fi

shopt -s nullglob
shift
if [[ $# -gt 0 ]]; then
	notebooks=()
	for name in "$@"; do
		notebooks+=("$root/notebooks/$(basename "$name" .ipynb).ipynb")
	done
else
	notebooks=("$root"/notebooks/*.ipynb)
fi
if [[ ${#notebooks[@]} -eq 0 ]]; then
	echo "bcv: no notebooks in $root/notebooks" >&2
	exit 1
fi
executed=$build/executed
mkdir -p "$executed" "$build/log"

# execute writes the notebook $1 with its outputs to $executed; what Jupyter says goes to
# the log $2.
execute() {
	"$jupyter" nbconvert --to notebook --execute --allow-errors --output-dir "$executed" \
		--ExecutePreprocessor.kernel_name=gonb \
		--ExecutePreprocessor.record_timing=False \
		--ExecutePreprocessor.startup_timeout=300 \
		"$1" >"$2" 2>&1
}

# run executes the notebook $1 into $executed. It continues after a failing cell,
# so that the result shows which cells failed and what they printed; nbcheck
# reports them. Timing marks would change the file at every run, and the kernel
# is slow to start where Go's build cache is empty.
run() {
	local name
	name=$(basename "$1" .ipynb)
	local log=$build/log/$name.log
	if ! heartbeat "$name" execute "$1" "$log"; then
		tail -n 20 "$log" >>"$report"
		return 1
	fi
	if [[ $mode == --check ]]; then
		"$build/bin/nbcheck" "$executed/$name.ipynb" "$1" >>"$report" 2>&1
		return
	fi
	"$build/bin/nbcheck" "$executed/$name.ipynb" >>"$report" 2>&1 || return 1
	# A move within the folder, so that no half-written notebook is ever there.
	cp "$executed/$name.ipynb" "$1.new" && mv "$1.new" "$1"
}

report=$build/log/notebooks.log
: >"$report"
failed=0
count=0
for notebook in "${notebooks[@]}"; do
	count=$((count + 1))
	place="[$count/${#notebooks[@]}] $(basename "$notebook" .ipynb)"
	echo "$place"
	start=$SECONDS
	if run "$notebook"; then
		echo "$place: $((SECONDS - start)) s"
	else
		echo "$place: FAILED after $((SECONDS - start)) s"
		failed=$((failed + 1))
	fi
done

if [[ $failed -gt 0 ]]; then
	cat "$report" >&2
	echo "bcv: $failed of $count notebooks failed; their files in notebooks/ are unchanged" >&2
	exit 1
fi
