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
