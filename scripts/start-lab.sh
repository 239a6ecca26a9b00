#!/usr/bin/env bash
# Opens the notebooks in JupyterLab, or in the classic Notebook where there is
# no JupyterLab. Arguments are passed on, such as --no-browser or --port=9000.
set -euo pipefail
source "$(dirname "$0")/env.sh"
cd "$root"

for interface in lab notebook; do
	if jupyter=$("$root/scripts/find-jupyter.sh" "$interface"); then
		exec "$jupyter" "$interface" notebooks "$@"
	fi
done
echo "bcv: no JupyterLab and no Notebook; run make setup" >&2
exit 1
