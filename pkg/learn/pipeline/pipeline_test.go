package pipeline

import (
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/simple"
)

// draw returns n records of p positive numbers on different scales, which the classes or
// the response depend on.
func draw(n, p int, response bool) *dataset.Data {
	rng := rand.New(rand.NewPCG(4, 7))
	d := &dataset.Data{Name: "drawn", X: mat.NewDense(n, p, nil)}
	for i := range n {
		row := d.X.RawRowView(i)
		for j := range row {
			row[j] = math.Exp(rng.NormFloat64()/2) * float64(1+j*j)
		}
		y := row[0] - row[1]/2 + row[p-1]/float64(1+(p-1)*(p-1)) + rng.NormFloat64()/2
		if response {
			d.Response = append(d.Response, y)
			continue
		}
		d.Classes = []string{"low", "high"}
		d.Class = append(d.Class, 0)
		if y > 1.5 {
			d.Class[i] = 1
		}
	}
	return d
}

// A pipeline passes all tests of learners. Its learner is prepared for each fit, which
// allocates.
func TestLearner(t *testing.T) {
	for _, l := range []Pipeline{
		{Steps: []Step{Scale{}}, Learner: neighbour.KNN{Scale: learn.Unscaled}},
		{Steps: []Step{Scale{}, PCA{Components: 2}}, Learner: linear.Logistic{Penalty: 1}},
	} {
		learntest.Run(t, learntest.Case{Learner: l, Data: draw(60, 4, false), Allocates: true})
	}
	l := Pipeline{Steps: []Step{PCA{Components: 3}}, Learner: linear.Ridge{Lambda: 1}}
	learntest.Run(t, learntest.Case{Learner: l, Data: draw(60, 4, true), Allocates: true, Tolerance: 1e-9})
}

// leaking is a step that is fitted on all records, which it takes from where it must not.
type leaking struct {
	Step
	all *dataset.Data
}

func (s *leaking) Check(d *dataset.Data) error {
	s.all = d
	return s.Step.Check(d)
}

func (s *leaking) Fit(*dataset.Data, []int32) (Fitted, error) {
	records := make([]int32, s.all.N())
	for i := range records {
		records[i] = int32(i)
	}
	return s.Step.Fit(s.all, records)
}

// leaks names, for a separate process, the step that TestLeaks fits on all records.
const leaks = "BCV_TEST_LEAKING_STEP"

// The permutation contract finds steps that are fitted on all records, and only them.
func TestLeaks(t *testing.T) {
	all := map[string]Step{"scale": Scale{}, "mic": MIC{Features: 2}, "pca": PCA{Components: 2},
		"yeojohnson": YeoJohnson{}, "boxcox": BoxCox{}}
	if name := os.Getenv(leaks); name != "" {
		s, leak := strings.CutSuffix(name, ", leaking")
		step := all[s]
		if leak {
			step = &leaking{Step: step}
		}
		learntest.Contract(t, learntest.Case{Learner: Pipeline{Steps: []Step{step}, Learner: linear.Logistic{Penalty: 1}},
			Data: draw(60, 4, false), Varied: s == "yeojohnson" || s == "boxcox"})
		return
	}
	for name := range all {
		for _, suffix := range []string{"", ", leaking"} {
			c := exec.Command(os.Args[0], "-test.run=^TestLeaks$")
			c.Env = append(os.Environ(), leaks+"="+name+suffix)
			out, err := c.CombinedOutput()
			if found := strings.Contains(string(out), "outside the training set"); found != (suffix != "") ||
				found != (err != nil) {
				t.Errorf("%s%s: %v\n%s", name, suffix, err, out)
			}
		}
	}
}

// A step sees the training records and no others, as the steps before made them; the learner gets the records that
// are kept.
func TestTransform(t *testing.T) {
	d := draw(40, 3, false)
	train := []int32{1, 3, 4, 8, 9, 12, 15, 20, 21, 22, 30, 31, 33, 39}
	seen := &spy{}
	p := Pipeline{Steps: []Step{Downsample{Seed: 2}, Scale{}, seen}, Learner: simple.Majority{}}
	made, left, err := p.Transform(t.Context(), d, train)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(seen.records, left) || seen.train.N() != len(left) || len(left) >= len(train) {
		t.Fatalf("the last step sees records %v, left are %v of %v", seen.records, left, train)
	}
	count := [2]int{}
	for k, i := range left {
		count[d.Class[i]]++
		if !slices.Contains(train, i) || !slices.Equal(seen.train.X.RawRowView(k), made.X.RawRowView(int(i))) {
			t.Errorf("record %d is not a training record, or differs from it", i)
		}
	}
	if count[0] != count[1] || !slices.IsSorted(left) {
		t.Errorf("%v records of the classes, %v", count, left)
	}
	for j := range 3 {
		if mean, sd := moments(mat.Col(nil, j, seen.train.X)); math.Abs(mean) > 1e-12 || math.Abs(sd-1) > 1e-12 {
			t.Errorf("scaled feature %d has mean %v and standard deviation %v", j, mean, sd)
		}
	}
	if made.N() != d.N() {
		t.Errorf("%d of %d records are left to predict", made.N(), d.N())
	}
}

type spy struct {
	train   *dataset.Data
	records []int32
}

func (*spy) String() string            { return "spy" }
func (*spy) Check(*dataset.Data) error { return nil }
func (s *spy) Fit(train *dataset.Data, records []int32) (Fitted, error) {
	s.train, s.records = train, records
	return Fitted{}, nil
}

// The draw differs between training sets and seeds, and comes again.
func TestDownsampleDraws(t *testing.T) {
	d := draw(60, 2, false)
	keep := func(seed uint64, records []int32) []int32 {
		f, err := Downsample{Seed: seed}.Fit(d.Take(records), records)
		if err != nil {
			t.Fatal(err)
		}
		return f.Keep
	}
	a, b := make([]int32, 30), make([]int32, 30)
	for i := range a {
		a[i], b[i] = int32(i), int32(2*i)
	}
	if !slices.Equal(keep(1, a), keep(1, a)) || slices.Equal(keep(1, a), keep(2, a)) ||
		slices.Equal(keep(1, a), keep(1, b)) {
		t.Errorf("%v, %v, %v", keep(1, a), keep(2, a), keep(1, b))
	}
}

func TestErrors(t *testing.T) {
	d, numbers := draw(40, 3, false), draw(40, 3, true)
	names := draw(40, 3, false)
	names.Features = []dataset.Feature{{Name: "a"}, {Name: "b"}, {Name: "colour", Levels: []string{"red", "blue"}}}
	for i := range 40 {
		names.X.Set(i, 2, float64(i%2))
	}
	far := draw(40, 3, false)
	far.X.SetRow(0, []float64{1.7e308, 1.7e308, 1.7e308})
	flat, close, negative := draw(40, 3, false), draw(40, 3, false), draw(40, 3, false)
	for i := range 40 {
		close.X.Set(i, 1, 1e6+d.X.At(i, 1))
		if i%2 == 0 {
			flat.X.Set(i, 1, 7.3)
		}
	}
	negative.X.Set(3, 2, -1)
	even := []int32{0, 2, 4, 6, 8}
	huge := draw(40, 3, false)
	huge.X.Set(1, 0, 1e300)
	for i := 0; i < 40; i += 2 {
		huge.X.Set(i, 0, math.Sqrt(float64(30+i))) // a power of about 2
	}
	var low []int32
	for i, c := range d.Class {
		if c == 0 {
			low = append(low, int32(i))
		}
	}
	for _, c := range []struct {
		d     *dataset.Data
		step  Step
		train []int32
		want  string
	}{
		{d, PCA{}, nil, "pipeline: pca(0): 0 components; give at least 1"},
		{d, PCA{Components: 4}, nil, "pipeline: pca(4): 4 components of 3 features; give at most 3"},
		{d, PCA{Components: 3}, []int32{1, 2, 3}, "pipeline: pca(3): 3 components of 3 training records, which have " +
			"at most 2"},
		{names, PCA{Components: 1}, nil, "pipeline: pca(1): feature colour has levels, not numbers; turn levels into " +
			"columns of 0 and 1 first (Data.OneHot)"},
		{names, Scale{}, nil, "feature colour has levels"},
		{numbers, Downsample{}, nil, `pipeline: downsample: data set "drawn" has a numeric response, not classes`},
		{d, Downsample{}, low, "training records are of class low, so there is nothing to balance"},
		{far, PCA{Components: 1}, nil, "pipeline: pca(1): feature PC1 of record 0 becomes"},
		{flat, YeoJohnson{}, even, "pipeline: yeojohnson: feature x2 is constant (7.3) in the 5 training records, so no " +
			"power makes it normal; leave"},
		{flat, BoxCox{}, even, "pipeline: boxcox: feature x2 is constant (7.3)"},
		{close, YeoJohnson{}, nil, "pipeline: yeojohnson: feature x2 differs too little in the 40 training records for " +
			"the power"},
		{negative, BoxCox{}, nil, "pipeline: boxcox: feature x3 of record 3 is -1, and the transform takes positive " +
			"numbers; use yeojohnson"},
		{huge, BoxCox{}, []int32{0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38},
			"pipeline: boxcox: feature x1 of record 1 becomes +Inf"},
		{names, YeoJohnson{}, nil, "feature colour has levels"},
		{d, Scale{}, []int32{}, "no training records"},
	} {
		p, err := Pipeline{Steps: []Step{c.step}, Learner: simple.Majority{}}.Prepare(t.Context(), c.d)
		if (err != nil) != (c.train == nil) {
			t.Errorf("%s: Prepare returns the error %v", c.step, err)
			continue
		}
		if err == nil {
			_, err = p.NewFitter(nil).Fit(t.Context(), c.train)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.step, err, c.want)
		}
	}
	named := Pipeline{Steps: []Step{Scale{}}, Learner: learn.Named{Learner: linear.OLS{}, Name: "x"}}
	if named.String() != "scale | x" || learn.Identity(named) != "scale | x = ols" {
		t.Errorf("%s is %s", named, learn.Identity(named))
	}
	var l learn.Learner = Pipeline{Steps: []Step{Scale{}}, Learner: linear.OLS{}}
	if _, err := l.Prepare(t.Context(), d); err == nil || !strings.Contains(err.Error(), "linear: ") {
		t.Errorf("the learner refuses: %v", err)
	}
}

// The learner learns from the records that are kept: of equal classes, the most frequent
// is the first.
func TestLearnerOfKept(t *testing.T) {
	d := draw(30, 2, false)
	for i := range d.Class {
		d.Class[i] = int32(min(1, i%3))
	}
	for _, steps := range [][]Step{{}, {Downsample{}}} {
		p, err := Pipeline{Steps: steps, Learner: simple.Majority{}}.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		f, out := p.NewFitter(nil), []float64{9}
		if _, err := f.Fit(t.Context(), []int32{0, 1, 2, 3, 4, 5}); err != nil {
			t.Fatal(err)
		}
		if f.Predict([]int32{7}, out); out[0] != float64(1-len(steps)) {
			t.Errorf("behind %v, class %v is predicted", steps, out[0])
		}
	}
}
