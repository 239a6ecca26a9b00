//go:build unix

package sim

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// manyShards is an experiment of many cheap shards, and logs of its parts: shard k is in
// log part(k).
func manyShards(t testing.TB, shards, parts int, part func(k int) int) (e Experiment[Moments, struct{}], paths []string) {
	t.Helper()
	e = Experiment[Moments, struct{}]{Plan: Plan{Name: "many", Version: 1, Seed: 1, Shards: shards}, Merge: (*Moments).Merge}
	head, err := header[Moments](e.Plan)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	lists := make([][]int, parts)
	for k := range shards {
		i := part(k)
		lists[i] = append(lists[i], k)
	}
	for i, list := range lists {
		path := filepath.Join(dir, fmt.Sprintf("%05d.log", i))
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w := bufio.NewWriter(file)
		w.Write(head)
		for _, k := range list {
			rng := e.Plan.Stream(k)
			var m Moments
			m.Add(rng.NormFloat64())
			m.Add(rng.NormFloat64())
			text, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			w.Write(encode(k, 1, text))
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return e, paths
}

// orders are ways to deal shards out to parts: as parts of studies do, and the worst.
var orders = []struct {
	name string
	part func(shards, parts int) func(k int) int
}{
	{"neighbours", func(shards, parts int) func(k int) int {
		return func(k int) int { return int(int64(k) * int64(parts) / int64(shards)) }
	}},
	{"scattered", func(_, parts int) func(k int) int {
		rng := rand.New(rand.NewPCG(1, 1))
		return func(int) int { return rng.IntN(parts) }
	}},
}

// collectMany reads the logs and returns the result and the most bytes that were alive.
func collectMany(t testing.TB, e Experiment[Moments, struct{}], paths []string) (Moments, uint64) {
	t.Helper()
	alive := func() uint64 {
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return s.HeapAlloc
	}
	before, peak := alive(), uint64(0)
	there, err := e.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for i := range paths {
		if _, _, err := ReadLogs(paths[i:i+1], false, there); err != nil {
			t.Fatal(err)
		}
		if now := alive(); now > before {
			peak = max(peak, now-before)
		}
	}
	m, err := there.Result()
	if err != nil {
		t.Fatal(err)
	}
	return m, peak
}

// processorSeconds returns the processor time of the process.
func processorSeconds(b *testing.B) float64 {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

// BenchmarkCollect collects 10^4 to 10^6 shards of 100 logs, and reports the time and the
// memory.
func BenchmarkCollect(b *testing.B) {
	for _, order := range orders {
		for _, shards := range []int{10_000, 100_000, 1_000_000} {
			e, paths := manyShards(b, shards, 100, order.part(shards, 100))
			b.Run(fmt.Sprintf("%s/shards=%d", order.name, shards), func(b *testing.B) {
				for b.Loop() {
					start := processorSeconds(b)
					_, peak := collectMany(b, e, paths)
					b.ReportMetric(processorSeconds(b)-start, "cpu-s")
					b.ReportMetric(float64(peak)/(1<<20), "peak-MB")
				}
			})
		}
	}
}

// Parts with neighbouring shards are collected in memory that does not grow with their
// number: the logs of 20,000 shards hold 2 MB.
func TestCollectInLittleMemory(t *testing.T) {
	var want Moments
	for k := range 20_000 {
		var m Moments
		rng := Plan{Name: "many", Seed: 1}.Stream(k)
		m.Add(rng.NormFloat64())
		m.Add(rng.NormFloat64())
		want.Merge(m)
	}
	e, paths := manyShards(t, 20_000, 20, orders[0].part(20_000, 20))
	got, peak := collectMany(t, e, paths)
	if got.N != want.N || math.Abs(got.Mean-want.Mean) > 1e-12 {
		t.Errorf("%+v, want %+v", got, want)
	}
	if peak > 200_000 {
		t.Errorf("%d bytes for 20,000 shards", peak)
	}
}
