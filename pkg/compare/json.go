package compare

import (
	"encoding/json"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
)

// number is a number in JSON, null for what JSON does not have.
type number float64

// MarshalJSON writes the shortest decimal that gives the number back.
func (n number) MarshalJSON() ([]byte, error) {
	if x := float64(n); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// name is a name in JSON, null for none.
type name string

// MarshalJSON writes a string or null.
func (n name) MarshalJSON() ([]byte, error) {
	if n == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(n))
}

// The shape of a report in JSON, which docs/compare.schema.json describes. A number or name that
// there is none for is null, and so is an infinite end of an interval; other texts and lists are empty then.
type (
	reportJSON struct {
		Verdicts  []verdictJSON `json:"verdicts"`
		Models    []modelJSON   `json:"models"`
		Standings []Standing    `json:"standings"`
		Pooled    []pooledJSON  `json:"pooled"`
		Rankings  []rankingJSON `json:"rankings"`
		Notes     []string      `json:"notes"`
	}

	verdictJSON struct {
		Dataset        string         `json:"dataset"`
		Task           string         `json:"task"`
		Metric         string         `json:"metric"`
		HigherIsBetter bool           `json:"higher_is_better"`
		ModelA         string         `json:"model_a"`
		ModelB         string         `json:"model_b"`
		A              number         `json:"a"`
		B              number         `json:"b"`
		Method         string         `json:"method"`
		Recommended    bool           `json:"recommended"`
		Replications   int            `json:"replications"`
		Folds          int            `json:"folds"`
		Design         string         `json:"design"`
		Set            name           `json:"set"`
		Target         Target         `json:"target"`
		Estimate       number         `json:"estimate"`
		Interval       *[2]number     `json:"interval"`
		IntervalKind   string         `json:"interval_kind"`
		Described      *describedJSON `json:"described"` // by a posterior, beside a test
		Level          number         `json:"level"`
		Alternative    string         `json:"alternative"`
		Delta          number         `json:"delta"`
		Statistic      number         `json:"statistic"` // the largest double with its sign where it is infinite
		DF             []float64      `json:"df"`
		PValue         number         `json:"p_value"`
		PAdjusted      number         `json:"p_adjusted"`
		PBetter        number         `json:"p_better"`
		PRope          number         `json:"p_rope"`
		Better         name           `json:"better"`
		ErrorRate      number         `json:"error_rate"`
		AboutError     string         `json:"about_error"`
		Why            string         `json:"why"`
		Assumptions    string         `json:"assumptions"`
		Sentence       string         `json:"sentence"`
		Note           string         `json:"note"`
	}

	describedJSON struct {
		Method   string    `json:"method"`
		Estimate number    `json:"estimate"`
		Interval [2]number `json:"interval"` // credible, at the level of the verdict
	}

	modelJSON struct {
		Dataset  string    `json:"dataset"`
		Task     string    `json:"task"`
		Metric   string    `json:"metric"`
		Model    string    `json:"model"`
		Method   string    `json:"method"`
		Target   Target    `json:"target"`
		Estimate number    `json:"estimate"`
		Interval [2]number `json:"interval"`
		Level    number    `json:"level"`
		Covers   number    `json:"covers"`       // measured share of data sets, on average over the cells of the study
		Least    number    `json:"covers_least"` // in the worst cell
	}

	pooledJSON struct {
		Task     string    `json:"task"`
		Metric   string    `json:"metric"`
		ModelA   string    `json:"model_a"`
		ModelB   string    `json:"model_b"`
		Datasets []string  `json:"datasets"`
		Mean     number    `json:"mean"` // of all data sets there might be, B less A
		Interval [2]number `json:"interval"`
		Level    number    `json:"level"`
	}

	rankingJSON struct {
		Task      string           `json:"task"`
		Metric    string           `json:"metric"`
		Datasets  int              `json:"datasets"`
		Models    []rankedJSON     `json:"models"`
		Friedman  number           `json:"friedman_p"`
		FriedmanX number           `json:"friedman_chi_squared"`
		Davenport number           `json:"iman_davenport_p"`
		F         number           `json:"iman_davenport_f"`
		Critical  number           `json:"critical_difference"` // of mean ranks, Nemenyi
		Alpha     number           `json:"alpha"`
		Pairs     []rankedPairJSON `json:"pairs"`
	}

	rankedJSON struct {
		Model string `json:"model"`
		Rank  number `json:"mean_rank"`
	}

	rankedPairJSON struct {
		ModelA   string `json:"model_a"`
		ModelB   string `json:"model_b"`
		Wilcoxon number `json:"wilcoxon_p"` // two-sided
		Holm     number `json:"wilcoxon_p_adjusted"`
		Nemenyi  number `json:"nemenyi_p"`
	}
)

// MarshalJSON writes the object that docs/compare.schema.json describes.
func (r Report) MarshalJSON() ([]byte, error) {
	out := reportJSON{Verdicts: []verdictJSON{}, Models: []modelJSON{}, Standings: append([]Standing{}, r.Standings...),
		Pooled: []pooledJSON{}, Rankings: []rankingJSON{}, Notes: append([]string{}, r.Notes...)}
	for _, v := range r.Verdicts {
		out.Verdicts = append(out.Verdicts, v.json())
	}
	for _, m := range r.Models() {
		out.Models = append(out.Models, modelJSON{Dataset: m.Dataset, Task: m.Task, Metric: m.Metric.Name, Model: m.Model,
			Method: m.Method, Target: m.Target, Estimate: number(m.Mid), Interval: ends(m.Estimate),
			Level: number(m.Level), Covers: number(m.Coverage.Mean), Least: number(m.Coverage.Least)})
	}
	for _, p := range r.Pooled {
		mean := p.Mean()
		out.Pooled = append(out.Pooled, pooledJSON{Task: p.Task, Metric: p.Metric.Name, ModelA: p.ModelA, ModelB: p.ModelB,
			Datasets: p.Datasets, Mean: number(mean.Mid), Interval: ends(mean), Level: number(p.Level)})
	}
	for _, k := range r.Rankings {
		out.Rankings = append(out.Rankings, k.json())
	}
	return json.Marshal(out)
}

func ends(e infer.Estimate) [2]number { return [2]number{number(e.Low), number(e.High)} }

func (v Verdict) json() verdictJSON {
	out := verdictJSON{Dataset: v.Dataset, Task: v.Task, Metric: v.Metric.Name, HigherIsBetter: v.Metric.HigherIsBetter,
		ModelA: v.ModelA, ModelB: v.ModelB, A: number(v.A), B: number(v.B), Method: v.Method, Recommended: v.Recommended,
		Replications: v.Design.Replications, Folds: v.Design.Folds, Design: v.on(), Set: name(v.set()), Target: v.Target,
		Estimate: number(v.Estimate), Level: number(v.Level), Alternative: v.Alternative.String(), Delta: number(v.Delta),
		Statistic: number(max(-math.MaxFloat64, min(math.MaxFloat64, v.Statistic))), DF: append([]float64{}, v.DF...),
		PValue: number(v.PValue), PAdjusted: number(v.adjusted()), PBetter: number(v.PBetter), PRope: number(v.PRope),
		Better: name(v.Better()), ErrorRate: number(v.ErrorRate.Rate), AboutError: v.AboutError(), Why: v.Why,
		Assumptions: v.Assumptions, Sentence: v.Sentence(), Note: v.Note}
	if known(v.Low) {
		out.Interval, out.IntervalKind = &[2]number{number(v.Low), number(v.High)}, v.IntervalKind()
	}
	if d := v.Described; d.Method != "" {
		out.Described = &describedJSON{Method: d.Method, Estimate: number(d.Mid), Interval: ends(d.Estimate)}
	}
	return out
}

func (k Ranking) json() rankingJSON {
	out := rankingJSON{Task: k.Task, Metric: k.Metric, Datasets: k.Datasets, Friedman: number(k.PValue),
		FriedmanX: number(k.ChiSquared), Davenport: number(k.FPValue), F: number(k.F), Critical: number(k.Critical),
		Alpha: number(k.Alpha), Pairs: []rankedPairJSON{}}
	for _, m := range k.Models {
		out.Models = append(out.Models, rankedJSON{m.Model, number(m.Rank)})
	}
	for _, p := range k.Pairs {
		out.Pairs = append(out.Pairs, rankedPairJSON{p.ModelA, p.ModelB, number(p.Wilcoxon), number(p.Holm), number(p.Nemenyi)})
	}
	return out
}
