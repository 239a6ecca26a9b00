package decide_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout/decide"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"gonum.org/v1/gonum/mat"
)

// watched is a learner that notes a group on both sides of a fold.
type watched struct {
	simple.Majority
	name   string
	groups []string
	mixed  *[]string
	fits   *int
}

func (w watched) String() string { return w.name }

func (w watched) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p, err := w.Majority.Prepare(ctx, d)
	return prepared{p, w}, err
}

type prepared struct {
	learn.Prepared
	of watched
}

func (p prepared) NewFitter(*learn.Pool) learn.Fitter {
	return watching{p.Prepared.NewFitter(nil), p.of}
}

type watching struct {
	learn.Fitter
	of watched
}

func (f watching) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	*f.of.fits++
	in := map[string]int{}
	all := map[string]int{}
	for _, g := range f.of.groups {
		all[g]++
	}
	for _, i := range train {
		in[f.of.groups[i]]++
	}
	for g, n := range in {
		if n != all[g] {
			*f.of.mixed = append(*f.of.mixed, fmt.Sprintf("%s: %d of %d", g, n, all[g]))
		}
	}
	return f.Fitter.Fit(ctx, train)
}

// Groups are whole in all folds that a run trains on, with and without conditions.
func TestRunKeepsGroupsWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for seed := range uint64(8) {
		d := &dataset.Data{X: mat.NewDense(60, 1, nil), Classes: []string{"x", "y"}}
		for i := range 60 {
			d.X.Set(i, 0, rng.Float64())
			d.Class = append(d.Class, int32(rng.IntN(2)))
			d.Groups = append(d.Groups, fmt.Sprint(rng.IntN(14)))
		}
		var mixed []string
		fits := 0
		p := decide.Plan{Data: d, Learners: []learn.Learner{
			watched{name: "a", groups: d.Groups, mixed: &mixed, fits: &fits},
			watched{name: "b", groups: d.Groups, mixed: &mixed, fits: new(int)}}, Seed: seed,
			Rule: decide.TTest{TTest: sequential.TTest{Start: 3, Max: 9}}}
		if seed%2 == 1 {
			labels := make([]string, 60)
			for i, c := range d.Class {
				labels[i] = d.Classes[c]
			}
			p.Conditions = []cv.Condition{cv.LabelCondition("class", labels)}
		}
		o, err := decide.Run(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if len(mixed) > 0 {
			t.Errorf("seed %d: got divided groups %v, want none", seed, mixed)
		}
		if fits != 2*o.M {
			t.Errorf("seed %d: got %d fits, want %d", seed, fits, 2*o.M)
		}
		want, err := cv.New(cv.Grouped, 60, cv.Options{M: o.M, Seed: seed, Groups: d.Groups, Conditions: p.Conditions})
		if err != nil {
			t.Fatal(err)
		}
		if o.Set != want.ID() {
			t.Errorf("seed %d: got set %s, want %s", seed, o.Set, want.ID())
		}
		for m := 1; m < o.M; m++ {
			less, err := cv.New(cv.Grouped, 60, cv.Options{M: m, Seed: seed, Groups: d.Groups, Conditions: p.Conditions})
			if err != nil {
				t.Fatal(err)
			}
			for j, s := range less.Splits {
				if !slices.Equal(s.Train, want.Splits[j].Train) {
					t.Errorf("seed %d: replication %d of %d is another one of %d", seed, j+1, m, o.M)
				}
			}
		}
	}
}

// A checkpoint belongs to the conditions of its folds.
func TestCheckpointOfOtherConditions(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(20, 1, nil), Class: make([]int32, 20), Classes: []string{"x", "y"}}
	labels := make([]string, 20)
	for i := range labels {
		d.Class[i] = int32(i % 2)
		labels[i] = d.Classes[i%2]
	}
	p := decide.Plan{Data: d, Learners: []learn.Learner{
		watched{name: "a", groups: labels, mixed: new([]string), fits: new(int)},
		watched{name: "b", groups: labels, mixed: new([]string), fits: new(int)}},
		Checkpoint: filepath.Join(t.TempDir(), "run.json"), Conditions: []cv.Condition{cv.LabelCondition("class", labels)},
		Rule: decide.TTest{TTest: sequential.TTest{Start: 2, Max: 3}}}
	if _, err := decide.Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	if _, err := decide.Run(context.Background(), p); err != nil {
		t.Errorf("got %v, want the same plan to resume", err)
	}
	p.Conditions = nil
	if _, err := decide.Run(context.Background(), p); err == nil || !strings.Contains(err.Error(), "other strata") {
		t.Errorf("got %v, want an error about other strata", err)
	}
}
