#!/usr/bin/env bash
# Builds the images of docker/ without a Docker engine and tries them: buildah builds
# them in a chroot, on stand-ins for their base images that debootstrap makes from
# Debian's archive and this machine's Go. Then
#
#   notebook   serves, its health check passes, and it executes notebook 00 as its user
#   cluster    bcv --version runs
#
# The target lab needs the Python package index and is not built. It runs as root on
# Debian 12 with buildah and debootstrap, takes minutes on an idle machine (half an hour
# on a busy one) and 4.4 GB below ${TMPDIR:-/tmp}, and leaves nothing behind.
set -euo pipefail
source "$(dirname "$0")/env.sh"
cd "$root"

fail() {
	echo "bcv: docker test: $*" >&2
	exit 1
}

for command in buildah debootstrap; do
	command -v "$command" >/dev/null || fail "no $command; install buildah and debootstrap"
done
[[ $(id -u) -eq 0 ]] || fail "run it as root: debootstrap and chroot need that"

scratch=$(mktemp -d)
server=
export BUILDAH_ISOLATION=chroot
# Called by the trap.
# shellcheck disable=SC2317
cleanup() {
	if [[ -n $server ]]; then
		kill -- "-$server" 2>/dev/null || true
		wait "$server" 2>/dev/null || true
	fi
	image rm --all >/dev/null 2>&1 || true
	mount=$scratch/storage/overlay
	! mountpoint --quiet "$mount" || umount "$mount"
	rm -rf "$scratch"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# image runs buildah with a storage of its own. STORAGE_DRIVER=vfs is for kernels without overlay,
# and takes four times the disk.
image() {
	buildah --root "$scratch/storage" --runroot "$scratch/run" --storage-driver "${STORAGE_DRIVER:-overlay}" "$@"
}

say() { echo "docker test: $* ($SECONDS s)"; }

# The base images under the names of the FROM lines. Certificates of this machine and its
# name of the module proxy are lent to the build; nothing of them is in an image.
base_go=$(sed -n 's/^FROM \(golang:[^ ]*\) AS kernel$/\1/p' docker/Dockerfile)
[[ $(go env GOVERSION) == "go$(sed 's/^golang:\([0-9.]*\)-.*/\1/' <<<"$base_go")" ]] ||
	fail "$base_go is wanted, and this machine has $(go env GOVERSION)"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' | head -n 1)
lent=(--volume /etc/ssl/certs:/etc/ssl/certs:ro)

say "debian:bookworm-slim by debootstrap"
slim=$(image from --quiet scratch)
tree=$(image mount "$slim")
debootstrap --variant=minbase bookworm "$tree" "$mirror" >"$scratch/debootstrap.log" 2>&1 ||
	fail "debootstrap: $(tail -n 3 "$scratch/debootstrap.log")"
rm -rf "$tree"/var/cache/apt/archives/*.deb "$tree"/var/lib/apt/lists/*
# As in the image that it stands for: without this dpkg waits for the disk at every file.
echo force-unsafe-io >"$tree/etc/dpkg/dpkg.cfg.d/docker-apt-speedup"
image config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd bash "$slim"
image commit --quiet "$slim" debian:bookworm-slim >/dev/null

say "$base_go with this machine's Go"
image run "$slim" -- sh -c 'apt-get update && apt-get install --yes --no-install-recommends ca-certificates gcc git libc6-dev make && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb' >"$scratch/base.log" 2>&1 ||
	fail "apt-get in the base: $(tail -n 3 "$scratch/base.log")"
tree=$(image mount "$slim")
mkdir "$tree/usr/local/go"
tar --directory "$(go env GOROOT)" --create --file - bin go.env lib pkg src VERSION | tar --directory "$tree/usr/local/go" --extract --file -
mkdir -m 1777 "$tree/go"
image config --env GOPATH=/go --env GOTOOLCHAIN=local --env PATH=/go/bin:/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --workingdir /go "$slim"
image commit --quiet --rm "$slim" "$base_go" >/dev/null

# build makes image $1 of Dockerfile $2; further arguments go to buildah.
build() {
	local tag=$1 file=$2
	shift 2
	say "build of $tag"
	image bud --pull-never --format docker --file "$file" --ignorefile "$file.dockerignore" \
		--build-arg "GOPROXY=$(go env GOPROXY)" --build-arg "GOSUMDB=$(go env GOSUMDB)" \
		"${lent[@]}" --tag "$tag" "$@" . >"$scratch/$tag.log" 2>&1 ||
		{ tail -n 20 "$scratch/$tag.log" >&2; fail "$tag was not built"; }
}

build bcv-cluster docker/cluster/Dockerfile
container=$(image from --pull-never --quiet bcv-cluster)
version=$(image run "$container" -- bcv --version)
[[ $version == bcv\ * ]] || fail "bcv --version prints $version"
say "cluster: $version"
image rm "$container" >/dev/null
image rmi bcv-cluster >/dev/null

build bcv-notebook docker/Dockerfile --target notebook
# setting prints a field of the image's settings, a string a line.
setting() {
	image inspect --type image bcv-notebook |
		/usr/bin/python3 -c 'import json, sys; print("\n".join(json.load(sys.stdin)["Docker"]["config"]'"$1"'))'
}
container=$(image from --pull-never --quiet bcv-notebook)
user=$(image run "$container" -- id --user --name)
[[ $user == bcv ]] || fail "the user is $user"

port=8888 # a chroot shares this machine's ports
while (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
mapfile -t command < <(setting '["Cmd"]' | sed "s/8888/$port/; s/0\.0\.0\.0/127.0.0.1/")
mapfile -t health < <(setting '["Healthcheck"]["Test"][1:]' | sed "s/8888/$port/")
set -m
image run "$container" -- "${command[@]}" >"$scratch/server.log" 2>&1 &
server=$!
set +m
for attempt in {1..60}; do
	if image run "$container" -- "${health[@]}" >"$scratch/health.log" 2>&1; then break; fi
	if [[ $attempt -eq 60 ]]; then
		tail -n 5 "$scratch/health.log" "$scratch/server.log" >&2
		fail "the server did not become healthy"
	fi
	sleep 1
done
say "notebook: healthy"
kill -- "-$server"
wait "$server" 2>/dev/null || true
server=

say "notebook 00, as $user"
image run "$container" -- scripts/execute-notebooks.sh --check 00_quickstart ||
	fail "the notebook failed"
say "passed"
