// Package results holds what learning algorithms did on the folds of a partition set: the values of
// metrics, counts and predictions of any number of models, in memory or in files that any tool may
// have written. All tests, posteriors, reports and figures start from them.
//
// Read takes files of any kind. New, Add, AddItems and SetCounts fill results from a loop in Go, and
// Write writes them. Pair gives the differences of two models, which package infer tests; Tables gives
// their contingency tables, and Task their counts for package posterior.
//
// A result belongs to one fold of one replication of one partition set, and is useful only beside the
// results of other models on the same folds. So every row of a file may name its partition set in the
// column set (see cv.ID): method, seed and a fingerprint of the folds, such as bcv:1:3b4fe958a5e9fe59.
// Results of different sets, sizes or records are refused; results without a set are taken for the kind
// of partition set that their numbers of replications and folds point to, with a note, since nothing can
// show that all models saw the same folds.
//
// Replications and folds count from 1 in files and in cv.Fold, and from 0 in the grids here. J random
// hold-outs are replications 1 to J with one fold each, a K-fold CV is replication 1 with folds 1 to K,
// and fold 2 of a two-fold CV is fold 1 with training and validation exchanged.
//
// Results inside halves of the records (cv.Nested) are rows with the columns half and inner in files, and stand in
// Results.Inner here. In Go they are filled as others are, from New(set.Inner), and WithInner joins both.
//
// ReadSplits reads partition sets themselves.
package results

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// Key is the data set and the task that results belong to; either may be empty.
type Key struct{ Dataset, Task string }

// String names the key: "iris", "NER", or "iris: NER" where it has both names.
func (k Key) String() string {
	if k.Dataset == "" || k.Task == "" {
		return k.Dataset + k.Task
	}
	return k.Dataset + ": " + k.Task
}

// Results are what K models did on the folds of one partition set, for one task of one
// data set. Make them with Read, Parse or New.
type Results struct {
	Key
	Design  Design
	Models  []string                // in order of appearance, or as ReadOptions.Models names them
	Metrics []metric.Metric         // at least one
	Values  []Grid[float64]         // Values[i] holds Metrics[i]; NaN where a value is missing or undefined
	Train   []int                   // training records of each fold, replication by replication; nil if unknown
	Valid   []int                   // validation records of each fold; nil if unknown
	Counts  *Grid[posterior.Counts] // behind P, R and F1; nil for other results
	Units   *Units                  // what models did on each record or item; nil if unknown
	Inner   *Inner                  // results inside halves of the records; nil for none
	Runs    *Runs                   // of several runs, whose means are Values; nil for one
	Notes   []string                // what a reader should know of these results

	Readings []sheet.Reading // what tables in no canonical form were taken for; empty for others

	Positive string // class that metrics of one class are about; empty if none was named

	// Choices are what tuned models chose in one run, in the order of the cells of Values, up to the last such model.
	Choices []Choice
}

// Choice is the setting that a tuned learner trained on a fold.
type Choice struct {
	Setting string  `json:"setting,omitempty"` // empty for a learner that is not tuned
	Value   float64 `json:"value,omitempty"`   // what it was chosen by, inside the training records
	Only    bool    `json:"only,omitempty"`    // whether there was no other to choose, and so no value
}

// SetChoice sets what a model, which Add has added, chose on a fold; a choice without a setting is of a learner that is
// not tuned, and sets nothing. Write has the form Choices for it.
func (r *Results) SetChoice(f cv.Fold, model string, c Choice) error {
	if err := r.check(f, model); err != nil || c.Setting == "" {
		return err
	}
	d := r.Design
	at := (r.addModel(model)*d.Replications+f.Replication-1)*d.Folds + f.Fold - 1
	r.Choices = append(r.Choices, make([]Choice, max(0, at+1-len(r.Choices)))...)
	r.Choices[at] = c
	return nil
}

// Choice returns what a model chose in a run on a fold, which counts replication by replication; all from 0.
func (r Results) Choice(model, run, fold int) Choice {
	one := r.each()[run]
	at := slices.Index(one.Models, r.Models[model])*r.Design.Replications*r.Design.Folds + fold
	if at < 0 || at >= len(one.Choices) {
		return Choice{}
	}
	return one.Choices[at]
}

// Grid holds a cell for each model, replication and fold, in one array.
type Grid[T any] struct {
	Replications, Folds int // folds of one replication
	Cells               []T // model by model, replication by replication
}

// NewGrid returns a grid of zero cells.
func NewGrid[T any](models, replications, folds int) Grid[T] {
	return Grid[T]{replications, folds, make([]T, models*replications*folds)}
}

// At returns the cell of a model, replication and fold, all from 0.
func (g Grid[T]) At(model, replication, fold int) *T {
	return &g.Cells[(model*g.Replications+replication)*g.Folds+fold]
}

// Of returns the cells of one model, replication by replication. It shares the array.
func (g Grid[T]) Of(model int) []T {
	n := g.Replications * g.Folds
	return g.Cells[model*n : (model+1)*n]
}

// Rows returns the cells of one model indexed [replication][fold]. It shares the array.
func (g Grid[T]) Rows(model int) [][]T {
	out := make([][]T, g.Replications)
	for j := range out {
		out[j] = g.Of(model)[j*g.Folds : (j+1)*g.Folds]
	}
	return out
}

// New returns results without models for the folds of a partition set; Add fills them in. Without
// metrics they are losses.
func New(set cv.Set, metrics ...metric.Metric) *Results {
	if len(metrics) == 0 {
		metrics = []metric.Metric{metric.Loss}
	}
	d := Design{ID: set.ID(), Records: set.N, Replications: set.M(), Folds: max(set.K, 1)}
	if set.Method.TwoFold() {
		d.Folds = 2
	}
	r := &Results{Design: d, Metrics: slices.Clone(metrics)}
	for range metrics {
		r.Values = append(r.Values, NewGrid[float64](0, d.Replications, d.Folds))
	}
	for _, f := range set.Folds() {
		r.Train, r.Valid = append(r.Train, len(f.Train)), append(r.Valid, len(f.Valid))
	}
	return r
}

// Add sets the values of a model on a fold, one for each metric, in their order. A model that is
// new comes after the others. NaN says that a metric has no value on this fold. It is an error if
// the results have no such fold, if the fold has values of this model already, and if a value
// is infinite.
func (r *Results) Add(f cv.Fold, model string, values ...float64) error {
	if len(values) != len(r.Metrics) {
		return fmt.Errorf("results: %d values for %d metrics; give one per metric", len(values), len(r.Metrics))
	}
	if err := r.check(f, model); err != nil {
		return err
	}
	for i, v := range values {
		if math.IsInf(v, 0) {
			return fmt.Errorf("results: %s of %q in replication %d fold %d is %v; give a finite value, or NaN for none",
				r.Metrics[i].Name, model, f.Replication, f.Fold, v)
		}
	}
	m := r.addModel(model)
	for i := range values {
		if !math.IsNaN(*r.Values[i].At(m, f.Replication-1, f.Fold-1)) {
			return fmt.Errorf("results: model %q has replication %d fold %d twice; give each fold once",
				model, f.Replication, f.Fold)
		}
	}
	for i, v := range values {
		*r.Values[i].At(m, f.Replication-1, f.Fold-1) = v
	}
	return nil
}

// check returns an error unless the results have a fold and can have a model.
func (r *Results) check(f cv.Fold, model string) error {
	d := r.Design
	if f.Replication < 1 || f.Replication > d.Replications || f.Fold < 1 || f.Fold > d.Folds {
		return fmt.Errorf("results: replication %d fold %d is not a fold of %s", f.Replication, f.Fold, d)
	}
	if err := CheckModel(model); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	return nil
}

// addModel returns the place of a model, which it makes if there is none.
func (r *Results) addModel(name string) int {
	if m := slices.Index(r.Models, name); m >= 0 {
		return m
	}
	r.Models = append(r.Models, name)
	for i := range r.Values {
		for range r.Design.Replications * r.Design.Folds {
			r.Values[i].Cells = append(r.Values[i].Cells, math.NaN())
		}
	}
	return len(r.Models) - 1
}

// SetCounts sets the counts of all models, and precision, recall and F1 as the metrics. The grid
// has the replications and folds of the design.
func (r *Results) SetCounts(models []string, counts Grid[posterior.Counts]) {
	r.Models, r.Metrics, r.Values = slices.Clone(models), nil, nil
	r.setCounts(counts)
}

// Model returns the place of a model, or an error that lists the models.
func (r Results) Model(name string) (int, error) {
	if i := slices.Index(r.Models, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("results: no model %q; the models are %s", name, table.Quoted(r.Models))
}

// Metric returns the place of a metric, by its name here or by another that metric.Parse reads as this one, or an error
// that lists the metrics.
func (r Results) Metric(name string) (int, error) {
	i := slices.IndexFunc(r.Metrics, func(m metric.Metric) bool { return m.Name == name })
	if defs, err := metric.Parse(name); i < 0 && err == nil && len(defs) == 1 {
		i = slices.IndexFunc(r.Metrics, func(m metric.Metric) bool { return m.Name == defs[0].Name })
	}
	if i >= 0 {
		return i, nil
	}
	var names []string
	for _, m := range r.Metrics {
		names = append(names, m.Name)
	}
	return 0, fmt.Errorf("results: no metric %q; the metrics are %s", name, table.Quoted(names))
}

// Missing describes the first fold where a metric of a model has no value; it is empty
// where all folds have one. The metric and the model count from 0.
func (r Results) Missing(metric, model int) string {
	i := slices.IndexFunc(r.Values[metric].Of(model), math.IsNaN)
	if x := r.predictions(); i < 0 && x != nil {
		i = x.missing(model)
	}
	if i < 0 {
		return ""
	}
	if r.OnTestSet() {
		return fmt.Sprintf("%s of %q is 0/0", r.Metrics[metric].Name, r.Models[model])
	}
	why := ""
	if r.Counts != nil {
		why = ", where it has nothing to count"
	}
	folds := r.Values[metric].Folds
	return fmt.Sprintf("%s of %q has no value in replication %d fold %d%s",
		r.Metrics[metric].Name, r.Models[model], i/folds+1, i%folds+1, why)
}

// Mean returns the mean of a metric of a model over the folds, NaN where it has no value on one, see Missing. The
// metric and the model count from 0.
func (r Results) Mean(metric, model int) float64 {
	if r.Missing(metric, model) != "" {
		return math.NaN()
	}
	sum, all := 0.0, r.Values[metric].Of(model)
	for _, v := range all {
		sum += v
	}
	return sum / float64(len(all))
}

// Largest returns the largest absolute value of a metric, which counts from 0, on any fold and of any model: the size
// by which differences of means are told from rounding (infer.Rounding).
func (r Results) Largest(metric int) float64 {
	largest := 0.0
	for model := range r.Models {
		if r.Missing(metric, model) != "" {
			continue
		}
		for _, v := range r.Values[metric].Of(model) {
			largest = max(largest, math.Abs(v))
		}
	}
	return largest
}

// Pair returns the values of model b minus the values of model a on the folds, for one metric: what
// all tests and posteriors of a difference start from. Models and the metric count from 0.
// It is an error if a value is missing, see Missing. The inner differences come with them
// (infer.Differences.WithInner) if there are inner results, and none is missing, see MissingInner.
func (r Results) Pair(a, b, metric int) (infer.Differences, error) {
	for _, model := range []int{a, b} {
		if problem := r.Missing(metric, model); problem != "" {
			return infer.Differences{}, fmt.Errorf("results: %s", problem)
		}
	}
	d, err := r.differences(a, b, metric)
	if err == nil && r.Train != nil && r.Counts == nil {
		d, err = d.WithTraining(rows(r.Train, r.Design.Folds))
	}
	if err == nil {
		d, err = d.WithMethod(r.Design.ID.Method)
	}
	if err == nil && r.Inner != nil && r.MissingInner(metric, a) == "" && r.MissingInner(metric, b) == "" {
		d, err = d.WithInner(r.Inner.differences(a, b, metric))
		if mean := r.gaps(a, b, metric); err == nil && len(mean) > 1 {
			d, err = d.WithRecords(mean)
		}
		if few, among := r.Rarest(metric); err == nil && few > 0 {
			d, err = d.WithRarestClass(few, among)
		}
	}
	return d, err
}

// differences returns the differences of a metric on the folds, with the numbers of validation records
// if they are known. Error rates and accuracies are counted, so that equal ones are equal to the last bit.
func (r Results) differences(a, b, i int) (infer.Differences, error) {
	switch name := r.Metrics[i].Name; {
	case r.Classified() && name == metric.ErrorRate.Name:
		return infer.TableDifferences(r.Tables(a, b))
	case r.Classified() && name == accuracy:
		return infer.TableDifferences(r.Tables(b, a))
	}
	d, err := infer.NewDifferences(r.Values[i].Rows(a), r.Values[i].Rows(b))
	if err == nil && r.Valid != nil && r.Counts == nil {
		d, err = d.WithValidation(rows(r.Valid, r.Design.Folds))
	}
	return d, err
}

// Tables returns the contingency tables of models a and b, which count from 0, on the folds,
// indexed [replication][fold]. It panics if the predictions are unknown, see Classified.
func (r Results) Tables(a, b int) [][]infer.Contingency {
	out := make([][]infer.Contingency, len(r.Units.folds))
	for j, rep := range r.Units.scored() {
		for k, s := range rep.scores {
			both := 0
			for w, bitsOfA := range s.right[a] {
				both += bits.OnesCount64(bitsOfA & s.right[b][w])
			}
			onlyA, onlyB := s.hits[a]-both, s.hits[b]-both
			out[j] = append(out[j], infer.Contingency{N00: float64(rep.sizes[k] - both - onlyA - onlyB),
				N01: float64(onlyB), N10: float64(onlyA), N11: float64(both)})
		}
	}
	return out
}

// gaps returns for each record how much more often model b is wrong than model a, averaged over replications and runs:
// a number from -1 to 1, with the other sign for the accuracy. It is nil for other metrics than this and the error
// rate, and where replications validate different records.
func (r Results) gaps(a, b, i int) []float64 {
	name := r.Metrics[i].Name
	if !r.Classified() && r.Runs == nil || r.Design.Records == 0 || name != metric.ErrorRate.Name && name != accuracy {
		return nil
	}
	if name == accuracy {
		a, b = b, a
	}
	wrongA, ofA := r.wrong(a)
	wrongB, ofB := r.wrong(b)
	if ofA == 0 || ofB == 0 {
		return nil // predictions are unknown
	}
	out := make([]float64, len(wrongA))
	for k := range out {
		out[k] = float64(wrongB[k]*ofA-wrongA[k]*ofB) / float64(ofA*ofB)
	}
	return out
}

// accuracy is the name of 1 minus the error rate.
const accuracy = "accuracy"

// Task returns the counts of two models in the form that package posterior takes.
func (r Results) Task(a, b int) posterior.Task {
	return posterior.Task{Name: r.Key.String(), M: r.Design.Replications,
		A: posterior.Model{Name: r.Models[a], Folds: r.Counts.Of(a)},
		B: posterior.Model{Name: r.Models[b], Folds: r.Counts.Of(b)}}
}

// rows divides the numbers of all folds by replication.
func rows(all []int, folds int) [][]int {
	return slices.Collect(slices.Chunk(all, folds))
}

// maxNotes is how many notes Notes returns of results that have notes of their own.
const maxNotes = 11

// Distinct returns an error if two results have the same key: of a data set and task there is one truth, and which of
// two results were meant would be a matter of their order. Whatever takes several results calls it.
func Distinct(all []Results) error {
	first := map[Key]int{}
	for i, r := range all {
		if j, again := first[r.Key]; again {
			what := "have no name"
			if r.Key != (Key{}) {
				what = fmt.Sprintf("are both of the data set %q and the task %q", r.Dataset, r.Key.Task)
			}
			return fmt.Errorf("results: results %d and %d of %d %s; name the data set or the task of each (Results.Dataset, "+
				"Results.Task; in files columns dataset and task)", j+1, i+1, len(all), what)
		}
		first[r.Key] = i
	}
	return nil
}

// Notes returns the notes of several results, each once, and the number of those that are left out where
// there are many.
func Notes(all []Results) []string {
	var out []string
	seen := map[string]bool{}
	for _, r := range all {
		for _, note := range r.Notes {
			if !seen[note] && len(seen) < maxNotes {
				out = append(out, note)
			}
			seen[note] = true
		}
	}
	if more := len(seen) - len(out); more > 0 {
		out = append(out, fmt.Sprintf("%d more notes on other tasks", more))
	}
	return out
}
