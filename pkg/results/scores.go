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

// Of returns the scores of a model in a run, by item: of labels 1 for a right one, else 0, of several draws of an item
// their mean; of counts nil, since they have no score for each item, see Parts. Of several tasks they are those of the
// first metric. The caller may not change them.
func (x *Units) Of(model, run int) []float64 {
	if x.joined != nil {
		return x.joined[0].columns[model][run].All(x.joined[0].items)
	}
	of := x.outcomes[model][run]
	return of.means(x.of(of), len(x.Names))
}

// of returns the scores of a run, by draw.
func (x *Units) of(run *outcomes) []float64 {
	if x.form > labelItems {
		return nil
	}
	scores := run.columns[0].All(run.draws(len(x.Names)))
	if x.form == scoreItems {
		return scores
	}
	out := make([]float64, len(scores))
	for k, label := range scores {
		if int32(label) == x.classes.Of[run.item(k)] {
			out[k] = 1
		}
	}
	return out
}

// Sample returns the scores of models a and b, which count from 0. The results are OnTestSet.
func (r Results) Sample(a, b int, pairedRuns bool) items.Sample {
	x := r.Units
	out := items.Sample{Clusters: x.Clusters, PairedRuns: pairedRuns, Judge: x.judgeOf(a, b)}
	of := func(run *outcomes) ([]float64, error) { return x.of(run), nil }
	out.A, out.DrawsA, _ = x.averaged(a, of)
	out.B, out.DrawsB, _ = x.averaged(b, of)
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
	x := &Units{Names: slices.Clone(names)}
	if clusters != nil {
		x.Clusters = numbered(clusters)
	}
	if len(metrics) > 0 {
		x.wanted = metrics[0]
	}
	r := &Results{Units: x}
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
	return r.addRun(model, len(scores), &outcomes{name: run}, slices.All(scores))
}

// AddDraws is AddScores with one or more draws of each item, such as the answers of a language model to a question:
// draws has the scores of those of each item. It is an error if an item has none.
func (r *Results) AddDraws(model, run string, draws [][]float64) error {
	one := &outcomes{name: run}
	return r.addRun(model, len(draws), one, func(yield func(int, float64) bool) {
		for i, scores := range draws {
			for k, v := range scores {
				if one.add(i, r.Units.drawNames.Number(strconv.Itoa(k+1))); !yield(i, v) {
					return
				}
			}
		}
	})
}

// addRun adds a run with scores of n items, which are those of draws where it has some.
func (r *Results) addRun(model string, n int, one *outcomes, scores iter.Seq2[int, float64]) error {
	x := r.Units
	if err := CheckModel(model); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	if !r.OnTestSet() || x.form != scoreItems || x.judge != nil {
		return errors.New("results: scores are added to results of NewScores; these are others")
	}
	if n != len(x.Names) {
		return fmt.Errorf("results: %d scores for %d items; give one for each item", n, len(x.Names))
	}
	one.columns, one.known = x.numbers.Columns(1), n
	k := 0
	for i, v := range scores {
		if !(math.Abs(v) <= largestValue) {
			return fmt.Errorf("results: the score of item %.40q is %v; give a finite number", x.Names[i], v)
		}
		one.columns[0].Set(k, v, n)
		k++
	}
	for i := range x.Names {
		if one.lacks(i) {
			return fmt.Errorf("results: item %.40q has no draw; give each item one or more", x.Names[i])
		}
	}
	_, err := x.wanted.Fit(func(yield func(string, float64) bool) {
		x.each(r.Models)(yield)
		for _, v := range x.of(one) {
			yield(model, v)
		}
	})
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	m := slices.Index(r.Models, model)
	if m < 0 {
		m = len(r.Models)
		r.Models, x.Runs, x.outcomes = append(r.Models, model), append(x.Runs, nil), append(x.outcomes, nil)
	}
	if slices.Contains(x.Runs[m], one.name) {
		return fmt.Errorf("results: model %.40q has run %.40q twice; give every run a name of its own", model, one.name)
	}
	x.Runs[m], x.outcomes[m] = append(x.Runs[m], one.name), append(x.outcomes[m], one)
	r.summarize()
	return nil
}

// summarize fills in the design, and the mean of each model over its items and runs as the value of its metric.
func (r *Results) summarize() {
	x := r.Units
	r.Design = Design{Records: len(x.Names), Replications: 1, Folds: 1, InTime: x.inTime}
	if x.Clusters != nil {
		r.Design.Clusters = slices.Max(x.Clusters) + 1
	}
	for m, runs := range x.Runs {
		if n := len(runs); m == 0 || n < r.Design.Runs[0] {
			r.Design.Runs[0] = n
		}
		r.Design.Runs[1] = max(r.Design.Runs[1], len(runs))
	}
	if x.judge != nil {
		r.Design.Judged = len(x.Names) + len(x.judge.names)
	}
	r.Design.Draws = x.numberOfDraws()
	if x.prefer != nil {
		r.Design.Compared = true
		if x.prefer.several {
			r.summarizeCompared()
			return
		}
	}
	name := x.metric().Name
	if x.form == chunkItems || x.form == confusionItems || x.positive != "" {
		name = metric.F1.Name
	}
	if x.form == numberItems {
		name = "mse"
	}
	if one, err := r.Computed(name); err == nil { // there is this score
		*r = one
	}
}

// ofNumbers is the metric of scores that are not all 0 or 1.
var ofNumbers = metric.Metric{Name: "score", HigherIsBetter: true}

// metric returns the metric of the scores.
func (x *Units) metric() metric.Metric {
	if x.wanted.Name != "" {
		return x.wanted
	}
	for _, runs := range x.outcomes {
		for _, run := range runs {
			if x.form == scoreItems && !run.columns[0].Binary() {
				return ofNumbers
			}
		}
	}
	m, _ := metric.Named("accuracy")
	return m
}

// each yields all scores with the names of their models.
func (x *Units) each(models []string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for m, runs := range x.outcomes {
			for _, run := range runs {
				for _, v := range x.of(run) {
					if !yield(models[m], v) {
						return
					}
				}
			}
		}
	}
}

// sum returns the sum of the scores of the items of a run.
func (x *Units) sum(run *outcomes) float64 {
	sum := 0.0
	for _, v := range run.means(x.of(run), len(x.Names)) {
		sum += v
	}
	return sum
}

// ofItems completes the results of a key whose rows are of items.
func (r *reader) ofItems(out *Results, k *keyed, place []int) error {
	x := k.items
	s, all := &x.Units, x.outcomes
	s.Names, s.form, s.wanted = x.names.All(), r.items.form, r.items.metric
	s.outcomes = make([][]*outcomes, len(out.Models))
	if s.form == ratioItems {
		s.sums = []string{r.items.header[r.items.values[0]], r.items.header[r.items.values[1]]}
	}
	if n := s.wanted.Name; r.opt.Metric.Name == "" && (n == "score" || n == "correct") {
		s.wanted = metric.Metric{}
	}
	if x.words != [2]string{} && r.opt.Metric.Name == "" && s.wanted.Direction() == "" {
		s.wanted = metric.Metric{} // words for right and wrong, under any name
	}
	if s.wanted.Name == "" && s.form == scoreItems && r.numbers(k.Task) {
		s.wanted = ofNumbers
	}
	for m, to := range place {
		if to >= 0 {
			s.outcomes[to] = append(s.outcomes[to], all[m]...)
		}
	}
	if !r.items.inTime {
		if err := r.mayBeFolds(s); err != nil {
			return err
		}
	}
	for v := 1; v >= 0; v-- {
		if x.words[v] != "" {
			out.Notes = append(out.Notes, fmt.Sprintf("%q is read as %d", x.words[v], v))
		}
	}
	stay, err := r.stay(out, s, place)
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
	if s.form != numberItems {
		s.target = nil // of counts it was what is gold
	}
	if s.likely, err = r.columns.complete(out, s.classes.Names, r.begun); err != nil {
		return err
	}
	if stay != nil && r.items.judges == nil && s.prefer == nil {
		if note := s.asWrong(out.Models); note != "" {
			out.Notes = append(out.Notes, note)
		}
	}
	if s.prefer != nil {
		s.keepCompared(stay)
	} else {
		s.keep(stay)
	}
	if r.items.judges != nil {
		if err := r.splitJudged(out, s); err != nil {
			return err
		}
	}
	if r.items.inTime {
		out.Notes = append(out.Notes, s.setTimes()...)
	}
	if r.items.draw >= 0 {
		out.Notes = append(out.Notes, s.noteDraws(r.items.header[r.items.draw])...)
	}
	if s.form == labelItems {
		odd, err := r.checkLabels(s, out.Models, table.Pick(r.opt.Wide, "", "label"))
		if err != nil {
			return err
		}
		out.Notes = slices.Concat(out.Notes, odd, s.exchanged(out.Models))
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
func (r *reader) addScores(out *Results, x *Units) error {
	x.positive = r.opt.Positive
	if classes := x.classes.trueOnes(-1); x.positive != "" && !slices.Contains(classes, x.positive) {
		return r.begun.Errorf("truth", "no item is of the class %.40q%s; the classes are %s", x.positive,
			table.Pick(x.classes.Place(x.positive) > 0, ", though some labels are", ""), table.Quoted(classes))
	}
	out.useScores(x)
	return nil
}

// useScores completes results with scores.
func (r *Results) useScores(x *Units) {
	for _, runs := range x.outcomes {
		var names []string
		for _, run := range runs {
			names = append(names, run.name)
		}
		x.Runs = append(x.Runs, names)
	}
	r.Units = x
	r.summarize()
}

// Labelled reports whether items have a true class and a predicted one, in one run and one draw.
func (r Results) Labelled() bool {
	return r.Units != nil && r.Units.form == labelItems && r.Design.Runs[1] == 1 && r.Design.Draws[1] == 0
}

// foldName matches names of folds of usual tools.
var foldName = regexp.MustCompile(`(?i)^(cv|fold|split|rep|repeat)[ _.-]?[0-9]+`)

// mayBeFolds asks whether the rows of a sheet with a column for each model are folds: 3 to 30 that are named by
// consecutive numbers, or any that are named as folds, with scores that are not whole. A test of items is too sure of
// folds, whose training sets overlap.
func (r *reader) mayBeFolds(x *Units) error {
	if !r.opt.Wide || r.opt.Told.Rows == sheet.Items || x.form != scoreItems {
		return nil
	}
	numbers := make([]float64, len(x.Names))
	for i, name := range x.Names {
		v, err := strconv.Atoi(name)
		if numbers[i] = float64(v); err != nil {
			numbers = nil
			break
		}
	}
	slices.Sort(numbers)
	n := len(numbers)
	counted := n >= 3 && n <= 30 && numbers[0] <= 1 && numbers[n-1]-numbers[0] == float64(n-1) && numbers[0] >= 0
	named := !slices.ContainsFunc(x.Names, func(name string) bool { return !foldName.MatchString(name) })
	whole := !slices.ContainsFunc(slices.Concat(x.outcomes...), func(run *outcomes) bool {
		return slices.ContainsFunc(run.columns[0].All(run.draws(len(x.Names))), func(v float64) bool {
			return !math.IsNaN(v) && v != math.Trunc(v)
		})
	})
	if !counted && !named || whole {
		return nil
	}
	return r.begun.Errorf("item", "has %.20q to %.20q with scores that are not whole: are these folds "+
		"(setting `rows` folds), or items (setting `rows` items)?",
		x.Names[0], x.Names[len(x.Names)-1])
}

// numbers reports whether a data set of a task has scores other than 0 and 1: all data sets have one metric.
func (r *reader) numbers(task string) bool {
	return slices.ContainsFunc(r.keys, func(k *keyed) bool {
		return k.Task == task && k.items != nil && slices.ContainsFunc(k.items.outcomes, func(runs []*outcomes) bool {
			return slices.ContainsFunc(runs, func(run *outcomes) bool { return !run.columns[0].Binary() })
		})
	})
}

// stay returns which items stay: those that all runs of all models have, and of comparisons those of two of the models.
func (r *reader) stay(out *Results, x *Units, place []int) ([]bool, error) {
	if x.prefer != nil {
		return r.compared(out, x, place)
	}
	return r.common(out, x)
}

// common returns which items all runs of all models have, nil for all of them. It is an error if there are others,
// unless these are to be left out.
func (r *reader) common(out *Results, x *Units) ([]bool, error) {
	stay, left, first := slices.Repeat([]bool{true}, len(x.Names)), 0, -1
	whose := "" // models that lack items
	for m, runs := range x.outcomes {
		lacks := make([]bool, len(x.Names))
		for _, run := range runs {
			if run.known == len(x.Names) {
				continue
			}
			if !r.opt.Common {
				return nil, r.lacks(out.Models, x, m, run)
			}
			for i := range x.Names {
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
	if left == len(x.Names) {
		return nil, r.begun.Errorf("item", "no item is in all runs of all models; give all the same items")
	}
	out.Notes = append(out.Notes, fmt.Sprintf("%d of %d items are not in all runs of all models, such as %.40q, and are "+
		"left out: missing are %s", left, len(x.Names), x.Names[first], whose))
	return stay, nil
}

// asWrong says what comes out on all items of right and wrong ones if those that a model lacks count as wrong: items
// are often missing because a model failed on them. It is empty for other scores.
func (x *Units) asWrong(models []string) string {
	right := 1.0 // of a loss it is 0
	if x.form > labelItems || x.form == scoreItems && x.wanted.Name == ofNumbers.Name && x.wanted.HigherIsBetter {
		return ""
	}
	if x.form == scoreItems && x.wanted.Name != "" && !x.wanted.HigherIsBetter {
		right = 0
	}
	var shares []string
	by := make([][]bool, len(models)) // of the last run
	for m, runs := range x.outcomes {
		hits := 0.0
		for _, run := range runs {
			by[m] = make([]bool, len(x.Names))
			for k := range run.draws(len(x.Names)) {
				v, i, of := run.columns[0].At(k), run.item(k), 1.0
				if run.of != nil {
					of = float64(run.counts[i])
				}
				switch missing := math.IsNaN(v); {
				case x.form == labelItems:
					by[m][i] = !missing && int32(v) == x.classes.Of[i]
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
		share := hits / float64(len(x.Names)*len(runs))
		shares = append(shares, fmt.Sprintf("%.1f%% of %s", 100*share, models[m]))
	}
	text := fmt.Sprintf("if missing items count as wrong, right are %s", strings.Join(shares, ", "))
	if len(models) == 2 && len(x.outcomes[0]) == 1 && len(x.outcomes[1]) == 1 && x.Clusters == nil &&
		x.numberOfDraws()[1] == 0 {
		var c infer.Contingency
		for i := range x.Names {
			c.Add(by[0][i], by[1][i])
		}
		if r, err := infer.McNemarMidP(c, infer.Options{}); err == nil {
			text += fmt.Sprintf(" (p = %.2g by %s)", r.PValue, r.Test)
		}
	}
	return text
}

// lacks names the first item that a run of model m does not have, and a run that has it.
func (r *reader) lacks(models []string, x *Units, m int, run *outcomes) error {
	i := 0
	for !run.lacks(i) {
		i++
	}
	describe := func(m int, run *outcomes) string {
		if run.name == "" {
			return fmt.Sprintf("model %.40q", models[m])
		}
		return fmt.Sprintf("run %.40q of model %.40q", run.name, models[m])
	}
	other := ""
	for k, runs := range x.outcomes {
		for _, o := range runs {
			if has := !o.lacks(i); has && (other == "" || k == m) {
				other = describe(k, o)
			}
		}
	}
	at := run.first
	at.line = 0
	return at.Errorf("item", "%s lacks %d of %d items, such as %.40q, which %s has; give all models and runs the same "+
		"items, or take the common ones (setting `common`)", describe(m, run), len(x.Names)-run.known, len(x.Names),
		x.Names[i], other)
}

// keep leaves only the items that stay, and numbers their clusters anew; nil keeps all.
func (x *Units) keep(stay []bool) {
	x.Names, x.classes.Of = compact.Kept(x.Names, stay), compact.Kept(x.classes.Of, stay)
	if x.Clusters != nil {
		places := compact.Kept(x.Clusters, stay)
		x.Clusters = numbered(places)
		names := make([]string, slices.Max(x.Clusters)+1)
		for i, c := range x.Clusters {
			names[c] = x.groups[places[i]-1]
		}
		x.groups = names
	}
	for n := range x.target {
		x.target[n].Keep(stay)
	}
	for _, run := range slices.Concat(x.outcomes...) {
		of := run.keepDraws(stay)
		for n := range run.columns {
			run.columns[n].Keep(of)
		}
	}
}
