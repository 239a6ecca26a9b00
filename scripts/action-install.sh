#!/usr/bin/env bash
# Step of action.yml: puts bcv in front of PATH for the steps that follow. BCV_VERSION names a
# release, whose sum is checked; without one the program is built from the source beside this
# script. BCV_RELEASES is where releases are, for copies of them.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
bin=$RUNNER_TEMP/bcv
mkdir -p "$bin"

if [[ -z ${BCV_VERSION:-} ]]; then
	(cd "$root" && CGO_ENABLED=0 go build -trimpath -buildvcs=false -o "$bin/" ./pkg/cmd/bcv)
else
	case $RUNNER_OS in
	Linux) system=linux pack=tar.gz ;;
	macOS) system=darwin pack=tar.gz ;;
	*) system=windows pack=zip ;;
	esac
	case $RUNNER_ARCH in
	X64) system+=-amd64 ;;
	ARM64) system+=-arm64 ;;
	*)
		echo "bcv: no release for $RUNNER_ARCH; leave out version, and the program is built from source" >&2
		exit 2
		;;
	esac
	name=bcv-$BCV_VERSION-$system
	from=${BCV_RELEASES:-https://github.com/block-regularized/bcv/releases/download}/$BCV_VERSION
	for file in "$name.$pack" SHA256SUMS; do
		curl --fail --silent --show-error --location --output "$bin/$file" "$from/$file"
	done
	cd "$bin"
	grep -F "  $name.$pack" SHA256SUMS | shasum --algorithm 256 --check --quiet
	if [[ $pack == zip ]]; then unzip -q "$name.zip"; else tar -xzf "$name.tar.gz"; fi
	bin=$bin/$name
fi
echo "$bin" >>"$GITHUB_PATH"
"$bin/bcv" --version
