package train

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/metric"
)

// metricFlags are the flags about metrics of predictions.
type metricFlags struct{ metric, positive, costs string }

// define defines the flags; what and positive say what the first two are.
func (f *metricFlags) define(fs *flag.FlagSet, what, positive string) {
	fs.StringVar(&f.metric, "metric", "", what+"; roc_auc, average_precision, log_loss, brier_score, f1_macro, mcc, "+
		"cost of classes, rmse, mae, r2, fpa of numbers: all are in docs/reference/metrics.md")
	fs.StringVar(&f.positive, "positive", "", positive)
	fs.StringVar(&f.costs, "costs", "", "CSV `file` to read for --metric cost: truth, predicted, cost")
}

// metrics returns the metrics that were asked for, or none.
func (f *metricFlags) metrics() ([]metric.Definition, error) {
	names := strings.Split(f.metric, ",")
	if f.costs != "" {
		at := slices.IndexFunc(names, func(s string) bool { return strings.TrimSpace(s) == "cost" })
		if at < 0 {
			return nil, errors.New("--costs are of the metric cost; name it with --metric cost")
		}
		names[at] = "cost(file=" + f.costs + ")"
	}
	switch {
	case f.metric == "" && f.positive != "":
		return nil, errors.New("--positive is the class of a metric; name one with --metric")
	case f.metric == "":
		return nil, nil
	}
	out, err := metric.Parse(strings.Join(names, ","))
	if err != nil {
		return nil, fmt.Errorf("--metric: %w", err)
	}
	return out, nil
}
