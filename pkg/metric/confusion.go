package metric

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// mostConfused is how many classes a confusion matrix may have.
const mostConfused = 1 << 10

// ofConfusion is a function of the confusion matrix.
func ofConfusion(sums func(p *Predictions) (Sums, error)) Definition {
	checked := func(p *Predictions) (Sums, error) {
		if len(p.Classes) > mostConfused {
			return Sums{}, fmt.Errorf("there are %d classes, and at most %d are counted", len(p.Classes), mostConfused)
		}
		return sums(p)
	}
	d := ofSums(Labels, func(p *Predictions) (Rows, Sums, error) {
		s, err := checked(p)
		return Rows{Cells: p.cells()}, s, err
	})
	d.Of = func(p *Predictions) (float64, error) {
		s, err := checked(p)
		if err != nil {
			return 0, err
		}
		return s.Value(p.confusion())
	}
	return d
}

// OfCells returns a metric of labels, by a name that Parse reads, as a function of the cells of the confusion matrix of
// some classes, all of which are the truth of items; positive is as in Predictions. It is an error if the metric is
// no such function.
func OfCells(name string, classes []string, positive int) (Sums, error) {
	d, err := parse(name)
	if err != nil {
		return Sums{}, err
	}
	var truth []float64
	for k := range classes {
		truth = append(truth, float64(k))
	}
	if d.Needs == Labels && d.Sums != nil {
		rows, s, err := d.Sums(Right(truth, classes, positive))
		if err != nil || rows.Cells != nil {
			return s, err
		}
	}
	return Sums{}, fmt.Errorf("metric: %s is not computed from a confusion matrix; take one that is, such as f1_macro",
		d.Label())
}

func ofClasses(sums func(classes []string) Sums) Definition {
	return ofConfusion(func(p *Predictions) (Sums, error) { return sums(p.Classes), nil })
}

// truths returns the places of the classes that are the truth of records.
func (p *Predictions) truths() (classes []int) {
	for k := range p.Classes {
		if slices.Contains(p.Truth, float64(k)) {
			classes = append(classes, k)
		}
	}
	return classes
}

// ClassRatio is a metric of a class, of the items whose truth it is (gold), those that are labelled so (predicted), and
// those that are both (correct),
//
//	(Gold + Predicted + Correct) correct / (Gold·gold + Predicted·predicted + Correct·correct)
type ClassRatio struct{ Gold, Predicted, Correct float64 }

// Ratios of classes.
var (
	PrecisionRatio = ClassRatio{Predicted: 1}
	RecallRatio    = ClassRatio{Gold: 1}
	F1Ratio        = fBeta(1)
	jaccardRatio   = ClassRatio{Gold: 1, Predicted: 1, Correct: -1}
)

// fBeta is F-beta, (1 + β²) P R / (β² P + R) of precision P and recall R, which weighs β² times as much.
func fBeta(beta float64) ClassRatio { return ClassRatio{Gold: beta * beta, Predicted: 1} }

// Value returns the ratio of true positives, false positives and false negatives; NaN where it is 0/0.
func (r ClassRatio) Value(tp, fp, fn float64) float64 {
	all := r.Gold + r.Predicted + r.Correct
	return all * tp / (all*tp + r.Predicted*fp + r.Gold*fn)
}

// ofClass is the ratio of class k from the cells of a confusion matrix.
func (r ClassRatio) ofClass(classes []string, k int) ratio {
	c := len(classes)
	out := ratio{undefined: "no item has class " + classes[k]}
	switch {
	case r.Gold == 0:
		out.undefined = "no item gets the label " + classes[k]
	case r.Predicted != 0:
		out.undefined += ", by truth or by label"
	}
	for other := range c {
		out.under = append(out.under, term{k*c + other, r.Gold}, term{other*c + k, r.Predicted})
	}
	out.over = []term{{k*c + k, r.Gold + r.Predicted + r.Correct}}
	out.under = append(out.under, term{k*c + k, r.Correct})
	return out
}

// oneClass is the ratio of class k.
func (r ClassRatio) oneClass(classes []string, k int) Sums {
	return meanOfRatios(len(classes)*len(classes), []ratio{r.ofClass(classes, k)})
}

// micro is the ratio of all classes together: the sum of the numerators over the sum of the denominators.
func (r ClassRatio) micro(classes []string) Sums {
	sum := ratio{undefined: "there is no item"}
	for k := range classes {
		part := r.ofClass(classes, k)
		sum.over, sum.under = append(sum.over, part.over...), append(sum.under, part.under...)
	}
	return meanOfRatios(len(classes)*len(classes), []ratio{sum})
}

// macro is the mean over the classes that occur: those, by their places, that are the truth of items, which must have a
// value, and others where they are the label of one, but of the recall none.
func (r ClassRatio) macro(classes []string, truths []int) Sums {
	var ratios []ratio
	for k := range classes {
		part := r.ofClass(classes, k)
		if !slices.Contains(truths, k) {
			if r.Predicted == 0 {
				continue
			}
			for truth := range classes {
				part.occurs = append(part.occurs, term{truth*len(classes) + k, 1})
			}
		}
		ratios = append(ratios, part)
	}
	return meanOfRatios(len(classes)*len(classes), ratios)
}

// weighted is the mean over the classes with the shares of the items that have them by truth as weights. A class that
// is the truth of none is left out.
func (r ClassRatio) weighted(classes []string) Sums {
	var ratios []ratio
	for k := range classes {
		part := r.ofClass(classes, k)
		for label := range classes {
			part.weight = append(part.weight, term{k*len(classes) + label, 1})
		}
		ratios = append(ratios, part)
	}
	return meanOfRatios(len(classes)*len(classes), ratios)
}

// ofChunks is the ratio of some types of chunks together, by their places.
func (r ClassRatio) ofChunks(kind string, places ...int) ratio {
	out := ratio{undefined: "there is no " + kind + ", neither gold nor predicted"}
	switch {
	case r.Gold == 0:
		out.undefined = "no " + kind + " is predicted"
	case r.Predicted == 0:
		out.undefined = "no " + kind + " is gold"
	}
	for _, k := range places {
		out.over = append(out.over, term{3*k + 2, r.Gold + r.Predicted + r.Correct})
		out.under = append(out.under, term{3 * k, r.Gold}, term{3*k + 1, r.Predicted}, term{3*k + 2, r.Correct})
	}
	return out
}

// Chunks is the ratio of the chunks of some of the types together, by their places: of one, or of all.
func (r ClassRatio) Chunks(label string, types int, places ...int) Sums {
	s := meanOfRatios(3*types, []ratio{r.ofChunks("chunk", places...)})
	s.Label = label
	return s
}

// MacroChunks is the mean over the types.
func (r ClassRatio) MacroChunks(label string, types []string) Sums {
	var ratios []ratio
	for k, name := range types {
		ratios = append(ratios, r.ofChunks("chunk of type "+name, k))
	}
	s := meanOfRatios(3*len(types), ratios)
	s.Label = label
	return s
}

// mcc is the correlation coefficient of Matthews, for more than two classes R_K of Gorodkin (2004),
//
//	(s c - Σ t_k p_k) / √((s² - Σ t_k²) (s² - Σ p_k²))
//
// of s items, of which c are right, t_k are of class k and p_k are labelled so.
func mcc(classes []string) Sums {
	k := len(classes)
	return Sums{Columns: k * k,
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

// kappa is Cohen's kappa, (s c - Σ t_k p_k) / (s² - Σ t_k p_k) in the notation of mcc.
func kappa(classes []string) Sums {
	k := len(classes)
	return Sums{Columns: k * k,
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

// margins are sums of a confusion matrix; truths, labels and covariance are the three terms of mcc.
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
