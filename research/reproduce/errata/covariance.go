package errata

import (
	"math"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
)

// judged is a printed formula beside the right one and a judge of both.
type judged struct {
	X       int     `dataframe:"overlap"`
	Exact   float64 `dataframe:"exact"`
	Printed float64 `dataframe:"printed formula"`
	Right   float64 `dataframe:"right"`
}

// E1 shows that n1² gamma stands outside the bracket of T 2.10. The judge is a count
// of all pairs of validation records, and for half splits mean regression, whose f
// is known exactly.
func E1(study.Config) (Finding, error) {
	const n, n1, n2 = 20, 12, 8
	const s, w, g, t = 5.0, 1.0, 0.5, 0.75 // sigma², omega, gamma, tau
	var rows []judged
	worst, wrong := 0.0, math.Inf(1)
	for x := 4; x <= n1; x += 2 {
		pairs := sumOfPairs(n, n1, x, s, w, g, t)
		k, d := float64(n1), float64(n1-n2)
		rest := (w+g-2*t)*float64(x*x) + float64(x)*(s-(2*d+1)*w-2*k*g+2*(k+d)*t)
		asPrinted := rest + d*((d+1)*w+k*k*g-2*k*t-s)
		right := rest + k*k*g + d*((d+1)*w-2*k*t-s)
		rows = append(rows, judged{X: x, Exact: pairs / 64, Printed: asPrinted / 64, Right: right / 64})
		worst, wrong = max(worst, math.Abs(right-pairs)), min(wrong, math.Abs(asPrinted-pairs))
	}
	mean := theory.MeanRegression{N: 40, Psi: 1}
	f0, gamma := mean.Covariance(0), mean.SingleLosses(0).Gamma
	return Finding{
		ID: "E1", Claim: "n1² gamma stands outside the bracket",
		Confirmed: worst < 1e-9 && wrong > 1 && near(f0, gamma, 1e-12),
		Tables: []Table{
			{Caption: "f(x) by a count of all pairs, n = 20, n1 = 12", Rows: rows},
			{Caption: "Half splits, mean regression; the published formula gives 0", Rows: []quantity{{"f(0), exactly", f0},
				{"gamma(0)", gamma}}},
		},
	}, nil
}

// sumOfPairs adds the covariances of all pairs of validation records of two splits
// of n records with n1 training records each, x of them common.
func sumOfPairs(n, n1, x int, sigma2, omega, gamma, tau float64) (sum float64) {
	first := func(i int) bool { return i < n1 } // trains the first model
	second := func(i int) bool { return i >= n1-x && i < 2*n1-x }
	for i := range n {
		for j := range n {
			switch {
			case first(i) || second(j): // not validation records
			case i == j:
				sum += sigma2
			case second(i) && first(j):
				sum += gamma
			case second(i) || first(j):
				sum += tau
			default:
				sum += omega
			}
		}
	}
	return sum
}

// E2 shows that the proof of T lemma 3.1 needs (n/2 - x)² gamma. The judge is f of
// mean regression, known exactly.
func E2(study.Config) (Finding, error) {
	const n = 40.0
	mean := theory.MeanRegression{N: n, Psi: 1}
	var rows []judged
	worst, wrong := 0.0, math.Inf(1)
	for _, x := range []float64{2, 5, 10, 15, 20} {
		c := mean.SingleLosses(x)
		rest := 2*x*(n/2-x)*c.Tau + x*c.Sigma2 + (x*x-x)*c.Omega
		r := judged{
			X: int(x), Exact: mean.Covariance(x),
			Printed: 4 / (n * n) * ((n/2-x*x)*c.Gamma + rest),
			Right:   4 / (n * n) * ((n/2-x)*(n/2-x)*c.Gamma + rest),
		}
		rows = append(rows, r)
		worst, wrong = max(worst, math.Abs(r.Right/r.Exact-1)), min(wrong, math.Abs(r.Printed/r.Exact-1))
	}
	return Finding{
		ID: "E2", Claim: "(n/2 - x)² gamma", Confirmed: worst < 1e-12 && wrong > 1e-4,
		Tables: []Table{{Caption: "f(x) of mean regression, n = 40", Rows: rows, Digits: 5}},
	}, nil
}

// E10 shows that T 4.3 must maximize. For mean regression on 40 records both parts
// of the signal-to-noise ratio are known exactly, so that 3 x 2 partition sets can
// be compared.
func E10(study.Config) (Finding, error) {
	type row struct {
		Set   string  `dataframe:"partition set"`
		X     int     `dataframe:"overlap"`
		Ratio float64 `dataframe:"signal-to-noise ratio"`
	}
	f := theory.MeanRegression{N: 40, Psi: 1}.Covariance
	signal := 1 + 2.0/40 // mean squared error of the mean of 20 records on a new one
	ratio := func(v float64) float64 { return signal / math.Sqrt(v) }
	var rows []row
	best, worst, r := 0, 0, map[int]float64{}
	for x := 0; x <= 10; x += 2 {
		g := (f(float64(x)) + f(20-float64(x))) / 2 // covariance of two replications
		r[x] = ratio((f(20)+f(0))/2/3 + 2.0/3*g)
		rows = append(rows, row{"3 x 2 CV, all overlaps x or n/2 - x", x, r[x]})
		if r[x] > r[best] {
			best = x
		}
		if r[x] < r[worst] {
			worst = x
		}
	}
	regularized := ratio(theory.BCV(f, 40, 3))
	rows = append(rows, row{"3 x 2 BCV", 10, regularized})
	return Finding{
		ID: "E10", Claim: "the arg min is the worst partition set, three times the same split",
		Confirmed: best == 10 && worst == 0 && near(regularized, r[10], 1e-9),
		Tables:    []Table{{Caption: "The largest ratio is at overlap 10, the least at 0", Rows: rows, Digits: 5}},
	}, nil
}

// E16 shows that T 6.44 needs m-1 in place of 2. The judge is the double sum
// over all folds (T 6.43), for mean regression.
func E16(study.Config) (Finding, error) {
	type row struct {
		M       int     `dataframe:"m"`
		Double  float64 `dataframe:"double sum"`
		Printed float64 `dataframe:"printed formula"`
		Right   float64 `dataframe:"right"`
	}
	f := theory.MeanRegression{N: 80, Psi: 1}.Covariance
	var rows []row
	all := true
	for _, m := range []int{2, 3, 5, 7} {
		set, err := cv.New(cv.BCV, 80, cv.Options{M: m, Seed: 1})
		if err != nil {
			return Finding{}, err
		}
		one, two := (f(40)+f(0))/2, f(20) // variance of a replication, covariance of two
		r := row{
			M: m, Double: theory.Of(f, set.Unfolded().Overlaps()),
			Printed: (one + 2*two) / float64(m), Right: (one + float64(m-1)*two) / float64(m),
		}
		rows = append(rows, r)
		all = all && near(r.Double, r.Right, 1e-12) && near(r.Double, r.Printed, 1e-12) == (m == 3)
	}
	return Finding{
		ID: "E16", Claim: "the factor is m-1", Confirmed: all,
		Tables: []Table{{Caption: "Variance of m x 2 BCV, mean regression, n = 80", Rows: rows, Digits: 5}},
	}, nil
}
