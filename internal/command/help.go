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
	Main     string   // the flags of most command lines, separated by blanks: --help shows these, --help all all of them
	Groups   []FlagGroup
	Examples []string // run in the tests, from the root of the repository
}

// printManual prints usage, flags and examples: the main flags, or all of them by group.
func (c *Command) printManual(w io.Writer, fs *flag.FlagSet, all bool) {
	fmt.Fprintf(inLines(w), "bcv %s: %s\n\nUsage:\n", c.Name, c.Summary)
	for _, line := range c.Manual.Usage {
		fmt.Fprintf(w, "  %s\n", line)
	}
	if c.Manual.Main != "" && !all {
		printFlags(w, fs, "Flags", named(fs, c.Manual.Main))
		fmt.Fprintf(inLines(w), "\nbcv %s --help all lists %d more.\n", c.Name, count(fs)-len(named(fs, c.Manual.Main)))
	} else {
		c.printGroups(w, fs)
	}
	if len(c.Manual.Examples) > 0 {
		fmt.Fprint(w, "\nExamples:\n")
	}
	for _, e := range c.Manual.Examples {
		fmt.Fprintf(w, "  %s\n", e)
	}
}

// named returns the flags of names that are separated by blanks.
func named(fs *flag.FlagSet, names string) (flags []*flag.Flag) {
	for _, name := range strings.Fields(names) {
		if f := fs.Lookup(name); f != nil {
			flags = append(flags, f)
		}
	}
	return flags
}

// count is the number of flags without former names.
func count(fs *flag.FlagSet) (n int) {
	fs.VisitAll(func(f *flag.Flag) {
		if _, former := f.Value.(older); !former {
			n++
		}
	})
	return n
}

// printGroups prints all flags by group, and those of no group last.
func (c *Command) printGroups(w io.Writer, fs *flag.FlagSet) {
	left := map[string]bool{}
	fs.VisitAll(func(f *flag.Flag) {
		_, former := f.Value.(older)
		left[f.Name] = !former
	})
	for _, g := range c.Manual.Groups {
		flags := named(fs, g[1])
		for _, f := range flags {
			delete(left, f.Name)
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
