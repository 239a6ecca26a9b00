package tune_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/learn/tune"
)

// records returns n records of two classes, or with a response, that depend on the first of two features.
func records(n int, classes bool) *dataset.Data {
	rng := rand.New(rand.NewPCG(4, 2))
	d := &dataset.Data{Name: "d", X: mat.NewDense(n, 2, nil)}
	if classes {
		d.Classes = []string{"no", "yes"}
	}
	for i := range n {
		d.X.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64()})
		y := d.X.At(i, 0) + rng.NormFloat64()
		if !classes {
			d.Response = append(d.Response, y)
			continue
		}
		d.Class = append(d.Class, 0)
		if y > 0.5 {
			d.Class[i] = 1
		}
	}
	return d
}

func knns(k ...int) []learn.Learner {
	var out []learn.Learner
	for _, k := range k {
		out = append(out, neighbour.KNN{K: k})
	}
	return out
}

// every returns the records from a to n-1 in steps.
func every(a, n, step int) []int32 {
	var out []int32
	for i := a; i < n; i += step {
		out = append(out, int32(i))
	}
	return out
}

// fit is a fitter with the report of its fit.
type fit struct {
	learn.Fitter
	learn.Report
}

func fitted(t *testing.T, l learn.Learner, d *dataset.Data, train []int32) fit {
	t.Helper()
	p, err := l.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter(nil)
	report, err := f.Fit(t.Context(), train)
	if err != nil {
		t.Fatal(err)
	}
	return fit{f, report}
}

func pick(values []int32, places []int32) []int32 {
	var out []int32
	for _, i := range places {
		out = append(out, values[i])
	}
	return out
}

// The choice is that of a loop over the settings and the folds of the training records.
func TestByHand(t *testing.T) {
	d := records(90, true)
	wins := map[string]int{}
	for run := range 6 {
		train := every(run%3, 90, 2)
		settings := knns(1, 5, 15)
		labels := make([]string, len(train))
		for k, i := range train {
			labels[k] = d.Classes[d.Class[i]]
		}
		set, err := cv.New(cv.KFold, len(train), cv.Options{K: 4, Seed: learn.RandFor(uint64(run), train).Uint64(),
			Conditions: []cv.Condition{cv.LabelCondition("class", labels)}})
		if err != nil {
			t.Fatal(err)
		}
		best, least := "", math.Inf(1)
		for _, s := range settings {
			p, err := s.Prepare(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for _, fold := range set.Folds() {
				f, valid := p.NewFitter(nil), pick(train, fold.Valid)
				if _, err := f.Fit(t.Context(), pick(train, fold.Train)); err != nil {
					t.Fatal(err)
				}
				said, wrong := make([]float64, len(valid)), 0.0
				f.Predict(valid, said)
				for k, i := range valid {
					if int32(said[k]) != d.Class[i] {
						wrong++
					}
				}
				sum += wrong / float64(len(valid))
			}
			if sum/4 < least-1e-12 {
				best, least = s.String(), sum/4
			}
		}
		f := fitted(t, tune.Tune{Learners: settings, Folds: 4, Seed: uint64(run)}, d, train)
		name, value := f.Chosen, f.Value
		if name != best {
			t.Errorf("run %d: chose %s, want %s", run, name, best)
		}
		if math.Abs(value-least) > 1e-12 {
			t.Errorf("run %d: value %v, want %v", run, value, least)
		}
		wins[name]++

		// It predicts as the chosen setting does after a fit on all training records.
		rest := every(1-run%3%2, 90, 2)
		got, want := make([]float64, len(rest)), make([]float64, len(rest))
		f.Predict(rest, got)
		k := slices.IndexFunc(settings, func(l learn.Learner) bool { return l.String() == name })
		p, _ := settings[k].Prepare(t.Context(), d)
		one := p.NewFitter(nil)
		if _, err := one.Fit(t.Context(), train); err != nil {
			t.Fatal(err)
		}
		one.Predict(rest, want)
		if !slices.Equal(got, want) {
			t.Errorf("run %d: predictions differ from those of %s", run, name)
		}
	}
	if len(wins) < 2 {
		t.Errorf("one setting won always: %v", wins)
	}
}

// Scores are maximized, losses minimized, and ties go to the setting that is listed first.
func TestDirectionAndTies(t *testing.T) {
	numbers, classes := records(60, false), records(60, true)
	mean, ols := simple.Mean{}, linear.OLS{}
	for _, c := range []struct {
		metric   string
		data     *dataset.Data
		learners []learn.Learner
		want     string
	}{
		{"", numbers, []learn.Learner{mean, ols}, "ols"},
		{"r2", numbers, []learn.Learner{mean, ols}, "ols"},
		{"r2", numbers, []learn.Learner{ols, mean}, "ols"},
		{"accuracy", classes, []learn.Learner{simple.Majority{}, linear.Logistic{}}, "logistic"},
		{"roc_auc", classes, []learn.Learner{neighbour.KNN{K: 1}, linear.Logistic{}}, "logistic"},
		{"mse", numbers, []learn.Learner{learn.Named{Learner: ols, Name: "x"}, ols}, "x"},
		{"r2", numbers, []learn.Learner{learn.Named{Learner: ols, Name: "x"}, ols}, "x"},
	} {
		f := fitted(t, tune.Tune{Learners: c.learners, Metric: c.metric, Positive: positive(c.data)}, c.data, every(0, 60, 2))
		if name := f.Chosen; name != c.want {
			t.Errorf("by %q: chose %s, want %s", c.metric, name, c.want)
		}
	}
}

func positive(d *dataset.Data) string {
	if d.Class == nil {
		return ""
	}
	return "yes"
}

// A choice needs two settings, and two training records or groups of them; without one the first setting is fitted.
func TestNoChoice(t *testing.T) {
	d := records(40, true)
	for name, c := range map[string]struct {
		learners []learn.Learner
		groups   []string
		train    []int32
		choice   bool
	}{
		"one setting": {knns(3), nil, every(0, 40, 2), false},
		"one record":  {knns(3, 1), nil, []int32{4}, false},
		"one group":   {knns(3, 1), slices.Repeat([]string{"a"}, 40), every(0, 40, 2), false},
		"two records": {knns(3, 1), nil, []int32{4, 5}, true},
		"two groups":  {knns(3, 1), slices.Repeat([]string{"a", "a", "a", "b"}, 10), every(0, 40, 1), true},
	} {
		with := *d
		with.Groups = c.groups
		f := fitted(t, tune.Tune{Learners: c.learners}, &with, c.train)
		got, value := f.Chosen, f.Value
		if got := !math.IsNaN(value); got != c.choice {
			t.Errorf("%s: value %v, want a choice %v", name, value, c.choice)
		}
		if !c.choice && got != "knn(k=3)" {
			t.Errorf("%s: %s, want the first setting", name, got)
		}
	}
}

// spy is a learner that notes what it is fitted to and asked about.
type spy struct {
	neighbour.KNN
	fits *[][2][]int32 // train, rows
}

func (s spy) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p, err := s.KNN.Prepare(ctx, d)
	return spied{p, s.fits}, err
}

type spied struct {
	learn.Prepared
	fits *[][2][]int32
}

func (s spied) NewFitter(*learn.Pool) learn.Fitter {
	return &spyFitter{s.Prepared.NewFitter(nil), s.fits, nil}
}

type spyFitter struct {
	learn.Fitter
	fits  *[][2][]int32
	train []int32
}

func (f *spyFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	f.train = slices.Clone(train)
	return f.Fitter.Fit(ctx, train)
}

func (f *spyFitter) Predict(rows []int32, out []float64) {
	*f.fits = append(*f.fits, [2][]int32{f.train, slices.Clone(rows)})
	f.Fitter.Predict(rows, out)
}

// Inner folds divide the training records, never a group; there are as many folds as groups if these are fewer.
func TestInnerFolds(t *testing.T) {
	d := records(60, true)
	for i := range 60 {
		d.Groups = append(d.Groups, string(rune('a'+i/5)))
	}
	for _, c := range []struct {
		groups bool
		train  []int32
		folds  int
		want   int
	}{{false, every(0, 60, 2), 0, 5}, {false, every(0, 60, 3), 4, 4}, {true, every(0, 60, 2), 0, 5},
		{true, every(40, 60, 1), 6, 4}, {false, every(0, 3, 1), 0, 3}} {
		var fits [][2][]int32
		data := *d
		if !c.groups {
			data.Groups = nil
		}
		s := spy{neighbour.KNN{K: 1}, &fits}
		fitted(t, tune.Tune{Learners: []learn.Learner{s, neighbour.KNN{K: 5}}, Folds: c.folds}, &data, c.train)
		if len(fits) != c.want {
			t.Errorf("%d training records: %d inner folds, want %d", len(c.train), len(fits), c.want)
		}
		var valid []int32
		for k, fold := range fits {
			valid = append(valid, fold[1]...)
			all := slices.Sorted(slices.Values(slices.Concat(fold[0], fold[1])))
			if !slices.Equal(all, c.train) {
				t.Errorf("inner fold %d: records %v, want the training records %v", k+1, all, c.train)
			}
			for _, i := range fold[0] {
				if c.groups && slices.ContainsFunc(fold[1], func(j int32) bool { return d.Groups[i] == d.Groups[j] }) {
					t.Errorf("inner fold %d divides group %s", k+1, d.Groups[i])
				}
			}
		}
		if slices.Sort(valid); !slices.Equal(valid, c.train) {
			t.Errorf("validated %v, want each training record once", valid)
		}
	}
}

// The choice and the predictions depend on the training records alone, groups or not.
func TestContract(t *testing.T) {
	for _, classes := range []bool{true, false} {
		l := tune.Tune{Learners: []learn.Learner{linear.Ridge{Lambda: 1}, linear.Ridge{Lambda: 50}}, Folds: 3}
		if classes {
			l.Learners = knns(1, 7)
		}
		d := records(80, classes)
		learntest.Contract(t, learntest.Case{Learner: l, Data: d})
		d.Groups = slices.Repeat([]string{"a", "b", "c", "d", "e", "f", "g", "h"}, 10)
		learntest.Contract(t, learntest.Case{Learner: l, Data: d})
	}
}

// A random search tries as many settings as it is asked for, the same for the same seed, in their order.
func TestDraws(t *testing.T) {
	d := records(40, true)
	tried := func(seed uint64) (out []int) {
		var fits [10][][2][]int32
		var l tune.Tune
		for k := range fits {
			l.Learners = append(l.Learners, spy{neighbour.KNN{K: k + 1}, &fits[k]})
		}
		l.Draws, l.Seed = 4, seed
		fitted(t, l, d, every(0, 40, 2))
		for k := range fits {
			if len(fits[k]) > 0 {
				out = append(out, k)
			}
		}
		return out
	}
	one, again, other := tried(1), tried(1), tried(2)
	if len(one) != 4 {
		t.Errorf("tried %v, want 4", one)
	}
	if !slices.Equal(one, again) {
		t.Errorf("tried %v, then %v with the same seed", one, again)
	}
	if slices.Equal(one, other) {
		t.Errorf("tried %v with another seed too", one)
	}
}

// The settings that are drawn keep their order, in which ties go to the first.
func TestDrawnOrder(t *testing.T) {
	var l tune.Tune
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		l.Learners = append(l.Learners, learn.Named{Learner: linear.OLS{}, Name: name})
	}
	l.Draws = 5
	for l.Seed = range 4 {
		if name := fitted(t, l, records(20, false), every(0, 20, 1)).Chosen; name != "a" {
			t.Errorf("seed %d: chose %s, want a", l.Seed, name)
		}
	}
}

// A fitter forgets its earlier choice.
func TestForgets(t *testing.T) {
	d := records(90, true)
	l := tune.Tune{Learners: knns(1, 5, 15)}
	p, err := l.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	again, chosen := p.NewFitter(nil), map[string]bool{}
	for from := range int32(12) {
		train := every(int(from), 90, 3)
		if from%4 == 3 {
			train = train[:1] // no choice
		}
		report, err := again.Fit(t.Context(), train)
		if err != nil {
			t.Fatal(err)
		}
		got, want := report.Chosen, fitted(t, l, d, train).Chosen
		if got != want {
			t.Errorf("%d records from %d: chose %s, want %s as a new fitter", len(train), from, got, want)
		}
		chosen[got] = true
	}
	if len(chosen) < 2 {
		t.Errorf("always chose %v", chosen)
	}
}

// A run has folds of its own, and the seeds of a run inside.
func TestForRun(t *testing.T) {
	l := tune.Tune{Learners: []learn.Learner{tree.Forest{Trees: 3, Seed: 5}, tree.Forest{Trees: 9, Seed: 5}}, Seed: 7}
	again := l.Traits().ForRun
	if again == nil {
		t.Fatal("it draws nothing, want folds")
	}
	got := again(2).(tune.Tune)
	if want := learn.RunSeed(7, 2); got.Seed != want {
		t.Errorf("seed %d, want %d", got.Seed, want)
	}
	for k, one := range got.Learners {
		if got, want := one.(learn.Named).Learner.(tree.Forest).Seed, learn.RunSeed(5, 2); got != want {
			t.Errorf("setting %d: seed %d, want %d", k, got, want)
		}
		if one.String() != l.Learners[k].String() {
			t.Errorf("setting %d is called %s, want %s", k, one, l.Learners[k])
		}
	}
	if l.Learners[0].(tree.Forest).Seed != 5 {
		t.Error("the learners of the first run changed")
	}
	if (tune.Tune{Learners: knns(3)}).Traits().ForRun != nil {
		t.Error("a single setting has no folds to draw")
	}
}

func TestNames(t *testing.T) {
	l := tune.Tune{Learners: knns(1, 3), Metric: "roc_auc", Positive: "yes", Folds: 3, Draws: 1, Seed: 2}
	const options = ", metric=roc_auc, positive=yes, folds=3, draws=1, seed=2)"
	if got, want := l.String(), "tune(knn(k=1) or knn(k=3)"+options; got != want {
		t.Errorf("named %s, want %s", got, want)
	}
	l.Text = "knn(k=1|3)"
	if got, want := l.String(), "tune(knn(k=1|3)"+options; got != want {
		t.Errorf("named %s, want %s", got, want)
	}
	if got, want := learn.Identity(l), "tune(knn(k=1) or knn(k=3)"+options; got != want {
		t.Errorf("identified as %s, want %s", got, want)
	}
	if got := (tune.Tune{Learners: knns(1), Text: "a"}).String(); got != "tune(a)" {
		t.Errorf("named %s, want tune(a)", got)
	}
}

// It gives probabilities if all settings do, those of the chosen one.
func TestProbabilities(t *testing.T) {
	d := records(60, true)
	train, rest := every(0, 60, 2), every(1, 60, 2)
	all := []learn.Learner{neighbour.KNN{K: 1}, linear.Logistic{}}
	f := fitted(t, tune.Tune{Learners: all, Metric: "log_loss"}, d, train)
	p, err := linear.Logistic{}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	one := p.NewFitter(nil).(learn.Prober)
	got, want := make([]float64, 60), make([]float64, 60)
	_, err = one.Fit(t.Context(), train)
	err = errors.Join(err, one.Probabilities(rest, want), f.Fitter.(learn.Prober).Probabilities(rest, got))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("probabilities %v, want those of logistic %v", got, want)
	}
	some := tune.Tune{Learners: []learn.Learner{linear.Logistic{}, simple.NearestMean{}}}
	if _, is := fitted(t, some, d, train).Fitter.(learn.Prober); is {
		t.Error("it gives probabilities, and one setting does not")
	}
}

func TestErrors(t *testing.T) {
	classes, numbers, timed := records(20, true), records(20, false), records(20, true)
	timed.Times, timed.Groups = make([]float64, 20), make([]string, 20)
	weighted := records(20, false)
	weighted.Weights = slices.Repeat([]float64{1, 2}, 10)
	two := knns(1, 3)
	for _, c := range []struct {
		l    tune.Tune
		d    *dataset.Data
		want string
	}{
		{tune.Tune{}, classes, "no learners; give at least one"},
		{tune.Tune{Learners: two, Folds: 1}, classes, "1 folds; give 2 or more, or 0 for 5"},
		{tune.Tune{Learners: two, Draws: -1}, classes, "-1 draws of 2 settings"},
		{tune.Tune{Learners: two, Draws: 3}, classes, "3 draws of 2 settings; give at most 2, or 0 for all"},
		{tune.Tune{Learners: two}, timed, "the records have times and groups"},
		{tune.Tune{Learners: two, Metric: "x"}, classes, "metric"},
		{tune.Tune{Learners: two, Metric: "f1,recall"}, classes, `2 metrics, "f1,recall"; choose by one`},
		{tune.Tune{Learners: two, Metric: "mse"}, classes, "the metric MSE is about numbers, and the target has classes"},
		{tune.Tune{Learners: two, Metric: "accuracy"}, numbers,
			"the metric accuracy is about classes, and the target has numbers"},
		{tune.Tune{Learners: two, Positive: "x"}, classes, `there is no class "x" among ["no" "yes"]`},
		{tune.Tune{Learners: two, Metric: "precision"}, classes, "metric: precision has no value: it is about one class"},
		{tune.Tune{Learners: two}, numbers, "knn(k=1): neighbour: "},
		{tune.Tune{Learners: two}, weighted, "tune(knn(k=1) or knn(k=3)) trains on records of equal weight"},
		{tune.Tune{Learners: []learn.Learner{heavy{}}, Metric: "rmse"}, weighted,
			"RMSE is not a mean over records, and these have weights; choose by a mean loss, such as mse"},
		{tune.Tune{Learners: append(two, simple.NearestMean{}), Metric: "roc_auc"}, classes,
			"ROC AUC: nearestmean gives no probabilities; use a learner that does"},
	} {
		if _, err := c.l.Prepare(t.Context(), c.d); err == nil || !strings.HasPrefix(err.Error(), "tune: "+c.want) {
			t.Errorf("error %v, want tune: %s", err, c.want)
		}
	}
	p, err := tune.Tune{Learners: two}.Prepare(t.Context(), classes)
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter(nil)
	if _, err := f.Fit(t.Context(), nil); err == nil || err.Error() != "tune: no training records; give at least one" {
		t.Errorf("no records: error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Fit(ctx, every(0, 20, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("a fit that was stopped: error %v", err)
	}
}

// A setting that cannot be judged is named, with the inner fold.
func TestNoValue(t *testing.T) {
	d := records(20, true)
	clear(d.Class)
	d.Class[3] = 1
	p, err := tune.Tune{Learners: knns(1, 3), Metric: "roc_auc", Positive: "yes"}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.NewFitter(nil).Fit(t.Context(), every(0, 20, 1))
	for _, want := range []string{"tune: inner fold 1: knn(k=1): metric: ROC AUC has no value: ",
		"; give fewer inner folds"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// A class may have one training record, and all classes may.
func TestSingletons(t *testing.T) {
	d := records(30, true)
	d.Classes = []string{"no", "yes", "a", "b", "c"}
	for i := range 3 {
		d.Class[i] = int32(2 + i)
	}
	for _, train := range [][]int32{every(0, 30, 1), every(0, 3, 1), every(0, 2, 1), every(2, 30, 1)} {
		if value := fitted(t, tune.Tune{Learners: knns(1, 3)}, d, train).Value; math.IsNaN(value) {
			t.Errorf("%d training records: no choice", len(train))
		}
	}
}

// Inner folds of records with times train on earlier records than they validate.
func TestTimes(t *testing.T) {
	d := records(60, true)
	for i := range 60 {
		d.Times = append(d.Times, float64((7*i)%60/2)) // two records of each time
	}
	for _, c := range []struct {
		train       []int32
		folds, want int
	}{{every(0, 60, 2), 0, 5}, {every(1, 60, 1), 3, 3}, {[]int32{0, 1, 2}, 0, 2}, {[]int32{0, 43}, 0, 0},
		{[]int32{0, 1}, 0, 1}} {
		var fits [][2][]int32
		l := tune.Tune{Learners: []learn.Learner{spy{neighbour.KNN{K: 1}, &fits}, neighbour.KNN{K: 5}}, Folds: c.folds}
		fitted(t, l, d, c.train)
		if len(fits) != c.want {
			t.Errorf("%d training records: %d inner folds, want %d", len(c.train), len(fits), c.want)
		}
		for k, fold := range fits {
			last, first := math.Inf(-1), math.Inf(1)
			for _, i := range fold[0] {
				last = max(last, d.Times[i])
			}
			for _, i := range fold[1] {
				first = min(first, d.Times[i])
			}
			if last >= first {
				t.Errorf("inner fold %d of %d records trains at %v and validates at %v", k+1, len(c.train), last, first)
			}
		}
	}
}

// heavy predicts the weighted mean.
type heavy struct{ simple.Mean }

func (heavy) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	d = &dataset.Data{X: d.X, Response: d.Response}
	return simple.Mean{}.Prepare(ctx, d)
}

// The inner metric of weighted records is the weighted mean of their losses.
func TestWeights(t *testing.T) {
	d := records(4, false)
	d.Response, d.Weights = []float64{0, 2, 4, 6}, []float64{1, 1, 2, 4}
	far := shifted{heavy{}, 1}
	f := fitted(t, tune.Tune{Learners: []learn.Learner{heavy{}, far}, Folds: 4}, d, every(0, 4, 1))
	// The mean of the other three, plus 1, is 5, 13/3, 11/3 and 3: leaving one out, weights do not matter.
	if name, value := f.Chosen, f.Value; name != "mean" || math.Abs(value-(16+16./9+16./9+16)/4) > 1e-12 {
		t.Errorf("chose %s with %v", name, value)
	}
	f = fitted(t, tune.Tune{Learners: []learn.Learner{heavy{}, far}, Folds: 2}, d, every(0, 4, 1))
	name, value := f.Chosen, f.Value
	least := math.Inf(1)
	set, err := cv.New(cv.KFold, 4, cv.Options{K: 2, Seed: learn.RandFor(0, every(0, 4, 1)).Uint64()})
	if err != nil {
		t.Fatal(err)
	}
	for _, shift := range []float64{0, 1} {
		sum := 0.0
		for _, fold := range set.Folds() {
			a, b := fold.Train, fold.Valid
			said, total, mean := (d.Response[a[0]]+d.Response[a[1]])/2+shift, 0.0, 0.0
			for _, i := range b {
				total += d.Weights[i]
				mean += d.Weights[i] * (d.Response[i] - said) * (d.Response[i] - said)
			}
			sum += mean / total / 2
		}
		least = min(least, sum)
	}
	if math.Abs(value-least) > 1e-12 {
		t.Errorf("chose %s with %v, want %v", name, value, least)
	}
}

// shifted adds to the predictions.
type shifted struct {
	heavy
	by float64
}

func (s shifted) String() string { return "shifted" }

func (s shifted) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p, err := s.heavy.Prepare(ctx, d)
	return shiftedFits{p, s.by}, err
}

type shiftedFits struct {
	learn.Prepared
	by float64
}

func (s shiftedFits) NewFitter(*learn.Pool) learn.Fitter {
	return shiftedFitter{s.Prepared.NewFitter(nil), s.by}
}

type shiftedFitter struct {
	learn.Fitter
	by float64
}

func (s shiftedFitter) Predict(rows []int32, out []float64) {
	s.Fitter.Predict(rows, out)
	for k := range out {
		out[k] += s.by
	}
}

// scripted predicts the next of its values for all rows.
type scripted struct {
	simple.Mean
	name   string
	values []float64
}

func (s scripted) String() string { return s.name }

func (s scripted) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p, err := s.Mean.Prepare(ctx, d)
	return scriptedFits{p, s.values}, err
}

type scriptedFits struct {
	learn.Prepared
	values []float64
}

func (s scriptedFits) NewFitter(*learn.Pool) learn.Fitter {
	return &scriptedFitter{s.Prepared.NewFitter(nil), slices.Clone(s.values)}
}

type scriptedFitter struct {
	learn.Fitter
	values []float64
}

func (s *scriptedFitter) Predict(rows []int32, out []float64) {
	for k := range out {
		out[k] = s.values[0]
	}
	s.values = s.values[1:]
}

// Means that differ by rounding alone are ties: 0.1 + 0.2 + 0.3 is more than 0.3 + 0.2 + 0.1.
func TestTiesUpToRounding(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(3, 1, nil), Response: make([]float64, 3)}
	for _, c := range []struct {
		second []float64
		want   string
	}{{[]float64{0.3, 0.2, 0.1}, "first"}, {[]float64{0.3, 0.2, 0.0999999}, "second"}} {
		l := tune.Tune{Metric: "mae", Learners: []learn.Learner{scripted{name: "first", values: []float64{0.1, 0.2, 0.3}},
			scripted{name: "second", values: c.second}}}
		if name := fitted(t, l, d, every(0, 3, 1)).Chosen; name != c.want {
			t.Errorf("chose %s beside %v, want %s", name, c.second, c.want)
		}
	}
}
