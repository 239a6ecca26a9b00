package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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

// Text describes the best verdicts as a terminal shows them: a single verdict on lines of its own,
// each of several on one, and below them what all is about.
func (r Report) Text() string { return r.text(len(r.Verdicts), len(r.Verdicts)) }

// Brief is Text with one sentence for all verdicts on single data sets, or on all of them together, of a task and
// metric where they are more than 30. Of a benchmark of more than 10 tasks it names those on which a model is better.
func (r Report) Brief() string { return r.text(30, MostTasks) }

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
func counted(verdicts []Verdict) string {
	var models, sets, unbeaten []string
	won, lost := map[string]int{}, map[string]bool{}
	for _, v := range verdicts {
		models, sets = table.AppendNew(models, v.ModelA, v.ModelB), table.AppendNew(sets, v.Dataset)
		better := cmp.Or(v.Better(), v.Higher())
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
	n := len(models)
	text := fmt.Sprintf("%d pairs of %d models by %s: one is %[6]s in %[4]d, no clear %[7]s in %[5]d.", len(verdicts),
		n, first.metric(), len(verdicts)-won[""], won[""], first.betterWord(), first.winnerWord())
	if len(sets) == 1 && len(verdicts) < n*(n-1)/2 { // pairs with a control say nothing of the others
		return table.Prefix(first.Key.String(), text)
	}
	if len(sets) > 1 {
		return table.Prefix(first.Task, strings.Replace(text, " by ", fmt.Sprintf(" on %d data sets by ", len(sets)), 1))
	}
	for _, name := range models {
		if !lost[name] {
			unbeaten = append(unbeaten, name)
		}
	}
	if more := len(unbeaten) - 10; more > 0 {
		unbeaten = append(unbeaten[:10], fmt.Sprintf("and %d more", more))
	}
	return table.Prefix(first.Key.String(), text+" No other is shown to be "+first.betterWord()+" than "+
		strings.Join(unbeaten, ", ")+".")
}

// MostTasks is how many tasks are described one by one in short texts.
const MostTasks = 10

// tasksText describes verdicts on single tasks, one by one where there are no more than most, else by their number
// and those with a winner.
func tasksText(verdicts []Verdict, most int) (lines []string) {
	for len(verdicts) > 0 {
		first := verdicts[0]
		other := func(v Verdict) bool {
			return v.Dataset != first.Dataset || v.Metric != first.Metric || v.ModelA != first.ModelA ||
				v.ModelB != first.ModelB
		}
		alike := slices.DeleteFunc(slices.Clone(verdicts), other)
		verdicts = slices.DeleteFunc(slices.Clone(verdicts), func(v Verdict) bool { return !other(v) })
		if len(alike) > most {
			lines = append(lines, countedTasks(alike))
			alike = slices.DeleteFunc(alike, func(v Verdict) bool { return v.Winner == "" })
		}
		more := len(alike) - max(most, MostTasks)
		for i, v := range alike {
			if more > 0 && i == len(alike)-more {
				lines = append(lines, fmt.Sprintf("%d more tasks have a clear %s.", more, first.winnerWord()))
				break
			}
			lines = append(lines, v.Headline()+" "+v.Evidence())
			if v.Note != "" && len(alike) <= MostTasks {
				lines = append(lines, "Beware: "+v.Note+".")
			}
		}
	}
	return lines
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
