#!/usr/bin/env bash
# Builds the archives for this system and for Windows twice, from two folders, and compares them; then installs every
# archive and package as docs/start/first-verdict.md shows, in an empty environment and an empty home, and looks
# at what is in the archive. With BCV_CHROOT, a folder with a bare system, as root, it installs them there.
#
#   scripts/check-release.sh
set -euo pipefail
source "$(dirname "$0")/env.sh"
cd "$root"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
version=v$(sed -n 's/^version: //p' CITATION.cff)
here=$(go env GOOS)/$(go env GOARCH)
git clone --quiet --no-hardlinks . "$scratch/first"
git -C "$scratch/first" tag --force "$version" >/dev/null # where there is no release, the next one
git clone --quiet --no-hardlinks "$scratch/first" "$scratch/second"
for turn in first second; do
	(cd "$scratch/$turn" && heartbeat "the $turn build" go -C tools run ./release -targets "$here,windows/amd64" -out ../out)
done
diff "$scratch/first/out/SHA256SUMS" "$scratch/second/out/SHA256SUMS"
echo "the archives of two builds are the same"

mkdir "$scratch/bare"
tar -xzf "$scratch"/first/out/bcv-v*.tar.gz --strip-components=1 -C "$scratch/bare"
(cd "$scratch/first/out" && sha256sum --quiet --check SHA256SUMS)
bare() { (cd "$scratch/bare" && env -i PATH="$scratch/bare:/usr/bin:/bin" HOME="$scratch" "$@"); }
bare bcv --version | grep "^bcv $version"
bare bash -c 'source completions/bcv.bash; COMP_WORDS=(bcv compa); COMP_CWORD=1; _bcv; [[ $COMPREPLY == compare ]]'
[[ -s $scratch/bare/man/man1/bcv-compare.1 ]]

go -C tools test -count=1 -tags docs -run Shells ./release

BCV_RELEASE=$scratch/first go -C tools test -count=1 -timeout 60m -tags docs -run TestDocsDoors -v ./docs
