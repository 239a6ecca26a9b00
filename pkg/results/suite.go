package results

import (
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/internal/compact"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
)

// AllTasks is the task of results that several tasks have together, see Suite.Join.
const AllTasks = "all tasks"

// Suite says how the tasks of one benchmark are taken together.
type Suite struct {
	// Macro takes the mean over tasks, each as heavy as any other; else it is over items (micro). A metric that is
	// neither a mean over items nor a ratio of sums, such as F1, has the mean over tasks in any case.
	Macro bool
	// Sample says that the tasks are a sample of tasks like these, as clusters of items are; else they stay, as strata,
	// and the items of each are a sample.
	Sample bool
}

// Tasks returns the places of results that are tasks of one benchmark, benchmark by benchmark: scores of items of one
// data set with several names in Task. Counts of items are of types of chunks, and no tasks.
func Tasks(rs []Results) (out [][]int) {
	at := map[string]int{}
	for i, r := range rs {
		if !r.OnTestSet() || r.InTime() || r.Units.form == chunkItems || r.Units.form == confusionItems {
			continue
		}
		k, known := at[r.Dataset]
		if !known {
			k = len(out)
			at[r.Dataset], out = k, append(out, nil)
		}
		out[k] = append(out[k], i)
	}
	return slices.DeleteFunc(out, func(of []int) bool { return len(of) < 2 })
}

// joined are the scores of the items of several tasks, of which a metric is the mean.
type joined struct {
	macro            bool
	clusters, strata []int
	items            int
	columns          [][]compact.Column // by model and run
}

// Joined returns how several tasks were taken together by a metric, which counts from 0; it is not ok for results of
// one task.
func (r Results) Joined(metric int) (s Suite, ok bool) {
	if !r.OnTestSet() || r.Units.joined == nil {
		return s, false
	}
	return Suite{Macro: r.Units.joined[metric].macro, Sample: r.Units.suite.Sample}, true
}

// Join returns the results of all tasks together, on the test set of all their items: items of different tasks are
// different ones, whatever their names. They have the models and the metrics that all tasks have. Runs of the same
// names are the same on all tasks, such as seeds of training; where a model has others on some tasks, its runs are
// averaged.
// Clusters with one name in files are the same on all tasks: where some are in several, items are in clusters and not
// in strata.
//
// The problem says why nothing can be said of all tasks: fewer than two models, or no metric, are common to them; it is
// empty if there is none. It is an error if a task is called AllTasks, if a metric is not nearly a mean over items, and
// if tasks are a sample but share clusters.
func (s Suite) Join(tasks []Results) (r Results, problem string, err error) {
	j := joining{Suite: s, tasks: tasks}
	for _, r := range tasks {
		if r.Key.Task == AllTasks {
			return r, "", fmt.Errorf("results: a task is called %q, as all of them together are; rename it", AllTasks)
		}
	}
	j.out = Results{Key: Key{tasks[0].Dataset, AllTasks}, Units: &Units{suite: s}}
	if problem := j.models(); problem != "" {
		return r, problem, nil
	}
	if slices.ContainsFunc(tasks, Results.Judged) {
		return r, "a judge scored items beside people, which is for one task at a time", nil
	}
	j.items()
	if err := j.clusters(); err != nil {
		return r, "", err
	}
	for _, m := range tasks[0].Metrics {
		if err := j.metric(m.Name); err != nil {
			return r, "", err
		}
	}
	if len(j.out.Metrics) == 0 {
		return r, j.lacks, nil
	}
	if j.lacks != "" {
		j.note("%s", j.lacks)
	}
	return j.out, "", nil
}

// joining is what Join has found so far.
type joining struct {
	Suite
	tasks []Results
	out   Results
	place [][]int // by model and task: place of the model in the task
	mean  []bool  // by model: its runs are averaged
	task  []int   // of each item
	sizes []float64
	of    []int  // cluster of each item; nil for none
	whole bool   // some clusters are in several tasks
	lacks string // why there is a metric less
}

func (j *joining) note(format string, of ...any) {
	j.out.Notes = append(j.out.Notes, fmt.Sprintf(format, of...))
}

// models finds the models that all tasks have, and their runs.
func (j *joining) models() (problem string) {
	x, design := j.out.Units, &j.out.Design
	averaged := 0
	var all, partly []string
	for _, r := range j.tasks {
		for _, name := range r.Models {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	for _, name := range all {
		var place []int
		var runs []string
		alike, one := true, true
		for k, r := range j.tasks {
			m := slices.Index(r.Models, name)
			if m < 0 {
				break
			}
			if k == 0 {
				runs = r.Units.Runs[m]
			}
			place = append(place, m)
			one = one && len(r.Units.Runs[m]) == 1
			alike = alike && len(runs) == len(r.Units.Runs[m]) &&
				!slices.ContainsFunc(runs, func(run string) bool { return !slices.Contains(r.Units.Runs[m], run) })
		}
		if len(place) < len(j.tasks) {
			partly = append(partly, name)
			continue
		}
		if !alike {
			runs = []string{""}
		}
		if !alike && !one {
			averaged++
		}
		j.place, j.mean = append(j.place, place), append(j.mean, !alike)
		j.out.Models, x.Runs = append(j.out.Models, name), append(x.Runs, runs)
		if n := len(runs); design.Runs[0] == 0 || n < design.Runs[0] {
			design.Runs[0] = n
		}
		design.Runs[1] = max(design.Runs[1], len(runs))
	}
	if partly != nil {
		j.note("not all tasks have the models %s: of all tasks together nothing is said of them", table.Quoted(partly))
	}
	if averaged > 0 {
		j.note("tasks have different runs of %d of %d models, which are averaged; nothing is said of other runs", averaged,
			len(j.out.Models))
	}
	if len(j.out.Models) < 2 {
		return fmt.Sprintf("%d of the models are on all %d tasks, so that nothing is said of all tasks together; give two "+
			"models on the same tasks", len(j.out.Models), len(j.tasks))
	}
	return ""
}

// items lists the items of all tasks.
func (j *joining) items() {
	x := j.out.Units
	largest, smallest := 0, 0
	for k, r := range j.tasks {
		x.Tasks = append(x.Tasks, r.Key.Task)
		n := len(r.Units.Names)
		for _, name := range r.Units.Names {
			x.Names, j.task = append(x.Names, r.Key.Task+": "+name), append(j.task, k)
		}
		if j.sizes = append(j.sizes, float64(n)); j.sizes[k] > j.sizes[largest] {
			largest = k
		} else if j.sizes[k] < j.sizes[smallest] {
			smallest = k
		}
	}
	j.out.Design.Records, j.out.Design.Replications, j.out.Design.Folds = len(x.Names), 1, 1
	for k, r := range j.tasks { // draws of an item are its own, on whatever task
		of, d := r.Design.Draws, &j.out.Design.Draws
		if d[1] = max(d[1], of[1]); k == 0 || max(of[0], 1) < d[0] {
			d[0] = max(of[0], 1)
		}
	}
	if j.out.Design.Draws[1] == 0 {
		j.out.Design.Draws[0] = 0
	}
	j.out.Design.Tasks = len(j.tasks)
	n, count, squares := float64(len(x.Names)), float64(len(j.tasks)), 0.0
	for _, size := range j.sizes {
		squares += size * size / (n * n)
	}
	if !j.Macro && count*squares >= unevenTasks {
		j.note("tasks weigh by their items, and unequally: from %.2g%% of them (%q) to %.2g%% (%q); the mean over tasks "+
			"takes all alike (setting `macro`)", 100*j.sizes[smallest]/n, x.Tasks[smallest], 100*j.sizes[largest]/n,
			x.Tasks[largest])
	}
}

// unevenTasks is 1 plus the squared coefficient of variation of the sizes of tasks beyond which that is said.
const unevenTasks = 1.3

// clusters numbers the clusters of all tasks.
func (j *joining) clusters() error {
	clustered := slices.ContainsFunc(j.tasks, func(r Results) bool { return r.Units.Clusters != nil })
	if !clustered {
		return nil
	}
	type key struct {
		task int
		name string
	}
	var all []key
	taskOf, shared := map[string]int{}, ""
	for k, r := range j.tasks {
		for i := range r.Units.Names {
			of := key{k, fmt.Sprint("item ", i)} // an item of a task without clusters
			if c := r.Units.Clusters; c != nil && r.Units.groups == nil {
				of.name = fmt.Sprint(c[i])
			} else if c != nil {
				of.name = r.Units.groups[c[i]]
				if first, known := taskOf[of.name]; known && first != k && shared == "" {
					shared = of.name
				}
				taskOf[of.name] = k
			}
			all = append(all, of)
		}
	}
	if j.whole = shared != ""; j.whole {
		for i, of := range all {
			if _, named := taskOf[of.name]; named {
				all[i].task = 0
			}
		}
		if j.Sample {
			return fmt.Errorf("results: the cluster %.40q has items of several tasks, which are no independent sample then; "+
				"name clusters of different tasks differently, or take the tasks as they are (without setting "+
				"`tasks-like-these`)", shared)
		}
		j.note("clusters with one name are the same in all tasks, such as %.40q, and count once; name them differently "+
			"where they are not", shared)
	}
	j.of = numbered(all)
	if !j.Sample {
		j.out.Design.Clusters = slices.Max(j.of) + 1
	}
	return nil
}

// metric joins the scores of a metric, if all tasks have it.
func (j *joining) metric(name string) error {
	at := make([]int, len(j.tasks))
	macro, ratio := j.Macro, true
	for k, r := range j.tasks {
		i, err := r.Metric(name)
		if err != nil || r.Metrics[i] != j.tasks[0].Metrics[at[0]] && k > 0 {
			j.lacks = fmt.Sprintf("not all tasks have the metric %s, so that nothing is said of all tasks by it; name one that "+
				"all have (setting `metric`, or `score` for scores)", name)
			return nil
		}
		for m := range j.place {
			if problem := r.Missing(i, j.place[m][k]); problem != "" {
				j.lacks = fmt.Sprintf("%s: %s, so that nothing is said of all tasks by it", r.Key, problem)
				return nil
			}
		}
		at[k] = i
		ratio = ratio && r.Units.form == ratioItems
		if !r.MeanOfItems(i) && !ratio && !macro {
			macro = true
			j.note("%s is no mean over items: of all tasks it is the mean over tasks, each as heavy as any other",
				r.Metrics[i].Label())
		}
	}
	x := joined{macro: macro, items: len(j.task)}
	switch {
	case j.Sample && macro:
		x.items = len(j.tasks)
	case j.Sample:
		x.clusters = j.task
	case j.whole:
		x.clusters = j.of
	default:
		x.clusters, x.strata = j.of, j.task
	}
	s := j.out.Units
	g := NewGrid[float64](len(j.out.Models), 1, 1)
	for m := range j.out.Models {
		runs, err := j.runs(m, at, macro, ratio && !macro)
		if err != nil {
			return err
		}
		var columns []compact.Column
		for _, scores := range runs {
			column, sum := s.numbers.Columns(1)[0], 0.0
			for i, v := range scores {
				column.Set(i, v, len(scores))
				sum += v
			}
			columns = append(columns, column)
			g.Cells[m] += sum / float64(len(scores)*len(runs))
		}
		x.columns = append(x.columns, columns)
	}
	s.joined = append(s.joined, x)
	j.out.Metrics, j.out.Values = append(j.out.Metrics, j.tasks[0].Metrics[at[0]]), append(j.out.Values, g)
	return nil
}

// runs returns the scores of model m in each run, by item or by task, of which the value of all tasks is the mean. The
// metric has a place in each task.
func (j *joining) runs(m int, at []int, macro, ratio bool) ([][]float64, error) {
	x := j.out.Units
	out := make([][]float64, len(x.Runs[m]))
	for k, r := range j.tasks {
		sample, err := r.SampleOf(at[k], j.place[m][k], j.place[m][k], false)
		if err != nil {
			return nil, fmt.Errorf("%w (task %q)", err, r.Key.Task)
		}
		weight := 1.0
		if macro {
			weight = float64(len(j.task)) / (float64(len(j.tasks)) * j.sizes[k])
		}
		for n, run := range x.Runs[m] {
			of := sample.A
			if !j.mean[m] {
				of = of[slices.Index(r.Units.Runs[j.place[m][k]], run):][:1]
			}
			out[n] = append(out[n], weighted(of, weight, j.Sample && macro)...)
		}
	}
	if !ratio {
		return out, nil
	}
	for n, run := range x.Runs[m] {
		var rows metric.Rows
		for k, r := range j.tasks {
			of := r.Units.outcomes[j.place[m][k]]
			if !j.mean[m] {
				of = of[slices.Index(r.Units.Runs[j.place[m][k]], run):][:1]
			}
			rows.Dense = append(rows.Dense, meanRows(r.Units, of)...)
		}
		w := metric.RatioOfSums(j.tasks[0].Metrics[at[0]].Name)
		if _, err := w.Linearize(rows, out[n]); err != nil {
			return nil, fmt.Errorf("results: %w", err)
		}
	}
	return out, nil
}

// weighted returns the means over runs of the scores of items times a weight, or their mean over all items alone.
func weighted(runs [][]float64, weight float64, alone bool) []float64 {
	out, sum := make([]float64, len(runs[0])), 0.0
	for i := range out {
		for _, run := range runs {
			out[i] += run[i] / float64(len(runs))
		}
		sum += out[i]
		out[i] *= weight
	}
	if alone {
		return []float64{sum / float64(len(out))}
	}
	return out
}

// meanRows returns the numbers that items add to the sums of a ratio, means over runs.
func meanRows(x *Units, runs []*outcomes) (out []float64) {
	for _, run := range runs {
		for i, v := range x.rows(run).Dense {
			if i == len(out) {
				out = append(out, 0)
			}
			out[i] += v / float64(len(runs))
		}
	}
	return out
}

// sample returns the scores of models a and b.
func (x joined) sample(a, b int, pairedRuns bool) items.Sample {
	all := func(columns []compact.Column) (out [][]float64) {
		for _, c := range columns {
			out = append(out, c.All(x.items))
		}
		return out
	}
	return items.Sample{A: all(x.columns[a]), B: all(x.columns[b]), Clusters: x.clusters, Strata: x.strata,
		PairedRuns: pairedRuns}
}

// only returns joined results with some of their metrics.
func (r Results) only(names []string) (Results, error) {
	s := *r.Units
	s.joined = nil
	out := r
	out.Metrics, out.Values, out.Units = nil, nil, &s
	for _, name := range names {
		i, err := r.Metric(name)
		if err != nil {
			return r, err
		}
		out.Metrics, out.Values = append(out.Metrics, r.Metrics[i]), append(out.Values, r.Values[i])
		s.joined = append(s.joined, r.Units.joined[i])
	}
	return out, nil
}
