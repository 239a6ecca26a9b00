#!/usr/bin/env bash
# Writes an HTML copy of each notebook, with the outputs that it has, to html/.
#
#   scripts/export-html.sh [NAME...]   NAME such as 11_errata; without names all
#
# In the copies the code is coloured as Go, which the kernel does not ask for, with tabs of four
# columns, and links to other notebooks lead to their copies.
set -euo pipefail
source "$(dirname "$0")/env.sh"

if ! jupyter=$("$root/scripts/find-jupyter.sh" nbconvert); then
	echo "bcv: no Jupyter with nbconvert; run make setup" >&2
	exit 1
fi
mkdir -p "$build/log"
log=$build/log/export-html.log
sources=$build/html-sources
rm -rf "$sources"
mkdir -p "$sources"
for notebook in "$root"/notebooks/*.ipynb "$root"/notebooks/thesis/*.ipynb; do
	name=$(basename "$notebook" .ipynb)
	if [[ $# -eq 0 || " $* " == *" $name "* ]]; then
		sed -e 's/"pygments_lexer": ""/"pygments_lexer": "go"/' \
			-e 's/\(](\|href=\\"\)\(\.\.\/\|thesis\/\)\{0,1\}\([0-9A-Za-z_]*\)\.ipynb/\1\3.html/g' \
			"$notebook" >"$sources/$name.ipynb"
	fi
done
convert() {
	"$jupyter" nbconvert --to html --output-dir "$sources" "$sources"/*.ipynb >"$log" 2>&1
}
if ! heartbeat "HTML copies" convert; then
	tail -n 20 "$log" >&2
	exit 1
fi
sed -i.old '0,/<\/head>/s//<style>pre { tab-size: 4; }<\/style><\/head>/' "$sources"/*.html
mkdir -p "$root/html"
mv "$sources"/*.html "$root/html"
echo "HTML copies are in html/"
