#!/usr/bin/env bash
# Builds the archives for this system and for Windows twice, from two folders, and compares them; then tries
# the one for this system with nothing but bash and what is in it.
#
#   scripts/check-release.sh [TAG]   with a TAG the programs must name it as their version
set -euo pipefail
source "$(dirname "$0")/env.sh"
cd "$root"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
here=$(go env GOOS)/$(go env GOARCH)
for turn in first second; do
	git clone --quiet --no-hardlinks . "$scratch/$turn"
	(cd "$scratch/$turn" && heartbeat "the $turn build" go run ./tools/release -targets "$here,windows/amd64" -out out)
done
diff "$scratch/first/out/SHA256SUMS" "$scratch/second/out/SHA256SUMS"
echo "the archives of two builds are the same"

mkdir "$scratch/bare"
tar -xzf "$scratch"/first/out/*.tar.gz --strip-components=1 -C "$scratch/bare"
bare() { (cd "$scratch/bare" && env -i PATH="$scratch/bare:/usr/bin:/bin" HOME="$scratch" "$@"); }
bare bcv --version
bare bcv --version | grep -q "^bcv ${1:-v}"
bare bash -c 'source completions/bcv.bash; COMP_WORDS=(bcv compa); COMP_CWORD=1; _bcv; [[ $COMPREPLY == compare ]]'
[[ -s $scratch/bare/man/man1/bcv-compare.1 ]]
bare bcv example first
bare bcv holdout --data first/plants.csv --one-hot --m 5 --learner svm --learner "knn(k=1)" --losses losses.csv
bare bcv compare losses.csv | tee "$scratch/verdict"
grep -q '^svm is better than knn(k=1): ' "$scratch/verdict"
