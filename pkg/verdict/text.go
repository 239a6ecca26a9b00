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

// Sentence describes the best verdicts in words that fit into a paper, one line each, and what all are about on a
// last line where that is the same.
func (r Report) Sentence() string {
	best := r.Best()
	same := len(best) > 1 && !slices.ContainsFunc(best, func(v Verdict) bool { return v.Scope() != best[0].Scope() })
	var lines []string
	for _, v := range best {
		if same {
			lines = append(lines, v.sentence(""))
		} else {
			lines = append(lines, v.Sentence())
		}
	}
	if same {
		lines = append(lines, best[0].Scope())
	}
	return strings.Join(lines, "\n")
}

// Text describes the best verdicts as a terminal shows them: a single verdict with its numbers below it, a line each,
// several as a table below a sentence, and in the last lines how often the procedures raise false alarms. But for
// tables of many long names, lines have at most 80 characters.
func (r Report) Text() string { return r.text(len(r.Verdicts), len(r.Verdicts)) }

// Brief is Text without the tables of more than 30 verdicts of a task and metric on single data sets, or on all of them
// together. Of a benchmark of more than 10 tasks it has those on which a model is better.
func (r Report) Brief() string { return r.text(30, MostTasks) }

// MostTasks is how many tasks are described one by one in short texts.
const MostTasks = 10

// text describes the best verdicts, of which this many of a kind, and on this many tasks of a benchmark, are described
// one by one.
func (r Report) text(most, tasks int) string {
	best := r.Deciding()
	var parts []string
	if len(best) == 1 || len(best) <= most && slices.ContainsFunc(best, Verdict.alone) {
		for _, v := range best {
			parts = append(parts, v.block(len(best) == 1))
		}
	} else {
		parts = tabled(best, most)
	}
	var last []string
	if len(best) > 1 {
		last = r.scopes()
	}
	parts = append(parts, tasksText(r.tasks(), tasks)...)
	last = append(last, r.falseAlarms()...)
	if text := r.Next(); text != "" {
		last = append(last, text)
	}
	return strings.Join(append(parts, paragraphs(last)), "\n\n")
}

// paragraphs sets each text on lines of its own.
func paragraphs(texts []string) string {
	var lines []string
	for _, text := range texts {
		lines = append(lines, columns.Paragraph(text))
	}
	return strings.Join(lines, "\n")
}

// alone reports whether a verdict says more than a row of a table holds.
func (v Verdict) alone() bool {
	return v.Delta != 0 || v.Quantile != 0 || v.Judge != nil || v.Look != nil || v.Position != nil ||
		v.Alternative.Sides() == 1 || v.Bayes != nil && v.Bayes.Draws > 0
}

// block sets a verdict as a terminal shows it: what is shown, and below it the numbers. The last verdict of a text says
// what it is about.
func (v Verdict) block(last bool) string {
	h := v.parts(true)
	return v.laid(h.word+h.claim+".", h, v.evidence(), last)
}

// fact is a line of a verdict.
func fact(label, text string) columns.Fact { return columns.Fact{Label: label, Text: text} }

// laid sets a claim and the facts behind it, a line each.
func (v Verdict) laid(claim string, h headline, evidence []columns.Fact, last bool) string {
	facts := append(v.sizes(h), evidence...)
	if h.rest.what != "" {
		facts = append(facts, fact(h.rest.does, h.rest.what))
	}
	if last {
		facts = append(facts, v.ledger()...)
		facts = append(facts, fact("about", v.about(v.trained())), fact("measured on", v.MeasuredOn()))
	}
	beware := ""
	if v.Note != "" {
		beware = "Beware: " + v.Note + "."
	}
	return columns.Block(table.Prefix(v.Key.String(), claim), facts, beware)
}

// longLabel is the width from which on the name of a metric is no label.
const longLabel = 12

// sizes are the lines of a verdict on the values of both models and on their difference.
func (v Verdict) sizes(h headline) (out []columns.Fact) {
	first, other := v.leads()
	a, b := v.rounded().values()
	difference := fact(table.Pick(v.Metric.Log, "ratio", "difference"), h.size)
	add := func(values string) {
		if len(h.metric) > longLabel {
			out = append(out, fact("metric", h.metric+" "+values))
		} else {
			out = append(out, fact(h.metric, values))
		}
	}
	switch {
	case v.signed():
	case h.metric == "": // equal
		h.metric = v.metric()
		add(v.amount(a) + v.percent() + " of both")
		difference.Text = "0"
	case v.Metric.Log && h.values != "":
		h.metric = v.metric()
		add(fmt.Sprintf("geometric mean %s %.3g, %s %.3g", first, math.Exp(a), other, math.Exp(b)))
	case h.values != "":
		add(fmt.Sprintf("%s %s%s, %s %s%[3]s", first, v.amount(a), v.percent(), other, v.amount(b)))
	case v.Quantile != 0:
		difference.Text = "median " + h.size + ", by " + v.metric()
	default:
		difference.Text += ", by " + h.metric
	}
	if h.within != "" {
		difference.Text += " (" + h.within + ")"
	}
	return append(out, difference)
}

// About describes the procedures of the best verdicts, each once: why it was taken, how often it raises false alarms and
// what it assumes, and below them how far the intervals can be trusted and what would find more.
func (r Report) About() (parts []string) {
	var said []string
	for _, v := range r.Best() {
		if slices.Contains(said, v.AboutError()) {
			continue // the same procedure on the same kind of partition set
		}
		said = append(said, v.AboutError())
		facts := []columns.Fact{fact("false alarms", v.AboutError()+"."), fact("assumes", v.Assumptions)}
		if v.Why != "" {
			facts = append([]columns.Fact{fact("why "+v.Method, v.Why+".")}, facts...)
		}
		parts = append(parts, strings.Join(columns.Facts(facts, columns.Terminal), "\n"))
	}
	if trust := r.Trust(); len(trust) > 0 {
		parts = append(parts, paragraphs(trust))
	}
	return parts
}

// tabled describes verdicts as a sentence for each task and metric that has several, and a table of them all but for
// those of tasks and metrics with more than this many.
func tabled(best []Verdict, most int) (parts []string) {
	var shown []Verdict
	said := byMetrics(best)
	for rest := best; len(rest) > 0; {
		first := rest[0]
		other := func(v Verdict) bool {
			return v.Task != first.Task || v.Metric != first.Metric || (v.Datasets > 0) != (first.Datasets > 0)
		}
		alike := slices.DeleteFunc(slices.Clone(rest), other)
		rest = slices.DeleteFunc(slices.Clone(rest), func(v Verdict) bool { return !other(v) })
		if len(alike) > 1 {
			said = append(said, counted(alike))
		}
		slices.SortStableFunc(alike, func(a, b Verdict) int { return cmp.Compare(a.doubt(), b.doubt()) })
		switch {
		case len(alike) == 1 && first.Datasets > 0:
			parts = append(parts, first.block(false))
		case len(alike) <= most:
			shown = append(shown, alike...)
		}
	}
	if said != nil {
		parts = append([]string{paragraphs(said)}, parts...)
	}
	if shown != nil {
		parts = append(parts, grid(shown))
	}
	return append(parts, bewares(shown)...)
}

// doubt orders verdicts of a table, the clearest first.
func (v Verdict) doubt() float64 {
	switch {
	case isKnown(v.PAdjusted):
		return v.PAdjusted
	case isKnown(v.PValue):
		return v.PValue
	}
	return min(v.PBetter, 1-v.PBetter)
}

// byMetrics says by how many of several metrics each of two models is better; nil for other verdicts.
func byMetrics(best []Verdict) []string {
	first, won := best[0], map[string]int{}
	metrics := map[string]bool{}
	for _, v := range best {
		if v.ModelA != first.ModelA || v.ModelB != first.ModelB || v.Key != first.Key || metrics[v.Metric.Name] {
			return nil
		}
		metrics[v.Metric.Name] = true
		won[v.ahead()]++
	}
	return []string{table.Prefix(first.Key.String(), fmt.Sprintf("%s against %s by %d metrics: %[1]s is better by %[4]d, %[2]s by "+
		"%[5]d, no clear winner by %[6]d.", first.ModelA, first.ModelB, len(best), won[first.ModelA], won[first.ModelB], won[""]))}
}

// bewares are the warnings of verdicts of a table, each once.
func bewares(of []Verdict) (out []string) {
	var said []string
	for _, v := range of {
		if v.Note != "" {
			said = table.AppendNew(said, fmt.Sprintf("Beware, %s against %s: %s.", v.ModelA, v.ModelB, v.Warning()))
		}
	}
	if said == nil {
		return nil
	}
	return []string{paragraphs(said)}
}

// counted says how many verdicts of a task and metric have a winner, and which models of one data set no other beats.
func counted(verdicts []Verdict) string {
	var models, sets, unbeaten []string
	won, lost := map[string]int{}, map[string]bool{}
	for _, v := range verdicts {
		models, sets = table.AppendNew(models, v.ModelA, v.ModelB), table.AppendNew(sets, v.Dataset)
		better := v.ahead()
		won[better]++
		lost[v.ModelA] = lost[v.ModelA] || better == v.ModelB
		lost[v.ModelB] = lost[v.ModelB] || better == v.ModelA
	}
	first := verdicts[0]
	if len(models) == 2 {
		return table.Prefix(first.Task, fmt.Sprintf("%s against %s by %s on %d data sets: %[1]s is %[8]s on %[5]d, "+
			"%[2]s on %[6]d, no clear %[9]s on %[7]d.", models[0], models[1], first.metric(), len(verdicts), won[models[0]],
			won[models[1]], won[""], first.betterWord(), first.winnerWord()))
	}
	n, level, on, key := len(models), fmt.Sprintf("%.4g%%", 100*(1-first.Level)), "", first.Key.String()
	if first.Adjustment != "" {
		level += ", " + first.Adjustment
	}
	if len(sets) > 1 {
		on, key = fmt.Sprintf(" on %d data sets", len(sets)), first.Task
	}
	text := fmt.Sprintf("%d of %d pairs of %d models%s are shown to differ by %s (%s)", len(verdicts)-won[""], len(verdicts), n,
		on, first.metric(), level)
	if won[""] == len(verdicts) {
		text = fmt.Sprintf("No pair of %d models%s is shown to differ by %s (%s)", n, on, first.metric(), level)
	} else if len(sets) == 1 && len(verdicts) == n*(n-1)/2 { // pairs with a control say nothing of the others
		for _, name := range models {
			if !lost[name] {
				unbeaten = append(unbeaten, name)
			}
		}
		if more := len(unbeaten) - 10; more > 0 {
			unbeaten = append(unbeaten[:10], fmt.Sprintf("and %d more", more))
		}
		text += "; no model is shown to be " + first.betterWord() + " than " + strings.Join(unbeaten, ", ")
	}
	if key != "" {
		text = continued(text)
	}
	return table.Prefix(key, text+".")
}

// tasksText describes verdicts on single tasks, all where there are no more than most, else by their number and those
// with a winner.
func tasksText(verdicts []Verdict, most int) (parts []string) {
	for len(verdicts) > 0 {
		first := verdicts[0]
		other := func(v Verdict) bool {
			return v.Dataset != first.Dataset || v.Metric != first.Metric || v.ModelA != first.ModelA ||
				v.ModelB != first.ModelB
		}
		alike := slices.DeleteFunc(slices.Clone(verdicts), other)
		verdicts = slices.DeleteFunc(slices.Clone(verdicts), func(v Verdict) bool { return !other(v) })
		parts = append(parts, columns.Paragraph(countedTasks(alike)))
		if len(alike) > most {
			alike = slices.DeleteFunc(alike, func(v Verdict) bool { return v.Winner == "" })
		}
		shown := alike[:min(len(alike), max(most, MostTasks))]
		if len(shown) > 0 {
			parts = append(parts, grid(shown))
		}
		if more := len(alike) - len(shown); more > 0 {
			parts = append(parts, fmt.Sprintf("%d more tasks have a clear %s.", more, first.winnerWord()))
		}
		if len(alike) <= MostTasks {
			parts = append(parts, bewares(alike)...)
		}
	}
	return parts
}

// countedTasks says on how many tasks each of two models wins.
func countedTasks(verdicts []Verdict) string {
	first, won := verdicts[0], map[string]int{}
	for _, v := range verdicts {
		won[v.ahead()]++
	}
	return table.Prefix(first.Dataset, fmt.Sprintf("On %d tasks by %s, adjusted together: %s is %s on %d, %s on %d, no "+
		"clear %s on %d.", len(verdicts), first.metric(), first.ModelA, first.betterWord(), won[first.ModelA], first.ModelB,
		won[first.ModelB], first.winnerWord(), won[""]))
}
