package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// state is the result of a shard of the experiment below.
type state struct {
	M   Moments
	Cov Covariance
}

// walk is an experiment whose shards take a while each.
func walk(shards int, pause time.Duration) Experiment[state, []float64] {
	return Experiment[state, []float64]{
		Plan:   Plan{Name: "walk", Version: 1, Seed: 7, Shards: shards, Config: map[string]any{"steps": 50}},
		Worker: func() []float64 { return make([]float64, 3) },
		Shard: func(_ context.Context, w []float64, shard int, rng *rand.Rand) (state, error) {
			s := state{Cov: NewCovariance(3)}
			for range 50 {
				for j := range w {
					w[j] = rng.NormFloat64() * float64(shard+1) / 3
				}
				s.M.Add(w[0] + 1e6)
				s.Cov.Add(w)
			}
			time.Sleep(pause)
			return s, nil
		},
		Merge: func(into *state, from state) {
			into.M.Merge(from.M)
			into.Cov.Merge(from.Cov)
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
	if _, err := e.Collect(files[1:]...); err == nil || !strings.Contains(err.Error(), "shard 12 of walk is in none of 2 files") {
		t.Errorf("a missing part: %v", err)
	}
	one, err := e.One(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if one.M.N != 50 {
		t.Errorf("shard 0 alone has %v values", one.M.N)
	}
}

// The streams stay the same between releases.
func TestStreamFrozen(t *testing.T) {
	p := Plan{Name: "walk", Seed: 7}
	if got := fmt.Sprint(p.Stream(0).Uint64(), p.Stream(1).Uint64()); got != "3488576766204045802 7895301947716051002" {
		t.Errorf("streams begin with %s", got)
	}
}

// A process that is killed at any moment loses the shards in flight at most, and
// the run that goes on gives the same result to the last bit.
func TestKill(t *testing.T) {
	if file := os.Getenv("SIM_TEST_CHECKPOINT"); file != "" {
		_, err := walk(60, 5*time.Millisecond).Run(context.Background(), Options{Workers: 3, Checkpoint: file})
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	want := mustRun(t, walk(60, 0), Options{})
	file := filepath.Join(t.TempDir(), "checkpoint")
	shardsIn := func() int {
		states := make([]*state, 60)
		if err := readCheckpoint(file, walk(60, 0).Plan, states); err != nil {
			return 0
		}
		n := 0
		for _, s := range states {
			if s != nil {
				n++
			}
		}
		return n
	}
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	kills, before := 0, 0
	for before < 60 && kills < 40 {
		cmd := exec.Command(os.Args[0], "-test.run=TestKill$")
		cmd.Env = append(os.Environ(), "SIM_TEST_CHECKPOINT="+file)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rng.IntN(120)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		_ = cmd.Wait() // killed
		kills++
		after := shardsIn()
		if after < before {
			t.Fatalf("after kill %d the file has %d shards, %d before", kills, after, before)
		}
		before = after
	}
	if diff := cmp.Diff(want, mustRun(t, walk(60, 0), Options{Checkpoint: file})); diff != "" {
		t.Errorf("after %d kills: %s", kills, diff)
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
	first, last := 0, 0
	got := mustRun(t, e, Options{Checkpoint: file, Workers: 1, Progress: func(done, total int) {
		if first == 0 {
			first = done
		}
		last = done
	}})
	if first != i.Done+1 || last != 30 {
		t.Errorf("went on with shard %d of %d done, to %d", first, i.Done, last)
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
				panic("no plane")
			case 12:
				return state{}, errors.New("singular")
			}
			return inner(ctx, w, shard, rng)
		}
		file := filepath.Join(t.TempDir(), "checkpoint")
		_, err := e.Run(context.Background(), Options{Workers: workers, Checkpoint: file})
		var se *ShardError
		if !errors.As(err, &se) || se.Shard != 11 || se.Seed != 7 || !strings.Contains(err.Error(), "panic: no plane") {
			t.Fatalf("%d workers: %v", workers, err)
		}
		e.Shard = inner
		if diff := cmp.Diff(mustRun(t, walk(20, 0), Options{}), mustRun(t, e, Options{Checkpoint: file})); diff != "" {
			t.Error(diff)
		}
	}
	e := walk(2, 0)
	e.Shard = func(context.Context, []float64, int, *rand.Rand) (state, error) {
		return state{M: Moments{Mean: math.NaN()}}, nil
	}
	if _, err := e.Run(context.Background(), Options{}); err == nil || !strings.Contains(err.Error(), "cannot be kept") {
		t.Errorf("a result that JSON cannot hold: %v", err)
	}
}

// Files of other experiments and damaged files are refused; a torn last line is
// a shard that was in flight.
func TestCheckpointFile(t *testing.T) {
	e := walk(8, 0)
	file := filepath.Join(t.TempDir(), "checkpoint")
	want := mustRun(t, e, Options{Checkpoint: file})
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	change := func(f func(*Plan)) Experiment[state, []float64] {
		other := walk(8, 0)
		f(&other.Plan)
		return other
	}
	for _, c := range []struct {
		e    Experiment[state, []float64]
		text string
		want string
	}{
		{change(func(p *Plan) { p.Seed = 8 }), string(text), "its seed is 7, not 8"},
		{change(func(p *Plan) { p.Config = map[string]any{"steps": 9} }), string(text), `its config is {"steps":50}, not {"steps":9}`},
		{change(func(p *Plan) { p.Version = 2 }), string(text), "its version is 1, not 2"},
		{e, "model,loss\n", "no checkpoint file"},
		{e, "", "no checkpoint file"},
		{e, strings.Replace(string(text), `"M":{"N":50`, `"M":{"N":51`, 1), "line 2 is damaged"},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := c.e.Run(context.Background(), Options{Checkpoint: file})
		var ce *CheckpointError
		if !errors.As(err, &ce) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	for _, cut := range []int{1, 20, 300} {
		if err := os.WriteFile(file, text[:len(text)-cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, mustRun(t, e, Options{Checkpoint: file})); diff != "" {
			t.Errorf("%d bytes cut off: %s", cut, diff)
		}
	}
	if _, err := e.Run(context.Background(), Options{Checkpoint: filepath.Join(file, "x")}); err == nil {
		t.Error("a file within a file")
	}
	c, err := openCheckpoint(file, e.Plan, make([]*state, 8))
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	if _, err := e.Run(context.Background(), Options{Checkpoint: file}); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("a file in use: %v", err)
	}
}

func TestPlanErrors(t *testing.T) {
	e := walk(3, 0)
	for _, c := range []struct {
		err  error
		want string
	}{
		{e.Part(context.Background(), 0, 2, Options{}), "without a checkpoint"},
		{e.Part(context.Background(), 2, 5, Options{Checkpoint: "x"}), "shards 2 to 5 of 3"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %v, want %q", c.err, c.want)
		}
	}
	if _, err := walk(0, 0).Run(context.Background(), Options{}); err == nil || !strings.Contains(err.Error(), "at least 1 shard") {
		t.Errorf("no shards: %v", err)
	}
}

func BenchmarkShard(b *testing.B) {
	e := walk(1, 0)
	e.Shard = func(context.Context, []float64, int, *rand.Rand) (state, error) { return state{}, nil }
	e.Plan.Shards = b.N
	if _, err := e.Run(context.Background(), Options{Checkpoint: filepath.Join(b.TempDir(), "checkpoint")}); err != nil {
		b.Fatal(err)
	}
}
