package dataset_test

import (
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// A table in memory; Read takes the same from a file.
func ExampleParse() {
	const text = "length,colour,kind\n5.1,red,setosa\n7.0,white,versicolor\n"
	d, err := dataset.Parse("plants.csv", strings.NewReader(text), dataset.Options{Target: "kind"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Classes, d.Class, d.Feature(1).Levels, d.X.RawRowView(1))

	_, err = dataset.Parse("plants.csv", strings.NewReader(text+"?,red,setosa\n"), dataset.Options{})
	fmt.Println(err)
	// Output:
	// [setosa versicolor] [0 1] [red white] [7 1]
	// plants.csv: row 4, column length: a value is missing (1 of 3 records are incomplete); leave these records out (setting `missing` drop) or have their values filled in from training records (setting `missing` impute)
}

// Linear learners need numbers: a nominal feature of three levels becomes two
// columns.
func ExampleData_OneHot() {
	const text = "dose,soil,yield\n1,clay,3.1\n2,loam,4.0\n2,sand,2.2\n"
	d, err := dataset.Parse("field.csv", strings.NewReader(text), dataset.Options{Response: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	wide := d.OneHot()
	for j := range wide.P() {
		fmt.Print(wide.Feature(j).Name, " ")
	}
	fmt.Println(wide.X.RawRowView(2))
	// Output:
	// dose soil=loam soil=sand [2 0 1]
}
