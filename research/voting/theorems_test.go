package voting_test

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/research/voting"
)

// V lemmas 1 and 2: the share of right predictions of a record has the variance p(1-p)/m_e
// under beta-binomial counts, and the matrix of one replication has the expectations of
// property 1.
func TestVotesAreWorthFewer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, rho2 := rapid.Float64Range(0.05, 0.95).Draw(t, "p"), rapid.Float64Range(0.01, 0.9).Draw(t, "rho2")
		m := rapid.IntRange(1, 25).Draw(t, "m")
		// Pólya's urn gives the distribution of the number of right predictions, one at a time.
		dist, q := []float64{1}, 1-rho2
		for i := range m {
			next := make([]float64, i+2)
			for right, prob := range dist {
				up := (p*q + float64(right)*rho2) / (q + float64(i)*rho2)
				next[right+1] += prob * up
				next[right] += prob * (1 - up)
			}
			dist = next
		}
		mean, square := 0.0, 0.0
		for right, prob := range dist {
			share := float64(right) / float64(m)
			mean, square = mean+prob*share, square+prob*share*share
		}
		votes, err := voting.EffectiveVotes(m, rho2)
		if err != nil {
			t.Fatal(err)
		}
		if want := p * (1 - p) / votes; math.Abs(mean-p) > 1e-9 || math.Abs(square-mean*mean-want) > 1e-9 {
			t.Fatalf("mean %v, variance %v, want %v, %v", mean, square-mean*mean, p, want)
		}
		v := voting.Model{N: 1000, Pi1: p, P1: 0.8, P0: 0.7, Rho2: rho2}
		one, err := v.Average()
		if err != nil {
			t.Fatal(err)
		}
		check.Near(t, "one.TP", one.TP, 800*p, 1e-9)
		check.Near(t, "one.FN", one.FN, 200*p, 1e-9)
		check.Near(t, "one.TN", one.TN, 700*(1-p), 1e-9)
		check.Near(t, "one.FP", one.FP, 300*(1-p), 1e-9)
	})
}

// V lemma 5: above 1/2 the expected right counts of the vote rise with m up to their
// limits, and the variances n pi p_m (1-p_m) fall, which they do since p_m rises above 1/2.
func TestVotesOfMoreReplications(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		right := rapid.Float64Range(0.51, 0.98)
		v := voting.Model{N: 5000, Pi1: rapid.Float64Range(0.05, 0.95).Draw(t, "pi1"), P1: right.Draw(t, "p1"),
			P0: right.Draw(t, "p0"), Rho2: rapid.Float64Range(0.02, 0.95).Draw(t, "rho2")}
		limit, err := v.Limit()
		if err != nil {
			t.Fatal(err)
		}
		last, err := v.Average()
		if err != nil {
			t.Fatal(err)
		}
		const noise = 1e-8
		for m := 2; m < 10; m++ {
			next, err := v.Expected(m)
			if err != nil {
				t.Fatal(err)
			}
			check.That(t, next.TP >= last.TP-noise, "next.TP = %v, want at least %v", next.TP, last.TP-noise)
			check.That(t, next.TN >= last.TN-noise, "next.TN = %v, want at least %v", next.TN, last.TN-noise)
			check.That(t, next.FP <= last.FP+noise, "next.FP = %v, want at most %v", next.FP, last.FP+noise)
			check.That(t, next.FN <= last.FN+noise, "next.FN = %v, want at most %v", next.FN, last.FN+noise)
			check.That(t, next.TP <= limit.TP+noise, "next.TP = %v, want at most %v", next.TP, limit.TP+noise)
			check.That(t, next.TN <= limit.TN+noise, "next.TN = %v, want at most %v", next.TN, limit.TN+noise)
			check.That(t, next.FP >= limit.FP-noise, "next.FP = %v, want at least %v", next.FP, limit.FP-noise)
			check.That(t, next.FN >= limit.FN-noise, "next.FN = %v, want at least %v", next.FN, limit.FN-noise)
			for _, pair := range [][4]float64{{last.TP, last.FN, next.TP, next.FN}, {last.TN, last.FP, next.TN,
				next.FP}} {
				if before, after := pair[0]*pair[1]/(pair[0]+pair[1]),
					pair[2]*pair[3]/(pair[2]+pair[3]); after > before+noise {
					t.Fatalf("m = %d: variance %v after %v", m, after, before)
				}
			}
			last = next
		}
	})
}
