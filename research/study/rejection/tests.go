package rejection

import (
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"gonum.org/v1/gonum/stat/distuv"
)

// AlphaTableV is the level of the tests.
const AlphaTableV = 0.05

var levelV = infer.Options{Alpha: AlphaTableV}

// Test is one row of table V, another reading of one, or a test of a program's own (see On).
type Test struct {
	Family, Name string // as in the paper
	run          func(t *tables) (infer.Result, error)
}

// On returns a test of a program's own, which a Study runs besides the others: on the
// differences of the error rates on the folds of the first replications of a partition
// set. run must be safe to call from several goroutines; only Result.Reject is used. On
// panics if the set has fewer replications: HoldOuts and HoldOuts9 have 15, TenByTen 10,
// the others 5.
func On(set PartitionSet, replications int, name string,
	run func(infer.Differences, infer.Options) (infer.Result, error)) Test {
	if most := []int{15, 15, 10, 5, 5}[set]; replications < 1 || replications > most {
		panic(fmt.Sprintf("rejection: %d replications of a set of %d", replications, most))
	}
	return Test{"own", name, onLosses(set, replications, set.folds(), run)}
}

// TableV lists the tests of the McNemar paper's table V in its order.
var TableV = []Test{
	{"t", "RHO paired t-test", onLosses(HoldOuts, 15, 1, infer.ResampledT)},
	{"t", "K-fold CV paired t-test", onLosses(TenByTen, 1, 10, infer.KFoldT)},
	{"t", "5x2 CV paired t-test", onLosses(FiveByTwo, 5, 2, infer.FiveByTwoT)},
	{"t", "Corrected RHO t-test", onLosses(HoldOuts9, 15, 1, infer.CorrectedResampledT)},
	{"t", "Corrected 10x10 CV t-test", onLosses(TenByTen, 10, 10, infer.CorrectedRepeatedKFoldT)},
	{"t", "Combined 5x2 CV t-test", onLosses(FiveByTwo, 5, 2, infer.CombinedT)},
	{"t", "Blocked 3x2 CV t-test", onLosses(FiveByTwoBCV, 3, 2, infer.BlockedT)},
	{"F", "Combined 5x2 CV F-test", onLosses(FiveByTwo, 5, 2, infer.CombinedF)},
	{"F", "Calibrated 5x2 BCV F-test", onLosses(FiveByTwoBCV, 5, 2, infer.CalibratedF)},
	{"Z", "Proportional test", onLosses(HoldOuts, 1, 1, infer.ProportionZ)},
	{"Z", "K-fold CV-CI Z-test", onRecords(TenByTen, 10, infer.KFoldCIZ)},
	{"McNemar", "Conventional HO McNemar test", func(t *tables) (infer.Result,
		error) {
		return infer.McNemar(t[HoldOuts][0], levelV)
	}},
	{"McNemar", "Naive K-fold CV McNemar test", func(t *tables) (infer.Result,
		error) {
		return infer.KFoldMcNemar(t[TenByTen][:10], levelV)
	}},
	{"McNemar", "5x2 BCV McNemar test", func(t *tables) (infer.Result,
		error) {
		return infer.BCVMcNemar(t[FiveByTwoBCV], levelV)
	}},
}

// readings are other readings of tests of table V, tried where a cell is not
// reproduced.
var readings = []Test{
	{"Z", "K-fold CV-CI Z-test, variance within folds", onRecords(TenByTen, 10, infer.KFoldCIZIn)},
	{"Z", "K-fold CV-CI Z-test, variance between folds", onLosses(TenByTen, 1, 10, infer.KFoldCIZ)},
	{"McNemar", "Naive K-fold CV McNemar test, no correction", uncorrectedKFold},
}

// Studied are all tests of a Study.
var Studied = slices.Concat(TableV, readings)

// uncorrectedKFold is the naive K-fold test without the continuity correction.
func uncorrectedKFold(t *tables) (infer.Result, error) {
	sum := 0.0
	for _, c := range t[TenByTen][:10] {
		if n := c.N01 + c.N10; n > 0 {
			sum += (c.N01 - c.N10) * (c.N01 - c.N10) / n
		}
	}
	return infer.Result{Reject: distuv.ChiSquared{K: 10}.Survival(sum) <= AlphaTableV}, nil
}

// onLosses runs a test on the mean losses of the first replications of a partition
// set.
func onLosses(kind PartitionSet, replications, folds int,
	test func(infer.Differences, infer.Options) (infer.Result, error)) func(*tables) (infer.Result, error) {
	return func(t *tables) (infer.Result, error) {
		var a, b [][]float64
		var valid, train [][]int
		for j := range replications {
			var lossA, lossB []float64
			var nValid, nTrain []int
			for _, c := range t[kind][j*folds : (j+1)*folds] {
				n := c.Total()
				lossA, lossB = append(lossA, (c.N00+c.N01)/n), append(lossB, (c.N00+c.N10)/n)
				nValid, nTrain = append(nValid, int(n)), append(nTrain, t.records()-int(n))
			}
			a, b = append(a, lossA), append(b, lossB)
			valid, train = append(valid, nValid), append(train, nTrain)
		}
		d, err := infer.NewDifferences(a, b)
		if err == nil {
			d, err = d.WithTraining(train)
		}
		if err == nil {
			d, err = d.WithValidation(valid)
		}
		if err != nil {
			return infer.Result{}, err
		}
		return test(d, levelV)
	}
}

// onRecords runs a test on the losses of all records of one K-fold CV.
func onRecords(kind PartitionSet, folds int,
	test func(infer.Differences, infer.Options) (infer.Result, error)) func(*tables) (infer.Result, error) {
	return func(t *tables) (infer.Result, error) {
		d, err := infer.TableDifferences([][]infer.Contingency{t[kind][:folds]})
		if err != nil {
			return infer.Result{}, err
		}
		return test(d, levelV)
	}
}

// records returns the size of the data set.
func (t *tables) records() int {
	n := 0.0
	for _, c := range t[FiveByTwo][:2] {
		n += c.Total()
	}
	return int(n)
}
