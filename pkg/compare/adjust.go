package compare

import (
	"cmp"
	"fmt"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// adjust adjusts the p-values of each task, and decides by them: those of one metric and procedure among the
// pairs, or with Options.Adjust those of all metrics and procedures, of each pair by itself if there is only one pair,
// or Options.Separate. Those of the tasks of one benchmark are adjusted together, and that of all of them by itself.
func (c *comparison) adjust(opt Options) error {
	type key struct {
		results.Key
		metric, method, a, b string
		below                bool
	}
	groups := map[key][]int{}
	described, estimated := false, ""
	for i, v := range c.drafts {
		if !isKnown(v.PValue) {
			described = true
			continue
		}
		k := key{Key: v.Key, below: v.Basis.Beside > 0}
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
		if known.OfSeveral(v.Method) != "" {
			estimated = v.Method
		}
	}
	for _, members := range groups {
		p := make([]float64, len(members))
		for k, i := range members {
			p[k] = c.drafts[i].PValue
		}
		adjusted, name, err := infer.Adjust(cmp.Or(opt.Adjust, "holm"), p)
		if err != nil {
			return err
		}
		among, family := c.among(members, opt)
		among += " (" + name + ")"
		unknown := c.unordered(members)
		for k, i := range members {
			v := &c.drafts[i]
			v.PAdjusted, v.Adjusted, v.Adjustment = adjusted[k], among, name
			v.Family = cmp.Or(family, v.Family)
			v.decide(adjusted[k] <= opt.Alpha && !unknown)
		}
		if unknown {
			c.note(known.Unordered)
		}
	}
	if estimated != "" && opt.pairs > 1 {
		c.note(estimated + " is measured for two models: " + known.OfSeveral(estimated))
	}
	if described && opt.pairs > 1 {
		c.note("posterior probabilities are about each pair by itself: with 3, 5 or 10 equal models on 5 x 2 CV some pair " +
			"is claimed in 7% to 93% of cases (study family-wise), where bcv-t with Holm claims one in at most 4%")
	} else if described && opt.Adjust != "" {
		c.note("posterior probabilities are about each metric by itself; only p-values are adjusted")
	}
	return nil
}

// unordered reports whether nothing is claimed of the pairs of these verdicts.
func (c *comparison) unordered(members []int) bool {
	models := map[string]bool{}
	for _, i := range members {
		v := c.drafts[i]
		if v.Method != crossedTest {
			return false
		}
		models[v.ModelA], models[v.ModelB] = true, true
	}
	return !known.OrderKnown(len(models), c.drafts[members[0]].Design.Runs[0])
}

// among says what the p-values of some verdicts are adjusted among, such as "all pairs", and which family that
// makes, beside that of tasks.
func (c *comparison) among(members []int, opt Options) (text string, family verdict.Family) {
	cells, metrics, tasks := map[[4]string]bool{}, map[string]bool{}, 0
	for _, i := range members {
		v := c.drafts[i]
		cells[[4]string{v.Key.Task, v.Metric.Name, v.ModelA, v.ModelB}], metrics[v.Metric.Name] = true, true
		tasks = v.Basis.Beside
	}
	among := "all pairs"
	switch {
	case opt.pairs > 1:
		family = verdict.AllPairs
	case len(metrics) > 1:
		family = verdict.AllMetrics
	}
	switch {
	case opt.pairs == 1 && tasks > 0:
		among = fmt.Sprintf("%d tasks", tasks)
		if len(metrics) > 1 {
			among += " and metrics"
		}
	case opt.pairs == 1 && len(metrics) == 1:
		return fmt.Sprintf("%d %s", len(members), table.Pick(len(members) == 1, "test", "tests")), family
	case opt.pairs == 1:
		among = fmt.Sprintf("%d metrics", len(metrics))
	case len(metrics) > 1:
		among += " and metrics"
	}
	if opt.pairs > 1 && tasks > 0 {
		among += " and tasks"
	}
	if len(cells) < len(members) {
		among += " and tests"
	}
	return among, family
}

// unadjusted notes that several metrics are decided each by itself.
func (c *comparison) unadjusted() {
	metrics := map[string]bool{}
	for _, v := range c.drafts {
		if isKnown(v.PValue) {
			metrics[v.Metric.Name] = true
		}
	}
	if len(metrics) > 1 {
		c.note(fmt.Sprintf("%d metrics, each decided by itself; if one claim by any of them is to count, adjust them "+
			"together (setting `adjust` holm)", len(metrics)))
	}
}
