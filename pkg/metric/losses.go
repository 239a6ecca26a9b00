package metric

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/block-regularized/bcv/internal/table"
)

// linear is a metric with the function that writes its parts to out, if that is not nil, and returns its value.
func linear(needs Needs, parts func(p *Predictions, out []float64) (float64, error)) Definition {
	return Definition{Needs: needs, Parts: parts, Of: func(p *Predictions) (float64, error) { return parts(p, nil) }}
}

// ofLosses is the mean of losses of records.
func ofLosses(needs Needs, losses func(p *Predictions, out []float64) error) Definition {
	d := linear(needs, func(p *Predictions, out []float64) (float64, error) {
		if out == nil {
			out = make([]float64, len(p.Truth))
		}
		err := losses(p, out)
		return floats.Sum(out) / float64(len(out)), err
	})
	d.Mean = true
	d.Sums = func(p *Predictions) (Rows, Sums, error) {
		out := make([]float64, len(p.Truth))
		err := losses(p, out)
		return MeanRows(out), RatioOfSums(""), err
	}
	return d
}

// ofPairs is the mean of losses of truth and prediction.
func ofPairs(needs Needs, loss func(truth, predicted float64) float64) Definition {
	return ofLosses(needs, func(p *Predictions, out []float64) error {
		for i, t := range p.Truth {
			out[i] = loss(t, p.Predicted[i])
		}
		return nil
	})
}

// ZeroOne is the loss of the error rate: 1 for a wrong class and 0 for the right one.
func ZeroOne(truth, predicted float64) float64 { return indicator(truth != predicted) }

// Squared is the loss of the MSE, the squared error of a number.
func Squared(truth, predicted float64) float64 { return (truth - predicted) * (truth - predicted) }

// Absolute is the loss of the MAE, the absolute error of a number.
func Absolute(truth, predicted float64) float64 { return math.Abs(truth - predicted) }

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// ofSums is a smooth function of sums over the records.
func ofSums(needs Needs, sums func(p *Predictions) (Rows, Sums, error)) Definition {
	d := linear(needs, func(p *Predictions, out []float64) (float64, error) {
		rows, s, err := sums(p)
		if err != nil {
			return 0, err
		}
		if out == nil {
			out = make([]float64, len(p.Truth))
		}
		return s.Linearize(rows, out)
	})
	d.Sums = sums
	return d
}

func rmse(p *Predictions) (Rows, Sums, error) {
	out := make([]float64, len(p.Truth))
	for i, y := range p.Truth {
		out[i] = Squared(y, p.Predicted[i])
	}
	return MeanRows(out), rootMeanSquare(), nil
}

func r2(p *Predictions) (Rows, Sums, error) {
	near := make([]float64, len(p.Truth)) // numbers near 0 if the true ones are near their first
	for i, y := range p.Truth {
		near[i] = y - p.Truth[0]
	}
	mean := p.Truth[0] + floats.Sum(near)/float64(len(near))
	out := make([]float64, 0, 4*len(p.Truth))
	for i, y := range p.Truth {
		out = append(out, Squared(y, p.Predicted[i]), Squared(y, mean), y-mean, 1)
	}
	return Rows{Dense: out}, determination(), nil
}

// logLoss is that of scikit-learn, where probabilities are at least 2.2e-16.
func logLoss(p *Predictions, out []float64) error {
	for i, t := range p.Truth {
		out[i] = -math.Log(max(p.Probabilities[i*len(p.Classes)+int(t)], 0x1p-52))
	}
	return nil
}

func (s settings) brier(p *Predictions, out []float64) error {
	k, one := len(p.Classes), 1
	if s.class != "" {
		var err error
		if one, err = p.class(s.class); err != nil {
			return err
		}
	}
	for i, t := range p.Truth {
		out[i] = 0
		for c, v := range p.Probabilities[i*k : (i+1)*k] {
			if c == one || k > 2 && s.class == "" {
				v -= indicator(c == int(t))
				out[i] += v * v
			}
		}
	}
	return nil
}

func (s settings) calibrationError(p *Predictions) (float64, error) {
	k, one := len(p.Classes), -1
	if s.class != "" {
		var err error
		if one, err = p.class(s.class); err != nil {
			return 0, err
		}
	}
	bins := s.bins
	if bins == 0 {
		bins = 15
	}
	gaps := make([]float64, int(bins))
	for i, t := range p.Truth {
		row, of := p.Probabilities[i*k:(i+1)*k], one
		if one < 0 {
			of = slices.Index(row, slices.Max(row))
		}
		gaps[int(min(row[of]*bins, bins-1))] += row[of] - indicator(of == int(t))
	}
	sum := 0.0
	for _, gap := range gaps {
		sum += math.Abs(gap)
	}
	return sum / float64(len(p.Truth)), nil
}

// Cost is the mean cost of the labels, by the truth and the label. A right label that is not there costs nothing; a
// cost below 0 is a gain. It has no value if the cost of two different classes of the records is not there.
func Cost(costs map[[2]string]float64) Definition {
	return byName["cost"].definition(settings{costs: costs}, "cost")
}

func (s settings) cost(p *Predictions, out []float64) error {
	k := len(p.Classes)
	matrix := make([]float64, k*k)
	for cell := range matrix {
		truth, label := p.Classes[cell/k], p.Classes[cell%k]
		v, ok := s.costs[[2]string{truth, label}]
		if matrix[cell] = v; !ok && truth != label {
			return fmt.Errorf("what the label %s costs for class %s is not known", label, truth)
		}
	}
	for i, cell := range p.cells() {
		out[i] = matrix[cell]
	}
	return nil
}

// readCosts reads a CSV file with the columns truth, predicted and cost.
func readCosts(file string) (map[[2]string]float64, error) {
	const header = "truth, predicted, cost"
	if file == "" {
		return nil, fmt.Errorf("metric: cost is of a CSV file with the columns %s; name it, as cost(file=costs.csv)", header)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("metric: costs: %w", err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err == nil && (len(rows) < 2 || strings.Join(rows[0], ", ") != header) {
		err = errors.New("it has other columns, or no rows")
	}
	if err != nil {
		return nil, fmt.Errorf("metric: %s is not a CSV file with the columns %s and rows of them: %w", file, header, err)
	}
	costs := map[[2]string]float64{}
	for i, row := range rows[1:] {
		v, problem := table.Float(row[2])
		if _, twice := costs[[2]string(row)]; twice || problem != "" {
			return nil, fmt.Errorf("metric: %s, row %d: the cost of %s for %s is %q; give each pair one number", file, i+2,
				row[1], row[0], row[2])
		}
		costs[[2]string(row)] = v
	}
	for _, a := range rows[1:] {
		for _, b := range rows[1:] {
			if _, ok := costs[[2]string{a[0], b[1]}]; !ok && a[0] != b[1] {
				return nil, fmt.Errorf("metric: %s does not say what the label %s costs for class %s", file, b[1], a[0])
			}
			if _, ok := costs[[2]string{b[1], a[0]}]; !ok && a[0] != b[1] {
				return nil, fmt.Errorf("metric: %s does not say what the label %s costs for class %s", file, a[0], b[1])
			}
		}
	}
	return costs, nil
}
