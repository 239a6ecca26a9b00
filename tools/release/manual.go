package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// reference is the file from which completions and manual pages are made. The tests of bcv keep it equal to
// what --help prints, which comes from the definitions of the flags.
const reference = "docs/reference/commands.md"

// manual is the help of a command.
type manual struct {
	name, summary string
	groups        []group
}

// group is a heading with the lines or the flags below it.
type group struct {
	title string
	lines []string
	flags []option
}

// option is a flag.
type option struct {
	name, kind, text string // kind is empty for a flag without a value
	former           string // such as " (also --loss)"
}

var (
	section  = regexp.MustCompile("(?ms)^## bcv (\\S+)\n\n```text\n(.*?)^```$")
	flagLine = regexp.MustCompile(`^  --(\S+)( [A-Z].*?)?( \(also .*\))?$`)
	partEnd  = regexp.MustCompile(`: |; | \(`)
	request  = regexp.MustCompile(`(?m)^[.']`) // what begins a line that is no text
)

// manuals reads the text of the reference.
func manuals(text string) ([]manual, error) {
	var out []manual
	for _, s := range section.FindAllStringSubmatch(text, -1) {
		m := manual{name: s[1]}
		for line := range strings.Lines(s[2]) {
			if err := m.add(strings.TrimRight(line, "\n")); err != nil {
				return nil, err
			}
		}
		out = append(out, m)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no command", reference)
	}
	return out, nil
}

// guides are the pages of man and the completions for the commands of a source tree.
func guides(source, version string, when time.Time) ([]file, error) {
	text, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(reference)))
	if err != nil {
		return nil, err
	}
	all, err := manuals(string(text))
	return append(pages(all, version, when), completions(all)...), err
}

// add reads a line of help.
func (m *manual) add(line string) error {
	indented, last := strings.HasPrefix(line, "  "), len(m.groups)-1
	switch {
	case strings.TrimSpace(line) == "":
	case m.summary == "":
		m.summary = strings.TrimPrefix(line, "bcv "+m.name+": ")
	case !indented && strings.HasSuffix(line, ":"):
		m.groups = append(m.groups, group{title: strings.TrimSuffix(line, ":")})
	case last < 0 || !indented && len(m.groups[last].flags) > 0:
		return fmt.Errorf("%s: bcv %s: %q is below no heading", reference, m.name, line)
	default:
		m.groups[last].add(line)
	}
	return nil
}

// add reads a line below a heading.
func (g *group) add(line string) {
	parts := flagLine.FindStringSubmatch(line)
	switch {
	case parts != nil:
		g.flags = append(g.flags, option{name: parts[1], kind: strings.TrimSpace(parts[2]), former: parts[3]})
	case len(g.flags) == 0:
		g.lines = append(g.lines, strings.TrimPrefix(line, "  "))
	default:
		f := &g.flags[len(g.flags)-1]
		f.text = strings.TrimSpace(f.text + " " + strings.TrimSpace(line))
	}
}

// short is the first part of the text of a flag, for one line of a menu.
func (o option) short() string { return partEnd.Split(o.text, 2)[0] }

// roff puts text where a page of man has plain text.
func roff(text string) string {
	return request.ReplaceAllString(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), `\&$0`)
}

// pages are the pages of man of the commands, and bcv.1, which lists them.
func pages(all []manual, version string, when time.Time) []file {
	page := func(name, summary, body string) file {
		summary, _, _ = strings.Cut(summary, ": bcv ") // how it is called stands below
		head := fmt.Sprintf(".TH %s 1 %q %q\n.SH NAME\n%s \\- %s\n", strings.ToUpper(name), when.Format(time.DateOnly),
			"bcv "+version, roff(name), roff(summary))
		return file{name: "man/man1/" + name + ".1", text: []byte(head + body)}
	}
	var out []file
	list := ".SH SYNOPSIS\nbcv COMMAND [flags]\n.SH COMMANDS\n"
	for _, m := range all {
		list += fmt.Sprintf(".TP\n.BR bcv\\-%s (1)\n%s\n", m.name, roff(m.summary))
		out = append(out, page("bcv-"+m.name, m.summary, m.body()))
	}
	return append(out, page("bcv", "compares learning algorithms by block-regularized cross-validation", list))
}

// body is the page of a command below its name.
func (m manual) body() string {
	var b strings.Builder
	for _, g := range m.groups {
		fmt.Fprintf(&b, ".SH %s\n", strings.ToUpper(roff(g.title)))
		if len(g.lines) > 0 {
			fmt.Fprintf(&b, ".nf\n%s\n.fi\n", roff(strings.Join(g.lines, "\n")))
		}
		for _, f := range g.flags {
			fmt.Fprintf(&b, ".TP\n\\fB%s\\fR%s\n%s\n", roff("--"+f.name), roff(strings.TrimRight(" "+f.kind, " ")+f.former),
				roff(f.text))
		}
	}
	fmt.Fprint(&b, ".SH SEE ALSO\n.BR bcv (1)\n")
	return b.String()
}
