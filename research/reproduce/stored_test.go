package reproduce

import (
	"fmt"
	"github.com/block-regularized/bcv/research/internal/check"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
)

// faultsOf judges a stored account again from its numbers, beside what is published, and
// says where it disagrees.
func faultsOf(published []Published, account []BestRow) []string {
	var faults []string
	if len(account) != len(published) {
		return []string{fmt.Sprintf("%d rows, want %d", len(account), len(published))}
	}
	rows := Rows(account)
	if err := rejudge(rows); err != nil {
		return []string{err.Error()}
	}
	list, err := ReadExcluded(data.FS)
	if err != nil {
		return []string{err.Error()}
	}
	exclude(rows, list)
	for i, got := range rows {
		p, stored := published[i], account[i]
		switch want := (Published{got.Source, got.Item, got.Key, got.Published, got.Unit}); {
		case p != want:
			faults = append(faults, fmt.Sprintf("row %d is %+v, want %+v", i+1, want, p))
		case got.Kind == "" || stored.Command == "":
			faults = append(faults, fmt.Sprintf("%s %s %s was not computed", p.Source, p.Item, p.Key))
		case got.Verdict != stored.Verdict || got.Note != stored.Note:
			faults = append(faults, fmt.Sprintf("%s %s %s: %q (%s), want %q (%s)", p.Source, p.Item, p.Key,
				stored.Verdict, stored.Note, got.Verdict, got.Note))
		}
	}
	return faults
}

// The verdicts and notes of data/results/account.csv follow from its numbers, and no edit
// of them passes.
func TestStoredAccount(t *testing.T) {
	published, err := ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	account, err := Best(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	faults := faultsOf(published, account)
	for _, f := range faults[:min(5, len(faults))] {
		t.Error(f)
	}
	times := func(text string, by float64) string {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return strconv.FormatFloat(v*by, 'g', -1, 64)
	}
	for _, c := range []struct {
		name, verdict string // of the first row that is edited, of kind number
		edit          func(*BestRow)
	}{
		{"computed x 1.5", ExactMatch, func(r *BestRow) { r.Computed = times(r.Computed, 1.5) }},
		{"computed x 1.5", MonteCarloMatch, func(r *BestRow) { r.Computed = times(r.Computed, 1.5) }},
		{"computed x 1.5", InferredMatch, func(r *BestRow) { r.Computed = times(r.Computed, 1.5) }},
		{"computed is the published number", Differs, func(r *BestRow) { r.Computed = r.Published }},
		{"differs -> exact match", Differs, func(r *BestRow) { r.Verdict = ExactMatch }},
		{"near -> explained", Near, func(r *BestRow) { r.Verdict = Explained }},
		{"inconclusive -> match", Inconclusive, func(r *BestRow) { r.Verdict = MonteCarloMatch }},
		{"standard error x 100", MonteCarloMatch,
			func(r *BestRow) { r.SE, r.PublishedSE = times(r.PublishedSE, 100), "0" }},
		{"standard error x 100", Differs, func(r *BestRow) { r.PublishedSE = "1e6" }},
		{"published number", ExactMatch, func(r *BestRow) { r.Published += "0" }},
		{"readings x 1.5", Explained,
			func(r *BestRow) { r.Readings = strings.Replace(r.Readings, `"value":0.`, `"value":9.`, 1) }},
		{"no readings", Explained, func(r *BestRow) { r.Readings = "" }},
		{"number -> input", MonteCarloMatch, func(r *BestRow) { r.Kind = kindInput }},
		{"number -> other data", Differs, func(r *BestRow) { r.Kind = kindOther }},
		{"setting inferred -> named", InferredMatch, func(r *BestRow) { r.Setting = "" }},
		{"note", Explained, func(r *BestRow) { r.Note = "E1: as printed" }},
		{"not run", ExactMatch, func(r *BestRow) {
			r.Row = Row{Source: r.Source, Item: r.Item, Key: r.Key, Published: r.Published, Unit: r.Unit,
				Verdict: NotRun}
		}},
	} {
		edited := slices.Clone(account)
		i := slices.IndexFunc(edited, func(r BestRow) bool {
			if c.verdict == InferredMatch && r.Item == "text" {
				return false // rests on one partition set, so that half as much again matches too
			}
			return r.Verdict == c.verdict && r.Kind == kindNumber && r.Published != "0" && (c.verdict != Explained ||
				strings.Contains(r.Readings, `"value":0.`))
		})
		before := edited[i]
		if c.edit(&edited[i]); edited[i] == before {
			t.Errorf("%s of %s %s %s changed nothing", c.name, before.Source, before.Item, before.Key)
		}
		if faultsOf(published, edited) == nil {
			t.Errorf("%s of a row that %q: %s %s %s passes", c.name, c.verdict, before.Source, before.Item, before.Key)
		}
	}
	if faultsOf(published, account[1:]) == nil {
		t.Error("an account without its first row passes")
	}
}

// What the summaries of the stored account say.
func TestStoredSummary(t *testing.T) {
	account, err := Best(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	rows := Rows(account)
	lines := Summarize(rows)
	all := lines[len(lines)-1]
	sum := 0
	for _, v := range verdicts {
		sum += *v.of(&all)
	}
	check.Equal(t, "all.Published", all.Published, 4475)
	check.Equal(t, "sum", sum, all.Published)
	check.Equal(t, "all.Tables", all.Tables, len(SummarizeItems(rows)))
	check.Equal(t, "all.NotRun", all.NotRun, 0)
	_, n := tally(rows, Row.Outcome)
	check.Equal(t, "n[\"holds\"]", n["holds"], 81)
	check.Equal(t, "n[\"not decided\"]", n["not decided"], 109)
	check.Equal(t, "n[\"the opposite holds\"]", n["the opposite holds"], 4)
	check.Equal(t, "n[\"refuted\"]", n["refuted"], 2)
	check.Equal(t, "n[\"not refuted\"]", n["not refuted"], 11)
}
