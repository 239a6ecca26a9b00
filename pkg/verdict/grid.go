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

// column is one of a table of verdicts. It is left out where all cells are empty, and where they do not differ if a
// sentence above the table says then what they have in common.
type column struct {
	name    string
	differs bool // shown only where cells differ
	cell    func(v Verdict) string
}

// grid sets verdicts as a table, one row each.
func grid(verdicts []Verdict) string {
	var b strings.Builder
	_ = columns.Write(&b, cells(verdicts, false)) // b takes everything
	return strings.TrimRight(b.String(), "\n")
}

// Procedures returns all verdicts of a report as a table, one row per procedure, below a row of headings: in the
// direction of the model that leads, with the statistics and the largest known rate of false alarms.
func (r Report) Procedures() [][]string { return cells(r.Verdicts, true) }

// cells are the table of verdicts below a row of headings: with the statistics and errors of the procedures, or without.
func cells(verdicts []Verdict, full bool) [][]string {
	g := rows{first: verdicts[0], full: full, places: map[string][2]int{}, sides: map[string]bool{}}
	g.signed = g.first.signed()
	g.pair, g.shares = true, true
	for _, v := range verdicts {
		g.measure(v.rounded())
		g.pair = g.pair && v.ModelA == g.first.ModelA && v.ModelB == g.first.ModelB
		g.shares = g.shares && v.Metric.Percent
	}
	out := make([][]string, 1+len(verdicts))
	for _, c := range slices.Concat(g.what(), g.values(), g.size(), g.sureness()) {
		texts := []string{c.name}
		some, differ := false, false
		for _, v := range verdicts {
			text := cmp.Or(c.cell(v.rounded()), "-")
			texts = append(texts, text)
			some, differ = some || text != "-", differ || text != texts[1]
		}
		if !some || c.differs && !differ {
			continue
		}
		for i, text := range texts {
			out[i] = append(out[i], text)
		}
	}
	return out
}

// rows are what the columns of a table of verdicts need of all of them.
type rows struct {
	first  Verdict
	full   bool
	signed bool              // differences are B minus A, not in the direction of the model that leads
	places map[string][2]int // fewest and most decimals of differences, by metric
	sides  map[string]bool   // lower, higher
	pair   bool              // all are on the same two models
	shares bool              // all metrics are shares, so that differences are in points
}

func (g rows) measure(v Verdict) {
	if v.Estimate == 0 || v.Metric.Log {
		return
	}
	g.sides[v.side()] = true
	n := v.places()
	p, ok := g.places[v.Metric.Name]
	if !ok {
		p = [2]int{n, n}
	}
	g.places[v.Metric.Name] = [2]int{min(p[0], n), max(p[1], n)}
}

// write writes a difference with as many decimals as others by its metric, or more where it would be 0.
func (g rows) write(v Verdict, x float64) string {
	p, ok := g.places[v.Metric.Name]
	text := v.decimals(x, min(p[1], p[0]+2))
	if !ok || x != 0 && strings.Trim(text, "-0.") == "" {
		return v.end(x)
	}
	return text
}

// what are the columns on what a verdict is on.
func (g rows) what() []column {
	leader := func(v Verdict) string { name, _ := v.leads(); return columns.Shorten(name) }
	other := func(v Verdict) string { _, name := v.leads(); return columns.Shorten(name) }
	if g.pair { // the other one of two, which a sentence or columns name
		other = func(Verdict) string { return "" }
	}
	return []column{
		{"task", true, func(v Verdict) string { return v.Key.String() }},
		{"metric", true, func(v Verdict) string { return v.Metric.Label() }},
		{"leader", g.full, leader},
		{"other", g.full, other},
		{"procedure", !g.full, func(v Verdict) string { return v.Method }},
	}
}

// values are the columns of both models of a table on two.
func (g rows) values() []column {
	if g.full || !g.pair {
		return nil
	}
	of := func(value func(v Verdict) float64) func(v Verdict) string {
		return func(v Verdict) string {
			x := value(v)
			switch {
			case !isKnown(x) || v.Datasets > 0 || v.Quantile != 0:
				return ""
			case v.Metric.Log:
				return fmt.Sprintf("%.3g", math.Exp(x))
			case g.places[v.Metric.Name] == [2]int{}: // equal
				return v.amount(x) + v.percent()
			}
			return g.write(v, x) + v.percent()
		}
	}
	return []column{{columns.Shorten(g.first.ModelA), false, of(func(v Verdict) float64 { return v.A })},
		{columns.Shorten(g.first.ModelB), false, of(func(v Verdict) float64 { return v.B })}}
}

// size are the columns on the difference.
func (g rows) size() []column {
	name, side := "difference", true
	switch {
	case g.signed:
		name = "B - A"
	case len(g.sides) == 1 && !g.first.Metric.Log:
		name, side = table.Pick(g.sides["lower"], "lower by", "higher by"), false
	}
	points := func(v Verdict) string { return v.points() }
	if g.shares {
		name, points = name+" (points)", func(Verdict) string { return "" }
	}
	interval := table.Pick(g.first.Family == Alone, "", "simultaneous ") + fmt.Sprintf("%.4g%% interval", 100*g.first.Level)
	return []column{
		{name, false, func(v Verdict) string {
			switch {
			case g.signed:
				return g.write(v, v.Estimate) + points(v)
			case v.Metric.Log:
				return v.times()
			case v.Estimate == 0 || !side:
				return g.write(v, math.Abs(v.Estimate)) + points(v)
			}
			return g.write(v, math.Abs(v.Estimate)) + points(v) + " " + v.side()
		}},
		{interval, false, func(v Verdict) string { return v.ends(g.write) }},
	}
}

// sureness are the columns on how sure a verdict is, and how often its procedure is wrong.
func (g rows) sureness() (out []column) {
	chance := func(write func(x, level float64) string, x, level float64) string {
		return table.Pick(isKnown(x), strings.TrimPrefix(write(x, level), "= "), "")
	}
	p := func(p float64) string { return chance(table.PValue, p, 1-g.first.Level) }
	if g.full {
		out = append(out, column{"statistic", false, func(v Verdict) string {
			statistic := v.Statistic
			if !g.signed && statistic*v.Estimate > 0 {
				statistic = math.Abs(statistic) // of a difference in the direction of the table
			}
			return table.Pick(isKnown(statistic), fmt.Sprintf("%.4g", statistic), "")
		}}, column{"df", false, func(v Verdict) string {
			return strings.ReplaceAll(strings.Trim(fmt.Sprintf("%.4g", v.DF), "[]"), " ", ", ")
		}})
	}
	if g.full || g.first.Adjusted == "" {
		out = append(out, column{"p", false, func(v Verdict) string { return p(v.PValue) }})
	}
	of := "P(" + g.first.betterWord() + ")"
	if g.signed {
		of = g.first.SideOfB()
	}
	out = append(out, column{"adjusted p", false, func(v Verdict) string { return p(v.PAdjusted) }},
		column{of, false, func(v Verdict) string {
			better := v.PBetter
			if name, _ := v.leads(); name == v.ModelA && !g.signed {
				better = 1 - better
			}
			return chance(table.Probability, better, v.sureFrom())
		}},
		column{"verdict", false, func(v Verdict) string { return v.brief(g.full) }})
	if !g.full {
		return out
	}
	return append(out, column{"about", true, func(v Verdict) string { return string(v.Target) }},
		column{"false alarms up to", false, func(v Verdict) string {
			return table.Pick(isKnown(v.ErrorRate.Rate), fmt.Sprintf("%.1f%%", 100*v.ErrorRate.Rate), "")
		}})
}

// ends writes the interval of a row, in the direction of the model that leads.
func (v Verdict) ends(write func(v Verdict, x float64) string) string {
	low, high := v.Low, v.High
	switch {
	case !isKnown(low):
		return ""
	case !v.signed() && (v.Estimate < 0 || v.Estimate == 0 && v.Metric.Upward()):
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
	switch {
	case v.Winner == "" && v.Delta != 0:
		return "not shown"
	case v.Winner == "":
		return string(v.No())
	case v.Delta != 0:
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
