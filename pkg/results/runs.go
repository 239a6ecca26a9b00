package results

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Runs are the values of models in several runs on the same folds, such as seeds of training. Results.Values are
// their means over the runs of each model. A model has either all runs that others have, or a single one, as where
// nothing is drawn.
type Runs struct {
	Names  []string          // in order of appearance
	Values [][]Grid[float64] // Values[i][s] holds Results.Metrics[i] in run s; NaN for models without the run

	each    []Results       // by run; of the models that have it
	places  [][]int         // by run: places in Results.Models of its models
	moments []infer.Moments // by model, in place of the others where the values of some model are not known
}

// Of returns the runs of a model, which counts from 0, as places in Names; none where x is nil.
func (x *Runs) Of(model int) []int {
	var out []int
	if x == nil {
		return nil
	}
	for s, places := range x.places {
		if slices.Contains(places, model) {
			out = append(out, s)
		}
	}
	return out
}

// Refuse returns the error of a method that is about the models of one run; nil where there is one.
func (x *Runs) Refuse(method string) error {
	if x == nil {
		return nil
	}
	return fmt.Errorf("%s is about the models of one run, and the column run has %d; keep the rows of one run, or take "+
		"a test of the means over runs (bcv compare)", method, len(x.Names))
}

// JoinRuns returns the results of runs on the same folds, which have different names: Results.Values are the means
// over the runs of each model, and a note says so. Counts and Items, which are of one run, are nil; Runs keeps what
// is known of each. It is an error if the runs are of different folds, records or metrics, if a run is the only one,
// of other results, that a model lacks, and if there are predictions or counts of one hold-out, whose items are to be
// given instead. Of values on one test set models may have any runs.
func JoinRuns(names []string, runs []Results) (Results, error) {
	var models []string
	for _, r := range runs {
		for _, name := range r.Models {
			if !slices.Contains(models, name) {
				models = append(models, name)
			}
		}
	}
	out, err := joinRuns(names, runs, models)
	if err != nil {
		err = fmt.Errorf("results: %w", err)
	}
	return out, err
}

// joinRuns is JoinRuns with the models in an order.
func joinRuns(names []string, runs []Results, models []string) (Results, error) {
	if len(runs) == 1 {
		return runs[0], nil
	}
	x := &Runs{Names: names, each: runs}
	for s, r := range runs {
		if problem := runs[0].otherThan(r); s > 0 && problem != "" {
			return Results{}, fmt.Errorf("runs %.40q and %.40q %s", names[0], names[s], problem)
		}
		var places []int
		for _, name := range r.Models {
			places = append(places, slices.Index(models, name))
		}
		x.places = append(x.places, places)
	}
	out := Results{Key: runs[0].Key, Design: runs[0].Design, Models: models, Metrics: runs[0].Metrics,
		Positive: runs[0].Positive, Runs: x}
	if runs[0].Counts == nil {
		out.Train, out.Valid = runs[0].Train, runs[0].Valid
	}
	for i := range out.Metrics {
		x.values(&out, i)
	}
	note, err := onOneSet, error(nil)
	if !out.OnOneSet() {
		note, err = x.note(models)
	}
	out.Notes = append([]string{note}, Notes(runs)...)
	if err == nil && runs[0].Inner != nil {
		err = out.joinInner(names, runs)
	}
	return out, err
}

// onOneSet is the note of runs on one test set whose items are unknown.
const onOneSet = "the runs of each model are on one test set, whose items are not in the file: how results vary with " +
	"its items is not known, and nothing is said of other items"

// OnOneSet reports whether results are values of several runs on one test set, whose items are unknown: what is known is
// how runs vary.
func (r Results) OnOneSet() bool {
	return r.Runs != nil && !r.OnTestSet() && r.Design.Replications*r.Design.Folds == 1
}

// RunMoments returns mean, variance and number of the values of a model in its runs, of results that are OnOneSet. The
// metric and the model count from 0.
func (r Results) RunMoments(metric, model int) infer.Moments {
	if r.Runs.moments != nil {
		return r.Runs.moments[model]
	}
	var values []float64
	for _, s := range r.Runs.Of(model) {
		values = append(values, r.Runs.Values[metric][s].Of(model)[0])
	}
	return momentsOf(values)
}

func momentsOf(values []float64) infer.Moments {
	m := infer.Moments{N: len(values)}
	m.Mean, m.Variance = stat.MeanVariance(values, nil)
	return m
}

// Summarized reports whether of some model only mean, spread and number of runs are known, see ReadOptions.Summaries.
func (r Results) Summarized() bool { return r.Runs != nil && r.Runs.moments != nil }

// joinInner joins the results of runs on inner folds.
func (r *Results) joinInner(names []string, runs []Results) error {
	inner := make([]Results, len(runs))
	for s, one := range runs {
		inner[s] = one.Inner.folds
		inner[s].Models = one.Models
	}
	joined, err := joinRuns(names, inner, r.Models)
	if err != nil {
		return err
	}
	return r.nest(joined, *runs[0].Inner)
}

// values fills the grids of metric i and their mean.
func (x *Runs) values(out *Results, i int) {
	d := out.Design
	mean := NewGrid[float64](len(out.Models), d.Replications, d.Folds)
	var grids []Grid[float64]
	for s, r := range x.each {
		at, _ := r.Metric(out.Metrics[i].Name) // otherThan has compared them
		g := NewGrid[float64](len(out.Models), d.Replications, d.Folds)
		for k := range g.Cells {
			g.Cells[k] = math.NaN()
		}
		for m, place := range x.places[s] {
			copy(g.Of(place), r.Values[at].Of(m))
			for k, v := range g.Of(place) {
				mean.Of(place)[k] += v
			}
		}
		grids = append(grids, g)
	}
	for m := range out.Models {
		n := float64(len(x.Of(m)))
		for k := range mean.Of(m) {
			mean.Of(m)[k] /= n
		}
	}
	x.Values, out.Values = append(x.Values, grids), append(out.Values, mean)
}

// note says what the means are of, or how the runs of models differ.
func (x *Runs) note(models []string) (string, error) {
	var several []int // the first model with more than one run
	single := ""
	for m, name := range models {
		switch of := x.Of(m); {
		case len(of) == 1:
			single += fmt.Sprintf("; %s has one run", name)
		case several == nil:
			several = of
		}
	}
	if several == nil {
		return "", fmt.Errorf("model %.40q has the run %.40q, but %.40q the run %.40q; give runs that belong together "+
			"one name", models[x.places[0][0]], x.Names[0], models[x.places[1][0]], x.Names[1])
	}
	for m, name := range models {
		if of := x.Of(m); len(of) > 1 && !slices.Equal(of, several) {
			return "", fmt.Errorf("model %.40q has the runs %s, but another one has %s; give all models the same runs, or a "+
				"single one where nothing is drawn", name, x.list(of), x.list(several))
		}
	}
	return fmt.Sprintf("values are means over %d runs on the same folds (column run)%s", len(several), single), nil
}

// list names some runs.
func (x *Runs) list(of []int) string {
	var names []string
	for _, s := range of {
		names = append(names, x.Names[s])
	}
	return table.Quoted(names)
}

// otherThan says in what another run is not on the same folds; it is empty if they may be.
func (r Results) otherThan(s Results) string {
	same := len(r.Metrics) == len(s.Metrics)
	for _, m := range r.Metrics {
		_, err := s.Metric(m.Name)
		same = same && err == nil
	}
	d, o := r.Design, s.Design
	switch {
	case d.ID != o.ID || d.Replications != o.Replications || d.Folds != o.Folds || d.Records != o.Records:
		return fmt.Sprintf("are on different folds: %s, and %s; give every run all folds of one partition set", d, o)
	case d.Replications*d.Folds == 1 && (r.Units != nil || r.Counts != nil):
		return "are on one test set; give the scores of its items (columns item, model, run and score), or keep one run"
	case !slices.Equal(r.Train, s.Train) || !slices.Equal(r.Valid, s.Valid) && r.Counts == nil:
		return "have different numbers of records on a fold; run both on the same partition set"
	case !same || (r.Units == nil) != (s.Units == nil) || r.Units != nil && r.Units.form != s.Units.form ||
		(r.Counts == nil) != (s.Counts == nil):
		return "have different metrics; give every run the same ones"
	case (r.Inner == nil) != (s.Inner == nil):
		return "differ in inner folds, which one of them does not have; give them for all runs, or leave them out"
	case r.Inner != nil && (r.Inner.Splits != s.Inner.Splits || r.Inner.Replications != s.Inner.Replications ||
		r.Inner.Fingerprint != s.Inner.Fingerprint):
		return "have different inner folds; give all runs those of one nested set"
	case r.Units != nil:
		return r.Units.otherThan(s.Units)
	}
	return ""
}

// otherThan says which record has another class or another fold in the predictions of another run.
func (x *Units) otherThan(y *Units) string {
	if x.len() != y.len() {
		return fmt.Sprintf("have predictions of %d and %d records; give every run all records", x.len(), y.len())
	}
	for record, place := range x.unitOf.All() {
		unit, other := int(place)-1, int(y.unitOf.Get(record))-1
		if x.truth(unit) != y.truth(other) {
			return fmt.Sprintf("differ in the true %s of record %d; a record has one",
				table.Pick(x.target == nil, "class", "number"), record)
		}
		for j := range x.folds {
			if other < 0 || x.folds[j].fold.Get(unit) != y.folds[j].fold.Get(other) {
				return fmt.Sprintf("have record %d in different folds of replication %d; run both on the same partition set",
					record, j+1)
			}
		}
	}
	return ""
}

// onOneTestSet returns predictions of several runs, or of several replications of one fold, as labels of the items of
// one test set, and so those of one hold-out if ReadOptions.Metrics names another metric than error rate and accuracy;
// nil for other results, and where replications have test sets of their own.
func (r *reader) onOneTestSet(names []string, runs []Results, models []string) (*Results, error) {
	first, replications := runs[0].predictions(), runs[0].Design.Replications
	for _, one := range runs {
		x := one.predictions()
		if x == nil || one.Design.Folds > 1 || one.Design.Replications != replications ||
			slices.ContainsFunc(x.folds, func(p *replication) bool { return p.testSet != x.folds[0].testSet }) {
			return nil, nil
		}
	}
	n := replications * len(runs)
	other := func(name string) bool {
		defs, err := metric.Parse(name)
		return err == nil && defs[0].Name != metric.ErrorRate.Name && defs[0].Name != accuracy
	}
	if n == 1 && !slices.ContainsFunc(r.opt.Metrics, other) { // McNemar's tests are about one hold-out
		return nil, nil
	}
	s := first.testSet(len(models))
	for k, one := range runs {
		x := one.predictions()
		if problem := first.otherThan(x); problem != "" {
			return nil, r.begun.Errorf("run", "runs %.40q and %.40q %s", names[0], names[k], problem)
		}
		s.addRuns(x, names[k], one.Models, models)
	}
	out := &Results{Key: runs[0].Key, Models: models, Notes: Notes(runs)}
	if n > 1 {
		out.Notes = slices.Insert(out.Notes, 0, fmt.Sprintf("%d runs have the same test records (column %s): they are read "+
			"as runs on the items of one test set, not as hold-outs", n, table.Pick(replications > 1, "replication", "run")))
	}
	return out, r.addScores(out, s)
}

// OnItems returns predictions on one hold-out as what models did on the items of one test set, which a file of items
// would give: both have the same verdicts. Other results are returned as they are.
func (r Results) OnItems() Results {
	x := r.predictions()
	if x == nil || r.Design.Replications*r.Design.Folds != 1 || r.Runs != nil || r.Inner != nil ||
		len(r.Models) == 0 {
		return r
	}
	out := Results{Key: r.Key, Models: r.Models, Notes: r.Notes, Positive: r.Positive}
	s := x.testSet(len(r.Models))
	s.addRuns(x, "", r.Models, r.Models)
	s.positive = r.Positive
	out.useScores(s)
	var names []string
	for _, m := range r.Metrics {
		names = append(names, m.Name)
	}
	out, err := out.Computed(names...)
	if err != nil {
		return r
	}
	out.Design.ID, out.Train, out.Valid = r.Design.ID, r.Train, r.Valid
	for i, m := range r.Metrics {
		for k, v := range r.Values[i].Cells {
			if !infer.SameUpToRounding(v, out.Values[i].Cells[k]) { // as where records have weights
				return r
			}
		}
		out.Metrics[i] = m
	}
	return out
}

// testSet returns the records as the items of a test set on which models have no runs yet.
func (x *Units) testSet(models int) *Units {
	s := &Units{form: x.form, outcomes: make([][]*outcomes, models), likely: x.likely}
	for record, place := range x.unitOf.All() {
		i := len(s.Names)
		if s.Names = append(s.Names, strconv.Itoa(record)); x.form == numberItems {
			s.setTarget(i, x.target[0].At(int(place)-1))
		} else {
			s.classes.Set(i, x.truth(int(place)-1))
		}
	}
	return s
}

// addRuns adds the predictions of models in each replication as runs; all has the models of the scores.
func (s *Units) addRuns(x *Units, name string, models, all []string) {
	for j := range x.folds {
		for m, model := range models {
			run := &outcomes{name: name, columns: s.numbers.Columns(1 + len(s.probable)), known: len(s.Names)}
			if len(x.folds) > 1 {
				run.name = strings.TrimSpace(fmt.Sprint(name, " ", j+1))
			}
			for _, place := range x.unitOf.All() {
				values := x.outcomes[m][j].at(nil, 0, int(place)-1)
				if x.form == labelItems {
					values[0] = float64(s.classes.label(x.predicted(x.outcomes[m][j], int(place)-1)))
				}
				for n, v := range values {
					run.columns[n].Set(run.next, v, len(s.Names))
				}
				run.next++
			}
			at := slices.Index(all, model)
			s.outcomes[at] = append(s.outcomes[at], run)
		}
	}
}

// wrong returns how often a model is wrong about each record, in their order, and out of how many predictions of
// a record; nil if the predictions are unknown.
func (r Results) wrong(model int) (counts []int, of int) {
	for _, one := range r.each() {
		at := slices.Index(one.Models, r.Models[model])
		if at < 0 || !one.Classified() {
			continue
		}
		x, i := one.Units, 0
		if counts == nil {
			counts = make([]int, x.len())
		}
		of += len(x.folds)
		for _, place := range x.unitOf.All() {
			for _, o := range x.outcomes[at] {
				if o.label(int(place)-1) != x.classes.Of[place-1] {
					counts[i]++
				}
			}
			i++
		}
	}
	return counts, of
}

// byClass is ByClass of every run.
func (x *Runs) byClass(classes []string, models []string) ([]Results, error) {
	var byRun [][]Results
	for _, r := range x.each {
		of, err := r.ByClass(classes...)
		if err != nil {
			return nil, err
		}
		byRun = append(byRun, of)
	}
	out := make([]Results, len(byRun[0]))
	for c := range out {
		var runs []Results
		for s := range byRun {
			runs = append(runs, byRun[s][c])
		}
		var err error
		if out[c], err = joinRuns(x.Names, runs, models); err != nil {
			return nil, fmt.Errorf("results: %w", err)
		}
	}
	return out, nil
}

// each returns the results of each run, or the results themselves where there is one.
func (r Results) each() []Results {
	if r.Runs == nil {
		return []Results{r}
	}
	return r.Runs.each
}

// Ledger says what the variance of the mean difference of models a and b on m x 2 CV with several runs is made of,
// for one metric: records, training sets and seeds, see items.LedgerOfFolds. All count from 0.
func (r Results) Ledger(a, b, metric int) (items.Ledger, error) {
	d, err := r.Pair(a, b, metric)
	if err != nil {
		return items.Ledger{}, err
	}
	f := items.Folds{Differences: d, Records: r.Design.Records, Gaps: r.gaps(a, b, metric)}
	for _, s := range r.Runs.Of(a) {
		f.A = append(f.A, r.Runs.Values[metric][s].Of(a))
	}
	for _, s := range r.Runs.Of(b) {
		f.B = append(f.B, r.Runs.Values[metric][s].Of(b))
	}
	return items.LedgerOfFolds(f)
}
