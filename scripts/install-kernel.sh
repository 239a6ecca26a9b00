#!/usr/bin/env bash
# Builds nbcheck and the tools pinned in tools/pinned/go.mod (gonb, goimports) into .build/bin, and
# writes the kernel's specification to .build/jupyter/kernels/gonb. Nothing is written
# outside .build, so kernels that the user has stay as they are.
#
#   scripts/install-kernel.sh         what executing notebooks needs
#   scripts/install-kernel.sh gopls   builds gopls, with which the kernel completes and
#                                     explains names while one types
set -euo pipefail
source "$(dirname "$0")/env.sh"
cd "$root"

mkdir -p "$build/bin" "$build/log"
if [[ ${1:-} == gopls ]]; then
	heartbeat "gopls" go -C tools/pinned build -o "$build/bin/" golang.org/x/tools/gopls
	exit
fi
if [[ ! -x $build/bin/gonb ]]; then
	echo "Building the GoNB kernel (a minute or two the first time)"
fi
heartbeat "GoNB kernel" go -C tools/pinned build -o "$build/bin/" github.com/janpfeifer/gonb golang.org/x/tools/cmd/goimports
heartbeat "notebook check" go -C "$root/tools" build -o "$build/bin/" ./notebook/nbcheck

# With -go_work every notebook compiles against this working copy and the
# versions that its go.mod pins.
log=$build/log/install-kernel.log
if ! JUPYTER_DATA_DIR=$build/jupyter "$build/bin/gonb" --install --force_deps -go_work="$root" >"$log" 2>&1; then
	cat "$log" >&2
	echo "bcv: gonb could not write its kernel specification" >&2
	exit 1
fi
