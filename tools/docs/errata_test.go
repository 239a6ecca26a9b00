package docs

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/research/reproduce/errata"
	"github.com/block-regularized/bcv/tools/notebook"
)

// errataList is the only place where an erratum is written.
const errataList = "/docs/research/errata.md"

// sourceErrata is a source, or two that belong together.
type sourceErrata struct {
	title   string
	sources []string // as the list names them
	named   []string // by one of these a line to the authors names its document
}

// errataSources are the sources in the order in which the index has them.
var errataSources = []sourceErrata{
	{"thesis", []string{"thesis"}, []string{"the thesis"}},
	{"ACL paper and poster", []string{"ACL paper", "poster"}, []string{"ACL 2019 paper", "ACL 2019 poster", "its poster"}},
	{"McNemar paper", []string{"McNemar paper"}, []string{"the McNemar paper"}},
	{"voting appendices", []string{"voting appendices"}, []string{"the voting appendices"}},
}

// errataFields are what the list says of each erratum, after its places in the sources.
var errataFields = []string{"printed", "right", "found", "changes", "authors"}

// listed is an erratum as the list has it.
type listed struct {
	id     string
	keys   []string          // in the order of the list
	values map[string]string // by source and by field
}

// in says whether the erratum has a place in one of some sources.
func (e listed) in(sources []string) bool {
	return slices.ContainsFunc(sources, func(s string) bool { return e.values[s] != "" })
}

// effect says in a word what the erratum changes.
func (e listed) effect() string {
	word, _, _ := strings.Cut(strings.ToLower(effects.FindString(e.values["changes"])), " ")
	return strings.Trim(word, ".,:")
}

var (
	listedField   = regexp.MustCompile(`^- \*\*([^*]+)\*\*: (.+)$`)
	erratumNumber = regexp.MustCompile(`\bE\d+\b`)
	waysOfFinding = regexp.MustCompile(`^(Derivation|Exact computation|Simulation|Contradiction)\b`)
	effects       = regexp.MustCompile(`^(None|Numbers|Conclusion)[.,: ]`)
)

// listedErrata reads the list.
func listedErrata(text string) (out []listed) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if id, ok := strings.CutPrefix(line, "## "); ok {
			out = append(out, listed{id: id, values: map[string]string{}})
		} else if m := listedField.FindStringSubmatch(line); m != nil && len(out) > 0 {
			e := &out[len(out)-1]
			e.keys, e.values[m[1]] = append(e.keys, m[1]), m[2]
		} else if len(out) > 0 && line != "" {
			out[len(out)-1].keys = append(out[len(out)-1].keys, line) // no field has this name
		}
	}
	return out
}

// erratumDefects returns what the entry of an erratum lacks.
func erratumDefects(e listed) (out []string) {
	sources := len(e.keys) - len(errataFields)
	if sources < 1 || !slices.Equal(e.keys[sources:], errataFields) {
		return []string{fmt.Sprintf("%s has %q, want sources, then %q", e.id, e.keys, errataFields)}
	}
	for _, source := range e.keys[:sources] {
		if !slices.ContainsFunc(errataSources, func(p sourceErrata) bool { return slices.Contains(p.sources, source) }) {
			out = append(out, e.id+": no source is named "+source)
		}
	}
	for _, p := range errataSources {
		named := slices.ContainsFunc(p.named, func(n string) bool { return strings.Contains(e.values["authors"], n) })
		if e.in(p.sources) && !named {
			out = append(out, e.id+": the line to the authors names none of "+strings.Join(p.named, ", "))
		}
	}
	if !waysOfFinding.MatchString(e.values["found"]) {
		out = append(out, e.id+": found begins with none of "+waysOfFinding.String())
	}
	if !effects.MatchString(e.values["changes"]) {
		out = append(out, e.id+": changes begins with none of "+effects.String())
	}
	if line := e.values["authors"]; strings.ContainsAny(line, "$`*") || erratumNumber.MatchString(line) {
		out = append(out, e.id+": the line to the authors needs this list or a renderer: "+line)
	}
	return out
}

// readErrata returns the list, whose numbers run from 1.
func readErrata(t *testing.T) []listed {
	t.Helper()
	text, err := os.ReadFile(root + errataList)
	if err != nil {
		t.Fatal(err)
	}
	all := listedErrata(string(text))
	for i, e := range all {
		if want := fmt.Sprintf("E%d", i+1); e.id != want {
			t.Fatalf("the erratum after %d others is %s, want %s", i, e.id, want)
		}
	}
	return all
}

// Every erratum of the list has its fields, a check of its number, and in notebook 11 a cell that shows it.
func TestErrataOfTheList(t *testing.T) {
	all := readErrata(t)
	if checks := len(errata.All()); len(all) != checks {
		t.Fatalf("the list has %d errata, package errata %d", len(all), checks)
	}
	book, err := citingText(filepath.Join(root, "notebooks", "thesis", "11_errata.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	question, _, _ := strings.Cut(book, "%noautoget")
	for i, e := range all {
		cited := slices.Contains(erratumNumber.FindAllString(question, -1), e.id)
		if conclusion := e.effect() == "conclusion"; cited != conclusion {
			t.Errorf("notebook 11 cites %s in its answer: %t; it changes: %s", e.id, cited, e.effect())
		}
		for _, defect := range erratumDefects(e) {
			t.Error(defect)
		}
		if name := checkOf(i); name != e.id {
			t.Errorf("the check at %d is %s, want %s", i, name, e.id)
		}
		if !strings.Contains(book, "cells.Show(errata."+e.id+")") {
			t.Errorf("notebook 11 does not show %s", e.id)
		}
	}
}

// checkOf returns the name of the function of package errata at an index.
func checkOf(i int) string {
	f := runtime.FuncForPC(reflect.ValueOf(errata.All()[i]).Pointer())
	return strings.TrimPrefix(path.Ext(f.Name()), ".")
}

// A list with a defect is not accepted.
func TestErratumDefects(t *testing.T) {
	const good = "## E1\n\n- **thesis**: §1\n- **printed**: a\n- **right**: b\n- **found**: Derivation.\n" +
		"- **changes**: None.\n- **authors**: In the thesis, a should be b.\n"
	if got := erratumDefects(listedErrata(good)[0]); len(got) != 0 {
		t.Errorf("got defects %q of a good erratum", got)
	}
	for _, c := range []struct{ old, new, want string }{
		{"- **right**: b\n", "", `want sources`},
		{"- **right**: b", "- **right**:", `want sources`},
		{"- **thesis**: §1\n", "", `want sources`},
		{"- **authors**", "and b\n- **authors**", `want sources`},
		{"thesis**", "theses**", "no source is named theses"},
		{"Derivation", "Luck", "found begins"},
		{"None.", "Perhaps.", "changes begins"},
		{"In the thesis", "There", "names none of the thesis"},
		{"a should", "$a$ should", "needs this list or a renderer"},
		{"a should", "E2 should", "needs this list or a renderer"},
	} {
		got := strings.Join(erratumDefects(listedErrata(strings.Replace(good, c.old, c.new, 1))[0]), "\n")
		if !strings.Contains(got, c.want) {
			t.Errorf("%q for %q: got %q, want %q", c.new, c.old, got, c.want)
		}
	}
}

// The list begins with an index by source: go -C tools test ./docs -run Errata -update writes it.
func TestErrataIndex(t *testing.T) {
	const begin, end = "<!-- index: go -C tools test ./docs -run Errata -update -->\n", "<!-- end of index -->"
	all := readErrata(t)
	text, err := os.ReadFile(root + errataList)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), begin)
	_, tail, ends := strings.Cut(rest, end)
	if !found || !ends {
		t.Fatal("the list of errata has no place for its index")
	}
	want := head + begin + errataIndex(all) + end + tail
	if *update {
		if err := os.WriteFile(root+errataList, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(text) != want {
		t.Error("the index of the errata is not current; run go -C tools test ./docs -run Errata -update")
	}
}

// errataIndex returns how many errata each source has, and a table of all of them by source.
func errataIndex(all []listed) string {
	var counts []string
	var table strings.Builder
	for _, p := range errataSources {
		count := 0
		for _, e := range all {
			if e.in(p.sources) {
				count++
				fmt.Fprintf(&table, "| [%s](#%s) | %s | %s | %s |\n", e.id, strings.ToLower(e.id), p.title, p.places(e), e.effect())
			}
		}
		counts = append(counts, fmt.Sprintf("%s %d", p.title, count))
	}
	return fmt.Sprintf("By [source](README.md#sources): %s.\n\n| erratum | source | where | what changes |\n"+
		"| --- | --- | --- | --- |\n%s", strings.Join(counts, ", "), table.String())
}

// places says where in a source the erratum is.
func (p sourceErrata) places(e listed) string {
	var out []string
	for _, s := range p.sources {
		if at := e.values[s]; at != "" && len(p.sources) > 1 {
			out = append(out, s+": "+at)
		} else if at != "" {
			out = append(out, at)
		}
	}
	return strings.Join(out, "; ")
}

// Every number of an erratum that is cited anywhere is in the list, but for E0, which tests invent.
func TestErrataCited(t *testing.T) {
	all, cited := readErrata(t), 0
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && slices.Contains([]string{".git", "node_modules"}, d.Name()) {
				return fs.SkipDir
			}
			return err
		}
		text, err := citingText(file)
		if err != nil {
			return err
		}
		for _, id := range erratumNumber.FindAllString(text, -1) {
			cited++
			if id != "E0" && !slices.ContainsFunc(all, func(e listed) bool { return e.id == id }) {
				t.Errorf("%s cites %s, which is not in the list", strings.TrimPrefix(file, root), id)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if cited < 500 {
		t.Errorf("got %d citations, want 500 at least", cited)
	}
}

// citingText returns the text of a file that may cite errata; of notebooks only the sources of their cells.
func citingText(file string) (string, error) {
	switch {
	case strings.HasSuffix(file, "_test.go") && strings.Contains(filepath.ToSlash(file), "tools/docs/"):
		return "", nil // has numbers that must be refused
	case filepath.Ext(file) == ".ipynb":
		nb, err := notebook.Read(file)
		if err != nil {
			return "", err
		}
		var b strings.Builder
		for _, c := range nb.Cells {
			b.WriteString(string(c.Source) + "\n")
		}
		return b.String(), nil
	case slices.Contains([]string{".go", ".md", ".tex", ".txtar"}, filepath.Ext(file)),
		filepath.Base(file) == "account.csv":
		text, err := os.ReadFile(file)
		return string(text), err
	}
	return "", nil
}
