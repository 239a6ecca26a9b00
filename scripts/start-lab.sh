#!/usr/bin/env bash
# Opens the notebooks, or those of the folder DIR, in JupyterLab, or in the classic Notebook
# where there is no JupyterLab. Arguments are passed on, such as --no-browser or --port=9000.
set -euo pipefail
source "$(dirname "$0")/env.sh"
cd "$root"

# Jupyter refuses root, whom a container or a machine of one's own may have, without this.
if [[ $(id -u) -eq 0 ]]; then
	set -- --allow-root "$@"
fi

# Signatures of notebooks and layouts of windows stay here too; kernels of the user are found.
export JUPYTER_PATH=$JUPYTER_PATH:${JUPYTER_DATA_DIR:-$HOME/.local/share/jupyter}
export JUPYTER_DATA_DIR=$build/jupyter-data JUPYTERLAB_WORKSPACES_DIR=$build/jupyter-data/workspaces

for interface in lab notebook; do
	if jupyter=$("$root/scripts/find-jupyter.sh" "$interface"); then
		"$root/scripts/sign-notebooks.sh" "$jupyter"
		exec "$jupyter" "$interface" "${DIR:-notebooks}" "$@"
	fi
done
echo "bcv: no JupyterLab and no Notebook; run make setup" >&2
exit 1
