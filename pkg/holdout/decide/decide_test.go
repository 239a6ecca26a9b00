package decide_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/holdout/decide"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/calibration"
)

func plants(t *testing.T) *dataset.Data {
	t.Helper()
	d, err := dataset.Read(filepath.Join("..", "..", "..", "data", "samples", "plants.csv"),
		dataset.Options{Target: "last"})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func run(t *testing.T, p decide.Plan) *decide.Outcome {
	t.Helper()
	o, err := decide.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func pair(a, b learn.Learner) []learn.Learner { return []learn.Learner{a, b} }

// whole evaluates both learners on a whole set.
func whole(t *testing.T, p decide.Plan, m int) results.Results {
	t.Helper()
	set, err := cv.New(cv.BCV, p.Data.N(), cv.Options{M: m, Seed: p.Seed})
	if err != nil {
		t.Fatal(err)
	}
	r, err := holdout.Run(t.Context(), holdout.Plan{Data: p.Data, Learners: p.Learners, Set: set})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The decision, the losses and the counts are those of the whole set.
func TestDecisionIsThatOfTheWholeSet(t *testing.T) {
	d := plants(t)
	for _, c := range []struct {
		name string
		a, b learn.Learner
		rule decide.Rule
	}{
		{"a clear difference", simple.Majority{}, tree.C45{}, nil},
		{"turned round", tree.C45{}, simple.Majority{}, nil},
		{"none", tree.C45{}, tree.C45{MinLeaf: 3}, decide.TTest{TTest: sequential.TTest{Max: 5}}},
		{"none of interest", tree.C45{}, tree.C45{MinLeaf: 3}, decide.TTest{TTest: sequential.TTest{Interest: 0.5}}},
	} {
		p := decide.Plan{Data: d, Learners: pair(c.a, c.b), Seed: 4, Rule: c.rule}
		got := run(t, p)
		want := whole(t, p, got.M)
		if diff := cmp.Diff(want.Values[0], got.Losses.Values[0]); diff != "" {
			t.Errorf("%s: losses (-whole +run)\n%s", c.name, diff)
		}
		if diff := cmp.Diff(want.Design, got.Losses.Design); diff != "" {
			t.Errorf("%s: design (-whole +run)\n%s", c.name, diff)
		}
		counts, err := want.ByClass(d.Classes...)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range counts {
			if diff := cmp.Diff(n.Counts, got.Counts[i].Counts); diff != "" {
				t.Errorf("%s: counts of class %s (-whole +run)\n%s", c.name, n.Key.Task, diff)
			}
		}
		paired, err := got.Losses.Pair(0, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		rule, _ := c.rule.(decide.TTest)
		differences, err := paired.Pairs()
		if err != nil {
			t.Fatal(err)
		}
		outcome, err := rule.TTest.Decide(differences)
		if err != nil {
			t.Fatal(err)
		}
		last := got.Looks[len(got.Looks)-1]
		if got.M != outcome.Stop || got.Decision != outcome.Decision {
			t.Errorf("%s: %s at m = %d, want %s at %d", c.name, got.Decision, got.M, outcome.Decision, outcome.Stop)
		}
		if want := outcome.Looks[len(outcome.Looks)-1]; last != want {
			t.Errorf("%s: last look %+v, want %+v", c.name, last, want)
		}
	}
}

func TestBayes(t *testing.T) {
	d := plants(t)
	class := d.Classes[len(d.Classes)-1]
	p := decide.Plan{Data: d, Learners: pair(simple.Majority{}, tree.C45{}), Seed: 2,
		Rule: decide.Bayes{Bayes: sequential.Bayes{Metric: posterior.F1}, Class: class}}
	got := run(t, p)
	all, err := whole(t, p, got.M).ByClass(class)
	if err != nil {
		t.Fatal(err)
	}
	counts := all[0].Counts
	want, err := sequential.Bayes{Metric: posterior.F1}.Run(func(m int) (c sequential.PairCounts, err error) {
		for f := range 2 {
			c.A[f], c.B[f] = *counts.At(0, m-1, f), *counts.At(1, m-1, f)
		}
		return c, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got.M != want.Stop || got.Decision != sequential.BetterB {
		t.Errorf("%s at m = %d, want B is better at %d", got.Decision, got.M, want.Stop)
	}
	if diff := cmp.Diff(want.Looks, got.Looks); diff != "" {
		t.Errorf("looks (-test +run)\n%s", diff)
	}
}

// The estimate lies in its interval, whatever gamma is.
func TestBayesEstimate(t *testing.T) {
	d := plants(t)
	for _, gamma := range []float64{0.05, 0.4, 0.5} {
		got := run(t, decide.Plan{Data: d, Learners: pair(simple.Majority{}, tree.C45{}), Seed: 2,
			Rule: decide.Bayes{Bayes: sequential.Bayes{Metric: posterior.F1, Gamma: gamma},
				Class: d.Classes[len(d.Classes)-1]}})
		for _, l := range got.Looks {
			if !(l.CI.Low <= l.Estimate && l.Estimate <= l.CI.High) {
				t.Errorf("gamma %g, m = %d: estimate %v outside [%v, %v]", gamma, l.M, l.Estimate, l.CI.Low, l.CI.High)
			}
		}
	}
}

// A run that was stopped goes on from its file, trains nothing twice, and finds the same.
func TestResume(t *testing.T) {
	p := decide.Plan{Data: plants(t), Learners: pair(tree.C45{}, tree.C45{MinLeaf: 3}), Seed: 9,
		Rule: decide.TTest{TTest: sequential.TTest{Max: 6}}}
	want := run(t, p)
	p.Checkpoint = filepath.Join(t.TempDir(), "run.json")
	ctx, cancel := context.WithCancel(t.Context())
	p.Progress = func(o *decide.Outcome) {
		if o.M == 4 {
			cancel()
		}
	}
	if _, err := decide.Run(ctx, p); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	p.Progress = nil
	a := &counting{Learner: p.Learners[0]}
	p.Learners = []learn.Learner{a, p.Learners[1]}
	got := run(t, p)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-in one go +resumed)\n%s", diff)
	}
	if a.fits != 2*(6-4) {
		t.Errorf("%d fits after the resumption, want 4", a.fits)
	}
	if run(t, p); a.fits != 4 {
		t.Errorf("a complete file was trained again: %d fits", a.fits)
	}
}

func TestCheckpointRefused(t *testing.T) {
	d := plants(t)
	base := decide.Plan{Data: d, Learners: pair(tree.C45{}, simple.Majority{}), Seed: 1,
		Checkpoint: filepath.Join(t.TempDir(),
			"run.json")}
	run(t, base)
	text, err := os.ReadFile(base.Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(string(text)))
	other := plants(t)
	other.X.Set(0, 0, other.X.At(0, 0)+1)
	for _, c := range []struct {
		name, text, want string
		spoil            func(*decide.Plan)
	}{
		{name: "data", spoil: func(p *decide.Plan) { p.Data = other }, want: "other data"},
		{name: "seed", spoil: func(p *decide.Plan) { p.Seed = 2 }, want: "seed 1, and not 2"},
		{name: "learner", spoil: func(p *decide.Plan) {
			p.Learners = []learn.Learner{tree.C45{}, tree.C45{MinLeaf: 9}}
		}, want: `learner 2 is "majority", and not "c4.5(minleaf=9)"`},
		{name: "text", text: "replication,fold\n", want: "not a checkpoint"},
		{name: "version 1", text: "{\n \"format\": \"bcv run 1\",", want: "another version"},
		{name: "another version", text: strings.Replace(string(text), "bcv run 3", "bcv run 2", 1),
			want: "another version"},
		{name: "cut", text: string(text[:len(text)/2]), want: "its checksum is wrong; the file is damaged"},
		{name: "head", text: strings.Replace(string(text), `"seed":1`, `"seed":2`, 1),
			want: "line 1: its checksum is wrong"},
		{name: "a line twice", text: strings.Replace(string(text), lines[1], lines[1]+lines[1], 1),
			want: "is of model"},
	} {
		p := base
		if c.spoil != nil {
			c.spoil(&p)
		}
		if c.text != "" {
			p.Checkpoint = filepath.Join(t.TempDir(), "other.json")
			if err := os.WriteFile(p.Checkpoint, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, err := decide.Run(t.Context(), p)
		var bad *decide.CheckpointError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if after, err := os.ReadFile(base.Checkpoint); err != nil || string(after) != string(text) {
		t.Error("the refused file was changed")
	}
}

// A bit that changed within a replication is noticed, whichever it is.
func TestCheckpointFlips(t *testing.T) {
	p := decide.Plan{Data: plants(t), Learners: pair(tree.C45{}, simple.Majority{}), Seed: 1,
		Checkpoint: filepath.Join(t.TempDir(), "run.json")}
	run(t, p)
	text, err := os.ReadFile(p.Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	second := bytes.IndexByte(text, '\n') + 1
	for at := second; at < len(text)-1; at += 7 {
		flipped := bytes.Clone(text)
		flipped[at] ^= 1 << (at % 8)
		if err := os.WriteFile(p.Checkpoint, flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		var bad *decide.CheckpointError
		if _, err := decide.Run(t.Context(), p); !errors.As(err, &bad) {
			t.Fatalf("bit %d of byte %d flipped: error %v, want a CheckpointError", at%8, at, err)
		}
	}
}

// A device is refused before it is read.
func TestCheckpointDevice(t *testing.T) {
	p := decide.Plan{Data: plants(t), Learners: pair(tree.C45{}, simple.Majority{}), Seed: 1, Checkpoint: os.DevNull}
	if _, err := decide.Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("error %v, want one of a device", err)
	}
}

func TestRefused(t *testing.T) {
	d := plants(t)
	numbers := *d
	numbers.Class, numbers.Classes, numbers.Response = nil, nil, make([]float64, d.N())
	bayes := decide.Bayes{Bayes: sequential.Bayes{Metric: posterior.F1}}
	named := bayes
	named.Class = "weed"
	shifted := decide.TTest{}
	shifted.Delta = 0.1
	for want, p := range map[string]decide.Plan{
		"no data":                          {},
		"two learners are called \"c4.5\"": {Data: d, Learners: pair(tree.C45{}, tree.C45{})},
		"the target is":                    {Data: &numbers, Learners: pair(simple.Mean{}, linear.OLS{}), Rule: bayes},
		`no class "weed"`:                  {Data: d, Learners: pair(tree.C45{}, simple.Majority{}), Rule: named},
		"delta":                            {Data: d, Learners: pair(tree.C45{}, simple.Majority{}), Rule: shifted},
		"there is no directo": {Data: d, Learners: pair(tree.C45{}, simple.Majority{}), Checkpoint: filepath.Join(t.TempDir(),
			"no", "run.json")},
	} {
		if _, err := decide.Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// counting counts the fits of a learner.
type counting struct {
	learn.Learner
	fits int
}

func (c *counting) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p, err := c.Learner.Prepare(ctx, d)
	return countingPrepared{p, c}, err
}

type countingPrepared struct {
	learn.Prepared
	c *counting
}

func (p countingPrepared) NewFitter(*learn.Pool) learn.Fitter {
	return countingFitter{p.Prepared.NewFitter(nil), p.c}
}

type countingFitter struct {
	learn.Fitter
	c *counting
}

func (f countingFitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	f.c.fits++
	return f.Fitter.Fit(ctx, train)
}

// always predicts one of the classes of every record, whatever it saw: the difference of two of
// them is the same in all folds of a balanced set.
type always struct{ simple.Majority }

func (always) String() string { return "always" }

// Differences without spread decide nothing, at no look, and the sentence says so.
func TestNoSpreadDecidesNothing(t *testing.T) {
	d := plants(t)
	o := run(t, decide.Plan{Data: d, Learners: pair(simple.Majority{}, always{}), Seed: 1,
		Rule: decide.TTest{TTest: sequential.TTest{Max: 4, Interest: 0.5}}})
	if o.Decision != sequential.Undecided || o.M != 4 {
		t.Errorf("decision %s at m = %d; want undecided at m = 4", o.Decision, o.M)
	}
	for _, want := range []string{"No clear winner between majority and always, after 4 replications: both have the same mean loss (",
		"Beware: the estimated variance is 0"} {
		if s := o.Sentence(); !strings.Contains(s, want) {
			t.Errorf("%s, want %q", s, want)
		}
	}
	last := o.Looks[len(o.Looks)-1]
	if last.Evidence != 1 || !math.IsInf(last.CI.Low, -1) || !math.IsInf(last.CI.High, 1) {
		t.Errorf("%+v; want p = 1 and an interval without end", last)
	}
}

// The median of a posterior that is symmetric about 0 is 0 up to rounding, and no difference.
func TestEqualUpToRounding(t *testing.T) {
	o := decide.Outcome{Models: []string{"r1", "r2"}, Words: decide.Words{Metric: "F1", Interval: "interval",
		Higher: true}}
	for _, c := range []struct {
		look sequential.Look
		want string
	}{
		{sequential.Look{Estimate: -2.84e-11, CI: infer.Interval{Low: -0.046, High: 0.046}},
			"both have the same mean F1 (interval -0.046 to 0.046)"},
		{sequential.Look{Estimate: -2e-6, CI: infer.Interval{Low: -0.046, High: 0.046}},
			"r1 has 2e-06 more F1 (interval -0.04600 to 0.04600)"},
		{sequential.Look{Estimate: 2e-6, CI: infer.Interval{Low: math.Inf(-1), High: 0.046}},
			"r2 has 2e-06 more F1 (interval up to 0.04600)"},
	} {
		o.Looks = []sequential.Look{c.look}
		if got := o.Sentence(); !strings.Contains(got, ": "+c.want) {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// What is said of false decisions is what the study bayes-decisions found.
func TestFalseDecisions(t *testing.T) {
	rows, err := study.Stored[calibration.DecisionRow](data.FS, "bayes_decisions")
	if err != nil {
		t.Fatal(err)
	}
	text := decide.FalseDecisions()
	for _, part := range []struct{ features, format string }{{"separate",
		"in %.1f%% to %.1f%% of data sets where they see separate"}, {"shared",
		"in %.1f%% to %.1f%% where they share"}} {
		least, largest := 1.0, 0.0
		for _, r := range rows {
			if strings.Contains(r.Setting, part.features) {
				least, largest = min(least, r.False), max(largest, r.False)
			}
		}
		if want := fmt.Sprintf(part.format, 100*least, 100*largest); !strings.Contains(text, want) {
			t.Errorf("%q, want %q", text, want)
		}
	}
	d := plants(t)
	if got := run(t, decide.Plan{Data: d, Learners: pair(simple.Majority{}, tree.C45{}),
		Rule: decide.Bayes{Class: d.Classes[0]}}).Sentence(); !strings.Contains(got, text) {
		t.Errorf("%q lacks %q", got, text)
	}
}

// Inner folds change nothing of the outcome, and are those that holdout.Run has on the set at the end.
func TestInnerFolds(t *testing.T) {
	p := decide.Plan{Data: plants(t), Learners: pair(simple.Majority{}, tree.C45{}), Seed: 1}
	plain := run(t, p)
	p.Inner, p.Halves = 1, 4
	o := run(t, p)
	set, err := cv.New(cv.BCV, p.Data.N(), cv.Options{M: o.M, Seed: p.Seed})
	if err != nil {
		t.Fatal(err)
	}
	nested, err := cv.Nest(set, 4, 1, cv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := holdout.Run(t.Context(), holdout.Plan{Data: p.Data, Learners: p.Learners, Set: set,
		Inner: &nested})
	if err != nil {
		t.Fatal(err)
	}
	if o.Sentence() != plain.Sentence() || !slices.Equal(o.Losses.Values[0].Cells, plain.Losses.Values[0].Cells) {
		t.Errorf("got %s, want %s as without inner folds", o.Sentence(), plain.Sentence())
	}
	if o.Losses.Inner == nil || !slices.Equal(o.Losses.Inner.Values[0].Cells, want.Inner.Values[0].Cells) ||
		o.Losses.Inner.Fingerprint != nested.Fingerprint() {
		t.Errorf("got inner losses %v, want %v", o.Losses.Inner, want.Inner)
	}
	for i, class := range p.Data.Classes {
		counts, err := want.ByClass(class)
		if err != nil {
			t.Fatal(err)
		}
		got, wanted := new(strings.Builder), new(strings.Builder)
		if err := errors.Join(results.Write(got, results.Chunks, o.Counts[i]),
			results.Write(wanted, results.Chunks, counts[0])); err != nil {
			t.Fatal(err)
		}
		if got.String() != wanted.String() {
			t.Errorf("class %s: got counts\n%s\nwant\n%s", class, got, wanted)
		}
	}
	p.Halves = p.Data.N()
	if _, err := decide.Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), "300 half-splits") {
		t.Errorf("300 half-splits of 300 records: %v", err)
	}
}

// Runs of learners that draw random numbers: the losses are those of the whole set in the same runs, and a
// checkpoint goes on with them.
func TestRuns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checkpoint.json")
	p := decide.Plan{Data: plants(t), Learners: pair(tree.C45{}, tree.Forest{Trees: 3}), Seed: 4, Runs: 2,
		Checkpoint: file,
		Rule:       decide.TTest{TTest: sequential.TTest{Max: 3}}}
	run(t, p)
	p.Rule = decide.TTest{TTest: sequential.TTest{Max: 4}}
	got := run(t, p)
	set, err := cv.New(cv.BCV, p.Data.N(), cv.Options{M: 4, Seed: p.Seed})
	if err != nil {
		t.Fatal(err)
	}
	want, err := holdout.Run(t.Context(), holdout.Plan{Data: p.Data, Learners: p.Learners, Set: set,
		Runs: 2})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Runs.Values, got.Losses.Runs.Values, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("losses (-whole +run)\n%s", diff)
	}
	mean := stat.Mean(want.Values[0].Of(1), nil) - stat.Mean(want.Values[0].Of(0), nil)
	if last := got.Looks[len(got.Looks)-1]; math.Abs(last.Estimate-mean) > 1e-12 {
		t.Errorf("estimate %v, want the difference of means over runs %v", last.Estimate, mean)
	}
	if len(got.Counts) != 0 {
		t.Errorf("counts of %d classes, want none", len(got.Counts))
	}
	p.Runs = 3
	_, err = decide.Run(t.Context(), p)
	if err == nil || !strings.Contains(err.Error(), "it is of 2 runs, and not of 3") {
		t.Errorf("error %v of a checkpoint of other runs", err)
	}
	p.Checkpoint, p.Inner, p.Halves = "", 1, 1
	_, err = decide.Run(t.Context(), p)
	if err == nil || !strings.Contains(err.Error(), "several runs with Bayes or with inner") {
		t.Errorf("error %v of inner replications in runs", err)
	}
}
