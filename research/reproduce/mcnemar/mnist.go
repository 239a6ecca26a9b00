package mcnemar

import (
	"errors"
	"fmt"
	"io/fs"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/rejection"
)

// reducedMNIST is what examples/mnist runs instead of 100 data sets of 10,000 images, 250
// epochs and a network of 32 and 64 filters.
const reducedMNIST = "200 images of 14 x 14 a data set, 4 and 8 filters of 3 x 3, 32 units, 10 epochs"

// liberal are the tests of the column MNIST that reject too often in print: 25 and 15 of
// 100 data sets are beyond chance at level 0.05 (binomial tail below 0.025), the 9 of the
// next ones are not.
var liberal = map[string]bool{"RHO paired t-test": true, "Combined 5x2 CV t-test": true}

// mnistResults are the column MNIST of table V and the error rate of its network, on
// reduced images and another network, from the stored run of examples/mnist; none if that is not there.
func mnistResults(data fs.FS) ([]reproduce.Result, error) {
	rows, err := study.Stored[rejection.Row](data, "mnist_table_5")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rates, err := study.Stored[rejection.ErrorRow](data, "mnist_errors")
	if err != nil {
		return nil, err
	}
	var out []reproduce.Result
	for _, row := range rows {
		for _, t := range rejection.TableV {
			if t.Name == row.Test {
				out = append(out, reproduce.Result{Source: "mcnemar", Item: "table-5",
					Key: row.Family + "/" + row.Test + "/" + row.Data, Value: row.Share, SE: row.SE,
					PublishedSE: rejection.ShareSE(row.Share*100, 100), OtherData: rejectsTooOften(row),
					Note: fmt.Sprintf("%d data sets; %s", row.Runs, reducedMNIST)})
			}
		}
	}
	if len(rates) != 2 {
		return nil, fmt.Errorf("mcnemar: mnist_errors has %d rows; it needs rows of A and B", len(rates))
	}
	a, b := rates[0], rates[1]
	z := math.Abs(a.Error-b.Error) / math.Hypot(a.SE, b.SE)
	claim := "CNN and CNN+DO without dropout err alike: not refuted"
	if z >= 2 {
		claim = "CNN and CNN+DO without dropout err alike: refuted"
	}
	return append(out, reproduce.Result{Source: "mcnemar", Item: "text", Key: "5.2/mnist_cnn_error",
		Value: 100 * a.Error, SE: 100 * a.SE,
		OtherData: fmt.Sprintf("%s (apart by %.1f standard errors)", claim, z), Note: fmt.Sprintf("%d data sets; %s",
			a.Sets, reducedMNIST)}), nil
}

// rejectsTooOften reports whether a row bears out the published value. The rule was written before the
// run: rejections are too many when their binomial tail at level 0.05 is below 0.025.
func rejectsTooOften(row rejection.Row) string {
	n := float64(row.Runs)
	hits := math.Round(row.Share * n)
	tail := 1.0
	if hits > 0 {
		tail = distuv.Binomial{N: n, P: rejection.AlphaTableV}.Survival(hits - 1)
	}
	many := tail < 0.025
	claim, outcome := "at level 0.05 it rejects too often", "not decided"
	if liberal[row.Test] {
		if many {
			outcome = "holds"
		}
	} else {
		claim, outcome = "at level 0.05 it does not reject too often", "not refuted"
		if many {
			outcome = "refuted"
		}
	}
	return fmt.Sprintf("%s: %s (%.0f of %.0f, binomial tail %.2g)", claim, outcome, hits, n, tail)
}

// MNISTRow is a cell of the column MNIST beside what the reduced run says about it.
type MNISTRow struct {
	Test      string `dataframe:"test"`
	Published string `dataframe:"published"`
	Computed  string `dataframe:"reduced run"` // "not run" without a stored run
	Claim     string `dataframe:"claim"`
}

// CompareMNIST returns the column MNIST of table V, test by test, beside the stored run of
// examples/mnist.
func CompareMNIST(fsys fs.FS) ([]MNISTRow, error) {
	printed, err := reproduce.ReadNumbers(study.Config{Data: fsys})
	if err != nil {
		return nil, err
	}
	results, err := mnistResults(fsys)
	if err != nil {
		return nil, err
	}
	found := map[string]reproduce.Result{}
	for _, r := range results {
		found[r.Key] = r
	}
	var out []MNISTRow
	for _, t := range rejection.TableV {
		key := t.Family + "/" + t.Name + "/MNIST"
		row := MNISTRow{Test: t.Name, Published: printed["mcnemar:table-5 "+key].Text, Computed: reproduce.NotRun}
		if r, ok := found[key]; ok {
			row.Computed, row.Claim = fmt.Sprintf("%.3f ± %.3f", r.Value, r.SE), r.OtherData
		}
		out = append(out, row)
	}
	return out, nil
}
