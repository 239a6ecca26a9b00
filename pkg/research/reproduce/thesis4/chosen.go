package thesis4

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/study/roles"
)

// decisive is the p value below which an F test decides, fixed before the study ran.
const decisive = 0.05

// choices is table 4.7: random sets far from even, and regularized ones near it, both by
// the printed limits. The means are claimed to be alike by no word of the thesis, but
// ratios say nothing about spreads unless they are.
func choices(rows []roles.Row) []reproduce.Result {
	var out []reproduce.Result
	for _, metric := range metrics {
		bad, good := find(rows, roles.Choices[0].Name, "A", metric), find(rows, roles.Choices[1].Name, "A", metric)
		mean := alike(meanRises(bad, good))
		spread := lessSpread("chosen regularized sets have the smaller spread", bad, good)
		ratio := judged("chosen regularized sets have the larger signal-to-noise ratio", ratioRises(bad, good))
		for _, c := range []struct {
			method string
			row    roles.Row
		}{{"3x2CV", bad}, {"3x2BCV", good}} {
			key := c.method + "/" + metric + "/"
			for _, r := range []reproduce.Result{
				{Key: key + "mean", Value: c.row.Mean, OtherData: mean},
				{Key: key + "stdev", Value: c.row.SD, OtherData: spread},
				{Key: key + "snr", Value: c.row.SNR, OtherData: ratio},
			} {
				r.Source, r.Item = "thesis", "table-4.7"
				r.Note = fmt.Sprintf("%s; means of %d chosen sets, %s", standIn, c.row.Count, c.row.Partition)
				out = append(out, r)
			}
		}
	}
	return out
}

// alike reports whether two means agree within two standard errors of their difference.
func alike(z float64) string {
	const claim = "the means are alike"
	if math.Abs(z) < 2 {
		return fmt.Sprintf("%s: holds (%.1f standard errors)", claim, math.Abs(z))
	}
	return fmt.Sprintf("%s: the opposite holds, the regularized sets' less the others' is %+.1f standard errors",
		claim, z)
}

// lessSpread judges by the two-sided F test of variances of normal values whether good
// has the smaller spread.
func lessSpread(claim string, bad, good roles.Row) string {
	f := math.Pow(bad.SD/good.SD, 2)
	ratio := distuv.F{D1: float64(bad.Count - 1), D2: float64(good.Count - 1)}
	p := math.Min(1, 2*math.Min(ratio.Survival(f), ratio.CDF(f)))
	verdict := "not decided"
	switch {
	case p < decisive && f > 1:
		verdict = "holds"
	case p < decisive:
		verdict = "the opposite holds"
	}
	return fmt.Sprintf("%s: %s (F = %.2f on %g and %g degrees of freedom, p = %.2g)", claim, verdict, f, ratio.D1,
		ratio.D2, p)
}
