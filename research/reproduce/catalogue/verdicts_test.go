package catalogue

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/internal/accounttest"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/acl2019"
	"github.com/block-regularized/bcv/research/reproduce/internal/variances"
	"github.com/block-regularized/bcv/research/reproduce/mcnemar"
	"github.com/block-regularized/bcv/research/reproduce/thesis2"
	"github.com/block-regularized/bcv/research/reproduce/thesis3"
	"github.com/block-regularized/bcv/research/reproduce/thesis5"
	"github.com/block-regularized/bcv/research/reproduce/voting"
	"github.com/block-regularized/bcv/research/study"
)

func TestPublishedNumbersAreUnique(t *testing.T) {
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := reproduce.ReadManifest(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	if len(tables) < 55 || len(published) < 4000 {
		t.Fatalf("only %d tables and %d numbers", len(tables), len(published))
	}
	seen, items := map[string]bool{}, map[string]bool{}
	for _, p := range published {
		place := reproduce.Row{Source: p.Source, Item: p.Item, Key: p.Key}.Location()
		if seen[place] {
			t.Errorf("%s %s %s occurs twice", p.Source, p.Item, p.Key)
		}
		seen[place] = true
		items[p.Source+":"+p.Item] = true
	}
	for _, e := range All() {
		for _, item := range e.Items {
			if !items[item] {
				t.Errorf("experiment %s covers %s, which is not published", e.Name, item)
			}
		}
	}
	for _, x := range tables {
		if x.Item == "table-4.1" {
			continue // not one number of it is legible in the source
		}
		if x.Source != "*" && !items[x.Source+":"+x.Item] {
			t.Errorf("no number of %s is counted", x.File)
		}
	}
}

// Every number of the tables that the Bayes experiment covers is matched, explained or
// near, and the numbers that do not match are the known few.
func TestBayesTablesAreAccountedFor(t *testing.T) {
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	run, err := reproduce.Run(context.Background(), study.Config{Data: data.FS, Scale: study.Quick, Seed: 1},
		[]reproduce.Experiment{acl2019.BayesTables()}, published, nil)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, item := range []string{"acl2019:table-2", "acl2019:table-3", "acl2019:table-4", "acl2019:table-5",
		"acl2019_poster:table-2",
		"thesis:table-6.1", "thesis:table-6.2", "thesis:table-6.3", "thesis:table-6.4"} {
		rows := reproduce.Filter(run.Rows, []string{item})
		if len(rows) == 0 {
			t.Fatalf("%s has no rows", item)
		}
		for _, r := range rows {
			count[r.Verdict]++
			if r.Verdict != reproduce.ExactMatch && r.Verdict != reproduce.MonteCarloMatch &&
				r.Verdict != reproduce.Explained && r.Verdict != reproduce.Near {
				t.Errorf("%s %s: %s, published %s, computed %s", item, r.Key, r.Verdict, r.Published, r.Computed)
			}
			if r.Verdict == reproduce.Explained && r.Note == "" {
				t.Errorf("%s %s: explained by nothing", item, r.Key)
			}
		}
	}
	// E26: a floor, four printed probabilities in two documents, and two bounds there that
	// are cut off instead of rounded.
	if count[reproduce.Explained] != 8 || count[reproduce.Near] != 4 {
		t.Errorf("%v, want 8 explained and 4 near", count)
	}
	var differ []string
	for _, r := range run.Rows {
		if r.Verdict == reproduce.Differs {
			differ = append(differ, r.Key)
			if !strings.Contains(r.Note, "E13") {
				t.Errorf("%s %s %s differs: published %s, computed %s", r.Source, r.Item, r.Key, r.Published,
					r.Computed)
			}
		}
	}
	if len(differ) != 5 {
		t.Errorf("the wrong prose of E13 has five numbers; %d differ: %v", len(differ), differ)
	}
}

// The standard errors of published numbers in the results follow from the published
// designs, computed here once more: with our number of data sets at the quick scale
// for what is scaled, with the share itself for what is counted.
func TestPublishedErrorsOfResults(t *testing.T) {
	share := func(p, draws float64) float64 { return math.Sqrt(p * (1 - p) / draws) }
	hits := func(p, runs float64) float64 { // a share, with one more hit and one more miss
		p = (p*runs + 1) / (runs + 2)
		return math.Sqrt(p * (1 - p) / runs)
	}
	scaled := func(ours, draws float64) func(reproduce.Result) float64 {
		return func(r reproduce.Result) float64 { return r.SE * math.Sqrt(ours/draws) }
	}
	variances200 := func(r reproduce.Result) float64 {
		sets := 200.0
		if strings.HasPrefix(r.Key, "SCLA") {
			sets = 80
		}
		return r.SE * math.Sqrt(sets/10_000)
	}
	rates := []string{"thesis:table-2.11", "thesis:table-3.8"}
	checked := map[string]int{}
	for _, c := range []struct {
		run   reproduce.Experiment
		items []string
		want  func(reproduce.Result) float64
	}{
		{acl2019.BayesTables(), []string{"acl2019:table-3", "acl2019:table-4", "acl2019:table-5", "thesis:table-6.2",
			"thesis:table-6.4"},
			func(r reproduce.Result) float64 { return share(r.Value, 1e6) }},
		{mcnemar.ErrorTables(), []string{"mcnemar:table-5"},
			func(r reproduce.Result) float64 { return hits(r.Value, 1000) }},
		{thesis2.Variances(), []string{"thesis:table-2.9", "thesis:table-2.10", "thesis:table-2.11"}, variances200},
		{thesis3.Variances(), []string{"thesis:table-3.7", "thesis:table-3.8"}, variances200},
		{thesis5.NormalErrors(), []string{"thesis:table-5.8"},
			func(r reproduce.Result) float64 { return share(r.Value, 1000) }},
		{thesis5.VarianceEstimators(), []string{"thesis:table-5.6", "thesis:table-5.7"}, scaled(200, 10_000)},
		{thesis5.LetterCorrelations(), []string{"thesis:table-5.9"}, scaled(10_000, 1000)},
		{thesis5.LetterSequential(), []string{"thesis:table-5.10"},
			func(r reproduce.Result) float64 { return share(r.Value, 1000) }},
	} {
		for _, r := range accounttest.QuickRun(t, c.run) {
			item := r.Source + ":" + r.Item
			if !slices.Contains(c.items, item) || r.Input || r.OtherData != "" {
				continue
			}
			checked[item]++
			right := func(got float64, x reproduce.Result, sets float64) bool {
				want := c.want(x)
				if r.Resolution == variances.RateResolution { // 1,000 partition sets add up to 0.1 points
					return got >= want && got <= math.Hypot(want, 0.1*math.Sqrt(1000/sets))
				}
				return math.Abs(got-want) <= 1e-9*want
			}
			if !right(r.PublishedSE, r, 1000) {
				t.Errorf("%s %s: published standard error %.6g, want %.6g", item, r.Key, r.PublishedSE, c.want(r))
			}
			for _, e := range r.Explanations {
				x, sets := r, 1000.0
				x.Value, x.SE = e.Value, e.SE
				if _, scatter, ok := strings.Cut(e.Reading, "the scatter of "); ok {
					fmt.Sscan(scatter, &sets)
				}
				if e.PublishedSE != 0 && !right(e.PublishedSE, x, sets) {
					t.Errorf("%s %s, %s: published standard error %.6g, want %.6g", item, r.Key, e, e.PublishedSE,
						c.want(x))
				}
			}
			want := 0.0
			switch {
			case slices.Contains(rates, item) || strings.HasSuffix(r.Key, "reduction_rate_pct"):
				want = 1
			case item == "thesis:table-5.8" || item == "thesis:table-5.10" || item == "mcnemar:table-5":
				want = 0.05
			}
			if r.Resolution != want {
				t.Errorf("%s %s: resolution %v, want %v", item, r.Key, r.Resolution, want)
			}
		}
	}
	for item, n := range checked {
		if n < 4 {
			t.Errorf("%s: %d results", item, n)
		}
	}
	if len(checked) != 16 {
		t.Errorf("%d items were checked: %v", len(checked), checked)
	}
}

// The stored account has the numbers that the code computes exactly or reads from
// data/results, and all that it judges them by.
func TestStoredAccountIsOfTheCode(t *testing.T) {
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	account, err := reproduce.Best(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	simulated := []string{"credibility", "mcnemar", "variances", "bcv-variances", "t-statistics", "sequential",
		"variance-estimators"}
	numbers := regexp.MustCompile(`"(value|se|published_se)":[-+.e0-9]+,?`)
	checked := 0
	for _, e := range All() {
		rows, err := reproduce.Account(published, accounttest.QuickRun(t, e))
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range rows {
			if r.Kind == "" {
				continue
			}
			checked++
			stored := account[i].Row
			of := func(r reproduce.Row) string {
				return fmt.Sprintf("%s, resolution %s, %s, readings %s", strings.TrimSuffix(r.Kind, ", stored"),
					r.Resolution, r.Setting, numbers.ReplaceAllString(r.Readings, ""))
			}
			if got, want := of(stored), of(r); got != want {
				t.Errorf("%s %s %s is judged as %s, want %s", r.Source, r.Item, r.Key, got, want)
			}
			if !slices.Contains(simulated, e.Name) && !near(stored.Computed, r.Computed) {
				t.Errorf("%s %s %s: %q, want %q", r.Source, r.Item, r.Key, stored.Computed, r.Computed)
			}
		}
	}
	if checked < 3400 {
		t.Errorf("only %d numbers were checked", checked)
	}
}

// near reports whether two texts are the same, or numbers whose first five digits are: some
// tables of data/results keep six.
func near(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return a == b || errX == nil && errY == nil && math.Abs(x-y) <= 1e-5*math.Abs(y)
}

// No result of any experiment that runs without data is explained but by a number
// that meets the published one, and no match is within more than 20% unless its
// table is about larger differences.
func TestNoVerdictIsGivenAway(t *testing.T) {
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []reproduce.Experiment{
		thesis2.Partitions(), thesis2.Overlaps(), acl2019.BayesTables(), voting.Table2(), thesis3.ReductionRates(),
		mcnemar.DataSets(),
		thesis5.LetterCorrelations(), thesis5.Theory(), thesis5.NormalErrors(), thesis5.LetterSequential(),
	} {
		for _, explanationsToo := range []bool{false, true} {
			results := slices.Clone(accounttest.QuickRun(t, e))
			for i := range results {
				r := &results[i]
				r.Stored = false
				r.Value += 1e6 // nothing can meet this
				if r.Text != "" {
					r.Text += "?"
				}
				explanations := r.Explanations
				r.Explanations = nil
				for _, x := range explanations {
					x.Value += 1e6
					if explanationsToo {
						r.Explanations = append(r.Explanations, x)
					}
				}
			}
			rows, err := reproduce.Account(published, results)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range rows {
				if r.Verdict != reproduce.Differs && r.Verdict != reproduce.NotRun {
					t.Fatalf("%s %s %s: a value a million off is %q", r.Source, r.Item, r.Key, r.Verdict)
				}
			}
		}
	}
}
