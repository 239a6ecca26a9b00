package replicability_test

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/catalogue"
	"github.com/block-regularized/bcv/research/study/replicability"
)

func plan(t *testing.T, a, b string) replicability.Plan {
	t.Helper()
	d, err := dataset.Read("../../../data/samples/plants.csv", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := replicability.Plan{Data: d.OneHot(), Sets: 6, Seed: 1, Schemes: []replicability.Scheme{
		{Name: "5-fold", Method: cv.KFold, Options: cv.Options{K: 5, Seed: 99}, Procedure: "kfold-t"},
		{Name: "3 x 2 BCV", Method: cv.BCV, Options: cv.Options{M: 3}},
	}}
	if p.A, err = catalogue.Parse(a); err != nil {
		t.Fatal(err)
	}
	if p.B, err = catalogue.Parse(b); err != nil {
		t.Fatal(err)
	}
	return p
}

// Every row is the comparison on its own partition set, whatever the seed in the options.
func TestRowsAreOfTheirSeeds(t *testing.T) {
	p := plan(t, "knn(k=1)", "svm")
	rows, err := replicability.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	check.MustEqual(t, "len(rows)", len(rows), 12)
	check.Equal(t, "rows[0].Scheme", rows[0].Scheme, "5-fold")
	check.Equal(t, "rows[11].Scheme", rows[11].Scheme, "3 x 2 BCV")
	check.Equal(t, "rows[11].Seed", rows[11].Seed, 6)
	p.Seed, p.Sets = 3, 2
	later, err := replicability.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if later[0].Estimate != rows[2].Estimate || later[3].Low != rows[9].Low || rows[2].Estimate == rows[3].Estimate {
		t.Errorf("seed 3 alone: %+v, among others %+v", later[0], rows[2])
	}
	if !math.IsNaN(rows[0].PBetter) || math.IsNaN(rows[6].PValue) || rows[6].PBetter < 0.5 {
		t.Errorf("a 5-fold CV is not described by a posterior, a 3 x 2 BCV is, beside a p-value: %+v, %+v", rows[0],
			rows[6])
	}
}

func TestSummarize(t *testing.T) {
	rows := []replicability.Row{
		{Scheme: "s", Estimate: 1, Winner: "a"}, {Scheme: "s", Estimate: 2, Winner: "a"}, {Scheme: "s", Estimate: 3},
		{Scheme: "s", Estimate: 6, Winner: "b"}, {Scheme: "t", Estimate: 5}, {Scheme: "t", Estimate: 5},
	}
	got := replicability.Summarize(rows, "a")
	// One pair of six agrees; the variance of 1, 2, 3, 6 is 14/3.
	want := []replicability.Summary{{"s", 4, 2, 1, 1, 1.0 / 6, 3, math.Sqrt(14.0 / 3)}, {"t", 2, 0, 0, 2, 1, 5, 0}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestRefusals(t *testing.T) {
	p := plan(t, "knn", "svm")
	p.Sets = 1
	if _, err := replicability.Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), "give two or more") {
		t.Error(err)
	}
	p = plan(t, "knn", "svm")
	p.Schemes[1].Procedure = "kfold-t"
	if _, err := replicability.Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), "3 x 2 BCV, seed 1") {
		t.Error(err)
	}
	p.Schemes = nil
	if _, err := replicability.Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), "no schemes") {
		t.Error(err)
	}
}

func TestRanked(t *testing.T) {
	got := replicability.Ranked([]replicability.Row{
		{Scheme: "s", Estimate: 3, Low: 1, High: 5, Winner: "b"}, {Scheme: "t", Estimate: 9, Low: math.NaN()},
		{Scheme: "s", Estimate: 2, Low: -1, High: 5},
	})
	want := []replicability.RankedRow{
		{"s", 1, 2, 1.5, "neither is shown to be better"}, {"s", 2, 3, 1, "b is shown to be better"},
		{"t", 1, 9, 0, "neither is shown to be better"},
	}
	check.MustEqual(t, "len(got)", len(got), 3)
	check.Equal(t, "got[0]", got[0], want[0])
	check.Equal(t, "got[1]", got[1], want[1])
	check.Equal(t, "got[2]", got[2], want[2])
}
