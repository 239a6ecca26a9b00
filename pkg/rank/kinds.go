package rank

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// onItems fills in the table by scores on the items of one test set.
func (t *Table) onItems(r results.Results, models []string, seed uint64) error {
	if r.InTime() {
		return fmt.Errorf("rank: forecasts at points in time are compared pair by pair, not ranked; take bcv compare")
	}
	s := r.Units
	if r.Judged() {
		return errors.New("rank: models that a judge scored beside people are not put in order; compare them pair by pair (bcv " +
			"compare), or rank by the judge alone (setting `score`) or by the rows of people alone")
	}
	metric, err := r.Metric(t.Metric.Name)
	if err != nil {
		return err
	}
	var scores [][][]float64
	var clusters, strata []int
	fewest, most, drawn := math.MaxInt, 0, false
	for _, name := range models {
		i, err := r.Model(name)
		if err != nil {
			return err
		}
		sample, err := r.SampleOf(metric, i, i, false)
		if err != nil {
			return fmt.Errorf("rank: %w", err)
		}
		runs := sample.A
		drawn = drawn || sample.DrawsA != nil || r.Design.Draws[1] > 0 && !isRightOrWrong([][][]float64{runs})
		clusters, strata = sample.Clusters, sample.Strata
		fewest, most = min(fewest, len(runs)), max(most, len(runs))
		scores = append(scores, runs)
	}
	e, err := items.Joint(scores, clusters, strata, fewest > 1)
	if err != nil {
		return err
	}
	o, err := e.Order(t.better(), t.Alpha, seed)
	if err != nil {
		return err
	}
	if !known.OrderKnown(len(models), fewest) {
		o.Shown = ranks.NewShown(len(models))
	}
	binary := most == 1 && !drawn && isRightOrWrong(scores)
	rows := make([]Row, len(models))
	for i, name := range models {
		sd := math.Sqrt(e.Parts[i][i].Variance())
		rows[i] = Row{Model: name, Estimate: e.Means[i], MeanRank: math.NaN(), Best: o.Best[i]}
		rows[i].Low, rows[i].High = t.interval(rows[i].Estimate, sd, e.Parts[i][i].Critical(t.Alpha/2), len(scores[i][0]), binary)
	}
	t.About, t.Notes = "these models, on new items", slices.Clone(r.Notes)
	if t.constant(e, models, binary && clusters == nil && strata == nil, len(s.Names), o.Shown) {
		for i := range rows {
			rows[i].Best = math.NaN() // what is constant says nothing of chance
		}
	}
	if len(models) == 2 {
		v, err := t.pair(r, models)
		if err != nil {
			return err
		}
		o.Shown[0][1], o.Shown[1][0] = v.Winner == models[0], v.Winner == models[1]
		if math.IsNaN(rows[0].Best) { // what is constant may have a posterior
			rows[0].Best, rows[1].Best = 1-v.PBetter, v.PBetter
			if v.ModelA != models[0] {
				rows[0].Best, rows[1].Best = v.PBetter, 1-v.PBetter
			}
		}
		defer func() { // the procedure of the pair decides
			t.Method, t.NotMeasured, t.KnownError = fmt.Sprintf("%s (%s)", v.Method, r.Design), "", ""
			if !math.IsNaN(v.ErrorRate.Rate) {
				t.KnownError = v.FalseAlarms()
			} else {
				t.NotMeasured = v.Method + " on such results"
			}
		}()
	}
	t.fill(rows, o.Shown)
	if r.Preferred() {
		t.About = onComparisons
	}
	if fewest > 1 {
		t.About = "the models run again, on new items"
	} else if most > 1 {
		t.Notes = append(t.Notes, "some models have several runs and some one, so that nothing is said of other runs: "+
			"their means are compared as they are")
	}
	t.Method = itemsMethod(o.Holm, fewest > 1)
	of, suite := r.Joined(metric)
	if suite {
		t.aboutTasks(of)
	}
	t.Method += fmt.Sprintf(" (%s)", r.Design)
	if !known.OrderKnown(len(models), fewest) {
		t.Notes = append(t.Notes, known.Unordered)
	} else if fewest == 2 {
		t.Notes = append(t.Notes, "2 runs of a model hardly show how its runs vary, so that only large differences are "+
			"shown; a third run helps most")
	}
	d := design{len(models), len(s.Names), r.Design.Clusters, most, kindOf(scores)}
	switch {
	case !r.MeanOfItems(metric):
		t.NotMeasured = fmt.Sprintf("%s, which is taken for a mean over items, each with its part in it", t.Metric.Label())
	case suite:
		t.NotMeasured = "several tasks together"
	case drawn && (s.Clusters != nil || most > 1):
		t.NotMeasured = "items with several draws, in clusters or runs"
	case most > fewest:
		t.NotMeasured = "models with different numbers of runs"
	case t.Alpha != 0.05:
		t.NotMeasured = fmt.Sprintf("the level %v (0.05 was)", t.Alpha)
	default:
		t.KnownError, t.NotMeasured = d.known()
	}
	return nil
}

// aboutTasks says what the statements on several tasks together are about, and by which mean.
func (t *Table) aboutTasks(of results.Suite) {
	t.About += table.Pick(of.Sample, "", " of these tasks")
	if of.Sample {
		t.About = strings.TrimSuffix(t.About, "new items") + "other tasks like these"
	}
	t.Method += " by the mean over " + table.Pick(of.Macro, "tasks", "items")
}

// itemsMethod says by what the order of models on items is tested.
func itemsMethod(holm, runs bool) string {
	switch {
	case holm && runs:
		return "t tests with Holm of items crossed with runs"
	case holm:
		return "t tests with Holm of items"
	}
	return "max-t of items"
}

// constant looks at models whose difference is the same on all of n items, of which max-t knows no chance. Of right and
// wrong answers McNemar's mid-p test does: one model is right wherever the other is wrong, which shows the better one
// if the p-value is small among all pairs (Bonferroni). Of others nothing is said but in a note. It is true if one of such
// models is better, so that draws do not know how sure that is.
func (t *Table) constant(e ranks.Estimates, models []string, binary bool, n int, shown ranks.Shown) (unknown bool) {
	pairs := float64(len(models) * (len(models) - 1) / 2)
	var who []string
	for j := range models {
		for i := range j {
			equal := infer.SameUpToRounding(e.Means[i], e.Means[j])
			if e.SD(i, j) > 0 || binary && equal {
				continue
			}
			unknown = unknown || !equal
			if binary {
				r, err := infer.McNemarMidP(infer.Contingency{N10: float64(n)}, infer.Options{})
				if err == nil && r.PValue <= t.Alpha/pairs {
					above := e.Means[i] > e.Means[j]
					shown[i][j] = above == t.Metric.HigherIsBetter
					shown[j][i] = !shown[i][j]
					continue
				}
			}
			who = append(who, fmt.Sprintf("%s and %s", models[i], models[j]))
		}
	}
	if more := len(who) - 3; more > 0 {
		who = append(who[:3], fmt.Sprintf("%d more pairs", more))
	}
	if who != nil && len(models) > 2 { // of two models package compare says it
		t.Notes = append(t.Notes, fmt.Sprintf("the difference is the same on all items (%s): the estimated variance "+
			"is 0, so that nothing is known about chance and nothing is claimed", strings.Join(who, "; ")))
	}
	return unknown
}

// pair compares two models as package compare does, so that one question has one answer.
func (t *Table) pair(r results.Results, models []string) (compare.Verdict, error) {
	report, err := compare.Run([]results.Results{r}, compare.Options{Models: models, Metrics: []string{t.Metric.Name},
		Alpha: t.Alpha})
	if err != nil {
		return compare.Verdict{}, err
	}
	v := report.Best()[0]
	for _, note := range report.Notes {
		if !slices.Contains(t.Notes, note) {
			t.Notes = append(t.Notes, note)
		}
	}
	return v, nil
}

// interval returns an interval for the metric of one model with the critical value c: Wilson's for a share, with as
// many items as independent ones would have to be for its standard error; else the t interval, or none of scores that are
// all the same, which do not say how they vary.
func (t *Table) interval(mean, sd, c float64, n int, binary bool) (low, high float64) {
	switch {
	case binary || t.Metric.Percent && t.Metric.Min == 0 && t.Metric.Max == 1:
	case !(sd > 0):
		return math.NaN(), math.NaN()
	default:
		return t.Metric.Cut(mean-c*sd, mean+c*sd)
	}
	size := float64(n)
	if sd > 0 {
		size = mean * (1 - mean) / (sd * sd)
	}
	z := c * c / size
	mid, half := (mean+z/2)/(1+z), math.Sqrt(z*mean*(1-mean)+z*z/4)/(1+z)
	return mid - half, mid + half
}

// byPairs fills in the table by the verdicts on all pairs of models: on folds, and of looks at items.
func (t *Table) byPairs(r results.Results, models []string, opt Options, progress func(done, total int)) error {
	report, err := compare.Run([]results.Results{r}, compare.Options{Models: models, Metrics: []string{t.Metric.Name},
		Alpha: t.Alpha, Planned: opt.Planned, Progress: progress, TestsAlone: len(models) > 2}) // their joint posterior is shown
	if err != nil {
		return err
	}
	t.Notes = report.Notes
	place := map[string]int{}
	rows := make([]Row, len(models))
	for i, name := range models {
		place[name] = i
		rows[i] = Row{Model: name, Low: math.NaN(), High: math.NaN(), MeanRank: math.NaN(), Best: math.NaN()}
		rows[i].Estimate = meanOf(r, t.Metric.Name, name)
	}
	shown := ranks.NewShown(len(models))
	best := report.Best()
	for _, v := range best {
		a, b := place[v.ModelA], place[v.ModelB]
		shown[a][b] = v.Winner == v.ModelA
		shown[b][a] = v.Winner == v.ModelB
		if len(models) == 2 {
			rows[b].Best, rows[a].Best = v.PBetter, 1-v.PBetter
		}
	}
	for _, m := range report.Models {
		if row := &rows[place[m.Model]]; m.Target == best[0].Target {
			row.Low, row.High = t.Metric.Cut(m.Low, m.High)
		}
	}
	if r.Design.Folds == 2 && len(models) > 2 {
		standings, err := t.standings(r, models, opt.Seed)
		if err != nil {
			t.Notes = append(t.Notes, fmt.Sprintf("no joint posterior of %d models: %v", len(models), err))
		}
		for i, s := range standings {
			rows[i].Best = s.Best
		}
	}
	t.fill(rows, shown)
	t.About = "the " + string(best[0].Target)
	switch best[0].Target {
	case verdict.OtherRuns:
		t.About = "the models run again, on this very test set"
	case verdict.TheseModels:
		t.About = table.Pick(r.Preferred(), onComparisons, "these models, on new items")
	}
	t.Method = fmt.Sprintf("%s with Holm (%s)", best[0].Method, r.Design)
	if l := best[0].Look; l != nil {
		t.Method = fmt.Sprintf("%s with Holm (%s of %s %s), which holds its level over all looks", best[0].Method,
			table.Count(l.Items), table.Count(l.Planned), table.Pick(r.Preferred(), "comparisons", "items"))
	}
	switch k := len(models); {
	case k == 2 && !math.IsNaN(best[0].ErrorRate.Rate):
		t.KnownError = best[0].FalseAlarms()
	case best[0].Method == "bcv-t" && k >= 3 && k <= 10 && t.Alpha == 0.05:
		t.KnownError = knownFolds
	default:
		t.NotMeasured = fmt.Sprintf("%s with Holm among %d models", best[0].Method, k)
	}
	return nil
}

// standings returns where models stand by their joint posterior on an m x 2 CV, with their inner results where it
// takes them.
func (t *Table) standings(r results.Results, models []string, seed uint64) ([]paired.Standing, error) {
	metric, err := r.Metric(t.Metric.Name)
	if err != nil {
		return nil, err
	}
	var folds [][][2]float64
	var inner [][][2][][2]float64
	for _, name := range models {
		i, err := r.Model(name)
		if err != nil {
			return nil, err
		}
		var own [][2]float64
		for _, row := range r.Values[metric].Rows(i) {
			own = append(own, [2]float64(row))
		}
		if folds = append(folds, own); r.Inner != nil {
			inner = append(inner, r.Inner.Of(metric, i))
		}
	}
	j, err := paired.NewNestedJoint(folds, inner, nil)
	if err != nil { // without inner results, or with some that say nothing
		if j, err = paired.NewJoint(folds, nil); err != nil {
			return nil, err
		}
	}
	return j.Standings(t.Metric.HigherIsBetter, 0, draws, seed)
}

// draws make the standard error of P(best) of several models 0.0016 at most.
const draws = 100_000

// meanOf returns the mean of a metric over the folds, NaN where it has no value on one.
func meanOf(r results.Results, metric, model string) float64 {
	k, missing := r.Metric(metric)
	i, unknown := r.Model(model)
	if missing != nil || unknown != nil {
		return math.NaN()
	}
	return r.Mean(k, i)
}

// onDatasets fills in the table by the means on several data sets.
func (t *Table) onDatasets(rs []results.Results, models []string) error {
	scores, sizes := make(ranks.Scores, len(rs)), make([]float64, len(rs))
	for d, r := range rs {
		if k, err := r.Metric(t.Metric.Name); err == nil { // else the means are NaN, which Friedman refuses
			sizes[d] = r.Largest(k)
		}
	}
	rows := make([]Row, len(models))
	for i, name := range models {
		rows[i] = Row{Model: name, Low: math.NaN(), High: math.NaN(), Best: math.NaN()}
		for d, r := range rs {
			scores[d] = append(scores[d], meanOf(r, t.Metric.Name, name))
			rows[i].Estimate += scores[d][i] / float64(len(rs))
		}
	}
	friedman, err := ranks.Friedman(scores, t.better(), sizes)
	if err != nil {
		return err
	}
	for i, mean := range friedman.Ranks {
		rows[i].MeanRank = mean
	}
	pairs, err := ranks.Pairs(scores, t.better(), sizes)
	if err != nil {
		return err
	}
	shown := ranks.NewShown(len(models))
	for _, p := range pairs {
		if p.Holm <= t.Alpha {
			shown[p.A][p.B] = p.Wilcoxon.Greater < p.Wilcoxon.Less
			shown[p.B][p.A] = !shown[p.A][p.B]
		}
	}
	place := t.fill(rows, shown)
	for i, p := range pairs {
		pairs[i].A, pairs[i].B = place[p.A], place[p.B]
	}
	critical, err := ranks.CriticalDifference(len(models), len(rs), t.Alpha)
	if err != nil {
		return err
	}
	t.Datasets = &Datasets{friedman, critical, pairs}
	t.Key.Dataset, t.Notes = "", results.Notes(rs)
	t.About = "other data sets of this kind"
	t.Method = fmt.Sprintf("Wilcoxon's signed-rank test with Holm (%d data sets)", len(rs))
	if least := math.Pow(2, 1-float64(len(rs))) * float64(len(pairs)); least > t.Alpha {
		t.Notes = append(t.Notes, fmt.Sprintf("%d data sets are too few to show any of %d models better than another",
			len(rs), len(models)))
	}
	return nil
}
