// Package tune chooses among settings of a learner by cross-validation within the training records.
package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Tune is a learner that fits each of Learners on the training sets of a K-fold CV of its training records, judges it
// by the mean of a metric over the validation sets, and then fits the best on all training records. Ties go to the
// learner that is listed first; means that differ by at most 1e-12 of the larger magnitude are tied, since sums round.
// The folds are stratified by class, keep groups of records whole, and depend on Seed and the training records alone.
// There are as many folds as training records, or their groups, if these are fewer. The first learner is fitted without
// CV where it is the only one, or where there are fewer than two of them.
//
// Where records have times, the folds are those of cv.Rolling: none trains on later records than it validates. Where
// they have weights, the metric must be a mean of losses, and is the weighted mean.
//
// Its fitters are learn.Probers if those of all Learners are.
type Tune struct {
	Learners []learn.Learner // the settings, at least one, in the order of preference
	Metric   string          // for metric.Parse; "" for the error rate, or of numbers the mean squared error
	Positive string          // class that a metric of one class is about
	Folds    int             // K, from 2; 0 for 5
	Draws    int             // how many of Learners a random search tries, drawn without replacement from Seed; 0 for all
	Seed     uint64          // of folds and draws
	Text     string          // the settings as they were written, for String; "" for the names of Learners
}

// String names the settings and the options that are not defaults, as "tune(knn(k=1|3), folds=10)".
func (t Tune) String() string {
	return name.Of("tune", cmp.Or(t.Text, t.joined(learn.Learner.String)), name.Setting("metric", t.Metric, ""),
		name.Setting("positive", t.Positive, ""), name.Setting("folds", t.Folds, 0), name.Setting("draws", t.Draws, 0),
		name.Setting("seed", t.Seed, 0))
}

func (t Tune) joined(of func(learn.Learner) string) string {
	var names []string
	for _, l := range t.Learners {
		names = append(names, of(l))
	}
	return strings.Join(names, " or ")
}

// Traits says that the learner chooses, in folds that it draws unless there is nothing to choose from. It accepts what
// all Learners accept, and gives probabilities under the setting of the first.
func (t Tune) Traits() learn.Traits {
	out := learn.Traits{Missing: true, Weights: true, Chooses: true}
	draws := len(t.Learners) > 1
	for k, l := range t.Learners {
		inside := l.Traits()
		if k == 0 {
			out.ProbabilitySetting = inside.ProbabilitySetting
		}
		out.Numeric = out.Numeric || inside.Numeric
		out.Missing, out.Weights = out.Missing && inside.Missing, out.Weights && inside.Weights
		draws = draws || inside.ForRun != nil
	}
	if draws {
		out.ForRun = t.forRun
	}
	t.Text = t.joined(learn.Identity)
	out.Identity = t.String()
	return out
}

func (t Tune) forRun(run int) learn.Learner {
	t.Seed, t.Learners = learn.RunSeed(t.Seed, run), slices.Clone(t.Learners)
	for i, l := range t.Learners {
		t.Learners[i], _ = learn.ForRun(l, run)
	}
	return t
}

// Prepare prepares each learner once. The error is about the options, or names the learner that cannot use d.
func (t Tune) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p := &prepared{data: d, folds: t.Folds, seed: t.Seed}
	if p.folds == 0 {
		p.folds = 5
	}
	switch {
	case len(t.Learners) == 0:
		return nil, errors.New("tune: no learners; give at least one")
	case p.folds < 2:
		return nil, fmt.Errorf("tune: %d folds; give 2 or more, or 0 for 5", t.Folds)
	case t.Draws < 0 || t.Draws > len(t.Learners):
		return nil, fmt.Errorf("tune: %d draws of %d settings; give at most %[2]d, or 0 for all", t.Draws, len(t.Learners))
	case d.Times != nil && d.Groups != nil && len(t.Learners) > 1:
		return nil, errors.New("tune: the records have times and groups, and no inner folds respect both; leave one out")
	}
	if err := learn.Check(t, d); err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	if err := p.measure(t); err != nil {
		return nil, err
	}
	settings, err := learn.PrepareSettings(ctx, "tune", t.drawn(), d)
	if err != nil {
		return nil, err
	}
	p.settings, p.probable = settings, true
	for k, l := range t.drawn() {
		if err := learn.HasProbabilities(l, settings.Prepared[k]); err != nil {
			if p.probable = false; p.metric.Needs == metric.Probabilities {
				return nil, fmt.Errorf("tune: %s: %w", p.metric.Label(), err)
			}
		}
		p.names = append(p.names, l.String())
	}
	return p, nil
}

// drawn returns the learners of a random search, as they are listed.
func (t Tune) drawn() []learn.Learner {
	if t.Draws == 0 {
		return t.Learners
	}
	places := rand.New(rand.NewPCG(t.Seed, uint64(len(t.Learners)))).Perm(len(t.Learners))[:t.Draws]
	slices.Sort(places)
	var out []learn.Learner
	for _, i := range places {
		out = append(out, t.Learners[i])
	}
	return out
}

// measure reads the metric, which must be about the target.
func (p *prepared) measure(t Tune) error {
	name := t.Metric
	switch {
	case name != "":
	case p.data.Class != nil:
		name = metric.ErrorRate.Name
	default:
		name = "mse"
	}
	all, err := metric.Parse(name)
	if err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	if len(all) != 1 {
		return fmt.Errorf("tune: %d metrics, %q; choose by one", len(all), name)
	}
	p.metric, p.positive = all[0], slices.Index(p.data.Classes, t.Positive)
	switch numbers := p.metric.Needs == metric.Numbers; {
	case numbers != (p.data.Class == nil):
		what := map[bool]string{true: "numbers", false: "classes"}
		return fmt.Errorf("tune: the metric %s is about %s, and the target has %s", p.metric.Label(), what[numbers],
			what[!numbers])
	case p.data.Weights != nil && !p.metric.Mean:
		return fmt.Errorf("tune: %s is not a mean over records, and these have weights; choose by a mean loss, such as %s",
			p.metric.Label(), map[bool]string{true: "mse", false: "error_rate"}[numbers])
	case t.Positive != "" && p.positive < 0:
		return fmt.Errorf("tune: there is no class %q among %q", t.Positive, p.data.Classes)
	}
	for i := range p.data.N() {
		p.target = append(p.target, p.data.Target(int32(i)))
	}
	if _, err := p.metric.Value(metric.Right(p.target, p.data.Classes, p.positive)); err != nil {
		const name = "in tune: positive=CLASS"
		return fmt.Errorf("tune: %s", strings.NewReplacer("setting `positive` CLASS", name, "setting `positive`", name).
			Replace(err.Error()))
	}
	return nil
}
