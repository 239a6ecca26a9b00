package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/columns"
	"github.com/block-regularized/bcv/internal/nulls"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer/items"
)

// Variance is what the variance of a difference is made of, for Verdict.Ledger.
type Variance struct {
	items.Ledger
	Alpha  float64 // 1 less the level of the interval
	Wanted float64 // half width to buy for; 0 for half of the present one
	// of the interval before it is cut at the range of the metric, where its variance is not that of the sources; else 0
	HalfWidth float64
}

// Ledger says what the interval of a verdict is made of, and what to buy for a narrower one.
type Ledger struct {
	Shares    []items.Share `json:"shares"`     // of the variance of the difference, with intervals of 95%
	HalfWidth float64       `json:"half_width"` // of the interval
	// half width to buy for: the one that was asked for, or half of the present one
	Wanted float64    `json:"wanted"`
	Buy    []Purchase `json:"buy"`   // each by itself
	Asked  bool       `json:"asked"` // Wanted was asked for
}

// MarshalJSON writes the ledger as it is in the JSON of a report.
func (l Ledger) MarshalJSON() ([]byte, error) { return nulls.Marshal(l) }

// Purchase says how many more units of one factor, all others as they are, give the half width that is wanted.
type Purchase struct {
	Factor string  `json:"of"`
	Now    float64 `json:"now"`  // units
	More   *int    `json:"more"` // nil if no number of units is enough
}

// more says how many units more.
func (p Purchase) more() string {
	first, rest, _ := strings.Cut(p.Factor, " ")
	if *p.More == 1 {
		first = strings.TrimSuffix(first, "s")
	}
	return strings.TrimRight(fmt.Sprintf("%d more %s %s", *p.More, first, rest), " ")
}

var computedShares memo[[]items.Share]

// Ledger returns what the interval of the difference is made of, where more than one thing varied: items and
// runs, clusters and items in them, draws, records, training sets and seeds of an m x 2 CV, by the procedure that is
// recommended for them. It is not ok for other verdicts. The first call draws 4,000 times, which takes some
// milliseconds.
func (v Verdict) Ledger() (l Ledger, ok bool) {
	const draws = 4000
	made := v.Basis.Variance
	if made == nil {
		return l, false
	}
	draw := func() ([]items.Share, error) { return made.Shares(0.05, draws, 1), nil }
	shares, err := computedShares.get(made.Ledger, draw)
	if err != nil {
		return l, false
	}
	l = Ledger{Shares: slices.Clone(shares), HalfWidth: made.Ledger.HalfWidth(made.Alpha), Asked: made.Wanted > 0}
	scale := 1.0
	if made.HalfWidth != 0 {
		scale = made.HalfWidth / l.HalfWidth
		l.HalfWidth *= scale
	}
	_, l.HalfWidth = v.Metric.CutDifference(0, l.HalfWidth)
	l.Wanted = cmp.Or(made.Wanted, l.HalfWidth/2)
	buy, err := made.Buy(l.Wanted/scale, made.Alpha)
	names := v.sources()
	for i := range l.Shares {
		l.Shares[i].Name = names.Replace(l.Shares[i].Name)
	}
	for _, b := range buy {
		l.Buy = append(l.Buy, Purchase{Factor: names.Replace(b.Factor), Now: b.Now})
		if !b.Never {
			l.Buy[len(l.Buy)-1].More = &b.More
		}
	}
	return l, err == nil
}

// sources names what varied by the models and the units of a verdict.
func (v Verdict) sources() *strings.Replacer {
	switch {
	case v.Basis.TasksVary && v.Macro:
		return strings.NewReplacer("items", "tasks")
	case v.Basis.TasksVary:
		return strings.NewReplacer("clusters", "tasks", "cluster", "task")
	}
	if v.Design.Compared {
		return strings.NewReplacer("items", "comparisons")
	}
	return strings.NewReplacer("runs of A", "runs of "+v.ModelA, "runs of B", "runs of "+v.ModelB,
		"draws of A", "draws of "+v.ModelA, "draws of B", "draws of "+v.ModelB, "item by A", "item by "+v.ModelA,
		"item by B", "item by "+v.ModelB)
}

// MadeOf describes the ledger of a verdict in two lines; it is empty where there is none.
func (v Verdict) MadeOf() string {
	facts := v.ledger()
	if facts == nil {
		return ""
	}
	of := table.Pick(v.Metric.Log, "log ratio", "difference")
	return fmt.Sprintf("The variance of the %s comes from %s.\nFor %s.", of, facts[0].Text, facts[1].Text)
}

// ledger returns what the variance of the difference comes from, and what a narrower interval takes; nil where that is not
// known.
func (v Verdict) ledger() []columns.Fact {
	l, ok := v.Ledger()
	if !ok {
		return nil
	}
	var shares, buy, never []string
	for _, s := range l.Shares {
		shares = append(shares, fmt.Sprintf("%s %.0f%% (%.0f to %.0f)", s.Name, 100*s.Mid, 100*s.Low, 100*s.High))
	}
	for _, p := range l.Buy {
		if p.More == nil {
			never = append(never, p.Factor)
		} else if *p.More > 0 {
			buy = append(buy, p.more())
		}
	}
	text := "no one of them alone gives it"
	switch {
	case l.HalfWidth <= l.Wanted:
		text = "it is reached"
	case len(buy) > 0:
		text = strings.Join(buy, ", or ")
	}
	if len(never) > 0 && len(buy) > 0 {
		text += "; no number of " + strings.Join(never, " or of ") + " alone is enough"
	}
	wanted := v.amount(l.Wanted)
	if l.Asked {
		wanted = fmt.Sprintf("%.4g", v.unit()*l.Wanted)
	}
	aim := fmt.Sprintf("a half width of %s%s (now %s%[2]s)", wanted, v.points(), v.amount(l.HalfWidth))
	if v.Metric.Log { // interval of a difference of logarithms
		aim = "an interval of the log ratio half as wide"
	}
	return []columns.Fact{fact("variance", strings.Join(shares, ", ")+" (95% intervals)"), fact("narrower", aim+": "+text)}
}
