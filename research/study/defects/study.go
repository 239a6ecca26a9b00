package defects

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Models are the learners behind the components, as the tables name them: A and B of all
// comparisons.
var Models = [2]string{"logistic", "forest"}

// replications of each partition set.
const replications = 3

// settings are the sizes of a simulation.
type settings struct {
	Partitions int // with scaled features
	Nested     int // the number of the first of them that also have nested choice
	Raw        int // the number of the first of these that also have the features as they are
	Trees      int // of a forest; 100 are the default of scikit-learn
}

// scaled returns the settings for the methods of KC1 and for the methods that are left when it
// is cleaned.
func scaled(s study.Scale) (all, cleaned settings) {
	if s == study.Quick {
		return settings{Partitions: 3, Nested: 2, Raw: 1, Trees: 20}, settings{Partitions: 2, Nested: 2, Trees: 20}
	}
	return settings{Partitions: 250, Nested: 100, Raw: 10, Trees: 100}, settings{Partitions: 10, Nested: 10, Trees: 100}
}

// Defects is the study of KC1's methods: 3 x 2 sets stratified by class, training halves
// downsampled to as many defective as sound methods, and 1 to 21 principal components of
// the features, scaled or as they are. The number of components is the one with the
// largest F1, on the folds of the comparison or nested in each training half.
var Defects = study.Study{Name: "defects", Title: "logistic regression and random forest on principal components of " +
	"defective methods", Seconds: 640, Plan: plan}

// The tables of Defects.
const (
	SetTable       = "defects_partitions"
	TestTable      = "defects_tests"
	ComponentTable = "defects_components"
	ChoiceTable    = "defects_choice"
)

// The data sets: of the copies of KC1 the one with 2,107 methods, and the one without
// methods that are the same in all measures.
const (
	Data    = "kc1-mdp"
	Cleaned = "kc1-cleaned"
)

func plan(cfg study.Config) (study.Plan, error) {
	all, cleaned := scaled(cfg.Scale)
	var experiments []*study.Experiment[[]result]
	for _, c := range []struct {
		data string
		settings
	}{{Data, all}, {Cleaned, cleaned}} {
		d, err := public.Open(c.data)
		if err != nil {
			return study.Plan{}, err
		}
		e, err := newExperiment(d, "Y", c.settings, cfg.Seed)
		if err != nil {
			return study.Plan{}, err
		}
		experiments = append(experiments, e)
	}
	return study.Plan{Simulations: study.All(experiments), Tables: func() ([]study.Table, error) {
		return tables(slices.Concat(study.Results(experiments)...))
	}}, nil
}

func tables(all []result) ([]study.Table, error) {
	tests, err := testRows(all)
	return []study.Table{study.NewTable(SetTable, setRows(all)), study.NewTable(TestTable, tests),
		study.NewTable(ComponentTable, componentRows(all)), study.NewTable(ChoiceTable, choiceRows(all))}, err
}

// newExperiment returns the experiment on d, whose positive class has a name. A shard is
// one partition set.
func newExperiment(d *dataset.Data, positive string, s settings, seed uint64) (*study.Experiment[[]result], error) {
	c := comparison{data: d, positive: -1, logistic: linear.Logistic{}, settings: s}
	for i, name := range d.Classes {
		if name == positive {
			c.positive = int32(i)
		}
	}
	if c.positive < 0 || d.K() != 2 {
		return nil, fmt.Errorf("defects: data set %q has the classes %v; want two, one of them %s", d.Name, d.Classes,
			positive)
	}
	return study.New("defects-"+d.Name, sim.Experiment[[]outcome, struct{}]{
		Plan: sim.Plan{Name: "defects " + d.Name, Version: 2, Seed: seed, Shards: s.Partitions, Config: s},
		Shard: func(ctx context.Context, _ struct{}, k int, rng *rand.Rand) ([]outcome, error) {
			return c.partition(ctx, k, rng.Uint64())
		},
		Merge: func(into *[]outcome, from []outcome) { *into = append(*into, from...) },
	}, func(all []outcome, _ study.Effort) (out []result, err error) {
		for _, o := range all {
			out = append(out, result{d.Name, o})
		}
		return out, nil
	}), nil
}

// result is an outcome on a data set.
type result struct {
	Data string
	outcome
}

// comparison is what all shards need.
type comparison struct {
	data     *dataset.Data
	positive int32
	logistic learn.Learner // Models[0]; tests put another in its place
	settings
}

// partition evaluates one partition set, with scaled features and, if asked for, as they are.
func (c comparison) partition(ctx context.Context, k int, seed uint64) ([]outcome, error) {
	set, err := stratified(c.data, seed)
	if err != nil {
		return nil, err
	}
	out := []outcome{{Partition: k + 1, Features: Scaled}}
	if k < c.Raw {
		out = append(out, outcome{Partition: k + 1, Features: Raw})
	}
	for i := range out {
		o, scale := &out[i], out[i].Features == Scaled
		if o.Grid, err = c.grid(ctx, c.data, set, scale); err != nil {
			return nil, err
		}
		if err := complete(o.Grid); err != nil {
			return nil, fmt.Errorf("partition set %d, %s: %w", o.Partition, o.Features, err)
		}
		if k >= c.Nested {
			continue
		}
		if o.Inner, err = c.inner(ctx, set, scale, seed); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// stratified returns a 3 x 2 BCV whose halves have the classes in equal shares.
func stratified(d *dataset.Data, seed uint64) (cv.Set, error) {
	labels := make([]string, d.N())
	for i, c := range d.Class {
		labels[i] = d.Classes[c]
	}
	return cv.New(cv.BCV, d.N(), cv.Options{M: replications, Seed: seed,
		Conditions: []cv.Condition{cv.LabelCondition("class", labels)}})
}
