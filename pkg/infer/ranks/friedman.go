package ranks

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
)

// FriedmanResult is the outcome of Friedman's test that k models have equal ranks on N
// data sets.
type FriedmanResult struct {
	Ranks      []float64 // mean rank of each model, 1 for the best
	ChiSquared float64   // Friedman's statistic, corrected for ties
	PValue     float64   // of ChiSquared, with k-1 degrees of freedom
	F          float64   // of Iman and Davenport (1980); infinite if all data sets agree
	DF         [2]float64
	FPValue    float64
}

// Friedman tests whether the models differ at all: Friedman's chi-squared, with his
// correction for ties, and the less conservative F of Iman and Davenport, (N-1) χ²/(N(k-1) - χ²)
// with k-1 and (k-1)(N-1) degrees of freedom (Demšar 2006, section 3.2.2). Both are NaN where
// all models are equal everywhere. Sizes are as in Ranks. Errors: fewer than two data sets or models, scores that are
// not finite, sizes that do not fit.
func Friedman(s Scores, better Better, sizes []float64) (FriedmanResult, error) {
	if err := s.check(better, 2); err != nil {
		return FriedmanResult{}, err
	}
	ranks, err := Ranks(s, better, sizes)
	if err != nil {
		return FriedmanResult{}, err
	}
	n, k := float64(len(s)), float64(len(s[0]))
	r := FriedmanResult{Ranks: meanRanks(ranks), DF: [2]float64{k - 1, (k - 1) * (n - 1)}}
	ties := 0.0
	for _, row := range ranks {
		_, t := midRanks(row, nil)
		ties += t
	}
	spread := 0.0
	for _, x := range r.Ranks {
		spread += (x - (k+1)/2) * (x - (k+1)/2)
	}
	free := k*(k+1) - ties/(n*(k-1))
	if free <= 1e-9 {
		nan := math.NaN()
		r.ChiSquared, r.PValue, r.F, r.FPValue = nan, nan, nan, nan
		return r, nil
	}
	r.ChiSquared = 12 * n * spread / free
	r.PValue = mathext.GammaIncRegComp((k-1)/2, r.ChiSquared/2)
	left := n*(k-1) - r.ChiSquared
	if left <= 1e-12*n*(k-1) { // every data set ranks the models alike
		r.F = math.Inf(1)
		return r, nil
	}
	r.F = (n - 1) * r.ChiSquared / left
	r.FPValue = special.FisherTail(r.F, r.DF[0], r.DF[1])
	return r, nil
}

// CriticalDifference returns the difference of mean ranks of two of k models on n data
// sets from which Nemenyi's test (1963) calls them different at level alpha: q √(k(k+1)/(6n)), q
// the critical value of the studentized range over √2 (Demšar 2006, section 3.2.2). Of all
// k(k-1)/2 pairs it falsely calls any different with probability alpha at most. Errors:
// fewer than two models, no data set, alpha outside (0, 1).
func CriticalDifference(k, n int, alpha float64) (float64, error) {
	if k < 2 || n < 1 {
		return 0, fmt.Errorf("ranks: %d models on %d data sets; give at least 2 on 1", k, n)
	}
	if err := infer.CheckLevel(alpha); err != nil {
		return 0, err
	}
	return special.RangeCritical(alpha, k) / math.Sqrt2 * unit(k, n), nil
}

// unit is the standard error of a difference of mean ranks.
func unit(k, n int) float64 { return math.Sqrt(float64(k) * float64(k+1) / (6 * float64(n))) }
