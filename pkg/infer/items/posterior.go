package items

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
)

// PairedPosterior is the posterior distribution of the difference of the accuracies of two models, B minus A, on
// items that each model has right or wrong in one run. The four cells of the table have the prior
// Dirichlet(λ, λ, λ, λ). With p01 the probability that A alone errs and p10 that B alone does, the difference is
//
//	p01 - p10 = E (2R - 1),  E ~ Beta(n01+n10+2λ, n00+n11+2λ),  R ~ Beta(n01+λ, n10+λ)
//
// with independent E and R. Make it with NewPairedPosterior.
type PairedPosterior struct{ e, r, swapped special.Beta }

// NewPairedPosterior returns the posterior for a table of independent items and the prior λ; 1 is uniform, 1/2 is
// the prior of Jeffreys. Errors: those of infer.Contingency.Check, and a λ that is not positive and finite.
func NewPairedPosterior(c infer.Contingency, lambda float64) (PairedPosterior, error) {
	if err := c.Check(); err != nil {
		return PairedPosterior{}, err
	}
	if !(lambda > 0) || math.IsInf(lambda, 0) {
		return PairedPosterior{}, fmt.Errorf("items: prior lambda is %v; give a positive number, 1 for the uniform prior",
			lambda)
	}
	a, b := c.N01+lambda, c.N10+lambda
	return PairedPosterior{special.NewBeta(a+b, c.N00+c.N11+2*lambda), special.NewBeta(a, b), special.NewBeta(b, a)}, nil
}

// Mean returns the expectation of the difference.
func (p PairedPosterior) Mean() float64 { return (p.r.A - p.r.B) / (p.e.A + p.e.B) }

// Above returns P(difference > delta), to 1e-10.
func (p PairedPosterior) Above(delta float64) float64 {
	switch {
	case delta >= 1:
		return 0
	case delta <= -1:
		return 1
	case delta < 0:
		return 1 - p.beyond(p.swapped, -delta)
	}
	return p.beyond(p.r, delta)
}

// beyond returns P(E (2R - 1) > delta) for 0 <= delta < 1: the integral over E from delta to 1 of
// P(R > (1 + delta/E)/2), with E = delta + (1 - delta)/(1 + exp(-t)), which makes both ends of the range exponential.
func (p PairedPosterior) beyond(r special.Beta, delta float64) float64 {
	if delta == 0 {
		_, upper := r.LogTails(r.AtLogit(0))
		return math.Exp(upper)
	}
	log := special.LogIntegral(func(t float64) float64 {
		x, y := special.Odds(t)
		share := x / (x + y) // of the range above delta
		above, e := (1-delta)*share, delta+(1-delta)*share
		_, tail := r.LogTails(r.Point(e+delta, above))
		return p.e.LogDensity(p.e.Point(e, (1-delta)*y/(x+y))) + math.Log(share/e) + tail
	}, math.Sqrt(1/p.e.A+1/p.e.B))
	return min(math.Exp(log), 1)
}

// Interval returns the equal-tailed interval of the difference at a level in (0, 1), to 1e-9. It panics for another
// level.
func (p PairedPosterior) Interval(level float64) infer.Interval {
	if !(level > 0 && level < 1) {
		panic(fmt.Sprintf("items: an interval at level %v; give a number between 0 and 1", level))
	}
	tail := (1 - level) / 2
	return infer.Interval{Low: p.quantile(1 - tail), High: p.quantile(tail)}
}

// Quantile returns the difference below which the probability lies, to 1e-11. It panics unless that is in (0, 1).
func (p PairedPosterior) Quantile(below float64) float64 {
	if !(below > 0 && below < 1) {
		panic(fmt.Sprintf("items: quantile at %v; give a number between 0 and 1", below))
	}
	return p.quantile(1 - below)
}

// quantile returns the difference above which the probability lies.
func (p PairedPosterior) quantile(above float64) float64 {
	mean, n := p.Mean(), p.e.A+p.e.B
	sd := math.Sqrt((p.e.A/n - mean*mean) / (n + 1))
	excess := func(delta float64) float64 { // log odds, which are nearly linear
		beyond := p.Above(delta)
		return math.Log(beyond/(1-beyond)) - math.Log(above/(1-above))
	}
	low, high := mean-3*sd, mean+3*sd
	if excess(max(low, -1)) < 0 {
		low = -1
	}
	if excess(min(high, 1)) > 0 {
		high = 1
	}
	return special.Root(excess, max(low, -1), min(high, 1), 1e-11)
}

// Joint returns the mean scores of k models on the same items with the joint covariance of their errors, where
// models[g][s][i] is the score of model g in run s on item i. Clusters and strata are those of Sample, nil for none.
//
// Without random runs, the variance of any difference is that of ItemT, with clusters of ClusterT, or in strata of
// StratifiedT, and so are its degrees of freedom; with randomRuns it has the parts of CrossedT with runs that are not
// paired. It takes time in proportion to k² and not to the number of pairs times the number of items. Errors: those of
// these tests, no model, one cluster, and with randomRuns a model with fewer than 2 runs.
func Joint(models [][][]float64, clusters, strata []int, randomRuns bool) (ranks.Estimates, error) {
	k := len(models)
	if k == 0 {
		return ranks.Estimates{}, errors.New("items: no models")
	}
	out := ranks.Estimates{Means: make([]float64, k), Covariance: mat.NewSymDense(k, nil)}
	var u units
	var residuals *mat.Dense
	between, rest := make([]float64, k), make([]float64, k)
	for g, runs := range models {
		d, err := Sample{A: models[0], B: runs, Clusters: clusters, Strata: strata}.differences()
		if err != nil {
			return out, fmt.Errorf("model %d as B, model 1 as A: %w", g+1, err)
		}
		if u = d.units; g == 0 {
			residuals = mat.NewDense(k, u.count(), nil)
		}
		x := itemMeans(runs)
		out.Means[g] = mean(x)
		residuals.SetRow(g, u.residuals(x))
		if randomRuns && len(runs) < 2 {
			return out, fmt.Errorf("items: model %d has one run; with random runs give 2 or more of each", g+1)
		}
		if randomRuns {
			between[g], rest[g] = u.meanSquares(runs)
		}
	}
	out.Covariance.SymOuterK(1, residuals)
	itemsDF := u.jointDF(residuals)
	items := mat.NewSymDense(k, nil)
	items.CopySym(out.Covariance)
	for g := range k {
		out.Covariance.SetSym(g, g, items.At(g, g)+max(0, between[g]-rest[g]))
	}
	parts := func(variance, df float64, of ...int) infer.Parts {
		ofItems := infer.Part{Variance: max(variance, 0), DF: df} // below 0 by rounding alone
		if !randomRuns {
			return infer.Parts{ofItems}
		}
		var runs infer.Parts
		var rests []float64
		for _, g := range of {
			rests = append(rests, rest[g])
			if between[g] > 0 {
				runs = append(runs, infer.Part{Variance: between[g], DF: float64(len(models[g]) - 1)})
			}
		}
		return twoParts(ofItems, rests, runs, ofItems.Variance)
	}
	for a := range k {
		out.Parts = append(out.Parts, make([]infer.Parts, k))
		for b := range a {
			out.Parts[a][b] = parts(items.At(a, a)+items.At(b, b)-2*items.At(a, b), itemsDF(a, b), a, b)
			out.Parts[b][a] = out.Parts[a][b]
		}
		out.Parts[a][a] = parts(items.At(a, a), itemsDF(a, a), a)
	}
	return out, nil
}
