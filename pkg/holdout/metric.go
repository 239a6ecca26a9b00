package holdout

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// Metric judges the predictions of a whole validation set, where a mean of losses of single
// records does not do: by their order, for instance. More is better.
type Metric struct {
	Name string // of the column of the table of losses
	What string // one line
	// Of returns the value for the validation records of a fold; classes come as their
	// numbers. The error says why these records have none.
	Of func(truth, predicted []float64) (float64, error)
}

// Metrics lists those of this package.
func Metrics() []Metric { return []Metric{FPA} }

// FPA is the fault-percentile average of Weyuker, Ostrand and Bell (Empirical Software
// Engineering 15, 2010): sort K modules by predicted defects; FPA is the mean over m = 1, ...,
// K of the share of all N defects that lie in the m modules with the largest predictions.
// With R_k the rank of module k, 1 for the smallest prediction, and n_k its defects
//
//	FPA = Σ_k R_k n_k / (N K)
//
// Modules with equal predictions get the mean of their ranks, which is the mean of FPA over
// all orders in which they could stand: a constant prediction has (K+1)/(2K), as a random
// order has on average. The largest value is below 1, as more than one module has defects.
var FPA = Metric{Name: "fpa", What: "fault-percentile average of counts of defects", Of: faultPercentile}

func faultPercentile(truth, predicted []float64) (float64, error) {
	k := len(truth)
	total := 0.0
	for i, n := range truth {
		if n < 0 {
			return 0, fmt.Errorf("fpa is of counts of defects, and a validation record has %v (record %d of the fold)",
				n, i+1)
		}
		total += n
	}
	if total == 0 {
		return 0, errors.New("fpa needs a defect among the validation records, and there is none; partition by the " +
			"number of defects, or into larger parts")
	}
	order := make([]int, k)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case predicted[a] < predicted[b]:
			return -1
		case predicted[a] > predicted[b]:
			return 1
		}
		return 0
	})
	sum := 0.0
	for from := 0; from < k; {
		to := from + 1
		for to < k && predicted[order[to]] == predicted[order[from]] {
			to++
		}
		rank := float64(from+1+to) / 2
		for _, i := range order[from:to] {
			sum += rank * truth[i]
		}
		from = to
	}
	return sum / (total * float64(k)), nil
}

// fill sets the results: mean losses, values of metrics, and predicted classes. The error is a
// *FoldError where a metric has no value.
func (r *Result) fill(plan *Plan) error {
	loss := metric.Loss
	if plan.Loss == nil && r.Data.Class != nil {
		loss = metric.ErrorRate
	}
	measured := []metric.Metric{loss}
	for _, m := range plan.Metrics {
		measured = append(measured, metric.Metric{Name: m.Name, HigherIsBetter: true})
	}
	out := results.New(r.Set, measured...)
	out.Design.ID.Fingerprint = r.Fingerprint
	for a, model := range r.Models {
		for f, predicted := range r.predicted[a] {
			if err := r.add(out, plan, model, f, predicted); err != nil {
				return err
			}
		}
	}
	out.Notes = r.Notes()
	r.Results = *out
	return nil
}

// add adds the predictions of a model on fold f to the results.
func (r *Result) add(out *results.Results, plan *Plan, model string, f int, predicted []float64) error {
	at := r.Set.Fold(f)
	truth := make([]float64, len(at.Valid))
	for k, i := range at.Valid {
		truth[k] = r.target[i]
	}
	values := []float64{meanLoss(r.loss, r.target, at.Valid, predicted)}
	for _, m := range plan.Metrics {
		v, err := m.Of(truth, predicted)
		if err != nil {
			return &FoldError{Learner: model, Replication: at.Replication + r.before, Fold: at.Fold, Err: err}
		}
		values = append(values, v)
	}
	if err := out.Add(at, model, values...); err != nil || r.Data.Class == nil {
		return err
	}
	records := make([]int32, len(at.Valid))
	for k, i := range at.Valid {
		records[k] = int32(r.Data.Number(i))
	}
	at.Valid = records
	return out.AddItems(at, model, r.classes(truth), r.classes(predicted))
}

// classes returns the names of class numbers.
func (r *Result) classes(numbers []float64) []string {
	out := make([]string, len(numbers))
	for k, c := range numbers {
		out[k] = r.class(c)
	}
	return out
}

// Scores returns the values of a metric, [model][fold]. The error is a *FoldError.
func (r *Result) Scores(m Metric) ([][]float64, error) {
	out := make([][]float64, len(r.Models))
	var truth []float64
	for a, folds := range r.predicted {
		for f, predicted := range folds {
			at := r.fold(f)
			truth = truth[:0]
			for _, i := range at.Valid {
				truth = append(truth, r.target[i])
			}
			v, err := m.Of(truth, predicted)
			if err != nil {
				return nil, &FoldError{Learner: r.Models[a], Replication: at.Replication, Fold: at.Fold, Err: err}
			}
			out[a] = append(out[a], v)
		}
	}
	return out, nil
}

// WriteLosses writes the rows of Losses as CSV, with a column for each metric behind the
// loss, which fold.ReadMeasure reads (bcv: --score NAME).
func (r *Result) WriteLosses(w io.Writer, metrics ...Metric) error {
	rows := r.Losses()
	if len(metrics) == 0 {
		return table.Write(w, rows)
	}
	header := []string{"model", "replication", "fold", "loss"}
	scores := make([][][]float64, len(metrics))
	for k, m := range metrics {
		header = append(header, m.Name)
		var err error
		if scores[k], err = r.Scores(m); err != nil {
			return err
		}
	}
	out := csv.NewWriter(w)
	if err := out.Write(append(header, "n_train", "n_valid", "set")); err != nil {
		return err
	}
	folds := r.Set.FoldCount()
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for i, row := range rows {
		if err := results.CheckModel(row.Model); err != nil {
			return fmt.Errorf("holdout: %w", err)
		}
		fields := []string{row.Model, strconv.Itoa(row.Replication), strconv.Itoa(row.Fold), number(row.Loss)}
		for k := range metrics {
			fields = append(fields, number(scores[k][i/folds][i%folds]))
		}
		if err := out.Write(append(fields, strconv.Itoa(row.NTrain), strconv.Itoa(row.NValid), row.Set)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
