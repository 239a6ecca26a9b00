package learn_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/tree"
)

// draw draws n records of p features, the second constant, with a numeric response or with classes. With ties, the
// features are whole numbers and a third of the records are copies of others.
func draw(rng *rand.Rand, n, p, classes int, ties bool) *dataset.Data {
	d := &dataset.Data{Name: "drawn", X: mat.NewDense(n, p, nil)}
	if classes == 0 {
		d.Response = make([]float64, n)
	} else {
		d.Class, d.Classes = make([]int32, n), []string{"a", "b", "c"}[:classes]
	}
	for i := range n {
		row := d.X.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
			if ties {
				row[j] = math.Round(row[j])
			}
		}
		if ties && i%3 == 2 {
			copy(row, d.X.RawRowView(i-1))
		}
		row[1] = 7.3
		y := 2*row[0] - row[p-1] + rng.NormFloat64()
		if classes == 0 {
			d.Response[i] = y
			continue
		}
		for c := range int32(classes) {
			if y > float64(2*c-1) {
				d.Class[i] = c
			}
		}
	}
	return d
}

// subset draws some of n records, ascending, and the others.
func subset(rng *rand.Rand, n, size int) (train, rest []int32) {
	for k, i := range rng.Perm(n) {
		if k < size {
			train = append(train, int32(i))
		} else {
			rest = append(rest, int32(i))
		}
	}
	slices.Sort(train)
	return train, rest
}

// families are learners whose fits share work, with the largest difference to single fits. The descent of a lasso
// stops when no step changes the mean of squares by more than a share Tolerance of the variance, which is 6: a single
// step then changes predictions by some roots of it, and steps of the same direction may add up to a hundred.
func families() map[string]struct {
	learners  []learn.Learner
	classes   int
	tolerance float64
} {
	type family = struct {
		learners  []learn.Learner
		classes   int
		tolerance float64
	}
	out := map[string]family{}
	add := func(name string, classes int, tolerance float64, learners ...learn.Learner) {
		out[name] = family{learners, classes, tolerance}
		var after, named []learn.Learner
		for _, l := range learners {
			after = append(after, pipeline.Pipeline{Steps: []pipeline.Step{pipeline.Scale{}}, Learner: l})
			named = append(named, learn.Named{Learner: l, Name: "another"})
		}
		out["scale | "+name] = family{after, classes, tolerance}
		out["named "+name] = family{named, classes, tolerance}
	}
	for _, standardize := range []bool{false, true} {
		suffix := fmt.Sprint(" standardize=", standardize)
		add("ridge"+suffix, 0, 0, linear.Ridge{Lambda: 2, Standardize: standardize}, linear.Ridge{Standardize: standardize},
			linear.Ridge{Lambda: 1e-3, Standardize: standardize}, linear.Ridge{Lambda: 50, Standardize: standardize})
		for _, tolerance := range []float64{1e-7, 1e-16} {
			add(fmt.Sprint("lasso", suffix, tolerance), 0, 200*math.Sqrt(tolerance),
				linear.Lasso{Lambda: 0.02, Standardize: standardize, Tolerance: tolerance},
				linear.Lasso{Standardize: standardize, Tolerance: tolerance},
				linear.Lasso{Lambda: 5, Standardize: standardize, Tolerance: tolerance},
				linear.Lasso{Lambda: 0.3, Standardize: standardize, Tolerance: tolerance})
		}
	}
	add("lasso fraction", 0, 0, linear.Lasso{Fraction: 0.5}, linear.Lasso{Fraction: 1}, linear.Lasso{Fraction: 0.1})
	for _, kernel := range []neighbour.Kernel{neighbour.Triangular, neighbour.Rectangular} {
		for _, scale := range []learn.Scaling{learn.Unscaled, learn.PerDataSet, learn.PerFold} {
			for _, classes := range []int{2, 3} {
				var all []learn.Learner
				for _, k := range []int{3, 1, 0, 30, 7, 2} {
					all = append(all, neighbour.KNN{K: k, Kernel: kernel, Scale: scale})
				}
				add(fmt.Sprint("knn ", kernel, scale, classes), classes, 0, all...)
			}
		}
	}
	for _, classes := range []int{2, 3} {
		add(fmt.Sprint("forest ", classes), classes, 0, tree.Forest{Trees: 7, Seed: 1}, tree.Forest{Trees: 1, Seed: 1},
			tree.Forest{Seed: 1}, tree.Forest{Trees: 20, Seed: 1})
	}
	return out
}

// Settings that are fitted together predict what each predicts alone.
func TestFamilies(t *testing.T) {
	numtest.NotRaced(t)
	for name, f := range families() {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(31, uint64(len(name))))
			for round, size := range []struct{ n, p int }{{70, 4}, {40, 30}} {
				for _, ties := range []bool{false, true} {
					d := draw(rng, size.n, size.p, f.classes, ties)
					together(t, f.learners, d, rng, f.tolerance)
					if strings.Contains(name, "ridge") {
						for range d.N() {
							d.Weights = append(d.Weights, 0.5+rng.Float64())
						}
						together(t, f.learners, d, rng, f.tolerance)
					}
					if strings.Contains(name, "forest") && round == 0 {
						break // it grows 500 trees
					}
				}
			}
		})
	}
}

// together compares fits of all learners with fits of each. With few records, several coefficients may minimize what a
// lasso does; only the predictions of the training records are then those of all.
func together(t *testing.T, learners []learn.Learner, d *dataset.Data, rng *rand.Rand, tolerance float64) {
	t.Helper()
	s, err := learn.PrepareSettings(context.Background(), "test", learners, d)
	if err != nil {
		t.Fatal(err)
	}
	all := s.NewFitters(nil)
	none := make([][]float64, len(learners))
	if err := all.FitPredict(t.Context(), nil, nil, none, none); err == nil {
		t.Error("fitted no records, want an error")
	}
	for _, size := range []int{1, 2, 5, d.N() / 2, d.N() - 3, d.N() / 3} {
		train, rest := subset(rng, d.N(), size)
		if tolerance > 0 && size < 3*d.P() {
			rest = train
		}
		out, each := make([][]float64, len(learners)), make([][]float64, len(learners))
		for k := range learners {
			if out[k] = make([]float64, len(rest)); d.Class != nil {
				each[k] = make([]float64, len(rest)*d.K())
			}
		}
		if err := all.FitPredict(t.Context(), train, rest, out, each); err != nil {
			t.Fatal(err)
		}
		for k, l := range learners {
			p, err := l.Prepare(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			for _, single := range []struct {
				what      string
				fitter    learn.Fitter
				tolerance float64
			}{{"prepared alone", p.NewFitter(nil), tolerance}, {"taken from the family", all.Fitter(k), tolerance}} {
				what := fmt.Sprintf("%s %s on %d of %d records", l, single.what, size, d.N())
				if _, err := single.fitter.Fit(t.Context(), train); err != nil {
					t.Fatal(what, err)
				}
				want := make([]float64, len(rest))
				single.fitter.Predict(rest, want)
				near(t, what, out[k], want, tolerance)
				if each[k] == nil {
					continue
				}
				want = make([]float64, len(rest)*d.K())
				if err := single.fitter.(learn.Prober).Probabilities(rest, want); err != nil {
					t.Fatal(what, err)
				}
				near(t, "probabilities of "+what, each[k], want, 0)
			}
		}
	}
}

func near(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Fatalf("%s: prediction %d is %v together, %v alone", what, i, got[i], want[i])
		}
	}
}

// Learners are together that differ in one setting alone.
func TestCommon(t *testing.T) {
	common := func(l learn.Learner) string {
		if f := l.Traits(); f.Value > 0 {
			return fmt.Sprintf("%T %s", f.Common, f.Common)
		}
		return ""
	}
	scaled := func(l learn.Learner, s ...pipeline.Step) learn.Learner {
		return pipeline.Pipeline{Steps: s, Learner: l}
	}
	for _, c := range []struct {
		a, b learn.Learner
		want bool
	}{
		{linear.Ridge{}, linear.Ridge{Lambda: 3}, true},
		{linear.Ridge{}, linear.Ridge{Standardize: true}, false},
		{linear.Ridge{}, linear.Lasso{}, false},
		{linear.Ridge{Lambda: -1}, linear.Ridge{Lambda: -1}, false},
		{linear.Lasso{}, linear.Lasso{Lambda: 2, Tolerance: 1e-7}, true},
		{linear.Lasso{}, linear.Lasso{Lambda: 2, Tolerance: 1e-6}, false},
		{linear.Lasso{}, linear.Lasso{Lambda: 2, Standardize: true}, false},
		{linear.Lasso{}, linear.Lasso{Fraction: 0.5}, false},
		{linear.Lasso{Lambda: -1}, linear.Lasso{Lambda: -1}, false},
		{linear.Lasso{Fraction: 0.5}, linear.Lasso{Fraction: 1}, true},
		{linear.Lasso{Fraction: 0.5}, linear.Lasso{Fraction: 0.5, Lambda: 1}, false},
		{neighbour.KNN{}, neighbour.KNN{K: 7, Kernel: neighbour.Triangular}, true},
		{neighbour.KNN{}, neighbour.KNN{Kernel: neighbour.Rectangular}, false},
		{neighbour.KNN{}, neighbour.KNN{Scale: learn.PerFold}, false},
		{neighbour.KNN{K: -1}, neighbour.KNN{K: -1}, false},
		{tree.Forest{}, tree.Forest{Trees: 3}, true},
		{tree.Forest{}, tree.Forest{Trees: 3, Seed: 1}, false},
		{tree.Forest{}, tree.Forest{Trees: 3, Mtry: 1}, false},
		{tree.Forest{}, tree.Forest{Trees: 3, MinLeaf: 2}, false},
		{tree.Forest{Trees: -1}, tree.Forest{Trees: -1}, false},
		{scaled(simple.Mean{}, pipeline.Scale{}), scaled(linear.OLS{}, pipeline.Scale{}), true},
		{scaled(simple.Mean{}, pipeline.PCA{Components: 2}), scaled(simple.Mean{}, pipeline.PCA{Components: 3}), false},
		{scaled(simple.Mean{}, pipeline.Scale{}), scaled(simple.Mean{}), false},
	} {
		if got := common(c.a) != "" && common(c.a) == common(c.b); got != c.want {
			t.Errorf("%s and %s together: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// Learners that share nothing, and families among them, are prepared and fitted together.
func TestSettings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	learners := []learn.Learner{linear.Ridge{Lambda: 3}, simple.Mean{}, linear.Lasso{Lambda: 0.2}, linear.Ridge{},
		simple.Mean{}, linear.Lasso{Lambda: 0.1, Tolerance: 1e-9}, linear.OLS{}}
	together(t, learners[:6], draw(rng, 50, 3, 0, false), rng, 1e-2)

	d := draw(rng, 50, 3, 0, false)
	for range d.N() {
		d.Weights = append(d.Weights, 0.1+rng.Float64())
	}
	together(t, []learn.Learner{linear.Ridge{Lambda: 3}, linear.Ridge{Lambda: 2},
		learn.Named{Learner: linear.Ridge{}, Name: "equal", Unweighted: true}}, d, rng, 0)
	d.Weights = nil
	for _, bad := range []learn.Learner{linear.Ridge{Lambda: -1}, linear.Lasso{Fraction: 0.5, Lambda: 1},
		pipeline.Pipeline{Steps: []pipeline.Step{pipeline.PCA{Components: 9}}, Learner: simple.Mean{}}} {
		for _, twice := range [][]learn.Learner{{linear.Ridge{}, bad}, {bad, simple.Mean{}, bad}} {
			_, err := learn.PrepareSettings(context.Background(), "test", twice, d)
			if err == nil || !strings.HasPrefix(err.Error(), "test: "+bad.String()+": ") {
				t.Errorf("%s is prepared with the error %v, want one that names it", bad, err)
			}
		}
	}
	s, err := learn.PrepareSettings(context.Background(), "test", learners, d)
	if err != nil {
		t.Fatal(err)
	}
	out := make([][]float64, len(learners))
	for k := range out {
		out[k] = make([]float64, 1)
	}
	each := make([][]float64, len(out))
	if err := s.NewFitters(nil).FitPredict(t.Context(), []int32{1, 2, 3}, []int32{4}, out, each); err == nil ||
		!strings.HasPrefix(err.Error(), "ols: ") {
		t.Errorf("ols on 3 records: %v, want an error that names it", err)
	}
}

// odd is a learner that embeds one of a family and prepares in its own way.
type odd struct{ linear.Lasso }

func (odd) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	return simple.Mean{}.Prepare(ctx, d)
}

// A learner that embeds another is fitted as it says.
func TestEmbedded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	together(t, []learn.Learner{odd{}, linear.Lasso{Lambda: 2}, odd{linear.Lasso{Lambda: 3}}},
		draw(rng, 50, 3, 0, false), rng, 0)
}

// Fits end when their context does, of fitters that are new and of those that have fitted.
func TestFittersStop(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for name, f := range families() {
		if strings.Contains(name, "knn") || strings.Contains(name, "named") {
			continue // searches end without an error, and their predictions are useless
		}
		s, err := learn.PrepareSettings(context.Background(), "test", f.learners, draw(rng, 30, 3, f.classes, false))
		if err != nil {
			t.Fatal(err)
		}
		out := make([][]float64, len(f.learners))
		for k := range out {
			out[k] = make([]float64, 1)
		}
		train := []int32{1, 2, 3, 4, 5, 6, 7, 8}
		for _, before := range []bool{false, true} {
			ctx, cancel := context.WithCancel(context.Background())
			all := s.NewFitters(nil)
			if before {
				if err := all.FitPredict(t.Context(), train, []int32{9}, out, make([][]float64, len(out))); err != nil {
					t.Fatal(err)
				}
			}
			cancel()
			if err := all.FitPredict(ctx, train, []int32{9}, out, make([][]float64, len(out))); err == nil {
				t.Errorf("%s: fitted after its context ended, want its error", name)
			}
			if _, err := all.Fitter(0).Fit(ctx, train); err == nil {
				t.Errorf("%s: a single fitter fitted after its context ended, want its error", name)
			}
		}
	}
}

// lone is a learner of a family whose learners turn out to share nothing. Its fitters note what they are told.
type lone struct {
	name string
	made *[]*loneFitter // where fitters are noted, unless nil
}

func (l lone) String() string     { return l.name }
func (lone) Traits() learn.Traits { return learn.Traits{Common: lone{}, Value: 1} }

func (l lone) NewFitter(pool *learn.Pool) learn.Fitter {
	f := &loneFitter{name: l.name, pool: pool}
	if l.made != nil {
		*l.made = append(*l.made, f)
	}
	return f
}

func (l lone) Prepare(context.Context, *dataset.Data) (learn.Prepared, error) { return l, nil }
func (lone) With(context.Context, learn.Learner) (learn.Prepared, error)      { return nil, nil }

type loneFitter struct {
	name         string
	fits, closed int
	pool         *learn.Pool
	ctx          context.Context // of the last fit
}

func (f *loneFitter) Fit(ctx context.Context, _ []int32) (learn.Report, error) {
	f.fits, f.ctx = f.fits+1, ctx
	return learn.Report{}, nil
}
func (f *loneFitter) Predict(_ []int32, out []float64) { out[0] = float64(f.name[0]) }

// Close returns an error after fits.
func (f *loneFitter) Close() error {
	if f.closed++; f.fits > 0 {
		return errors.New(f.name)
	}
	return nil
}

// Learners that share nothing are fitted alone. Fitters get the context and the pool, and are closed if they were made.
func TestLone(t *testing.T) {
	s, err := learn.PrepareSettings(t.Context(), "test", []learn.Learner{lone{name: "a"}, lone{name: "b"},
		lone{name: "c"}, lone{name: "d"}},
		draw(rand.New(rand.NewPCG(1, 1)), 9, 3, 0, false))
	if err != nil {
		t.Fatal(err)
	}
	ctx, pool := t.Context(), learn.NewPool(2)
	f := s.NewFitters(pool)
	out := [][]float64{{0}, {0}, {0}, {0}}
	if err := f.FitPredict(ctx, nil, nil, out, make([][]float64, len(out))); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(out); got != "[[97] [98] [99] [100]]" {
		t.Errorf("predictions %s, want those of a to d", got)
	}
	for k := range 4 {
		one := f.Fitter(k).(*loneFitter)
		if one.fits != 1 {
			t.Errorf("learner %d was fitted %d times, want 1", k, one.fits)
		}
		if one.pool != pool || one.ctx != ctx {
			t.Errorf("learner %d has the pool %v and the context %v, want the given ones", k, one.pool, one.ctx)
		}
	}
	if err := f.Close(); err == nil || err.Error() != "a\nb\nc\nd" {
		t.Errorf("closed with the error %v, want those of a to d", err)
	}
	late := s.NewFitters(nil)
	one := late.Fitter(2).(*loneFitter)
	if err := late.Close(); err != nil {
		t.Error(err)
	}
	if closed := one.closed; closed != 1 {
		t.Errorf("closed %d times, want 1", closed)
	}
}

// rebound is a lone learner whose fitters are learn.Rebinders.
type rebound struct{ lone }

func (l rebound) Prepare(context.Context, *dataset.Data) (learn.Prepared, error) { return l, nil }
func (l rebound) NewFitter(*learn.Pool) learn.Fitter                             { return reboundFitter{&loneFitter{}} }

type reboundFitter struct{ *loneFitter }

func (reboundFitter) Rebind(learn.Prepared) bool { return true }

// Learners after the same steps get the context and the pool of the pipeline, and are closed after a fit.
func TestLonePipelines(t *testing.T) {
	var made []*loneFitter
	after := func(l learn.Learner) learn.Learner {
		return pipeline.Pipeline{Steps: []pipeline.Step{pipeline.Scale{}}, Learner: l}
	}
	d := draw(rand.New(rand.NewPCG(1, 1)), 9, 3, 0, false)
	s, err := learn.PrepareSettings(t.Context(), "test", []learn.Learner{after(lone{"a", &made}),
		after(lone{"b", &made})}, d)
	if err != nil {
		t.Fatal(err)
	}
	made = nil
	ctx, pool := t.Context(), learn.NewPool(2)
	f := s.NewFitters(pool)
	out := [][]float64{{0}, {0}}
	err = f.FitPredict(ctx, []int32{1, 2, 3}, []int32{4}, out, make([][]float64, len(out)))
	if err == nil || err.Error() != "scale | a: a\nb" {
		t.Errorf("error %v, want those of closing a and b", err)
	}
	if got := fmt.Sprint(out); got != "[[97] [98]]" {
		t.Errorf("predictions %s, want those of a and b", got)
	}
	if len(made) != 2 {
		t.Errorf("%d fitters, want 2", len(made))
	}
	for _, one := range made {
		if one.pool != pool || one.ctx != ctx {
			t.Errorf("%s has the pool %v and the context %v, want the given ones", one.name, one.pool, one.ctx)
		}
		if one.closed != 1 {
			t.Errorf("%s was closed %d times, want 1", one.name, one.closed)
		}
	}

	p, err := after(rebound{}).Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if other, err := p.(learn.PreparedFamily).With(ctx, after(rebound{})); other != nil || err != nil {
		t.Errorf("learners that keep programs: %v, error %v; want them apart", other, err)
	}
}

// A pool changes no prediction of a family.
func TestFamilyPool(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	d := draw(rng, 500, 4, 3, false)
	train, rest := subset(rng, 500, 100)
	var learners []learn.Learner
	for k := range 12 {
		learners = append(learners, neighbour.KNN{K: k + 1})
	}
	s, err := learn.PrepareSettings(t.Context(), "test", learners, d)
	if err != nil {
		t.Fatal(err)
	}
	predict := func(p *learn.Pool) [][]float64 {
		f := s.NewFitters(p)
		out := make([][]float64, len(learners))
		for k := range out {
			out[k] = make([]float64, len(rest))
		}
		if err := f.FitPredict(t.Context(), train, rest, out, make([][]float64, len(out))); err != nil {
			t.Fatal(err)
		}
		return out
	}
	pool := learn.NewPool(3)
	pool.Free(2)
	got, want := predict(pool), predict(nil)
	for k := range want {
		near(t, fmt.Sprintf("%s with a pool", learners[k]), got[k], want[k], 0)
	}
}
