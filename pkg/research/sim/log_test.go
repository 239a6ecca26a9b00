package sim

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
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
	log := NewLog(path)
	for _, name := range []string{"one", "two"} {
		e := summed(name, 4)
		there, err := e.Gather()
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Fill(t.Context(), span(from, to), there, log, Options{Workers: 1}); err != nil {
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
				s, err := e.One(t.Context(), k)
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
		if n, damaged, err := readTwo(t, broken); n > 6 || i < len(text)-1 && n == 6 || damaged != nil || err != nil {
			t.Fatalf("cut after %d bytes: %d shards, %v, %v", i, n, damaged, err)
		}
		for _, flip := range []byte{1, 0x80, text[i] ^ '\n'} {
			if flip == 0 {
				continue
			}
			bad := slices.Clone(text)
			bad[i] ^= flip
			write(bad)
			n, damaged, err := readTwo(t, broken)
			var refused *CheckpointError
			if n > 5 || damaged == nil && !errors.As(err, &refused) {
				t.Fatalf("byte %d flipped by %#x: %d shards, %v, %v", i, flip, n, damaged, err)
			}
			if n, _, err := readTwo(t, other, whole, broken); err == nil && n != 10 {
				t.Fatalf("byte %d flipped by %#x, whole logs beside it: %d shards", i, flip, n)
			}
		}
	}
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
	if _, _, err := ReadLogs([]string{path}, false, there); err == nil || !strings.Contains(err.Error(), `shards of "one", which is no simulation`) {
		t.Errorf("another plan: %v", err)
	}
	one, err := summed("one", 4).Gather()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadLogs([]string{path}, false, one, there); err == nil || !strings.Contains(err.Error(), "seed is 4, not 5") {
		t.Errorf("another seed: %v", err)
	}
	if err := e.Fill(t.Context(), span(0, 2), there, NewLog(path), Options{}); !errors.Is(err, os.ErrExist) {
		t.Errorf("a log that is there: %v", err)
	}
	if err := e.Fill(t.Context(), span(3, 6), there, NewLog(path), Options{}); err == nil {
		t.Error("shards 3 to 6 of 5")
	}
	if err := os.WriteFile(path, []byte("bcv simulation 2 x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadLogs([]string{path}, false, there); err == nil || !strings.Contains(err.Error(), "no checkpoint file of this version") {
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
	var broken *CheckpointError
	err = e.Fill(t.Context(), []int{0, 1, 2, 3, 4}, there, NewLog(filepath.Join(t.TempDir(), "none", "log")), Options{Workers: 1})
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
	if !errors.As(err, &broken) || !errors.Is(err, syscall.ENOSPC) || ran != 1 || there.Holds(0) {
		t.Errorf("a full disk: %v after %d shards", err, ran)
	}
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
	log := NewLog(first)
	var failed *ShardError
	if err := e.Fill(t.Context(), span(0, 5), there, log, Options{Workers: 1}); !errors.As(err, &failed) || failed.Shard != 1 {
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
