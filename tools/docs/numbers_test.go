package docs

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/research/study/replicability"
)

// The numbers on the pages are those of the stored rows that they come from: a row of testdata/numbers.csv has a phrase
// of a page, with # for each number, and what the numbers are, as docs/why/paper/numbers.csv says it of macros (see
// TestPaperNumbers). A row without a page adds numbers to the phrase above it, or, with a name, is a number of which
// later rows take ratios. Every percentage and decimal fraction of some pages, outside of code, is one of them, or of
// a table that another test compares, but for levels of 5%, intervals of 95%, and what rows without cells have: what
// was set.
func TestPageNumbers(t *testing.T) {
	type phrase struct {
		page, text string
		numbers    []any
	}
	var phrases []phrase
	values, files := map[string]float64{}, map[string][]map[string]string{"5-fold CV of plants": fiveFolds(t)}
	for _, row := range rowsOf(t, "testdata/numbers.csv") {
		if row["page"] != "" {
			phrases = append(phrases, phrase{page: row["page"], text: row["phrase"]})
		}
		if row["cells"] == "" {
			continue
		}
		for cell := range strings.SplitSeq(row["cells"], "&") {
			var what, column, format string
			if n, err := fmt.Sscan(cell, &what, &column, &format); n != 3 || err != nil {
				t.Fatalf("%s: cell %q: %v", row["phrase"], cell, err)
			}
			x := values[what] / values[column]
			if row["file"] != "=" {
				x = taken(t, what, column, chosen(t, files, row["file"], row["where"]))
			}
			if values[row["name"]] = x; math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%s: no value for %q", row["phrase"], cell)
			}
			digits, percent := strings.CutPrefix(format, "%")
			if percent {
				x *= 100
			}
			if last := len(phrases) - 1; row["name"] == "" {
				number := fmt.Sprintf("%."+digits+"f", x)
				number = regexp.MustCompile(`^(\d+)(\d{3})$`).ReplaceAllString(number, "$1,$2")
				phrases[last].numbers = append(phrases[last].numbers, number)
			}
		}
	}
	plain := func(text string) string { // without code, and with one space between words
		return strings.Join(strings.Fields(regexp.MustCompile("(?s)```.*?```|`[^`]*`").ReplaceAllString(text, "")), " ")
	}
	known := append(errorsByCorrelation(t), levelsTable(t), equalTable(t), byMetricTable(t),
		limitTable(t), nestedTable(t))
	for _, p := range phrases {
		said := fmt.Sprintf(strings.ReplaceAll(strings.ReplaceAll(p.text, "%", "%%"), "#", "%v"), p.numbers...)
		if strings.Count(p.text, "#") != len(p.numbers) || !strings.Contains(words(t, p.page), said) {
			t.Errorf("%s lacks what the stored studies say:\n%s", p.page, said)
		}
		known = append(known, said)
	}
	for _, page := range []string{"README.md", "docs/why/4-variance.md", "docs/why/5-tests.md", "docs/why/7-paired.md",
		"docs/why/8-limits.md"} {
		rest := plain(words(t, page))
		for _, text := range known {
			rest = strings.ReplaceAll(rest, plain(text), "")
		}
		for _, x := range regexp.MustCompile(`.{0,60}(?:[0-9.]+%|[0-9]\.[0-9]+)`).FindAllString(rest, -1) {
			if !strings.HasSuffix(x, " 5%") && !strings.HasSuffix(x, " 95%") {
				t.Errorf("%s has a number that is of no stored row: %s", page, x)
			}
		}
	}
}

// fiveFolds returns how many of the researchers of the quickstart find a difference on 5 folds.
func fiveFolds(t *testing.T) []map[string]string {
	t.Helper()
	plants, err := dataset.Read(root+"/data/samples/plants.csv", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := neighbour.KNN{K: 1}
	rows, err := replicability.Run(t.Context(), replicability.Plan{Data: plants.OneHot(), A: a, B: neighbour.KNN{K: 9},
		Schemes: []replicability.Scheme{{Method: cv.KFold, Options: cv.Options{K: 5}, Procedure: "kfold-t"}},
		Sets:    100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := replicability.Summarize(rows, a.String())[0]
	return []map[string]string{{"different": fmt.Sprint(s.A + s.B), "neither": fmt.Sprint(s.Neither)}}
}
