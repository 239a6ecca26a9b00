package compare

import (
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
)

// severalTasks is what takes the options of a suite.
const severalTasks = "scores of items of several tasks, which a column task names"

// withSuites puts before the tasks of each benchmark what they are together, and returns how many tasks are beside each
// of the results; notes say of which tasks nothing is said together, and why.
func (o Options) withSuites(rs []results.Results) (out []results.Results, below []int, notes []string, err error) {
	first := map[int]results.Results{} // by place of the first task
	count := make([]int, len(rs))
	for _, places := range results.Tasks(rs) {
		var tasks []results.Results
		for _, i := range places {
			tasks = append(tasks, rs[i])
		}
		joined, problem, err := o.Suite.Join(tasks)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("compare: %w", err)
		}
		if problem != "" {
			notes = append(notes, prefix(tasks[0].Dataset, problem))
			continue
		}
		first[places[0]] = joined
		for _, i := range places {
			count[i] = len(tasks)
		}
	}
	for i, r := range rs {
		if joined, ok := first[i]; ok {
			out, below = append(out, joined), append(below, 0)
		}
		out, below = append(out, r), append(below, count[i])
	}
	return out, below, notes, nil
}

// Deciding returns the best verdicts but for those on single tasks of a benchmark, of which that on all tasks is one.
func (r Report) Deciding() []Verdict {
	return slices.DeleteFunc(r.Best(), func(v Verdict) bool { return v.below > 0 })
}

// tasks are the best verdicts on the single tasks of a benchmark.
func (r Report) tasks() []Verdict {
	return slices.DeleteFunc(r.Best(), func(v Verdict) bool { return v.below == 0 })
}

// mostTasks is how many tasks are described one by one in short texts.
const mostTasks = 10

// tasksText describes verdicts on single tasks, one by one where there are no more than most, else by their number
// and those with a winner.
func tasksText(of []Verdict, most int) (lines []string) {
	for len(of) > 0 {
		first := of[0]
		other := func(v Verdict) bool {
			return v.Dataset != first.Dataset || v.Metric != first.Metric || v.ModelA != first.ModelA ||
				v.ModelB != first.ModelB
		}
		alike := slices.DeleteFunc(slices.Clone(of), other)
		of = slices.DeleteFunc(slices.Clone(of), func(v Verdict) bool { return !other(v) })
		if len(alike) > most {
			lines = append(lines, countedTasks(alike))
			alike = slices.DeleteFunc(alike, func(v Verdict) bool { return v.Winner == "" })
		}
		more := len(alike) - max(most, mostTasks)
		for i, v := range alike {
			if more > 0 && i == len(alike)-more {
				lines = append(lines, fmt.Sprintf("%d more tasks have a clear %s.", more, first.winnerWord()))
				break
			}
			lines = append(lines, v.Headline()+" "+v.Evidence())
			if v.Note != "" && len(alike) <= mostTasks {
				lines = append(lines, "Beware: "+v.Note+".")
			}
		}
	}
	return lines
}

// countedTasks says on how many tasks each of two models wins.
func countedTasks(of []Verdict) string {
	first, won := of[0], map[string]int{}
	for _, v := range of {
		won[v.ahead()]++
	}
	return prefix(first.Dataset, fmt.Sprintf("On %d tasks by %s, adjusted together: %s is %s on %d, %s on %d, no "+
		"clear %s on %d.", len(of), first.metric(), first.ModelA, first.betterWord(), won[first.ModelA], first.ModelB,
		won[first.ModelB], first.winnerWord(), won[""]))
}

// EachTask returns the gate with the outcome worse if the candidate is worse on a task, after adjusting for all tasks
// of the benchmark. It is an error if there are not several.
func (g Gate) EachTask() (Gate, error) {
	if len(g.Tasks) == 0 {
		return g, fmt.Errorf("compare: to fail on each task is for %s; leave it out (setting `each-task`)", severalTasks)
	}
	if g.worseOn() != nil {
		g.Outcome = Worse
	}
	g.each = true
	return g, nil
}

// worseOn are the tasks on which the candidate is worse.
func (g Gate) worseOn() (out []Gated) {
	for _, t := range g.Tasks {
		if t.Outcome == Worse {
			out = append(out, t)
		}
	}
	return out
}

// Warning says on which tasks the candidate is worse, after adjusting for all of them; empty for none. Unless EachTask
// was called, they do not change the outcome.
func (g Gate) Warning() string {
	worse := g.worseOn()
	if worse == nil {
		return ""
	}
	var names []string
	for _, t := range worse {
		names = append(names, t.Key.String())
	}
	text := fmt.Sprintf("worse on %d of %d tasks, adjusted for all of them (Holm): %s", len(worse), len(g.Tasks),
		table.Quoted(names))
	if !g.each {
		text += "; the outcome is that of all tasks together"
	}
	return text
}

// taskLines are what the gate says below its outcome of the tasks.
func (g Gate) taskLines() []string {
	if len(g.Tasks) == 0 {
		return nil
	}
	var of []Verdict
	for _, t := range g.Tasks {
		of = append(of, t.Verdict)
	}
	lines := tasksText(of, mostTasks)
	if w := g.Warning(); w != "" && !g.each {
		lines = slices.Insert(lines, 0, "Warning: "+w+".")
	}
	return lines
}

// average says over what the mean of a verdict on all tasks is; empty for others.
func (v Verdict) average() string {
	switch {
	case v.Tasks == 0:
		return ""
	case v.Macro:
		return "tasks"
	}
	return "items"
}

// Shown returns the report of a gate for a short table: the verdicts that decide, and of more than 10 tasks those alone
// that have a winner.
func (g Gate) Shown() Report {
	out := g.Report
	if len(g.Tasks) > mostTasks {
		out.Verdicts = slices.DeleteFunc(slices.Clone(out.Verdicts), func(v Verdict) bool {
			return v.below > 0 && v.Winner == ""
		})
	}
	return out
}
