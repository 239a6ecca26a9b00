package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/block-regularized/bcv/research/internal/check"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/block-regularized/bcv/internal/sealed"
	"github.com/block-regularized/bcv/research/internal/arithmetic"
	"github.com/google/go-cmp/cmp"
)

// summed is an experiment whose result depends on the order of its sums.
func summed(name string, seed uint64) Experiment[float64, struct{}] {
	return Experiment[float64, struct{}]{
		Plan: Plan{Name: name, Version: 1, Seed: seed, Shards: 5},
		Shard: func(_ context.Context, _ struct{}, k int, rng *rand.Rand) (float64, error) {
			return rng.NormFloat64() / float64(3*k+1), nil
		},
		Merge: func(into *float64, from float64) { *into += from },
	}
}

// logOfTwo writes a log of shards from, ..., to-1 of two plans.
func logOfTwo(t *testing.T, path string, from, to int) {
	t.Helper()
	log := &Log{path: path}
	for _, name := range []string{"one", "two"} {
		e := summed(name, 4)
		there, err := e.Gather()
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Fill(t.Context(), span(to)[from:], there, log, Options{Workers: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
}

// readTwo reads logs and checks that each shard that is there is the right one.
func readTwo(t *testing.T, paths ...string) (shards int, damaged []string, err error) {
	t.Helper()
	var all []*Shards[float64]
	for _, name := range []string{"one", "two"} {
		there, err := summed(name, 4).Gather()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, there)
	}
	damaged, _, err = ReadLogs(paths, false, all[0], all[1])
	for i, name := range []string{"one", "two"} {
		e := summed(name, 4)
		want := newTree(5, e.Merge)
		for k := range 5 {
			if all[i].Holds(k) {
				shards++
				s, _, err := e.one(t.Context(), struct{}{}, k)
				if err != nil {
					t.Fatal(err)
				}
				if err := want.add(k, 1, &s); err != nil {
					t.Fatal(err)
				}
			}
		}
		var got, expected []float64
		all[i].Each(func(s float64) { got = append(got, s) })
		for _, from := range want.sorted() {
			expected = append(expected, *want.nodes[from].state)
		}
		if !slices.Equal(got, expected) {
			t.Fatalf("%s: read %v, want %v", name, got, expected)
		}
	}
	return shards, damaged, err
}

// Whatever byte of a log is another, and wherever it ends, what is read is right, and a
// whole log beside it makes up for what is not.
func TestDamagedLog(t *testing.T) {
	dir := t.TempDir()
	whole, other, broken := filepath.Join(dir, "whole"), filepath.Join(dir, "other"), filepath.Join(dir, "broken")
	logOfTwo(t, whole, 0, 3)
	logOfTwo(t, other, 1, 5)
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	if n, damaged, err := readTwo(t, other, whole); n != 10 || damaged != nil || err != nil {
		t.Fatalf("%d shards, %v, %v", n, damaged, err)
	}
	write := func(text []byte) {
		if err := os.WriteFile(broken, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range text {
		write(text[:i])
		{
			n, damaged, err := readTwo(t, broken)
			check.That(t, n <= 6, "n = %v, want at most %v", n, 6)
			check.That(t, !(i < len(text)-1 && n == 6), "unwanted: i < len(text)-1 && n == 6")
			check.That(t, damaged == nil, "damaged = %v, want nil", damaged)
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, flip := range []byte{1, 0x80, text[i] ^ '\n'} {
			if flip == 0 {
				continue
			}
			bad := slices.Clone(text)
			bad[i] ^= flip
			write(bad)
			n, damaged, err := readTwo(t, broken)
			var refused *LogError
			if n > 5 || damaged == nil && !errors.As(err, &refused) {
				t.Fatalf("byte %d flipped by %#x: %d shards, %v, %v", i, flip, n, damaged, err)
			}
			if n, _, err := readTwo(t, other, whole, broken); err == nil && n != 10 {
				t.Fatalf("byte %d flipped by %#x, whole logs beside it: %d shards", i, flip, n)
			}
		}
	}
}

// fileOf writes a file, the checkpoint of an earlier version by its name, and returns what
// Options.Log is for it.
func fileOf(t *testing.T, text []byte) (log, path string) {
	t.Helper()
	log = filepath.Join(t.TempDir(), "walk")
	path = log + ".ckpt"
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return log, path
}

// record returns the record of size shards from one on, merged.
func record(t *testing.T, e Experiment[state, []float64], from, size int) []byte {
	t.Helper()
	var all state
	for k := range size {
		s, _, err := e.one(t.Context(), e.worker(), from+k)
		if err != nil {
			t.Fatal(err)
		}
		e.Merge(&all, s)
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return sealed.Line("", fmt.Appendf(nil, "%d %d %s", from, size, text))
}

// A checkpoint of an earlier version, with merged shards and a torn end, is read and left
// alone.
func TestEarlierCheckpoint(t *testing.T) {
	e := walk(8, 0)
	head, err := header[state](e.Plan)
	if err != nil {
		t.Fatal(err)
	}
	text := slices.Concat(head, record(t, e, 0, 2), record(t, e, 5, 1), record(t, e, 7, 1)[:100])
	log, path := fileOf(t, text)
	first := -1
	got := mustRun(t, e, Options{Log: log, Progress: func(done, _ int) {
		if first < 0 {
			first = done
		}
	}})
	if first != 3 {
		t.Errorf("%d shards were read, want 3", first)
	}
	if diff := cmp.Diff(mustRun(t, e, Options{}), got); diff != "" {
		t.Error(diff)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, text) {
		t.Errorf("the file has %d bytes, want %d as before; %v", len(after), len(text), err)
	}
}

// Logs of a longer name are not of the run, even if it begins in the same way.
func TestLogsOfLongerNames(t *testing.T) {
	log := filepath.Join(t.TempDir(), "one")
	e := summed("one", 4)
	want, err := e.Run(t.Context(), Options{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	logOfTwo(t, log+".part-0-of-1.abcdefghij.log", 0, 5)
	logOfTwo(t, log+"more.abcdefghij.log", 0, 5)
	if got, err := e.Run(t.Context(), Options{Log: log}); got != want || err != nil {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if paths, err := logsOf(log); len(paths) != 1 || err != nil {
		t.Errorf("logs %q, %v, want one", paths, err)
	}
}

// Logs of other experiments are refused with a line that names the difference; what is
// damaged is computed again.
func TestOtherPlans(t *testing.T) {
	e := walk(8, 0)
	head, err := header[state](e.Plan)
	if err != nil {
		t.Fatal(err)
	}
	first, text := string(head), string(head)+string(record(t, e, 0, 1))
	change := func(f func(*Plan)) Experiment[state, []float64] {
		other := walk(8, 0)
		f(&other.Plan)
		return other
	}
	kind := arithmetic.Kind()
	for _, c := range []struct {
		e    Experiment[state, []float64]
		text string
		want string // "" if it is computed again
	}{
		{change(func(p *Plan) { p.Name = "run" }), text, `it holds shards of "walk", which is not a simulation of`},
		{change(func(p *Plan) { p.Seed, p.Shards = 8, 9 }), text, "its seed is 7, not 8; its shards is 8, not 9; name"},
		{change(func(p *Plan) { p.Version = 2 }), text, "its version is 1, not 2; name"},
		{change(func(p *Plan) { p.Config = map[string]any{"steps": 9, "from": "normal"} }), text,
			`its config from is absent, not "normal"; its config steps is 20, not 9; name`},
		{change(func(p *Plan) { p.Config = []int{3} }), text, `its config is {"steps":20}, not [3]; name`},
		{e, reseal(first, kind, "pdp11"),
			`another kind of machine, whose last digits can differ: its arithmetic is "pdp11", not "` + kind},
		{e, reseal(first, "layout", "stuff"), "its results have other fields; name"},
		{e, strings.Replace(text, mark, "bcv simulation 1 ", 1), "it is not a log of this version"},
		{e, "model,loss\n", ""},
		{e, "", ""},
		{e, strings.Replace(text, `"seed":7`, `"seed":8`, 1), ""},
		{e, strings.Replace(text, `"M":{"N":20`, `"M":{"N":21`, 1), ""},
		{e, first + string(encode(9, []byte("{}"))), ""},
		{e, first + string(sealed.Line("", []byte("4 3 {}"))), ""},
	} {
		log, path := fileOf(t, []byte(c.text))
		_, err := c.e.Run(context.Background(), Options{Log: log})
		var refused *LogError
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%.60q: error %v, want none", c.text, err)
		case c.want != "" && (!errors.As(err, &refused) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("error %v, want %q", err, c.want)
		}
		if after, _ := os.ReadFile(path); string(after) != c.text {
			t.Errorf("%s: the file was changed", c.want)
		}
	}
}

// reseal changes the JSON of a first line, with a right checksum.
func reseal(line, old, now string) string {
	text, _ := sealed.Text([]byte(strings.TrimSuffix(line[len(mark):], "\n")))
	return string(sealed.Line(mark, bytes.Replace(text, []byte(old), []byte(now), 1)))
}

// Whatever lines a log has, also such with right checksums, it is read to its end or
// refused: no panic, and each shard is counted once.
func FuzzLog(f *testing.F) {
	e := summed("one", 4)
	there, err := e.Gather()
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("1 1 2.5\n0 1 {}\n"), true)
	f.Add([]byte("2 2 7\n4 1 null\nfailed 1 luck\n3 1 {"), true)
	f.Add(encode(3, []byte("1")), false)
	path := filepath.Join(f.TempDir(), "log")
	f.Fuzz(func(t *testing.T, text []byte, seals bool) {
		file := bytes.Clone(there.head)
		if seals {
			for line := range bytes.Lines(text) {
				file = append(file, sealed.Line("", bytes.TrimSuffix(line, []byte("\n")))...)
			}
		} else {
			file = append(file, text...)
		}
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		read, err := e.Gather()
		if err != nil {
			t.Fatal(err)
		}
		var refused *LogError
		if _, _, err := ReadLogs([]string{path}, false, read); err != nil {
			if !errors.As(err, &refused) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("error %q, want one line of *LogError", err)
			}
			return
		}
		done := 0
		for from, n := range read.tree.nodes {
			if n.size < 1 || from%n.size != 0 || from+n.size > e.Plan.Shards {
				t.Fatalf("%d shards from %d on", n.size, from)
			}
			done += n.size
		}
		if done != read.tree.done || done > e.Plan.Shards {
			t.Fatalf("%d shards counted, %d there", read.tree.done, done)
		}
	})
}

// A log of another seed is refused by name; an existing file is never written.
func TestLogRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	logOfTwo(t, path, 0, 2)
	e := summed("two", 5)
	there, err := e.Gather()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadLogs([]string{path}, false, there); err == nil || !strings.Contains(err.Error(),
		`shards of "one", which is not a simulation`) {
		t.Errorf("another plan: %v", err)
	}
	one, err := summed("one", 4).Gather()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadLogs([]string{path}, false, one, there); err == nil || !strings.Contains(err.Error(),
		"seed is 4, not 5") {
		t.Errorf("another seed: %v", err)
	}
	if err := e.Fill(t.Context(), span(2), there, &Log{path: path}, Options{}); !errors.Is(err, os.ErrExist) {
		t.Errorf("a log that is there: %v", err)
	}
	if err := e.Fill(t.Context(), span(6)[3:], there, &Log{path: path}, Options{}); err == nil {
		t.Error("shards 3 to 6 of 5")
	}
	if err := os.WriteFile(path, []byte("bcv simulation 2 x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadLogs([]string{path}, false, there); err == nil || !strings.Contains(err.Error(),
		"not a log of this version") {
		t.Errorf("an old version: %v", err)
	}
}

// A log that cannot be made is known before anything is computed; one on a full disk is
// an error of the file.
func TestUnwritableLog(t *testing.T) {
	e := summed("one", 4)
	ran, good := 0, e.Shard
	e.Shard = func(ctx context.Context, w struct{}, k int, rng *rand.Rand) (float64, error) {
		ran++
		return good(ctx, w, k, rng)
	}
	there, err := e.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var broken *LogError
	err = e.Fill(t.Context(), []int{0, 1, 2, 3, 4}, there, NewLog(filepath.Join(t.TempDir(), "none", "log")),
		Options{Workers: 1})
	if !errors.As(err, &broken) || !errors.Is(err, os.ErrNotExist) || ran > 0 {
		t.Errorf("no directory: %v after %d shards", err, ran)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if errors.Is(err, os.ErrNotExist) {
		return // no Linux
	}
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	err = e.Fill(t.Context(), []int{0, 1, 2, 3, 4}, there, &Log{path: "/dev/full", file: full}, Options{Workers: 1})
	check.That(t, errors.As(err, &broken), "want errors.As(err, &broken)")
	check.That(t, errors.Is(err, syscall.ENOSPC), "want errors.Is(err, syscall.ENOSPC)")
	check.Equal(t, "ran", ran, 1)
	check.That(t, !(there.Holds(0)), "unwanted: there.Holds(0)")
}

// A shard that failed is in the log until another attempt has it.
func TestFailedShard(t *testing.T) {
	dir := t.TempDir()
	e := summed("one", 4)
	good := e.Shard
	e.Shard = func(ctx context.Context, w struct{}, k int, rng *rand.Rand) (float64, error) {
		if k == 1 {
			return 0, errors.New("no luck\nat all")
		}
		return good(ctx, w, k, rng)
	}
	there, err := e.Gather()
	if err != nil {
		t.Fatal(err)
	}
	first := filepath.Join(dir, "first")
	log := &Log{path: first}
	var failed *ShardError
	if err := e.Fill(t.Context(), span(5), there, log, Options{Workers: 1}); !errors.As(err, &failed) ||
		failed.Shard != 1 {
		t.Fatalf("error %v", err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	paths := []string{first}
	for _, want := range []int{1, 0} {
		again, err := summed("one", 4).Gather()
		if err != nil {
			t.Fatal(err)
		}
		other, err := summed("two", 4).Gather()
		if err != nil {
			t.Fatal(err)
		}
		if damaged, _, err := ReadLogs(paths, false, again, other); damaged != nil || err != nil {
			t.Fatal(damaged, err)
		}
		if f := again.Failed(); len(f) != want || want == 1 && f[1] != "no luck" || !again.Holds(0) {
			t.Errorf("failed %v", f)
		}
		if want == 0 {
			break
		}
		logOfTwo(t, filepath.Join(dir, "second"), 1, 2)
		paths = append(paths, filepath.Join(dir, "second"))
	}
}
