package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/internal/table"
)

// grid is a table of texts as they are: each format escapes them.
type grid struct {
	caption string
	header  []string
	numbers []bool // columns to align at the right
	rows    [][]string
}

// column is a column of a grid over items of one kind.
type column[T any] struct {
	name   string
	number bool
	text   func(T) string
}

// several is the number of rows beyond which a table says once what is the same in all.
const several = 2

// gridOf makes a grid; columns that are empty everywhere are left out, and names that are
// the same in all of several rows stand in the caption instead.
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
		if alike := !slices.ContainsFunc(texts, func(s string) bool { return s != texts[0] }); alike && !c.number && len(texts) > several {
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

// number writes a number with four digits and a minus that is one; nothing for NaN.
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

// probability writes a probability: no number but one is written as 0 or 1.
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

// grids are the tables of a report: verdicts, standings and rankings.
func (r Report) grids() []grid {
	out := []grid{r.verdicts()}
	if s := r.Result.Standings; len(s) > 0 {
		out = append(out, gridOf("Where each model stands among all (joint posterior; the last column by "+s[0].By+")", s, []column[compare.Standing]{
			{r.taskName(), false, func(s compare.Standing) string { return s.Key().String() }},
			{"metric", false, func(s compare.Standing) string { return s.Metric }},
			{"model", false, func(s compare.Standing) string { return s.Model }},
			{"mean", true, func(s compare.Standing) string { return number(s.Mean) }},
			{"P(best)", true, func(s compare.Standing) string { return probability(s.PBest) }},
			{"P(near best)", true, func(s compare.Standing) string {
				if r.Rope == 0 {
					return ""
				}
				return probability(s.PNear)
			}},
			{"not shown to be worse", false, func(s compare.Standing) string { return map[bool]string{true: "yes", false: "no"}[s.NotBeaten] }},
		}))
	}
	for _, k := range r.Result.Rankings {
		text := k.String()
		out = append(out, gridOf("Over the data sets, each one number: "+text, k.Models, []column[compare.RankedModel]{
			{"model", false, func(m compare.RankedModel) string { return m.Model }},
			{"mean rank", true, func(m compare.RankedModel) string { return number(m.Rank) }},
		}), gridOf(fmt.Sprintf("Pairs of models over the data sets%s, by %s: p-values of Wilcoxon's signed-rank test, the same adjusted by Holm, and of Nemenyi's test", of(k.Task), k.Metric), k.Pairs, []column[compare.RankedPair]{
			{"A", false, func(p compare.RankedPair) string { return p.ModelA }},
			{"B", false, func(p compare.RankedPair) string { return p.ModelB }},
			{"Wilcoxon p", true, func(p compare.RankedPair) string { return probability(p.Wilcoxon) }},
			{"Holm", true, func(p compare.RankedPair) string { return probability(p.Holm) }},
			{"Nemenyi p", true, func(p compare.RankedPair) string { return probability(p.Nemenyi) }},
		}))
	}
	return out
}

// of names a task behind a title.
func of(task string) string {
	if task == "" {
		return ""
	}
	return ": " + task
}

// taskName is the head of the column of tasks, which may be data sets.
func (r Report) taskName() string {
	if r.Result.Verdicts[0].Dataset != "" {
		return "data set"
	}
	return "task"
}

// kind is that of the intervals that verdicts are decided by; empty if they differ.
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
	return gridOf("Verdicts; differences are B less A", all, []column[compare.Verdict]{
		{r.taskName(), false, func(v compare.Verdict) string { return v.Key.String() }},
		{"metric", false, func(v compare.Verdict) string { return v.Metric.Name }},
		{"A", false, func(v compare.Verdict) string { return v.ModelA }},
		{"B", false, func(v compare.Verdict) string { return v.ModelB }},
		{"of A", true, func(v compare.Verdict) string { return number(v.A) }},
		{"of B", true, func(v compare.Verdict) string { return number(v.B) }},
		{"B − A", true, func(v compare.Verdict) string { return number(v.Estimate) }},
		{fmt.Sprintf("%.4g%% %sinterval", level, r.kind()), true, func(v compare.Verdict) string { return interval(v.Low, v.High) }},
		{"p", true, func(v compare.Verdict) string { return probability(v.PValue) }},
		{"p (Holm)", true, func(v compare.Verdict) string {
			if v.PAdjusted == 0 {
				return ""
			}
			return probability(v.PAdjusted)
		}},
		{fmt.Sprintf("%.4g%% credible interval", level), true, func(v compare.Verdict) string {
			if v.Described.Method == "" {
				return ""
			}
			return interval(v.Described.Low, v.Described.High)
		}},
		{all[0].SideOfB(), true, func(v compare.Verdict) string { return probability(v.PBetter) }},
		{fmt.Sprintf("P(within ±%g)", r.Rope), true, func(v compare.Verdict) string { return probability(v.PRope) }},
		{"better", false, func(v compare.Verdict) string {
			if v.Better() == "" {
				return "not shown"
			}
			return v.Better()
		}},
		{"method (about the)", false, func(v compare.Verdict) string { return fmt.Sprintf("%s (%s)", v.Method, v.Target) }},
	})
}

// csvRow is a verdict in CSV: with its sentence and level it is complete by itself, for
// readers that take no JSON.
type csvRow struct {
	compare.Row
	Level    float64 `dataframe:"level"` // of the interval
	Sentence string  `dataframe:"sentence"`
	Notes    string  `dataframe:"notes"` // of the results that went in, the same in every row
}

// CSV writes the verdicts with all their digits: the rows of compare.Report.Rows, each with
// the level of its interval, its sentence and the notes of the result. Texts that a
// spreadsheet would take for formulas have an apostrophe before them.
func (r Report) CSV(w io.Writer) error {
	rows := make([]csvRow, len(r.Result.Verdicts))
	for i, row := range r.Result.Rows() {
		v := r.Result.Verdicts[i]
		rows[i] = csvRow{Row: row, Level: v.Level, Sentence: v.Sentence(), Notes: strings.Join(r.Result.Notes, "; ")}
		one := &rows[i]
		for _, text := range []*string{&one.Task, &one.Metric, &one.ModelA, &one.ModelB, &one.Winner, &one.Sentence, &one.Notes} {
			*text = escapeCSV(*text)
		}
	}
	return table.Write(w, rows)
}
