package frame_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/frame"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
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
	data, err := frame.Data(df.Drop("colour"), "kind")
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
