package frame_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/frame"
)

type share struct {
	Test  string  `dataframe:"test"`
	Rho1  float64 `dataframe:"rho1"`
	Rho2  float64 `dataframe:"rho2"`
	Share float64 `dataframe:"share"`
	Text  string  `dataframe:"text"`
	Runs  int     `dataframe:"runs"`
}

func ExampleWide() {
	rows := []share{{"a", 0, 0, 0.05, "5%", 9}, {"a", 0, 0.5, 0.08, "8%", 9}, {"b", 0, 0.5, 0.02, "2%", 9},
		{"b", 0, 0, 0.01, "1%", 9}}
	fmt.Println(frame.Wide(rows, []string{"test"}, "rho2", "share"))
	// Output:
	// [2x3] DataFrame
	//
	//     test     rho2 = 0 rho2 = 0.5
	//  0: a        0.050000 0.080000
	//  1: b        0.010000 0.020000
	//     <string> <float>  <float>
	//  <nil>
}

func TestPivot(t *testing.T) {
	df, err := frame.Of([]share{{"a", math.NaN(), 0, 0.05, "5%", 9}, {"a", 0.2, 0.5, 0.08, "8%", 9}})
	if err != nil {
		t.Fatal(err)
	}
	wide, err := frame.Pivot(df, []string{"rho2"}, "rho1", "text")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(wide.Names(), "|"); got != "rho2|any rho1|rho1 = 0.2" {
		t.Errorf("columns %s", got)
	}
	if got := wide.Records(); got[1][1] != "5%" || got[1][2] != "" || got[2][1] != "" || got[2][2] != "8%" {
		t.Errorf("cells %v", got)
	}
	numbers, err := frame.Pivot(df, []string{"rho2"}, "rho1", "share")
	if err != nil || !math.IsNaN(numbers.Elem(0, 2).Float()) || numbers.Elem(1, 2).Float() != 0.08 {
		t.Errorf("%v, %v", numbers, err)
	}
	for _, c := range []struct {
		by            []string
		across, value string
		want          string
	}{
		{[]string{"m"}, "rho1", "share", "frame: column m is missing; the data frame has [test rho1 rho2 share text " +
			"runs]"},
		{[]string{"rho2"}, "rho1", "runs", "frame: column runs holds int; give a column of numbers with decimals or " +
			"of texts"},
		{[]string{"test"}, "runs", "share", `frame: rows 1 and 2 are of the same cell, "a" runs = 9; keep one`},
	} {
		if _, err := frame.Pivot(df, c.by, c.across, c.value); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
