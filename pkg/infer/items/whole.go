package items

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Whole is a score of a whole set of items, a smooth function of sums over items; see Parts. Those of a ClassRatio,
// BalancedAccuracy, MCC and Kappa take the cells of a confusion matrix of C classes, of which cell truth·C + label is
// the column; ChunkF1 and MacroChunkF1 take three columns per type, gold, predicted and correct; RatioOfSums takes a
// numerator and a denominator; RootMeanSquare and R2 take squares.
type Whole struct {
	Name           string
	HigherIsBetter bool
	Columns        int // numbers per item
	// Value returns the score, or an error that says why it is 0/0.
	Value func(sums []float64) (float64, error)
	// Gradient fills in the derivatives by the sums, where Value gives no error.
	Gradient func(sums, gradient []float64)
}

// ratio is numerator/denominator, linear in the sums.
type ratio struct {
	undefined   string // what a denominator of 0 means
	over, under []entry
	weight      []entry // nil for one weight for all; a ratio of weight 0 is left out
	occurs      []entry // where their sum is 0 the ratio is left out; nil keeps it
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

// meanOfRatios is the score that the ratios have on average; their weights, if they have some, add up to all sums.
func meanOfRatios(name string, columns int, ratios []ratio) Whole {
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
	return Whole{Name: name, HigherIsBetter: true, Columns: columns, Value: value,
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
func RatioOfSums(name string, higherIsBetter bool) Whole {
	w := meanOfRatios(name, 2, []ratio{{undefined: "the denominators add up to 0",
		over: []entry{{0, 1}}, under: []entry{{1, 1}}}})
	w.HigherIsBetter = higherIsBetter
	return w
}

// ChunkF1 is F1, 2 correct/(gold + predicted), of the chunks of some types together: of one, or of all (micro F1).
func ChunkF1(name string, types []string, of ...int) Whole { return F1Ratio.Chunks(name, types, of...) }

// Chunks is the score of the chunks of some types together: of one, or of all.
func (r ClassRatio) Chunks(name string, types []string, of ...int) Whole {
	sum := ratio{undefined: "there is no such chunk, neither gold nor predicted"}
	switch {
	case r.Gold == 0:
		sum.undefined = "no chunk is predicted"
	case r.Predicted == 0:
		sum.undefined = "no chunk is gold"
	}
	for _, k := range of {
		one := r.chunks(k)
		sum.over, sum.under = append(sum.over, one.over...), append(sum.under, one.under...)
	}
	return meanOfRatios(name, 3*len(types), []ratio{sum})
}

func (r ClassRatio) chunks(k int) ratio {
	return ratio{over: []entry{{3*k + 2, r.Gold + r.Predicted + r.Correct}},
		under: []entry{{3 * k, r.Gold}, {3*k + 1, r.Predicted}, {3*k + 2, r.Correct}}}
}

// MacroChunkF1 is the mean of F1 over the types.
func MacroChunkF1(types []string) Whole { return F1Ratio.MacroChunks(types) }

// MacroChunks is the mean over the types.
func (r ClassRatio) MacroChunks(types []string) Whole {
	var ratios []ratio
	for k, name := range types {
		one := r.chunks(k)
		one.undefined = fmt.Sprintf("there is no chunk of type %s, neither gold nor predicted", name)
		switch {
		case r.Gold == 0:
			one.undefined = "no chunk of type " + name + " is predicted"
		case r.Predicted == 0:
			one.undefined = "no chunk of type " + name + " is gold"
		}
		ratios = append(ratios, one)
	}
	return meanOfRatios("macro "+r.Name, 3*len(types), ratios)
}

// ClassRatio is a score of a class k, from the cells of a confusion matrix,
//
//	(Gold + Predicted + Correct) correct / (Gold·gold + Predicted·predicted + Correct·correct)
//
// with gold items whose truth is k, predicted ones that are labelled so, and correct ones that are both.
type ClassRatio struct {
	Name                     string
	Gold, Predicted, Correct float64
}

// Ratios of classes. FBeta weighs recall β² times as much as precision.
var (
	PrecisionRatio = ClassRatio{Name: "precision", Predicted: 1}
	RecallRatio    = ClassRatio{Name: "recall", Gold: 1}
	F1Ratio        = FBeta("F1", 1)
	JaccardRatio   = ClassRatio{Name: "Jaccard", Gold: 1, Predicted: 1, Correct: -1}
)

// FBeta is F-beta, (1 + β²) P R / (β² P + R) of precision P and recall R.
func FBeta(name string, beta float64) ClassRatio {
	return ClassRatio{Name: name, Gold: beta * beta, Predicted: 1}
}

func (r ClassRatio) of(classes []string, k int) ratio {
	c := len(classes)
	out := ratio{undefined: "no item has class " + classes[k]}
	switch {
	case r.Gold == 0:
		out.undefined = "no item gets the label " + classes[k]
	case r.Predicted != 0:
		out.undefined += ", by truth or by label"
	}
	for other := range c {
		out.under = append(out.under, entry{k*c + other, r.Gold}, entry{other*c + k, r.Predicted})
		out.weight = append(out.weight, entry{k*c + other, 1})
	}
	out.over = []entry{{k*c + k, r.Gold + r.Predicted + r.Correct}}
	out.under = append(out.under, entry{k*c + k, r.Correct})
	return out
}

// Of is the score of class k.
func (r ClassRatio) Of(classes []string, k int) Whole {
	one := r.of(classes, k)
	one.weight = nil
	return meanOfRatios(r.Name+" of "+classes[k], len(classes)*len(classes), []ratio{one})
}

// Micro is the score of all classes together: the sum of the numerators over the sum of the denominators.
func (r ClassRatio) Micro(classes []string) Whole {
	sum := ratio{undefined: "there is no item"}
	for k := range classes {
		one := r.of(classes, k)
		sum.over, sum.under = append(sum.over, one.over...), append(sum.under, one.under...)
	}
	return meanOfRatios("micro "+r.Name, len(classes)*len(classes), []ratio{sum})
}

// Macro is the mean over the classes, or over some of them by their places.
func (r ClassRatio) Macro(classes []string, of ...int) Whole {
	var ratios []ratio
	for k := range classes {
		if len(of) == 0 || slices.Contains(of, k) {
			one := r.of(classes, k)
			one.weight = nil
			ratios = append(ratios, one)
		}
	}
	return meanOfRatios("macro "+r.Name, len(classes)*len(classes), ratios)
}

// MacroOccurring is the mean over the classes that occur: those, by their places, that are the truth of items, which
// must have a value, and others where they are the label of one, but of the recall none.
func (r ClassRatio) MacroOccurring(classes []string, truths []int) Whole {
	var ratios []ratio
	for k := range classes {
		one := r.of(classes, k)
		one.weight = nil
		if !slices.Contains(truths, k) {
			if r.Predicted == 0 {
				continue
			}
			for truth := range classes {
				one.occurs = append(one.occurs, entry{truth*len(classes) + k, 1})
			}
		}
		ratios = append(ratios, one)
	}
	return meanOfRatios("macro "+r.Name, len(classes)*len(classes), ratios)
}

// Weighted is the mean over the classes with the shares of the items that have them by truth as weights. A class that
// is the truth of none is left out.
func (r ClassRatio) Weighted(classes []string) Whole {
	var ratios []ratio
	for k := range classes {
		ratios = append(ratios, r.of(classes, k))
	}
	return meanOfRatios("weighted "+r.Name, len(classes)*len(classes), ratios)
}

// BalancedAccuracy is the mean of the recalls of some classes, by their places, of all if none is named: name those
// that are the truth of items, since a label that is the truth of none has no recall.
func BalancedAccuracy(classes []string, of ...int) Whole {
	w := RecallRatio.Macro(classes, of...)
	w.Name = "balanced accuracy"
	return w
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
				return 0, errors.New("all items are of one class")
			case m.labels <= 0:
				return 0, errors.New("all items get the same label")
			}
			return m.covariance / math.Sqrt(m.truths*m.labels), nil
		},
		Gradient: func(sums, gradient []float64) {
			m := newMargins(sums, k)
			root := math.Sqrt(m.truths * m.labels)
			for c := range gradient {
				truth, label := c/k, c%k
				of := (m.all-m.t[truth])/m.truths + (m.all-m.p[label])/m.labels
				gradient[c] = (m.slope(truth, label) - m.covariance*of) / root
			}
		}}
}

// Kappa is Cohen's kappa, (s c - Σ t_k p_k) / (s² - Σ t_k p_k) in the notation of MCC.
func Kappa(classes []string) Whole {
	k := len(classes)
	return Whole{Name: "kappa", HigherIsBetter: true, Columns: k * k,
		Value: func(sums []float64) (float64, error) {
			m := newMargins(sums, k)
			if m.all == m.right && m.covariance == 0 {
				return 0, errors.New("all items are of one class, and get its label")
			}
			return m.covariance / (m.covariance + m.all*(m.all-m.right)), nil
		},
		Gradient: func(sums, gradient []float64) {
			m := newMargins(sums, k)
			wrong := m.all * (m.all - m.right)
			under := m.covariance + wrong
			for c := range gradient {
				d, more := m.slope(c/k, c%k), 2*m.all-m.right // derivatives of covariance and of wrong
				if c/k == c%k {
					more -= m.all
				}
				gradient[c] = (d*wrong - m.covariance*more) / under / under
			}
		}}
}

// RootMeanSquare is √(Σ x / n), of columns x, which are squares, and 1. Its gradient at 0 is given as 0.
func RootMeanSquare(name string) Whole {
	w := RatioOfSums(name, false)
	square, slope := w.Value, w.Gradient
	w.Value = func(sums []float64) (float64, error) {
		v, err := square(sums)
		return math.Sqrt(v), err
	}
	w.Gradient = func(sums, gradient []float64) {
		clear(gradient)
		if sums[0] != 0 {
			slope(sums, gradient)
			floats.Scale(0.5/math.Sqrt(sums[0]/sums[1]), gradient)
		}
	}
	return w
}

// R2 is the coefficient of determination, 1 - Σ e² / Σ (y - mean y)², of columns e², z², z and 1, with e the error of
// an item and z its true number y less any constant near the mean.
func R2() Whole {
	spread := func(sums []float64) float64 { return sums[1] - sums[2]*sums[2]/sums[3] }
	return Whole{Name: "R2", HigherIsBetter: true, Columns: 4,
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

// slope is the derivative of covariance by a cell.
func (m margins) slope(truth, label int) float64 {
	d := m.right - m.p[truth] - m.t[label]
	if truth == label {
		d += m.all
	}
	return d
}
