package metrics

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/bench"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// Metrics is the study of the error of procedures by metric.
var Metrics = study.Study{Name: "metrics", Title: "false claims, power and coverage of procedures on folds by AUC, " +
	"log loss, macro F1, R2 and other metrics", Seconds: 680, Plan: plan}

// Row is how one procedure does in one cell; numbers are NaN where the metric has a value on fewer than two data sets.
type Row struct {
	Data      string  `dataframe:"data"`
	N         int     `dataframe:"n"`
	A         string  `dataframe:"a"`
	B         string  `dataframe:"b"`
	Equal     bool    `dataframe:"equal"`              // the learners are exchangeable
	Metric    string  `dataframe:"metric"`             // its name in results
	Rho1      float64 `dataframe:"rho1" table:"blank"` // of the differences on m x 2 BCV, estimated
	Rho2      float64 `dataframe:"rho2" table:"blank"`
	Folds     string  `dataframe:"folds"`
	Procedure string  `dataframe:"procedure"`
	M         int     `dataframe:"m"`
	// shares of false claims that the difference is above what it is, and below, each nominal 0.05
	Above float64 `dataframe:"false_above" table:"blank"`
	Below float64 `dataframe:"false_below" table:"blank"`
	// of false claims of the two-sided rule, nominal 0.05
	False   float64 `dataframe:"false_two_sided" table:"blank"`
	FalseSE float64 `dataframe:"false_two_sided_se" table:"blank"`
	// of claims of the right side by the two-sided rule, where the difference is two standard deviations of the estimate
	Power float64 `dataframe:"power" table:"blank"`
	// of 90% intervals that hold the expected difference
	Coverage   float64 `dataframe:"coverage_90" table:"blank"`
	CoverageSE float64 `dataframe:"coverage_90_se" table:"blank"`
	Delta      float64 `dataframe:"difference" table:"blank"` // expected, of B minus A: the mean estimate
	SD         float64 `dataframe:"sd" table:"blank"`         // of the estimate
	Sets       int     `dataframe:"data_sets"`
	Undefined  int     `dataframe:"undefined"` // data sets left out: the metric has no value on a fold
	Seed       int     `dataframe:"seed"`
	Date       string  `dataframe:"date"`
}

// outcome is what one data set gives, by metric.
type outcome []judged

type judged struct {
	Claims []bench.Claim // in the order of procedures
	Sums   []float32     // mean, within and between of package calibration on m x 2 BCV; nil where a fold has no value
}

// experiment simulates data sets of the setting.
func (s setting) experiment(scale study.Scale, seed uint64, all []procedure) *study.Experiment[[]outcome] {
	sets, perShard := s.sets(scale)
	return study.New(s.id(), sim.Experiment[[]outcome, *dataset.Data]{
		Plan: sim.Plan{Name: s.id(), Version: 1, Seed: seed, Shards: sets / perShard, Config: map[string]any{
			"sets": perShard, "metrics": s.metrics(), "most": most, "halves": halves, "inner": inner, "parts": parts}},
		Worker: func() *dataset.Data { return s.from.New(s.n) },
		Shard: study.Each(perShard, func(d *dataset.Data, rng *rand.Rand, out *[]outcome) error {
			o, err := s.one(d, rng, all, len(*out))
			*out = append(*out, o)
			return err
		}),
		Merge: study.Append[outcome],
	}, study.State)
}

// one draws data set number k of a shard, and takes the claims of procedures about it.
func (s setting) one(d *dataset.Data, rng *rand.Rand, by []procedure, k int) (outcome, error) {
	s.from.Fill(d, rng)
	b, err := bench.New(d, s.learners, s.metrics()...)
	if err != nil {
		return nil, err
	}
	all, err := b.Run(sets, rng)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.id(), err)
	}
	out := make(outcome, len(all))
	for i, x := range all {
		for _, p := range by {
			c := bench.Undefined
			if k%p.every == 0 {
				if c, err = p.Of(x); err != nil {
					return nil, fmt.Errorf("%s, %s: %w", s.id(), s.metrics()[i], err)
				}
			}
			out[i].Claims = append(out[i].Claims, c)
		}
		if pairs, ok := x.Pairs(); ok {
			sums := calibration.SumsOf(pairs)
			out[i].Sums = []float32{float32(sums.Mean), float32(sums.Within), float32(sums.Between)}
		}
	}
	return out, nil
}

// plan simulates all settings.
func plan(cfg study.Config) (study.Plan, error) {
	var cells []*study.Experiment[[]outcome]
	for _, s := range settings() {
		cells = append(cells, s.experiment(cfg.Scale, cfg.Seed, procedures()))
	}
	return study.PlanOf(func() []study.Table {
		var rows []Row
		for i, s := range settings() {
			rows = append(rows, s.rows(procedures(), cells[i].Result(), cells[i].Effort())...)
		}
		return []study.Table{study.NewTable("calibration_metrics", rows),
			study.NewTable("calibration_metrics_summary", Summarize(rows))}
	}, cells...), nil
}

// foldsOf names the partition sets of a procedure.
func foldsOf(method cv.Method) string {
	return map[cv.Method]string{cv.BCV: "m x 2 BCV", cv.Mx2: "random m x 2 CV",
		cv.RepeatedKFold: fmt.Sprintf("m x %d-fold CV", parts)}[method]
}

// rows judges procedures by all metrics.
func (s setting) rows(all []procedure, outcomes []outcome, e study.Effort) []Row {
	var out []Row
	for i, name := range s.metrics() {
		rho1, rho2 := correlations(outcomes, i)
		for k, p := range all {
			var claims []bench.Claim
			for at := 0; at < len(outcomes); at += p.every {
				claims = append(claims, outcomes[at][i].Claims[k])
			}
			on := bench.EstimatesOf(claims)
			j := bench.Judge(claims, on.Mean, effect*on.SD)
			coverage := 1 - j.Above - j.Below
			out = append(out, Row{Data: s.from.String(), N: s.n, A: s.learners[0].String(), B: s.learners[1].String(),
				Equal: s.equal, Metric: name, Rho1: round(rho1), Rho2: round(rho2), Folds: foldsOf(p.Method),
				Procedure: p.Name, M: p.M, Above: round(j.Above), Below: round(j.Below), False: round(j.Either),
				FalseSE: standardError(j.Either, on.Sets), Power: round(j.Power), Coverage: round(coverage),
				CoverageSE: standardError(coverage, on.Sets),
				Delta:      round(on.Mean), SD: round(on.SD), Sets: on.Sets, Undefined: on.Undefined, Seed: e.Seed, Date: e.Date})
		}
	}
	return out
}

// correlations estimates those of the differences by one metric on the folds of the BCV: v are means of replications
// less the mean of all, w half the differences of two folds.
func correlations(outcomes []outcome, metric int) (rho1, rho2 float64) {
	const m = most
	var means []float64
	var v, w float64
	for _, o := range outcomes {
		if s := o[metric].Sums; s != nil {
			means = append(means, float64(s[0]))
			w += float64(s[1]) / (2 * m)
			v += float64(s[2]) / (2 * m)
		}
	}
	n := float64(len(means))
	v, w = v/n, w/n
	variance := stat.Variance(means, nil)
	sigma2 := variance + v + w
	return (variance + v - w) / sigma2, (variance - v/(m-1)) / sigma2
}

// standardError is that of a share of n data sets.
func standardError(share float64, n int) float64 {
	return round(math.Sqrt(share * (1 - share) / float64(n)))
}

// round keeps five digits after the point, beyond all errors.
func round(x float64) float64 { return study.Round(x, 5) }
