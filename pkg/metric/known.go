package metric

import (
	"regexp"
	"strings"
)

// known are the metrics whose direction everybody agrees on, by their names in lower case without
// spaces, hyphens and underscores.
var known = func() map[string]Metric {
	out := map[string]Metric{}
	share := func(higher bool, names ...string) {
		for _, name := range names {
			out[name] = Metric{HigherIsBetter: higher, Max: 1, Percent: true}
		}
	}
	number := func(higher bool, names ...string) {
		for _, name := range names {
			out[name] = Metric{HigherIsBetter: higher}
		}
	}
	share(true, "accuracy", "acc", "balancedaccuracy", "precision", "p", "recall", "r", "f1", "f1score", "fscore",
		"sensitivity", "specificity")
	share(false, "error", "errorrate", "misclassificationerror", "misclassificationrate", "zerooneloss", "wer", "cer")
	number(true, "auc", "rocauc", "auroc", "prauc", "averageprecision", "mcc", "kappa", "r2", "bleu", "rouge", "fpa",
		"ndcg")
	number(false, "loss", "logloss", "crossentropy", "brier", "brierscore", "mse", "rmse", "mae", "mape", "perplexity")
	return out
}()

// Further names whose direction everybody agrees on, such as f1_macro, IR_precision and
// mean_squared_error; neg_log_loss is the negative of a loss.
var (
	more = regexp.MustCompile(`^neg|accuracy|^(f1|precision|recall|jaccard|averageprecision|rocauc|r2|areaunder|kappa|score$)|` +
		`(fmeasure|precision|recall)$|^percentcorrect$`)
	less = regexp.MustCompile(`error|loss|brier|incorrect|deviance`)
)

// Named returns the metric that a column or row of this name holds, and whether the name is well
// known. A metric of another name is taken for a loss without limits.
func Named(name string) (m Metric, ok bool) {
	short := strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name))
	if m, ok = known[short]; !ok {
		m.HigherIsBetter = more.MatchString(short)
		ok = m.HigherIsBetter || less.MatchString(short)
	}
	m.Name = name
	return m, ok
}

// Within returns m, without range and percent if a value is outside the range, such as an
// accuracy that is written as 93.5.
func (m Metric) Within(values []float64) Metric {
	for _, v := range values {
		if m.Min != m.Max && (v < m.Min || v > m.Max) {
			m.Min, m.Max, m.Percent = 0, 0, false
		}
	}
	return m
}
