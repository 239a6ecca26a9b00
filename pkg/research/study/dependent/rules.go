package dependent

import (
	"math"
	"sync"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/research/study/calibration"
)

// most is the largest m, and the number of half-splits with inner replications; level is of two-sided claims.
const (
	most, inner = 10, 2
	level       = 0.05
)

// Names of the rules; posterior and corrected on rolling folds have the names of package compare and the test.
const (
	posterior = "paired, uniform"
	nestedT   = "nested-t"
	corrected = "corrected-resampled-t"
)

// rule claims a difference of a kind that the folds of a design show, up to replication m.
type rule struct {
	name      string
	design, m int
}

// rules returns the rules of a cell by design.
func (c cell) rules() []rule {
	var out []rule
	add := func(design int, rules []string, counts ...int) {
		for _, m := range counts {
			for _, name := range rules {
				out = append(out, rule{name, design, m})
			}
		}
	}
	halves, whole := []string{"bcv-t", posterior}, []string{"bcv-t", posterior, nestedT}
	if c.records == groups {
		add(0, whole, 3, 5, most)
		add(1, halves, 3, 5, most)
		add(2, []string{"corrected-repeated-kfold-t"}, 1)
		return out
	}
	add(0, halves, 3, 5)
	add(1, whole, most)
	add(2, halves, 3, 5, most)
	add(3, []string{"resampled-t", corrected}, 5)
	add(4, []string{"resampled-t", corrected}, 10)
	return out
}

// differences are differences of losses by fold.
type differences struct {
	set          cv.Set
	folds, inner []float64
}

// reaches are the posterior's, by replications.
var reaches = sync.OnceValue(func() map[int]func(share float64) float64 {
	out := map[int]func(share float64) float64{}
	for _, m := range []int{3, 5, most} {
		reach, err := paired.Reach(m, paired.Uniform{}, level/2)
		if err != nil {
			panic(err) // m does not depend on data
		}
		out[m] = reach
	}
	return out
})

// claims reports whether the rule calls one algorithm better.
func (r rule) claims(x differences) (bool, error) {
	if r.name == posterior {
		s := calibration.SumsOf(pairs(x.folds[:2*r.m]))
		total := s.Within + s.Between
		return total > 0 && math.Abs(s.Mean) > reaches()[r.m](s.Within/total)*math.Sqrt(total), nil
	}
	d, err := r.differences(x)
	if err != nil {
		return false, err
	}
	result, err := infer.Run(r.name, d, infer.Options{Alpha: level})
	return result.Reject, err
}

// differences returns the differences that the test of the rule takes.
func (r rule) differences(x differences) (infer.Differences, error) {
	var rows [][]float64
	per := len(x.folds) / max(x.set.M(), 1)
	if x.set.Method == cv.Rolling {
		per = 1
	}
	for j := range r.m {
		rows = append(rows, x.folds[per*j:per*(j+1)])
	}
	d, err := infer.DifferencesOf(rows)
	switch {
	case err != nil:
		return d, err
	case x.set.Method == cv.Rolling:
		return sized(d, x.set)
	case r.name == nestedT:
		halves := pairs(x.inner)
		var in [][2][][2]float64
		for j := 0; j < len(halves); j += 2 * inner {
			in = append(in, [2][][2]float64{halves[j : j+inner], halves[j+inner : j+2*inner]})
		}
		if d, err = d.WithInner(in); err != nil {
			return d, err
		}
	}
	return d.WithMethod(x.set.Method)
}

// sized adds the numbers of records of rolling folds.
func sized(d infer.Differences, set cv.Set) (infer.Differences, error) {
	var train, valid [][]int
	for _, s := range set.Splits {
		train, valid = append(train, []int{len(s.Train)}), append(valid, []int{len(s.Valid)})
	}
	d, err := d.WithTraining(train)
	if err != nil {
		return d, err
	}
	return d.WithValidation(valid)
}

// pairs returns the folds of each replication of two.
func pairs(folds []float64) [][2]float64 {
	var out [][2]float64
	for i := 0; i < len(folds); i += 2 {
		out = append(out, [2]float64(folds[i:i+2]))
	}
	return out
}
