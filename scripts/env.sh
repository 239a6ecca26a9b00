# shellcheck shell=bash
# Paths and environment that the scripts share. Sourced, never run by itself.
#
# root   the repository
# build  everything built; `make clean` removes it

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$root/.build

case $root in
*[,:]*)
	echo "bcv: the path $root has a comma or a colon, which PATH and GoNB use as separators; clone to another folder" >&2
	exit 1
	;;
esac

# goimports and gopls for the kernel; the kernel's specification for Jupyter,
# before any kernel of the same name that the user may have.
export PATH=$build/bin:$PATH
export JUPYTER_PATH=$build/jupyter${JUPYTER_PATH:+:$JUPYTER_PATH}
export BCV_SCALE=${BCV_SCALE:-quick}

# What Jupyter, its kernels and gopls keep for themselves goes below .build. In the user's
# folders Go alone writes: its caches, goimports' among them, and its counters.
export JUPYTER_RUNTIME_DIR=$build/jupyter-run IPYTHONDIR=$build/ipython GOPLSCACHE=$build/gopls

# need SET PROGRAM... stops where a program is missing, and says what installs it.
need() {
	local set=$1 program
	shift
	for program in "$@"; do
		command -v "$program" >/dev/null || {
			echo "bcv: no $program; run scripts/install-packages.sh $set" >&2
			exit 1
		}
	done
}

# last_line prints the last line of a file after a colon, cut to 60 characters; nothing
# without a file.
last_line() {
	[[ -s $1 ]] && tail -n 1 "$1" | tr -cd '[:print:]' | cut -c 1-60 | sed 's/^/: /'
}

# heartbeat LABEL COMMAND... runs a command, and says every half minute on standard error
# that it still runs, for commands that are silent. Where heartbeat_log names the file that the
# command writes, the last line of it is said too.
heartbeat() {
	local label=$1 start=$SECONDS beats status=0
	shift
	# The pause holds no pipe open, in which somebody might wait for the end.
	while sleep "${BCV_HEARTBEAT:-30}" >/dev/null 2>&1; do
		echo "$label: still at it after $((SECONDS - start)) s$(last_line "${heartbeat_log:-}")" >&2
	done </dev/null >/dev/null &
	beats=$!
	"$@" || status=$?
	kill "$beats" 2>/dev/null || true
	wait "$beats" 2>/dev/null || true
	return "$status"
}
