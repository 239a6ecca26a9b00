package nested

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// Names of the procedures.
const (
	NestedT       = "nested-t"            // the test of package infer that is not told of classes
	Counted       = "nested-t, counted"   // that knows how many records the rarest class has
	NestedRaw     = "nested-t, raw"       // with V = H/2 + P̂/m
	NestedRecords = "nested-t, records"   // averaged with the variance of the records
	Records       = "records"             // z with twice the variance of the records
	NestedPaired  = "nested posterior"    // paired.NewNested with its own prior
	BCVT          = "bcv-t"               // of package infer
	Paired        = "paired"              // posterior of package paired, uniform prior
	Resampled     = "corrected resampled" // t of 100 hold-outs (Nadeau and Bengio 2003)
	Conservative  = "conservative z"      // of 5 hold-outs and 10 pairs of halves (Nadeau and Bengio 2003)
	TenFold       = "10-fold t"
	FiveFold      = "5-fold t"
	BayleZ        = "Bayle et al." // z of 10-fold CV with the variance of the records (2020)
	BatesZ        = "Bates et al." // interval of two nested 10-fold CVs (2023)
	Oracle        = "oracle z"     // knows the standard deviation of the mean
)

// procedure is a way to claim a difference.
type procedure struct {
	name             string
	m, halves, inner int  // of the sets; 0 where there are none
	trainings        int  // of each learner
	records          bool // needs losses of records
	sets             int  // data sets on which it is judged, the first of a cell; 0 for all
	claim            func(x measured) claim
}

// procedures returns all procedures in the order of the table, computed once.
var procedures = sync.OnceValues(func() ([]procedure, error) { return proceduresWith(reaches) })

// proceduresWith returns the procedures with the reaches of the paired posterior for m replications.
func proceduresWith(reaches func(m int) ([2]func(float64) float64, error)) ([]procedure, error) {
	var out []procedure
	for _, m := range counted {
		out = append(out, chosen.on(NestedT, m, most, 2), form(raw).on(NestedRaw, m, most, 2))
		p := withRecords(chosen, recordsWeight).on(NestedRecords, m, most, 2)
		p.records = true
		out = append(out, p, procedure{name: NestedPaired, m: m, halves: most, inner: 2, trainings: p.trainings,
			sets: posteriorSets, claim: func(x measured) claim { return nestedPosterior(x, m) }})
	}
	for _, m := range slices.Concat(counted, []int{large}) {
		reach, err := reaches(m)
		if err != nil {
			return nil, err
		}
		out = append(out,
			procedure{name: BCVT, m: m, trainings: 2 * m, claim: func(x measured) claim {
				f := x.outer(m)
				return student(f.Mean, math.Sqrt(f.bcvVariance(m)), float64(2*m-1))
			}},
			procedure{name: Paired, m: m, trainings: 2 * m, claim: func(x measured) claim {
				return pairedClaim(x.outer(m), reach)
			}})
		if m < large {
			out = append(out, procedure{name: Records, m: m, trainings: 2 * m, records: true,
				claim: func(x measured) claim {
					return student(x.outer(m).Mean, math.Sqrt(2*x.records(m)), math.Inf(1))
				}})
		}
	}
	for _, p := range []struct {
		name      string
		at        int
		trainings int
		df        float64
		records   bool
	}{
		{Resampled, resampledT, holdOuts, holdOuts - 1, false},
		{Conservative, halvesZ, halfHoldOuts * (2*most + 1), math.Inf(1), false},
		{TenFold, tenFoldT, 10, 9, false},
		{FiveFold, fiveFoldT, 5, 4, false},
		{BayleZ, recordsZ, 10, math.Inf(1), true},
		{BatesZ, nestedCV, nestedCVRounds * nestedCVFolds * (nestedCVFolds + 1) / 2, math.Inf(1), true},
	} {
		out = append(out, procedure{name: p.name, trainings: p.trainings, records: p.records,
			claim: func(x measured) claim {
				e := x.Others[p.at]
				return student(float64(e.Value), float64(e.SE), p.df)
			}})
	}
	return out, nil
}

// posteriorSets is how many data sets the nested posterior is judged on, since it is expensive.
const posteriorSets = 400

// nestedPosterior claims a difference on one side of a value that the posterior has on the other with the probability
// of a side. It claims nothing where the halves do not differ, of which there is no posterior.
func nestedPosterior(x measured, m int) claim {
	c := student(x.outer(m).Mean, 0, 0)
	p, err := paired.NewNested(x.pairs(m), x.inner(most, 2), nil)
	for k, side := range sides {
		if err == nil {
			c.reach[k] = p.Quantile(1-side) - p.Mean()
		}
	}
	return c
}

// claims returns those of a procedure on the data sets that it is judged on.
func (p procedure) claims(all []measured) []claim {
	if p.sets > 0 {
		all = all[:min(p.sets, len(all))]
	}
	out := make([]claim, len(all))
	for i, x := range all {
		out[i] = p.claim(x)
	}
	return out
}

// oracle returns the claims of one who knows the standard deviation of the mean of m replications.
func oracle(all []measured, m int) []claim {
	means := make([]float64, len(all))
	for i, x := range all {
		means[i] = x.outer(m).Mean
	}
	sd := stat.StdDev(means, nil)
	claims := make([]claim, len(all))
	for i, mean := range means {
		claims[i] = student(mean, sd, math.Inf(1))
	}
	return claims
}

// on returns the procedure with the first m replications, half-splits and inner replications.
func (f form) on(name string, m, halves, inner int) procedure {
	return procedure{name: name, m: m, halves: halves, inner: inner, trainings: 2*m + 4*halves*inner,
		claim: func(x measured) claim {
			s := x.spreadOf(m, halves, inner)
			v, df := f(s)
			return student(s.outer.Mean, math.Sqrt(v), df)
		}}
}

// reaches returns, for each of sides, how far the mean must lie from delta for a claim of the paired posterior
// with the uniform prior, in units of √(W+B), by W/(W+B).
func reaches(m int) ([2]func(float64) float64, error) {
	var out [2]func(float64) float64
	for k, side := range sides {
		var err error
		if out[k], err = paired.Reach(m, paired.Uniform{}, side); err != nil {
			return out, err
		}
	}
	return out, nil
}

func pairedClaim(f folds, reach [2]func(float64) float64) claim {
	c := student(f.Mean, 0, 0)
	total := f.Within + f.Between
	for k := range sides {
		if total > 0 {
			c.reach[k] = reach[k](f.Within/total) * math.Sqrt(total)
		}
	}
	return c
}
