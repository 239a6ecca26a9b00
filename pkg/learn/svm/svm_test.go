package svm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// variants are settings that take all ways through the package.
var variants = []SVM{
	{}, {Scale: learn.PerDataSet}, {Scale: learn.Unscaled}, {GammaScale: true}, {GammaScale: true, Scale: learn.Unscaled},
	{Kernel: Linear, Cost: 0.1}, {Kernel: Linear, Cost: 0.1, Scale: learn.PerDataSet},
	{Kernel: Sigmoid}, {Kernel: Sigmoid, Coef0: -0.5, Scale: learn.Unscaled}, {Kernel: Sigmoid, GammaScale: true},
}

// someRows draws half of n records, in ascending order.
func someRows(rng *rand.Rand, n int) []int32 {
	var rows []int32
	for _, i := range rng.Perm(n)[:n/2] {
		rows = append(rows, int32(i))
	}
	slices.Sort(rows)
	return rows
}

// answers returns the predictions and the scores of a fitter for all n records.
func answers(f learn.Fitter, n int) []float64 {
	out := make([]float64, n*(1+f.(*fitter).Width()))
	f.Predict(allRows(n), out[:n])
	f.(*fitter).Score(allRows(n), out[n:])
	return out
}

func mustFit(t testing.TB, f learn.Fitter, train []int32) {
	t.Helper()
	if _, err := f.Fit(t.Context(), train); err != nil {
		t.Fatal(err)
	}
}

func mustPrepare(t testing.TB, s SVM, d *dataset.Data) learn.Prepared {
	t.Helper()
	q, err := s.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// A fit on a subset is a fit on a copy of these records. (With learn.PerDataSet the
// scaling of the copy differs.)
func TestSubsetEqualsCopy(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	d := drawData(rng, 60, 3, 3)
	for _, s := range variants {
		if s.Scale == learn.PerDataSet {
			continue
		}
		s.Tolerance = 1e-9
		train := someRows(rng, d.N())
		f := mustPrepare(t, s, d).NewFitter(nil)
		mustFit(t, f, train)
		part := d.Take(train)
		g := mustPrepare(t, s, part).NewFitter(nil)
		mustFit(t, g, allRows(part.N()))
		all, want := answers(f, d.N()), answers(g, part.N())
		for r, i := range train {
			if got := all[i]; got != want[r] {
				t.Errorf("%v: record %d: class %v, in the copy %v", s, i, got, want[r])
			}
			for j := range 3 {
				if got, want := all[d.N()+int(i)*3+j], want[part.N()+r*3+j]; math.Abs(got-want) > 1e-7 {
					t.Errorf("%v: record %d: score %v, in the copy %v", s, i, got, want)
				}
			}
		}
	}
}

// What was fitted before changes nothing, nor does another fitter at work.
func TestFittersAreIndependent(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	d := drawData(rng, 60, 3, 3)
	one := slices.DeleteFunc(allRows(d.N()), func(i int32) bool { return d.Class[i] != 1 })
	sets := [][]int32{someRows(rng, 60), one, allRows(60), someRows(rng, 20), someRows(rng, 60)}
	for _, s := range variants {
		q := mustPrepare(t, s, d)
		var want [][]float64
		for _, train := range sets {
			f := q.NewFitter(nil)
			mustFit(t, f, train)
			want = append(want, answers(f, d.N()))
		}
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				f := q.NewFitter(nil)
				for k := range 2 * len(sets) {
					k %= len(sets)
					if _, err := f.Fit(t.Context(), sets[k]); err != nil {
						t.Error(err)
					}
					if !slices.Equal(answers(f, d.N()), want[k]) {
						t.Errorf("%v: a used fitter differs on set %d", s, k)
					}
				}
			})
		}
		group.Wait()
	}
}

// Beyond the limit of memory, rows are computed one by one, with the same results for any number of rows kept. The
// matrix is not quite the same: its rounding differs with the shape of a block.
func TestLimitedMemory(t *testing.T) {
	d := drawData(rand.New(rand.NewPCG(3, 1)), 70, 3, 3)
	for _, s := range variants {
		s.Tolerance = 1e-8
		s = s.withDefaults(3)
		f := newPrepared(s, d, 256<<20, maker{}).NewFitter(nil)
		mustFit(t, f, allRows(70))
		want := answers(f, 70)
		for _, limit := range []int{0, 8 * 70 * 5, 8*70*70 - 1} {
			f := newPrepared(s, d, limit, maker{}).NewFitter(nil)
			mustFit(t, f, allRows(70))
			for i, got := range answers(f, 70) {
				if math.Abs(got-want[i]) > 1e-6 {
					t.Fatalf("%v, %d bytes: answer %d is %v, want %v", s, limit, i, got, want[i])
				}
			}
		}
	}
}

// grid makes one-dimensional data of the given classes at 0, 1, 2, ...
func grid(classes ...int32) *dataset.Data {
	d := &dataset.Data{Name: "grid", X: mat.NewDense(len(classes), 1, nil), Class: classes,
		Classes: []string{"a", "b", "c", "d"}}
	for i := range classes {
		d.X.Set(i, 0, float64(i))
	}
	return d
}

func TestEdgeCases(t *testing.T) {
	same := grid(0, 1, 0, 1)
	same.X.Zero()
	for _, c := range []struct {
		name  string
		svm   SVM
		data  *dataset.Data
		train []int32
		want  []float64
	}{
		{name: "one class", svm: SVM{}, data: grid(2, 2, 1, 1), train: []int32{2, 3}, want: []float64{1, 1, 1, 1}},
		{name: "one record", svm: SVM{}, data: grid(2, 2, 1, 1), train: []int32{0}, want: []float64{2, 2, 2, 2}},
		{name: "one record a class", svm: SVM{}, data: grid(3, 0), train: []int32{0, 1}, want: []float64{3, 0}},
		{name: "one record of three classes", svm: SVM{}, data: grid(2, 0, 1), train: []int32{0, 1, 2},
			want: []float64{2, 0, 1}},
		{name: "linear, one record a class", svm: SVM{Kernel: Linear}, data: grid(1, 1, 0, 0), train: []int32{1, 2},
			want: []float64{1, 1, 0, 0}},
		{name: "class unseen in training", svm: SVM{}, data: grid(0, 0, 1, 1, 2), train: []int32{0, 1, 2, 3},
			want: []float64{0, 0, 1, 1, 1}},
		{name: "equal records", svm: SVM{}, data: same, train: []int32{0, 1, 2, 3}, want: []float64{1, 1, 1, 1}},
		{name: "equal records, linear", svm: SVM{Kernel: Linear}, data: same, train: []int32{0, 1, 2, 3},
			want: []float64{1, 1, 1, 1}},
		{name: "equal records of a class more", svm: SVM{}, data: same, train: []int32{0, 1, 2}, want: []float64{0, 0, 0, 0}},
		{name: "least cost", svm: SVM{Cost: 1e-100}, data: grid(0, 1, 1), train: []int32{0, 1, 2}, want: []float64{1, 1, 1}},
		{name: "highest cost", svm: SVM{Cost: 1e100, Gamma: 1}, data: grid(0, 0, 1, 0, 1), train: []int32{0, 1, 2, 3, 4},
			want: []float64{0, 0, 1, 0, 1}},
		{name: "variance 0 with gamma scale", svm: SVM{GammaScale: true}, data: same, train: []int32{0, 1, 2},
			want: []float64{0, 0, 0, 0}},
		{name: "tolerance that the start meets", svm: SVM{Tolerance: 3}, data: grid(0, 1), train: []int32{0, 1},
			want: []float64{1, 1}},
	} {
		for _, limit := range []int{0, 256 << 20} {
			f := newPrepared(c.svm.withDefaults(1), c.data, limit, maker{}).NewFitter(nil)
			if _, err := f.Fit(t.Context(), c.train); err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			f.Predict(nil, nil)
			got := make([]float64, c.data.N())
			f.Predict(allRows(c.data.N()), got)
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: classes %v, want %v", c.name, got, c.want)
			}
		}
	}
}

// Three classes on a circle beat each other in turn; the tie goes to the class
// of the first training record.
func TestTieGoesToFirstRecord(t *testing.T) {
	labels, m := []int32{2, 0, 1}, memory{scores: []float64{1, -1, 1}}
	if got := labels[m.vote(3)]; got != 2 {
		t.Errorf("class %d wins a tie of 2, 0, 1", got)
	}
	m.scores = []float64{-1, -1, -1}
	if got := labels[m.vote(3)]; got != 1 {
		t.Errorf("class %d wins, although 1 beats both others", got)
	}
}

// e1071's rule: if a feature is constant in the training records, no feature is
// scaled or centred.
func TestConstantFeature(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	d := drawData(rng, 40, 3, 3)
	train := someRows(rng, 40)
	for _, i := range train {
		d.X.Set(int(i), 1, 0.1)
	}
	for _, kernel := range []Kernel{RBF, Linear, Sigmoid} {
		var want []float64
		for _, scale := range []learn.Scaling{learn.Unscaled, learn.PerFold} {
			f := mustPrepare(t, SVM{Kernel: kernel, Scale: scale, Tolerance: 1e-9}, d).NewFitter(nil)
			mustFit(t, f, train)
			got := answers(f, 40)[40:]
			for i, v := range want {
				if math.Abs(got[i]-v) > 1e-7 {
					t.Errorf("%v: score %d is %v, unscaled %v", kernel, i, got[i], v)
				}
			}
			want = got
		}
	}
}

// A data set scaled as a whole is scaled as a training set of all records is.
func TestPerDataSetIsPerFoldOfAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	for _, constant := range []bool{false, true} {
		d := drawData(rng, 40, 3, 2)
		for i := range 40 {
			if constant {
				d.X.Set(i, 2, 3)
			}
		}
		for _, kernel := range []Kernel{RBF, Linear, Sigmoid} {
			f := fitAll(t, SVM{Kernel: kernel, Tolerance: 1e-9}, d)
			want := answers(f, 40)
			f = fitAll(t, SVM{Kernel: kernel, Scale: learn.PerDataSet, Tolerance: 1e-9}, d)
			for i, v := range answers(f, 40) {
				if math.Abs(v-want[i]) > 1e-7 {
					t.Errorf("%v, constant %v: answer %d is %v, want %v", kernel, constant, i, v, want[i])
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	missing, huge, nominal, regression := grid(0, 1), grid(0, 1), grid(0, 1), grid(0, 1)
	missing.X.Set(1, 0, math.NaN())
	huge.X.Set(1, 0, 1e101)
	nominal.Features = []dataset.Feature{{Name: "colour", Levels: []string{"red", "blue"}}}
	regression.Class, regression.Classes, regression.Response = nil, nil, []float64{1, 2}
	for _, c := range []struct {
		svm  SVM
		data *dataset.Data
		want string
	}{
		{SVM{}, missing, "svm: dataset: record 1, feature x1 is NaN; drop incomplete records (Complete) or fill them in"},
		{SVM{}, huge, "svm: record 1, feature x1 is 1e+101, above 1e100 in size; change its unit"},
		{SVM{}, nominal, "svm: feature colour has levels, not numbers; turn levels into columns of 0 and 1 first " +
			"(Data.OneHot)"},
		{SVM{}, regression, `svm: data set "grid" has a numeric response, not classes; use a regression algorithm`},
		{SVM{Kernel: "cubic"}, grid(0, 1), `svm: kernel "cubic" is unknown; use rbf, linear or sigmoid`},
		{SVM{Scale: "range"}, grid(0, 1), `svm: scale "range" is unknown; use fold, dataset or none`},
		{SVM{Cost: -1}, grid(0, 1), "svm: cost -1; use a number above 0 and up to 1e100 (1 by default)"},
		{SVM{Cost: math.NaN()}, grid(0, 1), "svm: cost NaN; use a number above 0 and up to 1e100 (1 by default)"},
		{SVM{Gamma: math.Inf(1)}, grid(0, 1), "svm: gamma +Inf; use a number above 0 and up to 1e100 (1/p by default)"},
		{SVM{Gamma: 1, GammaScale: true}, grid(0, 1), "svm: gamma is 1 and GammaScale is set; use one of them"},
		{SVM{Kernel: Linear, Gamma: 1}, grid(0, 1), "svm: the linear kernel has no gamma; leave Gamma and GammaScale " +
			"alone, or use RBF or Sigmoid"},
		{SVM{Coef0: 1}, grid(0, 1), "svm: only the sigmoid kernel has a coef0; leave Coef0 alone, or use Sigmoid"},
		{SVM{Kernel: Sigmoid, Coef0: math.Inf(-1)}, grid(0, 1), "svm: coef0 -Inf; use a number from -1e100 to 1e100"},
		{SVM{Kernel: Sigmoid, Coef0: math.NaN()}, grid(0, 1), "svm: coef0 NaN; use a number from -1e100 to 1e100"},
		{SVM{Tolerance: -1}, grid(0, 1), "svm: tolerance -1; use a number above 0 and up to 1e100 (0.001 by default)"},
		{SVM{Cache: -1}, grid(0, 1), fmt.Sprintf("svm: cache of -1 MiB; use a number from 1 to %d (256 by default)",
			maxCache)},
		{SVM{Iterations: -1}, grid(0, 1), "svm: limit of -1 iterations; use a number above 0 (10 million by default)"},
	} {
		if _, err := c.svm.Prepare(t.Context(), c.data); err == nil || err.Error() != c.want {
			t.Errorf("%v: error %v\nwant %s", c.svm, err, c.want)
		}
	}
}

func TestFitErrors(t *testing.T) {
	d := drawData(rand.New(rand.NewPCG(6, 1)), 60, 3, 2)
	f := mustPrepare(t, SVM{Cost: 1000, Iterations: 10}, d).NewFitter(nil)
	_, err := f.Fit(t.Context(), allRows(60))
	const want = "svm: classes 1 and 0: no convergence in 10 iterations (conditions violated by "
	const advice = "); scale the features, lower Cost, or raise Tolerance or Iterations"
	if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.HasSuffix(err.Error(), advice) {
		t.Errorf("error %v\nwant %s...%s", err, want, advice)
	}
	if _, err := f.Fit(t.Context(), nil); err == nil || err.Error() != "svm: no training records; give at least one" {
		t.Errorf("no records: error %v", err)
	}
}

// equalFits fails the test unless two settings give the same answers.
func equalFits(t *testing.T, a, b SVM, da, db *dataset.Data) {
	t.Helper()
	f, g := fitAll(t, a, da), fitAll(t, b, db)
	if got, want := answers(f, da.N()), answers(g, db.N()); !slices.Equal(got, want) {
		t.Errorf("%v and %v differ", a, b)
	}
}

func TestDefaults(t *testing.T) {
	d := drawData(rand.New(rand.NewPCG(8, 1)), 60, 4, 3)
	equalFits(t, SVM{}, SVM{Kernel: RBF, Cost: 1, Gamma: 0.25, Scale: learn.PerFold, Tolerance: 1e-3,
		Iterations: 10_000_000}, d, d)
}

// The rows of X need not be contiguous.
func TestSliceOfMatrix(t *testing.T) {
	d := drawData(rand.New(rand.NewPCG(9, 1)), 40, 4, 2)
	part := *d
	part.X = d.X.Slice(0, 40, 1, 3).(*mat.Dense)
	whole := part
	whole.X = mat.DenseCopyOf(part.X)
	equalFits(t, SVM{}, SVM{}, &part, &whole)
}

func TestString(t *testing.T) {
	for want, s := range map[string]SVM{
		"svm":                                  {},
		"svm(kernel=linear, cost=10)":          {Kernel: Linear, Cost: 10},
		"svm(kernel=sigmoid, coef0=-1)":        {Kernel: Sigmoid, Coef0: -1},
		"svm(gamma=0.5, scale=dataset)":        {Gamma: 0.5, Scale: learn.PerDataSet},
		"svm(gamma=scale, scale=none)":         {GammaScale: true, Scale: learn.Unscaled},
		"svm(tolerance=1e-06, iterations=100)": {Tolerance: 1e-6, Iterations: 100},
		"svm(cache=1024)":                      {Cache: 1024},
	} {
		if got := s.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for _, k := range []int{2, 3} {
		d := drawData(rng, 80, 3, k)
		train, valid := allRows(80)[:40], allRows(80)[40:]
		for _, s := range variants {
			for _, limit := range []int{256 << 20, 0} {
				f := newPrepared(s.withDefaults(3), d, limit, maker{}).NewFitter(nil)
				out, scores := make([]float64, 40), make([]float64, 40*3)
				both := func() {
					for range 2 {
						mustFit(t, f, train)
						f.Predict(valid, out)
						f.(*fitter).Score(valid, scores)
						train, valid = valid, train
					}
				}
				if allocs := testing.AllocsPerRun(5, both); allocs > 0 {
					t.Errorf("%v, %d classes, %d bytes: %v allocations a fit", s, k, limit, allocs)
				}
			}
		}
	}
}
