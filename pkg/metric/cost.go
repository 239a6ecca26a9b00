package metric

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
)

// Cost is the mean cost of the labels, with matrix[t][l] the cost of the label l for a record of class t, by the places
// of their names in classes. A cost below 0 is a gain. It has no value if a class of the records is not among classes.
func Cost(classes []string, matrix [][]float64) Definition {
	d := ofLosses(Labels, func(p *Predictions, out []float64) error {
		places := make([]int, len(p.Classes))
		for k, name := range p.Classes {
			if places[k] = slices.Index(classes, name); places[k] < 0 {
				return fmt.Errorf("there is no cost of class %s, only of %q", name, classes)
			}
		}
		for i, t := range p.Truth {
			out[i] = matrix[places[int(t)]][places[int(p.Predicted[i])]]
		}
		return nil
	})
	return byName["cost"].definition(settings{costs: d}, "cost")
}

// readCosts reads a CSV file with the columns truth, predicted and cost. A right label costs nothing if the file does
// not say it.
func readCosts(file string) (Definition, error) {
	if file == "" {
		return Definition{}, errors.New("metric: cost is of a CSV file with the columns truth, predicted, cost; " +
			"name it, as cost(file=costs.csv)")
	}
	f, err := os.Open(file)
	if err != nil {
		return Definition{}, fmt.Errorf("metric: costs: %w", err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return Definition{}, fmt.Errorf("metric: costs of %s: %w", file, err)
	}
	if len(rows) < 2 || !slices.Equal(rows[0], []string{"truth", "predicted", "cost"}) {
		return Definition{}, fmt.Errorf("metric: %s has not the columns truth, predicted, cost and rows of them", file)
	}
	var classes []string
	costs := map[[2]string]float64{}
	for i, row := range rows[1:] {
		pair := [2]string(row[:2])
		v, err := strconv.ParseFloat(row[2], 64)
		if _, twice := costs[pair]; twice || err != nil || v-v != 0 {
			return Definition{}, fmt.Errorf("metric: %s, row %d: the cost of %s for %s is %q; give one number for each pair",
				file, i+1, row[1], row[0], row[2])
		}
		costs[pair] = v
		for _, name := range pair {
			if !slices.Contains(classes, name) {
				classes = append(classes, name)
			}
		}
	}
	matrix := make([][]float64, len(classes))
	for t, truth := range classes {
		for l, label := range classes {
			v, ok := costs[[2]string{truth, label}]
			if !ok && t != l {
				return Definition{}, fmt.Errorf("metric: %s does not say what the label %s costs for class %s", file, label, truth)
			}
			matrix[t] = append(matrix[t], v)
		}
	}
	return Cost(classes, matrix), nil
}
