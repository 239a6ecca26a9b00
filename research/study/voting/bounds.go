package voting

import (
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/theory"
)

// BoundRow sets the bounds of theorem 2 of the voting paper beside the exact
// probability of the hypothesis that the mean favours.
type BoundRow struct {
	Task      string  `dataframe:"task"`
	Metric    string  `dataframe:"metric"`
	Favoured  string  `dataframe:"favoured"`
	SNR2      float64 `dataframe:"SNR²"`
	Bound     float64 `dataframe:"bound on P"`
	P         float64 `dataframe:"P"`
	OddsBound float64 `dataframe:"bound on the odds"`
	Odds      float64 `dataframe:"odds"`
}

// Bounds returns a row for each task and metric, with the default weighting and a
// uniform prior.
func Bounds(tasks []posterior.Task) ([]BoundRow, error) {
	var out []BoundRow
	for _, t := range tasks {
		for _, metric := range posterior.Metrics() {
			a, b, err := t.Distributions(metric, posterior.Options{})
			if err != nil {
				return nil, err
			}
			r, err := bound(a, b)
			if err != nil {
				return nil, err
			}
			r.Task, r.Metric = t.Name, metric.String()
			out = append(out, r)
		}
	}
	return out, nil
}

func bound(a, b posterior.Distribution) (BoundRow, error) {
	limit, err := theory.SNRBounds(a, b)
	if err != nil {
		return BoundRow{}, err
	}
	logH0, logH1, err := posterior.LogDifference(a, b, 0)
	if err != nil {
		return BoundRow{}, err
	}
	if limit.H0 {
		return BoundRow{Favoured: "H0", SNR2: limit.SNR2, Bound: limit.Prob, P: math.Exp(logH0), OddsBound: limit.Odds,
			Odds: math.Exp(logH0 - logH1)}, nil
	}
	return BoundRow{Favoured: "H1", SNR2: limit.SNR2, Bound: limit.Prob, P: math.Exp(logH1), OddsBound: 1 / limit.Odds,
		Odds: math.Exp(logH1 - logH0)}, nil
}

// BoundPoint is the exact probability of H0, or its bound, at one signal-to-noise
// ratio.
type BoundPoint struct {
	Line  string  `dataframe:"line"`
	SNR   float64 `dataframe:"signal-to-noise ratio"`
	Value float64 `dataframe:"probability of H0"`
}

// BoundCurve compares a precision of 800 in 1,000 with 800, 798, ..., 720 in 1,000.
func BoundCurve() ([]BoundPoint, error) {
	precision := func(tp float64) (posterior.Distribution, error) {
		return posterior.NewDistribution(posterior.Precision, posterior.Counts{TP: tp, FP: 1000 - tp}, 1)
	}
	a, err := precision(800)
	if err != nil {
		return nil, err
	}
	var out []BoundPoint
	for tp := 800.0; tp >= 720; tp -= 2 {
		b, err := precision(tp)
		if err != nil {
			return nil, err
		}
		limit, err := theory.SNRBounds(a, b)
		if err != nil {
			return nil, err
		}
		logH0, _, err := posterior.LogDifference(a, b, 0)
		if err != nil {
			return nil, err
		}
		snr := math.Sqrt(limit.SNR2)
		out = append(out, BoundPoint{"exact", snr, math.Exp(logH0)}, BoundPoint{"bound of theorem 2", snr, limit.Prob})
	}
	return out, nil
}
