#!/usr/bin/env bash
# Prints docs/research/licences.md: the licence of every module that is linked into bcv, that
# other packages and tests need, or that the tools of the notebooks are built from.
# A licence that it does not know is an error.
set -euo pipefail
source "$(dirname "$0")/env.sh"
cd "$root"

# kind names the licence in file $1.
kind() {
	local text
	text=$(tr -s ' \t\r\n' ' ' <"$1")
	case $text in
	*"transition from the MIT License to the Apache License"*) echo "Apache-2.0 and MIT" ;;
	*"Freetype-Go software is subject to your choice"*) echo "FTL or GPL-2.0-or-later" ;;
	*"Mozilla Public License Version 2.0"* | *"Mozilla Public License, version 2.0"*) echo MPL-2.0 ;;
	*"Creative Commons Attribution 4.0"*) echo CC-BY-4.0 ;;
	*"Klaus Post"*"Apache License"*"Permission is hereby granted"*) echo "BSD-3-Clause, Apache-2.0 and MIT" ;;
	*"Apache License"*) echo Apache-2.0 ;;
	*"MIT No Attribution"*) echo MIT-0 ;;
	*"Permission is hereby granted, free of charge"*) echo MIT ;;
	*"Redistribution and use in source and binary forms"*"Neither the name"* | *"Redistribution and use in source and binary forms"*"names of its contributors may"* | *"Redistribution and use in source and binary forms"*"may not be used to endorse"*) echo BSD-3-Clause ;;
	*"Redistribution and use in source and binary forms"*) echo BSD-2-Clause ;;
	*) return 1 ;;
	esac
}

# modules lists the modules of the packages that go list's arguments name.
modules() {
	go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' "$@" | sort -u
}

# rows prints a table of the modules on standard input.
rows() {
	echo
	echo "| module | version | licence | file |"
	echo "| --- | --- | --- | --- |"
	while read -r path version dir; do
		local file name
		file=$(find "$dir" -maxdepth 1 -type f \( -iname 'licen[cs]e*' -o -iname 'copying*' \) | sort | head -n 1)
		if [[ -z $file ]] || ! name=$(kind "$file"); then
			echo "bcv: $path $version: the licence is not known; add it to scripts/list-licences.sh" >&2
			exit 1
		fi
		echo "| $path | $version | $name | $(basename "$file") |"
	done
}

linked=$(modules ./pkg/cmd/bcv ./research/cmd/bcv-research)
others=$(comm -13 <(echo "$linked") <({ modules -test ./...; (cd tools && modules -test -tags browser,docs,site,slurm ./...) } | grep -v "^github.com/block-regularized/" | sort -u))
tools=$(cd tools/pinned && modules tool)

cat <<'END'
# Licences of what this module is built from

Made by `make licences` from the licence file of each module at the version that `go.mod`, `tools/go.mod` or `tools/pinned/go.mod` pins; abbreviations are
as in SPDX. The licence of this module is in [LICENSE](../../LICENSE), Go and its library are under BSD-3-Clause. `examples/mnist` and
`docker/cluster/job` are modules of their own with their own dependencies, which are not listed here but in their `go.mod`; `notebooks` is
one without any.

## Linked into bcv
END
rows <<<"$linked"
cat <<'END'

The Liberation fonts, which figures embed, are under OFL-1.1.

## Other packages and tests

`pkg/display` needs gonb, uuid, klog and what they need, `pkg/frame` gota; the others are for tests.
END
rows <<<"$others"
cat <<'END'

## Tools of the notebooks

Built into `.build/bin` by `make setup`, linked into nothing of this module.
END
rows <<<"$tools"
