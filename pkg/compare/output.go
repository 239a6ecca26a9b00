package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/block-regularized/bcv/internal/nulls"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior/hierarchical"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
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
			A: v.A, B: v.B, Estimate: v.Estimate, Low: v.Low, High: v.High, Interval: v.intervalKind(),
			Alternative: v.Alternative.String(),
			Delta:       v.Delta, Statistic: v.Statistic, DF: strings.Trim(fmt.Sprint(v.DF), "[]"), PValue: v.PValue,
			PAdjusted: v.adjusted(), PBetter: v.pBetter(), Rope: v.rope(), PRope: v.PRope, CredLow: math.NaN(),
			CredHigh: math.NaN(), Winner: v.Better(), Direction: v.Metric.Direction(), Higher: v.Higher(),
			Method: v.Method, Recommended: v.Recommended, Target: string(v.Target), ErrorRate: v.ErrorRate.Rate,
			Design: v.on(), Set: v.set()}
		if v.Described.Method != "" {
			out[i].CredLow, out[i].CredHigh = v.Described.Low, v.Described.High
		}
	}
	return out
}

// intervalKind is IntervalKind, empty where there is no interval.
func (v Verdict) intervalKind() string {
	if !known(v.Low) {
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

// verdictJSON is a verdict in JSON: what follows from its fields, for programs, and these; a number or name that there
// is none for is null. The basis is what else its methods show.
type verdictJSON struct {
	results.Key
	Average        string `json:"average"`          // of a verdict on all tasks, over what: items or tasks; empty for others
	Direction      string `json:"direction"`        // which values are better: higher or lower; empty if unknown
	HigherIsBetter *bool  `json:"higher_is_better"` // nil without a direction
	plain
	Replications int            `json:"replications"`
	Folds        int            `json:"folds"`
	Design       string         `json:"design"`
	Set          string         `json:"set" nulls:"null"`
	Interval     infer.Interval `json:"interval" nulls:"ends"`
	IntervalKind string         `json:"interval_kind"`
	Alternative  string         `json:"alternative"`
	Statistic    float64        `json:"statistic"` // the largest double with its sign where it is infinite
	PAdjusted    float64        `json:"p_adjusted"`
	Decision     string         `json:"decision"`
	PBetter      float64        `json:"p_better"`
	Rope         float64        `json:"rope"` // half width of the region that PRope is about
	Better       string         `json:"better" nulls:"null"`
	Higher       string         `json:"higher" nulls:"null"` // of a metric without a direction, in place of Better
	PHigher      float64        `json:"p_higher"`            // likewise
	Ledger       *Ledger        `json:"ledger"`
	ErrorRate    float64        `json:"error_rate"`
	AboutError   string         `json:"about_error"`
	Sentence     string         `json:"sentence"`
	Basis        basis          `json:"basis"`
}

// plain is a Verdict without methods.
type plain Verdict

// basis is what the methods of a verdict show that no other member of its JSON says.
type basis struct {
	Metric    metric.Metric
	Design    results.Design
	Rope      float64 // that was asked about
	Error     ErrorRate
	Beyond    bcvCase    // of bcv-t
	Measured  []measured // by studies, on scores like these
	Unlike    string     // what was not measured
	Part      string     // of the folds
	Nested    string     // procedure with inner results
	TasksVary bool       // they are a sample
	Beside    int        // tasks of the benchmark
	Values    *values
}

// MarshalJSON writes the object that docs/reference/compare.schema.json describes.
func (v Verdict) MarshalJSON() ([]byte, error) {
	unknown := math.NaN()
	out := verdictJSON{Key: v.Key, Average: v.average(), Direction: v.Metric.Direction(), plain: plain(v),
		Replications: v.Design.Replications, Folds: v.Design.Folds, Design: v.on(), Set: v.set(),
		Interval: infer.Interval{Low: v.Low, High: v.High}, IntervalKind: v.intervalKind(),
		Alternative: v.Alternative.String(),
		Statistic:   max(-math.MaxFloat64, min(math.MaxFloat64, v.Statistic)), PAdjusted: v.adjusted(),
		Decision: v.Decision(), PBetter: v.pBetter(), Rope: v.rope(), Better: v.Better(),
		Higher: v.Higher(), PHigher: unknown, ErrorRate: v.ErrorRate.Rate, AboutError: v.AboutError(),
		Sentence: v.Sentence(), Basis: basis{v.Metric, v.Design, v.Rope, v.ErrorRate, v.ErrorRate.bcv, v.likeThese, v.unlike,
			v.part, v.nested, v.sampled, v.below, v.values}}
	if v.Metric.Directionless {
		out.PHigher = v.PBetter
	} else {
		out.HigherIsBetter = &v.Metric.HigherIsBetter
	}
	if l, ok := v.Ledger(); ok {
		out.Ledger = &l
	}
	if b := v.Bayes; b != nil && b.Draws == 0 {
		exact := *b
		exact.MCPH0, exact.MCSE, out.Bayes = unknown, unknown, &exact
	}
	return nulls.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON wrote, so that the verdict shows the same.
func (v *Verdict) UnmarshalJSON(text []byte) error {
	var in verdictJSON
	if err := nulls.Unmarshal(text, &in); err != nil {
		return fmt.Errorf("compare: a verdict: %w", err)
	}
	b := in.Basis
	*v = Verdict(in.plain)
	v.Metric, v.Design, v.Rope, v.ErrorRate, v.ErrorRate.bcv = b.Metric, b.Design, b.Rope, b.Error, b.Beyond
	v.likeThese, v.unlike, v.part, v.nested, v.sampled, v.below, v.values = b.Measured, b.Unlike, b.Part, b.Nested,
		b.TasksVary, b.Beside, b.Values
	v.Low, v.High, v.Statistic, v.PBetter = in.Interval.Low, in.Interval.High, in.Statistic, in.PBetter
	v.Macro = in.Average == "tasks"
	for _, a := range []infer.Alternative{infer.Greater, infer.Less} {
		if a.String() == in.Alternative {
			v.Alternative = a
		}
	}
	if math.Abs(v.Statistic) == math.MaxFloat64 {
		v.Statistic = math.Inf(int(math.Copysign(1, v.Statistic)))
	}
	if v.Metric.Directionless {
		v.PBetter = in.PHigher
	}
	if v.Adjusted != "" {
		v.PAdjusted = in.PAdjusted
	}
	if l := in.Ledger; l != nil {
		v.ledger = func() (Ledger, bool) { return *l, true }
	}
	if e := v.Effect; e != nil && known(e.OddsRatioCI.Low) {
		infinite(&e.OddsRatio, 1)
	}
	if b := v.Bayes; b != nil {
		b.Task, b.Metric, b.ModelA, b.ModelB = v.Task, v.Metric.Name, v.ModelA, v.ModelB
		if infinite(&b.BayesFactor, 1); b.Draws == 0 {
			b.MCPH0, b.MCSE = 0, 0
		}
		infinite(&b.LogPH0, -1)
		infinite(&b.LogPH1, -1)
	}
	return nil
}

// infinite gives a number that was null, and cannot be unknown, the infinite value of this sign.
func infinite(x *float64, sign int) {
	if !known(*x) {
		*x = math.Inf(sign)
	}
}

// MarshalJSON writes the object that docs/reference/compare.schema.json describes.
func (r Report) MarshalJSON() ([]byte, error) { return nulls.Marshal(r) }

// UnmarshalJSON reads what MarshalJSON wrote: the report shows the same as the one that was written. It holds no
// results, so that a gate refuses it.
func (r *Report) UnmarshalJSON(text []byte) error {
	*r = Report{read: true}
	if err := nulls.Unmarshal(text, r); err != nil {
		return err
	}
	find := func(is func(v Verdict) bool) (Verdict, error) {
		i := slices.IndexFunc(r.Verdicts, is)
		if i < 0 {
			return Verdict{}, fmt.Errorf("compare: the report lacks a verdict that its models or data sets are of")
		}
		return r.Verdicts[i], nil
	}
	for i := range r.Models {
		m := &r.Models[i]
		v, err := find(func(v Verdict) bool { return v.Key == m.Key && v.Metric.Name == m.Metric.Name })
		if err != nil {
			return err
		}
		m.Metric = v.Metric
	}
	for i := range r.Pooled {
		p := &r.Pooled[i]
		for _, name := range p.Datasets {
			v, err := find(func(v Verdict) bool {
				return v.cell() == cell{results.Key{Dataset: name, Task: p.Task}, p.Metric.Name, p.ModelA, p.ModelB}
			})
			if err != nil {
				return err
			}
			own, _ := v.Posterior()
			p.alone, p.Metric = append(p.alone, own), v.Metric
		}
		p.posterior = sync.OnceValues(func() (hierarchical.Posterior, error) {
			return hierarchical.New(p.alone, hierarchical.Options{})
		})
	}
	return nil
}

// MarshalJSON writes the ledger as it is in the JSON of a report.
func (l Ledger) MarshalJSON() ([]byte, error) { return nulls.Marshal(l) }

// prior is a prior of the correlations in numbers of its own: one kind of them, or none for the usual prior.
type prior struct {
	Uniform   *paired.Uniform
	Fixed     *paired.Fixed
	Empirical paired.Empirical
}

func priorOf(p paired.Prior) (out prior) {
	switch p := p.(type) {
	case paired.Uniform:
		out.Uniform = &p
	case paired.Fixed:
		out.Fixed = &p
	case paired.Empirical:
		out.Empirical = slices.Clone(p)
	}
	return out
}

func (p prior) prior() paired.Prior {
	switch {
	case p.Uniform != nil:
		return *p.Uniform
	case p.Fixed != nil:
		return *p.Fixed
	case p.Empirical != nil:
		return p.Empirical
	}
	return nil
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
