package evallog

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
)

// metric returns the metric of the scores with its direction: as the options, the name and the logs say. It is an
// error if none of them does, or if they contradict each other.
func (r *reader) metric() (metric.Metric, error) {
	name := r.Metric[strings.LastIndexByte(r.Metric, '.')+1:] // the key of a scorer
	m, named := metric.Named(name)
	if name == "score" { // which is said of losses too
		named = false
	}
	switch {
	case slices.Contains(r.higher, name), slices.ContainsFunc(r.logs, func(l *evalLog) bool { return l.correct }):
		m, named = metric.Metric{HigherIsBetter: true}, true
	case name == "perplexity" && r.largest() <= 0: // a perplexity is at least 1
		m, named = metric.Metric{HigherIsBetter: true}, true
		r.notes = append(r.notes, "perplexity of a sample is its log likelihood in these logs, of which more is better")
	}
	higher, logged, where, err := r.direction(r)
	if err != nil {
		return m, err
	}
	out := metric.Metric{Name: r.Metric, HigherIsBetter: m.HigherIsBetter}
	better := func(higher bool) string { return table.Pick(higher, "more", "less") }
	switch told := r.Score != "" || r.Loss != ""; {
	case told:
		out.HigherIsBetter = r.Score != ""
		against := func(known, higher bool) bool { return known && higher != out.HigherIsBetter }
		switch {
		case against(named, m.HigherIsBetter) && !(logged && higher == out.HigherIsBetter):
			return out, fmt.Errorf("%.40s is a %s, of which %s is better; take it as one (setting `%[2]s`)", r.Metric,
				table.Pick(m.HigherIsBetter, "score", "loss"), better(m.HigherIsBetter))
		case against(logged, higher):
			r.notes = append(r.notes, fmt.Sprintf("%s says that %s of %s is better; %s is taken, as told", where, better(higher),
				r.Metric, better(out.HigherIsBetter)))
		}
	case named && logged && higher != m.HigherIsBetter:
		return out, fmt.Errorf("%s says that %s of %.40s is better, its name says %s; take it as a score or as a loss "+
			"(setting `score` %[3]s or `loss` %[3]s)", where, better(higher), r.Metric, better(m.HigherIsBetter))
	case logged && !named:
		out.HigherIsBetter = higher
		r.notes = append(r.notes, fmt.Sprintf("%s of %s is better, as %s says", better(higher), r.Metric, where))
	case !named:
		return out, fmt.Errorf("is more of %.40s better, or less? Neither its name nor the logs say; name it as a score or "+
			"as a loss (setting `score` %[1]s or `loss` %[1]s)", r.Metric)
	}
	return out, nil
}

// largest returns the largest score.
func (r *reader) largest() float64 {
	out := math.Inf(-1)
	for _, l := range r.logs {
		for _, s := range l.samples {
			out = max(out, s.score)
		}
	}
	return out
}

// resultsFile is what a results file of lm-evaluation-harness says of metrics, by task.
type resultsFile struct {
	HigherIsBetter map[string]map[string]*bool `json:"higher_is_better"`
	Configs        map[string]struct {
		Metrics []struct{ Metric, Aggregation any } `json:"metric_list"`
	} `json:"configs"`
}

// harnessDirection returns what results_DATE.json beside the samples of that date, or else any such file there, says in
// higher_is_better. This is about the number of the task: what is said of another one than the mean of the items says
// nothing about those.
func harnessDirection(r *reader) (higher, known bool, where string, err error) {
	for _, l := range r.logs {
		for _, path := range l.resultsFiles() {
			h, ok := directionIn(path, l.task, r.Metric)
			if ok && known && h != higher {
				return false, false, "", fmt.Errorf("higher_is_better of %s is another in %s and in %s; compare tasks one by one",
					r.Metric, where, path)
			}
			if ok && !known {
				higher, known, where = h, true, path
			}
		}
	}
	return higher, known, where, nil
}

// resultsFiles are the files beside a log that may say what its metrics are.
func (l *evalLog) resultsFiles() []string {
	in := func(name string) []string {
		return matching([]string{filepath.Join(table.EscapeGlob(filepath.Dir(l.Path)), name)})
	}
	m := samplesFile.FindStringSubmatch(filepath.Base(l.Path))
	if m != nil && m[2] != "" {
		if out := in("*" + table.EscapeGlob(m[2]) + ".json"); len(out) > 0 {
			return out
		}
	}
	return in("results_*.json")
}

// directionIn returns what a results file says of a metric of a task, or of all tasks if the task is not known.
func directionIn(path, task, name string) (higher, known bool) {
	f, err := table.Open(path)
	if err != nil {
		return false, false // the file is not needed
	}
	defer f.Close()
	var file resultsFile
	if json.NewDecoder(finite(f)).Decode(&file) != nil {
		return false, false
	}
	for of, directions := range file.HigherIsBetter {
		h := directions[name]
		if h == nil || task != "" && of != task {
			continue
		}
		for _, m := range file.Configs[of].Metrics {
			if m.Metric == name && m.Aggregation != nil && !slices.Contains([]any{"mean", "nanmean", "median"}, m.Aggregation) {
				return false, false
			}
		}
		if known && *h != higher {
			return false, false
		}
		higher, known = *h, true
	}
	return higher, known
}
