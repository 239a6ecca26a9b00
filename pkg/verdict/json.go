package verdict

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/internal/nulls"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// verdictJSON is a verdict in JSON: its fields, and what follows from them, for programs; a number or name that there
// is none for is null.
type verdictJSON struct {
	results.Key
	// of a verdict on all tasks, over what: items or tasks; empty for others
	Average        string `json:"average"`
	Direction      string `json:"direction"`        // which values are better: higher or lower; empty if unknown
	HigherIsBetter *bool  `json:"higher_is_better"` // nil without a direction
	plain
	Replications int        `json:"replications"`
	Folds        int        `json:"folds"`
	Design       string     `json:"design"`
	Set          string     `json:"set" nulls:"null"`
	IntervalKind string     `json:"interval_kind"`
	Decision     string     `json:"decision"`
	No           No         `json:"no" nulls:"null"` // why there is no winner: equivalent, bounded, undecidable or open
	ItemsNeeded  int        `json:"items_needed"`    // of an open verdict, or clusters; 0 if unknown
	PBetter      float64    `json:"p_better"`
	Rope         float64    `json:"rope"` // half width of the region that PRope is about
	Better       string     `json:"better" nulls:"null"`
	Higher       string     `json:"higher" nulls:"null"` // of a metric without a direction, in place of Better
	PHigher      float64    `json:"p_higher"`            // likewise
	Ledger       *Ledger    `json:"ledger"`
	Ratio        *ratioJSON `json:"ratio" nulls:"some"` // B over A, of verdicts on logarithms
	ErrorRate    float64    `json:"error_rate"`
	AboutError   string     `json:"about_error"`
	Sentence     string     `json:"sentence"`
	Full         full       `json:"basis"`
}

// plain is a Verdict without methods.
type plain Verdict

// full are the fields of which JSON has a part alone, and the basis.
type full struct {
	Metric metric.Metric
	Design results.Design
	Rope   float64 // that was asked about
	Error  known.ErrorRate
	Basis
}

// MarshalJSON writes the object that docs/reference/compare.schema.json describes.
func (v Verdict) MarshalJSON() ([]byte, error) {
	unknown := math.NaN()
	out := verdictJSON{Key: v.Key, Average: v.average(), Direction: v.Metric.Direction(), plain: plain(v),
		Replications: v.Design.Replications, Folds: v.Design.Folds, Design: v.MeasuredOn(), Set: v.set(),
		IntervalKind: v.intervalKind(), Decision: v.Decision(), No: v.No(), ItemsNeeded: v.ItemsNeeded(), PBetter: v.pBetter(), Rope: v.rope(), Better: v.Better(),
		Higher: v.Higher(), PHigher: unknown, Ratio: v.ratio(), ErrorRate: v.ErrorRate.Rate, AboutError: v.AboutError(),
		Sentence: v.Sentence(), Full: full{v.Metric, v.Design, v.Rope, v.ErrorRate, v.Basis}}
	if v.Metric.Directionless {
		out.PHigher = v.PBetter
	} else {
		out.HigherIsBetter = &v.Metric.HigherIsBetter
	}
	if l := v.Look; l != nil {
		look := *l
		look.Decided, out.Look = v.decided(), &look
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
		return fmt.Errorf("verdict: %w", err)
	}
	*v = Verdict(in.plain)
	v.Metric, v.Design, v.Rope, v.ErrorRate, v.Basis = in.Full.Metric, in.Full.Design, in.Full.Rope, in.Full.Error,
		in.Full.Basis
	v.Macro, v.PBetter = in.Average == "tasks", in.PBetter
	if v.Metric.Directionless {
		v.PBetter = in.PHigher
	}
	if e := v.Effect; e != nil && isKnown(e.OddsRatioCI.Low) {
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
	if !isKnown(*x) {
		*x = math.Inf(sign)
	}
}

// MarshalJSON writes the object that docs/reference/compare.schema.json describes.
func (r Report) MarshalJSON() ([]byte, error) { return nulls.Marshal(r) }

var errMissing = errors.New("verdict: the report lacks a verdict that its models or data sets are of")

// UnmarshalJSON reads what MarshalJSON wrote: the report shows the same as the one that was written.
func (r *Report) UnmarshalJSON(text []byte) error {
	*r = Report{}
	if err := nulls.Unmarshal(text, r); err != nil {
		return err
	}
	complete := func(m *metric.Metric, is func(v Verdict) bool) error { // of which JSON has the name
		i := slices.IndexFunc(r.Verdicts, is)
		if i < 0 {
			return errMissing
		}
		*m = r.Verdicts[i].Metric
		return nil
	}
	for i := range r.Models {
		m := &r.Models[i]
		same := func(v Verdict) bool { return v.Key == m.Key && v.Metric.Name == m.Metric.Name }
		if err := complete(&m.Metric, same); err != nil {
			return err
		}
	}
	for i := range r.Pooled {
		p := &r.Pooled[i]
		same := func(v Verdict) bool { return v.Task == p.Task && v.Metric.Name == p.Metric.Name }
		if err := complete(&p.Metric, same); err != nil {
			return err
		}
	}
	return nil
}
