package metric

import (
	"fmt"
	"math"
)

// pairs are weights of pairs of a record of class i and one of class j, other than i: products of powers of the numbers
// of records of class i, of class j, of all classes, and of all but i.
type pairs struct{ first, second, all, rest int }

// weigh returns the weight and, by class, the derivative of its logarithm by the number of records.
func (w pairs) weigh(n []float64, i, j int) (weight float64, slope []float64) {
	weight, slope = 1, make([]float64, len(n))
	times := func(power int, has func(c int) bool) {
		count := 0.0
		for c, v := range n {
			count += v * indicator(has(c))
		}
		weight *= math.Pow(count, float64(power))
		for c := range slope {
			slope[c] += float64(power) * indicator(has(c)) / count
		}
	}
	times(w.first, func(c int) bool { return c == i })
	times(w.second, func(c int) bool { return c == j })
	times(w.all, func(int) bool { return true })
	times(w.rest, func(c int) bool { return c != i })
	return weight, slope
}

// areas is a weighted mean of areas under ROC curves, of class i against class j, by the probability of i,
//
//	Σ_i Σ_j w_ij S_ij / Σ_i Σ_j w_ij n_i n_j
//
// with S_ij the number of pairs of a record of class i and one of class j in which the first has the larger
// probability, half for a tie.
type areas struct {
	pairs
	only int // the class i; below 0 if all are
}

// ofAreas is areas with weights that depend on the predictions.
func ofAreas(choose func(p *Predictions) (areas, error)) Definition {
	return byOrder(func(p *Predictions, out []float64) (float64, error) {
		a, err := choose(p)
		if err != nil {
			return 0, err
		}
		return a.value(p, out)
	})
}

func byOrder(parts func(p *Predictions, out []float64) (float64, error)) Definition {
	d := linear(Probabilities, parts)
	d.ByOrder = true
	return d
}

// everyPair is over all pairs of classes.
func everyPair(w pairs) Definition {
	return ofAreas(func(*Predictions) (areas, error) { return areas{w, -1}, nil })
}

// oneClass is one class against the rest.
func oneClass(class string) Definition {
	return ofAreas(func(p *Predictions) (areas, error) {
		k, err := p.against(class)
		return areas{pairs{first: -1, rest: -1}, k}, err
	})
}

// against returns the class that roc_auc is about.
func (p *Predictions) against(class string) (int, error) {
	switch {
	case class == "" && len(p.Classes) == 2: // either gives the same
		return 1, nil
	case class == "" && p.Positive < 0:
		return 0, fmt.Errorf("there are %d classes; take roc_auc_ovr or roc_auc_ovo, or name one against the rest "+
			"(setting `positive` CLASS)", len(p.Classes))
	}
	return p.class(class)
}

// Ranked returns the place of the class that roc_auc ranks against the others; -1 for other metrics.
func (d Definition) Ranked(p *Predictions) int {
	e, s, _, err := find(d.Name)
	if err != nil || e.Name != "roc_auc" {
		return -1
	}
	class, err := p.against(s.class)
	if err != nil {
		return -1
	}
	return class
}

// value also writes to out, if it is not nil, the linear approximation in the records: for two classes the structural
// components of DeLong, DeLong and Clarke-Pearson (1988).
func (a areas) value(p *Predictions, out []float64) (float64, error) {
	n, k := make([]float64, len(p.Classes)), len(p.Classes)
	for _, t := range p.Truth {
		n[int(t)]++
	}
	clear(out)
	over, under, base := 0.0, 0.0, make([]float64, k)
	for i := range k {
		switch {
		case a.only >= 0 && i != a.only:
			continue
		case n[i] == 0:
			return 0, fmt.Errorf("no record is of class %s", p.Classes[i])
		case n[i] == float64(len(p.Truth)):
			return 0, fmt.Errorf("all records are of class %s", p.Classes[i])
		}
		weights, slopes := make([]float64, k), make([][]float64, k)
		for j := range k {
			if j != i && n[j] > 0 {
				weights[j], slopes[j] = a.weigh(n, i, j)
			}
		}
		for j, s := range p.greater(i, n, weights, out) {
			over += weights[j] * s
			under += weights[j] * n[i] * n[j]
			for c, slope := range slopes[j] {
				base[c] += weights[j] * s * slope
			}
		}
	}
	value, by := over/under, float64(len(p.Truth))/under
	for r := range out {
		out[r] = value + by*(out[r]+base[int(p.Truth[r])])
	}
	return value, nil
}

// greater returns the numbers S_ij of areas for a class i, by j. To out, if it is not nil, it adds for each record the
// number of its pairs in them times the weights.
func (p *Predictions) greater(i int, n, weights, out []float64) []float64 {
	k := len(p.Classes)
	pairs, below, tied := make([]float64, k), make([]float64, k), make([]float64, k)
	ties(p.order(i), func(_ int, equal []ranked) {
		for _, r := range equal {
			tied[r.class]++
		}
		for _, r := range equal {
			c, add := int(r.class), 0.0
			if c != i {
				greater := n[i] - below[i] - tied[i]/2
				pairs[c] += greater
				add = weights[c] * greater
			} else if out != nil {
				for j, w := range weights {
					add += w * (below[j] + tied[j]/2)
				}
			}
			if out != nil {
				out[r.record] += add
			}
		}
		for c, v := range tied {
			below[c] += v
		}
		clear(tied)
	})
	return pairs
}

// averagePrecision is Σ (R_g - R_g-1) P_g over the different probabilities of the class, from the largest, with recall
// R_g and precision P_g of the records that have at least this probability. To each record Parts give the value plus n
// times its derivative by the weight of the record.
func averagePrecision(class string) Definition {
	return byOrder(func(p *Predictions, out []float64) (float64, error) {
		k, err := p.class(class)
		if err != nil {
			return 0, err
		}
		all := 0.0
		for _, t := range p.Truth {
			all += indicator(int(t) == k)
		}
		if all == 0 {
			return 0, fmt.Errorf("no record is of class %s", p.Classes[k])
		}
		n, value, found := float64(len(p.Truth)), 0.0, all
		inverse, squared := 0.0, 0.0 // sums over records of the class of 1/N and of T/N²
		ties(p.order(k), func(before int, equal []ranked) {
			here, count := 0.0, n-float64(before)
			for _, r := range equal {
				here += indicator(int(r.class) == k)
			}
			precision := found / count
			value += here * precision / all
			inverse += here / count
			squared += here * precision / count
			if out != nil {
				for _, r := range equal {
					out[r.record] = (indicator(int(r.class) == k)*(precision+inverse) - squared) * n / all
				}
			}
			found -= here
		})
		for r := range out {
			out[r] += value * (1 - indicator(int(p.Truth[r]) == k)*n/all)
		}
		return value, nil
	})
}
