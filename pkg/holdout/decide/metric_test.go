package decide_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/holdout/decide"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/metric"
)

// gap is the mean distance of the probability of the true class from 1, and near what is left of it.
func gap(name string, higher bool) metric.Definition {
	return metric.Definition{Metric: metric.Metric{Name: name, HigherIsBetter: higher}, Needs: metric.Probabilities,
		Of: func(p *metric.Predictions) (float64, error) {
			sum := 0.0
			for i, class := range p.Truth {
				sum += p.Probabilities[i*len(p.Classes)+int(class)]
			}
			if mean := sum / float64(len(p.Truth)); higher {
				return mean, nil
			} else {
				return 1 - mean, nil
			}
		}}
}

// A test of a metric is the test of its values on the whole set. Of a metric with more for the better it is that of
// what is left of it, with the signs exchanged: the same decision at the same look.
func TestMetric(t *testing.T) {
	plan := func(d metric.Definition) decide.Plan {
		return decide.Plan{Data: plants(t), Learners: []learn.Learner{simple.Majority{}, tree.C45{}}, Seed: 2,
			Rule: decide.TTest{TTest: sequential.TTest{Options: infer.Options{Alpha: 0.05}}, Metric: d}}
	}
	less, more := run(t, plan(gap("gap", false))), run(t, plan(gap("near", true)))
	set, err := cv.New(cv.BCV, 300, cv.Options{M: less.M, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	p := plan(gap("gap", false))
	want, err := holdout.Run(t.Context(), holdout.Plan{Data: p.Data, Learners: p.Learners, Set: set,
		Metrics: []metric.Definition{gap("gap", false)}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Values, less.Losses.Values); diff != "" {
		t.Errorf("losses and values of the metric (-whole +run)\n%s", diff)
	}
	differences, err := want.Pair(0, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	last := less.Looks[len(less.Looks)-1]
	if got, want := last.Estimate, differences.Mean(); got-want > 1e-12 || want-got > 1e-12 {
		t.Errorf("got estimate %v, want the mean difference %v of the metric", got, want)
	}
	if less.Decision != sequential.BetterB || more.Decision != less.Decision || more.M != less.M {
		t.Errorf("got decisions %s at m = %d and %s at m = %d, want the better B twice at one look", less.Decision, less.M,
			more.Decision, more.M)
	}
	if got, want := more.Looks[0].Estimate, -less.Looks[0].Estimate; got-want > 1e-12 || want-got > 1e-12 || got <= 0 {
		t.Errorf("got estimate %v of what is left, want %v, above 0", got, want)
	}
	for o, want := range map[*decide.Outcome][2]string{
		less: {"c4.5 is better than majority, after 3 replications: c4.5 has 0.", " less gap (95%"}, more: {"c4.5 is better than majority, after 3 replications: c4.5 has 0.", " more near (95%"}} {
		text := o.Sentence()
		if !strings.HasPrefix(text, want[0]) || !strings.Contains(text, want[1]) {
			t.Errorf("got sentence %s, want %q", text, want)
		}
		for _, part := range []string{"the expected " + o.Metric + " of the algorithms",
			"False alarms: measured for error rates, and not for " + o.Metric + "."} {
			if !strings.Contains(text, part) {
				t.Errorf("got sentence %s, want one with %q", text, part)
			}
		}
	}
	swapped := plan(gap("near", true))
	swapped.Learners = []learn.Learner{swapped.Learners[1], swapped.Learners[0]}
	if got := run(t, swapped).Decision; got != sequential.BetterA {
		t.Errorf("learners exchanged: got decision %s, want %s", got, sequential.BetterA)
	}
}

// A checkpoint with a metric continues with it in several runs and with inner folds, and is refused for another one.
func TestMetricOfCheckpoint(t *testing.T) {
	rule := func(d metric.Definition, last int) decide.Rule {
		return decide.TTest{TTest: sequential.TTest{Max: last}, Metric: d}
	}
	p := decide.Plan{Data: plants(t), Learners: []learn.Learner{tree.C45{}, tree.Forest{Trees: 3}}, Seed: 4, Runs: 2,
		Checkpoint: filepath.Join(t.TempDir(), "checkpoint.json"), Rule: rule(gap("near", true), 3)}
	run(t, p)
	p.Rule = rule(gap("near", true), 5)
	continued := run(t, p)
	fresh := p
	fresh.Checkpoint = ""
	want := run(t, fresh)
	if diff := cmp.Diff(want.Looks, continued.Looks); diff != "" {
		t.Errorf("looks (-at once +continued)\n%s", diff)
	}
	if diff := cmp.Diff(want.Losses.Values, continued.Losses.Values); diff != "" {
		t.Errorf("values (-at once +continued)\n%s", diff)
	}
	for want, rule := range map[string]decide.Rule{
		`it is of the metric "near", and not of "gap"; name another file`:  rule(gap("gap", false), 3),
		`it is of the metric "near", and not of "loss"; name another file`: decide.TTest{},
	} {
		p.Rule = rule
		_, err := decide.Run(t.Context(), p)
		var bad *decide.CheckpointError
		if !errors.As(err, &bad) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
	fresh.Runs, fresh.Learners[1], fresh.Inner, fresh.Halves = 0, simple.Majority{}, 1, 1
	inner := run(t, fresh).Losses.Inner
	if got := len(inner.Values); got != 2 {
		t.Errorf("got %d metrics on inner folds, want the loss and the metric", got)
	}
}
