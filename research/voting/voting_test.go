package voting_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/voting"
)

// Five records, three replications, then a fourth that makes ties.
func TestMatrixByHand(t *testing.T) {
	gold := []int{1, 1, 0, 0, 1}
	z := [][]int{
		{1, 0, 0, 1, 0},
		{1, 1, 0, 1, 0},
		{0, 1, 1, 0, 0},
	}
	got, err := voting.FromPredictions(z, gold)
	if err != nil {
		t.Fatal(err)
	}
	want := voting.Matrix{M: 3, Counts: posterior.Counts{TP: 2, FP: 1, FN: 1}, TN: 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// Two of four votes are a tie, and positive: records 3 and 4 tie.
	got, err = voting.FromPredictions(append(z, []int{1, 1, 1, 0, 0}), gold)
	if err != nil {
		t.Fatal(err)
	}
	want = voting.Matrix{M: 4, Counts: posterior.Counts{TP: 2, FP: 2, FN: 1}, TN: 0}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if v := got.Value(posterior.Precision); v != 0.5 {
		t.Errorf("precision %v, want 0.5", v)
	}
	if v := got.Value(posterior.F1); math.Abs(v-4./7) > 1e-15 {
		t.Errorf("F1 %v, want 4/7", v)
	}
}

func TestVotingErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		z    [][]int
		gold []int
		want string
	}{
		{"no records", nil, nil, "no records"},
		{"no votes", nil, []int{1}, "nobody voted"},
		{"label 2", [][]int{{0, 1}}, []int{0, 2}, "record 1 has the label 2"},
		{"prediction -1", [][]int{{0, 1}, {0, -1}}, []int{0, 1}, "replication 2: record 1"},
		{"too few", [][]int{{0}}, []int{0, 1}, "1 predictions for 2 records"},
	} {
		_, err := voting.FromPredictions(c.z, c.gold)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "voting: ") {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// Rows in any order give the matrix of the array form.
func TestFromRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(1, 12).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "m")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		names := []string{"no", "yes"}
		gold, z := make([]int, n), make([][]int, m)
		gold[0] = 1
		for j := 1; j < n; j++ {
			gold[j] = rng.IntN(2)
		}
		var rows []voting.Row
		for i := range z {
			z[i] = make([]int, n)
			for j := range z[i] {
				z[i][j] = rng.IntN(2)
				rows = append(rows, voting.Row{Model: "a", Replication: i + 1, Record: 7 * j, Truth: names[gold[j]],
					Predicted: names[z[i][j]]})
			}
		}
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		votes, err := voting.FromRows(rows, "yes")
		if err != nil {
			t.Fatal(err)
		}
		got, err := votes[0].Votes.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		want, err := voting.FromPredictions(z, gold)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestFromRowsErrors(t *testing.T) {
	good := func() []voting.Row {
		return []voting.Row{
			{Model: "a", Replication: 1, Record: 0, Truth: "y", Predicted: "y"},
			{Model: "a", Replication: 1, Record: 1, Truth: "n", Predicted: "y"},
			{Model: "a", Replication: 2, Record: 1, Truth: "n", Predicted: "n"},
			{Model: "a", Replication: 2, Record: 0, Truth: "y", Predicted: "n"},
		}
	}
	if _, err := voting.FromRows(good(), "y"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		spoil  func(r []voting.Row) []voting.Row
		row    int
		column string
	}{
		{"empty", func(r []voting.Row) []voting.Row { return nil }, 0, ""},
		{"twice", func(r []voting.Row) []voting.Row { return append(r, r[1]) }, 4, "record"},
		{"missing", func(r []voting.Row) []voting.Row { return r[:3] }, 2, "record"},
		{"gap", func(r []voting.Row) []voting.Row { r[2].Replication, r[3].Replication = 9, 9; return r }, 3, "record"},
		{"other class", func(r []voting.Row) []voting.Row { r[3].Truth = "n"; return r }, 3, "truth"},
		{"replication 0", func(r []voting.Row) []voting.Row { r[2].Replication = 0; return r }, 2, "replication"},
		{"no positive", func(r []voting.Row) []voting.Row { r[0].Truth, r[3].Truth = "n", "n"; return r }, 0, "truth"},
	} {
		_, err := voting.FromRows(c.spoil(good()), "y")
		var re *voting.RowError
		if !errors.As(err, &re) || re.Row != c.row || re.Column != c.column {
			t.Errorf("%s: %v, want row %d column %q", c.name, err, c.row+1, c.column)
		}
	}
}

// SciPy 1.10.1: beta.sf(.5, (me-1)p, (me-1)(1-p)), the same at me = 1/rho2, and
// the sum of betabinom.pmf over k >= m/2.
func TestMajorityProb(t *testing.T) {
	for _, c := range []struct {
		p, rho2               float64
		m                     int
		beta, limit, discrete float64
	}{
		{0.9, 0.2, 3, 0.9267597019774008, 0.9773413429754064, 0.9384},
		{0.55, 0.05, 15, 0.6161769571262367, 0.6722056368666826, 0.6187174166440711},
		{0.3, 0.5, 7, 0.2813952477368804, 0.27242844072994743, 0.27907165},
		{0.999, 0.01, 15, 0.9999995756169952, 1, 0.9999999997890365},
		{0.6, 0.999, 9, 0.6000000312128333, 0.6000000395069104, 0.600000034188656},
		{0.7, 0.0001, 50, 0.9978723856843682, 1, 0.9990401690432659},
	} {
		got := make([]float64, 3)
		var err [3]error
		got[0], err[0] = voting.MajorityProb(c.p, c.rho2, c.m)
		got[1], err[1] = voting.MajorityProbLimit(c.p, c.rho2)
		got[2], err[2] = voting.ExactMajorityProb(c.p, c.rho2, c.m, voting.TieRight)
		for i, want := range []float64{c.beta, c.limit, c.discrete} {
			if err[i] != nil || math.Abs(got[i]-want) > 1e-11 {
				t.Errorf("p=%v rho2=%v m=%d, form %d: %.15f (%v), want %.15f", c.p, c.rho2, c.m, i, got[i], err[i],
					want)
			}
		}
	}
}

// With ties counted as wrong, SciPy 1.10.1: betabinom.pmf([3, 4], 4, a, b).sum().
func TestExactMajorityTies(t *testing.T) {
	for tie, want := range map[voting.Tie]float64{voting.TieRight: 0.71928, voting.TieWrong: 0.5169046153846149} {
		got, err := voting.ExactMajorityProb(0.6, 0.3, 4, tie)
		if err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("tie %d: %v (%v), want %v", tie, got, err, want)
		}
	}
}

// The ends of the ranges have closed values.
func TestMajorityEnds(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ p, rho2, finite, limit float64 }{
		{0, 0.3, 0, 0}, {1, 0.3, 1, 1}, {0.5, 0.3, 0.5, 0.5}, {0.7, 1, 0.7, 0.7}, {0.7, 0, inf, 1}, {0.3, 0, inf, 0},
		{0.5, 0, 0.5, 0.5},
	} {
		if !math.IsInf(c.finite, 1) {
			if got, err := voting.MajorityProb(c.p, c.rho2, 5); err != nil || math.Abs(got-c.finite) > 1e-15 {
				t.Errorf("p=%v rho2=%v: %v (%v), want %v", c.p, c.rho2, got, err, c.finite)
			}
			if got, err := voting.ExactMajorityProb(c.p, c.rho2, 5, voting.TieRight); err != nil ||
				math.Abs(got-c.finite) > 1e-15 {
				t.Errorf("exact p=%v rho2=%v: %v (%v), want %v", c.p, c.rho2, got, err, c.finite)
			}
		}
		if got, err := voting.MajorityProbLimit(c.p, c.rho2); err != nil || got != c.limit {
			t.Errorf("limit at p=%v rho2=%v: %v (%v), want %v", c.p, c.rho2, got, err, c.limit)
		}
	}
	if got, err := voting.MajorityProb(0.8, 0.3, 1); err != nil || got != 0.8 {
		t.Errorf("one vote: %v (%v), want 0.8", got, err)
	}
	for _, bad := range []struct {
		p, rho2 float64
		m       int
	}{{-0.1, 0.5, 3}, {1.1, 0.5, 3}, {0.5, -0.1, 3}, {0.5, 2, 3}, {0.5, 0.5, 0}, {math.NaN(), 0.5, 3},
		{0.5, math.NaN(), 3}} {
		if _, err := voting.MajorityProb(bad.p, bad.rho2, bad.m); err == nil {
			t.Errorf("%+v was accepted", bad)
		}
		if _, err := voting.ExactMajorityProb(bad.p, bad.rho2, bad.m, voting.TieRight); err == nil {
			t.Errorf("exact: %+v was accepted", bad)
		}
	}
}

// Lemma 3: above 1/2 a vote is right more often than one prediction, the more
// so the more vote; below 1/2 it is the other way round. And p_m(1-p) = 1-p_m(p).
func TestMajorityOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(0.001, 0.999).Draw(t, "p")
		rho2 := rapid.Float64Range(0.01, 0.99).Draw(t, "rho2")
		prob := func(p float64, m int) float64 {
			v, err := voting.MajorityProb(p, rho2, m)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		const noise = 1e-13
		last := p
		for m := 2; m < 12; m++ {
			v := prob(p, m)
			if p > 0.5 && v < last-noise || p < 0.5 && v > last+noise {
				t.Fatalf("p_%d = %v after %v", m, v, last)
			}
			if s := v + prob(1-p, m); math.Abs(s-1) > 1e-12 {
				t.Fatalf("m=%d: right and wrong sum to %v", m, s)
			}
			last = v
		}
		limit, err := voting.MajorityProbLimit(p, rho2)
		if err != nil || p > 0.5 && limit < last-noise || p < 0.5 && limit > last+noise {
			t.Fatalf("limit %v (%v) after %v", limit, err, last)
		}
		many, err := voting.ExactMajorityProb(p, rho2, 4001, voting.TieRight)
		if err != nil || math.Abs(many-limit) > 0.3/(4001*rho2) {
			t.Fatalf("4001 beta-binomial votes: %v (%v), limit %v", many, err, limit)
		}
	})
}

// The modes of the limit distributions are the printed P_inf and R_inf; the variances
// are the printed ones up to 1/n (V below eq. 20).
func TestModelLimit(t *testing.T) {
	v := voting.Model{N: 11247, Pi1: 0.3, P1: 0.8, P0: 0.9, Rho2: 0.4}
	p1, _ := voting.MajorityProbLimit(v.P1, v.Rho2)
	p0, _ := voting.MajorityProbLimit(v.P0, v.Rho2)
	tp, fp := v.Pi1*p1, (1-v.Pi1)*(1-p0)
	for _, c := range []struct {
		metric         posterior.Metric
		mode, variance float64
	}{
		{posterior.Precision, tp / (tp + fp), tp * fp / (v.N * math.Pow(tp+fp, 3))},
		{posterior.Recall, p1, p1 * (1 - p1) / (v.N * v.Pi1)},
	} {
		l, err := v.LimitDistribution(c.metric)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(l.Mode()-c.mode) > 1e-12 {
			t.Errorf("%s: mode %v, want %v", c.metric, l.Mode(), c.mode)
		}
		if math.Abs(l.Variance()/c.variance-1) > 0.01 {
			t.Errorf("%s: variance %v, want about %v", c.metric, l.Variance(), c.variance)
		}
	}
	average, err := v.Average()
	if err != nil {
		t.Fatal(err)
	}
	last := average
	for m := 3; m <= 15; m++ {
		next, err := v.Expected(m)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(next.N()-v.N) > 1e-8 {
			t.Errorf("m=%d: %v records", m, next.N())
		}
		for _, metric := range posterior.Metrics() {
			if !(next.Value(metric) > last.Value(metric)) {
				t.Errorf("m=%d: %s %v is not above %v", m, metric, next.Value(metric), last.Value(metric))
			}
		}
		last = next
	}
}

// Agreement finds the parameters of simulated beta-binomial votes.
func TestAgreement(t *testing.T) {
	const n, m, p, rho2 = 20000, 7, 0.8, 0.4
	rng := rand.New(rand.NewPCG(1, 2))
	gold := make([]bool, n)
	z := make([][]bool, m)
	for i := range z {
		z[i] = make([]bool, n)
	}
	for j := range gold {
		gold[j] = j%2 == 0
		// Pólya's urn: each ball drawn adds its colour.
		right, q := 0.0, 1-rho2
		for i := range z {
			if rng.Float64() < (p*q+right*rho2)/(q+float64(i)*rho2) {
				z[i][j] = gold[j]
				right++
			} else {
				z[i][j] = !gold[j]
			}
		}
	}
	votes, err := voting.NewVotes(gold)
	if err != nil {
		t.Fatal(err)
	}
	for _, predicted := range z {
		if err := votes.Add(predicted); err != nil {
			t.Fatal(err)
		}
	}
	for _, positive := range []bool{true, false} {
		a := votes.Agreement(positive)
		if a.Records != n/2 || math.Abs(a.Right-p) > 0.012 || math.Abs(a.Rho2-rho2) > 0.02 {
			t.Errorf("positive %v: %+v, want %v right, rho2 %v", positive, a, p, rho2)
		}
	}
	matrix, err := votes.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	want, err := voting.ExactMajorityProb(p, rho2, m, voting.TieRight)
	if err != nil {
		t.Fatal(err)
	}
	if se := math.Sqrt(want * (1 - want) / (n / 2)); math.Abs(matrix.Value(posterior.Recall)-want) > 4*se {
		t.Errorf("recall of the vote %v, want %v +- %v", matrix.Value(posterior.Recall), want, se)
	}
}

// The ends of the arguments, where parameters of the Beta distribution lose their range.
func TestMajorityAtTheEnds(t *testing.T) {
	negative := math.Copysign(0, -1)
	numtest.Ends(t, func() {
		if v, err := voting.MajorityProbLimit(0.25, negative); err != nil || v != 0 {
			t.Errorf("limit at rho2 = -0: %v, %v, want 0", v, err)
		}
		if v, err := (voting.Model{N: 10, Pi1: 0.5, P1: 0.8, P0: 0.9, Rho2: negative}).Limit(); err != nil ||
			v.TP != 5 || v.TN != 5 {
			t.Errorf("limit of a model at rho2 = -0: %+v, %v", v, err)
		}
	}, "limit", negative)
	small, err := voting.MajorityProb(1e-240, 0.8, 7)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []float64{5e-324, 1e-310, 1e-260} {
		v, err := voting.MajorityProb(p, 0.8, 7)
		if want := small * (p / 1e-240); err != nil || math.Abs(v-want) > 1e-9*want+1e-323 {
			t.Errorf("p = %v: %v, %v, want %v", p, v, err, want)
		}
	}
	if _, err := voting.ExactMajorityProb(0.5, 0.5, math.MaxInt, voting.TieRight); err == nil ||
		!strings.Contains(err.Error(), "MajorityProbLimit") {
		t.Errorf("%v", err)
	}
}

// FuzzMajority calls the probabilities of votes, each with a limit of time.
func FuzzMajority(f *testing.F) {
	f.Add(5e-324, 0.8, 7)
	f.Add(0.25, math.Copysign(0, -1), 3)
	f.Add(0.5000001, 1e-300, math.MaxInt)
	f.Add(1-0x1p-53, 1-0x1p-53, 1001)
	f.Fuzz(func(t *testing.T, p, rho2 float64, m int) {
		for name, call := range map[string]func() (float64, error){
			"MajorityProb":      func() (float64, error) { return voting.MajorityProb(p, rho2, m) },
			"MajorityProbLimit": func() (float64, error) { return voting.MajorityProbLimit(p, rho2) },
			"ExactMajorityProb": func() (float64,
				error) {
				return voting.ExactMajorityProb(p, rho2, m, voting.TieWrong)
			},
		} {
			numtest.Ends(t, func() {
				if v, err := call(); err == nil && !(v >= 0 && v <= 1) {
					t.Errorf("%s(%v, %v, %d) = %v", name, p, rho2, m, v)
				}
			}, name, p, rho2, m)
		}
	})
}
