package infer

import (
	"cmp"
	"fmt"
	"slices"
)

// Bonferroni returns the p-values of k comparisons times k, at most 1: comparing them
// with alpha is testing each at level alpha/k (Wang 2019 thesis, section 4.3).
func Bonferroni(p []float64) ([]float64, error) {
	if err := probabilities(p); err != nil {
		return nil, err
	}
	out := make([]float64, len(p))
	for i, v := range p {
		out[i] = min(1, float64(len(p))*v)
	}
	return out, nil
}

// Holm returns the step-down adjusted p-values of Holm (1979): the i-th smallest
// times k-i+1, made monotone. They are never above those of Bonferroni, and comparing
// them with alpha keeps the probability of any false rejection at alpha as well.
func Holm(p []float64) ([]float64, error) {
	if err := probabilities(p); err != nil {
		return nil, err
	}
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	out := make([]float64, len(p))
	last := 0.0
	for rank, i := range order {
		last = max(last, min(1, float64(len(p)-rank)*p[i]))
		out[i] = last
	}
	return out, nil
}

func probabilities(p []float64) error {
	for i, v := range p {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("infer: p-value %d is %v; p-values lie between 0 and 1", i+1, v)
		}
	}
	return nil
}
