#!/usr/bin/env bash
# Makes the commit and the tag of a release: dates the changelog, gives the version to CITATION.cff and to the
# documents that name a release, and takes the words from them that nothing is released. It pushes nothing.
#
#   scripts/tag-release.sh 0.1.0
set -euo pipefail
source "$(dirname "$0")/env.sh"
cd "$root"

version=${1:-}
if [[ ! $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
	echo "usage: make tag VERSION=0.1.0" >&2
	exit 2
fi
if [[ -n $(git status --porcelain) ]] || git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null; then
	echo "bcv: uncommitted changes, or the tag v$version is there already" >&2
	exit 1
fi
before=$(sed -n 's/^version: //p' CITATION.cff)
sed -i "s/^version: .*/version: $version/" CITATION.cff
perl -0pi -e 's/\n\nNothing is released yet; this becomes .*?\n/\n/;' \
	-e "s/^## \\[Unreleased\\]\\n/## [Unreleased]\\n\\n## [$version] - $(date -u +%F)\\n/m" CHANGELOG.md
documents=(README.md docs/start/first-verdict.md clients/node/README.md)
perl -0pi -e 's/^Nothing is released yet.*?\n\n//ms;' -e "s/\\Q$before\\E/$version/g" "${documents[@]}"
git commit --quiet --message "release v$version" CITATION.cff CHANGELOG.md "${documents[@]}"
git tag --annotate --message "v$version" "v$version"
echo "v$version is a commit and a tag here; make release-check tries it, and this publishes it:"
echo "    git push origin HEAD v$version"
