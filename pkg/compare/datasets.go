package compare

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/posterior/several"
)

// AnotherDataset is the task of the verdict on all data sets together: what is to be
// expected on a data set that was not seen.
const AnotherDataset = "another data set"

// FoldLossSets compares two models on several data sets: on each by itself, and, where all
// have an m x 2 CV, on all together by the hierarchical posterior of package several,
// whose estimate is the mean difference of all data sets there might be, and whose
// interval and probabilities are about another one. Task of a verdict is the data set.
func FoldLossSets(sets []fold.DatasetLosses, opt Options) (Result, error) {
	opt, err := opt.filled()
	if err != nil {
		return Result{}, err
	}
	var out Result
	var posteriors []paired.Posterior
	for _, s := range sets {
		r, err := FoldLosses(s.Losses, opt)
		if err != nil {
			return Result{}, err
		}
		for i := range r.Verdicts {
			r.Verdicts[i].Task = s.Dataset
		}
		for i := range r.values {
			r.values[i].task = s.Dataset
		}
		out.add(r)
		if pairs, err := s.Differences.Pairs(); err == nil {
			if p, err := paired.New(pairs, opt.Prior); err == nil {
				posteriors = append(posteriors, p)
			}
		}
	}
	switch {
	case len(sets) < 2 || opt.Method != "" && opt.Method != "paired":
		return out, nil
	case len(posteriors) < len(sets):
		out.Notes = append(out.Notes, "not all data sets have results of an m x 2 CV that vary: nothing is said of all of them together")
		return out, nil
	}
	v, err := together(sets[0].Losses, posteriors, opt)
	if err != nil {
		return Result{}, err
	}
	out.Verdicts = append(out.Verdicts, v)
	return out, nil
}

// together is the verdict on all data sets.
func together(first fold.Losses, posteriors []paired.Posterior, opt Options) (Verdict, error) {
	p, err := several.New(posteriors, several.Options{})
	if err != nil {
		return Verdict{}, err
	}
	mean := p.Mean()
	v := Verdict{Task: AnotherDataset, Metric: "loss", ModelA: first.A, ModelB: first.B, A: math.NaN(), B: math.NaN(), Method: "several",
		Recommended: true, Target: Algorithms, Estimate: mean.Mean(), Level: 1 - opt.Alpha, Delta: opt.Delta,
		Statistic: math.NaN(), PValue: math.NaN(), PBetter: p.NextCDF(opt.Delta), PRope: math.NaN(), Known: Known{Error: math.NaN()},
		Design: first.Design, Datasets: len(posteriors),
		Why:         "the differences of the data sets are taken for a sample of a t distribution, each with the uncertainty of its own folds",
		Assumptions: "Hierarchical model of Corani et al. (2017) with the paired likelihood of each data set (package several); the estimate is the mean over data sets, interval and probability are about one more."}
	v.Low, v.High = next(p, v.Estimate, opt.Alpha/2), next(p, v.Estimate, 1-opt.Alpha/2)
	if opt.Rope > 0 {
		_, v.PRope, _ = p.Next(opt.Rope)
	}
	v.claim(1-v.PBetter, v.PBetter, opt)
	return v, nil
}

// next returns the quantile of the difference on another data set, by bisection from
// about the mean.
func next(p several.Posterior, mean, level float64) float64 {
	const doublings, halvings = 200, 60
	low, high, step := mean, mean, math.Max(math.Abs(mean), 1e-6)
	for i := 0; p.NextCDF(low) > level && i < doublings; i++ {
		low, step = low-step, 2*step
	}
	step = math.Max(math.Abs(mean), 1e-6)
	for i := 0; p.NextCDF(high) < level && i < doublings; i++ {
		high, step = high+step, 2*step
	}
	for range halvings {
		mid := low + (high-low)/2
		if p.NextCDF(mid) < level {
			low = mid
		} else {
			high = mid
		}
	}
	return low + (high-low)/2
}

// on names the partition set of a verdict, or the data sets.
func (v Verdict) on() string {
	if v.Datasets > 0 {
		return fmt.Sprintf("%d data sets", v.Datasets)
	}
	return v.Design.String()
}
