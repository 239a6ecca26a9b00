package display_test

import "github.com/block-regularized/bcv/pkg/display"

// Outside a notebook the text twin goes to standard output.
func ExampleTable() {
	type row struct {
		Method   string  `dataframe:"method"`
		M        int     `dataframe:"m"`
		Variance float64 `dataframe:"variance"`
	}
	rows := []row{{"m x 2 BCV", 3, 0.00123456}, {"m x 2 BCV", 9, 0.0011}, {"random splits", 3, 0.0015}}
	display.Table(rows, display.Caption("Variances"), display.Digits(2))
	display.Note("%d rows", len(rows))
	// Output:
	// Variances
	//
	// method         m  variance
	// -------------  -  --------
	// m x 2 BCV      3    0.0012
	// m x 2 BCV      9    0.0011
	// random splits  3    0.0015
	// 3 rows
}
