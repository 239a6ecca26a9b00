package metric

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Sums is a metric of a whole set of items that is a smooth function of sums over the items. Definition.Sums returns
// that of predictions. Those of classes take the cells of a confusion matrix of C classes, of which cell
// truth·C + label is the column; those of chunks take three columns per type: gold, predicted and correct.
type Sums struct {
	Label   string // of the metric, in texts
	Columns int    // numbers per item
	// Value returns the value of the metric, or an error that says why it is 0/0.
	Value func(sums []float64) (float64, error)
	// Gradient fills in the derivatives by the sums, where Value gives no error.
	Gradient func(sums, gradient []float64)
}

// Rows are the numbers of all items: either Dense, item by item, or Cells, where the numbers of an item are 1 in the
// column of its cell and 0 elsewhere.
type Rows struct {
	Dense []float64
	Cells []int
}

// MeanRows returns what each item adds to the sums of which the mean of their scores is the ratio (RatioOfSums): its
// score, and 1.
func MeanRows(scores []float64) Rows {
	out := make([]float64, 0, 2*len(scores))
	for _, v := range scores {
		out = append(out, v, 1)
	}
	return Rows{Dense: out}
}

// Each calls visit for each number of an item, which counts from 0, that is not 0.
func (r Rows) Each(item, columns int, visit func(column int, value float64)) {
	if r.Cells != nil {
		visit(r.Cells[item], 1)
		return
	}
	for c, v := range r.Dense[item*columns : (item+1)*columns] {
		if v != 0 {
			visit(c, v)
		}
	}
}

// Len returns the number of items.
func (r Rows) Len(columns int) int {
	if r.Cells != nil {
		return len(r.Cells)
	}
	return len(r.Dense) / columns
}

// Averaged returns the rows of n items, each the mean of the rows of its draws: row k is of item of[k]. Functions of
// their sums take every item for one, however many draws it has.
func (r Rows) Averaged(of []int32, n, columns int) Rows {
	counts := make([]float64, n)
	for _, i := range of {
		counts[i]++
	}
	out := Rows{Dense: make([]float64, n*columns)}
	for k, i := range of {
		r.Each(k, columns, func(c int, v float64) { out.Dense[int(i)*columns+c] += v / counts[i] })
	}
	return out
}

// Linearize writes to u numbers of items of which the mean is the value of the metric, and of which the spread is that
// of its linear approximation around the sums S of the rows (delta method):
//
//	u_i = w(S) + n g(S)·x_i - g(S)·S
//
// with w the value, g its gradient and x_i the row of item i of n. It returns the value, or the error of Value.
func (s Sums) Linearize(rows Rows, u []float64) (float64, error) {
	return s.linearize(rows, rows, len(u), u)
}

// LinearizeDraws is Linearize for rows of draws, row k of item of[k] of n, around the sums of Averaged: it writes a
// number of each draw to u, and the mean over items of the means over their draws is the value of the metric.
func (s Sums) LinearizeDraws(rows Rows, of []int32, n int, u []float64) (float64, error) {
	return s.linearize(rows, rows.Averaged(of, n, s.Columns), n, u)
}

// linearize writes the numbers of some rows around the sums of the rows of n items.
func (s Sums) linearize(rows, around Rows, n int, u []float64) (float64, error) {
	sums, gradient := make([]float64, s.Columns), make([]float64, s.Columns)
	for i := range n {
		around.Each(i, s.Columns, func(c int, v float64) { sums[c] += v })
	}
	value, err := s.Value(sums)
	if err != nil {
		return 0, err
	}
	s.Gradient(sums, gradient)
	for c := range gradient {
		gradient[c] *= float64(n)
	}
	constant := value - floats.Dot(gradient, sums)/float64(n)
	for i := range u {
		u[i] = constant
		rows.Each(i, s.Columns, func(c int, v float64) { u[i] += gradient[c] * v })
	}
	return value, nil
}

// ratio is numerator/denominator, linear in the sums.
type ratio struct {
	undefined   string // what a denominator of 0 means
	over, under []term
	weight      []term // nil for one weight for all; a ratio of weight 0 is left out
	occurs      []term // where their sum is 0 the ratio is left out; nil keeps it
}

// term is a number in a column, of which others are 0.
type term struct {
	column int
	value  float64
}

func dot(coefficients []term, sums []float64) float64 {
	v := 0.0
	for _, e := range coefficients {
		v += e.value * sums[e.column]
	}
	return v
}

// meanOfRatios is the mean of the ratios; their weights, if they have some, add up to all sums.
func meanOfRatios(columns int, ratios []ratio) Sums {
	left := func(r ratio, sums []float64) bool { return r.occurs != nil && dot(r.occurs, sums) == 0 }
	many := func(sums []float64) (n int) {
		for _, r := range ratios {
			if !left(r, sums) {
				n++
			}
		}
		return n
	}
	// weighted returns the weight and the denominator of a ratio, of n that are not left out.
	weighted := func(r ratio, n int, sums []float64) (weight, under float64) {
		switch {
		case r.weight != nil:
			return dot(r.weight, sums) / floats.Sum(sums), dot(r.under, sums)
		case left(r, sums):
			return 0, 0
		}
		return 1 / float64(n), dot(r.under, sums)
	}
	value := func(sums []float64) (float64, error) {
		v, n := 0.0, many(sums)
		for _, r := range ratios {
			switch weight, under := weighted(r, n, sums); {
			case weight == 0:
			case under == 0:
				return 0, errors.New(r.undefined)
			default:
				v += weight * dot(r.over, sums) / under
			}
		}
		return v, nil
	}
	return Sums{Columns: columns, Value: value,
		Gradient: func(sums, gradient []float64) {
			clear(gradient)
			all, n := floats.Sum(sums), many(sums)
			for _, r := range ratios {
				weight, under := weighted(r, n, sums)
				if weight == 0 {
					continue
				}
				for _, e := range r.over {
					gradient[e.column] += weight * e.value / under
				}
				part := dot(r.over, sums) / under
				for _, e := range r.under {
					gradient[e.column] -= weight * e.value * part / under
				}
				for _, e := range r.weight {
					gradient[e.column] += e.value * part / all
				}
			}
			if ratios[0].weight != nil {
				v, _ := value(sums)
				floats.AddConst(-v/all, gradient)
			}
		}}
}

// RatioOfSums is the sum of the numerators over the sum of the denominators.
func RatioOfSums(label string) Sums {
	s := meanOfRatios(2, []ratio{{undefined: "the denominators add up to 0",
		over: []term{{0, 1}}, under: []term{{1, 1}}}})
	s.Label = label
	return s
}

// rootMeanSquare is √(Σ x / n), of columns x, which are squares, and 1. Its gradient at 0 is given as 0.
func rootMeanSquare() Sums {
	s := RatioOfSums("")
	square, slope := s.Value, s.Gradient
	s.Value = func(sums []float64) (float64, error) {
		v, err := square(sums)
		return math.Sqrt(v), err
	}
	s.Gradient = func(sums, gradient []float64) {
		clear(gradient)
		if sums[0] != 0 {
			slope(sums, gradient)
			floats.Scale(0.5/math.Sqrt(sums[0]/sums[1]), gradient)
		}
	}
	return s
}

// determination is the coefficient of determination, 1 - Σ e² / Σ (y - mean y)², of columns e², z², z and 1, with e the
// error of an item and z its true number y less any constant near the mean.
func determination() Sums {
	spread := func(sums []float64) float64 { return sums[1] - sums[2]*sums[2]/sums[3] }
	return Sums{Columns: 4,
		Value: func(sums []float64) (float64, error) {
			s := spread(sums)
			if !(s > 1e-13*sums[1]) { // rounding of equal numbers
				return 0, errors.New("the true numbers are all equal")
			}
			return 1 - sums[0]/s, nil
		},
		Gradient: func(sums, gradient []float64) {
			s, mean := spread(sums), sums[2]/sums[3]
			by := sums[0] / s / s
			copy(gradient, []float64{-1 / s, by, -2 * mean * by, mean * mean * by})
		}}
}
