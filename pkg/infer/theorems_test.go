package infer

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/pkg/variance"
)

// M lemma 1, by summing the multinomial distribution: given how many records the two
// models disagree on, those that A has wrong are binomial with r, and so on; in the last
// line the number of trials is n10+n00, where n01+n00 is printed (erratum E28).
func TestContingencyConditionals(t *testing.T) {
	const n = 7
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.Float64Range(0.05, 1)
		p := [4]float64{cell.Draw(t, "00"), cell.Draw(t, "01"), cell.Draw(t, "10"), cell.Draw(t, "11")}
		total := p[0] + p[1] + p[2] + p[3]
		for i := range p {
			p[i] /= total
		}
		gamma := func(k int) float64 { v, _ := math.Lgamma(float64(k) + 1); return v }
		each := func(do func(c [4]int, prob float64)) {
			for a := range n + 1 {
				for b := range n + 1 - a {
					for c := range n + 1 - a - b {
						k := [4]int{a, b, c, n - a - b - c}
						log := gamma(n)
						for i := range k {
							log += float64(k[i])*math.Log(p[i]) - gamma(k[i])
						}
						do(k, math.Exp(log))
					}
				}
			}
		}
		// gap returns how far the distribution of hit given trials is from binomial with share q.
		gap := func(hit, trials func(c [4]int) int, q float64) (worst float64) {
			var joint [n + 1][n + 1]float64
			each(func(c [4]int, prob float64) { joint[trials(c)][min(hit(c), n)] += prob })
			for s := range joint {
				sum := 0.0
				for _, prob := range joint[s] {
					sum += prob
				}
				for k, prob := range joint[s] {
					if sum > 0 {
						worst = max(worst, math.Abs(prob/sum-distuv.Binomial{N: float64(s), P: q}.Prob(float64(k))))
					}
				}
			}
			return worst
		}
		at := func(is ...int) func([4]int) int {
			return func(c [4]int) (sum int) {
				for _, i := range is {
					sum += c[i]
				}
				return sum
			}
		}
		all := func([4]int) int { return n }
		for name, got := range map[string]float64{
			"n01+n10":       gap(at(1, 2), all, p[1]+p[2]),
			"n01 | n01+n10": gap(at(1), at(1, 2), p[1]/(p[1]+p[2])),
			"n01 | n01+n11": gap(at(1), at(1, 3), p[1]/(p[1]+p[3])),
			"n00 | n10+n00": gap(at(0), at(2, 0), p[0]/(p[2]+p[0])),
		} {
			if got > 1e-9 {
				t.Fatalf("%s: off by %v", name, got)
			}
		}
		if printed := gap(at(0), at(1, 0), p[0]/(p[2]+p[0])); math.Abs(p[1]-p[2]) > 0.02 && printed < 1e-3 {
			t.Fatalf("n00 given n01+n00, as printed, is off by only %v", printed)
		}
	})
}

// M theorems 1 and 3: the effective table has the modes of the pooled one, and the
// number of its records gives a share e of them the variance of the mean of the ten estimates.
func TestEffectiveTableHasTheModes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 150.0
		rho1, rho2 := rapid.Float64Range(0, 0.5).Draw(t, "rho1"), rapid.Float64Range(0, 0.5).Draw(t, "rho2")
		var folds []Contingency
		var sum Contingency
		for range 10 {
			a, b, c := rapid.IntRange(1, 40).Draw(t, "00"), rapid.IntRange(1, 40).Draw(t, "01"),
				rapid.IntRange(1, 40).Draw(t, "10")
			x := Contingency{N00: float64(a), N01: float64(b), N10: float64(c), N11: size - float64(a+b+c)}
			folds = append(folds, x)
			sum = Contingency{N00: sum.N00 + x.N00, N01: sum.N01 + x.N01, N10: sum.N10 + x.N10, N11: sum.N11 + x.N11}
		}
		effective, err := EffectiveContingency(folds, rho1, rho2)
		if err != nil {
			t.Fatal(err)
		}
		p, err := effective.Posterior(1)
		if err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string][2]float64{
			"e": {p.E.Mode(), (sum.N01 + sum.N10) / sum.Total()}, "r": {p.R.Mode(), sum.N01 / (sum.N01 + sum.N10)},
			"qa": {p.Qa.Mode(), sum.N01 / (sum.N01 + sum.N11)}, "qb": {p.Qb.Mode(), sum.N00 / (sum.N00 + sum.N10)},
		} {
			if math.Abs(c[0]-c[1]) > 1e-9 {
				t.Fatalf("mode of %s: %v, pooled %v", name, c[0], c[1])
			}
		}
		ofMean := variance.TStatistic{M: 5, Rho1: rho1, Rho2: rho2}.Var() / size // of the mean, over e(1-e)
		if math.Abs(1/effective.Total()-ofMean) > 1e-12 {
			t.Fatalf("a share of %v records has variance %v, the mean %v",
				effective.Total(), 1/effective.Total(), ofMean)
		}
	})
}

// P proposition 1: where S is larger by x and W and B have the same distributions, the differences of
// the folds are those of the smaller S, all moved by one normal number of variance x. An estimate of
// S whose expectation is S for all delta would have the same expectation in both cases.
func TestFoldsDoNotShowTheVarianceOfData(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(2, 6).Draw(t, "m")
		within, between := rapid.Float64Range(0.1, 2).Draw(t, "within"), rapid.Float64Range(0.1, 2).Draw(t, "between")
		small := rapid.Float64Range(0, 1).Draw(t, "S")
		x := rapid.Float64Range(0.1, 1).Draw(t, "x")
		covariance := func(s float64) func(j, k, l, h int) float64 {
			// from within = sigma²(1-rho1), between = sigma²(1+rho1-2 rho2), S = sigma² rho2
			sigma2 := s + (within+between)/2
			rho1, rho2 := 1-within/sigma2, s/sigma2
			return func(j, k, l, h int) float64 {
				switch {
				case j != l:
					return sigma2 * rho2
				case k != h:
					return sigma2 * rho1
				}
				return sigma2
			}
		}
		one, two := covariance(small), covariance(small+x)
		for i := range 4 * m * m {
			j, k, l, h := i%m, i/m%2, i/m/2%m, i/m/2/m
			if gap := two(j, k, l, h) - one(j, k, l, h); math.Abs(gap-x) > 1e-12 {
				t.Fatalf("covariance of folds %d %d and %d %d is larger by %v, want %v", j, k, l, h, gap, x)
			}
		}
	})
}

// P proposition 3: H - P̂'/r has the expectation S', the variance of the mean over all partitions of half
// of the records, whatever the distribution: here by a sum over all data sets of eight records, and
// over all partitions of both halves, of the squared error of the training mean minus that of 0.
func TestHalvesShowTheVarianceOfData(t *testing.T) {
	partitions := [3][4]int{{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}} // two of four records, and the others
	rapid.Check(t, func(t *rapid.T) {
		value := [2]float64{rapid.Float64Range(-2, 2).Draw(t, "first"), rapid.Float64Range(-2, 2).Draw(t, "second")}
		p := rapid.Float64Range(0.05, 0.95).Draw(t, "p")
		half := func(bits int) (folds [3][2]float64, prob float64) {
			var x [4]float64
			prob = 1
			for i := range x {
				k := bits >> i & 1
				x[i] = value[k]
				prob *= [2]float64{p, 1 - p}[k]
			}
			for i, q := range partitions {
				for f := range 2 {
					mean := (x[q[2-2*f]] + x[q[3-2*f]]) / 2
					for _, v := range q[2*f : 2*f+2] {
						folds[i][f] += ((x[v]-mean)*(x[v]-mean) - x[v]*x[v]) / 2
					}
				}
			}
			return folds, prob
		}
		var mean, square, added float64 // of the mean over all partitions of a half
		for bits := range 16 {
			folds, prob := half(bits)
			var each []float64
			for _, f := range folds {
				each = append(each, (f[0]+f[1])/2)
			}
			centre, squares := deviations(each)
			mean += prob * centre
			square += prob * centre * centre
			added += prob * squares / 3
		}
		var h, within float64
		for bits := range 256 {
			one, p1 := half(bits & 15)
			two, p2 := half(bits >> 4)
			for i := range 81 { // both replications of both halves
				inner := [][2][][2]float64{{{one[i%3], one[i/3%3]}, {two[i/9%3], two[i/27]}}}
				a, b := InnerVariances(inner)
				h += p1 * p2 / 81 * a
				within += p1 * p2 / 81 * b
			}
		}
		if s := square - mean*mean; math.Abs(h-within/2-s) > 1e-10 {
			t.Fatalf("expectation of H - P'/r %v, want S' = %v", h-within/2, s)
		}
		if math.Abs(within-added) > 1e-10 {
			t.Fatalf("expectation of the variance between replications %v, want P' = %v", within, added)
		}
	})
}
