package decide_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/holdout/decide"
	"github.com/block-regularized/bcv/pkg/infer/race"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// racers are three trees that cannot be told apart, and two learners that are worse.
func racers() []learn.Learner {
	return []learn.Learner{simple.Majority{}, tree.C45{}, tree.C45{MinLeaf: 3}, tree.Forest{Trees: 3, Seed: 1},
		always{}}
}

// counted returns the learners with the numbers of their fits.
func counted(learners []learn.Learner) (out []learn.Learner, fits []*counting) {
	for _, l := range learners {
		c := &counting{Learner: l}
		out, fits = append(out, c), append(fits, c)
	}
	return out, fits
}

// A race is its rule on the losses of a whole set, and trains nobody after the look that dropped him.
func TestRace(t *testing.T) {
	d := plants(t)
	learners, fits := counted(racers())
	const most = 7
	got := run(t, decide.Plan{Data: d, Learners: learners, Seed: 4, Rule: decide.Race{Race: race.Race{Max: most}}})
	set, err := cv.New(cv.BCV, d.N(), cv.Options{M: most, Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := holdout.Run(t.Context(), holdout.Plan{Data: d, Learners: racers(), Set: set})
	if err != nil {
		t.Fatal(err)
	}
	want, err := race.Race{Models: len(learners), Max: most}.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var looks []race.Look
	trainings, trained := 0, make([]int, len(learners))
	for m := 0; !want.Done(); m++ {
		losses := make([][2]float64, len(learners))
		for a := range learners {
			losses[a] = [2]float64(whole.Values[0].Rows(a)[m])
			if want.Left(a) {
				trainings += 2
				trained[a] += 2
			}
		}
		look, err := want.Add(losses)
		if err != nil {
			t.Fatal(err)
		}
		if look != nil {
			looks = append(looks, *look)
		}
	}
	if diff := cmp.Diff(looks, got.Race, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("looks (-rule +run)\n%s", diff)
	}
	if trained[0] >= 2*most || trained[4] >= 2*most {
		t.Fatalf("trainings %v, want fewer of both constants", trained)
	}
	for a, c := range fits {
		if c.fits != trained[a] {
			t.Errorf("%s: %d fits, want %d", c, c.fits, trained[a])
		}
		if len(got.Values[a]) != trained[a]/2 {
			t.Errorf("%s: values of %d replications, want %d", c, len(got.Values[a]), trained[a]/2)
		}
		if row := whole.Values[0].Rows(a)[1]; got.Values[a][1] != [2]float64(row) {
			t.Errorf("%s: values %v of replication 2, want %v", c, got.Values[a][1], row)
		}
	}
	if got.Trainings != trainings {
		t.Errorf("%d trainings, want %d", got.Trainings, trainings)
	}
	if want := 2 * most * len(learners); got.Most != want {
		t.Errorf("at most %d trainings, want %d", got.Most, want)
	}
	left := []int{1, 2, 3}
	for i, a := range left {
		if !slices.Equal(got.Losses.Values[0].Of(i), whole.Values[0].Of(a)) {
			t.Errorf("losses of %s: %v, want %v", learners[a], got.Losses.Values[0].Of(i), whole.Values[0].Of(a))
		}
	}
	if names := whole.Models[1:4]; !slices.Equal(got.Losses.Models, names) {
		t.Errorf("losses of %q, want of those left, %q", got.Losses.Models, names)
	}
	counts, err := whole.ByClass(d.Classes...)
	if err != nil {
		t.Fatal(err)
	}
	for c, of := range counts {
		for i, a := range left {
			if !slices.Equal(got.Counts[c].Counts.Of(i), of.Counts.Of(a)) {
				t.Errorf("counts of %s, class %s: %v, want %v", learners[a], d.Classes[c], got.Counts[c].Counts.Of(i),
					of.Counts.Of(a))
			}
		}
	}
}

// The order of the learners moves the outcome with them.
func TestRaceOrder(t *testing.T) {
	p := decide.Plan{Data: plants(t), Learners: racers(), Seed: 3, Rule: decide.Race{Race: race.Race{Max: 5}}}
	want := run(t, p)
	order := []int{3, 0, 4, 2, 1}
	learners := racers()
	for i, a := range order {
		p.Learners[i] = learners[a]
	}
	got := run(t, p)
	if got.M != want.M || got.Trainings != want.Trainings || !slices.Equal(got.Left(), want.Left()) {
		t.Errorf("left %q after %d trainings, m = %d; want %q after %d, %d", got.Left(), got.Trainings, got.M, want.Left(),
			want.Trainings, want.M)
	}
	for i, a := range order {
		if diff := cmp.Diff(want.Values[a], got.Values[i]); diff != "" {
			t.Errorf("values of %s (-before +after)\n%s", learners[a], diff)
		}
	}
}

// A race of two ends where the sequential t-test does.
func TestRaceOfTwo(t *testing.T) {
	p := decide.Plan{Data: plants(t), Learners: []learn.Learner{simple.Majority{}, tree.C45{}}, Seed: 4}
	want := run(t, p)
	p.Rule = decide.Race{}
	got := run(t, p)
	if got.M != want.M || want.Decision != sequential.BetterB || !slices.Equal(got.Left(), []string{"c4.5"}) {
		t.Errorf("left %q at m = %d, want c4.5 at %d", got.Left(), got.M, want.M)
	}
	for _, part := range []string{"c4.5 has 0.2789 less loss than majority, the next one. At a family-wise 5%, the " +
		"other one is shown to be worse than c4.5, after 3 replications (race, family-wise error 0.05 over all pairs and all looks " +
		"from m = 3 to 12; difference of the expected losses of the algorithms, trained on half of the records",
		"12 of at most 48 trainings were done: 75% were saved."} {
		if s := got.Sentence(); !strings.Contains(s, part) {
			t.Errorf("%s, want %q", s, part)
		}
	}
}

// Of a metric with more for the better the best are left, and the means are its own.
func TestRaceOfMetric(t *testing.T) {
	p := decide.Plan{Data: plants(t), Seed: 5, Rule: decide.Race{Race: race.Race{Max: 4}},
		Learners: []learn.Learner{simple.Majority{}, tree.C45{}, tree.C45{MinLeaf: 3}}}
	less := run(t, p)
	accuracy, err := metric.Parse("accuracy")
	if err != nil {
		t.Fatal(err)
	}
	p.Rule = decide.Race{Race: race.Race{Max: 4}, Metric: accuracy[0]}
	more := run(t, p)
	for i, l := range less.Race {
		m := more.Race[i]
		if !slices.Equal(l.Left, m.Left) || l.Leader != m.Leader {
			t.Errorf("m = %d: left %v led by %d, by error rate %v by %d", l.M, m.Left, m.Leader, l.Left, l.Leader)
		}
		for a, mean := range l.Means {
			if !(math.Abs(1-mean-m.Means[a]) < 1e-12 || math.IsNaN(mean) && math.IsNaN(m.Means[a])) {
				t.Errorf("m = %d, learner %d: accuracy %v, error rate %v", l.M, a+1, m.Means[a], mean)
			}
		}
	}
	if got := more.Left(); !slices.Equal(got, less.Left()) {
		t.Errorf("left %q, by error rate %q", got, less.Left())
	}
	if got, want := more.Left()[0], more.Models[more.Race[1].Leader]; got != want {
		t.Errorf("%s is the first that is left, want the leader %s", got, want)
	}
}

// A race that was stopped, between replications or not, goes on from its file with those that are left, and finds the
// same with any number of processors.
func TestRaceResumes(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	p := decide.Plan{Data: plants(t), Learners: racers(), Seed: 4, Runs: 2, Rule: decide.Race{Race: race.Race{Max: 7}}}
	want := run(t, p)
	last := len(want.Values[4])
	if last >= want.M {
		t.Fatalf("nobody was dropped before m = %d", want.M)
	}
	for stop := 1; stop < want.M; stop++ {
		runtime.GOMAXPROCS(stop)
		p.Checkpoint = filepath.Join(t.TempDir(), "run.json")
		ctx, cancel := context.WithCancel(t.Context())
		p.Progress = func(o *decide.Outcome) {
			if o.M == stop {
				cancel()
			}
		}
		if _, err := decide.Run(ctx, p); !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped after m = %d: %v", stop, err)
		}
		worst := &counting{Learner: always{}}
		p.Progress, p.Learners[4] = nil, worst
		got := run(t, p)
		if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.EquateEmpty(),
			cmpopts.IgnoreFields(decide.Outcome{}, "Losses")); diff != "" {
			t.Errorf("stopped after m = %d: (-in one go +resumed)\n%s", stop, diff)
		}
		if a, b := want.Losses.Values[0].Cells, got.Losses.Values[0].Cells; !slices.Equal(a, b) {
			t.Errorf("stopped after m = %d: losses %v, want %v", stop, b, a)
		}
		if fits := 2 * max(0, last-stop); worst.fits != fits {
			t.Errorf("stopped after m = %d: %d fits of one that is dropped at m = %d, want %d", stop, worst.fits, last, fits)
		}
	}
}

func TestRaceCheckpointRefused(t *testing.T) {
	base := decide.Plan{Data: plants(t), Learners: racers(), Seed: 4, Rule: decide.Race{Race: race.Race{Max: 4}},
		Checkpoint: filepath.Join(t.TempDir(), "run.json")}
	run(t, base)
	other := racers()
	slices.Reverse(other)
	for want, spoil := range map[string]func(*decide.Plan){
		`learner 1 is "majority", and not "always"`: func(p *decide.Plan) { p.Learners = other },
		"it is of 5 learners, and not of 4":         func(p *decide.Plan) { p.Learners = p.Learners[:4] },
		"it is of a race with looks from m = 3 to 4 and a family-wise error of 0.05, and not of a race with looks from m = " +
			"3 to 5": func(p *decide.Plan) { p.Rule = decide.Race{Race: race.Race{Max: 5}} },
		"and not of a race with looks from m = 2 to 4": func(p *decide.Plan) {
			p.Rule = decide.Race{Race: race.Race{Start: 2, Max: 4}}
		},
		"a family-wise error of 0.1, which may train others; name another file": func(p *decide.Plan) {
			p.Rule = decide.Race{Race: race.Race{Max: 4, Alpha: 0.1}}
		},
		"it is of 1 runs, and not of 2": func(p *decide.Plan) { p.Runs = 2 },
	} {
		p := base
		spoil(&p)
		_, err := decide.Run(t.Context(), p)
		var bad *decide.CheckpointError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	two := base
	two.Learners, two.Rule, two.Checkpoint = racers()[:2], decide.Race{}, filepath.Join(t.TempDir(), "two.json")
	run(t, two)
	two.Rule = decide.TTest{}
	if _, err := decide.Run(t.Context(), two); err == nil || !strings.Contains(err.Error(), "and not of a test of two") {
		t.Errorf("%v of the file of a race for a test of two", err)
	}
}

// Replications of learners that the rule has dropped, or without some that it has not, are not those of this race.
func TestRaceCheckpointOfOthers(t *testing.T) {
	p := decide.Plan{Data: plants(t), Learners: racers(), Seed: 4, Rule: decide.Race{Race: race.Race{Max: 7}},
		Checkpoint: filepath.Join(t.TempDir(), "run.json")}
	last := len(run(t, p).Values[0])
	text, err := os.ReadFile(p.Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(string(text)))
	for name, kept := range map[string][]string{
		fmt.Sprintf("replication %d has 10 losses", last+1): slices.Concat(lines[:last+1], lines[1:2]),
		"replication 2 has 6 losses":                        slices.Concat(lines[:2], lines[last+1:]),
		"is of model":                                       slices.Concat(lines[:2], lines[1:2]),
	} {
		if err := os.WriteFile(p.Checkpoint, []byte(strings.Join(kept, "")), 0o600); err != nil {
			t.Fatal(err)
		}
		var bad *decide.CheckpointError
		_, err := decide.Run(t.Context(), p)
		if !errors.As(err, &bad) || !strings.Contains(fmt.Sprint(err), name) {
			t.Errorf("%v, want a CheckpointError with %q", err, name)
		}
	}
}

func TestRaceRefused(t *testing.T) {
	d := plants(t)
	bayes := decide.Bayes{Bayes: sequential.Bayes{Metric: posterior.F1}, Class: d.Classes[0]}
	for want, p := range map[string]decide.Plan{
		"5 learners; this rule compares two, Race": {Data: d, Learners: racers()},
		"1 learners; this rule compares two":       {Data: d, Learners: racers()[:1]},
		"3 learners; this rule":                    {Data: d, Learners: racers()[:3], Rule: bayes},
		"1 algorithms; give 2":                     {Data: d, Learners: racers()[:1], Rule: decide.Race{}},
		"inner replications of a race": {Data: d, Learners: racers(), Rule: decide.Race{}, Inner: 1,
			Halves: 1},
		"a race of 4 models for 5 learners": {Data: d, Learners: racers(), Rule: decide.Race{Race: race.Race{Models: 4}}},
		"looks from m = 1":                  {Data: d, Learners: racers(), Rule: decide.Race{Race: race.Race{Start: 1}}},
	} {
		if _, err := decide.Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// stuck is a learner whose fits are interrupted, and end no sooner.
type stuck struct {
	simple.Majority
	interrupt func()
	late      *atomic.Bool // a fit was not stopped
}

func (s stuck) String() string { return "stuck" }

func (s stuck) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p, err := s.Majority.Prepare(ctx, d)
	return stuckPrepared{p, s}, err
}

type stuckPrepared struct {
	learn.Prepared
	s stuck
}

func (p stuckPrepared) NewFitter(*learn.Pool) learn.Fitter {
	return &stuckFitter{p.Prepared.NewFitter(nil), p.s}
}

type stuckFitter struct {
	learn.Fitter
	s stuck
}

func (f *stuckFitter) Fit(ctx context.Context, _ []int32) (learn.Report, error) {
	f.s.interrupt()
	select {
	case <-ctx.Done():
		return learn.Report{}, ctx.Err()
	case <-time.After(10 * time.Second):
		f.s.late.Store(true)
		return learn.Report{}, errors.New("not stopped")
	}
}

// An interruption ends a race within a fit.
func TestRaceStopsWithinAFit(t *testing.T) {
	p := decide.Plan{Data: plants(t), Learners: racers()[:3], Seed: 4, Rule: decide.Race{Race: race.Race{Max: 3}}}
	ctx, cancel := context.WithCancel(t.Context())
	late := new(atomic.Bool)
	p.Learners[0] = stuck{interrupt: cancel, late: late}
	if _, err := decide.Run(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if late.Load() {
		t.Error("the fit was not stopped")
	}
}
