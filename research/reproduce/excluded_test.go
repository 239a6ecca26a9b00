package reproduce

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/study"
)

// reasons are the beginnings of remarks that say why a number cannot be met, beside those that name
// an erratum.
var reasons = []string{
	"the paper has 30654 records", "the public set has one record more", "8/(n+6) and (n+5)/(2n+12) are below",
	"the paper does not name its number of data sets", "the description of the data numbers 7 types of glass",
}

var erratum = regexp.MustCompile(`\bE\d+: |\(E\d+\)`)

// Every number that differs has a reason or a line of data/published/excluded.csv, every beginning
// of a key in the file a number that differs, and the lines are sorted.
func TestExcludedOfStoredAccount(t *testing.T) {
	lines, err := ReadExcluded(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	account, err := Best(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	differ := study.Where(Rows(account), func(r Row) bool { return r.Verdict == Differs })
	for _, r := range differ {
		known := slices.ContainsFunc(reasons, func(s string) bool { return strings.HasPrefix(r.Remark, s) })
		covers := func(x Excluded) bool { return x.covers(r) }
		if !known && !erratum.MatchString(r.Remark) && !slices.ContainsFunc(lines, covers) {
			t.Errorf("%s %s %s differs: neither a reason nor what was excluded", r.Source, r.Item, r.Key)
		}
	}
	for _, x := range lines {
		for _, key := range strings.Split(x.Keys, " | ") {
			one := x
			if one.Keys = key; !slices.ContainsFunc(differ, one.covers) {
				t.Errorf("%s %s %q: no number that differs begins so", x.Source, x.Item, key)
			}
		}
		for column, text := range map[string]string{"tried": x.Tried, "got": x.Got} {
			if strings.Contains(text, ";;") || strings.TrimSpace(text) != text || strings.HasSuffix(text, ".") {
				t.Errorf("%s %s %s: %s is %q; want words without a full stop", x.Source, x.Item, x.Keys, column, text)
			}
		}
		if !strings.ContainsAny(x.Got, "0123456789") {
			t.Errorf("%s %s %s: got is %q, without a number", x.Source, x.Item, x.Keys, x.Got)
		}
	}
	if !slices.IsSortedFunc(lines, func(a, b Excluded) int {
		return cmp.Or(strings.Compare(a.Source, b.Source), strings.Compare(a.Item, b.Item),
			strings.Compare(a.Keys, b.Keys))
	}) {
		t.Error("the lines are not sorted by source, item and keys")
	}
}

// What was excluded stands in the notes of the numbers that differ and of no others, in the rows of
// a run and, once only, in the stored account that it updates.
func TestExcludedInNotes(t *testing.T) {
	published := []Published{{Source: "s", Item: "i", Key: "a/1", Text: "1"}, {Source: "s", Item: "i", Key: "a/2",
		Text: "2"}, {Source: "s", Item: "i", Key: "b/1", Text: "3"}, {Source: "s", Item: "i", Key: "c", Text: "4"}}
	older := []byte("source,item,key,published,computed,se,published_se,unit,verdict,note,scale,seed,cpu_seconds,date," +
		"commit,command\ns,i,c,4,5,0,0,,differs,,paper,1,0,,,\n")
	cfg := study.Config{Data: fstest.MapFS{
		"results/account.csv": {Data: older},
		"published/excluded.csv": {Data: []byte("source,item,keys,tried,got,how\ns,i,a | d,ridge,0.4,-\n" +
			"s,i,,lasso,0.5,-\ns,j,,none,0.6,-\nt,i,,none,0.7,-\n")},
	}, Scale: study.Paper}
	var results []Result
	for _, p := range published[:3] {
		results = append(results, Result{Source: "s", Item: "i", Key: p.Key, Value: 2})
	}
	run, err := Assemble(cfg, []Experiment{{Name: "e"}}, []Computed{{Results: results}}, published)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "account.csv")
	if err := os.WriteFile(path, older, 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := UpdateBest(path, run, cfg); err != nil {
			t.Fatal(err)
		}
	}
	stored, _, err := table.ReadFile[BestRow](path)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"excluded: ridge (0.4); lasso (0.5)", "", "excluded: lasso (0.5)", ""} {
		check.Equal(t, published[i].Key, run.Rows[i].Note, want)
		check.Equal(t, published[i].Key+", stored", stored[i].Note, want)
	}
}

// A file that is not in order is refused with one line that names the place.
func TestReadExcludedErrors(t *testing.T) {
	for text, want := range map[string]string{
		"source,item,keys,tried,got\ns,i,,x,1\n":          "how",
		"source,item,keys,tried,got,how\ns,i,,x\n":        "row 2",
		"source,item,keys,tried,got,how\ns,i,,x,,here\n":  "got",
		"source,item,keys,tried,got,how\ns,i,k,,1,here\n": "tried",
		"source,item,keys,tried,got,how\n,i,k,x,1,here\n": "source",
	} {
		fsys := fstest.MapFS{"published/excluded.csv": {Data: []byte(text)}}
		_, err := ReadExcluded(fsys)
		one := regexp.MustCompile(`^[^\n]*excluded\.csv.*\b` + want + `\b[^\n]*$`)
		if !one.MatchString(fmt.Sprint(err)) {
			t.Errorf("%q: %v, want an error about %s in one line", text, err, want)
		}
	}
	if _, err := ReadExcluded(os.DirFS(t.TempDir())); err == nil {
		t.Error("a missing file passes")
	}
}
