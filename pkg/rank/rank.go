package rank

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// Options of a ranking. The zero value ranks all models by each metric at level 0.05.
type Options struct {
	Models  []string // which models; empty for all that all results have
	Metrics []string // which metrics, of the results or by results.Results.Computed; empty for all
	Alpha   float64  // nominal level of any false statement; 0 means 0.05
	Seed    uint64   // of the draws behind critical values and P(best)
	// Suite says how several tasks of one benchmark are taken together, see results.Tasks. They have one table, and with
	// EachTask also one for each, at the level Alpha over the number of tasks, so that all of these hold together.
	Suite    results.Suite
	EachTask bool
	Best     bool // say how optimistic the leader's score on the folds is, see Table.Best
	Planned  int  // items of the test set, of which the results are the first: see compare.Options
	// Progress is called after each pair of models, or each table where pairs are not compared one by one, if it is
	// not nil. It counts pairs.
	Progress func(done, total int)
}

// Row is a model in a table.
type Row struct {
	Model    string  `json:"model"`
	Estimate float64 `json:"estimate"` // of the metric, or the mean over data sets
	// Low and High are the ends of an interval for the metric, for this model by itself; NaN for none. Intervals of
	// two models that overlap say nothing of their difference.
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	MeanRank float64 `json:"mean_rank"` // over several data sets; NaN otherwise
	// Best is the probability that the model is the best (ranks.Order, or the joint posterior of an m x 2 CV); NaN
	// where there is none.
	Best     float64 `json:"p_best"`
	RankLow  int     `json:"rank_low"`
	RankHigh int     `json:"rank_high"` // its rank lies between them, for all models at once
	Letters  string  `json:"groups"`    // of Table.Groups
	// Strength is the log odds by which the model wins against one of mean strength, by preferences (ranks.BradleyTerry);
	// nil for other results.
	Strength *float64 `json:"strength" nulls:"some"`
}

// Table is a ranking of models by one metric.
type Table struct {
	results.Key
	Metric     metric.Metric
	Alpha      float64
	Rows       []Row   // from the best
	Groups     [][]int // places in Rows of models of which no two are shown to differ; see ranks.Shown.Groups
	About      string  // what the statements hold for, such as "these models, on new items"
	Method     string  // how pairs were compared
	KnownError string  // how often it errs, by simulation, and of which cases; empty if that is not known
	// NotMeasured is what no simulation of errors has, such as "items in clusters"; empty beside a KnownError, and for
	// tests that are exact.
	NotMeasured string
	Datasets    *Datasets
	Strengths   bool  // models were compared two at a time: estimates are win rates against the others, each equally often
	Best        *Best // of Options.Best; else nil
	Notes       []string
	Sheets      []sheet.Reading // what tables in no canonical form were taken for, file by file
}

// Datasets has the tests of mean ranks over several data sets that papers report (Demšar 2006).
type Datasets struct {
	Friedman ranks.FriedmanResult // its tests are NaN where all models are equal everywhere
	Critical float64              // Nemenyi's critical difference of mean ranks at level Alpha
	Pairs    []ranks.Pair         // A and B are places in Rows
}

// Run ranks the models of results by each metric: on each data set, or on all of them together if there are several; on
// the items of several tasks of one benchmark all tasks together, first.
// Errors: two results of one data set and task, fewer than two models, unknown models and metrics, a metric without a
// direction or without a value on a fold, and those of
// compare.Run.
func Run(rs []results.Results, opt Options) ([]Table, error) {
	opt.Alpha = cmp.Or(opt.Alpha, 0.05)
	if err := cmp.Or(infer.CheckLevel(opt.Alpha), results.Distinct(rs)); err != nil {
		return nil, fmt.Errorf("rank: %w", err)
	}
	if opt.Progress == nil {
		opt.Progress = func(_, _ int) {}
	}
	models, err := opt.models(rs)
	if err != nil {
		return nil, err
	}
	var tasks []string
	tables := 0
	byTask := map[string][]results.Results{}
	all := make([]results.Results, len(rs))
	for i, r := range rs {
		r = r.OnItems()
		if len(opt.Metrics) > 0 {
			if r, err = r.Computed(opt.Metrics...); err != nil {
				return nil, fmt.Errorf("rank: %w", err)
			}
		}
		all[i] = r
	}
	if opt.Planned > 0 && len(rs) > 1 {
		return nil, errors.New("rank: a planned number of items is that of one test set, and there are several data sets or " +
			"tasks; rank by one of them (setting `planned`)")
	}
	all, alpha, err := opt.withSuites(all)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		if byTask[r.Key.Task] == nil {
			tasks = append(tasks, r.Key.Task)
			tables += len(r.Metrics)
		}
		byTask[r.Key.Task] = append(byTask[r.Key.Task], r)
	}
	var out []Table
	pairs := len(models) * (len(models) - 1) / 2
	for _, task := range tasks {
		all := byTask[task]
		for _, m := range all[0].Metrics {
			t := Table{Key: all[0].Key, Alpha: opt.Alpha, Sheets: rs[0].Readings}
			if a, ok := alpha[task]; ok {
				t.Alpha = a
			}
			for _, r := range all {
				at, err := r.Metric(m.Name)
				if err != nil {
					return nil, err
				}
				t.Metric = r.Metrics[at]
			}
			if m.Directionless {
				return nil, fmt.Errorf("rank: %w", m.Ask())
			}
			switch {
			case len(all) > 1:
				err = t.onDatasets(all, models)
			case all[0].Comparisons() != nil:
				err = t.onPreferences(all[0], models, opt)
			case all[0].OnTestSet() && opt.Planned == 0:
				err = t.onItems(all[0], models, opt.Seed)
			default:
				err = t.byPairs(all[0], models, opt, func(done, _ int) { opt.Progress(len(out)*pairs+done, tables*pairs) })
			}
			if err == nil && opt.Best {
				err = t.optimism(all, models, opt.Seed)
			}
			if err != nil {
				return nil, err
			}
			out = append(out, t)
			if len(all) > 1 || all[0].OnTestSet() {
				opt.Progress(len(out)*pairs, tables*pairs)
			}
		}
	}
	return out, nil
}

// withSuites puts all tasks of each benchmark together in place of each task, or with EachTask before them; then it
// returns the level of each of these.
func (o Options) withSuites(rs []results.Results) (out []results.Results, alpha map[string]float64, err error) {
	alpha, isTask := map[string]float64{}, make([]bool, len(rs))
	together := map[int]results.Results{} // by place of the first task
	for _, places := range results.Tasks(rs) {
		var tasks []results.Results
		for _, i := range places {
			tasks, isTask[i] = append(tasks, rs[i]), true
			alpha[rs[i].Key.Task] = o.Alpha / float64(len(places))
		}
		joined, problem, err := o.Suite.Join(tasks)
		if problem != "" {
			err = errors.New(problem)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("rank: %w", err)
		}
		together[places[0]] = joined
	}
	if len(together) == 0 && (o.EachTask || o.Suite != results.Suite{}) {
		return nil, nil, errors.New("rank: a mean over tasks, a sample of tasks and a table for each task are for scores " +
			"of items of several tasks, which a column task names; leave them out (setting `macro`, `tasks-like-these`, " +
			"`each-task`)")
	}
	for i, r := range rs {
		if joined, ok := together[i]; ok {
			out = append(out, joined)
		}
		if !isTask[i] || o.EachTask {
			out = append(out, r)
		}
	}
	return out, alpha, nil
}

// models returns the models to rank, which all results have.
func (o Options) models(rs []results.Results) ([]string, error) {
	out := slices.Clone(o.Models)
	for _, r := range rs {
		for _, name := range r.Models {
			if len(o.Models) == 0 && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	for _, name := range out {
		for _, r := range rs {
			if _, err := r.Model(name); err != nil && len(o.Models) > 0 {
				return nil, err
			} else if err != nil {
				return nil, fmt.Errorf("rank: not all data sets have the model %q; name the models to rank "+
					"(setting `models`), or leave it out", name)
			}
		}
	}
	if len(out) < 2 {
		return nil, fmt.Errorf("rank: give results of at least two models; there are %q", out)
	}
	return out, nil
}

// fill puts rows, which are in the order of shown, in order, says of each what is shown, and returns their places.
func (t *Table) fill(rows []Row, shown ranks.Shown) (place []int) {
	order := make([]int, len(rows))
	for i := range rows {
		order[i] = i
		rows[i].RankLow, rows[i].RankHigh = shown.Rank(i)
	}
	merit := make([]float64, len(rows)) // what differs by rounding alone keeps the order of the models
	for i, r := range rows {
		merit[i] = r.MeanRank
	}
	if math.IsNaN(merit[0]) {
		for i, r := range rows {
			merit[i] = r.Estimate
		}
		if of, err := ranks.Ranks(ranks.Scores{merit}, t.better(), nil); err == nil {
			merit = of[0]
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(merit[i], merit[j]) })
	place = make([]int, len(rows))
	for p, i := range order {
		place[i] = p
		t.Rows = append(t.Rows, rows[i])
	}
	for g, group := range shown.Groups(order) {
		letter := fmt.Sprintf("(%d)", g+1)
		if g < 26 {
			letter = string(rune('a' + g))
		}
		for k, i := range group {
			group[k] = place[i]
			t.Rows[group[k]].Letters += letter
		}
		t.Groups = append(t.Groups, group)
	}
	return place
}

// better returns the direction of the metric.
func (t *Table) better() ranks.Better {
	if t.Metric.HigherIsBetter {
		return ranks.Higher
	}
	return ranks.Lower
}
