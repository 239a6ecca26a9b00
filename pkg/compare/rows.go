package compare

import "math"

// Row is a verdict as a row of a table.
type Row struct {
	Task        string  `dataframe:"task"` // the data set, the task or both, see results.Key
	Metric      string  `dataframe:"metric"`
	ModelA      string  `dataframe:"model_a"`
	ModelB      string  `dataframe:"model_b"`
	A           float64 `dataframe:"a" table:"blank"`
	B           float64 `dataframe:"b" table:"blank"`
	Estimate    float64 `dataframe:"estimate"` // metric of B minus metric of A
	Low         float64 `dataframe:"low" table:"blank,inf"`
	High        float64 `dataframe:"high" table:"blank,inf"`
	Interval    string  `dataframe:"interval_kind"` // of low and high: confidence, simultaneous confidence or credible
	PValue      float64 `dataframe:"p_value" table:"blank"`
	PAdjusted   float64 `dataframe:"p_adjusted" table:"blank"`   // among all pairs (Holm)
	PBetter     float64 `dataframe:"p_better" table:"blank"`     // posterior probability that B is better, or of that side of Delta
	CredLow     float64 `dataframe:"credible_low" table:"blank"` // interval of the posterior that describes the difference beside a test
	CredHigh    float64 `dataframe:"credible_high" table:"blank"`
	Winner      string  `dataframe:"better"` // empty if none is shown to be
	Method      string  `dataframe:"method"`
	Recommended bool    `dataframe:"recommended"`
	Target      string  `dataframe:"target"`
	ErrorRate   float64 `dataframe:"known_error" table:"blank"` // largest known error of the first kind at level 0.05
	Design      string  `dataframe:"design"`
	Set         string  `dataframe:"set"` // the partition set, see cv.ID; empty if unknown
}

// Rows returns the verdicts as rows, for package frame, display or table.
func (r Report) Rows() []Row {
	out := make([]Row, len(r.Verdicts))
	for i, v := range r.Verdicts {
		out[i] = Row{Task: v.Key.String(), Metric: v.Metric.Name, ModelA: v.ModelA, ModelB: v.ModelB, A: v.A, B: v.B,
			Estimate: v.Estimate, Low: v.Low, High: v.High, PValue: v.PValue, PAdjusted: v.adjusted(), PBetter: v.PBetter,
			CredLow: math.NaN(), CredHigh: math.NaN(), Winner: v.Better(), Method: v.Method, Recommended: v.Recommended,
			Target: string(v.Target), ErrorRate: v.ErrorRate.Rate, Design: v.on(), Set: v.set()}
		if known(v.Low) {
			out[i].Interval = v.IntervalKind()
		}
		if v.Described.Method != "" {
			out[i].CredLow, out[i].CredHigh = v.Described.Low, v.Described.High
		}
	}
	return out
}

// adjusted is NaN where nothing was adjusted.
func (v Verdict) adjusted() float64 {
	if v.PAdjusted == 0 {
		return math.NaN()
	}
	return v.PAdjusted
}

// set names the partition set; empty if it is unknown.
func (v Verdict) set() string {
	if !v.Design.Named() {
		return ""
	}
	return v.Design.ID.String()
}
