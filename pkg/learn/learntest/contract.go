package learntest

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
)

// contract tests what estimates by cross-validation rest on: a prediction is a function of the training records and
// the features of the predicted record. Changes to the labels or the features of other records leave it the same
// bit by bit, through Fit, over a partition set and through holdout.Evaluator.
func (c Case) contract(t *testing.T) {
	for s, set := range c.sets(t) {
		for f, fold := range set.Folds() {
			if f > 1 && f < set.FoldCount()-1 {
				continue
			}
			rng := rand.New(rand.NewPCG(uint64(s), uint64(f)))
			made := []*dataset.Data{c.Data}
			if !c.Varied {
				made = append(made, hard(c.Data, fold, f))
			}
			if c.Learner.Traits().Weights {
				made = append(made, weighted(c.Data))
			}
			for _, d := range made {
				c.labels(t, set, f, d, rng)
				if c.FeaturesOfAll == "" {
					c.features(t, set, f, d, rng)
				}
			}
		}
	}
}

// weighted returns d with weights.
func weighted(d *dataset.Data) *dataset.Data {
	out := *d
	out.Weights = make([]float64, d.N())
	for i := range out.Weights {
		out.Weights[i] = 0.25 + float64(i%5)
	}
	return &out
}

// labels permutes, then replaces the labels of all records outside the training
// set of fold f, and with them their weights if there are any.
func (c Case) labels(t *testing.T, set cv.Set, f int, d *dataset.Data, rng *rand.Rand) {
	t.Helper()
	fold := set.Fold(f)
	want := c.answers(t, d, set, f)
	other := d.Take(span(0, d.N()))
	rng.Shuffle(len(fold.Valid), func(a, b int) {
		i, j := fold.Valid[a], fold.Valid[b]
		if d.Class != nil {
			other.Class[i], other.Class[j] = other.Class[j], other.Class[i]
		} else {
			other.Response[i], other.Response[j] = other.Response[j], other.Response[i]
		}
	})
	c.answers(t, other, set, f).equal(t, want, span(0, len(fold.Valid)), "labels permuted outside the training set")
	for _, i := range fold.Valid {
		if d.Weights != nil {
			other.Weights[i] = 1 + 9*rng.Float64()
		}
		if d.Class != nil {
			other.Class[i] = int32(rng.IntN(d.K()))
		} else {
			other.Response[i] = 50 * rng.NormFloat64()
			if c.Counts {
				other.Response[i] = math.Round(math.Abs(other.Response[i]))
			}
		}
	}
	c.answers(t, other, set, f).equal(t, want, span(0, len(fold.Valid)), "labels replaced outside the training set")
}

// features permutes, then replaces the features of all records outside the
// training set of fold f but one, whose prediction must not change.
func (c Case) features(t *testing.T, set cv.Set, f int, d *dataset.Data, rng *rand.Rand) {
	t.Helper()
	fold := set.Fold(f)
	want := c.answers(t, d, set, f)
	kept := rng.IntN(len(fold.Valid))
	for _, change := range []struct {
		what string
		make func(*dataset.Data, []int32, *rand.Rand)
	}{{"features permuted", permute}, {"features replaced", replace}} {
		var rows []int32
		for k, i := range fold.Valid {
			if k != kept {
				rows = append(rows, i)
			}
		}
		other := d.Take(span(0, d.N()))
		change.make(other, rows, rng)
		c.answers(t, other, set, f).equal(t, want, []int32{int32(kept)}, change.what+" outside the training set")
	}
}

// permute shuffles the given records of each feature.
func permute(d *dataset.Data, rows []int32, rng *rand.Rand) {
	for j := range d.P() {
		rng.Shuffle(len(rows), func(a, b int) {
			i, k := int(rows[a]), int(rows[b])
			x, y := d.X.At(i, j), d.X.At(k, j)
			d.X.Set(i, j, y)
			d.X.Set(k, j, x)
		})
	}
}

// replace draws new features for the given records: levels, and numbers far away from the others.
func replace(d *dataset.Data, rows []int32, rng *rand.Rand) {
	for _, i := range rows {
		for j := range d.P() {
			v := 1000 + 30*rng.NormFloat64()
			if l := d.Feature(j).Levels; l != nil {
				v = float64(rng.IntN(len(l)))
			}
			d.X.Set(int(i), j, v)
		}
	}
}

// hard returns d with its numeric features, except the first, replaced by features that are hard to learn from:
// constant, constant in the training set, a multiple of the first feature there, 1 for a single training record, or
// 1 for a single other record. Their order depends on shift.
func hard(d *dataset.Data, fold cv.Fold, shift int) *dataset.Data {
	out := d.Take(span(0, d.N()))
	inside := make([]bool, d.N())
	for _, i := range fold.Train {
		inside[i] = true
	}
	for j := 1; j < min(d.P(), 6); j++ {
		if d.Feature(j).Nominal() {
			continue
		}
		for i := range d.N() {
			v, old := 0.0, d.X.At(i, j)
			switch kind := (j - 1 + shift) % 5; {
			case kind == 0:
				v = 7.3
			case kind == 1 && inside[i]:
				v = 0.1
			case kind == 2 && inside[i] && !d.Feature(0).Nominal():
				v = 3 * d.X.At(i, 0)
			case kind < 3:
				v = old
			case kind == 3 && i == int(fold.Train[0]), kind == 4 && i == int(fold.Valid[0]):
				v = 1
			}
			out.X.Set(i, j, v)
		}
	}
	return out
}

// answers are the predictions and probabilities for the validation records of a fold, by how the fit was made.
type answers map[string][]float64

// answers prepares the learner on d and trains on fold f of set in every way there is.
func (c Case) answers(t *testing.T, d *dataset.Data, set cv.Set, f int) answers {
	t.Helper()
	p := c.prepare(t, d)
	fold := set.Fold(f)
	out := answers{}
	one := p.NewFitter(nil)
	defer learn.Close(one)
	if _, err := one.Fit(t.Context(), fold.Train); err != nil {
		t.Fatal(err)
	}
	out.ask(t, "Fit", one, fold.Valid, d.K())
	if shared, ok := one.(learn.SetFitter); ok {
		if err := shared.Open(t.Context(), set); err != nil {
			t.Fatal(err)
		}
		if _, err := shared.FitFold(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		out.ask(t, "FitFold", one, fold.Valid, d.K())
	}
	e := holdout.NewEvaluator(c.Learner.String(), p, d)
	defer e.Close()
	if err := e.Open(t.Context(), set); err != nil {
		t.Fatal(err)
	}
	predicted, err := e.Fold(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	out["Evaluator"] = append([]float64(nil), predicted...)
	if _, ok := prober(one); ok {
		if out["Evaluator, probabilities"], err = e.Probabilities(f); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// ask stores predictions and probabilities of k classes of rows after a fit.
func (a answers) ask(t *testing.T, how string, f learn.Fitter, rows []int32, k int) {
	t.Helper()
	predicted := make([]float64, len(rows))
	f.Predict(rows, predicted)
	a[how] = predicted
	if p, ok := prober(f); ok {
		a[how+", probabilities"] = probabilities(t, p, rows, k)
	}
}

// equal fails the test unless answers agree bit by bit for validation record k, for each k in at.
func (a answers) equal(t *testing.T, want answers, at []int32, what string) {
	t.Helper()
	records := len(want["Fit"])
	for _, how := range slices.Sorted(maps.Keys(want)) {
		w := want[how]
		width := len(w) / records
		if len(a[how]) != len(w) {
			t.Fatalf("%s, %s: %d numbers, want %d", what, how, len(a[how]), len(w))
		}
		for _, k := range at {
			for j := int(k) * width; j < (int(k)+1)*width; j++ {
				if math.Float64bits(a[how][j]) != math.Float64bits(w[j]) {
					t.Errorf("%s: %s gives %v for validation record %d, want %v as before", what, how, a[how][j], k, w[j])
					return
				}
			}
		}
	}
}

// probabilities tests the probabilities of a learn.Prober on folds of the partition sets, and after training on the
// records of each class alone and on those of all classes but one.
func (c Case) probabilities(t *testing.T) {
	fitter := c.prepare(t, c.Data).NewFitter(nil)
	defer learn.Close(fitter)
	all := span(0, c.Data.N())
	var trains [][]int32
	for _, set := range c.sets(t) {
		trains = append(trains, set.Fold(0).Train, set.Fold(set.FoldCount()-1).Train)
	}
	for class := range c.Data.K() {
		alone := func(i int32) bool { return int(c.Data.Class[i]) == class }
		others := slices.DeleteFunc(slices.Clone(all), alone)
		only := slices.DeleteFunc(slices.Clone(all), func(i int32) bool { return !alone(i) })
		trains = append(trains, others, only)
	}
	for _, train := range trains {
		if _, err := fitter.Fit(t.Context(), train); err != nil {
			continue // there is no record, or it refuses one class; contract reports other errors
		}
		f, ok := prober(fitter)
		if !ok {
			return
		}
		rest := slices.DeleteFunc(slices.Clone(all), func(i int32) bool { return slices.Contains(train, i) })
		predicted := make([]float64, len(rest))
		f.Predict(rest, predicted)
		c.distributions(t, train, predicted, probabilities(t, f, rest, c.Data.K()))
	}
}

// distributions tests the probabilities p of other records after training on train.
func (c Case) distributions(t *testing.T, train []int32, predicted, p []float64) {
	t.Helper()
	k := c.Data.K()
	known := make([]bool, k)
	for _, i := range train {
		known[c.Data.Class[i]] = true
	}
	for i, class := range predicted {
		row, sum := p[i*k:][:k], 0.0
		for j, v := range row {
			if !(v >= 0 && v <= 1) || v > 0 && !known[j] {
				t.Fatalf("record %d, class %d (in training: %t): probability %v", i, j, known[j], v)
			}
			sum += v
		}
		if math.Abs(sum-1) > 1e-12*float64(k) {
			t.Fatalf("record %d: probabilities %v have the sum %v, want 1", i, row, sum)
		}
		if !c.PredictsOtherwise && row[int(class)] < slices.Max(row) {
			t.Fatalf("record %d: predicted class %v has not the largest of the probabilities %v", i, class, row)
		}
	}
}

// prober returns f after a fit, and whether it gives probabilities: a program outside may write none.
func prober(f learn.Fitter) (learn.Prober, bool) {
	p, ok := f.(learn.Prober)
	return p, ok && p.Probabilities(nil, nil) == nil
}

// probabilities returns the probabilities of k classes that f gives for rows.
func probabilities(t *testing.T, f learn.Prober, rows []int32, k int) []float64 {
	t.Helper()
	out := make([]float64, len(rows)*k)
	for i := range out {
		out[i] = math.NaN() // each must be written
	}
	if err := f.Probabilities(rows, out); err != nil {
		t.Fatal(err)
	}
	return out
}
