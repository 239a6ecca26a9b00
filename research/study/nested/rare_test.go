package nested

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/research/internal/check"
)

// The log odds are those of GaussianNB of scikit-learn 1.2.1, also for a class of one record.
func TestNaiveBayes(t *testing.T) {
	d := &dataset.Data{Class: []int32{0, 0, 0, 1, 0, 1, 0, 0, 0}, X: mat.NewDense(9, 2, []float64{1, 2, 2.5, 0, 0, 1, 3, 3,
		-1, 0.5, 4, 1.5, 2, 1, 3.2, 2, 3.5, 2.4})}
	p, err := naiveBayes{}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	fit := p.NewFitter(nil)
	for _, c := range []struct {
		train, rows []int32
		want        []float64
	}{
		{[]int32{0, 1, 2, 3, 4, 5}, []int32{6, 7, 8}, []float64{-5.066295120859998, 3.1474653802399413, 4.821135746912814}},
		{[]int32{0, 1, 2, 3}, []int32{6, 3}, []float64{-1758241738.8158324, 23.689083438056933}},
		{[]int32{0, 1, 2}, []int32{6}, []float64{math.Inf(-1)}},
	} {
		if _, err := fit.Fit(t.Context(), c.train); err != nil {
			t.Fatal(err)
		}
		got, class := make([]float64, len(c.rows)), make([]float64, len(c.rows))
		fit.(scorer).Score(c.rows, got)
		fit.Predict(c.rows, class)
		for k, want := range c.want {
			if got[k] != want {
				check.Near(t, "log odds", got[k], want, 1e-9*math.Abs(want))
			}
			check.Equal(t, "class is the second", class[k] == 1, want > 0)
		}
	}
}

// The cells of rare classes are no cells of the others, and of both kinds some choose and some confirm.
func TestRareClasses(t *testing.T) {
	var ids []string
	seen := map[[2]bool]int{}
	for _, s := range slices.Concat(settings(), rareClasses()) {
		ids = append(ids, s.id())
	}
	for _, s := range rareClasses() {
		seen[[2]bool{s.choice, s.rare()}]++
	}
	slices.Sort(ids)
	check.Equal(t, "different names", len(slices.Compact(ids)), len(settings())+len(rareClasses()))
	check.Equal(t, "cells of rare classes that confirm", seen[[2]bool{false, true}], 17)
	check.Equal(t, "cells of ample classes that confirm", seen[[2]bool{false, false}], 6)
	check.Equal(t, "cells of rare classes that choose", seen[[2]bool{true, true}], 17)
}
