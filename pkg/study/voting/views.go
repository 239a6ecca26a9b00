package voting

import (
	"math"
	"strings"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// GainRow is the gain of the vote over the average of one metric in one scenario, as
// simulated and by the theory of the voting paper.
type GainRow struct {
	Scenario string  `dataframe:"scenario"`
	Metric   string  `dataframe:"metric"`
	M        int     `dataframe:"m"`
	Gain     float64 `dataframe:"gain"`
	GainSE   float64 `dataframe:"gain_se"`
	Theory   float64 `dataframe:"by lemma 3"`
}

// Gains returns the gains at odd numbers of votes; rows hold m = 1 for each scenario
// and metric, whose vote is the average.
func Gains(rows []StudyRow) []GainRow {
	average := map[[2]string]float64{}
	for _, r := range rows {
		if r.M == 1 {
			average[[2]string{r.Scenario, r.Metric}] = r.Theory
		}
	}
	var out []GainRow
	for _, r := range rows {
		if r.M%2 == 1 {
			out = append(out, GainRow{Scenario: r.Scenario, Metric: r.Metric, M: r.M, Gain: r.Gain, GainSE: r.GainSE,
				Theory: r.Theory - average[[2]string{r.Scenario, r.Metric}]})
		}
	}
	return out
}

// BothRow sets the errors of the average and of the vote against one truth beside
// each other.
type BothRow struct {
	Config      string  `dataframe:"data and learner"`
	Of          string  `dataframe:"truth of"`
	Truth       float64 `dataframe:"truth"`
	AverageBias float64 `dataframe:"bias of the average"`
	AverageSE   float64 `dataframe:"its s.e."`
	AverageRMSE float64 `dataframe:"rmse of the average"`
	VoteBias    float64 `dataframe:"bias of the vote"`
	VoteSE      float64 `dataframe:"s.e. of it"`
	VoteRMSE    float64 `dataframe:"rmse of the vote"`
}

// Both returns a row for each configuration and truth of one metric after m
// replications.
func Both(rows []LearnerRow, metric string, m int) []BothRow {
	var out []BothRow
	index := map[[2]string]int{}
	for _, r := range rows {
		if r.Metric != metric || r.M != m {
			continue
		}
		at := [2]string{r.Config, r.Of}
		i, seen := index[at]
		if !seen {
			i = len(out)
			index[at], out = i, append(out, BothRow{Config: r.Config, Of: r.Of, Truth: r.Truth})
		}
		if r.Estimator == "average" {
			out[i].AverageBias, out[i].AverageSE, out[i].AverageRMSE = r.Bias, r.BiasSE, r.RMSE
		} else {
			out[i].VoteBias, out[i].VoteSE, out[i].VoteRMSE = r.Bias, r.BiasSE, r.RMSE
		}
	}
	return out
}

// Readable returns the rows of one metric with shorter names: of a source without
// the settings that all of its kind share, of a method its number of replications.
func Readable(rows []LookRow, metric string) []LookRow {
	var out []LookRow
	for _, r := range rows {
		if r.Metric == metric {
			r.Source, r.Method = shortSource.Replace(r.Source), lookName.Replace(r.Method)
			out = append(out, r)
		}
	}
	return out
}

// ReadableBounds does the same for the gammas of 5%, of equal models alone.
func ReadableBounds(rows []LookBoundRow, metric string) []LookBoundRow {
	var out []LookBoundRow
	for _, r := range rows {
		if r.Metric == metric && equalModels(r.Difference) {
			r.Source, r.Method = shortSource.Replace(r.Source), lookName.Replace(r.Method)
			out = append(out, r)
		}
	}
	return out
}

// EqualModels returns the rows whose models have the same true quality.
func EqualModels(rows []LookRow) []LookRow {
	var out []LookRow
	for _, r := range rows {
		if equalModels(r.Difference) {
			out = append(out, r)
		}
	}
	return out
}

// equalModels allows for the error of a difference that was simulated.
func equalModels(difference float64) bool { return math.Abs(difference) < 0.002 }

// Modelled reports whether the counts are drawn from a model, not by learners.
func (r LookRow) Modelled() bool {
	return strings.HasPrefix(r.Source, "model") || strings.HasPrefix(r.Source, "rho1")
}

var (
	lookName    = strings.NewReplacer("fixed at first", "one look at m = 3", "fixed at last", "one look at m = 15", "sequential", "sequential, m = 3 to 15")
	shortSource = strings.NewReplacer("model(n=300, right=0.8, difference=0, ", "", "model(n=300, right=0.8, difference=0.02, ", "",
		"model(n=300, right=0.8, difference=0.04, ", "", "model(n=300, right=0.8, difference=0.06, ", "", "model(n=300, right=0.8, difference=0.1, ", "",
		"logistic(n=300, shift=0.5, ", "logistic, ", ")", "", "=", " = ")
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
	limit, err := posterior.SNRBounds(a, b)
	if err != nil {
		return BoundRow{}, err
	}
	logH0, logH1, err := posterior.LogDifference(a, b, 0)
	if err != nil {
		return BoundRow{}, err
	}
	if limit.H0 {
		return BoundRow{Favoured: "H0", SNR2: limit.SNR2, Bound: limit.Prob, P: math.Exp(logH0), OddsBound: limit.Odds, Odds: math.Exp(logH0 - logH1)}, nil
	}
	return BoundRow{Favoured: "H1", SNR2: limit.SNR2, Bound: limit.Prob, P: math.Exp(logH1), OddsBound: 1 / limit.Odds, Odds: math.Exp(logH1 - logH0)}, nil
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
		limit, err := posterior.SNRBounds(a, b)
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

// DecisionRow is what one method decides where models are equal, and where they differ.
type DecisionRow struct {
	Correlations string  `dataframe:"correlations of the counts"`
	Method       string  `dataframe:"looks"`
	Wrong        float64 `dataframe:"decided though equal"` // for either model
	Right        float64 `dataframe:"decided for the better"`
	M            float64 `dataframe:"replications then"` // mean number, where the models differ
}

// Decisions returns the shares of data sets with a decision, of the modelled counts
// with one metric and gamma: those of equal models, and those at one true difference.
func Decisions(rows []LookRow, metric string, gamma, difference float64) []DecisionRow {
	var out []DecisionRow
	index := map[[2]string]int{}
	for _, r := range Readable(rows, metric) {
		if !r.Modelled() || r.Gamma != gamma || r.Difference != 0 && math.Abs(r.Difference-difference) > 1e-9 {
			continue
		}
		at := [2]string{r.Source, r.Method}
		i, seen := index[at]
		if !seen {
			i = len(out)
			index[at], out = i, append(out, DecisionRow{Correlations: r.Source, Method: r.Method})
		}
		if r.Difference == 0 {
			out[i].Wrong = r.H0 + r.H1
		} else {
			out[i].Right, out[i].M = r.H1, r.M
		}
	}
	return out
}
