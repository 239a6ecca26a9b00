package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// state is the result of a shard of the experiment below: one of each statistic.
type state struct {
	M    Moments
	Cov  Covariance
	Q    Quantiles
	P    Proportion
	Runs Batches[Moments]
}

// walk is an experiment whose shards take a while each.
func walk(shards int, pause time.Duration) Experiment[state, []float64] {
	return Experiment[state, []float64]{
		Plan:   Plan{Name: "walk", Version: 1, Seed: 7, Shards: shards, Config: map[string]any{"steps": 20}},
		Worker: func() []float64 { return make([]float64, 40) },
		Shard: func(_ context.Context, w []float64, shard int, rng *rand.Rand) (state, error) {
			s := state{Cov: NewCovariance(len(w)), Q: Quantiles{Size: 50}}
			for range 20 {
				for j := range w {
					w[j] = rng.NormFloat64() * float64(shard+1) / 3
				}
				s.M.Add(w[0] + 1e6)
				s.Cov.Add(w)
				s.Q.Add(w[2])
				s.P.Add(w[3] > 0)
			}
			s.Runs.Parts = []Moments{s.M}
			time.Sleep(pause)
			return s, nil
		},
		Merge: func(into *state, from state) {
			into.M.Merge(from.M)
			into.Cov.Merge(from.Cov)
			into.Q.Merge(from.Q)
			into.P.Merge(from.P)
			into.Runs.Merge(from.Runs)
		},
	}
}

func mustRun(t *testing.T, e Experiment[state, []float64], opt Options) state {
	t.Helper()
	s, err := e.Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The result is the same to the last bit for any number of workers, with and
// without a file, in one run or in parts.
func TestSameResult(t *testing.T) {
	dir := t.TempDir()
	e := walk(23, 0)
	want := mustRun(t, e, Options{Workers: 1})
	for _, workers := range []int{2, 5, 40} {
		file := filepath.Join(dir, fmt.Sprint("workers", workers))
		for _, opt := range []Options{{Workers: workers}, {Workers: workers, Checkpoint: file}, {Checkpoint: file}} {
			if diff := cmp.Diff(want, mustRun(t, e, opt)); diff != "" {
				t.Errorf("%+v: %s", opt, diff)
			}
		}
	}
	var files []string
	for k, bounds := range [][2]int{{10, 23}, {0, 10}, {8, 12}} {
		file := filepath.Join(dir, fmt.Sprint("part", k))
		files = append(files, file)
		if err := e.Part(context.Background(), bounds[0], bounds[1], Options{Checkpoint: file}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := e.Collect(files...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("parts: %s", diff)
	}
	if _, err := e.Collect(files[1:]...); err == nil || !strings.Contains(err.Error(), "11 of 23 shards of walk are in none of 2 files, shard 12 first") {
		t.Errorf("a missing part: %v", err)
	}
}

// cents is a result that loses digits when it is kept.
type cents float64

func (c cents) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%.2f", float64(c)), nil }

// A result that loses digits when it is kept loses them always, so that a
// resumed run cannot differ.
func TestRoundedResult(t *testing.T) {
	e := Experiment[cents, int]{
		Plan: Plan{Name: "cents", Shards: 3},
		Shard: func(_ context.Context, _ int, shard int, _ *rand.Rand) (cents, error) {
			return cents(shard) + 0.004, nil
		},
		Merge: func(into *cents, from cents) { *into += from },
	}
	file := filepath.Join(t.TempDir(), "checkpoint")
	for _, opt := range []Options{{}, {Checkpoint: file}, {Checkpoint: file}} {
		if got, err := e.Run(context.Background(), opt); got != 3 || err != nil {
			t.Errorf("%+v: %v, %v", opt, float64(got), err)
		}
	}
}

// A shard alone gives what it gives in a run.
func TestOne(t *testing.T) {
	e := walk(3, 0)
	var sum state
	for k, parts := range mustRun(t, e, Options{}).Runs.Parts {
		one, err := e.One(context.Background(), k)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(parts, one.M); diff != "" {
			t.Error(diff)
		}
		e.Merge(&sum, one)
	}
	if sum.M.N != 60 {
		t.Errorf("3 shards have %v values", sum.M.N)
	}
	if _, err := e.One(context.Background(), 3); err == nil || !strings.Contains(err.Error(), "shard 3 of 3") {
		t.Errorf("error %v", err)
	}
}

// The streams stay the same between releases.
func TestStreamFrozen(t *testing.T) {
	for _, c := range []struct {
		name  string
		seed  uint64
		shard int
		want  uint64
	}{
		{"walk", 7, 0, 3488576766204045802},
		{"walk", 7, 1, 7895301947716051002},
	} {
		if got := (Plan{Name: c.name, Seed: c.seed}).Stream(c.shard).Uint64(); got != c.want {
			t.Errorf("stream of %v begins with %d", c, got)
		}
	}
}

// Streams of neighbouring shards, seeds and names have no correlation.
func TestStreamsApart(t *testing.T) {
	const n = 20000
	base := Plan{Name: "variance a", Seed: 1}
	for _, other := range []*rand.Rand{
		base.Stream(6), Plan{Name: "variance a", Seed: 2}.Stream(5), Plan{Name: "variance b", Seed: 1}.Stream(5),
	} {
		c, pair := NewCovariance(2), make([]float64, 2)
		for r := base.Stream(5); c.N < n; c.Add(pair) {
			pair[0], pair[1] = r.Float64(), other.Float64()
		}
		if z := c.At(0, 1) / math.Sqrt(c.At(0, 0)*c.At(1, 1)) * math.Sqrt(n); math.Abs(z) > 4 {
			t.Errorf("a correlation of %.1f standard errors", z)
		}
	}
}

// A cancelled run says how far it got, keeps what was done, and goes on.
func TestCancel(t *testing.T) {
	e := walk(30, 0)
	file := filepath.Join(t.TempDir(), "checkpoint")
	ctx, cancel := context.WithCancel(context.Background())
	_, err := e.Run(ctx, Options{Workers: 1, Checkpoint: file, Progress: func(done, _ int) {
		if done == 10 {
			cancel()
		}
	}})
	var i *Interrupted
	if !errors.As(err, &i) || !errors.Is(err, context.Canceled) || i.Done < 10 || i.Done > 11 || i.Total != 30 {
		t.Fatalf("error %v", err)
	}
	if !strings.Contains(err.Error(), "run again with the checkpoint "+file) {
		t.Errorf("error %v", err)
	}
	var calls []int
	var report Report
	got := mustRun(t, e, Options{Checkpoint: file, Workers: 1, Report: &report, Progress: func(done, total int) {
		calls = append(calls, done)
	}})
	if calls[0] != i.Done || calls[1] != i.Done+1 || calls[len(calls)-1] != 30 {
		t.Errorf("went on with %v, after %d", calls, i.Done)
	}
	if report.Resumed != i.Done || report.Ran != 30-i.Done || report.Torn != 0 {
		t.Errorf("report %+v after %d", report, i.Done)
	}
	if diff := cmp.Diff(mustRun(t, e, Options{}), got); diff != "" {
		t.Error(diff)
	}
	if _, err := e.Run(ctx, Options{}); !strings.Contains(err.Error(), "nothing was kept") {
		t.Errorf("error %v", err)
	}
}

// A shard that fails or panics is named; the others are kept.
func TestShardError(t *testing.T) {
	for _, workers := range []int{1, 4} {
		e := walk(20, 0)
		inner := e.Shard
		e.Shard = func(ctx context.Context, w []float64, shard int, rng *rand.Rand) (state, error) {
			switch shard {
			case 11:
				time.Sleep(20 * time.Millisecond) // later than shard 12
				panic("no plane")
			case 12:
				return state{}, errors.New("singular")
			}
			return inner(ctx, w, shard, rng)
		}
		file := filepath.Join(t.TempDir(), "checkpoint")
		_, err := e.Run(context.Background(), Options{Workers: workers, Checkpoint: file})
		var se *ShardError
		if !errors.As(err, &se) || se.Shard != 11 || se.Seed != 7 || !strings.Contains(err.Error(), "One(ctx, 11) runs it alone): panic: no plane") {
			t.Fatalf("%d workers: %v", workers, err)
		}
		if _, err := e.One(context.Background(), 12); err == nil || !strings.Contains(err.Error(), "singular") {
			t.Errorf("shard 12 alone: %v", err)
		}
		e.Shard = inner
		var report Report
		if diff := cmp.Diff(mustRun(t, walk(20, 0), Options{}), mustRun(t, e, Options{Checkpoint: file, Report: &report})); diff != "" {
			t.Error(diff)
		}
		if report.Resumed < 11 {
			t.Errorf("%d shards were kept", report.Resumed)
		}
	}
}

// A shard that ends its goroutine does not stop the run for ever.
func TestGoexit(t *testing.T) {
	e := walk(5, 0)
	e.Shard = func(context.Context, []float64, int, *rand.Rand) (state, error) {
		runtime.Goexit()
		return state{}, nil
	}
	_, err := e.Run(context.Background(), Options{Workers: 2})
	if err == nil || !strings.Contains(err.Error(), "shard 0") || !strings.Contains(err.Error(), "ended its goroutine") {
		t.Errorf("error %v", err)
	}
}

func TestPlanErrors(t *testing.T) {
	e := walk(3, 0)
	_, noShards := walk(0, 0).Run(context.Background(), Options{})
	notNumber := walk(2, 0)
	notNumber.Shard = func(context.Context, []float64, int, *rand.Rand) (state, error) {
		return state{M: Moments{Mean: math.NaN()}}, nil
	}
	_, nan := notNumber.Run(context.Background(), Options{})
	_, hidden := Experiment[struct{ M struct{ sum float64 } }, int]{Plan: e.Plan}.Run(context.Background(), Options{})
	_, anything := Experiment[map[string]any, int]{Plan: e.Plan}.Run(context.Background(), Options{})
	for _, c := range []struct {
		err  error
		want string
	}{
		{e.Part(context.Background(), 0, 2, Options{}), "without a checkpoint"},
		{e.Part(context.Background(), 2, 5, Options{Checkpoint: "x"}), "shards 2 to 5 of 3"},
		{noShards, "at least 1 shard"},
		{nan, "shard 0 (seed 7; One(ctx, 0) runs it alone): the result cannot be kept"},
		{hidden, ".M cannot be kept: JSON does not write the field sum; export it"},
		{anything, "is of type interface {}, which JSON does not write and read alike"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %v, want %q", c.err, c.want)
		}
	}
}

// BenchmarkShard is the cost of a shard that does nothing, by one worker: with a
// small result, and with the covariances of 40 hold-out losses.
func BenchmarkShard(b *testing.B) {
	small := Moments{N: 100, Mean: 0.29585000000000017, M2: 0.07040830555555554, M3: -0.0003145331472222203, M4: 0.00015002473463114973}
	large := NewCovariance(40)
	large.N = 2
	for k := range large.M2 {
		large.M2[k] = math.Sqrt(float64(k + 1))
	}
	for _, file := range []bool{false, true} {
		b.Run(fmt.Sprint("small/file=", file), func(b *testing.B) {
			benchmarkShards(b, file, small, func(into *Moments, from Moments) { into.Merge(from) })
		})
		b.Run(fmt.Sprint("large/file=", file), func(b *testing.B) {
			benchmarkShards(b, file, large, func(into *Covariance, from Covariance) { into.Merge(from) })
		})
	}
}

func benchmarkShards[S any](b *testing.B, file bool, result S, merge func(*S, S)) {
	e := Experiment[S, int]{
		Plan:  Plan{Name: "empty", Shards: b.N},
		Shard: func(context.Context, int, int, *rand.Rand) (S, error) { return result, nil },
		Merge: merge,
	}
	opt := Options{Workers: 1}
	if file {
		opt.Checkpoint = filepath.Join(b.TempDir(), "checkpoint")
	}
	if _, err := e.Run(context.Background(), opt); err != nil {
		b.Fatal(err)
	}
}
