package results

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/compact"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// Scores are what models scored on the items of one test set, in one run or in several, such as seeds of training, and
// in one draw of each item or in several, such as answers of a language model. Models have the order of Results.Models,
// items are numbered from 0 in order of appearance.
type Scores struct {
	Names    []string   // of the items
	Clusters []int      // cluster of each item, numbered from 0; nil where every item is its own
	Runs     [][]string // by model: the names of its runs, "" for the only run of a file without names
	Tasks    []string   // that Suite.Join took together; nil for results of one task

	form      itemForm
	classes   []string         // of labels
	texts     compact.Texts    // the same, while labels are added
	likely                     // in the last columns of a run
	drawNames []string         // in the order of their numbers
	target    []compact.Column // one, of true numbers; nil for other items
	truth     []int32          // by item: place in classes, from 1; nil for other items
	runs      [][]*itemRun
	numbers   *compact.Numbers    // that AddScores adds, and true numbers
	wanted    metric.Metric       // of the scores; the zero value for accuracy or score, as the scores are
	types     []string            // of chunks, whose counts are in itemRun.types; nil if unknown
	defined   []metric.Definition // of Results.Metrics; without Of for scores of Whole
	positive  string              // class whose F1 is computed; empty for none
	sums      []string            // columns of a ratio
	groups    []string            // by cluster: its name in a file; nil if it has none
	suite     Suite               // of joined
	joined    []joined            // by metric of several tasks; nil for one task
}

// itemForm is what a file says of an item.
type itemForm int

const (
	scoreItems     itemForm = iota
	labelItems              // truth and label
	chunkItems              // gold, predicted and correct
	confusionItems          // tp, fp and fn
	ratioItems              // numerator and denominator
	numberItems             // truth and label, which are numbers
	probableItems           // truth, and probabilities or scores
)

// itemRun is what a model did on the items in one run: scores, places of labels, tp, fp and fn, or numerators and
// denominators. Where items have draws, these are what columns have numbers of, in place of items.
type itemRun struct {
	name    string
	first   spot
	columns []compact.Column
	types   [][]compact.Column // by type: columns of its counts, which columns has of all
	drawn                      // nil where every item has one draw
	known   int                // items
	next    int                // item that is expected in the next row
}

// Of returns the scores of a model in a run, by item: of labels 1 for a right one, else 0, of several draws of an item
// their mean; of counts nil, since they have no score for each item, see Parts. Of several tasks they are those of the
// first metric. The caller may not change them.
func (s *Scores) Of(model, run int) []float64 {
	if s.joined != nil {
		return s.joined[0].columns[model][run].All(s.joined[0].items)
	}
	of := s.runs[model][run]
	return of.means(s.of(of), len(s.Names))
}

// of returns the scores of a run, by draw.
func (s *Scores) of(run *itemRun) []float64 {
	if s.form > labelItems {
		return nil
	}
	scores := run.columns[0].All(run.draws(len(s.Names)))
	if s.form == scoreItems {
		return scores
	}
	out := make([]float64, len(scores))
	for k, label := range scores {
		if int32(label) == s.truth[run.item(k)] {
			out[k] = 1
		}
	}
	return out
}

// Sample returns the scores of models a and b, which count from 0. It panics if Scores is nil.
func (r Results) Sample(a, b int, pairedRuns bool) items.Sample {
	s := r.Scores
	out := items.Sample{Clusters: s.Clusters, PairedRuns: pairedRuns}
	of := func(run *itemRun) ([]float64, error) { return s.of(run), nil }
	out.A, out.DrawsA, _ = s.averaged(a, of)
	out.B, out.DrawsB, _ = s.averaged(b, of)
	return out
}

// NewScores returns results without models on the items of one test set; AddScores fills them in. Clusters has the
// cluster of each item under any number, or is nil. Without metrics the scores are the accuracy if all are 0 or 1,
// and a score of which more is better if not. It is an error if an item stands twice, if there is none, and if
// clusters has another length.
func NewScores(names []string, clusters []int, metrics ...metric.Metric) (*Results, error) {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if seen[name] {
			return nil, fmt.Errorf("results: item %.40q stands twice; give each item once", name)
		}
		seen[name] = true
	}
	switch {
	case len(names) == 0:
		return nil, errors.New("results: no items; give their names")
	case clusters != nil && len(clusters) != len(names):
		return nil, fmt.Errorf("results: clusters of %d items, not of %d; give one for each item", len(clusters),
			len(names))
	case len(metrics) > 1:
		return nil, fmt.Errorf("results: %d metrics of scores; name one", len(metrics))
	}
	s := &Scores{Names: slices.Clone(names), numbers: new(compact.Numbers)}
	if clusters != nil {
		s.Clusters = numbered(clusters)
	}
	if len(metrics) > 0 {
		s.wanted = metrics[0]
	}
	r := &Results{Scores: s}
	r.summarize()
	return r, nil
}

// numbered numbers clusters from 0 in order of appearance.
func numbered[T comparable](clusters []T) []int {
	at := map[T]int{}
	out := make([]int, len(clusters))
	for i, c := range clusters {
		if _, known := at[c]; !known {
			at[c] = len(at)
		}
		out[i] = at[c]
	}
	return out
}

// AddScores adds a run of a model, with the score of each item. A model that is new comes after the others. The run
// may have the name "" if it is the only one. It is an error if the results have no items, if the model has a run of
// this name, if the number of scores is another one, and if a score is not finite.
func (r *Results) AddScores(model, run string, scores []float64) error {
	return r.addRun(model, len(scores), &itemRun{name: run}, slices.All(scores))
}

// AddDraws is AddScores with one or more draws of each item, such as the answers of a language model to a question:
// draws has the scores of those of each item. It is an error if an item has none.
func (r *Results) AddDraws(model, run string, draws [][]float64) error {
	one := &itemRun{name: run}
	return r.addRun(model, len(draws), one, func(yield func(int, float64) bool) {
		for i, scores := range draws {
			for k, v := range scores {
				if one.add(i, r.Scores.drawNumber(strconv.Itoa(k+1))); !yield(i, v) {
					return
				}
			}
		}
	})
}

// addRun adds a run with scores of n items, which are those of draws where it has some.
func (r *Results) addRun(model string, n int, one *itemRun, scores iter.Seq2[int, float64]) error {
	s := r.Scores
	if err := CheckModel(model); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	if s == nil || s.form != scoreItems {
		return errors.New("results: scores are added to results of NewScores; these are others")
	}
	if n != len(s.Names) {
		return fmt.Errorf("results: %d scores for %d items; give one for each item", n, len(s.Names))
	}
	one.columns, one.known = s.numbers.Columns(1), n
	k := 0
	for i, v := range scores {
		if !(math.Abs(v) <= largestValue) {
			return fmt.Errorf("results: the score of item %.40q is %v; give a finite number", s.Names[i], v)
		}
		one.columns[0].Set(k, v, n)
		k++
	}
	for i := range s.Names {
		if one.lacks(i) {
			return fmt.Errorf("results: item %.40q has no draw; give each item one or more", s.Names[i])
		}
	}
	_, err := s.wanted.Fit(func(yield func(string, float64) bool) {
		s.each(r.Models)(yield)
		for _, v := range s.of(one) {
			yield(model, v)
		}
	})
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	m := slices.Index(r.Models, model)
	if m < 0 {
		m = len(r.Models)
		r.Models, s.Runs, s.runs = append(r.Models, model), append(s.Runs, nil), append(s.runs, nil)
	}
	if slices.Contains(s.Runs[m], one.name) {
		return fmt.Errorf("results: model %.40q has run %.40q twice; give every run a name of its own", model, one.name)
	}
	s.Runs[m], s.runs[m] = append(s.Runs[m], one.name), append(s.runs[m], one)
	r.summarize()
	return nil
}

// summarize fills in the design, and the mean of each model over its items and runs as the value of its metric.
func (r *Results) summarize() {
	s := r.Scores
	r.Design = Design{Records: len(s.Names), Replications: 1, Folds: 1}
	if s.Clusters != nil {
		r.Design.Clusters = slices.Max(s.Clusters) + 1
	}
	for m, runs := range s.Runs {
		if n := len(runs); m == 0 || n < r.Design.Runs[0] {
			r.Design.Runs[0] = n
		}
		r.Design.Runs[1] = max(r.Design.Runs[1], len(runs))
	}
	r.Design.Draws = s.numberOfDraws()
	name := s.metric().Name
	if s.form == chunkItems || s.form == confusionItems || s.positive != "" {
		name = metric.F1.Name
	}
	if s.form == numberItems {
		name = "mse"
	}
	if one, err := r.Computed(name); err == nil { // there is this score
		*r = one
	}
}

// ofNumbers is the metric of scores that are not all 0 or 1.
var ofNumbers = metric.Metric{Name: "score", HigherIsBetter: true}

// metric returns the metric of the scores.
func (s *Scores) metric() metric.Metric {
	if s.wanted.Name != "" {
		return s.wanted
	}
	for _, runs := range s.runs {
		for _, run := range runs {
			if s.form == scoreItems && !run.columns[0].Binary() {
				return ofNumbers
			}
		}
	}
	m, _ := metric.Named("accuracy")
	return m
}

// each yields all scores with the names of their models.
func (s *Scores) each(models []string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for m, runs := range s.runs {
			for _, run := range runs {
				for _, v := range s.of(run) {
					if !yield(models[m], v) {
						return
					}
				}
			}
		}
	}
}

// sum returns the sum of the scores of the items of a run.
func (s *Scores) sum(run *itemRun) float64 {
	sum := 0.0
	for _, v := range run.means(s.of(run), len(s.Names)) {
		sum += v
	}
	return sum
}

// ofItems completes the results of a key whose rows are of items.
func (r *reader) ofItems(out *Results, k *keyed, place []int) error {
	x := k.items
	s := &Scores{Names: x.names, form: r.items.form, wanted: r.items.metric, runs: make([][]*itemRun, len(out.Models))}
	if s.form == ratioItems {
		s.sums = []string{r.items.header[r.items.values[0]], r.items.header[r.items.values[1]]}
	}
	if n := s.wanted.Name; r.opt.Metric.Name == "" && (n == "score" || n == "correct") {
		s.wanted = metric.Metric{}
	}
	if s.wanted.Name == "" && s.form == scoreItems && r.numbers(k.Task) {
		s.wanted = ofNumbers
	}
	for m, to := range place {
		if to >= 0 {
			s.runs[to] = append(s.runs[to], x.runs[m]...)
		}
	}
	s.drawNames = x.drawNames.Names
	if err := r.mayBeFolds(s); err != nil {
		return err
	}
	stay, err := r.common(out, s)
	if err != nil {
		return err
	}
	if len(x.clusters.Of) > 0 {
		s.Clusters = make([]int, len(s.Names))
		for i := range s.Names {
			if i >= len(x.clusters.Of) || x.clusters.Of[i] == 0 {
				return r.begun.Errorf("cluster", "item %.40q has none, but others have; name the cluster of every item",
					s.Names[i])
			}
			s.Clusters[i] = int(x.clusters.Of[i])
		}
		s.groups = x.clusters.Names
	}
	s.classes, s.truth = x.classes.Names, x.classes.Of
	if s.form == numberItems {
		s.target = x.target
	}
	if s.likely, err = r.columns.complete(out, s.classes, r.begun); err != nil {
		return err
	}
	if stay != nil {
		if note := s.asWrong(out.Models); note != "" {
			out.Notes = append(out.Notes, note)
		}
	}
	s.keep(stay)
	if r.items.draw >= 0 {
		out.Notes = append(out.Notes, s.noteDraws(r.items.header[r.items.draw])...)
	}
	if s.form == labelItems {
		if err := r.checkItemLabels(out, s); err != nil {
			return err
		}
	}
	if len(r.items.passed) > 0 {
		out.Notes = append(out.Notes, "columns that are passed over: "+
			table.Quoted(slices.Compact(slices.Sorted(slices.Values(r.items.passed)))))
	}
	if err := r.addScores(out, s); err != nil || s.form != probableItems {
		return err
	}
	if err := r.checkMetrics(); err != nil {
		return err
	}
	if len(r.opt.Metrics) == 0 {
		e := r.begun.Errorf("", "has no labels but %s; name a metric (setting `metric`), of %s", table.Pick(s.scores == "",
			"probabilities", "scores"), s.measurable())
		e.Err = ErrMetric
		return e
	}
	*out, err = out.Computed(r.opt.Metrics...)
	return err
}

// measurable are the metrics of probabilities, or of scores, without those that are roc_auc where there are two
// classes.
func (l likely) measurable() string {
	var names []string
	for _, d := range metric.All() {
		if d.Needs == metric.Probabilities && (l.scores == "" || d.ByOrder) &&
			(len(l.probable) > 2 || !strings.HasPrefix(d.Name, "roc_auc_")) {
			names = append(names, d.Name)
		}
	}
	return strings.Join(names, ", ")
}

// addScores completes results with the scores of all runs.
func (r *reader) addScores(out *Results, s *Scores) error {
	s.positive = r.opt.Positive
	if k := int32(slices.Index(s.classes, s.positive) + 1); s.positive != "" && !slices.Contains(s.truth, k) {
		var classes []string
		for k, class := range s.classes {
			if slices.Contains(s.truth, int32(k+1)) {
				classes = append(classes, class)
			}
		}
		return r.begun.Errorf("truth", "no item is of the class %.40q%s; the classes are %s", s.positive,
			table.Pick(k > 0, ", though some labels are", ""), table.Quoted(classes))
	}
	out.useScores(s)
	return nil
}

// useScores completes results with scores.
func (r *Results) useScores(s *Scores) {
	for _, runs := range s.runs {
		var names []string
		for _, run := range runs {
			names = append(names, run.name)
		}
		s.Runs = append(s.Runs, names)
	}
	r.Scores = s
	r.summarize()
}

// Labelled reports whether items have a true class and a predicted one, in one run and one draw.
func (r Results) Labelled() bool {
	return r.Scores != nil && r.Scores.form == labelItems && r.Design.Runs[1] == 1 && r.Design.Draws[1] == 0
}

// foldName matches names of folds of usual tools.
var foldName = regexp.MustCompile(`(?i)^(cv|fold|split|rep|repeat)[ _.-]?[0-9]+`)

// mayBeFolds asks whether the rows of a sheet with a column for each model are folds: 3 to 30 that are named by
// consecutive numbers, or any that are named as folds, with scores that are not whole. A test of items is too sure of
// folds, whose training sets overlap.
func (r *reader) mayBeFolds(s *Scores) error {
	if !r.opt.Wide || r.opt.Told.Rows == sheet.Items || s.form != scoreItems {
		return nil
	}
	numbers := make([]float64, len(s.Names))
	for i, name := range s.Names {
		v, err := strconv.Atoi(name)
		if numbers[i] = float64(v); err != nil {
			numbers = nil
			break
		}
	}
	slices.Sort(numbers)
	n := len(numbers)
	counted := n >= 3 && n <= 30 && numbers[0] <= 1 && numbers[n-1]-numbers[0] == float64(n-1) && numbers[0] >= 0
	named := !slices.ContainsFunc(s.Names, func(name string) bool { return !foldName.MatchString(name) })
	whole := !slices.ContainsFunc(slices.Concat(s.runs...), func(run *itemRun) bool {
		return slices.ContainsFunc(run.columns[0].All(run.draws(len(s.Names))), func(v float64) bool {
			return !math.IsNaN(v) && v != math.Trunc(v)
		})
	})
	if !counted && !named || whole {
		return nil
	}
	return r.begun.Errorf("item", "has %.20q to %.20q with scores that are not whole: are these folds "+
		"(setting `rows` folds), or items (setting `rows` items)?",
		s.Names[0], s.Names[len(s.Names)-1])
}

// numbers reports whether a data set of a task has scores other than 0 and 1: all data sets have one metric.
func (r *reader) numbers(task string) bool {
	return slices.ContainsFunc(r.keys, func(k *keyed) bool {
		return k.Task == task && k.items != nil && slices.ContainsFunc(k.items.runs, func(runs []*itemRun) bool {
			return slices.ContainsFunc(runs, func(run *itemRun) bool { return !run.columns[0].Binary() })
		})
	})
}

// common returns which items all runs of all models have, nil for all of them. It is an error if there are others,
// unless these are to be left out.
func (r *reader) common(out *Results, s *Scores) ([]bool, error) {
	stay, left, first := slices.Repeat([]bool{true}, len(s.Names)), 0, -1
	whose := "" // models that lack items
	for m, runs := range s.runs {
		lacks := make([]bool, len(s.Names))
		for _, run := range runs {
			if run.known == len(s.Names) {
				continue
			}
			if !r.opt.Common {
				return nil, r.lacks(out.Models, s, m, run)
			}
			for i := range s.Names {
				if run.lacks(i) {
					lacks[i] = true
					if stay[i] {
						stay[i] = false
						left++
					}
				}
			}
		}
		if n := len(slices.DeleteFunc(lacks, func(is bool) bool { return !is })); n > 0 {
			whose += fmt.Sprintf("%s%d from %.40q", table.Pick(whose == "", "", ", "), n, out.Models[m])
		}
	}
	if left == 0 {
		return nil, nil
	}
	first = slices.Index(stay, false)
	if left == len(s.Names) {
		return nil, r.begun.Errorf("item", "no item is in all runs of all models; give all the same items")
	}
	out.Notes = append(out.Notes, fmt.Sprintf("%d of %d items are not in all runs of all models, such as %.40q, and are "+
		"left out: missing are %s", left, len(s.Names), s.Names[first], whose))
	return stay, nil
}

// asWrong says what comes out on all items of right and wrong ones if those that a model lacks count as wrong: items
// are often missing because a model failed on them. It is empty for other scores.
func (s *Scores) asWrong(models []string) string {
	right := 1.0 // of a loss it is 0
	if s.form > labelItems || s.form == scoreItems && s.wanted.Name == ofNumbers.Name && s.wanted.HigherIsBetter {
		return ""
	}
	if s.form == scoreItems && s.wanted.Name != "" && !s.wanted.HigherIsBetter {
		right = 0
	}
	var shares []string
	by := make([][]bool, len(models)) // of the last run
	for m, runs := range s.runs {
		hits := 0.0
		for _, run := range runs {
			by[m] = make([]bool, len(s.Names))
			for k := range run.draws(len(s.Names)) {
				v, i, of := run.columns[0].At(k), run.item(k), 1.0
				if run.of != nil {
					of = float64(run.counts[i])
				}
				switch missing := math.IsNaN(v); {
				case s.form == labelItems:
					by[m][i] = !missing && int32(v) == s.truth[i]
				case !missing && v != 0 && v != 1:
					return ""
				default:
					by[m][i] = !missing && v == right
				}
				if by[m][i] {
					hits += 1 / of
				}
			}
		}
		share := hits / float64(len(s.Names)*len(runs))
		shares = append(shares, fmt.Sprintf("%.1f%% of %s", 100*share, models[m]))
	}
	text := fmt.Sprintf("if missing items count as wrong, right are %s", strings.Join(shares, ", "))
	if len(models) == 2 && len(s.runs[0]) == 1 && len(s.runs[1]) == 1 && s.Clusters == nil &&
		s.numberOfDraws()[1] == 0 {
		var c infer.Contingency
		for i := range s.Names {
			c.Add(by[0][i], by[1][i])
		}
		if r, err := infer.McNemarMidP(c, infer.Options{}); err == nil {
			text += fmt.Sprintf(" (p = %.2g by %s)", r.PValue, r.Test)
		}
	}
	return text
}

// lacks names the first item that a run of model m does not have, and a run that has it.
func (r *reader) lacks(models []string, s *Scores, m int, run *itemRun) error {
	i := 0
	for !run.lacks(i) {
		i++
	}
	describe := func(m int, run *itemRun) string {
		if run.name == "" {
			return fmt.Sprintf("model %.40q", models[m])
		}
		return fmt.Sprintf("run %.40q of model %.40q", run.name, models[m])
	}
	other := ""
	for k, runs := range s.runs {
		for _, o := range runs {
			if has := !o.lacks(i); has && (other == "" || k == m) {
				other = describe(k, o)
			}
		}
	}
	at := run.first
	at.line = 0
	return at.Errorf("item", "%s lacks %d of %d items, such as %.40q, which %s has; give all models and runs the same "+
		"items, or take the common ones (setting `common`)", describe(m, run), len(s.Names)-run.known, len(s.Names),
		s.Names[i], other)
}

// keep leaves only the items that stay, and numbers their clusters anew; nil keeps all.
func (s *Scores) keep(stay []bool) {
	s.Names, s.truth = compact.Kept(s.Names, stay), compact.Kept(s.truth, stay)
	if s.Clusters != nil {
		places := compact.Kept(s.Clusters, stay)
		s.Clusters = numbered(places)
		names := make([]string, slices.Max(s.Clusters)+1)
		for i, c := range s.Clusters {
			names[c] = s.groups[places[i]-1]
		}
		s.groups = names
	}
	for n := range s.target {
		s.target[n].Keep(stay)
	}
	for _, run := range slices.Concat(s.runs...) {
		of := run.keepDraws(stay)
		for n := range run.columns {
			run.columns[n].Keep(of)
		}
	}
}

// checkItemLabels refuses a model that never predicts a class that an item has, and probabilities, and notes what is
// odd about the labels.
func (r *reader) checkItemLabels(out *Results, s *Scores) error {
	x := Items{Classes: s.classes, records: len(s.Names), isTruth: make([]bool, len(s.classes)),
		said: make([][]bool, len(s.runs))}
	for _, class := range s.truth {
		x.isTruth[class-1] = true
	}
	for m, runs := range s.runs {
		x.said[m] = make([]bool, len(s.classes))
		for _, run := range runs {
			for k := range run.draws(len(s.Names)) {
				x.said[m][int(run.columns[0].At(k))-1] = true
			}
		}
	}
	out.Notes = slices.Concat(out.Notes, x.oddLabels(out.Models, "item"), s.exchanged(out.Models))
	if err := r.checkMetrics(); err != nil {
		return err
	}
	return x.checkLabels(out.Models, table.Pick(r.opt.Wide, "", "label"), r.begun)
}
