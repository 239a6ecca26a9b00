package compare

import (
	"encoding/json"
	"math"

	"github.com/block-regularized/bcv/pkg/fold"
)

// Row is a verdict as a row of a table.
type Row struct {
	Task        string  `dataframe:"task"`
	Metric      string  `dataframe:"metric"`
	ModelA      string  `dataframe:"model_a"`
	ModelB      string  `dataframe:"model_b"`
	A           float64 `dataframe:"a" table:"blank"`
	B           float64 `dataframe:"b" table:"blank"`
	Estimate    float64 `dataframe:"estimate"` // metric of B less that of A
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
	KnownError  float64 `dataframe:"known_error" table:"blank"` // largest known error of the first kind at level 0.05
	Design      string  `dataframe:"design"`
	Set         string  `dataframe:"set"` // the partition set, see cv.ID; empty if unknown
}

// Rows returns the verdicts as rows, for package frame, display or table.
func (r Result) Rows() []Row {
	out := make([]Row, len(r.Verdicts))
	for i, v := range r.Verdicts {
		out[i] = Row{Task: v.Task, Metric: v.Metric, ModelA: v.ModelA, ModelB: v.ModelB, A: v.A, B: v.B,
			Estimate: v.Estimate, Low: v.Low, High: v.High, PValue: v.PValue, PAdjusted: adjusted(v), PBetter: v.PBetter, Winner: v.Better(),
			Method: v.Method, Recommended: v.Recommended, Target: string(v.Target), KnownError: v.Known.Error, Design: v.on()}
		if !math.IsNaN(v.Low) {
			out[i].Interval = v.IntervalKind()
		}
		if out[i].CredLow, out[i].CredHigh = math.NaN(), math.NaN(); v.Described.Method != "" {
			out[i].CredLow, out[i].CredHigh = v.Described.Low, v.Described.High
		}
		if v.Design.Named() {
			out[i].Set = v.Design.ID.String()
		}
	}
	return out
}

// adjusted is NaN where nothing was adjusted.
func adjusted(v Verdict) float64 {
	if v.PAdjusted == 0 {
		return math.NaN()
	}
	return v.PAdjusted
}

// verdictJSON is the documented shape of a verdict in JSON. What a procedure has not is
// null, and so is an infinite end of an interval.
type verdictJSON struct {
	Task           string         `json:"task"`
	Dataset        string         `json:"dataset,omitempty"`
	Metric         string         `json:"metric"`
	HigherIsBetter bool           `json:"higher_is_better"`
	ModelA         string         `json:"model_a"`
	ModelB         string         `json:"model_b"`
	A              *float64       `json:"a"`
	B              *float64       `json:"b"`
	Method         string         `json:"method"`
	Recommended    bool           `json:"recommended"`
	M              int            `json:"m"` // replications
	Folds          int            `json:"folds"`
	Design         string         `json:"design"`
	Set            *string        `json:"set"`
	Target         Target         `json:"target"`
	Estimate       float64        `json:"estimate"`
	Interval       *[2]*float64   `json:"interval"`
	IntervalKind   string         `json:"interval_kind,omitempty"`
	Described      *describedJSON `json:"described,omitempty"` // by a posterior, beside a test
	Level          float64        `json:"level"`
	Delta          float64        `json:"delta"`
	Statistic      *float64       `json:"statistic"` // the largest double with its sign where it is infinite
	DF             []float64      `json:"df"`
	PValue         *float64       `json:"p_value"`
	PAdjusted      *float64       `json:"p_adjusted,omitempty"`
	PBestA         *float64       `json:"p_best_a,omitempty"` // of more than two models
	PBestB         *float64       `json:"p_best_b,omitempty"`
	PBetter        *float64       `json:"p_better"`
	PRope          *float64       `json:"p_rope"`
	Better         *string        `json:"better"`
	KnownError     *float64       `json:"known_error"`
	Known          string         `json:"known"`
	Why            string         `json:"why,omitempty"`
	Assumptions    string         `json:"assumptions"`
	Sentence       string         `json:"sentence"`
	Note           string         `json:"note,omitempty"`
	Notes          []string       `json:"notes,omitempty"`  // of the results that went in, the same in every object
	Models         []modelJSON    `json:"models,omitempty"` // intervals of A and B, each by itself
	Ranks          *ranksJSON     `json:"ranks,omitempty"`  // of all data sets together
}

// describedJSON is the posterior of the difference beside a test.
type describedJSON struct {
	Method   string     `json:"method"`
	Estimate float64    `json:"estimate"`
	Interval [2]float64 `json:"interval"` // credible, at the level of the verdict
}

// ranksJSON has of a ranking what concerns two models.
type ranksJSON struct {
	MeanRankA     float64  `json:"mean_rank_a"`
	MeanRankB     float64  `json:"mean_rank_b"`
	Friedman      *float64 `json:"friedman_p"`
	ImanDavenport *float64 `json:"iman_davenport_p"`
	Critical      float64  `json:"critical_difference"` // of mean ranks, Nemenyi
	Nemenyi       float64  `json:"nemenyi_p"`
	Wilcoxon      float64  `json:"wilcoxon_p"` // two-sided
	WilcoxonAmong float64  `json:"wilcoxon_p_adjusted"`
}

// MarshalJSON writes an array of objects, one a verdict.
func (r Result) MarshalJSON() ([]byte, error) {
	out := make([]verdictJSON, len(r.Verdicts))
	for i, v := range r.Verdicts {
		out[i] = verdictJSON{Task: v.Task, Dataset: v.Dataset, Metric: v.Metric, HigherIsBetter: v.HigherIsBetter, ModelA: v.ModelA, ModelB: v.ModelB, A: number(v.A), B: number(v.B),
			Method: v.Method, Recommended: v.Recommended, M: v.Design.Replications, Folds: v.Design.Folds, Design: v.on(), Target: v.Target,
			Estimate: v.Estimate, Level: v.Level, Delta: v.Delta, DF: v.DF, PValue: number(v.PValue), PAdjusted: number(adjusted(v)), PBestA: r.best(v, v.ModelA), PBestB: r.best(v, v.ModelB), PBetter: number(v.PBetter), PRope: number(v.PRope),
			KnownError: number(v.Known.Error), Known: v.AboutError(), Why: v.Why, Assumptions: v.Assumptions, Sentence: v.Sentence(), Note: v.Note, Notes: r.Notes, Models: v.modelsJSON(), Ranks: r.ranksOf(v)}
		if d := v.Described; d.Method != "" {
			out[i].Described = &describedJSON{Method: d.Method, Estimate: d.Mid, Interval: [2]float64{d.Low, d.High}}
		}
		if !math.IsNaN(v.Statistic) {
			s := max(-math.MaxFloat64, min(math.MaxFloat64, v.Statistic))
			out[i].Statistic = &s
		}
		if !math.IsNaN(v.Low) {
			out[i].Interval, out[i].IntervalKind = &[2]*float64{number(v.Low), number(v.High)}, v.IntervalKind()
		}
		if v.Design.Named() {
			id := v.Design.ID.String()
			out[i].Set = &id
		}
		if better := v.Better(); better != "" {
			out[i].Better = &better
		}
	}
	return json.Marshal(out)
}

// best returns the probability that a model is the best of several.
func (r Result) best(v Verdict, model string) *float64 {
	for _, s := range r.Standings {
		if s.Task == v.Task && s.Metric == v.Metric && s.Model == model {
			return &s.PBest
		}
	}
	return nil
}

// ranksOf returns the ranks behind a verdict on several data sets, else nil.
func (r Result) ranksOf(v Verdict) *ranksJSON {
	if v.Datasets == 0 {
		return nil
	}
	for _, k := range r.Rankings {
		if k.Metric != v.Metric || v.Task != (fold.Place{Dataset: AnotherDataset, Task: k.Task}).String() {
			continue
		}
		out := ranksJSON{Friedman: number(k.PValue), ImanDavenport: number(k.FPValue), Critical: k.Critical}
		for _, m := range k.Models {
			switch m.Model {
			case v.ModelA:
				out.MeanRankA = m.Rank
			case v.ModelB:
				out.MeanRankB = m.Rank
			}
		}
		for _, p := range k.Pairs {
			if p.ModelA == v.ModelA && p.ModelB == v.ModelB || p.ModelA == v.ModelB && p.ModelB == v.ModelA {
				out.Nemenyi, out.Wilcoxon, out.WilcoxonAmong = p.Nemenyi, p.Wilcoxon, p.Holm
			}
		}
		return &out
	}
	return nil
}

// number returns nil for what JSON cannot say.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
