#!/usr/bin/env bash
# Checks docker/ as far as that goes without a Docker engine: the files say what
# they should, and the image's own steps (its last RUN, its CMD, its HEALTHCHECK)
# work on a copy of the repository with this machine's Jupyter. What needs an
# engine or a Python package index (the base image, apt-get, pip) is not run.
set -euo pipefail
source "$(dirname "$0")/env.sh"
cd "$root"

dockerfile=docker/Dockerfile

fail() {
	echo "bcv: docker check: $*" >&2
	exit 1
}

# instruction prints the arguments of each instruction $1, one line each, with
# continued lines joined and comments left out.
instruction() {
	sed '/^#/d' "$dockerfile" | sed -e ':a' -e '/\\$/{N;s/\\\n */ /;ba' -e '}' | sed -n "s/^$1 //p"
}

# words prints the strings of a JSON list such as ["a", "b"], one per line.
words() {
	sed -n 's/^[^[]*\[\(.*\)\]$/\1/p' | sed 's/", "/\n/g' | sed 's/^"//; s/"$//'
}

unknown=$(sed -e '/^#/d' -e '/^ /d' -e '/^$/d' "$dockerfile" |
	grep -vE '^(FROM|RUN|COPY|ENV|ARG|USER|WORKDIR|EXPOSE|HEALTHCHECK|CMD) ' || true)
[[ -z $unknown ]] || fail "unknown instruction: $unknown"

# The Go of the base image is a full version, not older than go.mod asks for.
image_go=$(instruction FROM | sed -n 's/^golang:\([0-9]*\.[0-9]*\.[0-9]*\)-bookworm AS .*$/\1/p')
[[ -n $image_go ]] || fail "FROM has no full version of Go"
module_go=$(sed -n 's/^go //p' go.mod)
[[ $(printf '%s\n' "$module_go" "$image_go" | sort -V | head -n 1) == "$module_go" ]] ||
	fail "the image has Go $image_go, go.mod needs $module_go"

# Versions of modules stand in go.mod and tools/pinned/go.mod alone; packages have one version each.
! grep -qE 'go (install|get|run) [^ ]*@' "$dockerfile" || fail "a module version stands outside go.mod and tools/pinned/go.mod"
loose=$(grep -vE '^(#|$)|^[A-Za-z0-9_-]+==[0-9][0-9a-z.]*$' docker/requirements.txt || true)
[[ -z $loose ]] || fail "requirements.txt has an unpinned line: $loose"

for target in notebook lab; do
	user=$(sed -n "/^FROM .* AS $target\$/,/^FROM /s/^USER //p" "$dockerfile" | tail -n 1)
	[[ -n $user && $user != root && $user != 0 ]] || fail "the container $target runs as root"
done
instruction COPY | grep -v '^--chown' | while read -r source _; do
	[[ -e $source ]] || fail "COPY of $source, which does not exist"
done

if docker compose version >/dev/null 2>&1; then
	docker compose --file docker/compose.yaml config --quiet
elif command -v docker-compose >/dev/null; then
	docker-compose --file docker/compose.yaml config --quiet
else
	echo "docker check: no docker compose here; compose.yaml was not parsed"
fi

# The image's steps, on a copy with what its COPY would take.
scratch=$(mktemp -d)
server=
# Called by the trap.
# shellcheck disable=SC2317
cleanup() {
	if [[ -n $server ]]; then
		kill -- "-$server" 2>/dev/null || true
		wait "$server" || true
	fi
	chmod -R u+w "$scratch" && rm -rf "$scratch"
}
trap cleanup EXIT
git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- -cf - | tar -xf - -C "$scratch"
cd "$scratch"
unset JUPYTER_PATH
export PATH=${PATH#"$build/bin:"}

step=$(instruction RUN | grep 'make kernel')
echo "docker check: RUN $step"
bash -c "$step"

port=8888
while (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
mapfile -t command < <(instruction CMD | words | sed "s/8888/$port/; s/0\.0\.0\.0/127.0.0.1/")
mapfile -t health < <(instruction HEALTHCHECK | words | sed "s/8888/$port/")
echo "docker check: CMD ${command[*]}"
set -m
"${command[@]}" >server.log 2>&1 &
server=$!
set +m
for _ in {1..60}; do
	if "${health[@]}" >health.log 2>&1; then
		echo "docker check: healthy"
		exit 0
	fi
	sleep 0.5
done
tail -n 5 health.log server.log >&2
fail "the server did not become healthy"
