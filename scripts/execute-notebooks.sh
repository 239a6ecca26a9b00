#!/usr/bin/env bash
# Executes the notebooks with Jupyter and the GoNB kernel, as many at once as there are
# processors, at most four, and says where it is: at the begin and end of each, and every
# half minute meanwhile.
#
#   scripts/execute-notebooks.sh --in-place [NAME...]   replaces the notebooks
#   scripts/execute-notebooks.sh --check [NAME...]      writes copies to .build/executed
#                                                       and fails if one has lost a figure
#                                                       that the notebook in git has
#
# NAME is the name of a notebook, such as 11_errata; without names all are run.
# BCV_SCALE (quick or paper) sets the size of the work. A notebook with a failing
# cell is not written: the old file stays, the cell and its error are printed,
# the other notebooks are still run, and the exit status is 1. --check takes the
# copy of an earlier run if that was from the very same state of all sources: see state.
set -euo pipefail
source "$(dirname "$0")/env.sh"

executed=$build/executed
mode=${1:-}
if [[ $mode == --one ]]; then
	mode=$2 place=$3 notebook=$4 # by this script itself, with Jupyter found
elif [[ $mode != --in-place && $mode != --check ]]; then
	echo "usage: scripts/execute-notebooks.sh --in-place|--check [NAME...]" >&2
	exit 2
fi

# state prints what the outputs of the notebook $1 follow from, and nothing where git does
# not know it: a commit with no file changed or new, other notebooks aside, the tools and
# the settings.
state() {
	local changed git=(git --no-optional-locks -C "$root")
	changed=$("${git[@]}" status --porcelain -- . ':!notebooks/*.ipynb*' ':!notebooks/thesis/*.ipynb*' && "${git[@]}" status --porcelain -- "$1") &&
		[[ -z $changed ]] && "${git[@]}" rev-parse HEAD && go version && go env GOFLAGS GOEXPERIMENT &&
		env | grep '^BCV_' | sort && sha256sum "$build/bin/gonb"
} 2>/dev/null

# execute writes the notebook $1 with its outputs to $executed; what Jupyter says goes to
# the log $2.
execute() {
	rm -rf "$build/cells/$(basename "$1" .ipynb)" # so that cells train anew
	BCV_CELLS=$build/cells/$(basename "$1" .ipynb) "$JUPYTER" nbconvert --to notebook --execute --allow-errors --output-dir "$executed" \
		--ExecutePreprocessor.kernel_name=gonb \
		--ExecutePreprocessor.record_timing=False \
		--ExecutePreprocessor.startup_timeout=300 \
		"$1" >"$2" 2>&1
}

# renew executes the notebook $1 into the copy $2 and writes beside it from which state, if
# that is known and was the same from begin to end. It continues after a failing cell, so
# that the result shows which cells failed and what they printed; nbcheck reports them.
# Timing marks would change the file at every run, and the kernel is slow to start where
# Go's build cache is empty.
renew() {
	local name before
	name=$(basename "$1" .ipynb)
	local log=$build/log/$name.log
	rm -f "$2.state"
	before=$(state "$1") || before=
	if ! heartbeat "$name" execute "$1" "$log"; then
		tail -n 20 "$log" >>"$report"
		return 1
	fi
	if [[ -n $before && $(state "$1") == "$before" ]]; then
		{ echo "$before" && sha256sum <"$2"; } >"$2.state"
	fi
}

# kept says whether the copy $2 was executed from the state in which the notebook $1 is now.
kept() {
	local now
	[[ -s $2 && -s $2.state ]] && now=$(state "$1") && [[ "$now"$'\n'$(sha256sum <"$2") == "$(<"$2.state")" ]]
}

# run brings the notebook $1 up to date, and writes to $report what is wrong.
run() {
	local copy
	copy=$executed/$(basename "$1")
	if [[ $mode == --check ]]; then
		if kept "$1" "$copy"; then
			how=" (executed before, from this state)"
		else
			renew "$1" "$copy" || return
		fi
		"$build/bin/nbcheck" "$copy" "$1" >>"$report" 2>&1
		return
	fi
	renew "$1" "$copy" && "$build/bin/nbcheck" "$copy" >>"$report" 2>&1 || return
	# A move within the folder, so that no half-written notebook is ever there.
	cp "$copy" "$1.new" && mv "$1.new" "$1"
}

if [[ ${1:-} == --one ]]; then
	name=$(basename "$notebook" .ipynb)
	start=$SECONDS how='' report=$build/log/$name.report place="$place $name"
	echo "$place"
	: >"$report"
	if run "$notebook"; then
		rm -f "$report"
		echo "$place: $((SECONDS - start)) s$how"
		exit
	fi
	echo "$place: FAILED after $((SECONDS - start)) s"
	exit 1
fi

if ! JUPYTER=$("$root/scripts/find-jupyter.sh" nbconvert); then
	echo "bcv: no Jupyter with nbconvert; run make setup" >&2
	exit 1
fi
export JUPYTER
shopt -s nullglob
shift
if [[ $# -gt 0 ]]; then
	notebooks=()
	for name in "$@"; do
		name=$(basename "$name" .ipynb).ipynb
		[[ -f $root/notebooks/thesis/$name ]] && name=thesis/$name
		notebooks+=("$root/notebooks/$name")
	done
else
	notebooks=("$root"/notebooks/*.ipynb "$root"/notebooks/thesis/*.ipynb)
fi
if [[ ${#notebooks[@]} -eq 0 ]]; then
	echo "bcv: no notebooks in $root/notebooks" >&2
	exit 1
fi
mkdir -p "$executed" "$build/log"
rm -f "$build"/log/*.report

works=()
for i in "${!notebooks[@]}"; do
	works+=("[$((i + 1))/${#notebooks[@]}]" "${notebooks[i]}")
done
jobs=$(getconf _NPROCESSORS_ONLN)
if ! printf '%s\0' "${works[@]}" | xargs -0 -n 2 -P $((jobs < 4 ? jobs : 4)) "$0" --one "$mode"; then
	reports=("$build"/log/*.report)
	cat "${reports[@]}" >&2
	echo "bcv: ${#reports[@]} of ${#notebooks[@]} notebooks failed; their files in notebooks/ are unchanged" >&2
	exit 1
fi
