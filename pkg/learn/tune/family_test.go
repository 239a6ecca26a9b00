package tune_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/learn/tune"
)

// apart hides that a learner is of a family, so that it is fitted alone.
type apart struct{ learn.Learner }

// grid returns lambdas from high down to low, in equal ratios.
func grid(count int, high, low float64, learner func(lambda float64) learn.Learner) (out []learn.Learner) {
	for k := range count {
		out = append(out, learner(high*math.Pow(low/high, float64(k)/float64(count-1))))
	}
	return out
}

func lasso(lambda float64) learn.Learner   { return linear.Lasso{Lambda: lambda} }
func precise(lambda float64) learn.Learner { return linear.Lasso{Lambda: lambda, Tolerance: 1e-15} }
func ridge(lambda float64) learn.Learner   { return linear.Ridge{Lambda: lambda} }

func upTo(most int) (out []learn.Learner) {
	for k := range most {
		out = append(out, neighbour.KNN{K: k + 1})
	}
	return out
}

func forests(trees ...int) (out []learn.Learner) {
	for _, n := range trees {
		out = append(out, tree.Forest{Trees: n, Seed: 1})
	}
	return out
}

func scaled(learners []learn.Learner) (out []learn.Learner) {
	for _, l := range learners {
		out = append(out, pipeline.Pipeline{Steps: []pipeline.Step{pipeline.Scale{}}, Learner: l})
	}
	return out
}

// sparse draws n records of p standard normal features, the first five of which count, with a response or of two
// classes.
func sparse(seed uint64, n, p int, classes bool) *dataset.Data {
	rng := rand.New(rand.NewPCG(seed, 7))
	d := &dataset.Data{Name: "sparse", X: mat.NewDense(n, p, nil)}
	for i := range n {
		row, y := d.X.RawRowView(i), rng.NormFloat64()
		for j := range row {
			row[j] = rng.NormFloat64()
			if j < 5 {
				y += row[j]
			}
		}
		if !classes {
			d.Response = append(d.Response, y)
			continue
		}
		d.Classes, d.Class = []string{"no", "yes"}, append(d.Class, 0)
		if y > 0 {
			d.Class[i] = 1
		}
	}
	return d
}

// BenchmarkFamilies tunes in 3 x 2 BCV with five inner folds: together, and each setting apart.
func BenchmarkFamilies(b *testing.B) {
	for _, c := range []struct {
		name     string
		n, p     int
		classes  bool
		learners []learn.Learner
	}{
		{"lasso 50", 1000, 50, false, grid(50, 1, 1e-3, lasso)},
		{"lasso 50", 200, 500, false, grid(50, 1, 1e-2, lasso)},
		{"scale, lasso 50", 1000, 50, false, scaled(grid(50, 1, 1e-3, lasso))},
		{"ridge 20", 1000, 50, false, grid(20, 1e3, 1e-3, ridge)},
		{"ridge 20", 200, 500, false, grid(20, 1e3, 1e-3, ridge)},
		{"scale, ridge 20", 1000, 50, false, scaled(grid(20, 1e3, 1e-3, ridge))},
		{"knn 1 to 30", 1000, 20, true, upTo(30)},
		{"scale, knn 1 to 30", 1000, 20, true, scaled(upTo(30))},
		{"forest 50 to 500", 300, 20, true, forests(50, 100, 200, 500)},
	} {
		d := sparse(1, c.n, c.p, c.classes)
		set, err := cv.New(cv.BCV, c.n, cv.Options{M: 3, Seed: 1})
		if err != nil {
			b.Fatal(err)
		}
		alone := make([]learn.Learner, len(c.learners))
		for k, l := range c.learners {
			alone[k] = apart{l}
		}
		for how, learners := range map[string][]learn.Learner{"together": c.learners, "apart": alone} {
			b.Run(fmt.Sprintf("%s/n=%d/p=%d/%s", c.name, c.n, c.p, how), func(b *testing.B) {
				for b.Loop() {
					p, err := tune.Tune{Learners: learners}.Prepare(b.Context(), d)
					if err != nil {
						b.Fatal(err)
					}
					f := p.NewFitter(nil)
					for _, fold := range set.Folds() {
						if _, err := f.Fit(b.Context(), fold.Train); err != nil {
							b.Fatal(err)
						}
						f.Predict(fold.Valid, make([]float64, len(fold.Valid)))
					}
				}
			})
		}
	}
}

// The choice among settings that are fitted together is the choice among the same settings apart. Those of a lasso
// may be as good as each other up to its tolerance, which has to be small for more features than records: a single
// descent with the default ends far from the minimum there.
func TestFamilyChoice(t *testing.T) {
	for name, c := range map[string]struct {
		n, p      int
		classes   bool
		learners  []learn.Learner
		tolerance float64
	}{
		"ridge":             {60, 8, false, grid(9, 1e3, 1e-3, ridge), 0},
		"ridge, n<p":        {30, 40, false, grid(9, 1e3, 1e-3, ridge), 0},
		"lasso":             {60, 8, false, grid(12, 1, 1e-3, lasso), 1e-2},
		"lasso, n<p":        {30, 40, false, grid(12, 1, 5e-2, precise), 1e-4},
		"scale, lasso":      {60, 8, false, scaled(grid(12, 1, 1e-3, lasso)), 1e-2},
		"knn":               {60, 4, true, upTo(12), 0},
		"scale, knn":        {60, 4, true, scaled(upTo(12)), 0},
		"forest":            {40, 4, true, forests(9, 1, 30), 0},
		"knn and forest":    {40, 4, true, append(upTo(5), forests(9, 1, 30)...), 0},
		"scale, ridge, OLS": {60, 8, false, scaled(append(grid(4, 10, 1e-2, ridge), linear.OLS{})), 0},
	} {
		alone := make([]learn.Learner, len(c.learners))
		for k, l := range c.learners {
			alone[k] = apart{l}
		}
		different := map[string]bool{}
		for seed := range uint64(20) {
			d := sparse(seed, c.n, c.p, c.classes)
			train, rest := every(0, c.n, 1), every(1, c.n, 7)
			together := fitted(t, tune.Tune{Learners: c.learners, Folds: 3}, d, train)
			apart := fitted(t, tune.Tune{Learners: alone, Folds: 3}, d, train)
			got, value := together.Chosen, together.Value
			want, best := apart.Chosen, apart.Value
			different[want] = true
			if math.Abs(value-best) > c.tolerance {
				t.Errorf("%s, data %d: chose %s with %v, apart %s with %v", name, seed, got, value, want, best)
			}
			if got != want {
				if c.tolerance == 0 {
					t.Errorf("%s, data %d: chose %s, apart %s", name, seed, got, want)
				}
				continue
			}
			one, other := make([]float64, len(rest)), make([]float64, len(rest))
			together.Predict(rest, one)
			apart.Predict(rest, other)
			if !slices.Equal(one, other) {
				t.Errorf("%s, data %d: the predictions of %s are other ones apart", name, seed, got)
			}
		}
		if len(different) < 2 {
			t.Errorf("%s: %v was always chosen", name, different)
		}
	}
}

// Tuned families keep the contract: nothing of the other records enters.
func TestFamilyContract(t *testing.T) {
	numbers, classes := sparse(1, 60, 5, false), sparse(1, 60, 5, true)
	for _, c := range []struct {
		data     *dataset.Data
		learners []learn.Learner
	}{
		{numbers, grid(6, 1, 1e-2, lasso)}, {sparse(1, 40, 25, false), grid(6, 1, 1e-1, lasso)},
		{sparse(1, 40, 25, false), grid(4, 1, 1e-2, ridge)}, {numbers, scaled(grid(6, 1, 1e-2, lasso))},
		{numbers, []learn.Learner{linear.Lasso{Fraction: 0.1}, linear.Lasso{Fraction: 0.5}}},
		{classes, scaled(upTo(6))}, {classes, forests(3, 9)},
	} {
		learntest.Contract(t, learntest.Case{Learner: tune.Tune{Learners: c.learners, Folds: 3}, Data: c.data})
	}
}

// scikit-learn chooses the same settings on the same folds, by the same value.
func TestScikitLearn(t *testing.T) {
	text, err := os.ReadFile("testdata/scikit_learn.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Learner     string
			X           [][]float64
			Y, Grid     []float64
			Group       []int
			Best, Score float64
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 9 {
		t.Errorf("%d cases, want 9", len(file.Cases))
	}
	for i, c := range file.Cases {
		n, p := len(c.X), len(c.X[0])
		d := &dataset.Data{Name: "drawn", X: mat.NewDense(n, p, nil), Response: c.Y}
		var learners []learn.Learner
		for k, row := range c.X {
			d.X.SetRow(k, row)
			d.Groups = append(d.Groups, strconv.Itoa(c.Group[k]))
		}
		learner := precise
		switch c.Learner {
		case "ridge":
			learner = ridge
		case "knn":
			learner = func(k float64) learn.Learner { return neighbour.KNN{K: int(k), Kernel: neighbour.Rectangular} }
			d.Response, d.Classes, d.Class = nil, []string{"no", "yes"}, make([]int32, n)
			for k, y := range c.Y {
				d.Class[k] = int32(y)
			}
		}
		for _, value := range c.Grid {
			learners = append(learners, learner(value))
		}
		f := fitted(t, tune.Tune{Learners: learners}, d, every(0, n, 1))
		name, value := f.Chosen, f.Value
		if want := learner(c.Best).String(); name != want {
			t.Errorf("case %d: chose %s, want %s", i, name, want)
		}
		if math.Abs(value-c.Score) > 1e-6*c.Score {
			t.Errorf("case %d: %s by %v, want %v", i, name, value, c.Score)
		}
	}
}

// patient is a learner whose fits note their contexts.
type patient struct {
	learn.Learner
	told *[]context.Context
}

func (p patient) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	one, err := p.Learner.Prepare(ctx, d)
	return patients{one, p.told}, err
}

type patients struct {
	learn.Prepared
	told *[]context.Context
}

func (p patients) NewFitter(*learn.Pool) learn.Fitter {
	return patientFitter{p.Prepared.NewFitter(nil), p.told}
}

type patientFitter struct {
	learn.Fitter
	told *[]context.Context
}

func (f patientFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	*f.told = append(*f.told, ctx)
	return f.Fitter.Fit(ctx, train)
}

// The context reaches the fitters of the settings, on the inner folds too.
func TestContext(t *testing.T) {
	var told []context.Context
	all := []learn.Learner{patient{neighbour.KNN{}, &told}, patient{neighbour.KNN{K: 1}, &told}}
	p, err := tune.Tune{Learners: all}.Prepare(t.Context(), sparse(1, 30, 5, true))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, err := p.NewFitter(nil).Fit(ctx, every(0, 30, 2)); err != nil {
		t.Fatal(err)
	}
	if want := slices.Repeat([]context.Context{ctx}, 2*5+1); !slices.Equal(told, want) {
		t.Errorf("the fits of the settings have the contexts %v, want %v", told, want)
	}
}
