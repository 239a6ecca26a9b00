package paired

import (
	"fmt"
	"math"
	"slices"
)

// Posterior is the distribution of the expected difference delta: a mixture of t
// distributions with the same location and degrees of freedom. Make one with New,
// NewNested or CorrelatedT.
type Posterior struct {
	mean   float64
	df     int
	scales []float64
	shares []float64 // of the mixture, summing to 1
	m      int       // replications; 0 where the folds are not two-fold
}

// New returns the posterior of delta from the differences D_jk of an m x 2 CV, B minus A,
// where differences[j] holds both folds of replication j; m is at least 2. A nil
// prior is Uniform{}. Replications with equal means (B = 0) give the limit for small B.
//
// Errors: fewer than two replications, numbers that are not finite, differences that are
// all equal, which carry no information about chance, and impossible correlations.
func New(differences [][2]float64, prior Prior) (Posterior, error) {
	if prior == nil {
		prior = Uniform{}
	}
	m := len(differences)
	if m < 2 {
		return Posterior{}, tooFew(m)
	}
	s, err := sumsOf(differences)
	if err != nil {
		return Posterior{}, err
	}
	nodes, err := prior.nodes(m, s.between/s.within)
	if err != nil {
		return Posterior{}, err
	}
	p := Posterior{mean: s.mean, df: 2*m - 1, m: m}
	return p.mixed(nodes, s)
}

func tooFew(m int) error { return fmt.Errorf("paired: %d replications; give at least 2", m) }

// sums holds the three independent statistics; within and between are relative to unit².
type sums struct{ mean, within, between, unit float64 }

func sumsOf(d [][2]float64) (sums, error) {
	var s sums
	n := 2 * float64(len(d))
	first := d[0][0]
	for j, r := range d {
		for k, x := range r {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return s, fmt.Errorf("paired: the difference of replication %d fold %d is %v; a metric that has no "+
					"value there cannot be compared", j+1, k+1, x)
			}
			s.mean += (x - first) / n
			s.unit = max(s.unit, math.Abs(x-first))
		}
	}
	if s.unit == 0 {
		return s, fmt.Errorf("paired: all differences are %.4g; without spread nothing can be said of chance", first)
	}
	for _, r := range d {
		apart, centre := (r[0]-r[1])/s.unit, ((r[0]-first)/2+(r[1]-first)/2-s.mean)/s.unit
		s.within += apart * apart / 2
		s.between += 2 * centre * centre
	}
	s.between += resolution * s.within
	s.mean += first
	return s, nil
}

// mixed fills in the mixture over the nodes of the prior.
func (p Posterior) mixed(nodes []node, s sums) (Posterior, error) {
	m, df := float64(p.m), float64(p.df)
	p.shares, p.scales = make([]float64, len(nodes)), make([]float64, len(nodes))
	for i, n := range nodes {
		v := n.mean(m)
		if v <= 0 {
			return p, n.noVariance(p.m)
		}
		q := s.within/n.within() + s.between/n.between
		p.shares[i] = math.Log(n.weight) - m/2*math.Log(n.within()) - (m-1)/2*math.Log(n.between) - df/2*math.Log(q)
		p.scales[i] = s.unit * math.Sqrt(v*q/df)
	}
	p.normalize()
	return p, nil
}

// normalize makes shares of their logarithms.
func (p *Posterior) normalize() {
	most, total := slices.Max(p.shares), 0.0
	for i, l := range p.shares {
		p.shares[i] = math.Exp(l - most)
		total += p.shares[i]
	}
	for i := range p.shares {
		p.shares[i] /= total
	}
}

// CorrelatedT is the correlated t of Corani and Benavoli (2015) for n differences of
// which any two have correlation rho: hold-outs (rho the share of validation records) or
// r x K-fold CV (rho = 1/K), after Nadeau and Bengio (2003). The posterior is
//
//	D̄ + s √(1/n + rho/(1-rho)) t(n-1).
//
// Errors: fewer than two differences, numbers that are not finite, differences that are
// all equal, and rho outside [0, 1).
func CorrelatedT(differences []float64, rho float64) (Posterior, error) {
	n := len(differences)
	if n < 2 {
		return Posterior{}, fmt.Errorf("paired: %d differences; give at least 2", n)
	}
	if !(rho >= 0 && rho < 1) {
		return Posterior{}, fmt.Errorf("paired: rho = %v; give a correlation from 0 to below 1", rho)
	}
	mean, unit := 0.0, 0.0
	for i, x := range differences {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return Posterior{}, fmt.Errorf("paired: difference %d is %v; a metric that has no value there cannot be "+
				"compared", i+1, x)
		}
		mean += (x - differences[0]) / float64(n)
		unit = max(unit, math.Abs(x-differences[0]))
	}
	if unit == 0 {
		return Posterior{}, fmt.Errorf("paired: all differences are %.4g; without spread nothing can be said of chance",
			differences[0])
	}
	squares := 0.0
	for _, x := range differences {
		e := (x - differences[0] - mean) / unit
		squares += e * e
	}
	scale := unit * math.Sqrt(squares/float64(n-1)*(1/float64(n)+rho/(1-rho)))
	return Posterior{mean: differences[0] + mean, df: n - 1, scales: []float64{scale}, shares: []float64{1}}, nil
}
