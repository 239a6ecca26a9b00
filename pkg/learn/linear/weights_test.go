package linear

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
)

// withWeights returns d with the weights of testdata/weights.R.
func withWeights(d *dataset.Data) *dataset.Data {
	out := *d
	out.Weights = make([]float64, d.N())
	for i := range out.Weights {
		out.Weights[i] = 0.5 + 0.75*float64(i%4)
	}
	return &out
}

// Coefficients of weighted fits agree with R (testdata/weights.R) to 1e-6 of the largest of their fit.
func TestWeightedFixtures(t *testing.T) {
	data := map[string]fixture{}
	for _, name := range []string{"tall", "wide"} {
		f := readFixture(t, name)
		f.regression, f.classification = withWeights(f.regression), withWeights(f.classification)
		data[name] = f
	}
	rows := numtest.Fixture(t, "weights.csv")
	fits := 0
	for first := 0; first < len(rows); fits++ {
		key, last := rows[first][:4], first
		var want []float64
		for last < len(rows) && (last == first || rows[last][4] != "intercept") {
			want = append(want, numtest.Float(t, rows[last][5]))
			last++
		}
		first = last
		f := data[key[0]]
		for name, fit := range f.models(t, key[1], numtest.Float(t, key[2]), key[3] == "1") {
			if _, err := fit.Fit(t.Context(), f.train); err != nil {
				t.Fatal(err)
			}
			compareCoef(t, strings.Join([]string{key[0], name}, " "), fit.(Model), want)
		}
	}
	if fits != 10 {
		t.Errorf("%d fits, want 10", fits)
	}
}

// Weighted fits keep the contract, on every way to make them.
func TestWeightedContract(t *testing.T) {
	tall, wide := withWeights(regression(90, 6, 1)), withWeights(regression(40, 60, 2))
	low, many := withWeights(classification(tall)), withWeights(classification(wide))
	for _, c := range []learntest.Case{
		{Learner: OLS{}, Data: tall, Tolerance: 1e-10},
		{Learner: Ridge{Lambda: 3, Standardize: true}, Data: tall, Tolerance: 1e-10},
		{Learner: Ridge{Lambda: 3}, Data: wide, Tolerance: 1e-10},
		{Learner: Ridge{Lambda: 3, Standardize: true}, Data: wide, Tolerance: 1e-10},
		{Learner: Logistic{}, Data: low},
		{Learner: Logistic{Penalty: 1}, Data: many},
	} {
		learntest.Run(t, c)
	}
}

// Without a penalty only the ratios of weights matter, however small they are; constant features keep coefficient 0.
func TestWeightUnits(t *testing.T) {
	tall := regression(90, 6, 1)
	for i := range 90 {
		tall.X.Set(i, 3, 1e6+1.0/3)
	}
	train := make([]int32, 80)
	for i := range train {
		train[i] = int32(i)
	}
	for _, c := range []struct {
		learner learn.Learner
		data    *dataset.Data
	}{{OLS{}, tall}, {Logistic{}, classification(tall)}} {
		var fits [2]Model
		for k := range fits {
			d := withWeights(c.data)
			for i := range d.Weights {
				d.Weights[i] *= []float64{1, 1e-9}[k]
			}
			p, err := c.learner.Prepare(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			f := p.NewFitter(nil)
			if _, err := f.Fit(t.Context(), train); err != nil {
				t.Fatal(err)
			}
			fits[k] = f.(Model)
			if _, coef := fits[k].Coef(); coef[3] != 0 {
				t.Errorf("%s: coefficient %v of a constant feature, want 0", c.learner, coef[3])
			}
		}
		a, want := fits[0].Coef()
		b, got := fits[1].Coef()
		for j := range want {
			if math.Abs(got[j]-want[j]) > 1e-8 {
				t.Errorf("%s: coefficient %d is %v with small weights, want %v", c.learner, j, got[j], want[j])
			}
		}
		if math.Abs(a-b) > 1e-8 {
			t.Errorf("%s: intercept %v with small weights, want %v", c.learner, b, a)
		}
	}
}
