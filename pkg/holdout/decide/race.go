package decide

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer/race"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Race is the rule of a race of two or more learners, by the losses or by a metric as TTest has it: after each
// replication from Start to Max those that are shown to be worse than another are dropped, and trained no more. Its
// Models are the learners of the plan, and are filled in. A decision is about the algorithms, trained on half of the
// records: with probability 1 - Alpha nobody is dropped who is at least as good in expectation as the one named.
type Race struct {
	race.Race
	Metric             metric.Definition
	Positive, Settings string
}

func (r Race) begin(d *dataset.Data, learners int) (judge, error) {
	if r.Models != 0 && r.Models != learners {
		return judge{}, fmt.Errorf("decide: a race of %d models for %d learners; leave Models out", r.Models, learners)
	}
	r.Models = learners
	filled, err := r.Filled()
	if err != nil {
		return judge{}, err
	}
	r.Race = filled
	run, err := r.Begin()
	if err != nil {
		return judge{}, err
	}
	j := measured(d, r.Metric, r.Positive, r.Settings)
	j.race = fmt.Sprintf("a race with looks from m = %d to %d and a family-wise error of %g", r.Start, r.Max, r.Alpha)
	j.Rule = fmt.Sprintf("race, family-wise error %g over all pairs and all looks from m = %d to %d", r.Alpha, r.Start,
		r.Max)
	j.Level = fmt.Sprintf("At a family-wise %.4g%%", 100*r.Alpha)
	j.last, j.left, j.done = r.Max, run.Left, run.Done
	sign := 1.0
	if j.Higher {
		sign = -1
	}
	j.add = func(rep replication, out *Outcome) error {
		values := make([][2]float64, learners)
		if out.Values == nil {
			out.Values = make([][][2]float64, learners)
		}
		for a, model := range out.Models {
			if run.Left(a) {
				v := rep.means(model, j.metrics == nil)
				out.Values[a] = append(out.Values[a], v)
				values[a] = [2]float64{sign * v[0], sign * v[1]}
			}
		}
		look, err := run.Add(values)
		if look != nil {
			l := *look
			l.Means = slices.Clone(l.Means)
			for a := range l.Means {
				l.Means[a] = sign*l.Means[a] + 0 // no -0
			}
			out.Race = append(out.Race, l)
		}
		return err
	}
	return j, nil
}

// Left returns the models of a race that are left, the best first; nil before the first look.
func (o *Outcome) Left() (out []string) {
	for _, a := range o.ranked() {
		if slices.Contains(o.Race[len(o.Race)-1].Left, a) {
			out = append(out, o.Models[a])
		}
	}
	return out
}

// ranked returns the places of the models at the last look, the best first.
func (o *Outcome) ranked() (places []int) {
	if len(o.Race) == 0 {
		return nil
	}
	means := o.Race[len(o.Race)-1].Means
	for a, mean := range means {
		if !math.IsNaN(mean) {
			places = append(places, a)
		}
	}
	slices.SortStableFunc(places, func(a, b int) int {
		if o.Higher {
			a, b = b, a
		}
		return cmp.Compare(means[a], means[b])
	})
	return places
}

// mostNames is how many models a sentence names.
const mostNames = 5

// raced says which models are left, and what is shown of the others.
func (o *Outcome) raced() string {
	left, k := o.Left(), len(o.Models)
	others, head := fmt.Sprintf("the %d others are", k-len(left)), fmt.Sprintf("%s (%d of %d) cannot be told apart",
		listed(left), len(left), k)
	if len(left) == k-1 {
		others = "the other one is"
	}
	shown := others + " shown to be worse than one of these"
	switch len(left) {
	case 1:
		at, means := o.ranked(), o.Race[len(o.Race)-1].Means
		head = fmt.Sprintf("%s has %.4g %s %s than %s, the next one", left[0], math.Abs(means[at[0]]-means[at[1]]),
			o.sign(), o.Metric, o.Models[at[1]])
		shown = others + " shown to be worse than " + left[0]
	case k:
		shown = "none is shown to be worse than another"
	}
	return fmt.Sprintf("%s. %s, %s, after %d replications", head, o.Level, shown, o.M)
}

// saved says how many trainings a race has saved.
func (o *Outcome) saved() string {
	return fmt.Sprintf("%d of at most %d trainings were done: %.0f%% were saved", o.Trainings, o.Most,
		100*(1-float64(o.Trainings)/float64(o.Most)))
}

// listed lists names, the first ones alone if there are many.
func listed(names []string) string {
	last, rest := min(mostNames, len(names)-1), names[len(names)-1]
	if len(names) > mostNames {
		rest = fmt.Sprintf("%d more", len(names)-mostNames)
	}
	return table.And(append(slices.Clone(names[:last]), rest))
}
