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
const errataList = "/data/published/errata.md"

// sourceErrata is the page of the errata of one source, or of two that belong together.
type sourceErrata struct {
	file, title, about string
	sources            []string // as the list names them
	named              []string // by one of these a line to the authors names its document
}

var errataPages = []sourceErrata{
	{"errata-thesis.md", "Errata of the thesis", "Wang Ruibo, doctoral thesis on block-regularized cross-validation " +
		"for comparing supervised learning algorithms (in Chinese), Shanxi University, 2019. Page numbers are from its " +
		"lists of contents and tables; for a section it is the page on which it begins.",
		[]string{"thesis"}, []string{"the thesis"}},
	{"errata-acl2019.md", "Errata of the ACL 2019 paper and its poster", "Wang and Li, Bayes Test of Precision, Recall, " +
		"and F1 Measure for Comparison of Two Natural Language Processing Models, ACL 2019, and the poster of that title.",
		[]string{"ACL paper", "poster"}, []string{"ACL 2019 paper", "ACL 2019 poster", "its poster"}},
	{"errata-mcnemar.md", "Errata of the McNemar paper", "Yang, Wang, Song and Li, Block-regularized 5 x 2 " +
		"Cross-validated McNemar's Test for Comparing Two Classification Algorithms.",
		[]string{"McNemar paper"}, []string{"the McNemar paper"}},
	{"errata-voting.md", "Errata of the voting appendices", "Appendices of Model Evaluation with Precision, Recall, and " +
		"F1 Measure Based on Block-regularized m x 2 Cross Validation for Text Corpus.",
		[]string{"voting appendices"}, []string{"the voting appendices"}},
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
		if !slices.ContainsFunc(errataPages, func(p sourceErrata) bool { return slices.Contains(p.sources, source) }) {
			out = append(out, e.id+": no page is for the source "+source)
		}
	}
	for _, p := range errataPages {
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

// Every erratum of the list has its fields, a check of its number, and in notebook 11 a cell that shows it and a row
// with what it changes. Those that change a conclusion are in the table of the limits.
func TestErrataOfTheList(t *testing.T) {
	all := readErrata(t)
	if checks := len(errata.All()); len(all) != checks {
		t.Fatalf("the list has %d errata, package errata %d", len(all), checks)
	}
	book, err := citingText(filepath.Join(root, "notebooks", "thesis", "11_errata.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	limits, err := os.ReadFile(root + "/docs/why/8-limits.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range all {
		effect := e.effect()
		if row := regexp.MustCompile(`\| ` + e.id + ` \|.*\| \**` + effect + `\b`); !row.MatchString(book) {
			t.Errorf("the last table of notebook 11 has no row of %s with %s", e.id, effect)
		}
		if got := strings.Contains(string(limits), "| "+e.id+" |"); got != (effect == "conclusion") {
			t.Errorf("%s in the table of docs/why/8-limits.md is %t; it changes: %s", e.id, got, effect)
		}
		for _, defect := range erratumDefects(e) {
			t.Error(defect)
		}
		if name, _ := checkOf(i); name != e.id {
			t.Errorf("the check at %s is %s", e.id, name)
		}
		if !strings.Contains(book, "cells.Show(errata."+e.id+")") {
			t.Errorf("notebook 11 does not show %s", e.id)
		}
	}
}

// checkOf returns the name of the function of package errata at an index, and its file.
func checkOf(i int) (name, file string) {
	f := runtime.FuncForPC(reflect.ValueOf(errata.All()[i]).Pointer())
	file, _ = f.FileLine(f.Entry())
	return strings.TrimPrefix(path.Ext(f.Name()), "."), path.Base(filepath.ToSlash(file))
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
		{"thesis**", "theses**", "no page is for the source theses"},
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

// docs/reference/errata-*.md are made from the list: go -C tools test ./docs -run Errata -update writes them.
func TestErrataPages(t *testing.T) {
	all := readErrata(t)
	for _, p := range errataPages {
		file, want := root+"/docs/reference/"+p.file, p.page(all)
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("docs/reference/%s is not current (%v); run go -C tools test ./docs -run Errata -update", p.file, err)
		}
	}
}

// page returns the page: the errata of its sources in a table and one after the other.
func (p sourceErrata) page(all []listed) string {
	var table, entries strings.Builder
	count := 0
	for i, e := range all {
		if !e.in(p.sources) {
			continue
		}
		count++
		fmt.Fprintf(&table, "| %s | %s | %s |\n", p.link(e.id), p.places(e), e.effect())
		p.entry(&entries, e, i)
	}
	return fmt.Sprintf(`# %s

%s

%d errata, found when what this source prints was computed again: where, what is printed, what is right, how it was
found, and what changes in the source: a conclusion, numbers alone, or nothing. The last line of each can be sent to the
authors as it is. E1, E2 and so on are the numbers of [the list of all sources](../../data/published/errata.md), from
which this page is made: go -C tools test ./docs -run Errata -update

| erratum | where | what changes |
| --- | --- | --- |
%s%s`, p.title, p.about, count, table.String(), entries.String())
}

// places says where in the sources of the page the erratum is.
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

// link leads to an erratum of the page by its number.
func (p sourceErrata) link(id string) string {
	return fmt.Sprintf("[%s](%s#%s)", id, p.file, strings.ToLower(id))
}

// entry writes the erratum at an index of the list.
func (p sourceErrata) entry(b *strings.Builder, e listed, i int) {
	linked := func(text string) string { return erratumNumber.ReplaceAllStringFunc(text, p.link) }
	fmt.Fprintf(b, "\n## %s\n\n- **Where**: %s.\n", e.id, linked(p.places(e)))
	for _, other := range errataPages {
		if other.file != p.file && e.in(other.sources) {
			fmt.Fprintf(b, "- **Also in**: %s, %s, %s.\n", other.title, other.link(e.id), other.places(e))
		}
	}
	for _, f := range []struct{ title, key string }{{"Printed", "printed"}, {"Right", "right"},
		{"How it was found", "found"}, {"What changes", "changes"}} {
		fmt.Fprintf(b, "- **%s**: %s\n", f.title, linked(e.values[f.key]))
	}
	name, file := checkOf(i)
	fmt.Fprintf(b, "- **Check**: [`errata.%s`](../../research/reproduce/errata/%s) confirms it by computation; "+
		"[notebook 11](../../notebooks/thesis/11_errata.ipynb) shows its tables.\n"+
		"- **For the authors**:\n\n> %s\n", name, file, e.values["authors"])
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
