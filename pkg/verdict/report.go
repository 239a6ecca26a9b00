package verdict

import (
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior/hierarchical"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// Report holds the verdicts of one comparison.
type Report struct {
	Verdicts []Verdict `json:"verdicts"` // for each pair of models, task and metric the recommended one first
	// Models are intervals for the metric of each model at the level of the verdicts, for each target, task and metric of
	// the best ones. An interval is about the algorithm, by the posterior that differences have (for an m x 2 CV with the
	// prior paired.SingleModelPrior); for the counts of an m x 2 CV there is also one about the fitted models, by the
	// posterior of Wang and Li. On the items of a test set it is about the models as they are, or run again if they have
	// several runs, by the test of their mean score, or Wilson's for right and wrong. Models whose metric is the same on
	// all folds have none about the algorithm. Intervals of two models that overlap say nothing of their difference,
	// which is paired.
	Models []ModelInterval `json:"models"`
	// several data sets together, for each task, metric and pair of models
	Pooled  []Pooled        `json:"pooled"`
	Reading []sheet.Reading `json:"reading" nulls:"some"` // what tables in no canonical form were taken for, file by file
	Notes   []string        `json:"notes"`                // what a reader should know of the results that went in
	// of all procedures those that do not fit, or say the same as another, and why
	LeftOut []string `json:"left_out"`
}

// Remarks are what tables were taken for, and the notes.
func (r Report) Remarks() []string { return append(sheet.Lines(r.Reading), r.Notes...) }

// ModelInterval is an interval for the metric of one model, by itself.
type ModelInterval struct {
	results.Key
	Metric metric.Metric `json:"metric" nulls:"name"`
	Model  string        `json:"model"`
	// paired, correlated-t or posterior; on items item-t, cluster-t, crossed-t or wilson
	Method         string         `json:"method"`
	Target         Target         `json:"target"`
	Level          float64        `json:"level"`
	Coverage       known.Coverage `json:"" nulls:"inline"` // as measured; unknown for levels other than 95%
	infer.Estimate `json:"estimate" nulls:"ends"`
}

// String describes the interval, such as "loss of svm: 0.31 in [0.27, 0.35]".
func (m ModelInterval) String() string {
	text := fmt.Sprintf("%s of %s: %.4g in [%.4g, %.4g]", m.Metric.Label(), m.Model, m.Mid, m.Low, m.High)
	return table.Prefix(m.Key.String(), text)
}

// Pooled is what several data sets say together of two models.
type Pooled struct {
	Task     string         `json:"task"`
	Metric   metric.Metric  `json:"metric" nulls:"name"`
	ModelA   string         `json:"model_a"`
	ModelB   string         `json:"model_b"` // differences are B minus A
	Datasets []string       `json:"datasets"`
	Mean     infer.Estimate `json:"mean" nulls:"ends"` // of all data sets there might be
	Level    float64        `json:"level"`
	Rope     float64        `json:"rope"` // half width of the region of practical equivalence; 0 for none
}

// estimates are the differences on several data sets, each from its own folds alone and among the others.
type estimates struct{ alone, shrunken []infer.Estimate }

var computedSets memo[estimates]

// Sets returns the difference on each data set of p: by its own folds alone, and with what the other data sets make
// likely, which takes long for many the first time. Intervals have the level of p and are about the algorithms.
func (r Report) Sets(p Pooled) (alone, shrunken []infer.Estimate, err error) {
	if len(p.Datasets) == 0 {
		return nil, nil, nil
	}
	from := struct {
		Sets  []Values
		Level float64
	}{Level: p.Level}
	var own []paired.Posterior
	for _, name := range p.Datasets {
		cell := Cell{results.Key{Dataset: name, Task: p.Task}, p.Metric.Name, p.ModelA, p.ModelB}
		i := slices.IndexFunc(r.Verdicts, func(v Verdict) bool { return v.Cell() == cell })
		if i < 0 {
			return nil, nil, errMissing
		}
		difference, ok := r.Verdicts[i].Posterior()
		if !ok {
			return nil, nil, errMissing
		}
		own, from.Sets = append(own, difference), append(from.Sets, *r.Verdicts[i].Basis.Values)
	}
	out, err := computedSets.get(from, func() (estimates, error) { return together(own, p.Level) })
	return slices.Clone(out.alone), slices.Clone(out.shrunken), err
}

// together are the estimates of data sets with these posteriors of their own.
func together(own []paired.Posterior, level float64) (out estimates, err error) {
	all, err := hierarchical.New(own, hierarchical.Options{})
	if err != nil {
		return out, err
	}
	for i, difference := range own {
		alone, _ := difference.Estimate(level) // the level was checked
		shrunken, _ := all.DataSet(i).Estimate(level)
		out.alone, out.shrunken = append(out.alone, alone), append(out.shrunken, shrunken)
	}
	return out, nil
}

// Best returns the first verdict of each task, metric and pair of models: by the recommended
// procedure, or by the first that was named.
func (r Report) Best() []Verdict { return Best(r.Verdicts) }

// Best returns the first of the verdicts on each cell.
func Best[V interface{ Cell() Cell }](verdicts []V) (out []V) {
	seen := map[Cell]bool{}
	for _, v := range verdicts {
		if cell := v.Cell(); !seen[cell] {
			seen[cell] = true
			out = append(out, v)
		}
	}
	return out
}

// Deciding returns the best verdicts but for those on single tasks of a benchmark, of which that on all tasks is one.
func (r Report) Deciding() []Verdict {
	return slices.DeleteFunc(r.Best(), func(v Verdict) bool { return v.Basis.Beside > 0 })
}

// tasks are the best verdicts on the single tasks of a benchmark.
func (r Report) tasks() []Verdict {
	return slices.DeleteFunc(r.Best(), func(v Verdict) bool { return v.Basis.Beside == 0 })
}

// Next says what puts more than two models of a task in order; it is empty if each task has two.
func (r Report) Next() string {
	models := map[string]map[string]bool{} // by task
	for _, v := range r.Verdicts {
		if models[v.Task] == nil {
			models[v.Task] = map[string]bool{}
		}
		models[v.Task][v.ModelA], models[v.Task][v.ModelB] = true, true
		if len(models[v.Task]) > 2 {
			return "To put the models in order, rank them."
		}
	}
	return ""
}

// Warning is the note of a verdict with its data set and task, which in Report.Notes the methods follow; empty if there
// is none.
func (v Verdict) Warning() string { return table.Prefix(v.Key.String(), v.Note) }
