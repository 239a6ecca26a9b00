package race

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/block-regularized/bcv/pkg/variance"
)

var updateCritical = flag.Bool("update-critical", false, "simulate the table of boundaries anew (4 minutes of one "+
	"processor)")

// The table was made by
//
//	go test ./pkg/infer/race -run TestTable -update-critical -timeout 1h
//
// with this seed.
const tableSeed = 20261123

// draws is the number of simulated races of a number of algorithms.
func draws(k int) int { return min(40_000, 800_000/k, 120_000_000/(k*k)) }

// spreads are standard deviations of algorithms at which the error can be largest: equal, or those of a half, a third
// or three quarters of the algorithms 20 times as large, or from 1 to 10 in equal ratios.
func spreads(k int) [][]float64 {
	large := []int{k, k / 2, (k + 2) / 3, (3*k + 3) / 4}
	if k >= 50 {
		large = large[:2]
	}
	var out [][]float64
	for _, w := range slices.Compact(slices.Sorted(slices.Values(large))) {
		sd := slices.Repeat([]float64{0.05}, k)
		for i := range w {
			sd[i] = 1
		}
		out = append(out, sd)
	}
	if k >= 50 {
		return out
	}
	ratios := make([]float64, k)
	for i := range ratios {
		ratios[i] = math.Pow(10, float64(i)/float64(k-1))
	}
	return append([][]float64{ratios}, out...)
}

// normal draws losses by algorithm and fold: independent algorithms, mean 0, variance 1, correlation rho1 within a
// replication and rho2 between replications.
func normal(rng *rand.Rand, models, last int, rho1, rho2 float64) [][]float64 {
	shared, between, within := math.Sqrt(rho2), math.Sqrt(max((1+rho1)/2-rho2, 0)), math.Sqrt((1-rho1)/2)
	out := make([][]float64, models)
	for i := range out {
		a := shared * rng.NormFloat64()
		for range last {
			b, c := a+between*rng.NormFloat64(), within*rng.NormFloat64()
			out[i] = append(out[i], b+c, b-c)
		}
	}
	return out
}

// ratios draws a race of equal algorithms and returns the largest ratio of a mean difference and its spread, at each
// look from 2 to last.
func ratios(rng *rand.Rand, sd []float64, rho1, rho2 float64, last int, prior float64) []float64 {
	k := len(sd)
	n := k * (k - 1) / 2
	sum, squares := make([]float64, n), make([]float64, n)
	x := normal(rng, k, last, rho1, rho2)
	for i, s := range sd {
		floats.Scale(s, x[i])
	}
	out := make([]float64, last+1)
	for m := 1; m <= last; m++ {
		for f := 2*m - 2; f < 2*m; f++ {
			q := 0
			for i := range k {
				for j := range i {
					d := x[i][f] - x[j][f]
					sum[q] += d
					squares[q] += d * d
					q++
				}
			}
		}
		if m >= 2 {
			out[m] = largest(sum, squares, m, prior)
		}
	}
	return out
}

// largest returns the largest ratio of a mean difference and its spread.
func largest(sum, squares []float64, m int, prior float64) float64 {
	folds, pooled := float64(2*m), 0.0
	for q, s := range sum {
		pooled += squares[q]/folds - s*s/folds/folds
	}
	pooled /= float64(len(sum))
	share, most := prior/(prior+variance.DFhat(m)), 0.0
	for q, s := range sum {
		square := s * s / folds / folds
		own := squares[q]/folds - square
		if own < pooled {
			own += share * (pooled - own)
		}
		most = max(most, square/own)
	}
	return math.Sqrt(most)
}

// simulated holds ratios by case, race and look, and each look's in order.
type simulated struct{ ratios, sorted [][][]float64 }

// simulate simulates races of equal algorithms at the corners of the correlations, with each of some spreads.
func simulate(spreads [][]float64, draws int, prior float64, seed uint64) simulated {
	var out simulated
	for _, sd := range spreads {
		for _, rho1 := range []float64{0, 0.5} {
			rng := rand.New(rand.NewPCG(seed, uint64(len(sd))))
			races, looks := make([][]float64, draws), make([][]float64, lastLook+1)
			for i := range races {
				races[i] = ratios(rng, sd, rho1, 0.5, lastLook, prior)
				for m, x := range races[i] {
					looks[m] = append(looks[m], x)
				}
			}
			for _, x := range looks {
				slices.Sort(x)
			}
			out.ratios, out.sorted = append(out.ratios, races), append(out.sorted, looks)
		}
	}
	return out
}

// boundaries returns the values, by look, that each look alone exceeds in exceeding races at most in every case.
func (s simulated) boundaries(start, last, exceeding int) []float64 {
	out := make([]float64, last+1)
	for m := start; m <= last; m++ {
		for _, looks := range s.sorted {
			out[m] = max(out[m], looks[m][len(looks[m])-1-exceeding])
		}
	}
	return out
}

// most returns the largest number of races of a case where any look exceeds its boundary.
func (s simulated) most(start, last int, boundaries []float64) int {
	most := 0
	for _, races := range s.ratios {
		n := 0
		for _, x := range races {
			for m := start; m <= last; m++ {
				if x[m] > boundaries[m] {
					n++
					break
				}
			}
		}
		most = max(most, n)
	}
	return most
}

// critical returns the boundaries, by look, that any look exceeds with probability alpha at most in every case, and
// each look with one probability at most.
func (s simulated) critical(start, last int, alpha float64) []float64 {
	allowed := int(alpha * float64(len(s.ratios[0])))
	exceeding := sort.Search(allowed, func(n int) bool {
		return s.most(start, last, s.boundaries(start, last, n+1)) > allowed
	})
	return s.boundaries(start, last, exceeding)
}

// tableBoundaries returns the boundaries of a race for a number that is left, by look.
func tableBoundaries(t *testing.T, r Race, left int) []float64 {
	t.Helper()
	r, err := r.Filled()
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float64, r.Max+1)
	for m := r.Start; m <= r.Max; m++ {
		out[m] = r.factor(left, m)
	}
	return out
}

// Other random numbers, at sizes that are in the table and between them, find the level of the table in the worst case.
func TestTable(t *testing.T) {
	if *updateCritical {
		writeTable(t)
	}
	for k, draws := range map[int]int{3: 6000, 5: 4000, 20: 1000, 30: 500} {
		s := simulate(spreads(k), draws, priorDF, 2)
		for _, r := range []Race{{Models: k}, {Models: k, Start: 2, Max: 6}, {Models: k, Max: 20, Alpha: 0.15}} {
			r, err := r.Filled()
			if err != nil {
				t.Fatal(err)
			}
			got := float64(s.most(r.Start, r.Max, tableBoundaries(t, r, k))) / float64(draws)
			se := math.Sqrt(r.Alpha * (1 - r.Alpha) / float64(draws))
			if got > r.Alpha+3*se+0.1*r.Alpha || got < r.Alpha-3*se-0.1*r.Alpha {
				t.Errorf("%+v: error %v in the worst case, want %v ± %v", r, got, r.Alpha, se)
			}
		}
	}
}

// More algorithms (from four), smaller levels and more looks have higher boundaries; later looks have lower ones, up
// to the noise of the table.
func TestMonotone(t *testing.T) {
	for start := 2; start <= 4; start++ {
		for k := 3; k <= mostModels; k += 1 + k/5 {
			r := Race{Models: k, Start: start}
			c := tableBoundaries(t, r, k)
			more := tableBoundaries(t, r, min(mostModels, k+1+k/5))
			strict := tableBoundaries(t, Race{Models: k, Start: start, Alpha: 0.04}, k)
			longer := tableBoundaries(t, Race{Models: k, Start: start, Max: 15}, k)
			for m := start; m <= 12; m++ {
				if k > 3 && k < mostModels && more[m] < 0.99*c[m] {
					t.Errorf("start %d, m = %d: %v for %d left, %v for more", start, m, c[m], k, more[m])
				}
				if strict[m] <= c[m] {
					t.Errorf("start %d, %d left, m = %d: %v at 0.05, %v at 0.04", start, k, m, c[m], strict[m])
				}
				if longer[m] < c[m] {
					t.Errorf("start %d, %d left, m = %d: %v of 12, %v of 15", start, k, m, c[m], longer[m])
				}
				if m > start && c[m] > 1.005*c[m-1] {
					t.Errorf("start %d, %d left: %v at m = %d, %v before", start, k, c[m], m, c[m-1])
				}
			}
		}
	}
}

// What doc.go says of other variances: own ones need very high boundaries at first, the mean is too small for the
// pairs that vary most.
func TestOtherVariances(t *testing.T) {
	const k, draws = 20, 1000
	all := spreads(k)
	equal := all[len(all)-1:]
	own := simulate(equal, draws, 0, 3).critical(3, 12, 0.05)
	if own[3] < 15 {
		t.Errorf("own variances: boundary %v, want more than 15", own[3])
	}
	floor := simulate(equal, draws, 1e9, 3).critical(3, 12, 0.05)
	if floor[3] > 5 {
		t.Errorf("variances at least the mean: boundary %v, want less than 5", floor[3])
	}
	if got := simulate(all, draws, 1e9, 3).most(3, 12, floor); got < draws/10 {
		t.Errorf("variances at least the mean: %d of %d races with a false drop, want more", got, draws)
	}
}

// writeTable makes the table.
func writeTable(t *testing.T) {
	t.Helper()
	var file bytes.Buffer
	b := gzip.NewWriter(&file)
	fmt.Fprintln(b, "start,left,max,m,0.01,0.02,0.05,0.1,0.2")
	for _, size := range sizes {
		k := int(size)
		s := simulate(spreads(k), draws(k), priorDF, tableSeed)
		for start := 2; start <= 3; start++ {
			for _, last := range lasts {
				var by [][]float64
				for _, alpha := range alphas {
					by = append(by, s.critical(start, last, alpha))
				}
				for m := start; m <= last; m++ {
					fmt.Fprintf(b, "%d,%d,%d,%d", start, k, last, m)
					for _, c := range by {
						fmt.Fprintf(b, ",%.4g", c[m])
					}
					fmt.Fprintln(b)
				}
			}
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("critical.csv.gz", file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
