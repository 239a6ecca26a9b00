package ranksets

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/rank"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/research/study"
)

// claimed reports whether an order is claimed: from 2 runs of a model that of 10 models at most.
func claimed(r Row) bool { return r.Runs != 2 || r.Models <= 10 }

// Among equal models anything false is said in 6.5% of test sets at most, up to 3 standard errors, in clusters and in
// runs, where an order is claimed at all; of skewed scores the table says what was found.
func TestHeld(t *testing.T) {
	rows, err := study.Stored[Row](data.FS, "rank_sets")
	if err != nil {
		t.Fatal(err)
	}
	if want := len(cells()) + len(unitCells()); len(rows) != want {
		t.Fatalf("%d rows, want %d", len(rows), want)
	}
	for _, r := range rows {
		if claimed(r) && r.Scores != skewed && r.AnyFalse > 0.065+3*math.Sqrt(0.065*0.935/float64(r.Sets)) {
			t.Errorf("%+v: anything false in more than 6.5%%, beyond 3 standard errors", r)
		}
	}
}

// What bcv rank says of its error is what was found: the largest share of each kind of results, in percent.
func TestKnownError(t *testing.T) {
	rows, err := study.Stored[Row](data.FS, "rank_sets")
	if err != nil {
		t.Fatal(err)
	}
	worst := func(is func(Row) bool) string {
		most := 0.0
		for _, r := range rows {
			if is(r) {
				most = max(most, r.AnyFalse)
			}
		}
		return fmt.Sprintf("%.1f%%", 100*most)
	}
	single := func(r Row) bool { return r.Clusters == 0 && r.Runs == 1 }
	of := func(models, items int) string {
		return worst(func(r Row) bool { return r.Scores == skewed && r.Models == models && r.Items == items })
	}
	for name, c := range map[string]struct {
		scores         []float64
		clusters, runs int
		items          int
		want           string
	}{
		"right or wrong": {[]float64{0, 1, 1, 0}, 0, 1, 60, "in at most " + worst(func(r Row) bool {
			return single(r) && r.Scores == rightOrWrong
		})},
		"normal": {[]float64{0, 1, 2, 1}, 0, 1, 60, "in at most " + worst(func(r Row) bool {
			return single(r) && (r.Scores == normal || r.Scores == drawn)
		})},
		"skewed": {[]float64{0, 0, 0, 0, 0, 0, 0, 9}, 0, 1, 60, fmt.Sprintf("in up to %s, %s and %s of simulated cases for "+
			"3, 10 and 50 models on 1,000 items, in %s, %s and %s on 50 items", of(3, 1000), of(10, 1000), of(50, 1000),
			of(3, 50), of(10, 50), of(50, 50))},
		"clusters": {[]float64{0, 1, 1, 0}, 12, 1, 60, "in at most " + worst(func(r Row) bool {
			return r.Clusters > 0 && r.Runs == 1 && r.Scores == rightOrWrong
		})},
		"runs": {[]float64{0, 1, 2, 1}, 0, 4, 60, "in at most " + worst(func(r Row) bool {
			return r.Clusters == 0 && r.Runs > 1 && r.Scores == normal && claimed(r)
		})},
		"clusters and runs": {[]float64{0, 1, 1, 0}, 30, 2, 60, "in at most " + worst(func(r Row) bool {
			return r.Clusters > 0 && r.Runs > 1 && r.Scores == rightOrWrong
		})},
		"few clusters with runs": {[]float64{0, 1, 1, 0}, 4, 2, 60, "not measured for 4 clusters (5 to 40 were)"},
		"many runs":              {[]float64{0, 1, 1, 0}, 0, 11, 60, "not measured for 11 runs (2 to 10 were)"},
		"few items":              {[]float64{0, 1, 1, 0}, 0, 1, 40, "not measured for 40 items (50 to 1,000 were)"},
		"skewed in clusters": {[]float64{0, 0, 0, 0, 0, 0, 0, 9}, 12, 1, 60,
			"not measured for skewed scores in clusters"},
	} {
		text := strings.Join(ordered(t, c.scores, c.items, c.clusters, c.runs).Reading(), "\n")
		if !strings.Contains(text, c.want) {
			t.Errorf("%s: %q, want %q in it", name, text, c.want)
		}
	}
}

// ordered puts three models in order, whose scores repeat with the items, each in its own way.
func ordered(t *testing.T, scores []float64, items, clusters, runs int) rank.Table {
	t.Helper()
	names, of := make([]string, items), []int(nil)
	for i := range names {
		names[i] = fmt.Sprint(i)
		if clusters > 0 {
			of = append(of, i%clusters)
		}
	}
	r, err := results.NewScores(names, of)
	if err != nil {
		t.Fatal(err)
	}
	for m, model := range []string{"a", "b", "c"} {
		for run := range runs {
			var own []float64
			for i := range items {
				own = append(own, scores[(i/(m+1)+run*m)%len(scores)])
			}
			name := ""
			if runs > 1 {
				name = fmt.Sprint(run)
			}
			if err := r.AddScores(model, name, own); err != nil {
				t.Fatal(err)
			}
		}
	}
	tables, err := rank.Run([]results.Results{*r}, rank.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tables[0]
}
