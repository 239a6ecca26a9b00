package dataset_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// The simulated classification and regression of the thesis: the same seed
// draws the same records.
func ExampleDraw() {
	d := dataset.Draw(dataset.SCLA(20), 5, rand.New(rand.NewPCG(1, 1)))
	fmt.Println(d.N(), d.P(), d.Classes, d.Class)
	r := dataset.Draw(dataset.SREG{P: 100}, 1000, rand.New(rand.NewPCG(1, 1)))
	fmt.Println(r.Name, r.N(), r.P(), len(r.Response))
	// Output:
	// 5 20 [0 1] [0 0 1 1 1]
	// SREG(p=100) 1000 100 1000
}

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
	// plants.csv: row 4, column length: a value is missing (1 of 3 records are incomplete); leave these records out (bcv: --missing drop) or have their values filled in from training records (bcv: --missing impute)
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

// Losses of 3 x 2 CV with correlation 0.5 within a replication and 0.3 between
// replications.
func ExampleNormalLosses() {
	losses := make([]float64, 6)
	rng := rand.New(rand.NewPCG(1, 0))
	fmt.Println(dataset.NormalLosses(0, 1, 0.5, 0.3, losses, rng))
	fmt.Println(dataset.NormalLosses(0, 1, 0.5, 0.9, losses, rng))
	// Output:
	// <nil>
	// dataset: no normal distribution has rho1 = 0.5 and rho2 = 0.9; rho2 goes from 0 to 1, rho1 from 2 rho2 - 1 to 1
}
