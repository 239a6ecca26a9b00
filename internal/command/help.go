package command

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// FlagGroup is a heading and the names of the flags under it, separated by blanks.
type FlagGroup [2]string

// Manual is what --help prints of a command beside its flags.
type Manual struct {
	Usage    []string // command lines, each with what it does where there are several
	Groups   []FlagGroup
	Examples []string // run in the tests, from the root of the repository
}

// printManual prints usage, flags by group and examples.
func (c *Command) printManual(w io.Writer, fs *flag.FlagSet) {
	fmt.Fprintf(inLines(w), "bcv %s: %s\n\nUsage:\n", c.Name, c.Summary)
	for _, line := range c.Manual.Usage {
		fmt.Fprintf(w, "  %s\n", line)
	}
	left := map[string]bool{}
	fs.VisitAll(func(f *flag.Flag) {
		_, former := f.Value.(older)
		left[f.Name] = !former
	})
	for _, g := range c.Manual.Groups {
		var flags []*flag.Flag
		for _, name := range strings.Fields(g[1]) {
			if f := fs.Lookup(name); f != nil {
				flags = append(flags, f)
				delete(left, name)
			}
		}
		printFlags(w, fs, g[0], flags)
	}
	var rest []*flag.Flag
	fs.VisitAll(func(f *flag.Flag) {
		if left[f.Name] {
			rest = append(rest, f)
		}
	})
	printFlags(w, fs, "Flags", rest)
	if len(c.Manual.Examples) > 0 {
		fmt.Fprint(w, "\nExamples:\n")
	}
	for _, e := range c.Manual.Examples {
		fmt.Fprintf(w, "  %s\n", e)
	}
}

// plainKinds are words for types of package flag.
var plainKinds = map[string]string{"string": "text", "int": "n", "uint": "n", "float": "number"}

// HelpWidth is the width of the lines of a description, where the terminal is not narrower.
const HelpWidth = 92

func printFlags(w io.Writer, fs *flag.FlagSet, title string, flags []*flag.Flag) {
	if len(flags) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s:\n", title)
	width := HelpWidth
	if n := lineWidth(w); n > 0 {
		width = min(width, n)
	}
	for _, f := range flags {
		kind, text := flag.UnquoteUsage(f)
		if plain, ok := plainKinds[kind]; ok {
			kind = plain
		}
		if kind != "" {
			kind = " " + strings.ToUpper(kind)
		}
		if !slices.Contains([]string{"", "0", "0s", "false", "NaN"}, f.DefValue) && !strings.Contains(text, "default") {
			text += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(w, "  --%s%s%s\n", f.Name, kind, formerNames(fs, f.Name))
		line := "     "
		for _, word := range strings.Fields(text) {
			if len(line)+1+len(word) > width {
				fmt.Fprintln(w, line)
				line = "     "
			}
			line += " " + word
		}
		fmt.Fprintln(w, line)
	}
}

// version says which build this is: the version of the module, or the revision of the
// repository that it was built from.
func (p Program) version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return p.Name + ", of unknown version (" + runtime.Version() + ")"
	}
	out := p.Name + " " + info.Main.Version
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if r := settings["vcs.revision"]; r != "" {
		out += ", revision " + r[:min(12, len(r))] + " of " + settings["vcs.time"]
		if settings["vcs.modified"] == "true" {
			out += ", changed since"
		}
	}
	return fmt.Sprintf("%s (%s, %s/%s)", out, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
