#!/usr/bin/env bash
# Installs the system packages that are missing, or says which they are.
#
#   scripts/install-packages.sh notebooks   what executing the notebooks needs
#   scripts/install-packages.sh lab         what `make lab` needs: also a Jupyter in the browser
#   scripts/install-packages.sh test        what `make test` needs: also a C compiler
#   scripts/install-packages.sh full        what `make test-full` needs: also R, Python's libraries, Slurm, Chromium, the site, LaTeX, shells
#   scripts/install-packages.sh release     what `make release-check` needs, a part of full
#   scripts/install-packages.sh slurm       what `make slurm-test` needs, a part of full
#   scripts/install-packages.sh site        what `make site` needs, a part of full
#   scripts/install-packages.sh paper       what `make paper` needs, a part of full
#   scripts/install-packages.sh peers       what `make bench-peers` compares with
#
# With apt-get, as root or with a sudo that asks no password, it installs them and says
# before how much that is. Otherwise it prints the command to run and stops with status 1.
# Where nothing is missing it does nothing.
set -euo pipefail
source "$(dirname "$0")/env.sh"

if ! command -v go >/dev/null; then
	echo "bcv: no go command on PATH; install Go $(sed -n 's/^go //p' "$root/go.mod") or later from https://go.dev/dl" >&2
	exit 1
fi

# has_c_compiler reports whether cgo, which the race detector needs, can compile.
has_c_compiler() {
	printf '#include <stdlib.h>\nint main(void) { return 0; }\n' |
		"$(go env CC)" -x c -o /dev/null - 2>/dev/null
}

missing=()
need_nbconvert() {
	"$root/scripts/find-jupyter.sh" nbconvert >/dev/null || missing+=(jupyter-nbconvert)
}
need_site() {
	command -v mkdocs >/dev/null || missing+=(mkdocs)
	/usr/bin/python3 -c 'import pymdownx' 2>/dev/null || missing+=(python3-pymdownx)
	[[ -e /usr/share/javascript/katex/katex.min.js ]] || missing+=(libjs-katex)
}
need_paper() {
	{ command -v pdflatex && command -v bibtex; } >/dev/null || missing+=(texlive-latex-base)
}
# need_slurm notes the packages for the tests of docker/cluster, but for who has said to
# go without them.
need_slurm() {
	[[ ${BCV_SLURM:-} != skip ]] || return 0
	local program
	for program in sbatch slurmctld slurmd; do
		if ! PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null; then
			missing+=(slurm-wlm)
			break
		fi
	done
	PATH=$PATH:/usr/sbin:/sbin command -v munged >/dev/null || missing+=(munge)
	command -v parallel >/dev/null || missing+=(parallel)
	command -v snakemake >/dev/null || missing+=(snakemake)
}
need_compiler() {
	has_c_compiler || missing+=(gcc libc6-dev)
}
# need_action notes what the action for pull requests fetches a release with, and what its test reads comments with.
need_action() {
	local program
	for program in curl jq; do
		command -v "$program" >/dev/null || missing+=("$program")
	done
}
# need_documents notes the languages of the programs in the documents.
need_documents() {
	local package
	/usr/bin/python3 -c 'import pandas' 2>/dev/null || missing+=(python3-pandas)
	/usr/bin/python3 -c 'import sklearn' 2>/dev/null || missing+=(python3-sklearn)
	/usr/bin/python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)
	/usr/bin/python3 -c 'import mypy' 2>/dev/null || missing+=(python3-mypy)
	/usr/bin/python3 -c 'import packaging' 2>/dev/null || missing+=(python3-packaging)
	command -v Rscript >/dev/null || missing+=(r-base-core)
	for package in rpart caret rsample knitr markdown; do
		Rscript -e "library($package)" >/dev/null 2>&1 || missing+=("r-cran-$package")
	done
}
# need_programs notes what the package for npm and the completions of the release are tried with.
need_programs() {
	command -v node >/dev/null || missing+=(nodejs)
	command -v npm >/dev/null || missing+=(npm)
	command -v zsh >/dev/null || missing+=(zsh)
	command -v fish >/dev/null || missing+=(fish)
}
case ${1:-} in
notebooks)
	need_nbconvert
	;;
lab)
	need_nbconvert
	"$root/scripts/find-jupyter.sh" notebook >/dev/null ||
		"$root/scripts/find-jupyter.sh" lab >/dev/null || missing+=(jupyter-notebook)
	;;
test)
	need_nbconvert
	need_compiler
	need_action
	;;
full)
	need_nbconvert
	# The browser test drives the page of version 6, which Debian has.
	"$root/scripts/find-jupyter.sh" notebook 6 >/dev/null || missing+=(jupyter-notebook)
	"$root/scripts/find-chromium.sh" >/dev/null || missing+=(chromium fonts-dejavu-core)
	need_compiler
	need_action
	need_documents
	need_slurm
	need_site
	need_paper
	need_programs
	;;
release)
	need_documents
	need_programs
	;;
site)
	need_site
	;;
paper)
	need_paper
	;;
slurm)
	need_slurm
	;;
peers)
	/usr/bin/python3 -c 'import sklearn' 2>/dev/null || missing+=(python3-sklearn)
	;;
*)
	echo "usage: scripts/install-packages.sh notebooks|lab|test|full|release|slurm|site|paper|peers" >&2
	exit 2
	;;
esac

if [[ ${#missing[@]} -eq 0 ]]; then
	exit 0
fi

install=(install --no-install-recommends "${missing[@]}")
as_root=()
if [[ $(id -u) -ne 0 ]]; then
	as_root=(sudo --non-interactive)
fi
if ! command -v apt-get >/dev/null || ! "${as_root[@]}" true 2>/dev/null; then
	cat >&2 <<-EOF
		bcv: these system packages are missing: ${missing[*]}
		bcv: install them as root, then run make again. On Debian and Ubuntu:
		    sudo apt-get update && sudo apt-get ${install[*]}
	EOF
	exit 1
fi

mkdir -p "$build/log"
log=$build/log/install-packages.log
export DEBIAN_FRONTEND=noninteractive
heartbeat_log=$log
apt_get() {
	"${as_root[@]}" apt-get "$@" >>"$log" 2>&1
}
apt() {
	if ! heartbeat "apt-get" apt_get "$@"; then
		tail -n 20 "$log" >&2
		echo "bcv: apt-get failed; its output is in .build/log/install-packages.log" >&2
		exit 1
	fi
}
: >"$log"
echo "Installing ${missing[*]}"
apt update
"${as_root[@]}" env LC_ALL=C apt-get --assume-no "${install[@]}" 2>/dev/null |
	grep -E '^(Need to get|After this operation|[0-9]+ upgraded)' || true
apt --yes "${install[@]}"
