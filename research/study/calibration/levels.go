package calibration

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// Levels is the study of five procedures on the same learners, equal ones and different
// ones: what each promises, holds and finds.
var Levels = study.Study{Name: "levels", Title: "five procedures on the same equal and the same different learners: " +
	"false claims, power, spread over partitions", Seconds: 410, Plan: levelsPlan}

// LevelRow is how often one procedure, two-sided at 5%, calls one of two learners better:
// of two that are equal by construction, and of two that are not.
type LevelRow struct {
	Setting   string  `dataframe:"setting"`
	Data      string  `dataframe:"data"`
	N         int     `dataframe:"n"`
	Metric    string  `dataframe:"metric"`
	Equal     string  `dataframe:"equal"`     // features of two equal learners
	Different string  `dataframe:"different"` // and of two different ones
	Folds     string  `dataframe:"folds"`
	Procedure string  `dataframe:"procedure"`
	False     float64 `dataframe:"false_claims"` // of the equal learners
	FalseSE   float64 `dataframe:"false_se"`
	Power     float64 `dataframe:"power"` // claims that the better learner is better, of the different ones
	PowerSE   float64 `dataframe:"power_se"`
	// expected loss of the second of the different learners minus that of the first, trained on as many records
	Difference   float64 `dataframe:"difference"`
	DifferenceSE float64 `dataframe:"difference_se"`
	// standard deviation of the estimate over partitions of the same records, of the equal learners
	Spread float64 `dataframe:"spread"`
	// correlations of the differences of the equal learners on 5 x 2 BCV: of the folds of a replication, and of folds of
	// two; blank for other folds
	Rho1 float64 `dataframe:"rho1" table:"blank"`
	Rho2 float64 `dataframe:"rho2" table:"blank"`
	Sets int     `dataframe:"data_sets"`
	Seed int     `dataframe:"seed"`
	Date string  `dataframe:"date"`
}

// LevelRecords is the size of the data sets, as of the plants in the quickstart.
const LevelRecords = 300

// levelSetting is one learner on three ranges of features, all exchangeable: a and b have as
// many, so that the learners are equal; c has more.
type levelSetting struct {
	name    string
	from    simdata.Generator
	learner learn.Learner
	a, b, c [2]int // first and last feature, from 1
	strong  bool   // one of strongSettings
}

func (s levelSetting) regression() bool { return s.from.New(1).Class == nil }

// featuresOf names the features of two learners.
func featuresOf(x, y [2]int) string {
	return fmt.Sprintf("x%d-%d and x%d-%d", x[0], x[1], y[0], y[1])
}

func levelSettings() []levelSetting {
	classes, numbers := simdata.Gaussians{P: 12, Shifted: 12, Shift: 0.4}, simdata.SREG{P: 20}
	of := func(name string, from simdata.Generator, l learn.Learner, a, b, c [2]int) levelSetting {
		return levelSetting{name: name, from: from, learner: l, a: a, b: b, c: c}
	}
	return append([]levelSetting{
		of("logistic, separate features", classes, logistic, [2]int{1, 4}, [2]int{5, 8}, [2]int{5, 12}),
		of("logistic, shared features", classes, logistic, [2]int{1, 6}, [2]int{3, 8}, [2]int{3, 12}),
		of("knn, separate features", classes, neighbour.KNN{}, [2]int{1, 4}, [2]int{5, 8}, [2]int{5, 12}),
		of("least squares, separate features", numbers, linear.OLS{}, [2]int{1, 8}, [2]int{9, 16}, [2]int{9, 20}),
		of("least squares, shared features", numbers, linear.OLS{}, [2]int{1, 10}, [2]int{6, 15}, [2]int{6, 19}),
	}, strongSettings()...)
}

var logistic = linear.Logistic{Penalty: 1e-4}

// Strong signals in exchangeable features: given the features, the log odds of the second class are linear with the
// coefficients 2 in the first distribution and 3 in the second. Where features are normal in each class few records are
// misclassified; where they are normal over both, a learner on a part of them misses what the others say. A record
// that a learner on its own features misclassifies misleads that learner when it is trained on, so that the
// correlations of differences pass 1/2, up to which the constant of bcv-t is exact.
var (
	strongShift = simdata.Gaussians{P: 12, Shifted: 12, Shift: 2}
	strongLogit = simdata.Logit{P: 12, Beta: 3}
)

// nearest is the learner of k nearest neighbours with equal votes.
func nearest(k int) learn.Learner { return neighbour.KNN{K: k, Kernel: neighbour.Rectangular} }

// strongSettings are unstable learners and logistic regression on strong signals in separate features. Of them the
// correlations alone were looked at, on data sets of another seed, before any procedure had run.
func strongSettings() (out []levelSetting) {
	of := func(name string, from simdata.Generator, learners ...learn.Learner) {
		for _, l := range learners {
			out = append(out, levelSetting{name: fmt.Sprintf("%s, %s", l, name), from: from, learner: l, a: [2]int{1, 4},
				b: [2]int{5, 8}, c: [2]int{5, 12}, strong: true})
		}
	}
	of("strong shift", strongShift, nearest(1), nearest(5), nearest(25), logistic)
	of("strong logit", strongLogit, nearest(1), nearest(5), nearest(25), tree.CART{}, logistic)
	return out
}

// levelFolds are the partition sets, each with the procedures on it.
var levelFolds = []struct {
	name       string
	method     cv.Method
	opt        cv.Options
	procedures []string
}{
	{"10-fold CV", cv.KFold, cv.Options{K: 10}, []string{"kfold-t", "corrected-repeated-kfold-t"}},
	{"5-fold CV", cv.KFold, cv.Options{K: 5}, []string{"kfold-t"}},
	{"5 x 2 BCV", cv.BCV, cv.Options{M: 5}, []string{"bcv-t", Paired}},
}

// levelCounts are sums over data sets, by procedure.
type levelCounts struct {
	False, Found, Squares []float64
	Less, LessSquares     []float64 // of how much less loss the better of the different learners has
	// of the equal learners on 5 x 2 BCV: of the mean differences, of their squares, and of W and B (Sums)
	Spreads []float64
}

func levelsPlan(cfg study.Config) (study.Plan, error) {
	var cells []*study.Experiment[levelCounts]
	for _, s := range levelSettings() {
		sets, perShard := s.sets(cfg.Scale)
		cells = append(cells, s.experiment(sets, perShard, cfg.Seed))
	}
	return study.PlanOf(func() []study.Table {
		var rows []LevelRow
		for i, s := range levelSettings() {
			sets, _ := s.sets(cfg.Scale)
			rows = append(rows, s.rows(cells[i].Result(), sets, int(cfg.Seed))...)
		}
		return []study.Table{study.NewTable("levels", rows)}
	}, cells...), nil
}

// sets returns the numbers of data sets and of those in a shard.
func (s levelSetting) sets(scale study.Scale) (sets, perShard int) {
	switch {
	case scale != study.Paper:
		return 40, 20
	case s.strong: // nearest neighbours take long
		return 2000, 100
	}
	return 5000, 100
}

// row returns what all rows of the setting have.
func (s levelSetting) row() LevelRow {
	metric := "error rate"
	if s.regression() {
		metric = "squared error"
	}
	return LevelRow{Setting: s.name, Data: s.from.String(), N: LevelRecords, Metric: metric, Equal: featuresOf(s.a, s.b),
		Different: featuresOf(s.a, s.c)}
}

// rows turns sums into shares.
func (s levelSetting) rows(sum levelCounts, sets, seed int) []LevelRow {
	n := float64(sets)
	se := func(p float64) float64 { return round(math.Sqrt(p * (1 - p) / n)) }
	var out []LevelRow
	for _, f := range levelFolds {
		rho1, rho2 := math.NaN(), math.NaN()
		if f.method == cv.BCV {
			rho1, rho2 = meanSums(sum.Spreads, n).correlations(f.opt.M)
		}
		for _, name := range f.procedures {
			k := len(out)
			wrong, found, less := sum.False[k]/n, sum.Found[k]/n, sum.Less[k]/n
			variance := (sum.LessSquares[k] - n*less*less) / (n - 1)
			r := s.row()
			r.Folds, r.Procedure, r.False, r.FalseSE = f.name, name, round(wrong), se(wrong)
			r.Power, r.PowerSE, r.Spread = round(found), se(found), round(math.Sqrt(sum.Squares[k]/n))
			r.Difference, r.DifferenceSE = study.Round(-less, 6), study.Round(math.Sqrt(variance/n), 6)
			r.Rho1, r.Rho2 = round(rho1), round(rho2)
			r.Sets, r.Seed, r.Date = sets, seed, time.Now().UTC().Format(time.DateOnly)
			out = append(out, r)
		}
	}
	return out
}

func (s levelSetting) experiment(sets, perShard int, seed uint64) *study.Experiment[levelCounts] {
	return simulate(s, "levels, "+s.name, map[string]any{"features": []any{s.a, s.b, s.c}}, sets, perShard, seed,
		func(d *dataset.Data, rng *rand.Rand, sum *levelCounts) error {
			c, err := s.one(d, rng)
			if err == nil {
				sum.add(c)
			}
			return err
		}, func(into *levelCounts, from levelCounts) { into.add(from) })
}

// simulate returns the simulation of sums over data sets of a setting. config is what the
// sums depend on besides the setting; add adds one data set.
func simulate[S any](s levelSetting, id string, config map[string]any, sets, perShard int, seed uint64,
	add func(d *dataset.Data, rng *rand.Rand, sum *S) error, merge func(into *S, from S)) *study.Experiment[S] {
	config["law"], config["learner"], config["n"], config["sets"] = s.from.String(), fmt.Sprint(s.learner),
		LevelRecords, perShard
	return study.New(id, sim.Experiment[S, *dataset.Data]{
		Plan:   sim.Plan{Name: id, Version: 1, Seed: seed, Shards: sets / perShard, Config: config},
		Worker: func() *dataset.Data { return s.from.New(LevelRecords) },
		Shard: study.Each(perShard, func(d *dataset.Data, rng *rand.Rand, sum *S) error {
			s.from.Fill(d, rng)
			return add(d, rng, sum)
		}),
		Merge: merge,
	}, study.State)
}

func (c *levelCounts) add(o levelCounts) {
	for _, to := range []struct {
		into *[]float64
		from []float64
	}{{&c.False, o.False}, {&c.Found, o.Found}, {&c.Squares, o.Squares}, {&c.Less, o.Less},
		{&c.LessSquares, o.LessSquares}, {&c.Spreads, o.Spreads}} {
		if *to.into == nil {
			*to.into = make([]float64, len(to.from))
		}
		for k, x := range to.from {
			(*to.into)[k] += x
		}
	}
}

// one runs all procedures on one data set: on a partition set each, and on a second one of
// the equal learners, whose estimate gives the spread.
func (s levelSetting) one(d *dataset.Data, rng *rand.Rand) (levelCounts, error) {
	var out levelCounts
	fitters, err := s.fitters(d, s.a, s.b, s.c)
	if err != nil {
		return out, err
	}
	for _, f := range levelFolds {
		losses := [2][3][][]float64{}
		for again := range losses {
			opt := f.opt
			opt.Seed = rng.Uint64()
			set, err := cv.New(f.method, LevelRecords, opt)
			if err != nil {
				return out, err
			}
			for k, fit := range fitters[:3-again] {
				if losses[again][k], err = foldLosses(d, set, fit); err != nil {
					return out, err
				}
			}
		}
		a := losses[0][0]
		if f.method == cv.BCV {
			out.Spreads = spreadsOf(a, losses[0][1])
		}
		for _, name := range f.procedures {
			better, mean, err := levelClaim(name, a, losses[0][1])
			if err != nil {
				return out, err
			}
			found, less, err := levelClaim(name, a, losses[0][2])
			if err != nil {
				return out, err
			}
			_, other, err := levelClaim(name, losses[1][0], losses[1][1])
			if err != nil {
				return out, err
			}
			out.False = append(out.False, math.Abs(better))
			out.Found = append(out.Found, max(found, 0))
			out.Squares = append(out.Squares, (mean-other)*(mean-other)/2)
			out.Less, out.LessSquares = append(out.Less, less), append(out.LessSquares, less*less)
		}
	}
	return out, nil
}

// fitters prepares the learner on several ranges of features.
func (s levelSetting) fitters(d *dataset.Data, ranges ...[2]int) (out []learn.Fitter, err error) {
	for _, columns := range ranges {
		l := named{learner: s.learner}
		for j := columns[0]; j <= columns[1]; j++ {
			l.columns = append(l.columns, j-1)
		}
		prepared, err := l.learner.Prepare(context.Background(), l.view(d))
		if err != nil {
			return nil, err
		}
		out = append(out, prepared.NewFitter(nil))
	}
	return out, nil
}

// foldLosses returns the mean losses of a learner by replication and fold.
func foldLosses(d *dataset.Data, set cv.Set, fit learn.Fitter) ([][]float64, error) {
	var all []float64
	err := validate(d, set, fit, func(predicted []float64, valid []int32) {
		if d.Class == nil {
			all = append(all, meanSquare(predicted, d, valid))
			return
		}
		c := study.Confusion(predicted, d, valid, 1)
		all = append(all, (c.FP+c.FN)/float64(len(valid)))
	})
	return slices.Collect(slices.Chunk(all, set.FoldCount()/set.M())), err
}

// validate trains a learner on each fold, and hands on what it predicts.
func validate(d *dataset.Data, set cv.Set, fit learn.Fitter, each func(predicted []float64, valid []int32)) error {
	predicted := make([]float64, d.N())
	for _, f := range set.Folds() {
		if _, err := fit.Fit(context.Background(), f.Train); err != nil {
			return err
		}
		fit.Predict(f.Valid, predicted[:len(f.Valid)])
		each(predicted, f.Valid)
	}
	return nil
}

// spreadsOf returns what one data set adds to the Spreads of levelCounts.
func spreadsOf(a, b [][]float64) []float64 {
	var d [][2]float64
	for j := range a {
		d = append(d, [2]float64{b[j][0] - a[j][0], b[j][1] - a[j][1]})
	}
	s := SumsOf(d)
	return []float64{s.Mean, s.Mean * s.Mean, s.Within, s.Between}
}

// meanSums returns the means of W and B, and the variance of the mean differences, from the Spreads of n data sets.
func meanSums(spreads []float64, n float64) components {
	mean := spreads[0] / n
	return components{variance: (spreads[1] - n*mean*mean) / (n - 1), within: spreads[2] / n, between: spreads[3] / n}
}

// levelClaim returns 1 where the procedure calls b better than a, two-sided at 5%, -1 where
// it calls it worse and 0 where it claims nothing, and how much less loss b has.
func levelClaim(name string, a, b [][]float64) (claim, less float64, err error) {
	d, err := infer.NewDifferences(a, b)
	if err != nil {
		return 0, 0, err
	}
	if name == Paired {
		pairs, err := d.Pairs()
		if err != nil {
			return 0, 0, err
		}
		p, err := paired.New(pairs, nil)
		if err != nil {
			return 0, 0, err
		}
		less = -p.Mean()
		if min(p.CDF(0), p.Survival(0)) < 0.025 {
			claim = math.Copysign(1, less)
		}
		return claim, less, nil
	}
	r, err := infer.Run(name, d, infer.Options{})
	if err != nil {
		return 0, 0, err
	}
	less = -r.Estimate
	if r.Reject {
		claim = math.Copysign(1, less)
	}
	return claim, less, nil
}

// LevelSummary is what one procedure does over all settings of Levels.
type LevelSummary struct {
	Name    string  `dataframe:"procedure"` // with its folds
	False   float64 `dataframe:"false claims"`
	Least   float64 `dataframe:"least"` // false claims in a setting
	Most    float64 `dataframe:"most"`
	Power   float64 `dataframe:"power"`
	Rates   float64 `dataframe:"spread, error rates"` // over partitions, mean over the settings of this kind
	Squares float64 `dataframe:"spread, squared errors"`
}

// SummarizeLevels returns the means over the settings for each procedure, in the order in
// which they come.
func SummarizeLevels(rows []LevelRow) []LevelSummary {
	name := func(r LevelRow) string { return r.Folds + ", " + r.Procedure }
	var out []LevelSummary
	for _, of := range study.Group(rows, name) {
		s := LevelSummary{Name: name(of[0]), Least: 1}
		var wrong, power, rates, squares mean
		for _, r := range of {
			wrong.add(r.False)
			power.add(r.Power)
			s.Least, s.Most = min(s.Least, r.False), max(s.Most, r.False)
			if r.Metric == "squared error" {
				squares.add(r.Spread)
			} else {
				rates.add(r.Spread)
			}
		}
		s.False, s.Power, s.Rates, s.Squares = wrong.value(), power.value(), rates.value(), squares.value()
		out = append(out, s)
	}
	return out
}
