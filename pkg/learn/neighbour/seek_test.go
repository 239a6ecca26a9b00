package neighbour

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

func TestAbove(t *testing.T) {
	if !wide {
		t.Log("this machine has one kernel")
	}
	rng := rand.New(rand.NewPCG(5, 5))
	special := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, 0.5}
	for range 200 {
		var s [segment]float64
		for k := range s {
			s[k] = rng.NormFloat64()
			if rng.IntN(4) == 0 {
				s[k] = special[rng.IntN(len(special))]
			}
		}
		for _, bound := range append(special, rng.NormFloat64()) {
			want := uint64(0)
			for k, v := range s {
				if v >= bound || v != v || bound != bound {
					want |= 1 << k
				}
			}
			if got, plain := above(&s, bound), aboveGo(&s, bound); got != want || plain != want {
				t.Fatalf("bound %v: %x and %x, want %x", bound, got, plain, want)
			}
		}
	}
}

// hostile draws records that products of rounded numbers cannot distinguish: far from the origin, on few points,
// next to each other, with one far away, of any size.
func hostile(t *rapid.T) (*dataset.Data, []float64) {
	n, p := rapid.IntRange(1, 700).Draw(t, "n"), rapid.IntRange(1, 70).Draw(t, "p")
	kind := rapid.SampledFrom([]string{"normal", "grid", "far", "near", "outlier", "tiny", "huge", "weights"}).Draw(t,
		"kind")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	d := &dataset.Data{X: mat.NewDense(n, p, nil), Class: make([]int32, n), Classes: []string{"a"}}
	weight := ones(p)
	d.X.Apply(func(i, j int, _ float64) float64 {
		v := rng.NormFloat64()
		switch kind {
		case "grid":
			return float64(rng.IntN(3))
		case "far":
			return 1e9 + math.Round(v)
		case "near":
			return 1 + 1e-15*math.Round(3*v)
		case "outlier":
			if i == n/2 {
				return 1e12
			}
			return math.Round(2*v) / 8
		case "tiny":
			return 1e-160 * math.Round(v)
		case "huge":
			return 1e152 * math.Round(v)
		case "weights":
			weight[j] = math.Exp(float64(4 * (j%9 - 4)))
			return math.Round(v)
		}
		return v
	}, d.X)
	return d, weight
}

// What is found is what sorting by the exact distances finds, with the lowest
// numbers first among equal ones.
func TestSeekExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, weight := hostile(t)
		want := min(rapid.IntRange(1, 50).Draw(t, "want"), d.N())
		s := newSpace(d)
		if s.finite(weight) != nil {
			return
		}
		var train []int32
		step := rapid.IntRange(1, 3).Draw(t, "step")
		for i := 0; i < d.N(); i += step {
			train = append(train, int32(i))
		}
		want = min(want, len(train))
		var k pack
		k.take(s, weight, train)
		from := rapid.IntRange(0, d.N()-1).Draw(t, "from")
		rows := span(from, min(from+rapid.IntRange(1, group).Draw(t, "rows"), d.N()))
		var w seeker
		w.seek(&k, rows, want)
		for r, i := range rows {
			for at, o := range ranked(d, train, weight, i)[:want] {
				if got := w.near[r]; got.record[at] != uint32(o.record) || got.square[at] != o.square {
					t.Fatalf("neighbour %d of record %d is %d at %v, want %d at %v",
						at, i, got.record[at], got.square[at], o.record, o.square)
				}
			}
		}
	})
}

// Lists, direct search and any number of workers find the same.
func TestWays(t *testing.T) {
	numtest.NotRaced(t)
	for _, d := range []*dataset.Data{coarse(normal(1500, 4, 2)), coarse(normal(700, 3, 3)), normal(1200, 30, 2)} {
		all, train := span(0, d.N()), span(0, 0)
		for i := 0; i < d.N(); i += 2 {
			train = append(train, int32(i))
		}
		for _, l := range []learn.Learner{KNN{}, KNN{K: 3, Kernel: Rectangular}, KNN{Scale: learn.PerFold}, WeightedNN{}} {
			var want [][]float64
			for _, way := range []string{"direct", "pool", "lists", "lists by a pool"} {
				var pool *learn.Pool
				if way == "pool" || way == "lists by a pool" {
					pool = learn.NewPool(3)
					pool.Free(2)
				}
				p, err := l.Prepare(t.Context(), d)
				if err != nil {
					t.Fatal(err)
				}
				f := p.NewFitter(pool).(lister)
				if way != "direct" && way != "pool" {
					if err := f.plan(math.Inf(1)); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := f.Fit(t.Context(), train); err != nil {
					t.Fatal(err)
				}
				got := [][]float64{make([]float64, d.N()), nil}
				f.Predict(all, got[0])
				if p, ok := f.(learn.Prober); ok {
					got[1] = make([]float64, d.N()*d.K())
					if err := p.Probabilities(all, got[1]); err != nil {
						t.Fatal(err)
					}
				}
				if want == nil {
					want = got
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s, n=%d, %s: %s", l, d.N(), way, diff)
				}
			}
		}
	}
}

// Lists are made when fits would compare more pairs without them.
func TestWhenLists(t *testing.T) {
	d := normal(100, 2, 2)
	f := fitted(t, KNN{}, d, span(0, 50)).(*knnFitter)
	for k := range 6 {
		if lists := f.lists != nil; lists != (k == 4) && k < 5 {
			t.Errorf("after %d fits, lists: %v", k+1, lists)
		}
		if _, err := f.Fit(t.Context(), span(0, 50)); err != nil {
			t.Fatal(err)
		}
	}
}

// Searches and the making of lists end when their context does.
func TestStop(t *testing.T) {
	d := normal(2000, 3, 2)
	set, err := cv.New(cv.BCV, 2000, cv.Options{M: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	few := set // too few folds for lists
	few.Splits = set.Splits[:1]
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f := fitted(t, KNN{}, d, span(0, 100)).(*knnFitter)
	if err := f.Open(t.Context(), few); err != nil {
		t.Fatal(err)
	}
	for how, fit := range map[string]func() (learn.Report, error){
		"Fit":     func() (learn.Report, error) { return f.Fit(ctx, span(0, 100)) },
		"FitFold": func() (learn.Report, error) { return f.FitFold(ctx, 0) },
	} {
		if _, err := f.Fit(t.Context(), span(0, 10)); err != nil {
			t.Fatal(err)
		}
		if _, err := fit(); err != nil {
			t.Fatal(err)
		}
		out := slices.Repeat([]float64{-1}, 1000)
		f.Predict(span(1000, 2000), out)
		if i := slices.IndexFunc(out, func(v float64) bool { return v != -1 }); i >= 0 {
			t.Errorf("%s: record %d was predicted after the end", how, i)
		}
	}
	if err := f.Open(ctx, set); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if err := f.Open(t.Context(), set); err != nil || f.lists == nil {
		t.Errorf("lists after an end: error %v", err)
	}
}

// The distances of four rows are the same as of each row.
func TestSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 5))
	for p := range 40 {
		row := func() []float64 {
			out := make([]float64, p)
			for j := range out {
				out[j] = rng.NormFloat64()
			}
			return out
		}
		x, w, z := row(), row(), [4][]float64{row(), row(), row(), row()}
		var got [4]float64
		got[0], got[1], got[2], got[3] = squares(x, z[0], z[1], z[2], z[3], w)
		for k, v := range got {
			if want := square(x, z[k], w); v != want {
				t.Fatal(fmt.Sprint("p=", p), v, want)
			}
		}
	}
}
