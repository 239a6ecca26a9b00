package frame_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/frame"
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
