package thesis5

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/internal/accounttest"
	"github.com/block-regularized/bcv/research/theory"
)

// All cells hold but one, which has the wrong letter.
func TestTable55(t *testing.T) {
	results, printed := accounttest.BesidePublished(t, TStatistics(), "table-5.5")
	if len(printed) != 22 || len(results) != 22 {
		t.Fatalf("%d cells, %d results", len(printed), len(results))
	}
	for key, text := range printed {
		want := text
		if key == "98paired/limit_expected_ci_length" {
			want = strings.Replace(text, "u_{sigma/2}", "u_{alpha/2}", 1)
		}
		if r := results[key]; r.Text != want || (want != text) != (r.Note != "") {
			t.Errorf("%s: %q, printed %q, note %q", key, r.Text, text, r.Note)
		}
	}
}

// A cell that says something else is not confirmed.
func TestTable55FindsErrors(t *testing.T) {
	two := func(f tFormula) tFormula {
		return tFormula{f.text, func(c tCase) float64 { return f.at(c) * (1 + 1e-5) }}
	}
	for i, change := range []func(w *tRow){
		func(w *tRow) { w.mean = two(w.mean) },
		func(w *tRow) { w.variance = two(w.variance) },
		func(w *tRow) { w.factor = two(w.factor) },
		func(w *tRow) { w.df = two(w.df) },
		func(w *tRow) { w.limit = two(w.limit) },
		func(w *tRow) { w.run = infer.BlockedT },
	} {
		w := tRows()[3]
		change(&w)
		out, err := w.results(rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		failed := []string{}
		for _, r := range out {
			if strings.Contains(r.Text, "where the print gives") {
				failed = append(failed, strings.TrimPrefix(r.Key, "bmx2/"))
			}
		}
		want := [...]string{"statistic mu_hat", "statistic variance_estimator limit_expected_ci_length",
			"statistic C_hat", "dof", "limit_expected_ci_length", "statistic C_hat"}[i]
		if got := strings.Join(failed, " "); got != want {
			t.Errorf("change %d: failed %q, want %q", i, got, want)
		}
	}
}

// The extrapolation reaches the limits, which are known.
func TestLimitLength(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 5 {
		c := newTCase(2, rng)
		for _, w := range tRows() {
			got, err := w.limitLength(c)
			want := w.limit.at(c)
			if w.otherLimit.at != nil {
				want = w.otherLimit.at(c)
			}
			if err != nil || math.Abs(got-want) > limitTolerance/10 {
				t.Errorf("%s: limit %v, want %v, %v", w.name, got, want, err)
			}
			if ours := c.sigma * theory.LimitLength(c.alpha, c.rho2); w.all && math.Abs(want-ours) > 1e-12 {
				t.Errorf("%s: the cell says %v, package variance %v", w.name, want, ours)
			}
		}
	}
}
