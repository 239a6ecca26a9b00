package metric

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

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
		v, err := strconv.ParseFloat(row[2], 64)
		if _, twice := costs[[2]string(row)]; twice || err != nil || v-v != 0 {
			return nil, fmt.Errorf("metric: %s, row %d: the cost of %s for %s is %q; give each pair one number", file, i+1,
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
