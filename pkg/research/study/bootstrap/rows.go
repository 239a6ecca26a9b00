package bootstrap

import (
	"github.com/block-regularized/bcv/pkg/research/sim"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// rows returns the variances, with standard errors jackknifed over shards. The variance of folds is compared with the
// variance of the leave-one-out bootstrap.
func (c configuration) rows(b sim.Batches[sums], e study.Effort) []Row {
	values, ses := b.JackknifeAll(study.Add[sums], func(s sums) (out []float64) {
		for _, r := range c.of(s) {
			out = append(out, r.Total, r.Given, r.Share, r.Saved, r.Whole)
		}
		return out
	})
	var all sums
	for _, s := range b.Parts {
		study.Add(&all, s)
	}
	out := c.of(all)
	for i := range out {
		r, v, se := &out[i], values[5*i:], ses[5*i:]
		r.Total, r.Given, r.TotalSE, r.GivenSE = v[0], v[1], se[0], se[1]
		for k, to := range []*float64{&r.Share, &r.Saved, &r.Whole, &r.ShareSE, &r.SavedSE, &r.WholeSE} {
			*to = study.Round(append(v[2:5:5], se[2:5]...)[k], 3)
		}
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
				random := s.Cells[size][0][k]
				percent := 100 / random.variance(s.N)
				r.Share, r.Saved = percent*r.Given, percent*(random.Gap-x.Gap)/s.N
				r.Whole = 100 - percent*r.Total
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
