package holdout_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// squares is the mean squared difference between 1 and the probability of the true class.
var squares = metric.Definition{Metric: metric.Metric{Name: "squares"}, Needs: metric.Probabilities,
	Of: func(p *metric.Predictions) (float64, error) {
		sum := 0.0
		for i, class := range p.Truth {
			gap := 1 - p.Probabilities[i*len(p.Classes)+int(class)]
			sum += gap * gap
		}
		return sum / float64(len(p.Truth)), nil
	}}

// squaresOf returns the value of squares for a learner on folds, from its fitter alone.
func squaresOf(t *testing.T, l learn.Learner, d *dataset.Data, folds []cv.Fold) (out []float64) {
	t.Helper()
	prepared, err := l.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	f := prepared.NewFitter(nil).(learn.Prober)
	for _, at := range folds {
		p := make([]float64, len(at.Valid)*d.K())
		_, err := f.Fit(t.Context(), at.Train)
		if err := errors.Join(err, f.Probabilities(at.Valid, p)); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, record := range at.Valid {
			gap := 1 - p[i*d.K()+int(d.Class[record])]
			sum += gap * gap
		}
		out = append(out, sum/float64(len(at.Valid)))
	}
	return out
}

func checkClose(t *testing.T, name string, got, want []float64) {
	t.Helper()
	if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
		t.Errorf("%s: got values %.4f of the metric, want %.4f", name, got, want)
	}
}

// A metric of probabilities has the value that the learner's own probabilities give: on folds and on inner folds, in
// pieces that were written as JSON, and on a set that grows.
func TestMetricOfProbabilities(t *testing.T) {
	d, inner := drawn(60, 3, false), nest(t, 60, 2, 1, 2)
	plan := holdout.Plan{Data: d, Learners: parse(t, "logistic", "knn(k=5)"), Set: inner.Outer, Inner: &inner,
		Metrics: []metric.Definition{squares}}
	r := evaluated(t, plan)
	pieces := readPieces(t, plan)
	g, err := holdout.NewGrowing(t.Context(), holdout.Plan{Data: d, Learners: plan.Learners, Metrics: plan.Metrics,
		Set: cv.Set{Method: cv.BCV, N: 60, Seed: 4}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	second, err := g.Evaluate(2)
	if err != nil {
		t.Fatal(err)
	}
	for a, l := range plan.Learners {
		want := squaresOf(t, l, d, plan.Set.Folds())
		checkClose(t, l.String(), r.Values[1].Of(a), want)
		checkClose(t, l.String()+" in pieces", pieces.Values[1].Of(a), want)
		checkClose(t, l.String()+" on a growing set", second.Values[1].Of(a), want[2:])
		within := squaresOf(t, l, d, inner.Inner.Folds())
		checkClose(t, l.String()+" on inner folds", r.Inner.Values[1].Of(a), within)
		checkClose(t, l.String()+" on inner folds in pieces", pieces.Inner.Values[1].Of(a), within)
	}
}

// readPieces returns the results of pieces that were written as JSON.
func readPieces(t *testing.T, plan holdout.Plan) results.Results {
	t.Helper()
	p, err := holdout.NewPieces(plan)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]holdout.Piece, len(plan.Learners))
	for a := range all {
		for split := range p.Splits() {
			one, err := p.Compute(t.Context(), a, split)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(one)
			var read holdout.Piece
			if err = errors.Join(err, json.Unmarshal(text, &read)); err != nil {
				t.Fatal(err)
			}
			all[a].Append(read)
		}
	}
	r, err := p.Results(all)
	if err != nil {
		t.Fatal(err)
	}
	for a := range all {
		all[a].Probabilities = all[a].Probabilities[1:]
	}
	want := "holdout: probabilities of logistic on 11 of 12 folds"
	if _, err := p.Results(all); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("pieces without some probabilities: got error %v, want %s", err, want)
	}
	return r
}

// In several runs the metric is the mean over the runs.
func TestMetricOfProbabilitiesInRuns(t *testing.T) {
	plan := planInRuns(t, 2)
	plan.Inner, plan.Metrics = nil, []metric.Definition{squares}
	r := evaluated(t, plan)
	first := squaresOf(t, plan.Learners[1], plan.Data, plan.Set.Folds())
	other, _ := learn.ForRun(plan.Learners[1], 2)
	for k, v := range squaresOf(t, other, plan.Data, plan.Set.Folds()) {
		first[k] = (first[k] + v) / 2
	}
	checkClose(t, "forest", r.Values[1].Of(1), first)
}

// asked is a learner that counts how often it is asked for probabilities, if it gives any.
type asked struct {
	learn.Learner
	times *int
	fails bool
}

func (a asked) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p, err := a.Learner.Prepare(ctx, d)
	return askedPrepared{p, a}, err
}

type askedPrepared struct {
	learn.Prepared
	of asked
}

func (p askedPrepared) NewFitter(*learn.Pool) learn.Fitter {
	return askedFitter{p.Prepared.NewFitter(nil), p.of}
}

type askedFitter struct {
	learn.Fitter
	of asked
}

func (f askedFitter) Probabilities(rows []int32, out []float64) error {
	*f.of.times++
	if f.of.fails {
		return errors.New("only classes came")
	}
	return f.Fitter.(learn.Prober).Probabilities(rows, out)
}

// Probabilities are asked for where a metric needs them or the plan says so, and not otherwise.
func TestProbabilitiesAreAskedFor(t *testing.T) {
	labels := metric.Definition{Metric: metric.Metric{Name: "labels"},
		Of: func(p *metric.Predictions) (float64, error) { return float64(len(p.Probabilities)), nil }}
	d, inner := drawn(40, 2, false), nest(t, 40, 2, 1, 1)
	for _, c := range []struct {
		plan holdout.Plan
		want int
	}{
		{holdout.Plan{}, 0},
		{holdout.Plan{Metrics: []metric.Definition{labels}}, 0},
		{holdout.Plan{Metrics: []metric.Definition{labels, squares}}, 4},
		{holdout.Plan{Probabilities: true}, 4},
	} {
		times := 0
		c.plan.Data, c.plan.Set, c.plan.Workers = d, inner.Outer, 1
		c.plan.Learners = []learn.Learner{asked{Learner: parse(t, "logistic")[0], times: &times}}
		evaluated(t, c.plan)
		if times != c.want {
			t.Errorf("metrics %d, probabilities %v: asked for probabilities of %d folds, want %d", len(c.plan.Metrics),
				c.plan.Probabilities, times, c.want)
		}
	}
}

// What no learner could do is refused before any trains; what a fit does not give is an error of its fold.
func TestProbabilitiesRefused(t *testing.T) {
	d, numbers := drawn(40, 2, false), drawn(40, 2, true)
	rare := drawn(40, 2, false)
	clear(rare.Class)
	rare.Class[7] = 1
	inner := nest(t, 40, 2, 1, 1)
	both := metric.Definition{Metric: metric.Metric{Name: "both"}, Of: func(p *metric.Predictions) (float64, error) {
		if slices.Max(p.Truth) == slices.Min(p.Truth) {
			return 0, errors.New("the records have one class")
		}
		return 1, nil
	}}
	of := func(all ...metric.Definition) []metric.Definition { return all }
	times := 0
	counted := asked{Learner: parse(t, "logistic")[0], times: &times, fails: true}
	for _, c := range []struct {
		plan  holdout.Plan
		want  string
		asked int
	}{
		{holdout.Plan{Data: d, Learners: append([]learn.Learner{counted}, parse(t, "svm")...), Metrics: of(squares)},
			"svm gives no probabilities; ", 0},
		{holdout.Plan{Data: d, Learners: append([]learn.Learner{counted}, parse(t, "svm")...), Probabilities: true},
			"svm gives no probabilities; ", 0},
		{holdout.Plan{Data: numbers, Learners: parse(t, "ols"), Probabilities: true},
			"probabilities are of classes, and the target is a number", 0},
		{holdout.Plan{Data: numbers, Learners: parse(t, "ols"), Metrics: of(both)},
			"both is about classes, and the target is a number; take a metric of numbers, such as rmse", 0},
		{holdout.Plan{Data: d, Learners: parse(t, "logistic"), Metrics: of(metric.FPA)},
			"about numbers, and the target has classes; take a metric of classes, or a target", 0},
		{holdout.Plan{Data: d, Learners: parse(t, "logistic"), Metrics: of(both, squares, both)},
			`two metrics are called "both"`, 0},
		{holdout.Plan{Data: rare, Learners: []learn.Learner{counted}, Metrics: of(both)},
			`the records have one class; no validation record has the class "yes": stratify the partition set`, 0},
		{holdout.Plan{Data: d, Learners: []learn.Learner{counted}, Metrics: of(squares), Workers: 1},
			"logistic, replication 1, fold 1: only classes came", 1},
	} {
		c.plan.Set, times = inner.Outer, 0
		_, err := holdout.Run(t.Context(), c.plan)
		if err == nil || !strings.Contains(err.Error(), c.want) || times != c.asked {
			t.Errorf("error %v after asking %d times, want %q after %d", err, times, c.want, c.asked)
		}
		var fold *holdout.FoldError
		if got, want := errors.As(err, &fold), c.asked > 0; got != want {
			t.Errorf("%s: the error of a fold %v, want %v", c.want, got, want)
		}
	}
	e := holdout.NewEvaluator("svm", prepared(t, "svm", d), d)
	err := e.Open(t.Context(), inner.Outer)
	if err == nil {
		_, err = e.Fold(t.Context(), 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	want := "holdout: svm, replication 1, fold 1: it gives no probabilities"
	if _, err := e.Probabilities(0); err == nil || !strings.HasPrefix(fmt.Sprint(err), want) {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// Metrics get the positive class of the plan; those that probabilities of 0 for the truth leave without a value are
// tried with right ones.
func TestPredictionsOfMetrics(t *testing.T) {
	positive := metric.Definition{Metric: metric.Metric{Name: "positive"},
		Of: func(p *metric.Predictions) (float64, error) { return float64(p.Positive), nil }}
	possible := metric.Definition{Metric: metric.Metric{Name: "possible"}, Needs: metric.Probabilities,
		Of: func(p *metric.Predictions) (float64, error) {
			for i, class := range p.Truth {
				if p.Probabilities[i*len(p.Classes)+int(class)] == 0 {
					return 0, errors.New("the truth has the probability 0")
				}
			}
			return 1, nil
		}}
	plan := holdout.Plan{Data: drawn(40, 2, false), Learners: parse(t, "logistic"), Set: nest(t, 40, 2, 1, 1).Outer,
		Metrics: []metric.Definition{positive, possible}}
	for class, want := range map[string]float64{"": -1, "no": 0, "yes": 1} {
		plan.Positive = class
		if got := evaluated(t, plan).Values[1].Of(0)[0]; got != want {
			t.Errorf("positive class %q: got place %v, want %v", class, got, want)
		}
	}
}

// A value that is missing on a growing set is an error of its replication, with advice where a class is missing, and
// of the run.
func TestMetricWithoutValue(t *testing.T) {
	rare := drawn(40, 2, false)
	clear(rare.Class)
	rare.Class[7] = 1
	one := metric.Definition{Metric: metric.Metric{Name: "one"}, Of: func(p *metric.Predictions) (float64, error) {
		if slices.Max(p.Truth) == slices.Min(p.Truth) {
			return 0, errors.New("the records have one class")
		}
		return 1, nil
	}}
	g, err := holdout.NewGrowing(t.Context(), holdout.Plan{Data: rare, Learners: parse(t, "majority", "logistic"),
		Set: cv.Set{Method: cv.BCV, N: 40, Seed: 1}, Metrics: []metric.Definition{one}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Evaluate(2)
	var fold *holdout.FoldError
	if !errors.As(err, &fold) || fold.Learner != "majority" || fold.Replication != 2 ||
		!strings.Contains(err.Error(), `no validation record has the class "yes": stratify`) {
		t.Errorf("got error %v, want one of majority in replication 2, with advice", err)
	}
	plan := planInRuns(t, 2)
	calls := 0
	plan.Inner, plan.Metrics = nil, []metric.Definition{{Metric: metric.Metric{Name: "late"},
		Of: func(p *metric.Predictions) (float64, error) {
			if calls++; calls > len(plan.Set.Folds())*(1+len(plan.Learners)) { // those that are right, and run 1
				return 0, errors.New("enough")
			}
			return 1, nil
		}}}
	_, err = holdout.Run(t.Context(), plan)
	if !errors.As(err, &fold) {
		t.Fatalf("got error %v, want one of a fold", err)
	}
	if !strings.HasSuffix(fold.Learner, ", run 2") || fold.Replication != 1 || fold.Fold != 1 {
		t.Errorf("got error %v, want one of run 2 in replication 1, fold 1", err)
	}
}

func prepared(t *testing.T, name string, d *dataset.Data) learn.Prepared {
	t.Helper()
	p, err := parse(t, name)[0].Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
