package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/columns"
	"github.com/block-regularized/bcv/internal/table"
)

// column is one of a table of verdicts. It is left out where all cells are empty, or, if they are in a sentence
// already when they are the same, where they do not differ.
type column struct {
	name    string
	differs bool // shown only where cells differ
	cell    func(v Verdict) string
}

// grid sets verdicts as a table, one row each: with the statistics and errors of the procedures, or without.
func grid(verdicts []Verdict, full bool) string {
	rows := cells(verdicts, full)
	var b strings.Builder
	_ = columns.Write(&b, rows) // b takes everything
	return strings.TrimRight(b.String(), "\n")
}

// Procedures returns all verdicts of a report as a table, one row per procedure, below a row of headings: in the
// direction of the model that leads, with the statistics and the largest known rate of false alarms.
func (r Report) Procedures() [][]string { return cells(r.Verdicts, true) }

func cells(verdicts []Verdict, full bool) [][]string {
	places := map[string][2]int{} // of the fewest and most decimals, by metric
	sides := map[string]bool{}
	for _, v := range verdicts {
		if v = v.rounded(); v.Estimate == 0 || v.Metric.Log {
			continue
		}
		sides[v.side()] = true
		n := v.places()
		if p, ok := places[v.Metric.Name]; ok {
			places[v.Metric.Name] = [2]int{min(p[0], n), max(p[1], n)}
		} else {
			places[v.Metric.Name] = [2]int{n, n}
		}
	}
	write := func(v Verdict, x float64) string {
		p, ok := places[v.Metric.Name]
		text := v.decimals(x, min(p[1], p[0]+2))
		if !ok || x != 0 && strings.Trim(text, "-0.") == "" {
			return v.end(x)
		}
		return text
	}
	var out [][]string
	for _, c := range tableColumns(write, sides, verdicts[0], full) {
		var texts []string
		for _, v := range verdicts {
			texts = append(texts, cmp.Or(c.cell(v.rounded()), "-"))
		}
		some := slices.ContainsFunc(texts, func(t string) bool { return t != "-" })
		differ := slices.ContainsFunc(texts, func(t string) bool { return t != texts[0] })
		if !some || c.differs && !differ {
			continue
		}
		out = append(out, append([]string{c.name}, texts...))
	}
	return transposed(out)
}

func transposed(of [][]string) [][]string {
	out := make([][]string, len(of[0]))
	for _, column := range of {
		for i, text := range column {
			out[i] = append(out[i], text)
		}
	}
	return out
}

// tableColumns are the columns of a table of verdicts like the first one, whose differences write writes, with these
// sides.
func tableColumns(write func(v Verdict, x float64) string, sides map[string]bool, first Verdict, full bool) []column {
	by, side := "difference", func(v Verdict) string { return " " + v.side() }
	if len(sides) == 1 && !first.Metric.Log {
		by, side = table.Pick(sides["lower"], "lower by", "higher by"), func(Verdict) string { return "" }
	}
	level := 1 - first.Level
	chance := func(write func(x, level float64) string, x, level float64) string {
		return table.Pick(isKnown(x), strings.TrimPrefix(write(x, level), "= "), "")
	}
	p := func(p float64) string { return chance(table.PValue, p, level) }
	out := []column{
		{"task", true, func(v Verdict) string { return v.Key.String() }},
		{"metric", true, func(v Verdict) string { return v.Metric.Label() }},
		{"leader", full, func(v Verdict) string { name, _ := v.leads(); return columns.Shorten(name) }},
		{"other", full, func(v Verdict) string { _, name := v.leads(); return columns.Shorten(name) }},
		{"procedure", !full, func(v Verdict) string { return v.Method }},
		{by, false, func(v Verdict) string {
			if v.Metric.Log {
				return v.times()
			}
			return write(v, math.Abs(v.Estimate)) + table.Pick(v.Estimate == 0, "", side(v))
		}},
		{fmt.Sprintf("%.4g%% interval", 100*first.Level), false, func(v Verdict) string { return v.ends(write) }},
	}
	if full {
		out = append(out, column{"statistic", false, func(v Verdict) string {
			return table.Pick(isKnown(v.Statistic), fmt.Sprintf("%.4g", v.Statistic), "")
		}}, column{"df", false, func(v Verdict) string {
			var df []string
			for _, d := range v.DF {
				df = append(df, fmt.Sprintf("%.4g", d))
			}
			return strings.Join(df, ", ")
		}})
	}
	if full || first.Adjusted == "" {
		out = append(out, column{"p", false, func(v Verdict) string { return p(v.PValue) }})
	}
	out = append(out, column{"adjusted p", false, func(v Verdict) string { return p(v.PAdjusted) }})
	out = append(out, column{"P(" + first.betterWord() + ")", false, func(v Verdict) string {
		better := v.PBetter
		if name, _ := v.leads(); name == v.ModelA {
			better = 1 - better
		}
		return chance(table.Probability, better, v.sureFrom())
	}}, column{"verdict", false, func(v Verdict) string { return v.brief(full) }})
	if full {
		out = append(out, column{"about", true, func(v Verdict) string { return string(v.Target) }},
			column{"false alarms up to", false, func(v Verdict) string {
				if !isKnown(v.ErrorRate.Rate) {
					return ""
				}
				return fmt.Sprintf("%.1f%%", 100*v.ErrorRate.Rate)
			}})
	}
	return out
}

// ends writes the interval of a row, in the direction of the model that leads.
func (v Verdict) ends(write func(v Verdict, x float64) string) string {
	low, high := v.Low, v.High
	switch signed := v.Delta != 0 || v.ofTail(); {
	case !isKnown(low):
		return ""
	case !signed && (v.Estimate < 0 || v.Estimate == 0 && !v.Metric.Upward()):
		low, high = 0-high, 0-low
	}
	if v.Metric.Log {
		if v.side() == "lower" {
			low, high = -high, -low
		}
		return v.end(low) + " to " + v.end(high)
	}
	switch {
	case math.IsInf(low, -1) && math.IsInf(high, 1):
		return "none"
	case math.IsInf(low, -1):
		return "up to " + write(v, high)
	case math.IsInf(high, 1):
		return "from " + write(v, low)
	}
	return write(v, low) + " to " + write(v, high)
}

// brief is what a row says a verdict shows; with the name of a winner where the row has no other.
func (v Verdict) brief(named bool) string {
	if v.Winner == "" {
		return string(v.No())
	}
	if v.Delta != 0 {
		return sideOf(v.Favours(true) == v.Winner) + " " + v.written(v.Delta)
	}
	text := v.betterWord()
	if first, _ := v.leads(); named {
		text = columns.Shorten(first) + " " + text
	}
	if v.Within() {
		text += ", within the margin"
	}
	return text
}
