package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
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
// without logs, in one run or in parts.
func TestSameResult(t *testing.T) {
	dir := t.TempDir()
	e := walk(23, 0)
	want := mustRun(t, e, Options{Workers: 1})
	for _, workers := range []int{2, 5, 40} {
		log := filepath.Join(dir, fmt.Sprint("workers", workers))
		for _, opt := range []Options{{Workers: workers}, {Workers: workers, Log: log}, {Log: log}} {
			if diff := cmp.Diff(want, mustRun(t, e, opt)); diff != "" {
				t.Errorf("%+v: %s", opt, diff)
			}
		}
	}
	var logs []string
	for _, part := range [][]int{span(23)[10:], span(10), {8, 9, 10, 12}} {
		there, err := e.Gather()
		if err != nil {
			t.Fatal(err)
		}
		log := NewLog(filepath.Join(dir, "part"))
		logs = append(logs, log.path)
		if err := errors.Join(e.Fill(t.Context(), part, there, log, Options{}), log.Close()); err != nil {
			t.Fatal(err)
		}
	}
	collect := func(logs []string) (state, error) {
		there, err := e.Gather()
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := ReadLogs(logs, false, there); err != nil {
			t.Fatal(err)
		}
		return there.Result()
	}
	got, err := collect(logs)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("parts: %s", diff)
	}
	if _, err := collect(logs[1:]); err == nil || !strings.Contains(err.Error(),
		"11 of 23 shards of walk are missing, shard 11 first") {
		t.Errorf("a missing part: error %v, want 11 missing shards", err)
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
	log := filepath.Join(t.TempDir(), "log")
	for _, opt := range []Options{{}, {Log: log}, {Log: log}} {
		if got, err := e.Run(context.Background(), opt); got != 3 || err != nil {
			t.Errorf("%+v: %v, %v, want 3", opt, float64(got), err)
		}
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

// A cancelled run reports how far it got, keeps what was done, and resumes.
func TestCancel(t *testing.T) {
	e := walk(30, 0)
	log := filepath.Join(t.TempDir(), "log")
	ctx, cancel := context.WithCancel(context.Background())
	_, err := e.Run(ctx, Options{Workers: 1, Log: log, Progress: func(done, _ int) {
		if done == 10 {
			cancel()
		}
	}})
	var i *Interrupted
	if !errors.As(err, &i) || !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want *Interrupted", err)
	}
	if i.Done < 10 || i.Done > 11 || i.Total != 30 {
		t.Errorf("%d of %d shards done, want 10 or 11 of 30", i.Done, i.Total)
	}
	if want := "run it again to resume from " + log; !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
	var calls []int
	got := mustRun(t, e, Options{Log: log, Workers: 1, Progress: func(done, _ int) { calls = append(calls, done) }})
	if want := span(31)[i.Done:]; !slices.Equal(calls, want) {
		t.Errorf("progress %v, want %v", calls, want)
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
		log := filepath.Join(t.TempDir(), "log")
		_, err := e.Run(context.Background(), Options{Workers: workers, Log: log})
		var se *ShardError
		if !errors.As(err, &se) || se.Shard != 11 || se.Seed != 7 {
			t.Fatalf("%d workers: error %v, want shard 11 and seed 7", workers, err)
		}
		if want := "shard 11 (seed 7): panic: no plane"; !strings.Contains(err.Error(), want) {
			t.Errorf("%d workers: error %v, want %q", workers, err, want)
		}
		e.Shard = inner
		kept := -1
		got := mustRun(t, e, Options{Log: log, Progress: func(done, _ int) {
			if kept < 0 {
				kept = done
			}
		}})
		if diff := cmp.Diff(mustRun(t, walk(20, 0), Options{}), got); diff != "" {
			t.Error(diff)
		}
		if kept < 11 {
			t.Errorf("%d shards were kept, want at least 11", kept)
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
	if err == nil || !strings.Contains(err.Error(), "shard 0") || !strings.Contains(err.Error(),
		"ended its goroutine") {
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
	_, folder := e.Run(context.Background(), Options{Log: filepath.Join(t.TempDir(), "none", "log")})
	_, anything := Experiment[map[string]any, int]{Plan: e.Plan}.Run(context.Background(), Options{})
	for _, c := range []struct {
		err  error
		want string
	}{
		{folder, "no such file"},
		{noShards, "at least 1 shard"},
		{nan, "shard 0 (seed 7): the result cannot be kept"},
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
	small := Moments{N: 100, Mean: 0.29585000000000017, M2: 0.07040830555555554, M3: -0.0003145331472222203,
		M4: 0.00015002473463114973}
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
		opt.Log = filepath.Join(b.TempDir(), "log")
	}
	if _, err := e.Run(context.Background(), opt); err != nil {
		b.Fatal(err)
	}
}
