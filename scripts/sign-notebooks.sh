#!/usr/bin/env bash
# Signs the notebooks that are as in git for Jupyter, which else shows their sliders dead: it
# trusts what it has not run itself only with a signature. Signatures are kept in
# JUPYTER_DATA_DIR.
#
#   scripts/sign-notebooks.sh JUPYTER    with the program that jupyter is run by
set -euo pipefail
source "$(dirname "$0")/env.sh"
cd "$root"

python=$(sed -n '1s/^#! *//p' "$1") # of Jupyter, which has its modules
for notebook in notebooks/*.ipynb notebooks/thesis/*.ipynb; do
	if [[ -f $notebook ]] && git ls-files --error-unmatch "$notebook" &>/dev/null && git diff --quiet HEAD -- "$notebook"; then
		signed+=("$notebook")
	fi
done
if [[ -n ${signed:-} ]] && ! $python -m nbformat.sign "${signed[@]}" >/dev/null; then
	echo "bcv: notebooks are not signed; choose Trust Notebook in the menu File to use their sliders" >&2
fi
