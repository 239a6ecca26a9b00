package compare

import (
	"cmp"
	"fmt"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results"
)

// adjustments are the ways to adjust the p-values of several tests.
var adjustments = map[string]struct {
	name string
	of   func(p []float64) ([]float64, error)
}{
	"":           {"Holm", infer.Holm},
	"holm":       {"Holm", infer.Holm},
	"bonferroni": {"Bonferroni", infer.Bonferroni},
}

// adjust adjusts the p-values of each task, and decides by them: those of one metric and procedure among the
// pairs, or with Options.Adjust those of all metrics and procedures, of each pair by itself if there is only one pair,
// or Options.Separate. Those of the tasks of one benchmark are adjusted together, and that of all of them by itself.
func (r *Report) adjust(opt Options) error {
	type key struct {
		results.Key
		metric, method, a, b string
		below                bool
	}
	groups := map[key][]int{}
	described, estimated := false, ""
	for i, v := range r.Verdicts {
		if !known(v.PValue) {
			described = true
			continue
		}
		k := key{Key: v.Key, below: v.below > 0}
		if k.below {
			k.Task = ""
		} else if opt.pairs == 1 && opt.Adjust == "" {
			continue
		}
		if opt.Adjust == "" {
			k.metric, k.method = v.Metric.Name, v.Method
		}
		if opt.pairs == 1 {
			k.a, k.b = v.ModelA, v.ModelB
		}
		groups[k] = append(groups[k], i)
		if estimatesVariances(v.Method) {
			estimated = v.Method
		}
	}
	for _, members := range groups {
		p := make([]float64, len(members))
		for k, i := range members {
			p[k] = r.Verdicts[i].PValue
		}
		adjusted, err := adjustments[opt.Adjust].of(p)
		if err != nil {
			return err
		}
		among, family := r.among(members, opt)
		unknown := r.unordered(members)
		for k, i := range members {
			v := &r.Verdicts[i]
			v.PAdjusted, v.Adjusted, v.Adjustment = adjusted[k], among, adjustments[opt.Adjust].name
			v.Family = cmp.Or(family, v.Family)
			v.decide(adjusted[k] <= opt.Alpha && !unknown)
		}
		if unknown {
			r.note(Unordered)
		}
	}
	if estimated != "" && opt.pairs > 1 {
		r.note(estimated + " is measured for two models: " + severalLearners)
	}
	if described && opt.pairs > 1 {
		r.note("posterior probabilities are about each pair by itself: with 3, 5 or 10 equal models on 5 x 2 CV some pair " +
			"is claimed in 7% to 93% of cases (study family-wise), where bcv-t with Holm claims one in at most 4%")
	} else if described && opt.Adjust != "" {
		r.note("posterior probabilities are about each metric by itself; only p-values are adjusted")
	}
	return nil
}

// mostOfTwoRuns is the number of models up to which their pairs hold their level with 2 runs of a model; see the study
// rank-sets.
const mostOfTwoRuns = 10

// Unordered is the note on models of which no order is claimed, see OrderKnown.
const Unordered = "2 runs of a model hardly show how its runs vary, so that of more than 10 models no order is " +
	"claimed; a third run is enough"

// OrderKnown reports whether the pairs of a number of models hold their level, with the number of runs of the model
// with the fewest.
func OrderKnown(models, runs int) bool { return runs != 2 || models <= mostOfTwoRuns }

// unordered reports whether nothing is claimed of the pairs of these verdicts.
func (r *Report) unordered(members []int) bool {
	models := map[string]bool{}
	for _, i := range members {
		v := r.Verdicts[i]
		if v.Method != crossedTest {
			return false
		}
		models[v.ModelA], models[v.ModelB] = true, true
	}
	return !OrderKnown(len(models), r.Verdicts[members[0]].Design.Runs[0])
}

// severalLearners is said of tests whose variance is a sum of estimates: with few degrees of freedom it may be far too
// small for one pair of many, at whose small level the tail of the t distribution counts.
const severalLearners = "of several equal learners nested-t with Holm's steps claimed any difference in up to 7% of " +
	"data sets among 3 and 15% among 10, where 5% are nominal, and bcv-t in up to 4% (study nested)"

func estimatesVariances(test string) bool { return test == nestedTest || test == nestedRecords }

// among says what the p-values of some verdicts are adjusted among, such as "all pairs (Holm)", and which family that
// makes, beside that of tasks.
func (r *Report) among(members []int, opt Options) (text string, family Family) {
	cells, metrics, tasks := map[[4]string]bool{}, map[string]bool{}, 0
	for _, i := range members {
		v := r.Verdicts[i]
		cells[[4]string{v.Key.Task, v.Metric.Name, v.ModelA, v.ModelB}], metrics[v.Metric.Name] = true, true
		tasks = v.below
	}
	of := "all pairs"
	switch {
	case opt.pairs > 1:
		family = AllPairs
	case len(metrics) > 1:
		family = AllMetrics
	}
	switch {
	case opt.pairs == 1 && tasks > 0:
		of = fmt.Sprintf("%d tasks", tasks)
		if len(metrics) > 1 {
			of += " and metrics"
		}
	case opt.pairs == 1 && len(metrics) == 1:
		return fmt.Sprintf("%d %s (%s)", len(members), table.Pick(len(members) == 1, "test", "tests"),
			adjustments[opt.Adjust].name), family
	case opt.pairs == 1:
		of = fmt.Sprintf("%d metrics", len(metrics))
	case len(metrics) > 1:
		of += " and metrics"
	}
	if opt.pairs > 1 && tasks > 0 {
		of += " and tasks"
	}
	if len(cells) < len(members) {
		of += " and tests"
	}
	return fmt.Sprintf("%s (%s)", of, adjustments[opt.Adjust].name), family
}

// unadjusted notes that several metrics are decided each by itself.
func (r *Report) unadjusted() {
	metrics := map[string]bool{}
	for _, v := range r.Verdicts {
		if known(v.PValue) {
			metrics[v.Metric.Name] = true
		}
	}
	if len(metrics) > 1 {
		r.note(fmt.Sprintf("%d metrics, each decided by itself; if one claim by any of them is to count, adjust them "+
			"together (setting `adjust` holm)", len(metrics)))
	}
}
