#!/usr/bin/env bash
# Runs the tests of the code: go vet, formatting, all tests, and once more under the race
# detector the packages that start goroutines, lock memory between them or catch signals,
# without long tests of numbers (numtest.NotRaced). Of the commands, whose tests start many programs, these are
# the tests that kill, stop and divide work. Long silent steps report every half minute that
# they still run.
#
#   scripts/test-go.sh          all of it
#   scripts/test-go.sh races    prints the packages that run under the race detector
set -euo pipefail
source "$(dirname "$0")/env.sh"
cd "$root"

# More than the ten minutes a package that go test has by default: a busy machine is slow.
limit=30m
command_tests='Kill|Signal|Parts|Checkpoint|Together'

# races prints the packages whose code could race, except the commands.
races() {
	grep -rlE '\bgo func|\.Go\(|\bsignal\.|\bsync\.(Mutex|RWMutex|Pool)|\batomic\.' \
		--include='*.go' --exclude='*_test.go' pkg internal research | xargs -n 1 dirname | sort -u |
		grep -vE '^(pkg|research)/cmd(/|$)|^internal/command$' | sed 's|^|./|'
}

step() {
	echo "$*"
	heartbeat "$1 $2 ${3:-}" "$@"
}

if [[ ${1:-} == races ]]; then
	races
	exit
fi
step go vet ./...
step go -C tools vet ./...
step scripts/check-format.sh gofmt
# The tests leave out go vet, which has run, and would read all libraries for it again.
step go test -vet=off -timeout "$limit" ./...
step go -C tools test -vet=off -timeout "$limit" ./...
mapfile -t racing < <(races)
# By default every program that the race tests start waits a second at its end.
export GORACE=atexit_sleep_ms=10
step go test -vet=off -race -short -timeout "$limit" "${racing[@]}"
step go test -vet=off -race -timeout "$limit" -run "$command_tests" ./pkg/cmd/bcv ./research/cmd
