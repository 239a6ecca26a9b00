package thesis7

import (
	"context"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/defects"
)

// DefectProneness covers tables 7.2 and 7.3 and the text of section 7.4. The intervals and
// probabilities are exact, from the printed P, R and F1; these and the numbers of
// components are set beside the stored study of package defects.
func DefectProneness() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "defect-proneness",
		Title: "Logistic regression and random forest on the methods of KC1",
		Items: []string{"thesis:table-7.2", "thesis:table-7.3", "thesis:text"},
		Run:   runDefectProneness,
	}
}

func runDefectProneness(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
	printed, err := reproduce.ReadNumbers(cfg)
	if err != nil {
		return nil, err
	}
	comparisons, err := printedComparisons(printed)
	if err != nil {
		return nil, err
	}
	sets, err := study.Stored[defects.SetRow](cfg.Data, defects.SetTable)
	if err != nil {
		return nil, err
	}
	components, err := study.Stored[defects.ComponentRow](cfg.Data, defects.ComponentTable)
	if err != nil {
		return nil, err
	}
	out := estimates(printed, sets, components)
	for _, c := range comparisons {
		out = append(out, intervals(c)...)
		out = append(out, probabilities(c)...)
	}
	out = append(out, reproduce.Result{Source: "thesis", Item: "text", Key: "7.4/kc1_defect_rate",
		Value: 100. * positives / records,
		Note:  "from the printed 325 of 2107 methods"})
	return out, nil
}

// fromPrint is said of what the printed P, R and F1 imply.
const fromPrint = "about the fitted models; from the whole confusion counts that the printed P, R and F1 and 325 " +
	"defective methods leave, with weight 0.3688"

// intervals lists the bounds of table 7.2.
func intervals(c posterior.Comparison) []reproduce.Result {
	var out []reproduce.Result
	for _, b := range []struct {
		key   string
		value float64
	}{
		{"A/" + c.Metric + "_ci_low_pct", c.ALow}, {"A/" + c.Metric + "_ci_high_pct", c.AHigh},
		{"B/" + c.Metric + "_ci_low_pct", c.BLow}, {"B/" + c.Metric + "_ci_high_pct", c.BHigh},
	} {
		out = append(out, reproduce.Result{Source: "thesis", Item: "table-7.2", Key: b.key, Value: 100 * b.value,
			Note: fromPrint})
	}
	return out
}

// drawn is the design of table 7.3 (§6.3, algorithm 6.1).
var drawn = reproduce.Sampling{Draws: 1_000_000}

// probabilities lists the probabilities of table 7.3, and of the text that quotes them.
func probabilities(c posterior.Comparison) []reproduce.Result {
	noise := drawn.Share(c.PH0)
	result := func(item, key string, p float64) reproduce.Result {
		return reproduce.Result{Source: "thesis", Item: item, Key: key, Value: p, PublishedSE: noise, Note: fromPrint}
	}
	return []reproduce.Result{
		result("table-7.3", c.Task+"/"+c.Metric+"/H0", c.PH0), result("table-7.3", c.Task+"/"+c.Metric+"/H1", c.PH1),
		result("text", "7.4/text_p_h1_"+c.Metric, c.PH1),
	}
}
