package figure

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// errNoRows is the error of every figure without rows.
var errNoRows = errors.New("figure: no rows; give at least one")

// checkRange returns an error unless x is a number from lo to hi. Rows are
// counted from 1.
func checkRange(row int, name string, x, lo, hi float64) error {
	if x >= lo && x <= hi && !math.IsInf(x, 0) {
		return nil
	}
	if math.IsInf(lo, 0) {
		return fmt.Errorf("figure: row %d: %s is %v; give a finite number", row, name, x)
	}
	if math.IsInf(hi, 0) {
		return fmt.Errorf("figure: row %d: %s is %v; give a finite number from %v on", row, name, x, lo)
	}
	return fmt.Errorf("figure: row %d: %s is %v; give a number from %v to %v", row, name, x, lo, hi)
}

// inWords names a weighting in legends.
func inWords(weighting string) string {
	if weighting == posterior.BCV {
		return "m x 2 BCV"
	}
	return weighting
}

// checkWeighting returns an error unless w is one of the two weightings.
func checkWeighting(row int, w string) error {
	if w == posterior.BCV || w == posterior.HoldOutAverage {
		return nil
	}
	return fmt.Errorf("figure: row %d: weighting %q; use %q or %q", row, w, posterior.BCV, posterior.HoldOutAverage)
}

// layout is the order of tasks, metrics and models: the order in which they first appear in rows.
type layout struct {
	tasks, metrics, weightings []string
	models                     map[string][]string // by task
}

// panel names a task and a metric.
type panel struct{ task, metric string }

// key is what a row belongs to.
type key struct{ task, metric, model, weighting string }

// arrange returns the layout of rows and their panels. It checks that each task has every metric and that there
// are colors for all models.
func arrange[R any](rows []R, keyOf func(R) key) (layout, map[panel][]R, error) {
	l := layout{models: make(map[string][]string)}
	panels := make(map[panel][]R)
	for _, r := range rows {
		k := keyOf(r)
		l.tasks = add(l.tasks, k.task)
		l.metrics = add(l.metrics, k.metric)
		l.weightings = add(l.weightings, k.weighting)
		l.models[k.task] = add(l.models[k.task], k.model)
		at := panel{k.task, k.metric}
		panels[at] = append(panels[at], r)
	}
	slices.Sort(l.weightings) // "bcv" first, in legends and in the drawing
	for _, task := range l.tasks {
		if n := len(l.models[task]); n > len(palette) {
			return l, nil, fmt.Errorf("figure: %d models for task %q; draw at most %d at once", n, task, len(palette))
		}
		for _, metric := range l.metrics {
			if len(panels[panel{task, metric}]) == 0 {
				return l, nil, fmt.Errorf("figure: task %q has no rows for metric %s; give every task the same metrics",
					task, metric)
			}
		}
	}
	return l, panels, nil
}

// add returns names with name at the end unless it is there.
func add[T comparable](names []T, name T) []T {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// sameModels reports whether all tasks have the same models in the same order.
func (l layout) sameModels() bool {
	for _, t := range l.tasks {
		if !slices.Equal(l.models[t], l.models[l.tasks[0]]) {
			return false
		}
	}
	return true
}

// describe lists metrics, tasks and models for the alternative text.
func (l layout) describe() string {
	parts := make([]string, len(l.tasks))
	for i, t := range l.tasks {
		parts[i] = strings.Join(l.models[t], " and ")
		if t != "" {
			parts[i] = t + ": " + parts[i]
		}
	}
	words := make([]string, len(l.weightings))
	for i, w := range l.weightings {
		words[i] = inWords(w)
	}
	return fmt.Sprintf("%s of %s (%s)",
		strings.Join(l.metrics, ", "), strings.Join(parts, "; "), strings.Join(words, ", "))
}

// metricLabel spells out the metrics of the papers.
func metricLabel(metric string) string {
	switch metric {
	case "P":
		return "precision P"
	case "R":
		return "recall R"
	}
	return short(metric, 24)
}

// readable writes x with three significant digits.
func readable(x float64) string {
	return minus(exponent(fmt.Sprintf("%.3g", x)))
}

// probability writes a probability without rounding it to 0 or 1; log is its natural logarithm
// and other the probability of the complement.
func probability(p, log, other float64) string {
	switch {
	case p < 1e-300 && math.IsInf(log, 0):
		return "0"
	case p < 1e-300:
		d := log / math.Ln10
		k := math.Floor(d)
		return minus(fmt.Sprintf("%.2ge%.0f", math.Pow(10, d-k), k))
	case p > 0.9995 && other > 0:
		return "1 − " + readable(other)
	}
	return readable(p)
}
