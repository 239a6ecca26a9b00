package compare_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/results"
)

// lossRow is the loss of a model on a fold, as files have it.
type lossRow struct {
	Dataset, Model    string
	Replication, Fold int
	Loss              float64
	NTrain, NValid    int // 0 if unknown
	Set               string
}

// countRow are the counts of a model on a fold, as files have them.
type countRow struct {
	Dataset, Task, Model string
	Replication, Fold    int
	TP, FP, FN           int
	Set                  string
}

// predictionRow is what a model predicted for a record.
type predictionRow struct {
	Replication int    `dataframe:"replication"`
	Fold        int    `dataframe:"fold"`
	Record      int    `dataframe:"record"`
	Model       string `dataframe:"model"`
	Truth       string `dataframe:"truth"`
	Predicted   string `dataframe:"predicted"`
}

// ofLosses compares models by rows of losses.
func ofLosses(rows []lossRow, opt compare.Options) (compare.Report, error) {
	return ofHoldOuts(rows, false, opt)
}

// ofHoldOuts compares models by rows of losses, which may be known to come from random hold-outs.
func ofHoldOuts(rows []lossRow, random bool, opt compare.Options) (compare.Report, error) {
	var b strings.Builder
	train, valid := len(rows) > 0 && rows[0].NTrain > 0, len(rows) > 0 && rows[0].NValid > 0
	fmt.Fprint(&b, "dataset,model,replication,fold,loss,set")
	if train {
		fmt.Fprint(&b, ",n_train")
	}
	if valid {
		fmt.Fprint(&b, ",n_valid")
	}
	for _, r := range rows {
		fmt.Fprintf(&b, "\n%s,%s,%d,%d,%v,%s", r.Dataset, r.Model, r.Replication, r.Fold, r.Loss, r.Set)
		if train {
			fmt.Fprintf(&b, ",%d", r.NTrain)
		}
		if valid {
			fmt.Fprintf(&b, ",%d", r.NValid)
		}
	}
	return parsed(b.String(), results.ReadOptions{RandomHoldOuts: random}, opt)
}

func ofCounts(rows []countRow, opt compare.Options) (compare.Report, error) {
	var b strings.Builder
	fmt.Fprint(&b, "dataset,task,model,replication,fold,tp,fp,fn,set")
	for _, r := range rows {
		fmt.Fprintf(&b, "\n%s,%s,%s,%d,%d,%d,%d,%d,%s", r.Dataset, r.Task, r.Model, r.Replication, r.Fold, r.TP, r.FP, r.FN,
			r.Set)
	}
	return parsed(b.String(), results.ReadOptions{}, opt)
}

func ofPredictions(rows []predictionRow, opt compare.Options) (compare.Report, error) {
	var b bytes.Buffer
	if err := table.Write(&b, rows); err != nil {
		return compare.Report{}, err
	}
	return parsed(b.String(), results.ReadOptions{}, opt)
}

// parsed compares the results in text.
func parsed(text string, read results.ReadOptions, opt compare.Options) (compare.Report, error) {
	rs, err := results.Parse("rows", strings.NewReader(text), read)
	if err != nil {
		return compare.Report{}, err
	}
	return compare.Run(rs, opt)
}

// files compares the results in files.
func files(paths []string, opt compare.Options) (compare.Report, error) {
	rs, err := results.Read(paths, results.ReadOptions{})
	if err != nil {
		return compare.Report{}, err
	}
	return compare.Run(rs, opt)
}
