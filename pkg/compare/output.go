package compare

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/infer"
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
			A: v.A, B: v.B, Estimate: v.Estimate, Low: v.Low, High: v.High, Alternative: v.Alternative.String(),
			Delta: v.Delta, Statistic: v.Statistic, DF: strings.Trim(fmt.Sprint(v.DF), "[]"), PValue: v.PValue,
			PAdjusted: v.adjusted(), PBetter: v.pBetter(), Rope: v.rope(), PRope: v.PRope, CredLow: math.NaN(),
			CredHigh: math.NaN(), Winner: v.Better(), Direction: v.Metric.Direction(), Higher: v.Higher(),
			Method: v.Method, Recommended: v.Recommended, Target: string(v.Target), ErrorRate: v.ErrorRate.Rate,
			Design: v.on(), Set: v.set()}
		if known(v.Low) {
			out[i].Interval = v.IntervalKind()
		}
		if v.Described.Method != "" {
			out[i].CredLow, out[i].CredHigh = v.Described.Low, v.Described.High
		}
	}
	return out
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
	if !known(v.PRope) {
		return math.NaN()
	}
	return v.Rope
}

// adjusted is NaN where nothing was adjusted.
func (v Verdict) adjusted() float64 {
	if v.Adjusted == "" {
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

// The shape of a report in JSON, which docs/reference/compare.schema.json describes. A number or name that
// there is none for is null, and so is an infinite end of an interval; other texts and lists are empty then.
type (
	reportJSON struct {
		Verdicts []verdictJSON `json:"verdicts"`
		Models   []modelJSON   `json:"models"`
		Pooled   []pooledJSON  `json:"pooled"`
		Notes    []string      `json:"notes"`
	}

	verdictJSON struct {
		Dataset        string         `json:"dataset"`
		Task           string         `json:"task"`
		Tasks          int            `json:"tasks"`   // of a verdict on all of a benchmark; 0 for others
		Average        string         `json:"average"` // of these, over what: items or tasks; empty for others
		Metric         string         `json:"metric"`
		Direction      string         `json:"direction"`        // which values are better: higher or lower; empty if unknown
		HigherIsBetter *bool          `json:"higher_is_better"` // null without a direction
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
		Adjusted       string         `json:"adjusted"`
		Decision       string         `json:"decision"`
		PBetter        number         `json:"p_better"`
		Rope           number         `json:"rope"` // half width of the region that p_rope is about
		PRope          number         `json:"p_rope"`
		Bayes          *bayesJSON     `json:"bayes_test"` // of the method posterior
		Better         name           `json:"better"`
		Higher         name           `json:"higher"`   // of a metric without a direction, in place of better
		PHigher        number         `json:"p_higher"` // likewise
		Counts         *countsJSON    `json:"counts"`   // of one of McNemar's tests
		Effect         *effectJSON    `json:"effect"`   // beside such a test of one hold-out
		Ledger         *ledgerJSON    `json:"ledger"`   // where items and runs varied, or clusters
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

	bayesJSON struct {
		Weight      number `json:"weight"` // factor from summed to effective counts
		Prior       number `json:"lambda"`
		PH0         number `json:"p_h0"` // that B minus A is at most delta
		PH1         number `json:"p_h1"`
		LogPH0      number `json:"log_p_h0"`
		LogPH1      number `json:"log_p_h1"`
		BayesFactor number `json:"bayes_factor"`
		Decision    string `json:"decision"`
		Draws       int    `json:"draws"`
		MCPH0       number `json:"mc_p_h0"`
		MCSE        number `json:"mc_se"`
	}

	countsJSON struct {
		BothWrong  float64 `json:"both_wrong"`
		OnlyAWrong float64 `json:"only_a_wrong"`
		OnlyBWrong float64 `json:"only_b_wrong"`
		BothRight  float64 `json:"both_right"`
	}

	effectJSON struct {
		Difference  number     `json:"difference"`
		Interval    [2]number  `json:"interval"` // Tango's
		OddsRatio   number     `json:"odds_ratio"`
		OddsRatioCI *[2]number `json:"odds_ratio_interval"` // Wilson's; null where the models never disagree
	}

	ledgerJSON struct {
		Shares    []shareJSON    `json:"shares"`
		HalfWidth number         `json:"half_width"` // of interval
		Wanted    number         `json:"wanted"`
		Buy       []purchaseJSON `json:"buy"` // each by itself gives the wanted half width
	}

	shareJSON struct {
		Of       string    `json:"of"`
		Share    number    `json:"share"`
		Interval [2]number `json:"interval"` // of 95%
	}

	purchaseJSON struct {
		Of   string `json:"of"`
		Now  number `json:"now"`
		More *int   `json:"more"` // null where no number is enough
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
		Mean     number    `json:"mean"` // of all data sets there might be, B minus A
		Interval [2]number `json:"interval"`
		Level    number    `json:"level"`
	}
)

// MarshalJSON writes the object that docs/reference/compare.schema.json describes.
func (r Report) MarshalJSON() ([]byte, error) {
	out := reportJSON{Verdicts: []verdictJSON{}, Models: []modelJSON{}, Pooled: []pooledJSON{},
		Notes: append([]string{}, r.Notes...)}
	for _, v := range r.Verdicts {
		out.Verdicts = append(out.Verdicts, v.json())
	}
	for _, m := range r.Models {
		out.Models = append(out.Models, modelJSON{Dataset: m.Dataset, Task: m.Task, Metric: m.Metric.Name, Model: m.Model,
			Method: m.Method, Target: m.Target, Estimate: number(m.Mid), Interval: ends(m.Estimate),
			Level: number(m.Level), Covers: number(m.Coverage.Mean), Least: number(m.Coverage.Least)})
	}
	for _, p := range r.Pooled {
		out.Pooled = append(out.Pooled, pooledJSON{Task: p.Task, Metric: p.Metric.Name, ModelA: p.ModelA, ModelB: p.ModelB,
			Datasets: p.Datasets, Mean: number(p.Mean.Mid), Interval: ends(p.Mean), Level: number(p.Level)})
	}
	return json.Marshal(out)
}

func ends(e infer.Estimate) [2]number { return [2]number{number(e.Low), number(e.High)} }

func interval(i infer.Interval) [2]number { return [2]number{number(i.Low), number(i.High)} }

func (v Verdict) json() verdictJSON {
	out := verdictJSON{Dataset: v.Dataset, Task: v.Task, Tasks: v.Tasks, Average: v.average(),
		Metric: v.Metric.Name, Direction: v.Metric.Direction(),
		ModelA: v.ModelA, ModelB: v.ModelB, A: number(v.A), B: number(v.B), Method: v.Method, Recommended: v.Recommended,
		Replications: v.Design.Replications, Folds: v.Design.Folds, Design: v.on(), Set: name(v.set()), Target: v.Target,
		Estimate: number(v.Estimate), Level: number(v.Level), Alternative: v.Alternative.String(), Delta: number(v.Delta),
		Statistic: number(max(-math.MaxFloat64, min(math.MaxFloat64, v.Statistic))), DF: append([]float64{}, v.DF...),
		PValue: number(v.PValue), PAdjusted: number(v.adjusted()), Adjusted: v.Adjusted,
		Decision: v.Decision(), PBetter: number(v.pBetter()),
		Rope: number(v.rope()), PRope: number(v.PRope),
		Better: name(v.Better()), Higher: name(v.Higher()), PHigher: number(math.NaN()),
		ErrorRate: number(v.ErrorRate.Rate), AboutError: v.AboutError(), Why: v.Why,
		Assumptions: v.Assumptions, Sentence: v.Sentence(), Note: v.Note}
	if v.Metric.Directionless {
		out.PHigher = number(v.PBetter)
	} else {
		out.HigherIsBetter = &v.Metric.HigherIsBetter
	}
	if known(v.Low) {
		out.Interval, out.IntervalKind = &[2]number{number(v.Low), number(v.High)}, v.IntervalKind()
	}
	if c := v.Counts; c != nil {
		out.Counts = &countsJSON{c.N00, c.N01, c.N10, c.N11}
	}
	if e := v.Effect; e != nil {
		out.Effect = &effectJSON{Difference: number(e.Difference), Interval: interval(e.DifferenceCI),
			OddsRatio: number(e.OddsRatio)}
		if e.HasOdds() {
			odds := interval(e.OddsRatioCI)
			out.Effect.OddsRatioCI = &odds
		}
	}
	if l, ok := v.Ledger(); ok {
		out.Ledger = l.json()
	}
	if d := v.Described; d.Method != "" {
		out.Described = &describedJSON{Method: d.Method, Estimate: number(d.Mid), Interval: ends(d.Estimate)}
	}
	if c := v.Bayes; c != nil {
		out.Bayes = &bayesJSON{number(c.Weight), number(c.Prior), number(c.PH0), number(c.PH1), number(c.LogPH0),
			number(c.LogPH1), number(c.BayesFactor), c.Decision, c.Draws, number(c.MCPH0), number(c.MCSE)}
		if c.Draws == 0 {
			out.Bayes.MCPH0, out.Bayes.MCSE = number(math.NaN()), number(math.NaN())
		}
	}
	return out
}

// MarshalJSON writes the ledger as it is in the JSON of a report.
func (l Ledger) MarshalJSON() ([]byte, error) { return json.Marshal(l.json()) }

func (l Ledger) json() *ledgerJSON {
	out := &ledgerJSON{HalfWidth: number(l.HalfWidth), Wanted: number(l.Wanted)}
	for _, s := range l.Shares {
		out.Shares = append(out.Shares, shareJSON{s.Name, number(s.Mid), ends(s.Estimate)})
	}
	for _, p := range l.Buy {
		one := purchaseJSON{Of: p.Factor, Now: number(p.Now)}
		if !p.Never {
			one.More = &p.More
		}
		out.Buy = append(out.Buy, one)
	}
	return out
}

// Text describes the best verdicts as a terminal shows them: a single verdict on lines of its own,
// each of several on one, and below them what all is about.
func (r Report) Text() string { return r.text(len(r.Verdicts), len(r.Verdicts)) }

// Brief is Text with one sentence for all verdicts on single data sets, or on all of them together, of a task and
// metric where they are more than 30. Of a benchmark of more than 10 tasks it names those on which a model is better.
func (r Report) Brief() string { return r.text(30, mostTasks) }

// text describes the best verdicts, of which this many, and on this many tasks of a benchmark, are described one by
// one.
func (r Report) text(most, tasks int) string {
	var lines []string
	best := r.Deciding()
	between := "\n"
	if len(best) > 1 {
		between = " "
	}
	for len(best) > 0 {
		first := best[0]
		other := func(v Verdict) bool {
			return v.Task != first.Task || v.Metric != first.Metric || (v.Datasets > 0) != (first.Datasets > 0)
		}
		alike := slices.DeleteFunc(slices.Clone(best), other)
		if len(alike) > most {
			lines = append(lines, counted(alike))
			best = slices.DeleteFunc(best, func(v Verdict) bool { return !other(v) })
			continue
		}
		lines = append(lines, first.Headline()+between+first.Evidence())
		if first.Note != "" {
			lines = append(lines, "Beware: "+first.Note+".")
		}
		best = best[1:]
	}
	lines = append(lines, r.scopes()...)
	lines = append(lines, tasksText(r.tasks(), tasks)...)
	if text := r.Next(); text != "" {
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

// counted says how many verdicts of a task and metric have a winner, and which models of one data set no other beats.
func counted(of []Verdict) string {
	var models, sets, unbeaten []string
	won, lost := map[string]int{}, map[string]bool{}
	for _, v := range of {
		models, sets = append(models, v.ModelA, v.ModelB), append(sets, v.Dataset)
		better := cmp.Or(v.Better(), v.Higher())
		won[better]++
		lost[v.ModelA] = lost[v.ModelA] || better == v.ModelB
		lost[v.ModelB] = lost[v.ModelB] || better == v.ModelA
	}
	first := of[0]
	models, sets = distinct(models), distinct(sets)
	if len(models) == 2 {
		return prefix(first.Task, fmt.Sprintf("%s against %s by %s on %d data sets: %[1]s is %[8]s on %[5]d, "+
			"%[2]s on %[6]d, no clear %[9]s on %[7]d.", models[0], models[1], first.metric(), len(of), won[models[0]],
			won[models[1]], won[""], first.betterWord(), first.winnerWord()))
	}
	n := len(models)
	text := fmt.Sprintf("%d pairs of %d models by %s: one is %[6]s in %[4]d, no clear %[7]s in %[5]d.", len(of),
		n, first.metric(), len(of)-won[""], won[""], first.betterWord(), first.winnerWord())
	if len(sets) == 1 && len(of) < n*(n-1)/2 { // pairs with a control say nothing of the others
		return prefix(first.Key.String(), text)
	}
	if len(sets) > 1 {
		return prefix(first.Task, strings.Replace(text, " by ", fmt.Sprintf(" on %d data sets by ", len(sets)), 1))
	}
	for _, name := range models {
		if !lost[name] {
			unbeaten = append(unbeaten, name)
		}
	}
	if more := len(unbeaten) - 10; more > 0 {
		unbeaten = append(unbeaten[:10], fmt.Sprintf("and %d more", more))
	}
	return prefix(first.Key.String(), text+" No other is shown to be "+first.betterWord()+" than "+
		strings.Join(unbeaten, ", ")+".")
}
