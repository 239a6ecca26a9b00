package train

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/cmd/bcv/inputs"
	"github.com/block-regularized/bcv/pkg/metric"
)

// metricFlags are the flags about metrics of predictions.
type metricFlags struct {
	inputs.Metrics
	metrics []metric.Definition // that parse read
}

// define defines the flags; what and positive say what the first two are.
func (f *metricFlags) define(fs *flag.FlagSet, what, positive string) {
	fs.Func("metric", what+"; roc_auc, average_precision, log_loss, brier_score, f1_macro, mcc, "+
		"cost of classes, rmse, mae, r2, fpa of numbers: all are in docs/reference/metrics.md", f.Set)
	fs.StringVar(&f.Positive, "positive", "", positive)
	fs.StringVar(&f.Costs, "costs", "", "CSV `file` to read for --metric cost: truth, predicted, cost")
}

// parse reads the metrics that were asked for, or none. The costs of one are in the file that --costs names then.
func (f *metricFlags) parse() error {
	names := strings.Join(f.Names(), ",")
	switch {
	case f.Costs != "" && !slices.Contains(f.List, "cost"):
		return errors.New("--costs are of the metric cost; name it with --metric cost")
	case f.List == nil && f.Positive != "":
		return errors.New("--positive is the class of a metric; name one with --metric")
	case f.List == nil:
		return nil
	}
	var err error
	if f.metrics, err = metric.Parse(names); err != nil {
		return fmt.Errorf("--metric: %w", err)
	}
	for i := range f.metrics {
		if file, ok := strings.CutPrefix(f.metrics[i].Name, "cost(file="); ok {
			f.metrics[i].Name, f.Costs = "cost", strings.TrimSuffix(file, ")")
		}
	}
	return nil
}
