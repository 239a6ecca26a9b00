package linear

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
)

// regression draws n records of p features, of which three matter.
func regression(n, p int, seed uint64) *dataset.Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := &dataset.Data{X: mat.NewDense(n, p, nil), Response: make([]float64, n)}
	for i := range n {
		for j := range p {
			d.X.Set(i, j, 2+rng.NormFloat64())
		}
		d.Response[i] = d.X.At(i, 0) - 2*d.X.At(i, 1) + 0.5*d.X.At(i, p-1) + rng.NormFloat64()
	}
	return d
}

// classification turns the response of d into two classes that overlap.
func classification(d *dataset.Data) *dataset.Data {
	out := &dataset.Data{X: d.X, Classes: []string{"low", "high"}, Class: make([]int32, d.N())}
	for i, y := range d.Response {
		if y > -1 {
			out.Class[i] = 1
		}
	}
	return out
}

func TestContract(t *testing.T) {
	tall, wide := regression(90, 6, 1), regression(40, 60, 2)
	for _, c := range []learntest.Case{
		{Learner: OLS{}, Data: tall, Tolerance: 1e-10},
		{Learner: Ridge{Lambda: 3}, Data: tall, Tolerance: 1e-10},
		{Learner: Ridge{Lambda: 3, Standardize: true}, Data: tall, Tolerance: 1e-10},
		{Learner: Ridge{Lambda: 3}, Data: wide, Tolerance: 1e-10},
		{Learner: Ridge{Lambda: 3, Standardize: true}, Data: wide, Tolerance: 1e-10},
		{Learner: Lasso{Tolerance: 1e-18}, Data: tall, Tolerance: 1e-7},
		{Learner: Lasso{Tolerance: 1e-18, Standardize: true}, Data: wide, Tolerance: 1e-7},
		{Learner: Lasso{Tolerance: 1e-18, Lambda: 0.5}, Data: wide, Tolerance: 1e-7},
		{Learner: Lasso{Fraction: 0.5}, Data: tall},
		{Learner: Lasso{Fraction: 0.5}, Data: wide},
		{Learner: Lasso{Fraction: 1}, Data: wide},
		{Learner: Logistic{}, Data: classification(tall)},
		{Learner: Logistic{Penalty: 1}, Data: classification(wide)},
	} {
		learntest.Run(t, c)
	}
}

// fixture is a data set of testdata, with the records of the fits.
type fixture struct {
	regression, classification *dataset.Data
	train                      []int32
}

func readFixture(t *testing.T, name string) fixture {
	t.Helper()
	rows := numtest.Fixture(t, name+".csv")
	x := mat.NewDense(len(rows), len(rows[0])-3, nil)
	f := fixture{regression: &dataset.Data{X: x}, classification: &dataset.Data{X: x, Classes: []string{"0", "1"}}}
	for i, row := range rows {
		if row[0] == "1" {
			f.train = append(f.train, int32(i))
		}
		f.regression.Response = append(f.regression.Response, numtest.Float(t, row[1]))
		f.classification.Class = append(f.classification.Class, int32(numtest.Float(t, row[2])))
		for j, v := range row[3:] {
			x.Set(i, j, numtest.Float(t, v))
		}
	}
	return f
}

// models returns the learner of a fixture in every form it can be solved in.
func (f fixture) models(t *testing.T, learner string, lambda float64, standardize bool) map[string]learn.Fitter {
	t.Helper()
	out := map[string]learn.Fitter{}
	prepare := func(l learn.Learner, d *dataset.Data) {
		p, err := l.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		out[l.String()] = p.NewFitter(nil)
	}
	switch learner {
	case "ols":
		prepare(OLS{}, f.regression)
	case "ridge":
		r := Ridge{lambda, standardize}
		c := newColumns(f.regression)
		out["primal "+r.String()] = (&squares{newProducts(c), r}).NewFitter(nil)
		out["dual "+r.String()] = newDual(c, r, &ender{}).NewFitter(nil)
	case "lasso":
		l := Lasso{Lambda: lambda, Standardize: standardize, Tolerance: 1e-20}
		prepare(l, f.regression)
		m := &lasso{columns: newColumns(f.regression), settings: l}
		out["residuals "+l.String()] = m.NewFitter(nil)
		m.products = newProducts(m.columns)
		out["products "+l.String()] = m.NewFitter(nil)
	case "fraction":
		prepare(Lasso{Fraction: lambda}, f.regression)
	case "logistic":
		prepare(Logistic{lambda}, f.classification)
	default:
		t.Fatalf("no learner %s", learner)
	}
	return out
}

// Coefficients agree with scikit-learn and with R, glm and glmnet (testdata) to
// 1e-6 of the largest of their fit.
func TestFixtures(t *testing.T) {
	data := map[string]fixture{"tall": readFixture(t, "tall"), "wide": readFixture(t, "wide"),
		"drops": readFixture(t, "drops"), "flat": readFixture(t, "flat")}
	for _, file := range []string{"sklearn.csv", "r.csv", "lars.csv"} {
		rows := numtest.Fixture(t, file)
		fits := 0
		for first := 0; first < len(rows); {
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
				compareCoef(t, strings.Join([]string{file, key[0], name}, " "), fit.(Model), want)
			}
			fits++
		}
		if fits < 13 {
			t.Errorf("%s: %d fits, want 13 or more", file, fits)
		}
	}
}

func compareCoef(t *testing.T, name string, m Model, want []float64) {
	t.Helper()
	b0, b := m.Coef()
	got := append([]float64{b0}, b...)
	if len(got) != len(want) {
		t.Fatalf("%s: %d coefficients, want %d", name, len(got), len(want))
	}
	scale := 0.0
	for _, v := range want[1:] {
		scale = math.Max(scale, math.Abs(v))
	}
	for j := range want {
		if math.Abs(got[j]-want[j]) > 1e-6*math.Max(scale, math.Abs(want[j])) {
			t.Errorf("%s: coefficient %d is %.10g, want %.10g", name, j, got[j], want[j])
		}
	}
}

func TestBadInput(t *testing.T) {
	wide, tall := regression(20, 30, 1), regression(50, 5, 1)
	for _, c := range []struct {
		learner learn.Learner
		data    *dataset.Data
		want    string
	}{
		{OLS{}, wide, "20 records for 31 coefficients; least squares needs more records"},
		{Ridge{Lambda: -1}, tall, "lambda of -1; give a positive number"},
		{Lasso{Lambda: math.Inf(1)}, tall, "lambda of +Inf"},
		{Lasso{Tolerance: 2}, tall, "tolerance of 2"},
		{Lasso{Fraction: 1.5}, tall, "fraction of 1.5 of the L1 norm; give a number above 0, up to 1"},
		{Lasso{Fraction: math.NaN()}, tall, "fraction of NaN"},
		{Lasso{Fraction: 0.5, Lambda: 2}, tall, "lasso(lambda=2, fraction=0.5) has both a penalty and a fraction of the " +
			"L1 norm; set one"},
		{Lasso{Fraction: 0.5, Standardize: true}, tall, "leave out Standardize and Tolerance"},
		{Lasso{Fraction: 0.5, Tolerance: 1e-9}, tall, "leave out Standardize and Tolerance"},
		{Logistic{Penalty: math.NaN()}, classification(tall), "penalty of NaN"},
		{Logistic{}, &dataset.Data{X: tall.X, Class: make([]int32, 50), Classes: []string{"a", "b", "c"}}, "3 classes"},
		{OLS{}, &dataset.Data{X: tall.X, Response: tall.Response,
			Features: []dataset.Feature{{Name: "colour", Levels: []string{"red"}}, {}, {}, {}, {}}}, "colour"},
	} {
		if _, err := c.learner.Prepare(t.Context(), c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.learner, err, c.want)
		}
	}
	p, err := OLS{}.Prepare(t.Context(), tall)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.NewFitter(nil).Fit(t.Context(), []int32{1, 2, 3, 4, 5, 6}); err == nil ||
		!strings.Contains(err.Error(), "6 training records for 6 coefficients") {
		t.Errorf("fewer records than coefficients: %v", err)
	}
}

// Constant and repeated features get the coefficient 0; the others get the same as without them.
func TestAliasedFeatures(t *testing.T) {
	d := regression(40, 5, 3)
	d.X.Apply(func(i, j int, v float64) float64 {
		switch j {
		case 2:
			return 7
		case 3:
			return 3 * d.X.At(i, 1)
		}
		return v
	}, d.X)
	less := &dataset.Data{X: mat.NewDense(40, 3, nil), Response: d.Response}
	for j, k := range []int{0, 1, 4} {
		less.X.SetCol(j, mat.Col(nil, k, d.X))
	}
	for _, l := range []learn.Learner{OLS{}, Logistic{}} {
		a, b := d, less
		if l == (Logistic{}) {
			a, b = classification(d), classification(less)
		}
		coef := func(d *dataset.Data) []float64 {
			p, err := l.Prepare(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			f := p.NewFitter(nil)
			train := []int32{0, 1, 2, 3, 5, 8, 13, 14, 15, 21, 22, 23, 30, 31, 33, 34, 37, 38, 39}
			if _, err := f.Fit(t.Context(), train); err != nil {
				t.Fatal(err)
			}
			_, w := f.(Model).Coef()
			return w
		}
		got, want := coef(a), coef(b)
		for j, k := range []int{0, 1, -1, -1, 2} {
			w := 0.0
			if k >= 0 {
				w = want[k]
			}
			if math.Abs(got[j]-w) > 1e-8*(1+math.Abs(w)) {
				t.Errorf("%s: coefficient %d is %v, want %v", l, j, got[j], w)
			}
		}
	}
	constant := regression(40, 5, 3)
	constant.X.Apply(func(i, j int, v float64) float64 {
		if j == 2 && i < 20 {
			return 7
		}
		return v
	}, constant.X)
	rows := []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}
	for _, l := range []learn.Learner{Ridge{}, Ridge{Standardize: true}, Lasso{}, Lasso{Standardize: true}} {
		p, err := l.Prepare(t.Context(), constant)
		if err != nil {
			t.Fatal(err)
		}
		f := p.NewFitter(nil)
		if _, err := f.Fit(t.Context(), rows); err != nil {
			t.Fatal(err)
		}
		if _, w := f.(Model).Coef(); math.Abs(w[2]) > 1e-12 || math.IsNaN(w[0]) {
			t.Errorf("%s: a constant feature gets %v", l, w)
		}
	}
}

// A plane that separates the classes is found and reported.
func TestSeparated(t *testing.T) {
	d := regression(60, 3, 9)
	out := &dataset.Data{X: d.X, Classes: []string{"a", "b"}, Class: make([]int32, 60)}
	for i := range out.Class {
		if d.X.At(i, 0)-d.X.At(i, 2) > 0.1 {
			out.Class[i] = 1
		}
	}
	rows := make([]int32, 60)
	for i := range rows {
		rows[i] = int32(i)
	}
	for _, penalty := range []float64{0, 0.01} {
		p, err := Logistic{penalty}.Prepare(t.Context(), out)
		if err != nil {
			t.Fatal(err)
		}
		f := p.NewFitter(nil).(*logisticFitter)
		got := predictAll(t, f, rows)
		if f.Separated() != (penalty == 0) {
			t.Errorf("penalty %v: separated is %v", penalty, f.Separated())
		}
		for i, c := range out.Class {
			if penalty == 0 && got[i] != float64(c) {
				t.Errorf("record %d of class %d is predicted as %v", i, c, got[i])
			}
		}
		if b0, b := f.Coef(); math.IsNaN(b0 + b[0]) {
			t.Error("coefficients are NaN")
		}
	}
}

func predictAll(t *testing.T, f learn.Fitter, rows []int32) []float64 {
	t.Helper()
	if _, err := f.Fit(t.Context(), rows); err != nil {
		t.Fatal(err)
	}
	out := make([]float64, len(rows))
	f.Predict(rows, out)
	return out
}

func ExampleOLS() {
	x := mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 6})
	d := &dataset.Data{X: x, Response: []float64{1.1, 1.9, 3.2, 3.8, 5.1, 9}}
	p, err := OLS{}.Prepare(context.Background(), d)
	if err != nil {
		fmt.Println(err)
		return
	}
	f := p.NewFitter(nil)
	if _, err := f.Fit(context.Background(), []int32{0, 1, 2, 3, 4}); err != nil {
		fmt.Println(err)
		return
	}
	out := make([]float64, 1)
	f.Predict([]int32{5}, out)
	fmt.Printf("predicted %.2f, observed %.2f\n", out[0], d.Response[5])
	// Output: predicted 5.99, observed 9.00
}
