package frame_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/frame"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/impute"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
)

type fold struct {
	Model   string `dataframe:"model"`
	Fold    int64  `dataframe:"fold"`
	Gold    int    `dataframe:"gold"`
	Correct int    `dataframe:"correct"`
}

func ExampleOf() {
	df, err := frame.Of([]fold{{"A", 1, 11629, 10297}, {"A", 2, 11870, 10423}, {"B", 1, 11629, 10326}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(df.Arrange(dataframe.RevSort("correct")))
	// Output:
	// [3x4] DataFrame
	//
	//     model    fold  gold  correct
	//  0: A        2     11870 10423
	//  1: B        1     11629 10326
	//  2: A        1     11629 10297
	//     <string> <int> <int> <int>
}

func ExampleRows() {
	df, err := frame.Of([]fold{{"A", 1, 11629, 10297}, {"A", 2, 11870, 10423}, {"B", 1, 11629, 10326}})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := frame.Rows[fold](df.Filter(dataframe.F{Colname: "model", Comparator: series.Eq, Comparando: "A"}))
	fmt.Println(rows, err)

	_, err = frame.Rows[fold](df.Rename("right", "correct"))
	fmt.Println(err)
	// Output:
	// [{A 1 11629 10297} {A 2 11870 10423}] <nil>
	// frame: column correct is missing; the data frame has [model fold gold right]
}

// flowers is a small data frame, as gota reads it from CSV.
func flowers() dataframe.DataFrame {
	var b strings.Builder
	b.WriteString("length,colour,plot,kind\n")
	for i := range 24 {
		kind, colour := [2]string{"rose", "tulip"}[i%2], [3]string{"red", "white", "violet"}[i%3]
		fmt.Fprintf(&b, "%.1f,%s,p%d,%s\n", 3+2*float64(i%2)+0.9*float64(i*i%5), colour, i/4, kind)
	}
	return dataframe.ReadCSV(strings.NewReader(b.String()))
}

// A frame with an id, a missing value, groups, weights and a target of 0 and 1. Options are those of files, and what is
// wrong is said as for files.
func ExampleData() {
	df := dataframe.ReadCSV(strings.NewReader("loan,income,region,branch,weight,defaulted\n" +
		"L1,41.5,north,b1,1,0\nL2,NA,south,b1,2,1\nL3,48,north,b2,1,1\nL4,39,south,b2,1,0\n"))
	opt := dataset.Options{Target: "defaulted", Groups: "branch", Weights: "weight"}
	_, err := frame.Data(df, opt)
	fmt.Println(err)

	opt.DropRows = true
	data, err := frame.Data(df, opt)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(data.Classes, data.Class, data.Groups, data.Weights)
	for _, note := range opt.Notes(data) {
		fmt.Println(note)
	}
	// Output:
	// data frame: row 3, column income: a value is missing (1 of 4 records are incomplete); leave these records out (setting `missing` drop) or have their values filled in from training records (setting `missing` impute)
	// [0 1] [0 1 0] [b1 b2 b2] [1 1 1]
	// 1 of 4 records are incomplete and left out; tables number the others as the file does, from 0
	// column loan has 3 levels in 3 records, more than a tenth as many: leave it out with setting `drop` loan if it only names records
}

// Missing values of features are kept, and filled in from the training records of each fold: impute.Impute is a learner
// around another one. Records without a target are left out.
func ExampleData_missing() {
	df := flowers().Drop("plot")
	df.Elem(3, 0).Set("NaN")
	df.Elem(5, 2).Set("NaN")
	opt := dataset.Options{Target: "kind", Keep: true, DropRows: true}
	data, err := frame.Data(df, opt)
	if err != nil {
		fmt.Println(err)
		return
	}
	set, err := cv.New(cv.BCV, data.N(), cv.Options{M: 3, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := holdout.Run(context.Background(), holdout.Plan{Data: data, Set: set, Learners: []learn.Learner{
		impute.Impute{Learner: simple.Majority{}}, impute.Impute{Learner: linear.Logistic{}, OneHot: true}}})
	fmt.Println(r.Models, err)
	fmt.Println(strings.Join(opt.Notes(data)[:2], "\n"))
	// Output:
	// [impute(majority) impute(logistic, onehot)] <nil>
	// 1 of 24 records have no target and are left out; tables number the others as the file does, from 0
	// 1 missing values of features get the median or the most frequent level of the training records of each fold
}

// The folds of a data frame, with both kinds equally often in all halves.
func ExampleSet() {
	set, err := frame.Set(flowers(), frame.SplitOptions{Options: cv.Options{M: 3, Seed: 1}, Strata: []string{"kind"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	folds, err := frame.Of(set.Rows())
	fmt.Println(set.ID(), folds.Names(), folds.Nrow(), err)

	whole, err := frame.Set(flowers(), frame.SplitOptions{GroupBy: "plot"})
	fmt.Println(whole.Method, whole.M(), err)
	// Output:
	// bcv:1:bfbfa9788078e369 [replication fold record role] 144 <nil>
	// gbcv 3 <nil>
}

// From a data frame to results, and to a data frame of their losses.
func ExampleFromResults() {
	df := flowers().Drop("plot")
	data, err := frame.Data(df.Drop("colour"), dataset.Options{Target: "kind"})
	if err != nil {
		fmt.Println(err)
		return
	}
	set, err := frame.Set(df, frame.SplitOptions{Options: cv.Options{M: 5}})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := holdout.Run(context.Background(),
		holdout.Plan{Data: data, Set: set, Learners: []learn.Learner{simple.Majority{}, linear.Logistic{}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	losses, err := frame.FromResults(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(losses.Select([]string{"model", "replication", "fold", "loss", "n_train"}).Subset([]int{0, 1, 19}))
	// Output:
	// [3x5] DataFrame
	//
	//     model    replication fold  loss     n_train
	//  0: majority 1           1     0.583333 12
	//  1: majority 1           2     0.583333 12
	//  2: logistic 5           2     0.500000 12
	//     <string> <int>       <int> <float>  <int>
}
