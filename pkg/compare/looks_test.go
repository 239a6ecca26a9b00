package compare

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/results"
)

// soFar are scores of two models or more, which are right where a fixed sequence is below their share, on n items.
func soFar(t *testing.T, n, runs int, clusters []int, shares map[string]int, models ...string) results.Results {
	t.Helper()
	var names []string
	for i := range n {
		names = append(names, fmt.Sprint(i))
	}
	r, err := results.NewScores(names, clusters)
	if err != nil {
		t.Fatal(err)
	}
	for m, model := range models {
		for run := range runs {
			var scores []float64
			for i := range n {
				x := 0.0
				if (i*37+m*11+run*5)%100 < shares[model] {
					x = 1
				}
				scores = append(scores, x)
			}
			name := ""
			if runs > 1 {
				name = fmt.Sprint(run)
			}
			if err := r.AddScores(model, name, scores); err != nil {
				t.Fatal(err)
			}
		}
	}
	return *r
}

var shares = map[string]int{"base": 50, "new": 52, "best": 80}

// A look is that of items.LooksT, and its sentence says how far it is.
func TestLooks(t *testing.T) {
	for _, c := range []struct {
		model, want, after string
		n                  int
	}{
		{"best", "Decided at 300 of 1,000 items: best is better than base", "", 300},
		{"new", "Undecided so far (300 of 1,000 items): no clear winner between", " If nothing changes, it is ", 300},
		{"new", "Undecided at the end (1,000 of 1,000 items): no clear winner between", "", 1000},
	} {
		r := soFar(t, c.n, 1, nil, shares, "base", c.model)
		report, err := Run([]results.Results{r}, Options{Planned: 1000})
		if err != nil {
			t.Fatal(err)
		}
		v := report.Verdicts[0]
		if text := v.Sentence(); !strings.HasPrefix(text, c.want) || strings.Contains(text, "If nothing") != (c.after != "") ||
			!strings.Contains(text, c.after) {
			t.Errorf("%q; want %q and %q in it", text, c.want, c.after)
		}
		s, err := r.SampleOf(0, 0, 1, false)
		if err != nil {
			t.Fatal(err)
		}
		want, look, err := items.LooksT(s, 1000, infer.Options{})
		if err != nil || v.PValue != want.PValue || math.Abs(v.Low-max(want.CI.Low, -1)) > 1e-15 || v.Method != "looks-t" ||
			v.Look.Needed != look.Needed || v.Look.Boundary != look.Boundary {
			t.Errorf("%+v, %v; want %+v", v, err, want)
		}
		if len(report.Models) > 0 {
			t.Errorf("intervals of single models, which do not hold over looks: %v", report.Models)
		}
		text, err := json.Marshal(v)
		decided := fmt.Sprintf(`"decided":%t`, v.Winner != "")
		if err != nil || !strings.Contains(string(text), decided) {
			t.Errorf("JSON %s, %v; want %s", text, err, decided)
		}
	}
}

// Equivalence decides a look, too.
func TestLookWithin(t *testing.T) {
	r := soFar(t, 900, 1, nil, shares, "base", "new")
	report, err := Run([]results.Results{r}, Options{Planned: 1000, Margin: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	if text := report.Verdicts[0].Headline(); !strings.HasPrefix(text, "Decided at 900 of 1,000 items: no clear") ||
		!strings.Contains(text, "rules out differences of 20 points or more") {
		t.Error(text)
	}
}

// Intervals of several models are simultaneous: of each pair with the level over the number of pairs.
func TestLooksOfPairs(t *testing.T) {
	report, err := Run([]results.Results{soFar(t, 200, 1, nil, shares, "base", "new", "best")}, Options{Planned: 400})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range report.Verdicts {
		if want := special.MaximumCritical(0.05/3, 2); v.Look.Boundary != want || v.Adjusted == "" {
			t.Errorf("boundary %v, adjusted %q; want %v among all pairs", v.Look.Boundary, v.Adjusted, want)
		}
	}
}

// Runs stay as they are, which is said; items in another than random order are noted.
func TestLookNotes(t *testing.T) {
	report, err := Run([]results.Results{soFar(t, 300, 3, nil, shares, "base", "best")}, Options{Planned: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if v := report.Verdicts[0]; !strings.Contains(v.Assumptions, "About these very runs, 3 at most") ||
		!strings.Contains(v.Note, "not as a sample of runs") || v.Target != "these models" {
		t.Errorf("%q, %q, about %q", v.Assumptions, v.Note, v.Target)
	}
	r := soFar(t, 300, 1, nil, shares, "base")
	sorted := make([]float64, 300)
	for i := range 150 {
		sorted[i] = 1
	}
	if err := r.AddScores("sorted", "", sorted); err != nil {
		t.Fatal(err)
	}
	report, err = Run([]results.Results{r}, Options{Planned: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if v := report.Verdicts[0]; !strings.Contains(v.Note, "the first half of the items differs from the second") ||
		!strings.Contains(v.Note, "would have decided") {
		t.Errorf("note %q", v.Note)
	}
}

// What is no look is refused in a line.
func TestNoLooks(t *testing.T) {
	one := soFar(t, 30, 1, nil, shares, "base", "new")
	other := one
	other.Dataset = "other"
	for _, c := range []struct {
		rs   []results.Results
		opt  Options
		want string
	}{
		{[]results.Results{one}, Options{Planned: 29}, "30 items, and 29 are planned"},
		{[]results.Results{one}, Options{Planned: 1}, "2 or more"},
		{[]results.Results{one}, Options{Planned: -5}, "2 or more"},
		{[]results.Results{one}, Options{Planned: 100, Methods: []string{"item-t"}}, "by looks-t alone"},
		{[]results.Results{one}, Options{Planned: 100, All: true}, "by looks-t alone"},
		{[]results.Results{one}, Options{Methods: []string{"looks-t"}}, "needs a mean of the items of one test set"},
		{[]results.Results{one, other}, Options{Planned: 100}, "that of one test set"},
	} {
		if _, err := Run(c.rs, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("planned %d, %q: %v; want %q", c.opt.Planned, c.opt.Methods, err, c.want)
		}
	}
}
