package bootstrap

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// Each kind of replicates has the numbers of records that it is named for.
func TestReplicates(t *testing.T) {
	const n, b = 64, 16
	for _, kind := range kinds[:4] {
		w := draw(kind, n, b, rand.New(rand.NewPCG(1, 0)))
		if len(w) != b {
			t.Fatalf("%s: %d replicates, want %d", kind, len(w), b)
		}
		even := slices.Contains([]string{Frequencies, Regularized}, kind)
		constant := true
		for i := range n {
			total, counts := 0, [copies + 1]int{}
			for r := range w {
				total += int(w[r][i])
				counts[w[r][i]]++
			}
			constant = constant && total == b
			if want := [copies + 1]int{6, 6, 2, 2}; even && counts != want {
				t.Errorf("%s: record %d has the multiplicities %v, want %v", kind, i, counts, want)
			}
		}
		if constant != (kind != Random) {
			t.Errorf("%s: all records equally often: %v", kind, constant)
		}
		for r := range w {
			total, counts := 0, [copies + 1]int{}
			for _, k := range w[r] {
				total += int(k)
				counts[k]++
			}
			if total != n {
				t.Errorf("%s: replicate %d has %d records, want %d", kind, r, total, n)
			}
			if want := [copies + 1]int{24, 24, 8, 8}; even && counts != want {
				t.Errorf("%s: replicate %d has the multiplicities %v, want %v", kind, r, counts, want)
			}
		}
	}
}

// Where 8 does not divide n, sizes differ by 2 at most.
func TestRemainder(t *testing.T) {
	for n := 100; n < 108; n++ {
		for r, m := range regular(n, 8, true, rand.New(rand.NewPCG(1, 0))) {
			total := 0
			for _, k := range m {
				total += int(k)
			}
			if total < n-2 || total > n+2 {
				t.Errorf("%d records: replicate %d has %d", n, r, total)
			}
		}
	}
}

// spread returns the mean and the standard deviation over pairs of replicates: of the number of records that both leave
// out, and of the sum of the products of their multiplicities.
func spread(w replicates) (out [2]struct{ mean, sd float64 }) {
	var values [2][]float64
	for r := range w {
		for s := range r {
			both, product := 0.0, 0.0
			for i, k := range w[r] {
				if product += float64(k) * float64(w[s][i]); k == 0 && w[s][i] == 0 {
					both++
				}
			}
			values[0], values[1] = append(values[0], both), append(values[1], product)
		}
	}
	for f := range out {
		out[f].mean, out[f].sd = stat.MeanStdDev(values[f], nil)
	}
	return out
}

// Overlaps of regularized replicates are even, for both contrasts, and the means are those of the frequencies.
func TestOverlaps(t *testing.T) {
	const n, b = 200, 16
	rng := rand.New(rand.NewPCG(1, 0))
	free, even := spread(draw(Frequencies, n, b, rng)), spread(draw(Regularized, n, b, rng))
	for f, name := range []string{"records left out", "products"} {
		if free[f].mean != even[f].mean {
			t.Errorf("%s: means %v and %v, want equal ones", name, free[f].mean, even[f].mean)
		}
		if even[f].sd > free[f].sd/4 {
			t.Errorf("%s: standard deviation %v, want less than a quarter of %v", name, even[f].sd, free[f].sd)
		}
	}
}

// The products that exchanges carry along are those of the replicates.
func TestExchange(t *testing.T) {
	const n, b = 40, 8
	rng := rand.New(rand.NewPCG(2, 0))
	w := regular(n, b, false, rng)
	g := w.products()
	before, made := squares(g), 0
	for range 100_000 {
		r, s, i, j := rng.IntN(b), rng.IntN(b), rng.IntN(n), rng.IntN(n)
		k, l := w[r][i], w[r][j]
		if r != s && k != l && w[s][i] == l && w[s][j] == k && w.exchange(&g, r, s, i, j) {
			w[r][i], w[r][j], w[s][i], w[s][j] = l, k, k, l
			made++
		}
	}
	if made == 0 {
		t.Fatal("no exchange, want some")
	}
	for f, rows := range w.products() {
		for r := range rows {
			for s, want := range rows[r] {
				if math.Abs(g[f][r][s]-want) > 1e-9 {
					t.Fatalf("contrast %d, replicates %d and %d: product %v, want %v", f, r, s, g[f][r][s], want)
				}
			}
		}
	}
	if after := squares(g); after >= before {
		t.Errorf("squares %v, want less than %v", after, before)
	}
}

func squares(g [2][][]float64) (sum float64) {
	for f := range g {
		for r := range g[f] {
			for s := range r {
				sum += g[f][r][s] * g[f][r][s]
			}
		}
	}
	return sum
}

// pairCorrelation returns the correlation, over all orders of the records and for every data set, of the statistic
// Σ_{i<j} q_ij (w_i - 1)(w_j - 1) on two replicates, where the rows of q have the sum 0: the part of an estimate that
// belongs to pairs of records and not to records. It is the mean of products under the permutations of the records.
func pairCorrelation(w, v []uint8) float64 {
	product := func(w, v []uint8) float64 {
		n, x, squares, sizes := float64(len(w)), 0.0, 0.0, [2]float64{}
		for i := range w {
			a, b := float64(w[i])-1, float64(v[i])-1
			x, squares = x+a*b, squares+a*a*b*b
			sizes[0], sizes[1] = sizes[0]+a*a, sizes[1]+b*b
		}
		return x*x - squares*n/(n-2) + sizes[0]*sizes[1]/((n-1)*(n-2))
	}
	return product(w, v) / math.Sqrt(product(w, w)*product(v, v))
}

// pairCorrelation is the correlation over all 720 orders of six records, whatever the weights of the pairs.
func TestPairCorrelation(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	q := pairWeights(6, rng)
	statistic := func(w []uint8, order []int) (sum float64) {
		for i := range w {
			for j := range i {
				sum += q[order[i]][order[j]] * (float64(w[i]) - 1) * (float64(w[j]) - 1)
			}
		}
		return sum
	}
	var orders [][]int
	permute([]int{0, 1, 2, 3, 4, 5}, 0, func(p []int) { orders = append(orders, slices.Clone(p)) })
	for _, c := range [][2][]uint8{{{0, 0, 1, 1, 1, 3}, {0, 1, 0, 2, 2, 1}}, {{0, 0, 0, 2, 2, 2}, {0, 0, 2, 2, 0, 2}},
		{{0, 1, 1, 1, 1, 2}, {3, 0, 0, 0, 0, 3}}} {
		var xy, xx, yy float64
		for _, p := range orders {
			x, y := statistic(c[0], p), statistic(c[1], p)
			xy, xx, yy = xy+x*y, xx+x*x, yy+y*y
		}
		if got, want := pairCorrelation(c[0], c[1]), xy/math.Sqrt(xx*yy); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c, got, want)
		}
	}
}

// pairWeights returns a symmetric matrix whose rows and diagonal are 0 in sum, from products of vectors.
func pairWeights(n int, rng *rand.Rand) [][]float64 {
	q := make([][]float64, n)
	rows, total := make([]float64, n), 0.0
	for i := range q {
		q[i] = make([]float64, n)
		for j := range i {
			q[i][j] = rng.NormFloat64()
			q[j][i] = q[i][j]
			rows[i], rows[j], total = rows[i]+q[i][j], rows[j]+q[i][j], total+2*q[i][j]
		}
	}
	share := total / float64(2*n-2)
	for i := range q {
		for j := range q {
			if i != j {
				q[i][j] -= (rows[i] - share + rows[j] - share) / float64(n-2)
			}
		}
	}
	return q
}

func permute(p []int, k int, take func([]int)) {
	if k == len(p) {
		take(p)
	}
	for i := k; i < len(p); i++ {
		p[k], p[i] = p[i], p[k]
		permute(p, k+1, take)
		p[k], p[i] = p[i], p[k]
	}
}

// The mean correlation of the parts of pairs is about 0 for random replicates, 1/(B-1)² - 1/n for many regularized ones
// (with 1.5 = Σ (u² - 1)²/n for u = w - 1, more exactly (1 - 1.5/(B-1))/n in place of 1/n), and -1/(n-2) for half
// splits that share half of their records.
func TestPairCorrelationOfKinds(t *testing.T) {
	const n, b = 200, 16
	rng := rand.New(rand.NewPCG(4, 0))
	mean := func(w replicates) (sum float64) {
		for r := range w {
			for s := range r {
				sum += pairCorrelation(w[r], w[s]) / (b * (b - 1) / 2)
			}
		}
		return sum
	}
	random := 0.0
	for range 50 {
		random += mean(draw(Random, n, b, rng)) / 50
	}
	if math.Abs(random) > 5e-4 {
		t.Errorf("random: %v, want 0", random)
	}
	if got, want := mean(regular(n, b, true, rng)), 1./15/15-(1-1.5/15)/200; math.Abs(got-want) > 2e-4 {
		t.Errorf("regularized: %v, want %v", got, want)
	}
	halves := replicates{make([]uint8, n), make([]uint8, n)}
	for i := range n {
		halves[0][i], halves[1][i] = uint8(2*(i%2)), uint8(2*(i/2%2))
	}
	if got := pairCorrelation(halves[0], halves[1]); math.Abs(got+1./(n-2)) > 1e-12 {
		t.Errorf("halves: %v, want %v", got, -1./(n-2))
	}
}
