package ranks_test

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
)

// comparisons are 120 in 40 clusters, by the generator that the numbers of TestBradleyTerry were computed from.
func comparisons() (out []ranks.Comparison) {
	state := uint64(11)
	u := func() float64 {
		state = (state*1103515245 + 12345) % (1 << 31)
		return float64(state) / (1 << 31)
	}
	theta := []float64{0, 0.3, -0.2, 0.6}
	for i := range 120 {
		a := int(u() * 4)
		b := (a + 1 + int(u()*3)) % 4
		tie, won := u() < 0.2, u() < 1/(1+math.Exp(theta[b]-theta[a]))
		c := ranks.Comparison{A: a, B: b, Cluster: 7 - i/3}
		switch {
		case tie:
			c.Won = 0.5
		case won:
			c.Won = 1
		}
		out = append(out, c)
	}
	return out
}

var four = []string{"p", "q", "r", "s"}

func near(t *testing.T, name string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-8*(1+math.Abs(want))) {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// Strengths are those of glm(won ~ 0 + x, binomial) in R 4.2, less their mean, and variances and degrees of freedom those
// of a logistic regression with three columns by numpy 1.24, whose scores are summed by cluster.
func TestBradleyTerry(t *testing.T) {
	e, err := ranks.BradleyTerry(four, comparisons())
	if err != nil {
		t.Fatal(err)
	}
	for m, want := range []float64{0.02987934983480281, -0.23762498759287146, -0.17413551410196265, 0.38188115186003124} {
		near(t, "strength", e.Means[m], want)
	}
	for _, c := range []struct {
		i, j         int
		variance, df float64
	}{{1, 0, 0.0859702002300077, 30.739390732097917}, {3, 2, 0.06508979225462978, 28.637167455692847}} {
		near(t, "variance", e.Parts[c.i][c.j].Variance(), c.variance)
		near(t, "df", e.Parts[c.j][c.i][0].DF, c.df)
		near(t, "variance by the covariance", e.Covariance.At(c.i, c.i)+e.Covariance.At(c.j, c.j)-2*e.Covariance.At(c.i, c.j),
			c.variance)
	}
}

// Of two models the difference of strengths is the log odds of the win rate, with the variance and the degrees of
// freedom of cluster-t, by the delta method.
func TestBradleyTerryOfTwo(t *testing.T) {
	all := comparisons()
	s := items.Sample{A: [][]float64{make([]float64, len(all))}, B: make([][]float64, 1)}
	for i, c := range all {
		all[i].A, all[i].B = i%2, 1-i%2
		if i%2 == 1 { // B is written first
			c.Won = 1 - c.Won
		}
		s.B[0], s.Clusters = append(s.B[0], c.Won), append(s.Clusters, i/3)
	}
	e, err := ranks.BradleyTerry(four[:2], all)
	if err != nil {
		t.Fatal(err)
	}
	r, err := items.ClusterT(s, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := r.Estimate
	near(t, "difference", e.Means[0]-e.Means[1], math.Log(p/(1-p)))
	near(t, "df", e.Parts[0][1][0].DF, r.DF[0])
	near(t, "standard error", e.SD(0, 1), p/r.Statistic/(p*(1-p)))
}

// Comparisons without finite strengths are refused by name.
func TestBradleyTerryRefuses(t *testing.T) {
	of := func(c ...ranks.Comparison) []ranks.Comparison {
		for i := range c {
			c[i].Cluster = i
		}
		return c
	}
	even := func(a, b int) []ranks.Comparison {
		return []ranks.Comparison{{A: a, B: b, Won: 1}, {A: a, B: b}, {A: b, B: a, Won: 0.5}}
	}
	for name, c := range map[string]struct {
		of   []ranks.Comparison
		want string
	}{
		"apart": {of(append(even(0, 1), even(2, 3)...)...), `"p", "q" were never compared with "r", "s"`},
		"below": {of(append(append(even(0, 1), even(2, 3)...), ranks.Comparison{A: 2, B: 0, Won: 1})...),
			`"r", "s" never lost to "p", "q"`},
		"above":       {of(append(append(even(0, 1), even(2, 3)...), ranks.Comparison{A: 2, B: 0})...), `"p", "q" never lost to "r", "s"`},
		"itself":      {of(ranks.Comparison{A: 1, B: 1}), "model 2 against model 2"},
		"no share":    {of(ranks.Comparison{A: 1, B: 2, Won: 1.5}), "won by 1.5"},
		"one cluster": {even(0, 1), "in one cluster"},
		"unknown":     {of(ranks.Comparison{A: 1, B: 4}), "model 5"},
	} {
		_, err := ranks.BradleyTerry(four, c.of)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	tied := of(append(append(even(0, 1), even(2, 3)...), ranks.Comparison{A: 2, B: 0, Won: 0.5})...)
	if _, err := ranks.BradleyTerry(four, tied); err == nil || !strings.Contains(err.Error(), "hangs on one cluster") {
		t.Errorf("one tie between two groups: %v", err)
	}
	if _, err := ranks.BradleyTerry(four[:1], nil); err == nil {
		t.Error("one model")
	}
}
