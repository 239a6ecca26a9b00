package holdout

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Weighted losses by hand: responses 1 and 3 of weights 1 and 3 have the mean 2.5, which predicts 0, 2 and 7 of weights
// 2, 1 and 5; these have the mean 4.625. Without weights in training the means are 2 and 3.
func TestWeightedLosses(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(5, 1, []float64{1, 2, 3, 4, 5}), Response: []float64{1, 3, 0, 2, 7},
		Weights: []float64{1, 3, 2, 1, 5}}
	set := cv.Set{Method: cv.Mx2, N: 5, Splits: []cv.Split{{Train: []int32{0, 1}, Valid: []int32{2, 3, 4}}}}
	for _, c := range []struct {
		name    string
		learner learn.Learner
		want    []float64
	}{
		{"both", simple.Mean{}, []float64{(2*2.5 + 1*0.5 + 5*4.5) / 8, (1*3.625 + 3*1.625) / 4}},
		{"losses", learn.Named{Learner: simple.Mean{}, Name: "mean", Unweighted: true},
			[]float64{(2*2.0 + 1*0 + 5*5) / 8, (1*2 + 3*0) / 4.0}},
	} {
		r, err := Run(t.Context(), Plan{Data: d, Set: set, Learners: []learn.Learner{c.learner}, Loss: metric.Absolute})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Values[0].Of(0); !near(got, c.want) {
			t.Errorf("%s: losses %v, want %v", c.name, got, c.want)
		}
		if r.Units != nil {
			t.Errorf("%s: there are predictions, want none", c.name)
		}
		if notes := strings.Join(r.Notes, "\n"); !strings.Contains(notes, "measured with equal weights alone") {
			t.Errorf("%s: notes %q, want one of weights", c.name, notes)
		}
		p, err := learn.Prepare(t.Context(), c.learner, d)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]float64, 2)
		if err := NewEvaluator("mean", p, d).Losses(t.Context(), set, metric.Absolute, got); err != nil {
			t.Fatal(err)
		}
		if !near(got, c.want) {
			t.Errorf("%s: losses %v by Evaluator, want %v", c.name, got, c.want)
		}
	}
}

func near(got, want []float64) bool {
	return slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-13 })
}

// Error rates are the weights of the wrong records, and differences of a growing set are those of such losses.
func TestWeightedErrorRates(t *testing.T) {
	d := noisy(60)
	plan := Plan{Data: d, Learners: []learn.Learner{simple.Majority{}, simple.NearestMean{}}}
	plan.Set = cv.Set{Method: cv.BCV, N: 60, Seed: 1}
	g, err := NewGrowing(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if plan.Set, err = cv.New(cv.BCV, 60, cv.Options{M: 2, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Metrics[0].Name; got != metric.Loss.Name {
		t.Errorf("the losses are called %s, want %s", got, metric.Loss.Name)
	}
	if r.Classified() {
		t.Error("there are predictions, want none")
	}
	for a, l := range plan.Learners {
		p, err := l.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		e := NewEvaluator(l.String(), p, d)
		if err := e.Open(t.Context(), plan.Set); err != nil {
			t.Fatal(err)
		}
		for f, loss := range r.Values[0].Of(a) {
			predicted, err := e.Fold(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			var wrong, all float64
			for k, i := range plan.Set.Fold(f).Valid {
				all += d.Weights[i]
				if predicted[k] != float64(d.Class[i]) {
					wrong += d.Weights[i]
				}
			}
			if math.Abs(loss-wrong/all) > 1e-13 {
				t.Errorf("%s, fold %d: loss %v, want %v", l, f, loss, wrong/all)
			}
		}
	}
	for m := range 2 {
		got, err := g.Next(m + 1)
		if err != nil {
			t.Fatal(err)
		}
		a, b := r.Values[0].Of(0), r.Values[0].Of(1)
		if want := []float64{b[2*m] - a[2*m], b[2*m+1] - a[2*m+1]}; !near(got[:], want) {
			t.Errorf("replication %d: differences %v, want %v", m+1, got, want)
		}
	}
}

// noisy returns records of two classes with weights.
func noisy(n int) *dataset.Data {
	d := &dataset.Data{X: mat.NewDense(n, 1, nil), Classes: []string{"a", "b"}}
	for i := range n {
		d.X.Set(i, 0, float64(i%7))
		d.Class = append(d.Class, int32(min(i%7/3, 1)^(i%5/4)))
		d.Weights = append(d.Weights, 0.5+float64(i%4))
	}
	return d
}

// What counts records equally is refused with weights, and so are learners that would ignore them.
func TestWeightsRefused(t *testing.T) {
	d := noisy(20)
	set, err := cv.New(cv.BCV, 20, cv.Options{M: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	accuracy, err := metric.Parse("accuracy")
	if err != nil {
		t.Fatal(err)
	}
	for want, p := range map[string]Plan{
		"are of records that count equally":         {Metrics: accuracy},
		"leave them out, or the weights":            {Probabilities: true},
		"c4.5 trains on records of equal weight":    {Learners: []learn.Learner{tree.C45{}}},
		"forest trains on records of equal weight;": {Learners: []learn.Learner{simple.Majority{}, tree.Forest{}}},
	} {
		p.Data, p.Set = d, set
		if p.Learners == nil {
			p.Learners = []learn.Learner{simple.Majority{}}
		}
		if _, err := Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
