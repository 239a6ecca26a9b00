package thesis7

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/study/defects"
)

// Settings of section 7.4.
const (
	replications = 3
	records      = 2107
	positives    = 325    // defective methods
	weight       = 0.3688 // w(3) as the thesis has it; w(3) is 0.36880211
)

// The models of table 7.2, as it names them: A is the logistic regression, B the forest.
var models = []string{"A", "B"}

// printedCounts returns the sums of the six confusion matrices that table 7.2 was made
// of. Every method is validated once in each replication, so that TP + FN is 3·325; and
// P, R and F1 with two decimals leave one whole TP and FP. It is an error if they do not.
func printedCounts(p reproduce.Numbers, model string) (posterior.Counts, error) {
	want := map[posterior.Metric]float64{}
	for _, m := range posterior.Metrics() {
		want[m] = p.Thesis("table-7.2", model+"/"+m.String()+"_pct")
	}
	var found []posterior.Counts
	const gold = replications * positives
	for tp := 0; tp <= gold; tp++ {
		for fp := 0; fp <= replications*(records-positives); fp++ {
			c := posterior.Counts{TP: float64(tp), FP: float64(fp), FN: float64(gold - tp)}
			if !prints(c, posterior.Recall, want) {
				break // it does not depend on FP
			}
			if prints(c, posterior.Precision, want) && prints(c, posterior.F1, want) {
				found = append(found, c)
			}
		}
	}
	if len(found) != 1 {
		return posterior.Counts{}, fmt.Errorf("thesis7: %d confusion matrices have the printed P, R and F1 of model "+
			"%s; want one", len(found), model)
	}
	return found[0], nil
}

// prints reports whether a metric of c, in percent with two decimals, is the wanted one.
func prints(c posterior.Counts, m posterior.Metric, want map[posterior.Metric]float64) bool {
	return math.Abs(100*c.Value(m)-want[m]) <= 0.005*(1+1e-9)
}

// PrintedTask returns the sums of confusion matrices behind table 7.2, as of one fold.
func PrintedTask(p reproduce.Numbers) (posterior.Task, error) {
	task := posterior.Task{Name: "KC1 defect proneness", M: replications}
	for k, model := range []*posterior.Model{&task.A, &task.B} {
		c, err := printedCounts(p, models[k])
		if err != nil {
			return task, err
		}
		*model = posterior.Model{Name: defects.Models[k], Folds: []posterior.Counts{c}} // posteriors take their sum
	}
	return task, nil
}

// printedComparisons returns the Bayes tests of table 7.3 from the counts behind table
// 7.2, with the weight of the thesis. They are about the fitted models.
func printedComparisons(p reproduce.Numbers) ([]posterior.Comparison, error) {
	task, err := PrintedTask(p)
	if err != nil {
		return nil, err
	}
	return posterior.Compare([]posterior.Task{task}, posterior.Options{Weighting: posterior.FixedWeight(weight)})
}
