package nested

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/research/study"
)

// Nested is the study of all procedures at equal numbers of trainings.
var Nested = study.Study{Name: "nested", Title: "false claims, power and coverage of procedures at equal numbers of " +
	"trainings, the t-test on nested halves among them", Seconds: 1200, Plan: plan}

// Row is how one procedure does in one cell: on a distribution of data with two learners and a metric.
type Row struct {
	Data      string `dataframe:"data"`
	N         int    `dataframe:"n"`
	A         string `dataframe:"a"`
	B         string `dataframe:"b"`
	Metric    string `dataframe:"metric"`
	Kind      string `dataframe:"kind"`      // of metric
	Equal     bool   `dataframe:"equal"`     // H0 by construction: the learners are exchangeable
	Choice    bool   `dataframe:"choice"`    // the form of nested-t was chosen on this cell among others
	Procedure string `dataframe:"procedure"` //
	M         int    `dataframe:"m"`         // replications; 0 for other partition sets
	Halves    int    `dataframe:"halves"`    // half-splits
	Inner     int    `dataframe:"inner"`     // inner replications in a half
	Trainings int    `dataframe:"trainings"` // of each learner
	// shares of false claims that the difference is above what it is, and below, each nominal 0.05
	Above   float64 `dataframe:"false_above"`
	AboveSE float64 `dataframe:"false_above_se"`
	Below   float64 `dataframe:"false_below"`
	BelowSE float64 `dataframe:"false_below_se"`
	// of false claims of the two-sided test, nominal 0.05
	False   float64 `dataframe:"false_two_sided"`
	FalseSE float64 `dataframe:"false_two_sided_se"`
	// of claims of the right side by the two-sided test, where the difference is two standard deviations of the mean
	// over all partitions: the same difference for all procedures
	Power   float64 `dataframe:"power"`
	PowerSE float64 `dataframe:"power_se"`
	// and where it is two standard deviations of the estimate, as in study calibration
	OwnPower   float64 `dataframe:"own_power"`
	OwnPowerSE float64 `dataframe:"own_power_se"`
	// of 95% intervals that hold the expected difference
	Coverage   float64 `dataframe:"coverage"`
	CoverageSE float64 `dataframe:"coverage_se"`
	Delta      float64 `dataframe:"difference"`    // expected, of B minus A: mean estimate, or 0 by construction
	SD         float64 `dataframe:"sd"`            // of the estimate
	Partitions float64 `dataframe:"sd_partitions"` // of the mean over all partitions
	Sets       int     `dataframe:"data_sets"`
	Seed       int     `dataframe:"seed"`
	Date       string  `dataframe:"date"`
}

// plan simulates all settings.
func plan(cfg study.Config) (study.Plan, error) {
	var cells, rare []*study.Experiment[[]outcome]
	for _, s := range settings() {
		cells = append(cells, s.experiment(cfg.Scale, cfg.Seed, false))
	}
	for _, s := range rareClasses() {
		rare = append(rare, s.experiment(cfg.Scale, cfg.Seed, true))
	}
	var several []*study.Experiment[[]smallest]
	for _, c := range crowds() {
		several = append(several, c.experiment(cfg.Scale, cfg.Seed))
	}
	simulations := slices.Concat(study.All(cells), study.All(rare), study.All(several))
	return study.Plan{Simulations: simulations, Tables: func() ([]study.Table, error) {
		all, err := procedures()
		if err != nil {
			return nil, err
		}
		rows := judged(settings(), all, cells)
		return []study.Table{study.NewTable("nested", rows), study.NewTable("nested_goals", goals(rows)),
			study.NewTable("nested_forms", formRows(cells)),
			study.NewTable("nested_counted", countedRows(all, cells, rare)),
			study.NewTable("nested_several", severalRows(several))}, nil
	}}, nil
}

// judged judges all procedures on settings, which have run.
func judged(of []setting, all []procedure, cells []*study.Experiment[[]outcome]) []Row {
	parts := make([][]Row, len(cells))
	var wait sync.WaitGroup
	for i, s := range of {
		wait.Go(func() { parts[i] = s.rows(all, cells[i].Result(), cells[i].Effort()) })
	}
	wait.Wait()
	return slices.Concat(parts...)
}

// rows judges all procedures by all metrics.
func (s setting) rows(all []procedure, outcomes []outcome, e study.Effort) []Row {
	var out []Row
	for k, metric := range s.metrics {
		of := make([]measured, len(outcomes))
		for i, o := range outcomes {
			of[i] = o[k]
		}
		for _, p := range all {
			if p.records && metric.loss == nil {
				continue
			}
			out = append(out, s.row(metric, p, p.claims(of), overPartitions(of), e))
		}
		for _, m := range slices.Concat(counted, []int{large}) {
			p := procedure{name: Oracle, m: m, trainings: 2 * m}
			out = append(out, s.row(metric, p, oracle(of, m), overPartitions(of), e))
		}
	}
	return out
}

// row judges one procedure.
func (s setting) row(metric metric, p procedure, claims []claim, sd float64, e study.Effort) Row {
	j := judge(claims, s.equal, sd)
	se := func(share float64) float64 { return round(math.Sqrt(share * (1 - share) / float64(len(claims)))) }
	return Row{Data: s.from.String(), N: s.n, A: s.learners[0].String(), B: s.learners[1].String(),
		Metric: metric.name, Kind: metric.kind, Equal: s.equal, Choice: s.choice,
		Procedure: p.name, M: p.m, Halves: p.halves, Inner: p.inner, Trainings: p.trainings,
		Above: round(j.above), AboveSE: se(j.above), Below: round(j.below), BelowSE: se(j.below),
		False: round(j.either), FalseSE: se(j.either), Power: round(j.power), PowerSE: se(j.power),
		OwnPower: round(j.ownPower), OwnPowerSE: se(j.ownPower), Coverage: round(1 - j.either), CoverageSE: se(j.either),
		Delta: round(j.delta), SD: round(j.sd), Partitions: round(sd), Sets: len(claims), Seed: e.Seed, Date: e.Date}
}

// round keeps five digits after the point, beyond all errors.
func round(x float64) float64 { return study.Round(x, 5) }

// sides are the probabilities of one side at which procedures are judged.
var sides = [2]float64{0.05, 0.025}

// claim is what a procedure says of one data set: its estimate, and by how much that must differ from
// a value for a claim with the probability of each of sides.
type claim struct {
	estimate float64
	reach    [2]float64
}

// student is the claim of an estimate with a standard error, 0 where nothing is known about chance.
func student(estimate, se, df float64) claim {
	c := claim{estimate, [2]float64{math.Inf(1), math.Inf(1)}}
	if se > 0 {
		for k, side := range sides {
			c.reach[k] = special.StudentCritical(side, df) * se
		}
	}
	return c
}

// shares are how often the claims about a cell are made.
type shares struct {
	above, below, either float64 // false claims with 5% a side, and with 2.5%
	power, ownPower      float64
	delta, sd            float64 // of the estimates
}

// effect is the true difference in power, in standard deviations.
const effect = 2

// judge counts false claims about delta, the mean estimate or 0 if that is so by construction, and claims of a
// difference of two standard deviations: of the mean over all partitions, or of the estimate itself.
func judge(claims []claim, equal bool, sd float64) shares {
	estimates := make([]float64, len(claims))
	for i, c := range claims {
		estimates[i] = c.estimate
	}
	var s shares
	s.delta, s.sd = stat.MeanStdDev(estimates, nil)
	if equal {
		s.delta = 0
	}
	one := 1 / float64(len(claims))
	add := func(to *float64, yes bool, amount float64) {
		if yes {
			*to += amount
		}
	}
	for _, c := range claims {
		gap := c.estimate - s.delta
		add(&s.above, gap > c.reach[0], one)
		add(&s.below, -gap > c.reach[0], one)
		add(&s.either, math.Abs(gap) > c.reach[1], one)
		for _, sign := range []float64{1, -1} {
			add(&s.power, sign*gap+effect*sd > c.reach[1], one/2)
			add(&s.ownPower, sign*gap+effect*s.sd > c.reach[1], one/2)
		}
	}
	return s
}

// overPartitions returns the standard deviation, over data sets, of the mean over all partitions: that of the mean
// over the large set without what its partitions add.
func overPartitions(all []measured) float64 {
	means := make([]float64, len(all))
	added := 0.0
	for i, x := range all {
		means[i] = x.Large.Mean
		added += x.Large.Between / 2 / (large - 1) / large / float64(len(all))
	}
	return math.Sqrt(max(0, stat.Variance(means, nil)-added))
}
