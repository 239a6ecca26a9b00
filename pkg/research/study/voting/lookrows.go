package voting

import (
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// LookRow is the behaviour of one method.
type LookRow struct {
	Source       string  `dataframe:"source"`
	Metric       string  `dataframe:"metric"`
	Difference   float64 `dataframe:"difference"` // true nu_B - nu_A
	DifferenceSE float64 `dataframe:"difference_se"`
	// standard deviation over data sets of the difference of the posterior modes at the last look
	Spread      float64 `dataframe:"spread"`
	SpreadSE    float64 `dataframe:"spread_se"`
	PosteriorSD float64 `dataframe:"posterior_sd"` // root mean posterior variance of the difference there
	Gamma       float64 `dataframe:"gamma"`
	Method      string  `dataframe:"method"`
	M           float64 `dataframe:"m"` // mean number of replications used
	MSE         float64 `dataframe:"m_se"`
	H1          float64 `dataframe:"h1"` // share of decisions for H1, B better
	H1SE        float64 `dataframe:"h1_se"`
	H0          float64 `dataframe:"h0"` // share of decisions for H0
	H0SE        float64 `dataframe:"h0_se"`
	Undecided   float64 `dataframe:"undecided"`
	DataSets    int     `dataframe:"data_sets"`
	Seed        int     `dataframe:"seed"`
}

// LookBoundRow is the gamma with which a method decides for H1 in 5% of the data
// sets. Where the models are equal, that is a test of level 5%.
type LookBoundRow struct {
	Source     string  `dataframe:"source"`
	Metric     string  `dataframe:"metric"`
	Difference float64 `dataframe:"difference"`
	Method     string  `dataframe:"method"`
	Gamma      float64 `dataframe:"gamma_05"`
	Low        float64 `dataframe:"gamma_05_low"` // one standard error in probability below and above
	High       float64 `dataframe:"gamma_05_high"`
	DataSets   int     `dataframe:"data_sets"`
	Seed       int     `dataframe:"seed"`
}

func (s LookStudy) rows(state lookState) []LookRow {
	var out []LookRow
	for i, metric := range posterior.Metrics() {
		difference, se := s.difference(state, metric)
		for g, gamma := range s.Gammas {
			for k, method := range lookMethods {
				c := state.Cells[(i*len(s.Gammas)+g)*len(lookMethods)+k]
				variance := state.Estimate[i].Variance()
				out = append(out, LookRow{Source: s.Source.String(), Metric: metric.String(), Difference: difference,
					DifferenceSE: se,
					Spread:       math.Sqrt(variance),
					SpreadSE:     state.Estimate[i].VarianceSE() / (2 * math.Sqrt(variance)),
					PosteriorSD:  math.Sqrt(state.Variance[i].Mean), Gamma: gamma, Method: method,
					M: c.M.Mean, MSE: c.M.MeanSE(), H1: c.H1.Value(), H1SE: c.H1.SE(), H0: c.H0.Value(),
					H0SE:      c.H0.SE(),
					Undecided: 1 - c.H1.Value() - c.H0.Value(), DataSets: s.Sets * s.Shards, Seed: int(s.Seed)})
			}
		}
	}
	return out
}

func (s LookStudy) bounds(state lookState) []LookBoundRow {
	const level = 0.05
	var out []LookBoundRow
	for i, metric := range posterior.Metrics() {
		difference, _ := s.difference(state, metric)
		for k, method := range lookMethods {
			q := state.Least[i*len(lookMethods)+k]
			se := math.Sqrt(level * (1 - level) / float64(q.N))
			out = append(out, LookBoundRow{Source: s.Source.String(), Metric: metric.String(), Difference: difference,
				Method: method,
				Gamma:  q.Quantile(level), Low: q.Quantile(level - se), High: q.Quantile(level + se), DataSets: q.N,
				Seed: int(s.Seed)})
		}
	}
	return out
}

// difference returns the true nu_B - nu_A with its standard error.
func (s LookStudy) difference(state lookState, metric posterior.Metric) (value, se float64) {
	return state.Truth.Jackknife(func(into *[2]posterior.Counts, from [2]posterior.Counts) {
		into[0], into[1] = into[0].Add(from[0]), into[1].Add(from[1])
	}, func(c [2]posterior.Counts) float64 { return c[1].Value(metric) - c[0].Value(metric) })
}
