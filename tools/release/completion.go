package main

import (
	"fmt"
	"strings"
)

// completions are the files with which shells complete commands and flags.
func completions(all []manual) []file {
	return []file{
		{name: "completions/bcv.bash", text: []byte(bashCompletion(all))},
		{name: "completions/_bcv", text: []byte(zshCompletion(all))},
		{name: "completions/bcv.fish", text: []byte(fishCompletion(all))},
	}
}

// eachFlag calls f for the flags of a command in the order of its help.
func (m manual) eachFlag(f func(option)) {
	for _, g := range m.groups {
		for _, o := range g.flags {
			f(o)
		}
	}
}

// bashCompletion completes files where it has neither a command nor a flag.
func bashCompletion(all []manual) string {
	var names []string
	var cases strings.Builder
	for _, m := range all {
		names = append(names, m.name)
		fmt.Fprintf(&cases, "\t\t%s) words='", m.name)
		m.eachFlag(func(o option) { fmt.Fprintf(&cases, "--%s ", o.name) })
		fmt.Fprint(&cases, "--help' ;;\n")
	}
	return fmt.Sprintf(`# Completion of bcv for bash: source this file, or copy it to
# ~/.local/share/bash-completion/completions/bcv.
_bcv() {
	local cur=${COMP_WORDS[COMP_CWORD]} words=
	if [[ $COMP_CWORD -eq 1 ]]; then
		words='%s help version'
	elif [[ $cur == -* ]]; then
		case ${COMP_WORDS[1]} in
%s		esac
	fi
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _bcv bcv
`, strings.Join(names, " "), cases.String())
}

// zshCompletion shows what commands and flags do; a value completes as a file.
func zshCompletion(all []manual) string {
	quote := func(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
	explain := strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`)
	var names, cases strings.Builder
	for _, m := range all {
		fmt.Fprintf(&names, "\t\t\t%s\n", quote(m.name+":"+m.summary))
		fmt.Fprintf(&cases, "\t%s)\n\t\t_arguments \\\n", m.name)
		m.eachFlag(func(o option) {
			spec := "*--" + o.name + "[" + explain.Replace(o.short()) + "]"
			if o.kind != "" {
				spec += ":" + explain.Replace(strings.ToLower(o.kind)) + ":_files"
			}
			fmt.Fprintf(&cases, "\t\t\t%s \\\n", quote(spec))
		})
		fmt.Fprint(&cases, "\t\t\t'*:file:_files'\n\t\t;;\n")
	}
	return fmt.Sprintf(`#compdef bcv
# Completion of bcv for zsh: copy this file to a folder of $fpath.
_bcv() {
	local -a commands
	if (( CURRENT == 2 )); then
		commands=(
%s		)
		_describe command commands
		return
	fi
	case $words[2] in
%s	esac
}
_bcv "$@"
`, names.String(), cases.String())
}

// fishCompletion shows what commands and flags do; a value completes as a file.
func fishCompletion(all []manual) string {
	quote := func(text string) string { return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'" }
	var b strings.Builder
	fmt.Fprint(&b, "# Completion of bcv for fish: copy this file to ~/.config/fish/completions.\n")
	for _, m := range all {
		fmt.Fprintf(&b, "complete -c bcv -n __fish_use_subcommand -f -a %s -d %s\n", m.name, quote(m.summary))
		m.eachFlag(func(o option) {
			value := map[bool]string{true: " -r"}[o.kind != ""]
			fmt.Fprintf(&b, "complete -c bcv -n '__fish_seen_subcommand_from %s' -l %s%s -d %s\n", m.name, o.name, value,
				quote(o.short()))
		})
	}
	return b.String()
}
