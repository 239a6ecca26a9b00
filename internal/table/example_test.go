package table_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

type fold struct {
	Model   string `dataframe:"model"`
	Fold    int    `dataframe:"fold" table:"nonneg"`
	Gold    int    `dataframe:"gold" table:"nonneg"`
	Correct int    `dataframe:"correct" table:"nonneg"`
}

func ExampleRead() {
	_, _, err := table.Read[fold]("counts.csv", strings.NewReader(
		"model,fold,gold,correct\nA,1,11629,10297\nA,2,11870,abc\n"))
	fmt.Println(err)

	rows, info, err := table.Read[fold]("counts.csv", strings.NewReader(
		"model,fold,gold,correct\nA,1,11629,10297\nA,2,11870,12000\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, r := range rows {
		if r.Correct > r.Gold {
			fmt.Println(info.Errorf(i, "correct", "%d correct of %d gold; check the counts", r.Correct, r.Gold))
		}
	}
	// Output:
	// counts.csv: row 3, column correct: "abc" is not a whole number; write digits only
	// counts.csv: row 3, column correct: 12000 correct of 11870 gold; check the counts
}

func ExampleWrite() {
	err := table.Write(os.Stdout, []fold{{Model: "A, new", Fold: 1, Gold: 11629, Correct: 10297}})
	fmt.Println(err)
	// Output:
	// model,fold,gold,correct
	// "A, new",1,11629,10297
	// <nil>
}

func ExampleOpen() {
	_, err := table.Open("nowhere.csv")
	fmt.Println(err)
	_, err = table.Open(os.TempDir() + "/.")
	fmt.Println(strings.HasSuffix(err.Error(), ": is a directory; name a file"))
	// Output:
	// nowhere.csv: no such file; check the name
	// true
}
