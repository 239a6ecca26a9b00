package items

import (
	"fmt"
	"math"
	"slices"
)

// Whole is a score of a whole set of items, a smooth function of sums over items; see Parts. ClassF1, MacroF1,
// BalancedAccuracy and MCC take the cells of a confusion matrix of C classes, of which cell truth·C + label is the
// column; ChunkF1 and MacroChunkF1 take three columns per type, gold, predicted and correct; RatioOfSums takes a
// numerator and a denominator.
type Whole struct {
	Name           string
	HigherIsBetter bool
	Columns        int // numbers per item
	// Value returns the score, or an error that says which part of it is 0/0.
	Value func(sums []float64) (float64, error)
	// Gradient fills in the derivatives by the sums, where Value gives no error.
	Gradient func(sums, gradient []float64)
}

// ratio is numerator/denominator, linear in the sums.
type ratio struct {
	undefined   string // what a denominator of 0 means
	over, under []entry
}

// entry is a number in a column, of which others are 0.
type entry struct {
	column int
	value  float64
}

func dot(coefficients []entry, sums []float64) float64 {
	v := 0.0
	for _, e := range coefficients {
		v += e.value * sums[e.column]
	}
	return v
}

// meanOfRatios is the score that the ratios have on average.
func meanOfRatios(name string, columns int, ratios []ratio) Whole {
	k := float64(len(ratios))
	return Whole{Name: name, HigherIsBetter: true, Columns: columns,
		Value: func(sums []float64) (float64, error) {
			v := 0.0
			for _, r := range ratios {
				under := dot(r.under, sums)
				if under == 0 {
					return 0, fmt.Errorf("items: %s is 0/0: %s", name, r.undefined)
				}
				v += dot(r.over, sums) / under / k
			}
			return v, nil
		},
		Gradient: func(sums, gradient []float64) {
			clear(gradient)
			for _, r := range ratios {
				under := dot(r.under, sums)
				for _, e := range r.over {
					gradient[e.column] += e.value / under / k
				}
				part := dot(r.over, sums) / under / under / k
				for _, e := range r.under {
					gradient[e.column] -= e.value * part
				}
			}
		}}
}

// RatioOfSums is the sum of the numerators over the sum of the denominators.
func RatioOfSums(name string, higherIsBetter bool) Whole {
	w := meanOfRatios(name, 2, []ratio{{"the denominators add up to 0", []entry{{0, 1}}, []entry{{1, 1}}}})
	w.HigherIsBetter = higherIsBetter
	return w
}

// ChunkF1 is F1, 2 correct/(gold + predicted), of the chunks of some types together: of one, or of all (micro F1).
func ChunkF1(name string, types []string, of ...int) Whole {
	r := ratio{undefined: "there is no such chunk, neither gold nor predicted"}
	for _, k := range of {
		r.over = append(r.over, entry{3*k + 2, 2})
		r.under = append(r.under, entry{3 * k, 1}, entry{3*k + 1, 1})
	}
	return meanOfRatios(name, 3*len(types), []ratio{r})
}

// MacroChunkF1 is the mean of F1 over the types.
func MacroChunkF1(types []string) Whole {
	var ratios []ratio
	for k, name := range types {
		ratios = append(ratios, ratio{fmt.Sprintf("there is no chunk of type %s, neither gold nor predicted", name),
			[]entry{{3*k + 2, 2}}, []entry{{3 * k, 1}, {3*k + 1, 1}}})
	}
	return meanOfRatios("macro F1", 3*len(types), ratios)
}

// classRatio is correct/(gold·w + predicted·(1-w)) of a class: F1 with w = 1/2, recall with w = 1.
func classRatio(classes []string, k int, w float64) ratio {
	c := len(classes)
	r := ratio{fmt.Sprintf("no item has class %s", classes[k]), []entry{{k*c + k, 1}}, nil}
	if w < 1 {
		r.undefined += ", by truth or by label"
	}
	for other := range c {
		r.under = append(r.under, entry{k*c + other, w}, entry{other*c + k, 1 - w})
	}
	return r
}

// ClassF1 is F1 of class k.
func ClassF1(classes []string, k int) Whole {
	return meanOfRatios("F1 of "+classes[k], len(classes)*len(classes), []ratio{classRatio(classes, k, 0.5)})
}

// MacroF1 is the mean of F1 over the classes.
func MacroF1(classes []string) Whole {
	var ratios []ratio
	for k := range classes {
		ratios = append(ratios, classRatio(classes, k, 0.5))
	}
	return meanOfRatios("macro F1", len(classes)*len(classes), ratios)
}

// BalancedAccuracy is the mean of the recalls of some classes, by their places, of all if none is named: name those
// that are the truth of items, since a label that is the truth of none has no recall.
func BalancedAccuracy(classes []string, of ...int) Whole {
	var ratios []ratio
	for k := range classes {
		if len(of) == 0 || slices.Contains(of, k) {
			ratios = append(ratios, classRatio(classes, k, 1))
		}
	}
	return meanOfRatios("balanced accuracy", len(classes)*len(classes), ratios)
}

// MCC is the correlation coefficient of Matthews, for more than two classes R_K of Gorodkin (2004),
//
//	(s c - Σ t_k p_k) / √((s² - Σ t_k²) (s² - Σ p_k²))
//
// of s items, of which c are right, t_k are of class k and p_k are labelled so.
func MCC(classes []string) Whole {
	k := len(classes)
	return Whole{Name: "MCC", HigherIsBetter: true, Columns: k * k,
		Value: func(sums []float64) (float64, error) {
			m := newMargins(sums, k)
			switch {
			case m.truths <= 0:
				return 0, fmt.Errorf("items: MCC is 0/0: all items are of one class")
			case m.labels <= 0:
				return 0, fmt.Errorf("items: MCC is 0/0: all items get the same label")
			}
			return m.covariance / math.Sqrt(m.truths*m.labels), nil
		},
		Gradient: func(sums, gradient []float64) {
			m := newMargins(sums, k)
			root := math.Sqrt(m.truths * m.labels)
			for c := range gradient {
				truth, label := c/k, c%k
				d := m.right - m.p[truth] - m.t[label]
				if truth == label {
					d += m.all
				}
				gradient[c] = (d - m.covariance*((m.all-m.t[truth])/m.truths+(m.all-m.p[label])/m.labels)) / root
			}
		}}
}

// margins are sums of a confusion matrix; truths, labels and covariance are the three terms of MCC.
type margins struct {
	t, p                       []float64
	all, right                 float64
	covariance, truths, labels float64
}

func newMargins(sums []float64, k int) margins {
	m := margins{t: make([]float64, k), p: make([]float64, k)}
	for c, v := range sums {
		m.t[c/k] += v
		m.p[c%k] += v
		m.all += v
		if c/k == c%k {
			m.right += v
		}
	}
	m.covariance, m.truths, m.labels = m.all*m.right, m.all*m.all, m.all*m.all
	for i := range k {
		m.covariance -= m.t[i] * m.p[i]
		m.truths -= m.t[i] * m.t[i]
		m.labels -= m.p[i] * m.p[i]
	}
	return m
}
