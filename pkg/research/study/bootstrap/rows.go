package bootstrap

import (
	"github.com/block-regularized/bcv/pkg/research/sim"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// rows returns the variances, with standard errors jackknifed over shards. The variance of folds is compared with that of the
// leave-one-out bootstrap.
func (c configuration) rows(b sim.Batches[sums], e study.Effort) []Row {
	values, ses := b.JackknifeAll(study.Add[sums], func(s sums) (out []float64) {
		for _, r := range c.of(s) {
			out = append(out, r.Total, r.Given, r.Share, r.Saved)
		}
		return out
	})
	var all sums
	for _, s := range b.Parts {
		study.Add(&all, s)
	}
	out := c.of(all)
	for i := range out {
		r, v, se := &out[i], values[4*i:], ses[4*i:]
		r.Total, r.Given, r.Share, r.Saved = v[0], v[1], study.Round(v[2], 3), study.Round(v[3], 3)
		r.TotalSE, r.GivenSE, r.ShareSE, r.SavedSE = se[0], se[1], study.Round(se[2], 3), study.Round(se[3], 3)
		r.Effort = e
	}
	return out
}

// of returns the rows of sums, without standard errors.
func (c configuration) of(s sums) []Row {
	var out []Row
	for size, b := range sizes {
		for kind, cells := range s.Cells[size] {
			for k, x := range cells {
				r := Row{Config: c.name, Estimate: []string{LeaveOneOut, Plus}[k], Replicates: Halves, B: b, Sets: int(s.N)}
				if kind < len(draws) {
					r.Replicates = draws[kind].name
				} else if r.Estimate = HalfSplits; k > 0 {
					continue
				}
				r.Mean, r.Given, r.Total = x.Sum/s.N, x.Gap/s.N, x.variance(s.N)
				random := s.Cells[size][0][k].variance(s.N)
				r.Share, r.Saved = 100*r.Given/random, 100*(1-r.Total/random)
				r.OutSD = study.Round(cells[0].Out/s.N, 2)
				out = append(out, r)
			}
		}
	}
	return out
}

// variance returns the whole variance over n data sets.
func (c cell) variance(n float64) float64 {
	// (x - mean)² over both estimates, which share n - 1 degrees of freedom and those of their gap
	mean := c.Sum / n
	between := (c.Square - c.Gap/2 - n*mean*mean) / (n - 1)
	return between + c.Gap/2/n
}
