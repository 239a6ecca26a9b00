package impute

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/onevsrest"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/learn/tree"
)

// gappy draws n records with three numbers and two levels, a fifth of them missing.
func gappy(n int, response bool) *dataset.Data {
	rng := rand.New(rand.NewPCG(3, 9))
	d := &dataset.Data{X: mat.NewDense(n, 5, nil)}
	for j := range 5 {
		f := dataset.Feature{Name: string(rune('a' + j))}
		if j >= 3 {
			f.Levels = []string{"north", "east", "south", "west"}
		}
		d.Features = append(d.Features, f)
	}
	for i := range n {
		row := d.X.RawRowView(i)
		for j := range row {
			row[j] = 5 + rng.NormFloat64()
			if j >= 3 {
				row[j] = float64(rng.IntN(4))
			}
		}
		y := row[0] - row[1] + row[4]/4 + rng.NormFloat64()
		for j := range row {
			if rng.IntN(5) == 0 {
				row[j] = math.NaN()
			}
		}
		if response {
			d.Response = append(d.Response, y)
			continue
		}
		d.Classes = []string{"low", "high"}
		d.Class = append(d.Class, 0)
		if y > 1 {
			d.Class[i] = 1
		}
	}
	return d
}

// No value that is filled in knows anything of records outside the training set.
func TestContract(t *testing.T) {
	numbers := gappy(80, true)
	numbers.Features[3].Levels, numbers.Features[4].Levels = nil, nil
	learntest.Contract(t, learntest.Case{Learner: Impute{Learner: linear.OLS{}}, Data: numbers})
	learntest.Contract(t, learntest.Case{Learner: Impute{Learner: linear.Ridge{Lambda: 1}, OneHot: true},
		Data: gappy(80, true)})
	for _, l := range []Impute{
		{Learner: tree.C45{}}, {Learner: simple.Majority{}}, {Learner: neighbour.KNN{Scale: learn.PerFold}, OneHot: true},
		{Learner: svm.SVM{}, OneHot: true}, {Learner: linear.Logistic{}, OneHot: true},
	} {
		learntest.Contract(t, learntest.Case{Learner: l, Data: gappy(80, false)})
	}
}

// Steps before and behind it keep missing values out of the learner, and in its sight.
func TestInPipeline(t *testing.T) {
	numbers := gappy(80, false)
	numbers.Features[3].Levels, numbers.Features[4].Levels = nil, nil
	l := pipeline.Pipeline{Steps: []pipeline.Step{pipeline.Downsample{}, Step{}, pipeline.Scale{},
		pipeline.PCA{Components: 2}}, Learner: linear.Logistic{Penalty: 1}}
	if got := l.String(); got != "downsample | impute | scale | pca(2) | logistic(penalty=1)" || !l.Traits().Missing {
		t.Errorf("%s takes missing values: %v", got, l.Traits().Missing)
	}
	learntest.Contract(t, learntest.Case{Learner: l, Data: numbers})
	inside := Impute{Learner: pipeline.Pipeline{Steps: []pipeline.Step{pipeline.Scale{}},
		Learner: linear.Logistic{Penalty: 1}}, OneHot: true}
	learntest.Contract(t, learntest.Case{Learner: inside, Data: gappy(80, false)})
	late := pipeline.Pipeline{Steps: []pipeline.Step{pipeline.Scale{}, Step{}}, Learner: simple.Majority{}}
	if _, err := late.Prepare(t.Context(), numbers); late.Traits().Missing || err == nil ||
		!strings.Contains(err.Error(), "is NaN") {
		t.Errorf("scaled missing values: %v", err)
	}
}

// What is filled in is the median or the most frequent level of the training records.
func TestValues(t *testing.T) {
	nan := math.NaN()
	d := &dataset.Data{
		X: mat.NewDense(6, 3, []float64{
			1, 0, 1,
			4, 2, 0,
			nan, nan, nan,
			100, 1, 1,
			8, 2, 1,
			nan, 1, 0,
		}),
		Features: []dataset.Feature{{Name: "x"}, {Name: "c", Levels: []string{"r", "g", "b"}}, {Name: "i", Indicator: true}},
		Response: []float64{1, 2, 3, 4, 5, 6},
	}
	for _, c := range []struct {
		train []int32
		want  []float64
	}{
		{[]int32{0, 1, 2}, []float64{2.5, 0, 0}}, // of two levels the first
		{[]int32{0, 1, 4}, []float64{4, 2, 1}},
		{[]int32{3, 4, 5}, []float64{54, 1, 1}},
	} {
		f, err := Step{}.Fit(d.Take(c.train), c.train)
		if err != nil {
			t.Fatal(err)
		}
		x := mat.NewDense(6, 3, nil)
		for i := range 6 {
			f.Map(x.RawRowView(i), d.X.RawRowView(i))
		}
		if got := x.RawRowView(2); !slices.Equal(got, c.want) {
			t.Errorf("trained on %v: record 2 is %v, want %v", c.train, got, c.want)
		}
		if x.At(5, 0) != c.want[0] || x.At(3, 0) != 100 {
			t.Errorf("trained on %v: %v", c.train, x)
		}
		if !math.IsNaN(d.X.At(2, 0)) {
			t.Fatal("the data set changed")
		}
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want float64
	}{{[]float64{3}, 3}, {[]float64{1, 2}, 1.5}, {[]float64{5e-324, 5e-324}, 5e-324},
		{[]float64{1e308, 1.5e308}, 1.25e308}, {[]float64{-1e308, 1e308}, 0}} {
		if got := median(c.x); got != c.want {
			t.Errorf("median of %v is %v", c.x, got)
		}
	}
}

func TestErrors(t *testing.T) {
	d := gappy(40, false)
	for _, c := range []struct {
		learner learn.Learner
		change  func(d *dataset.Data)
		want    string
	}{
		{simple.Majority{}, func(d *dataset.Data) {
			for i := range d.N() {
				d.X.Set(i, 1, math.NaN())
			}
		}, "pipeline: impute: feature b has no value in the 40 training records"},
		{simple.Majority{}, func(d *dataset.Data) { d.X.Set(3, 0, math.Inf(1)) },
			"pipeline: dataset: record 3, feature a is +Inf"},
		{simple.Majority{}, func(d *dataset.Data) { d.Class[0] = 9 }, "pipeline: dataset: record 0 is of class 9"},
		{svm.SVM{}, func(*dataset.Data) {}, "feature d has levels, not numbers"},
		{linear.OLS{}, func(*dataset.Data) {}, "has classes, not a numeric response"},
	} {
		all := make([]int32, d.N())
		for i := range all {
			all[i] = int32(i)
		}
		bad := d.Take(all)
		c.change(bad)
		if _, err := (Impute{Learner: c.learner}).Prepare(t.Context(), bad); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
	for i := range int32(20) {
		d.X.Set(int(i), 1, math.NaN())
	}
	p, err := Impute{Learner: simple.Majority{}}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.NewFitter(nil).Fit(t.Context(), []int32{3, 4, 5}); err == nil ||
		err.Error() != "pipeline: impute: feature b has no "+
			"value in the 3 training records; leave the feature out or give more records" {
		t.Errorf("error %v", err)
	}
	if _, err := p.NewFitter(nil).Fit(t.Context(), nil); err == nil {
		t.Error("fitted no records")
	}
}

// A learner of probabilities stays one.
func TestScores(t *testing.T) {
	three := gappy(60, false)
	three.Classes = append(three.Classes, "other")
	for i := range three.Class {
		three.Class[i] = int32(i % 3)
	}
	for l, takes := range map[learn.Learner]bool{
		onevsrest.OneVsRest{Binary: Impute{Learner: linear.Logistic{Penalty: 1}, OneHot: true}}: true,
		onevsrest.OneVsRest{Binary: linear.Logistic{Penalty: 1}}:                                false,
	} {
		if _, err := l.Prepare(t.Context(), three); (err == nil) != takes {
			t.Errorf("%s takes missing values: %v, want %v", l, err, takes)
		}
	}
	p, err := Impute{Learner: linear.Logistic{Penalty: 1}, OneHot: true}.Prepare(t.Context(), gappy(60, false))
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter(nil)
	if _, err := f.Fit(t.Context(), []int32{1, 2, 3, 4, 5, 6, 7, 8, 9}); err != nil {
		t.Fatal(err)
	}
	out := make([]float64, 2)
	if err := f.(learn.Prober).Probabilities([]int32{20}, out); err != nil || math.Abs(out[0]+out[1]-1) > 1e-12 {
		t.Errorf("probabilities %v, error %v", out, err)
	}
	without := Impute{Learner: svm.SVM{}, OneHot: true}
	if p, err = without.Prepare(t.Context(), gappy(60, false)); err != nil {
		t.Fatal(err)
	}
	want := "impute(svm, onehot) gives no probabilities; add probability=platt to its settings"
	if err := learn.HasProbabilities(without, p); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if got := (learn.Named{Learner: Impute{Learner: tree.C45{}}, Name: "x"}); !got.Traits().Missing ||
		(learn.Named{Learner: tree.C45{}}).Traits().Missing {
		t.Error("a name changes what a learner takes")
	}
	if got := (Impute{Learner: linear.Ridge{Lambda: 2}, OneHot: true}).String(); got != "impute(ridge(lambda=2), onehot)" {
		t.Error(got)
	}
}
