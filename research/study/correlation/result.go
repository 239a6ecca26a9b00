package correlation

import (
	"math"

	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
)

// Result is the outcome of a Study.
type Result struct {
	Study   Study
	Effort  study.Effort
	batches sim.Batches[sums]
}

// Row holds the correlations of one learner's losses, or of the
// difference of two, B - A. Standard errors are jackknifed over shards. Numbers
// are NaN where they are not defined: the correlations of a constant.
type Row struct {
	Data     string  `dataframe:"data"`
	A        string  `dataframe:"a"`
	B        string  `dataframe:"b"` // empty for one learner
	N        int     `dataframe:"n"`
	M        int     `dataframe:"m"` // replications
	Sets     int     `dataframe:"reps"`
	Mean     float64 `dataframe:"mean"` // loss of A, or of B minus A, trained on n/2 records
	MeanSE   float64 `dataframe:"mean_se" table:"blank"`
	Sigma2   float64 `dataframe:"sigma2" table:"blank"` // variance of one hold-out estimate
	Sigma2SE float64 `dataframe:"sigma2_se" table:"blank"`
	Rho1     float64 `dataframe:"rho1" table:"blank"` // within a replication
	Rho1SE   float64 `dataframe:"rho1_se" table:"blank"`
	Rho2     float64 `dataframe:"rho2" table:"blank"` // between replications
	Rho2SE   float64 `dataframe:"rho2_se" table:"blank"`
}

// Covariances returns the covariances of the estimates of two learners on the
// same fold, on the other fold and in another replication.
func (s sums) Covariances(a, b, m int) (same, within, between float64) {
	at := max(a, b)*(max(a, b)+1)/2 + min(a, b)
	u, v, w := s.Mean.At(a, b), s.Replications[at]/s.Mean.N, s.Folds[at]/s.Mean.N
	return u + v + w, u + v - w, u - v/float64(m-1)
}

// one returns the variance and the correlations of the estimates of a learner.
func (s sums) one(a, m int) theory.HoldOut {
	same, within, between := s.Covariances(a, a, m)
	if same <= 0 {
		return theory.HoldOut{Rho1: math.NaN(), Rho2: math.NaN()}
	}
	return theory.HoldOut{Sigma2: same, Rho1: within / same, Rho2: between / same}
}

// cross returns the correlations of the estimates of two learners.
func (s sums) cross(a, b, m int) theory.Cross {
	same, within, between := s.Covariances(a, b, m)
	scale := math.Sqrt(s.one(a, m).Sigma2 * s.one(b, m).Sigma2)
	return theory.Cross{Same: same / scale, Within: within / scale, Between: between / scale}
}

// difference returns the variance and the correlations of the estimates of learner b minus the estimates of a.
func (s sums) difference(a, b, m int) theory.HoldOut {
	var c [3]float64
	for _, term := range []struct {
		i, j   int
		weight float64
	}{{a, a, 1}, {b, b, 1}, {a, b, -2}} {
		same, within, between := s.Covariances(term.i, term.j, m)
		c[0], c[1], c[2] = c[0]+term.weight*same, c[1]+term.weight*within, c[2]+term.weight*between
	}
	if c[0] <= 1e-12*(s.one(a, m).Sigma2+s.one(b, m).Sigma2) { // rounding: the two are equal
		return theory.HoldOut{Rho1: math.NaN(), Rho2: math.NaN()}
	}
	return theory.HoldOut{Sigma2: c[0], Rho1: c[1] / c[0], Rho2: c[2] / c[0]}
}

// Learners returns one row per learner.
func (r Result) Learners() []Row {
	var out []Row
	for a := range r.Study.Learners {
		out = append(out, r.row(r.Study.label(a), "", func(s sums) (float64, theory.HoldOut) {
			return s.Mean.Mean[a], s.one(a, r.Study.M)
		}))
	}
	return out
}

// Pairs returns one row per pair of learners.
func (r Result) Pairs() []Row {
	var out []Row
	for a := range r.Study.Learners {
		for b := a + 1; b < len(r.Study.Learners); b++ {
			out = append(out, r.Pair(a, b))
		}
	}
	return out
}

// Pair returns the row of the difference of learners b and a, numbers from 0.
func (r Result) Pair(a, b int) Row {
	return r.row(r.Study.label(a), r.Study.label(b), func(s sums) (float64, theory.HoldOut) {
		return s.Mean.Mean[b] - s.Mean.Mean[a], s.difference(a, b, r.Study.M)
	})
}

// Cross returns the cross correlations of the estimates of learners a and b,
// numbers from 0, and their standard errors.
func (r Result) Cross(a, b int) (value, se theory.Cross) {
	v, e := r.batches.JackknifeAll(mergeSums, func(s sums) []float64 {
		c := s.cross(a, b, r.Study.M)
		return []float64{c.Same, c.Within, c.Between}
	})
	return theory.Cross{Same: v[0], Within: v[1], Between: v[2]}, theory.Cross{Same: e[0], Within: e[1], Between: e[2]}
}

func (r Result) row(a, b string, of func(sums) (mean float64, h theory.HoldOut)) Row {
	v, e := r.batches.JackknifeAll(mergeSums, func(s sums) []float64 {
		mean, h := of(s)
		return []float64{mean, h.Sigma2, h.Rho1, h.Rho2}
	})
	s := r.Study
	return Row{Data: s.Name, A: a, B: b, N: s.N, M: s.M, Sets: s.Sets * s.Shards, Mean: v[0], MeanSE: e[0],
		Sigma2: v[1], Sigma2SE: e[1], Rho1: v[2], Rho1SE: e[2], Rho2: v[3], Rho2SE: e[3]}
}

// LossCorrelation returns rho0 of theorem 5.3 for one learner under zero-one
// loss.
func (r Row) LossCorrelation() float64 {
	return theory.LossCorrelation(r.Sigma2, r.Mean*(1-r.Mean), r.N/2)
}

// BeyondTheorem returns how far the estimates of one learner under zero-one loss
// lie beyond the bounds of theorem 5.3, in standard errors: rho1 above its upper
// bound (eq. 5.29) and rho2 below its lower one (eq. 5.28); negative numbers are
// within. The errors of rho0, by the delta method, and of the correlations count
// as independent.
func (r Row) BeyondTheorem() (rho1, rho2 float64) {
	half := float64(r.N / 2)
	rho0 := r.LossCorrelation()
	se := r.Sigma2SE * half / (half - 1) / (r.Mean * (1 - r.Mean))
	limit := theory.Rho1Limit(rho0, r.N)
	limitSE := math.Abs(theory.Rho1Limit(rho0+se, r.N)-theory.Rho1Limit(rho0-se, r.N)) / 2
	low, _ := theory.Rho2Limits(rho0, r.Rho1, r.N)
	return (r.Rho1 - limit) / math.Hypot(r.Rho1SE, limitSE), (low - r.Rho2) / math.Hypot(r.Rho2SE, limitSE/2)
}

// Admissible reports whether the estimates are within the bounds of the McNemar
// paper.
func (r Row) Admissible() bool { return theory.Admissible(r.Rho1, r.Rho2) }
