#!/usr/bin/env bash
# Builds the manuscript, docs/why/paper/paper.tex, into .build/paper/paper.pdf. Boxes that are too full, citations
# and references that lead nowhere, and more than eleven pages are errors.
set -euo pipefail
source "$(dirname "$0")/env.sh"

need paper pdflatex bibtex
out=$build/paper
rm -rf "$out"
mkdir -p "$out"
cd "$root/docs/why/paper"
export BIBINPUTS=$PWD max_print_line=1000 TEXMFVAR=$out/fonts
latex() {
	pdflatex -interaction=nonstopmode -halt-on-error -output-directory "$out" paper.tex >"$out/output.txt" || {
		grep -A 5 '^!' "$out/output.txt" >&2
		exit 1
	}
}
latex
(cd "$out" && bibtex paper >output.txt) || {
	cat "$out/output.txt" >&2
	exit 1
}
for _ in 1 2 3; do # until references stay where they are
	latex
done
if grep -E '^Overfull|undefined|multiply defined|Rerun to' "$out/paper.log" >&2; then
	exit 1
fi
grep -Eq '^Output written on .*\(([1-9]|1[01]) pages?,' "$out/paper.log" || {
	echo "bcv: the manuscript has more than eleven pages" >&2
	exit 1
}
echo "The manuscript is .build/paper/paper.pdf"
