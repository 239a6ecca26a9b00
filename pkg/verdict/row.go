package verdict

import (
	"fmt"
	"math"
	"strings"
)

// Row is a verdict as a row of a table.
type Row struct {
	Dataset     string  `dataframe:"dataset"` // may be empty, as the task
	Task        string  `dataframe:"task"`
	Metric      string  `dataframe:"metric"`
	ModelA      string  `dataframe:"model_a"`
	ModelB      string  `dataframe:"model_b"`
	A           float64 `dataframe:"a" table:"blank"`
	B           float64 `dataframe:"b" table:"blank"`
	Estimate    float64 `dataframe:"estimate"` // metric of B minus metric of A
	Low         float64 `dataframe:"low" table:"blank,inf"`
	High        float64 `dataframe:"high" table:"blank,inf"`
	Interval    string  `dataframe:"interval_kind"` // of low and high: confidence, simultaneous confidence or credible
	Alternative string  `dataframe:"alternative"`   // of the question, about B minus A: two-sided, greater or less
	Delta       float64 `dataframe:"delta"`         // the difference that the question is about
	Statistic   float64 `dataframe:"statistic" table:"blank,inf"`
	DF          string  `dataframe:"df"` // degrees of freedom, two of them with a space between; empty if there are none
	PValue      float64 `dataframe:"p_value" table:"blank"`
	PAdjusted   float64 `dataframe:"p_adjusted" table:"blank"` // among all pairs (Holm)
	PBetter     float64 `dataframe:"p_better" table:"blank"`   // P(B better), see Verdict; NaN without a direction
	Rope        float64 `dataframe:"rope" table:"blank"`       // half width of the region that PRope is about
	PRope       float64 `dataframe:"p_rope" table:"blank"`
	CredLow     float64 `dataframe:"credible_low" table:"blank,inf"` // of Verdict.Described
	CredHigh    float64 `dataframe:"credible_high" table:"blank,inf"`
	Winner      string  `dataframe:"better"`    // empty if none is shown to be
	No          string  `dataframe:"no"`        // why none is: equivalent, bounded, undecidable or open
	Direction   string  `dataframe:"direction"` // which values are better: higher or lower; empty if that is not known
	Higher      string  `dataframe:"higher"`    // without a direction the model that is shown to be higher
	Method      string  `dataframe:"method"`
	Recommended bool    `dataframe:"recommended"`
	Target      string  `dataframe:"target"`
	ErrorRate   float64 `dataframe:"known_error" table:"blank"` // ErrorRate.Rate of the verdict
	Design      string  `dataframe:"design"`
	Set         string  `dataframe:"set"` // the partition set, see cv.ID; empty if unknown
}

// Shown names the columns of a table of rows that fits the width of a notebook: display.Table shows these, but for the
// empty ones, where no columns are named.
func (Row) Shown() []string {
	return strings.Fields("dataset task metric model_a model_b a b estimate low high p_value p_better better method")
}

// Rows returns the verdicts as rows, for package frame, display or table.
func (r Report) Rows() []Row {
	out := make([]Row, len(r.Verdicts))
	for i, v := range r.Verdicts {
		out[i] = Row{Dataset: v.Dataset, Task: v.Task, Metric: v.Metric.Name, ModelA: v.ModelA, ModelB: v.ModelB,
			A: v.A, B: v.B, Estimate: v.Estimate, Low: v.Low, High: v.High, Interval: v.intervalKind(),
			Alternative: v.Alternative.String(),
			Delta:       v.Delta, Statistic: v.Statistic, DF: strings.Trim(fmt.Sprint(v.DF), "[]"), PValue: v.PValue,
			PAdjusted: v.PAdjusted, PBetter: v.pBetter(), Rope: v.rope(), PRope: v.PRope, CredLow: math.NaN(),
			CredHigh: math.NaN(), Winner: v.Better(), No: string(v.No()), Direction: v.Metric.Direction(), Higher: v.Higher(),
			Method: v.Method, Recommended: v.Recommended, Target: string(v.Target), ErrorRate: v.ErrorRate.Rate,
			Design: v.MeasuredOn(), Set: v.set()}
		if v.Described.Method != "" {
			out[i].CredLow, out[i].CredHigh = v.Described.Low, v.Described.High
		}
	}
	return out
}

// intervalKind is IntervalKind, empty where there is no interval.
func (v Verdict) intervalKind() string {
	if !isKnown(v.Low) {
		return ""
	}
	return v.IntervalKind()
}

// pBetter is PBetter, NaN where the metric has no direction.
func (v Verdict) pBetter() float64 {
	if v.Metric.Directionless {
		return math.NaN()
	}
	return v.PBetter
}

// rope is NaN where PRope is.
func (v Verdict) rope() float64 {
	if !isKnown(v.PRope) {
		return math.NaN()
	}
	return v.Rope
}

// set names the partition set; empty if it is unknown.
func (v Verdict) set() string {
	if !v.Design.Named() {
		return ""
	}
	return v.Design.ID.String()
}
