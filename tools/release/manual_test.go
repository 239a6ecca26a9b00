package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const help = `# Commands

## bcv split

!!!text
bcv split: write folds: bcv split --n N

Usage:
  bcv split --n N

Formats:
  a   'one'

More on a page.

Output, as a file:
  --out FILE (also --to)
      file that doesn't exist [yet]; not a folder (default: the standard output),
      not-
      a folder
  --json
      as JSON: for programs

Examples:
  bcv split --n 9
!!!
`

// fenced puts the fences, which a raw string cannot hold, into a text.
func fenced(text string) string { return strings.ReplaceAll(text, "!!!", "```") }

func TestManuals(t *testing.T) {
	all, err := manuals(fenced(help))
	if err != nil || len(all) != 1 {
		t.Fatalf("got %+v, %v; want one command", all, err)
	}
	m := all[0]
	var titles, lines []string
	for _, g := range m.groups {
		titles, lines = append(titles, g.title), append(lines, g.lines...)
	}
	if want := []string{"Usage", "Formats", "Output, as a file", "Examples"}; !slices.Equal(titles, want) {
		t.Errorf("headings %q, want %q", titles, want)
	}
	if want := []string{"bcv split --n N", "a   'one'", "More on a page.", "bcv split --n 9"}; !slices.Equal(lines, want) {
		t.Errorf("lines %q, want %q", lines, want)
	}
	var flags []option
	m.eachFlag(func(o option) { flags = append(flags, o) })
	want := []option{{"out", "FILE",
		"file that doesn't exist [yet]; not a folder (default: the standard output), not- a folder",
		" (also --to)"}, {"json", "", "as JSON: for programs", ""}}
	if !slices.Equal(flags, want) {
		t.Errorf("flags %+v, want %+v", flags, want)
	}
	for _, text := range []string{"", "## bcv x\n\n```text\nbcv x: y\n\n  --out FILE\n```\n",
		strings.Replace(fenced(help), "\nExamples:\n", "\nno heading\n", 1)} {
		if got, err := manuals(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

func TestPages(t *testing.T) {
	all, err := manuals(fenced(help))
	if err != nil {
		t.Fatal(err)
	}
	files := pages(all, "v1", when)
	want := map[string]string{
		"man/man1/bcv-split.1": ".TH BCV-SPLIT 1 \"2023-11-14\" \"bcv v1\"\n.SH NAME\nbcv\\-split \\- write folds\n" +
			".SH USAGE\n.nf\nbcv split \\-\\-n N\n.fi\n.SH FORMATS\n.nf\na   'one'\nMore on a page.\n.fi\n" +
			".SH OUTPUT, AS A FILE\n.TP\n\\fB\\-\\-out\\fR FILE (also \\-\\-to)\n" +
			"file that doesn't exist [yet]; not a folder (default: the standard output), not\\- a folder\n" +
			".TP\n\\fB\\-\\-json\\fR\nas JSON: for programs\n" +
			".SH EXAMPLES\n.nf\nbcv split \\-\\-n 9\n.fi\n.SH SEE ALSO\n.BR bcv (1)\n",
		"man/man1/bcv.1": ".TH BCV 1 \"2023-11-14\" \"bcv v1\"\n.SH NAME\n" +
			"bcv \\- compares learning algorithms by block\\-regularized cross\\-validation\n.SH SYNOPSIS\n" +
			"bcv COMMAND [flags]\n.SH COMMANDS\n.TP\n.BR bcv\\-split (1)\nwrite folds: bcv split \\-\\-n N\n",
	}
	for _, f := range files {
		if string(f.text) != want[f.name] {
			t.Errorf("%s:\ngot  %q\nwant %q", f.name, f.text, want[f.name])
		}
	}
	if len(files) != len(want) {
		t.Errorf("got %d pages, want %d", len(files), len(want))
	}
	for in, want := range map[string]string{".TH": `\&.TH`, "'x": `\&'x`, `a\b`: `a\eb`} {
		if got := roff(in); got != want {
			t.Errorf("roff(%q) = %q, want %q", in, got, want)
		}
	}
}

// Quotation marks, brackets and colons are written as zsh and fish read them.
func TestCompletionsAreQuoted(t *testing.T) {
	all, err := manuals(fenced(help))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		zshCompletion(all): {"\t\t\t'split:write folds: bcv split --n N'\n", "\tsplit)\n\t\t_arguments \\\n",
			"'*--out[file that doesn'\\''t exist \\[yet\\]]:file:_files' \\\n", "'*--json[as JSON]' \\\n"},
		fishCompletion(all): {"complete -c bcv -n __fish_use_subcommand -f -a split -d 'write folds: bcv split --n N'\n",
			"from split' -l out -r -d 'file that doesn\\'t exist [yet]'\n", "from split' -l json -d 'as JSON'\n"},
	} {
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("got %q, want %q in it", text, part)
			}
		}
	}
}

// shells returns what a script prints in a folder with the completions of the commands that there are, and how many
// these are; the script must succeed.
func shells(t *testing.T) (run func(script string) string, commands int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", reference))
	if err != nil {
		t.Fatal(err)
	}
	all, err := manuals(string(text))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range completions(all) {
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(f.name)), f.text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return func(script string) string {
		t.Helper()
		c := exec.Command("bash", "-c", script)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v: %s", script, err, out)
		}
		return strings.Join(strings.Fields(string(out)), " ")
	}, len(all)
}

// The completions complete commands and flags in bash, and are well formed for zsh as far as bash can say.
func TestCompletions(t *testing.T) {
	run, commands := shells(t)
	run("bash -n _bcv")
	for words, want := range map[string]string{
		"bcv co":                "compare",
		"bcv split --gr":        "--grow --groups",
		"bcv gate a.csv --marg": "--margin",
		"bcv reproduce --onl":   "--only",
		"bcv gate a":            "", // a file
	} {
		script := "source ./bcv.bash; COMP_WORDS=(" + words + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _bcv; " +
			`echo "${COMPREPLY[@]}"`
		if got := run(script); got != want {
			t.Errorf("%s: got %q, want %q", words, got, want)
		}
	}
	if commands < 15 {
		t.Errorf("got %d commands, want 15 at least", commands)
	}
}
