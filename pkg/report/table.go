package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// grid is a table of plain texts. Every format renders this type and escapes the texts.
type grid struct {
	caption string
	header  []string
	numbers []bool // columns to align at the right
	rows    [][]string
}

// column describes a column of a grid of items.
type column[T any] struct {
	name   string
	number bool
	text   func(T) string
}

// several is the number of rows above which a text that is the same in all rows moves to the caption.
const several = 2

// gridOf returns the grid of items. Columns without texts are left out.
func gridOf[T any](caption string, items []T, columns []column[T]) grid {
	g := grid{caption: caption, rows: make([][]string, len(items))}
	for _, c := range columns {
		some := false
		texts := make([]string, len(items))
		for i, item := range items {
			texts[i] = c.text(item)
			some = some || texts[i] != ""
		}
		if !some {
			continue
		}
		alike := !slices.ContainsFunc(texts, func(s string) bool { return s != texts[0] })
		if alike && !c.number && len(texts) > several {
			g.caption += fmt.Sprintf("; %s: %s", c.name, texts[0])
			continue
		}
		g.header, g.numbers = append(g.header, c.name), append(g.numbers, c.number)
		for i := range items {
			g.rows[i] = append(g.rows[i], texts[i])
		}
	}
	return g
}

// number writes a number with four digits and a minus sign, and NaN as an empty text.
func number(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case math.IsInf(x, 0):
		return map[bool]string{true: "∞", false: "−∞"}[x > 0]
	case x < 0:
		return "−" + fmt.Sprintf("%.4g", -x)
	}
	return fmt.Sprintf("%.4g", x)
}

// probability writes a probability; only exact ones are written as 0 or 1.
func probability(p float64) string {
	switch {
	case math.IsNaN(p):
		return ""
	case p < 0.0001 && p > 0:
		return "< 0.0001"
	case p > 0.9999 && p < 1:
		return "> 0.9999"
	}
	return fmt.Sprintf("%.4f", p)
}

func interval(low, high float64) string {
	if math.IsNaN(low) {
		return ""
	}
	return "[" + number(low) + ", " + number(high) + "]"
}

// grids are the tables of a report: verdicts, and what their intervals are made of.
func (r Report) grids() []grid { return append([]grid{r.verdicts()}, r.ledgerGrids()...) }

// ledgerGrids are the tables of what the intervals of the best verdicts are made of.
func (r Report) ledgerGrids() (out []grid) {
	for _, v := range r.Result.Best() {
		if l, ok := v.Ledger(); ok {
			caption := fmt.Sprintf("Variance of the difference in %s, %s minus %s", v.Metric.Label(), v.ModelB, v.ModelA)
			out = append(out, gridOf(strings.TrimPrefix(v.Key.String()+": "+caption, ": "), l.Shares, []column[items.Share]{
				{"from", false, func(s items.Share) string { return s.Name }},
				{"share", true, func(s items.Share) string { return number(s.Mid) }},
				{"95% interval", true, func(s items.Share) string { return interval(s.Low, s.High) }},
			}))
		}
	}
	return out
}

// taskName is the heading of the column of tasks, which may be data sets.
func (r Report) taskName() string {
	if r.Result.Verdicts[0].Dataset != "" {
		return "data set"
	}
	return "task"
}

// kind is the kind of the intervals that decide; empty if it differs between verdicts.
func (r Report) kind() string {
	kind := ""
	for _, v := range r.Result.Verdicts {
		switch k := v.IntervalKind() + " "; {
		case math.IsNaN(v.Low) || k == kind:
		case kind == "":
			kind = k
		default:
			return ""
		}
	}
	return kind
}

// verdicts is the table of all verdicts.
func (r Report) verdicts() grid {
	all := r.Result.Verdicts
	level := 100 * all[0].Level
	return gridOf("Verdicts; differences are B minus A", all, []column[verdict.Verdict]{
		{r.taskName(), false, func(v verdict.Verdict) string { return v.Key.String() }},
		{"metric", false, func(v verdict.Verdict) string { return v.Metric.Label() }},
		{"better is", false, func(v verdict.Verdict) string {
			return cmp.Or(v.Metric.Direction(), "not known")
		}},
		{"A", false, func(v verdict.Verdict) string { return v.ModelA }},
		{"B", false, func(v verdict.Verdict) string { return v.ModelB }},
		{"of A", true, func(v verdict.Verdict) string { return number(v.A) }},
		{"of B", true, func(v verdict.Verdict) string { return number(v.B) }},
		{"B − A", true, func(v verdict.Verdict) string { return number(v.Estimate) }},
		{fmt.Sprintf("%.4g%% %sinterval", level, r.kind()), true, func(v verdict.Verdict) string {
			return interval(v.Low, v.High)
		}},
		{"p", true, func(v verdict.Verdict) string { return probability(v.PValue) }},
		{"p (adjusted)", true, func(v verdict.Verdict) string {
			if v.Adjusted == "" {
				return ""
			}
			return probability(v.PAdjusted)
		}},
		{fmt.Sprintf("%.4g%% credible interval", level), true, func(v verdict.Verdict) string {
			if v.Described.Method == "" {
				return ""
			}
			return interval(v.Described.Low, v.Described.High)
		}},
		{all[0].SideOfB(), true, func(v verdict.Verdict) string { return probability(v.PBetter) }},
		{fmt.Sprintf("P(within ±%g)", all[0].Rope), true, func(v verdict.Verdict) string { return probability(v.PRope) }},
		{"better", false, verdict.Verdict.Clear},
		{"method (about the)", false, func(v verdict.Verdict) string {
			return fmt.Sprintf("%s (%s)", v.Method, v.Target)
		}},
	})
}

// csvRow is a verdict in CSV. With its sentence and level it is complete, for readers without JSON.
type csvRow struct {
	verdict.Row
	Level    float64 `dataframe:"level"` // of the interval
	Sentence string  `dataframe:"sentence"`
	Notes    string  `dataframe:"notes"` // of the results that went in, the same in every row
}

// CSV writes the verdicts with all their digits: the rows of verdict.Report.Rows, each with the
// level of its interval, its sentence and the notes. An apostrophe precedes texts that a
// spreadsheet would take for formulas.
func (r Report) CSV(w io.Writer) error {
	rows := make([]csvRow, len(r.Result.Verdicts))
	for i, row := range r.Result.Rows() {
		v := r.Result.Verdicts[i]
		rows[i] = csvRow{Row: row, Level: v.Level, Sentence: v.Sentence(), Notes: strings.Join(r.Result.Notes, "; ")}
		one := &rows[i]
		for _, text := range []*string{&one.Dataset, &one.Task, &one.Metric, &one.ModelA, &one.ModelB, &one.Winner,
			&one.Higher, &one.Sentence, &one.Notes} {
			*text = escapeCSV(*text)
		}
	}
	return table.Write(w, rows)
}
